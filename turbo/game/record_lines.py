"""A line of a match record, read from left to right: names, faces, times, and what is missing."""

import re
import unicodedata
from datetime import datetime
from functools import cached_property

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import Word, shortened, words, written_faces
from turbo.game.events import ends_in_time, is_printable
from turbo.game.layout import Layout
from turbo.game.sets import Faces

# Only behind a blank: an address in a reason is no time.
_TIME = re.compile(r"(?:^|(?<=\s))@\s*(?P<time>[^\s@]\S*)\s*$")
_WORD = r'"[^"]*"|\S+'
"""A name with blanks stands in double quotes."""
# `correct table` and `begin table` stand where a name could stand.
RESERVED_NAME = "table"

LONGEST_NAME = 40
"""Letters. What fits beside another name on a score card, a lamp's label or a television."""

LONGEST_TAG = 200
"""Letters of a tag's value: a place or an event, not an essay."""

Tag = tuple[str, str]
"""Something that people want to keep with a match, such as its date, event, place or table."""


def name_text(name: str) -> str:
    return f'"{name}"' if " " in name else name


def check_tag(tag: Tag) -> Tag:
    """A key is one word; a value is one line that a comment or a time would not cut short."""
    key, value = tag
    if not re.fullmatch(r"[\w.-]{1,40}", key):
        raise TurboError(f"expected a key of letters, digits, '.' and '-', got {shortened(key)}")
    is_plain = value and "#" not in value and value == " ".join(value.split())
    if not is_plain or len(value) > LONGEST_TAG or not is_printable(value) or ends_in_time(value):
        raise TurboError(f"expected a few words for the tag {key}, without '#' or a time after '@'")
    return tag


def check_name(name: str) -> str:
    """Names hold no comma, quote or ``#`` and at most single blanks, and do not look like a part
    of a statement."""
    is_plain = name and name == " ".join(name.split()) and not re.search(r'[,#"]', name)
    if not is_plain or name.startswith("@") or name == RESERVED_NAME:
        raise TurboError(
            "expected a name without comma, quote or '#', not 'table' and not beginning with '@',"
            f" got {shortened(name)}"
        )
    if len(name) > LONGEST_NAME or not is_printable(name):
        raise TurboError(
            f"expected a name of at most {LONGEST_NAME} letters without control characters,"
            f" got {shortened(name)}"
        )
    return name


def composed(text: str) -> str:
    """The same letters written one way: 'ë' may be one sign or an 'e' and two dots, and looks the
    same (Unicode's form C)."""
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def check_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Every name by itself, and no two the same: a statement must tell who is meant."""
    names = tuple(map(composed, names))
    for name in names:
        check_name(name)
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise TurboError(f"two players are called {twice}")
    return names


class Line:
    """One line of a record without its comment, read from left to right."""

    def __init__(self, text: str, line: int, players: tuple[str, ...] | None = None) -> None:
        self.line = line
        # Names, reasons and tags hold no '#', so nothing but a comment is cut off.
        self.text = composed(text.partition("#")[0])
        self.players = players
        self.at: datetime | None = None
        if "@" in self.text:
            self._take_time()
        # Most lines have no quotes, and without them words are what blanks part.
        self.texts = re.findall(_WORD, self.text) if '"' in self.text else self.text.split()
        """What it says, word by word."""
        self.keyword = self.texts[0] if self.texts else ""

    @cached_property
    def words(self) -> list[Word]:
        """The same with its places, for whoever has to name one: most lines are as they should."""
        return list(words(self.text, _WORD, line=self.line))

    def _take_time(self) -> None:
        """Cut off ``@`` and a time at the end. In a reason, an ``@`` may be just a word."""
        found = _TIME.search(self.text)
        if found is None:
            return
        try:
            self.at = datetime.fromisoformat(found["time"])
        except ValueError:
            # There an '@' may be just a word of what somebody wrote.
            if self.text.split()[0] in ("overrule", "end", "tag"):
                return
            stamp = Word(found["time"], self.line, found.start("time") + 1)
            raise stamp.bad("expected a time such as 2026-11-15T20:15:00 after '@'") from None
        self.text = self.text[: found.start()]

    def fail(self, expected: str, word: Word | None = None) -> BadNotation:
        if word is not None:
            return word.bad(expected)
        # Behind the last letter: there something is missing.
        column = len(self.text.rstrip()) + 1
        return BadNotation(f"{expected}, got the end of the line", line=self.line, column=column)

    def two_players(self) -> tuple[str, str]:
        names = list(words(self.text, r'"[^"]*"|[^\s,]+|,', line=self.line))[1:]
        if [word.text == "," for word in names] != [False, True, False]:
            # Not strict: there may be fewer words than three, or more.
            bad = next((w for w, comma in zip(names, (0, 1, 0)) if (w.text == ",") != comma), None)  # noqa: B905
            extra = names[3] if bad is None and len(names) > 3 else bad
            raise self.fail(_players_expected(extra), extra)
        one, other = (self._new_name(word) for word in (names[0], names[2]))
        if one == other:
            raise self.fail("expected another name for the second player", names[2])
        return one, other

    def _new_name(self, word: Word) -> str:
        try:
            return check_name(unquoted(word.text))
        except TurboError as error:
            raise BadNotation(str(error), line=self.line, column=word.column) from error

    def tag(self, tags: tuple[Tag, ...]) -> tuple[Tag, ...]:
        key = self.word(1, "expected 'tag KEY VALUE'")
        self.word(2, "expected 'tag KEY VALUE'")
        if key.text in dict(tags):
            raise key.bad("expected every tag once")
        try:
            return (*tags, check_tag((key.text, " ".join(self.text.split()[2:]))))
        except TurboError as error:
            raise BadNotation(str(error), line=self.line, column=key.column) from error

    def word(self, place: int, expected: str) -> Word:
        if place >= len(self.texts):
            raise self.fail(expected)
        return self.words[place]

    def player(self, place: int) -> str:
        assert self.players is not None
        if place < len(self.texts) and (name := unquoted(self.texts[place])) in self.players:
            return name
        # As they are written here: who left the quotes out sees them in the answer.
        expected = f"expected a player's name, {' or '.join(map(name_text, self.players))}"
        found = self.word(place, expected)
        # A name that was let in with quotes of its own, before quotes meant anything, stays itself.
        if found.text in self.players:
            return found.text
        raise found.bad(expected)

    def hand(self, start: int) -> Faces:
        if start >= len(self.texts):
            raise self.fail("expected the faces of the whole hand")
        found = written_faces(self.texts[start:])
        return found or tuple(word.face() for word in self.words[start:])

    def layout(self, start: int, *, special: bool = False) -> Layout:
        if start >= len(self.texts):
            return Layout()
        # No name with blanks stands before a layout.
        text = self.text.split(maxsplit=start)[start]
        begins = len(self.text) - len(text)
        return Layout.parse(text, line=self.line, column=begins + 1, special=special)

    def tiles(self, start: int) -> Faces:
        """Faces of a rack, special jokers among them; it may be empty."""
        return tuple(word.face(special=True) for word in self.words[start:])

    def tile_layout(self, start: int) -> Layout:
        return self.layout(start, special=True)

    def count(self, place: int, expected: str) -> int:
        found = self.word(place, expected)
        if not re.fullmatch(r"[0-9]{1,3}", found.text):
            raise found.bad(expected)
        return int(found.text)

    def some_players(self) -> tuple[str, ...]:
        """As many names as there are, parted by commas."""
        body = self.text.partition("players")[2]
        try:
            # A quoted name holds no comma (`check_name`), so that splitting at commas cuts none.
            return check_names(tuple(unquoted(part.strip()) for part in body.split(",")))
        except TurboError as error:
            raise BadNotation(str(error), line=self.line) from error

    def choice(self, place: int) -> tuple[str, str]:
        """An option of an edition and what was chosen."""
        key, is_given, value = self.word(place, "expected an option").text.partition("=")
        if not is_given:
            raise self.fail("expected OPTION=VALUE", self.words[-1])
        return key.replace("-", "_"), value

    def reason(self) -> str:
        self.word(1, "expected a reason in a few words")
        return " ".join(self.text.split()[1:])

    def nothing_after(self, count: int) -> None:
        if len(self.texts) > count:
            raise self.fail("expected the end of the line", self.words[count])


def _players_expected(found: Word | None) -> str:
    """A word where a comma or the end should stand is most often the second part of a name."""
    form = "expected 'players NAME, NAME'"
    if found is None or found.text == ",":
        return form
    return f'{form}, a name with blanks in double quotes such as "Ann Lee"'


def unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return " ".join(text[1:-1].split()) if is_quoted else text
