"""Why an event was emitted, and what is never emitted twice: kept with the entry, said in words."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.live_game import ANN, ANNS, BOB, BUTTONS_ONLY, Game
from tools.trials.acted_match import Watched
from tools.trials.table_acts import PLAN
from turbo.commands.cli import main
from turbo.game.dice import parse_hand
from turbo.game.events import Entry, HandCorrected, Reason, RoundStarted
from turbo.game.match import Match, Options
from turbo.game.naming import Language
from turbo.game.reasons import REASONS, reason_text
from turbo.live.dispatcher import Dispatcher, HistoryKeeper, LiveTable
from turbo.live.inputs import Choice
from turbo.live.settling import Settler
from turbo.live.tuning import LiveTuning
from turbo.storage.history import History
from turbo.storage.session import DieNumbers, LiveView, Notice
from turbo.storage.store import Store
from web.match.stories import stories_document


def _why(game: Game) -> list[tuple[str, ...]]:
    """The keys of the reasons of each entry."""
    entries = game.watched.keeper.history.entries
    return [tuple(reason.key for reason in entry.why) for entry in entries]


def test_every_event_has_its_reasons() -> None:
    game = Game().opened()
    read = ("weakest", "weight")
    assert _why(game) == [("press",), ("first", *read), ("press", *read), ("first", *read)]
    game.press(BOB)
    game.throw(ANN, "k7 k8", [3, 4])
    assert _why(game)[-1] == ("thrown", *read)


def test_a_turn_that_ends_by_itself_says_so() -> None:
    game = Game(LiveTuning()).start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    game.rest(3.0)
    assert _why(game)[-1][0] == "still"


def test_a_turn_that_the_next_throw_ends_says_so() -> None:
    game = Game().opened()
    game.throw(ANN, "k7 k8", [3, 4])
    assert [keys[0] for keys in _why(game)[-2:]] == ["taken", "thrown"]
    game.throw(BOB, "k7", [9])
    assert [keys[0] for keys in _why(game)[-2:]] == ["next-thrown", "thrown"]


@pytest.mark.parametrize("language", Language)
def test_every_reason_has_words(language: Language) -> None:
    for key in REASONS:
        assert reason_text(Reason(key, ("Ann", "1.2", "3")), language)


def test_a_reason_of_another_version_is_told_by_its_key() -> None:
    assert reason_text(Reason("of-tomorrow", ("7",))) == "of-tomorrow 7"


def test_reasons_are_kept_with_the_entry(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, why = tmp_path / "matches.db", (Reason("still", ("1.8",)),)
    with Store(path) as store:
        number = store.new_match(("Ann", "Bob"), datetime(2026, 11, 17, tzinfo=UTC))
        store.append(number, Entry(1, RoundStarted("Ann"), why=why))
        store.append(number, Entry(2, RoundStarted("Bob")))
    with Store(path) as store:
        assert [entry.why for entry in store.entries(number)] == [why, ()]
    assert main(["show", str(number), "--store", str(path), "--why"]) == 0
    assert "lay still for 1.8 s" in capsys.readouterr().out


# What is refused is told once, and what people say leads on.


def _strict() -> Game:
    """Who holds a set must lay one, or the pass is refused."""
    game = Game(LiveTuning())
    game.watched.keeper = HistoryKeeper(History(("Ann", "Bob"), Options(strict=True)))
    game.watched.dispatcher = Dispatcher(game.watched.table, game.watched.keeper)
    return game


def test_a_pass_that_is_refused_is_told_once() -> None:
    """It was told again and again, until 'expected at most 12 events from one input'."""
    game = _strict().start()
    game.throw(ANN, ANNS)
    game.lay([0, 1, 2])
    game.press(ANN)
    game.throw(BOB, "b6 b7 b8 o1 r12 b13 o4 r5 k1")
    game.throw(ANN, "k7 k8 k3", [3, 4, 5])
    game.rest(8.0)
    told = game.told()
    assert told == ["round Ann", "throw Ann", "table Ann", "throw Bob", "pass Bob: rejected"]


def _anew(watched: Watched) -> None:
    """As after a pause: the dice are compared with the match."""
    watched.settler = Settler(PLAN)
    watched.table = LiveTable(PLAN.edge_mm, BUTTONS_ONLY)
    watched.dispatcher = Dispatcher(watched.table, watched.keeper)


def _corrected_wrongly(game: Game) -> None:
    """Pause, tap a die in the hand, choose a wrong face, go on."""
    rnd = game.match.round
    assert rnd is not None
    hand = rnd.hands[BOB] or ()
    game.say(HandCorrected("Bob", (*hand[:-1], *parse_hand("b11"))))
    _anew(game.watched)
    game.rest(6.0)
    game.told()


@pytest.mark.parametrize("laid", [False, True])
@pytest.mark.parametrize("sets_back", [False, True])
@pytest.mark.parametrize("choice", [Choice.TABLE, Choice.STORE])
def test_a_wrong_face_ends_in_one_question_and_the_match_goes_on(
    laid: bool, sets_back: bool, choice: Choice
) -> None:
    game = Game().opened()
    if laid:
        game.lay([9], (60.0 + 3 * 16.6, 140.0))
    _corrected_wrongly(game)
    assert [key for key in game.notices() if key in ("resume-differs", "out-of-step")] == [
        "resume-differs"
    ]
    game.decide(choice)
    game.rest(1.0)
    assert game.told() == (["correct Bob"] if choice is Choice.TABLE else [])
    assert "resume-differs" not in game.notices()
    if not laid:
        game.lay([9], (60.0 + 3 * 16.6, 140.0))
    if choice is Choice.STORE and sets_back:
        # The match is right: so the die is to be turned, and whoever turns it has done nothing.
        game.acts.turn(17, parse_hand("b11")[0])
        game.rest(1.0)
    game.press(BOB)
    assert game.told() == ["table Bob"]


def test_a_match_that_has_just_begun_is_not_asked_about() -> None:
    game = Game()
    for name, face in enumerate(parse_hand("b3 b4 b5 k9")):
        game.acts.put(name, face, 60.0 + 40 * name, 200.0)
    game.watched.keeper.feed(RoundStarted("Ann"))
    game.rest(3.0)
    assert "resume-differs" not in game.notices()


def test_both_stories_stand_side_by_side() -> None:
    game = Game().opened()
    _corrected_wrongly(game)
    seen = game.watched.last
    view = LiveView(table=seen.table, hands=seen.hands, numbers=DieNumbers(), notices=seen.notices)
    match, table = stories_document(game.match, view, Language.ENGLISH)
    assert (match["key"], table["key"]) == ("store", "table")
    assert _marked(match) == [[], [], ["b11"]]
    assert _marked(table) == [[], [], ["k1"]]
    assert stories_document(game.match, LiveView(), Language.ENGLISH) == []
    asked = LiveView(notices=(Notice("resume-differs"),))
    assert stories_document(Match(("Ann", "Bob")), asked, Language.ENGLISH) == []


def test_a_die_that_is_not_read_now_is_no_difference() -> None:
    """A hand that lay over one of Ann's dice made it look as if people were asked about it."""
    game = Game().opened()
    _corrected_wrongly(game)
    seen = game.watched.last
    hands = (("?", *seen.hands[0][1:]), seen.hands[1])
    view = LiveView(table=seen.table, hands=hands, notices=seen.notices)
    match, table = stories_document(game.match, view, Language.ENGLISH)
    assert (_marked(match), _marked(table)) == ([[], [], ["b11"]], [[], [], ["k1"]])


def _split(game: Game) -> None:
    """A second story, as likely as the first: two of Bob's dice show something else by it."""
    state = game.watched.table.state
    story = state.stories[0]
    other = story.after(HandCorrected("Bob", parse_hand("b6 k9 k8 o1 r12 b13 o4 b11 k7")))
    game.watched.table.state = replace(state, stories=(story, other))


@pytest.mark.parametrize(("choice", "told"), [(Choice.FIRST, []), (Choice.SECOND, ["correct Bob"])])
def test_where_two_things_may_have_happened_people_say_which(
    choice: Choice, told: list[str]
) -> None:
    game = Game(tuning=BUTTONS_ONLY).opened()
    _split(game)
    game.rest(3.0)
    assert "two-stories" not in game.notices(), "another look may decide it"
    game.rest(5.0)
    assert game.told() == [] and "two-stories" in game.notices()
    view = LiveView(rivals=game.watched.last.rivals)
    same, other = stories_document(game.match, view, Language.ENGLISH)
    assert same["sentence"] == "Everything is as before."
    assert str(other["sentence"]).startswith("Bob")
    assert (_marked(same), _marked(other)) == ([[], [], ["r5", "k1"]], [[], [], ["b11", "k7"]])
    game.decide(choice)
    game.rest(1.0)
    assert (game.told(), "two-stories" in game.notices()) == (told, False)
    game.rest(8.0)
    assert "two-stories" not in game.notices(), "nobody is asked twice"


def test_a_choice_between_stories_that_nobody_offers_changes_nothing() -> None:
    game = Game().opened()
    before = game.match
    game.decide(Choice.SECOND)
    game.rest(1.0)
    assert game.match == before and game.told() == []


def _marked(story: dict[str, object]) -> list[list[str]]:
    places = story["places"]
    assert isinstance(places, list)
    return [[one["faces"][place] for place in one["differs"]] for one in places]
