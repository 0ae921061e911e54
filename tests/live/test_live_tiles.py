"""The machine of a tile table: what a press means over what lies there. No pictures here."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from turbo.game.dice import UNREAD, parse_hand
from turbo.game.editions import edition
from turbo.game.events import (
    Act,
    Drawn,
    HandedOver,
    Passed,
    Penalised,
    RackShown,
    Reason,
    RoundStarted,
    Ruling,
    Verdict,
)
from turbo.game.layout import Layout
from turbo.game.observation import Reading
from turbo.game.reasons import reason_text
from turbo.game.record import statement_text
from turbo.live.dispatcher import Dispatcher
from turbo.live.inputs import Answered, PressedButton, Tick
from turbo.live.tiles.laid import Laid, LaidTile, layout_of, recognised
from turbo.live.tiles.machine import TileTable
from turbo.live.tiles.settling import TilesDisturbed, TilesSettled
from turbo.live.tiles.words import tile_word
from turbo.tiles.match import TileMatch
from turbo.tiles.referee import judge_tiles
from turbo.tiles.rows import is_same_table

WIDE = 26.0
FIRST = "k10 r10 o10"


def tiles(text: str, x: float = 0.0, y: float = 0.0) -> Laid:
    """Rows below each other; `?` is a tile that nobody can read, numbers are by place."""
    found: list[LaidTile] = []
    for down, row in enumerate(part.split() for part in text.split("|") if part.strip()):
        for across, word in enumerate(row):
            face = UNREAD if word == "?" else parse_hand(word)[0]
            left, top = x + across * (WIDE + 0.5), y + down * 50.0
            corners = (
                (left, top),
                (left + WIDE, top),
                (left + WIDE, top + WIDE),
                (left, top + WIDE),
            )
            readings = (Reading(parse_hand("b5")[0], 0.6), Reading(parse_hand("b6")[0], 0.3))
            told = readings if face.is_unread else (Reading(face, 0.99),)
            number = 1000 + round(left * 100 + top)
            found.append(LaidTile(number, corners, 0.0, face, told))
    return tuple(found)


class Remembered:
    """The match in memory, which a test may change."""

    def __init__(self, match: TileMatch, now: Callable[[], datetime]) -> None:
        self.match, self._now = match, now
        self.why: tuple[Reason, ...] = ()

    def feed(
        self, event: Act, why: tuple[Reason, ...] = (), ago: timedelta = timedelta(0)
    ) -> Ruling:
        at, self.why = self._now() - ago, why
        ruling = judge_tiles(self.match, event, at)
        self.match = self.match.after(event, ruling, at)
        return ruling

    def take_back(self) -> None:
        raise AssertionError("nobody takes a hand-over back for them")


class Evening:
    """A match, a table and a clock."""

    def __init__(self, name: str = "original-goliath", players: int = 2, **options: str) -> None:
        names = ("Ann", "Bob", "Cid", "Dee")[:players]
        self.at_s = 0.0
        self.keeper = Remembered(TileMatch(names, edition(name, options)), self.now)
        self.told: list[tuple[Act, Ruling]] = []
        self.dispatcher = Dispatcher(
            TileTable(), self.keeper, emitted=lambda a, r, c: self.told.append((a, r))
        )

    def now(self) -> datetime:
        return datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=self.at_s)

    def lies(self, text: str, *more: Laid, is_hidden: bool = False) -> "Evening":
        """Hands go over the table, and leave it like this."""
        self.hands()
        self.at_s += 2.0
        laid = (*tiles(text), *(tile for rack in more for tile in rack))
        self.step = self.dispatcher.step(TilesSettled(self.at_s, laid, is_hidden))
        return self

    def hands(self) -> "Evening":
        self.at_s += 1.0
        self.step = self.dispatcher.step(TilesDisturbed(self.at_s))
        return self

    def press(self) -> "Evening":
        self.at_s += 1.0
        self.step = self.dispatcher.step(PressedButton(self.at_s, None))
        return self

    def wait(self, seconds: float) -> "Evening":
        self.at_s += seconds
        self.step = self.dispatcher.step(Tick(self.at_s))
        return self

    def begun(self) -> "Evening":
        """A game is open and both have had their first meld."""
        self.lies("").press().lies(FIRST).press()
        return self.lies(f"{FIRST} | b11 b12 b13").press()

    @property
    def acts(self) -> list[str]:
        return [statement_text(act) for act, _ in self.told]

    @property
    def last(self) -> tuple[Act, Ruling]:
        return self.told[-1]

    def rules(self) -> set[str]:
        return {str(fault.rule) for fault in self.last[1].faults}


TABLE = f"{FIRST} | b11 b12 b13"


def test_a_press_over_a_bare_field_begins_the_game() -> None:
    evening = Evening().lies("").press()
    assert evening.told[0][0] == RoundStarted("Ann")


def test_a_field_that_is_not_bare_is_cleared_first() -> None:
    evening = Evening().lies(FIRST).press()
    assert not evening.told and evening.step.notices[0].key == "clear-table"


def test_a_press_over_the_same_table_draws_and_over_another_one_plays() -> None:
    evening = Evening().begun().press()
    assert evening.last[0] == Drawn()
    evening.lies(f"{TABLE} o11 | k11 r11 o11".replace("b13 o11", "b13")).press()
    act, ruling = evening.last
    assert isinstance(act, HandedOver) and ruling.verdict is Verdict.ACCEPTED


def test_rows_that_were_only_moved_about_are_the_same_table() -> None:
    evening = Evening().begun().lies(f"b11 b12 b13 | {FIRST}").press()
    assert evening.last[0] == Drawn()


def test_with_an_empty_pool_nobody_draws() -> None:
    evening = Evening(players=4)
    evening.lies("").press()
    match = evening.keeper.match
    assert match.game is not None
    evening.keeper.match = replace(match, game=replace(match.game, pool=0))
    assert isinstance(evening.press().last[0], Passed)


@pytest.mark.parametrize(
    ("name", "table", "rule"),
    [
        ("too little", "k9 r9 o9", "first-meld"),
        ("a pair", "k9 r9", "touching"),
        ("a lone tile", "k9", "lone-die"),
    ],
    ids=lambda value: value if " " in value else None,
)
def test_a_failed_turn_is_named_put_back_and_paid_for(name: str, table: str, rule: str) -> None:
    evening = Evening().lies("").press().lies(table).press()
    assert rule in evening.rules(), name
    assert evening.step.before == Layout(), "how it lay before"
    evening.lies("").press()
    assert evening.last[0] == Penalised(3)


def test_a_failed_turn_may_be_mended() -> None:
    evening = Evening().lies("").press().lies("k9 r9 o9").press().lies(FIRST).press()
    assert evening.last[1].verdict is Verdict.ACCEPTED


def test_how_it_lay_before_is_shown_until_it_lies_so() -> None:
    evening = Evening().begun().lies(f"{FIRST} | b11 b12").press()
    assert "die-removed" in evening.rules()
    assert evening.step.before is not None and is_same_table(
        evening.step.before, Layout.parse(TABLE)
    )
    evening.lies(TABLE)
    assert evening.step.before is None


@pytest.mark.parametrize(
    ("table", "rule"),
    [
        (f"{FIRST} | b11 b12 | k1 r1 b1", "die-removed"),
        (f"{FIRST} | b11 b12 k13 | r1 k1 b1", "die-removed"),
    ],
    ids=["taken back", "swapped"],
)
def test_what_is_gone_from_the_table_is_named(table: str, rule: str) -> None:
    assert rule in Evening().begun().lies(table).press().rules()


def test_what_may_lie_under_a_mug_convicts_nobody() -> None:
    evening = Evening(time="60").begun()
    count = len(evening.told)
    evening.lies(f"{FIRST} | b11 b12", is_hidden=True).press()
    assert tile_word(evening.step.notices[0]).startswith("Lift what stands on the table: b13")
    evening.wait(90.0)
    assert len(evening.told) == count, "nor when the time is up"
    assert "die-removed" in evening.lies(f"{FIRST} | b11 b12").press().rules()


def test_a_mug_beside_a_finished_table_is_nobodys_business() -> None:
    evening = Evening().begun().lies(f"{TABLE} | k5 r5 o5", is_hidden=True).press()
    assert evening.last[1].verdict is Verdict.ACCEPTED


def test_a_tile_in_doubt_is_asked_about_and_convicts_nobody() -> None:
    evening = Evening().begun().lies(f"{TABLE} | b4 ? b6").press()
    assert evening.acts[-1].startswith("table") and len(evening.told) == 3, "nothing was judged"
    (question,) = evening.step.questions
    assert question.faces[0][0] == "b5"
    evening.step = evening.dispatcher.step(Answered(evening.at_s, question.id, parse_hand("b5")[0]))
    assert evening.last[1].verdict is Verdict.ACCEPTED and "b4 b5 b6" in evening.acts[-1]


def test_what_spoke_for_a_turn_is_kept_in_words() -> None:
    evening = Evening("original-jumbo").begun().press()
    pressed = "Somebody pressed the button."
    words = [reason_text(one) for one in evening.keeper.why]
    assert words[:2] == [pressed, "The table lay as before the turn."]
    evening.lies(f"{TABLE} | b4 ? b6").press()
    (question,) = evening.step.questions
    evening.step = evening.dispatcher.step(Answered(evening.at_s, question.id, parse_hand("b5")[0]))
    words = [reason_text(one) for one in evening.keeper.why]
    assert words[:3] == [pressed, "New on the table: b4 b5 b6.", "Named by somebody: b5."]
    assert words[3].startswith("The face that was hardest to read: "), "of those that were read"
    evening.wait(61.0)
    assert [one.key for one in evening.keeper.why[:2]] == ["tile-late", "tile-same"]


def test_what_was_said_of_a_tile_is_not_said_of_the_next_one_in_its_place() -> None:
    evening = Evening().begun().lies(f"{TABLE} | b4 ? b6").press()
    (question,) = evening.step.questions
    evening.step = evening.dispatcher.step(Answered(evening.at_s, question.id, parse_hand("b5")[0]))
    evening.lies(f"{TABLE} | b4 ? b6")
    assert "b4 b5 b6" in evening.step.table, "it lies there still, and looks as it did"
    evening.lies(f"{TABLE} | b4 k5 b6 | b5 b6 b7")
    assert "b4 k5 b6" in evening.step.table


def test_an_answer_for_a_tile_that_is_gone_is_for_none() -> None:
    evening = Evening().begun().lies(f"{TABLE} | b4 ? b6").press()
    (question,) = evening.step.questions
    evening.hands()
    evening.step = evening.dispatcher.step(Answered(evening.at_s, question.id, parse_hand("b5")[0]))
    assert evening.dispatcher.table.state.said == ()


def test_a_tile_that_lies_where_it_lay_shows_what_it_showed() -> None:
    before, now = tiles("b4 b5 b6"), tiles("b4 ? b6")
    assert str(layout_of(recognised(now, before))) == "b4 b5 b6"
    elsewhere = tiles("b4 ? b6", x=40.0)
    assert layout_of(recognised(elsewhere, before)).has_unread
    against = tiles("k1 ? k3")
    assert layout_of(recognised(against, tiles("k1 k2 k3"))).has_unread, "the looks say another"


def test_a_third_copy_is_asked_about_first_and_named_when_it_is_confirmed() -> None:
    evening = (
        Evening()
        .begun()
        .lies(f"{TABLE} | k10 r10 b10")
        .press()
        .lies(f"{TABLE} | k10 r10 b10 | k10 k11 k12")
    )
    count = len(evening.told)
    evening.press()
    assert len(evening.told) == count and evening.step.questions
    evening.press()
    assert "not-in-box" in evening.rules()


def test_a_press_waits_for_hands_and_is_forgotten_after_a_while() -> None:
    evening = Evening().lies("").press().hands().press()
    assert evening.step.notices[0].key == "press-waits" and len(evening.told) == 1
    evening.lies(FIRST)
    assert evening.last[1].verdict is Verdict.ACCEPTED and len(evening.told) == 2
    evening.hands().press().wait(9.0)
    assert evening.step.notices[0].key == "press-lost"
    evening.lies(FIRST)
    assert len(evening.told) == 2


@pytest.mark.parametrize(
    ("name", "table", "wanted"),
    [
        ("original-goliath", TABLE, "penalty 3"),
        ("original-french", TABLE, "draw"),
        ("special", TABLE, "draw"),
        ("original-goliath", f"{TABLE} | k5 k6", "penalty 3"),
        ("original-goliath", f"{TABLE} | k5 r5 o5 | k6", f"penalty 3 table {TABLE} | k5 r5 o5"),
        ("original-jumbo", f"{TABLE} | k5 r5 o5 | k6", "penalty 3"),
        ("original-goliath", f"{TABLE} | k5 r5 o5", f"table {TABLE} | k5 r5 o5"),
    ],
    ids=["untouched", "french", "special", "unfinished", "sets stay", "all back", "finished"],
)
def test_when_the_time_is_up(name: str, table: str, wanted: str) -> None:
    evening = Evening(name, time="60").begun().lies(table).wait(90.0)
    assert evening.acts[-1] == wanted and evening.last[1].verdict is Verdict.ACCEPTED


def test_hands_are_waited_for_when_the_time_is_up() -> None:
    evening = Evening(time="60").begun().hands().wait(90.0)
    assert evening.step.notices[0].key == "time-up" and len(evening.told) == 3
    assert evening.lies(TABLE).last[0] == Penalised(3)


def test_nobody_is_convicted_for_a_table_that_the_last_one_left() -> None:
    evening = Evening(time="60").begun().lies(f"{TABLE} | k5 k6").wait(90.0)
    count = len(evening.told)
    assert evening.step.before is not None and "restore" in {n.key for n in evening.step.notices}
    evening.press()
    assert len(evening.told) == count
    assert evening.lies(TABLE).press().last[0] == Drawn()


@pytest.mark.parametrize(
    ("held", "words"), [(False, set()), (True, {"before"})], ids=["bare", "laid"]
)
def test_how_it_lay_is_told_where_anything_lay(held: bool, words: set[str]) -> None:
    """The first sets on a bare table are refused most often: there is nothing to be told of it."""
    evening = Evening().begun() if held else Evening().lies("").press()
    evening.lies(f"{TABLE} | k5" if held else "k5 r5").press()
    told = {notice.key: notice.values for notice in evening.step.notices}
    assert evening.last[1].verdict is Verdict.REJECTED and set(told) == words
    assert told.get("before", (TABLE,)) == (TABLE,)


def shown(evening: Evening, text: str) -> Laid:
    return tiles(text, y=400.0)


def out_of_tiles() -> Evening:
    """Ann has laid her last tile; Bob holds three."""
    evening = Evening().begun()
    match = evening.keeper.match
    assert match.game is not None
    evening.keeper.match = replace(match, game=replace(match.game, racks=(3, 3)))
    return evening.lies(f"{TABLE} | k5 r5 o5").press()


def test_racks_are_shown_beside_the_table_and_counted() -> None:
    evening = out_of_tiles()
    last = f"{TABLE} | k5 r5 o5"
    assert "show-rack" in {notice.key for notice in evening.step.notices}
    evening.press()
    assert evening.acts[-1].startswith("table"), "nothing is shown yet"
    evening.lies(last, shown(evening, "r1 o2")).press()
    assert evening.rules() == {"hand-count"}
    evening.lies(last, shown(evening, "r1 o2 k*")).press()
    assert evening.last[0] == RackShown("Bob", parse_hand("r1 o2 k*"))
    assert evening.keeper.match.results[0].points == (28, -28)


def test_a_rack_is_told_by_count_where_the_table_was_pushed_about() -> None:
    evening = out_of_tiles()
    pushed = tuple(tiles(f"{TABLE} | k5 r5 o5", x=60.0))
    evening.lies("", pushed, shown(evening, "r1 o2 o3")).press()
    assert evening.last[0] == RackShown("Bob", parse_hand("o2 o3 r1")) or set(
        evening.acts[-1].split()[2:]
    ) == {"r1", "o2", "o3"}


def test_words_are_filled() -> None:
    evening = out_of_tiles()
    word = next(n for n in evening.step.notices if n.key == "show-rack")
    assert tile_word(word) == "Bob, lay your 3 tiles open beside the table's, then press."
