"""Things that are laid over what was seen of a film."""

from tools.trials.clutter import COMES_S, GOES_S, STANDS_S, Clutter, Obstacle
from tools.trials.table_acts import PLAN
from turbo.game.dice import Face
from turbo.game.observation import Observation, Reading, SeenDie

SECONDS = 60.0


def dice(count: int = 8) -> Observation:
    seen = []
    for name in range(count):
        x, y = 100.0 + 40 * name, 200.0
        corners = ((x - 8, y - 8), (x + 8, y - 8), (x + 8, y + 8), (x - 8, y + 8))
        a, b, c, d = (PLAN.to_px(corner) for corner in corners)
        seen.append(SeenDie((a, b, c, d), (Reading(Face.parse(f"b{name + 1}"), 0.99),)))
    return Observation(tuple(seen), 640, 480)


def test_a_thing_comes_with_a_hand_stands_and_hides_what_is_under_it() -> None:
    clutter, whole = Clutter(PLAN, 1, SECONDS), dice()
    found = []
    for tick in range(int(10 * SECONDS)):
        at_s = tick / 10
        seen = clutter.seen(at_s, whole)
        assert clutter.seen(at_s, whole) is seen, "nothing has changed"
        hidden = [die for die in whole.dice if die not in seen.dice]
        assert bool(clutter.there) or not hidden
        things = clutter.things(at_s)
        assert not any(thing.disturbs and thing.stands for thing in things)
        found += [(thing.disturbs, thing.stands, len(hidden)) for thing in things]
    assert any(disturbs for disturbs, _, _ in found)
    assert any(stands and hidden for _, stands, hidden in found)


def test_it_is_a_hand_first_and_last_and_furniture_between() -> None:
    one = Obstacle(10.0, 20.0, (300.0, 200.0), 30.0)
    assert one.thing(10.0).disturbs and one.thing(20.0 - GOES_S / 2).disturbs
    standing = one.thing(10.0 + COMES_S + STANDS_S)
    assert standing.stands and standing.since_s == 10.0 + COMES_S


def test_nothing_is_set_down_on_a_bare_table() -> None:
    clutter, bare = Clutter(PLAN, 1, SECONDS), dice(2)
    for tick in range(int(10 * SECONDS)):
        assert clutter.seen(tick / 10, bare) is bare
