"""The account of the dice: what lies where, what went out of sight, what came to light.

A die that is lifted comes back as a stranger: whether it is the same one is told from its face.
What came to light is explained in this order: a table die laid elsewhere on the table, a die laid
elsewhere with the face that it had, and what is left over was thrown or turned.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from turbo.game.dice import DICE, Face
from turbo.game.sets import Faces
from turbo.live.eighteen import Dice
from turbo.live.explaining import Explaining
from turbo.live.occlusion import StandingOccluder
from turbo.live.settling import RestingDie, Snapshot
from turbo.live.tracked_die import (
    Episode,
    MissingDie,
    TrackedDie,
    appearance,
    as_it_counts,
    chance_of,
    may_be,
    may_be_same,
    shows_another,
)
from vision.mat.plan import Zone

SURELY_A_DIE = 0.8
"""Confidence from which something beside the mat is a die that rolled off."""


@dataclass(slots=True)
class Account(Explaining):
    """All dice of the table. `take` once for every believed table."""

    edge_mm: float
    loose: float
    aside: float
    in_cup_s: float
    taken_s: float = 0.0
    """When the table was taken into account last."""
    lying: dict[int, TrackedDie] = field(default_factory=dict)
    table_away: list[MissingDie] = field(default_factory=list)
    episodes: tuple[Episode, Episode] = field(default_factory=lambda: (Episode(), Episode()))
    unmatched: list[int] = field(default_factory=list)
    """Dice that nobody missed: the first throw of a round, or dice that were added."""
    leftover: set[int] = field(default_factory=set)
    """Dice that lay there before the round began."""
    answers: dict[int, Face] = field(default_factory=dict)
    """What people said about dice that lie there."""
    _arriving: list[frozenset[Face]] = field(default_factory=list)
    behind: tuple[StandingOccluder, ...] = ()
    """What stood there when a throw was told of which a die was out of sight: it lies behind."""
    turned: dict[int, Face] = field(default_factory=dict)
    """Dice that show another face without having been out of sight, with the face before."""
    covered: frozenset[int] = frozenset()
    """Dice, by number, that lie behind something: known to be there, and not seen."""
    swapped: tuple[tuple[int, int], ...] = ()
    """Dice, by number, that the table taken last has shown to be followed in each other's stead."""

    def copy(self) -> "Account":
        """Another account that may be changed: one in a state never is."""
        return replace(
            self,
            lying=dict(self.lying),
            table_away=list(self.table_away),
            episodes=(self.episodes[0].copy(), self.episodes[1].copy()),
            unmatched=list(self.unmatched),
            leftover=set(self.leftover),
            answers=dict(self.answers),
            turned=dict(self.turned),
        )

    @property
    def is_explained(self) -> bool:
        """Whether every die is where it belongs, with the face that it had."""
        return not self.has_moved and not self.turned

    def restart(self, *, leftover: bool) -> None:
        """A new round: dice that lie there are left over from the one before, or taken up."""
        self.table_away.clear()
        self.episodes = (Episode(), Episode())
        self.turned.clear()
        self.behind = ()
        self.leftover = set(self.lying) if leftover else set()
        self.unmatched = []

    def begin_bare(self) -> None:
        """The table was bare: all that lies there came since."""
        self.restart(leftover=False)
        self.unmatched = list(self.lying)

    def agree(self, owner: Zone) -> None:
        """The dice of this owner are what the match says: none of them counts as turned, or as one
        of which nobody knows where it came from."""
        known = {id_ for id_, known in self.lying.items() if known.owner is owner}
        self.turned = {id_: face for id_, face in self.turned.items() if id_ not in known}
        self.unmatched = [id_ for id_ in self.unmatched if id_ not in known]

    @property
    def has_moved(self) -> bool:
        """Whether dice went or came that are not explained yet."""
        moves = (self.table_away, self.unmatched, *(one.taken for one in self.episodes))
        return any(moves) or any(one.arrived for one in self.episodes)

    def place_moved(self, *, keep_landed: bool = False) -> None:
        """Dice were moved unseen: all belong to whoever they lie before, but for thrown ones that
        lie where they landed, if these are known."""
        self.restart(leftover=False)
        for id_, known in list(self.lying.items()):
            landed = known.landed if keep_landed else None
            self.lying[id_] = self._placed(replace(known, landed=landed))

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
        new.sort(key=lambda die: not self._is_behind(die))  # it is known who misses that one
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

    def _is_known(self, id_: int) -> bool:
        """Whether it is explained where the die comes from."""
        arrived = (id_ in episode.arrived for episode in self.episodes)
        return id_ not in self.leftover and id_ not in self.unmatched and not any(arrived)

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

    @property
    def dice(self) -> Dice:
        """All eighteen, each in one place. Of a hand of which dice went and others came, as many
        are missing as have not come: which of them, nobody can say, so the last that went."""
        lying = [known for id_, known in self.lying.items() if id_ not in self.leftover]
        missing = list(self.table_away)
        for seat, episode in enumerate(self.episodes):
            missing += episode.taken[len(episode.taken) - max(0, self.owed(seat)) :]
        return Dice.of(lying, missing, self.covered, self.unmatched)

    @property
    def _in_play(self) -> int:
        """Dice that lie there or are out of sight."""
        owed = sum(max(0, self.owed(seat)) for seat in (0, 1))
        return len(self.lying) + len(self.table_away) + owed

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

    def tip(self, ids: Iterable[int]) -> None:
        """A throw has tipped these: they count as they did, until they are set back or thrown."""
        for id_ in ids:
            known = self.lying[id_]
            self.lying[id_] = replace(known, face=self.turned.pop(id_), tipped=known.face)

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

    def _placed(self, known: TrackedDie) -> TrackedDie:
        """To whom it belongs where it lies now."""
        if known.landed is not None and math.dist(known.place, known.landed) > self._mm(self.loose):
            known = replace(known, landed=None)
        if known.landed is None and known.die.zone is not Zone.OUTSIDE:
            known = replace(known, owner=known.die.zone)
        return known

    def _face(self, die: RestingDie) -> Face:
        return self.answers.get(die.id, die.face)

    def _mm(self, edges: float) -> float:
        return edges * self.edge_mm

    def _arrive(self, die: RestingDie, at_s: float) -> None:
        known = TrackedDie(die, self._face(die), die.zone)
        if self._from_table(known) or self._in_its_place(known):
            return
        seat = self._seat_of(known)
        if seat is None or self.was_behind(known):
            self.lying[die.id] = known
            self.unmatched.append(die.id)
            if seat is not None and self.episodes[seat].taken:
                self.episodes[seat].taken.pop(0)  # this is one of those that were missed
            return
        episode = self.episodes[seat]
        self.lying[die.id] = replace(known, die=_as_it_came(episode, die))
        episode.arrived.append(die.id)
        episode.arrived_s = at_s

    def was_behind(self, known: TrackedDie) -> bool:
        """Whether it lies where something stood that hid a die, which nobody had seen before."""
        return self._is_behind(known.die)

    def _is_behind(self, die: RestingDie) -> bool:
        """One that shows what is missed was seen before, and was only moved there."""
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

    @property
    def _missing(self) -> list[MissingDie]:
        return [away for episode in self.episodes for away in episode.taken]

    def _is_missed(self, seat: int, known: TrackedDie) -> bool:
        """Whether more dice that look like it are gone than have come: one that has come is missed
        no more, though it is not told yet how it came to lie there."""
        mark, episode = appearance(known.die), self.episodes[seat]
        gone = sum(appearance(away.known.die) == mark for away in episode.taken)
        return gone > sum(appearance(self.lying[id_].die) == mark for id_ in episode.arrived)

    def answer(self, id_: int, face: Face) -> None:
        """A person says what a die shows."""
        if id_ in self.lying:
            self.answers[id_] = face
            self.turned.pop(id_, None)
            self.lying[id_] = replace(self.lying[id_], face=face, tipped=None)

    def hand(self, seat: int) -> list[TrackedDie]:
        """The player's dice that lie there, from left to right."""
        zone = Zone.hand(seat)
        mine = [k for k in self.lying.values() if k.owner is zone and k.id not in self.leftover]
        return sorted(mine, key=lambda known: known.place)

    def zone(self, seat: int) -> list[TrackedDie]:
        """The dice that lie before the player, whoever threw them, from left to right."""
        mine = [known for known in self.lying.values() if known.die.zone is Zone.hand(seat)]
        return sorted(mine, key=lambda known: known.place)

    def table(self) -> list[TrackedDie]:
        return [
            k for k in self.lying.values() if k.owner is Zone.TABLE and k.id not in self.leftover
        ]

    def off_the_mat(self) -> list[TrackedDie]:
        return [known for known in self.lying.values() if known.die.zone is Zone.OUTSIDE]

    def adopt(self, dice: list[TrackedDie], faces: Faces) -> None:
        """People's word on what these dice show: who is read otherwise gets the likeliest."""
        if len(dice) != len(faces):
            return
        left, open_dice = list(faces), []
        for known in dice:
            # Those that are read so keep their faces: people correct the few that are not.
            if known.face in left:
                left.remove(known.face)
            else:
                open_dice.append(known)
        for face in left:
            likeliest = max(open_dice, key=lambda known: chance_of(known.die, face))
            open_dice.remove(likeliest)
            self.answer(likeliest.id, face)


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


def _is_nothing(die: RestingDie) -> bool:
    """Beside the mat lie score pads and coasters: only what is surely a die counts there."""
    return die.zone is Zone.OUTSIDE and die.confidence < SURELY_A_DIE
