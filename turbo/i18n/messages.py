"""A message with its blanks, and how they are filled.

A blank `{name}` takes a value, `{name:case}` asks the value for a case (`{faces:dat}`), `{name[0]}`
for one of several. `{@key}` is another message, filled with the same values: a sentence with two
counts is made of one message for each. A message that counts has a form for every number that its
language tells apart; the value that decides stands in its note (`by count`).
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

_BLANK = re.compile(r"\{(@?)([\w.-]+)(?:\[(\d+)\])?(?::([^{}]*))?\}")


@dataclass(frozen=True, slots=True)
class Manner:
    """What a language brings to every one of its messages."""

    plural: Callable[[int], int]
    """Which of the forms a number asks for."""
    other: Callable[[str], "Sentence"]
    """Another message by its key."""


class Sentence(str):
    """A text with blanks; as a plain string it is the form for many."""

    forms: tuple[str, ...]
    by: str
    order: tuple[str, ...]
    manner: Manner

    @staticmethod
    def of(
        forms: tuple[str, ...], manner: Manner, by: str = "", order: tuple[str, ...] = ()
    ) -> "Sentence":
        message = Sentence(forms[-1])
        message.forms, message.by, message.order, message.manner = forms, by, order, manner
        return message

    def format(self, *values: object, **named: object) -> str:
        """The sentence. Values without a name have the names of the message's note, in order."""
        return self.fill({**dict(zip(self.order, values, strict=False)), **named})

    def fill(self, values: Mapping[str, Any]) -> str:
        """The sentence; a blank that nobody has a value for stays."""

        def filled(found: re.Match[str]) -> str:
            other, name, place, case = found.groups()
            if other:
                return self.manner.other(name).fill(values)
            if name not in values:
                return found[0]
            value = values[name] if place is None else values[name][int(place)]
            # A name or a count has no cases.
            return value if isinstance(value, str) else format(value, case or "")

        return _BLANK.sub(filled, self._form(values))

    def _form(self, values: Mapping[str, Any]) -> str:
        if len(self.forms) == 1 or self.by not in values:
            return self.forms[-1]
        return self.forms[self.manner.plural(count_of(values[self.by]))]


def count_of(value: Any) -> int:
    """How many a value is: a number, or several things."""
    try:
        return int(str(value))
    except ValueError:
        return len(value)


def blanks(text: str) -> set[str]:
    """The names of a text's blanks, references included."""
    return {f"{other}{name}" for other, name, _, _ in _BLANK.findall(text)}


def fill(text: str, language: str, /, **values: object) -> str:
    """A message filled with these values; a text that is no message has no blanks."""
    return text.fill(values) if isinstance(text, Sentence) else text
