"""The shape of a table of texts: a key, then the text in each language."""

import re

from turbo.game.messages import Language

Texts = dict[str, dict[Language, str]]


NARROW = "\u202f"
"""The space before a French colon, which must not begin a line."""


def each(english: str, dutch: str, french: str, german: str) -> dict[Language, str]:
    french = re.sub(r" (?=[:;!?])", NARROW, french)
    return dict(zip(Language, (english, dutch, french, german), strict=True))
