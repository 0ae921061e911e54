"""Expand every story by what people may have done, weigh it by what is seen, merge and prune."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bench.belief.assign import best
from bench.belief.model import Fit, Model, clear_of, face_cost, fit, ghost_cost, unseen_cost
from bench.belief.stories import BAG, TABLE, Body, Story, Told
from turbo.game.dice import DICE, HAND, Face
from turbo.game.events import (
    Event,
    HandCorrected,
    HandedOver,
    Passed,
    Rethrown,
    RoundStarted,
    Thrown,
    Verdict,
)
from turbo.game.match import Match, Phase
from turbo.live.laying import Laid, in_sets, laid_of, same_layout
from turbo.live.snapshot import RestingDie, Snapshot
from turbo.live.state import foreseen
from turbo.live.tracked_die import TrackedDie
from vision.mat.plan import Zone


@dataclass(frozen=True, slots=True)
class Act:
    name: str
    thrower: int | None
    cost: float


@dataclass
class Belief:
    """A few weighted stories, the best first, and what was emitted."""

    stories: list[Story]
    model: Model = field(default_factory=Model)
    emitted: list[Told] = field(default_factory=list)
    still_s: float | None = None
    starter: str | None = None
    updates: int = 0

    @staticmethod
    def of(match: Match, model: Model, starter: str | None) -> "Belief":
        return Belief([Story(match, (Body(BAG),) * DICE)], model, starter=starter)

    # Evidence.

    def move(self) -> None:
        self.still_s = None

    def rest(self, snapshot: Snapshot) -> None:
        self.updates += 1
        self.still_s = snapshot.at_s if self.still_s is None else self.still_s
        grown = [new for story in self.stories for new in self._expanded(story, snapshot)]
        self.stories = pruned(grown, self.model)
        self.tick(snapshot.at_s)

    def tick(self, at_s: float) -> None:
        quiet_s = 0.0 if self.still_s is None else at_s - self.still_s
        if quiet_s >= 1.8 and any(_may_end(story) for story in self.stories):
            ended = [_handed_over(story, at_s, self.model) for story in self.stories]
            self.stories = pruned(ended, self.model)

    # What it comes to.

    def decide(self) -> Event | None:
        """The next event that holds nearly all of the weight."""
        total = sum(math.exp(one.log_weight) for one in self.stories)
        place = len(self.emitted)
        agree = [
            s
            for s in self.stories
            if len(s.events) > place
            and [t.event for t in s.events[:place]] == [t.event for t in self.emitted]
        ]
        share = Counter[str]()
        first: dict[str, Told] = {}
        for story in agree:
            told = story.events[place]
            first.setdefault(str(told.event), told)
            share[str(told.event)] += math.exp(story.log_weight) / total  # type: ignore[assignment]
        for key, part in share.most_common(1):
            if part >= self.model.tell:
                self.emitted.append(first[key])
                return first[key].event
        return None

    def revise(self) -> int:
        """How many of the events that were emitted last do not belong to what is believed now."""
        total = sum(math.exp(one.log_weight) for one in self.stories)
        share = Counter[int]()
        for story in self.stories:
            share[self._common(story)] += math.exp(story.log_weight) / total  # type: ignore[assignment]
        place = len(self.emitted)
        against = sum(part for common, part in share.items() if common < place)
        if against < self.model.tell:
            return 0
        common = max(one for one in share if one < place)
        self.emitted = self.emitted[:common]
        return place - common

    def _common(self, story: Story) -> int:
        """How much of what was emitted this story contains."""
        for place, (mine, theirs) in enumerate(zip(self.emitted, story.events, strict=False)):
            if mine.event != theirs.event:
                return place
        return min(len(self.emitted), len(story.events))

    @property
    def is_astray(self) -> bool:
        """The weight has turned against something that was emitted."""
        one = self.stories[0]
        return [t.event for t in one.events[: len(self.emitted)]] != [t.event for t in self.emitted]

    def _expanded(self, story: Story, snapshot: Snapshot) -> Iterator[Story]:
        dice = clear_of(snapshot)
        if story.match.round is None:
            yield from self._begun(story, snapshot, dice)
            return
        for act in acts(story, self.model):
            yield from explained(story, act, snapshot, dice, self.model)

    def _begun(self, story: Story, snapshot: Snapshot, dice: list[RestingDie]) -> Iterator[Story]:
        fresh = replace(story, bodies=(Body(BAG),) * DICE)
        if len(dice) < HAND or story.match.phase is Phase.OVER:
            yield fresh
            return
        due = story.match.next_starter or self.starter
        if due is None:
            yield fresh
            return
        started = fresh.after(RoundStarted(due), snapshot.at_s, self.model.refused)
        yield from self._expanded(started, snapshot)


def acts(story: Story, model: Model) -> Iterator[Act]:
    rnd = story.match.round
    assert rnd is not None
    yield Act("none", None, 0.0)
    turn, other = rnd.turn, 1 - rnd.turn
    if rnd.phase is Phase.TO_PLAY:
        yield Act("throw", other, model.ends_turn)
        yield Act("again", turn, 0.5 if story.open_throw == turn else model.again)
    else:
        yield Act("throw", turn, model.due)
        if rnd.may_throw_early(other):
            yield Act("throw", other, model.early)


def explained(
    story: Story, act: Act, snapshot: Snapshot, dice: list[RestingDie], model: Model
) -> Iterator[Story]:
    """The best ways in which this act explains what is seen."""
    left = dict(snapshot.left_s)
    bodies = list(story.bodies)
    rnd = story.match.round
    assert rnd is not None
    # Dice in the bag are all alike: those of a first throw, nine of them.
    firsts = act.thrower if act.thrower is not None and rnd.hands[act.thrower] is None else None
    sure = _certain(bodies, dice)
    rows = [i for i in range(DICE) if i not in sure]
    if firsts is None and act.thrower is not None:
        rows = [i for i in rows if bodies[i].owner != BAG]
    columns = [k for k in range(len(dice)) if k not in sure.values()]
    bag = [i for i in rows if bodies[i].owner == BAG]
    rows = [i for i in rows if bodies[i].owner != BAG] + bag[: max(len(columns), 0)]
    fits: dict[tuple[int, int], Fit] = {}
    thrower = act.thrower
    for i in rows:
        for k in columns:
            allowed = thrower if bodies[i].owner != BAG else firsts
            fits[i, k] = fit(bodies[i], dice[k], allowed, left, model)
    # Rows: dice and, for each detection, 'it is none of them'.
    cost = []
    for i in rows:
        missing = unseen_cost(bodies[i], snapshot.hidden, thrower, model)
        cost.append([fits[i, k].cost for k in columns] + [missing if j == i else 1e5 for j in rows])
    for k in columns:
        cost.append(
            [ghost_cost(dice[k], model) if c == k else 1e5 for c in columns] + [0.0] * len(rows)
        )
    size = len(rows) + len(columns)
    for total, chosen in best(cost, 3) if size else [(0.0, [])]:
        if total >= 1e5:
            continue
        pairs = dict(sure)
        thrown: set[int] = set()
        for row, column in zip(rows, chosen, strict=False):
            if column < len(columns):
                k = columns[column]
                pairs[row] = k
                if fits[row, k].is_thrown:
                    thrown.add(row)
        if (act.thrower is not None) != bool(thrown):
            continue
        base = sum(face_cost(bodies[i], dice[k], model) for i, k in sure.items())
        yield _followed(story, act, pairs, thrown, snapshot, dice, total + base + act.cost, model)


def _certain(bodies: list[Body], dice: list[RestingDie]) -> dict[int, int]:
    """Dice that lie as they lay, under the number and with the face that they had."""
    by_id = {die.id: k for k, die in enumerate(dice)}
    found = {}
    for i, body in enumerate(bodies):
        k = None if body.die is None else by_id.get(body.die.id)
        if k is None or body.die is None:
            continue
        is_near = math.dist((body.die.x_mm, body.die.y_mm), (dice[k].x_mm, dice[k].y_mm)) < 8.0
        if is_near and (dice[k].face == body.face or dice[k].face.is_unread):
            found[i] = k
    # A die that is out of sight may have had the number of another one before.
    claims = Counter(found.values())
    return {i: k for i, k in found.items() if claims[k] == 1}


def _followed(
    story: Story, act: Act, pairs: dict[int, int], thrown: set[int], snapshot: Snapshot,
    dice: list[RestingDie], cost: float, model: Model,
) -> Story:  # fmt: skip
    at_s, seat = snapshot.at_s, act.thrower
    grown = replace(
        story, log_weight=story.log_weight - cost, terms=((act.name, act.cost), ("seen", cost))
    )
    rnd = story.match.round
    assert rnd is not None
    ends = act.name == "throw" and seat != rnd.turn and rnd.phase is Phase.TO_PLAY
    if ends and _is_open(story):
        # As it lay before the throw, which may break it up.
        grown = _ended_by_throw(grown, at_s, model)
    now = []
    phase = None if grown.match.round is None else grown.match.round.phase
    for i, body in enumerate(story.bodies):
        if i not in pairs:
            place = body.place
            hidden = place is not None and any(
                one.hides(place, model.edge_mm / 2) for one in snapshot.hidden
            )
            stays = body.is_there and hidden
            now.append(replace(body, is_seen=False, is_covered=stays))
            continue
        one = _placed(body, dice[pairs[i]], i in thrown, seat, phase, grown.match, model)
        if thrown and one.owner == seat and act.name == "throw":
            # Before the throw nobody may lay: what is of that hand and lies in the middle rolled.
            one = replace(one, landed=one.place)
        now.append(one)
    turn = None if grown.match.round is None else grown.match.round.turn
    if thrown and seat is not None:
        now = _with_laid(now, seat)
    elif phase is Phase.TO_PLAY and turn is not None:
        now = _with_laid(now, turn)  # others were laid against it since
    is_reread = _is_reread(story, now, thrown)
    grown = replace(grown, bodies=tuple(now), open_throw=seat if thrown else grown.open_throw)
    grown = _told_throw(grown, at_s, act.name == "again", model)
    grown = _corrected(grown, at_s, model) if is_reread else grown
    return replace(grown, log_weight=grown.log_weight - model.unruly * _odd(grown))


def _odd(story: Story) -> int:
    """How many dice are not where the match of this very story has them."""
    rnd = story.match.round
    if rnd is None:
        return 0
    laid = len(story.of(TABLE)) - len(rnd.table.dice)
    found = 0
    for seat in (0, 1):
        hand, has = rnd.hands[seat], len(story.of(seat))
        if hand is None or story.open_throw == seat:
            continue
        if seat == rnd.turn and rnd.phase is Phase.TO_PLAY:
            found += abs(len(hand) - has - laid)
        else:
            found += abs(len(hand) - has)
    return found


def _with_laid(bodies: list[Body], seat: int) -> list[Body]:
    """Dice of a throw that lie in sets when it is first seen were laid since: nobody throws so."""
    middle = [
        b for b in bodies if b.owner == seat and b.die and b.die.zone is Zone.TABLE and b.is_seen
    ]
    if not middle:
        return bodies
    table = [b for b in bodies if b.owner == TABLE and b.die is not None]
    dice = [TrackedDie(b.die, b.face, Zone.TABLE) for b in (*table, *middle) if b.die is not None]
    sets = in_sets(laid_of(dice))
    laid = {id(b) for b in middle if b.die is not None and b.die.id in sets}
    return [replace(b, owner=TABLE, landed=None) if id(b) in laid else b for b in bodies]


def _is_reread(story: Story, now: list[Body], thrown: set[int]) -> bool:
    return any(
        was.owner == one.owner and was.owner in (0, 1) and i not in thrown and was.face != one.face
        for i, (was, one) in enumerate(zip(story.bodies, now, strict=True))
    )


def _corrected(story: Story, at_s: float, model: Model) -> Story:
    """A hand that was read wrongly before is told anew."""
    rnd = story.match.round
    for seat in (0, 1):
        told = None if rnd is None else rnd.hands[seat]
        faces = tuple(sorted((body.face for body in story.of(seat)), key=str))
        laid = (
            ()
            if rnd is None
            else tuple((Counter(b.face for b in story.of(TABLE)) - rnd.table.count).elements())
        )
        if rnd is not None and seat == rnd.turn and rnd.phase is Phase.TO_PLAY:
            faces = tuple(sorted((*faces, *laid), key=str))
        if told is None or len(told) != len(faces) or any(f.is_unread for f in faces):
            continue
        if Counter(told) != Counter(faces) and story.open_throw != seat:
            story = story.after(
                HandCorrected(story.match.players[seat], faces), at_s, model.refused
            )
    return story


def _placed(
    body: Body, die: RestingDie, is_thrown: bool, seat: int | None, phase: Phase | None,
    match: Match, model: Model,
) -> Body:  # fmt: skip
    if is_thrown:
        assert seat is not None
        return Body(seat, die.face, die, (die.x_mm, die.y_mm), True)
    landed, owner = body.landed, body.owner
    if landed is not None and math.dist(landed, (die.x_mm, die.y_mm)) > 0.6 * model.edge_mm:
        landed = None
    rnd = match.round
    is_turn = rnd is not None and rnd.turn == owner and phase is Phase.TO_PLAY
    if landed is None and die.zone is Zone.TABLE and is_turn:
        owner = TABLE
    elif (
        owner == TABLE
        and rnd is not None
        and die.zone is Zone.hand(rnd.turn)
        and phase is Phase.TO_PLAY
    ):
        # Laid and taken back in the same turn.
        owner = rnd.turn if body.face in (rnd.hands[rnd.turn] or ()) else owner
    face = body.face if not body.face.is_unread else die.face
    if not die.face.is_unread and die.face != body.face:
        face = die.face
    if owner == BAG:
        owner = die.zone.seat if die.zone.seat is not None else TABLE
    return Body(owner, face, die, landed, True)


def _told_throw(story: Story, at_s: float, is_again: bool, model: Model) -> Story:
    """The throw is told once the whole hand is seen and read."""
    seat, rnd = story.open_throw, story.match.round
    if seat is None or rnd is None:
        return story
    if seat != rnd.turn and rnd.phase is Phase.TO_PLAY and not rnd.early:
        # The turn before has not ended in this story: some of its dice were out of sight.
        if not _is_open(story):
            return story
        story = _ended_by_throw(story, at_s, model)
        rnd = story.match.round
        if rnd is None:
            return replace(story, open_throw=None)
    hand = story.of(seat)
    expected = HAND if rnd.hands[seat] is None else len(rnd.hands[seat] or ())
    # Who plays on while a die is thrown again has laid some of them already.
    laid = _laid_faces(story) if seat == rnd.turn else ()
    is_whole = len(hand) + len(laid) == expected and all(
        b.is_there and not b.face.is_unread for b in hand
    )
    if not is_whole or any(b.die is not None and b.die.lies_badly for b in hand):
        return story
    faces = tuple(sorted((*(body.face for body in hand), *laid), key=str))
    player = story.match.players[seat]
    is_second = is_again and rnd.turn == seat and rnd.phase is Phase.TO_PLAY
    event: Event = Rethrown(player, faces) if is_second else Thrown(player, faces)
    return replace(story.after(event, at_s, model.refused), open_throw=None)


def _laid_faces(story: Story) -> tuple[Face, ...]:
    """What lies on the table beyond what was accepted."""
    rnd = story.match.round
    there = Counter(body.face for body in story.of(TABLE))
    return () if rnd is None else tuple((there - rnd.table.count).elements())


def _laid(story: Story) -> Laid:
    dice = [TrackedDie(b.die, b.face, Zone.TABLE) for b in story.of(TABLE) if b.die is not None]
    return laid_of(dice)


def _over(story: Story) -> HandedOver | Passed:
    rnd = story.match.round
    assert rnd is not None
    layout, player = _laid(story).layout, story.match.players[rnd.turn]
    return Passed(player) if same_layout(layout, rnd.table) else HandedOver(layout, player)


def _ended_by_throw(story: Story, at_s: float, model: Model) -> Story:
    over = _over(story)
    if foreseen(story.match, over).verdict is Verdict.REJECTED:
        rnd = story.match.round
        assert rnd is not None
        over = Passed(story.match.players[rnd.turn])
    return story.after(over, at_s, model.refused)


def _is_open(story: Story) -> bool:
    """Whether it is known where each die of the table and of who is in turn lies."""
    rnd = story.match.round
    return rnd is not None and all(b.is_there for b in (*story.of(TABLE), *story.of(rnd.turn)))


def _may_end(story: Story) -> bool:
    rnd = story.match.round
    if rnd is None or rnd.phase is not Phase.TO_PLAY or story.open_throw is not None:
        return False
    return len(story.of(TABLE)) > len(rnd.table.dice)


def _handed_over(story: Story, at_s: float, model: Model) -> Story:
    if not _may_end(story):
        return story
    # What is out of sight may lie in the set that is being laid.
    seen = _is_open(story)
    over = _over(story)
    is_play = seen and isinstance(over, HandedOver)
    if not is_play or foreseen(story.match, over).verdict is not Verdict.ACCEPTED:
        return story
    return story.after(over, at_s, model.refused)


def pruned(stories: list[Story], model: Model) -> list[Story]:
    """Equal ones are one; those far behind the best are gone."""
    merged: dict[object, Story] = {}
    for story in stories:
        key = story.key
        known = merged.get(key)
        if known is None:
            merged[key] = story
            continue
        # The better one tells how it came about; what both weigh speaks for what is now.
        high, low = sorted((story, known), key=lambda one: -one.log_weight)
        both = high.log_weight + math.log1p(math.exp(low.log_weight - high.log_weight))
        merged[key] = replace(high, log_weight=both)
    order = sorted(merged.values(), key=lambda one: -one.log_weight)[: model.keep]
    top = order[0].log_weight
    return [
        replace(one, log_weight=one.log_weight - top)
        for one in order
        if one.log_weight >= top - model.window
    ]
