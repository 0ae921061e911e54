"""Everything that is made, and where it lies: `docs/made`, which is never kept."""

from collections.abc import Callable, Iterator
from pathlib import Path

from docs.making import (
    answers,
    api_page,
    commands,
    configuration,
    figures,
    mqtt_page,
    play_pages,
    play_pictures,
    recipes,
    record_page,
    routes_page,
    rule_pages,
)
from docs.making.links import borrowed
from turbo.game.layout import Rule

PAGES: dict[str, Callable[[], str]] = {
    "made/recipes.md": recipes.page,
    "made/figures.md": figures.page,
    "made/reference/commands.md": commands.page,
    "made/reference/json.md": answers.page,
    "made/reference/api.md": api_page.page,
    "made/reference/addresses.md": routes_page.page,
    "made/reference/rules-by-id.md": rule_pages.page,
    "made/reference/records.md": record_page.page,
    "made/reference/mqtt.md": mqtt_page.page,
    "made/reference/configuration.md": configuration.page,
}


def all_made() -> Iterator[tuple[str, str]]:
    """Every page and picture with its text."""
    for place, page in PAGES.items():
        yield place, f"{page().rstrip()}\n"
    yield from borrowed().items()
    for rule in Rule:
        yield f"made/pictures/rule-{rule}.svg", rule_pages.picture(rule_pages.judged_example(rule))
    yield from play_pictures.pictures()
    yield from play_pages.pages()


def write_all(docs: Path) -> None:
    """What has changed is written, and what is not made any more is gone."""
    kept = set()
    for place, text in all_made():
        path = docs / place
        kept.add(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    for path in (docs / "made").rglob("*.*"):
        if path.is_file() and path not in kept:
            path.unlink()
