"""Table and hands as a person laid them out on the page, told to the log in few words.

A die that went from a hand to the table was laid, so a table was told wrongly, or not at all yet:
from the hand of whose turn it is, it is that player's play. What cannot have come about so is
refused, and nothing of it is kept.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from turbo.game import events
from turbo.game.dice import Face
from turbo.game.layout import Layout
from turbo.game.referee import FindPlay
from turbo.game.sets import Faces
from turbo.storage.history import AnyHistory, AnyJudged
from web.api.refused import Refused
from web.match.corrections import amended_hand, amended_tables
from web.match.game_page import phase_of
from web.match.preview import worsened
from web.match.shown import HandFaces, Shown, shown_in
from web.match.versions import harm

Word = events.Event | events.Amended


@dataclass(frozen=True, slots=True)
class LaidOut:
    """What really lies there. A hand of None is one of which nothing is said."""

    table: Layout
    hands: HandFaces = (None, None)

    def is_in(self, found: Shown) -> bool:
        """Whether this is what would be shown."""
        return str(found.table) == str(self.table) and not any(self.differing(found))

    def differing(self, found: Shown) -> list[int]:
        """The seats whose hand is not as it is shown. Dice of a hand have no order."""
        return [
            seat
            for seat, hand in enumerate(self.hands)
            if hand is not None and Counter(hand) != Counter(resting(found, seat))
        ]


def resting(found: Shown, seat: int) -> Faces:
    """The dice that lie in a hand and not on the table: what was laid there but not accepted is
    drawn in both places."""
    hand = found.hands[seat] or ()
    laid = found.laid[1] if found.laid[0] == seat else ()
    return tuple(face for place, face in enumerate(hand) if place not in laid)


@dataclass(frozen=True, slots=True)
class ToldArrangement:
    """A history with words more."""

    history: AnyHistory
    words: tuple[Word, ...] = ()

    def and_then(self, word: Word, find_play: FindPlay | None) -> "ToldArrangement":
        entry = events.Entry(len(self.history.entries) + 1, word)
        return ToldArrangement(self.history.followed_by(entry, find_play), (*self.words, word))

    @property
    def ruling(self) -> events.Ruling:
        """What counts of the rulings on all that was said: the first that is no acceptance."""
        first = len(self.history.entries) - len(self.words) + 1
        said = {
            word.entry if isinstance(word, events.Amended) else number
            for number, word in enumerate(self.words, first)
        }
        found = (o.ruling for o in self.history.judged if o.effective.entry.number in said)
        worse = (one for one in found if one.verdict is not events.Verdict.ACCEPTED)
        return next(worse, events.Ruling(events.Verdict.ACCEPTED))


def told_as(
    history: AnyHistory, now: Shown, meant: LaidOut, find_play: FindPlay | None
) -> ToldArrangement:
    """What has to be said so that the match is as it lies, and what it comes to then; all of it, or
    `Refused` and nothing."""
    harmed: AnyJudged | None = None
    for first in _tellings(history, now, meant):
        told = _complete(ToldArrangement(history), first, meant, find_play)
        if told is None or not (meant.is_in(shown_in(told.history)) or _is_ruled(meant, now)):
            continue
        found = worsened(history, told.history)
        if found is None:
            return told
        # Of the first telling, which is the truest: what a later one would harm nobody meant.
        harmed = harmed or found
    if harmed is not None:
        raise harm(harmed, history)
    raise Refused(409, "expected dice that can have come to lie like that", "cannot-lie")


def _is_ruled(meant: LaidOut, now: Shown) -> bool:
    """Where only the table is told otherwise, the referee says what is wrong with it."""
    return not meant.differing(now)


def _tellings(history: AnyHistory, now: Shown, meant: LaidOut) -> Iterator[tuple[Word, ...]]:
    """How the table may be told, the truest first; hands follow from some of them by themselves."""
    rnd = history.match.round
    if now.source == "last-round" or rnd is None:
        raise Refused(400, "the round is over: undo back to the play first", "round-over")
    if str(meant.table) == str(now.table) and meant.differing(now):
        yield ()
        return
    if now.source in ("match", "live") and _is_play(history, meant):
        yield (events.HandedOver(meant.table),)
    is_same = len(meant.table.dice) == len(rnd.table.dice)
    # With as many dice as before faces were misread. A table that was rejected was told wrongly
    # itself, and so was one from which a die goes to a hand.
    is_corrected = now.source == "waiting" or (is_same and now.source != "rejected")
    if is_corrected and not meant.differing(now):
        yield (events.TableCorrected(meant.table),)
        return
    if words := amended_tables(history, meant.table):
        yield words
    if is_corrected:
        yield (events.TableCorrected(meant.table),)


def _is_play(history: AnyHistory, meant: LaidOut) -> bool:
    """Whether the hand of whose turn it is lost what the table has gained."""
    rnd = history.match.round
    if rnd is None or phase_of(history.match, history.options) != "to_play":
        return False
    # A piece that is gone from the table is no play: none ever goes back to a hand.
    if rnd.table.count - meant.table.count:
        return False
    laid = meant.table.count - rnd.table.count
    # Hidden from the camera and from us: what is new on the table came from there.
    if shown_in(history).counts:
        return bool(laid)
    hand, left = rnd.hands[rnd.turn], meant.hands[rnd.turn]
    if hand is None or left is None:
        return False
    # The last part, since a difference of counters forgets what would be below nought.
    return bool(laid) and Counter(hand) - laid == Counter(left) and laid <= Counter(hand)


def _complete(
    told: ToldArrangement, first: tuple[Word, ...], meant: LaidOut, find_play: FindPlay | None
) -> ToldArrangement | None:
    """With what has to be said of hands after the table; None where a hand cannot be told."""
    for word in first:
        told = told.and_then(word, find_play)
    for seat in meant.differing(shown_in(told.history)):
        hand = _hand_word(told.history, seat, meant.hands[seat] or ())
        if hand is None:
            return None
        told = told.and_then(hand, find_play)
    return told


def _hand_word(history: AnyHistory, seat: int, resting_now: tuple[Face, ...]) -> Word | None:
    found, player = shown_in(history), history.players[seat]
    hand = found.hands[seat]
    if hand is None:
        return None
    laid = found.laid[1] if found.laid[0] == seat else ()
    whole = (*resting_now, *(hand[place] for place in laid))
    # As many dice as before were misread; another number was told wrongly when they were thrown.
    if len(whole) == len(hand):
        return events.HandCorrected(player, whole)
    try:
        return amended_hand(history, player, whole)
    # Another way to tell the table may still fit.
    except Refused:
        return None
