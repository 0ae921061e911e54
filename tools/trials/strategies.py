"""Hypothesis strategies for the values of the core."""

from datetime import UTC, datetime

from hypothesis import strategies as st

from turbo.game.dice import JOKERS, NUMBERED_FACES, UNREAD
from turbo.game.events import (
    Ended,
    Ending,
    Event,
    HandBegun,
    HandCorrected,
    HandedOver,
    Note,
    Noted,
    Overruled,
    Passed,
    Resigned,
    Rethrown,
    RoundStarted,
    Scored,
    TableBegun,
    TableCorrected,
    Thrown,
)
from turbo.game.layout import Layout
from turbo.game.match import Options

NAMES = ("Ann", "Bob")

read_faces = st.sampled_from((*NUMBERED_FACES, *JOKERS))
faces = st.one_of(read_faces, st.just(UNREAD))
hands = st.lists(faces, min_size=1, max_size=10).map(tuple)
names = st.sampled_from(NAMES)
times = st.none() | st.datetimes(min_value=datetime(2000, 1, 1)).map(
    lambda at: at.replace(tzinfo=UTC) if at.second % 2 else at
)
reasons = st.text(st.sampled_from("abc@é:,."), min_size=1, max_size=12).map(
    lambda text: f"because {text}"
)


@st.composite
def islands(draw: st.DrawFn) -> tuple[tuple[object, ...], ...]:
    width = draw(st.integers(1, 4))
    cell = st.none() | faces
    row = st.lists(cell, min_size=width, max_size=width).map(tuple)
    rows = draw(st.lists(row, min_size=1, max_size=4).filter(lambda rs: any(map(any, rs))))
    return tuple(rows)


layouts = st.lists(islands(), max_size=3).map(lambda found: Layout(tuple(found)))  # type: ignore[arg-type]
read_layouts = layouts.filter(lambda layout: not layout.has_unread)

events: st.SearchStrategy[Event] = st.one_of(
    st.builds(RoundStarted, names),
    st.builds(Thrown, names, hands),
    st.builds(Rethrown, names, hands),
    st.builds(HandedOver, layouts),
    st.just(Passed()),
    st.builds(HandCorrected, names, hands),
    st.builds(TableCorrected, layouts),
    st.builds(Overruled, reasons),
    st.builds(Scored, names, st.integers(0, 999), st.sampled_from(Ending)),
    st.builds(Resigned, names),
    st.builds(Ended, reasons),
)

notes = st.sampled_from((Noted(Note.PAUSE), Noted(Note.RESUME)))

options = st.builds(
    Options,
    strict=st.booleans(),
    strict_block=st.booleans(),
    advice=st.booleans(),
    rounds=st.sampled_from((1, 2, 6)),
    blank_turns=st.sampled_from((2, 6)),
    simulated=st.booleans(),
)

tags = st.dictionaries(
    st.sampled_from(("date", "event", "place", "table")),
    st.sampled_from(("2026-11-15", "Club evening", "7", "Café de la Paix @ noon")),
).map(lambda found: tuple(found.items()))

beginnings: st.SearchStrategy[Event] = st.one_of(
    st.builds(TableBegun, read_layouts),
    st.builds(HandBegun, names, st.lists(read_faces, min_size=1, max_size=9).map(tuple)),
)
