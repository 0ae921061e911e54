"""Entries and rulings as the store keeps them: rows of texts, and back to the same values."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from turbo.game import events
from turbo.game.dice import hand_text, parse_hand
from turbo.game.editions import PieceKind
from turbo.game.layout import Fault, Rule
from turbo.game.record import composed, parse_event, statement_text
from turbo.game.referee import RULES_VERSION

RESIGNED_BY_REASON = 1
"""The version of the rules in which a reason that began with a player's name was a resignation."""


def entry_row(entry: events.Entry) -> tuple[int, str | None, str, str]:
    """An entry as the store keeps it: number, time, author, event."""
    at = None if entry.at is None else entry.at.isoformat()
    found = _event_json(entry.event)
    # Inside of the event's own text: an older version reads what it knows and leaves this alone.
    if entry.why:
        found["why"] = [[reason.key, *reason.values] for reason in entry.why]
    return entry.number, at, entry.by, json.dumps(found)


def _event_json(event: events.Logged) -> dict[str, Any]:
    """An event as its statement, with what only a live match knows beside it."""
    match event:
        case events.Undone(entry):
            return {"undo": entry}
        case events.BackTo(entry):
            return {"back_to": entry}
        case events.Noted(what):
            return {"note": str(what)}
        case events.Amended(entry, amended):
            return {"amend": entry, **_event_json(amended)}
    # The statement of a record, so that a log can be read by people and by any later version.
    found: dict[str, Any] = {"statement": statement_text(event)}
    if isinstance(event, events.Thrown) and event.cup is not None:
        found["cup"] = hand_text(event.cup)
    if isinstance(event, events.HandedOver | events.Passed):
        found |= {} if event.player is None else {"player": event.player}
        found |= {} if event.hand is None else {"hand": hand_text(event.hand)}
    return found


def entry_from(
    row: tuple[Any, ...],
    players: tuple[str, ...],
    rules: int = RULES_VERSION,
    *,
    piece: PieceKind = PieceKind.DIE,
) -> events.Entry:
    """The entry that was kept as this row, under the rules of its time."""
    number, at, by, event = row
    when = None if at is None else datetime.fromisoformat(at)
    found = json.loads(event)
    why = tuple(
        events.Reason(str(key), tuple(map(str, rest))) for key, *rest in found.get("why", ())
    )
    return events.Entry(number, _event(found, players, rules, piece), when, by, why)


def _event(
    found: dict[str, Any], players: tuple[str, ...], rules: int, piece: PieceKind
) -> events.Logged:
    if "undo" in found:
        return events.Undone(int(found["undo"]))
    if "back_to" in found:
        return events.BackTo(int(found["back_to"]))
    if "note" in found:
        return events.Noted(events.Note(found["note"]))
    # By the rules of its time: what a reason meant then decided who had won.
    event = _as_meant(parse_event(shown(found["statement"]), players, piece), players, rules)
    live: dict[str, Any] = {k: parse_hand(found[k]) for k in ("cup", "hand") if k in found}
    live |= {"player": composed(found["player"])} if "player" in found else {}
    event = replace(event, **live)
    return events.Amended(int(found["amend"]), event) if "amend" in found else event


def _as_meant(
    event: events.Event | events.Act, players: tuple[str, ...], rules: int
) -> events.Event | events.Act:
    """Matches of old keep their winner."""
    if rules > RESIGNED_BY_REASON or not isinstance(event, events.Ended):
        return event
    first = event.reason.partition(" ")[0]
    return events.Resigned(first) if first in players else event


def shown(text: str) -> str:
    """Text of an earlier version, which let control characters in, as it may reach a terminal."""
    if events.is_printable(text):
        return text
    return "".join(one if events.is_printable(one) else "\ufffd" for one in text)


def rulings_text(rulings: Mapping[int, events.Ruling]) -> str:
    """The rulings that an entry brought with it, by the entries they are on, and under which
    version of the rules they were issued."""
    found = {str(number): _ruling_json(ruling) for number, ruling in rulings.items()}
    return json.dumps({"rules": RULES_VERSION, "on": found}, separators=(",", ":"))


def rulings_from(text: str) -> dict[int, events.Ruling]:
    return {int(number): _ruling(found) for number, found in json.loads(text)["on"].items()}


def _ruling_json(ruling: events.Ruling) -> dict[str, Any]:
    """Only what is not as usual: most rulings accept without a word."""
    found: dict[str, Any] = {"verdict": str(ruling.verdict)}
    if ruling.player is not None:
        found["player"] = ruling.player
    for name in ("faults", "advice"):
        if faults := getattr(ruling, name):
            found[name] = [_fault_json(fault) for fault in faults]
    # Only a strict block asks, and only for turns in which a play existed.
    if not ruling.counts_blank:
        found["counts_blank"] = False
    if ruling.proved is not None:
        found["proved"] = ruling.proved
    return found


def _ruling(found: dict[str, Any]) -> events.Ruling:
    return events.Ruling(
        events.Verdict(found["verdict"]),
        found.get("player"),
        tuple(_fault(one) for one in found.get("faults", ())),
        tuple(_fault(one) for one in found.get("advice", ())),
        bool(found.get("counts_blank", True)),
        found.get("proved"),
    )


def _fault_json(fault: Fault) -> list[Any]:
    cells = [list(cell) for cell in fault.cells]
    return [str(fault.rule), hand_text(fault.faces), cells, fault.detail, list(fault.values)]


def _fault(found: list[Any]) -> Fault:
    rule, faces, cells, detail, values = found
    where = tuple((int(island), int(row), int(column)) for island, row, column in cells)
    # Faults of tiles name special jokers too.
    return Fault(
        Rule(rule), parse_hand(faces, special=True), where, str(detail), tuple(map(str, values))
    )
