"""How surely the dice of an event were read: the last of its reasons.

The weight is the chance that every face of the event was read rightly, by what the frames together
said of each die; what a person said of a die is certain. How often an event of a given weight is
right can be counted: `python -m bench.fit` prints it.
"""

import math
from collections.abc import Iterable

from turbo.game.events import Event, HandCorrected, HandedOver, Reason, Rethrown, Thrown
from turbo.game.reasons import percent
from turbo.live.state import StepContext
from turbo.live.tracked_die import TrackedDie, chance_of


def weighed(scene: StepContext, event: Event | None) -> tuple[Reason, ...]:
    """The reasons for an event, with how surely its dice were read."""
    hidden = len(scene.tracked.covered)
    if event is not None and hidden:
        scene.because("hidden", hidden)
    dice = [known for known in _dice_of(scene, event) if not known.face.is_unread]
    if not dice:
        return scene.why
    chances = {known.id: _chance(scene, known) for known in dice}
    weakest = min(dice, key=lambda known: chances[known.id])
    weight = math.prod(chances.values())
    scene.because("weakest", weakest.face, percent(chances[weakest.id]))
    scene.because("weight", percent(weight))
    return scene.why


def _dice_of(scene: StepContext, event: Event | None) -> Iterable[TrackedDie]:
    match event:
        case Thrown(player=player) | Rethrown(player=player) | HandCorrected(player=player):
            return scene.tracked.hand(scene.match.seat(player))
        case HandedOver():
            return scene.laid.dice
    return ()


def _chance(scene: StepContext, known: TrackedDie) -> float:
    """What a person said of a die is certain."""
    if scene.tracked.answers.get(known.id) == known.face:
        return 1.0
    return chance_of(known.die, known.face)
