"""Alone against the machine: its wishes by the match alone, what is missing, and a whole round at
the twin's table in which somebody does what it says."""

from argparse import ArgumentParser
from pathlib import Path

import pytest

from tests.support.thrown import ByHand, many_sets
from tools.trials.watched import Watched
from turbo.app.simulated import RESULT_S, TwinHost, simulated_table
from turbo.commands.run_arguments import add_arguments, tags_of
from turbo.errors import TurboError
from turbo.game.dice import parse_hand
from turbo.game.editions import EDITIONS
from turbo.game.events import Ending, HandedOver, Passed, RoundStarted, Scored, Verdict
from turbo.game.layout import Layout
from turbo.game.match import Match, Options
from turbo.game.record import Record
from turbo.i18n.languages import Language
from turbo.partner.solo import MachineSeat, MachineWish, WishKind, lacking, wish_of, wish_sentences
from turbo.storage.history import judge_record
from turbo.storage.session import Session
from turbo.storage.store import Store
from turbo.twin.habits import Habits, Skill
from turbo.twin.seated import Obeying
from turbo.twin.table import TwinSettings

MACHINE = MachineSeat("Bob", 5)
BEGUN = """players Ann, Bob
tag machine 5 Bob
round Bob
"""
THROWN = f"{BEGUN}throw Bob b3 b4 b5 r1 k2 o7 o8 r12 k12\n"


def match_after(text: str) -> Match:
    return judge_record(Record.parse(text)).match


def test_who_is_the_machine_stands_in_the_record() -> None:
    history = judge_record(Record.parse(BEGUN))
    assert MachineSeat.of(history.tags) == MACHINE
    assert dict([MACHINE.tag]) == {"machine": "5 Bob"}


@pytest.mark.parametrize("tag", ["", "9 Bob", "strong Bob", "5"])
def test_a_tag_of_something_else_names_nobody(tag: str) -> None:
    assert MachineSeat.of([("machine", tag)] if tag else []) is None


def test_a_level_that_is_none_is_told() -> None:
    with pytest.raises(TurboError, match="level"):
        MachineSeat("Bob", 0)


def test_the_machine_throws_lays_and_waits_for_its_turn() -> None:
    first = wish_of(match_after(BEGUN), MACHINE)
    assert first is not None and (first.kind, first.faces) == (WishKind.THROW, ())
    then = wish_of(match_after(THROWN), MACHINE)
    assert then is not None and then.kind is WishKind.LAY
    assert str(then.after) == "b3 b4 b5" and then.after.is_legal
    assert wish_of(match_after(f"{THROWN}table b3 b4 b5"), MACHINE) is None
    again = match_after(f"{THROWN}table b3 b4 b5\nthrow Ann r1 r1 k5 k7 o1 o13 b9 b11 k9\npass")
    kept = wish_of(again, MACHINE)
    assert kept is not None and kept.kind is WishKind.THROW
    assert sorted(map(str, kept.faces + kept.kept)) == sorted(
        map(str, parse_hand("r1 k2 o7 o8 r12 k12"))
    )


def test_what_is_missing_or_does_not_belong_there_is_told() -> None:
    wish = wish_of(match_after(THROWN), MACHINE)
    assert wish is not None
    missing, foreign = lacking(wish, Layout.parse("b3 b4 o8"))
    assert (missing, foreign) == (parse_hand("b5"), parse_hand("o8"))
    said = wish_sentences(wish, MACHINE, Layout.parse("b3 b4 o8"), Language.ENGLISH)
    assert len(said) == 2 and "blue 5" in said[0] and "orange 8" in said[1]
    (done,) = wish_sentences(wish, MACHINE, Layout.parse("b3 b4 b5"), Language.ENGLISH)
    assert "hand over" in done


@pytest.mark.parametrize("language", Language)
def test_every_wish_is_said_in_every_language(language: Language) -> None:
    table, laid = Layout.parse("b3 b4 b5"), Layout.parse("b3 b4 b5 b6")
    hand = parse_hand("b6 k1")
    wishes = [
        MachineWish(WishKind.THROW, (), (), table, table),
        MachineWish(WishKind.THROW, hand, (), table, table),
        MachineWish(WishKind.THROW, hand[:1], hand[1:], table, table),
        MachineWish(WishKind.LAY, hand[:1], hand[1:], table, laid),
        MachineWish(WishKind.PASS, (), hand, table, table),
    ]
    said = [" ".join(wish_sentences(one, MACHINE, table, language)) for one in wishes]
    assert len(set(said)) == len(said) and all("Bob" in one for one in said)


def obeyed(watched: Watched, machine: MachineSeat) -> list[MachineWish]:
    """Bob's seat does what the machine says; every wish that was asked for."""
    wishes: list[MachineWish] = []

    def wish() -> MachineWish | None:
        found = wish_of(watched.match, machine)
        if found is not None:
            wishes.append(found)
        return found

    script = watched.table.script
    script.sit(1, Obeying(script.players[1], wish))
    return wishes


BEST = Habits(Skill.BEST, think_s=0.2, forgets_button=0.0)


def test_a_round_against_the_machine_is_refereed_as_it_wished() -> None:
    """By perfect eyes: through recognition it is watched in a browser."""
    settings = TwinSettings(habits=(BEST, BEST), rounds=1, inventory=many_sets())
    watched = Watched(3, settings, perfect=True, rate_hz=5.0)
    watched.table.script.mechanics = ByHand()
    wishes = obeyed(watched, MACHINE)
    watched.run(300.0)
    differences, judged = watched.differences(), watched.session.history.judged
    results = watched.match.results
    watched.close()
    assert differences == [] and len(results) == 1
    ended = [one for one in judged if isinstance(one.event, HandedOver | Passed)]
    own = [one for one in ended if one.ruling.player == "Bob"]
    assert own and all(one.ruling.verdict is Verdict.ACCEPTED for one in own)
    asked = [one.after for one in wishes if one.kind is WishKind.LAY]
    laid = [one.event.layout for one in own if isinstance(one.event, HandedOver)]
    assert asked and [one.tally for one in laid] == [one.tally for one in asked]


def test_a_demo_against_the_machine_has_somebody_who_obeys(tmp_path: Path) -> None:
    """And the match after it is against the machine again."""
    with Store(tmp_path / "m.db") as store:
        session = Session(store)
        session.new_match(("Ann", "Bob"), Options(simulated=True, rounds=1), tags=(MACHINE.tag,))
        twin = simulated_table("twin:3", session, None, None, lambda seat: None)
        at = [0.0]
        host = TwinHost(twin, session, clock=lambda: at[0])
        one, other = twin.script.players
        assert not isinstance(one, Obeying) and isinstance(other, Obeying)
        for said in (RoundStarted("Ann"), Scored("Ann", 12, Ending.OUT)):
            session.feed(said, "test")
        twin.act(iter(()))
        for _ in range(3):
            twin.step(1.0)
            at[0] += RESULT_S + 1
        host.look()
        twin.close()
        assert session.match_number == 2 and MachineSeat.of(session.history.tags) == MACHINE
        assert isinstance(twin.script.players[1], Obeying)


def test_the_command_names_the_machine() -> None:
    parser = ArgumentParser()
    add_arguments(parser)
    args = parser.parse_args(["--machine", "3"])
    assert tags_of(args, ("Ann", "Bob"), EDITIONS["turbo"]) == (("machine", "3 Bob"),)
    with pytest.raises(TurboError, match="hidden"):
        tags_of(args, ("Ann", "Bob"), EDITIONS["original-goliath"])
