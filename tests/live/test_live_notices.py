"""Words of the live table: four languages, no blank left open, and every word that is said."""

import re
import string
from pathlib import Path

import pytest

import turbo.live
from turbo.board.wire import Pattern
from turbo.game.events import Ruling, Verdict
from turbo.game.match import Match
from turbo.game.messages import Language
from turbo.live.notices import NOTICES, notice_text
from turbo.live.presenter import ACCEPTED, REJECTED, UNSURE, panel, tone
from turbo.storage.session import NO_PICTURE, LiveView, Notice, Question
from vision.cameras.frames import CameraLost

SOURCES = "\n".join(
    path.read_text(encoding="utf-8")
    for path in Path(next(iter(turbo.live.__path__))).rglob("*.py")
    if path.name != "notices.py" and path.parent.name != "tiles"
)


def _blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("key", NOTICES)
def test_every_notice_has_every_language_with_the_same_blanks(key: str) -> None:
    texts = NOTICES[key]
    assert set(texts) == set(Language)
    assert all(text.strip() and text.strip()[-1] in ".?!}" for text in texts.values())
    assert len({frozenset(_blanks(text)) for text in texts.values()}) == 1


@pytest.mark.parametrize("key", NOTICES)
def test_every_notice_can_be_said(key: str) -> None:
    for language in Language:
        said = notice_text(Notice(key, ("Ann", "3", "b3 r*")), language)
        assert "{" not in said


def test_all_that_is_said_has_a_sentence() -> None:
    said = set(re.findall(r'(?:Notice|say)\(\s*"([a-z-]+)"', SOURCES))
    assert len(said) > 20
    assert said <= set(NOTICES)


def test_no_sentence_is_without_use() -> None:
    unused = {key for key in NOTICES if f'"{key}"' not in SOURCES}
    assert unused <= NO_PICTURE


def test_every_loss_of_a_camera_has_its_sentence() -> None:
    kinds: list[type[CameraLost]] = [CameraLost, *CameraLost.__subclasses__()]
    assert {lost.notice for lost in kinds} == NO_PICTURE
    assert set(NOTICES) >= NO_PICTURE


def test_faces_are_said_as_people_say_them() -> None:
    notice = Notice("table-die-turned", ("b3", "r*"))
    assert "from the blue 3 to the joker" in notice_text(notice)
    assert "3 bleu" in notice_text(notice, Language.FRENCH)


MATCH = Match(("Ann", "Bob"))


def test_status_lamp() -> None:
    assert panel(MATCH).status is Pattern.ON
    assert panel(MATCH, LiveView(notices=(Notice("camera-lost"),))).status is Pattern.FAST
    asked = LiveView(questions=(Question(1, "Ann", 0, ()),))
    assert panel(MATCH, asked).status is Pattern.SLOW


@pytest.mark.parametrize(
    ("verdict", "sound"),
    [(Verdict.ACCEPTED, ACCEPTED), (Verdict.REJECTED, REJECTED), (Verdict.UNSURE, UNSURE)],
)
def test_every_verdict_has_its_sound(verdict: Verdict, sound: object) -> None:
    assert tone(Ruling(verdict)) == sound
