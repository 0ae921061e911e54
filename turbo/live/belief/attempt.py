"""One act of one story, tried on a table at rest: what it costs that each detection is this die."""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from turbo.game.dice import DICE, Face
from turbo.game.events import Rethrown, Thrown
from turbo.game.match import Phase
from turbo.live.belief.acts import Act, hidden_for, roller_of, set_back_to, thrower_of, wanted_by
from turbo.live.belief.assignment import Problem
from turbo.live.belief.hypothesis import Hypothesis
from turbo.live.belief.measurement import (
    Case,
    Fit,
    face_cost,
    fit,
    ghost_cost,
    is_hidden,
    unseen_cost,
)
from turbo.live.belief.model import Model
from turbo.live.belief.neighbours import Neighbours, TableAtRest, gone_for, with_gone
from turbo.live.body import BAG, TABLE, Body, chance_of
from turbo.live.snapshot import RestingDie


@dataclass(frozen=True)
class Attempt:
    """Rows are dice, columns are detections, each by its place among all."""

    story: Hypothesis
    act: Act
    rest: TableAtRest
    model: Model

    @cached_property
    def sure(self) -> dict[int, int]:
        """The dice that lie as they lay, each with its detection."""
        return certain(self.story.bodies, self.rest.dice)

    @cached_property
    def columns(self) -> list[int]:
        taken = self.sure.values()
        return [k for k in range(len(self.rest.dice)) if k not in taken]

    @cached_property
    def rows(self) -> list[int]:
        """Of the bag there are no more of each player than may have come out."""
        bodies = self.story.bodies
        known = [i for i in range(DICE) if i not in self.sure and bodies[i].owner != BAG]
        bag, most = [i for i in range(DICE) if bodies[i].owner == BAG], len(self.columns)
        thrown = [i for s in (0, 1) for i in [j for j in bag if self.throwers[j] == s][:most]]
        rest = [i for i in bag if self.throwers[i] is None]
        return known + thrown + rest[: max(0, most - len(thrown))]

    @property
    def is_possible(self) -> bool:
        """Whether there is something that was thrown, by each who is said to have thrown."""
        act, owners = self.act, {self.story.bodies[i].owner for i in self.rows}
        is_seen = bool(self.columns) or act.thrower is None
        return is_seen and (act.then is None or not {0, 1} - owners)

    @cached_property
    def throwers(self) -> list[int | None]:
        return [thrower_of(self.story, self.act, i) for i in range(DICE)]

    @cached_property
    def roller(self) -> int | None:
        return roller_of(self.story, self.act)

    @cached_property
    def wanted(self) -> dict[int, Counter[Face]]:
        return wanted_by(self.story)

    @cached_property
    def _cast(self) -> list[Body]:
        """The dice of who throws by this act."""
        mine = (self.story.bodies[i] for i in self.rows)
        return [body for body in mine if body.owner == self.act.thrower]

    @cached_property
    def places(self) -> Neighbours:
        return with_gone(self.rest, self._cast, self.model) if self._cast else self.rest.places

    @cached_property
    def _is_cup_full(self) -> bool:
        """Whether others of a throw were in the cup. Who throws one or two again has them in the
        hand: nothing else is in a cup then."""
        at_s, left_s = self.rest.snapshot.at_s, self.rest.left_s
        return self.act.name != "again" and any(
            at_s - left_s.get(body.id, body.left_s) >= 2 * self.model.in_cup_s
            for body in self._cast
            if not body.is_covered
        )

    def _case(self, i: int) -> Case:
        body, places = self.story.bodies[i], self.places
        back = set_back_to(self.story, body)
        if self._begins and body.owner == self.act.thrower:
            body, back = replace(body, hit=None), Counter()  # what its last throw hit is over
        is_before = self.act.then is not None and self.throwers[i] == self.act.thrower
        is_late = body.owner == BAG and self.throwers[i] == hidden_for(self.story)
        if is_before or is_late:
            # Who threw first, or what nobody had seen of a throw, may have been laid since.
            places = _unlaid(places)
        return Case(
            body,
            self.throwers[i],
            places,
            self.model.reached * (body.is_covered and self._is_hidden(body)),
            self.wanted.get(body.owner, ()),
            back,
            self._is_cup_full,
            self._lays,
        )

    @cached_property
    def _begins(self) -> bool:
        """Whether a new throw comes out, and no more of one that is known."""
        same = self.story.open is not None and self.story.open.seat == self.act.thrower
        return self.act.thrower is not None and self.act.name != "again" and not same

    @cached_property
    def _lays(self) -> int | None:
        """Who is to lay: also who waits for one die of a throw that is told."""
        rnd, waiting = self.story.match.round, self.story.match.waiting
        if isinstance(waiting, Thrown | Rethrown):
            return self.story.match.seat(waiting.player)
        return rnd.turn if rnd is not None and rnd.phase is Phase.TO_PLAY else None

    def _is_hidden(self, body: Body) -> bool:
        return is_hidden(body, self.rest.snapshot, self.model)

    def _is_in_line(self, body: Body) -> bool:
        """Whether it lay beside others of the table that lie there still."""
        lie = (self.story.bodies[i] for i in self.sure)
        return body.die is not None and any(
            one.owner == TABLE and one.lies.apart_mm(body.die) <= 1.3 * self.model.edge_mm
            for one in lie
        )

    def may_have_rolled(self, i: int, k: int, owner: int | None) -> bool:
        """Whether a die of this player that shows what it showed may have been thrown: it was gone
        for as long as a throw takes and lies elsewhere now, and not in a line."""
        body, die = self.story.bodies[i], self.rest.dice[k]
        # As far as it can be read yet.
        is_like = die.face.is_unread and chance_of(die, body.face) >= self.model.again_read
        is_same = body.owner == owner and not body.face.is_unread
        is_same = is_same and (die.face == body.face or is_like)
        is_away = body.die is None or body.die.apart_mm(die) > self.model.aside * self.model.edge_mm
        is_followed = body.id == die.id
        is_long = gone_for(body, die, self.rest.left_s) >= self.model.long_s
        is_free = die.id not in self.places.chains
        return is_same and is_away and not is_followed and is_long and is_free

    @cached_property
    def fits(self) -> dict[tuple[int, int], Fit]:
        bodies, dice, left_s = self.story.bodies, self.rest.dice, self.rest.left_s
        followed = {body.id: i for i, body in enumerate(bodies) if body.is_seen}
        found = {}
        for i in self.rows:
            case = laid = self._case(i)
            if self.act.name == "again" and bodies[i].may_lie_badly:
                # What had to be thrown again may have been laid since, but where it shows what it
                # showed it was only laid.
                laid = replace(case, places=_unlaid(case.places))
            for k in self.columns:
                one = case if dice[k].face == bodies[i].face else laid
                there = followed.get(dice[k].id, i)
                other = bodies[there] if there != i else None
                gone_s = self._gone_before(bodies[i], dice[k])
                is_hit = self._is_hit(bodies[i], dice[k], gone_s)
                found[i, k] = fit(
                    one, dice[k], left_s, self.model, gone_s, is_hit=is_hit, other=other
                )
        return found

    def _gone_before(self, body: Body, die: RestingDie) -> float:
        """How long a die was out of sight when the first of those lay still that came with it: one
        that rolled on for longer was in the cup no longer."""
        later_s = min(die.since_s - self._came_s[die.id], 2 * self.model.in_cup_s)
        return gone_for(body, die, self.rest.left_s) - later_s

    @cached_property
    def _came_s(self) -> dict[int, float]:
        """When the first die lay still of those that came one soon after the other, by number."""
        found, before_s, first_s = dict[int, float](), -math.inf, 0.0
        for die in sorted((self.rest.dice[k] for k in self.columns), key=lambda one: one.since_s):
            if die.since_s - before_s > self.model.in_cup_s:
                first_s = die.since_s
            found[die.id] = first_s
            before_s = die.since_s
        return found

    def _is_hit(self, body: Body, die: RestingDie, gone_s: float) -> bool:
        """Whether a throw may have hit it: it came to lie as that came out, and was in no cup
        itself. A cup or a hand may have hidden it for a while before."""
        if self.roller is None:
            return False
        if gone_s < self.model.in_cup_s:
            return True
        came = (abs(self.rest.dice[k].since_s - die.since_s) for k in self.columns)
        return body.owner != self.roller and sum(one <= self.model.in_cup_s for one in came) > 1

    @property
    def base(self) -> float:
        """What those cost that lie as they lay."""
        pairs = self.sure.items()
        bodies, dice, model = self.story.bodies, self.rest.dice, self.model
        return sum(face_cost(bodies[i], dice[k], model) for i, k in pairs)

    @property
    def problem(self) -> Problem:
        story, snapshot, dice, model = self.story, self.rest.snapshot, self.rest.dice, self.model
        bodies, ids = [story.bodies[i] for i in self.rows], {die.id for die in dice}
        missing = [
            unseen_cost(body, snapshot, self.act.thrower, model, in_line=self._is_in_line(body))
            # Its number goes on in sight: it lies there, and not behind a thing where it lay.
            + (model.unbroken if body.is_there and body.id in ids else 0.0)
            for body in bodies
        ]
        paid = {die.id: ghost_cost(die, story.extra, (), model) for die in story.extra}
        bare = (body for body in bodies if not is_hidden(body, snapshot, model))
        gone = [body.place for body in bare if body.place is not None]
        strange = [
            max(0.0, ghost_cost(dice[k], dice, gone, model) - paid.get(dice[k].id, 0.0))
            for k in self.columns
        ]
        pairs = [[self.fits[i, k].cost for k in self.columns] for i in self.rows]
        # Of those that were thrown it is all one which came up as which.
        labels = [
            [DICE + (self.throwers[i] or 0) if self.fits[i, k].is_cast else i for k in self.columns]
            for i in self.rows
        ]
        return Problem(pairs, missing, strange, labels)

    def shared(self, chosen: Sequence[int]) -> tuple[dict[int, int], set[int]]:
        """Each die with its detection as the assignment has it, and those that were thrown."""
        pairs, thrown = dict(self.sure), set[int]()
        for row, column in zip(self.rows, chosen, strict=True):
            if column < len(self.columns):
                k = pairs[row] = self.columns[column]
                if self.fits[row, k].is_cast:
                    thrown.add(row)
        return pairs, thrown


def _unlaid(places: Neighbours) -> Neighbours:
    """The same where to lie in a row says nothing."""
    return replace(places, rows=frozenset(), chains=frozenset())


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
