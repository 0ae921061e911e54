"""The modules of a page joined to one file, as it is served: one trip over a slow line instead of
one a module, and no tool that has to be installed.

A script and what it imports become functions in one module, each in the order in which it is
needed, and each gives its exports to those after it. What a page fetches later (`import("...")`) is
served for that page: what is in the page's file already is taken from there, so that a module is
never there twice.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import PurePosixPath

from turbo.errors import TurboError
from web import assets

_IMPORT = re.compile(r'^import\s*\{([^}]*)\}\s*from\s*"(\.[^"]+)";?[ \t]*$', re.M)
_DECLARED = re.compile(r"^export (?=(?:async )?function\*? (\w+)|const (\w+)|class (\w+))", re.M)
_LISTED = re.compile(r"(?:^|(?<=;))export\s*\{([^}]*)\};?[ \t]*$", re.M)
_LATER = re.compile(r'import\("(\.[^"]+)"\)')
_NAMED = re.compile(r"import\(`\./\$\{(\w+)\}\.js`\)")
# Only whole lines: within one, '//' may be part of an address or of a pattern.
_COMMENT = re.compile(r"^[ \t]*//.*\n", re.M)

_KEY = re.compile(r"""["']([a-z][\w-]*(?:\.[\w-]+)+)["']""")
_KEYS_OF = re.compile(r"`([a-z][\w-]*\.[\w.-]*)\$\{")

BUNDLE, FOR = "bundle/", "for/"
"""Addresses: a page's file, and a module as one page fetches it later."""


@dataclass(frozen=True, slots=True)
class Module:
    """One script: what it takes from others, its text without that, and what it gives."""

    name: str
    taken: tuple[tuple[str, str], ...]
    """The other module, and the names as they are written between the braces."""
    text: str
    given: tuple[tuple[str, str], ...]
    """The name outside, and the name inside."""

    @property
    def exports(self) -> str:
        return ", ".join(f"{outside}: {inside}" for outside, inside in self.given)


def _pairs(words: str, between: str = " as ") -> list[tuple[str, str]]:
    found = []
    for word in filter(None, (one.strip() for one in words.split(","))):
        inside, _, outside = word.partition(between)
        found.append((outside or inside, inside))
    return found


@cache
def module(name: str) -> Module:
    path = assets.ROOT / name
    if ".." in PurePosixPath(name).parts or not path.is_file():
        raise TurboError(f"expected a script of ours, got {name!r}")
    text = path.read_text(encoding="utf-8")
    folder = PurePosixPath(name).parent
    taken = tuple((assets.joined(folder, other), names) for names, other in _IMPORT.findall(text))
    text = _IMPORT.sub("", text)
    given = [(one, one) for found in _DECLARED.findall(text) for one in found if one]
    for words in _LISTED.findall(text):
        given += _pairs(words)
    text = _DECLARED.sub("", _LISTED.sub("", text))
    # A form that none of the patterns above knows would be a silent hole in the page.
    if re.search(r"^\s*(import|export)\b(?!\()", text, re.M):
        raise TurboError(f"{name}: expected imports by name and exports that can be joined")
    return Module(name, taken, _COMMENT.sub("", text).strip(), tuple(given))


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))


@cache
def contents(entry: str) -> tuple[str, ...]:
    """What a page's file holds: what is needed before what needs it."""
    found: list[str] = []
    open_ones: list[str] = []

    def visit(name: str) -> None:
        if name in found:
            return
        if name in open_ones:
            raise TurboError(f"{name}: expected no circle of imports")
        open_ones.append(name)
        for other, _ in module(name).taken:
            visit(other)
        open_ones.remove(name)
        found.append(name)

    visit(entry)
    return tuple(found)


@cache
def reached(entry: str) -> frozenset[str]:
    """Every module that a page may come to hold, now or later."""
    found: set[str] = set()
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        one, folder = module(name), PurePosixPath(name).parent
        waiting += [other for other, _ in one.taken]
        waiting += [assets.joined(folder, later) for later in _LATER.findall(one.text)]
        if _NAMED.search(one.text):
            waiting += [f"{folder}/{path.name}" for path in (assets.ROOT / folder).glob("*.js")]
    return frozenset(found)


@cache
def asked_texts(entry: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The messages that a page's scripts may ask for: whole keys, and how others begin."""
    texts = [module(name).text for name in reached(entry)]
    keys = frozenset(key for text in texts for key in _KEY.findall(text))
    return keys, tuple(sorted({key for text in texts for key in _KEYS_OF.findall(text)}))


def _taking(one: Module) -> str:
    lines = []
    for other, names in one.taken:
        wanted = ", ".join(
            inside if inside == outside else f"{inside}: {outside}"
            for outside, inside in _pairs(names)
        )
        lines.append(f"const {{ {wanted} }} = {_variable(other)};")
    return "\n".join(lines)


def _later(text: str, entry: str, folder: PurePosixPath) -> str:
    """What is fetched later is fetched for this page. All that a page holds is there already."""

    def named(found: re.Match[str]) -> str:
        other = assets.joined(folder, found[1])
        if other in contents(entry):
            return f"Promise.resolve({_variable(other)})"
        return f'import("{address(entry, other)}")'

    text = _LATER.sub(named, text)
    base = address(entry, f"{folder}/")
    return _NAMED.sub(lambda found: f"import(`{base}${{{found[1]}}}.js`)", text)


def address(entry: str, name: str) -> str:
    return assets.address(f"{FOR}{entry.removesuffix('.js')}/{name}")


@cache
def bundle(entry: str) -> bytes:
    """A page's file."""
    parts = []
    # Each in a function of its own: two modules may have helpers of the same name.
    for name in contents(entry):
        one = module(name)
        text = _later(one.text, entry, PurePosixPath(name).parent)
        inside = f"{_taking(one)}\n{text}\nreturn {{ {one.exports} }};"
        parts.append(f"export const {_variable(name)} = (() => {{\n{inside}\n}})();")
    return "\n".join(parts).encode()


@cache
def part(entry: str, name: str) -> bytes:
    """A module as a page fetches it later."""
    one, held = module(name), contents(entry)
    heads, taken = [], []
    for other, names in one.taken:
        if other in held:
            source = assets.address(BUNDLE + entry)
            heads.append(f'import {{ {_variable(other)} }} from "{source}";')
            taken.append((other, names))
        else:
            heads.append(f'import {{{names}}} from "{address(entry, other)}";')
    inside = _taking(Module(name, tuple(taken), "", ()))
    text = _later(one.text, entry, PurePosixPath(name).parent)
    given = ", ".join(f"{inner} as {outer}" for outer, inner in one.given)
    return "\n".join([*heads, inside, text, f"export {{ {given} }};"]).encode()


def served(name: str) -> bytes | None:
    """What stands at an address of ours that is no file; None if nothing does."""
    try:
        if name.startswith(BUNDLE):
            return bundle(name.removeprefix(BUNDLE))
        if name.startswith(FOR):
            return part(*_split(name.removeprefix(FOR)))
    except TurboError:
        return None
    return None


def _split(name: str) -> tuple[str, str]:
    """`match/live/pages/dom.js`: the page's script, which has a folder and a name, and the
    module."""
    room, script, rest = (*name.split("/", 2), "", "")[:3]
    return f"{room}/{script}.js", rest
