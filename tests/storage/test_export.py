"""An export is a fixed point: read back it comes to the same rulings, and to the same bytes."""

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st

from tests.support.examples import examples
from tools.trials.strategies import NAMES, beginnings, events, notes, options, tags, times
from turbo.game.events import Amended, BackTo, Entry, Logged, Undone, Verdict
from turbo.game.match import Options
from turbo.game.record import Record, Tag
from turbo.solver import ruling_play
from turbo.storage.answers import rulings
from turbo.storage.history import History, judge_record

changes = (
    st.builds(Undone, st.integers(1, 12))
    | st.builds(BackTo, st.integers(1, 12))
    | st.builds(Amended, st.integers(1, 12), events)
)


@examples(200)
@given(
    st.lists(st.tuples(events | events | beginnings | notes | changes, times), max_size=16),
    options,
    tags,
    times,
)
def test_an_export_comes_to_the_same_rulings_and_the_same_export(
    log: list[tuple[Logged, datetime | None]],
    chosen: Options,
    kept: tuple[Tag, ...],
    at: datetime | None,
) -> None:
    entries = [Entry(number, event, when) for number, (event, when) in enumerate(log, 1)]
    history = History.of(NAMES, entries, chosen, ruling_play, at=at, tags=kept)
    text = history.record_text()
    again = judge_record(Record.parse(text), find_play=ruling_play)
    assert again.record_text() == text
    assert again.options == chosen and again.tags == kept and again.at == at
    told, read = ([one.ruling for one in rulings(each)] for each in (history, again))
    assert told == read
    assert again.match.results == history.match.results
    assert again.match.winner == history.match.winner


def test_a_hand_that_was_misread_is_corrected_before_the_other_is_begun() -> None:
    text = (
        "players Ann, Bob\nround Ann\nbegin table b3 b4 b5\nbegin Ann k1 k2\ncorrect Ann k1 k3\n"
        "begin Bob r1 r2 r3\n"
    )
    history = judge_record(Record.parse(text))
    assert all(one.ruling.verdict is Verdict.ACCEPTED for one in history.judged)
    assert history.record_text() == text
