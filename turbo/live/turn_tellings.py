"""When a turn is over: by a button, by the other's throw, or by itself when all lies still."""

from collections import Counter

from turbo.game.dice import UNREAD
from turbo.game.events import Event, HandedOver, Passed, Thrown, Verdict
from turbo.game.match import Phase, Round
from turbo.game.reasons import seconds
from turbo.live.laying import in_sets, laid_of, same_layout
from turbo.live.state import Over, StepContext, foreseen
from turbo.live.tracked_die import TrackedDie, faces_of, has_unread
from vision.mat.plan import Zone


def waiting(scene: StepContext) -> Event | None:
    """What waits for a doubt to be answered: a table that was read and refused since then does
    not, its player mends it and hands it over again."""
    event, completed = scene.match.waiting, scene.state.completed
    is_refused = isinstance(event, HandedOver) and completed == (scene.match.rejected, event)
    return None if is_refused else event


def hand_over(scene: StepContext) -> Event | None:
    """The last decider: everything else has been told."""
    state, rnd = scene.state, scene.rnd
    # The first table that lay still after it: what is laid later is none of that press.
    if state.press is not None and state.pressed_on is None:
        scene.note(pressed_on=scene.laid.layout)
    if rnd.phase is Phase.TO_COUNT or waiting(scene) is not None:
        return None
    if state.press is not None and state.press.seat == 1 - rnd.turn:
        scene.note(press=None)  # that turn has ended meanwhile by the other's throw
    if scene.state.press is not None:
        return _by_press(scene)
    over = as_it_lies(scene)
    if isinstance(over, Passed):
        return _passed(scene, over)
    if rnd.phase is Phase.TO_THROW:
        return implied_throw(scene) if _is_play(scene) else None
    # By itself only what counts is handed over: whoever lays a wrong table is still laying.
    is_accepted = foreseen(scene.match, over).verdict is Verdict.ACCEPTED
    if not is_accepted or not _is_time(scene, over):
        return None
    scene.note(over=Over.STILL)
    if scene.tracked.owed(1 - rnd.turn) > 0:
        scene.because("taken", scene.match.players[1 - rnd.turn])
    else:
        scene.because("still", seconds(state.quiet_s))
    return over


def over_at_once(scene: StepContext) -> Event | None:
    """The other player takes up dice while the hand is there still: they go into the cup."""
    rnd, state = scene.match.round, scene.state
    if rnd is None or rnd.phase is not Phase.TO_PLAY or scene.match.waiting is not None:
        return None
    is_busy = state.ready is not None or state.again is not None or state.press is not None
    is_open = scene.tracked.is_explained and not scene.laid.doubtful
    lying, others = scene.tracked.lying, Zone.hand(1 - rnd.turn)
    is_theirs = all(id_ in lying and lying[id_].owner is others for id_ in state.taken)
    if is_busy or not is_open or not is_theirs or not _is_enough(scene, len(state.taken)):
        return None
    return _over_by_taking(scene, as_it_lies(scene))


def _is_enough(scene: StepContext, taken: int) -> bool:
    """Whether so many of the other's dice are taken up to be thrown."""
    least = min(scene.tuning.taken_up, len(scene.rnd.hands[1 - scene.rnd.turn] or ()))
    return 0 < least <= taken


def _over_by_taking(scene: StepContext, over: HandedOver | Passed) -> Event | None:
    """If nothing was laid that is a pass, and who goes on laying takes it back. The last pass of a
    block ends the round, so that it waits for what comes after it."""
    blanks = scene.rnd.blanks + isinstance(over, Passed)
    is_last = blanks >= scene.match.options.blank_turns
    if is_last or foreseen(scene.match, over).verdict is not Verdict.ACCEPTED:
        return None
    scene.note(over=Over.STILL, taken=())
    scene.because("taken", scene.match.players[1 - scene.rnd.turn])
    return over


def _passed(scene: StepContext, over: Passed) -> Event | None:
    """The other player has taken up dice, the hand is gone, and they are nowhere."""
    rnd, tracked = scene.rnd, scene.tracked
    theirs = tracked.episodes[1 - rnd.turn]
    # Nothing else may be in the air: a die that is missed may be the play that is being made.
    is_open = tracked.owed(rnd.turn) <= 0 and not tracked.table_away and not tracked.unmatched
    is_long = scene.state.at_s - theirs.left_s >= scene.tuning.taken_s
    if rnd.phase is not Phase.TO_PLAY or theirs.arrived or not is_open or not is_long:
        return None
    return _over_by_taking(scene, over) if _is_enough(scene, len(theirs.taken)) else None


def as_it_lies(scene: StepContext) -> HandedOver | Passed:
    """The table as it would be handed over now. A hand with a doubtful die is not held against the
    player, nor one with a die that nobody can tell from one that is hidden."""
    rnd = scene.rnd
    player, seen = scene.match.players[rnd.turn], faces_of(scene.own(rnd.turn))
    is_doubtful = UNREAD in seen or bool(scene.tracked.surely_changed(rnd.turn))
    hand = None if is_doubtful else seen
    if same_layout(scene.laid.layout, rnd.table):
        return rolled_in(scene) or Passed(player, hand)
    return HandedOver(scene.laid.layout, player, hand)


def rolled_in(scene: StepContext) -> HandedOver | None:
    """A thrown die lies where it may be laid, in a row with a set: it rolled there, or was laid
    before anybody saw it. When the turn ends it is of the table either way."""
    rnd, mine = scene.rnd, scene.own(scene.rnd.turn)
    laid = [] if rnd.phase is not Phase.TO_PLAY or has_unread(mine) else in_a_row(scene, rnd.turn)
    if not laid:
        return None
    table = laid_of([*scene.laid.dice, *laid], scene.setting.layouts)
    hand = faces_of(known for known in mine if known not in laid)
    over = HandedOver(table.layout, scene.match.players[rnd.turn], hand)
    is_accepted = foreseen(scene.match, over).verdict is Verdict.ACCEPTED
    return over if is_accepted and not table.doubtful else None


def in_a_row(scene: StepContext, seat: int) -> list[TrackedDie]:
    """The player's thrown dice that lie in the middle, in legal sets."""
    landed = [known for known in scene.own(seat) if known.die.zone is Zone.TABLE]
    if not landed:
        return []
    sets = in_sets(laid_of([*scene.laid.dice, *landed], scene.setting.layouts))
    return [known for known in landed if known.id in sets]


def over_if_played(scene: StepContext) -> Event | None:
    """The second player may throw before the first hand-over; after a play that is one."""
    over = as_it_lies(scene)
    is_play = scene.rnd.phase is Phase.TO_PLAY and isinstance(over, HandedOver)
    accepted = is_play and foreseen(scene.match, over).verdict is Verdict.ACCEPTED
    return over if accepted else over_before(scene)


def over_before(scene: StepContext) -> HandedOver | None:
    """The table as it lay at rest before the other's throw rolled into it: what lies there now may
    be broken up, but a play that could be handed over was one."""
    before, rnd = scene.state.rested, scene.rnd
    if before is None or rnd.phase is not Phase.TO_PLAY or _is_back(scene):
        return None
    layout, hands = before
    hand = None if UNREAD in hands[rnd.turn] else hands[rnd.turn]
    over = HandedOver(layout, scene.match.players[rnd.turn], hand)
    return over if foreseen(scene.match, over).verdict is Verdict.ACCEPTED else None


def _is_back(scene: StepContext) -> bool:
    """Whether the whole hand of who is in turn lies there: nothing was laid, or it was taken back
    before the other threw."""
    turn = scene.rnd.turn
    return Counter(faces_of(scene.own(turn))) == Counter(scene.rnd.hands[turn] or ())


def implied_throw(scene: StepContext) -> Event | None:
    """A throw whose faces all came up as before, once the player acts on it."""
    turn = scene.rnd.turn
    perhaps, hand = scene.state.perhaps[turn], scene.rnd.hands[turn]
    if perhaps is None or hand is None:
        return None
    scene.note_perhaps(turn, None)
    scene.note_kept(turn, ())
    scene.because("as-before", scene.match.players[turn])
    return Thrown(scene.match.players[turn], hand, perhaps.cup)


def _is_play(scene: StepContext) -> bool:
    layout = scene.laid.layout
    return bool(scene.rnd.played_from(layout)) and layout.is_legal


def _is_time(scene: StepContext, over: HandedOver) -> bool:
    """By itself: the table lies still for a while, or the other player takes up dice."""
    rnd, tracked, tuning = scene.rnd, scene.tracked, scene.tuning
    if tracked.owed(rnd.turn) > 0 or tracked.table_away:
        return False
    if tracked.owed(1 - rnd.turn) > 0:
        # The other goes on: that ends a turn as a press does, but a die that is only looked at does
        # not.
        return scene.state.at_s - tracked.episodes[1 - rnd.turn].left_s >= tuning.taken_s
    if tuning.hand_over_s is None or (over.hand and same_layout(scene.laid.layout, rnd.table)):
        return False  # what rolled to a set by chance ends no turn: who threw it still thinks
    return scene.state.quiet_s >= (tuning.hand_over_s if over.hand else tuning.out_s)


def _by_press(scene: StepContext) -> Event | None:
    state, rnd, tracked = scene.state, scene.rnd, scene.tracked
    press = state.press
    assert press is not None
    if state.at_s - press.at_s > scene.tuning.press_s:
        scene.note(press=None)
        return None
    missing = tracked.owed(rnd.turn) > 0 or bool(tracked.table_away)
    missing = missing or bool(tracked.surely_changed(rnd.turn))
    # Both: since the press, and since nothing moves.
    waited_s = min(state.at_s - press.at_s, state.quiet_s)
    if missing and (state.hidden or waited_s < scene.tuning.patience_s):
        return None  # what is hidden is no proof of a fault: the words say what to lift
    if rnd.phase is Phase.TO_THROW and (thrown := implied_throw(scene)):
        return thrown
    over = as_it_lies(scene)
    if _has_passed(scene, rnd):
        over = Passed(scene.match.players[rnd.turn], over.hand)
    # Whether two dice touch decides it: it is asked before anybody is refused.
    if scene.laid.doubtful and _is_bad(scene, over):
        return None
    scene.note(press=None, over=None if state.over is Over.STILL else state.over)
    scene.because("press", scene.match.players[rnd.turn])
    return over


def _has_passed(scene: StepContext, rnd: Round) -> bool:
    """A press that had to wait was made over the table as it was accepted, and the player has
    laid nothing since: what lies there now is the other's doing."""
    table, hand = scene.state.pressed_on, rnd.hands[rnd.turn] or ()
    is_whole = Counter(faces_of(scene.own(rnd.turn))) == Counter(hand)
    is_as_before = table is not None and same_layout(table, rnd.table)
    return is_as_before and is_whole and rolled_in(scene) is None


def _is_bad(scene: StepContext, over: HandedOver | Passed) -> bool:
    """Whether a hand-over would be rejected; a pass is left to the referee."""
    is_table = isinstance(over, HandedOver)
    return is_table and foreseen(scene.match, over).verdict is Verdict.REJECTED


def goes_on(scene: StepContext) -> bool:
    """After a hand-over by itself the same player lays more: it was no hand-over yet. What came to
    the table is gone from that hand; a die of the other's throw may show the same face."""
    rnd = scene.match.round
    if scene.state.over is not Over.STILL or rnd is None or rnd.phase is not Phase.TO_THROW:
        return False
    added = scene.laid.layout.count - rnd.table.count
    before = 1 - rnd.turn
    gone = Counter(rnd.hands[before] or ()) - Counter(faces_of(scene.own(before)))
    return bool(added) and added <= gone and not scene.tracked.episodes[rnd.turn].taken
