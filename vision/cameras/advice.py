"""What is wrong with how a telephone stands, in one word: for a screen that is read from a metre.

A person who leans a telephone against a mug looks at the picture, not at meters. So of all that a
survey finds only the first thing to do is told, and where the mat is.
"""

from dataclasses import dataclass

from vision.cameras.exposure import ExposureVerdict
from vision.cameras.survey import Survey, survey, survey_cards, survey_either
from vision.mat.plan import Outline
from vision.pictures.loading import Image

GOOD = "good"

ADVICES = (
    *("no-mat", "no-cards", "turn", "higher", "nearer", "steeper"),
    *("dark", "bright", "blurred", GOOD),
)

FULL = 0.85
"""A field that takes up so much of the picture fills it: the rest is for a lens that bends, and for
a hand that leans a telephone."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The first thing to do, and the field's outline in a picture of that size."""

    key: str
    size_px: tuple[int, int]
    outline_px: Outline = ()
    tilt_deg: float | None = None


def mat_advice(image: Image) -> Advice:
    """For a table with the printed mat."""
    return _told(survey(image), image)


def card_advice(image: Image) -> Advice:
    """For a table with tiles, between its four corner cards."""
    return _told(survey_cards(image), image)


def advice(image: Image) -> Advice:
    """For whichever of both the picture shows."""
    return _told(survey_either(image), image)


def _told(found: Survey, image: Image) -> Advice:
    size = (image.shape[1], image.shape[0])
    return Advice(first_to_do(found, size), size, found.outline_px, found.tilt_deg)


def first_to_do(found: Survey, size_px: tuple[int, int]) -> str:
    """In this order: what cannot be seen at all cannot be measured either."""
    if not found.outline_px:
        if found.light is ExposureVerdict.DARK:
            return "dark"
        # Of the mat a part tells where it lies; of cards it takes all four.
        is_cut = found.marks == "cards" and found.markers
        return "higher" if is_cut else f"no-{found.marks}"
    if found.markers < found.of:
        return "turn" if _would_fit_turned(found.outline_px, size_px) else "higher"
    if found.is_far_alone:
        return "steeper"
    # Nobody can come nearer to a field that fills the picture: what is small there stays so.
    if not found.is_near and _filled(found.outline_px, size_px) < FULL:
        return "nearer"
    if not found.is_straight:
        return "steeper"
    if found.light is ExposureVerdict.DARK:
        return "dark"
    if found.light is ExposureVerdict.BRIGHT:
        return "bright"
    return GOOD if found.is_sharp else "blurred"


def _filled(outline: Outline, size_px: tuple[int, int]) -> float:
    """How much of the picture the field takes up, along whichever side it takes more."""
    spans = (max(axis) - min(axis) for axis in zip(*outline, strict=True))
    return max(float(span) / size for span, size in zip(spans, size_px, strict=True))


def _would_fit_turned(outline: Outline, size_px: tuple[int, int]) -> bool:
    """Whether the field lies across a picture that stands, or the other way round."""
    wide, high = (max(axis) - min(axis) for axis in zip(*outline, strict=True))
    return (wide > high) is (size_px[0] < size_px[1]) and wide < size_px[1] and high < size_px[0]
