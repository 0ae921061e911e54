"""Dice that lie there held against what the match says of them, when a person has decided."""

from turbo.game.dice import Face
from turbo.game.sets import Faces
from turbo.table.account import Account
from turbo.table.known import Known


def recognise(account: Account, dice: list[Known], faces: Faces) -> tuple[list[Known], list[Face]]:
    """Which dice show which of these faces: a doubtful one that looks like one of them does. The
    answer are the dice and faces that are left over."""
    left, odd = list(faces), []
    for known in dice:
        may_show = [known.face, *(r.face for r in known.die.readings if known.face.is_unread)]
        shown = next((face for face in may_show if face in left), None)
        if shown is None:
            odd.append(known)
            continue
        left.remove(shown)
        if known.face.is_unread:
            account.answer(known.id, shown)
    return odd, left


def expect(account: Account, dice: list[Known], faces: Faces) -> None:
    """These dice are to show these faces: those that do not were turned."""
    odd, left = recognise(account, dice, faces)
    readable = (known for known in odd if not known.face.is_unread)
    for known, face in zip(readable, left, strict=False):
        account.turned[known.id] = face
