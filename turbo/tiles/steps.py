"""A play with tiles as steps that a person can do, in the rulebook's own words.

Rows have no crossings, so that of every row that lay there the longest part that stays together is
kept where it is; what is too much is taken, and then one row after the other grows or is laid.

>>> from turbo.game.dice import parse_hand
>>> from turbo.game.editions import edition
>>> before = Layout.parse("k4 r4 b4 o4")
>>> after = Layout.parse("b3 b4 b5 b6 | k4 r4 o4")
>>> played = parse_hand("b3 b5 b6")
>>> for said in tile_hint(before, after, played, edition("original-goliath")):
...     print(said)
Take the blue 4 from the group black 4, red 4, blue 4 and orange 4.
Lay the blue 3, the blue 4, the blue 5 and the blue 6 as a run apart from the rest.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from turbo.game.dice import Face
from turbo.game.editions import Edition
from turbo.game.hints import HintedAct, HintStep
from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.game.sets import Faces, Kind
from turbo.i18n.catalogue import say
from turbo.tiles.rows import RowReader, kind_of
from turbo.tiles.speech import set_words


def tile_hint(
    before: Layout,
    after: Layout,
    played: Sequence[Face],
    edition: Edition,
    language: Language = Language.ENGLISH,
) -> tuple[str, ...]:
    """The steps from one table to the other; one sentence if there is no play."""
    if not played:
        return (say("step.no-tile", language),)
    words = set_words(edition, language)
    return tuple(step.text(language, words) for step in tile_steps(before, after, edition))


def tile_steps(before: Layout, after: Layout, edition: Edition) -> tuple[HintStep, ...]:
    """What is taken first, then the rows that grow, then those that are new."""
    rows, kept = _rows_of(after), _kept(before, after)
    takes = list(_takes(before, kept, edition))
    grown = [step for at, row in enumerate(rows) for step in _grown(row, kept.get(at), edition)]
    return (*takes, *sorted(grown, key=lambda step: step.act is HintedAct.LAY))


def _rows_of(layout: Layout) -> list[Faces]:
    return [tuple(f for row in rows for f in row if f is not None) for rows in layout.islands]


Kept = dict[int, tuple[int, Counter[Face]]]
"""By row of the new table: the old row that stays there, and the tiles of it that do."""


def _kept(before: Layout, after: Layout) -> Kept:
    """Pairs of rows, those first that have the most in common; two tiles at least stay together."""
    was, now = ([Counter(map(kind_of, row)) for row in _rows_of(one)] for one in (before, after))
    common = [
        ((mine & theirs).total(), -(mine - theirs).total(), -at, -there)
        for at, mine in enumerate(was)
        for there, theirs in enumerate(now)
    ]
    found: Kept = {}
    used: set[int] = set()
    for many, _, at, there in sorted(common, reverse=True):
        if many > 1 and -at not in used and -there not in found:
            used.add(-at)
            found[-there] = -at, was[-at] & now[-there]
    return found


def _takes(before: Layout, kept: Kept, edition: Edition) -> Iterator[HintStep]:
    stays = dict(kept.values())
    for at, row in enumerate(_rows_of(before)):
        gone = _without(row, stays.get(at, Counter()))
        if len(gone) == len(row):
            yield HintStep(HintedAct.CLEAR, gone, _kind(row, edition))
        elif gone:
            yield HintStep(HintedAct.TAKE, gone, _kind(row, edition), row)


def _grown(row: Faces, kept: tuple[int, Counter[Face]] | None, edition: Edition) -> list[HintStep]:
    lying = Counter[Face]() if kept is None else kept[1]
    fresh = _without(row, lying)
    if not fresh:
        return []
    step = HintStep(HintedAct.LAY, fresh, _kind(row, edition))
    if not lying:
        return [step]
    there = _without(row, Counter(map(kind_of, fresh)))
    return [replace(step, act=HintedAct.ADD, others=there)]


def _without(row: Faces, some: Counter[Face]) -> Faces:
    left, found = Counter(some), []
    for face in row:
        if left[kind_of(face)]:
            left[kind_of(face)] -= 1
        else:
            found.append(face)
    return tuple(found)


def _kind(row: Faces, edition: Edition) -> Kind:
    """What is said of a row; one that is both is called a group, as everywhere."""
    return Kind.RUN if RowReader(edition).kinds(row) == {Kind.RUN} else Kind.GROUP
