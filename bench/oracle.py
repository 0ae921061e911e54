"""What is right by two authors: layouts judged and positions searched a second time by code that
shares nothing with ours. Run: python -m bench.oracle

The tests take a part of the same; here is the whole, as a count.
"""

import argparse
from collections.abc import Callable, Iterable

from tools.trials.agreement import LAYOUTS, assert_agreement, texts
from tools.trials.small_positions import ALPHABETS, EMPTY, agree, hands, small_positions


def counted(name: str, tries: Iterable[Callable[[], object]]) -> bool:
    """Whether all agree; the first that do not are printed."""
    total, other = 0, []
    for total, one in enumerate(tries, 1):  # noqa: B007
        try:
            one()
        except AssertionError as error:
            other.append(str(error))
    print(f"{name}: {total - len(other):,} of {total:,} alike", *other[:3], sep="\n  ", flush=True)
    return not other


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--more", type=int, default=1, help="dice more in a hand than in the tests")
    parser.add_argument("--positions", type=int, default=2500)
    args = parser.parse_args()
    layouts = (
        lambda text=text: assert_agreement(text)
        for maker, count in LAYOUTS.items()
        for text in texts(maker, count)
    )
    every_hand = (
        lambda hand=hand: agree(EMPTY, hand)
        for _, alphabet, most in ALPHABETS
        for hand in hands(alphabet, most + args.more)
    )
    positions = (
        lambda table=table, hand=hand: agree(table, hand)
        for table, hand in small_positions(args.positions, seed=1, most=8)
    )
    parts = (
        counted("layouts judged", layouts),
        counted("every hand of a small alphabet, best play", every_hand),
        counted("random positions, best play", positions),
    )
    return 0 if all(parts) else 1


if __name__ == "__main__":
    raise SystemExit(main())
