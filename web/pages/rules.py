"""The rules in short: which parts a game has, and what the edition fills into them."""

from dataclasses import dataclass
from typing import Any

from turbo.game.dice import SPECIAL
from turbo.game.editions import Blocked, Edition, Meld, PieceKind, PoolEmpty, Unfinished
from turbo.game.messages import Language
from turbo.i18n.messages import fill
from turbo.tiles.speech import set_words
from web.texts import text

DRAWN = {
    "turn": "hand b3 b4 b5 r1 k2 o7 o8 r* k12",
    "group": "table k8 r8 o8",
    "run": "table b3 b4 b5 b6",
    "cross": "table b3 b4 b5 / r3 . . / k3 . .",
    "joker": "table b3 r* b5 | k7 o7 r7",
    "end": "table k8 r8 o8 b8 | b3 b4 b5 b6",
    "score": "hand k12 r* b7",
    "tile-turn": "table b3 b4 b5 b6",
    "meld": "table k10 r10 o10",
    "tile-group": "table k7 r7 b7 o7",
    "tile-run": "table b3 b4 b5 b6",
    "tile-joker": "table b3 r* b5 | k7 o7 r*",
    "special": "table r2 *d r5 | o2 o3 *c r5 | o2 o3 *m o3 o2",
    "tile-score": "table k5 r* | r13 k3",
}
"""What is drawn beside a part, by how it is drawn: a table, or a hand."""


@dataclass(frozen=True, slots=True)
class RulePart:
    """A heading, what is said under it, and what shows it: how, and in notation."""

    key: str
    title: str
    text: str
    drawn_as: str = ""
    drawn: str = ""


def rules_of(edition: Edition, language: Language) -> list[RulePart]:
    words = dict(set_words(edition, language)) | _values(edition)
    found = []
    for key, sentences in _PARTS[edition.piece](edition):
        said = [fill(text(f"rules.{one}", language), language, **words) for one in sentences]
        title = fill(text(f"rules.{key}", language), language, **words)
        drawn_as, _, drawn = DRAWN.get(key, "").partition(" ")
        found.append(RulePart(key, title[0].upper() + title[1:], " ".join(said), drawn_as, drawn))
    return found


Parts = list[tuple[str, tuple[str, ...]]]


def _dice_parts(_: Edition) -> Parts:
    keys = ("turn", "group", "run", "cross", "joker", "end", "score")
    return [(key, (f"{key}-text",)) for key in keys]


def _tile_parts(edition: Edition) -> Parts:
    """Every sentence is chosen by the edition's own value: a new edition needs none of its own."""
    then = "meld-apart" if edition.meld_then is Meld.APART else "meld-at-once"
    back = "back-all" if edition.unfinished is Unfinished.RESTORE else "back-own"
    timed = ("time-text", back) if edition.time_s is not None else ("time-none", back)
    lost = ("lost-costs",) if edition.lost_costs else ()
    redeal = ("redeal-text",) if edition.redeal_pairs is not None else ()
    pool = "pool-last" if edition.pool_empty is PoolEmpty.LAST_TURNS else "pool-until"
    sums = "blocked-sums" if edition.blocked is Blocked.OWN_SUMS else "blocked-differences"
    wins = ("counts-games",) if edition.counts_games else ()
    special = any(number in SPECIAL for number in edition.jokers)
    jokers: Parts = [("special", ("special-text",))] if special else []
    return [
        ("tile-turn", ("tile-turn-text", *redeal)),
        ("meld", ("meld-text", then)),
        ("tile-group", ("tile-group-text",)),
        ("tile-run", ("tile-run-text",)),
        ("tile-joker", ("tile-joker-text",)),
        *jokers,
        ("time", (*timed, *lost)),
        ("tile-end", ("tile-end-text", pool, sums)),
        ("tile-score", ("tile-score-text", *wins)),
    ]


_PARTS = {PieceKind.DIE: _dice_parts, PieceKind.TILE: _tile_parts}


def _values(edition: Edition) -> dict[str, Any]:
    return {
        "hand": edition.hand,
        "box": edition.pieces,
        "worth": edition.first_meld,
        "seconds": edition.time_s or 0,
        "late": edition.late_untouched,
        "penalty": edition.late_unfinished,
        "pairs": edition.redeal_pairs or 0,
        "joker": edition.joker_points,
    }
