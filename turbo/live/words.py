"""What the live table says to the players: every word that stands at this moment, and what it asks.

Dice that could not be read are asked for, the likely answers first. Rules and history put the
answers in order; they never take one away and never answer themselves.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from turbo.game.dice import DICE, HAND, PRESUMED_FACES, UNREAD, DiceSet, Face, hand_text, without
from turbo.game.events import HandedOver, Rethrown, Thrown
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.live.audit import audit, differences, mend
from turbo.live.belief.hypothesis import OpenThrow
from turbo.live.belief.state import State
from turbo.live.belief.view import TableView
from turbo.live.body import TABLE, Body, faces_of
from turbo.live.laying import Laid
from turbo.live.occlusion import StandingOccluder
from turbo.live.state import Setting
from turbo.live.state import TablePhase as Trust
from turbo.live.tuning import LiveTuning
from turbo.storage.session import Notice, Question
from vision.mat.plan import Zone
from vision.reading.own_dice import is_possible


@dataclass(frozen=True, slots=True)
class Words:
    """All that the words rest on."""

    view: TableView
    state: State
    setting: Setting

    def all(self, match: Match) -> Iterator[Notice]:
        state = self.state
        yield from (word for until_s, word in state.words if until_s >= state.at_s)
        if self._does_hand_rest():
            yield Notice("hand-rests")
        yield from self._asking_words(match)
        if state.phase is Trust.UNSEEN:
            return
        if len(self.view.lying) > DICE:
            yield Notice("too-many-dice", (str(len(self.view.lying)), str(DICE)))
        if state.phase is Trust.DIFFERENT:
            yield Notice("resume-differs")
            yield from differences(match, self.view)
        elif match.round is None:
            yield from self._between_words(match)
        elif state.is_still and state.phase is not Trust.EMPTIED:
            yield from self._round_words(match, match.round)

    def _does_hand_rest(self) -> bool:
        state, tuning = self.state, self.setting.tuning
        moving_s = 0.0 if state.hand_s is None else state.at_s - state.hand_s
        arms = (state.at_s - one.since_s for one in state.hidden if one.is_arm and state.is_still)
        return moving_s >= tuning.hand_rests_s or max(arms, default=0.0) >= tuning.arm_rests_s

    def _asking_words(self, match: Match) -> Iterator[Notice]:
        """What only people know."""
        state = self.state
        if state.again is not None:
            yield _was_it_cocked(match, state.again)
        if state.rivals:
            yield Notice("two-stories")
        if state.lost:
            yield Notice("out-of-step")
        if state.phase is Trust.EMPTIED:
            yield Notice("round-unfinished")

    def _between_words(self, match: Match) -> Iterator[Notice]:
        if match.phase is Phase.OVER:
            return
        if self.state.is_left:
            yield Notice("clear-table")
        elif match.next_starter is None and len(self.view.unmatched) >= HAND:
            yield Notice("who-starts")

    def _round_words(self, match: Match, rnd: Round) -> Iterator[Notice]:
        if not self.view.lying and rnd.hands != (None, None):
            yield Notice("table-empty")
        yield from self._first_words(match, rnd)
        for seat in (0, 1):
            yield from self._rethrow_words(match, seat)
        yield from self._lifting_words(match, rnd)
        if not isinstance(match.waiting, Thrown | Rethrown):
            # Dice that are still put right shove others and are taken up: it is told what to do,
            # and what is wrong afterwards stands until then. Nobody is accused on the way.
            words = audit(match, self.view)
            yield from (word for word in words if self._is_open(word) and not self._is_asked(word))
        yield from self._tipped_words()
        yield from self._mending_words(match, rnd)
        yield from self._touching_words(rnd)

    def _tipped_words(self) -> Iterator[Notice]:
        """Dice that a throw has tipped: nobody is at fault, and they count as they did."""
        for body in self.view.lying.values():
            if body.tipped:
                yield Notice("die-tipped", (str(body.said_of), str(body.face)))

    def _touching_words(self, rnd: Round) -> Iterator[Notice]:
        """Only a table that may be handed over has to be told apart: what rolls about in the middle
        before it is told belongs to nobody's set."""
        after_s = self.setting.tuning.hand_over_s or 0.0
        if rnd.phase is not Phase.TO_PLAY or self.view.laid.layout.is_legal:
            return
        if self.state.press is None and self.state.quiet_s < after_s:
            return
        table = self.view.laid.ids - set(self.view.unmatched)
        for ids in self.view.laid.doubtful:
            if table.issuperset(ids):
                faces = hand_text(self.view.lying[id_].face for id_ in ids)
                yield Notice("do-they-touch", (faces,))
                return

    def _lifting_words(self, match: Match, rnd: Round) -> Iterator[Notice]:
        """Dice are missed, and something stands on the mat: what is hidden is unknown. The place of
        what is to be lifted comes with the words, in millimetres, for whoever draws it."""
        view, first = self.view, rnd.first_throwers
        unmatched = len(view.unmatched)
        missed = HAND - unmatched if first and 0 < unmatched < HAND else 0
        missed = missed + len(view.away) or self._unseen(match)
        # What stands over a place where a die was seen last is lifted before what stands elsewhere.
        covering = sorted(self.state.covering, key=lambda one: not self._hides(one))
        if missed and covering and self.state.quiet_s >= self.setting.tuning.lift_s:
            x_mm, y_mm = covering[0].middle
            waiting = match.waiting
            name = match.players[first[0] if first else rnd.turn]
            name = waiting.player if isinstance(waiting, Thrown | Rethrown) else name
            yield Notice("lift-thing", (name, str(missed), f"{x_mm:.0f}", f"{y_mm:.0f}"))

    def _hides(self, standing: StandingOccluder) -> bool:
        """Whether a die that is missed was seen last where it stands."""
        places = (body.place for body in self.view.away)
        return any(place and standing.hides(place, self.setting.edge_mm) for place in places)

    def _unseen(self, match: Match) -> int:
        """Dice that a throw waits for and that lie nowhere: the others can be asked for."""
        event = match.waiting
        if not isinstance(event, Thrown | Rethrown):
            return 0
        unread = sum(k.face.is_unread for k in self.view.hand(match.seat(event.player)))
        return max(0, event.hand.count(UNREAD) - unread)

    def _is_open(self, word: Notice) -> bool:
        """Nobody is accused by what may lie behind a cup."""
        return not self.state.covering or word.key not in ("die-missing", "hand-changed")

    def _is_asked(self, word: Notice) -> bool:
        """Nobody is accused of what is being asked: a die that was thrown again has hit others."""
        return self.state.again is not None and word.key == "hand-die-turned"

    def _first_words(self, match: Match, rnd: Round) -> Iterator[Notice]:
        seats, unmatched = rnd.first_throwers, len(self.view.unmatched)
        if not seats:
            return
        # Dice of the last round among those of a first throw: nobody could tell them apart.
        if self.view.leftover:
            yield Notice("clear-table")
        if unmatched > HAND:
            yield Notice("sort-hands", (str(unmatched),))
        elif 0 < unmatched < HAND:
            name = match.players[seats[0]]
            yield Notice("waiting-for-dice", (name, str(HAND - unmatched)))

    def _rethrow_words(self, match: Match, seat: int) -> Iterator[Notice]:
        """A die that lies cocked, on another or off the mat is thrown again at once."""
        name, waiting = match.players[seat], match.waiting
        if not isinstance(waiting, Thrown | Rethrown) or waiting.player != name:
            owed = self.view.owed(seat)
            if owed and any(self.view.lying[id_].owner == seat for id_ in self.view.arrived):
                yield Notice("waiting-for-dice", (name, str(owed)))
            return
        mine = self.view.hand(seat)
        if any(b.lies.lies_badly and b.zone is not Zone.OUTSIDE for b in mine):
            yield Notice("rethrow-cocked", (name,))
        off = any(body.zone is Zone.OUTSIDE for body in mine)
        # What may lie behind a cup is not thrown again, but looked for.
        if off or (self.view.owed(seat) and not self.state.hidden):
            yield Notice("rethrow-off-mat", (name,))

    def _mending_words(self, match: Match, rnd: Round) -> Iterator[Notice]:
        rejected = match.rejected
        if isinstance(rejected, Thrown) and rnd.hands[match.seat(rejected.player)] is not None:
            seat = match.seat(rejected.player)
            hand = rnd.hands[seat] or ()
            if (
                Counter(faces_of(self.view.own(seat))) != Counter(hand)
                and rnd.phase is Phase.TO_PLAY
            ):
                yield Notice("restore-hand", (rejected.player, hand_text(hand)))
        if rnd.phase is Phase.TO_PLAY:
            yield from self._faulty_words(match, rnd, isinstance(rejected, HandedOver))
        is_thrown = isinstance(match.waiting, Thrown | Rethrown)
        # A throw that came up as before is told later, and may have rolled among the sets.
        is_thrown = is_thrown or self.state.stories[0].perhaps[rnd.turn] is not None
        if rnd.phase is Phase.TO_THROW and not is_thrown and self._is_unmended(rnd):
            yield Notice("restore-table", (str(rnd.table) or "–",))  # noqa: RUF001

    def _faulty_words(self, match: Match, rnd: Round, is_rejected: bool) -> Iterator[Notice]:
        """An illegal table that was handed over, or that lies still for as long as a legal one does
        before it is handed over by itself: the chain at fault, and what would mend it."""
        layout, hand = self.view.laid.layout, rnd.hands[rnd.turn]
        faults = () if layout.has_unread else layout.faults()
        after_s, still_s = self.setting.tuning.hand_over_s, self.state.quiet_s
        is_left = after_s is not None and still_s >= after_s and layout.count != rnd.table.count
        is_changed = bool(faults) or bool(rnd.table.count - layout.count)
        if hand is None or not is_changed or not (is_rejected or is_left):
            return
        if faults and not is_rejected:
            yield Notice("no-set-yet", (hand_text(faults[0].faces),))
        yield mend(rnd.table, layout, self._laid_from(rnd, hand), match.players[rnd.turn])

    def _laid_from(self, rnd: Round, hand: Faces) -> Faces:
        """The hand without the faces that it still shows although they lie on the table as well:
        those dice came from elsewhere, and nobody can take them back into the hand."""
        laid = self.view.laid.layout.count - rnd.table.count
        left = Counter(hand) - laid
        twice = laid & (Counter(faces_of(self.view.own(rnd.turn))) - left)
        return without(hand, twice.elements())

    def _is_unmended(self, rnd: Round) -> bool:
        """The table is not the one that was accepted last, apart from dice that just rolled there.
        Those of a first throw came as unmatched."""
        view = self.view
        rolled = view.arrived.union(view.unmatched if rnd.first_throwers else ())
        seen = Counter(body.face for body in view.laid.dice if body.id not in rolled)
        return not view.owed(TABLE) and seen != rnd.table.count


def _was_it_cocked(match: Match, again: OpenThrow) -> Notice:
    one, other = match.players[again.seat], match.players[1 - again.seat]
    return Notice("was-it-cocked", (one, other, hand_text(again.cup or ())))


PRESUMED = DiceSet()

ANSWERS = 6
MISSED = 4.0
"""How much likelier a face is that was there before and is missing now."""
LEGAL = 3.0
"""How much likelier a face is that makes the table legal."""
USED_UP = 0.1
"""How much less likely a face is of which the dice in sight show all there are."""
IMPOSSIBLE = 0.02
"""How much less likely a face is that the user's own dice cannot show beside the others: still
named, since a foreign die may lie there."""
FAINT = 0.01
"""The chance of a face that the camera does not name, but history does."""


def questions(
    match: Match,
    view: TableView,
    own: DiceSet = PRESUMED,
    is_due: Callable[[Body], bool] = lambda body: True,
) -> tuple[Question, ...]:
    """Every unread die that is due to be asked for: of a hand with its place from the left, of the
    table in reading order, both from 0."""
    found = []
    for seat in (0, 1):
        for place, body in enumerate(view.own(seat)):
            if body.face.is_unread and is_due(body):
                faces = _ranked(body, view, None, own)
                found.append(Question(body.id, match.players[seat], place, faces))
    for place, body in enumerate(view.laid.dice):
        if body.face.is_unread and is_due(body):
            found.append(Question(body.id, None, place, _ranked(body, view, view.laid, own)))
    return tuple(found)


def is_due(
    view: TableView, body: Body, quiet_s: float, tuning: LiveTuning, *, is_needed: bool = True
) -> bool:
    """People are asked as little as can be. A hand that goes uncovers dice bit by bit; while others
    of its throw are missed a die will be thrown again, or move; and who sees that it lies badly
    throws it again. What nothing waits for is asked later: mostly another look reads it."""
    if body.id in view.unmatched and len(view.unmatched) < HAND:
        return False
    if body.id in view.arrived and view.owed(body.owner):
        return False
    is_later = body.lies.lies_badly or not is_needed
    return quiet_s >= (tuning.again_s if is_later else tuning.ask_s)


def _ranked(
    body: Body, view: TableView, laid: Laid | None, own: DiceSet
) -> tuple[tuple[str, float], ...]:
    missed = view.missed_by(body)
    others = [other.face for other in view.lying.values() if other.id != body.id]
    in_sight, owned = Counter(others), _owned(own)
    chances = {reading.face: max(reading.confidence, FAINT) for reading in body.lies.readings}
    # What is missed is offered even where the camera has not named it: it may have seen glare.
    chances |= {face: FAINT for face in missed if face not in chances}
    for face in chances:
        chances[face] *= MISSED if face in missed else 1.0
        chances[face] *= USED_UP if in_sight[face] >= owned[face] else 1.0
        chances[face] *= 1.0 if _can_lie(face, others, own) else IMPOSSIBLE
        chances[face] *= LEGAL if laid is not None and _is_legal_with(laid, body, face) else 1.0
    total = sum(chances.values()) or 1.0
    best = sorted(chances.items(), key=lambda item: -item[1])[:ANSWERS]
    return tuple((str(face), round(chance / total, 3)) for face, chance in best)


def _owned(own: DiceSet) -> Counter[Face]:
    """The faces of the dice, where all are known, else those that a set is presumed to have."""
    faces = [face for die in own.dice for face in die.faces]
    is_whole = len(own.dice) == DICE and UNREAD not in faces
    return Counter(faces if is_whole else PRESUMED_FACES)


def _can_lie(face: Face, others: list[Face], own: DiceSet) -> bool:
    """Whether the user's dice can show this face beside the others; so it is where these alone
    could not be, which is for the audit."""
    if not own.dice or len(others) >= DICE or not is_possible(others, own):
        return True
    return is_possible([*others, face], own)


def _is_legal_with(laid: Laid, body: Body, face: Face) -> bool:
    faces = [face if other.id == body.id else other.face for other in laid.dice]
    cells = laid.layout.dice
    filled = dict(zip(cells, faces, strict=True))
    rows = (
        tuple(tuple(filled.get((i, r, c)) for c in range(len(row))) for r, row in enumerate(island))
        for i, island in enumerate(laid.layout.islands)
    )
    return not Layout(tuple(rows)).faults()
