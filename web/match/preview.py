"""What a change of the log would change: asked for before it is made, and kept by nobody."""

from typing import Any

from turbo.game.events import Change, Entry
from turbo.game.messages import Language
from turbo.game.referee import FindPlay
from turbo.i18n.messages import fill
from turbo.storage.history import AnyHistory, AnyJudged
from web.match.game_page import page_of, phase_of
from web.texts import text


def after(history: AnyHistory, change: Change, find_play: FindPlay | None) -> AnyHistory:
    """The history as it would be."""
    return history.followed_by(Entry(len(history.entries) + 1, change), find_play)


def preview_document(before: AnyHistory, then: AnyHistory, entry: int, language: Language) -> Any:
    """Standing and turn before and after, and every ruling that would be another one."""
    kept = {one.effective.entry.number: one for one in then.judged}
    changed = []
    # Walked along: what somebody played is what their table has more than the one before it.
    match: Any = before.fresh
    sentence = page_of(before.options.edition).sentence
    for one in before.judged:
        number = one.effective.entry.number
        now = kept.get(number)
        # By the verdict: what is only worded otherwise is no change that anybody has to confirm.
        if now is None or now.ruling.verdict is not one.ruling.verdict:
            said = sentence(one, match, language)
            changed.append({"entry": number, "sentence": _told(said, now, language)})
        match = one.match
    return {
        "entry": entry,
        "sentence": text("preview.lead", language),
        "before": _standing(before, language),
        "after": _standing(then, language),
        "changed": changed,
    }


def _told(said: str, now: AnyJudged | None, language: Language) -> str:
    if now is None:
        return f"{said} → {text('preview.gone', language)}"
    return f"{said} → {text(f'verdict.{now.ruling.verdict}', language)}"


def _standing(history: AnyHistory, language: Language) -> dict[str, Any]:
    match = history.match
    turn = "" if match.round is None else match.players[match.round.turn]
    phase = text(f"preview.{phase_of(match, history.options)}", language)
    return {"totals": list(match.totals), "turn": fill(phase, language, player=turn)}


def worsened(before: AnyHistory, then: AnyHistory) -> AnyJudged | None:
    """The first ruling that was accepted and would not be any more."""
    kept = {one.effective.entry.number: one for one in then.judged}
    for one in before.judged:
        now = kept.get(one.effective.entry.number)
        if now is not None and one.ruling.verdict == "accepted" != now.ruling.verdict:
            return now
    return None
