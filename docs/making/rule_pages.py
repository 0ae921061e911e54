"""Every rule id with an example that is judged while the book is made, and a picture of it.

>>> str(judged_example(Rule.TOUCHING).fault.rule)
'touching'
"""

from dataclasses import dataclass

from docs.making.svg import FAULT, Picture
from turbo.errors import TurboError
from turbo.game.editions import TURBO, Edition
from turbo.game.events import HandedOver, Redealt, Rethrown, Ruling, Thrown
from turbo.game.layout import EMPTY, Fault, Layout, Rule
from turbo.game.match import Match
from turbo.game.messages import Language, message
from turbo.game.record import Record, names_edition
from turbo.game.sets import Faces
from turbo.solver import ruling_play
from turbo.storage.history import judge_record, judge_tile_record
from turbo.tiles.speech import tile_message

_HEAD = "players Ann, Bob\nround Ann\n"
_NINE = "throw Ann b3 b4 b5 r3 k3 o7 o8 r* k12\n"
_BOB = "throw Bob b6 k9 r9 o1 r12 b13 o4 r5 k1\n"
_LAID = f"{_HEAD}{_NINE}table b3 b4 b5\n{_BOB}"
_TILES = "edition original-jumbo\nplayers Ann, Bob, Cid\nround Ann\n"

EXAMPLES: dict[Rule, str] = {
    Rule.NOT_A_SET: f"{_HEAD}{_NINE}table b3 b4 o7",
    Rule.TOUCHING: f"{_HEAD}{_NINE}table b3 b4",
    Rule.LONE_DIE: f"{_HEAD}{_NINE}table b3 b4 b5 | k12",
    Rule.JOKER_IDENTITY: f"{_HEAD}throw Ann b3 b5 k6 o6 r* r1 k2 o9 k12\n"
    "table b3 r* b5 / . k6 . / . o6 .",
    Rule.NO_HAND_DIE: f"{_LAID}table b3 b4 b5",
    Rule.DIE_REMOVED: f"{_LAID}table b4 b5 b6",
    Rule.DIE_TURNED: f"{_LAID}table b4 b5 b6 b7",
    Rule.DIE_ADDED: f"{_LAID}table b3 b4 b5 b6 b7",
    Rule.HAND_COUNT: f"{_LAID}table b3 b4 b5 b6\nthrow Ann r3 k3 o7 o8 r*",
    Rule.NOT_THROWN: f"{_HEAD}table b3 b4 b5",
    Rule.THROWN_TWICE: f"{_HEAD}{_NINE}throw Ann b1 b4 b5 r3 k3 o7 o8 r* k12",
    Rule.FIRST_THROW: f"{_HEAD}throw Ann b3 b4 b5 r3 k3 o7 o8 r*",
    Rule.OUT_OF_TURN: f"{_LAID}throw Ann r3 k3 o7 o8 r* k12",
    Rule.OUT_OF_ORDER: f"{_HEAD}{_NINE}round Bob",
    Rule.MUST_LAY_SET: f"{_LAID}pass\nthrow Ann o7 o8 o9 r1 k2 k12\npass",
    Rule.MISSED_PLAY: f"option advice\n{_LAID}pass",
    Rule.FIRST_MELD: f"{_TILES}table k9 r9 o9",
    Rule.BEFORE_MELD: f"{_TILES}table k10 r10 o10\ntable k10 r10 o10 b10",
    Rule.NOT_IN_BOX: f"{_TILES}table k10 r10 o10\n"
    "table k10 r10 o10 | b10 b11 b12 | b10 b11 b12 | b10 b11 b12",
    Rule.NO_REDEAL: f"{_TILES}redeal Ann b3 b3 r8 r8 k* r*",
    Rule.LATE: f"{_TILES.replace('round Ann', 'round Ann @2026-11-16T20:00:00')}"
    "draw @2026-11-16T20:05:00",
}
"""A record each, whose last statement is ruled on with that rule."""


@dataclass(frozen=True, slots=True)
class Example:
    """A record, the fault or advice that its last ruling names, and what is drawn of it."""

    record: str
    ruling: Ruling
    fault: Fault
    edition: Edition
    before: Layout
    layout: Layout | None
    hand: Faces

    @property
    def is_advice(self) -> bool:
        return self.fault in self.ruling.advice

    def sentence(self, language: Language) -> str:
        if self.edition is TURBO:
            return message(self.fault, language)
        return tile_message(self.fault, self.edition, language)


def judged_example(rule: Rule) -> Example:
    """The example of a rule, refereed now."""
    text = _ordered(EXAMPLES[rule])
    found = _tiles(text, rule) if names_edition(text) else _dice(text, rule)
    if found is None:
        raise TurboError(f"expected an example of {rule}, got another ruling: {text!r}")
    return found


def _ordered(text: str) -> str:
    """Options stand behind the players, wherever the example names them."""
    first, _, rest = text.partition("\n")
    if not first.startswith("option"):
        return text
    players, _, rest = rest.partition("\n")
    return f"{players}\n{first}\n{rest}"


def _named(ruling: Ruling, rule: Rule) -> Fault | None:
    return next((one for one in (*ruling.faults, *ruling.advice) if one.rule is rule), None)


def _dice(text: str, rule: Rule) -> Example | None:
    record = Record.parse(text)
    judged = judge_record(record, find_play=ruling_play).judged
    last = judged[-1]
    before = judged[-2].match
    fault, event = _named(last.ruling, rule), last.event
    if fault is None:
        return None
    table = EMPTY if before.round is None else before.round.table
    layout = event.layout if isinstance(event, HandedOver) else None
    hand = event.hand if isinstance(event, Thrown | Rethrown) else _in_hand(before)
    return Example(text, last.ruling, fault, TURBO, table, layout, hand)


def _in_hand(match: Match) -> Faces:
    if match.round is None:
        return ()
    return match.round.hands[match.round.turn] or ()


def _tiles(text: str, rule: Rule) -> Example | None:
    record = Record.parse(text)
    judged = judge_tile_record(record).judged
    last = judged[-1]
    fault = _named(last.ruling, rule)
    if fault is None:
        return None
    game = judged[-2].match.game
    act = last.event
    layout = act.layout if isinstance(act, HandedOver) else None
    hand = act.tiles if isinstance(act, Redealt) else ()
    before = EMPTY if game is None else game.table
    return Example(text, last.ruling, fault, record.options.edition, before, layout, hand)


def picture(example: Example) -> str:
    drawn = Picture()
    if example.before.dice and (example.layout is None or example.before != example.layout):
        drawn.caption("the table before").layout(example.before)
    if example.layout is not None and example.layout.dice:
        marked = set(example.fault.cells)
        drawn.caption("handed over", FAULT if marked else "#666")
        drawn.layout(example.layout, marked=marked)
    if example.hand:
        drawn.caption("the hand").hand(example.hand)
    if not drawn.parts:
        drawn.caption(example.record.splitlines()[-1], FAULT)
    return str(drawn)


def page() -> str:
    lines = [
        "# Rule ids, each with an example",
        "",
        "A ruling names every breach by one of these ids; the list is closed. Each example was",
        "refereed and drawn when this page was made: the sentence under it is what the referee",
        "said. Red: the dice that the ruling names. The rules themselves stand in",
        "[the rules](../../rules.md).",
        "",
    ]
    for rule in Rule:
        lines += _section(rule, judged_example(rule))
    return "\n".join(lines)


def _section(rule: Rule, example: Example) -> list[str]:
    game = "Turbo" if example.edition is TURBO else f"edition `{example.edition.name}`"
    kind = "advice" if example.is_advice else str(example.ruling.verdict)
    return [
        f"## {rule}",
        "",
        f"{game} · {kind}",
        "",
        f"![{rule}: what the example shows](../pictures/rule-{rule}.svg)",
        "",
        *(f"- *{language.value}*: {_plain(example.sentence(language))}" for language in Language),
        "",
        "```text",
        *example.record.splitlines(),
        "```",
        "",
    ]


def _plain(text: str) -> str:
    return text.replace("*", "\\*").replace("|", "\\|")
