"""Fit the partner's value on matches of the engine. Run: python -m bench.partner_fit [--write]

Positions before every throw, and how their round ended: a logistic regression for who wins it, two
linear ones for the points. With --write the numbers replace those in turbo/partner/fitted.json,
which the next fit's matches are then played with; two or three times in turn is enough.
"""

import argparse
import json
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tools.trials.partner_matches import pair_of, played
from turbo.partner.value import features, point_features

HOME = Path(__file__).parent.parent / "turbo" / "partner" / "fitted.json"
Array = NDArray[np.float64]
Rows = list[tuple[list[float], list[float], list[float], float]]
RIDGE = 1e-3


def rows_of(job: tuple[int, int, range]) -> Rows:
    """Features of every position, and the signed points of its round for who was to throw."""
    one, other, seeds = job
    found: Rows = []
    for match in played(pair_of(one, other), seeds):
        results = match.ledger.results
        for moment in match.moments:
            result = results[moment.round]
            name = match.ledger.players[moment.seat]
            signed = result.points * (
                0 if result.winner is None else 1 if result.winner == name else -1
            )
            at = moment.at
            found.append((features(at), point_features(at), point_features(at.other), signed))
    return found


def logistic_fit(x: Array, y: Array) -> Array:
    """Newton's steps for a logistic regression with a little ridge."""
    w = np.zeros(x.shape[1])
    for _ in range(25):
        p = 1 / (1 + np.exp(-x @ w))
        gradient = x.T @ (y - p) - RIDGE * w
        hessian = (x * (p * (1 - p))[:, None]).T @ x + RIDGE * np.eye(len(w))
        w = w + np.linalg.solve(hessian, gradient)
    return w


def linear_fit(x: Array, y: Array) -> tuple[Array, float]:
    w: Array = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ y).astype(float)
    return w, float((y - x @ w).std())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--first-seed", type=int, default=100_000, help="apart from the bench's")
    parser.add_argument("--levels", default="0:0", help="who plays whom, such as 5:5,5:0")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    jobs = []
    for pair in args.levels.split(","):
        one, _, other = pair.partition(":")
        for at in range(0, args.matches, 25):
            first = args.first_seed + at
            jobs.append((int(one), int(other), range(first, first + 25)))
    with Pool(2) as pool:
        rows = [row for part in pool.imap(rows_of, jobs) for row in part]
    x, won_x, lost_x = (np.array([row[n] for row in rows]) for n in range(3))
    signed = np.array([row[3] for row in rows])
    wins = logistic_fit(x, 0.5 + 0.5 * np.sign(signed))
    won, won_spread = linear_fit(won_x[signed > 0], signed[signed > 0])
    lost, lost_spread = linear_fit(lost_x[signed < 0], -signed[signed < 0])
    p = 1 / (1 + np.exp(-x @ wins))
    loss = -np.mean(np.where(signed > 0, np.log(p), np.log(1 - p))[signed != 0])
    numbers = {
        "origin": f"python -m bench.partner_fit --matches {args.matches} --first-seed"
        f" {args.first_seed} --levels {args.levels}: {len(rows)} positions, log loss {loss:.4f}",
        "wins": [round(float(one), 4) for one in wins],
        "points_won": [round(float(one), 4) for one in won],
        "points_lost": [round(float(one), 4) for one in lost],
        "round_spread": round(float(signed.std()), 2),
        "points_spread": round((won_spread + lost_spread) / 2, 2),
    }
    print(json.dumps(numbers, indent=1))
    if args.write:
        HOME.write_text(json.dumps(numbers, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
