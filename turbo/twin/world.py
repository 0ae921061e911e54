"""The simulated table on its own clock: a match that is played, seen and disturbed."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from turbo.twin.draw import DrawnScene
from turbo.twin.draw_dice import PlacedDie
from turbo.twin.effects import EFFECT
from turbo.twin.glyphs import Image
from turbo.twin.inventory import top_side
from turbo.twin.ledger import Ledger
from turbo.twin.mischief import MISCHIEF, mischief_named
from turbo.twin.players import Feedback, two_players
from turbo.twin.script import Script
from turbo.twin.table import POCKET, TableMotion, Things, TwinSettings
from turbo.twin.together import Playing


class TwinTable:
    """SIMULATED: two players, eighteen dice and a camera that exist nowhere.

    Nothing happens but in `step`. The same seed and settings give the same match on every machine:
    the same dice, faces, plays and points (`Ledger.story`). Where dice lie, what leans and is
    thrown again, and when, is the mechanics' and differs between processors. Only mischief that
    needs the other's turn asks what the referee said: it waits for a hand-over that was seen.
    """

    simulated = True
    mischief = tuple(MISCHIEF)
    """What its players can be asked to do."""

    def __init__(
        self,
        seed: int = 0,
        settings: TwinSettings | None = None,
        *,
        press: Callable[[int], None] | None = None,
        feedback: Feedback | None = None,
        unplug_board: Callable[[bool], None] | None = None,
        sound: Callable[[str], None] | None = None,
    ) -> None:
        self.seed, self.settings = seed, settings or TwinSettings()
        self.things = Things(seed, self.settings)
        # One: throws come one after the other, and their seeds are counted in that order.
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="twin throws")
        self.script = Script(self.things, self._pool, press, feedback)
        self.script.unplug_board, self.script.sound = unplug_board, sound
        self.act(self.script.match())
        self.host: Callable[[], None] | None = None
        """Called at every step: who arranges the matches looks whether there is another."""
        self.paused = False
        self._exposed: list[DrawnScene] = []

    @property
    def is_over(self) -> bool:
        return self._playing.is_over

    @property
    def clock_s(self) -> float:
        return self.things.clock_s

    @property
    def ledger(self) -> Ledger:
        return self.things.ledger

    @property
    def camera_is_out(self) -> bool:
        return self.things.camera_is_out

    @property
    def is_still(self) -> bool:
        """Whether no hand is in the picture and no die moves."""
        return self.things.is_still

    def do_mischief(self, name: str) -> None:
        """Ask for a mischief by name: it is done at the next moment that allows it."""
        self.script.pending.append(mischief_named(name).name)

    def act(self, motions: Iterator[TableMotion]) -> None:
        """Let something else happen than the match that the seed holds."""
        self._playing = Playing(motions, self.things.pass_time)

    def begin(self, names: tuple[str, ...], rounds: int, starter: int | None = None) -> None:
        """Clear the table, whatever goes on there, and let these two play a match."""
        things, script = self.things, self.script
        self.settings = things.settings = replace(self.settings, names=names, rounds=rounds)
        things.ledger = script.ledger = Ledger(names)
        script.players = two_players(names, self.settings.habits, script.chance)
        # What somebody was just about to end: a light that is off, a hand that rests, a cup.
        things.look = replace(things.look, light=self.settings.look.light)
        things.resting, things.camera_is_out = None, False
        things.put_cup(None)
        self.act(chain(script.clear_table(), script.match(starter)))

    def step(self, seconds: float) -> None:
        """Let time pass at the table."""
        if self.host is not None:
            self.host()
        left = 0.0 if self.paused else seconds
        shutter_s = EFFECT.shutter_s if "blur" in self.things.look.effects else 0.0
        self._exposed = []
        # A step shorter than the shutter has nothing to smear: it is one moment.
        if not 0.0 < shutter_s < left:
            self._pass(left)
            return
        self._pass(left - shutter_s)
        for _ in range(EFFECT.exposures - 1):
            self._exposed.append(self.things.scene())
            self._pass(shutter_s / (EFFECT.exposures - 1))

    def _pass(self, seconds: float) -> None:
        # Time goes on over a finished table: that nothing happens is seen, too.
        self.things.pass_time(self._playing.advance(seconds))

    def frame(self) -> Image:
        """The picture of this moment; with `blur`, of the last moments of the last step."""
        return self.things.frame(self._exposed)

    def truth(self) -> dict[str, Any]:
        """What the picture of this moment truly shows: every die with its corners in pixels."""
        return {
            "simulated": True,
            "at_s": round(self.clock_s, 3),
            "hands_in_view": self.things.has_hand_in_view,
            "dice": self._true_dice(),
        }

    def _true_dice(self) -> list[dict[str, Any]]:
        things = self.things
        placed = {die: things.placed(die) for die in sorted(things.poses)}
        if not placed:
            return []
        tops = [top_side(one.rotation) for one in placed.values()]
        upper = [one.face_corners(top) for one, (top, _) in zip(placed.values(), tops, strict=True)]
        # All at once: this is looked at for every picture of a match, and a call costs more than
        # what it computes for one die.
        quads = things.lens.project(np.stack(upper))
        rows = zip(placed.items(), tops, quads, things.covered(quads), strict=True)
        return [
            {**self._true_die(die, one, *top), "quad": quad.tolist(), "covered": bool(is_covered)}
            for (die, one), top, quad, is_covered in rows
        ]

    def _true_die(self, die: int, one: PlacedDie, side: int, lean_deg: float) -> dict[str, Any]:
        face = one.die.faces[side]
        return {
            "die": die,
            "number": face.number or "joker",
            "colour": face.colour.word if face.colour is not None else None,
            "role": self._role(die),
            "lean_deg": round(lean_deg, 2),
            "height_mm": round(float(one.position_mm[2]), 2),
            "moving": die in self.things.moving,
        }

    def _role(self, die: int) -> str:
        if die in self.things.state.cells.values():
            return "table"
        for seat, role in ((0, "A"), (1, "B")):
            if die in self.things.state.hands[seat]:
                return role
        return "pocket" if die == POCKET else "bag"

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
