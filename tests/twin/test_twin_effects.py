"""What camera and film make of a picture: each effect by its name, and the table by its options."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.twin.draw import DrawnScene, Look, Renderer
from turbo.twin.draw_props import CUPS, CupPose, HandPose
from turbo.twin.effects import EFFECT, EFFECTS, H264, Spoiler, through_jpeg
from turbo.twin.glyphs import JOKERS, Print, texture
from turbo.twin.habits import PEOPLE
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.options import KEYS, twin_named
from turbo.twin.world import TwinTable
from vision.mat.sheet import MatGeometry

SMALL = Look(TwinCameraSettings(320, 240, noise=0.0))


BARE = DrawnScene()


def _seen(look: Look, scene: DrawnScene = BARE, at_s: float = 0.0) -> NDArray[np.int16]:
    return Renderer(look).draw(scene, at_s=at_s).astype(np.int16)


@pytest.mark.parametrize("name", [name for name in EFFECTS if name != "blur"])
def test_an_effect_changes_every_picture_a_little(name: str) -> None:
    change = np.abs(_seen(replace(SMALL, effects=(name,)), at_s=7.0) - _seen(SMALL))
    assert 0.2 < change.mean() < 12.0


def test_exposure_and_white_balance_wander_slowly_and_not_far() -> None:
    spoiler = Spoiler(["drift"], 4)
    gains = np.array([spoiler.gains(at_s) for at_s in np.arange(0.0, 120.0, 0.1)])
    assert np.abs(np.diff(gains, axis=0)).max() < 0.01
    most = (1.0 + EFFECT.exposure_share) * (1.0 + EFFECT.balance_share) - 1.0
    assert 0.5 * most < np.abs(gains - 1.0).max() <= most + 1e-9
    assert np.ptp(gains[:, 0] / gains[:, 2]) > 0.02


def test_grain_grows_with_the_light_and_is_new_in_every_picture() -> None:
    picture = np.zeros((128, 256, 3), np.uint8)
    picture[:, :128], picture[:, 128:] = 40, 220
    spoiler = Spoiler(["noise"], 1)
    one, other = (spoiler.spoil(picture, 0.0).astype(float) for _ in range(2))
    assert 1.5 < one[:, :128].std() < one[:, 128:].std() < EFFECT.shot_levels + 0.5
    assert (one != other).mean() > 0.5


_PATTERN = np.random.default_rng(2).integers(120, 250, (96, 24, 3), dtype=np.uint8)


def _moving(number: int) -> NDArray[np.uint8]:
    picture = np.full((96, 128, 3), 90, np.uint8)
    picture[:, 8 * number : 8 * number + 24] = _PATTERN
    return picture


@pytest.mark.parametrize("through", [H264().through, through_jpeg], ids=["h264", "jpeg"])
def test_a_codec_gives_each_picture_back_at_once_and_worse(
    through: Callable[[NDArray[np.uint8]], NDArray[np.uint8]],
) -> None:
    worse = 0.0
    for number in range(12):
        seen = through(_moving(number)).astype(int)
        here, before = (np.abs(seen - _moving(n)).mean() for n in (number, max(0, number - 1)))
        assert here < 25.0 and (number == 0 or here < before)
        worse = max(worse, here)
    assert worse > 0.1


def test_what_moves_is_smeared_while_the_shutter_is_open() -> None:
    def hand_at(x: float) -> DrawnScene:
        return DrawnScene(hands=(HandPose(x, 0.0, 1.57),))

    renderer = Renderer(SMALL)
    bare, sharp = renderer.draw(BARE).astype(int), renderer.draw(hand_at(40.0)).astype(int)
    open_ = [hand_at(float(x)) for x in (-80, -40, 0)]
    smeared = renderer.draw(hand_at(40.0), open_).astype(int)
    changed = [(np.abs(one - bare).max(axis=2) > 12).sum() for one in (sharp, smeared)]
    assert changed[1] > 1.3 * changed[0]
    assert np.abs(smeared - bare).max() < 0.9 * np.abs(sharp - bare).max()
    still = renderer.draw(DrawnScene(), [DrawnScene(), DrawnScene()])
    assert np.array_equal(still, Renderer(SMALL).draw(DrawnScene()))


def test_a_table_with_blur_draws_what_its_last_moments_were() -> None:
    tables = [TwinTable(*twin_named(f"twin:3{options}")) for options in ("", ",effects=blur")]
    for table in tables:
        while table.things.cup is None:
            table.step(0.1)
        table.step(0.1)
    plain, blurred = (table.frame().astype(int) for table in tables)
    for table in tables:
        table.close()
    assert abs(tables[0].clock_s - tables[1].clock_s) < 1e-6
    assert np.abs(plain - blurred).max() > 40


@pytest.mark.parametrize(
    "names", [("fog",), ("jpeg", "h264")], ids=["no such effect", "two codecs"]
)
def test_effects_that_cannot_be_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(TurboError, match="expected"):
        Look(effects=names)


@pytest.mark.parametrize("clutter", ["phone", "coaster", "mug"])
def test_clutter_lies_beside_the_mat_and_covers_no_marker(clutter: str) -> None:
    wide = replace(SMALL, camera=replace(SMALL.camera, distance_mm=600.0))
    renderer = Renderer(wide)
    change = np.abs(_seen(replace(wide, clutter=(clutter,))) - renderer.draw(DrawnScene())).max(
        axis=2
    )
    assert (change > 20).sum() > 60
    for corners in MatGeometry().markers().values():
        flat = np.array([(x, y, 0.0) for x, y in corners])
        pixels = renderer.lens.project(flat)
        (left, top), (right, bottom) = pixels.min(axis=0), pixels.max(axis=0)
        assert change[int(top) + 1 : int(bottom), int(left) + 1 : int(right)].max() < 25


def test_a_cup_and_a_sleeve_are_drawn_in_their_colours() -> None:
    cups = [CupPose((0.0, 0.0, 0.0), np.eye(3), colour=CUPS[name]) for name in ("red", "white")]
    red, white = (_seen(SMALL, DrawnScene(standing=(cup,))) for cup in cups)
    assert (white - red).max() > 100
    bare, clad = (
        _seen(SMALL, DrawnScene(hands=(HandPose(0.0, 60.0, 1.57, sleeve=sleeve),)))
        for sleeve in ("", "navy")
    )
    assert np.abs(bare - clad).max() > 60


def test_every_joker_is_drawn_otherwise() -> None:
    faces = [texture(Face.parse("r*"), Print(joker=number)) for number in range(JOKERS)]
    for number, face in enumerate(faces):
        assert all(np.abs(face - other).mean() > 0.002 for other in faces[:number])
    with pytest.raises(TurboError, match="joker"):
        Print(joker=JOKERS)


def test_a_table_is_chosen_by_name() -> None:
    name = "twin:7,people=neat+brisk,light=window,surface=cloth,mat=outline,dice=ivory,cup=black"
    given = "clutter=phone+mug,effects=noise+blur,tilt=5,side=90,size=1600x1200,view=wide"
    seed, settings = twin_named(f"{name},{given}")
    look = settings.look
    assert seed == 7 and settings.habits == (PEOPLE["neat"], PEOPLE["brisk"])
    assert (look.light, look.surface, look.cup) == ("window", "cloth", "black")
    assert (look.clutter, look.effects) == (("phone", "mug"), ("blur", "noise"))
    assert look.mat == MatGeometry(zone_level=1.0) and look.printed.joker == 3
    assert (look.camera.tilt_deg, look.camera.side_deg) == (5.0, 90.0)
    assert (look.camera.width_px, look.camera.height_px) == (1600, 1200)
    assert (look.camera.distance_mm or 0.0) > 300.0


def test_the_view_fits_the_tilt_wherever_it_is_named() -> None:
    def distance(options: str) -> float | None:
        return twin_named(f"twin:7,{options}")[1].look.camera.distance_mm

    fitted = distance("tilt=45,size=1600x1200,view=wide")
    assert distance("view=wide,size=1600x1200,tilt=45") == fitted
    assert distance("look=drawn,tilt=45,size=1600x1200") == fitted


def test_without_options_the_table_is_as_ever_and_a_drawn_one_hangs_on_the_seed() -> None:
    assert twin_named("twin:3")[1] == twin_named("twin")[1]
    looks = {seed: twin_named(f"twin:{seed},look=drawn")[1].look for seed in range(12)}
    assert len({(one.light, one.surface, one.clutter, one.cup) for one in looks.values()}) > 8
    assert looks[5] == twin_named("twin:5,look=drawn")[1].look
    assert all("blur" in one.effects for one in looks.values())


BAD = (
    *("people=nobody", "light=sun", "surface=sand", "mat=red", "dice=wood", "cup=paper"),
    *(
        "clutter=cat",
        "effects=fog",
        "tilt=x",
        "size=1600",
        "view=far",
        "look=odd",
        "colour=red",
        "people",
        "=",
    ),
)


@pytest.mark.parametrize("options", BAD)
def test_options_that_are_not_there_are_named(options: str) -> None:
    with pytest.raises(TurboError, match="expected"):
        twin_named(f"twin:1,{options}")
    assert all(text.strip() for text in KEYS.values())
