"""Luck and skill, and best plays that are legal. Run: python -m bench.partner_skill [--matches N]

Recorded matches of the engine against itself and against 'lays most, throws all that is left' are
analysed. Of both: what the winner's luck and skill were ahead of the loser's, what choices cost
each side, and in how many matches the luckier and the more skilful won. Every best play is judged
by the referee once more, and none may be worse than what was played by the engine's own measure.
"""

import argparse
from dataclasses import dataclass, field
from statistics import fmean

from tools.trials.partner_matches import PartnerMatch, pair_of
from turbo.game.events import HandedOver, Verdict
from turbo.game.record import Record
from turbo.game.referee import judge
from turbo.partner.analysis import MatchAnalysis, analyse
from turbo.storage.history import History, judge_record

FIRST_SEED = 50_000
"""Apart from the seeds that the value was fitted on, and from those of `bench.partner`."""


@dataclass
class Told:
    """What the matches of one pair come to; sides are first and second of the pair."""

    costs: list[tuple[float, float]] = field(default_factory=list)
    luckier: list[bool] = field(default_factory=list)
    better: list[bool] = field(default_factory=list)
    plays: int = 0
    illegal: int = 0
    worse: int = 0

    def add(self, history: History, analysis: MatchAnalysis, first: int) -> None:
        self.costs.append((analysis.cost(first), analysis.cost(1 - first)))
        self._judge(history, analysis)
        winner = history.match.winner
        if winner is not None:
            seat = history.players.index(winner)
            self.luckier.append(analysis.luck(seat) > analysis.luck(1 - seat))
            self.better.append(analysis.cost(seat) < analysis.cost(1 - seat))

    def _judge(self, history: History, analysis: MatchAnalysis) -> None:
        before, match = {}, history.fresh
        for judged in history.judged:
            before[judged.effective.entry.number] = match
            match = judged.match
        for one in analysis.events:
            if one.choice is None or one.kind == "throw":
                continue
            self.plays += 1
            self.worse += one.choice.cost < 0
            if one.choice.layout is not None:
                ruling = judge(before[one.entry], HandedOver(one.choice.layout))
                self.illegal += ruling.verdict is not Verdict.ACCEPTED

    def report(self, pair: str) -> None:
        first, second = (fmean(cost[side] for cost in self.costs) for side in (0, 1))
        print(
            f"{pair}: {len(self.costs)} matches; choices cost {first:.1%} and {second:.1%} of a"
            f" match; the luckier won {sum(self.luckier)} of {len(self.luckier)}, who lost less by"
            f" choices {sum(self.better)}; best plays {self.plays}, illegal {self.illegal}, worse"
            f" than what was played {self.worse}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=20)
    parser.add_argument("--pairs", default="5:5,5:0")
    args = parser.parse_args()
    for pair in args.pairs.split(","):
        one, _, other = pair.partition(":")
        told = Told()
        for seed in range(FIRST_SEED, FIRST_SEED + args.matches):
            played = PartnerMatch(seed, pair_of(int(one), int(other))(seed)).play()
            history = judge_record(Record.parse(str(played.record)))
            told.add(history, analyse(history), seed % 2)
        told.report(pair)


if __name__ == "__main__":
    main()
