"""The talk of `turbo enroll`: looks, questions and answers until the dice are known."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median

import numpy as np

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import DICE, UNREAD, Colour, DiceSet, Face, Mark, hand_text
from turbo.game.observation import Observation, Point, SeenDie
from vision.enrolment import enrolment
from vision.enrolment.dialogue import DONE, Shutter, Talk
from vision.mat.calibration import Calibration
from vision.mat.pose import Array, CameraModel
from vision.pictures.loading import Image
from vision.reading.album import FaceFinder
from vision.reading.ink import appearance, ink_colour, upright
from vision.reading.own_dice import ink_note

FEWEST_EDGES = 3
"""Dice that must be measured before their edge is believed."""

TOUCHING = 1.12
"""Dice nearer than so many edges touch: rows laid by hand have gaps of up to a millimetre."""


class Scale:
    """Places of dice in edges, by the calibration or else by the dice themselves; and the edge.

    The edge is the distance of dice that touch: what a reader takes for the rim of a rounded face
    may be off, its centre is not."""

    def __init__(self, calibration: Calibration | None, edge_mm: float | None) -> None:
        self._calibration, self._given_mm = calibration, edge_mm
        self._measured: list[float] = []

    @property
    def can_measure(self) -> bool:
        return self._calibration is not None and self._given_mm is None

    def detections(self, seen: Observation) -> list[enrolment.LessonDetection]:
        """The dice of a look, where they lie."""
        places = zip(self._places(seen), seen.dice, strict=True)
        return [enrolment.LessonDetection(at, die.readings) for at, die in places]

    def _places(self, seen: Observation) -> list[Point]:
        if self._calibration is not None:
            edge_mm = self._calibration.edge_mm
            return [
                # Rows are counted from above: on the mat y points up, in a picture down.
                (x / edge_mm, -y / edge_mm)
                for x, y in (self._calibration.to_mm(die.centre_px) for die in seen.dice)
            ]
        size_px = median([_size_px(die) for die in seen.dice]) if seen.dice else 1.0
        return [(die.centre_px[0] / size_px, die.centre_px[1] / size_px) for die in seen.dice]

    def measure(self, seen: Observation) -> None:
        """From dice that lie in rows and touch."""
        if self._calibration is not None and len(seen.dice) >= FEWEST_EDGES:
            centres = np.array([die.centre_px for die in seen.dice])
            self._measured = touching_distances(centres, self._calibration.camera)

    @property
    def edge_mm(self) -> float:
        """As a person has said, else as measured, else as calibrated, else the usual."""
        if self._given_mm is not None:
            return self._given_mm
        if len(self._measured) < FEWEST_EDGES:
            return self._calibration.edge_mm if self._calibration else DiceSet().edge_mm
        # To a tenth: dice are made to it, and one more digit would be the camera's, not theirs.
        return round(float(np.clip(median(self._measured), 5.0, 60.0)), 1)

    def told(self) -> str:
        if self._given_mm is None and len(self._measured) >= FEWEST_EDGES:
            low, high = min(self._measured), max(self._measured)
            return f"edge {self.edge_mm} mm, by {len(self._measured)} dice, {low:.1f}-{high:.1f}"
        return f"edge {self.edge_mm} mm, not measured"


def touching_distances(centres_px: Array, camera: CameraModel) -> list[float]:
    """How far each die is from its nearest neighbour, in millimetres at the height that this
    distance, an edge, tells; dice that lie apart are left out."""
    nearest, edge_mm = np.zeros(len(centres_px)), DiceSet().edge_mm
    # Height and edge hang on each other: each round finds one by the other.
    for _ in range(4):
        places = camera.to_mm(centres_px, edge_mm)
        apart = np.linalg.norm(places[:, None] - places[None], axis=2)
        np.fill_diagonal(apart, np.inf)
        nearest = apart.min(axis=1)
        # By the nearest quarter: some may lie apart.
        edge_mm = float(np.clip(np.percentile(nearest, 25), 5.0, 60.0))
    return [float(one) for one in nearest if one <= TOUCHING * edge_mm]


def _size_px(die: SeenDie) -> float:
    corners = np.array(die.corners_px)
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


class Inks:
    """What sure faces show besides: the colours of the inks, and how 6 and 9 are marked."""

    def __init__(self) -> None:
        self.marks: Counter[Mark] = Counter()
        self.colours: defaultdict[Colour, list[tuple[float, float, float]]] = defaultdict(list)

    def learn(self, image: Image, dice: Sequence[SeenDie]) -> None:
        for die in dice:
            # An ink or a mark learned from a misread face would misread others by it later.
            if die.doubts or die.confidence < enrolment.Enrolment().tuning.sure:
                continue
            shown, face = die.readings[0].face, upright(image, die)
            if shown.colour is not None:
                self.colours[shown.colour].append(ink_colour(face))
            if shown.number in (6, 9):
                self.marks[appearance(face)] += 1

    def mark(self, before: Mark) -> Mark:
        """What most of the sixes and nines show."""
        return self.marks.most_common(1)[0][0] if self.marks else before

    def notes(self) -> list[str]:
        return [
            ink_note(colour, tuple(np.median(self.colours[colour], axis=0)))
            for colour in sorted(self.colours)
        ]


class Lesson:
    """Guides a person through showing the dice, and keeps what is learned."""

    def __init__(self, shutter: Shutter, reader: FaceFinder, talk: Talk, scale: Scale) -> None:
        self.shutter, self.reader, self.talk, self.scale = shutter, reader, talk, scale
        self.inks = Inks()

    def teach(self, known: DiceSet) -> DiceSet:
        """The dice known before and those shown now."""
        dice = list(known.dice)
        while len(dice) < DICE:
            batch = self._batch()
            self._ask_corrections(batch)
            # Dice that were known before stay; of a batch too many only the first ones are new.
            dice += batch.dice()[: DICE - len(dice)]
            if len(dice) >= DICE or not self._wants("More dice?"):
                break
        # After all turning: pushed together, no die lies where it was known by any more.
        self._measure()
        for hint in enrolment.inventory_hints(dice):
            self.talk.say(f"look again: {hint}")
        return DiceSet(self.scale.edge_mm, self._ask_mark(known.mark), tuple(dice))

    def _measure(self) -> None:
        if not self.scale.can_measure:
            return
        question = "For their size: push the dice together into rows that touch. Then Enter"
        if self.talk.ask(f"{question} ('skip' to leave it):").lower() in ("skip", *DONE):
            return
        image = self.shutter.take()
        if image is not None:
            self.scale.measure(self.reader.read(image))
            self.talk.say(self.scale.told())

    def _batch(self) -> enrolment.Enrolment:
        batch = enrolment.Enrolment()
        while not batch.is_whole:
            if not self.talk.goes_on(batch.step):
                break
            image = self.shutter.take()
            if image is None:
                self.talk.say("no more pictures")
                break
            self._look(batch, image)
        return batch

    def _look(self, batch: enrolment.Enrolment, image: Image) -> None:
        seen = self.reader.read(image)
        try:
            unseen = batch.look(self.scale.detections(seen), self._ask_face)
        except enrolment.LookRefused as refused:
            self.talk.say(str(refused))
            return
        self.inks.learn(image, seen.dice)
        self._tell(batch, unseen)
        # Not earlier: before all six steps a face twice only means a turn that was forgotten.
        if batch.looks == len(enrolment.STEPS):
            self._ask_doubles(batch)

    def _tell(self, batch: enrolment.Enrolment, unseen: Sequence[int]) -> None:
        self.talk.say(f"up now: {hand_text(pupil.seen[-1] for pupil in batch.pupils)}")
        if unseen:
            self.talk.say(f"not seen this time: {', '.join(map(str, unseen))}")
        self.talk.say(f"{batch.known} of {enrolment.SIDES * len(batch.pupils)} faces are known")

    def _ask_face(self, number: int, detection: enrolment.LessonDetection) -> Face:
        # More than three guesses nobody reads; who knows better types the face anyway.
        guesses = " or ".join(str(one.face) for one in detection.readings[:3]) or "nothing"
        question = f"die {number} (counted row by row from above) reads {guesses}: which face?"
        while answer := self.talk.ask(f"{question} 'y' if so, Enter if you cannot tell:"):
            if answer == "y" and detection.readings:
                return detection.readings[0].face
            try:
                return Face.parse(answer)
            except BadNotation as error:
                self.talk.say(str(error))
        return UNREAD

    def _wants(self, question: str) -> bool:
        return self.talk.ask(f"{question} [y/N]").lower() in ("y", "yes")

    def _ask_doubles(self, batch: enrolment.Enrolment) -> None:
        """A face up twice in six looks: either the die was not turned, or it carries it twice."""
        for number, pupil in enumerate(batch.pupils, 1):
            for face in pupil.repeated:
                if self._wants(f"Die {number} has shown {face} twice. Does it carry it twice?"):
                    pupil.doubles.append(face)

    def _ask_corrections(self, batch: enrolment.Enrolment) -> None:
        for number, die in enumerate(batch.dice(), 1):
            self.talk.say(f"die {number}: {die}")
        question = "Anything wrong? DIE WRONG RIGHT (such as 3 b6 b9), or Enter:"
        while batch.pupils and (answer := self.talk.ask(question)):
            try:
                which, old, new = answer.split()
                batch.correct(int(which), Face.parse(old), Face.parse(new))
                self.talk.say(f"die {which}: {batch.dice()[int(which) - 1]}")
            except BadNotation as error:
                self.talk.say(str(error))
            # After notation, which is a ValueError too and says more.
            except ValueError:
                self.talk.say("expected a die's number and two faces, such as 3 b6 b9")
            except TurboError as error:
                self.talk.say(str(error))

    def _ask_mark(self, before: Mark) -> Mark:
        """What most of the sixes and nines show, unless a person says otherwise."""
        marks, found = self.inks.marks, self.inks.mark(before)
        seen = f"{marks[found]} of {marks.total()} sixes and nines" if marks else ""
        question = f"6 and 9 are told apart by: {found}{f' ({seen})' if seen else ''}. "
        while answer := self.talk.ask(f"{question}Enter, or bar, dot, none, unknown:"):
            if answer in list(Mark):
                return Mark(answer)
            self.talk.say("expected bar, dot, none or unknown")
        return found

    def notes(self) -> list[str]:
        """Comments for the file: the inks, and how the edge was measured."""
        return [self.scale.told(), *self.inks.notes()]
