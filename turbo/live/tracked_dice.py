"""The tracked dice: a confirmed table is taken in, die by die.

What is gone leaves, what lies there goes on, and what is new arrives (`turbo.live.arrivals`). Of
two dice that show the same one may have been followed in the other's stead: that is found first.
"""

import math
from dataclasses import replace

from turbo.game.dice import DICE
from turbo.live.arrivals import Arrivals
from turbo.live.settling import RestingDie, Snapshot
from turbo.live.tracked_die import (
    MissingDie,
    TrackedDie,
    appearance,
    as_it_counts,
    shows_another,
)
from vision.mat.plan import Zone

SURELY_A_DIE = 0.8
"""Confidence from which something beside the mat is a die that rolled off."""


class TrackedDice(Arrivals):
    """All dice of the table. `take` once for every confirmed table."""

    __slots__ = ()

    def take(self, table: Snapshot) -> None:
        self.swapped, self.covered = (), frozenset(die.id for die in table.covered)
        dice = [die for die in table.dice if not _is_nothing(die)]
        now = {die.id: die for die in dice}
        left = dict(table.left_s)
        for id_ in [id_ for id_ in self.lying if id_ not in now]:
            # Before anything leaves: of two alike the one that lies there must not be missed for
            # the other.
            self._swap_twins(id_, now)
        for id_ in [id_ for id_ in self.lying if id_ not in now]:
            is_lifted = id_ in table.lifted
            self._leave(self.lying.pop(id_), left.get(id_, self.taken_s), is_lifted=is_lifted)
        new = [die for die in dice if die.id not in self.lying]
        new = [self._unmistaken(die, now) for die in new]
        others = [other for die in dice if (other := self._another(die, table.at_s)) is not None]
        for die in others:
            self._leave(self.lying.pop(die.id), die.since_s)
        new += others
        for die in dice:
            if die.id in self.lying:
                self._go_on(die)
        new = [die for die in new if die in others or not self._uncovered(die)]
        # What lies in the middle is first asked whether it is of the table: a throw that breaks a
        # set up may show one of its faces elsewhere.
        new.sort(key=lambda die: (die.zone is not Zone.TABLE, die.face.is_unread))
        new.sort(key=lambda die: not self._is_pushed(die))
        new.sort(key=lambda die: not self.was_behind(die))  # it is known who misses that one
        self._arriving = [appearance(die) for die in new]
        for die in new:
            self._arrive(die, table.at_s)
        self.taken_s = table.at_s
        gone = [id_ for id_ in self.answers if id_ not in now]
        for id_ in gone:
            del self.answers[id_]

    def _unmistaken(self, new: RestingDie, now: dict[int, RestingDie]) -> RestingDie:
        """A die that rolled over the place of another may have been followed in its stead: the one
        that came shows what the other showed. Then they change roles."""
        for id_, known in self.lying.items():
            die = now[id_]
            is_other = shows_another(known, die) and self._is_known(id_)
            is_other = is_other or self._is_twin(known, die, new)
            if is_other and new.face == known.face and not new.face.is_unread:
                self.lying[new.id] = replace(known, die=new)
                del self.lying[id_]
                return die
        return new

    def _is_twin(self, known: TrackedDie, followed: RestingDie, new: RestingDie) -> bool:
        """A die of the table seems to have moved, and one that shows the same came to light nearer
        to where it lay: a throw has shoved the set, and one of the thrown was followed instead."""
        is_alike = followed.face == new.face == known.face and self._is_known(known.id)
        if not is_alike or known.owner is not Zone.TABLE:
            return False
        moved_mm = math.dist(known.place, (followed.x_mm, followed.y_mm))
        nearer = math.dist(known.place, (new.x_mm, new.y_mm)) < moved_mm
        return moved_mm > self._mm(self.aside) and nearer

    def _swap_twins(self, gone: int, now: dict[int, RestingDie]) -> None:
        """Of two dice that show the same, the one that was left where it lay may have been followed
        in the stead of the one that was taken: it seems to have moved to the place of that one."""
        known, aside_mm = self.lying[gone], self._mm(self.aside)
        if not self._is_known(gone):
            return
        for id_, die in now.items():
            other = self.lying.get(id_)
            if other is None or appearance(die) != appearance(known.die) or not self._is_known(id_):
                continue
            has_come = math.dist(other.place, known.place) > aside_mm
            if has_come and math.dist((die.x_mm, die.y_mm), known.place) <= aside_mm:
                self.swap_twins(gone, id_)
                self.swapped = (*self.swapped, (gone, id_))
                return

    def swap_twins(self, one: int, other: int) -> None:
        """Two dice that show the same were followed in each other's stead."""
        first, second = self.lying[one], self.lying[other]
        self.lying[one] = replace(second, die=replace(second.die, id=one))
        self.lying[other] = replace(first, die=replace(first.die, id=other))

    def _another(self, die: RestingDie, at_s: float) -> RestingDie | None:
        """A die that was laid where one was taken may have been followed in its stead: it shows
        what a die showed that is out of sight. One of the table lies there since that one went;
        one of a hand may have been thrown and have come to lie on another: when, nobody knows."""
        known, mark = self.lying.get(die.id), appearance(die)
        if known is None or not shows_another(known, die) or not self._is_known(die.id):
            return None
        for away in self.table_away:
            if appearance(away.known.die) == mark:
                return replace(die, since_s=away.left_s)
        in_hand = (away for episode in self.episodes for away in episode.taken)
        is_of_hand = any(appearance(away.known.die) == mark for away in in_hand)
        return replace(die, since_s=at_s) if is_of_hand else None

    def _leave(self, known: TrackedDie, at_s: float, *, is_lifted: bool = False) -> None:
        known = replace(as_it_counts(known), was=self.turned.pop(known.id, None))
        if known.id in self.leftover:
            self.leftover.discard(known.id)
            return
        if known.id in self.unmatched:
            self.unmatched.remove(known.id)
            return
        # The side of a die that leaned, or what is no die: nobody misses it.
        is_missed = not known.face.is_unread or self._in_play < DICE
        # First who threw it: it may have rolled before the other player.
        for episode in (one for one in self.episodes if known.id in one.arrived):
            episode.arrived.remove(known.id)
            if is_missed:
                episode.moved.append(known.die)
            return
        for seat, episode in enumerate(self.episodes):
            if is_missed and known.owner is Zone.hand(seat):
                episode.taken.append(MissingDie(known, at_s, is_lifted))
                return
        if is_missed:
            self.table_away.append(MissingDie(known, at_s, is_lifted))

    def _go_on(self, die: RestingDie) -> None:
        """A die that lies there still, or was seen to slide. Its face is believed until another one
        is read for sure."""
        before = self.lying[die.id]
        face, tipped = self._face(die), before.tipped
        if face.is_unread or face == tipped:
            face = before.face
        elif face != before.face and not before.face.is_unread:
            self.turned.setdefault(die.id, before.face)
        if self.turned.get(die.id) == face:
            del self.turned[die.id]
        tipped = None if self._face(die) == face else tipped
        self.lying[die.id] = self._placed(replace(before, die=die, face=face, tipped=tipped))

    def _uncovered(self, die: RestingDie) -> bool:
        """A die that was covered and lies as it lay: nothing has happened to it."""
        for source in (self.table_away, *(episode.taken for episode in self.episodes)):
            away = next((away for away in source if away.known.id == die.id), None)
            if away is not None:
                source.remove(away)
                self._return(die.id, away.known)
                self._go_on(die)
                return True
        return False

    def uncover(self) -> None:
        """Nothing was seen for a while: what shows what it showed where it lay has lain there
        meanwhile, though it was not followed."""
        for episode in self.episodes:
            for id_ in list(episode.arrived):
                die = self.lying[id_].die
                away = next((one for one in episode.taken if self._lies_as_before(die, one)), None)
                if away is not None:
                    episode.taken.remove(away)
                    episode.arrived.remove(id_)
                    self._return(id_, away.known)
                    self._go_on(die)

    def _lies_as_before(self, die: RestingDie, away: MissingDie) -> bool:
        near = math.dist(away.known.place, (die.x_mm, die.y_mm)) <= self._mm(self.aside)
        return near and appearance(away.known.die) == appearance(die)

    def _return(self, id_: int, known: TrackedDie) -> None:
        if known.was is not None:
            self.turned[id_] = known.was
        self.lying[id_] = replace(known, was=None)


def _is_nothing(die: RestingDie) -> bool:
    """Beside the mat lie score pads and coasters: only what is surely a die counts there."""
    return die.zone is Zone.OUTSIDE and die.confidence < SURELY_A_DIE
