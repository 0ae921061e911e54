"""How a player's moves are explained: dice laid elsewhere, pushed aside, turned, or thrown."""

import math
from dataclasses import replace

from turbo.game.dice import UNREAD
from turbo.live.dice_state import DiceState
from turbo.live.tracked_die import (
    Episode,
    MissingDie,
    TrackedDie,
    appearance,
    may_be,
    may_be_same,
    may_show,
)
from vision.mat.plan import Zone


class Explaining(DiceState):
    """Closes what is open between dice that went and dice that came."""

    __slots__ = ()

    def close_pairs(self, seat: int) -> list[tuple[MissingDie, int]]:
        """Explain arrivals as the player's own dice, laid elsewhere with the faces they had."""
        episode, pairs = self.episodes[seat], []
        for id_ in list(episode.arrived):
            known = self.lying[id_]
            away = next((a for a in episode.taken if self._is_alike(a, known)), None)
            if away is not None:
                episode.taken.remove(away)
                episode.arrived.remove(id_)
                self._inherit(known, away.known)
                pairs.append((away, id_))
        return pairs

    def close_sets(self, seat: int, in_sets: set[int]) -> None:
        """Explain arrivals that lie in sets, with the faces they had, as laid: while a throw waits
        for one die, its player may lay another, and that one was not thrown again."""
        episode = self.episodes[seat]
        for id_ in [id_ for id_ in episode.arrived if id_ in in_sets]:
            known = self.lying[id_]
            alike = [a for a in episode.taken if self._is_alike(a, known)]
            looks = [a for a in episode.taken if may_show(a.known.die, appearance(known.die))]
            # What surely looks the same goes before what only may.
            for away in (*alike, *looks)[:1]:
                episode.taken.remove(away)
                episode.arrived.remove(id_)
                self._inherit(known, away.known)

    def close_laid(self, seat: int, *, waits: bool = False) -> None:
        """Explain arrivals as dice that were pushed aside, before a throw or during it: they show
        what they showed, and came too soon after the last die went, or too near to where they lay,
        to have been in the cup; unless that place was seen bare meanwhile. `waits`: for a die that
        could not be read; who picks it up to look at it may take any time."""
        episode = self.episodes[seat]
        for id_ in sorted(self._arrived_before(seat), key=self._came_s):
            known = self.lying[id_]
            away = next(
                (a for a in episode.taken if self._was_laid(a, known, episode, waits)), None
            )
            if away is not None:
                episode.taken.remove(away)
                episode.arrived.remove(id_)
                self._inherit(known, away.known)

    def _was_laid(self, away: MissingDie, known: TrackedDie, episode: Episode, waits: bool) -> bool:
        came_s, is_doubtful = known.die.since_s, may_be_same(away.known.die, known.die)
        if not (is_doubtful or self._is_alike(away, known)) or came_s < away.left_s:
            return False
        if waits and is_doubtful and not known.die.lies_badly:
            return True
        is_near = math.dist(away.known.place, known.place) <= self._mm(self.aside)
        is_near = is_near and not away.is_lifted
        return is_near or came_s < episode.left_s + self.in_cup_s

    def turn_early(self, seat: int) -> None:
        """Beside dice that were thrown, those that came too soon after the first one went were not:
        who shows another face was turned."""
        episode = self.episodes[seat]
        soonest_s = min((away.left_s for away in episode.taken), default=0.0) + self.in_cup_s
        early = [id_ for id_ in self._arrived_before(seat) if self._came_s(id_) < soonest_s]
        # If all of them came so soon, nothing was thrown beside them: then it is judged as one act.
        for id_ in early if len(early) < len(episode.arrived) else ():
            mark = appearance(self.lying[id_].die)
            gone = [away for away in episode.taken if away.left_s <= self._came_s(id_)]
            if UNREAD in mark:
                gone = [away for away in gone if may_show(away.known.die, mark)]
            if gone:
                away = max(gone, key=lambda away: away.left_s)
                episode.taken.remove(away)
                episode.arrived.remove(id_)
                self._inherit(self.lying[id_], away.known)

    def _arrived_before(self, seat: int) -> list[int]:
        """Arrivals that lie before the player: what is pushed aside stays there."""
        zone = Zone.hand(seat)
        return [id_ for id_ in self.episodes[seat].arrived if self.lying[id_].die.zone is zone]

    def _came_s(self, id_: int) -> float:
        return self.lying[id_].die.since_s

    def settle_up(self, seat: int) -> None:
        """Close the books: arrivals are the player's dice, with other faces if it must be."""
        self.close_pairs(seat)
        episode = self.episodes[seat]
        for id_ in episode.arrived:
            away = episode.taken.pop(0) if episode.taken else None
            known = self._placed(self.lying[id_])
            self.lying[id_] = known
            if away is not None and not known.face.is_unread and not away.known.face.is_unread:
                self.turned[id_] = away.known.face
        episode.arrived, episode.moved = [], []

    def land_all(self, seat: int) -> None:
        """The arrivals were thrown; what is still out of sight stays owed."""
        episode = self.episodes[seat]
        owed = max(0, self.owed(seat))
        self.land(seat, episode.arrived)
        # Which of them are still missed nobody knows: dice leave a cup in no order.
        episode.arrived, episode.taken = [], episode.taken[len(episode.taken) - owed :]
        episode.moved = []

    def changed(self, seat: int) -> list[int]:
        """Arrivals whose faces were not among those that went: their dice were thrown."""
        episode = self.episodes[seat]
        gone, new = list(episode.taken), []
        for id_ in episode.arrived:
            known = self.lying[id_]
            away = next((one for one in gone if self._is_alike(one, known)), None)
            if away is None:
                new.append(id_)
            else:
                gone.remove(away)
        return new

    def surely_changed(self, seat: int) -> list[int]:
        """Those of them that can be read."""
        return [id_ for id_ in self.changed(seat) if not self.lying[id_].face.is_unread]

    def _is_alike(self, away: MissingDie, known: TrackedDie) -> bool:
        """Whether it may be the same die: it looks the same, or people say that it shows what that
        one showed."""
        is_said = known.id in self.answers and known.face == away.known.face
        is_tipped = away.known.tipped is not None and known.face == away.known.tipped
        if is_said or is_tipped or appearance(away.known.die) == appearance(known.die):
            return True
        return known.die.zone is Zone.TABLE and may_be(known, away.known)

    def _inherit(self, known: TrackedDie, before: TrackedDie) -> None:
        """The same die: it keeps what people said of it, if it looks as it did, and is of the hand
        that threw it, if it lies where it landed."""
        known = replace(known, owner=before.owner, landed=before.landed, landed_s=before.landed_s)
        if before.tipped is not None and known.face == before.tipped:
            known = replace(known, face=before.face, tipped=before.tipped)
            self.lying[known.id] = self._placed(known)
            return
        face, was = known.face, before.was or before.face
        if appearance(before.die) == appearance(known.die):
            face = before.face
            if before.face != known.die.face:
                self.answers[known.id] = before.face
        elif may_be(known, before):
            face = self.answers[known.id] = before.face
        if not face.is_unread and not was.is_unread and face != was:
            self.turned[known.id] = was
        self.lying[known.id] = self._placed(replace(known, face=face))
