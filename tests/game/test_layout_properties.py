"""What must hold for every layout: it has no up and no left, and it can be written down."""

from random import Random

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tools.trials import oracle, planted
from tools.trials.planted import Island
from turbo.errors import BadNotation
from turbo.game.dice import Face, hand_text, parse_hand
from turbo.game.layout import Layout

# A busy machine is no defect of a layout.
patient = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

ALL_FACES = (*oracle.NUMBERED, *oracle.JOKERS, oracle.UNREAD)


# Islands, legal ones and any.

randoms = st.integers(0, 2**32 - 1).map(Random)
places = st.tuples(st.integers(0, 3), st.integers(0, 3))
strewn = st.dictionaries(places, st.sampled_from(ALL_FACES), min_size=1, max_size=10)


@st.composite
def legal_islands(draw: st.DrawFn) -> Island:
    """A crossword or a block; some dice are jokers, but no row is of jokers alone."""
    random = draw(randoms)
    dice = draw(st.sampled_from((planted.crossword, planted.block)))(random)
    with_jokers = planted.with_jokers(random, dice, draw(st.sampled_from((0.0, 0.1, 0.3))))
    return dice if oracle.faults(planted.island_text(with_jokers)) else with_jokers


@st.composite
def worn_islands(draw: st.DrawFn) -> Island:
    random = draw(randoms)
    return planted.worn(random, draw(st.sampled_from(tuple(planted.MAKERS.values())))(random))


legal_layouts = st.lists(legal_islands(), min_size=1, max_size=3)
any_layouts = st.lists(st.one_of(worn_islands(), strewn), min_size=1, max_size=3)


def layout_text(islands: list[Island]) -> str:
    return " | ".join(map(planted.island_text, islands))


def laid(islands: list[Island]) -> Layout:
    return Layout.parse(layout_text(islands))


# Turning, mirroring, renaming.


def turned(dice: Island) -> Island:
    """A quarter turn clockwise."""
    return {(column, -row): face for (row, column), face in dice.items()}


def mirrored(dice: Island) -> Island:
    return {(row, -column): face for (row, column), face in dice.items()}


def renamed(dice: Island, colours: str) -> Island:
    """Every colour takes the place of another one; what is unread stays so."""
    table = str.maketrans(oracle.COLOURS, colours)
    return {place: face.translate(table) for place, face in dice.items()}


poses = st.tuples(st.integers(0, 3), st.booleans())
palettes = st.permutations(oracle.COLOURS).map("".join)


def posed(dice: Island, pose: tuple[int, bool]) -> Island:
    turns, is_mirrored = pose
    for _ in range(turns):
        dice = turned(dice)
    return mirrored(dice) if is_mirrored else dice


def character(islands: list[Island], colours: str = oracle.COLOURS) -> list[object]:
    """All that a layout is judged to be, less where its dice lie; colours named as asked for."""
    layout, table = laid(islands), str.maketrans(oracle.COLOURS, colours)
    faults = sorted(
        (fault.rule.value, sorted(str(face).translate(table) for face in fault.faces))
        for fault in layout.faults()
    )
    sets = sorted((found.kind.value, len(found.readings)) for found in layout.sets())
    return [layout.is_legal, faults, sets]


@patient
@given(legal_layouts, st.lists(poses, min_size=3, max_size=3), palettes)
def test_legal_layouts_stay_legal(
    islands: list[Island], pose: list[tuple[int, bool]], colours: str
) -> None:
    assert laid(islands).is_legal
    moved = [posed(dice, each) for dice, each in zip(islands, pose, strict=False)]
    assert laid(moved).is_legal
    assert laid([renamed(dice, colours) for dice in islands]).is_legal
    assert laid(islands[::-1]).is_legal


@patient
@given(any_layouts, st.lists(poses, min_size=3, max_size=3))
def test_each_island_may_be_turned_and_mirrored(
    islands: list[Island], pose: list[tuple[int, bool]]
) -> None:
    moved = [posed(dice, each) for dice, each in zip(islands, pose, strict=False)]
    assert character(moved) == character(islands)


@patient
@given(any_layouts, palettes)
def test_colours_may_be_renamed(islands: list[Island], colours: str) -> None:
    painted = [renamed(dice, colours) for dice in islands]
    assert character(painted) == character(islands, colours)


@patient
@given(any_layouts, st.randoms(use_true_random=False))
def test_islands_may_be_swapped(islands: list[Island], random: Random) -> None:
    assert character(random.sample(islands, len(islands))) == character(islands)


@patient
@given(any_layouts, st.sampled_from(oracle.JOKERS))
def test_the_colour_of_a_joker_never_matters(islands: list[Island], joker: str) -> None:
    plain = [
        {place: joker if face in oracle.JOKERS else face for place, face in dice.items()}
        for dice in islands
    ]
    painted, given_faults = laid(plain).faults(), laid(islands).faults()
    assert [(fault.rule, fault.cells) for fault in painted] == [
        (fault.rule, fault.cells) for fault in given_faults
    ]


# Writing and reading.


@st.composite
def layout_texts(draw: st.DrawFn) -> str:
    """A layout as a person may write it: ragged, with empty margins, rows ended in two ways."""
    margins = st.integers(0, 2)
    texts = [
        planted.island_text(
            dice, above=draw(margins), before=draw(margins), ragged=draw(st.booleans())
        )
        for dice in draw(st.lists(st.one_of(worn_islands(), strewn), min_size=1, max_size=3))
    ]
    return draw(st.sampled_from((" | ", "|", "\t|  "))).join(texts)


@patient
@given(layout_texts())
def test_layouts_print_and_parse_back(text: str) -> None:
    layout = Layout.parse(text)
    printed = str(layout)
    assert Layout.parse(printed) == layout
    assert str(Layout.parse(printed)) == printed
    assert {cell: str(face) for cell, face in layout.dice.items()} == oracle.parse(text)
    assert oracle.parse(printed) == oracle.parse(text)


@patient
@given(layout_texts())
def test_blanks_and_line_breaks_are_as_good(text: str) -> None:
    layout = Layout.parse(text)
    for other in (text.replace(" / ", "/"), text.replace(" / ", "\n"), text.replace(" ", "  ")):
        assert Layout.parse(other) == layout


@patient
@given(st.lists(st.sampled_from(ALL_FACES), max_size=18))
def test_hands_print_and_parse_back(faces: list[str]) -> None:
    hand = parse_hand(" ".join(faces))
    assert [str(face) for face in hand] == faces
    assert hand_text(hand) == " ".join(faces)
    assert parse_hand(hand_text(hand)) == hand


def test_faces_print_and_parse_back() -> None:
    assert len({Face.parse(text) for text in ALL_FACES}) == 57
    for text in ALL_FACES:
        assert str(Face.parse(text)) == text


# Rubbish.

notation = st.text(st.sampled_from("krbo0123456789*?./| \n\t,-"), max_size=40)
nearly = st.lists(
    st.sampled_from((*ALL_FACES, ".", "/", "|", "\n", "b14", "b0", "x1", "k", "#")), max_size=20
).map(" ".join)
anything = st.one_of(st.text(max_size=40), notation, nearly)


def assert_helpful(error: BadNotation, text: str) -> None:
    """One line that says what was expected, and a place that is in the text or right behind it."""
    lines = text.split("\n")
    assert "expected" in str(error)
    assert "\n" not in str(error)
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@patient
@given(anything)
@example("")
@example("|")
@example("b3 | / | b4")
@example("b3\x00")
@example("b3\u2028b4\x0b/\x1c\u3000.")
@example("b\u0663")
def test_any_text_is_a_layout_or_bad_notation(text: str) -> None:
    try:
        layout = Layout.parse(text)
    except BadNotation as error:
        assert_helpful(error, text)
    else:
        assert Layout.parse(str(layout)) == layout


@patient
@given(anything)
@example("b3\u2028b4")
@example("b\u00b3")
def test_any_text_is_a_hand_or_bad_notation(text: str) -> None:
    try:
        hand = parse_hand(text)
    except BadNotation as error:
        assert_helpful(error, text)
    else:
        assert hand_text(hand).split() == text.split()


@patient
@given(st.one_of(anything, st.sampled_from(ALL_FACES)))
@example("")
@example("B3")
@example("b03")
@example("b3 ")
@example("b3\n")
def test_any_text_is_a_face_or_bad_notation(text: str) -> None:
    try:
        face = Face.parse(text)
    except BadNotation as error:
        assert_helpful(error, text)
        assert text not in ALL_FACES
    else:
        # Capitals and yellow are read, and never written.
        canonical = text.lower().replace("y", "o", 1)
        assert str(face) == canonical in ALL_FACES
