"""Whole matches at the height of events: no mechanics, no picture, thousands of them.

The players throw, play, pass and now and then misbehave; every event is what a perfect camera would
have told. Beside it stands the ledger, and for each event what the referee ought to answer.
"""

import random
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from turbo.game.dice import Face, without
from turbo.game.events import Event, HandedOver, Passed, RoundStarted, Thrown
from turbo.game.layout import EMPTY, Rule, layout_of
from turbo.game.record import Record, Statement
from turbo.game.sets import Cell, Faces
from turbo.twin.habits import Habits, Skill
from turbo.twin.inventory import SIDES, Inventory
from turbo.twin.ledger import Ledger
from turbo.twin.mischief import IN_EVENTS, MISCHIEF, MischiefMoment, mischief_named, no_set_of_three
from turbo.twin.players import two_players
from turbo.twin.state import TableState

NAMES = ("Ann", "Bob")
ROUNDS = 6
"""A match of the rules: the referee takes no seventh."""


class ToldEvent(NamedTuple):
    """An event and the answer it deserves: a rule that must be named, or none if it is honest."""

    event: Event
    rule: Rule | None = None


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that was played at the twin's table."""

    players: tuple[str, str]
    told: tuple[ToldEvent, ...]
    ledger: Ledger

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(one.event for one in self.told)

    @property
    def record(self) -> Record:
        """As a typed record: what only a live match can know is left out."""
        return Record(self.players, tuple(Statement(event) for event in self.events))


class EventMatch:
    """One match; `mischief` is its chance at every turn, `names` which of them may come."""

    def __init__(
        self,
        seed: int,
        skill: Skill = Skill.SIMPLE,
        mischief: float = 0.0,
        names: Collection[str] = IN_EVENTS,
    ) -> None:
        self.chance = random.Random(f"match {seed}")
        self.state = TableState(Inventory.dealt(seed))
        self.players = two_players(NAMES, (Habits(skill), Habits(skill)), self.chance)
        self.ledger = Ledger(NAMES)
        self.told: list[ToldEvent] = []
        self.table = EMPTY
        named = [mischief_named(name) for name in names]
        self.mischief = mischief
        self.names = {
            moment: [one.name for one in named if one.moment is moment] for moment in MischiefMoment
        }

    def play(self) -> PlayedMatch:
        starter = self.chance.randrange(2)
        for number in range(ROUNDS):
            self.play_round((starter + number) % 2)
        return PlayedMatch(NAMES, tuple(self.told), self.ledger)

    def tell(self, event: Event, rule: Rule | None = None) -> None:
        self.told.append(ToldEvent(event, rule))

    def play_round(self, starter: int) -> None:
        self.state.deal(self.chance)
        self.table = EMPTY
        self.tell(RoundStarted(NAMES[starter]))
        self.ledger.round_begun(starter)
        while self.ledger.is_round_open:
            if self.ledger.out is None:
                self.take_turn(self.ledger.turn)
            else:
                self.throw(1 - self.ledger.out)

    def take_turn(self, seat: int) -> None:
        self._misbehave(seat, MischiefMoment.BEFORE_THROW)
        hand = self.throw(seat)
        self._misbehave(seat, MischiefMoment.AFTER_THROW)
        self._misbehave(seat, MischiefMoment.PLAY)
        state = self.state
        target = self.players[seat].play(self.table, hand)
        if target is None:
            self.tell(Passed(NAMES[seat], hand))
            self.ledger.passed(seat)
        else:
            state.lay(state.arranged(target, seat), seat)
            self.table, left = target, state.hand(seat)
            self.tell(HandedOver(target, NAMES[seat], left))
            self.ledger.played(seat, target.dice, left)

    def throw(self, seat: int) -> Faces:
        """The first throw is with all nine, later ones with what the player chooses."""
        dice, known = self.state.hands[seat], self.ledger.hands[seat]
        places = range(len(dice)) if known is None else self.players[seat].to_throw(known)
        thrown = [dice[place] for place in places]
        # At the first throw all dice come from the bag: no faces went into the cup.
        cup = None if known is None else self.state.faces(thrown)
        self.state.roll(thrown, self.chance)
        hand = self.state.hand(seat)
        self.tell(Thrown(NAMES[seat], hand, cup))
        self.ledger.thrown(seat, hand)
        return hand

    def _misbehave(self, seat: int, moment: MischiefMoment) -> None:
        if self.chance.random() >= self.mischief:
            return
        names = self.names[moment]
        name = self.chance.choice(names) if names else ""
        event: Event | None = getattr(self, name.replace("-", "_"))(seat) if names else None
        if event is None:
            return
        rule = MISCHIEF[name].rule
        self.tell(event, rule)
        self.ledger.misdeed(seat, name, str(rule))

    # What is done and taken back again, each by the name of its mischief: the event that tells of
    # it, None where it cannot be done.

    def turn_die(self, seat: int) -> Event | None:
        cells = self._faces()
        for cell in self.chance.sample(sorted(cells), len(cells)):
            face = self._other_face(self.state.cells[cell], self.state.hand(seat))
            # A face that lies there already could have been moved: another fault.
            if face is not None and face not in cells.values():
                return self._over({**cells, cell: face}, seat)
        return None

    def turn_hand_die(self, seat: int) -> Event | None:
        hand = list(self.state.hand(seat))
        place = self.chance.randrange(len(hand))
        face = self._other_face(self.state.hands[seat][place], tuple(hand))
        if face is None:
            return None
        hand[place] = face
        return Passed(NAMES[seat], tuple(hand))

    def take_back(self, seat: int) -> Event | None:
        cells = self._faces()
        if not cells:
            return None
        face = cells.pop(self.chance.choice(sorted(cells)))
        return HandedOver(layout_of(cells), NAMES[seat], (*self.state.hand(seat), face))

    def add_die(self, seat: int) -> Event | None:
        shown = (*self._faces().values(), *self.state.hand(0), *self.state.hand(1))
        spare = self._other_face(self.chance.randrange(len(self.state.sides)), shown)
        if spare is None:
            return None
        # 99 is an island that no table has yet: it lies by itself.
        return self._over({**self._faces(), (99, 0, 0): spare}, seat)

    def throw_twice(self, seat: int) -> Event | None:
        hand = self.state.hand(seat)
        changed = tuple(
            self.chance.choice(self.state.inventory.dice[die].faces)
            for die in self.state.hands[seat]
        )
        return Thrown(NAMES[seat], changed, hand)

    def throw_out_of_turn(self, seat: int) -> Event | None:
        """Who has just played throws again; before the first throw this would be allowed, and over
        a throw of the one in turn it would count as that player's pass."""
        other = 1 - seat
        if not self.ledger.hands[other]:
            return None
        return self.throw_twice(other)

    def leave_touching(self, seat: int) -> Event | None:
        return self._lay(self._some(seat, 2), seat)

    def wrong_run(self, seat: int) -> Event | None:
        dice = self.state.hands[seat]
        return self._lay(no_set_of_three(dice, list(self.state.hand(seat)), self.chance), seat)

    def lone_die(self, seat: int) -> Event | None:
        return self._lay(self._some(seat, 1), seat)

    def short_throw(self, seat: int) -> Event | None:
        if self.ledger.hands[seat] is not None:
            return None
        dice = self.state.hands[seat][:-1]
        faces = tuple(self.chance.choice(self.state.inventory.dice[die].faces) for die in dice)
        return Thrown(NAMES[seat], faces)

    def play_unthrown(self, seat: int) -> Event | None:
        if self.ledger.hands[seat] is None:
            return None
        return self._lay(self._some(seat, 3), seat)

    def _some(self, seat: int, count: int) -> list[int] | None:
        dice = self.state.hands[seat]
        return self.chance.sample(dice, count) if len(dice) >= count else None

    def _lay(self, dice: list[int] | None, seat: int) -> Event | None:
        """These dice of the hand in a row by themselves."""
        if dice is None:
            return None
        row = {(99, 0, column): self.state.face(die) for column, die in enumerate(dice)}
        left = without(self.state.hand(seat), row.values())
        return HandedOver(layout_of({**self._faces(), **row}), NAMES[seat], left)

    def _over(self, cells: dict[Cell, Face], seat: int) -> Event:
        return HandedOver(layout_of(cells), NAMES[seat], self.state.hand(seat))

    def _faces(self) -> dict[Cell, Face]:
        return {cell: self.state.face(die) for cell, die in self.state.cells.items()}

    def _other_face(self, die: int, unlike: Faces) -> Face | None:
        """Another face of the die that is not among these."""
        sides = [self.state.inventory.dice[die].faces[side] for side in range(SIDES)]
        others = [face for face in sides if face != self.state.face(die) and face not in unlike]
        return self.chance.choice(others) if others else None


def events_match(
    seed: int,
    skill: Skill | str = Skill.SIMPLE,
    mischief: float = 0.0,
    names: Collection[str] = IN_EVENTS,
) -> PlayedMatch:
    """A whole match of six rounds.

    >>> played = events_match(7)
    >>> len(played.ledger.results)
    6
    """
    return EventMatch(seed, Skill(skill), mischief, names).play()
