"""Dice that came to light: of the table, of a hand, out of the bag, or from behind something.

A die that is lifted comes back as a stranger: whether it is the same one is told from its face.
What came to light is explained in this order: a table die laid elsewhere on the table, a die laid
elsewhere with the face that it had, and what is left over was thrown or turned.
"""

import math
from collections.abc import Iterable
from dataclasses import replace

from turbo.game.dice import DICE
from turbo.live.explaining import Explaining
from turbo.live.settling import RestingDie
from turbo.live.tracked_die import (
    Episode,
    MissingDie,
    TrackedDie,
    appearance,
    may_be,
    may_be_same,
)
from vision.mat.plan import Zone


class Arrivals(Explaining):
    """Whose each new die is."""

    __slots__ = ()

    def _arrive(self, die: RestingDie, at_s: float) -> None:
        known = TrackedDie(die, self._face(die), die.zone)
        if self._from_table(known) or self._in_its_place(known):
            return
        seat = self._seat_of(known)
        if seat is None or self.was_behind(die):
            self.lying[die.id] = known
            self.unmatched.append(die.id)
            if seat is not None and self.episodes[seat].taken:
                self.episodes[seat].taken.pop(0)  # this is one of those that were missed
            return
        episode = self.episodes[seat]
        self.lying[die.id] = replace(known, die=_as_it_came(episode, die))
        episode.arrived.append(die.id)
        episode.arrived_s = at_s

    def was_behind(self, die: RestingDie) -> bool:
        """Whether it lies where something stood that hid a die, which nobody had seen before. One
        that shows what is missed was seen before, and was only moved there."""
        sources = (self.table_away, *(episode.taken for episode in self.episodes))
        if any(appearance(away.known.die) == appearance(die) for one in sources for away in one):
            return False
        return any(one.hides((die.x_mm, die.y_mm), self.edge_mm) for one in self.behind)

    def _is_pushed(self, die: RestingDie) -> bool:
        """Whether it shows what its player misses, and lies before that player: a throw has driven
        it there. One of the throw, which may lie anywhere, must not be taken for it first: also
        where it is in doubt whether this one shows that."""
        seat = die.zone.seat
        if seat is None or _is_among(die, self.table_away):
            return False
        return _is_among(die, self.episodes[seat].taken)

    def _from_table(self, known: TrackedDie) -> bool:
        """A table die that lies elsewhere, mostly on the table; in a hand it is one too many."""
        in_hand = known.die.zone is not Zone.TABLE
        if in_hand and any(self._is_missed(seat, known) for seat in (0, 1)):
            return False
        for away in self.table_away:
            is_nearly = not in_hand and may_be(known, away.known)
            if is_nearly or appearance(away.known.die) == appearance(known.die):
                self.table_away.remove(away)
                self._inherit(known, away.known)
                return True
        return False

    def _in_its_place(self, known: TrackedDie) -> bool:
        """A die that shows another face where it lay: it was turned, not thrown."""
        sources = (self.table_away, *(episode.taken for episode in self.episodes))
        mark = appearance(known.die)
        if any(appearance(away.known.die) == mark for source in sources for away in source):
            return False
        for source in sources:
            for away in source:
                # It comes to light elsewhere in this very table: here lies another.
                if appearance(away.known.die) in self._arriving:
                    continue
                if self._is_its_place(away, known.die, source is self.table_away):
                    source.remove(away)
                    self._inherit(known, away.known)
                    return True
        return False

    def _is_its_place(self, away: MissingDie, die: RestingDie, is_table: bool) -> bool:
        """A thrown die may land where one of the hand lay, but not as soon as that."""
        near = math.dist(away.known.place, (die.x_mm, die.y_mm)) <= self._mm(self.aside)
        soon = is_table or die.since_s - away.left_s < self.in_cup_s
        return near and soon and die.zone is away.known.die.zone

    def _seat_of(self, known: TrackedDie) -> int | None:
        """Whose missing dice it may be one of: those before whom it lies first."""
        owed = [seat for seat in (0, 1) if self.owed(seat) > 0]
        if known.die.zone.seat in owed:
            return known.die.zone.seat
        alike = [seat for seat in owed if self._is_missed(seat, known)]
        # What surely looks like one that is missed goes before what only may be it.
        alike = alike or [
            seat for seat in owed if _may_be_one(known.die, self.episodes[seat].taken)
        ]
        # More come than are missed, out of the bag: what is missed is hidden, and none of them.
        if not alike and self._in_play < DICE and len(self._arriving) > len(self._missing):
            return None
        # Where it looks like nobody's, whoever misses most has it: a single one may be hidden.
        return max(alike or owed, key=self.owed, default=None)

    def _is_missed(self, seat: int, known: TrackedDie) -> bool:
        """Whether more dice that look like it are gone than have come: one that has come is missed
        no more, though it is not told yet how it came to lie there."""
        mark, episode = appearance(known.die), self.episodes[seat]
        gone = sum(appearance(away.known.die) == mark for away in episode.taken)
        return gone > sum(appearance(self.lying[id_].die) == mark for id_ in episode.arrived)


def _is_among(die: RestingDie, missed: Iterable[MissingDie]) -> bool:
    """Whether it looks like one of these, or may be one as far as it can be read."""
    gone, mark = list(missed), appearance(die)
    return any(appearance(away.known.die) == mark for away in gone) or _may_be_one(die, gone)


def _may_be_one(die: RestingDie, missed: Iterable[MissingDie]) -> bool:
    return any(may_be_same(away.known.die, die) for away in missed)


def _as_it_came(episode: Episode, die: RestingDie) -> RestingDie:
    """Dice that came out of the cup may be moved aside before the others have come: they lie there
    since they came."""
    before = next((one for one in episode.moved if appearance(one) == appearance(die)), None)
    if before is None:
        return die
    episode.moved.remove(before)
    return replace(die, since_s=min(before.since_s, die.since_s))
