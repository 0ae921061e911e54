"""What the audit found at the live table, each with two pictures; and evidence on demand."""

from collections.abc import Sequence
from typing import Annotated, Any

from flask import Response

from turbo.errors import TurboError
from turbo.storage.session import Notice
from web.api.files import file_of
from web.api.operations import JPEG, ApiRoom, Count, FileKind, document, whole
from web.api.refused import Refused
from web.context import LANG, at_table, desk, language, who
from web.match.sentences import notice_sentence
from web.ports import AuditFinding

blueprint = ApiRoom("audit")

_FINDING = document(id=Count, match=Count, at=str, key=str, values=[str], message=str, open=bool)

MOST_FINDINGS = 20
"""In an answer: those that the newest ruling or notice may be about. An evening finds hundreds, and
a page asks whenever something is ruled."""


@blueprint.viewer(
    "GET /api/audit",
    "Dice that were added, lost, swapped or turned, the newest first; also before a restart.",
    document(findings=[_FINDING], can_save=bool),
    query=LANG,
)
def findings(
    match: Count | None = None, limit: Annotated[int, whole(1, 500)] = MOST_FINDINGS
) -> Any:
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


@blueprint.viewer(
    "GET /api/audit/<int:number>/before.jpg",
    "The part of the table that a finding is about, as it lay when all was well.",
    JPEG,
)
def before_picture(number: int) -> Response:
    return _picture(number, "before")


@blueprint.viewer(
    "GET /api/audit/<int:number>/after.jpg",
    "The same part of the table as it lay when the finding was made.",
    JPEG,
)
def after_picture(number: int) -> Response:
    return _picture(number, "after")


@blueprint.referee(
    "POST /api/evidence",
    "Keep the round so far as a bundle that 'turbo replay' plays again.",
    document(saved=str),
    body=None,
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
    document(bundles=[str]),
)
def bundles(match: Count | None = None) -> Any:
    evidence = desk().evidence
    return {"bundles": [] if evidence is None else list(evidence.bundles(match))}


@blueprint.referee(
    "GET /api/evidence/<string:name>",
    "One bundle of evidence, to keep or to send: `turbo replay` plays it again.",
    FileKind("application/zip", is_picture=True),
)
def bundle(name: str) -> Response:
    evidence = desk().evidence
    found = None if evidence is None else evidence.bundle(name)
    if found is None:
        raise Refused(404, "no evidence was kept under this name", "not-found")
    return file_of(found, name, "application/zip")
