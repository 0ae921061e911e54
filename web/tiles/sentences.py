"""What happened, in words: one sentence for each act, and one where a game or the match ends."""

from turbo.game import events
from turbo.game.dice import hand_text
from turbo.game.messages import Language
from turbo.game.naming import joined, name
from turbo.i18n.messages import fill
from turbo.storage.history import TileJudged
from turbo.tiles.match import TileMatch
from turbo.tiles.rows import difference
from turbo.tiles.score import rack_points
from web.texts import text

Values = dict[str, object]


def act_sentence(judged: TileJudged, before: TileMatch, language: Language) -> str:
    key, values = _told(judged.event, before)
    if judged.ruling.verdict is not events.Verdict.ACCEPTED and key in ("laid", "table"):
        # Not accepted is not laid: what becomes of the tiles is somebody's next word.
        wanted = _wanted(judged.event, before, language)
        key, values = ("tried", {"tiles": wanted}) if wanted else ("table", {})
    said = text(f"tiles.said.{key}", language)
    return fill(said, language, player=judged.ruling.player or "", **values)


def _told(act: events.Act, before: TileMatch) -> tuple[str, Values]:
    match act:
        case events.RoundStarted():
            return "round", {"game": len(before.results) + 1}
        case events.HandedOver(layout):
            laid = _laid(before, len(layout.dice))
            return ("table", {}) if laid is None else ("laid", {"count": laid})
        case events.Played(is_out=True):
            return "out", {}
        case events.Played(sets, count):
            laid = count if sets is None else len(sets.dice)
            return ("played", {}) if laid is None else ("laid", {"count": laid})
        case events.Drawn():
            return "draw", {}
        case events.Passed():
            return "pass", {}
        case events.Penalised(tiles):
            return "penalty", {"count": tiles}
        case events.Returned(tiles):
            return "return", {"tiles": hand_text(tiles)}
        case events.Redealt():
            return "redeal", {}
        case events.RackShown(_, rack):
            return "rack", {"points": rack_points(before.edition, rack)}
        case events.RackBegun(_, count):
            return "count", {"count": count}
        case events.RackCorrected(_, None, tiles):
            return "rack", {"points": rack_points(before.edition, tiles or ())}
        case events.RackCorrected(_, count, _):
            return "count", {"count": count}
        case events.Retimed(None):
            return "time-off", {}
        case events.Retimed(time_s):
            return "time", {"seconds": time_s}
        case events.TableBegun() | events.TableCorrected():
            return "corrected", {}
        case events.Overruled(reason):
            return "overruled", {"reason": reason}
        case events.ScoredAll():
            return "score", {}
        case events.Left():
            return "leave", {}
        case events.Resigned():
            return "resign", {}
        case events.Ended(reason):
            return "end", {"reason": reason}


def _wanted(act: events.Act, before: TileMatch, language: Language) -> str:
    """The tiles of a play that was not accepted, for whoever reads the log later; where nobody
    knows which of them are new the table as it was to lie, and nothing where none of them is."""
    layout = act.layout if isinstance(act, events.HandedOver) else getattr(act, "sets", None)
    if layout is None:
        return str(getattr(act, "count", ""))
    faces = layout.faces
    if isinstance(act, events.HandedOver) and before.game is not None:
        if before.game.is_blind:
            return str(layout)
        faces, _ = difference(before.game.table, layout)
    unread = text("face.bare.unread-tile", language)
    said = [unread if one.is_unread else name(one, language, "bare") for one in faces]
    return joined(said, language)


def _laid(before: TileMatch, tiles: int) -> int | None:
    """How many tiles are new on the table, where anybody knows what lay there."""
    if before.game is None or before.game.is_blind:
        return None
    more = tiles - len(before.game.table.dice)
    # Fewer than before is a table told wrongly or a fault: then no number is said.
    return more if more > 0 else None


def ending_sentence(before: TileMatch, after: TileMatch, language: Language) -> str | None:
    """Said where something comes to its end: the game is to be counted, is over, the match is."""
    if after.is_finished and not before.is_finished:
        key = "tiles.match-draw" if after.winner is None else "tiles.match-won"
        return fill(text(key, language), language, player=after.winner or "")
    if len(after.results) > len(before.results):
        won = after.results[-1].winner
        key = "tiles.game-tied" if won is None else "tiles.game-won"
        name = "" if won is None else after.players[won]
        return fill(text(key, language), language, player=name)
    is_over = after.game is not None and after.game.is_over
    if is_over and not (before.game is not None and before.game.is_over):
        assert after.game is not None
        if after.game.out is None:
            return text("tiles.blocked", language)
        name = after.players[after.game.out]
        return fill(text("tiles.went-out", language), language, player=name)
    return None
