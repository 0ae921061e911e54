"""The live machine of a tile table: `step(state, match, happened) -> TileStep`. Pure.

Seen as a person sees it. The table *lies still*, or *hands are at it*. A press over a table that
lies still is decided at once (`turbo.live.tiles.deciding`); a press while hands are in sight waits
until they are gone, as long as a hand may rest, and is forgotten after that. What comes of it is an
act for the referee, or a question that people answer (and the press goes on waiting), or a word.

|             | tiles settled | disturbed | pressed | answered | tick |
|---|---|---|---|---|---|
| lies still  | lies still, decide | hands | decide | decide | decide if the time is up |
| hands       | lies still, decide | hands | waits | - | the time may be up |

A turn that failed leaves a table that nobody may play on. The machine says how it lay before, and
what is missing and what is too much, until it lies so again (`is_restoring`).
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from turbo.game.dice import Face
from turbo.game.events import Act, Reason
from turbo.game.layout import Layout
from turbo.game.observation import Point
from turbo.game.reasons import percent
from turbo.live.inputs import Answered, Changed, PressedButton, Tick
from turbo.live.tiles.deciding import (
    Decision,
    TileState,
    decide,
    next_to_show,
    open_game,
    restore_word,
    show_word,
)
from turbo.live.tiles.laid import (
    Laid,
    LaidTile,
    SaidOf,
    in_doubt,
    in_words,
    layout_of,
    recognised,
    with_answers,
)
from turbo.live.tiles.settling import TilesDisturbed, TilesSettled
from turbo.storage.session import Notice, Question
from turbo.tiles.match import TileMatch, TilePhase
from turbo.tiles.rows import difference, is_same_table, kind_of

Input = TilesSettled | TilesDisturbed | PressedButton | Answered | Tick | Changed


@dataclass(frozen=True, slots=True)
class TileTuning:
    """Times in seconds."""

    press_s: float = 8.0
    """A press while hands are in sight counts when they are gone, if that is soon enough: who
    presses with one hand takes the other one back within two seconds, and settling takes one."""
    word_s: float = 6.0
    """How long a word about something that has passed stands."""


@dataclass(frozen=True, slots=True)
class TileStep:
    """What came of an input: perhaps an act and when it happened; and what is shown now."""

    state: TileState = field(default_factory=TileState)
    event: Act | None = None
    at_s: float = 0.0
    table: str = ""
    notices: tuple[Notice, ...] = ()
    questions: tuple[Question, ...] = ()
    before: Layout | None = None
    """How it lay before the turn, where that is to be restored."""
    why: tuple[Reason, ...] = ()
    take_back: bool = False


def step(
    state: TileState, match: TileMatch, happened: Input, tuning: TileTuning | None = None
) -> TileStep:
    tuning = tuning or TileTuning()
    # A press may be told late, with the time at which it was made: the clock never goes back.
    state = _taken_in(replace(state, at_s=max(state.at_s, happened.at_s)), match, happened)
    state = _timed(_followed(state, match), match)
    decided_on = state
    state, decision, at_s = _decided(state, match, tuning)
    if decision.word is not None:
        until_s = state.at_s + tuning.word_s
        state = replace(state, words=(*_standing(state), (until_s, decision.word)))
    why = () if decision.act is None else tuple(_reasons(decided_on, match))
    return shown(state, match, decision.act, at_s, why)


def rested(state: TileState, at_s: float) -> TileState:
    """The clock of the pictures goes on in a pause, and the turn's stands still."""
    later = max(0.0, at_s - state.at_s)
    turn_s = None if state.turn_s is None else state.turn_s + later
    now_s = max(state.at_s, at_s)
    return replace(state, at_s=now_s, turn_s=turn_s, pressed_s=None, is_late=False)


def _taken_in(state: TileState, match: TileMatch, happened: Input) -> TileState:
    match happened:
        case TilesSettled(_, tiles, is_hidden):
            tiles = in_doubt(tiles, match.edition)
            laid = with_answers(recognised(tiles, state.known), state.said)
            return replace(state, laid=laid, is_hidden=is_hidden, asked=())
        case TilesDisturbed():
            # What was confirmed was so of tiles that hands may exchange now.
            return replace(state, laid=None, asked=(), confirmed=frozenset())
        case PressedButton(at_s):
            # To press again over a question is an answer too: it is as it was read.
            is_again = state.pressed_s is not None and bool(state.asked)
            confirmed = state.confirmed | set(state.asked) if is_again else state.confirmed
            return replace(state, pressed_s=at_s, confirmed=confirmed)
        case Answered(_, number, face):
            return _answered(state, number, face)
    return state


def _answered(state: TileState, number: int, face: Face) -> TileState:
    """What a person says of a tile counts for as long as it lies there."""
    looked = {tile.id: tile.likeliest for tile in state.tiles}
    if number not in looked:
        return state
    others = tuple(one for one in state.said if one.id != number)
    said = (*others, SaidOf(number, looked[number], face))
    laid = with_answers(state.tiles, said)
    return replace(state, said=said, laid=laid, confirmed=state.confirmed | {number})


def standing(match: TileMatch) -> tuple[object, ...]:
    """What changes when a turn ends, a game begins or a rack is shown."""
    game = match.game
    if game is None:
        return len(match.results), match.stage
    return len(match.results), game.turns, game.turn, game.is_over, game.shown, game.table


def _followed(state: TileState, match: TileMatch) -> TileState:
    """Take in what the match has become, by whoever's word, and what lies as it should."""
    now = standing(match)
    if now != state.followed:
        is_turn = match.stage is TilePhase.TO_PLAY
        state = replace(state, followed=now, turn_s=state.at_s, is_late=False)
        state = replace(state, is_restoring=is_turn and state.laid is not None)
        if match.stage is not TilePhase.TO_PLAY and state.laid is not None:
            state = replace(state, known=state.laid, is_restoring=False)
    if _lies(state, match):
        return replace(state, known=state.tiles, is_restoring=False)
    return state


def _lies(state: TileState, match: TileMatch) -> bool:
    """Whether the table lies as the match has it."""
    if state.laid is None or match.stage is not TilePhase.TO_PLAY:
        return False
    return is_same_table(layout_of(state.laid), open_game(match).table)


def _timed(state: TileState, match: TileMatch) -> TileState:
    limit = match.edition.time_s
    if limit is None or match.stage is not TilePhase.TO_PLAY or state.turn_s is None:
        return replace(state, is_late=False)
    return replace(state, is_late=state.is_late or state.at_s - state.turn_s > limit)


def _decided(
    state: TileState, match: TileMatch, tuning: TileTuning
) -> tuple[TileState, Decision, float]:
    if state.pressed_s is not None and state.laid is None:
        if state.at_s - state.pressed_s <= tuning.press_s:
            return state, Decision(), state.at_s
        return replace(state, pressed_s=None), Decision(word=Notice("press-lost")), state.at_s
    if state.laid is None or (state.pressed_s is None and not state.is_late):
        return state, Decision(), state.at_s
    decision = decide(match, state)
    if decision.asked:
        return replace(state, asked=decision.asked), decision, state.at_s
    # A turn ends when its player presses, not when the hands are gone and the tiles are read.
    at_s = state.at_s if state.pressed_s is None else state.pressed_s
    done = replace(state, pressed_s=None, asked=(), is_late=False)
    if state.is_late and decision.act is None:
        done = replace(done, turn_s=state.at_s)  # a word is all that can be said: wait anew
    return done, decision, at_s


def _reasons(state: TileState, match: TileMatch) -> Iterator[Reason]:
    """What speaks for an act: who asked for it, what is new, and how surely it was read."""
    laid = state.tiles
    yield Reason("tile-late" if state.pressed_s is None else "tile-press")
    if match.stage is TilePhase.TO_PLAY:
        new, _ = difference(open_game(match).table, layout_of(laid))
        yield Reason("tile-new", (in_words(new),)) if new else Reason("tile-same")
    said = [tile for tile in laid if any(one.is_of(tile) for one in state.said)]
    if said:
        yield Reason("tile-said", (" ".join(str(tile.face) for tile in said),))
    read = [tile for tile in laid if tile.readings and tile.face == tile.likeliest]
    if read:
        weakest = min(read, key=lambda tile: tile.readings[0].confidence)
        yield Reason("weakest", (str(weakest.face), percent(weakest.readings[0].confidence)))


def _standing(state: TileState) -> tuple[tuple[float, Notice], ...]:
    return tuple(word for word in state.words if word[0] > state.at_s)


def shown(
    state: TileState,
    match: TileMatch,
    act: Act | None = None,
    at_s: float = 0.0,
    why: tuple[Reason, ...] = (),
) -> TileStep:
    """What came of it, and what is told now."""
    laid = state.tiles
    layout = layout_of(laid) if laid else Layout()
    before = _before(state, match)
    notices = [notice for _, notice in _standing(state)]
    notices += _notices(state, match, layout)
    # Of a bare table there is nothing to tell.
    if before is not None and before.dice:
        notices.append(Notice("before", (str(before),)))
    questions = tuple(_question(tile, place, match, layout) for tile, place in _asked(state))
    return TileStep(
        replace(state, words=_standing(state)),
        act,
        at_s,
        str(layout),
        tuple(dict.fromkeys(notices)),
        questions,
        before,
        why,
    )


def _before(state: TileState, match: TileMatch) -> Layout | None:
    """While a turn has failed, how the table lay before it."""
    if match.stage is not TilePhase.TO_PLAY:
        return None
    is_other = state.laid is not None and not _lies(state, match)
    has_failed = state.is_restoring or match.rejected is not None
    return open_game(match).table if has_failed and is_other else None


def _notices(state: TileState, match: TileMatch, layout: Layout) -> list[Notice]:
    found = []
    if state.pressed_s is not None and state.laid is None:
        found.append(Notice("press-waits"))
    if state.asked:
        found.append(Notice("asked", (str(len(state.asked)),)))
    if state.is_late and state.laid is None:
        found.append(Notice("time-up", (match.players[open_game(match).turn],)))
    if state.is_restoring and state.laid is not None and match.stage is TilePhase.TO_PLAY:
        found.append(restore_word(match, layout))
    if (player := next_to_show(match)) is not None:
        found.append(show_word(match, player))
    return found


def _asked(state: TileState) -> list[tuple[LaidTile, int]]:
    return [(t, at) for at, t in enumerate(state.tiles, 1) if t.id in state.asked]


def _question(tile: LaidTile, place: int, match: TileMatch, layout: Layout) -> Question:
    """The faces it may show, likeliest first; what is missing from the table goes before them."""
    readings = [(reading.face, reading.confidence) for reading in tile.readings]
    missing = set()
    if match.game is not None:
        missing = set(difference(match.game.table, layout)[1])
    # History only ranks: no answer is left out, and none is given in place of people.
    readings.sort(key=lambda one: (kind_of(one[0]) not in missing, -one[1]))
    faces = tuple((str(face), confidence) for face, confidence in readings)
    return Question(tile.id, None, place, faces)


class TileTable:
    """Watches one match at one table, as `turbo.live.dispatcher` drives it."""

    def __init__(
        self, tuning: TileTuning | None = None, *, is_paused: Callable[[], bool] = lambda: False
    ) -> None:
        self.tuning, self._is_paused = tuning or TileTuning(), is_paused
        self.state = TileState()

    def step(self, match: TileMatch, happened: Input) -> TileStep:
        # Nobody hands over in a pause, and it is no part of the turn's time.
        if self._is_paused() and isinstance(happened, Tick | PressedButton):
            self.state = rested(self.state, happened.at_s)
            return shown(self.state, match)
        found = step(self.state, match, happened, self.tuning)
        self.state = found.state
        return found

    @property
    def asked(self) -> Laid:
        """The tiles that people are asked about now."""
        return tuple(tile for tile in self.state.tiles if tile.id in self.state.asked)

    def face_of(self, tile: int) -> Face | None:
        """What a tile is believed to show; None if none of that number lies there."""
        return next((one.face for one in self.state.tiles if one.id == tile), None)

    def places(self) -> dict[int, Point]:
        """Where each tile lies, by its number."""
        return {tile.id: tile.place for tile in self.state.tiles}

    def say(self, notice: Notice, at_s: float | None = None) -> None:
        """A word about something that has just passed, or passed then."""
        until_s = (self.state.at_s if at_s is None else at_s) + self.tuning.word_s
        self.state = replace(self.state, words=(*self.state.words, (until_s, notice)))
