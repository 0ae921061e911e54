"""Guided commands: questions on standard output, answers from standard input, pictures between.

Scripted just as well as by hand: at the end of standard input every answer is the empty one. But
somebody must have said something: with no input at all nothing is learned, and nothing is kept.
"""

import sys
import time
from typing import TextIO

from turbo.errors import TurboError
from vision.cameras.frames import Camera, CameraLost
from vision.pictures.loading import Image

DONE = ("done", "q", "stop")
"""What people type who have had enough, besides the word that they were told."""


class Talk:
    """Says lines and asks questions."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self._in = sys.stdin if source is None else source
        self._out = sys.stdout if target is None else target
        self._is_first = True

    def say(self, text: str) -> None:
        print(text, file=self._out, flush=True)

    def ask(self, question: str) -> str:
        """The answer without blanks around it; empty for just Enter."""
        # Flushed: through a pipe the question would otherwise come after its answer.
        print(question, end=" ", file=self._out, flush=True)
        answer = self._in.readline() if self._in is not None else ""
        # Nobody pressed Enter: the next words would stand behind the question.
        if not answer.endswith("\n"):
            print(file=self._out, flush=True)
        if not answer and self._is_first:
            raise TurboError("this needs a terminal to answer questions: standard input is empty")
        self._is_first = False
        return answer.strip()

    def goes_on(self, what: str) -> bool:
        """Whether somebody has done it; False when they have had enough."""
        return self.ask(f"{what} Then Enter ('done' to stop):").lower() not in DONE


class Shutter:
    """Takes pictures from a camera when they are wanted; a lost camera is waited for a while."""

    def __init__(self, camera: Camera, talk: Talk) -> None:
        self._camera, self._talk = camera, talk
        # A telephone must be found, woken and leaned first.
        self._wait_s = float(getattr(camera, "patience_s", 15.0))

    def take(self) -> Image | None:
        """The picture as the camera sees it now; None when a file is over."""
        from vision.cameras.source import CameraEnded

        end_s, told = time.monotonic() + self._wait_s, ""
        while time.monotonic() < end_s:
            try:
                # Shorter than the whole wait, so that a camera which comes back is noticed soon.
                if (frame := self._camera.read(0.5)) is not None:
                    return frame.image
            except CameraEnded:
                return None
            except CameraLost as lost:
                # Once for each cause: a camera that is gone says so twice a second.
                if str(lost) != told:
                    self._talk.say(f"{lost}; trying again")
                told = str(lost)
        raise TurboError(told or "the camera gives no picture")
