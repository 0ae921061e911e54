"""The one root of everything this project raises on purpose."""


class TurboError(Exception):
    """Something that the caller can mend; its text is one line that says what was expected."""


class BadNotation(TurboError, ValueError):
    """Text that cannot be read: where it went wrong and what was expected there."""

    def __init__(self, expected: str, *, line: int = 1, column: int = 1) -> None:
        self.expected = expected
        self.line = line
        self.column = column
        super().__init__(f"line {line}, column {column}: {expected}")
