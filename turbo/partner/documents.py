"""An analysis as a document: for programs, for the page, and in sentences for people."""

from typing import Any

from turbo.game.hints import hint
from turbo.game.naming import Language, Named
from turbo.i18n.catalogue import say
from turbo.partner.analysis import AnalysedEvent, MatchAnalysis, WeighedChoice


def percent(part: float) -> float:
    """A part of a match as people read it."""
    return round(100 * part, 1)


def analysis_document(analysis: MatchAnalysis, language: Language) -> dict[str, Any]:
    """Chances are those of the first player, in per cent; luck and costs are those of who acts."""
    return {
        "players": list(analysis.players),
        "events": [_event(one, analysis) for one in analysis.events],
        "summary": [
            {
                "player": name,
                "luck": percent(analysis.luck(seat)),
                "cost": percent(analysis.cost(seat)),
                "error_rate": round(100 * analysis.error_rate(seat), 2),
                "sentence": player_sentence(analysis, seat, language),
            }
            for seat, name in enumerate(analysis.players)
        ],
        "costliest": [
            {
                "entry": one.entry,
                "sentence": moment_sentence(one, analysis, language),
                "steps": list(better_steps(one, language)),
            }
            for one in analysis.costliest
        ],
    }


def _event(one: AnalysedEvent, analysis: MatchAnalysis) -> dict[str, Any]:
    choice = one.choice
    return {
        "entry": one.entry,
        "player": None if one.seat is None else analysis.players[one.seat],
        "kind": one.kind,
        "chance": percent(one.chance),
        "luck": percent(one.luck),
        "choice": None if choice is None else _choice(choice),
    }


def _choice(choice: WeighedChoice) -> dict[str, Any]:
    return {
        "chosen": [str(face) for face in choice.chosen],
        "best": [str(face) for face in choice.best],
        "cost": percent(choice.cost),
        "layout": None if choice.layout is None else str(choice.layout),
    }


def player_sentence(analysis: MatchAnalysis, seat: int, language: Language) -> str:
    """Luck and skill of a player in one line."""
    return say(
        "partner.player",
        language,
        player=analysis.players[seat],
        luck=f"{percent(analysis.luck(seat)):+}",
        cost=percent(analysis.cost(seat)),
        rate=round(100 * analysis.error_rate(seat), 2),
    )


def moment_sentence(one: AnalysedEvent, analysis: MatchAnalysis, language: Language) -> str:
    """What was chosen, what was better and what it cost."""
    choice = one.choice
    if choice is None or one.seat is None:
        raise ValueError("expected a moment in which something was chosen")
    key = one.kind if choice.best else "hold"
    return say(
        f"partner.{key}",
        language,
        round=one.round,
        player=analysis.players[one.seat],
        chosen=Named(choice.chosen, language),
        best=Named(choice.best, language),
        cost=percent(choice.cost),
    )


def better_steps(one: AnalysedEvent, language: Language) -> tuple[str, ...]:
    """How the better play would have been laid, step by step."""
    choice = one.choice
    if choice is None or choice.layout is None or choice.before is None:
        return ()
    return hint(choice.before, choice.layout, choice.best, language)
