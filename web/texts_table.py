"""The shape of a table of texts: a key, then the text in each language."""

from turbo.game.messages import Language

Texts = dict[str, dict[Language, str]]


def each(english: str, dutch: str, french: str, german: str) -> dict[Language, str]:
    return dict(zip(Language, (english, dutch, french, german), strict=True))
