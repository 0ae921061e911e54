"""Records with the ruling that is expected written behind every statement."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from turbo.game.dice import parse_hand
from turbo.game.events import (
    Event,
    HandedOver,
    Passed,
    RoundStarted,
    Thrown,
    Verdict,
)
from turbo.game.layout import Layout, Rule
from turbo.game.match import Match, Options, Phase
from turbo.game.messages import Language, message
from turbo.game.record import Record
from turbo.game.referee import _CHECKS, REFUSALS, judge
from turbo.game.sets import Faces
from turbo.storage.answers import rulings
from turbo.storage.history import judge_record

DATA = Path(__file__).parents[1] / "data"


def expectations(text: str) -> Iterator[tuple[int, list[str]]]:
    for number, line in enumerate(text.split("\n"), 1):
        if "#!" in line:
            yield number, line.partition("#!")[2].split()


def outcomes(text: str, options: Options) -> Iterator[tuple[int, list[str]]]:
    for one in rulings(judge_record(Record.parse(text), options)):
        said = [str(one.ruling.verdict), *(str(fault.rule) for fault in one.ruling.faults)]
        if one.ruling.advice:
            said += ["advice", *(str(advice.rule) for advice in one.ruling.advice)]
        yield one.effective.entry.number, said


@pytest.mark.parametrize("name", ["figures", "forty_mistakes", "turns"])
def test_every_statement_of_a_record_is_ruled_on_as_expected(name: str) -> None:
    text = (DATA / f"{name}.turbo").read_text()
    assert list(outcomes(text, Options())) == list(expectations(text))


def test_the_record_of_mistakes_has_more_than_forty_different_ones() -> None:
    text = (DATA / "forty_mistakes.turbo").read_text()
    history = judge_record(Record.parse(text))
    wrong = [one for one in history.judged if one.ruling.verdict is Verdict.REJECTED]
    assert len({(one.event, one.ruling.faults) for one in wrong}) >= 40
    for one in wrong:
        for fault in one.ruling.faults:
            assert all(message(fault, language) for language in Language)


FIRST = """players Ann, Bob
round Ann #! accepted
"""

ROWS = {
    "strict makes must-lay-set a fault of a pass": (
        Options(strict=True),
        """throw Ann b3 b4 b5 r1 k2 o7 o8 r* k12 #! accepted
pass #! rejected must-lay-set
table b3 b4 b5 #! accepted""",
    ),
    "a set of the hand must be laid even if single dice were added": (
        Options(),
        """throw Ann b3 b4 b5 r1 k2 o7 o8 r9 k12 #! accepted
table b3 b4 b5 #! accepted
throw Bob b6 k1 k2 k3 o9 r13 r11 o4 b12 #! accepted
table b3 b4 b5 b6 #! accepted advice must-lay-set""",
    ),
    "strict rejects a play that lays no set": (
        Options(strict=True),
        """throw Ann b3 b4 b5 r1 k2 o7 o8 r9 k12 #! accepted
table b3 b4 b5 #! accepted
throw Bob b6 k1 k2 k3 o9 r13 r11 o4 b12 #! accepted
table b3 b4 b5 b6 #! rejected must-lay-set
table b3 b4 b5 b6 | k1 k2 k3 #! accepted""",
    ),
    "the starter goes out at once and the other throws for the score": (
        Options(),
        """throw Ann b1 b2 b3 b4 b5 b6 b7 b8 b9 #! accepted
table b1 b2 b3 b4 b5 b6 b7 b8 b9 #! accepted
pass #! rejected out-of-order
throw Ann b1 #! rejected out-of-turn
throw Bob k1 k1 k1 k1 k1 k1 k1 k1 #! rejected first-throw
throw Bob k1 k1 k1 k1 k1 k1 k1 k1 ? #! unsure
correct Bob k1 k1 k1 k1 k1 k1 k1 k1 r* #! accepted
round Bob #! accepted""",
    ),
    "an early throw counts, may be repeated once with all nine": (
        Options(),
        """throw Bob b1 b2 b3 b4 b5 b6 b7 b8 b9 #! accepted
throw Ann k1 k3 k5 r1 r3 r5 o7 o9 o11 #! accepted
pass #! accepted
throw Bob k1 k2 k4 k5 k7 k8 k10 k11 #! rejected first-throw
throw Bob k1 k2 k4 k5 k7 k8 k10 k11 k13 #! accepted
throw Bob k1 k2 k4 k5 k7 k8 k10 k11 k13 #! rejected thrown-twice
pass #! accepted""",
    ),
    "a player overruled into the other's turn": (
        Options(),
        """throw Ann k1 k3 k5 r1 r3 r5 o7 o9 o11 #! accepted
pass #! accepted
throw Bob k1 k3 k5 r1 r3 r5 o7 o9 o12 #! accepted
throw Ann k1 k3 k5 r1 r3 r5 o7 o9 o13 #! rejected out-of-turn
overrule Bob had passed #! accepted
pass #! accepted
throw Bob k1 k3 k5 r1 r3 r5 o7 o9 o12 #! accepted""",
    ),
    "an overruled rethrow ends a round that only waited to be counted": (
        Options(),
        """throw Ann b3 b4 b5 r3 r4 r5 k3 k4 k5 #! accepted
table b3 b4 b5 | r3 r4 r5 | k3 k4 k5 #! accepted
rethrow Bob b1 b2 b3 b4 b5 r6 r7 r8 r9 #! rejected out-of-order
overrule it was the throw #! accepted
pass #! rejected out-of-order
round Bob #! accepted""",
    ),
    "with a ? in the throw what is wrong anyway is rejected": (
        Options(),
        """throw Ann ? ? #! rejected first-throw
throw Ann ? ? ? ? ? ? ? ? ? #! unsure
pass #! rejected not-thrown
overrule never mind #! accepted""",
    ),
    "adding to the other's sets from the first turn on": (
        Options(),
        """throw Ann b3 b4 b5 r1 k2 o7 o8 r9 k12 #! accepted
table b5 b4 b3 #! accepted
throw Bob b6 k1 r3 k13 o9 r13 r11 o4 b12 #! accepted
table b6 b5 b4 b3 #! accepted
throw Ann r1 k2 o7 o8 r9 k12 #! accepted""",
    ),
    "a joker taken out of a set must be in a set again": (
        Options(),
        """throw Ann b3 r* b5 r1 k2 o7 o8 r9 k12 #! accepted
table b3 r* b5 #! accepted
throw Bob b4 k1 r3 k13 o9 r13 r11 o4 b12 #! accepted
table b3 b4 b5 #! rejected die-removed
table b3 b4 b5 | r* #! rejected lone-die
table b3 b4 b5 r* #! accepted""",
    ),
}


@pytest.mark.parametrize(("options", "text"), ROWS.values(), ids=ROWS.keys())
def test_a_situation(options: Options, text: str) -> None:
    text = FIRST + text
    assert list(outcomes(text, options)) == list(expectations(text))


def test_every_event_has_a_check_and_every_phase_its_refusals() -> None:
    assert set(REFUSALS) == set(Phase)
    ruled = set(_CHECKS)
    assert all(set(refused) <= ruled for refused in REFUSALS.values())


# What only a live match can express.

HAND = parse_hand("b3 b4 b5 r1 k2 o7 o8 r* k12")


def played(*events: Event, options: Options = Options()) -> Match:  # noqa: B008 - frozen
    match = Match(("Ann", "Bob"), options)
    for event in (RoundStarted("Ann"), *events):
        ruling = judge(match, event)
        assert ruling.verdict is Verdict.ACCEPTED, ruling
        match = match.after(event, ruling)
    return match


LEFT = "r1 k2 o7 o8 r* k12"
LIVE = {
    "the other player laid": (
        HandedOver(Layout.parse("b3 b4 b5"), player="Bob"),
        [Rule.OUT_OF_TURN],
    ),
    "the hand lies as it should": (
        HandedOver(Layout.parse("b3 b4 b5"), "Ann", parse_hand(LEFT)),
        [],
    ),
    "a die too few in the hand": (
        HandedOver(Layout.parse("b3 b4 b5"), "Ann", parse_hand("r1 k2 o7 o8 r*")),
        [Rule.HAND_COUNT],
    ),
    "a die of the hand lies there twice": (
        HandedOver(Layout.parse("b3 b4 b5"), "Ann", parse_hand(f"{LEFT} b5")),
        [Rule.DIE_ADDED],
    ),
    "one too many in the hand, which was not played": (
        HandedOver(Layout.parse("b3 b4 b5"), "Ann", parse_hand(f"{LEFT} b6")),
        [Rule.HAND_COUNT],
    ),
    "turned to what was played": (
        HandedOver(Layout.parse("b3 b4 b5"), "Ann", parse_hand("r1 k2 o7 o8 r* b5")),
        [Rule.DIE_TURNED],
    ),
    "a die of the hand was turned": (
        HandedOver(Layout.parse("b3 b4 b5"), "Ann", parse_hand("r1 k2 o7 o8 r* k13")),
        [Rule.DIE_TURNED],
    ),
    "a die was turned before passing": (
        Passed("Ann", parse_hand("b3 b4 b5 r1 k2 o7 o8 r* k13")),
        [Rule.DIE_TURNED],
    ),
    "the other player passed": (Passed("Bob"), [Rule.OUT_OF_TURN]),
}


@pytest.mark.parametrize(("event", "rules"), LIVE.values(), ids=LIVE.keys())
def test_what_only_a_live_match_can_express(event: Event, rules: list[Rule]) -> None:
    ruling = judge(played(Thrown("Ann", HAND)), event)
    assert [fault.rule for fault in ruling.faults] == rules


def test_a_kept_die_that_shows_another_face_after_the_throw_was_turned() -> None:
    match = played(
        Thrown("Ann", HAND),
        HandedOver(Layout.parse("b3 b4 b5")),
        Thrown("Bob", HAND),
        Passed(),
    )
    fair = Thrown("Ann", parse_hand("r1 k2 o7 o8 r* k1"), cup=parse_hand("k12"))
    foul = Thrown("Ann", parse_hand("r2 k2 o7 o8 r* k1"), cup=parse_hand("k12"))
    assert judge(match, fair).verdict is Verdict.ACCEPTED
    assert [str(f.faces[0]) for f in judge(match, foul).faults] == ["r1"]


def test_an_unread_die_in_the_hand_at_hand_over_leaves_the_referee_unsure() -> None:
    event = HandedOver(Layout.parse("b3 b4 b5"), "Ann", parse_hand("r1 k2 o7 o8 r* ?"))
    assert judge(played(Thrown("Ann", HAND)), event).verdict is Verdict.UNSURE


@pytest.mark.parametrize(
    ("cup", "rules"),
    [
        pytest.param(parse_hand("b3 b4 b5 r1 ? o7 o8 r* k12"), [Rule.THROWN_TWICE], id="live"),
        pytest.param(None, [], id="typed: told again"),
    ],
)
def test_a_throw_that_waits_for_a_die_was_one_all_the_same(
    cup: Faces | None, rules: list[Rule]
) -> None:
    match = played()
    first = Thrown("Ann", parse_hand("b3 b4 b5 r1 ? o7 o8 r* k12"))
    waiting = match.after(first, judge(match, first))
    ruling = judge(waiting, Thrown("Ann", HAND, cup))
    assert [fault.rule for fault in ruling.faults] == rules
