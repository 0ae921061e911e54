"""What happened, in a sentence for the players: the event, what was played, how a round ended."""

from turbo.game import events
from turbo.game.dice import hand_text
from turbo.game.match import Match
from turbo.game.messages import WORDS, Language
from turbo.game.naming import named
from turbo.i18n.messages import fill
from turbo.live.notices import NOTICES, notice_text
from turbo.storage.history import AnyJudged, Judged
from turbo.storage.session import Notice
from web.texts import TEXTS, text

_KEYS: dict[type[events.Event], str] = {
    events.RoundStarted: "said.round",
    events.TableBegun: "said.begin-table",
    events.HandBegun: "said.begin-hand",
    events.Thrown: "said.throw",
    events.Rethrown: "said.rethrow",
    events.HandedOver: "said.table",
    events.Passed: "said.pass",
    events.HandCorrected: "said.correct-hand",
    events.TableCorrected: "said.correct-table",
    events.Overruled: "said.overrule",
    events.Scored: "said.score",
    events.Resigned: "said.resign",
    events.Ended: "said.end",
}


def author(by: str, language: Language) -> str:
    """Who said it: people by their names, the table and the camera in words."""
    return str(text(f"by.{by}", language)) if f"by.{by}" in TEXTS else by


def event_sentence(judged: Judged, before: Match, language: Language) -> str:
    """What somebody did, whether it was allowed or not."""
    # What the match itself did, such as its end, is nobody's.
    return said_sentence(judged.event, judged.ruling.player or "", before, language)


def said_sentence(event: events.Event, player: str, before: Match, language: Language) -> str:
    if isinstance(event, events.HandedOver) and before.round is not None:
        played = before.round.played_from(event.layout)
        if played:
            # In German what is played stands in the accusative: 'den schwarzen Joker'.
            values = {"player": player, "faces": named(played, language, "acc")}
            return fill(text("said.played", language), language, **values)
    said = text(_KEYS[type(event)], language)
    return fill(said, language, player=player, **_values(event, language))


def _values(event: events.Event, language: Language) -> dict[str, str]:
    match event:
        case events.Overruled(reason) | events.Ended(reason):
            return {"reason": reason}
        case events.Scored(_, points, by):
            return {"points": str(points), "by": WORDS[by][language]}
        case events.Thrown() | events.Rethrown() | events.HandBegun() | events.HandCorrected():
            return {"count": str(len(event.hand)), "hand": hand_text(event.hand)}
    return {}


def ending_sentence(before: Match, after: Match, language: Language) -> str | None:
    """How the round ended, if this ended one, and who has won the match, if that is over."""
    parts = []
    if len(after.results) > len(before.results):
        parts.append(_round_ending(after, language))
    if after.is_finished and not before.is_finished:
        key = "said.draw" if after.winner is None else "said.wins-match"
        parts.append(fill(text(key, language), language, player=after.winner))
    return " ".join(parts) or None


def _round_ending(match: Match, language: Language) -> str:
    result = match.results[-1]
    if result.winner is None:
        return str(text("said.tie", language))
    key = "said.out" if result.by is events.Ending.OUT else "said.block"
    values = {"player": match.players[result.winner], "points": result.points}
    return fill(text(key, language), language, **values)


def verdict_title(judged: AnyJudged, language: Language) -> str:
    """The ruling in one or two words."""
    if judged.ruling.verdict is events.Verdict.ACCEPTED and isinstance(
        judged.event, events.Overruled
    ):
        return str(text("verdict.overruled", language))
    return str(text(f"verdict.{judged.ruling.verdict}", language))


def notice_sentence(notice: Notice, language: Language) -> str:
    """A word to the players; a key that nobody has written a sentence for is shown as it is."""
    if notice.key in NOTICES:
        try:
            return notice_text(notice, language)
        except (IndexError, KeyError):
            # With a value too few the sentence is told with its gaps: better than none at the
            # table.
            return NOTICES[notice.key][language]
    return " ".join([notice.key, *notice.values])
