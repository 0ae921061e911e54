"""The filter behind the door of the live table: `step(state, match, input, setting)`."""

from bench.belief.deciding import decide, may_tell
from bench.belief.desk import FRESH, BeliefState, Desk
from bench.belief.following import follow
from bench.belief.hearing import HEARD, pass_time
from bench.belief.model import Model
from bench.belief.reasons import reasons
from bench.belief.stories import Story
from bench.belief.tell import asks_again
from turbo.game.events import Event, Rethrown, Thrown
from turbo.game.match import Match
from turbo.live.inputs import (
    Input,
)
from turbo.live.machine import StepResult, _shown
from turbo.live.recovery import is_lost
from turbo.live.state import (
    Again,
    Over,
    Ready,
    Setting,
)
from turbo.live.turn_tellings import goes_on


def step(state: BeliefState, match: Match, happened: Input, setting: Setting) -> StepResult:
    desk = Desk(match, state, setting, Model(edge_mm=setting.edge_mm))
    if not state.stories:
        desk.note(stories=(Story(match, FRESH),), match=match)
    pass_time(desk, happened)
    follow(desk)
    HEARD[type(happened)](desk, happened)
    was_pressed, waited = desk.state.press is not None, len(desk.state.waits)
    event = decide(desk)
    take_back = False
    if event is None and may_tell(desk) and desk.state.over is Over.STILL:
        take_back = goes_on(desk.context())
        if take_back:
            desk.note(over=None)
    desk.note(tries=desk.state.tries + (event is not None))
    if event is not None or take_back:
        # What waited was people's word, and not what the stories told.
        desk.note(own=event if len(desk.state.waits) == waited else None)
        why = reasons(desk, event, was_pressed)
        return StepResult(desk.state, event, take_back, _landed(desk, event), why=why)
    return _words(desk)


def _landed(desk: Desk, event: Event | None) -> tuple[int, ...]:
    """The dice of a throw, by number."""
    if not isinstance(event, Thrown | Rethrown):
        return ()
    seat = desk.match.seat(event.player)
    last_s = desk.best.cast_s[seat]
    return tuple(b.id for b in desk.best.of(seat) if b.is_seen and b.cast_s >= last_s)


def _words(desk: Desk) -> StepResult:
    asks = asks_again(desk.best, desk.moment())
    again = None if asks is None else Ready(asks.seat, asks.cup, (), Again.PERHAPS)
    perhaps = desk.best.perhaps
    desk.note(again=again, perhaps=perhaps)
    context = desk.context()
    is_out = (desk.state.is_still or desk.state.lost) and is_lost(context)
    context.note(tracked=context.tracked, dice=context.tracked.dice, laid=context.laid, lost=is_out)
    return _shown(context)
