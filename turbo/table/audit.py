"""The audit: hands, table and dice in the cup make eighteen, and each die is the one it was."""

from collections import Counter
from collections.abc import Iterator, Sequence

from turbo.game.dice import DICE, Face, hand_text, sort_key
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.keeping.session import Notice
from turbo.table.account import Account, faces_of
from turbo.table.known import Known
from turbo.table.laying import Laid
from turbo.table.throws import first_throwers


def audit(match: Match, account: Account, laid: Laid) -> Iterator[Notice]:
    """Each die that was added, lost, swapped or turned, by name. Nothing while a round is open in
    which not everybody has thrown yet: the dice in the bag are not known."""
    rnd = match.round
    if rnd is None:
        return
    yield from _turned(match, account)
    if not first_throwers(rnd) and account.strangers:
        added = (account.lying[id_].face for id_ in account.strangers)
        yield Notice("die-added", (_text(added),))
    if account.table_away:
        yield Notice("die-missing", (_text(away.known.face for away in account.table_away),))
    if rnd.phase is Phase.TO_THROW and not account.turned:
        yield from _table_swaps(rnd, account, laid)
    yield from _hand_counts(match, rnd, account, laid)


def _text(faces: Iterator[Face]) -> str:
    return hand_text(sorted(faces, key=sort_key))


def _turned(match: Match, account: Account) -> Iterator[Notice]:
    for id_, before in account.turned.items():
        known = account.lying.get(id_)
        if known is None:
            continue
        values = (str(before), str(known.face))
        seat = known.owner.seat
        if seat is None:
            yield Notice("table-die-turned", values)
        else:
            yield Notice("hand-die-turned", (match.players[seat], *values))


def _table_swaps(rnd: Round, account: Account, laid: Laid) -> Iterator[Notice]:
    """Between the turns the table is what was accepted, die by die."""
    seen, known = Counter(faces_of(laid.dice)), rnd.table.count
    gone, new = list((known - seen).elements()), list((seen - known).elements())
    if account.table_away or any(face.is_unread for face in new):
        return
    for before, after in zip(gone, new, strict=False):
        yield Notice("die-swapped", (str(before), str(after)))


def _hand_counts(match: Match, rnd: Round, account: Account, laid: Laid) -> Iterator[Notice]:
    """A hand never gains dice, and loses some only in the own turn. What came out of the cup is of
    the hand, wherever it rolled."""
    for seat in (0, 1):
        hand = rnd.hands[seat]
        if hand is None:
            continue
        arrived = account.episodes[seat].arrived
        rolled = sum(known.id in arrived for known in laid.dice)
        there = len(_mine(account, laid, seat)) + rolled + max(0, account.owed(seat))
        in_turn = seat == rnd.turn and rnd.phase is Phase.TO_PLAY
        if there > len(hand) or (there < len(hand) and not in_turn):
            yield Notice("hand-changed", (match.players[seat], str(len(hand)), str(there)))


def differences(match: Match, account: Account, laid: Laid) -> list[Notice]:
    """How what lies there differs from where the match was left, dice in the cup apart."""
    rnd = match.round
    if rnd is None:
        return []
    found = list(_face_differences(match, rnd, account, laid))
    seen = len(account.lying)
    if seen > DICE:
        found.append(Notice("too-many-dice", (str(seen), str(DICE))))
    return found


def _face_differences(match: Match, rnd: Round, account: Account, laid: Laid) -> Iterator[Notice]:
    hands = [_mine(account, laid, seat) for seat in (0, 1)]
    table = list(laid.dice)
    turn, owned = rnd.turn, rnd.hands[rnd.turn]
    if rnd.phase is Phase.TO_PLAY and owned is not None:
        yield from _swaps((*owned, *rnd.table.faces), [*hands[turn], *table], may_lack=False)
    else:
        yield from _swaps(rnd.table.faces, table, may_lack=False)
        yield from _swaps(owned, hands[turn], may_lack=True)
    yield from _swaps(rnd.hands[1 - turn], hands[1 - turn], may_lack=False)


def _mine(account: Account, laid: Laid, seat: int) -> list[Known]:
    return [known for known in account.hand(seat) if known not in laid.dice]


def _swaps(expected: Faces | None, seen: Sequence[Known], *, may_lack: bool) -> Iterator[Notice]:
    """Unread dice may be any of those that are missed: first those that they look like."""
    if expected is None:
        return
    doubtful = [known for known in seen if known.face.is_unread]
    readable = Counter(known.face for known in seen if not known.face.is_unread)
    missed = Counter(expected) - readable
    looks = [_look_alike(known, missed) for known in doubtful]
    unread = sum(face is None for face in looks)
    gone = sorted((missed - Counter(face for face in looks if face)).elements(), key=sort_key)
    new = sorted((readable - Counter(expected)).elements(), key=sort_key)
    for before, after in zip(gone, new, strict=False):
        yield Notice("die-swapped", (str(before), str(after)))
    if len(new) > len(gone):
        yield Notice("die-added", (hand_text(new[len(gone) :]),))
    lost = gone[len(new) :]
    if len(lost) > unread and not may_lack:
        yield Notice("die-missing", (hand_text(lost),))


def _look_alike(known: Known, missed: Counter[Face]) -> Face | None:
    """The likeliest of its readings that is missed."""
    return next((one.face for one in known.die.readings if missed[one.face]), None)
