"""The sentences that were found wrong stay mended, in every language and wherever they stand."""

import re
from collections.abc import Iterator

import pytest

from turbo.game.dice import parse_hand
from turbo.game.hints import SENTENCES
from turbo.game.layout import Layout
from turbo.game.messages import MESSAGES, WORDS, Language, message
from turbo.keeping.session import Notice
from turbo.table.notices import NOTICES, notice_text
from web.hall.texts import ALL
from web.match.sentences import author
from web.texts import text

FOUND_WRONG = [
    ("en", r"So far from fair dice"),
    ("fr", r"en travers de"),
    ("fr", r"au tour de"),
    ("fr", r"rend la table"),
    ("fr", r"\(out\)"),
    ("fr", r"à son tour"),
    ("fr", r"dé de travers"),
    ("fr", r"La table a raison"),
    ("fr", r"[Vv]ainqueur"),
    ("fr", r"\w[:;!?](\s|$)"),
    ("nl", r"weg van de tafel"),
    ("nl", r"dwars op"),
    ("nl", r"[Vv]erbeter"),
    ("nl", r"De wedstrijd is gelijk"),
    ("nl", r"opzij en .* omlaag"),
    ("nl", r"^[Oo]m de beurt beginnen"),
    ("nl", r"[Nn]agebootst"),
    ("de", r"neue Reihe nach"),
    ("de", r"\bist aus\b"),
    ("de", r"\bRat\b"),
    ("de", r"Sieg:"),
    ("de", r"der Anfang wechselt"),
    ("de", r"geht mit allen"),
    ("de", r"Es gab einen Zug"),
    ("de", r"wenn keiner möglich war"),
    ("de", r"welchen Zug ein leerer"),
]


def _sentences(language: Language) -> Iterator[tuple[str, str]]:
    for table in (ALL, MESSAGES, WORDS, NOTICES):
        for key, said in table.items():
            yield key, said[language]


@pytest.mark.parametrize(("lang", "wrong"), FOUND_WRONG)
def test_what_was_found_wrong_is_nowhere(lang: str, wrong: str) -> None:
    found = [key for key, said in _sentences(Language(lang)) if re.search(wrong, said)]
    assert found == []


BETTER = [
    ("en", "Fair dice stray this far by chance less than once in a hundred times."),
    ("fr", "en croix sur"),
    ("fr", "a fini son tour"),
    ("fr", "a tout posé"),
    ("fr", "mal posé"),
    ("fr", "La table fait foi"),
    ("fr", "gagnant"),
    ("nl", "haaks aan"),
    ("nl", "De wedstrijd eindigt gelijk."),
    ("nl", "één horizontale en één verticale set"),
    ("de", "eine neue Zeile nach"),
    ("de", "alle Würfel ausgelegt"),
    ("de", "Hinweis"),
    ("de", "Gewinner"),
    ("de", "Es gab eine Möglichkeit"),
    ("de", "nichts gelegt werden konnte"),
]


@pytest.mark.parametrize(("lang", "better"), BETTER)
def test_what_is_better_stands_there(lang: str, better: str) -> None:
    said = " ".join(one for _, one in _sentences(Language(lang))) + _hints(Language(lang))
    assert better.lower() in said.lower()


def _hints(language: Language) -> str:
    """What is said of plays."""
    return " ".join(said[list(Language).index(language)] for said in SENTENCES.values())


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "The joker would stand for the blue 4 in one set and for the red 6 or the blue 6"),
        ("nl", "voor de blauwe 4 staan en in de andere voor de rode 6 of de blauwe 6"),
        ("fr", "le 4 bleu dans un ensemble et le 6 rouge ou le 6 bleu dans l'autre"),
        ("de", "für die blaue 4 und im anderen für die rote 6 oder die blaue 6"),
    ],
)
def test_a_joker_at_odds_names_both_faces(lang: str, said: str) -> None:
    (fault,) = Layout.parse("b3 r* b5 / . k6 . / . o6 .").faults()
    assert said in message(fault, Language(lang))


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "the table"), ("nl", "de tafel"), ("fr", "la table"), ("de", "der Tisch")],
)
def test_the_table_speaks_under_its_own_name(lang: str, said: str) -> None:
    assert author("table", Language(lang)) == said
    assert author("Cleo", Language(lang)) == "Cleo"


def test_the_german_axis_names_colours_without_an_ending() -> None:
    names = [text(f"stats.{one}", "de") for one in ("black", "red", "blue", "orange")]
    assert names == ["schwarz", "rot", "blau", "orange"]


@pytest.mark.parametrize("count", [1, 3])
def test_one_die_and_several_have_their_own_forms(count: int) -> None:
    faces = " ".join(map(str, parse_hand("b3 b4 b5")[:count]))
    said = {lang: notice_text(Notice("die-missing", (faces,)), lang) for lang in Language}
    verbs = {"en": ("is", "are"), "nl": ("ontbreekt", "ontbreken"), "de": ("fehlt", "fehlen")}
    for lang, (one, several) in verbs.items():
        assert re.search(rf"\b{one if count == 1 else several}\b", said[Language(lang)]), said
