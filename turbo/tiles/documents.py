"""Tile games for programs: a layout, a refereed record, as JSON documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from turbo.game.editions import Edition
from turbo.game.events import (
    Act,
    Ended,
    Noted,
    RackBegun,
    Resigned,
    Retimed,
    Ruling,
    TableBegun,
    Verdict,
)
from turbo.game.layout import Fault, Layout
from turbo.game.messages import Language
from turbo.game.pauses import Noting, rested, seconds_between
from turbo.game.sets import Kind
from turbo.tiles.contest import Contest
from turbo.tiles.rows import Places, RowReading, TileLayout
from turbo.tiles.speech import tile_message
from turbo.tiles.transcript import Said, Told, Transcript
from turbo.tiles.umpire import judge_tiles

UNRULED = (TableBegun, RackBegun, Retimed, Resigned, Ended)
"""What only sets the stage."""


@dataclass(frozen=True, slots=True)
class Refereed:
    """A statement with its ruling, and the match after it. A pause has none."""

    said: Said
    ruling: Ruling | None
    contest: Contest


def referee_tiles(record: Transcript) -> tuple[Refereed, ...]:
    """Every statement judged in order."""
    contest, found = Contest(record.players, record.edition), []
    notes: list[Noting] = []
    for said in record.acts:
        ruling = None
        if isinstance(said.act, Noted):
            notes.append((said.act.what, said.at))
        else:
            ruling, contest = ruled(contest, said.act, said.at, notes)
        found.append(Refereed(said, ruling, contest))
    return tuple(found)


def ruled(
    contest: Contest,
    act: Act,
    at: datetime | None,
    notes: Sequence[Noting] = (),
    issued: Ruling | None = None,
) -> tuple[Ruling, Contest]:
    """The ruling on what happened then, unless it was issued already, and the match after it.
    Pauses are no part of a turn."""
    if issued is not None:
        return issued, contest.after(act, issued, at)
    # The clock of the turn that this act ends: it stands in the match before the act.
    since = None if contest.game is None else contest.game.since
    spent = seconds_between(since, at)
    played = at
    if since is not None and at is not None and spent is not None:
        # Moved back by what was rested, not the limit forward: the ruling says how long was really
        # played.
        played = at - rested(notes, since, at)
    ruling = judge_tiles(contest, act, played)
    return ruling, contest.after(act, ruling, at)


def fault_document(fault: Fault, edition: Edition, language: Language) -> dict[str, Any]:
    return {
        "rule": str(fault.rule),
        "faces": [str(face) for face in fault.faces],
        "cells": [list(cell) for cell in fault.cells],
        "message": tile_message(fault, edition, language),
    }


def check_document(layout: Layout, edition: Edition, language: Language) -> dict[str, Any]:
    """`legal` is null where only an unread tile stands between the layout and being legal."""
    judged = TileLayout(layout, edition)
    faults = judged.faults()
    return {
        # Wrong already is wrong, whatever the unread tile shows.
        "legal": None if layout.has_unread and not faults else not faults,
        "sets": [
            {
                "kind": str(_kind(readings)),
                "faces": [str(face) for face in faces],
                "readings": [_places(reading.places) for reading in readings],
            }
            for faces, readings in judged.sets()
        ],
        "faults": [fault_document(fault, edition, language) for fault in faults],
        "advice": [fault_document(hint, edition, language) for hint in judged.hints()],
    }


def _kind(readings: tuple[RowReading, ...]) -> Kind:
    """A row that could be both kinds is called a group."""
    # As with the dice, so that a program need not know which game it asks about.
    return Kind.GROUP if any(one.kind is Kind.GROUP for one in readings) else Kind.RUN


def _places(places: Places) -> list[str]:
    # A colour-change joker takes a number's place in no colour.
    return [f"{'*' if ink is None else ink.letter}{number}" for ink, number in places]


def referee_document(record: Transcript, language: Language) -> dict[str, Any]:
    refereed = referee_tiles(record)
    contest = refereed[-1].contest if refereed else Contest(record.players, record.edition)
    rulings = [
        ruling_document(one.said.line, one.ruling, record.edition, language)
        for one in refereed
        if one.ruling is not None and is_told(one.said.act, one.ruling)
    ]
    return contest_document(contest, rulings)


def is_told(act: Told, ruling: Ruling) -> bool:
    """What only sets the stage gets no ruling of its own, unless it was refused."""
    return ruling.verdict is Verdict.REJECTED or not isinstance(act, UNRULED)


def contest_document(contest: Contest, rulings: list[dict[str, Any]]) -> dict[str, Any]:
    """A match as it stands: everybody's points of each game, totals, games won."""
    names = contest.players
    return {
        "edition": contest.edition.name,
        "players": list(names),
        "rulings": rulings,
        "rounds": [
            {
                "winner": None if result.winner is None else names[result.winner],
                "by": str(result.by),
                "scores": dict(zip(names, result.points, strict=True)),
            }
            for result in contest.results
        ],
        "totals": dict(zip(names, contest.totals, strict=True)),
        "wins": dict(zip(names, contest.wins, strict=True)),
        "winner": contest.winner,
        "finished": contest.is_finished,
    }


def ruling_document(
    line: int, ruling: Ruling, edition: Edition, language: Language
) -> dict[str, Any]:
    return {
        "line": line,
        "player": ruling.player,
        "verdict": str(ruling.verdict),
        "faults": [fault_document(one, edition, language) for one in ruling.faults],
        "advice": [fault_document(one, edition, language) for one in ruling.advice],
    }
