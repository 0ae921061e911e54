"""Who plays here: ratings, streaks, who won against whom, colours; and persons who are deleted."""

from dataclasses import asdict
from typing import Annotated, Any

from turbo.game.dice import parse_hand
from turbo.game.editions import PieceKind
from turbo.people.colours import COLOURS, Colours
from turbo.people.farewell import forget_person
from turbo.people.profiles import Profile, names_in, profiles, real_matches
from web.api.operations import FACE, ApiRoom, Count, Name, document, one_of, optional, said
from web.api.refused import Refused
from web.context import LANG, desk
from web.match.documents import face_list
from web.statistics.tally import BestThrow

blueprint = ApiRoom("people")

Colour = Annotated[str, one_of(*COLOURS)]
_OUTCOMES = {"won": Count, "drawn": Count, "lost": Count}
_BEST = document(hand=[FACE], laid=Count, points=Count, match=Count, entry=Count)
_PERSON = document(
    name=str,
    colour=Colour,
    rating=int,
    deviation=int,
    **_OUTCOMES,
    streak=said(int, "Matches won in a row up to now; below nought: lost."),
    longest=Count,
    against=[document(name=str, **_OUTCOMES)],
    days=[document(day=str, rating=int)],
    best=optional(_BEST),
)
PEOPLE = document(
    dice=[_PERSON], tiles=[_PERSON], others=[document(name=str, colour=Colour)], colours=[Colour]
)


@blueprint.viewer("GET /api/people", PEOPLE, query=LANG, errors=(503,))
def people() -> Any:
    """Everybody who has played, by rating, of dice and of tiles. Only matches count that people
    played against each other to the end; `others` have none of these yet."""
    with desk().heavy.turn():
        heads = desk().store.matches()
        best = desk().tallies.of(real_matches(heads, PieceKind.DIE), PieceKind.DIE, False)[0].best
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
        **asdict(profile.total),
        "streak": profile.streak,
        "longest": profile.longest,
        "against": [{"name": name, **asdict(found)} for name, found in rivals],
        "days": [
            {"day": one.day.isoformat(), "rating": round(one.rating.rating)} for one in profile.days
        ],
        "best": best and {**best._asdict(), "hand": face_list(parse_hand(best.hand))},
    }


@blueprint.referee("POST /api/people/colour")
def choose_colour(name: Name, colour: Colour) -> None:
    """Choose somebody's colour."""
    if name not in names_in(desk().store.matches()):
        raise Refused(400, f"expected somebody who has played, got {name!r}", "nobody")
    Colours(desk().store.path).choose(name, colour)


@blueprint.referee(
    "POST /api/people/forget",
    document(matches=Count, pictures=Count, remains=[str], troubles=[str]),
    errors=(409,),
    for_people=True,
)
def forget(name: Name) -> Any:
    """Delete a person for good: another word stands for the name in every match, and the pictures
    of these matches are deleted. `remains` are files that still hold the name."""
    session, store = desk().session, desk().store
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
