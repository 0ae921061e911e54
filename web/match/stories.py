"""Two stories side by side, where match and table differ or two things may have happened: what each
of them says lies where.

A person who is asked which of both is right must see what both say. What differs is marked: faces
that only the one of them has, in the place where it has them.
"""

from collections import Counter
from collections.abc import Sequence

from turbo.game.dice import UNREAD, Face
from turbo.game.events import Event
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase, Round
from turbo.game.messages import Language
from turbo.game.sets import Faces
from turbo.storage.session import LiveView, Rival
from web.match.sentences import said_sentence
from web.match.shown import live_table
from web.texts import text

Document = dict[str, object]
Part = tuple[Faces, Faces, Faces]
"""The first player's hand, the table, and the second player's hand."""

ASKED = frozenset({"resume-differs", "out-of-step"})
"""The questions that are about match and table."""


def stories_document(match: Match | None, view: LiveView, language: Language) -> list[Document]:
    """What the match says and what the camera sees, or both things that may have happened; nothing
    where nobody is asked."""
    if match is not None and view.rivals:
        return _rivals(match, view.rivals, language)
    is_asked = any(notice.key in ASKED for notice in view.notices)
    if match is None or match.round is None or not is_asked:
        return []
    told, seen = _told(match.round), _seen(view)
    missed, odd = _surplus(match.round, told, seen), _surplus(match.round, seen, told)
    _forgive(match.round, missed, odd)
    return [_story("store", match, told, missed), _story("table", match, seen, odd)]


def _rivals(match: Match, rivals: Sequence[Rival], language: Language) -> list[Document]:
    first, second = (_told(rnd) for one in rivals if (rnd := one.match.round) is not None)
    found = []
    for key, rival, mine, other in (
        ("first", rivals[0], first, second),
        ("second", rivals[1], second, first),
    ):
        odd = [Counter(one) - Counter(two) for one, two in zip(mine, other, strict=True)]
        found.append(_story(key, match, mine, odd, _sentence(match, rival.event, language)))
    return found


def _sentence(match: Match, event: Event | None, language: Language) -> str:
    if event is None:
        return text("story.as-before", language)
    turn = 0 if match.round is None else match.round.turn
    return said_sentence(
        event, getattr(event, "player", None) or match.players[turn], match, language
    )


def _told(rnd: Round) -> Part:
    one, other = (hand or () for hand in rnd.hands)
    return one, tuple(rnd.table.faces), other


def _seen(view: LiveView) -> Part:
    one, other = (tuple(map(Face.parse, hand)) for hand in view.hands)
    return one, tuple((live_table(view) or Layout()).faces), other


def _surplus(rnd: Round, mine: Part, theirs: Part) -> list[Counter[Face]]:
    """What the one has and the other has not, in each of the three places. In a play dice of the
    hand may lie on the table already: both places are one then."""
    found = [Counter(one) - Counter(other) for one, other in zip(mine, theirs, strict=True)]
    if rnd.phase is Phase.TO_PLAY:
        hand, table = 2 * rnd.turn, 1
        both = Counter((*mine[hand], *mine[table])) - Counter((*theirs[hand], *theirs[table]))
        found[table] = found[table] & both
        found[hand] = found[hand] & (both - found[table])
    return found


def _forgive(rnd: Round, missed: list[Counter[Face]], odd: list[Counter[Face]]) -> None:
    """A die that is not read now, mostly under a hand, may well be the one that is missed: that is
    no difference, and nobody is asked about it."""
    own = {2 * rnd.turn, 1} if rnd.phase is Phase.TO_PLAY else {1}
    for group in (own, *({place} for place in range(3) if place not in own)):
        unread = sum(odd[place][UNREAD] for place in group)
        if 0 < sum(missed[place].total() for place in group) <= unread:
            for place in group:
                missed[place].clear()
                del odd[place][UNREAD]


def _story(
    key: str, match: Match, part: Part, surplus: list[Counter[Face]], said: str | None = None
) -> Document:
    players: tuple[str | None, ...] = (match.players[0], None, match.players[1])
    places = [_place(*place) for place in zip(players, part, surplus, strict=True)]
    return {"key": key, "sentence": said, "places": places}


def _place(player: str | None, faces: Sequence[Face], odd: Counter[Face]) -> Document:
    left, differs = odd.copy(), []
    for place, face in enumerate(faces):
        if left[face] > 0:
            left[face] -= 1
            differs.append(place)
    return {"player": player, "faces": [str(face) for face in faces], "differs": differs}
