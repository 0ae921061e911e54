"""The simulated tile table on its own clock: people who reach in, lay, press and wait; its picture.

SIMULATED: four people, a box of tiles and a camera that exist nowhere. What happens is a list of
beats, one for each time that somebody hands over; how it looks is left to this table.
"""

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from turbo.game.dice import Face
from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.twin.draw_props import HandPose
from turbo.twin.glyphs import Image
from turbo.twin.tile_drawing import FIELD_MM, PlacedTile, TileLook, TileRenderer
from turbo.twin.tile_stage import TileStage
from vision.cameras.source import CameraEnded

Asked = tuple[int, tuple[float, float]]
"""The number of a tile and the middle of its numeral's square in the picture."""

AWAY_MM = 420.0
"""How far from the middle a hand is out of the picture, over the lower and upper side."""


@dataclass(frozen=True, slots=True)
class Beat:
    """Somebody rearranges the table and hands over."""

    seat: int
    table: Layout
    """How it lies then."""
    beside: tuple[Faces, ...] = ()
    """Rows that are racks laid open."""
    is_late: bool = False
    """Nobody presses: the time runs out."""
    is_quiet: bool = False
    """Nobody presses: something is only put back."""
    name: str = ""
    """Of a mischief."""
    clears: bool = False
    """The field is cleared first."""


@dataclass(frozen=True, slots=True)
class TilePace:
    """Seconds; people who play briskly."""

    reach_s: float = 0.3
    look_s: float = 1.6
    """From the last hand to the press: the table lies still, and is looked at once more."""
    answer_s: float = 6.0
    """How long the referee is waited for; then somebody presses again."""
    say_s: float = 0.6
    """From a question about a tile to its answer: somebody looks at it and says what it shows."""
    long_s: float = 10.0
    """Steps of the clock while everybody only waits for the time to run out."""


@dataclass
class TileTwin:
    """The table, what moves over it, and its clock. `press` hands over; `heard` counts rulings;
    `asked` are the tiles that the referee asks about, by number and place in the picture, and
    `answer` says what one of them shows."""

    look: TileLook = field(default_factory=TileLook)
    seed: int = 0
    pace: TilePace = field(default_factory=TilePace)
    press: Callable[[], None] = lambda: None
    heard: Callable[[], int] = lambda: 0
    asked: Callable[[], Sequence[Asked]] = lambda: ()
    answer: Callable[[int, Face], None] = lambda number, face: None
    rate_hz: float = 10.0
    simulated: bool = True
    camera_is_out: bool = False

    def __post_init__(self) -> None:
        self.stage = TileStage(random.Random(self.seed), self.look.tile)
        self.renderer = TileRenderer(self.look, self.seed)
        self.clock_s = 0.0
        self.hands: tuple[HandPose, ...] = ()
        self.lying: tuple[PlacedTile, ...] = ()
        self.is_over = self.paused = False
        self._long_s = 0.0
        self._script: Iterator[None] = iter(())
        self.beat: Beat | None = None

    def play(self, beats: Iterable[Beat]) -> None:
        self._script = self._played(beats)

    def step(self, seconds: float) -> None:
        """On to the next picture; whoever looks at a match that is over is told."""
        if self.is_over:
            raise CameraEnded("the twin's game is over")
        if self.paused:
            return
        self.clock_s += seconds + self._long_s
        self._long_s = 0.0
        if next(self._script, self) is self:
            self.is_over = True

    def close(self) -> None:
        """Nothing is held open."""

    def frame(self) -> Image:
        return self.renderer.draw(self.lying, self.hands, self.clock_s)

    def _pictures(self, seconds: float) -> range:
        # Without the hair 0.3 s at ten a second would be four pictures.
        return range(max(1, math.ceil(seconds * self.rate_hz - 1e-6)))

    def _played(self, beats: Iterable[Beat]) -> Iterator[None]:
        yield from self._rest(2.0)  # whoever watches can learn what the bare table looks like
        for beat in beats:
            self.beat = beat
            yield from self._act(beat)
        yield from self._rest(2.0)

    def _rest(self, seconds: float) -> Iterator[None]:
        for _ in self._pictures(seconds):
            yield

    def _act(self, beat: Beat) -> Iterator[None]:
        if beat.clears:
            self.stage.clear()
        self.stage.lay(beat.table, beat.beside, beat.seat)
        if self.lying != self.stage.tiles:
            yield from self._reached_in(beat.seat, self.stage.tiles)
        yield from self._rest(self.pace.look_s)
        if beat.is_quiet:
            return
        heard = self.heard()
        yield from self._timed_out(heard) if beat.is_late else self._pressed(heard)

    def _pressed(self, heard: int) -> Iterator[None]:
        """Press, say what is asked, and press again where nothing comes of it."""
        # Three presses: then the game goes on, and the bench counts an act that was not heard.
        for _ in range(3):
            self.press()
            for _ in self._pictures(self.pace.answer_s):
                yield
                yield from self._answered()
                if self.heard() != heard:
                    yield from self._rest(0.4)
                    return

    def _timed_out(self, heard: int) -> Iterator[None]:
        # Ten minutes of the table's clock, more than any edition gives a turn.
        for _ in range(60):
            self._long_s = self.pace.long_s
            yield
            yield from self._rest(1.5)
            yield from self._answered()
            if self.heard() != heard:
                return

    def _answered(self) -> Iterator[None]:
        """People are honest about what a tile shows, whatever they did with it."""
        if not self.asked():
            return
        yield from self._rest(self.pace.say_s)
        for number, place in self.asked():
            if (face := self.face_at(place)) is not None:
                self.answer(number, face)
        yield

    def face_at(self, place_px: tuple[float, float]) -> Face | None:
        """What the tile shows whose numeral is seen there; None where none lies."""
        for tile in self.lying:
            square = self.renderer.square_px(tile)
            apart = math.dist(square.mean(axis=0), place_px)
            if apart < math.dist(square[0], square[1]) / 2:
                return tile.face
        return None

    def _reached_in(self, seat: int, after: tuple[PlacedTile, ...]) -> Iterator[None]:
        """A hand goes to every place where something changes, and what it leaves lies as after."""
        changed = set(self.lying) ^ set(after)
        place = self._away(seat)
        for spot in sorted({_spot_of(tile) for tile in changed}):
            yield from self._hand_to(seat, place, _middle_of(spot))
            place = _middle_of(spot)
            kept = [t for t in self.lying if t not in changed or _spot_of(t) != spot]
            laid = [t for t in after if t in changed and _spot_of(t) == spot]
            self.lying = (*kept, *laid)
            yield
        yield from self._hand_to(seat, place, self._away(seat))
        self.hands, self.lying = (), after

    def _hand_to(
        self, seat: int, start: tuple[float, float], end: tuple[float, float]
    ) -> Iterator[None]:
        towards = -math.pi / 2 if self._is_far(seat) else math.pi / 2
        pictures = self._pictures(self.pace.reach_s)
        for number in pictures:
            part = (number + 1) / len(pictures)
            x, y = (a + (b - a) * part for a, b in zip(start, end, strict=True))
            self.hands = (HandPose(x, y, towards, skin=seat % 3),)
            yield

    @staticmethod
    def _is_far(seat: int) -> bool:
        # Two sit on each side, and the turn goes round: near, far, far, near.
        return seat % 4 in (1, 2)

    def _away(self, seat: int) -> tuple[float, float]:
        x = (-150.0, 150.0)[seat % 2]
        return x, AWAY_MM + FIELD_MM[1] / 2 if self._is_far(seat) else -AWAY_MM - FIELD_MM[1] / 2


def _spot_of(tile: PlacedTile) -> tuple[int, int]:
    """A hand's breadth of the table."""
    return round(tile.y_mm / 60.0), round(tile.x_mm / 160.0)


def _middle_of(spot: tuple[int, int]) -> tuple[float, float]:
    return spot[1] * 160.0, spot[0] * 60.0
