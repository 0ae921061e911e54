"""Setting it right: a tap on a die becomes an event or an amendment, and undo goes back in time.

Another face is a correction of its own. A die more or less was misread when it was thrown or laid,
so the entry that told of it is amended. Either way everything after it is judged again.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from turbo.errors import TurboError
from turbo.game import events
from turbo.game.dice import JOKERS, NUMBERED_FACES, SPECIAL, UNREAD, Face
from turbo.game.editions import TURBO, Edition
from turbo.game.layout import Layout, layout_of
from turbo.game.record import Players
from turbo.game.sets import Cell
from turbo.storage.history import AnyHistory, AnyJudged
from turbo.storage.session import Question
from web.api.refused import Refused
from web.match.game_page import page_of
from web.match.shown import Shown

HandEvent = events.Thrown | events.Rethrown | events.HandBegun | events.HandCorrected
TableEvent = events.HandedOver | events.TableBegun | events.TableCorrected


class Action(StrEnum):
    SET = "set"
    ADD = "add"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Place:
    """A cell of the table that is shown, or a place in a hand: of a die, or free for one."""

    cell: Cell | None = None
    player: str | None = None
    index: int = 0
    seat: int = 0


def place_of(now: Shown, die: int, players: Players) -> Place | None:
    """Where the die lies that has this number; None if it is not shown."""
    if die in now.numbers.table:
        return Place(cell=list(now.table.dice)[now.numbers.table.index(die)])
    for seat, numbers in enumerate(now.numbers.hands):
        if die in numbers:
            return Place(player=players[seat], index=numbers.index(die), seat=seat)
    return None


def place_asked(now: Shown, question: Question, players: Players) -> Place | None:
    """Where the die lies that is asked about: in its place among what is shown."""
    if question.player is not None:
        return Place(
            player=question.player, index=question.place, seat=players.index(question.player)
        )
    cells = list(now.table.dice)
    return Place(cell=cells[question.place]) if question.place < len(cells) else None


def correction(
    history: AnyHistory, now: Shown, action: Action, place: Place, face: Face | None
) -> events.Event | events.Amended:
    """What a person says by changing, adding or removing a die on the page."""
    if action is not Action.REMOVE and face is None:
        raise TurboError("expected a face")
    if place.player is not None:
        return _hand_correction(history, now, action, place, face)
    if place.cell is None:
        raise TurboError("expected a cell of the table or a place in a hand")
    return _table_correction(history, now, action, place.cell, face)


def _hand_correction(
    history: AnyHistory, now: Shown, action: Action, place: Place, face: Face | None
) -> events.Event | events.Amended:
    assert place.player is not None
    hand = now.hands[history.match.seat(place.player)]
    if hand is None:
        raise Refused(
            400,
            f"{place.player} has not thrown yet: there is no hand to correct",
            "not-thrown",
            player=place.player,
        )
    faces = list(hand)
    if action is Action.ADD:
        faces.insert(max(0, place.index), face or UNREAD)
    elif not 0 <= place.index < len(faces):
        raise Refused(400, f"expected a die of the hand from 0 to {len(faces) - 1}", "cell")
    elif action is Action.SET:
        faces[place.index] = face or UNREAD
        return events.HandCorrected(place.player, tuple(faces))
    else:
        del faces[place.index]
    return amended_hand(history, place.player, tuple(faces))


def amended_hand(history: AnyHistory, player: str, faces: tuple[Face, ...]) -> events.Amended:
    """The entry that last told of this hand had a die too few or too many."""
    # A hand of none is no throw: whoever means that takes the throw back.
    if not faces:
        raise Refused(400, "expected at least one die to be left in the hand", "last-die")
    judged: Sequence[AnyJudged] = history.judged
    for one in reversed(judged):
        if isinstance(one.event, HandEvent) and one.event.player == player:
            return events.Amended(one.effective.entry.number, replace(one.event, hand=faces))
        # What was thrown before the own last hand-over was another hand.
        if isinstance(one.event, events.HandedOver) and one.ruling.player == player:
            break
    raise Refused(
        400, "the hand was not thrown in this turn: undo back to the throw first", "earlier-hand"
    )


def _table_correction(
    history: AnyHistory, now: Shown, action: Action, cell: Cell, face: Face | None
) -> events.Event | events.Amended:
    if now.source == "last-round":
        raise Refused(400, "the round is over: undo back to the play first", "round-over")
    if action is Action.SET:
        return events.TableCorrected(with_face(now.table, cell, face))
    return _amended_table(
        history, with_face(now.table, cell, face if action is Action.ADD else None)
    )


def _amended_table(history: AnyHistory, layout: Layout) -> events.Amended:
    words = amended_tables(history, layout)
    if not words:
        raise Refused(400, "nothing was laid yet: there is no table to correct", "nothing-laid")
    return words[-1]


def amended_tables(history: AnyHistory, layout: Layout) -> tuple[events.Amended, ...]:
    """What was last laid in this round was this, and so was each correction of it since."""
    words: list[events.Amended] = []
    judged: Sequence[AnyJudged] = history.judged
    for one in reversed(judged):
        # What was laid before is another round's, which has its score already.
        if isinstance(one.event, events.RoundStarted):
            break
        if isinstance(one.event, TableEvent):
            event = _with_layout(one.event, layout)
            words.insert(0, events.Amended(one.effective.entry.number, event))
            if not isinstance(one.event, events.TableCorrected):
                break
    return tuple(words)


def _with_layout(event: TableEvent, layout: Layout) -> TableEvent:
    """What the camera saw in the hand at a hand-over went with what it saw on the table."""
    if isinstance(event, events.HandedOver):
        return replace(event, layout=layout, hand=None)
    return replace(event, layout=layout)


def with_face(layout: Layout, cell: Cell, face: Face | None) -> Layout:
    """The layout with one cell changed; a cell beside the others widens the island, a cell of the
    island after the last one starts a new island."""
    island, row, column = cell
    dice = dict(layout.dice)
    if not 0 <= island <= len(layout.islands) or (face is None and cell not in dice):
        raise Refused(400, "expected a cell of the table", "cell")
    if island < len(layout.islands):
        rows = layout.islands[island]
        # One beyond each edge, since a die may be missing at any end of a set.
        if not (-1 <= row <= len(rows) and -1 <= column <= len(rows[0])):
            raise Refused(400, "expected a cell beside the dice of the island", "cell")
    elif (row, column) != (0, 0):
        raise Refused(400, "expected the first cell of a new island", "cell")
    if face is None:
        del dice[cell]
    else:
        dice[cell] = face
    return layout_of(dice)


def answered(history: AnyHistory, number: int, face: Face) -> events.Event:
    """A person names one of the unread dice of what is waiting; -1 is the first of them."""
    waiting = history.match.waiting
    place = -1 - number
    if isinstance(waiting, events.Thrown | events.Rethrown):
        return events.HandCorrected(waiting.player, tuple(_fill(waiting.hand, place, face)))
    if isinstance(waiting, events.HandedOver):
        dice = waiting.layout.dice
        named = zip(dice, _fill(tuple(dice.values()), place, face), strict=True)
        return events.TableCorrected(layout_of(dict(named)))
    raise Refused(400, "nothing is waiting for an answer any more", "nothing-waits")


def _fill(faces: tuple[Face, ...], place: int, face: Face) -> Iterator[Face]:
    unread = [at for at, one in enumerate(faces) if one.is_unread]
    if not 0 <= place < len(unread):
        raise Refused(400, "expected the number of an open question", "question")
    return (face if at == unread[place] else one for at, one in enumerate(faces))


def likely_faces(
    now: Shown, place: Place, known: tuple[Face, ...] = (), edition: Edition = TURBO
) -> list[Face]:
    """All faces a piece may show, likely ones first: what the camera named, what would mend the
    chain that the die lies in, what is easily mistaken for it, and what no other die shows."""
    current = face_at(now, place)
    present = Counter(now.table.faces)
    for hand in now.hands:
        present.update(hand or ())
    mending = _mending(now.table, place.cell, edition)

    def rank(face: Face) -> tuple[int, ...]:
        named = known.index(face) if face in known else len(known)
        # Of 108 faces two show each number in each colour and one each joker, and of most boxes two
        # tiles. One that shows a third is possible, so it comes late and is not left out.
        taken = present[face] >= (1 if face.is_joker else edition.copies)
        alike = _likeness(current, face)
        mends = face in mending
        return named, not mends, face.is_joker, taken, alike, _number_gap(current, face)

    special = (Face(None, kind) for kind in edition.jokers if kind in SPECIAL)
    faces = (*NUMBERED_FACES, *JOKERS, *special)
    return sorted((face for face in faces if face != current), key=rank)


def face_at(now: Shown, place: Place) -> Face | None:
    if place.cell is not None:
        return now.table.dice.get(place.cell)
    hand = now.hands[place.seat] or ()
    return hand[place.index] if place.index < len(hand) else None


def _mending(table: Layout, cell: Cell | None, edition: Edition) -> set[Face]:
    """The faces with which the table would be legal."""

    def is_legal(layout: Layout) -> bool:
        return not layout.has_unread and not page_of(edition).faults(layout, edition)

    if cell is None or is_legal(table):
        return set()
    found = set()
    # A joker's colour never matters: one of them stands for all.
    for face in (*NUMBERED_FACES, JOKERS[0]):
        try:
            if is_legal(with_face(table, cell, face)):
                found.add(face)
        except TurboError:
            return set()
    return found


def _likeness(current: Face | None, face: Face) -> int:
    """0: a 6 for a 9, 1: another ink, 2: a number that looks alike, 3: all others."""
    if current is None or current.is_unread or face.is_unread:
        return 3
    if current.colour == face.colour and {current.number, face.number} == {6, 9}:
        return 0
    if current.number == face.number:
        return 1
    # Numbers that share a digit or a stroke, as people and the camera mistake them.
    alike = ({1, 7}, {1, 11}, {3, 8}, {5, 6}, {3, 13}, {11, 12}, {12, 13}, {10, 13}, {8, 9}, {6, 8})
    return 2 if current.colour == face.colour and {current.number, face.number} in alike else 3


def _number_gap(current: Face | None, face: Face) -> int:
    if current is None or current.number is None or face.number is None:
        return 0
    # 20 is more than any two numbers differ by: all of the same colour come before other colours.
    return abs(current.number - face.number) + 20 * (current.colour != face.colour)
