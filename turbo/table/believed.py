"""A table that is believed, or disturbed: how it is taken into account, and which phase follows.

Each function is what one input does in one phase; `turbo.table.machine` says which.
"""

from turbo.game.dice import HAND
from turbo.game.match import Round
from turbo.keeping.session import Notice
from turbo.table.audit import differences
from turbo.table.scene import Scene
from turbo.table.settling import Cause, TableDisturbed, TableSettled
from turbo.table.state import Phase
from turbo.table.throws import first_throwers
from vision.mat.plan import Zone


def _take(scene: Scene, table: TableSettled) -> None:
    """What lies there, explained from the last time that all was explained."""
    still_s = scene.state.still_s  # a table told again for its faces lies still as before
    still_s = table.at_s if still_s is None else still_s
    scene.note(still_s=still_s, hand_s=None, hidden=table.hidden)
    agreed = scene.state.agreed
    scene.account = (scene.account if agreed is None else agreed).copy()
    scene.account.take(table)
    is_bare = len(scene.account.lying) <= scene.tuning.bare_table
    if scene.match.round is None and is_bare:
        scene.note(cleared=True)
    if table.bump_mm:
        scene.say(Notice("camera-bumped", (f"{table.bump_mm:.0f}",)))


def rest(scene: Scene, table: TableSettled) -> None:
    _take(scene, table)
    if _is_emptied(scene):
        _forget_dice(scene)
        scene.note(phase=Phase.EMPTIED)
    else:
        scene.look()
        scene.note(phase=_resting(scene.state.phase))


def _resting(phase: Phase) -> Phase:
    return Phase.RESTING if phase is Phase.MOVING else phase


def _is_emptied(scene: Scene) -> bool:
    """Eighteen dice were in the round, and now they are in the bag."""
    rnd = scene.match.round
    if rnd is None or None in rnd.hands:
        return False
    return len(scene.account.lying) <= scene.tuning.bare_table


def _forget_dice(scene: Scene) -> None:
    """What lies there is compared with the match anew."""
    scene.account = scene.setting.account()
    scene.note(agreed=None)
    scene.look()


def join(scene: Scene, table: TableSettled) -> None:
    """The first look. In an open round the dice are those of the match, not new ones."""
    _take(scene, table)
    account, rnd = scene.account, scene.match.round
    is_bare = len(account.lying) <= scene.tuning.bare_table
    if rnd is None:
        is_first = len(account.lying) == HAND
        if not is_first:
            account.restart(stale=True)
        scene.note(cleared=is_bare or is_first)
    else:
        scene.note(cleared=is_bare)
        if rnd.hands != (None, None):
            _claim(scene, rnd)
    scene.agree()
    scene.look()
    is_other = bool(differences(scene.match, account, scene.laid))
    scene.note(phase=Phase.DIFFERENT if is_other else Phase.RESTING)


def _claim(scene: Scene, rnd: Round) -> None:
    """Nine dice before a player who has not thrown yet are a throw; all others are known."""
    awaited, account = [Zone.hand(seat) for seat in first_throwers(rnd)], scene.account
    account.strangers = [id_ for id_ in account.strangers if account.lying[id_].die.zone in awaited]


def rejoin(scene: Scene, table: TableSettled) -> None:
    """The dice were in the bag, and some lie there again: are they the ones of the match?"""
    _forget_dice(scene)
    _take(scene, table)
    if _is_emptied(scene):
        _forget_dice(scene)
        return
    join(scene, table)
    if scene.state.phase is Phase.DIFFERENT:
        scene.note(phase=Phase.EMPTIED)


def compare(scene: Scene, table: TableSettled) -> None:
    """While people are asked which is right, the dice are followed and nothing is told."""
    _take(scene, table)
    scene.look()


def move(scene: Scene, disturbed: TableDisturbed) -> None:
    is_hand = disturbed.cause is Cause.HAND
    reach = scene.state.reach if disturbed.side is None else disturbed.side
    scene.note(still_s=None, hand_s=disturbed.at_s if is_hand else None, reach=reach)
    if scene.state.phase is Phase.RESTING:
        scene.note(phase=Phase.MOVING)
