"""Dice that a throw has hit are set back as they lay: who may do that, and with which dice.

A die that is thrown again rolls into the others and tips one. Who set that one back has turned a
die by hand, and so has who turns one to a better face. They differ in what was seen before: in the
same throw a die lay there well and showed that face, and what shows another now came only since; a
die that was kept and showed that face was hit when the others came out of the cup; or one shows it
that seemed to be tipped, and was of the throw: the one that was taken for it is set back. A face
that was never seen, or a die that lay there all the time, is no such thing: it was turned.
"""

from collections import Counter

from turbo.game.dice import Face, hand_text
from turbo.game.events import Event, HandCorrected
from turbo.game.sets import Faces
from turbo.live.recovery import land_left_over
from turbo.live.settling import Snapshot
from turbo.live.state import StepContext, with_seat
from turbo.live.throws import has_thrown
from turbo.live.whereabouts import left_over
from turbo.storage.session import Notice
from vision.mat.plan import Zone


def put_back(scene: StepContext) -> Event | None:
    """No second throw and no die that was turned; it is said openly, so that the other player can
    object."""
    if scene.match.waiting is not None:
        return None
    # Who is in turn first: the throw that has hit is mostly theirs.
    for seat in (scene.rnd.turn, 1 - scene.rnd.turn):
        emitted, hand = scene.rnd.hands[seat], left_over(scene.tracked, scene.rnd, seat)
        if (
            emitted
            and hand
            and has_thrown(scene.rnd, seat)
            and _is_set_back(scene, seat, emitted, hand)
        ):
            return _emitted(scene, seat, emitted, hand)
    return None


def _emitted(scene: StepContext, seat: int, emitted: Faces, hand: Faces) -> Event:
    player, back = scene.match.players[seat], Counter(hand) - Counter(emitted)
    land_left_over(scene, seat)
    scene.because("set-back")
    scene.note(again=None, ready=None, hit=with_seat(scene.state.hit, seat, ()))
    scene.say(Notice("set-back", (player, hand_text(back.elements()))))
    return HandCorrected(player, hand)


def _is_set_back(scene: StepContext, seat: int, emitted: Faces, hand: Faces) -> bool:
    back, gone = Counter(hand) - Counter(emitted), Counter(emitted) - Counter(hand)
    # More than lie badly at once were not hit but chosen.
    if len(hand) != len(emitted) or not 0 < back.total() <= scene.tuning.cocked_at_once:
        return False
    if not back - Counter(scene.state.hit[seat]) and not gone - _thrown(scene, seat, emitted):
        return True
    from_s, until_s = scene.state.cast_s[seat], scene.state.hand_emitted_s[seat]
    rests = (table for table in scene.state.rests if from_s < table.at_s < until_s)
    lay = ((_lay_well(scene, seat, table), _lay_under_others(scene, table)) for table in rests)
    # Both: the face was seen on a die that lay well, and what gave way for it came only since.
    return any(
        (back - before).total() <= under and not gone - (Counter(emitted) - before)
        for before, under in lay
    )


def _lay_under_others(scene: StepContext, table: Snapshot) -> int:
    """How many dice were out of sight then because others lay on them: what those showed nobody
    could see."""
    above = sum(die.seems_badly and die.zone is not Zone.OUTSIDE for die in table.dice)
    return max(0, min(above, len(scene.tracked.lying) - len(table.dice)))


def _thrown(scene: StepContext, seat: int, emitted: Faces) -> Counter[Face]:
    """What the throw has brought: a die that it had tipped was told with it, where another one came
    up with the face of that one."""
    return Counter(emitted) - Counter(scene.state.kept[seat] or ())


def _lay_well(scene: StepContext, seat: int, table: Snapshot) -> Counter[Face]:
    """What the player's dice showed then, as far as they lay well and could be read."""
    rnd = scene.rnd
    seen = Counter(d.face for d in table.dice if not d.face.is_unread and not d.seems_badly)
    return seen - rnd.table.count - Counter(rnd.hands[1 - seat] or ())
