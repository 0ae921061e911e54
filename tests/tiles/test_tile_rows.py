"""Sets, plays, first melds and scores of the tile editions: the positions of their rulebooks."""

import pytest

from turbo.game.dice import parse_hand
from turbo.game.editions import EDITIONS, edition
from turbo.game.events import HandedOver, RoundStarted, Verdict
from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.tiles.game import new_game
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles
from turbo.tiles.rows import RowReader
from turbo.tiles.score import counted


def tiles(text: str) -> Faces:
    return parse_hand(text, special=True)


SETS = """
k7 r7 b7 o7           | group | 28
o8 r8 k8 b8           | group | 32
o13 r13 b13           | group | 39
b3 b4 b5 b6           | run   | 18
r8 r9 r10             | run   | 27
b6 b5 b4 b3           | run   | 18
k12 k13 k1            | none  |
b7 b7 r7              | none  |
k7 r7 b7 o7 r*        | none  |
k10 r10 r*            | group | 30
r* b12 b13            | run   | 36
b12 b13 r*            | none  |
b5 r* k*              | both  | 18
r* k* o*              | none  |
r2 *d r5              | run   | 14
b3 r3 *d              | group | 12
r3 *d                 | none  |
b3 k3 r3 *d           | none  |
*d o2 o3              | none  |
o11 o12 *d            | none  |
*d o3 o4              | run   | 10
o10 o11 *d            | run   | 46
b3 *d r*              | both  | 18
o2 o3 *c r5           | run   | 14
o2 o3 *c              | run   | 9
*c o3 o4              | run   | 9
o2 *c o4 o5           | none  |
k3 r3 *c              | none  |
o2 *c r4 *c o6        | run   | 20
o2 o3 *m o3 o2        | run   | 10
r3 b3 *m b3 r3        | group | 12
o4 r* o6 *m o6 k* o4  | run   | 30
o3 r* o5 *m o5 o4 o3  | run   | 24
o2 o3 *m o2 o3        | none  |
o2 o3 *m o3           | none  |
o2 o3 *m r3 r2        | none  |
b3 *m b3              | both  | 6
b3 b4 *m              | none  |
o2 *d o5 *m o5 o4 o3 o2 | run | 28
"""


@pytest.mark.parametrize("row", [line for line in SETS.splitlines() if line])
def test_a_row_is_what_its_rulebook_says(row: str) -> None:
    faces, kind, worth = (part.strip() for part in row.split("|"))
    reader = RowReader(edition("special"))
    kinds = {"none": set(), "both": {"group", "run"}}.get(kind, {kind})
    assert {str(one) for one in reader.kinds(tiles(faces))} == kinds
    assert reader.worth(tiles(faces)) == (int(worth) if worth else None)
    backwards = tiles(faces)[::-1]
    assert reader.kinds(backwards) == reader.kinds(tiles(faces))
    assert reader.worth(backwards) == reader.worth(tiles(faces))


def play(name: str, before: str, rack: str, after: str, melded: bool) -> str:
    """The ruling on a hand-over, as the ids of its faults in order, or 'accepted'."""
    chosen = edition(name)
    match = TileMatch(("Ann", "Bob"), chosen)
    match = match.after(RoundStarted("Ann"), judge_tiles(match, RoundStarted("Ann")))
    table = Layout.parse(before, special=True)
    game = new_game(chosen, 2, 0)
    game = type(game)(
        0, 0, game.racks, (melded, melded), game.pool, table, shown=(None, None), turns=4
    )
    match = TileMatch(("Ann", "Bob"), chosen, game=game)
    act = HandedOver(Layout.parse(after, special=True))
    ruling = judge_tiles(match, act)
    assert ruling.verdict is not Verdict.UNSURE
    added = len(act.layout.dice) - len(table.dice)
    assert ruling.faults or added == len(tiles(rack))
    return " ".join(str(fault.rule) for fault in ruling.faults) or "accepted"


PLAYS = {
    "P1": ("b4 b5 b6 | k8 r8 o8", "b3 b8", "b3 b4 b5 b6 | k8 r8 o8 b8", "accepted"),
    "P2": ("k4 r4 b4 o4", "b3 b5 b6", "b3 b4 b5 b6 | k4 r4 o4", "accepted"),
    "P3": ("b8 b9 b10", "b11 k8 o8", "b9 b10 b11 | b8 k8 o8", "accepted"),
    "P4": ("r4 r5 r6 r7 r8", "r6", "r4 r5 r6 | r6 r7 r8", "accepted"),
    "P5": ("o1 o2 o3 o4 | k1 r1 b1 o1", "b1", "o2 o3 o4 | k1 b1 o1 | b1 o1 r1", "accepted"),
    "P6": (
        "o5 o6 o7 | r5 r6 r7 | k5 k6 k7 k8 k9",
        "k10 b5",
        "o5 r5 k5 b5 | o6 r6 k6 | o7 r7 k7 | k8 k9 k10",
        "accepted",
    ),
    "J1": ("b3 r3 k*", "o3 k9 r9", "b3 r3 o3 | k9 r9 k*", "accepted"),
    "J1b": ("b3 r3 k*", "o3 k3 k9 r9", "b3 r3 o3 k3 | k9 r9 k*", "accepted"),
    "J2": ("r2 r3 k* r5 r6", "r1 r7 o9 b9", "r1 r2 r3 | r5 r6 r7 | o9 b9 k*", "accepted"),
    "J3": ("b6 b7 k*", "b5 o9 r9", "b5 b6 b7 | o9 r9 k*", "accepted"),
    "J3b": ("b6 b7 k*", "b4", "b4 k* b6 b7", "accepted"),
    "J4": (
        "k1 k2 r* | b1 o1 r1 | b2 o2 r2",
        "r9 o9",
        "b1 o1 r1 k1 | b2 o2 r2 k2 | r9 o9 r*",
        "accepted",
    ),
    "J5": ("b3 b4 k* | b5 r5 o5 k5", "r9 o9", "b3 b4 b5 | r5 o5 k5 | r9 o9 k*", "accepted"),
    "J6": ("b3 r3 k*", "o3", "b3 r3 o3", "die-removed"),
    "J7": ("b3 r3 k*", "o3", "b3 r3 o3 | k*", "lone-die"),
    "N1": ("k4 r4 b4 o4 | b5 b6 b7", "", "k4 r4 o4 | b4 b5 b6 b7", "no-hand-die"),
    "N2": ("b3 b4 b5 b6", "k9 r9 o9", "b3 b4 b5 | k9 r9 o9", "die-removed"),
    "N3": ("b3 b4 b5", "k12 k13 k1", "b3 b4 b5 | k12 k13 k1", "not-a-set"),
    "N4": ("b3 b4 b5", "k9 r9", "b3 b4 b5 | k9 r9", "touching"),
    "N5": ("b3 b4 b5 | b3 r3 k3", "b1 b2 b3", "b3 b4 b5 | b3 r3 k3 | b1 b2 b3", "not-in-box"),
}

SPECIAL_PLAYS = {
    "S1": ("r2 *d r5", "r3 r4 k9 b9", "r2 r3 r4 r5 | k9 b9 *d", "accepted"),
    "S2": ("r2 *d r5", "r3", "r2 r3 *d r5", "not-a-set"),
    "S3": ("o2 o3 *m o3 o2", "o4 o4", "o2 o3 o4 *m o4 o3 o2", "accepted"),
    "S4": ("o2 o3 *m o3 o2", "o4", "o2 o3 o4 *m o3 o2", "not-a-set"),
    "S5": ("o2 o3 *c", "r5", "o2 o3 *c r5", "accepted"),
    "S6": ("o2 o3 *c", "o5", "o2 o3 *c o5", "not-a-set"),
}


@pytest.mark.parametrize("name", ["original-jumbo", "original-goliath", "original-french"])
@pytest.mark.parametrize(("before", "rack", "after", "ruling"), PLAYS.values(), ids=PLAYS)
def test_a_play_after_the_first_meld(
    name: str, before: str, rack: str, after: str, ruling: str
) -> None:
    assert play(name, before, rack, after, melded=True) == ruling


def test_a_third_copy_is_in_the_box_of_six() -> None:
    assert play("six", *PLAYS["N5"][:3], melded=True) == "accepted"


@pytest.mark.parametrize(
    ("before", "rack", "after", "ruling"), SPECIAL_PLAYS.values(), ids=SPECIAL_PLAYS
)
def test_a_play_with_special_jokers(before: str, rack: str, after: str, ruling: str) -> None:
    assert play("special", before, rack, after, melded=True) == ruling


MELDS = {
    "F1": ("", "k10 r10 o10", "k10 r10 o10", "accepted", "accepted"),
    "F2": ("", "k9 r9 o9", "k9 r9 o9", "first-meld", "first-meld"),
    "F3": ("", "b4 b5 b6 k5 r5 o5", "b4 b5 b6 | k5 r5 o5", "accepted", "accepted"),
    "F4": ("", "k10 r10 r*", "k10 r10 r*", "accepted", "accepted"),
    "F5": ("", "r* b12 b13", "r* b12 b13", "accepted", "accepted"),
    "F6": (
        "b4 b5 b6",
        "b3 k10 r10 o10",
        "b3 b4 b5 b6 | k10 r10 o10",
        "before-meld",
        "accepted",
    ),
    "F7": (
        "k10 r10 b10 o10",
        "b11 b12",
        "k10 r10 o10 | b10 b11 b12",
        "before-meld first-meld",
        "first-meld",
    ),
    "F8": ("b5 b6 b7", "b8 b9 b10 b11", "b5 b6 b7 b8 b9 b10 b11", "before-meld", "accepted"),
    "F9": ("b4 b5 b6", "b3", "b3 b4 b5 b6", "before-meld first-meld", "first-meld"),
    "F10": (
        "k10 r10 k*",
        "o10 b13 r13",
        "k10 r10 o10 | b13 r13 k*",
        "before-meld first-meld",
        "first-meld",
    ),
    "as its tiles could lie": ("", "r* b9 b10", "r* b9 b10", "accepted", "accepted"),
    "the same table": ("b4 b5 b6", "", "b4 b5 b6", "no-hand-die", "no-hand-die"),
    "pushed against a set": (
        "b4 b5 b6",
        "k10 r10 o10",
        "b4 b5 b6 k10 r10 o10",
        "accepted",
        "accepted",
    ),
}


@pytest.mark.parametrize(("before", "rack", "after", "apart", "same"), MELDS.values(), ids=MELDS)
def test_a_first_meld(before: str, rack: str, after: str, apart: str, same: str) -> None:
    for name in ("original-jumbo", "original-french", "special"):
        assert play(name, before, rack, after, melded=False) == apart
    for name in ("original-goliath", "six"):
        assert play(name, before, rack, after, melded=False) == same


SCORES = [
    ("original-jumbo original-french special", 0, "| k5 r* | r13 k3", (51, -35, -16)),
    ("original-goliath six six-four-jokers", 0, "| k5 r* | r13 k3", (46, -30, -16)),
    ("special", 0, "| *m | *d k1", (61, -30, -31)),
    ("original-french special original-goliath", None, "k7 | k12 | r13 k10", (21, -5, -16)),
    ("original-jumbo", None, "k7 | k12 | r13 k10", (-7, -12, -23)),
    ("original-jumbo", None, "k10 | k4 r6 | b13", (-10, -10, -13)),
    ("original-french", None, "k10 | k4 r6 | b13", (3, 0, -3)),
    ("original-french", None, "k10 | r10 | b13", (0, 0, 0)),
]


@pytest.mark.parametrize(("names", "out", "racks", "points"), SCORES)
def test_a_finished_game_scores(
    names: str, out: int | None, racks: str, points: tuple[int, ...]
) -> None:
    shown = tuple(tiles(rack) for rack in racks.split("|"))
    for name in names.split():
        assert counted(edition(name), shown, out).points == points


def test_who_wins_a_blocked_game() -> None:
    fewer = tuple(map(tiles, ("k10", "k4 r6", "b13")))
    assert counted(edition("original-jumbo"), fewer, None).winner == 0
    same = tuple(map(tiles, ("k10", "r10", "b13")))
    assert counted(edition("original-french"), same, None).winner is None


@pytest.mark.parametrize(
    ("name", "pieces"),
    {"original-jumbo": 106, "original-goliath": 106, "original-french": 106, "six": 160,
     "six-four-jokers": 108, "special": 112, "turbo": 18}.items(),
)  # fmt: skip
def test_a_box_holds_its_pieces(name: str, pieces: int) -> None:
    assert EDITIONS[name].pieces == pieces
