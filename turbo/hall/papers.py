"""What hangs on the wall and lies on the tables: pairings, standings, cross table, score sheets.

How a paper looks stands in `turbo.hall.paper`.
"""

from datetime import datetime
from typing import TYPE_CHECKING

from turbo.errors import TurboError
from turbo.game.messages import Language
from turbo.hall.happenings import PairedBoard
from turbo.hall.standings import TIE_BREAKS, cross_rows, standings
from turbo.hall.tournament import Tournament, TournamentRound
from turbo.i18n.catalogue import SentenceTable

if TYPE_CHECKING:
    from turbo.hall.paper import HallPaper

GAME_ROUNDS = 6
"""Rows of a score sheet: a match of Turbo has six rounds."""


WORDS = SentenceTable("hallword.")


def word(key: str, language: Language) -> str:
    return WORDS[key][language]


def _paper(tournament: Tournament, subtitle: str, now: datetime, language: Language) -> "HallPaper":
    # What makes a PDF takes a second to load: a hall is there without it.
    from turbo.hall.paper import HallPaper

    printed = f"{word('printed', language)} {now:%Y-%m-%d %H:%M}"
    return HallPaper(tournament.name, subtitle, printed)


def _last(tournament: Tournament) -> TournamentRound:
    if tournament.round is None:
        raise TurboError("expected a round that was paired")
    return tournament.round


def pairings_pdf(tournament: Tournament, now: datetime, language: Language) -> bytes:
    """By table, and by name for everybody who looks for a seat."""
    rnd, names = _last(tournament), tournament.names
    round_name = f"{word('round', language)} {rnd.number}"
    paper = _paper(tournament, f"{word('pairings', language)}: {round_name}", now, language)
    boards = [
        [board.table, " - ".join(names[one] for one in board.players), names[board.players[0]]]
        for board in rnd.boards
    ]
    boards += [[word("bye", language), names[one], ""] for one in rnd.byes]
    heads = [word("table", language), word("players", language), word("starts", language)]
    paper.grid(heads, boards, (2, 6, 3))
    paper.ln(6)
    paper.say(word("where", language), 14, bold=True)
    paper.ln(2)
    seats = {one: board.table for board in rnd.boards for one in board.players}
    seats |= {one: word("bye", language) for one in rnd.byes}
    # By name: who comes in late looks for a name, not for a table.
    rows = sorted([names[one], seat] for one, seat in seats.items())
    paper.grid([word("player", language), word("table", language)], rows, (6, 3))
    return paper.bytes()


def standings_pdf(tournament: Tournament, now: datetime, language: Language) -> bytes:
    subtitle = f"{word('standings', language)}: {word('round', language)} {len(tournament.rounds)}"
    paper = _paper(tournament, subtitle, now, language)
    heads = [word(key, language) for key in ("place", "player", "points", *TIE_BREAKS)]
    rows = [
        [str(line.place), tournament.names[line.player], *map(str, line.told.values())]
        for line in standings(tournament)
    ]
    paper.grid(heads, rows, (2, 6, 2, 2.6, 3, 2, 2.8, 2.4))
    return paper.bytes()


def cross_pdf(tournament: Tournament, now: datetime, language: Language) -> bytes:
    paper = _paper(tournament, word("cross", language), now, language)
    rounds = [str(rnd.number) for rnd in tournament.rounds]
    heads = [word("place", language), word("player", language), *rounds, word("points", language)]
    rows = cross_rows(tournament)
    wide = max([len(cell) for row in rows for cell in row[2:-1]] or [3])
    paper.grid(heads, rows, (1.6, 6, *([max(1.4, wide * 0.42)] * len(rounds)), 2))
    paper.say(word("cross-key", language), 7)
    return paper.bytes()


def sheets_pdf(tournament: Tournament, now: datetime, language: Language) -> bytes:
    """One score sheet a board, two on a page: for tables without a camera, and for protests."""
    rnd = _last(tournament)
    round_name = f"{word('round', language)} {rnd.number}"
    paper = _paper(tournament, f"{word('sheet', language)}: {round_name}", now, language)
    for number, board in enumerate(rnd.boards):
        if number and number % 2 == 0:
            paper.add_page()
        _sheet(paper, tournament, board, language)
    return paper.bytes()


def _sheet(
    paper: "HallPaper", tournament: Tournament, board: PairedBoard, language: Language
) -> None:
    names = [tournament.names[one] for one in board.players]
    paper.say(f"{word('table', language)} {board.table}", 14, bold=True)
    paper.ln(1)
    rows = [[str(number), *("" for _ in names)] for number in range(1, GAME_ROUNDS + 1)]
    rows += [[word("total", language), *("" for _ in names)]]
    rows += [[word("signature", language), *("" for _ in names)]]
    starter = f"{names[0]} ({word('starts', language)})"
    paper.grid(["", starter, *names[1:]], rows, (2, *([4] * len(names))))
    paper.ln(12)
