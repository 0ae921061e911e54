"""Pages, texts, history, statistics, exports, the stream, and fairness."""

import csv
import io
import json
import re
import sqlite3
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from tools.trials.web_support import OPENING, Site, comes_true
from turbo.game.dice import Face
from turbo.game.match import Match, Options
from turbo.game.messages import MESSAGES, Language
from turbo.game.observation import Doubt, Observation, Reading, SeenDie
from turbo.game.record import Record
from turbo.i18n.messages import blanks
from turbo.live.notices import NOTICES
from turbo.storage.history import judge_record
from turbo.storage.session import Notice
from web.auth.places import TooManyStreams
from web.bundles import module, reached
from web.history.card_pdf import card_pdf
from web.match.sse import BEAT, Hub
from web.pages.views import SCRIPTS
from web.settings import DEFAULTS, WebSettings
from web.statistics.fairness import (
    chi_square_tail,
    critical_value,
    fairness,
    noncentral_tail,
    upper_gamma,
)
from web.texts import TEXTS, texts_for

ENGLISH = Language.ENGLISH

WEB = Path(__file__).parents[2] / "web"


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("evening"))
    site.import_evening()
    site.session.open_match(1)
    return site


def test_french_has_its_space_before_a_colon() -> None:
    """In every text that people read; within a blank and in an address a colon is no colon."""
    tables = {**TEXTS, **MESSAGES, **NOTICES}
    for key, said in tables.items():
        plain = re.sub(r"\{[^{}]*\}|https?:", "x", said[Language.FRENCH])
        assert not re.search(r"[^\s\u202f\u00a0?!.…][:;!?](\s|$)", plain), key


def _used_keys() -> set[str]:
    found = set()
    for path in (WEB / "static").rglob("*.js"):
        found |= set(re.findall(r'\bt\("([\w.-]+)"', path.read_text(encoding="utf-8")))
    for path in (WEB / "templates").glob("*.html"):
        found |= set(re.findall(r"\bt\([\"']([\w.-]+)[\"'],", path.read_text(encoding="utf-8")))
    return found


def test_every_text_that_a_page_asks_for_is_there() -> None:
    used = _used_keys()
    assert len(used) > 100
    assert used <= set(TEXTS), used - set(TEXTS)


BUILT = (
    *(
        "count.",
        "hang.view-",
        "history.which-",
        "people.",
        "puzzles.",
        "story.",
        "face.",
        "language.",
        "list.",
        "health.",
        "doctor.",
        "title.",
        "phase.",
        "verdict.",
        "setup.",
        "phone.",
        "trust.",
        "rules.",
        "word.",
        "tiles.joker.",
        "meter.",
        "prefs.",
        "decide.",
        "option.",
        "by.",
        "tiles.said.",
        "tiles.edition.",
        "tiles.stat.",
    ),
    *(
        "moment.",
        "preview.",
        "stats.",
        "said.",
        "mischief.",
        "audit.",
        "rule.",
        "mark.",
        "advice.",
        "refused.",
        "noted.",
    ),
    *("enrol.step-", "selftest.layout-"),
)
"""Keys that the pages put together from a word and a value."""


def test_every_text_is_used_somewhere() -> None:
    code = "".join(
        path.read_text(encoding="utf-8")
        for pattern in ("static/**/*.js", "templates/*.html", "**/*.py")
        for path in WEB.glob(pattern)
        if not path.name.startswith("texts")
    )
    # A part of another message is used by it.
    code += "".join(f'"{name[1:]}"' for one in TEXTS for name in blanks(TEXTS[one][ENGLISH]))
    for key in TEXTS:
        # Of a sentence that names the pieces tiles have their own, found by the same key.
        said = key.removesuffix("-tiles")
        assert key.startswith(BUILT) or f'"{said}"' in code or f"'{said}'" in code, key


@pytest.mark.parametrize(("page", "script"), SCRIPTS.items())
def test_a_page_is_sent_what_its_scripts_say_and_no_more(page: str, script: str) -> None:
    found = texts_for(script, "en")
    assert found is not None and texts_for(script, "xx") is None
    code = "".join(module(name).text for name in reached(script))
    asked = set(re.findall(r"""\bt\(\s*["']([\w.-]+)["']""", code))
    assert asked <= found.keys(), page
    begun = set(re.findall(r"\bt(?:exts)?\(`([\w.-]+)\$\{", code))
    assert {key for key in TEXTS if key.startswith(tuple(begun))} <= found.keys(), page
    inside = re.findall(r"\{@([\w.-]+)\}", json.dumps(found))
    assert set(inside) <= found.keys(), page
    assert ("stats.lead" in found) == (page == "statistics"), page


LANGUAGES = [
    ("the browser's wish", {"Accept-Language": "nl-BE,nl;q=0.9,en;q=0.5"}, "", "nl"),
    ("a choice", {"Accept-Language": "nl"}, "?lang=fr", "fr"),
    ("none of ours", {"Accept-Language": "fi"}, "", "en"),
    ("nonsense", {"Accept-Language": ";;;"}, "?lang=xx", "en"),
]


@pytest.mark.parametrize(
    ("name", "headers", "query", "language"), LANGUAGES, ids=[row[0] for row in LANGUAGES]
)
def test_pages_speak_the_language_that_is_wanted(
    evening: Site, name: str, headers: dict[str, str], query: str, language: str
) -> None:
    page = evening.client().get(f"/{query}", headers=headers).get_data(as_text=True)
    assert f'<html lang="{language}"' in page, name


def test_a_chosen_language_is_remembered(evening: Site) -> None:
    client = evening.client()
    client.get("/language/de")
    page = client.get("/", headers={"Accept-Language": "fr"}).get_data(as_text=True)
    assert '<html lang="de"' in page


@pytest.mark.parametrize("language", [str(one) for one in Language])
def test_every_page_and_document_exists_in_every_language(evening: Site, language: str) -> None:
    client = evening.client()
    for path in ("/", "/tv", "/history", "/history/1", "/statistics", "/setup", "/rules"):
        assert client.get(f"{path}?lang={language}").status_code == 200
    steps = client.get(f"/api/matches/1/steps?lang={language}").get_json()["steps"]
    assert all(step["ruling"]["sentence"] for step in steps)


def test_a_match_that_is_not_there_is_said_so(evening: Site) -> None:
    for path in ("", "/steps", "/match.turbo", "/match.csv", "/card.pdf", "/hints/1"):
        assert evening.client().get(f"/api/matches/99{path}").status_code == 404, path


def test_the_score_card_is_that_of_the_referee(evening: Site) -> None:
    match = evening.session.history.match
    document = evening.client().get("/api/matches/1").get_json()["match"]
    assert document["totals"] == list(match.totals)
    assert document["card"][-1]["grey"] == list(match.totals)
    for row, result in zip(document["card"], match.results, strict=True):
        won = [None, None] if result.winner is None else [result.points] * 2
        assert row["white"][result.winner or 0] == won[0]


def test_the_replay_tells_every_step(evening: Site) -> None:
    steps = evening.client().get("/api/matches/1/steps").get_json()["steps"]
    judged = evening.session.history.judged
    assert [step["ruling"]["statement"] for step in steps][:2] == [
        "round Ann",
        "throw Ann k4 k10 k12 b5 r11 b6 o7 o4 b10",
    ]
    assert len(steps) == len(judged)
    for step, one in zip(steps, judged, strict=True):
        assert step["match"]["totals"] == list(one.match.totals)
        if one.match.round is not None and step["shown"]["source"] == "match":
            assert step["shown"]["table"]["text"] == str(one.match.round.table)


def test_blank_turns_are_counted_for_each_player(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round Ann")
    hands = {"Ann": "k4 k10 k12 b5 r11 b6 o7 o4 b10", "Bob": "b6 b1 o5 k5 r1 o9 o13 r9 r11"}
    seen = []
    for name in ("Ann", "Bob", "Ann", "Bob", "Ann"):
        site.say(f"throw {name} {hands[name]}")
        site.say("pass")
        seen.append(site.client().state()["match"]["blanks"])
    assert seen == [[1, 0], [1, 1], [2, 1], [2, 2], [3, 2]]


def test_exports_can_be_read_back(evening: Site) -> None:
    client = evening.client()
    text = client.get("/api/matches/1/match.turbo").get_data(as_text=True)
    again = judge_record(Record.parse(text))
    assert again.match.totals == evening.session.history.match.totals
    rows = list(csv.DictReader(io.StringIO(client.get("/api/matches/1/match.csv").text)))
    assert len(rows) == len(evening.session.history.judged)
    assert {row["verdict"] for row in rows} == {"accepted", "rejected", "unsure"}
    throws = list(csv.DictReader(io.StringIO(client.get("/api/matches/1/throws.csv").text)))
    assert all(len(row["faces"].split()) <= 9 for row in throws) and len(throws) > 40
    document = json.loads(client.get("/api/matches/1/match.json").data)
    assert document["finished"] and document["log"]


def test_a_match_started_at_a_simulated_table_stays_marked(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.session.show(simulated=True)
    referee = site.referee()
    assert referee.post("/api/matches", {"players": ["Cor", "Dik"]}).status_code == 200
    site.session.show(simulated=False)
    assert referee.get("/api/matches").json["matches"][0]["simulated"]
    assert referee.state()["simulated"]
    assert b"Simulated" in referee.get("/api/matches/1/card.pdf?lang=en").data


def test_a_name_is_no_formula_in_a_table(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round =1+1", names=("=1+1", "Bob"))
    rows = list(csv.reader(io.StringIO(site.client().get("/api/matches/1/match.csv").text)))
    assert rows[1][3] == "'=1+1"


def test_the_pdf_says_where_its_parts_are(evening: Site) -> None:
    data = evening.client().get("/api/matches/1/card.pdf").data
    assert data.startswith(b"%PDF-1.4") and data.endswith(b"%%EOF\n")
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].startswith(b"xref")
    for number, line in enumerate(data[start:].split(b"\n")[3:9], 1):
        assert data[int(line.split()[0]) :].startswith(b"%d 0 obj" % number)


def test_a_pdf_of_names_that_break_text() -> None:
    from datetime import UTC, datetime

    names = ("(a)\\", "łукаш" * 9)
    data = card_pdf(Match(names), Options(), datetime.now(UTC), Language.FRENCH)
    assert rb"(\(a\)\\)" in data


@pytest.mark.parametrize("rounds", [1, 6, 9, 10, 24, 99])
def test_a_card_of_many_rounds_stays_on_its_paper(rounds: int) -> None:
    from datetime import UTC, datetime

    match = Match(("Ann", "Bob"), Options(rounds=rounds))
    data = card_pdf(match, match.options, datetime.now(UTC), Language.ENGLISH)
    lowest = [float(y) for y in re.findall(rb" (-?[0-9.]+) Td", data)]
    lowest += [float(y) for y in re.findall(rb" (-?[0-9.]+) [0-9.]+ [0-9.]+ re", data)]
    assert min(lowest) > 14, "printers leave five millimetres of a sheet's rim bare"
    assert data.count(b"(Score card) Tj") == data.count(b"/Type /Page ") >= rounds / 10
    assert data.count(b" re B") == 4 * rounds, "two boxes a player and round"


def test_hints_come_after_the_turn_or_when_asked(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start(OPENING)
    assert site.client().get("/api/match/hint").status_code == 401
    play = site.referee().get("/api/match/hint").get_json()
    assert sorted(play["played"]) == ["o7", "o8", "r*"]
    assert play["steps"][0].startswith("Add the joker to the blue 3, the blue 4"), "in words"
    dice = {tuple(one["cell"]): one["face"] for one in play["layout"]["dice"]}
    assert sorted(dice[tuple(cell)] for cell in play["added"]) == sorted(play["played"])
    assert site.client().get("/api/matches/1/hints/6").status_code == 409
    site.say("pass")
    assert site.client().get("/api/matches/1/hints/7").get_json()["played"]


def test_statistics_count_what_was_thrown(evening: Site) -> None:
    found = evening.client().get("/api/statistics?match=1").get_json()
    assert found["matches"] == 1
    assert sum(one["count"] for one in found["faces"]) == found["throws"]
    winners = [one["winner"] for one in found["points"]]
    assert len(winners) == 6
    assert {one["name"] for one in found["players"]} == {"Ann", "Bob"}
    assert evening.client().get("/api/statistics?match=99").status_code == 404


def test_simulated_throws_never_mix_with_real_ones(tmp_path: Path) -> None:
    """Alone they are counted; beside a single real match they are not. A match that cannot be read
    hides no other."""
    site = Site(tmp_path)
    throw = "throw Ann b3 b4 b5 r3 k3 o7 o8 r* k12"
    for number, simulated in enumerate((True, False, False), 1):
        site.session.new_match(("Ann", "Bob"), Options(simulated=simulated))
        site.say("round Ann")
        site.say(throw)
        found = site.client().get("/api/statistics").get_json()
        assert (found["matches"], found["throws"]) == [(1, 9), (1, 9), (2, 18)][number - 1]
    site.session.open_match(3)
    raw = sqlite3.connect(site.store.path)
    raw.execute("DROP TRIGGER entries_stay")
    raw.execute("UPDATE entries SET by = 'Eve' WHERE match = 2")
    # What was counted while it could be read stays counted: here it was never.
    raw.execute("DELETE FROM tallies")
    raw.commit()
    raw.close()
    again = Site(tmp_path)
    again.session.open_match(3)
    assert again.client().get("/api/statistics").get_json()["throws"] == 9


def test_dice_that_kept_their_face_are_not_counted(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round Ann\nthrow Ann b3 b4 b5 r3 k3 o7 o8 r* k12\ntable b3 b4 b5")
    site.say("throw Bob b6 k9 r9 o9 r12 b13 o4 r5 b7")
    site.say("pass")
    site.say("throw Ann r3 k3 o7 o8 k1 k2")
    found = site.client().get("/api/statistics").get_json()
    assert found["throws"] == 9 + 9 + 2
    turns = found["players"][0]["turn_s"]
    assert turns["count"] == 1 and turns["mean"] == 20.0


def test_a_doubtful_throw_is_counted_once_corrected(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round Ann\nthrow Ann b3 b4 b5 r3 k3 o7 o8 r* ?")
    assert site.client().get("/api/statistics").get_json()["throws"] == 0
    site.say("correct Ann b3 b4 b5 r3 k3 o7 o8 r* k12")
    found = site.client().get("/api/statistics").get_json()
    assert found["throws"] == 9 and found["players"][0]["throws"] == 1
    site.say("correct Ann b3 b4 b5 r3 k3 o7 o8 r* k13")
    assert site.client().get("/api/statistics").get_json()["throws"] == 9


def test_no_p_value_is_told_of_too_few(tmp_path: Path) -> None:
    """Nine dice: each number is expected less than once, each colour about twice."""
    site = Site(tmp_path)
    site.start("round Ann\nthrow Ann b3 b4 b5 r3 k3 o7 o8 r* k12")
    found = site.client().get("/api/statistics").get_json()["fairness"]
    for name in ("numbers", "colours", "faces"):
        assert found[name]["p_value"] is None and found[name]["least"] < 5, name
    assert found["colours"]["thrown"] == 8 and found["faces"]["thrown"] == 9


def test_a_p_value_comes_with_enough(evening: Site) -> None:
    found = evening.client().get("/api/statistics").get_json()["fairness"]
    for one in found.values():
        assert (one["p_value"] is None) == (one["least"] < 5)
    assert found["colours"]["p_value"] is not None


KNOWN_TAILS = [
    # chi-square, degrees of freedom, tail: the usual tables' critical values
    (3.841, 1, 0.05),
    (6.635, 1, 0.01),
    (5.991, 2, 0.05),
    (9.210, 2, 0.01),
    (22.362, 13, 0.05),
    (27.688, 13, 0.01),
    (69.832, 52, 0.05),
    (124.342, 100, 0.05),
    (0.0, 5, 1.0),
]


@pytest.mark.parametrize(("value", "freedom", "tail"), KNOWN_TAILS)
def test_the_chi_square_tail_against_tables(value: float, freedom: int, tail: float) -> None:
    assert chi_square_tail(value, freedom) == pytest.approx(tail, abs=3e-5)


def test_the_gamma_function_against_closed_forms() -> None:
    import math

    for x in (0.01, 0.5, 1.0, 3.0, 20.0, 100.0):
        assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-10)
        assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9)
        assert upper_gamma(2, x) == pytest.approx((1 + x) * math.exp(-x), rel=1e-10)


def test_critical_values_and_the_noncentral_tail() -> None:
    assert critical_value(1, 0.05) == pytest.approx(3.8415, abs=1e-3)
    assert noncentral_tail(3.8415, 1, 0.0) == pytest.approx(0.05, abs=1e-5)
    # for one degree of freedom it is a shifted normal: P(|Z + s| > z)
    from statistics import NormalDist

    normal, z, s = NormalDist(), 1.95996, 2.8
    expected = 1 - normal.cdf(z - s) + normal.cdf(-z - s)
    assert noncentral_tail(z * z, 1, s * s) == pytest.approx(expected, abs=1e-6)


def test_loaded_dice_are_noticed_and_fair_ones_are_not() -> None:
    chances = [1 / 6] * 6
    fair = fairness([100, 101, 99, 98, 102, 100], chances)
    loaded = fairness([160, 88, 88, 88, 88, 88], chances)
    assert fair is not None and loaded is not None
    assert fair.p_value > 0.9 and loaded.p_value < 1e-6
    few = fairness([3, 2, 4, 3, 3, 3], chances)
    assert few is not None and few.power < 0.1 and not few.is_enough
    assert fairness([0, 0], [0.5, 0.5]) is None


def _die(x: float) -> SeenDie:
    corners = ((x, 0.0), (x + 10, 0.0), (x + 10, 10.0), (x, 10.0))
    readings = (Reading(Face.parse("k6"), 0.6), Reading(Face.parse("k9"), 0.4))
    return SeenDie(corners, readings, doubts=(Doubt.COCKED,))


def test_the_camera_picture_with_what_was_seen(tmp_path: Path) -> None:
    site = Site(tmp_path)
    client, anybody = site.referee(), site.client()
    assert client.get("/api/view").status_code == 404
    seen = Observation((_die(5.0),), 640, 480)
    site.session.show(picture_jpeg=b"\xff\xd8one", observation=seen)
    view = client.get("/api/view").get_json()
    assert view["width"] == 640 and view["dice"][0]["also"] == [{"face": "k9", "confidence": 0.4}]
    assert view["dice"][0]["doubts"] == ["cocked"]
    picture = client.get(f"/api/picture.jpg?picture={view['picture']}")
    assert picture.data == b"\xff\xd8one" and picture.mimetype == "image/jpeg"
    assert client.state()["has_camera"]
    refused = anybody.get("/api/picture.jpg")
    assert (refused.status_code, refused.get_json()["code"]) == (401, "sign-in-picture")


def _messages(stream: Any, count: int) -> list[tuple[str, Any]]:
    found = []
    for part in stream:
        text = part.decode()
        if text.startswith(("id:", "event:")) and part != BEAT:
            event = re.search(r"event: (\w+)", text)
            data = text.split("data: ", 1)[1].strip()
            assert event is not None
            found.append((event[1], json.loads(data)))
        if len(found) == count:
            break
    return found


def _hub(site: Site) -> Hub:
    hub: Hub = site.app.extensions["turbo"].hub
    return hub


def test_a_stream_begins_complete_and_tells_every_change(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start(OPENING)
    stream = _hub(site).stream(Language.ENGLISH)
    ((event, first),) = _messages(stream, 1)
    assert event == "state" and first["match"]["turn"] == 0
    later = threading.Timer(0.1, lambda: site.say("pass"))
    later.start()
    ((_, second),) = _messages(stream, 1)
    assert second["match"]["turn"] == 1 and second["version"] > first["version"]
    later.join()
    stream.close()  # type: ignore[attr-defined]
    assert _hub(site).streams == 0


def test_a_slow_reader_gets_the_newest_and_not_everything(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.start("round Ann")
    stream = _hub(site).stream(Language.ENGLISH)
    _messages(stream, 1)
    for number in range(10):
        site.session.pause(number % 2 == 0, "Ann")
    site.session.pause(True, "Ann")
    time.sleep(0.3)
    ((_, state),) = _messages(stream, 1)
    assert state["paused"] is True
    quiet = [next(stream) for _ in range(2)]
    assert quiet == [BEAT] * 2


def test_a_long_state_comes_in_pieces_that_make_a_whole(tmp_path: Path) -> None:
    """The server keeps all of a stream in memory whose pieces are long."""
    site = Site(tmp_path)
    site.start("round Ann")
    site.session.show(notices=tuple(Notice(f"no-such-word-{n}" * 9) for n in range(90)))
    stream = _hub(site).stream(Language.ENGLISH, once=True)
    pieces = list(stream)
    assert len(pieces) > 3 and max(map(len, pieces)) < 8192 / 2
    (data,) = [line for line in b"".join(pieces).splitlines() if line.startswith(b"data: ")]
    assert len(json.loads(data[6:])["notices"]) == 90


def test_a_state_that_cannot_be_made_does_not_end_the_watch(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    site = Site(tmp_path)
    site.start("round Ann")
    hub = _hub(site)
    stream, make = hub.stream(Language.ENGLISH), hub._make_state
    _messages(stream, 1)
    hub._make_state = lambda boot, language: {"impossible": 1 / 0}
    site.session.show(notices=(Notice("camera-lost"),))
    assert comes_true(lambda: "cannot be told" in caplog.text)
    hub._make_state = make
    ((_, state),) = _messages(stream, 1)
    assert state["notice_keys"] == ["camera-lost"]


def test_pictures_are_announced_and_do_not_repeat_the_state(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.session.show(picture_jpeg=b"one")
    stream = _hub(site).stream(Language.ENGLISH)
    assert [event for event, _ in _messages(stream, 2)] == ["state", "picture"]
    site.session.show(picture_jpeg=b"two")
    assert _messages(stream, 1)[0][0] == "picture"


def test_more_watchers_than_there_is_room_for(tmp_path: Path) -> None:
    site = Site(tmp_path, settings=WebSettings(streams=1))
    kept = _hub(site).stream(Language.ENGLISH)
    next(kept)
    with pytest.raises(TooManyStreams):
        _hub(site).stream(Language.ENGLISH)
    answer = site.client().get("/api/events")
    assert answer.status_code == 503 and answer.headers["Retry-After"]
    kept.close()  # type: ignore[attr-defined]
    assert site.client().get("/api/events?once=true").status_code == 200


def test_closing_the_hub_ends_its_streams(tmp_path: Path) -> None:
    hub = _hub(Site(tmp_path))
    stream = hub.stream(Language.ENGLISH)
    next(stream)
    next(stream)
    hub.close()
    assert list(stream) in ([], [BEAT])


def test_settings_that_can_be_tuned_have_defaults_that_make_sense() -> None:
    assert DEFAULTS.streams >= 100 and DEFAULTS.pin_tries < 10
