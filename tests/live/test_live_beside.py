"""How play looks from beside the table, where a hand, an arm or a cup hides more and for longer:
what films from there showed that nobody had thought of, each acted out by hand."""

from collections import Counter
from dataclasses import replace

from tests.support.live_game import ANN, ANNS, BOB, BOBS, BY_ITSELF, Game
from tests.support.standing import stand
from turbo.game.dice import UNREAD, parse_hand
from turbo.game.events import Thrown
from turbo.game.observation import Doubt, Point
from turbo.game.sets import Faces
from turbo.live.belief.decide import next_ends
from turbo.live.belief.disorder import as_it_lay
from turbo.live.belief.hypothesis import OpenThrow
from turbo.live.belief.measurement import face_cost
from turbo.live.belief.model import Model
from turbo.live.belief.moment import Moment
from turbo.live.belief.tell import told
from turbo.live.belief.throws import forced
from turbo.live.body import TABLE
from turbo.live.occlusion import StandingOccluder
from turbo.live.settling import Cause, TableDisturbed
from turbo.live.snapshot import Snapshot
from turbo.live.tuning import LiveTuning

BOBS_CUP = StandingOccluder(((440.0, 20.0), (510.0, 20.0), (510.0, 80.0), (440.0, 80.0)), 0.0)


def around(game: Game, name: int) -> StandingOccluder:
    """A thing over the place of this die."""
    x, y = game.acts.dice[name].x_mm, game.acts.dice[name].y_mm
    corners = ((x - 30, y - 30), (x + 30, y - 30), (x + 30, y + 30), (x - 30, y + 30))
    return StandingOccluder(corners, game.acts.at_s)


def throw_one_behind_the_cup(game: Game, text: str) -> None:
    """Bob's first throw, of which die 17 lies behind the cup."""
    dice = dict(enumerate(parse_hand(text), 9 * BOB))
    places: dict[int, Point] = dict(zip(dice, game.row(BOB), strict=True)) | {17: (475.0, 50.0)}
    stand(game, BOBS_CUP)
    game.acts.covered.add(17)
    game.acts.pour(dice, places)
    game.rest(1.0)
    assert game.told() == ["round Ann", "throw Ann"]


def test_who_starts_throws_again_before_the_others_first_throw_is_told() -> None:
    """Both have passed: a die of the second throw came to light only with the third."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    throw_one_behind_the_cup(game, BOBS)
    game.acts.collect(range(9))
    game.acts.shake()
    stand(game)
    game.acts.covered.clear()
    again = dict(enumerate(parse_hand("r2 k3 o9 o1 r5 k11 b9 k13 o12")))
    places: dict[int, Point] = {name: (x + 14, y - 14) for name, (x, y) in enumerate(game.row(ANN))}
    game.acts.pour(again, places)
    game.rest(2.0)
    told = [one for one in game.told() if not one.startswith("correct")]
    assert told[-3:] == ["pass Ann", "pass Bob", "throw Ann"]
    assert "throw Bob" in told[0] and not any("rejected" in one for one in told)


def test_who_lays_of_a_throw_that_is_not_told_yet_is_in_turn() -> None:
    """Nobody lays in the other's turn, though one die of his throw lies behind the cup."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    throw_one_behind_the_cup(game, "b6 k6 o6 o1 r12 b13 o4 r5 k1")
    game.lay([9, 10, 11])
    assert game.told() == ["pass Ann"]
    game.acts.covered.clear()
    stand(game)
    game.rest(3.0)
    assert game.told() == ["throw Bob", "table Bob"]
    assert game.match.round is not None
    assert game.match.round.table.count == Counter(parse_hand("b6 k6 o6"))


def test_who_has_laid_before_the_last_die_of_the_throw_shows_is_in_turn_as_well() -> None:
    """The throw was told with one die that nobody knew; once that shows, the other goes on."""
    game = Game(BY_ITSELF).start()
    game.throw(ANN, ANNS)
    throw_one_behind_the_cup(game, "b6 k6 o6 o1 r12 b13 o4 r5 k1")
    game.rest(9.0)
    assert game.told() == ["throw Bob: unsure"]
    game.lay([9, 10, 11])
    game.acts.covered.clear()
    stand(game)
    game.acts.collect(range(9))
    believed = game.watched.dispatcher.table.state.stories[0].match.round
    assert believed is not None and believed.turn == BOB
    game.throw(ANN, "r2 k3 o9 o1 r5 k11 b9 k13 o12")
    assert game.told() == ["correct Bob", "pass Ann", "table Bob", "throw Ann"]


def test_a_die_under_an_arm_that_comes_up_as_before_elsewhere_was_thrown() -> None:
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r2", [3])
    game.told()
    stand(game, around(game, 17), is_over=True)
    game.acts.covered.add(17)
    game.rest(2.0)
    game.acts.covered.clear()
    game.acts.pour({17: parse_hand("k1")[0]}, {17: (300.0, 90.0)})
    game.rest(1.0)
    stand(game)
    game.throw(ANN, "r3", [3])
    game.rest(1.0)
    assert game.told() == ["pass Ann", "throw Bob", "pass Bob", "throw Ann"]


def test_who_reaches_in_right_after_the_dice_lie_has_not_poured_them() -> None:
    """Before anybody could look at them in peace."""
    game = Game()
    game.rest(0.6)
    disturb = game.watched.dispatcher.step
    disturb(TableDisturbed(game.acts.at_s, Cause.HAND, ANN))
    nine = dict(enumerate(parse_hand(ANNS)))
    game.acts.pour(nine, dict(zip(nine, game.middle(9), strict=True)))
    disturb(TableDisturbed(game.acts.at_s, Cause.HAND, BOB))
    game.rest(0.8)
    assert game.told() == ["round Ann", "throw Ann"]


def test_what_people_said_of_an_unread_die_ends_once_it_is_read() -> None:
    """Thrown again and unread again, it is asked for again."""
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[4] = ((Doubt.COVERED,), ())
    game.throw(ANN, "r4 o4", [3, 4])
    game.rest(9.0)
    game.answer("o4")
    assert game.told()[-1] == "correct Ann"
    game.acts.odd.clear()
    game.rest(1.0)
    game.throw(BOB, "r2 k3", [9, 10])
    game.acts.odd[4] = ((Doubt.COVERED,), ())
    game.throw(ANN, "k6 b6", [3, 4])
    game.rest(9.0)
    assert game.told() == ["pass Ann", "throw Bob", "pass Bob", "throw Ann: unsure"]
    assert game.watched.last.questions


def test_a_refused_throw_counts_once_the_die_that_it_had_turned_is_set_back() -> None:
    """Also where nobody can tell which of two it was that had been hit."""
    game = Game().opened()
    game.press(BOB)
    game.told()
    x, y = game.acts.dice[3].x_mm, game.acts.dice[3].y_mm
    thrown = list(range(4, 9))
    game.acts.collect(thrown)
    game.acts.shake()
    game.acts.put(3, parse_hand("b8")[0], x + 17.0, y + 1.0)
    places: dict[int, Point] = {name: (120.0 + 60.0 * name, 420.0) for name in thrown}
    places[4] = (x - 2.0, y - 23.0)
    game.acts.odd[4] = ((Doubt.COVERED,), ())
    game.acts.pour(dict(zip(thrown, parse_hand("r* k3 o9 o1 k11"), strict=True)), places)
    game.rest(0.6)
    game.acts.odd.clear()
    game.rest(3.0)
    assert game.told() == ["throw Ann: rejected"]
    game.acts.turn(3, parse_hand("r1")[0])
    game.rest(3.0)
    assert game.told() == ["throw Ann"]
    assert game.match.round is not None
    assert Counter(game.match.round.hands[ANN] or ()) == Counter(parse_hand("r1 r* k3 o9 o1 k11"))


def test_all_dice_of_a_throw_that_comes_to_light_bit_by_bit_are_no_leaning_ones() -> None:
    """The first of them lay there alone for a moment."""
    game = Game().start()
    game.throw(ANN, ANNS)
    game.throw(BOB, BOBS)
    assert game.told() == ["round Ann", "throw Ann", "throw Bob"]
    thrown = list(range(2, 9))
    game.acts.collect(thrown)
    game.acts.shake()
    faces = dict(zip(thrown, parse_hand("b9 k3 o9 o1 r5 k11 b13"), strict=True))
    places: dict[int, Point] = {name: (60.0 + 60.0 * name, 400.0) for name in thrown}
    game.acts.pour({8: faces.pop(8)}, {8: places.pop(8)})
    game.rest(0.6)
    game.acts.pour(faces, places)
    game.rest(2.0)
    assert game.told() == ["pass Ann", "pass Bob", "throw Ann"]


def laid_under_a_hand(thrown: str, doubted: float, laid: str, *, is_flat_since: bool) -> Game:
    """Ann has thrown dice of which the third seemed to lean; taken up, they lie in a row."""
    game = Game().opened()
    game.press(BOB)
    game.told()
    game.acts.odd[5] = ((Doubt.COCKED,), ())
    game.acts.doubted = doubted
    game.throw(ANN, thrown, range(3, 9))
    if is_flat_since:
        game.acts.odd.clear()
    game.rest(2.0)
    game.acts.collect([3, 4, 5])
    game.acts.shake()
    game.acts.odd.clear()
    game.acts.in_cup.clear()
    game.acts.covered |= {3, 4, 5}
    for place, (name, face) in enumerate(zip((3, 4, 5), parse_hand(laid), strict=True)):
        game.acts.put(name, face, 300.0 + 17.0 * place, 250.0)
    game.rest(0.3)
    game.acts.covered.clear()
    game.rest(2.0)
    game.press(ANN)
    return game


def test_a_die_that_seemed_to_lean_once_was_thrown_again_before_it_was_laid() -> None:
    """It was read as lying flat since, and nobody saw the second throw."""
    game = laid_under_a_hand("r6 r7 b10 k3 o9 k11", 0.45, "r6 r7 r8", is_flat_since=True)
    assert game.told() == ["throw Ann", "rethrow Ann", "table Ann"]


def test_who_lays_a_die_that_seemed_to_lean_as_it_was_has_not_thrown_it() -> None:
    """It seemed to when it was seen last, though its face could be read."""
    game = laid_under_a_hand("r6 r7 r8 k3 o9 k11", 0.5, "r6 r7 r8", is_flat_since=False)
    assert game.told() == ["throw Ann", "table Ann"]


def test_a_die_that_is_tidied_into_the_hand_leans_no_more_there() -> None:
    """A 6 that seems to lean and may be a 9 is the 6 that it was."""
    game = Game().opened()
    game.press(BOB)
    game.told()
    game.acts.odd[8] = ((Doubt.COCKED,), ())
    game.acts.doubted = 0.42
    game.acts.carry(8, 520.0, 420.0)
    game.rest(1.0)
    game.throw(ANN, "r6 r7 b10 k3 o9", range(3, 8))
    game.rest(9.0)
    assert game.told() == ["throw Ann"]


def test_a_die_of_a_set_that_no_look_shows_was_not_hit_by_a_throw() -> None:
    """Dice beside each other hide each other's sides, so that one is not found for a while."""
    game = Game().opened()
    game.press(BOB)
    game.told()
    thrown = [3, 4, 5]
    game.acts.collect(thrown)
    game.acts.shake()
    game.acts.covered.add(2)
    places: dict[int, Point] = {3: (80.0, 170.0), 4: (220.0, 300.0), 5: (260.0, 300.0)}
    game.acts.pour(dict(zip(thrown, parse_hand("r6 r7 b10"), strict=True)), places)
    game.rest(2.0)
    assert game.told() == ["throw Ann"]


def test_the_other_throws_for_the_score_where_the_starter_is_out_at_once() -> None:
    game = Game(BY_ITSELF).start()
    game.throw(ANN, "b3 b4 b5 r6 k6 o6 o8 o9 o10")
    for i in (0, 3, 6):
        game.lay([i, i + 1, i + 2], (100.0 + 40.0 * i, 250.0))
    game.rest(2.0)
    game.throw(BOB, BOBS)
    game.rest(1.0)
    assert game.told() == ["round Ann", "throw Ann", "table Ann", "throw Bob"]


def test_a_die_that_no_look_shows_lies_in_the_gap_of_its_row() -> None:
    game = Game().start()
    game.throw(ANN, "b3 b4 b5 b6 k2 o7 o8 r13 k12")
    game.acts.covered.add(2)
    game.lay([0, 1, 2, 3])
    game.rest(1.0)
    game.throw(BOB, BOBS)
    game.rest(8.0)
    game.acts.covered.clear()
    game.throw(BOB, "r5 r1", [16, 17])
    game.throw(ANN, "r3", [5])
    assert game.told()[:2] == ["round Ann", "throw Ann"]
    assert game.match.round is not None
    assert game.match.round.table.count == Counter(parse_hand("b3 b4 b5 b6"))


def test_what_was_laid_of_a_throw_that_is_told_by_force_is_of_the_throw() -> None:
    """Who has thrown has laid before anybody was sure that the turn before is over."""
    game = Game().opened("b6 k6 o6 o1 r12 b13 o4 r5 k1")
    game.press(BOB)
    game.throw(ANN, "r6 r7 r8 k3 o9 k11", range(3, 9))
    story = game.watched.dispatcher.table.state.stories[0]
    mine = [b for b in story.of(BOB) if b.face.number == 6]
    bodies = (replace(b, owner=TABLE, laid_by=BOB) if b in mine else b for b in story.bodies)
    thrown = OpenThrow(BOB, story.bodies[0].cast_s, parse_hand("b2"), frozenset(), story.bodies, 1)
    told = forced(replace(story, bodies=tuple(bodies), open=thrown), covers=False).pending
    assert isinstance(told[-1], Thrown)
    assert Counter(told[-1].hand) == Counter(parse_hand("b6 k6 o6 o1 r12 b13 o4 r5 k1"))


def test_that_a_die_was_unread_by_one_story_alone_is_all_one_once_it_is_read() -> None:
    """By either the throw comes to the same hand: both speak for it."""
    game = Game().opened()
    game.press(BOB)
    state = game.watched.dispatcher.table.state
    story, hand = state.stories[0], parse_hand("r1 k2 o7 o8 r13 k12")
    throws = [Thrown("Ann", (*hand[:-n], *[UNREAD] * n), hand) for n in (1, 2)]
    both = [story.after(one) for one in throws]
    now = Moment(state.at_s, state.quiet_s, LiveTuning())
    one, other = next_ends([(each, told(each, now)) for each in both], game.match)
    assert one == other is not None


def test_one_die_that_is_carried_to_a_set_before_its_throw_can_be_told_is_laid() -> None:
    """Another die of that throw came to light only with the other's throw."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    game.told()
    game.acts.collect([3, 4])
    game.acts.shake()
    game.acts.pour({3: parse_hand("b6")[0]}, {3: (200.0, 420.0)})
    game.rest(0.8)
    b5 = game.acts.dice[2]
    game.acts.carry(3, b5.x_mm + 16.6, b5.y_mm)
    game.rest(0.8)
    assert game.told() == []
    story = game.watched.dispatcher.table.state.stories[0]
    assert [str(body.face) for body in story.of(TABLE) if body.laid_by == ANN] == ["b6"]
    game.acts.collect([9, 10])
    game.acts.shake()
    game.acts.put(4, parse_hand("k3")[0], 260.0, 420.0)
    places: dict[int, Point] = {9: (74.0, 52.0), 10: (119.0, 52.0)}
    game.acts.pour(dict(zip((9, 10), parse_hand("r2 o3"), strict=True)), places)
    game.rest(2.0)
    assert game.told() == ["throw Ann", "table Ann", "throw Bob"]


def test_before_a_throw_the_table_lay_as_people_had_left_it() -> None:
    """Dice go on under other numbers: one that was moved in disorder, and one whose number another
    has by now. What lay about once the throw had come out is not before it, though its dice were
    moved since."""
    game = Game().opened()
    game.press(BOB)
    story = game.watched.dispatcher.table.state.stories[0]
    at_s = game.watched.at_s
    b3, b4, b5 = sorted(story.of(TABLE), key=lambda body: body.face.number or 0)
    moved = replace(b5.lies.moved(60.0, 0.0), id=999)
    thrown = story.of(ANN)[0]
    came = replace(thrown.lies, face=parse_hand("o13")[0], since_s=at_s)
    lies = {
        b5.id: replace(b5, die=moved),
        b4.id: replace(b4, die=replace(b4.lies, id=b3.id)),
        b3.id: replace(b3, die=replace(b3.lies, id=b4.id)),
        thrown.id: replace(thrown, face=came.face, die=came, cast_s=at_s),
    }
    now = replace(
        story,
        bodies=tuple(lies.get(body.id, body) for body in story.bodies),
        open=OpenThrow(ANN, at_s, (thrown.face,), frozenset(), story.bodies, 1),
    )
    lay = Snapshot(at_s - 2.0, (b3.lies, b4.lies, moved))
    lay_about = Snapshot(at_s - 1.0, (moved.moved(9.0, 9.0), b3.lies.moved(9.0, 9.0), came))
    told = as_it_lay(now, [lay, lay_about], at_s).open
    assert told is not None
    before = {body.face: body.die for body in told.before if body.owner == TABLE}
    assert before == {b3.face: b3.die, b4.face: b4.die, b5.face: moved}


def test_where_a_gap_is_in_doubt_the_dice_touch_if_that_makes_a_set() -> None:
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r6 r7 r8 k3 o9 k11", range(3, 9))
    game.acts.carry_many({3: (300.0, 250.0), 4: (316.6, 250.0), 5: (338.5, 250.0)})
    game.rest(0.8)
    game.throw(BOB, "r2", [9])
    game.rest(2.0)
    assert game.told()[-2:] == ["table Ann", "throw Bob"]


def test_a_die_that_was_moved_and_not_read_since_shows_what_it_showed() -> None:
    """Bob has moved his b6 in his hand. It could not be read at first, and leans now, so that a
    side of it is read. Wherever a b6 comes to light it is rather this one than another."""
    game = Game().opened()
    game.press(BOB)
    game.throw(ANN, "r6 r7 b10 k3 o9 k11", range(3, 9))
    game.press(ANN)
    game.acts.odd[9] = ((Doubt.COVERED,), ())
    game.acts.carry(9, 560.0, 60.0)
    game.rest(0.8)
    game.acts.odd[9] = ((Doubt.COCKED,), ())
    game.acts.doubted = 0.5
    game.acts.dice[9] = replace(game.acts.dice[9], face=parse_hand("b*")[0])
    game.rest(0.8)
    story = game.watched.dispatcher.table.state.stories[0]
    moved = [body for body in story.of(BOB) if body.face.is_unread]
    assert [str(body.lost) for body in moved] == ["b6"]
    same, other = (replace(moved[0].lies, face=face) for face in parse_hand("b6 b8"))
    assert face_cost(moved[0], same, Model()) < face_cost(moved[0], other, Model())


def test_a_die_that_leans_on_the_table_may_be_another_one() -> None:
    """In the hand it would be tidied: it leans there no more."""
    game = Game().opened()
    game.press(BOB)
    game.acts.odd[2] = ((Doubt.COCKED,), ())
    game.acts.doubted = 0.42
    game.acts.carry(2, 300.0, 250.0)
    game.rest(1.0)
    story = game.watched.dispatcher.table.state.stories[0]
    assert [str(body.lost) for body in story.of(TABLE) if body.face.is_unread] == ["b5"]


def two_in_the_cup() -> Game:
    """Bob has played; Ann keeps the others of her hand beside her."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    game.told()
    game.acts.collect([3, 4])
    game.acts.shake()
    return game


def hand_of(game: Game, seat: int) -> Faces:
    assert game.match.round is not None
    return game.match.round.hands[seat] or ()


def test_a_thrown_die_may_lie_where_the_one_lay_that_it_has_driven_away() -> None:
    """It is followed there under that one's number; but that one still shows what it showed."""
    game = two_in_the_cup()
    lay = game.acts.dice[8]
    game.acts.dice[8] = replace(lay, x_mm=lay.x_mm + 26.0)
    game.acts.put(3, parse_hand("k10")[0], lay.x_mm + 5.0, lay.y_mm)
    game.acts.put(4, parse_hand("k3")[0], 120.0, 340.0)
    game.rest(3.0)
    assert game.told() == ["throw Ann"]
    assert Counter(hand_of(game, ANN)) == Counter(parse_hand("k10 k3 o7 o8 r13 k12"))


def test_a_die_of_the_table_that_is_read_by_now_was_not_laid_unread() -> None:
    game = Game(BY_ITSELF).opened()
    game.acts.odd[2] = ((Doubt.COVERED,), ())
    game.lay([0, 1, 2], (300.0, 250.0))
    game.acts.collect([3, 4])
    game.acts.shake()
    game.acts.odd.clear()
    places: dict[int, Point] = {3: (200.0, 340.0), 4: (120.0, 340.0)}
    game.acts.pour(dict(zip((3, 4), parse_hand("k10 k3"), strict=True)), places)
    game.rest(2.0)
    assert game.told() == ["pass Bob", "throw Ann"]


def test_what_people_say_ends_every_other_story() -> None:
    """Also such as the last table in order may lead to."""
    game = Game(BY_ITSELF).opened()
    game.begin_here("Ann")
    game.rest(0.3)
    state = game.watched.dispatcher.table.state
    assert [one.match for one in (*state.stories, *state.order.stories)] == [game.match] * 2


def test_of_two_ways_to_one_end_the_likelier_is_weighed() -> None:
    """A kept die was driven away, and one that was thrown lies where it lay; another has taken its
    number. Had it been thrown itself, all would lie and show the same."""
    game = two_in_the_cup()
    lay = game.acts.dice[7]
    game.acts.dice[7] = replace(lay, x_mm=lay.x_mm - 10.0, y_mm=lay.y_mm - 30.0)
    game.acts.put(4, parse_hand("r9")[0], lay.x_mm, lay.y_mm)
    game.acts.frames(2)
    game.acts.slide(4, lay.x_mm + 20.0, lay.y_mm)
    game.acts.put(3, parse_hand("k10")[0], lay.x_mm - 3.0, lay.y_mm - 6.0)
    game.rest(0.6)
    stories = game.watched.dispatcher.table.state.stories
    assert not any(body.tipped for body in stories[0].bodies)
    game.rest(3.0)
    assert game.told() == ["throw Ann"]
    assert Counter(hand_of(game, ANN)) == Counter(parse_hand("k10 r9 o7 o8 r13 k12"))


def test_a_play_that_nobody_saw_whole_before_the_others_throw_counts_as_it_lies_then() -> None:
    """The run lay in two parts when everything was at rest last, and lies as one since."""
    game = Game(BY_ITSELF).opened()
    game.press(BOB)
    game.throw(ANN, "b6 r7 o4 k3 o9 k11", range(3, 9))
    game.told()
    row = game.acts.dice[1]
    game.lay([2, 3], (300.0, 250.0))
    game.acts.collect([9, 10])
    game.acts.shake()
    for name in (2, 3):
        x_mm = row.x_mm + 16.6 * (name - 1)
        game.acts.dice[name] = replace(game.acts.dice[name], x_mm=x_mm, y_mm=row.y_mm)
    places: dict[int, Point] = {9: (74.0, 52.0), 10: (119.0, 52.0)}
    game.acts.pour(dict(zip((9, 10), parse_hand("r2 o3"), strict=True)), places)
    game.rest(2.0)
    assert game.told() == ["table Ann", "throw Bob"]
