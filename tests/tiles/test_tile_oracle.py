"""The judge of tiles against one that was written from the rulebooks without reading it.

The whole counts stand in `python -m bench.tile_matches`; here is a part of them.
"""

import pytest

from tools.trials import tile_oracle
from tools.trials.tile_agreement import TILE_EDITIONS, layout_difference, play_difference
from tools.trials.tile_layouts import layouts, plays
from turbo.game.editions import edition
from turbo.game.layout import Layout
from turbo.tiles.rows import RowReader, TileLayout

SETS = {
    "k7 r7 b7 o7": ("group", 28),
    "o8 r8 k8 b8": ("group", 32),
    "o13 r13 b13": ("group", 39),
    "b3 b4 b5 b6": ("run", 18),
    "r8 r9 r10": ("run", 27),
    "b6 b5 b4 b3": ("run", 18),
    "k12 k13 k1": ("", None),
    "b7 b7 r7": ("", None),
    "k7 r7 b7 o7 r*": ("", None),
    "k10 r10 r*": ("group", 30),
    "r* b12 b13": ("run", 36),
    "b12 b13 r*": ("", None),
    "b5 r* k*": ("both", 18),
    "r* k* o*": ("", None),
    "r2 *d r5": ("run", 14),
    "b3 r3 *d": ("group", 12),
    "r3 *d": ("", None),
    "b3 k3 r3 *d": ("", None),
    "*d o2 o3": ("", None),
    "o11 o12 *d": ("", None),
    "*d o3 o4": ("run", 10),
    "o10 o11 *d": ("run", 46),
    "b3 *d r*": ("both", 18),
    "o2 o3 *c r5": ("run", 14),
    "o2 o3 *c": ("run", 9),
    "*c o3 o4": ("run", 9),
    "o2 *c o4 o5": ("", None),
    "k3 r3 *c": ("", None),
    "o2 *c r4 *c o6": ("run", 20),
    "o2 o3 *m o3 o2": ("run", 10),
    "r3 b3 *m b3 r3": ("group", 12),
    "o4 r* o6 *m o6 k* o4": ("run", 30),
    "o3 r* o5 *m o5 o4 o3": ("run", 24),
    "o2 o3 *m o2 o3": ("", None),
    "o2 o3 *m o3": ("", None),
    "o2 o3 *m r3 r2": ("", None),
    "b3 *m b3": ("both", 6),
    "b3 b4 *m": ("", None),
    "o2 *d o5 *m o5 o4 o3 o2": ("run", 28),
}


@pytest.mark.parametrize("row", SETS)
def test_the_positions_of_the_rulebooks(row: str) -> None:
    """Both judges say what is printed."""
    kind, worth = SETS[row]
    pieces = tile_oracle.parse(row)[0]
    kinds = {"": set(), "both": {"group", "run"}}.get(kind, {kind})
    assert (set(tile_oracle.kinds(pieces)), tile_oracle.worth(pieces)) == (kinds, worth)
    faces = Layout.parse(row, special=True).faces
    reader = RowReader(edition("special"))
    assert ({str(one) for one in reader.kinds(faces)}, reader.worth(faces)) == (kinds, worth)


MENDED = {
    "a group in another order is the same group": (
        "original-jumbo", "k4 r4 b4", "b4 k4 r4 | k10 r10 o10", set[str](),
    ),
    "rearranged without a tile of the own": (
        "original-jumbo", "k4 k5 k6 k7 k8 k9", "k4 k5 k6 | k7 k8 k9",
        {"no-hand-die", "before-meld"},
    ),
    "the same table": ("original-jumbo", "k4 k5 k6", "k6 k5 k4", {"no-hand-die"}),
    "laid badly, but worth enough": ("special", "", "*c o9 o10", set[str]()),
    "the double could cover other colours": ("special", "", "k8 b8 *d", set[str]()),
    "a mirror counts both halves": ("special", "", "o8 o7 *m o7 o8", set[str]()),
    "worth too little however it is laid": ("special", "", "*c o2 o3", {"first-meld"}),
}  # fmt: skip


@pytest.mark.parametrize("case", MENDED)
def test_what_the_oracle_found(case: str) -> None:
    name, before, after, rules = MENDED[case]
    assert play_difference(before, after, name, melded=False) == ""
    rows = tile_oracle.parse(before), tile_oracle.parse(after)
    assert tile_oracle.play_faults(*rows, name, melded=False) == rules


UNREAD = {
    "? k8 o5 b10 r13": False,
    "k6 o6 ? o6": False,
    "r* k* ?": True,
    "b3 ? b5": True,
    "o2 ? r4": True,
    "? ? ? ? k1": True,
}


@pytest.mark.parametrize("row", UNREAD)
def test_an_unread_tile_is_no_excuse_for_what_is_wrong_anyway(row: str) -> None:
    faults = TileLayout(Layout.parse(row, special=True), edition("special")).faults()
    assert (not faults) is UNREAD[row]


LAYOUTS = 1000 // len(TILE_EDITIONS) + 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TILE_EDITIONS)
def test_layouts_are_judged_alike(name: str) -> None:
    found = [layout_difference(text, name) for text in layouts(name, LAYOUTS)]
    assert [said for said in found if said] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("melded", [True, False])
@pytest.mark.parametrize("name", TILE_EDITIONS)
def test_plays_are_judged_alike(name: str, melded: bool) -> None:
    found = [
        play_difference(before, after, name, melded=melded) for before, after in plays(name, 80)
    ]
    assert [said for said in found if said] == []
