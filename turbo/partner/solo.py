"""Alone at the table: one of the two players is the machine, and a person acts for it.

Who plays so stands in the match's tags, so that a record tells it, too. What the machine wants is a
function of the match: whoever asks, as often as they ask, is told the same. The person throws and
lays for it, and the referee judges that like any play.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from turbo.errors import TurboError
from turbo.game.dice import Face, surplus, without
from turbo.game.hints import hint
from turbo.game.layout import Layout
from turbo.game.match import Match, Phase
from turbo.game.naming import Language, Named
from turbo.game.record import Tag
from turbo.game.sets import Faces
from turbo.i18n.catalogue import say
from turbo.partner.analysis import LAYING_NODES, faces_in
from turbo.partner.engine import PartnerEngine
from turbo.partner.levels import level as level_of
from turbo.partner.position import Standing
from turbo.solver import best_play
from turbo.solver.counts import Codes

MACHINE = "machine"
"""The key of the tag."""


@dataclass(frozen=True, slots=True)
class MachineSeat:
    """Who of the players is the machine, and how strong it is."""

    player: str
    level: int

    def __post_init__(self) -> None:
        level_of(self.level)

    @property
    def tag(self) -> Tag:
        return MACHINE, f"{self.level} {self.player}"

    @staticmethod
    def of(tags: Iterable[Tag]) -> "MachineSeat | None":
        """Whom the tags of a match name; None where two people play, or the tag is of somebody who
        meant something else by it."""
        number, _, player = dict(tags).get(MACHINE, "").partition(" ")
        try:
            return MachineSeat(player, int(number)) if player else None
        except (ValueError, TurboError):
            return None


class WishKind(StrEnum):
    THROW = "throw"
    LAY = "lay"
    PASS = "pass"


@dataclass(frozen=True, slots=True)
class MachineWish:
    """What a person is asked to do for the machine: dice to throw or to lay, those that stay, and
    the table before and after."""

    kind: WishKind
    faces: Faces
    kept: Faces
    before: Layout
    after: Layout


def wish_of(match: Match, machine: MachineSeat, dice: tuple[Codes, ...] = ()) -> MachineWish | None:
    """What the machine wants now; None where it is not its turn."""
    rnd = match.round
    if rnd is None or machine.player not in match.players:
        return None
    seat = match.seat(machine.player)
    if rnd.turn != seat or match.phase not in (Phase.TO_THROW, Phase.TO_PLAY, Phase.TO_COUNT):
        return None
    hand = rnd.hands[seat] or ()
    return _wish(machine.level, dice, Standing.of(match, seat), match.phase, rnd.table, hand)


# Remembered: a page asks with every picture, and the answer is the same.
@lru_cache(maxsize=64)
def _wish(
    level: int, dice: tuple[Codes, ...], at: Standing, phase: Phase, table: Layout, hand: Faces
) -> MachineWish:
    engine = PartnerEngine(level=level_of(level), dice=dice)
    if phase is not Phase.TO_PLAY:
        kept = faces_in(hand, engine.to_keep(at)) if hand else ()
        return MachineWish(WishKind.THROW, without(hand, kept), kept, table, table)
    wanted = faces_in(hand, engine.to_play(at))
    found = best_play(table, wanted, nodes=LAYING_NODES) if wanted else None
    if not found:
        return MachineWish(WishKind.PASS, (), hand, table, table)
    return MachineWish(WishKind.LAY, found.played, without(hand, found.played), table, found.layout)


def lacking(wish: MachineWish, lies: Layout) -> tuple[Faces, Faces]:
    """Of a table as it lies: the dice that are missing from what was asked for, and those that do
    not belong there. How they lie the referee judges."""
    missing = surplus(wish.after.tally, lies.tally)
    foreign = surplus(lies.tally, wish.after.tally)
    return _faces(missing), _faces(foreign)


def _faces(counted: dict[Face, int]) -> Faces:
    return tuple(face for face, times in counted.items() for _ in range(times))


def wish_sentences(
    wish: MachineWish, machine: MachineSeat, lies: Layout | None, language: Language
) -> tuple[str, ...]:
    """What is asked for, step by step; once something is laid, what is missing or in the way."""
    player = machine.player
    if wish.kind is WishKind.THROW:
        return (_throw_sentence(wish, player, language),)
    begun = lies is not None and lies.tally != wish.before.tally
    if begun and lies is not None:
        return _progress(wish, player, lies, language)
    if wish.kind is WishKind.PASS:
        return (say("partner.nothing", language, player=player),)
    asked = say("partner.lay", language, player=player, faces=Named(wish.faces, language))
    return (asked, *hint(wish.before, wish.after, wish.faces, language))


def _throw_sentence(wish: MachineWish, player: str, language: Language) -> str:
    if not wish.kept:
        key = "partner.roll-all" if wish.faces else "partner.first"
        return say(key, language, player=player)
    faces, kept = Named(wish.faces, language), Named(wish.kept, language)
    return say("partner.roll", language, player=player, faces=faces, kept=kept)


def _progress(wish: MachineWish, player: str, lies: Layout, language: Language) -> tuple[str, ...]:
    missing, foreign = lacking(wish, lies)
    said = [
        say(f"partner.{key}", language, player=player, faces=Named(faces, language))
        for key, faces in (("missing", missing), ("foreign", foreign))
        if faces
    ]
    return tuple(said) or (say("partner.done", language, player=player),)
