"""Random tournaments: does anybody meet twice who need not, and how long does a round take to draw?

python -m bench.pairings [COUNT]    1,000 tournaments of 4 to 200 players, then 500 players
"""

import os
import platform
import random
import sys
import time
from collections import Counter
from multiprocessing import Pool

from tools.trials.tournaments import Evening, fewest_second_meetings, meetings
from turbo.hall.pairing import cards, draw
from turbo.hall.standings import rounds_of

BRUTE = 9
"""Players up to which all pairings of a round are tried: 105 of them, with a bye 945."""

WRONG = (
    "rounds with a second meeting that could be avoided",
    "second byes",
)


def tournament(seed: int) -> Counter[str]:
    """One tournament with absences and withdrawals, and what is to be said of it."""
    found: Counter[str] = Counter()
    chance = random.Random(f"bench {seed}")
    # A third is small, so that brute force can check it.
    players = chance.randrange(4, BRUTE + 1) if seed % 3 == 0 else chance.randrange(4, 201)
    rounds = min(players - 1, chance.randrange(3, 8))
    evening = Evening(players, rounds=rounds)
    for _ in range(rounds):
        if players <= BRUTE:
            found += _against_brute_force(evening)
        evening.play_round(chance, absences=0.03)
        evening.withdraw_some(chance, 0.01)
        found["rounds"] += 1
    found["tournaments"] += 1
    met = meetings(evening.tournament)
    twice = sum(times > 1 for times in met.values())
    found["pairs of players who met twice"] += twice
    found["of these among more than 9 players"] += twice if players > BRUTE else 0
    byes = Counter(player for rnd in evening.tournament.rounds for player in rnd.byes)
    found["byes"] += byes.total()
    found["second byes"] += sum(number > 1 for number in byes.values())
    return found + _starts(evening)


def _against_brute_force(evening: Evening) -> Counter[str]:
    may = {card.player for card in cards(evening.tournament) if not card.had_bye}
    met = meetings(evening.tournament)
    drawn = draw(evening.tournament).boards
    again = sum(met.get(frozenset(board.players), 0) for board in drawn)
    best = fewest_second_meetings(evening.tournament, may)
    return Counter({"rounds held against brute force": 1, WRONG[0]: int(again > best)})


def _starts(evening: Evening) -> Counter[str]:
    found: Counter[str] = Counter()
    for rounds in rounds_of(evening.tournament).values():
        starts = [one.started for one in rounds if one.played]
        triples = zip(starts, starts[1:], starts[2:], strict=False)
        found["players"] += 1
        found["who started, or did not, three times running"] += any(
            a == b == c for a, b, c in triples
        )
        found["who started three times more than not, or less"] += (
            abs(2 * sum(starts) - len(starts)) > 2
        )
    return found


def five_hundred() -> None:
    chance, evening = random.Random(500), Evening(500, rounds=7)
    times = []
    for _ in range(7):
        begin, processor = time.perf_counter(), time.process_time()
        draw(evening.tournament)
        times.append((time.perf_counter() - begin, time.process_time() - processor))
        evening.play_round(chance)
    shown = ", ".join(f"{wall:.1f} ({cpu:.1f})" for wall, cpu in times)
    print(f"500 players, seconds to draw each of 7 rounds (of processor): {shown}", flush=True)


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print(f"{platform.machine()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    five_hundred()
    begin = time.perf_counter()
    with Pool() as pool:
        found = sum(pool.imap_unordered(tournament, range(count), 4), Counter())
    print(f"{count:,} random tournaments in {time.perf_counter() - begin:.0f} s")
    for name in (*found, *(name for name in WRONG if name not in found)):
        print(f"{name}: {found[name]:,}")
    return 1 if any(found[name] for name in WRONG) else 0


if __name__ == "__main__":
    raise SystemExit(main())
