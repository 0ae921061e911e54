"""The recipes: files that run as tests, shown with what they print.

A recipe is a docstring (its title, then what it shows), code, and its output behind ``# >``.
"""

import ast
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "library" / "recipes"
MARK = "# >"
NEEDS = "# needs: "

CHAPTERS: dict[str, tuple[str, ...]] = {
    "Rules": (
        "judge_a_layout",
        "say_it_in_dutch",
        "referee_a_record",
        "follow_a_match",
        "keep_a_match",
        "analyse_a_folder",
        "count_the_dice",
        "referee_tiles",
    ),
    "Plays": ("find_a_play", "prove_that_there_is_none", "explain_a_play"),
    "Pictures": (
        "read_a_picture",
        "watch_a_film",
        "draw_a_table",
        "capture_throws",
        "print_the_mat",
    ),
    "Telling others": (
        "listen_to_the_stream",
        "tell_a_sign",
        "answer_a_webhook",
        "light_a_lamp",
        "pair_a_round",
    ),
    "Building on": (
        "write_a_bot",
        "add_a_camera",
        "add_a_language",
        "add_an_edition",
        "add_an_act_of_mischief",
    ),
}
"""Every recipe once; a test fails for a file that is in no chapter."""


@dataclass(frozen=True, slots=True)
class Recipe:
    name: str
    title: str
    about: str
    code: str
    shown: str
    needs: str

    @property
    def lines(self) -> int:
        """Lines that do something: imports, blanks and notes are not counted."""
        passed_over = ("import ", "from ", "#")
        lines = (line.strip() for line in self.code.splitlines())
        return sum(1 for line in lines if line and not line.startswith(passed_over))


def recipe(name: str) -> Recipe:
    text = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    said = ast.get_docstring(ast.parse(text)) or ""
    title, _, about = said.partition("\n")
    lines = text.split('"""', 2)[2].strip("\n").splitlines()
    shown = [line.removeprefix(MARK).removeprefix(" ") for line in lines if line.startswith(MARK)]
    needs = next((one.removeprefix(NEEDS) for one in lines if one.startswith(NEEDS)), "")
    code = [line for line in lines if not line.startswith((MARK, NEEDS))]
    return Recipe(name, title, about.strip(), "\n".join(code).strip("\n"), "\n".join(shown), needs)


def all_recipes() -> list[Recipe]:
    return [recipe(name) for names in CHAPTERS.values() for name in names]


def page() -> str:
    lines = [
        "# Recipes",
        "",
        "Each of these is a file in `docs/library/recipes`, is run by `make test`, and prints what",
        "stands below it. Run one yourself from the repository's folder:",
        "",
        "```sh",
        ". .venv/bin/activate",
        "python docs/library/recipes/judge_a_layout.py",
        "```",
        "",
        "One of your own: a file in that folder with a title and a sentence at its top, what it",
        "prints below the code behind `# >`, and its name in a chapter of `CHAPTERS` in",
        "`docs/making/recipes.py`. `pytest tests/house/test_book_recipes.py` runs it.",
        "",
    ]
    for chapter, names in CHAPTERS.items():
        lines += [f"## {chapter}", ""]
        for name in names:
            lines += _section(recipe(name))
    return "\n".join(lines)


def _section(one: Recipe) -> list[str]:
    needs = [f"Give it {one.needs}.", ""] if one.needs else []
    return [
        f"### {one.title}",
        "",
        one.about,
        "",
        *needs,
        "```python",
        *one.code.splitlines(),
        "```",
        "",
        "```text",
        *one.shown.splitlines(),
        "```",
        "",
    ]
