"""How good a picture is for reading dice, and what would make it better."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from turbo.game.observation import Observation, SeenDie
from vision.pictures.loading import Image
from vision.reading.ink import FACE_PX, upright


@dataclass(frozen=True, slots=True)
class QualityTuning:
    """From where on a picture is good (1) and where it is useless (0), each as (useless, good).

    Found on the twin's pictures made worse step by step, eighteen faces read at given corners."""

    light: tuple[float, float] = (8.0, 60.0)
    """Brightness, of 255, of the dice's white: all were right at 14, with noise of 3 levels; a
    real camera's noise grows when it is dim."""
    contrast: tuple[float, float] = (0.05, 0.30)
    """How much darker the ink is than the white, as a part of the white: all right at 0.08."""
    focus: tuple[float, float] = (0.015, 0.040)
    """Steepest step of brightness over a 96th of a face, as a part of the white: at any size all
    were right at 0.023, 14 of 18 at 0.019 and 11 at 0.017."""
    size_px: tuple[float, float] = (12.0, 26.0)
    """Width of a die: sharp ones were all right at 16; finding them wants 24."""
    glare: tuple[float, float] = (1.0, 0.5)
    """Part of the faces that is burnt out, 250 and more of 255: one was wrong at 0.83."""
    advise_below: float = 0.6
    """Advice is given on what is worse than this."""


@dataclass(frozen=True, slots=True)
class Quality:
    """Measured on the dice of one picture or more, and graded from 0 (useless) to 1 (good)."""

    light: float
    contrast: float
    focus: float
    size_px: float
    glare: float
    grades: dict[str, float]

    def advice(self, tuning: QualityTuning | None = None) -> list[str]:
        limit = (tuning or QualityTuning()).advise_below
        return [ADVICE[name].format(self) for name, grade in self.grades.items() if grade < limit]


ADVICE = {
    "light": "more light: the dice's white is at {0.light:.0f} of 255",
    "contrast": "less haze or reflection: the ink is only {0.contrast:.0%} darker than the white",
    "focus": "sharper: focus the camera, hold it still, or give more light",
    "size_px": "nearer: a die is {0.size_px:.0f} px wide, 26 and more are good",
    "glare": "no direct lamp: {0.glare:.0%} of the faces is burnt out",
}


def quality(image: Image, seen: Observation) -> Quality | None:
    """The quality of one picture; None without dice to judge by."""
    faces = [_measure(upright(image, die), die) for die in seen.dice]
    return graded(np.median(faces, axis=0).tolist(), QualityTuning()) if faces else None


def graded(values: Sequence[float], tuning: QualityTuning) -> Quality:
    light, contrast, focus, size_px, glare = values
    measured = {
        "light": light,
        "contrast": contrast,
        "focus": focus,
        "size_px": size_px,
        "glare": glare,
    }
    grades = {name: _grade(value, *getattr(tuning, name)) for name, value in measured.items()}
    return Quality(light, contrast, focus, size_px, glare, grades)


def _grade(value: float, useless: float, good: float) -> float:
    """How good a value is, from 0 (useless) to 1 (good).

    >>> _grade(5.0, 0.0, 10.0), _grade(0.3, 0.25, 0.02)
    (0.5, 0.0)
    """
    return float(np.clip((value - useless) / (good - useless), 0.0, 1.0))


def _measure(face: Image, die: SeenDie) -> tuple[float, float, float, float, float]:
    # Without the rim: its shadow is darker than any ink.
    rim = FACE_PX // 8
    grey = cv2.cvtColor(face, cv2.COLOR_BGR2GRAY)[rim:-rim, rim:-rim].astype(np.float64)
    # Most of a face is white, and a one has little ink.
    white, ink = np.percentile(grey, 80), np.percentile(grey, 2)
    steps = max(np.abs(np.diff(grey, axis=axis)).max() for axis in (0, 1))
    corners = np.array(die.corners_px)
    size_px = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
    focus = float(steps / max(white, 1.0))
    burnt = np.mean(face[rim:-rim, rim:-rim].min(axis=2) >= 250)
    return float(white), float((white - ink) / max(white, 1.0)), focus, float(size_px), float(burnt)
