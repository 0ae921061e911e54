"""How well each act explains what is seen: dice are assigned to detections at the least cost."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from turbo.game.dice import DICE, HAND
from turbo.game.match import Phase
from turbo.live.belief.acts import (
    Act,
    acts,
    dice_of,
    is_of_act,
    passed,
    roller_of,
    set_back_to,
    thrower_of,
    wanted_by,
)
from turbo.live.belief.assignment import Problem, best
from turbo.live.belief.hypothesis import Hypothesis
from turbo.live.belief.measurement import (
    Case,
    Fit,
    face_cost,
    fit,
    ghost_cost,
    held_cost,
    is_hidden,
    unseen_cost,
)
from turbo.live.belief.model import Model
from turbo.live.belief.neighbours import TableAtRest, gone_for, with_gone
from turbo.live.belief.outcome import followed_by, lies_laid
from turbo.live.body import BAG, TABLE, Body, chance_of
from turbo.live.snapshot import RestingDie, Snapshot


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
    found = list[Hypothesis]()
    for act in acts(story, model):
        found += explained(story, act, rest, model, floor)
        floor = max(floor, far_behind(found, model))
    found += [
        new
        for start in passed(story, model)
        for new in explained(start, Act("none", None, 0.0), rest, model, floor)
        if any(b.laid_by is not None or (b.owner != TABLE and lies_laid(b)) for b in new.bodies)
    ]
    return found if found or floor > -math.inf else [replace(story, extra=tuple(dice))]


def far_behind(stories: list[Hypothesis], model: Model) -> float:
    """The weight below which a story is not kept beside these."""
    return max((one.log_weight for one in stories), default=-math.inf) - model.window


def explained(
    story: Hypothesis, act: Act, rest: TableAtRest, model: Model, floor: float = -math.inf
) -> Iterator[Hypothesis]:
    """The best ways in which this act explains what is seen."""
    if story.log_weight - act.cost + model.fault < floor:
        return
    bodies, snapshot, dice, left = story.bodies, rest.snapshot, rest.dice, rest.left_s
    sure = certain(bodies, dice)
    columns = [k for k in range(len(dice)) if k not in sure.values()]
    throwers = [thrower_of(story, act, i) for i in range(DICE)]
    rows = [i for i in range(DICE) if i not in sure and bodies[i].owner != BAG]
    bag = [i for i in range(DICE) if bodies[i].owner == BAG]
    rows += bag[: len(columns)]
    if not columns and act.thrower is not None:
        return
    if act.then is not None and {0, 1} - {bodies[i].owner for i in rows}:
        return
    mine = [bodies[i] for i in rows if bodies[i].owner == act.thrower]
    places = with_gone(rest, mine, model) if mine else rest.places
    free = replace(places, rows=frozenset(), chains=frozenset())  # who threw first may have laid
    roller = roller_of(story, act)
    followed = {body.id: i for i, body in enumerate(bodies) if body.is_seen}
    wanted, rnd = wanted_by(story), story.match.round
    lays = rnd.turn if rnd is not None and rnd.phase is Phase.TO_PLAY else None
    came = [dice[k].since_s for k in columns]
    # Who throws one or two again has them in the hand: nothing else is in a cup then.
    in_cup = act.name != "again" and any(
        snapshot.at_s - left.get(b.id, b.left_s) >= 2 * model.in_cup_s
        for b in (bodies[i] for i in rows if bodies[i].owner == act.thrower)
        if not b.is_covered
    )
    cases = {
        i: Case(
            bodies[i],
            throwers[i],
            free if act.then is not None and throwers[i] == act.thrower else places,
            held_cost(bodies[i], snapshot, model),
            wanted.get(bodies[i].owner, ()),
            set_back_to(story, bodies[i]),
            in_cup,
            lays,
        )
        for i in rows
    }
    fits = {
        (i, k): fit(
            cases[i],
            dice[k],
            left,
            model,
            is_hit=_is_hit(bodies[i], dice[k], roller, came, left, model),
            other=bodies[followed[dice[k].id]] if followed.get(dice[k].id, i) != i else None,
        )
        for i in rows
        for k in columns
    }
    problem = _problem(story, act, rest, rows, columns, fits, throwers, model)
    base = sum(face_cost(bodies[i], dice[k], model) for i, k in sure.items())
    known = set[object]()
    most = story.log_weight - base - act.cost + model.fault - floor
    for total, chosen in best(problem, model.ways, most, model.window):
        pairs, thrown = dict(sure), set[int]()
        for row, column in zip(rows, chosen, strict=True):
            if column < len(columns):
                pairs[row] = columns[column]
                if fits[row, columns[column]].is_cast:
                    thrown.add(row)
        new = {i for i in thrown if is_of_act(story, act, i)}
        if (act.thrower is not None) != bool(new):
            continue
        if act.then is not None and not any(bodies[i].owner == act.then for i in thrown):
            continue
        total += model.short * _short(story, act, len(new), snapshot)
        total += model.away * _still_out(story, act, thrown)
        total += _unlikely(story, act, new, model)
        spent = total + base + act.cost
        if story.log_weight - spent < floor:
            continue
        one = followed_by(story, act, pairs, thrown, snapshot, dice, places, spent, model)
        if act.name == "again" and _has_laid(one, act) and not _has_laid(story, act):
            # Both between two looks: who lays dice has no other thrown again.
            one = replace(one, log_weight=one.log_weight - model.fault)
        # Equal dice that change places are no second way.
        if one.key not in known:
            known.add(one.key)
            yield one


def _is_hit(
    body: Body, die: RestingDie, roller: int | None, came: list[float], left: dict[int, float],
    model: Model,
) -> bool:  # fmt: skip
    """Whether a throw may have hit it: it came to lie as that came out, and was in no cup itself.
    A cup or a hand may have hidden it for a while before."""
    if roller is None:
        return False
    if gone_for(body, die, left) < model.in_cup_s:
        return True
    near = sum(abs(one - die.since_s) <= model.in_cup_s for one in came)
    return body.owner != roller and near > 1


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


def _unlikely(story: Hypothesis, act: Act, thrown: set[int], model: Model) -> float:
    """Few dice lie badly and are thrown again, as they must; many were thrown in a turn of their
    own."""
    is_few = len(thrown) <= model.few
    if act.name == "again":
        sound = sum(_lay_well(story.bodies[i]) for i in thrown)
        if not sound and is_few:
            return min(0.0, model.due - act.cost)
        return model.sound * sound + (0.0 if is_few else model.fault)
    return model.fault if act.name == "around" and act.cost > model.due and is_few else 0.0


def _lay_well(body: Body) -> bool:
    die = body.die
    return die is not None and not (die.face.is_unread or die.seems_badly)


def _problem(
    story: Hypothesis, act: Act, rest: TableAtRest, rows: list[int], columns: list[int],
    fits: dict[tuple[int, int], Fit], throwers: list[int | None], model: Model,
) -> Problem:  # fmt: skip
    bodies, snapshot, dice = [story.bodies[i] for i in rows], rest.snapshot, rest.dice
    ids = {die.id for die in dice}
    missing = [
        unseen_cost(body, snapshot, act.thrower, model)
        # Its number goes on in sight: it lies there, and not behind a thing where it lay before.
        + (model.unbroken if body.is_there and body.id in ids else 0.0)
        for body in bodies
    ]
    paid = {die.id: ghost_cost(die, story.extra, (), model) for die in story.extra}
    bare = (body for body in bodies if not is_hidden(body, snapshot, model))
    gone = [body.place for body in bare if body.place is not None]
    strange = [
        max(0.0, ghost_cost(dice[k], dice, gone, model) - paid.get(dice[k].id, 0.0))
        for k in columns
    ]
    pairs = [[fits[i, k].cost for k in columns] for i in rows]
    # Of those that were thrown it is all one which came up as which.
    labels = [
        [DICE + (throwers[i] or 0) if fits[i, k].is_cast else i for k in columns] for i in rows
    ]
    return Problem(pairs, missing, strange, labels)


def certain(bodies: tuple[Body, ...], dice: list[RestingDie]) -> dict[int, int]:
    """Dice that lie as they lay, under the number and with the face that they had."""
    by_id = {die.id: k for k, die in enumerate(dice)}
    found = {}
    for i, body in enumerate(bodies):
        k = None if body.die is None else by_id.get(body.die.id)
        if k is None or body.die is None:
            continue
        is_near = math.dist((body.die.x_mm, body.die.y_mm), (dice[k].x_mm, dice[k].y_mm)) < 8.0
        shown = dice[k].face
        # What cannot be read where it lay may be another one that has taken its place.
        is_like = shown.is_unread and chance_of(dice[k], body.face) >= 0.5
        is_same = shown in (body.face, body.said_of) or is_like or body.face.is_unread
        if is_near and is_same:
            found[i] = k
    # A die that is out of sight may have had the number of another one before.
    claims = Counter(found.values())
    return {i: k for i, k in found.items() if claims[k] == 1}


def pruned(stories: list[Hypothesis], model: Model) -> list[Hypothesis]:
    """Equal ones are one; those far behind the best are gone."""
    return weighed(stories, model)[0]


def weighed(stories: list[Hypothesis], model: Model) -> tuple[list[Hypothesis], float]:
    """The same, and what the best of them weighs: from it the others are counted."""
    merged: dict[object, Hypothesis] = {}
    for story in stories:
        known = merged.get(story.key)
        if known is None:
            merged[story.key] = story
            continue
        # The better one tells how it came about; what both weigh speaks for what is now.
        high, low = sorted((story, known), key=lambda one: -one.log_weight)
        both = high.log_weight + math.log1p(math.exp(low.log_weight - high.log_weight))
        merged[story.key] = replace(high, log_weight=both)
    order = sorted(merged.values(), key=lambda one: -one.log_weight)[: model.keep]
    top = order[0].log_weight
    return [
        replace(one, log_weight=one.log_weight - top)
        for one in order
        if one.log_weight >= top - model.window
    ], top
