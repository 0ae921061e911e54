"""The game with dice, as everything above asks for it (`turbo.game.protocol`).

Each part is loaded when it is first asked for: who judges one layout needs no referee.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from turbo.game.dice import Face
from turbo.game.editions import Edition
from turbo.game.layout import Fault, Layout
from turbo.game.naming import Language
from turbo.game.protocol import GameRules, JudgedAt

if TYPE_CHECKING:
    from datetime import datetime

    from turbo.game.events import AnyEvent, Ruling


def _fresh(players: tuple[str, ...], options: Any) -> Any:
    from turbo.game.match import Match

    return Match(players, options)


def _is_event(event: object) -> bool:
    from turbo.game.events import Event

    return isinstance(event, Event)


# Once: Python takes longer to find what is loaded already than the referee for a throw.
@cache
def _referee() -> "Callable[..., Ruling]":
    from turbo.game.referee import judge

    return judge


def _judge(match: Any, event: Any, at: JudgedAt) -> "Ruling":
    return _referee()(match, event, at.find_play)


def _after(match: Any, event: Any, ruling: "Ruling", at: "datetime | None") -> Any:
    return match.after(event, ruling)


def _speak(fault: Fault, edition: Edition, language: Language) -> str:
    from turbo.game.messages import message

    return message(fault, language)


def _check(layout: Layout, edition: Edition, language: Language) -> dict[str, Any]:
    from turbo.game.answers import check_json

    return check_json(layout, language)


def _hint(
    before: Layout, after: Layout, played: Sequence[Face], edition: Edition, language: Language
) -> tuple[str, ...]:
    from turbo.game.hints import hint

    return hint(before, after, played, language)


def _is_unwritten(event: object) -> bool:
    from turbo.game.events import HandBegun, TableBegun

    # A beginning that came too late changed nothing, and a record has no place for it.
    return isinstance(event, TableBegun | HandBegun)


def _is_told(event: "AnyEvent", ruling: "Ruling") -> bool:
    from turbo.game.events import Ended, Resigned

    return not isinstance(event, Resigned | Ended) and not _is_unwritten(event)


def _options(name: str, chosen: tuple[tuple[str, str], ...], simulated: bool) -> Any:
    from turbo.game.match import Options
    from turbo.game.record import with_option

    options = Options(simulated=simulated)
    for key, value in chosen:
        text = key.replace("_", "-")
        if value != "off":
            options = with_option(options, text if value == "on" else f"{text}={value}")
    return options


RULES = GameRules(
    _is_event, _fresh, _judge, _after, _speak, _check, _hint, _is_told, _options,
    is_unwritten=_is_unwritten, has_open_hands=True,
)  # fmt: skip
