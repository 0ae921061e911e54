"""Whole matches acted out before the live table, and the truth to hold its match against.

Simple players: they throw what they like, lay sets, lengthen, complete and cross what lies there,
tidy their dice, and press their button or forget to. The truth is kept in their own words.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.trials.table_acts import HIGH_MM, PITCH_MM, PLAN, WIDE_MM, ImperfectCamera, TableActs
from turbo.game.dice import PRESUMED_FACES, Colour, Face
from turbo.game.events import HandedOver, Passed, Rethrown, RoundStarted, Thrown, Verdict
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase, Round
from turbo.game.observation import Observation, Point
from turbo.game.sets import set_in
from turbo.live.dispatcher import Dispatcher, HistoryKeeper, LiveTable
from turbo.live.inputs import PressedButton, Tick
from turbo.live.laying import same_layout
from turbo.live.machine import StepResult
from turbo.live.settling import Settler
from turbo.live.tuning import LiveTuning
from turbo.storage.history import History

NAMES = ("Ann", "Bob")
SLOTS = [(x, y) for y in (125.0, 205.0, 285.0) for x in (24.0, 216.0, 408.0)]
"""Where islands begin: room for eleven dice across and four down."""


class Watched:
    """A live table that watches acts."""

    def __init__(self, tuning: LiveTuning | None = None, match: Match | None = None) -> None:
        history = History(NAMES if match is None else match.players)
        self.keeper = HistoryKeeper(history)
        self.settler = Settler(PLAN)
        self.table = LiveTable(PLAN.edge_mm, tuning)
        self.dispatcher = Dispatcher(self.table, self.keeper)
        self.last = StepResult()
        self.at_s = 0.0

    def sees(self, at_s: float, seen: Observation) -> None:
        self.at_s = at_s
        happened = self.settler.step(at_s, seen)
        if happened is not None:
            self.last = self.dispatcher.step(happened)
        self.last = self.dispatcher.step(Tick(at_s, self.settler.is_as_before))

    def press(self, seat: int | None, at_s: float | None = None) -> None:
        """Now, or at a time since the last picture: who presses in the dark is not seen."""
        self.last = self.dispatcher.step(PressedButton(self.at_s if at_s is None else at_s, seat))

    @property
    def match(self) -> Match:
        match: Match = self.keeper.match
        return match

    def events(self) -> list[str]:
        """What happened in the eyes of the live table, as lines to compare."""
        return [told_line(one.event, one.ruling.verdict) for one in self.keeper.history.judged]


def told_line(event: object, verdict: Verdict) -> str:
    mark = "" if verdict is Verdict.ACCEPTED else f" ({verdict})"
    match event:
        case RoundStarted(starter):
            return f"round {starter}{mark}"
        case Thrown(player, hand) | Rethrown(player, hand):
            return f"throw {player} {_sorted(hand)}{mark}"
        case HandedOver(layout, player):
            return f"table {player} {layout}{mark}"
        case Passed(player):
            return f"pass {player}{mark}"
    return f"{type(event).__name__}{mark}"


def _sorted(faces: object) -> str:
    return " ".join(sorted(map(str, faces)))  # type: ignore[call-overload]


def same_line(one: str, other: str) -> bool:
    """Whether two lines tell the same; a table may be written down in another order."""
    if not (one.startswith("table ") and other.startswith("table ")):
        return one == other
    _, name, layout = one.split(" ", 2)
    _, other_name, other_layout = other.split(" ", 2)
    if ("(" in layout) != ("(" in other_layout) or name != other_name:
        return False
    cut = layout.partition(" (")[0], other_layout.partition(" (")[0]
    return same_layout(Layout.parse(cut[0]), Layout.parse(cut[1]))


@dataclass
class Island:
    line: list[int]
    slot: Point
    down: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Habits:
    """How the players behave; each is a chance."""

    forget_button: float = 0.3
    tidy: float = 0.6
    """Thrown dice are sorted before the player."""
    nudge: float = 0.3
    """A die is pushed about for no reason."""
    into_middle: float = 0.5
    """The cup is poured out in the middle."""
    keep: float = 0.5
    """A part of the hand is kept."""
    aside: float = 0.4
    """Dice that are kept are pushed or laid aside before the throw."""
    waits_s: float = 0.0
    """How long a player who looks at the lamps waits until the referee is with the game."""


class ActedMatch:
    """Plays rounds before a `Watched` table and writes down what truly happened."""

    def __init__(
        self,
        seed: int,
        *,
        habits: Habits | None = None,
        camera: ImperfectCamera | None = None,
        tuning: LiveTuning | None = None,
    ) -> None:
        self.random = random.Random(seed)
        self.habits = habits or Habits()
        self.watched = Watched(tuning)
        self.acts = TableActs(self.watched.sees, seed, camera or ImperfectCamera())
        self.truth: list[str] = []
        self.results: list[tuple[str | None, int]] = []
        self.faces: dict[int, Face] = {}

    def play(self, rounds: int) -> None:
        for number in range(rounds):
            self.play_round(number % 2)

    def play_round(self, starter: int) -> None:
        self.truth.append(f"round {NAMES[starter]}")
        names = list(range(18))
        self.random.shuffle(names)
        self.hands: list[list[int]] = [names[:9], names[9:]]
        self.thrown = [False, False]
        self.islands: list[Island] = []
        self.acts.rest(1.0)
        self.watched.press(starter, self.acts.at_s)
        self.acts.rest(0.5)
        self._turns(starter)
        self._clear_away()

    def _turns(self, starter: int) -> None:
        seat, blanks = starter, 0
        while True:
            self.throw(seat)
            played = self.lay(seat)
            self.hand_over(seat, played)
            blanks = 0 if played else blanks + 1
            if not self.hands[seat] or blanks == 6:
                return self._score(seat, blanks)
            seat = 1 - seat

    def _score(self, seat: int, blanks: int) -> None:
        if blanks == 6:
            left = [sum(self.faces[n].points for n in hand) for hand in self.hands]
            winner = None if left[0] == left[1] else NAMES[left[0] > left[1]]
            self.results.append((winner, abs(left[0] - left[1])))
            return
        if not self.thrown[1 - seat]:
            self.throw(1 - seat)
        points = sum(self.faces[name].points for name in self.hands[1 - seat])
        self.results.append((NAMES[seat], points))

    def throw(self, seat: int) -> None:
        hand = self.hands[seat]
        count = len(hand)
        if self.thrown[seat] and count > 1 and self.random.random() < self.habits.keep:
            count = self.random.randint(1, count - 1)
        cup = self.random.sample(hand, count)
        for name in cup:
            self.faces[name] = self.random.choice(PRESUMED_FACES)
        if self.random.random() < self.habits.aside:
            self.set_aside(seat, [name for name in hand if name not in cup])
        middle = self.random.random() < self.habits.into_middle
        places = self._places(seat, count, middle)
        self.acts.throw(cup, [self.faces[name] for name in cup], places)
        self.thrown[seat] = True
        shown = _sorted(self.faces[name] for name in hand)
        self.truth.append(f"throw {NAMES[seat]} {shown}")
        self.acts.rest(0.8)
        self._wait(lambda rnd: rnd.turn == seat and rnd.phase is Phase.TO_PLAY)
        if middle or self.random.random() < self.habits.tidy:
            self.tidy(seat)
        if self.random.random() < self.habits.nudge:
            self.nudge(seat)

    def _places(self, seat: int, count: int, middle: bool) -> list[Point]:
        top, bottom = (HIGH_MM - 82, HIGH_MM - 14) if seat == 0 else (14, 82)
        if middle:
            try:
                return self.acts.scatter(count, 20, 120, WIDE_MM - 20, HIGH_MM - 120)
            except ValueError:
                pass
        return self.acts.scatter(count, 20, top, WIDE_MM - 20, bottom)

    def set_aside(self, seat: int, kept: list[int]) -> None:
        """Out of the way of the throw, as a handful or one by one; the hand goes on to the cup at
        once, or rests."""
        try:
            places = self._places(seat, len(kept), False) if kept else []
        except ValueError:
            return
        moves = dict(zip(kept, places, strict=True))
        if self.random.random() < 0.5:
            self.acts.carry_many(moves)
        else:
            for name, place in moves.items():
                self._push(name, place)
        if self.random.random() < 0.5:
            self.acts.rest(0.7)

    def _push(self, name: int, place: Point) -> None:
        """In sight where the way is free, else lifted over the others."""
        die = self.acts.dice[name]
        way = [
            (die.x_mm + part * (place[0] - die.x_mm), die.y_mm + part * (place[1] - die.y_mm))
            for part in (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
        ]
        others = [(d.x_mm, d.y_mm) for n, d in self.acts.dice.items() if n != name]
        is_free = all(math.dist(step, other) > 28.0 for step in way for other in others)
        if is_free and math.dist(way[0], place) < 150.0:
            self.acts.slide(name, *place)
        else:
            self.acts.carry(name, *place)

    def tidy(self, seat: int) -> None:
        """All dice of the hand in a row before the player."""
        y = HIGH_MM - 30 if seat == 0 else 30
        free = [x for x in range(60, 580, 34)]
        moves = {}
        for name in self.hands[seat]:
            moves[name] = (float(free.pop(0)), y + self.random.uniform(-6, 6))
        self.acts.carry_many(moves)
        self.acts.rest(0.6)

    def nudge(self, seat: int) -> None:
        name = self.random.choice(self.hands[seat])
        die = self.acts.dice[name]
        around = [d for n, d in self.acts.dice.items() if n != name]
        for dx in (9.0, -9.0):
            if all(abs(d.x_mm - die.x_mm - dx) > 26 or abs(d.y_mm - die.y_mm) > 26 for d in around):
                self.acts.slide(name, die.x_mm + dx, die.y_mm)
                break
        self.acts.rest(0.6)

    def lay(self, seat: int) -> bool:
        played = False
        while self._lay_one(seat):
            played = True
        if played:
            self._arrange()
            self.acts.rest(0.6)
        return played

    def _arrange(self) -> None:
        """Lay every die of the table where it belongs now."""
        wanted: dict[int, Point] = {}
        for island in self.islands:
            x, y = island.slot
            wanted |= {name: (x + i * PITCH_MM, y) for i, name in enumerate(island.line)}
            wanted |= {name: (x, y + (i + 1) * PITCH_MM) for i, name in enumerate(island.down)}
        moves = {}
        for name, (x, y) in wanted.items():
            die = self.acts.dice[name]
            if abs(die.x_mm - x) > 4 or abs(die.y_mm - y) > 4:
                moves[name] = (x + self.random.gauss(0, 0.5), y + self.random.gauss(0, 0.5))
        names = list(moves)
        for at in range(0, len(names), 3):
            self.acts.carry_many({name: moves[name] for name in names[at : at + 3]})
            if self.random.random() < 0.5:
                self.acts.rest(0.7)

    def hand_over(self, seat: int, played: bool) -> None:
        if played:
            self.truth.append(f"table {NAMES[seat]} {self.layout()}")
        else:
            self.truth.append(f"pass {NAMES[seat]}")
        if self.random.random() >= self.habits.forget_button or not self._will_be_told(played):
            self.watched.press(seat, self.acts.at_s)
        elif played and self.random.random() < 0.5:
            self.acts.rest(7.0)
        self.acts.rest(0.5)
        if not self.hands[seat]:
            self.acts.rest(2.0)
        self._wait(lambda rnd: rnd.turn != seat)

    def _wait(self, is_with_us: Callable[[Round], bool]) -> None:
        until_s = self.acts.at_s + self.habits.waits_s
        while self.acts.at_s < until_s:
            rnd = self.watched.match.round
            if rnd is None or is_with_us(rnd):
                return
            self.acts.rest(0.5)

    def _will_be_told(self, played: bool) -> bool:
        """A pass needs a press where no later throw shows that the turn is over."""
        blanks = 0
        if not played and not all(self.thrown):
            return False
        for line in reversed(self.truth):
            if line.startswith("pass"):
                blanks += 1
            elif not line.startswith("throw"):
                break
        return played or blanks < 6

    def layout(self) -> Layout:
        islands = []
        for island in self.islands:
            rows: list[tuple[Face | None, ...]] = [tuple(self.faces[name] for name in island.line)]
            width = len(island.line)
            rows += [(self.faces[name], *[None] * (width - 1)) for name in island.down]
            islands.append(tuple(rows))
        return Layout(tuple(islands))

    def _lay_one(self, seat: int) -> bool:
        hand = self.hands[seat]
        found = set_in([self.faces[name] for name in hand])
        if found and len(self.islands) < len(SLOTS):
            used = {island.slot for island in self.islands}
            slot = next(slot for slot in SLOTS if slot not in used)
            self.islands.append(Island([self._take(hand, face) for face in found], slot))
            return True
        return any(self._add_to(island, hand) for island in self.islands)

    def _take(self, hand: list[int], face: Face) -> int:
        name = next(name for name in hand if self.faces[name] == face)
        hand.remove(name)
        return name

    def _add_to(self, island: Island, hand: list[int]) -> bool:
        line = [self.faces[name] for name in island.line]
        if any(face.is_joker for face in line):
            return False
        if line[0].number != line[1].number:
            return self._lengthen(island, line, hand) or self._cross(island, line, hand)
        return self._complete(island, line, hand)

    def _lengthen(self, island: Island, line: list[Face], hand: list[int]) -> bool:
        first, last = line[0], line[-1]
        step = 1 if (last.number or 0) > (first.number or 0) else -1
        for name in hand:
            face = self.faces[name]
            if face.colour != last.colour or face.is_joker:
                continue
            if face.number == (last.number or 0) + step:
                island.line.append(self._take(hand, face))
                return True
            if face.number == (first.number or 0) - step and not island.down:
                island.line.insert(0, self._take(hand, face))
                return True
        return False

    def _cross(self, island: Island, line: list[Face], hand: list[int]) -> bool:
        others = [Face(ink, line[0].number) for ink in Colour if ink != line[0].colour]
        held = [face for face in others if any(self.faces[n] == face for n in hand)]
        if island.down or len(held) < 2:
            return False
        island.down = [self._take(hand, face) for face in held[:2]]
        return True

    def _complete(self, island: Island, line: list[Face], hand: list[int]) -> bool:
        inks = {face.colour for face in line}
        for name in hand:
            face = self.faces[name]
            if face.number == line[0].number and face.colour not in inks:
                island.line.append(self._take(hand, face))
                return True
        return False

    def _clear_away(self) -> None:
        """All dice back into the bag."""
        self.acts.rest(0.6)
        self.acts.collect(list(self.acts.dice))
        self.acts.rest(1.0)

    def outcome(self) -> tuple[bool, str]:
        """Whether the live match equals the truth, and where it first did not."""
        told = self.watched.events()
        for place, (mine, theirs) in enumerate(zip(self.truth, told, strict=False)):
            if not same_line(mine, theirs):
                return False, f"{place}: truth {mine!r}, told {theirs!r}"
        if len(self.truth) != len(told):
            return False, f"{len(self.truth)} happened, {len(told)} told"
        return self.scores() == self.results, f"scores {self.scores()}, truth {self.results}"

    def scores(self) -> list[tuple[str | None, int]]:
        """The rounds as the referee has counted them."""
        return [
            (None if r.winner is None else NAMES[r.winner], r.points)
            for r in self.watched.match.results
        ]
