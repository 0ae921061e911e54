"""Corner cards: their print, and that a field is measured with nothing but them."""

import argparse
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.test_mat import rasters
from turbo.commands import calibrate as calibrate_command
from turbo.commands import mat as mat_command
from turbo.errors import TurboError
from turbo.twin.light import light_named
from turbo.twin.tile_drawing import (
    FIELD_MM,
    PlacedTile,
    TileDrawer,
    TileLook,
    TileRenderer,
    camera_above,
    cards_around,
)
from vision.mat.calibration import load_calibration, plan_from, save_calibration
from vision.mat.card_fit import calibrate_cards, field_size_mm, find_cards
from vision.mat.cards import CardPaper
from vision.mat.markers import find_markers, has_moved, recalibrated
from vision.pictures.loading import Image

SMALL_MM = (600.0, 420.0)
STRAIGHT = (0.0, 0.0, 0.0, 0.0)


@cache
def drawn(look: TileLook) -> Image:
    return TileRenderer(look).draw(())


@pytest.mark.parametrize("paper", list(CardPaper))
def test_the_print_has_all_four_in_their_size(paper: CardPaper, tmp_path: Path) -> None:
    out = tmp_path / "cards.pdf"
    args = _parsed(mat_command, [str(out), "--corners", "--paper", str(paper)])
    assert mat_command.run(args) == 0
    (page,) = rasters(out, 127)
    found = find_cards(page)
    assert sorted(found) == [8, 9, 10, 11]
    for corners in found.values():
        edges = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        assert edges == pytest.approx(50.0 * 5.0, abs=1.5)


def test_cards_do_not_come_on_a3(tmp_path: Path) -> None:
    args = _parsed(mat_command, [str(tmp_path / "x.pdf"), "--corners", "--paper", "a3"])
    with pytest.raises(TurboError, match="expected a4 or letter"):
        mat_command.run(args)


def _parsed(command: object, words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)  # type: ignore[attr-defined]
    return parser.parse_args(words)


LOOKS = {
    "straight above": TileLook(cards=cards_around(turns_deg=STRAIGHT)),
    "askew, on a cloth": TileLook(surface="cloth"),
    "a small camera": TileLook(camera=replace(camera_above(), width_px=1280, height_px=720)),
    "leaning": TileLook(
        camera=replace(camera_above(), tilt_deg=18.0, distance_mm=1150.0), light="window"
    ),
    "turned by a quarter": TileLook(
        camera=replace(camera_above(), turn_deg=90.0, distance_mm=1080.0),
        cards=cards_around(SMALL_MM),
    ),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_a_field_is_measured_by_its_cards(look: TileLook) -> None:
    """Within a hundredth: half a tile on a field for four."""
    found = calibrate_cards(drawn(look))
    is_straight = look is LOOKS["straight above"]
    across, down = sorted(field_size_mm(found), reverse=True)
    wide, high = SMALL_MM if look is LOOKS["turned by a quarter"] else FIELD_MM
    slack = 0.008 if is_straight else 0.02  # a card that is turned reaches a little farther out
    assert across == pytest.approx(wide, rel=slack)
    assert down == pytest.approx(high, rel=slack)
    assert found.source == "cards" and len(found.markers_px) == 4


@pytest.mark.parametrize("look", [LOOKS["straight above"], LOOKS["leaning"]], ids=["above", "lean"])
def test_tiles_are_where_the_plan_says(look: TileLook) -> None:
    """Against each other, corner to corner of the field, and whatever the height of their tops."""
    plan = plan_from(calibrate_cards(drawn(look)))
    renderer = TileRenderer(look)
    drawer = TileDrawer(renderer.lens, light_named(look.light), look)
    spots = [(-300.0, -200.0), (300.0, -200.0), (300.0, 200.0), (0.0, 0.0)]
    places = []
    for x, y in spots:
        square = drawer.square_px(PlacedTile(None, x, y - 0.2 * 26.0))
        seen_x, seen_y = square.mean(axis=0)
        places.append(plan.to_mm((float(seen_x), float(seen_y))))
    for (x, y), (px, py) in zip(spots, places, strict=True):
        assert (px, -py) == pytest.approx((x, y), abs=6.0)


def test_a_told_field_is_as_large_as_told() -> None:
    found = calibrate_cards(drawn(LOOKS["leaning"]), field_mm=(906.0, 606.0))
    assert field_size_mm(found) == pytest.approx((906.0, 606.0), abs=4.0)


def test_fewer_than_four_cards_are_told() -> None:
    look = TileLook(cards=cards_around()[:3])
    with pytest.raises(TurboError, match=r"expected all four corner cards.*saw 3"):
        calibrate_cards(drawn(look))


def test_a_mat_is_not_taken_for_cards_nor_the_other_way_round() -> None:
    assert not find_markers(drawn(LOOKS["straight above"]))


def test_a_bump_is_noticed_and_measured_anew() -> None:
    look = LOOKS["askew, on a cloth"]
    before = calibrate_cards(drawn(look))
    bumped = replace(look, camera=look.camera.bumped(25.0, -12.0, 3.0))
    picture = drawn(bumped)
    assert not has_moved(before, drawn(look)) and has_moved(before, picture)
    after = recalibrated(before, picture)
    assert field_size_mm(after) == pytest.approx(field_size_mm(before), rel=0.01)
    assert not has_moved(after, picture)


def test_a_calibration_by_cards_survives_its_file(tmp_path: Path) -> None:
    found = calibrate_cards(drawn(LOOKS["straight above"]))
    save_calibration(found, tmp_path / "c.json")
    again = load_calibration(tmp_path / "c.json")
    assert again == replace(found, zones_mm=again.zones_mm, markers_px=again.markers_px)
    assert again.height_mm == 8.0 and again.edge_mm == 26.0


def test_the_command_finds_the_cards_by_itself(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, out = tmp_path / "table.png", tmp_path / "c.json"
    cv2.imwrite(str(picture), drawn(LOOKS["straight above"]))
    args = _parsed(calibrate_command, ["--picture", str(picture), "--out", str(out)])
    assert calibrate_command.run(args) == 0
    told = capsys.readouterr().out
    assert "4 corner cards around a field of" in told and "a tile of 26 mm is" in told
    assert load_calibration(out).source == "cards"
