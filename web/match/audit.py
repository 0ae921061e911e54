"""What the audit found at the live table, each with two pictures; and evidence on demand."""

from typing import Annotated, Any

from flask import Response

from turbo.errors import TurboError
from turbo.storage.roll_book import Finding
from turbo.storage.session import Notice
from web.api.files import file_of, picture
from web.api.operations import JPEG, ApiRoom, Count, FileKind, document, whole
from web.api.refused import Refused, needed
from web.context import LANG, at_table, desk, language
from web.match.sentences import notice_sentence
from web.ports import AuditFindings

blueprint = ApiRoom("audit")

_FINDING = document(id=Count, match=Count, at=str, key=str, values=[str], message=str, open=bool)

MOST_FINDINGS = 20
"""In an answer: those that the newest ruling or notice may be about. An evening finds hundreds, and
a page asks whenever something is ruled."""


@blueprint.viewer("GET /api/audit", document(findings=[_FINDING], can_save=bool), query=LANG)
def findings(
    match: Count | None = None, limit: Annotated[int, whole(1, 500)] = MOST_FINDINGS
) -> Any:
    """Dice that were added, lost, swapped or turned, the newest first; also before a restart."""
    source = _source()
    found = () if source is None else source.findings(match, limit)
    documents = [_document(one) for one in found]
    return {"findings": documents, "can_save": desk().evidence is not None}


def _source() -> AuditFindings | None:
    """The live table, or what one has kept beside the store: without a camera nobody sees anything
    put right, and none of that is open."""
    return desk().evidence or desk().pictures


def _document(finding: Finding) -> dict[str, Any]:
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
    source = _source()
    return picture(None if source is None else source.finding_picture(number, side))


@blueprint.viewer("GET /api/audit/<int:number>/before.jpg", JPEG)
def before_picture(number: int) -> Response:
    """The part of the table that a finding is about, as it lay when all was well."""
    return _picture(number, "before")


@blueprint.viewer("GET /api/audit/<int:number>/after.jpg", JPEG)
def after_picture(number: int) -> Response:
    """The same part of the table as it lay when the finding was made."""
    return _picture(number, "after")


@blueprint.referee("POST /api/evidence", document(saved=str), body=None, errors=(409,))
def save_evidence() -> Any:
    """Keep the round so far as a bundle that 'turbo replay' plays again."""
    try:
        return {"saved": at_table(desk().evidence).save()}
    except TurboError as error:
        raise Refused(409, str(error)) from error


@blueprint.referee("GET /api/evidence", document(bundles=[str]))
def bundles(match: Count | None = None) -> Any:
    """The bundles of evidence that were kept, of one match or of all, the newest first."""
    evidence = desk().evidence
    return {"bundles": [] if evidence is None else list(evidence.bundles(match))}


@blueprint.referee("GET /api/evidence/<string:name>", FileKind("application/zip", is_picture=True))
def bundle(name: str) -> Response:
    """One bundle of evidence, to keep or to send: `turbo replay` plays it again."""
    evidence = desk().evidence
    found = None if evidence is None else evidence.bundle(name)
    data = needed(found, 404, "no evidence was kept under this name", "not-found")
    return file_of(data, name, "application/zip")
