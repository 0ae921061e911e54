"""Past a disorder: what lies there is explained from the last table in order as well, past what lay
about in between. What showed in between still binds.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from turbo.game.dice import UNREAD, Face
from turbo.live.belief.explain import expanded
from turbo.live.belief.hypothesis import Hypothesis
from turbo.live.belief.measurement import is_hidden
from turbo.live.belief.model import Model
from turbo.live.belief.neighbours import TableAtRest
from turbo.live.belief.state import Belief
from turbo.live.body import Body
from turbo.live.snapshot import RestingDie, Snapshot


def from_order(
    belief: Belief, rest: TableAtRest, last: Snapshot | None, floor: float
) -> Iterator[Hypothesis]:
    """What lies there, explained from the last table in order. Dice that were thrown by that must
    have shown the same when they were seen in between: else they were thrown once more, or hit. And
    they came together: where some of them lay, no others were still to come."""
    order, model = belief.state.order, belief.model
    if not order.since or last is None:
        return
    table, left_s = rest.snapshot, dict[int, float]()
    for one in order.since:
        left_s |= dict(one.left_s)
    tables = [Counter(d.face for d in one.seen if not d.face.is_unread) for one in order.since]
    left_s |= rest.left_s
    whole = replace(rest, snapshot=replace(table, left_s=tuple(left_s.items())), left_s=left_s)
    shown = Counter(die.face for die in (*last.seen, *last.covered))
    least = floor - order.spent + model.skipped
    for story in order.stories:
        for new in expanded(story, whole, model, least):
            cast = [b for b in new.bodies if b.is_seen and b.cast_s == table.at_s]
            came = Counter(b.face for b in cast)
            unshown = max(0, (came - shown).total() - shown[UNREAD])
            strange = _strange(story, new, tables)
            if strange and not came:
                continue  # the guard: nothing was thrown or hit, so nothing has shown that
            unshown += strange + max(_apart(cast, before, model) for before in order.since)
            cost = model.skipped + math.log(len(order.since)) + model.unshown * unshown
            new = as_it_lay(new, order.since, table.at_s)
            yield replace(new, log_weight=new.log_weight + order.spent - cost)


def _apart(cast: Sequence[Body], before: Snapshot, model: Model) -> int:
    """How many of these dice lay there before while others were nowhere in sight."""
    shown = Counter(die.face for die in before.seen)
    lay = [any(_lies_so(die, body, model) for die in before.seen) for body in cast]
    lacks = sum(
        not (is_there or shown[body.face] or is_hidden(body, before, model))
        for is_there, body in zip(lay, cast, strict=True)
    )
    return max(0, min(sum(lay), lacks - shown[UNREAD]))


def _lies_so(die: RestingDie, body: Body, model: Model) -> bool:
    is_near = body.die is not None and body.die.apart_mm(die) <= model.edge_mm
    return is_near and (die.face.is_unread or die.face == body.face)


def _strange(story: Hypothesis, new: Hypothesis, tables: Sequence[Counter[Face]]) -> int:
    """How many faces were seen that none of the dice can have shown: on each of these tables a die
    showed what it shows in the one or in the other story, and of one that is tipped what it counts
    as or is. Which of a player's dice came to show which of the new faces is all one."""
    both = [
        (now.owner, {was.face, was.said_of, now.face, now.said_of} - {None})
        for was, now in zip(story.bodies, new.bodies, strict=True)
    ]
    changed: dict[int, set[Face | None]] = defaultdict(set)
    for owner, faces in both:
        changed[owner] |= faces if len(faces) > 1 else set()
    shows = [changed[owner] if len(faces) > 1 else faces for owner, faces in both]
    ever, known = Counter[Face](), Counter(f for _, faces in both for f in faces if f is not None)
    for one in tables:
        ever |= one
    each = (_unexplained(tuple(one.elements()), shows) for one in tables)
    return max((ever - known).total(), *each)


def _unexplained(seen: Sequence[Face], shows: Sequence[set[Face | None]]) -> int:
    """How many of these are left over where each of the dice may have shown one of its faces."""
    taken = dict[int, int]()

    def is_placed(k: int, tried: set[int]) -> bool:
        for i, faces in enumerate(shows):
            if i in tried or seen[k] not in faces:
                continue
            tried.add(i)
            if i not in taken or is_placed(taken[i], tried):
                taken[i] = k
                return True
        return False

    return sum(not is_placed(k, set()) for k in range(len(seen)))


def as_it_lay(story: Hypothesis, since: Sequence[Snapshot], at_s: float) -> Hypothesis:
    """A throw that has come since: before it the table lay as the last one in between showed it on
    which none of its dice lay, there or elsewhere: they may have been moved since."""
    if story.open is None or story.open.at_s != at_s:
        return story
    cast = [b for b in story.bodies if b.is_seen and b.cast_s == at_s]
    came_s = min((b.lies.since_s for b in cast), default=at_s)
    known = Counter(body.known for body in story.open.before)
    new = Counter(b.face for b in cast) - known
    first_s = (one.at_s for one in since if new & (Counter(die.face for die in one.seen) - known))
    came_s = min(came_s, *first_s, at_s)
    lay = {die.id: die for one in since if one.at_s < came_s for die in one.seen}
    before = list(story.open.before)
    for i, (was, now) in enumerate(zip(before, story.bodies, strict=True)):
        # One that was moved in between goes on under another number, and others under its own.
        both = (lay.get(now.id), lay.get(was.id))
        same = (die for die in both if die and die.face in (was.face, UNREAD))
        before[i] = replace(was, die=next(same, was.die))
    return replace(story, open=replace(story.open, before=tuple(before)))
