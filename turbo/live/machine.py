"""The live table as one machine: a state, a match and an input in; a state and an event out. Pure.

What a person would see who stood behind it: dice roll, a hand comes and goes, and now and then
everything lies still. What may have happened meanwhile is a handful of weighted hypotheses
(`turbo.live.belief`): each is a whole story, with the match as it would stand and with eighteen
dice, each in one place. A table at rest, a press, an answer: each input weighs them anew (`hear`),
and so does what the match makes of what was told (`follow`). What nearly all of the weight has as
its next event is told (`decide`), with its reasons; where people must help, the words ask.

An input comes to at most one event. Whoever drives the machine feeds that event to the referee and
steps on with `Changed` and the new match, until there is no event left: so every event is decided
on the match that the one before has led to.

Hypotheses apart there are a few *phases*, which say how far a picture can be trusted at all:

    UNSEEN ----- a table is confirmed --> RESTING, or DIFFERENT where it is not as the match says
    RESTING ---- a hand, a die that moves -> MOVING
    MOVING ----- a table is confirmed --> RESTING, or EMPTIED where the dice are in the bag
    any of both - no picture for a second -> BLIND: it is looked at for a moment before it is told
    DIFFERENT -- people say which is right -> RESTING
    EMPTIED ---- the dice lie there as before -> RESTING; a new round begins -> RESTING
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from turbo.game.events import Event, Reason, Rethrown, Thrown
from turbo.game.match import Match
from turbo.live.belief.decide import decide, goes_on, may_tell
from turbo.live.belief.follow import follow
from turbo.live.belief.hear import HEARD, pass_time
from turbo.live.belief.model import OFTEN, Model
from turbo.live.belief.reasons import reasons
from turbo.live.belief.state import FRESH, Belief, State
from turbo.live.belief.throws import asks_again
from turbo.live.body import Body
from turbo.live.inputs import Input
from turbo.live.recovery import is_lost
from turbo.live.state import Setting
from turbo.live.words import Words, is_due, questions
from turbo.storage.session import DieNumbers, Notice, Question, Rival


@dataclass(frozen=True, slots=True)
class StepResult:
    """What one input comes to: at most one event, or else all words and questions that stand now.

    Beside an event nothing is said: the match that it leads to is another one, and whoever drives
    the machine steps on with that at once.

    `take_back`: the last hand-over was made by itself, and the player has gone on playing.
    """

    state: State = field(default_factory=State)
    event: Event | None = None
    take_back: bool = False
    landed: tuple[int, ...] = ()
    """The dice of a throw, by number, when the event is one."""
    notices: tuple[Notice, ...] = ()
    questions: tuple[Question, ...] = ()
    why: tuple[Reason, ...] = ()
    """What speaks for the event."""
    table: str = ""
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    numbers: DieNumbers = field(default_factory=DieNumbers)
    """Of the dice of `table` and `hands`."""
    rivals: tuple[Rival, ...] = ()
    """Two things that may have happened, if people are asked which."""


def step(state: State, match: Match, happened: Input, setting: Setting) -> StepResult:
    """The one door: from a state and what happened to the next state and what there is to tell."""
    belief = Belief(match, state, setting, _model(setting.edge_mm))
    if not state.stories:
        belief.note(stories=(belief.story(FRESH),), match=match)
    pass_time(belief, happened)
    # The match first: what it has accepted since must not be told once more by what is seen.
    follow(belief)
    HEARD[type(happened)](belief, happened)
    was_pressed, waited = belief.state.press is not None, len(belief.state.queue)
    event = decide(belief)
    # Only where there is nothing to tell: an event is decided on the match as it is.
    take_back = event is None and may_tell(belief) and goes_on(belief)
    if take_back:
        belief.note(is_over=False)
    belief.note(tries=belief.state.tries + (event is not None))
    if event is None and not take_back:
        return _shown(belief)
    is_said = len(belief.state.queue) != waited
    # What waited was people's word, and not what the hypotheses told.
    belief.note(own=None if is_said else event)
    why = belief.state.queue_why if is_said else reasons(belief, event, was_pressed)
    return StepResult(belief.state, event, take_back, _landed(belief, event), why=why)


@lru_cache(maxsize=16)
def _model(edge_mm: float) -> Model:
    """Sixty numbers, of which one is the table's: not put together anew in every step."""
    return Model(edge_mm=edge_mm)


def _landed(belief: Belief, event: Event | None) -> tuple[int, ...]:
    """The dice of a throw, by number."""
    if not isinstance(event, Thrown | Rethrown):
        return ()
    seat = belief.match.seat(event.player)
    last_s = belief.best.cast_s[seat]
    return tuple(b.id for b in belief.best.of(seat) if b.is_seen and b.cast_s >= last_s)


def _shown(belief: Belief) -> StepResult:
    """Nothing is left to tell: what is there to see by the best hypothesis, to say and to ask."""
    state = belief.state
    words = tuple(word for word in state.words if word[0] >= state.at_s)
    # Of what is nearly as likely as the best: which of them it was is what is asked.
    likely = (story for story in state.stories if story.log_weight >= -OFTEN)
    asks = filter(None, (asks_again(story, belief.moment()) for story in likely))
    belief.note(again=next(asks, None), words=words)
    # Under a hand nothing new is believed; but a question that stands is not taken back by one.
    belief.note(lost=(state.is_still or state.lost) and is_lost(belief))
    asked = _questions(belief)
    belief.note(asked=frozenset(question.id for question in asked))
    view = belief.state.view
    one, other = view.own(0), view.own(1)
    return StepResult(
        belief.state,
        notices=tuple(Words(view, belief.state, belief.setting).all(belief.match)),
        questions=asked,
        table=str(view.laid.layout),
        hands=(_texts(one), _texts(other)),
        numbers=DieNumbers(_numbers(view.laid.dice), (_numbers(one), _numbers(other))),
        rivals=belief.state.rivals,
    )


def _texts(dice: Iterable[Body]) -> tuple[str, ...]:
    return tuple(str(body.face) for body in dice)


def _numbers(dice: Iterable[Body]) -> tuple[int, ...]:
    return tuple(body.id for body in dice)


def _questions(belief: Belief) -> tuple[Question, ...]:
    """What is asked once stays asked until it is read or answered, whatever moves meanwhile."""
    state, view, tuning = belief.state, belief.state.view, belief.setting.tuning

    def due(body: Body) -> bool:
        is_needed = belief.match.waiting is not None or body.id in view.laid.ids
        is_new = state.is_still and is_due(view, body, state.quiet_s, tuning, is_needed=is_needed)
        return body.id in state.asked or is_new

    return questions(belief.match, view, belief.setting.own, due)
