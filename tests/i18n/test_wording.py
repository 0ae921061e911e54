"""The sentences that were found wrong stay mended, in every language and wherever they stand."""

import re
from collections.abc import Iterator

import pytest

from turbo.game.dice import parse_hand
from turbo.game.layout import Fault, Layout, Rule
from turbo.game.messages import MESSAGES, WORDS, Language, message
from turbo.i18n.catalogue import SentenceTable
from turbo.i18n.messages import Sentence
from turbo.live.notices import NOTICES, notice_text
from turbo.storage.session import Notice
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


def _sentences(language: Language) -> Iterator[tuple[str, Sentence]]:
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
    return " ".join(said[language] for said in SentenceTable("step.").values())


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
    [
        ("en", "On the table the orange 8 has become a red 1:"),
        ("nl", "Op tafel is de oranje 8 nu een rode 1:"),
        ("fr", "Sur la table, le 8 orange est devenu un 1 rouge"),
        ("de", "Auf dem Tisch wurde aus der orangen 8 eine rote 1:"),
    ],
)
def test_a_die_that_was_turned_becomes_one_of_another_face(lang: str, said: str) -> None:
    fault = Fault(Rule.DIE_TURNED, parse_hand("o8 r1"), ((0, 0, 0),), "table")
    assert message(fault, Language(lang)).startswith(said)


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


PLURALS = {
    "es": "dados|puntos|rondas|juegos|miradas|caras|segundos|minutos|turnos|fichas|imágenes",
    "it": "dadi|punti|giochi|sguardi|facce|secondi|minuti|turni|tessere|immagini",
    "en": "dice|points|rounds|games|looks|faces|steps|seconds|minutes|turns|tiles|pictures",
    "nl": "stenen|punten|rondes|spellen|kanten|seconden|minuten|beurten|beelden",
    "fr": "dés|points|parties|tours|faces|secondes|minutes|regards|jetons",
    "de": "Punkten?|Runden|Spielen?|Blicke|Seiten|Sekunden|Minuten|Züge|Bilder",
}
"""What is counted; German dice look alike in both numbers."""

NEVER_ONE = {"first-throw", "too-many-dice", "stats.no-test", "live.blanks"}
"""Where the count is a rule's own and more than one."""


@pytest.mark.parametrize("lang", [Language(one) for one in PLURALS])
def test_nothing_that_may_be_one_is_counted_as_many(lang: Language) -> None:
    """'1 dice', '1 points': a count beside its noun chooses the noun's form."""
    alone = re.compile(rf"{{\w+}}\s({PLURALS[lang]})\b")
    found = {key for key, said in _sentences(lang) if alone.search(said.forms[0])}
    assert found - NEVER_ONE == set()


@pytest.mark.parametrize(
    ("lang", "one", "more"),
    [
        ("en", "Ann's hand must have 1 die, but has 2.", "2 dice, but has 1."),
        ("nl", "moet 1 steen hebben, maar heeft er 2.", "2 stenen hebben, maar heeft er 1."),
        ("fr", "La main de Ann doit avoir 1 dé, mais il y en a 2.", "2 dés, mais il y en a 1."),
        ("de", "muss 1 Würfel haben, hat aber 2.", "2 Würfel haben, hat aber 1."),
    ],
)
def test_a_hand_of_one_die_is_told_as_one(lang: str, one: str, more: str) -> None:
    for counts, said in ((("1", "2"), one), (("2", "1"), more)):
        assert said in notice_text(Notice("hand-changed", ("Ann", *counts)), Language(lang))
    fault = Fault(Rule.HAND_COUNT, values=("1", "2"))
    assert not re.search(r"1 (dice|stenen|dés)", message(fault, Language(lang)))
