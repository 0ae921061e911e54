"""What was refused, as RFC 9457 has it: a document that programs and people read alike."""

from flask import Response, json

from turbo.game.messages import Language
from web.api.operations import Schema
from web.api.refused import sentence

MEDIA = "application/problem+json"

PROBLEM: Schema = {
    "type": "object",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string", "description": "What kind of problem it is; an address."},
        "title": {"type": "string", "description": "A sentence for people, in `lang`."},
        "status": {"type": "integer", "description": "The same as the answer's."},
        "detail": {"type": "string", "description": "One line in English: what was expected."},
        "code": {"type": "string", "description": "The kind of problem as a word."},
    },
    "examples": [
        {
            "type": "/api/v1/problems/changed",
            "title": "Cleo was first: something has changed since you looked (pass). Look again,"
            " then decide.",
            "status": 409,
            "detail": "expected the version that is shown now: look again",
            "code": "changed",
        }
    ],
}


def problem(
    status: int, detail: str, key: str, language: Language, **values: object
) -> tuple[Response, str]:
    """The answer, and what it says to people."""
    # One line, whatever an error of a library says: programs write it into their logs.
    detail = " ".join(detail.split())
    said = sentence(key, language, detail=detail, **values)
    found = {
        "type": f"/api/v1/problems/{key}",
        "title": said,
        "status": status,
        "detail": detail,
        "code": key,
    }
    return Response(json.dumps(found), status, mimetype=MEDIA), said
