"""What the match changes in every story: it has accepted, refused, or people have spoken."""

from collections import Counter
from dataclasses import replace

from turbo.game.dice import Face
from turbo.game.events import Event, HandedOver, Passed
from turbo.game.match import Match
from turbo.live.belief.acts import Act
from turbo.live.belief.explain import expanded, explained
from turbo.live.belief.hypothesis import Hypothesis
from turbo.live.belief.neighbours import clear_of, rest_of
from turbo.live.belief.state import FRESH, Belief, Order
from turbo.live.body import BAG, TABLE
from turbo.live.state import Again, TablePhase
from vision.mat.plan import Zone


def follow(belief: Belief) -> None:
    before, match, own = belief.state.match, belief.match, belief.state.own
    belief.note(match=match, own=None)
    if before is None or (before == match and own is None):
        return
    belief.note(rivals=())
    if (before.round, before.results) != (match.round, match.results) or match.waiting:
        belief.note(tries=0, pleas=0)
    stories = [_rebased(story, match, own) for story in belief.state.stories]
    if belief.state.claims:
        belief.trust((belief.story(belief.best.bodies),))
        belief.note(claims=bool(belief.state.queue))
        return
    if (before.round is None) != (match.round is None) or before.results != match.results:
        stories = _new_round(belief, stories[0])
    elif _table(before) != _table(match):
        stories = [_laid_down(story, before) for story in stories]
    if own is None and match.round is not None and before.round is not None:
        stories = [_adopted(story, before) for story in stories]
    belief.note(stories=tuple(stories))
    look_again(belief)
    belief.note(order=_order(belief, before, own))


def _order(belief: Belief, before: Match, own: Event | None) -> Order:
    """The end of a turn moves no die: the last table in order stays the one that it was."""
    order, rnd = belief.state.order, belief.match.round
    if rnd is None or belief.best.open is None or not isinstance(own, Passed | HandedOver):
        return Order(belief.state.stories)
    stories = [replace(one, match=belief.match, pending=()) for one in order.stories]
    if _table(before) != _table(belief.match):
        stories = [_laid_down(one, before) for one in stories]
    if any(_table_faces(one) != rnd.table.count for one in stories):
        return Order(belief.state.stories)
    return replace(order, stories=tuple(stories))


def _table(match: Match) -> object:
    return None if match.round is None else match.round.table


def _laid_down(story: Hypothesis, before: Match) -> Hypothesis:
    """What was laid is of the table now, and so is what rolled there and was handed over."""
    rnd, was = story.match.round, before.round
    missing = Counter[Face]() if rnd is None else rnd.table.count - _table_faces(story)
    bodies = []
    for body in story.bodies:
        is_rolled = was is not None and body.owner == was.turn and body.is_there
        is_rolled = is_rolled and body.die is not None and body.die.zone is Zone.TABLE
        if is_rolled and missing[body.face] > 0:
            missing[body.face] -= 1
            body = replace(body, owner=TABLE, landed=None)
        # Who threw before this was told may have laid already: that is still to be told.
        bodies.append(body if was and body.laid_by == 1 - was.turn else replace(body, laid_by=None))
    return replace(story, bodies=tuple(bodies))


def _table_faces(story: Hypothesis) -> Counter[Face]:
    return Counter(body.face for body in story.of(TABLE))


def _rebased(story: Hypothesis, match: Match, own: Event | None) -> Hypothesis:
    if own is None or not story.pending:
        return replace(story.under(match), pending=())
    rest = story.pending[1:]
    story = replace(story, match=match, pending=())
    for event in rest:
        story = story.after(event)
    return story


def _new_round(belief: Belief, story: Hypothesis) -> list[Hypothesis]:
    lying = {b.id for b in story.bodies if b.is_there} | {die.id for die in story.extra}
    belief.note(is_over=False, said=Again.NO)
    if belief.state.phase is TablePhase.EMPTIED:
        belief.note(phase=TablePhase.RESTING, left=frozenset(), is_left=False)
        dice = () if belief.state.seen is None else tuple(clear_of(belief.state.seen))
        return [belief.story(FRESH, extra=dice if belief.match.round is None else ())]
    if belief.match.round is None:
        belief.note(left=frozenset(lying), is_left=True)
    else:
        left = frozenset(lying) if belief.state.is_left else frozenset[int]()
        belief.note(left=left, is_left=False)
    extra = story.extra if belief.match.round is None else ()
    return [belief.story(FRESH, extra=extra, poured=story.poured)]


def _adopted(story: Hypothesis, before: Match) -> Hypothesis:
    """People's word on hands and table."""
    rnd, was = story.match.round, before.round
    if rnd is None or was is None:
        return story
    parts = [(seat, rnd.hands[seat]) for seat in (0, 1) if rnd.hands[seat] != was.hands[seat]]
    if rnd.table != was.table:
        parts.append((TABLE, rnd.table.faces))
    for owner, faces in parts:
        if faces is not None:
            story = _named(story, owner, list(faces))
    opened = story.open
    if opened is not None and rnd.hands[opened.seat] != was.hands[opened.seat]:
        story = replace(story, open=None)
    return story


def _named(story: Hypothesis, owner: int, faces: list[Face]) -> Hypothesis:
    mine = [i for i, b in enumerate(story.bodies) if b.owner == owner]
    if len(mine) != len(faces):
        return story
    bodies, odd = list(story.bodies), []
    for i in mine:
        if bodies[i].face in faces:
            faces.remove(bodies[i].face)
            bodies[i] = replace(bodies[i], was=None)
        else:
            odd.append(i)
    for i, face in zip(odd, faces, strict=True):
        bodies[i] = bodies[i].said(face)
    return replace(story, bodies=tuple(bodies))


def look_again(belief: Belief) -> None:
    """The same dice under another match."""
    if belief.state.seen is None or belief.state.phase is TablePhase.UNSEEN:
        return
    rest = rest_of(belief.state.seen, belief.state.left, belief.setting.layouts, belief.model)
    grown = []
    for story in belief.state.stories:
        if story.match.round is None:
            grown.append(story)
        elif all(b.owner == BAG for b in story.bodies):
            grown += expanded(story, rest, belief.model)
        else:
            none = Act("none", None, 0.0)
            same = explained(story, none, rest, belief.model)[:1]
            odd = (belief.model.unruly * max(0, one.odd - story.odd) for one in same)
            grown += [
                replace(one, log_weight=story.log_weight - cost)
                for one, cost in zip(same, odd, strict=True)
            ] or [story]
    belief.keep(grown)
