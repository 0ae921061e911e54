"""A story as the words and the page know a table: an account of its dice, and what is laid."""

from collections.abc import Iterable
from dataclasses import replace

from turbo.game.events import Rethrown, Thrown
from turbo.game.layout import Layout
from turbo.game.match import Match
from turbo.live.belief.hypothesis import BAG, TABLE, Body, Hypothesis
from turbo.live.laying import Laid, laid_of, laid_table
from turbo.live.tracked_dice import TrackedDice
from turbo.live.tracked_die import Episode, TrackedDie
from vision.mat.plan import Zone
from vision.reading.grid import LayoutTuning

EDGE_MM = 16.0
"""Of a die, for what asks no distance."""

_LAID: dict[int, tuple[Hypothesis, TrackedDice, Laid]] = {}


def zone_of(owner: int) -> Zone:
    return Zone.TABLE if owner == TABLE else Zone.hand(owner)


def known_of(body: Body) -> TrackedDie:
    assert body.die is not None
    tipped = body.said_of if body.tipped else None
    zone = zone_of(body.owner)
    return TrackedDie(body.die, body.face, zone, body.landed, body.cast_s, tipped=tipped)


def account_of(
    story: Hypothesis, leftover: frozenset[int] = frozenset(), edge_mm: float = EDGE_MM
) -> TrackedDice:
    account = TrackedDice(edge_mm)
    untold = _untold(story.match)
    for body in story.bodies:
        if body.die is None or body.owner == BAG:
            continue
        known = known_of(body)
        if body.is_there:
            account.lying[known.id] = known
            if body.was is not None:
                account.turned[known.id] = body.was
            if body.lost is not None and body.owner in (0, 1):
                account.episodes[body.owner].arrived.append(known.id)
                account.episodes[body.owner].taken.append(replace(known, face=body.lost))
            if body.said_of is not None and not body.tipped:
                account.answers[known.id] = body.face
            if body.owner in untold:
                account.unmatched.append(known.id)  # nobody knows where they come from
        elif body.owner == TABLE:
            account.table_away.append(known)
        else:
            account.episodes[body.owner].taken.append(known)
    account.covered = frozenset(b.id for b in story.bodies if b.is_covered)
    for die in story.extra:
        account.lying[die.id] = TrackedDie(die, die.face, die.zone)
        (account.leftover.add if die.id in leftover else account.unmatched.append)(die.id)
    _arrive(story, account)
    return account


def _untold(match: Match) -> list[int]:
    """Whose first throw is still to be told."""
    rnd, event = match.round, match.waiting
    waits = event.player if isinstance(event, Thrown | Rethrown) else None
    due = () if rnd is None else (seat for seat in (0, 1) if rnd.hands[seat] is None)
    return [seat for seat in due if match.players[seat] != waits]


def _arrive(story: Hypothesis, account: TrackedDice) -> None:
    """Dice of a throw that is not told yet have come, and those in the cup are owed."""
    now, rnd = story.open, story.match.round
    if now is None or now.cup is None or rnd is None:
        return
    episode: Episode = account.episodes[now.seat]
    for body in story.bodies:
        if body.owner == now.seat and body.is_seen and body.cast_s >= now.at_s:
            episode.arrived.append(body.id)
            episode.taken.append(known_of(body))


def seen_in(story: Hypothesis) -> tuple[TrackedDice, Laid]:
    """The account and the table of a story; read once."""
    found = _LAID.get(id(story.bodies))
    if found is None or found[0].bodies is not story.bodies or found[0].extra is not story.extra:
        if len(_LAID) > 200:
            _LAID.clear()
        account = account_of(story)
        found = _LAID[id(story.bodies)] = (story, account, laid_table(account, story.layouts))
    return found[1], found[2]


def table_of(bodies: Iterable[Body], layouts: LayoutTuning) -> Layout:
    """What is laid, of the eighteen dice alone."""
    return laid_of([known_of(body) for body in bodies], layouts).layout
