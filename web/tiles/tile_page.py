"""Matches of tiles as the pages tell them (`web.match.game_page`): racks are counts, and rows lie
side by side."""

from collections.abc import Iterator
from functools import partial
from itertools import pairwise

from turbo.game.dice import SPECIAL
from turbo.game.editions import Edition
from turbo.game.events import Act, HandedOver, Played, Rack, RackShown
from turbo.game.layout import EMPTY, Fault, Layout, Rule
from turbo.game.messages import Language
from turbo.game.sets import Cell, Faces
from turbo.game.tile_options import TileOptions
from turbo.live.tiles.words import SENTENCES, tile_word
from turbo.solver import best_tiles
from turbo.storage.history import TileHistory
from turbo.storage.session import Instant, Question
from turbo.tiles.game import Game
from turbo.tiles.match import TileMatch, TilePhase
from turbo.tiles.referee import laid_worth
from turbo.tiles.rows import Places, RowReader, TileLayout, kind_of
from turbo.tiles.score import rack_points
from turbo.tiles.speech import tile_message
from web.api.refused import Refused
from web.match.game_page import Document, GamePage, OwnSearch, ShownSet
from web.match.shown import Shown, faults_of, live_table
from web.texts import text
from web.tiles.sentences import act_sentence, ending_sentence

PHASES = {TilePhase.BETWEEN: "between_rounds"}
"""What is called otherwise than in the match itself: the dice's word for it."""


def _match(match: TileMatch, options: TileOptions) -> Document:
    rounds = {} if match.edition.rounds is None else {"rounds": match.edition.rounds}
    chosen = {**dict(options.chosen), **rounds, "simulated": options.simulated}
    # Where racks are laid open they are counted: that is nobody's turn.
    nobody: Document = {"turn": None} if match.stage is TilePhase.TO_COUNT else {}
    return {
        **nobody,
        "phase": PHASES.get(match.stage, match.stage.name.lower()),
        "options": chosen,
        "blanks": [0] * len(match.players),
        "blanks_each": 0,
        "tiles": _own(match, match.game),
    }


def _own(match: TileMatch, game: Game | None) -> Document:
    """What only a match of tiles has."""
    edition, nobody = match.edition, [False] * len(match.players)
    return {
        "pool": None if game is None else game.pool,
        "last_turns": None if game is None else game.last_turns,
        "out": None if game is None else game.out,
        "is_blind": game is not None and game.is_blind,
        "melded": nobody if game is None else list(game.melded),
        "gone": sorted(match.gone),
        "wins": list(match.wins) if edition.counts_games else None,
        "jokers": [SPECIAL[kind] for kind in sorted(edition.jokers) if kind in SPECIAL],
        "time_s": edition.time_s,
        "penalty": edition.late_unfinished,
        "can_redeal": edition.redeal_pairs is not None and _is_fresh(match, game),
        "can_return": game is not None and game.penalised is not None,
    }


def _is_fresh(match: TileMatch, game: Game | None) -> bool:
    """Somebody has not had the first turn yet: only then a new deal may be asked for."""
    return game is not None and game.turns < len(match.players) and not game.is_over


def _shown_in(history: TileHistory) -> Shown:
    match, game = history.match, history.match.game
    if game is None:
        return _last_game(history)
    for source, act in (("waiting", match.waiting), ("rejected", match.rejected)):
        if (layout := _tried(act, game)) is not None:
            faults = _faults(layout, match.edition) if source == "waiting" else faults_of(history)
            return _lying(source, match, game, layout, faults)
    return _lying("match", match, game)


def _lying(
    source: str,
    match: TileMatch,
    game: Game,
    layout: Layout | None = None,
    faults: tuple[Fault, ...] = (),
    shown: tuple[Rack | None, ...] = (),
) -> Shown:
    """A table, by default the game's, with the racks that were laid open and what they are worth,
    and how many tiles the others hold."""
    table = (EMPTY if game.is_blind else game.table) if layout is None else layout
    seats = range(len(match.players))
    racks = shown or (game.shown if game.is_over else (None,) * len(match.players))
    return Shown(
        source,
        table,
        tuple(None if isinstance(rack, int) else rack for rack in racks),
        faults,
        counts=tuple(game.count(seat) for seat in seats),
        worth=tuple(None if rack is None else rack_points(match.edition, rack) for rack in racks),
    )


def _tried(act: Act | None, game: Game) -> Layout | None:
    """The table that was not accepted: it lies there until somebody mends it."""
    match act:
        case HandedOver(layout):
            return layout
        case Played(sets=Layout() as sets):
            return sets if game.is_blind else Layout((*game.table.islands, *sets.islands))
    return None


def _last_game(history: TileHistory) -> Shown:
    """As it lay when the game ended, with the racks that were counted."""
    for after, before in pairwise(reversed(history.judged)):
        match, last = before.match, after.event
        if match.game is None:
            continue
        racks = list(match.game.shown)
        # The rack that was shown last ended the game, so no open game holds it.
        if isinstance(last, RackShown):
            racks[match.seat(last.player)] = last.tiles
        return _lying("last-round", match, match.game, shown=tuple(racks))
    return Shown("empty", EMPTY, (None,) * len(history.players))


def _question(now: Instant, one: Question, language: Language) -> str:
    """Which tile is asked for, and why, where that is not because nobody could read it."""
    asked = str(text("die.which-tiles", language))
    layout = live_table(now.view)
    if layout is None or now.log is None or not one.faces:
        return asked
    edition, likeliest = now.log.options.edition, one.faces[0][0]
    for fault in _faults(layout, edition):
        if fault.rule is Rule.NOT_IN_BOX and likeliest in map(str, map(kind_of, fault.faces)):
            return f"{tile_message(fault, edition, language)} {asked}"
    return asked


def _sets(layout: Layout, edition: Edition) -> Iterator[ShownSet]:
    reader = RowReader(edition)
    for cells, faces in TileLayout(layout, edition).rows:
        for part in reader.cut(faces) or ():
            mine, cells = cells[: len(part)], cells[len(part) :]
            readings = reader.readings(part)
            is_group = any(str(one.kind) == "group" for one in readings)
            stands = _stands_for(mine, part, [one.places for one in readings])
            yield "group" if is_group else "run", mine, stands


def _stands_for(
    cells: tuple[Cell, ...], faces: Faces, readings: list[Places]
) -> dict[Cell, list[str]]:
    """What each joker may stand for. A joker of two places or of none is its own sign."""
    found: dict[Cell, list[str]] = {}
    for at, face in enumerate(faces):
        if face.is_joker:
            whole = [one[at] for one in readings if len(one) == len(faces)]
            said = [f"{ink.letter}{number}" for ink, number in whole if ink is not None]
            found[cells[at]] = list(dict.fromkeys(said))
    return found


def _faults(layout: Layout, edition: Edition) -> tuple[Fault, ...]:
    return TileLayout(layout, edition).faults()


def _search(match: TileMatch) -> OwnSearch:
    game, edition = match.game, match.edition
    if game is None or game.is_blind:
        raise Refused(409, "expected a table that somebody has shown", "nothing-laid")
    melded = game.melded[game.turn]
    return f"{edition.name} {melded}", partial(best_tiles, edition=edition, melded=melded)


PAGE = GamePage(
    _match,
    lambda result: list(result.points),
    _shown_in,
    act_sentence,
    ending_sentence,
    # What the dice's table says beside these has no sentence about tiles.
    lambda notice, lang: tile_word(notice, lang) if notice.key in SENTENCES else None,
    _question,
    _sets,
    _faults,
    laid_worth,
    _search,
)
