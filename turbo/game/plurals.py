"""Sentences with counts: which form a language wants, written into the sentence itself.

A blank `{count:one|other}` is filled with the form that the language's own rule asks for; a `#` in
it stands for the number. French counts 0 and 1 as one, the others only 1: as in CLDR, from which
browsers have their `Intl.PluralRules`.

>>> fill("{count:# die lies|# dice lie} there", "en", count=1)
'1 die lies there'
>>> fill("{count:# die lies|# dice lie} there", "en", count=2)
'2 dice lie there'
>>> fill("{count:# dé|# dés}", "fr", count=0)
'0 dé'
"""

import re

_BLANK = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}")


def is_one(count: int, language: str) -> bool:
    return count in (0, 1) if language == "fr" else count == 1


def fill(text: str, language: str, /, **values: object) -> str:
    """The sentence with its blanks filled; a blank that nobody has a value for stays."""

    def filled(found: re.Match[str]) -> str:
        name, one, other = found.groups()
        # It may be filled by who comes after, or is meant for another reader.
        if name not in values:
            return found[0]
        value = values[name]
        if one is None:
            return str(value)
        form = one if is_one(int(str(value)), language) else other
        return str(form.replace("#", str(value)))

    return _BLANK.sub(filled, text)
