"""Every command of `turbo`, by group: its module, what it does, and examples of its use.

A command's module is loaded only when that command is called. One that holds a single command has
`add_arguments` and `run`; one that holds several has `add_NAME` and `NAME` of each.
"""

import re
from typing import NamedTuple


class Command(NamedTuple):
    """One command: the module that holds it, its help text, and lines that one may type."""

    module: str
    text: str
    examples: tuple[str, ...] = ()
    has_store: bool = False


_LISTED = """\
play
  run store: Watch a table and referee it: camera, board and dashboard.
    turbo run --camera twin --new
    turbo run --camera 0 --board auto --players Ann,Bob
    turbo run --edition original-goliath --players Ann,Bob,Cid --camera 0
  serve store: Show the dashboard over the store, without a camera.
    turbo serve
    turbo serve --match 7 --port 8400
    turbo serve --edition original-goliath --players Ann,Bob,Cid,Dik
  watch: Referee a film of a table: every picture in turn, by the film's own clock.
    turbo watch evening.mp4
    turbo watch evening.mp4 --json
    turbo watch evening.mp4 --edition original-goliath --presses presses.txt
  twin: Play on a simulated table: matches, films, mischief.
    turbo twin --seed 3 --matches 2
    turbo twin --seed 3 --record match.turbo
    turbo twin --edition original-goliath --seed 3
  check: Judge one layout: is every chain a set?
    turbo check "b3 b4 b5 | k8 r8 o8"
    turbo check "b3 b4 b5" --json
    turbo check --edition original-goliath "b3 b4 b5 | k8 r8 o8"
  solve: Find the play that lays the most dice or tiles, or prove that there is none.
    turbo solve --table "b3 b4 b5" --hand "b6 k1 r*"
    turbo solve --edition original-goliath --table "b3 b4 b5" --hand "b6 k10 r10 o10"
  hint solve: Show step by step how the best play is laid.
    turbo hint --table "b3 b4 b5" --hand "b6 k1 r*"
    turbo hint --edition original-goliath --table "b3 b4 b5" --hand "b6 k10 r10 o10"
  referee: Referee a match record: every ruling, and the score card.
    turbo referee evening.turbo
    turbo referee evening.turbo --advice --json

matches
  matches store: List the matches in the store.
    turbo matches
    turbo matches --json
  show matches store: Show a match: score card, table, hands.
    turbo show 7
    turbo show 7 --history
  export matches store: Export a match as a record (.turbo).
    turbo export 7
    turbo export 7 evening.turbo
  import matches store: Import a match record into the store.
    turbo import evening.turbo
  card matches store: Export the score card of a match as a PDF to print.
    turbo card 7 card.pdf
  analyse store: Analyse a match that is over: chances, luck, and what each choice cost.
    turbo analyse 7
    turbo analyse evening.turbo --json
  people store: List the players: ratings, matches won, streaks.
    turbo people
    turbo people --json
  undo changes store: Undo an entry of a match (by default the last); everything is judged again.
    turbo undo 7
    turbo undo 7 12
  amend changes store: Change an entry of a match; everything after it is judged again.
    turbo amend 7 12 "table b3 b4 b5"
  backup copies store: Back up all matches and throws; the table may go on meanwhile.
    turbo backup stick.zip
  restore copies store: Restore matches from a backup, or save what can be read of a damaged store.
    turbo restore stick.zip
  replay: Play saved evidence of a ruling again.
    turbo replay evidence.zip
  capture rolls store: Log every throw of any number of dice, without a game.
    turbo capture --camera 0
    turbo capture --camera twin
  rolls store: List and export the throws that were kept.
    turbo rolls
    turbo rolls --csv > throws.csv
  forget rolls store: Delete pictures of throws, and evidence; or a person for good.
    turbo forget --all
    turbo forget --person Ann

table set-up
  mat: Write the mat, or corner cards for tiles, as a PDF to print.
    turbo mat mat.pdf
    turbo mat --corners cards.pdf
  calibrate: Find the mat or the corner cards in the camera's picture.
    turbo calibrate --camera 0
  enroll: Learn your own dice (edge, inks, marks, faces) or the inks of your own tiles.
    turbo enroll --camera 0
    turbo enroll --camera 0 --pieces tiles
  selftest: Test the recognition on your own table.
    turbo selftest --camera 0
    turbo selftest --camera 0 --pieces tiles
  read: Read the dice or tiles in pictures: what the camera would see.
    turbo read table.jpg
    turbo read table.jpg --json
  board: Talk to the board at the table: test, tune, flash.
    turbo board test
    turbo board flash
  doctor store: Check this machine: camera, board, disk, clock.
    turbo doctor
    turbo doctor --camera 0

hall
  hall: Gather many tables: one page, one tournament.
    turbo hall demo
    turbo hall demo --edition original-goliath
    turbo hall --help

developer
  report-hardware store: Write a report of this machine and table, to send with a question.
    turbo report-hardware --out report.zip
  completion: Print what makes a shell complete the commands.
    eval "$(turbo completion bash)"
"""
"""As `turbo --help` lists them: a command, the module that holds it with others, `store` where it
asks for the file of the matches, and what it does."""

_HEAD = re.compile(r"  (\S+?)(?: (?!store)(\w+))?( store)?: (.+)")


def _groups(text: str) -> dict[str, dict[str, Command]]:
    found: dict[str, dict[str, Command]] = {}
    for block in text.split("\n\n"):
        title, *lines = block.splitlines()
        group = found[title] = {}
        for line in lines:
            if head := _HEAD.fullmatch(line):
                name, module, store, words = head.groups()
                module = module or name.replace("-", "_")
                group[name] = Command(f"turbo.commands.{module}", words, has_store=bool(store))
            else:
                one = group[name]
                group[name] = one._replace(examples=(*one.examples, line.strip()))
    return found


GROUPS = _groups(_LISTED)

COMMANDS: dict[str, Command] = {
    name: command for group in GROUPS.values() for name, command in group.items()
}

FIRST = """\
The referee of Rummikub Turbo, the dice game, and of the tile editions.

First steps:
  turbo run --camera twin --new     watch a simulated match in your browser
  turbo run --camera twin --edition original-goliath
                                    the same with tiles
  turbo check "b3 b4 b5"            judge a layout (k black, r red, b blue, o orange; r* joker)
  turbo doctor                      check this machine before the first evening
"""
"""What `turbo` alone says, above the list of commands."""
