"""What the referee would rule, asked before anything is told."""

from dataclasses import replace

from turbo.game.events import Event, Ruling
from turbo.game.match import Match
from turbo.game.referee import judge


def foreseen(match: Match, event: Event) -> Ruling:
    """The ruling on an event that is not told yet. Advice, and whether a pass counts as blank, cost
    a search and change no verdict: they are not asked for here."""
    plain = replace(match.options, advice=False, strict_block=False)
    return judge(replace(match, options=plain), event)
