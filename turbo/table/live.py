"""The live table: believed tables, presses and time in, events for the referee out. Pure.

`LiveTable.step` takes the match as it is and one input, and answers with at most one event. Whoever
drives it feeds that event to the referee and steps on with `Changed` and the new match, until there
is no event left. So every event is decided on the match that the one before has led to.
How events are decided stands in `turbo.table.telling`.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from turbo.game.dice import HAND, DiceSet
from turbo.game.events import (
    Event,
    HandBegun,
    HandCorrected,
    RoundStarted,
    TableBegun,
    TableCorrected,
)
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.keeping.session import Notice, Question
from turbo.table.account import Account, faces_of, has_unread
from turbo.table.audit import differences
from turbo.table.inputs import (
    Answered,
    BeginHere,
    Changed,
    Choice,
    CupHeard,
    Decided,
    Input,
    Pressed,
    Tick,
)
from turbo.table.known import Known
from turbo.table.laying import FLAT, UNMEASURED, Laid, island_places, laid_table
from turbo.table.memory import Memory, Ready
from turbo.table.questions import questions
from turbo.table.recognising import expect, recognise
from turbo.table.settling import Cause, TableDisturbed, TableSettled
from turbo.table.telling import Telling
from turbo.table.throws import (
    first_throwers,
)
from turbo.table.tuning import LiveTuning
from turbo.table.words import Words
from vision.mat.plan import Zone


@dataclass(frozen=True, slots=True)
class Step:
    """What one input comes to: at most one event, and all words and questions that stand now.

    `take_back`: the last hand-over was made by itself, and the player has gone on playing.
    """

    event: Event | None = None
    take_back: bool = False
    notices: tuple[Notice, ...] = ()
    questions: tuple[Question, ...] = ()
    table: str = ""
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    landed: tuple[int, ...] = ()
    """The dice of a throw, by number, when the event is one."""


def _by_player(press: Pressed, rnd: Round | None) -> Pressed:
    """The referee presses for who is in turn then."""
    return press if press.seat is not None or rnd is None else replace(press, seat=rnd.turn)


class LiveTable(Telling):
    """Watches one match at one table."""

    def __init__(
        self,
        edge_mm: float,
        tuning: LiveTuning | None = None,
        *,
        is_measured: bool = True,
        own: DiceSet | None = None,
    ) -> None:
        self.tuning = tuning or LiveTuning()
        self._layouts = FLAT if is_measured else UNMEASURED
        t = self.tuning
        self.account = Account(edge_mm, t.loose, t.aside, t.in_cup_s)
        self._memory = Memory()
        self._laid = Laid(Layout(), (), ())
        self._owned = own or DiceSet()
        """The user's own dice, as far as they are known."""

    def step(self, match: Match, happened: Input) -> Step:
        memory = self._memory
        if memory.joined and happened.at_s - memory.at_s >= self.tuning.blind_s:
            memory.blind, memory.sight_s = True, happened.at_s
        memory.at_s, memory.landed = happened.at_s, ()
        self._follow(match)
        self._take(match, happened)
        event = self._decide(match) if self._can_decide(match) else None
        memory.tries += event is not None
        memory.lost = (memory.settled or memory.lost) and self._is_lost(match)
        take_back = event is None and self._can_decide(match) and self._goes_on(match)
        if take_back:
            self._memory.auto = False
        return Step(
            event,
            take_back,
            tuple(self._words().all(match)),
            questions(match, self.account, self._laid, self._owned),
            str(self._laid.layout),
            (self._hand_texts(0), self._hand_texts(1)),
            self._memory.landed,
        )

    def forget_dice(self) -> None:
        """The seats or the view have changed: what lies there is compared with the match anew."""
        tuning = self.tuning
        self.account = Account(self.account.edge_mm, tuning.loose, tuning.aside, tuning.in_cup_s)
        self._memory.joined = self._memory.compared = False
        self._laid = Laid(Layout(), (), ())

    def dice_of(self, seat: int | None) -> list[int]:
        """The dice of a hand from left to right, or of the table in reading order, by number."""
        dice = list(self._laid.dice) if seat is None else self._own(seat)
        return [known.id for known in dice]

    def island_places(self) -> list[tuple[float, float, float]]:
        """The first cell of every island in millimetres, and its turn in degrees."""
        return island_places(self._laid)

    def say(self, notice: Notice, at_s: float | None = None) -> None:
        """A word about something that has just passed, or passed then."""
        from_s = self._memory.at_s if at_s is None else at_s
        self._memory.words.append((from_s + self.tuning.word_s, notice))

    def _words(self) -> Words:
        return Words(self.account, self._laid, self._memory, self.tuning)

    def _hand_texts(self, seat: int) -> tuple[str, ...]:
        return tuple(str(known.face) for known in self._own(seat))

    # What the input and the match change in what is remembered.

    def _follow(self, match: Match) -> None:
        before, self._memory.match = self._memory.match, match
        if before is None or before == match:
            return
        if (before.round, before.results) != (match.round, match.results) or match.waiting:
            self._memory.tries = self._memory.pleas = 0
        if (before.round is None) != (match.round is None) or before.results != match.results:
            self._new_round(match)
        elif match.round is not None and before.round is not None:
            self._adopt(before.round, match.round)

    def _new_round(self, match: Match) -> None:
        memory = self._memory
        memory.maybe, memory.pushed, memory.auto = [None, None], False, False
        memory.short, memory.press, memory.told, memory.ready = 0, None, None, None
        memory.again, memory.kept = None, [None, None]
        if memory.emptied:
            self.account.begin_bare()
            memory.emptied, memory.cleared = False, True
        elif match.round is None or not (memory.cleared or memory.taking_up):
            self.account.restart(stale=True)
            memory.cleared = False
        memory.taking_up = False
        self._look()

    def _adopt(self, before: Round, now: Round) -> None:
        """People's corrections tell what dice show that lie there."""
        for seat in (0, 1):
            hand = now.hands[seat]
            if hand is not None and hand != before.hands[seat]:
                self.account.adopt(self._own(seat), hand)
        if now.table != before.table:
            self.account.adopt(list(self._laid.dice), now.table.faces)
            self.account.close_pairs(before.turn)
        if before.turn != now.turn:
            self._memory.pushed = False
            self._memory.maybe[before.turn] = None
            self._memory.kept[before.turn] = self._memory.again = None
        if now.taken_up and not before.taken_up:
            self.account.restart(stale=False)
        self._look()
        self._agree(now)

    def _agree(self, rnd: Round) -> None:
        """What was turned is settled where the match has accepted what lies there."""
        if self._laid.layout.count == rnd.table.count:
            self.account.agree(Zone.TABLE)
        for seat in (0, 1):
            if Counter(faces_of(self._own(seat))) == Counter(rnd.hands[seat] or ()):
                self.account.agree(Zone.hand(seat))

    def _look(self) -> None:
        self._laid = laid_table(self.account, self._layouts)

    def _by_zones(self) -> Laid:
        """The table as somebody would see it who knows of no throw."""
        return laid_table(self.account, self._layouts, by_zones=True)

    def _take(self, match: Match, happened: Input) -> None:
        match happened:
            case TableSettled():
                self._settle(match, happened)
            case TableDisturbed():
                self._memory.settled = False
                is_hand = happened.cause is Cause.HAND
                self._memory.hand_s = happened.at_s if is_hand else None
            case Pressed():
                self._pressed(match, happened)
            case CupHeard():
                self._memory.heard_s = happened.at_s
            case Answered(question=id_, face=face):
                self.account.answer(id_, face)
                self._look()
            case Decided():
                self._decided(match, happened.choice)
            case BeginHere(starter=starter):
                self._begin_here(match, starter)
            case Tick() | Changed():
                pass

    def _settle(self, match: Match, table: TableSettled) -> None:
        memory = self._memory
        memory.settled, memory.quiet_s, memory.hand_s = True, table.at_s, None
        self.account.take(table)
        if self._was_emptied(match):
            memory.emptied = True
            self.forget_dice()
            return
        if not memory.joined:
            self._join(match)
        if match.round is None and len(table.dice) <= self.tuning.bare_table:
            memory.cleared = True
        self._look()
        if table.bump_mm:
            self.say(Notice("camera-bumped", (f"{table.bump_mm:.0f}",)))
        if not memory.compared:
            memory.compared = True
            differs = bool(differences(match, self.account, self._laid))
            memory.emptied = memory.emptied and differs
            memory.asking = differs and not memory.emptied

    def _was_emptied(self, match: Match) -> bool:
        """Eighteen dice were in the round, and now they are in the bag."""
        rnd, memory = match.round, self._memory
        if rnd is None or None in rnd.hands or not (memory.joined or memory.emptied):
            return False
        return len(self.account.lying) <= self.tuning.bare_table

    def _join(self, match: Match) -> None:
        """The first look. In an open round the dice are those of the match, not new ones."""
        memory, rnd = self._memory, match.round
        memory.joined = True
        memory.cleared = len(self.account.lying) <= self.tuning.bare_table
        if rnd is None:
            if len(self.account.lying) != HAND:
                self.account.restart(stale=True)
            else:
                memory.cleared = True
            return
        if rnd.hands != (None, None):
            self._claim(rnd)

    def _claim(self, rnd: Round) -> None:
        """Nine dice before a player who has not thrown yet are a throw; all others are known."""
        waiting = [Zone.hand(seat) for seat in first_throwers(rnd)]
        self.account.strangers = [
            id_ for id_ in self.account.strangers if self.account.lying[id_].die.zone in waiting
        ]

    def _pressed(self, match: Match, press: Pressed) -> None:
        rnd, again = match.round, self._memory.again
        if again is not None:
            self._decided_again(lay_badly=press.seat != 1 - again.seat)
            return
        if press.seat is None and self._memory.lost and self._turn_ended(match):
            return
        press = _by_player(press, rnd)
        self._memory.presser = press.seat
        if rnd is not None and press.seat == 1 - rnd.turn and not self._has_acted(rnd, press.seat):
            self.say(Notice("not-your-turn", (match.players[rnd.turn],)))
            self._memory.pleas += 1
            return
        if self._waiting(match) is not None:
            self.say(Notice("answer-first"))
            self._memory.tries += 1
            return
        self._memory.press, self._memory.pressed_on = press, None

    def _has_acted(self, rnd: Round, seat: int) -> bool:
        """Who presses after a throw that came up as before acts on it: the other's turn was over
        before that."""
        cup = self._memory.maybe[seat]
        is_over = rnd.phase is Phase.TO_PLAY or self._memory.maybe[rnd.turn] is not None
        if cup is None or not is_over:
            return False
        self._memory.ready = Ready(seat, cup, ())
        return True

    def _decided_again(self, *, lay_badly: bool) -> None:
        """The thrower's button says so, the other player's objects."""
        if self._memory.again is not None:
            self._memory.again = replace(self._memory.again, lay_badly=lay_badly)

    def _decided(self, match: Match, choice: Choice) -> None:
        memory, rnd = self._memory, match.round
        if choice in (Choice.COCKED, Choice.AGAIN):
            self._decided_again(lay_badly=choice is Choice.COCKED)
            return
        if not memory.asking or rnd is None:
            return
        memory.asking = False
        compare = expect if choice is Choice.STORE else recognise
        for dice, faces in self._parts(rnd):
            compare(self.account, dice, faces)
        self._look()
        if choice is Choice.TABLE:
            memory.queue += self._corrections(match, rnd)

    def _parts(self, rnd: Round) -> list[tuple[list[Known], Faces]]:
        """The dice of each place that lie there, and the faces that the match has there. In a play
        dice of the hand may lie on the table already."""
        hands = [(self._own(seat), rnd.hands[seat] or ()) for seat in (0, 1)]
        table = (list(self._laid.dice), rnd.table.faces)
        if rnd.phase is not Phase.TO_PLAY:
            return [*hands, table]
        mine, faces = hands[rnd.turn]
        return [hands[1 - rnd.turn], ([*mine, *table[0]], (*faces, *table[1]))]

    def _corrections(self, match: Match, rnd: Round) -> Iterator[Event]:
        """What lies there is right: the match is set to it."""
        table = self._laid.layout
        if Counter(table.faces) != rnd.table.count:
            yield TableCorrected(table)
        for seat in (0, 1):
            seen, hand = faces_of(self._own(seat)), rnd.hands[seat]
            if hand is not None and seen and Counter(seen) != Counter(hand):
                yield HandCorrected(match.players[seat], seen)

    def _begin_here(self, match: Match, starter: str) -> None:
        """Take up a round from what lies there, if all of it can be read."""
        if match.round is not None:
            if not self._take_up_again(match, starter):
                self.say(Notice("cannot-begin"))
            return
        dice = list(self.account.lying.values())
        self.account.restart(stale=False)
        self._look()
        table, hands = self._laid.layout, [faces_of(self._own(seat)) for seat in (0, 1)]
        is_fit = all(1 <= len(hand) <= HAND for hand in hands) and not has_unread(dice)
        if not table.is_legal or not is_fit:
            self.say(Notice("cannot-begin"))
            return
        self._memory.taking_up = True
        begun = [TableBegun(table)] if table.islands else []
        named = zip(match.players, hands, strict=True)
        self._memory.queue += [RoundStarted(starter), *begun, *(HandBegun(n, h) for n, h in named)]
