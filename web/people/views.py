"""Who plays here: ratings, streaks, who won against whom, colours; and persons who are deleted."""

from typing import Any

from flask import g

from turbo.game.dice import parse_hand
from turbo.game.editions import PieceKind
from turbo.people.colours import COLOURS, Colours
from turbo.people.farewell import forget_person
from turbo.people.profiles import Outcomes, Profile, names_in, profiles, real_matches
from web.api.operations import (
    COUNT,
    FACE,
    INTEGER,
    NAME,
    STRING,
    ApiRoom,
    array,
    document,
    one_of,
    optional,
)
from web.api.refused import Refused
from web.context import desk
from web.match.documents import face_list
from web.match.live import LANG
from web.statistics.tally import BestThrow

blueprint = ApiRoom("people")

_OUTCOMES = {"won": COUNT, "drawn": COUNT, "lost": COUNT}
_BEST = document(hand=array(FACE), laid=COUNT, points=COUNT, match=COUNT, entry=COUNT)
_PERSON = document(
    name=STRING,
    colour=one_of(*COLOURS),
    rating=INTEGER,
    deviation=INTEGER,
    **_OUTCOMES,
    streak={**INTEGER, "description": "Matches won in a row up to now; below nought: lost."},
    longest=COUNT,
    against=array(document(name=STRING, **_OUTCOMES)),
    days=array(document(day=STRING, rating=INTEGER)),
    best=optional(_BEST),
)
PEOPLE = document(
    dice=array(_PERSON),
    tiles=array(_PERSON),
    others=array(document(name=STRING, colour=one_of(*COLOURS))),
    colours=array(one_of(*COLOURS)),
)


@blueprint.viewer(
    "GET /api/people",
    "Everybody who has played, by rating, of dice and of tiles. Only matches count that people"
    " played against each other to the end; `others` have none of these yet.",
    PEOPLE,
    query=LANG,
    errors=(503,),
)
def people() -> Any:
    with desk().heavy.turn():
        heads = desk().store.matches()
        best = desk().tallies.of(real_matches(heads, PieceKind.DIE), simulated=False)[0].best
        colours = Colours(desk().store.path)
        dice, tiles = (profiles(heads, piece) for piece in (PieceKind.DIE, PieceKind.TILE))
        others = names_in(heads) - {one.name for one in (*dice, *tiles)}
        return {
            "dice": [_person(one, colours, best.get(one.name)) for one in dice],
            "tiles": [_person(one, colours) for one in tiles],
            "others": [{"name": name, "colour": colours.of(name)} for name in sorted(others)],
            "colours": list(COLOURS),
        }


def _person(profile: Profile, colours: Colours, best: BestThrow | None = None) -> dict[str, Any]:
    rivals = sorted(profile.against.items(), key=lambda one: (-one[1].played, one[0]))
    return {
        "name": profile.name,
        "colour": colours.of(profile.name),
        "rating": round(profile.rating.rating),
        "deviation": round(profile.rating.deviation),
        **_outcomes(profile.total),
        "streak": profile.streak,
        "longest": profile.longest,
        "against": [{"name": name, **_outcomes(found)} for name, found in rivals],
        "days": [
            {"day": one.day.isoformat(), "rating": round(one.rating.rating)} for one in profile.days
        ],
        "best": None if best is None else _best(best),
    }


def _outcomes(found: Outcomes) -> dict[str, int]:
    return {"won": found.won, "drawn": found.drawn, "lost": found.lost}


def _best(best: BestThrow) -> dict[str, Any]:
    return {**best._asdict(), "hand": face_list(parse_hand(best.hand))}


@blueprint.referee(
    "POST /api/people/colour",
    "Choose somebody's colour.",
    body=document(name=NAME, colour=one_of(*COLOURS)),
    errors=(400,),
)
def choose_colour() -> None:
    if g.body["name"] not in names_in(desk().store.matches()):
        raise Refused(400, f"expected somebody who has played, got {g.body['name']!r}", "nobody")
    Colours(desk().store.path).choose(g.body["name"], g.body["colour"])


@blueprint.referee(
    "POST /api/people/forget",
    "Delete a person for good: another word stands for the name in every match, and the pictures"
    " of these matches are deleted. `remains` are files that still hold the name.",
    document(matches=COUNT, pictures=COUNT, remains=array(STRING), troubles=array(STRING)),
    document(name=NAME),
    errors=(400, 409),
    for_people=True,
)
def forget() -> Any:
    name, session, store = g.body["name"], desk().session, desk().store
    log = session.instant.log
    if not any(name in head.players for head in store.matches()):
        raise Refused(400, f"expected somebody who has played, got {name!r}", "nobody")
    if log is not None and name in log.players and not log.match.is_finished:
        raise Refused(409, "expected a match that is over: this person plays now", "plays-now")
    with desk().tallies.resting():
        done = forget_person(store, name)
        desk().shelf.forget()
    # The page, the television and whoever else watches see it as it stands in the store now.
    if session.match_number in done.matches:
        session.open_match(session.match_number)
    return {
        "matches": len(done.matches),
        "pictures": done.pictures,
        "remains": [path.name for path in done.remains],
        "troubles": list(done.troubles),
    }
