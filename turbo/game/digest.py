"""A line under a record that tells whether it is still what was written.

It is a comment, so that whoever reads records, older programs too, reads past it, and who types one
leaves it out. A record that has it and does not fit it was changed since, by a disk, a mail program
or a hand: it is not read as if nothing had happened.

>>> text = sealed("players Ann, Bob\\nround Ann\\n")
>>> print(text, end="")
players Ann, Bob
round Ann
# digest 6e423c4ba0526bff
>>> check_digest(text)

With another starter it is refused, and says which line to delete to read it all the same.
"""

import hashlib
import re

from turbo.errors import BadNotation

_LAST = re.compile(r"#[ \t]*digest[ \t]+(?P<digest>\w+)\s*\Z")


def digest_of(text: str) -> str:
    """Sixteen digits over what stands before the line, however its lines end."""
    plain = re.sub(r"\r\n|\r", "\n", text.removeprefix("\ufeff"))
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def sealed(text: str) -> str:
    return f"{text}# digest {digest_of(text)}\n"


def check_digest(text: str) -> None:
    """Wherever the line's own beginning has got to: a line break that was lost is a change too."""
    found = _LAST.search(text)
    if found is None or found["digest"] == digest_of(text[: found.start()]):
        return
    line = len(re.findall(r"\r\n|\n|\r", text[: found.start()])) + 1
    raise BadNotation(
        f"expected the digest {digest_of(text[: found.start()])}: the record was changed after it"
        " was written. To read it as it is now, delete the line '# digest ...'",
        line=line,
    )
