"""What the audit found at the live table, each with two pictures; and evidence on demand."""

from collections.abc import Sequence
from typing import Any

from flask import Response, request

from turbo.errors import TurboError
from turbo.storage.session import Notice
from web.api.files import file_of
from web.api.operations import BOOLEAN, COUNT, FILE, STRING, ApiRoom, Put, array, document, one_of
from web.api.refused import Refused
from web.context import LANGUAGES, at_table, desk, language, who
from web.match.sentences import notice_sentence
from web.ports import AuditFinding

blueprint = ApiRoom("audit")

_FINDING = document(
    id=COUNT, match=COUNT, at=STRING, key=STRING, values=array(STRING), message=STRING, open=BOOLEAN
)


MOST_FINDINGS = 20
"""In an answer: those that the newest ruling or notice may be about. An evening finds hundreds, and
a page asks whenever something is ruled."""

_LIMIT = {"type": "integer", "minimum": 1, "maximum": 500}


@blueprint.viewer(
    "GET /api/audit",
    "Dice that were added, lost, swapped or turned, the newest first; also before a restart.",
    document(findings=array(_FINDING), can_save=BOOLEAN),
    query={"lang": one_of(*LANGUAGES), "match": COUNT, "limit": _LIMIT},
)
def findings() -> Any:
    match = request.args.get("match", type=int)
    limit = request.args.get("limit", MOST_FINDINGS, type=int)
    found = [_document(one) for one in _found(match, limit)]
    return {"findings": found, "can_save": desk().evidence is not None}


def _found(match: int | None, most: int) -> Sequence[AuditFinding]:
    """By the live table, or what one has kept beside the store."""
    evidence, kept = desk().evidence, desk().pictures
    if evidence is not None:
        return evidence.findings(match, most)
    found = () if kept is None else kept.findings(match, most)
    # Without a camera nobody sees it put right: none of them is open.
    return [AuditFinding(one.id, one.match, one.at, one.key, one.values, False) for one in found]


def _document(finding: AuditFinding) -> dict[str, Any]:
    notice = Notice(finding.key, finding.values)
    return {
        "id": finding.id,
        "match": finding.match,
        "at": finding.at.isoformat(),
        "key": finding.key,
        "values": list(finding.values),
        "message": notice_sentence(notice, language()),
        "open": finding.is_open,
    }


def _picture(number: int, side: str) -> Response:
    # A live table has the newest in memory; the rest is kept beside the store.
    source = desk().evidence or desk().pictures
    data = None if source is None else source.finding_picture(number, side)
    if data is None:
        raise Refused(404, "no picture was kept of this", "no-picture")
    return Response(data, mimetype="image/jpeg")


def _side(way: str, summary: str) -> Put:
    return blueprint.viewer(way, summary, FILE, media="image/jpeg", is_picture=True, errors=(404,))


@_side(
    "GET /api/audit/<int:number>/before.jpg",
    "The part of the table that a finding is about, as it lay when all was well.",
)
def before_picture(number: int) -> Response:
    return _picture(number, "before")


@_side(
    "GET /api/audit/<int:number>/after.jpg",
    "The same part of the table as it lay when the finding was made.",
)
def after_picture(number: int) -> Response:
    return _picture(number, "after")


@blueprint.referee(
    "POST /api/evidence",
    "Keep the round so far as a bundle that 'turbo replay' plays again.",
    document(saved=STRING),
    None,
    errors=(409,),
)
def save_evidence() -> Any:
    try:
        return {"saved": at_table(desk().evidence).save(who())}
    except TurboError as error:
        raise Refused(409, str(error)) from error


@blueprint.referee(
    "GET /api/evidence",
    "The bundles of evidence that were kept, of one match or of all, the newest first.",
    document(bundles=array(STRING)),
    query={"match": COUNT},
)
def bundles() -> Any:
    evidence = desk().evidence
    match = request.args.get("match", type=int)
    return {"bundles": [] if evidence is None else list(evidence.bundles(match))}


@blueprint.referee(
    "GET /api/evidence/<string:name>",
    "One bundle of evidence, to keep or to send: `turbo replay` plays it again.",
    FILE,
    media="application/zip",
    is_picture=True,
    errors=(404,),
)
def bundle(name: str) -> Response:
    evidence = desk().evidence
    found = None if evidence is None else evidence.bundle(name)
    if found is None:
        raise Refused(404, "no evidence was kept under this name", "not-found")
    return file_of(found, name, "application/zip")
