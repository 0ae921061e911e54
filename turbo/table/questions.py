"""Dice that could not be read, as questions with the likely answers first.

Rules and history put the answers in order; they never take one away and never answer themselves.
"""

from collections import Counter
from collections.abc import Callable

from turbo.game.dice import DICE, HAND, PRESUMED_FACES, UNREAD, DiceSet, Face
from turbo.game.layout import Layout
from turbo.game.match import Match
from turbo.keeping.session import Question
from turbo.table.account import Account
from turbo.table.known import Known
from turbo.table.laying import Laid
from turbo.table.tuning import LiveTuning
from vision.mat.plan import Zone
from vision.reading.own_dice import is_possible

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
    account: Account,
    laid: Laid,
    own: DiceSet = PRESUMED,
    is_due: Callable[[Known], bool] = lambda known: True,
) -> tuple[Question, ...]:
    """Every unread die that is due to be asked for: of a hand with its place from the left, of the
    table in reading order, both from 0."""
    found = []
    for seat in (0, 1):
        mine = [known for known in account.hand(seat) if known not in laid.dice]
        for place, known in enumerate(mine):
            if known.face.is_unread and is_due(known):
                faces = _ranked(known, account, None, own)
                found.append(Question(known.id, match.players[seat], place, faces))
    for place, known in enumerate(laid.dice):
        if known.face.is_unread and is_due(known):
            found.append(Question(known.id, None, place, _ranked(known, account, laid, own)))
    return tuple(found)


def is_due(
    account: Account, known: Known, quiet_s: float, tuning: LiveTuning, *, is_needed: bool = True
) -> bool:
    """People are asked as little as can be. A hand that goes uncovers dice bit by bit; while others
    of its throw are missed a die will be thrown again, or move; and who sees that it lies badly
    throws it again. What nothing waits for is asked later: mostly another look reads it."""
    if known.id in account.strangers and len(account.strangers) < HAND:
        return False
    came_with = (seat for seat in (0, 1) if known.id in account.episodes[seat].arrived)
    if any(account.owed(seat) > 0 for seat in came_with):
        return False
    is_later = known.die.lies_badly or not is_needed
    return quiet_s >= (tuning.again_s if is_later else tuning.ask_s)


def _ranked(
    known: Known, account: Account, laid: Laid | None, own: DiceSet
) -> tuple[tuple[str, float], ...]:
    missed = _missed(known, account)
    others = [other.face for other in account.lying.values() if other.id != known.id]
    in_sight, owned = Counter(others), _owned(own)
    chances = {reading.face: max(reading.confidence, FAINT) for reading in known.die.readings}
    chances |= {face: FAINT for face in missed if face not in chances}
    for face in chances:
        chances[face] *= MISSED if face in missed else 1.0
        chances[face] *= USED_UP if in_sight[face] >= owned[face] else 1.0
        chances[face] *= 1.0 if _can_lie(face, others, own) else IMPOSSIBLE
        chances[face] *= LEGAL if laid is not None and _is_legal_with(laid, known, face) else 1.0
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


def _missed(known: Known, account: Account) -> set[Face]:
    """Faces of dice that went out of sight and may be this one."""
    away = list(account.table_away) if known.die.zone is Zone.TABLE else []
    for episode in account.episodes:
        away += episode.taken
    return {one.known.face for one in away if not one.known.face.is_unread}


def _is_legal_with(laid: Laid, known: Known, face: Face) -> bool:
    faces = [face if other.id == known.id else other.face for other in laid.dice]
    cells = laid.layout.dice
    filled = dict(zip(cells, faces, strict=True))
    rows = (
        tuple(tuple(filled.get((i, r, c)) for c in range(len(row))) for r, row in enumerate(island))
        for i, island in enumerate(laid.layout.islands)
    )
    return not Layout(tuple(rows)).faults()
