"""Mischief acted out at the twin's table: what is done, and how it is mended when it was noticed.

Each act is a script of motions over the play of `turbo.twin.script`. It ends with the table as it
was before, whatever the referee said, so that the truth after it is the truth before it.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import wraps

from turbo.game.dice import HAND
from turbo.twin.draw_props import HandPose
from turbo.twin.draw_table import MatPose
from turbo.twin.hands import Motions
from turbo.twin.inventory import SIDES
from turbo.twin.mischief import mischief_named, no_set_of_three
from turbo.twin.poses import ROOM, Pose, Spot
from turbo.twin.script import Script
from turbo.twin.table import POCKET, TableMotion

Act = Callable[[Script, int], Motions | None]


def commit(script: Script, name: str, seat: int) -> Motions | None:
    """The act of that name; None if it cannot be done now."""
    motions = _ACTS[name](script, seat) if name else None
    return None if motions is None else _noted(script, name, seat, motions)


def _noted(script: Script, name: str, seat: int, motions: Motions) -> Motions:
    # The only one that is done by who is not in turn.
    actor = 1 - seat if name == "throw-out-of-turn" else seat
    expected = mischief_named(name).expected
    script.ledger.misdeed(actor, name, expected, script.things.clock_s)
    yield from motions
    script.ledger.note(script.things.clock_s, actor, "mended", name)


def _only(is_possible: Callable[[Script, int], bool]) -> Callable[[Act], Act]:
    """Of an act that can be done only then."""

    def bounded(act: Act) -> Act:
        @wraps(act)
        def begun(script: Script, seat: int) -> Motions | None:
            return act(script, seat) if is_possible(script, seat) else None

        return begun

    return bounded


def _shown(script: Script, seat: int) -> Motions:
    """Hand over as if all were well, and hear what the referee says."""
    yield from script.withdraw(seat)
    yield TableMotion(0.3)
    yield from script.answer_doubts()
    yield from _pressed(script, seat)
    # Of what is hidden nobody can say anything: who is told to lift it does, and presses again.
    if script.answering is not None and script.answering.is_asked_to_lift():
        yield from script.lift_cup(seat)
        yield from _pressed(script, seat)
    yield TableMotion(script.pace.look_s)


def _pressed(script: Script, seat: int) -> Motions:
    heard = script.heard
    if script.press is not None:
        script.press(seat)
    yield from script.listen(heard)


def _other_side(script: Script, die: int) -> int:
    """A side with another face, which nothing else on the table or in a hand shows."""
    faces = script.state.inventory.dice[die].faces
    shown = {script.state.face(other) for other in script.things.poses if other != POCKET}
    # A face that shows elsewhere could be that die moved: nobody could prove a turn.
    sides = [side for side in range(SIDES) if faces[side] not in shown]
    return script.chance.choice(sides) if sides else -1


def _turn(script: Script, seat: int, die: int, side: int) -> Motions:
    things = script.things
    yield from script.carry(seat, die, things.flat(die, things.poses[die].spot, side))
    yield from script.withdraw(seat)


def _turn_and_back(script: Script, seat: int, die: int, side: int) -> Motions:
    yield from _turn(script, seat, die, side)
    yield from _shown(script, seat)
    yield from _turn(script, seat, die, script.state.sides[die])
    yield TableMotion(script.pace.look_s)


def turn_die(script: Script, seat: int) -> Motions | None:
    dice = list(script.state.cells.values())
    script.chance.shuffle(dice)
    found = next(((die, side) for die in dice if (side := _other_side(script, die)) >= 0), None)
    return None if found is None else _turn_and_back(script, seat, *found)


def turn_hand_die(script: Script, seat: int) -> Motions | None:
    die = script.chance.choice(script.state.hands[seat])
    side = _other_side(script, die)
    return None if side < 0 else _turn_and_back(script, seat, die, side)


def _there_and_back(script: Script, seat: int, poses: dict[int, Pose]) -> Motions:
    before = {die: script.things.poses[die] for die in poses}
    yield from script.move_all(seat, poses)
    yield from _shown(script, seat)
    yield from script.move_all(seat, before)
    yield TableMotion(script.pace.look_s)


@_only(lambda script, seat: bool(script.state.cells))
def take_back(script: Script, seat: int) -> Motions:
    things = script.things
    die = script.chance.choice(list(script.state.cells.values()))
    spot = things.floor.free_spot(things.floor.hands[seat], things.spots())
    return _there_and_back(script, seat, {die: things.flat(die, spot)})


def add_die(script: Script, seat: int) -> Motions:
    things = script.things
    x, y = things.floor.free_spot(things.floor.table, things.spots())
    side = script.chance.randrange(SIDES)
    # Any turn: a die from a pocket is put down without care.
    pose = Pose.flat(side, x, y, script.slips.uniform(-3.0, 3.0), things.edge_mm)
    away = things.away(seat)
    things.lift(POCKET, pose.lifted(*away, 30.0))
    yield from script.carry(seat, POCKET, pose)
    yield from _shown(script, seat)
    yield from script.carry(seat, POCKET, pose.lifted(*away, 30.0))
    things.remove(POCKET)
    yield from script.withdraw(seat)
    yield TableMotion(script.pace.look_s)


def _throw_and_restore(script: Script, seat: int, dice: list[int]) -> Motions:
    """A throw that does not count; then every die is turned back as it lay. What lies badly or off
    the mat is thrown again before, as ever: of a die out of sight nobody could say anything."""
    before = {die: (script.state.sides[die], script.things.poses.get(die)) for die in dice}
    yield TableMotion(script.pace.look_s)
    heard = script.heard
    yield from script.into_cup(seat, dice)
    yield from script.pour(seat, dice)
    while bad := script.lying_badly(dice):
        yield from script.rethrow(seat, bad)
    # What was thrown here is asked about: was it again, or had it lain badly? It was again.
    script.is_rethrow = False
    yield TableMotion(script.pace.look_s)
    yield from script.answer_doubts()
    yield from script.listen(heard)
    yield TableMotion(script.pace.look_s)
    for die, (side, pose) in before.items():
        script.state.sides[die] = side
        if pose is not None:
            yield from script.carry(seat, die, pose)
    yield from script.withdraw(seat)
    yield TableMotion(script.pace.look_s)


def throw_twice(script: Script, seat: int) -> Motions:
    return _throw_and_restore(script, seat, list(script.state.hands[seat]))


@_only(lambda script, seat: bool(script.ledger.hands[1 - seat]) and script.is_handed_over)
def throw_out_of_turn(script: Script, seat: int) -> Motions:
    """Who has just played throws again; before the first throw this would be allowed, and over a
    throw of the one in turn it would count as that player's pass. After a pass without any sign it
    would be a second throw: the turn passes by a table, a pass that is seen, or the other's throw.
    """
    return _throw_and_restore(script, 1 - seat, list(script.state.hands[1 - seat]))


def _row(script: Script, seat: int, dice: list[int] | None) -> Motions | None:
    """Dice of the hand, laid in a row by themselves."""
    things = script.things
    if dice is None:
        return None
    pitch = things.edge_mm + ROOM.gap_mm
    x, y = _room_for_row(script, len(dice), pitch)
    sides, edge_mm = script.state.sides, things.edge_mm
    row = enumerate(dice)
    poses = {die: Pose.flat(sides[die], x + at * pitch, y, 0.0, edge_mm) for at, die in row}
    return _there_and_back(script, seat, poses)


def _room_for_row(script: Script, length: int, pitch: float) -> Spot:
    things = script.things
    table, others = things.floor.table, things.spots()
    best: Spot = table.centre
    most = -1.0
    for _ in range(200):
        x = script.slips.uniform(table.left, table.right - length * pitch)
        y = script.slips.uniform(table.bottom, table.top)
        row = [(x + place * pitch, y) for place in range(length)]
        apart = min((math.dist(a, b) for a in row for b in others), default=1e9)
        if apart > most:
            best, most = (x, y), apart
    return best


def leave_touching(script: Script, seat: int) -> Motions | None:
    return _row(script, seat, _some(script, seat, 2))


def lone_die(script: Script, seat: int) -> Motions | None:
    return _row(script, seat, _some(script, seat, 1))


def wrong_run(script: Script, seat: int) -> Motions | None:
    hand = script.state.hands[seat]
    return _row(script, seat, no_set_of_three(hand, list(script.state.hand(seat)), script.chance))


def _some(script: Script, seat: int, count: int) -> list[int] | None:
    hand = script.state.hands[seat]
    return script.chance.sample(hand, count) if len(hand) >= count else None


@_only(lambda script, seat: script.ledger.hands[seat] is None)
def short_throw(script: Script, seat: int) -> Motions:
    """Eight of nine at first; then all go back into the cup. What lies badly of the eight is thrown
    again before, as ever: a die that leans shows two faces, and may be taken for the ninth."""
    dice, heard = script.state.hands[seat][: HAND - 1], script.heard
    yield from script.into_cup(seat, dice)
    yield from script.pour(seat, dice)
    while bad := script.lying_badly(dice):
        yield from script.rethrow(seat, bad)
        # Counted anew after each: the ruling on the rethrow is not the one that is waited for.
        heard = script.heard
    yield from script.tidy(seat, dice)
    yield from script.listen(heard)
    yield TableMotion(script.pace.look_s)


@_only(lambda script, seat: script.ledger.hands[seat] is not None and script.is_handed_over)
def play_unthrown(script: Script, seat: int) -> Motions | None:
    """Who is in turn plays the dice of the throw before. After a pass without any sign it would be
    the other's turn still: then this is to play out of turn."""
    return _row(script, seat, _some(script, seat, 3))


# Trouble with the table itself: nothing is played meanwhile; only while dice lie there, since of a
# bare table nobody needs to hear that it was touched.


@_only(lambda script, seat: bool(script.things.poses))
def nudge_mat(script: Script, seat: int) -> Motions:
    things = script.things
    before, push = things.mat_pose, script.slips.uniform(4.0, 9.0)
    way, turn = script.slips.uniform(0.0, 2.0 * math.pi), script.slips.uniform(-0.02, 0.02)

    def move(time_s: float) -> None:
        part = min(1.0, time_s / 0.3)
        things.mat_pose = MatPose(
            before.x_mm + part * push * math.cos(way),
            before.y_mm + part * push * math.sin(way),
            before.turn_rad + part * turn,
        )

    yield TableMotion(0.3, move)
    yield TableMotion(script.pace.trouble_s)


@_only(lambda script, seat: bool(script.things.poses))
def bump_camera(script: Script, seat: int) -> Motions:
    things, slips = script.things, script.slips
    camera = things.look.camera.bumped(
        slips.choice((-1, 1)) * slips.uniform(4, 9), slips.uniform(-6, 6), slips.uniform(-2, 2)
    )
    things.look = replace(things.look, camera=camera)
    yield TableMotion(script.pace.trouble_s)


def switch_lamp(script: Script, seat: int) -> Motions:
    things, light = script.things, script.things.look.light
    things.look = replace(things.look, light="off")
    yield TableMotion(script.pace.trouble_s)
    things.look = replace(things.look, light=light)
    yield TableMotion(script.pace.trouble_s)


@_only(lambda script, seat: bool(script.things.poses))
def cover_die(script: Script, seat: int) -> Motions:
    """An arm on the table, over some of the dice."""
    things = script.things
    x, y = script.slips.choice(things.spots())
    yield script.reach(seat, (x, y), 0.5)
    towards = math.pi / 2 if seat == 0 else -math.pi / 2
    things.resting = HandPose(x, y, towards, z_mm=22.0, skin=seat)
    things.hands.pop(seat, None)
    yield TableMotion(script.pace.rest_s)
    things.resting = None
    things.hands[seat] = (x, y)
    yield from script.withdraw(seat)
    yield TableMotion(script.pace.look_s)


def pull_camera(script: Script, seat: int) -> Motions:
    script.things.camera_is_out = True
    yield TableMotion(script.pace.trouble_s)
    script.things.camera_is_out = False
    yield TableMotion(script.pace.trouble_s)


@_only(lambda script, seat: script.unplug_board is not None)
def pull_board(script: Script, seat: int) -> Motions:
    assert script.unplug_board is not None
    script.unplug_board(True)
    yield TableMotion(script.pace.trouble_s)
    script.unplug_board(False)
    yield TableMotion(script.pace.trouble_s)


_ACTS: dict[str, Act] = {
    act.__name__.replace("_", "-"): act
    for act in (
        *(turn_die, turn_hand_die, take_back, add_die, throw_twice, throw_out_of_turn),
        *(leave_touching, wrong_run, lone_die, short_throw, play_unthrown),
        *(nudge_mat, bump_camera, switch_lamp, cover_die, pull_camera, pull_board),
    )
}
"""Each by the name of its mischief."""
