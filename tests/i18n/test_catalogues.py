"""The catalogues: complete, with the same blanks everywhere, and every key known to the code."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pseudo import write_pseudo
from turbo.game.naming import NEXT_CASE
from turbo.i18n.catalogue import Catalogue, PoEntry, catalogue, read_po, say
from turbo.i18n.languages import LOCALE, Language
from turbo.i18n.messages import blanks

ROOT = Path(__file__).parents[2]
SOURCE = {one.key: one for one in read_po(LOCALE / "en.po") if one.key}
OTHERS = [language for language in Language if language != Language.ENGLISH]


def entries(language: Language) -> dict[str, PoEntry]:
    return {one.key: one for one in read_po(LOCALE / f"{language}.po") if one.key}


def told(text: str) -> set[str]:
    """The blanks of a text; with or without its article a set is the same."""
    return {name.removeprefix("the_") for name in blanks(text)}


def may_be_empty(key: str) -> bool:
    """A case that the language does not tell from another."""
    return key.startswith("face.") and key.split(".")[1] in NEXT_CASE


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_message_of_the_source_and_no_other(language: Language) -> None:
    found = entries(language)
    assert found.keys() == SOURCE.keys()
    stale = [key for key, one in found.items() if one.source != SOURCE[key].source]
    assert stale == [], "the English has changed since"
    noted = [key for key, one in found.items() if one.notes != SOURCE[key].notes]
    assert noted == [], "the notes are those of the source"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_untranslated(language: Language) -> None:
    empty = [k for k, one in entries(language).items() if not all(one.forms)]
    assert [key for key in empty if not may_be_empty(key)] == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_form_has_the_blanks_of_the_source(language: Language) -> None:
    for key, one in entries(language).items():
        wanted = set().union(*map(told, SOURCE[key].source))
        counted = {SOURCE[key].note("by")}
        for form in filter(None, one.forms):
            # A form for one may say 'a die' in place of the number.
            assert told(form) | counted >= wanted and told(form) <= wanted | counted, key


def test_a_french_line_never_begins_with_a_mark() -> None:
    """Before a high mark stands a narrow space that does not break."""
    texts = [(key, form) for key, one in entries(Language.FRENCH).items() for form in one.forms]
    assert [key for key, form in texts if re.search(r"\S [:;!?%»]|« ", form)] == []
    assert sum("\u202f:" in form for _, form in texts) > 100


@pytest.mark.parametrize("language", list(Language))
def test_every_number_has_its_form(language: Language) -> None:
    said = Catalogue(language)
    forms = int(max(said.plural_digits())) + 1
    for key in said:
        assert len(said[key].forms) in (1, forms), key
        assert (len(said[key].forms) == 1) == (not said[key].by), key


def test_every_key_in_the_code_is_a_message() -> None:
    used = set()
    for folder in ("turbo", "vision", "web", "docs"):
        for path in (ROOT / folder).rglob("*.py"):
            used |= set(
                re.findall(r'(?<![.\w])say\(\s*"([\w.-]+)"', path.read_text(encoding="utf-8"))
            )
    assert len(used) > 5 and used <= SOURCE.keys(), used - SOURCE.keys()


def test_a_sentence_is_filled_by_count_case_and_reference() -> None:
    assert say("live.in-hand", "en", count=1, points=10) == "1 die, 10 points"
    assert say("live.in-hand", "fr", count=0, points=1) == "0 dé, 1 point"
    assert catalogue("de")["count.points"].forms == ("{points} Punkt", "{points} Punkte")
    assert say("notice.too-many-dice", "en", 19, 18).startswith("19 dice are in sight")


def test_a_language_of_one_s_own_is_one_file(tmp_path: Path) -> None:
    write_pseudo(tmp_path)
    told = subprocess.run(
        [sys.executable, "-m", "turbo", "check", "b3 b4 b6", "--lang", "qps"],
        env=os.environ | {"TURBO_LOCALE": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 1 and told.stdout.startswith("[ñóţ ļéğáļ"), told


def test_every_catalogue_is_a_language() -> None:
    found = {path.stem for path in LOCALE.glob("*.po")}
    assert found == {str(one) for one in Language}
    for language in Language:
        assert catalogue(language).name[0].isupper()
        assert catalogue(language).is_reviewed or language not in ("en", "nl", "fr", "de")
