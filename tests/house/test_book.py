"""The book: made without a warning and without the network, and nothing is missing from it."""

import ast
import re
import shlex
import socket
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from docs.making import configuration, figures, play_pages, rule_pages
from docs.making.answers import ANSWERS, NOT_SHOWN
from docs.making.commands import parsers
from docs.making.mqtt_page import topic
from docs.making.quoting import UnknownWords, quoted
from docs.making.routes_page import addresses
from docs.making.rule_pages import EXAMPLES, judged_example
from tools.trials.web_support import Site
from turbo.commands import listing
from turbo.errors import TurboError
from turbo.game.editions import PieceKind
from turbo.game.layout import Rule
from turbo.game.messages import Language
from turbo.game.record import STATEMENTS
from turbo.i18n.catalogue import catalogue
from turbo.mqtt.messages import KINDS
from web.api.openapi import openapi_document
from web.hall import pages as hall_pages
from web.hall import views as hall_views
from web.pages import views as pages

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted(
    path
    for path in (*ROOT.glob("*.md"), *DOCS.rglob("*.md"), *ROOT.glob("vision/*/*.md"))
    if DOCS / "made" not in path.parents
)
MADE = DOCS / "made" / "reference"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The book, made while nothing can be reached."""

    def unreachable(self: socket.socket, address: object) -> None:
        raise AssertionError(f"the book is made without the network: {address!r}")

    folder = tmp_path_factory.mktemp("book")
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what Sphinx's own parts will have to change one day
        from sphinx.cmd.build import main as build

        patch.setattr(socket.socket, "connect", unreachable)
        status = build(["-W", "--keep-going", "-q", "-d", str(folder / "trees"), str(DOCS),
                        str(folder / "book")])  # fmt: skip
    assert status == 0, "a warning of Sphinx: it stands above"
    yield folder / "book"


def test_the_book_is_made_and_loads_nothing_from_elsewhere(book: Path) -> None:
    shown = list(book.rglob("*.html"))
    assert len(shown) > 30
    for page in shown:
        loaded = re.findall(
            r"<(?:script|img|link|iframe|source)\b[^>]*?(?:src|href)=[\"']([^\"']+)",
            page.read_text(encoding="utf-8"),
        )
        foreign = [one for one in loaded if re.match(r"(https?:)?//", one)]
        assert not foreign, f"{page.name} loads {foreign}"
    for sheet in book.rglob("*.css"):
        assert not re.search(r"url\([\"']?(https?:)?//|@import", sheet.read_text("utf-8")), sheet


def test_the_reference_names_every_command_rule_route_topic_and_statement(
    book: Path, tmp_path: Path
) -> None:
    commands = (MADE / "commands.md").read_text("utf-8")
    for name in listing.COMMANDS:
        assert re.search(rf"^## turbo {name}$", commands, re.M), name
    rules = (MADE / "rules-by-id.md").read_text("utf-8")
    for rule in Rule:
        assert f"\n## {rule}\n" in rules, rule
        assert (DOCS / f"made/pictures/rule-{rule}.svg").exists()
    api = (MADE / "api.md").read_text("utf-8")
    for path, operations in openapi_document(Site(tmp_path).app)["paths"].items():
        for method in operations:
            assert f"\n## {method.upper()} {path}\n" in api, path
    others = (MADE / "addresses.md").read_text("utf-8")
    for blueprint in (hall_views.blueprint, hall_pages.blueprint, pages.blueprint):
        assert all(f"`{path}`" in others for _, path, _, _ in addresses(blueprint))
    topics = (MADE / "mqtt.md").read_text("utf-8")
    assert all(f"\n## {topic(kind)}\n" in topics for kind in KINDS)
    statements = (MADE / "records.md").read_text("utf-8")
    assert all(f"\n## {name}\n" in statements for name in STATEMENTS[PieceKind.DIE])
    assert all(f"\n### tiles: {name}\n" in statements for name in STATEMENTS[PieceKind.TILE])


def test_every_page_of_the_repository_is_in_the_book(book: Path) -> None:
    """Also those that are borrowed: a link to one that is not would be shown as a path."""
    for page in DOCS.rglob("*.md"):
        assert (book / page.relative_to(DOCS).with_suffix(".html")).exists(), page


@pytest.mark.parametrize("rule", Rule)
def test_the_example_of_a_rule_is_ruled_so_and_drawn(rule: Rule) -> None:
    example = judged_example(rule)
    assert example.fault.rule is rule
    drawn = rule_pages.picture(example)
    assert drawn.startswith("<svg") and "<text" in drawn
    assert len({example.sentence(language) for language in Language}) == len(Language)


def test_an_example_that_is_ruled_otherwise_is_no_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(EXAMPLES, Rule.TOUCHING, EXAMPLES[Rule.LONE_DIE])
    with pytest.raises(TurboError, match="expected an example of touching"):
        judged_example(Rule.TOUCHING)


def test_the_rules_pages_name_every_rule_and_statement() -> None:
    said = "".join((DOCS / name).read_text("utf-8") for name in ("rules.md", "editions.md"))
    assert [rule for rule in Rule if f"`{rule}`" not in said] == []
    assert [
        name
        for name in {*STATEMENTS[PieceKind.DIE], *STATEMENTS[PieceKind.TILE]}
        if f"`{name}" not in said
    ] == []


def test_every_command_with_json_shows_it_or_says_why_not(known: dict[str, set[str]]) -> None:
    have = {name for name, options in known.items() if "--json" in options}
    assert have == {one.command for one in ANSWERS} | set(NOT_SHOWN)


def test_every_variable_of_the_environment_is_explained() -> None:
    sources = [
        *ROOT.glob("*.sh"),
        *(p for r in configuration.ROOMS for p in (ROOT / r).rglob("*.py")),
    ]
    used = {name for path in sources for name in re.findall(r"\bTURBO_[A-Z_]+\b", path.read_text())}
    assert used == set(configuration.VARIABLES)


def test_every_tuning_number_that_is_shown_has_its_reason() -> None:
    shown = configuration.tunings()
    assert len(shown) > 10
    notes = [bool(note) for one in shown for _, _, note in one.fields]
    assert sum(notes) / len(notes) > 0.8


def test_every_figure_has_its_bench() -> None:
    for part in figures.SUBJECTS:
        assert (ROOT / "bench" / f"{part}.py").exists(), part
    for part, kept in figures.kept().items():
        assert kept["lines"] and kept["date"] and kept["commit"] and kept["machine"], part


def test_the_book_quotes_only_what_the_program_says() -> None:
    assert quoted("desk.undo", "fr") == "Annuler le dernier"
    with pytest.raises(UnknownWords, match="got 'who-begins'"):
        quoted("who-begins", "en")


@pytest.mark.parametrize("language", list(Language))
def test_the_pages_for_players_are_filled_in_every_language(language: Language) -> None:
    filled = play_pages.page(language)
    assert "{{" not in filled and "{@" not in filled and len(filled) > 3000
    for said in re.findall(r"\{says\}`([^`]+)`", filled):
        assert quoted(said, language)
    asked = {f"play.page.{key}" for key in play_pages.BLANK.findall(play_pages.FORM.read_text())}
    known = {key for key in catalogue(language) if key.startswith("play.page.")}
    assert known == asked - {"play.page.language"}, "no sentence is left over"


def test_the_pages_for_players_stand_in_a_list_of_all_languages() -> None:
    made = dict(play_pages.pages())
    for language in Language:
        assert f"({language}.md)" in made["made/play/index.md"]


# Commands that pages name.

PLACEHOLDER = re.compile(r"[A-Z]{2,}|\.\.\.|…")
KINDS_OF_BLOCKS = {
    "python": "run as a doctest",
    "console": "run, and its output compared (test_readme)",
    "sh": "every command and option is looked up (here)",
    "json": "held against its schema (test_hall_docs)",
    "yaml": "read, and its entities compared (test_hall_docs)",
    "text": "shows something that is no code",
    "{toctree}": "the book's own",
}
RECORD = "players "
SHOWN = {
    "hardware.md": "what a real Pi, camera and board are expected to print: nobody has one here",
    "CONTRIBUTING.md": "a drawing",
    "SECURITY.md": "the settings of a proxy, which is not installed here",
    "THIRD_PARTY.md": "a licence",
}
"""Pages whose plain blocks are not run, with the reason."""


def blocks(page: Path) -> list[tuple[str, str]]:
    found = re.findall(r"^ *```([^\n]*)\n(.*?)^ *```$", page.read_text("utf-8"), re.S | re.M)
    return [(info.split()[0] if info.split() else "", text) for info, text in found]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_block_of_code_is_run_or_says_why_not(page: Path) -> None:
    for info, text in blocks(page):
        if info:
            assert info in KINDS_OF_BLOCKS, f"{info}: a kind of block that nobody checks"
        else:
            assert page.name in SHOWN or text.startswith(RECORD), f"who runs this? {text[:80]}"
        if info == "python":
            assert ">>>" in text, "a doctest is run"


def commands_of(page: Path) -> Iterator[str]:
    """Commands in blocks of shell and between backticks."""
    text = page.read_text("utf-8")
    for info, block in blocks(page):
        lines = [line.strip() for line in block.splitlines()]
        if info != "sh":  # elsewhere only what stands behind a prompt was typed
            lines = [line[2:] for line in lines if line.startswith("$ ")]
        yield from (line.partition("  #")[0] for line in lines)
    yield from re.findall(r"(?<!`)`((?:turbo|make|python|sudo -u turbo turbo) [^`\n]+)`", text)


COMMANDS = [
    (page, command)
    for page in PAGES
    for command in dict.fromkeys(commands_of(page))
    if re.match(r"(\S*/)?(turbo|make|python) ", command.removeprefix("sudo -u turbo "))
]


@pytest.fixture(scope="module")
def known() -> dict[str, set[str]]:
    """The options of every command."""
    return {
        name: {option for action in parser._actions for option in action.option_strings}
        for name, parser in parsers().items()
    }


@pytest.mark.parametrize(
    ("page", "command"),
    COMMANDS,
    ids=[f"{page.relative_to(ROOT)}: {command[:50]}" for page, command in COMMANDS],
)
def test_a_command_that_a_page_names_exists(
    page: Path, command: str, known: dict[str, set[str]]
) -> None:
    words = shlex.split(command.removeprefix("sudo -u turbo ").replace("'s", ""), comments=True)
    match Path(words[0]).name, words[1:]:
        case "turbo", rest:
            check_turbo(rest, known)
        case "make", rest:
            check_make(rest)
        case "python", ["-m", module, *_]:
            assert (ROOT / module.replace(".", "/")).with_suffix(".py").exists() or (
                ROOT / module.replace(".", "/")
            ).is_dir(), module
        case "python", [script, *_] if script.endswith(".py"):
            assert (ROOT / script).exists(), script


def test_the_commands_that_help_and_errors_name_exist(known: dict[str, set[str]]) -> None:
    """What a help or a message names stands between quotes there."""
    helps = "\n".join(parser.format_help() for parser in parsers().values())
    sources = "\n".join(
        path.read_text("utf-8")
        for room in ("turbo", "web", "vision")
        for path in (ROOT / room).rglob("*.py")
    )
    named = set(re.findall(r"['`]turbo ([a-z][^'`\"{]*)['`]", f"{helps}\n{sources}"))
    assert len(named) > 5
    for words in named:
        check_turbo(words.split(), known)


def check_turbo(words: list[str], known: dict[str, set[str]]) -> None:
    if not words or words[0] in ("--version", "--help") or PLACEHOLDER.fullmatch(words[0]):
        return
    name = words[0]
    assert name in known, f"turbo has no command {name}"
    options = {"--help"} | known[name]
    for word in words[1:]:
        if f"{name} {word}" in known:
            name = f"{name} {word}"
            options |= known[name]
        elif word.startswith("--"):
            assert word.partition("=")[0] in options, f"turbo {name} has no {word}"


def check_make(words: list[str]) -> None:
    if words[:1] == ["-C"]:
        assert (ROOT / words[1] / "Makefile").exists()
        return
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.M)
    for word in words:
        assert "=" in word or word in targets, f"make has no {word}"


def test_what_the_files_of_the_book_need_is_kept() -> None:
    """A recipe names only files that are there."""
    for path in (DOCS / "library" / "recipes").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            value = str(node.value) if isinstance(node, ast.Constant) else ""
            if value.startswith(("docs/", "examples/")):
                assert (ROOT / value).exists(), f"{path.name}: {value}"


# Links.


def anchors(page: Path) -> set[str]:
    """As a heading is linked to: small letters, blanks as hyphens, no other signs."""
    heads = re.findall(r"^#+ +(.*)$", page.read_text("utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        path, _, anchor = link.partition("#")
        if ":" in path or "made/" in path:  # made pages are for the book, which Sphinx checks
            continue
        target = page if not path else (page.parent / path).resolve()
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link
