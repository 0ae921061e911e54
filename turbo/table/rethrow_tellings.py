"""Dice thrown again at once: a rethrow, or a second throw?

A die that lies cocked, on another or off the mat is thrown again. Where the referee had seen that
itself, it waits for the rethrow. Where it had not, a few of the dice just thrown go back into the
cup all the same, and nobody can tell by looking whether that was right: so it asks. "Yes" is a
rethrow, "no" a second throw. Who plays on without an answer met no objection: a rethrow. Nobody is
convicted on doubt, and nothing waits for ever.
"""

from collections import Counter
from dataclasses import replace

from turbo.game.dice import UNREAD
from turbo.game.events import Event, Rethrown, Thrown
from turbo.game.match import Match, Phase, Round
from turbo.game.sets import Faces
from turbo.table.account import faces_of
from turbo.table.known import Episode
from turbo.table.scene import Scene
from turbo.table.state import Ready
from turbo.table.throws import hand_after, whole_hand
from vision.mat.plan import Zone


def readied(scene: Scene, seat: int) -> Ready:
    """What the player has thrown, before it is told."""
    episode = scene.account.episodes[seat]
    is_again = _is_again(scene, seat, episode.cup)
    badly = True if is_again and lay_badly(episode) else None
    return Ready(seat, episode.cup, tuple(episode.arrived), is_again, lay_badly=badly)


def _is_again(scene: Scene, seat: int, cup: Faces) -> bool:
    """A few of the dice just thrown, and nothing else, where a throw would be at fault."""
    rnd, again = scene.rnd, scene.state.again
    hand, kept = rnd.hands[seat], scene.state.kept[seat]
    if again is not None and again.seat == seat:
        hand = again.hand
    if hand is None or kept is None or not has_thrown(rnd, seat) or _has_laid(scene, seat):
        return False
    other = scene.state.perhaps[1 - seat]
    if other is not None and other.at_s > scene.state.thrown_s:
        return False  # the other's turn lay between, with a throw that came up as before
    is_fresh = not Counter(cup) - (Counter(hand) - Counter(kept))
    return is_fresh and 0 < len(cup) <= scene.tuning.cocked_at_once


def _has_laid(scene: Scene, seat: int) -> bool:
    """Whether dice were laid since the throw: then it is too late for a rethrow. One that cannot be
    read proves nothing: the die that was thrown again may have lain on it. Nor does one that came
    to lie there since: it was pushed aside, or hit."""
    episode = scene.account.episodes[seat]
    before = (known for known in scene.laid.dice if known.die.since_s <= episode.left_s)
    laid = Counter(known.face for known in before if known.id not in episode.arrived)
    del laid[UNREAD]
    return bool(laid - scene.rnd.table.count)


def keep(scene: Scene, seat: int, thrown: tuple[int, ...]) -> None:
    """Which dice of the hand a throw left alone: they cannot lie badly."""
    mine = (known for known in scene.account.hand(seat) if known.id not in thrown)
    scene.note_kept(seat, faces_of(mine))


def ask_again(scene: Scene, ready: Ready) -> Event | None:
    """Perhaps these dice had lain badly: only people know, where the camera did not see it."""
    before = scene.state.again
    if before is not None:
        ready = replace(ready, lay_badly=before.lay_badly)
    scene.note(again=ready)
    return told_again(scene)


def told_again(scene: Scene) -> Event | None:
    """People have said what it was, or play on: nobody objects to a rethrow then."""
    again = scene.state.again
    if again is None or scene.account.episodes[again.seat].arrived:
        return None
    hand, before = _hand_again(scene, again), scene.rnd.hands[again.seat] or ()
    laid = _laid_since(scene, again)
    if len(hand) + len(laid) == len(before):
        again = replace(again, hand=(*hand, *laid))
        scene.note(again=again)
    if Counter(hand) == Counter(before):
        scene.note(again=None)
        return None
    if again.lay_badly is False:
        return _second_throw(scene, again)
    is_laid = again.hand is not None and len(hand) < len(before)
    plays_on = is_laid and scene.account.owed(again.seat) <= 0
    return rethrown(scene, again) if again.lay_badly or plays_on else None


def _laid_since(scene: Scene, again: Ready) -> Faces:
    """What the player has laid in sets, before or after it was seen which die was thrown: one that
    was pushed into the middle makes none."""
    layout, before = scene.laid.layout, scene.rnd.table.count
    if again.seat != scene.rnd.turn or not layout.is_legal or before - layout.count:
        return ()
    return tuple((layout.count - before).elements())


def _second_throw(scene: Scene, again: Ready) -> Thrown:
    seat = again.seat
    scene.note(again=None)
    scene.note_kept(seat, None)
    scene.landed = again.dice
    hand = again.hand or whole_hand(scene.account, seat, scene.rnd)
    return Thrown(scene.match.players[seat], hand, again.cup)


def _hand_again(scene: Scene, again: Ready) -> Faces:
    """What is off the mat is unread: it is thrown once more."""
    mine = scene.own(again.seat)
    return tuple(UNREAD if k.die.zone is Zone.OUTSIDE else k.face for k in mine)


def rethrown(scene: Scene, again: Ready) -> Rethrown:
    scene.note(again=None)
    scene.landed = again.dice
    hand = again.hand or hand_after(scene.account, again.seat, scene.rnd)
    # A rethrow changes no count: one that rolled among the sets is not found yet.
    owed = max(0, len(scene.rnd.hands[again.seat] or ()) - len(hand))
    return Rethrown(scene.match.players[again.seat], (*hand, *[UNREAD] * owed))


def has_thrown(rnd: Round, seat: int) -> bool:
    """In the own turn, or before it where both throw first."""
    if seat != rnd.turn:
        return rnd.early and rnd.turns == 0
    return rnd.phase is Phase.TO_PLAY


def waits_for(match: Match, seat: int) -> bool:
    """Whether this player's throw waits for a die that could not be read."""
    waiting = match.waiting
    return isinstance(waiting, Thrown | Rethrown) and match.seat(waiting.player) == seat


def lay_badly(episode: Episode) -> bool:
    """What the camera saw of the dice that went: all of them lay badly, or seemed to."""
    return all(away.known.die.seems_badly for away in episode.taken)
