"""A table of scenes: what people do, each under its name, acted at the twin's table.

All of them are honest: nothing may be refused, and in the end the referee must have told the record
line by line. By true poses (a perfect eye) a scene asks the live table alone; in pictures it asks
recognition as well. `python -m tools.trials.scenes` acts them all.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tools.trials.by_hand import ByHand, Spot
from tools.trials.stage import PlayedDice, Stage
from turbo.errors import TurboError
from turbo.twin.habits import CupPlace, Habits, Skill
from turbo.twin.options import with_options
from turbo.twin.table import Pace, TwinSettings
from turbo.twin.world import TwinTable

RECORD = """players Ann, Bob
round Ann
throw Ann b3 b4 b5 r1 k2 o7 o10 k12 r9
table b3 b4 b5
throw Bob k6 k7 k8 o1 o3 r4 b13 k10 r12
table b3 b4 b5 | k6 k7 k8
throw Ann r1 k2 b6 o8 k12 r9
table b3 b4 b5 b6 | k6 k7 k8
"""
"""A set each, and a die that is added: short, and long enough for most."""

PASSES = """players Ann, Bob
round Ann
throw Ann b3 b4 b5 r1 k2 o7 o10 k12 r9
table b3 b4 b5
throw Bob k6 k7 o8 o1 o3 r4 b13 k10 r12
pass
throw Ann r1 k2 b8 o8 k12 r9
pass
throw Bob k6 k7 k8 o1 o3 r4 b13 k10 r12
table b3 b4 b5 | k6 k7 k8
"""

PLAIN = Habits(Skill.SIMPLE, think_s=0.5, forgets_button=1.0, patience_s=(3.0, 3.0), sets_aside=0.0)
"""Nobody presses anything: what happens must be seen. Every other habit is added by its scene."""

PACE = Pace(before_s=2.0, look_s=1.0)
QUIET_S = 9.0
"""How long the table lies still in the end: longer than any hand-over needs."""

MIDDLE: tuple[Spot, ...] = (
    *((-70.0, -20.0), (-30.0, 10.0), (5.0, -35.0), (40.0, 20.0), (75.0, -15.0)),
    *((-110.0, -95.0), (-60.0, -110.0), (20.0, -100.0), (90.0, -108.0)),
)
"""Where a throw of seat 0 lies that scatters: five in the middle, four at home."""


def _mirrored(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    return tuple((-x, -y) for x, y in spots)


@dataclass(frozen=True, slots=True)
class ActedScene:
    """What people do, by name. `mechanics` gives the throws, one after the other; the second one
    is made when the first set lies there, so it may ask where."""

    name: str
    shows: str
    habits: Habits = PLAIN
    other: Habits | None = None
    record: str = RECORD
    options: str = ""
    """Of the picture: see `turbo.twin.options`."""
    leaning: Mapping[int, Sequence[int]] = field(default_factory=dict)
    spots: Mapping[int, Sequence[Spot]] = field(default_factory=dict)
    hit: Callable[[TwinTable], tuple[Sequence[Spot], Sequence[tuple[Spot, Spot]]]] | None = None
    """What the second throw does to the set that lies there: spots of its first dice, and shoves
    (near which spot, by how much)."""


def _touching(table: TwinTable) -> tuple[Sequence[Spot], Sequence[tuple[Spot, Spot]]]:
    """A die comes to lie flat against the end of the set, and does not move it."""
    place = table.things.places[0]
    # 1.08 edges: against it, with a millimetre and a bit between them.
    return [place.at(0.0, -1.08)], []


def _shoving(table: TwinTable) -> tuple[Sequence[Spot], Sequence[tuple[Spot, Spot]]]:
    """A die rolls into the set and pushes all of it, and lies beside it."""
    place = table.things.places[0]
    shoves = [(place.at(0, column), (0.0, 8.0)) for column in range(3)]
    return [place.at(1.3, 1.0)], shoves


def _knocking(table: TwinTable) -> tuple[Sequence[Spot], Sequence[tuple[Spot, Spot]]]:
    """A die knocks the last one out of the set."""
    place = table.things.places[0]
    return [place.at(1.6, 2.0)], [(place.at(0, 2), (3.0, 14.0))]


def _cup(place: CupPlace) -> Habits:
    return replace(PLAIN, cup=(place,))


CORNER: tuple[Spot, ...] = ((152.0, -118.0),)
"""Of a throw of seat 0 one die lies here: a cup that stands before it hides it."""

LAST_IN_CORNER: tuple[Spot, ...] = (
    *((float(x), y) for x in (-140, -112, -84, -56) for y in (-90.0, -118.0)),
    *CORNER,
)
"""The same, and it is one that is not laid: it stays out of sight until the cup is taken."""

OFF_MAT: tuple[Spot, ...] = ((-228.0, -90.0),)
"""18 mm beyond the mat's left rim: on the table, and in a wide picture still to be seen."""

SCENES: dict[str, ActedScene] = {
    one.name: one
    for one in (
        ActedScene("plain", "a throw, a set, a throw, a set, a die that is added; no button"),
        ActedScene("passes", "passes that only the other's next throw can show", record=PASSES),
        ActedScene("scatters", "first throws scatter into the middle", spots={1: MIDDLE}),
        ActedScene(
            "both-scatter",
            "both first throws scatter, the second around a set",
            spots={1: MIDDLE, 2: _mirrored(MIDDLE)},
        ),
        ActedScene("lies-at-a-set", "a thrown die comes to lie flat against a set", hit=_touching),
        ActedScene("shoves-a-set", "a thrown die pushes a whole set aside", hit=_shoving),
        ActedScene("knocks-a-die", "a thrown die knocks a die out of a set", hit=_knocking),
        ActedScene("leans", "a die leans and is thrown again", leaning={2: (3,)}),
        ActedScene("leans-twice", "and leans again", leaning={2: (3,), 3: (0,)}),
        ActedScene(
            "off-the-mat", "a die rolls off the mat and is thrown again", spots={1: OFF_MAT}
        ),
        ActedScene(
            "kept-aside",
            "dice that are kept are pushed to the end of the zone before a throw",
            replace(PLAIN, sets_aside=1.0),
        ),
        ActedScene(
            "cup-in-zone",
            "the cup stays in the own zone, a die behind it",
            _cup(CupPlace.ZONE),
            spots={1: CORNER, 2: _mirrored(CORNER)},
        ),
        ActedScene(
            "cup-hides-the-rest",
            "a die stays behind the cup until the other takes it to throw",
            _cup(CupPlace.ZONE),
            spots={1: LAST_IN_CORNER, 2: _mirrored(LAST_IN_CORNER)},
        ),
        ActedScene(
            "cup-hides-who-passes",
            "the same, and nobody lays the hidden die for two turns",
            _cup(CupPlace.ZONE),
            record=PASSES,
            spots={1: LAST_IN_CORNER, 2: _mirrored(LAST_IN_CORNER)},
        ),
        ActedScene(
            "cup-at-edge", "the cup stays at the rim, half in the picture", _cup(CupPlace.EDGE)
        ),
        ActedScene("cup-beyond", "the cup stays on the bare table", _cup(CupPlace.TABLE)),
        ActedScene(
            "cup-changes",
            "one leaves the cup in the zone, the other at the rim",
            _cup(CupPlace.ZONE),
            _cup(CupPlace.EDGE),
            spots={1: CORNER},
        ),
        ActedScene(
            "both-hands", "hands of both over the table at once", replace(PLAIN, overlaps=1.0)
        ),
        ActedScene("several-at-once", "three dice in one hand", replace(PLAIN, carries=3)),
        ActedScene("slides", "dice are pushed instead of lifted", replace(PLAIN, slides=1.0)),
        ActedScene("rebuilds", "a set is taken apart and laid anew", replace(PLAIN, rebuilds=1.0)),
        ActedScene("drops", "dice slip from the fingers and lie turned", replace(PLAIN, drops=0.7)),
        ActedScene("gaps", "2.5 mm between the dice of a set", replace(PLAIN, gap_mm=(2.5, 2.5))),
        ActedScene(
            "crooked",
            "dice of a set are turned by up to 12 degrees",
            replace(PLAIN, gap_mm=(2.0, 2.5), askew_deg=12.0),
        ),
        ActedScene("hands-stay", "hands stay at the own rim", replace(PLAIN, lingers_s=2.5)),
        ActedScene(
            "two-seconds", "2 s of stillness, no more", replace(PLAIN, patience_s=(2.0, 2.0))
        ),
        ActedScene("four-seconds", "4 s of stillness", replace(PLAIN, patience_s=(4.0, 4.0))),
        ActedScene("phone", "a phone at the rim", options="clutter=phone,view=wide"),
        ActedScene(
            "sleeves",
            "arms in sleeves of the dice's colours",
            replace(PLAIN, sleeve="cream"),
            replace(PLAIN, sleeve="red"),
        ),
    )
}


def scene_named(name: str) -> ActedScene:
    if name not in SCENES:
        raise TurboError(f"expected a scene: {', '.join(SCENES)}, got {name!r}")
    return SCENES[name]


def settings_of(scene: ActedScene, options: str = "", *, buttons: bool = False) -> TwinSettings:
    """The table for a scene; `options` for the picture come before the scene's own."""
    played = PlayedDice(scene.record)
    habits = (scene.habits, scene.other or scene.habits)
    if buttons:
        habits = tuple(replace(one, forgets_button=0.0) for one in habits)  # type: ignore[assignment]
    settings = TwinSettings(
        names=played.names, habits=habits, rounds=1, pace=PACE, inventory=played.inventory
    )
    return with_options(",".join(filter(None, (options, scene.options))), 0, settings)


def put_on(scene: ActedScene, table: TwinTable) -> None:
    """Let a table that was made for the scene act it."""
    script = table.script
    mechanics = ByHand(scene.leaning, dict(scene.spots))

    def thrown(*args: object, **how: object) -> object:
        # Only now: where the first set lies is known when the second throw is made.
        if scene.hit is not None and mechanics.throws == 1:
            spots, shoves = scene.hit(table)
            mechanics.spots, mechanics.shoves = {2: spots}, {2: shoves}
        return mechanics(*args, **how)  # type: ignore[arg-type]

    script.mechanics = thrown  # type: ignore[assignment]
    table.act(Stage(PlayedDice(scene.record), script, QUIET_S).motions())
