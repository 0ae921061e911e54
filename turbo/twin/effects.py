"""What a cheap camera and a film make of a clean picture, each switched on by its name.

`blur`, motion blur, is no effect on one picture: the table is drawn several times while the shutter
is open (`turbo.twin.world.TwinTable.step`). All others are laid over a finished picture, in the
order in which light meets them: exposure, sensor, codec.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from turbo.errors import TurboError
from turbo.twin.glyphs import Floats, Image

EFFECTS: dict[str, str] = {
    "blur": "what moves is smeared while the shutter is open",
    "drift": "exposure and white balance wander, as automatic cameras do",
    "noise": "the grain of a small sensor: coarse, coloured, stronger in the light",
    "jpeg": "every picture is packed by itself, as webcams do",
    "h264": "a real H.264 stream, packed and unpacked (needs the package av)",
}


@dataclass(frozen=True, slots=True)
class EffectTuning:
    """How strong each effect is. Found by eye beside films of such tables, and from their files."""

    shutter_s: float = 0.03
    """Open for a thirtieth of a second: what automatic exposure takes in a living room."""
    exposures: int = 6
    """Pictures that are laid over each other for one with blur: a cup poured at 0.8 m/s moves 4 mm
    between two of them, less than a rim of it."""
    exposure_share: float = 0.07
    """Brightness wanders by so much either way."""
    exposure_period_s: float = 19.0
    """No multiple of the one below, or both would wander as one."""
    balance_share: float = 0.035
    """So do blue and red against green, more slowly."""
    balance_period_s: float = 47.0
    read_levels: float = 1.6
    """Noise in the dark, in grey levels."""
    shot_levels: float = 4.2
    """Noise in full light; between them it grows with the root of the light."""
    grain_px: float = 0.7
    """Demosaicing smears the noise over neighbours: deviation of that blur."""
    jpeg_quality: int = 55
    """At 50 blocks show on the dice; webcams keep above it."""
    h264_crf: str = "27"
    """What phones and cameras on the network write is 23 to 30."""
    h264_keyframe: int = 50
    """Pictures between two whole ones: the grain jumps there, as in the films."""


EFFECT = EffectTuning()


def checked(names: Iterable[str]) -> tuple[str, ...]:
    """These effects in the order in which they happen; an error names one that there is not."""
    wanted = set(names)
    if unknown := sorted(wanted - set(EFFECTS)):
        raise TurboError(f"expected effects of {', '.join(EFFECTS)}, got {', '.join(unknown)}")
    # A camera packs once: packed twice, pictures show blocks that no camera makes.
    if {"jpeg", "h264"} <= wanted:
        raise TurboError("expected one codec, jpeg or h264, got both")
    return tuple(name for name in EFFECTS if name in wanted)


@lru_cache(maxsize=4)
def _noise(seed: int, size: tuple[int, ...], amount: float) -> tuple[Image, Image]:
    shape = (size[0] + 64, size[1] + 64, 3)
    noise = np.random.default_rng(seed).normal(0.0, amount, shape).astype(np.float32)
    layers = (np.clip(np.round(sign * noise), 0, 255) for sign in (1, -1))
    brighter, darker = (layer.astype(np.uint8) for layer in layers)
    return brighter, darker


class Noise:
    """Plain noise, drawn once somewhat larger than the picture and shifted from picture to picture:
    what is added and what is taken away."""

    def __init__(self, seed: int) -> None:
        self.seed, self.chance = seed, np.random.default_rng(seed)

    def over(self, picture: Image, amount: float) -> Image:
        """A copy with noise of so many grey levels."""
        if amount <= 0.0:
            return picture.copy()
        brighter, darker = _noise(self.seed, picture.shape[:2], amount)
        # Shifted by chance from picture to picture: standing noise would be learned as the table.
        x, y = (int(self.chance.integers(0, 64)) for _ in range(2))
        window = np.s_[y : y + picture.shape[0], x : x + picture.shape[1]]
        return np.asarray(cv2.subtract(cv2.add(picture, brighter[window]), darker[window]))


class Spoiler:
    """Lays the chosen effects over one picture after the other, each with its moment."""

    def __init__(self, names: Iterable[str], seed: int) -> None:
        self.names = checked(names)
        self.chance = np.random.default_rng(seed)
        self.phases = self.chance.uniform(0.0, 2.0 * math.pi, 4)
        self._grain: Image | None = None
        self._stream = H264() if "h264" in self.names else None

    def spoil(self, picture: Image, at_s: float) -> Image:
        gains = self.gains(at_s) if "drift" in self.names else (1.0, 1.0, 1.0)
        if "noise" in self.names:
            picture = self._grained(picture, gains)
        elif "drift" in self.names:
            picture = np.asarray(cv2.transform(picture, np.diag(gains)), np.uint8)
        if "jpeg" in self.names:
            picture = through_jpeg(picture)
        return picture if self._stream is None else self._stream.through(picture)

    def gains(self, at_s: float) -> tuple[float, float, float]:
        """Of blue, green and red at a moment."""
        slow, slower = (2.0 * math.pi * at_s / period for period in _PERIODS)
        # 3.3 and not 3: with a whole number the wave would come back the same every time.
        wave = math.sin(slow + self.phases[0]) + 0.5 * math.sin(3.3 * slow + self.phases[1])
        light = 1.0 + EFFECT.exposure_share * wave / 1.5
        blue = EFFECT.balance_share * math.sin(slower + self.phases[2])
        red = EFFECT.balance_share * math.sin(0.7 * slower + self.phases[3])
        return light * (1.0 + blue), light, light * (1.0 + red)

    def _grained(self, picture: Image, gains: tuple[float, float, float]) -> Image:
        """Colour by colour: to steps over which the grain is even, with the grain, and back. The
        gains go into the tables of the way there."""
        high, wide = picture.shape[:2]
        if self._grain is None or self._grain.shape[1:] != (high + 64, wide + 64):
            self._grain = self._new_grain(high + 64, wide + 64)
        x, y = (int(self.chance.integers(0, 64)) for _ in range(2))
        planes = cv2.split(picture)
        for plane, gain, grain in zip(planes, gains, self._grain, strict=True):
            cv2.LUT(plane, _STEPS.at(gain), dst=plane)
            cv2.add(plane, grain[y : y + high, x : x + wide], dst=plane)
            cv2.LUT(plane, _STEPS.levels, dst=plane)
        return np.asarray(cv2.merge(planes), np.uint8)

    def _new_grain(self, high: int, wide: int) -> Image:
        """Of each colour, in steps. Drawn once, and shifted from picture to picture: new noise
        costs more than all else."""
        fresh = self.chance.standard_normal((high, wide, 3)).astype(np.float32)
        soft = cv2.GaussianBlur(fresh, (0, 0), EFFECT.grain_px).transpose(2, 0, 1)
        # Blurring took its strength away: it is set back to what the steps mean.
        return _STEPS.grain(np.asarray(soft / float(soft.std()), np.float32))


class Development:
    """What becomes of clean pictures, one after the other: the chosen effects, and where the grain
    is none of them, plain noise."""

    def __init__(self, seed: int) -> None:
        self._seed, self._noise = seed, Noise(seed)
        self._spoiler: Spoiler | None = None

    def developed(self, clean: Image, names: tuple[str, ...], noise: float, at_s: float) -> Image:
        if "noise" not in names:
            clean = self._noise.over(clean, noise)
        if not names:
            return clean
        if self._spoiler is None or self._spoiler.names != names:
            self._spoiler = Spoiler(names, self._seed)
        return self._spoiler.spoil(clean, at_s)


class EvenSteps:
    """256 steps of light over which grain is equally strong, though its strength grows with the
    root of the light: narrow ones in the dark, wide ones in the light. With room below and above,
    so that grain is only ever added."""

    def __init__(self, dark_levels: float, light_levels: float) -> None:
        light = np.linspace(0.0, 1.0, 256)
        strength = np.sqrt(dark_levels**2 + (light_levels**2 - dark_levels**2) * light)
        # How many times the strength of the grain lies between black and each level.
        grains = np.cumsum(1.0 / strength) - 1.0 / strength[0]
        self._strength = 255.0 / (grains[-1] + 2.0 * _MOST_GRAIN)
        self._room = round(_MOST_GRAIN * self._strength)
        self._steps = grains * self._strength
        steps = np.arange(256.0) - self._room
        self.levels = np.interp(steps, self._steps, light * 255.0).round().astype(np.uint8)
        """Of each step, after grain was added."""

    def at(self, gain: float) -> Image:
        """The steps of all levels under this gain, before grain is added."""
        levels = np.arange(256.0)
        return np.asarray(np.interp(levels * gain, levels, self._steps).round(), np.uint8)

    def grain(self, noise: Floats) -> Image:
        """What is to be added for noise of deviation one."""
        steps = np.round(noise * self._strength) + self._room
        return np.asarray(np.clip(steps, 0, 2 * self._room), np.uint8)


_MOST_GRAIN = 4.0
"""Times its deviation: one pixel in 16,000 would go beyond it."""


_PERIODS = (EFFECT.exposure_period_s, EFFECT.balance_period_s)
_STEPS = EvenSteps(EFFECT.read_levels, EFFECT.shot_levels)


def through_jpeg(picture: Image) -> Image:
    _, packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, EFFECT.jpeg_quality])
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


class H264:
    """A stream that is packed by x264 and unpacked again, picture by picture without delay."""

    def __init__(self) -> None:
        try:
            import av
        except ImportError:
            raise TurboError("the effect 'h264' needs the package av: pip install av") from None
        self._av: Any = av
        self._encoder: Any = None
        self._decoder: Any = av.CodecContext.create("h264", "r")

    def through(self, picture: Image) -> Image:
        frame = self._av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="bgr24")
        if self._encoder is None:
            self._encoder = self._opened(picture.shape[1], picture.shape[0])
        for packet in self._encoder.encode(frame.reformat(format="yuv420p")):
            for seen in self._decoder.decode(self._av.Packet(bytes(packet))):
                picture = np.asarray(seen.to_ndarray(format="bgr24"), np.uint8)
        return picture

    def _opened(self, width: int, height: int) -> Any:
        encoder = self._av.CodecContext.create("libx264", "w")
        encoder.width, encoder.height, encoder.pix_fmt = width, height, "yuv420p"
        encoder.framerate = 10
        # Without pictures that look ahead: each must come out before the next goes in.
        encoder.gop_size, encoder.max_b_frames = EFFECT.h264_keyframe, 0
        encoder.options = {"preset": "veryfast", "tune": "zerolatency", "crf": EFFECT.h264_crf}
        # One thread on either side: with more, pictures come out later than they went in.
        encoder.thread_count = self._decoder.thread_count = 1
        return encoder
