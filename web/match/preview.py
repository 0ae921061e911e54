"""What a change of the log would change: asked for before it is made, and kept by nobody."""

from typing import Any

from turbo.game.events import Change, Entry
from turbo.game.match import Match
from turbo.game.messages import Language
from turbo.game.referee import FindPlay
from turbo.i18n.messages import fill
from turbo.storage.history import History, Judged
from web.match.sentences import event_sentence
from web.texts import text


def after(history: History, change: Change, find_play: FindPlay | None) -> History:
    """The history as it would be."""
    return history.followed_by(Entry(len(history.entries) + 1, change), find_play)


def preview_document(before: History, then: History, entry: int, language: Language) -> Any:
    """Standing and turn before and after, and every ruling that would be another one."""
    kept = {one.effective.entry.number: one for one in then.judged}
    changed = []
    # Walked along: what somebody played is what their table has more than the one before it.
    match = Match(before.players, before.options)
    for one in before.judged:
        number = one.effective.entry.number
        now = kept.get(number)
        # By the verdict: what is only worded otherwise is no change that anybody has to confirm.
        if now is None or now.ruling.verdict is not one.ruling.verdict:
            changed.append({"entry": number, "sentence": _told(one, now, match, language)})
        match = one.match
    return {
        "entry": entry,
        "sentence": text("preview.lead", language),
        "before": _standing(before.match, language),
        "after": _standing(then.match, language),
        "changed": changed,
    }


def _told(one: Judged, now: Judged | None, before: Match, language: Language) -> str:
    said = event_sentence(one, before, language)
    if now is None:
        return f"{said} → {text('preview.gone', language)}"
    return f"{said} → {text(f'verdict.{now.ruling.verdict}', language)}"


def _standing(match: Match, language: Language) -> dict[str, Any]:
    turn = "" if match.round is None else match.players[match.round.turn]
    phase = text(f"preview.{match.phase.name.lower()}", language)
    return {"totals": list(match.totals), "turn": fill(phase, language, player=turn)}


def worsened(before: History, then: History) -> Judged | None:
    """The first ruling that was accepted and would not be any more."""
    kept = {one.effective.entry.number: one for one in then.judged}
    for one in before.judged:
        now = kept.get(one.effective.entry.number)
        if now is not None and one.ruling.verdict == "accepted" != now.ruling.verdict:
            return now
    return None
