"""What happened and what was told of it, in one form, so that the two can be held side by side.

A line is `throw Ann b3 b4 ...` (the hand in the end, sorted), `play Ann b3 b4 b5 | ...` (chains,
whichever way they lie) or `pass Ann`. Rethrows and corrections have become part of what they mend.
"""

from collections.abc import Iterable, Mapping, Sequence

from turbo.game.events import (
    HandCorrected,
    HandedOver,
    Passed,
    Rethrown,
    TableCorrected,
    Thrown,
    Verdict,
)
from turbo.game.sets import Faces
from turbo.storage.history import Judged
from turbo.twin.ledger import Ledger, lines

Line = tuple[float, str]
"""When and what."""


def true_story(ledger: Ledger) -> list[Line]:
    found: list[Line] = []
    for deed in ledger.deeds:
        if deed.what in ("throw", "rethrow"):
            text = _throw(deed.player, deed.text.split())
            if deed.what == "rethrow" and found:
                found.pop()
            found.append((deed.at_s, text))
        elif deed.what in ("play", "pass"):
            found.append((deed.at_s, f"{deed.what} {deed.player} {deed.text}".rstrip()))
    return found


def told_story(judged: Sequence[Judged], times_s: Mapping[int, float]) -> list[Line]:
    """Of all that counts in the end: what was accepted and not taken back. `times_s`: when each
    entry was written, by its number."""
    found: list[Line] = []
    for one in judged:
        if one.ruling.verdict is not Verdict.ACCEPTED:
            continue
        _add(found, times_s[one.effective.entry.number], one)
    return found


def _add(found: list[Line], at_s: float, one: Judged) -> None:
    match one.event:
        case Thrown(player=player, hand=hand):
            found.append((at_s, _throw(player, _texts(hand))))
        case Rethrown(player=player, hand=hand) | HandCorrected(player=player, hand=hand):
            # Only the throw that it mends: of a correction later in the turn the throw has been
            # told already.
            if found and found[-1][1].startswith(f"throw {player} "):
                found.pop()
            found.append((at_s, _throw(player, _texts(hand))))
        case HandedOver(layout=layout, player=player):
            found.append((at_s, f"play {player} {' | '.join(lines(layout.dice))}"))
        case TableCorrected(layout=layout):
            if found and found[-1][1].startswith("play "):
                player = found[-1][1].split()[1]
                found[-1] = (at_s, f"play {player} {' | '.join(lines(layout.dice))}")
        case Passed(player=player):
            found.append((at_s, f"pass {player}"))


def _throw(player: str, faces: Iterable[str]) -> str:
    return f"throw {player} {' '.join(sorted(faces))}"


def _texts(hand: Faces) -> list[str]:
    return [str(face) for face in hand]


def aligned(true: Sequence[str], told: Sequence[str]) -> list[tuple[int, int]]:
    """The most lines that agree in the same order, as places in both."""
    most = [[0] * (len(told) + 1) for _ in range(len(true) + 1)]
    for i in reversed(range(len(true))):
        for k in reversed(range(len(told))):
            both = 1 + most[i + 1][k + 1] if true[i] == told[k] else 0
            most[i][k] = max(both, most[i + 1][k], most[i][k + 1])
    i = k = 0
    pairs = []
    while i < len(true) and k < len(told):
        if true[i] == told[k] and most[i][k] == 1 + most[i + 1][k + 1]:
            pairs.append((i, k))
            i, k = i + 1, k + 1
        # Of two ways as long the one that leaves out a true line: it shows as missing, not as made
        # up.
        elif most[i + 1][k] >= most[i][k + 1]:
            i += 1
        else:
            k += 1
    return pairs
