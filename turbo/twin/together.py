"""Two things at once: motions of one player while those of the other go on."""

from collections.abc import Callable, Iterator

from turbo.twin.table import TableMotion


class Playing:
    """Motions that are played one after the other as time passes."""

    def __init__(
        self, motions: Iterator[TableMotion], passed: Callable[[float], None] = lambda seconds: None
    ) -> None:
        """`passed` is told of the time that each motion has taken."""
        self._motions, self._passed = motions, passed
        self._motion: TableMotion | None = None
        self.is_over = False

    def advance(self, seconds: float) -> float:
        """Answers the time that is left when all of them are over."""
        left = seconds
        # A hair instead of nought: parts of a float would else be played on for ever.
        while left > 1e-9 and not self.is_over:
            if self._motion is None or self._motion.is_over:
                self._motion = next(self._motions, None)
                self.is_over = self._motion is None
            if self._motion is not None:
                used = self._motion.advance(left)
                self._passed(used)
                left -= used
        return left

    def rest(self) -> Iterator[TableMotion]:
        """What is still to be played, from where it is."""
        if self._motion is not None and not self._motion.is_over:
            yield self._motion
        yield from self._motions


def beside(main: Iterator[TableMotion], other: Iterator[TableMotion]) -> Iterator[TableMotion]:
    """The other goes on while the motions of the first pass; what is left of it comes after."""
    aside = Playing(other)
    for motion in main:
        yield _with(motion, aside)
    yield from aside.rest()


def _with(motion: TableMotion, aside: Playing) -> TableMotion:
    own, before_s = motion.move, motion.time_s

    def move(time_s: float) -> None:
        nonlocal before_s
        if own is not None:
            own(time_s)
        aside.advance(time_s - before_s)
        before_s = time_s

    motion.move = move
    return motion
