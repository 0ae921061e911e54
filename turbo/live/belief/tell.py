"""What a hypothesis has to tell next: a throw, a completed doubt, the end of a turn."""

from dataclasses import replace

from turbo.game.events import Event, Passed, Rethrown, Thrown
from turbo.game.match import Match, Phase
from turbo.live.belief.hypothesis import Hypothesis, standing
from turbo.live.belief.moment import Moment
from turbo.live.belief.throws import completed, open_throw, put_right, set_back
from turbo.live.belief.turns import as_before, turn_over
from turbo.live.state import foreseen


def led_to(match: Match, event: Event | None) -> Match:
    """The match once this was told."""
    return match if event is None else match.after(event, foreseen(match, event))


def next_end(story: Hypothesis, match: Match) -> object:
    """Where the next event of a story leads, None if it has none: by this two stories tell the
    same next."""
    return standing(led_to(match, story.pending[0])) if story.pending else None


def told(story: Hypothesis, now: Moment) -> Hypothesis:
    """The story with all that it has to tell at this moment."""
    for _ in range(8):
        grown = _next(story, now)
        if grown is None:
            return story
        story = grown
    return story


def stepped(story: Hypothesis, now: Moment) -> tuple[Hypothesis, Hypothesis]:
    """The story just before it tells something at this moment, and just after. A pass that nobody
    saw is told with what shows it."""
    rnd = story.match.round
    is_due = rnd is not None and rnd.phase is Phase.TO_PLAY and story.open is None
    if is_due and story.pending and isinstance(story.pending[-1], Passed):
        is_shown = told(story, now).pending != story.pending
        return story, story if is_shown else replace(story, pending=())
    for _ in range(8):
        grown = None if story.pending else _next(story, now)
        if grown is None:
            return story, story
        if grown.pending:
            return story, grown
        story = grown
    return story, story


def _next(story: Hypothesis, now: Moment) -> Hypothesis | None:
    rnd = story.match.round
    if rnd is None or story.match.is_finished:
        return None
    waiting, seat = story.match.waiting, None if story.open is None else story.open.seat
    if isinstance(waiting, Thrown | Rethrown) and story.match.seat(waiting.player) != seat:
        return completed(story, rnd, now)  # nothing else counts before that
    for teller in (open_throw, set_back, put_right, completed, as_before, turn_over):
        grown = teller(story, rnd, now)
        if grown is not None:
            return grown
    return None
