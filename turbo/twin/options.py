"""The simulated table by name: `twin:SEED,KEY=VALUE,...`, the same at the camera and the command.

twin:7                                        neat players, a clean picture, as ever
twin:7,people=drawn,look=drawn                strangers under a stranger's camera, by the seed
twin:7,people=clumsy+brisk,effects=blur+noise only these
"""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace

from turbo.errors import TurboError, named
from turbo.twin.draw import Look
from turbo.twin.draw_props import CUPS
from turbo.twin.draw_table import CLUTTER, SURFACES
from turbo.twin.effects import EFFECTS
from turbo.twin.glyphs import PRINTS
from turbo.twin.habits import PEOPLE, people_named
from turbo.twin.lens import fitting_distance
from turbo.twin.light import LIGHTS
from turbo.twin.table import TwinSettings
from vision.mat.sheet import MatGeometry

WIDE = 1.14
"""With `view=wide` the camera hangs so much higher: a hand's breadth of table around the mat."""

MATS = {"grey": MatGeometry(), "outline": MatGeometry(zone_level=1.0)}

KEYS: dict[str, str] = {
    "people": f"drawn, or one or two of {', '.join(PEOPLE)} (default: neat)",
    "look": "clean, or drawn: all that follows by the seed (default: clean)",
    "light": f"one of {', '.join(LIGHTS)} (default: day)",
    "surface": f"one of {', '.join(SURFACES)} (default: wood)",
    "mat": f"one of {', '.join(MATS)} (default: grey)",
    "dice": f"one of {', '.join(PRINTS)} (default: classic)",
    "cup": f"one of {', '.join(CUPS)} (default: red)",
    "clutter": f"some of {', '.join(CLUTTER)} (default: none)",
    "effects": f"some of {', '.join(EFFECTS)} (default: none)",
    "size": "of the picture in pixels (default: 1280x960)",
    "view": "near, or wide: with table around the mat (default: near)",
    "tilt": "of the camera in degrees (default: 0)",
    "side": "how far around the table from seat 0 a tilted camera stands, in degrees (default: 0)",
}


def twin_named(name: str, base: TwinSettings | None = None) -> tuple[int, TwinSettings]:
    """The seed and the table that a camera's name asks for, over what is given.

    >>> seed, settings = twin_named("twin:7,people=neat+brisk,light=window")
    >>> seed, settings.look.light, settings.habits[1].carries
    (7, 'window', 3)
    """
    kind, _, rest = name.partition(":")
    first, *options = rest.split(",")
    if kind != "twin" or not (first or "0").isdecimal():
        raise TurboError(f"expected the camera 'twin' or 'twin:SEED,KEY=VALUE', got {name!r}")
    seed = int(first or 0)
    return seed, with_options(",".join(options), seed, base or TwinSettings())


def with_options(text: str, seed: int, settings: TwinSettings) -> TwinSettings:
    """`KEY=VALUE,...`; several values of a key are joined by a plus."""
    given = dict(_pair(one) for one in text.split(",") if one)
    look, habits = settings.look, settings.habits
    if given.pop("look", "clean") == "drawn":
        # First: what is named besides is chosen over what was drawn, in any order.
        look = drawn_look(seed, look)
        given.setdefault("view", "wide")
    people = given.pop("people", None)
    if people is not None:
        habits = people_named(people, seed)
    # The view last: it is fitted to the picture's size and to the tilt.
    for key in sorted(given, key=lambda key: key == "view"):
        look = _SETTERS[key](look, given[key])
    return replace(settings, look=look, habits=habits)


def _pair(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals or key not in KEYS or not value:
        raise TurboError(f"expected KEY=VALUE with a key of {', '.join(KEYS)}, got {text!r}")
    if key == "look" and value not in ("clean", "drawn"):
        raise TurboError(f"expected a look: clean or drawn, got {value!r}")
    return key, value


def drawn_look(seed: int, look: Look) -> Look:
    """A stranger's table under a stranger's camera: soft light, things lying about, blur, drift,
    grain and a codec's blocks, as in films. Packed as JPEG, since that needs no other package."""
    chance = random.Random(f"look {seed}")
    clutter = tuple(name for name in CLUTTER if chance.random() < 0.5)
    look = replace(
        look,
        light=chance.choice(("window", "ceiling", "evening", "day")),
        surface=chance.choice(SURFACES),
        mat=chance.choice(list(MATS.values())),
        printed=PRINTS[chance.choice(list(PRINTS))],
        cup=chance.choice(list(CUPS)),
        clutter=clutter,
        effects=("blur", "drift", "noise", "jpeg"),
    )
    return _tilted(look, str(chance.choice((0, 0, 5, 10))))


def _wide(look: Look, value: str) -> Look:
    if value not in ("near", "wide"):
        raise TurboError(f"expected a view: near or wide, got {value!r}")
    # Fitted anew: the tilt may have been chosen since, and a tilted camera hangs farther away.
    camera = replace(look.camera, distance_mm=None)
    if value == "wide":
        camera = replace(camera, distance_mm=WIDE * fitting_distance(camera))
    return replace(look, camera=camera)


def _tilted(look: Look, value: str) -> Look:
    return replace(look, camera=replace(look.camera, tilt_deg=_degrees("a tilt", value)))


def _one_of(names: Iterable[str], value: str, what: str) -> str:
    return named({name: name for name in names}, value, what)


def _sized(look: Look, value: str) -> Look:
    wide, _, high = value.partition("x")
    if not (wide.isdecimal() and high.isdecimal()):
        raise TurboError(f"expected a size in pixels as 1600x1200, got {value!r}")
    return replace(look, camera=replace(look.camera, width_px=int(wide), height_px=int(high)))


def _degrees(what: str, value: str) -> float:
    try:
        return float(value)
    except ValueError:
        raise TurboError(f"expected {what} in degrees, got {value!r}") from None


_SETTERS: dict[str, Callable[[Look, str], Look]] = {
    "light": lambda look, value: replace(look, light=_one_of(LIGHTS, value, "a light")),
    "surface": lambda look, value: replace(look, surface=_one_of(SURFACES, value, "a surface")),
    "mat": lambda look, value: replace(look, mat=named(MATS, value, "a mat")),
    "dice": lambda look, value: replace(look, printed=named(PRINTS, value, "dice")),
    "cup": lambda look, value: replace(look, cup=value),
    "clutter": lambda look, value: replace(look, clutter=tuple(value.split("+"))),
    "effects": lambda look, value: replace(look, effects=tuple(value.split("+"))),
    "tilt": _tilted,
    "side": lambda look, value: replace(
        look, camera=replace(look.camera, side_deg=_degrees("a side", value))
    ),
    "size": _sized,
    "view": _wide,
}
