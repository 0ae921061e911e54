"""Docstrings are whole sentences: they begin with a capital letter and end with a full stop."""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("turbo", "vision", "web", "docs/making", "bench", "tools")
BEGINS = re.compile(r"[A-Z0-9+`'\"(]|turbo |python ")
"""Or with what stands in code: a name in backticks, a number, a command as it is typed."""
ENDS = re.compile(r"""[.?!:)`…]['"]?$|Run: python -m [^\n]*$""")
GOES_ON = (",", ";", " and")
"""Two numbers that belong together share a sentence: the second goes on where the first ended."""

HOLDERS = ast.stmt | ast.ExceptHandler | ast.match_case
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def bodies(tree: ast.AST) -> Iterator[ast.AST]:
    """All that holds statements, itself included: no expression does."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        if hasattr(node, "body"):
            yield node
            waiting += (one for one in ast.iter_child_nodes(node) if isinstance(one, HOLDERS))


def own(tree: ast.AST) -> Iterator[str]:
    """What stands first in modules, classes and functions."""
    for node in bodies(tree):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)) is not None:
            yield text


def beneath(tree: ast.AST) -> Iterator[list[str]]:
    """What stands beneath values, each body's in its order."""
    for node in bodies(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            yield [
                said.value.value
                for value, said in pairwise(body)
                if isinstance(value, ast.Assign | ast.AnnAssign)
                and isinstance(said, ast.Expr)
                and isinstance(said.value, ast.Constant)
                and isinstance(said.value.value, str)
            ]


def first(text: str) -> str:
    return text.split("\n\n")[0].strip()


def is_whole(text: str, before: str = "") -> bool:
    """Whether the first paragraph is a sentence, or the second half of the one before it."""
    begins = BEGINS.match(first(text)) or before.endswith(GOES_ON)
    return bool(begins and ENDS.search(first(text)))


def not_whole(tree: ast.AST) -> Iterator[str]:
    yield from (text for text in own(tree) if not is_whole(text))
    for said in beneath(tree):
        for before, text in pairwise(["", *said]):
            if not is_whole(text, before) and not (text.endswith(GOES_ON) and text is not said[-1]):
                yield text


@pytest.mark.parametrize("folder", FOLDERS)
def test_docstrings_are_whole_sentences(folder: str) -> None:
    wrong = [
        f"{path.relative_to(ROOT)}: {first(text)[:70]}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for text in not_whole(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert wrong == []
