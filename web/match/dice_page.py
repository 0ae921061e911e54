"""Matches of dice as the pages tell them (`web.match.game_page`)."""

from collections.abc import Iterator

from turbo.game.editions import Edition
from turbo.game.events import HandedOver, Rethrown, Thrown, Verdict
from turbo.game.layout import EMPTY, Layout
from turbo.game.match import Hands, Match, Options, Round
from turbo.game.messages import Language
from turbo.game.sets import Cell, TableSet
from turbo.i18n.messages import fill
from turbo.storage.history import History
from turbo.storage.session import Instant, Question
from web.match.game_page import Document, GamePage, ShownSet
from web.match.sentences import ending_sentence, event_sentence, notice_sentence
from web.match.shown import Shown, faults_of
from web.texts import text


def _match(match: Match, options: Options) -> Document:
    return {
        "phase": match.phase.name.lower(),
        "options": options.document(),
        "blanks": blanks_document(match),
        # Blank turns alternate, so of six in a row each player has three: that is what people
        # count.
        "blanks_each": options.blank_turns // 2,
        "tiles": None,
    }


def blanks_document(match: Match) -> list[int]:
    """Blank turns in a row by seat: they alternate, backwards from who is to come."""
    found = [0, 0]
    if match.round is not None:
        for number in range(match.round.blanks):
            found[(match.round.turn + 1 + number) % 2] += 1
    return found


def _shown_in(history: History) -> Shown:
    match = history.match
    if match.round is None:
        return _last_round(history)
    hands = _hands(match)
    if isinstance(match.waiting, HandedOver):
        layout = match.waiting.layout
        return Shown("waiting", layout, hands, layout.faults(), _laid(match.round, layout))
    if isinstance(match.rejected, HandedOver):
        layout = match.rejected.layout
        return Shown("rejected", layout, hands, faults_of(history), _laid(match.round, layout))
    return Shown("match", match.round.table, hands)


def _laid(rnd: Round, layout: Layout) -> tuple[int, tuple[int, ...]]:
    """Which dice of the hand lie on a table that was not accepted yet."""
    played = list(rnd.played_from(layout))
    places = []
    for place, face in enumerate(rnd.hands[rnd.turn] or ()):
        if face in played:
            played.remove(face)
            places.append(place)
    return rnd.turn, tuple(places)


def _hands(match: Match) -> Hands:
    """A throw that waits for a doubtful die lies there already."""
    assert match.round is not None
    rnd = match.round
    if isinstance(match.waiting, Thrown | Rethrown):
        rnd = rnd.with_hand(match.seat(match.waiting.player), match.waiting.hand)
    return rnd.hands


def _last_round(history: History) -> Shown:
    for one in reversed(history.judged):
        if one.match.round is not None:
            # Who resigns ends a round without a result: what is shown is that round, not the last
            # one that was counted.
            is_counted = len(history.match.results) > len(one.match.results)
            last = history.match.results[-1] if is_counted else None
            hands = one.match.round.hands if last is None or last.hands is None else last.hands
            return Shown("last-round", _last_table(history, one.match), hands)
    return Shown("empty", EMPTY, (None, None))


def _last_table(history: History, before: Match) -> Layout:
    """The table that ended the round, if one did, else the one that lay there before."""
    assert before.round is not None
    for one in reversed(history.judged):
        if one.match == before:
            break
        if isinstance(one.event, HandedOver) and one.ruling.verdict is Verdict.ACCEPTED:
            return one.event.layout
    return before.round.table


def _question(_: Instant, one: Question, language: Language) -> str:
    key = "question.table" if one.player is None else "question.hand"
    return fill(text(key, language), language, player=one.player or "", place=one.place + 1)


def _sets(layout: Layout, _: Edition) -> Iterator[ShownSet]:
    for one in layout.sets():
        yield str(one.kind), one.chain.cells, _stands_for(one)


def _stands_for(one: TableSet) -> dict[Cell, list[str]]:
    """For every joker of a set the faces that it can stand for."""
    return {
        cell: list(dict.fromkeys(str(reading.faces[place]) for reading in one.readings))
        for place, cell in enumerate(one.chain.cells)
        if one.chain.faces[place].is_joker
    }


PAGE = GamePage(
    _match,
    lambda result: [result.points if seat == result.winner else None for seat in (0, 1)],
    _shown_in,
    event_sentence,
    ending_sentence,
    notice_sentence,
    _question,
    _sets,
    lambda layout, _: layout.faults(),
    lambda match, event: 0,
    lambda match: None,
)
