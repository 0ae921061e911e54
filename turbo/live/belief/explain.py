"""How well each act explains what is seen: dice are assigned to detections at the least cost."""

import math
from collections import Counter
from dataclasses import replace

from turbo.game.dice import DICE, HAND, UNREAD
from turbo.game.events import Rethrown, Thrown
from turbo.game.sets import Faces
from turbo.live.belief.acts import Act, acts, dice_of, is_of_act, passed
from turbo.live.belief.assignment import best
from turbo.live.belief.attempt import Attempt
from turbo.live.belief.hypothesis import Hypothesis
from turbo.live.belief.measurement import is_hidden
from turbo.live.belief.model import Model
from turbo.live.belief.neighbours import TableAtRest, gone_for
from turbo.live.belief.outcome import followed_by, lies_laid
from turbo.live.body import BAG, TABLE, Body
from turbo.live.snapshot import Snapshot


def expanded(
    story: Hypothesis, rest: TableAtRest, model: Model, floor: float = -math.inf
) -> list[Hypothesis]:
    """Every way in which this story may go on, but those below `floor`, which is far behind what is
    known already."""
    dice = rest.dice
    if story.match.round is None:
        bag, still = (Body(BAG),) * DICE, {(die.id, die.face) for die in dice}
        gone = [die for die in (*story.poured, *story.extra) if (die.id, die.face) not in still]
        poured = tuple(gone) if dice else ()
        return [replace(story, bodies=bag, extra=tuple(dice), open=None, poured=poured)]
    if all(body.owner == BAG for body in story.bodies):
        rest = replace(rest, dice=[*dice, *rest.snapshot.covered])  # they were poured before
    story, found = _uncovered(story, rest, model), list[Hypothesis]()
    for act in acts(story, model):
        found += explained(story, act, rest, model, floor)
        floor = max(floor, far_behind(found, model))
    # What is out of place by this story lies as it may where the turn is over.
    found += [
        replace(new, log_weight=new.log_weight + model.unruly * max(0, story.odd - new.odd))
        for start in passed(story, model)
        for new in explained(start, Act("none", None, 0.0), rest, model, floor)
        if any(b.laid_by is not None or (b.owner != TABLE and lies_laid(b)) for b in new.bodies)
    ]
    return found if found or floor > -math.inf else [replace(story, extra=tuple(dice))]


def _uncovered(story: Hypothesis, rest: TableAtRest, model: Model) -> Hypothesis:
    """A throw was told with dice that nobody knew, for what stood there: what lay behind that, as
    it seemed, and lies nowhere now that it can be seen was thrown as well."""
    waiting = story.match.waiting
    if not isinstance(waiting, Thrown | Rethrown) or UNREAD not in waiting.hand:
        return story
    seat = story.match.seat(waiting.player)
    bodies = (
        b.thrown_unseen() if b.owner == seat and _lies_nowhere(b, rest, model) else b
        for b in story.bodies
    )
    return replace(story, bodies=tuple(bodies))


def _lies_nowhere(body: Body, rest: TableAtRest, model: Model) -> bool:
    if not (body.is_covered and body.may_be_gone) or is_hidden(body, rest.snapshot, model):
        return False
    least_mm = model.aside * model.edge_mm
    return not any(body.id == d.id or body.lies.apart_mm(d) <= least_mm for d in rest.dice)


def far_behind(stories: list[Hypothesis], model: Model) -> float:
    """The weight below which a story is not kept beside these."""
    return max((one.log_weight for one in stories), default=-math.inf) - model.window


def explained(
    story: Hypothesis, act: Act, rest: TableAtRest, model: Model, floor: float = -math.inf
) -> list[Hypothesis]:
    """The best ways in which this act explains what is seen, the best first."""
    one = Attempt(story, act, rest, model)
    if story.log_weight - act.cost + model.fault < floor or not one.is_possible:
        return []
    known, base = dict[object, Hypothesis](), one.base
    most = story.log_weight - base - act.cost + model.fault - floor
    for total, chosen in best(one.problem, model.ways, most, model.window):
        pairs, thrown = one.shared(chosen)
        new = {i for i in thrown if is_of_act(story, act, i)}
        if (act.thrower is not None) != bool(new):
            continue
        if act.then is not None and not any(story.bodies[i].owner == act.then for i in thrown):
            continue
        total += model.short * _short(story, act, len(new), rest.snapshot)
        total += model.away * _still_out(story, act, thrown)
        total += _unlikely(one, pairs, new) if new else _more_again(story, thrown, model)
        total += model.hasty if act.name != "again" and _is_quick(one, pairs, new) else 0.0
        total -= (model.in_place - model.moved) * _made_way(one, pairs, thrown)
        spent = total + base + act.cost
        if story.log_weight - spent < floor:
            continue
        grown = followed_by(one, pairs, thrown, spent)
        is_laid = _has_laid(grown, act) and not _has_laid(story, act)
        leans = all(story.bodies[i].may_lie_badly for i in new)
        if act.name == "again" and is_laid and not leans:
            # Both between two looks: who lays dice has no other thrown again that lay well.
            grown = replace(grown, log_weight=grown.log_weight - model.fault)
        # Equal dice that change places are no second way.
        same = known.setdefault(grown.key, grown)
        known[grown.key] = max(same, grown, key=lambda way: way.log_weight)
    return sorted(known.values(), key=lambda way: -way.log_weight)


def _has_laid(story: Hypothesis, act: Act) -> bool:
    return any(body.laid_by == act.thrower for body in story.bodies)


def _short(story: Hypothesis, act: Act, count: int, snapshot: Snapshot) -> int:
    """How many dice a first throw lacks that do not lie behind a thing either."""
    rnd = story.match.round
    is_first = rnd is not None and act.thrower is not None and rnd.hands[act.thrower] is None
    if not is_first or act.name == "again" or act.thrower is None:
        return 0
    known = {body.id for body in story.bodies}
    behind = sum(die.id not in known for die in snapshot.covered)
    return max(0, HAND - dice_of(story, act.thrower) - count - behind)


def _still_out(story: Hypothesis, act: Act, thrown: set[int]) -> int:
    """How many dice of a first throw that was seen before nobody has seen yet."""
    if act.thrower is not None or story.open is None or story.open.cup is not None:
        return 0
    came = sum(story.bodies[i].owner == BAG for i in thrown)
    return max(0, HAND - dice_of(story, story.open.seat) - came)


def _unlikely(one: Attempt, pairs: dict[int, int], thrown: set[int]) -> float:
    """Few dice lie badly and are thrown again, as they must; many were thrown in a turn of their
    own, with those that came up as before."""
    story, act, model = one.story, one.act, one.model
    if act.name not in ("again", "around"):
        return 0.0
    sound = sum(story.bodies[i].lies_well for i in thrown)
    kept = (
        i for i, k in pairs.items() if i not in thrown and one.may_have_rolled(i, k, act.thrower)
    )
    with_them = sum(1 for _ in kept) if sound == len(thrown) else 0
    sound += with_them
    is_few = len(thrown) + with_them <= model.few
    if act.name == "again":
        if not sound and is_few:
            return min(0.0, model.due - act.cost)
        return model.sound * sound + (0.0 if is_few else model.fault)
    return model.fault if act.cost > model.due and is_few else 0.0


def _more_again(story: Hypothesis, thrown: set[int], model: Model) -> float:
    """More dice come out of a throw that was said to be of dice that had lain badly."""
    now = story.open
    if now is None or not now.is_again or not thrown:
        return 0.0
    sound = sum(story.bodies[i].lies_well for i in thrown)
    are_many = now.count <= model.few < now.count + len(thrown)
    return model.sound * sound + (model.fault if are_many else 0.0)


def _made_way(one: Attempt, pairs: dict[int, int], thrown: set[int]) -> int:
    """How many thrown dice lie where others lay just now that the throw has driven away: that is
    how it hit them."""
    bodies, dice, edge_mm = one.story.bodies, one.rest.dice, one.model.edge_mm
    count = 0
    for i in thrown:
        die = dice[pairs[i]]
        kept = (j for j in pairs if j not in thrown) if die.id in one.places.followed else ()
        lay = [(j, was) for j in kept if (was := bodies[j].die) and was.apart_mm(die) <= edge_mm]
        # Under its number it was followed there: it is that one, or shows elsewhere what it showed.
        count += bool(lay) and all(
            was.apart_mm(dice[pairs[j]]) > edge_mm
            and (was.id != die.id or dice[pairs[j]].face == was.face)
            for j, was in lay
        )
    return count


def _is_quick(one: Attempt, pairs: dict[int, int], thrown: set[int]) -> bool:
    """Whether not one of these was out of sight for as long as a cup takes to be filled, shaken and
    poured out."""
    known = [i for i in thrown if one.story.bodies[i].owner != BAG]
    gone = (gone_for(one.story.bodies[i], one.rest.dice[pairs[i]], one.rest.left_s) for i in known)
    return bool(known) and max(gone) < one.model.throw_s


def _either(one: Faces, other: Faces) -> Faces:
    """What dice have shown by either of two stories."""
    return one if one == other else tuple((Counter(one) | Counter(other)).elements())


def weighed(stories: list[Hypothesis], model: Model) -> tuple[list[Hypothesis], float]:
    """Equal ones are one; those far behind the best are gone. And what the best of them weighs:
    from it the others are counted."""
    merged: dict[object, Hypothesis] = {}
    for story in stories:
        known = merged.get(story.key)
        if known is None:
            merged[story.key] = story
            continue
        # The better one tells how it came about; what both weigh speaks for what is now.
        high, low = sorted((story, known), key=lambda one: -one.log_weight)
        both = high.log_weight + math.log1p(math.exp(low.log_weight - high.log_weight))
        showed = tuple(map(_either, high.showed, low.showed))
        merged[story.key] = replace(high, log_weight=both, showed=(showed[0], showed[1]))
    order = sorted(merged.values(), key=lambda one: -one.log_weight)[: model.keep]
    top = order[0].log_weight
    return [
        replace(one, log_weight=one.log_weight - top)
        for one in order
        if one.log_weight >= top - model.window
    ], top
