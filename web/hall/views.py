"""The hall's API: tables live, the tournament, history over all matches, exports and papers."""

import json
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

from flask import Response, g, request, session

from turbo.errors import TurboError
from turbo.game.digest import sealed
from turbo.hall import happenings, papers
from turbo.i18n.languages import Language
from web.api.files import file_of
from web.api.operations import Count, Schema, TypeSchema
from web.api.refused import Refused, needed
from web.auth.site import device, sign_in, sign_out
from web.auth.views import Code
from web.context import language
from web.hall.app import HallDesk, HallRoom, hall_desk, role, who
from web.hall.documents import (
    hall_document,
    match_document,
    refused_document,
    table_document,
    tables_document,
    tournament_document,
)
from web.hall.door import HallRole
from web.hall.texts import hall_texts_in
from web.match.sse import BEAT

blueprint = HallRoom("hall")

ANY: Schema = {"type": "object"}

SCORERS_MAY = (happenings.ResultGiven, happenings.Forfeited)
"""What a scorer may write, and amend; the rest is for organisers."""

Delay = Annotated[float, TypeSchema(type="number", minimum=0, maximum=3600)]
POLL_S = 0.25
"""How often a delayed gallery looks whether something has come of age."""

PAGE = 100
"""Matches on a page of the history."""


# Who am I


def _me() -> dict[str, Any]:
    has_pin = hall_desk().door.pins.viewing is not None
    found = {"role": role().word, "name": session.get("name"), "token": session.get("token")}
    return {**found, "viewing_pin": has_pin}


@blueprint.stranger("GET /api/me", ANY)
def me() -> Any:
    """Who you are here, and the token that changes need."""
    return _me()


@blueprint.stranger("POST /api/sign-in", ANY, needs_token=False)
def signing_in(pin: Code, name: str = "") -> Any:
    """Sign in with one of the PINs."""
    found = hall_desk().door.role_for(pin, request.remote_addr or "", device())
    if found is None:
        _note(f"wrong PIN from {request.remote_addr}")
        raise Refused(401, "expected another PIN: this one is wrong", "wrong-pin")
    sign_in(found, " ".join(name.split())[:40] or found.word)
    if found >= HallRole.SCORER:
        _note("signs in")
    return _me()


@blueprint.stranger("POST /api/sign-out", needs_token=False)
def signing_out() -> None:
    """Sign out."""
    sign_out(hall_desk().door)


def _note(what: str) -> None:
    desk = hall_desk().desk
    desk.database.note(desk.now(), who(), role().word, what)


@blueprint.stranger("GET /api/texts/<code>", ANY)
def texts(code: str) -> Any:
    """All texts of the pages in a language."""
    return needed(hall_texts_in(code), 404, f"expected one of {', '.join(Language)}", "not-found")


# The tables


def _is_staff() -> bool:
    return role() >= HallRole.SCORER


@blueprint.viewer("GET /api/hall", ANY)
def hall() -> Any:
    """The hall and its tables."""
    found = hall_desk()
    seen = found.hall.tables() if _is_staff() else found.gallery.since(-1)
    return {
        **hall_document(found.hall),
        "delay_s": found.gallery.delay_s,
        "tables": tables_document(seen, language()),
    }


@blueprint.viewer("GET /api/events", ANY)
def events(once: bool = False) -> Response:
    """Server-sent events: `tables` with those that have changed, all of them at first; `changed`
    when the tournament has."""
    found = hall_desk()
    address = request.remote_addr or ""
    found.hub.places.enter(address)
    stream = _stream(found, address, language(), is_staff=_is_staff(), once=once)
    response = Response(stream, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _stream(
    found: HallDesk, address: str, lang: Any, *, is_staff: bool, once: bool
) -> Iterator[bytes]:
    try:
        yield f"retry: {found.settings.retry_ms}\n\n".encode()
        told, woken, quiet_s = -1, -1, 0.0
        while not found.hub.closed.is_set():
            tables = found.hall.since(told)[1] if is_staff else found.gallery.since(told)
            newest = max((one.version for one in tables), default=told)
            if tables or told < 0:
                documents = [table_document(one, lang) for one in tables]
                yield _event("tables", {"tables": documents, "all": told < 0})
            # 'All' is said once, also in a hall where no table was heard of yet.
            told, before = max(newest, 0), woken
            if once:
                return
            is_late = not is_staff and found.gallery.delay_s > 0
            # What comes of age wakes nobody: only time passes.
            wait_s = POLL_S if is_late else found.settings.keep_alive_s
            woken = found.hall.wait(woken, wait_s)
            quiet_s = quiet_s + wait_s if woken == before else 0.0
            if woken != before:
                # Not what changed: a tournament is fetched by pages that show it, and most show
                # tables.
                yield _event("changed", {"version": woken})
            elif quiet_s >= found.settings.keep_alive_s:
                quiet_s = 0.0
                yield BEAT
    finally:
        found.hub.places.leave(address)


def _event(name: str, data: Any) -> bytes:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {name}\ndata: {text}\n\n".encode()


@blueprint.organiser("POST /api/tables/<table>/order", ANY)
def order(table: str, do: Literal["pause", "resume"]) -> Any:
    """Pause a table, or let it go on."""
    number = hall_desk().hall.order(table, do, who())
    _note(f"orders table {table}: {do}")
    return {"order": number}


@blueprint.organiser("POST /api/delay", ANY)
def delay(seconds: Delay) -> Any:
    """Show the gallery so many seconds late."""
    hall_desk().gallery.delay_s = float(seconds)
    _note(f"sets the delay to {seconds} s")
    return {"delay_s": float(seconds)}


@blueprint.organiser("GET /api/audit", ANY)
def audit() -> Any:
    """Who did what."""
    rows = hall_desk().desk.database.audit()
    return {"audit": [dict(zip(("at", "who", "role", "what"), row, strict=True)) for row in rows]}


@blueprint.organiser("GET /api/refused", ANY)
def refused() -> Any:
    """What was not taken in, with the messages themselves, also of evenings before."""
    kept = hall_desk().hall.database.refused()
    return {"refused": [{**refused_document(one), "payload": one.payload} for one in kept]}


@blueprint.organiser("POST /api/seals", ANY)
def seals() -> Any:
    """Hold everything that was gathered against the tables' own seals."""
    found = hall_desk()
    with found.heavy.turn():
        report = found.hall.database.verify()
    counts = {"matches": report.matches, "entries": report.entries, "sealed": report.sealed}
    return {**counts, "broken": list(report.broken[:100])}


# The tournament


@blueprint.viewer("GET /api/tournament", ANY)
def tournament() -> Any:
    """The tournament that is played."""
    return {"tournament": tournament_document(hall_desk().desk)}


@blueprint.scorer("POST /api/tournament", ANY, body={})
def happening() -> Any:
    """Something happened: a document as the log holds it (`turbo.hall.happenings`)."""
    found = happenings.from_document(g.body)
    if role() < HallRole.ORGANISER and not _scorer_may(found):
        raise Refused(401, "expected the PIN of an organiser for this", "sign-in")
    entry = hall_desk().desk.write(found, who(), role().word)
    return {"entry": entry.number}


def _scorer_may(found: happenings.Written) -> bool:
    """Give results, and correct or take back results: nothing else, by no detour."""
    if isinstance(found, happenings.ResultAmended):
        return isinstance(found.happening, SCORERS_MAY) and _is_a_result(found.entry)
    return isinstance(found, SCORERS_MAY) or (
        isinstance(found, happenings.TakenBack) and _is_a_result(found.entry)
    )


def _is_a_result(number: int) -> bool:
    named = {entry.number: entry.happening for entry in hall_desk().desk.log()}
    return isinstance(named.get(number), SCORERS_MAY)


@blueprint.organiser("POST /api/tournament/draw", ANY)
def drawing() -> Any:
    """Pair the next round."""
    return {"entry": hall_desk().desk.draw(who(), role().word).number}


@blueprint.organiser("POST /api/tournament/begin", ANY)
def beginning() -> Any:
    """Start the round and its tables."""
    return {"entry": hall_desk().desk.begin(who(), role().word).number}


# History and what leaves


@blueprint.viewer("GET /api/matches", ANY)
def matches(words: str = "", table: str = "", page: Count = 0, aside: bool = False) -> Any:
    """Matches of all tables, the newest first."""
    # One more than a page has says whether there is a next one, without counting all of them.
    found = hall_desk().desk.database.matches(
        words[:200],
        place=table,
        limit=PAGE + 1,
        offset=page * PAGE,
        aside=role() >= HallRole.ORGANISER and aside,
    )
    return {"matches": [match_document(one) for one in found[:PAGE]], "more": len(found) > PAGE}


@blueprint.organiser("POST /api/matches/<table>/<match>/aside")
def set_aside(table: str, match: str, aside: bool) -> None:
    """Leave a match out of the list and of the exports, or take it in again; its log stays."""
    found = hall_desk()
    why = f"{who()}, {found.desk.now().isoformat(timespec='seconds')}" if aside else None
    found.hall.database.set_aside(table, match, why)
    _note(f"{'sets aside' if aside else 'takes back'} {match} of table {table}")


@blueprint.viewer("GET /api/matches/<table>/<match>.turbo", ANY)
def record(table: str, match: str) -> Response:
    """A match as a record. While it is played, only for who may see the hall as it is."""
    history = hall_desk().desk.database.history(table, match)
    if not _is_staff() and hall_desk().gallery.delay_s and not history.match.is_finished:
        raise Refused(401, "expected a match that is finished", "sign-in")
    return file_of(sealed(history.record_text()), f"{table}-{match}.turbo", "text/plain")


EXPORTS: dict[str, tuple[str, str]] = {
    "standings.csv": ("standings_csv", "text/csv"),
    "pairings.csv": ("pairings_csv", "text/csv"),
    "cross.csv": ("cross_csv", "text/csv"),
    "tournament.json": ("export_json", "application/json"),
}


@blueprint.viewer("GET /api/export/<name>", ANY)
def export(name: str) -> Response:
    """The tournament as a file, or all records."""
    if name == "records.zip":
        # It holds the matches that are being played, which the gallery sees late.
        if not _is_staff():
            raise Refused(401, "expected the PIN of a scorer", "sign-in")
        with hall_desk().heavy.turn():
            data = hall_desk().desk.records_zip()
        return file_of(data, name, "application/zip")
    if name not in EXPORTS:
        known = ", ".join((*EXPORTS, "records.zip"))
        raise Refused(404, f"expected one of {known}", "not-found")
    method, media = EXPORTS[name]
    _expect_tournament()
    return file_of(getattr(hall_desk().desk, method)(), name, media)


PAPERS: dict[str, Callable[..., bytes]] = {
    "pairings": papers.pairings_pdf,
    "sheets": papers.sheets_pdf,
    "standings": papers.standings_pdf,
    "cross": papers.cross_pdf,
}


@blueprint.viewer("GET /api/papers/<name>.pdf", ANY)
def paper(name: str) -> Response:
    """What hangs on the wall, to print."""
    if name not in PAPERS:
        raise Refused(404, f"expected one of {', '.join(PAPERS)}", "not-found")
    _expect_tournament()
    desk = hall_desk().desk
    with hall_desk().heavy.turn():
        data = PAPERS[name](desk.tournament(), desk.now(), language())
    return file_of(data, f"{name}.pdf", "application/pdf", shown=True)


def _expect_tournament() -> None:
    if hall_desk().desk.current is None:
        raise TurboError("expected a tournament to be founded first")
