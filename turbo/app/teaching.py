"""Lessons from the dashboard (`web.enrolment.ports`): the user's own pieces, and the self-test.

The same looks and the same counting as `turbo enroll` and `turbo selftest`, with a page instead of
a talk. The referee rests meanwhile: what lies there is no match.
"""

import threading
import time
from collections.abc import Callable
from pathlib import Path

from turbo.errors import TurboError
from turbo.game.dice import DICE, UNREAD, Colour, DiceSet, Face, Mark
from turbo.game.observation import Observation
from turbo.live.loop import LiveLoop
from vision.enrolment import enrolment
from vision.enrolment.lesson import Inks, Scale
from vision.enrolment.tally import LAYOUTS, TILE_LAYOUTS, Counts, in_reading_order
from vision.mat.calibration import Calibration, default_dice
from vision.pictures.loading import Image
from vision.reading.own_dice import load_dice, save_dice, save_inks
from web.api.refused import Refused
from web.enrolment.ports import Enrolled, LearnedDie, Tested, TestedDie

TAKE_S = 5.0
"""How long to wait for a picture that is looked at: a few times what one takes on a Pi."""

AGAIN_S = 0.1
"""How often to ask whether it has come."""

LIKELY = 4
"""Faces that are offered to tap: more than that nobody looks through before typing one."""


class TaughtLesson:
    """The user's own dice, look by look."""

    def __init__(self, known: DiceSet, calibration: Calibration | None) -> None:
        self.known, self.batch = known, enrolment.Enrolment()
        self.scale, self.inks = Scale(calibration, None), Inks()
        self.asked: dict[int, tuple[str, ...]] = {}
        self.refused = self.kept = ""

    def look(self, image: Image, seen: Observation) -> None:
        asked: dict[int, tuple[str, ...]] = {}

        def ask(number: int, detection: enrolment.LessonDetection) -> Face:
            asked[number - 1] = tuple(str(one.face) for one in detection.readings[:LIKELY])
            # Asked later, on the page: a look at nine dice must not wait for nine answers.
            return UNREAD

        try:
            self.batch.look(self.scale.detections(seen), ask)
        except enrolment.LookRefused as refused:
            # The look counts for nothing, and all that was learned before it stays.
            self.refused = str(refused)
            return
        # Only the last look's questions: an older one is of a face that is not on top any more.
        self.refused, self.asked = "", asked
        self.inks.learn(image, seen.dice)

    def pupil(self, die: int) -> enrolment.Pupil:
        if not 0 <= die < len(self.batch.pupils):
            raise TurboError(f"expected a die from 1 to {len(self.batch.pupils)}, got {die + 1}")
        return self.batch.pupils[die]

    def name(self, die: int, face: Face, instead_of: Face | None) -> None:
        pupil = self.pupil(die)
        if instead_of is not None:
            self.batch.correct(die + 1, instead_of, face)
        else:
            pupil.seen[-1] = face
            self.asked.pop(die, None)

    def keep(self, path: Path, mark: Mark) -> None:
        if not self.batch.pupils:
            raise Refused(409, "expected a die that was seen: nothing is kept", "no-dice-seen")
        # A game has eighteen: who shows one again that was known learns no nineteenth.
        dice = (*self.known.dice, *self.batch.dice())[:DICE]
        notes = [self.scale.told(), *self.inks.notes()]
        save_dice(DiceSet(self.scale.edge_mm, mark, dice), path, notes)
        self.kept = path.name

    def state(self) -> Enrolled:
        pupils = enumerate(self.batch.pupils)
        return Enrolled(
            self.batch.looks,
            len(enrolment.STEPS),
            tuple(self._learned(die, pupil) for die, pupil in pupils),
            self.refused,
            self.batch.is_whole,
            str(self.inks.mark(self.known.mark)),
            self.kept,
            tuple(enrolment.inventory_hints((*self.known.dice, *self.batch.dice()))),
        )

    def _learned(self, die: int, pupil: enrolment.Pupil) -> LearnedDie:
        faces = tuple(map(str, pupil.faces))
        # Before all six sides were up, a face that came twice may only have been looked at twice.
        repeated = (
            tuple(map(str, pupil.repeated)) if self.batch.looks >= len(enrolment.STEPS) else ()
        )
        likely, is_asked = self.asked.get(die, ()), die in self.asked
        return LearnedDie(faces, str(pupil.seen[-1]), likely, is_asked, repeated)


class TileLesson:
    """The inks of the user's own tiles: which faces there are says the box."""

    def __init__(self) -> None:
        self.looks, self.inks, self.kept = 0, Inks(), ""

    def look(self, image: Image, seen: Observation) -> None:
        self.looks += 1
        self.inks.learn(image, seen.dice)

    def keep(self, path: Path, mark: Mark) -> None:
        if not self.inks.colours:
            raise Refused(409, "expected a tile that was read surely", "no-dice-seen")
        save_inks(path, self.inks.notes())
        self.kept = path.name

    def pupil(self, die: int) -> enrolment.Pupil:
        raise TurboError("expected dice: of tiles only the inks are learned")

    def name(self, die: int, face: Face, instead_of: Face | None) -> None:
        self.pupil(die)

    def state(self) -> Enrolled:
        inks = tuple(colour.word for colour in sorted(self.inks.colours))
        is_whole = len(inks) == len(Colour)
        return Enrolled(
            self.looks, len(TILE_LAYOUTS), (), is_whole=is_whole, kept=self.kept, inks=inks
        )


class Trial:
    """The self-test: layout after layout, with a person's corrections."""

    def __init__(self) -> None:
        self.test = Counts()
        self.layouts = 0
        self.look: tuple[Image, Observation] | None = None
        self.truth: dict[int, str] = {}
        self.missed: list[str] = []

    def take(self, image: Image, seen: Observation) -> None:
        self.look, self.truth, self.missed = (image, seen), {}, []

    def corrections(self) -> list[str]:
        wrong = [f"{die + 1} {face}" for die, face in sorted(self.truth.items())]
        return [*wrong, *(f"+ {face}" for face in self.missed)]

    def judge(self, die: int | None, face: str | None) -> None:
        dice = in_reading_order(self._looked()[1])
        if die is None:
            self.missed.append(str(Face.parse(face or "")))
        elif 0 <= die < len(dice):
            # The later word about a die replaces the earlier: the page shows one answer for each.
            self.truth[die] = "-" if face is None else str(Face.parse(face))
        else:
            raise TurboError(f"expected a die from 1 to {len(dice)}, got {die + 1}")

    def _looked(self) -> tuple[Image, Observation]:
        if self.look is None:
            raise Refused(409, "expected a look first", "look-first")
        return self.look

    def next(self) -> None:
        image, seen = self._looked()
        self.test.count(image, seen, self.corrections())
        self.look, self.layouts = None, self.layouts + 1

    def state(self) -> Tested:
        found = self.test.document()
        groups = {**found["colours"], **found["numbers"]}
        return Tested(
            self.layouts % len(LAYOUTS),
            len(LAYOUTS),
            self._dice(),
            tuple(self.missed) if self.look else (),
            found["right"],
            found["of"],
            found["wrong_but_sure"],
            tuple((word, right, of) for word, (right, of) in groups.items() if of),
            tuple(self.test.weak()),
        )

    def _dice(self) -> tuple[TestedDie, ...]:
        if self.look is None:
            return ()
        dice = enumerate(in_reading_order(self.look[1]))
        reads = [(i, str(d.readings[0].face) if d.readings else "?", d.confidence) for i, d in dice]
        return tuple(TestedDie(read, self.truth.get(i, read), sure) for i, read, sure in reads)


class RunnerLessons:
    """Lessons at the table that a runner watches."""

    def __init__(
        self,
        runner: LiveLoop,
        calibration: Callable[[], Calibration | None],
        path: Path | None = None,
        *,
        learned: Callable[[Path], None] = lambda path: None,
        counted: Callable[[int, int], None] = lambda right, of: None,
    ) -> None:
        """The calibration is asked for when a lesson begins: the camera may come late, or be
        moved. `learned` is told where dice were kept, `counted` how a self-test stands."""
        self._runner, self._calibration = runner, calibration
        self._path = path or default_dice()
        self._learned, self._counted = learned, counted
        self._lock = threading.RLock()
        self._lesson: TaughtLesson | TileLesson | None = None
        self._trial: Trial | None = None

    def _take(self) -> tuple[Image, Observation]:
        """The newest picture and what was read on it, between two looks of the referee."""
        taken: list[tuple[Image, Observation]] = []
        done = threading.Event()

        def take() -> None:
            frame, seen = self._runner.read_frame, self._runner.observation
            if frame is not None and seen is not None:
                taken.append((frame.image, seen))
            done.set()

        # In the loop's own thread, so that picture and reading belong together.
        self._runner.order(take)
        if not done.wait(TAKE_S) or not taken:
            raise Refused(
                409, "expected a picture: the camera has not given one yet", "no-picture-yet"
            )
        return taken[0]

    def _open_lesson(self) -> TaughtLesson | TileLesson:
        if self._lesson is None or self._lesson.kept:
            raise Refused(409, "expected a lesson: begin one first", "no-lesson")
        return self._lesson

    def _open_trial(self) -> Trial:
        if self._trial is None:
            raise Refused(409, "expected a self-test: begin one first", "no-lesson")
        return self._trial

    def enrolled(self) -> Enrolled | None:
        with self._lock:
            return None if self._lesson is None else self._lesson.state()

    def begin_enrolment(self, *, add: bool) -> None:
        with self._lock:
            # One at a time: both would rest the same match, and the first to end would wake it.
            self._trial, self._lesson = None, self._begun(add)
            # Last: a lesson that could not begin leaves the match as it is.
            self._runner.session.rest(True)

    def _begun(self, add: bool) -> TaughtLesson | TileLesson:
        known = load_dice(self._path) if add and self._path.exists() else DiceSet()
        if len(known.dice) >= DICE:
            raise Refused(409, f"all {DICE} dice are known already", "all-known")
        return TaughtLesson(known, self._calibration())

    def look_at_dice(self) -> None:
        with self._lock:
            self._open_lesson().look(*self._take())

    def name_face(self, die: int, face: str, instead_of: str | None) -> None:
        with self._lock:
            before = None if instead_of is None else Face.parse(instead_of)
            self._open_lesson().name(die, Face.parse(face), before)

    def carries_twice(self, die: int, face: str) -> None:
        with self._lock:
            self._open_lesson().pupil(die).doubles.append(Face.parse(face))

    def keep_dice(self, mark: str) -> None:
        with self._lock:
            self._open_lesson().keep(self._path, Mark(mark))
            # After the file: what the table goes by is what was kept.
            self._learned(self._path)
            self._runner.session.rest(False)

    def tested(self) -> Tested | None:
        with self._lock:
            return None if self._trial is None else self._trial.state()

    def begin_selftest(self) -> None:
        with self._lock:
            self._lesson, self._trial = None, Trial()
            self._runner.session.rest(True)

    def look_at_layout(self) -> None:
        with self._lock:
            self._open_trial().take(*self._take())

    def judge_die(self, die: int | None, face: str | None) -> None:
        with self._lock:
            self._open_trial().judge(die, face)

    def next_layout(self) -> None:
        with self._lock:
            trial = self._open_trial()
            trial.next()
            stands = trial.state()
            self._counted(stands.right, stands.of)
            # Whoever has shown every layout has often gone back to the game: it goes on.
            self._runner.session.rest(trial.layouts % len(LAYOUTS) != 0)

    def stop_lesson(self) -> None:
        with self._lock:
            self._lesson = self._trial = None
            self._runner.session.rest(False)


class TileLessons(RunnerLessons):
    """Lessons with tiles, which are read when they lie still, and not in every picture."""

    def _begun(self, add: bool) -> TileLesson:
        return TileLesson()

    def _take(self) -> tuple[Image, Observation]:
        """What was read since somebody asked: before it, hands may have lain over the tiles."""
        asked, until_s = self._runner.read_frame, time.monotonic() + TAKE_S
        while self._runner.read_frame is asked and time.monotonic() < until_s:
            time.sleep(AGAIN_S)
        return super()._take()
