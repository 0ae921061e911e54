"""Rulings, words and questions as they come, line by line, and what is typed in answer: for a table
without a page."""

import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from turbo.commands.report import Style, ruling_text
from turbo.errors import TurboError
from turbo.game.dice import UNREAD, parse_hand
from turbo.game.editions import Edition
from turbo.game.layout import Layout, Rule
from turbo.game.naming import Language, Named
from turbo.games import game_of
from turbo.storage.history import AnyJudged
from turbo.storage.session import Question, Session

if TYPE_CHECKING:
    from turbo.live.loop import LiveLoop

LOOK_S = 0.5
"""How soon it notices that it should end; rulings wake it at once."""


def speak(session: Session, style: Style | None = None) -> Callable[[], None]:
    """Print every ruling from now on; call what is given back to end it."""
    over = threading.Event()
    manner = style or Style()

    def run() -> None:
        version, said = -1, tuple[str, ...]()
        told: tuple[AnyJudged, ...] = session.log.judged
        while not over.is_set():
            version = session.wait(version, LOOK_S)
            before, told = told, _tell(session, told, replace(manner, edition=session.edition))
            said = _say(session, said, is_ruled=told is not before)
        # Once more after the end: what was ruled while it was told to stop is said as well.
        _tell(session, told, replace(manner, edition=session.edition))

    thread = threading.Thread(target=run, name="spoken", daemon=True)
    thread.start()

    def end() -> None:
        over.set()
        thread.join()

    return end


def _tell(session: Session, told: tuple[AnyJudged, ...], style: Style) -> tuple[AnyJudged, ...]:
    """What is new; where something earlier was set right, all from there on is told again."""
    judged = session.log.judged
    same = 0
    # By identity: a ruling that was judged anew is told again even where its words are the same.
    while same < min(len(told), len(judged)) and told[same] is judged[same]:
        same += 1
    for one in judged[same:]:
        print("\n".join(ruling_text(one, style)), flush=True)
    return judged


def _say(session: Session, before: tuple[str, ...], *, is_ruled: bool) -> tuple[str, ...]:
    """What stands now, and what stood since the last ruling: a hand that comes and goes makes no
    word new, and only a new one is worth a line."""
    from turbo.live.tiles.words import spoken_word

    view, edition = session.view, session.edition
    said = (
        *(spoken_word(notice, edition.piece) for notice in view.notices),
        *(question_text(question, edition, view.table) for question in view.questions),
    )
    for line in said:
        if line not in before:
            print(f"      {line}", flush=True)
    # After a ruling all is worth saying again, but for what still stands.
    kept = () if is_ruled else before
    return tuple(dict.fromkeys((*kept, *said)))


def question_text(question: Question, edition: Edition, table: str) -> str:
    """A die or tile that the camera is not sure of, or that the box does not hold so often, as it
    is asked in a terminal."""
    faces = parse_hand(" ".join(face for face, _ in question.faces), special=True)
    piece = edition.piece
    if not faces:
        return f"what does {piece} {question.id} show? (type '{question.id} b3')"
    likely = f"{Named(faces, Language.ENGLISH):or}"
    asked = f"is {piece} {question.id} {likely}? (type '{question.id} {faces[0]}')"
    return " ".join([*_beyond_the_box(str(faces[0]), edition, table), asked])


def _beyond_the_box(face: str, edition: Edition, table: str) -> list[str]:
    """Why a face that is read surely is asked about all the same."""
    layout = Layout.parse(table, special=edition.has_special)
    faults = game_of(edition).check(layout, edition, Language.ENGLISH)["faults"]
    return [
        one["message"] for one in faults if one["rule"] == Rule.NOT_IN_BOX and face in one["faces"]
    ]


def listen(runner: "LiveLoop") -> None:
    """Enter hands over; `7 b12` answers. In a thread of its own: a read of the terminal cannot be
    interrupted when the table closes."""

    def run() -> None:
        for line in sys.stdin:
            try:
                answered(runner, line)
            except (TurboError, ValueError) as error:
                print(f"turbo: {error}", flush=True)

    threading.Thread(target=run, name="typed", daemon=True).start()


def answered(runner: "LiveLoop", line: str) -> None:
    words = line.split()
    if not words:
        runner.press()
    elif len(words) == 2 and words[0].isdecimal():
        # Special: an answer may name a double, colour-change or mirror joker.
        (face,) = parse_hand(words[1], special=True)
        runner.set_face(int(words[0]), UNREAD, face)
    else:
        raise TurboError(f"expected enter to hand over, or 'NUMBER FACE', got {line.strip()!r}")
