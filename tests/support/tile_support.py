"""Acts at a tile table, drawn at random: what can be said, not what makes sense."""

from hypothesis import strategies as st

from turbo.game.dice import NUMBERED_FACES
from turbo.game.events import (
    Act,
    Drawn,
    Ended,
    HandedOver,
    Left,
    Overruled,
    Passed,
    Penalised,
    Played,
    RackBegun,
    RackCorrected,
    RackShown,
    Redealt,
    Retimed,
    Returned,
    RoundStarted,
    TableCorrected,
)
from turbo.game.layout import Layout

NAMES = ("Ann", "Bob", "Cid")
faces = st.lists(st.sampled_from(NUMBERED_FACES), min_size=1, max_size=6).map(tuple)
layouts = st.lists(faces, max_size=3).map(lambda rows: Layout(tuple((row,) for row in rows)))
names = st.sampled_from(NAMES)
acts: st.SearchStrategy[Act] = st.one_of(
    names.map(RoundStarted),
    layouts.map(HandedOver),
    st.builds(Played, layouts.filter(lambda one: bool(one.dice)), st.none(), st.booleans()),
    st.builds(Played, st.none(), st.none() | st.integers(1, 20), st.booleans()),
    st.just(Drawn()),
    st.just(Passed()),
    st.builds(Penalised, st.integers(0, 9), st.none() | layouts),
    faces.map(Returned),
    st.builds(Redealt, names, faces),
    st.builds(RackBegun, names, st.integers(0, 20), st.booleans()),
    st.builds(RackShown, names, faces | st.integers(0, 300)),
    st.builds(RackCorrected, names, st.integers(0, 20)),
    st.builds(RackCorrected, names, st.none(), faces),
    st.builds(Retimed, st.none() | st.integers(1, 600)),
    layouts.map(TableCorrected),
    st.just(Overruled("so be it")),
    names.map(Left),
    st.just(Ended("tired")),
)
