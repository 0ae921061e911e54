"""The tables of the hall's database, and how an older one becomes a newer one."""

from typing import TYPE_CHECKING

from turbo.errors import TurboError

if TYPE_CHECKING:
    from turbo.hall.engine import Run

VERSION = 3
"""Of the schema below; a database of a later one is refused, not guessed at. 2 since entries carry
their table's seal, and what was refused is kept aside; 3 since sessions end in all halls."""

_REFUSED = """CREATE TABLE refused (
        id {serial},
        at TEXT NOT NULL,
        place TEXT NOT NULL,
        kind TEXT NOT NULL,
        why TEXT NOT NULL,
        payload TEXT NOT NULL,
        times INTEGER NOT NULL DEFAULT 1
    )"""

_ENDED = "CREATE TABLE ended (session TEXT PRIMARY KEY, until DOUBLE PRECISION NOT NULL)"

SCHEMA = (
    "CREATE TABLE hall (version INTEGER NOT NULL)",
    """CREATE TABLE matches (
        place TEXT NOT NULL,
        match TEXT NOT NULL,
        created TEXT NOT NULL,
        players TEXT NOT NULL,
        options TEXT NOT NULL,
        entries INTEGER NOT NULL DEFAULT 0,
        summary TEXT,
        head TEXT,
        tail TEXT,
        aside TEXT,
        PRIMARY KEY (place, match)
    )""",
    """CREATE TABLE entries (
        place TEXT NOT NULL,
        match TEXT NOT NULL,
        number INTEGER NOT NULL,
        at TEXT,
        by TEXT NOT NULL,
        event TEXT NOT NULL,
        rulings TEXT,
        hash TEXT,
        PRIMARY KEY (place, match, number)
    )""",
    """CREATE TABLE happenings (
        tournament TEXT NOT NULL,
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        by TEXT NOT NULL,
        happening TEXT NOT NULL,
        PRIMARY KEY (tournament, number)
    )""",
    """CREATE TABLE audit (
        id {serial},
        at TEXT NOT NULL,
        who TEXT NOT NULL,
        role TEXT NOT NULL,
        what TEXT NOT NULL
    )""",
    "CREATE INDEX matches_by_time ON matches (created)",
    _REFUSED,
    _ENDED,
)
"""`place` is a table of the hall: the word `table` means something else to a database. `head`,
`rulings` and `hash` are a table's own seal (`turbo.hall.seals`), null where it told none; `aside`
says who set a match aside, and when."""

_STEPS = {
    2: (
        "ALTER TABLE matches ADD COLUMN head TEXT",
        "ALTER TABLE matches ADD COLUMN tail TEXT",
        "ALTER TABLE matches ADD COLUMN aside TEXT",
        "ALTER TABLE entries ADD COLUMN rulings TEXT",
        "ALTER TABLE entries ADD COLUMN hash TEXT",
        _REFUSED,
    ),
    3: (_ENDED,),
}
"""What makes each version out of the one before."""


def prepare(run: "Run") -> None:
    """Make the tables, or bring those that are here up to date; inside a transaction."""
    serial = (
        "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
        if run.is_postgres
        else "INTEGER PRIMARY KEY"
    )
    if not _exists(run):
        for statement in SCHEMA:
            run(statement.format(serial=serial))
        run("INSERT INTO hall VALUES (?)", VERSION)
    version = run("SELECT version FROM hall")[0][0]
    if version > VERSION:
        raise TurboError(
            "the hall's database was made by a newer version of this program (schema"
            f" {version}, expected at most {VERSION}): update the program"
        )
    for step in range(version + 1, VERSION + 1):
        for statement in _STEPS[step]:
            run(statement.format(serial=serial))
    if version < VERSION:
        run("UPDATE hall SET version = ?", VERSION)


def _exists(run: "Run") -> bool:
    if run.is_postgres:
        return bool(run("SELECT to_regclass('hall') IS NOT NULL")[0][0])
    return bool(run("SELECT count(*) FROM sqlite_master WHERE name = 'hall'")[0][0])
