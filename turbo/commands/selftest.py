"""`turbo selftest`: how well dice or tiles are read on the user's own table, and what would help.

OpenCV and the networks are loaded by `run` alone, so that the other commands start without them.
"""

import argparse
import json
from contextlib import closing
from typing import TYPE_CHECKING, Any

from turbo.commands.common import FILE, count, refuse
from turbo.errors import TurboError, writing
from turbo.game.observation import Observation, SeenDie
from vision.enrolment.tally import LAYOUTS, SURE, TILE_LAYOUTS, Counts, judge, reading_rows, report

if TYPE_CHECKING:
    from vision.enrolment.dialogue import Talk
    from vision.reading.album import FaceFinder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--camera", default="0", help="a camera, phone, a video or a folder of stills (default: 0)")
    add("--calibration", **FILE, help="from 'turbo calibrate'")
    add("--layouts", type=count, default=len(LAYOUTS), metavar="N", help="how many (default: 3)")
    add("--pieces", choices=("dice", "tiles"), default="dice", help="what is laid (default: dice)")
    add("--json", **FILE, help="write the counts there as well")


def run(
    args: argparse.Namespace, reader: "FaceFinder | None" = None, talk: "Talk | None" = None
) -> int:
    from turbo.app.sight import kept_calibration
    from turbo.commands.enroll import Guided
    from vision.enrolment.dialogue import Talk

    talk = talk or Talk()
    are_tiles = args.pieces == "tiles"
    if are_tiles:
        refuse(args, {"calibration": "expected dice, not tiles"})
    layouts = TILE_LAYOUTS if are_tiles else LAYOUTS
    known = None if are_tiles else kept_calibration(args)
    with closing(Guided(args.camera, known, reader, talk, are_tiles=are_tiles)) as guided:
        test = SelfTest(guided, talk, args.pieces)
        for number in range(args.layouts):
            # Around again where more are asked for than there are: dice lie otherwise then.
            if not test.layout(layouts[number % len(layouts)]):
                break
    test.tell()
    if args.json is not None:
        with writing(args.json):
            args.json.write_text(json.dumps(test.document(), indent=1) + "\n", encoding="utf-8")
    # Few right ones are an answer too; only a test without any die is none.
    return 0 if test.judged else 1


class SelfTest(Counts):
    """Layout after layout: a look, what was read, and a person's corrections."""

    def __init__(self, guided: Any, talk: "Talk", pieces: str = "dice") -> None:
        super().__init__()
        self.guided, self.talk, self.pieces = guided, talk, pieces

    def layout(self, what: str) -> bool:
        """False when the person has had enough or the pictures are over."""
        if not self.talk.goes_on(what) or (image := self.guided.shutter.take()) is None:
            return False
        seen = self.guided.reader.read(image)
        self.count(image, seen, self._ask(self._show(seen)))
        return True

    def _show(self, seen: Observation) -> list[SeenDie]:
        """Tell what was read, row by row; the dice in that order."""
        dice = list[SeenDie]()
        for row in reading_rows(seen):
            words = []
            for i in row:
                dice.append(seen.dice[i])
                words.append(f"{len(dice)}: {_word(seen.dice[i])}")
            self.talk.say("  " + "   ".join(words))
        self.talk.say(f"{len(dice)} {self.pieces} seen")
        return dice

    def _ask(self, dice: list[SeenDie]) -> list[str]:
        """Corrections until just Enter; one that means nothing is asked for again."""
        self.talk.say(
            "What is wrong? 3 b7: number 3 is b7. 3 -: nothing there. + b7: b7 was missed."
        )
        corrections = list[str]()
        while answer := self.talk.ask("Enter if all else is right:"):
            try:
                # Only to see whether it means something: all of them are judged at the end.
                judge(dice, [*corrections, answer])
                corrections.append(answer)
            except TurboError as error:
                self.talk.say(str(error))
        return corrections

    def tell(self) -> None:
        for line in report(self.judged, SURE):
            self.talk.say(line)
        advice = self.advice()
        for line in advice:
            self.talk.say(f"better would be {line}")
        if self.qualities and not advice:
            self.talk.say("light, focus and distance are good")


def _word(die: SeenDie) -> str:
    face = str(die.readings[0].face) if die.readings else "?"
    return face if die.confidence >= SURE else f"{face} (unsure)"
