"""The scenes that the networks learn from and are measured on say the truth about themselves."""

import numpy as np
import pytest

from vision.training.layouts import FreeBox, is_clear, leaned, things_of, yawed
from vision.training.scenes import BAR, DOT, MARKED_ROOM, Glyphs, Wish, scene

EXTENTS = np.tile(np.array([[0.72, 0.875]], np.float32), (14, 1))
GLYPHS = Glyphs(np.zeros(1, int), np.zeros(1, int), 13, EXTENTS, np.full(14, 1 / 14))


def _reach(row: np.ndarray, style: np.ndarray) -> tuple[float, float, float, float]:
    """How far a marked numeral reaches left, right, up and down from the middle of its face."""
    gap, bar, dot = float(style[1]), float(style[2]), 1.4 * float(style[4])
    cos, sin, broad, tall = (float(value) for value in row[1:5])
    right, up = row[5] * cos + row[6] * sin, row[6] * cos - row[5] * sin
    below = (gap + bar) * tall if row[10] == BAR else 0.0
    beside = 0.7 * gap * broad + dot if row[10] == DOT else 0.0
    wide, high = broad * row[11], tall * row[12]
    return wide - right, wide + right + beside, high + up, high - up + below


@pytest.mark.parametrize("mark", [BAR, DOT])
def test_the_mark_of_a_six_or_nine_is_printed_on_its_face(mark: float) -> None:
    seen = 0
    for seed in range(40):
        made = scene(np.random.default_rng(seed), GLYPHS, Wish())
        rows = made["faces"][made["kind"] == 1].reshape(-1, made["faces"].shape[-1])
        for row in rows[rows[:, 10] == mark]:
            seen += 1
            left, right, up, down = _reach(row, made["style"])
            along = (up, down) if mark == BAR else (left, right)
            assert sum(along) <= MARKED_ROOM + 1e-5
            assert abs(along[0] - along[1]) / 2 < 0.1  # a print slips by a few hundredths
    assert seen > 100


def _leans(box: FreeBox) -> bool:
    return float(np.abs(box.turn[2]).max()) < float(np.cos(np.radians(8)))


def test_no_die_leans_or_lies_inside_another() -> None:
    leaning = stacked = 0
    for seed in range(60):
        boxes = things_of(np.random.default_rng(seed)).boxes
        for i, box in enumerate(boxes):
            leaning, stacked = leaning + _leans(box), stacked + box.stacked
            if _leans(box) or box.stacked:
                assert all(is_clear(box, other, 0.03) for k, other in enumerate(boxes) if k != i)
    assert leaning > 20
    assert stacked > 20


def test_boxes_are_clear_of_each_other_by_their_edges_too() -> None:
    flat = FreeBox(np.array([0.0, 0.0, 0.5]), np.eye(3), np.full(3, 0.5))
    turned = FreeBox(np.array([1.25, 0.0, 0.5]), yawed(np.pi / 4), np.full(3, 0.5))
    assert is_clear(flat, turned)
    turned.centre[0] = 1.15
    assert not is_clear(flat, turned)
    leaning = FreeBox(
        np.array([1.1, 1.1, 0.9]), leaned(-np.pi / 4, 0.6) @ yawed(0.3), np.full(3, 0.5)
    )
    assert is_clear(flat, leaning)
    leaning.centre[:2] = 0.5
    assert not is_clear(flat, leaning)
