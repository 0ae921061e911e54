"""The filter behind the door of the live table: `step(state, match, input, setting)`."""

from bench.belief.deciding import decide, may_tell
from bench.belief.desk import FRESH, BeliefState, Desk
from bench.belief.following import follow
from bench.belief.hearing import HEARD, pass_time
from bench.belief.model import Model
from bench.belief.stories import Story
from bench.belief.tell import asks_again
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
from turbo.live.weighing import weighed


def step(state: BeliefState, match: Match, happened: Input, setting: Setting) -> StepResult:
    desk = Desk(match, state, setting, Model(edge_mm=setting.edge_mm))
    if not state.stories:
        desk.note(stories=(Story(match, FRESH),), match=match)
    pass_time(desk, happened)
    follow(desk)
    HEARD[type(happened)](desk, happened)
    event = decide(desk)
    take_back = False
    if event is None and may_tell(desk) and desk.state.over is Over.STILL:
        take_back = goes_on(desk.context())
        if take_back:
            desk.note(over=None)
    desk.note(tries=desk.state.tries + (event is not None))
    if event is not None or take_back:
        desk.note(own=event)
        return StepResult(desk.state, event, take_back, why=weighed(desk.context(), event))
    return _words(desk)


def _words(desk: Desk) -> StepResult:
    asks = asks_again(desk.best, desk.moment())
    again = None if asks is None else Ready(asks.seat, asks.cup, (), Again.PERHAPS)
    perhaps = desk.best.perhaps
    desk.note(again=again, perhaps=perhaps)
    context = desk.context()
    is_out = (desk.state.is_still or desk.state.lost) and is_lost(context)
    context.note(account=context.account, dice=context.account.dice, laid=context.laid, lost=is_out)
    return _shown(context)
