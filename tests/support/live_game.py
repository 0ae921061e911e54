"""A game acted out before the live table, for scenarios: who does what, and what came of it."""

import pickle
from collections.abc import Sequence

from tools.trials.acted_match import NAMES, Watched
from tools.trials.table_acts import HIGH_MM, PITCH_MM, ImperfectCamera, TableActs
from turbo.game.dice import Face, parse_hand
from turbo.game.events import Event, Verdict
from turbo.game.layout import Rule
from turbo.game.match import Match
from turbo.game.observation import Point
from turbo.live.inputs import Answered, BeginHere, Changed, Choice, CupHeard, Decided
from turbo.live.tuning import LiveTuning

BUTTONS_ONLY = LiveTuning(hand_over_s=None)
BY_ITSELF = LiveTuning()
SHARP = ImperfectCamera(missed=0.0, misread=0.0)

ANN, BOB = 0, 1
ANNS = "b3 b4 b5 r1 k2 o7 o8 r13 k12"
BOBS = "b6 k9 k8 o1 r12 b13 o4 r5 k1"


_OPENED: dict[tuple[LiveTuning, ImperfectCamera, int, str], bytes] = {}


class Game:
    """Dice are called by number: Ann's are 0 to 8, Bob's 9 to 17, in the order of their hands."""

    def __init__(
        self, tuning: LiveTuning = BUTTONS_ONLY, camera: ImperfectCamera = SHARP, seed: int = 1
    ):
        self.begun_with = tuning, camera, seed
        self.watched = Watched(tuning)
        self.acts = TableActs(self.watched.sees, seed, camera)
        self.mark = 0

    @property
    def match(self) -> Match:
        return self.watched.match

    def rest(self, seconds: float = 1.0) -> None:
        self.acts.rest(seconds)

    def press(self, seat: int | None) -> None:
        self.watched.press(seat)
        self.rest(0.3)

    def told(self) -> list[str]:
        """The events since the last call: the statement's word, who, and the verdict."""
        judged = self.watched.keeper.history.judged[self.mark :]
        self.mark += len(judged)
        return [_short(one.event, one.ruling.verdict) for one in judged]

    def rules(self) -> set[Rule]:
        """The rules that the last ruling names."""
        return {fault.rule for fault in self.watched.keeper.history.judged[-1].ruling.faults}

    def notices(self) -> set[str]:
        return {notice.key for notice in self.watched.last.notices}

    def row(self, seat: int, count: int = 9) -> list[Point]:
        y = HIGH_MM - 40 if seat == ANN else 40.0
        return [(60.0 + 45 * place, y) for place in range(count)]

    def throw(
        self, seat: int, text: str, names: Sequence[int] | None = None, *, to: str = "hand"
    ) -> None:
        """Throw these dice (all nine unless said) and let them come to rest."""
        names = list(range(seat * 9, seat * 9 + 9)) if names is None else names
        places = self._landed(seat, names) if to == "hand" else self.middle(len(names))
        self.acts.throw(names, parse_hand(text), places)
        self.rest(0.8)

    def _landed(self, seat: int, names: Sequence[int]) -> list[Point]:
        """Where dice come to lie: each in its column, away from where it and its neighbours lay."""
        row, first = self.row(seat, 10), 9 * seat
        columns = [row[name - first] if name - first in range(9) else row[9] for name in names]
        again = 0.0 if len(names) == 9 else (-26.0 if seat == ANN else 26.0)
        return [(x + 14, y + 12 + again) for x, y in columns]

    def middle(self, count: int) -> list[Point]:
        return self.acts.scatter(count, 30, 250, 560, 330)

    def lay(self, names: Sequence[int], at: Point = (60.0, 140.0)) -> None:
        """Lay dice in a row on the table."""
        places = {name: (at[0] + i * PITCH_MM, at[1]) for i, name in enumerate(names)}
        self.acts.carry_many(places)
        self.rest(0.8)

    def answer(self, face: str) -> None:
        tuning = LiveTuning()
        for patience_s in (tuning.ask_s, tuning.again_s):
            if not self.watched.last.questions:
                self.rest(patience_s)
        question = self.watched.last.questions[0]
        at_s = self.watched.at_s
        answered = Answered(at_s, question.id, Face.parse(face))
        self.watched.last = self.watched.dispatcher.step(answered)

    def decide(self, choice: Choice) -> None:
        self.watched.last = self.watched.dispatcher.step(Decided(self.watched.at_s, choice))

    def begin_here(self, starter: str) -> None:
        self.watched.last = self.watched.dispatcher.step(BeginHere(self.watched.at_s, starter))

    def hear_cup(self) -> None:
        self.watched.last = self.watched.dispatcher.step(CupHeard(self.watched.at_s))

    def say(self, event: Event) -> None:
        """A person says something on the dashboard."""
        self.watched.keeper.feed(event)
        self.watched.last = self.watched.dispatcher.step(Changed(self.watched.at_s))

    def opened(self, bobs: str = BOBS) -> "Game":
        """Ann has thrown, laid her run b3 b4 b5 and handed over; Bob has thrown. It is acted once:
        most stories begin so, and each gets a copy of its own."""
        assert self.watched.at_s == 0, "nothing was done yet"
        key = (*self.begun_with, bobs)
        if key not in _OPENED:
            _OPENED[key] = pickle.dumps(self._acted_opening(bobs), pickle.HIGHEST_PROTOCOL)
        copied: Game = pickle.loads(_OPENED[key])
        return copied

    def _acted_opening(self, bobs: str) -> "Game":
        self.start()
        self.throw(ANN, ANNS)
        self.lay([0, 1, 2])
        self.press(ANN)
        self.throw(BOB, bobs)
        assert self.told() == ["round Ann", "throw Ann", "table Ann", "throw Bob"]
        return self

    def start(self, seat: int = ANN) -> "Game":
        self.rest(0.6)
        self.press(seat)
        return self


def _short(event: Event, verdict: Verdict) -> str:
    word = {
        "RoundStarted": "round",
        "Thrown": "throw",
        "Rethrown": "rethrow",
        "HandedOver": "table",
        "Passed": "pass",
        "HandCorrected": "correct",
        "TableCorrected": "correct table",
        "TableBegun": "begin table",
        "HandBegun": "begin",
        "Scored": "score",
    }[type(event).__name__]
    name = getattr(event, "player", None) or getattr(event, "starter", None)
    text = word if name is None else f"{word} {name}"
    return text if verdict is Verdict.ACCEPTED else f"{text}: {verdict}"


__all__ = ["ANN", "ANNS", "BOB", "BOBS", "BUTTONS_ONLY", "NAMES", "SHARP", "Game"]
