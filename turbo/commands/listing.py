"""Every command of `turbo`, by group: its module, what it does, and examples of its use.

A command's module is loaded only when that command is called.
"""

from typing import NamedTuple


class Command(NamedTuple):
    """One command: the module that holds it, its help text, and lines that one may type."""

    module: str
    text: str
    examples: tuple[str, ...]
    add: str = "add_arguments"
    run: str = "run"
    has_store: bool = False


PLAY = {
    "run": Command(
        "turbo.commands.run",
        "Watch a table and referee it: camera, board and dashboard.",
        (
            "turbo run --camera twin --new",
            "turbo run --camera 0 --board auto --players Ann,Bob",
            "turbo run --edition original-goliath --players Ann,Bob,Cid --camera 0",
        ),
        has_store=True,
    ),
    "serve": Command(
        "turbo.commands.serve",
        "Show the dashboard over the store, without a camera.",
        ("turbo serve", "turbo serve --match 7 --port 8400"),
        has_store=True,
    ),
    "watch": Command(
        "turbo.commands.watch",
        "Referee a film of a table: every picture in turn, by the film's own clock.",
        ("turbo watch evening.mp4", "turbo watch evening.mp4 --json"),
    ),
    "twin": Command(
        "turbo.commands.twin",
        "Play on a simulated table: matches, films, mischief.",
        ("turbo twin --seed 3 --matches 2", "turbo twin --seed 3 --record match.turbo"),
    ),
    "check": Command(
        "turbo.commands.check",
        "Judge one layout: is every chain a set?",
        ('turbo check "b3 b4 b5 | k8 r8 o8"', 'turbo check "b3 b4 b5" --json'),
    ),
    "solve": Command(
        "turbo.commands.solve",
        "Find the play that lays the most dice or tiles, or prove that there is none.",
        ('turbo solve --table "b3 b4 b5" --hand "b6 k1 r*"',),
        "add_solve_arguments",
        "run_solve",
    ),
    "hint": Command(
        "turbo.commands.solve",
        "Show step by step how the best play is laid.",
        ('turbo hint --table "b3 b4 b5" --hand "b6 k1 r*"',),
        "add_hint_arguments",
        "run_hint",
    ),
    "referee": Command(
        "turbo.commands.referee",
        "Referee a match record: every ruling, and the score card.",
        ("turbo referee evening.turbo", "turbo referee evening.turbo --advice --json"),
    ),
}

MATCHES = {
    "matches": Command(
        "turbo.commands.matches",
        "List the matches in the store.",
        ("turbo matches", "turbo matches --json"),
        "add_matches",
        "matches",
        True,
    ),
    "show": Command(
        "turbo.commands.matches",
        "Show a match: score card, table, hands.",
        ("turbo show 7", "turbo show 7 --history"),
        "add_show",
        "show",
        True,
    ),
    "export": Command(
        "turbo.commands.matches",
        "Export a match as a record (.turbo).",
        ("turbo export 7", "turbo export 7 evening.turbo"),
        "add_export",
        "export",
        True,
    ),
    # The function has a line below its name: import is a word of Python's own.
    "import": Command(
        "turbo.commands.matches",
        "Import a match record into the store.",
        ("turbo import evening.turbo",),
        "add_import",
        "import_",
        True,
    ),
    "card": Command(
        "turbo.commands.matches",
        "Export the score card of a match as a PDF to print.",
        ("turbo card 7 card.pdf",),
        "add_card",
        "card",
        True,
    ),
    "analyse": Command(
        "turbo.commands.analyse",
        "Analyse a match that is over: chances, luck, and what each choice cost.",
        ("turbo analyse 7", "turbo analyse evening.turbo --json"),
        has_store=True,
    ),
    "people": Command(
        "turbo.commands.people",
        "List the players: ratings, matches won, streaks.",
        ("turbo people", "turbo people --json"),
        has_store=True,
    ),
    "undo": Command(
        "turbo.commands.changes",
        "Undo an entry of a match (by default the last); everything is judged again.",
        ("turbo undo 7", "turbo undo 7 12"),
        "add_undo",
        "undo",
        True,
    ),
    "amend": Command(
        "turbo.commands.changes",
        "Change an entry of a match; everything after it is judged again.",
        ('turbo amend 7 12 "table b3 b4 b5"',),
        "add_amend",
        "amend",
        True,
    ),
    "backup": Command(
        "turbo.commands.copies",
        "Back up all matches and throws; the table may go on meanwhile.",
        ("turbo backup stick.zip",),
        "add_backup",
        "backup",
        True,
    ),
    "restore": Command(
        "turbo.commands.copies",
        "Restore matches from a backup, or save what can be read of a damaged store.",
        ("turbo restore stick.zip",),
        "add_restore",
        "restore",
        True,
    ),
    "replay": Command(
        "turbo.commands.replay",
        "Play saved evidence of a ruling again.",
        ("turbo replay evidence.zip",),
    ),
    "capture": Command(
        "turbo.commands.rolls",
        "Log every throw of any number of dice, without a game.",
        ("turbo capture --camera 0", "turbo capture --camera twin"),
        "add_capture_arguments",
        "capture",
    ),
    "rolls": Command(
        "turbo.commands.rolls",
        "List and export the throws that were kept.",
        ("turbo rolls", "turbo rolls --csv > throws.csv"),
        "add_rolls_arguments",
        "rolls",
    ),
    "forget": Command(
        "turbo.commands.rolls",
        "Delete pictures of throws, and evidence; or a person for good.",
        ("turbo forget --all", "turbo forget --person Ann"),
        "add_forget_arguments",
        "forget",
    ),
}

SET_UP = {
    "mat": Command(
        "turbo.commands.mat",
        "Write the mat as a PDF to print.",
        ("turbo mat mat.pdf",),
    ),
    "calibrate": Command(
        "turbo.commands.calibrate",
        "Find the mat in the camera's picture.",
        ("turbo calibrate --camera 0",),
    ),
    "enroll": Command(
        "turbo.commands.enroll",
        "Learn your own dice: edge, inks, marks, faces.",
        ("turbo enroll --camera 0",),
    ),
    "selftest": Command(
        "turbo.commands.selftest",
        "Test the recognition on your own table.",
        ("turbo selftest --camera 0",),
    ),
    "read": Command(
        "turbo.commands.read",
        "Read the dice or tiles in pictures: what the camera would see.",
        ("turbo read table.jpg", "turbo read table.jpg --json"),
    ),
    "board": Command(
        "turbo.commands.board",
        "Talk to the board at the table: test, tune, flash.",
        ("turbo board test", "turbo board flash"),
    ),
    "doctor": Command(
        "turbo.commands.doctor",
        "Check this machine: camera, board, disk, clock.",
        ("turbo doctor", "turbo doctor --camera 0"),
        has_store=True,
    ),
}

HALL = {
    "hall": Command(
        "turbo.commands.hall",
        "Gather many tables: one page, one tournament.",
        ("turbo hall demo", "turbo hall --help"),
    ),
}

DEVELOPER = {
    "report-hardware": Command(
        "turbo.commands.report_hardware",
        "Write a report of this machine and table, to send with a question.",
        ("turbo report-hardware --out report.zip",),
        has_store=True,
    ),
    "completion": Command(
        "turbo.commands.completion",
        "Print what makes a shell complete the commands.",
        ('eval "$(turbo completion bash)"',),
    ),
}

GROUPS = {
    "play": PLAY,
    "matches": MATCHES,
    "table set-up": SET_UP,
    "hall": HALL,
    "developer": DEVELOPER,
}
"""The commands as `turbo --help` lists them."""

COMMANDS: dict[str, Command] = {
    name: command for group in GROUPS.values() for name, command in group.items()
}

FIRST = """\
The referee of Rummikub Turbo, the dice game, and of the tile editions.

First steps:
  turbo run --camera twin --new     watch a simulated match in your browser
  turbo check "b3 b4 b5"            judge a layout (k black, r red, b blue, o orange; r* joker)
  turbo doctor                      check this machine before the first evening
"""
"""What `turbo` alone says, above the list of commands."""
