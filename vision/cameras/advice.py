"""What is wrong with how a telephone stands, in one word: for a screen that is read from a metre.

A person who leans a telephone against a mug looks at the picture, not at meters. So of all that a
survey finds only the first thing to do is told, and where the mat is.
"""

from dataclasses import dataclass

from vision.cameras.exposure import ExposureVerdict
from vision.cameras.survey import Survey, survey
from vision.mat.card_fit import find_cards
from vision.mat.plan import Outline
from vision.pictures.loading import Image

GOOD = "good"

ADVICES = (
    *("no-mat", "no-cards", "turn", "higher", "nearer", "steeper"),
    *("dark", "bright", "blurred", GOOD),
)


@dataclass(frozen=True, slots=True)
class Advice:
    """The first thing to do, and the field's outline in a picture of that size."""

    key: str
    size_px: tuple[int, int]
    outline_px: Outline = ()
    tilt_deg: float | None = None


def mat_advice(image: Image) -> Advice:
    """For a table with the printed mat."""
    found = survey(image)
    size = (image.shape[1], image.shape[0])
    return Advice(first_to_do(found, size), size, found.outline_px, found.tilt_deg)


def first_to_do(found: Survey, size_px: tuple[int, int]) -> str:
    """In this order: what cannot be seen at all cannot be measured either."""
    if not found.outline_px:
        return "dark" if found.light is ExposureVerdict.DARK else "no-mat"
    if found.markers < 8:
        return "turn" if _would_fit_turned(found.outline_px, size_px) else "higher"
    if not found.is_near:
        return "steeper" if found.is_far_alone else "nearer"
    if not found.is_straight:
        return "steeper"
    if found.light is ExposureVerdict.DARK:
        return "dark"
    if found.light is ExposureVerdict.BRIGHT:
        return "bright"
    return GOOD if found.is_sharp else "blurred"


def _would_fit_turned(outline: Outline, size_px: tuple[int, int]) -> bool:
    """Whether the field lies across a picture that stands, or the other way round."""
    wide, high = (max(axis) - min(axis) for axis in zip(*outline, strict=True))
    return (wide > high) is (size_px[0] < size_px[1]) and wide < size_px[1] and high < size_px[0]


def card_advice(image: Image) -> Advice:
    """For a table with tiles, between its four corner cards."""
    size = (image.shape[1], image.shape[0])
    cards = find_cards(image)
    if len(cards) < 4:
        return Advice("higher" if cards else "no-cards", size)
    middles = [(float(c[:, 0].mean()), float(c[:, 1].mean())) for c in cards.values()]
    return Advice(GOOD, size, _around(middles))


def advice(image: Image) -> Advice:
    """For whichever of both the picture shows."""
    found = mat_advice(image)
    return found if found.outline_px or not find_cards(image) else card_advice(image)


def _around(points: list[tuple[float, float]]) -> Outline:
    """The four in turn, however they are numbered."""
    left, right = sorted(points)[:2], sorted(points)[2:]
    (top_left, low_left), (top_right, low_right) = (
        sorted(side, key=lambda one: one[1]) for side in (left, right)
    )
    return (top_left, top_right, low_right, low_left)
