"""What waits for a die to be read: completed when somebody says it, or when it can be read."""

from collections.abc import Sequence

from turbo.game.dice import UNREAD, Face, without
from turbo.game.events import Event, HandCorrected, HandedOver, Passed, Rethrown, Thrown
from turbo.game.layout import Layout
from turbo.game.sets import Faces
from turbo.live.state import StepContext
from turbo.live.throws import hand_after
from turbo.live.tracked_die import looks_only_like
from turbo.live.turn_tellings import as_it_lies, waiting
from vision.mat.plan import Zone


def complete(scene: StepContext) -> Event | None:
    """A doubt that held something up is answered, or was read after all."""
    event = waiting(scene)
    if isinstance(event, Thrown | Rethrown):
        return _complete_throw(scene, event)
    if isinstance(event, HandedOver):
        over = as_it_lies(scene)
        known = (over, event)
        # Each completion once: what was refused is not told again for as long as it lies so.
        if _is_readable(over) and over != event and scene.state.completed != known:
            scene.note(completed=known)
            scene.because("completed")
            return over
    return None


def _complete_throw(scene: StepContext, event: Thrown | Rethrown) -> Event | None:
    seat = scene.match.seat(event.player)
    if scene.tracked.episodes[seat].arrived and not _were_hidden(scene, event):
        return None
    _find_hidden(scene, event)
    if _plays_on(scene, event):
        _take_as_read(scene, event)
    hand = (*hand_after(scene.tracked, seat, scene.rnd), *laid_since(scene, event))
    known = (event, hand)
    if UNREAD in hand or len(hand) != len(event.hand) or scene.state.completed == known:
        return None
    # What was read is not what lies there now: dice were hit, or thrown a second time.
    if not fits(hand, event.hand):
        return None
    scene.note(completed=known)
    scene.because("completed")
    return HandCorrected(event.player, hand)


def _were_hidden(scene: StepContext, event: Thrown | Rethrown) -> bool:
    """Whether the dice that came are those for which the throw waits: its player has taken up none
    since it was told, and no more came than were out of sight. They are of the hand then."""
    seat = scene.match.seat(event.player)
    episode = scene.tracked.episodes[seat]
    is_more = len(episode.arrived) > event.hand.count(UNREAD)
    if not scene.tracked.behind or is_more or episode.left_s > scene.state.thrown_s:
        return False  # what nothing hid was off the mat, and is thrown again
    scene.tracked.land_all(seat)
    scene.agree()
    scene.look()
    return True


def _find_hidden(scene: StepContext, event: Thrown | Rethrown) -> None:
    """A die that nobody missed came to light while a throw waits for one that was behind a cup: it
    lies where that stood, or before who threw. Where more come than are missed, nobody knows."""
    tracked, seat = scene.tracked, scene.match.seat(event.player)
    new = [tracked.lying[id_] for id_ in tracked.unmatched]
    others = {*tracked.unmatched, *tracked.episodes[1 - seat].arrived}
    found = [known for known in tracked.hand(seat) if known.id not in others]
    missed = len(event.hand) - len(found) - len(laid_since(scene, event))
    behind = [known for known in new if tracked.was_behind(known.die)]
    mine = behind or [known for known in new if known.die.zone is Zone.hand(seat)]
    if 0 < len(mine) <= missed:
        tracked.land(seat, [known.id for known in mine])
        # All are found: from now on nothing stands for a die out of sight.
        tracked.behind = () if len(mine) == missed else tracked.behind
        scene.agree()
        scene.look()


def laid_since(scene: StepContext, event: Thrown | Rethrown) -> Faces:
    """Dice of a throw that waits which the player has laid meanwhile: who lays dice means that all
    of them had lain well."""
    added = scene.laid.layout.count - scene.rnd.table.count
    is_legal = scene.laid.layout.is_legal and not scene.rnd.table.count - scene.laid.layout.count
    laid = tuple(added.elements())
    is_own = scene.match.seat(event.player) == scene.rnd.turn and fits(laid, event.hand)
    return laid if is_legal and is_own else ()


def _plays_on(scene: StepContext, event: Thrown | Rethrown) -> bool:
    """Dice of the throw were laid, or the other player has gone on: nobody takes a die for one that
    has to be thrown again."""
    seat = scene.match.seat(event.player)
    ready, other = scene.state.ready, scene.tracked.episodes[1 - seat]
    has_thrown = ready is not None and ready.seat != seat
    is_taken = scene.tracked.owed(1 - seat) > 0 or bool(other.arrived)
    return has_thrown or is_taken or bool(laid_since(scene, event))


def _take_as_read(scene: StepContext, event: Thrown | Rethrown) -> None:
    """A die that seemed to lean, and that people play on with, lies well: it shows the only face
    that it looks like, if there is only one."""
    for known in scene.tracked.hand(scene.match.seat(event.player)):
        face, zone = looks_only_like(known.die), known.die.zone
        if known.face.is_unread and zone is not Zone.OUTSIDE and known.die.lies_badly and face:
            scene.tracked.answer(known.id, face)


def fits(faces: Sequence[Face], emitted: Faces) -> bool:
    """Whether these are among those that were told; one that was unread then may be any."""
    return len(without(faces, emitted)) <= emitted.count(UNREAD)


def _is_readable(over: HandedOver | Passed) -> bool:
    layout = over.layout if isinstance(over, HandedOver) else Layout()
    return not layout.has_unread and UNREAD not in (over.hand or ())
