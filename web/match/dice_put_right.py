"""Dice set right by a person: one die, all of them at once, and answers about doubtful ones."""

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response

from turbo.errors import TurboError
from turbo.game.dice import HAND, UNREAD, Face, parse_hand
from turbo.game.events import Amended, Ruling, Verdict
from turbo.game.layout import Layout
from turbo.game.naming import name
from turbo.storage.history import AnyHistory
from turbo.storage.session import Instant
from web.api import operations as api
from web.api.files import picture
from web.api.refused import Refused, sentence
from web.api.schemas import CELL
from web.auth.guard import bearer, role
from web.auth.keys import Role
from web.auth.site import check_token
from web.context import at_table, desk, language, who
from web.match import open_match
from web.match.arranging import LaidOut, told_as
from web.match.corrections import (
    Action,
    Place,
    answered,
    correction,
    face_at,
    likely_faces,
    place_asked,
    place_of,
)
from web.match.documents import edition_of, questions
from web.match.preview import after, worsened
from web.match.shown import shown
from web.match.versions import Version, changed, harm

blueprint = open_match.blueprint

Die = Annotated[int, api.said(int, "Its `id` as it is shown.")]
TableCell = Annotated[list[int], CELL]
Index = Annotated[int, api.whole(0, 99)]
Hands = Annotated[
    list[list[str] | None], api.array(api.optional(api.array(api.FACE, 0, HAND)), 2, 6)
]


def parsed(word: str) -> Face:
    """A face of the game that is open."""
    (face,) = parse_hand(word, special=desk().session.edition.has_special)
    return face


@dataclass(frozen=True, slots=True)
class AskedPlace:
    """The die, or the free place, that a request names."""

    die: int | None
    cell: list[int] | None
    player: str | None
    index: int

    def place(self, now: Instant) -> Place:
        if [self.die, self.cell, self.player].count(None) != 2:
            raise TurboError("expected one of a die, a cell of the table and a player's hand")
        history = open_match.history_of(now)
        if self.cell is not None:
            island, row, column = self.cell
            return Place(cell=(island, row, column))
        if self.player is not None:
            return Place(player=self.player, index=self.index, seat=history.match.seat(self.player))
        place = place_of(shown(now), self.die or 0, history.players)
        if place is None:
            raise _gone()
        return place


def _gone() -> Refused:
    return Refused(409, "expected a die that lies there now: look again", "die-gone")


@blueprint.referee("POST /api/match/dice", open_match.RULED)
def correct_die(
    action: Action,
    # Needed here, unlike with undo: which die is meant hangs on what was seen.
    seen: open_match.Seen,
    face: api.FaceWord | None = None,
    was: api.FaceWord | None = None,
    die: Die | None = None,
    cell: TableCell | None = None,
    player: api.Name | None = None,
    index: Index = 0,
) -> Any:
    """Change or remove the die of this `id`, or add one at a free place, as they are shown. `was`
    is the face that was shown: with it a face may be set though other dice were moved since."""
    now = open_match.open_instant()
    # A die that is not there yet has no number, and one that is there needs no other name.
    if (action is Action.ADD) == (die is not None):
        raise TurboError("expected a die to set or remove, or a free place to add one to")
    told = None if face is None else parsed(face)
    faced = was if action is Action.SET else None
    place = _place_seen(now, AskedPlace(die, cell, player, index), seen, faced)
    if die is not None and told and shown(now).source == "live" and action is Action.SET:
        _set_face(now, die, place, told)
    else:
        _keep(now, action, place, told)
    return open_match.last_ruled()


def _place_seen(now: Instant, named: AskedPlace, seen: str, faced: str | None) -> Place:
    """The place that is named, if it is still what was seen there. The face of a die that the
    camera follows may be told though others were moved meanwhile: its number names no other, and
    `faced` is what it showed."""
    was, current = Version.parse(seen), Version.of(now, desk().hub.boot)
    # Below nought a number is a place, where another die may lie by now.
    is_followed = (named.die or 0) > 0 and was.is_same_table(current)
    if was != current and not (is_followed and faced is not None):
        raise changed(now)
    place = named.place(now)
    face = face_at(shown(now), place)
    if was != current and faced is not None and face != parsed(faced):
        told = name(face or UNREAD, language())
        raise Refused(409, "expected the die as it was seen: look again", "die-other", face=told)
    return place


def _set_face(now: Instant, die: int, place: Place, face: Face) -> None:
    """The camera sees it otherwise than the match: the live table is told, which settles it."""
    was = face_at(shown(now), place)
    if not at_table(desk().controls).set_face(die, str(was), str(face), who()):
        raise _gone()


def _keep(now: Instant, action: Action, place: Place, face: Face | None) -> None:
    history = open_match.history_of(now)
    change = correction(history, shown(now), action, place, face)
    # Of a hand only: a table that becomes a fault may really lie there, and the ruling says so.
    if isinstance(change, Amended) and place.player is not None:
        _check_harmless(history, change)
    open_match.kept(now, change)


def _check_harmless(history: AnyHistory, change: Amended) -> None:
    """A die more or less that makes what was accepted a fault is another mistake: it is refused,
    instead of throwing out the throw or a correction that was made before."""
    harmed = worsened(history, after(history, change, desk().hints.finder))
    if harmed is not None:
        raise harm(harmed, history)


@blueprint.referee("POST /api/match/arrange", open_match.RULED)
def arrange(layout: api.Notation, seen: open_match.Seen, hands: Hands | None = None) -> Any:
    """The whole table as it really lies, in notation, and both hands where `hands` tells them in
    the players' order: dice moved, swapped, added and removed in one change, of what was `seen`.
    Dice that whose turn it is puts from the hand to the table are that player's play."""
    now = open_match.open_instant()
    meant, finder = _meant(now, layout, seen, hands), desk().hints.finder
    return open_match.kept(
        now, *told_as(open_match.history_of(now), shown(now), meant, finder).words
    )


@blueprint.referee("POST /api/match/arrange/judge", open_match.JUDGED)
def judge_arranged(layout: api.Notation, seen: open_match.Seen, hands: Hands | None = None) -> Any:
    """What would be ruled then; nothing is kept."""
    now = open_match.open_instant()
    history, found = open_match.history_of(now), shown(now)
    try:
        meant = _meant(now, layout, seen, hands)
        # Where nothing was moved yet, what is known of it is still said.
        lies = Ruling(Verdict.REJECTED if found.faults else Verdict.ACCEPTED, None, found.faults)
        return open_match.judged_document(
            history, lies if meant.is_in(found) else told_as(history, found, meant, None).ruling
        )
    # No error: who lays out a table goes through many that cannot be, on the way to the one meant.
    except Refused as error:
        said = sentence(error.key, language(), detail=str(error), **error.values)
        return {"legal": False, "worth": 0, "messages": [said]}


def _meant(now: Instant, layout: str, seen: str, hands: Hands | None) -> LaidOut:
    if Version.parse(seen) != Version.of(now, desk().hub.boot):
        raise changed(now)
    laid = Layout.parse(layout, special=edition_of(now).has_special)
    return LaidOut(
        laid, tuple(map(_faces, hands or [None] * len(open_match.history_of(now).players)))
    )


def _faces(hand: list[str] | None) -> tuple[Face, ...] | None:
    return None if hand is None else tuple(parsed(face) for face in hand)


@blueprint.viewer(
    "POST /api/match/likely",
    api.document(faces=api.array(api.FACE)),
    # Asked by POST, since it has a body; it changes nothing, so whoever may look may ask.
    needs_token=False,
)
def likely(
    die: Die | None = None,
    cell: TableCell | None = None,
    player: api.Name | None = None,
    index: Index = 0,
) -> Any:
    """All faces that a die may show, the likely ones first."""
    now = open_match.open_instant()
    place, found = AskedPlace(die, cell, player, index).place(now), shown(now)
    players = open_match.history_of(now).players
    asked = next((q for q in questions(now) if place_asked(found, q, players) == place), None)
    known = () if asked is None else tuple(parsed(face) for face, _ in asked.faces)
    return {"faces": [str(face) for face in likely_faces(found, place, known, edition_of(now))]}


@blueprint.viewer(
    "POST /api/questions/<number:question>",
    open_match.RULED,
    # Who has no session has no token; another site is kept out by its origin all the same.
    needs_token=False,
)
def answer(question: int, face: api.FaceWord) -> Any:
    """Say which face a doubtful die shows. Who may look may, where the referee allowed it."""
    is_referee = role() >= Role.REFEREE
    if not is_referee and not desk().door.answers_open:
        raise Refused(401, "expected the referee PIN: sign in first", "sign-in")
    # Whoever is signed in could be made to answer by another site: as for every change, the token.
    if is_referee and bearer() is None:
        check_token()
    by = who() if is_referee else "player"
    now = open_match.open_instant()
    if question not in {one.id for one in questions(now)}:
        raise Refused(404, "this question is not open any more", "question")
    # The match asks below nought, the live table by the number of the die that it follows.
    if question < 0:
        open_match.kept(now, answered(open_match.history_of(now), question, parsed(face)), by=by)
    # It must still be unread: if it was read meanwhile nobody asks any more.
    elif not at_table(desk().controls).set_face(question, str(UNREAD), face, by):
        raise Refused(404, "this question is not open any more", "question")
    return open_match.last_ruled()


@blueprint.referee("POST /api/match/answers")
def open_answers(open: bool) -> None:
    """Let everybody who may look answer what is asked about a doubtful die, or only the referee."""
    desk().door.answers_open = open
    desk().hub.poke()


@blueprint.viewer("GET /api/match/dice/<number:die>.jpg", api.JPEG, errors=(409,))
def die_picture(die: int) -> Response:
    """The camera's picture of the die of this `id`, as it lies now."""
    return picture(at_table(desk().controls).crop(die), "there is no picture of this die")
