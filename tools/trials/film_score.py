"""How a film that was told is scored against its truth."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from turbo.game.layout import Layout

EARLY_S = 1.5
"""What is told this much before its time is something else: truth has the time of the last hand,
and a table may be told while the hand goes."""


Key = tuple[str, str, Any]


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened, or was told: comparable by its key."""

    key: Key
    at_s: float

    @property
    def kind(self) -> str:
        return self.key[0]


@dataclass
class Score:
    """One film at one step, or the sum of several."""

    true: Counter[str] = field(default_factory=Counter)
    exact: Counter[str] = field(default_factory=Counter)
    false: int = 0
    doubled: int = 0
    refused: int = 0
    illegal: int = 0
    taken_back: int = 0
    late_s: dict[str, list[float]] = field(
        default_factory=lambda: {"throw": [], "table": [], "pass": []}
    )
    notices: Counter[str] = field(default_factory=Counter)
    asked: int = 0
    frames: int = 0
    cpu_s: float = 0.0
    lines: list[str] = field(default_factory=list)

    def __iadd__(self, other: "Score") -> "Score":
        self.true += other.true
        self.exact += other.exact
        for name in ("false", "doubled", "refused", "illegal", "taken_back", "asked", "frames"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for kind, late in other.late_s.items():
            self.late_s[kind] += late
        self.notices += other.notices
        self.cpu_s += other.cpu_s
        return self

    @property
    def text(self) -> str:
        parts = [f"{kind} {self.exact[kind]}/{self.true[kind]}" for kind in self.late_s]
        wrong = ("false", "doubled", "refused", "illegal", "taken_back", "asked")
        parts += [f"{name} {getattr(self, name)}" for name in wrong]
        parts += [f"{kind} {_times(late)}" for kind, late in self.late_s.items()]
        cost = 1000 * self.cpu_s / max(1, self.frames)
        return f"{', '.join(parts)}, {cost:.0f} ms a picture"


def _times(late: Sequence[float]) -> str:
    return f"{median(late):.1f} s ({max(late):.1f})" if late else "-"


def hand_key(hand: str | None) -> tuple[str, ...]:
    return tuple(sorted((hand or "").split()))


def table_key(layout: str | None) -> tuple[tuple[str, ...], ...]:
    """By its chains, whichever way round each of them lies."""
    chains = Layout.parse(layout or "").chains
    return tuple(sorted(tuple(sorted(map(str, chain.faces))) for chain in chains))


def truth_of(document: dict[str, Any]) -> list[Happening]:
    found = []
    for one in document["events"]:
        match one["kind"]:
            case "throw":
                what: Any = hand_key(one["hand"])
            case "table":
                what = table_key(one["layout"])
            case "pass":
                what = None
            case _:
                continue
        found.append(Happening((one["kind"], one["player"], what), one["t"]))
    return found


def story_of(lines: Sequence[dict[str, Any]]) -> list[Happening]:
    """What counts in the end: a throw has the hand that it came to, by rethrows and answers."""
    undone = {line["entry"] for line in lines if line["event"] == "Undone"}
    story: list[Happening] = []
    for number, line in enumerate(lines, 1):
        if number in undone or line["verdict"] != "accepted":
            continue
        player, at_s = line["player"], line["at"]
        match line["event"]:
            case "Thrown" | "Rethrown" | "HandCorrected":
                throw = Happening(("throw", player, hand_key(line["hand"])), at_s)
                is_same = line["event"] != "Thrown" and _is_throw_of(story, player)
                story = [*(story[:-1] if is_same else story), throw]
            case "HandedOver":
                story.append(Happening(("table", player, table_key(line["layout"])), at_s))
            case "Passed":
                story.append(Happening(("pass", player, None), at_s))
    return story


def _is_throw_of(story: Sequence[Happening], player: str) -> bool:
    return bool(story) and story[-1].key[:2] == ("throw", player)


def aligned(true: Sequence[Happening], told: Sequence[Happening]) -> list[tuple[int, int]]:
    """The most pairs that agree, in the same order: places in both."""
    longest = [[0] * (len(told) + 1) for _ in range(len(true) + 1)]
    for i in reversed(range(len(true))):
        for k in reversed(range(len(told))):
            both = 1 + longest[i + 1][k + 1] if _agree(true[i], told[k]) else 0
            longest[i][k] = max(both, longest[i + 1][k], longest[i][k + 1])
    pairs, i, k = [], 0, 0
    while i < len(true) and k < len(told):
        if _agree(true[i], told[k]) and longest[i][k] == 1 + longest[i + 1][k + 1]:
            pairs.append((i, k))
            i, k = i + 1, k + 1
        elif longest[i + 1][k] >= longest[i][k + 1]:
            i += 1
        else:
            k += 1
    return pairs


def _agree(true: Happening, told: Happening) -> bool:
    return true.key == told.key and told.at_s >= true.at_s - EARLY_S


def score(
    document: dict[str, Any], lines: Sequence[dict[str, Any]], clear_s: Sequence[float] = ()
) -> Score:
    """What the lines of `turbo watch` are worth against the truth. `clear_s`: the
    pictures in which no die was hidden, where that was so in some: what is hidden is not late."""
    told_lines = [line for line in lines if line["kind"] == "told"]
    true, told = truth_of(document), story_of(told_lines)
    pairs = aligned(true, told)
    end = lines[-1]
    found = Score(frames=end["frames"], cpu_s=end["cpu_s"])
    found.true.update(one.kind for one in true)
    found.exact.update(true[i].kind for i, _ in pairs)
    for i, k in pairs:
        true_s, told_s = true[i].at_s, told[k].at_s
        seen_s = next((at_s for at_s in clear_s if at_s >= true_s), true_s)
        found.late_s[true[i].kind].append(told_s - min(seen_s, max(true_s, told_s)))
    surplus = [told[k] for k in range(len(told)) if k not in {k for _, k in pairs}]
    paired = {told[k].key for _, k in pairs}
    found.doubled = sum(one.kind == "throw" and one.key in paired for one in surplus)
    found.false = len(surplus) - found.doubled
    windows = [(o["t"], o["until"]) for o in document["events"] if o["kind"] == "illegal"]
    for line in told_lines:
        is_bad = any(begin <= line["at"] <= end for begin, end in windows)
        found.refused += line["verdict"] == "rejected" and not is_bad
        is_table = line["event"] == "HandedOver" and line["verdict"] == "accepted"
        found.illegal += is_table and is_bad
        found.taken_back += line["event"] == "Undone"
    _count_words(found, lines)
    found.lines = list(_differences(true, told, pairs))
    return found


def _count_words(found: Score, lines: Sequence[dict[str, Any]]) -> None:
    before: set[str] = set()
    for line in lines:
        if line["kind"] == "notices":
            now = {word.split()[0] for word in line["what"]}
            found.notices.update(now - before)
            before = now
        found.asked += line["kind"] == "questions" and bool(line["what"])


def _differences(
    true: Sequence[Happening], told: Sequence[Happening], pairs: list[tuple[int, int]]
) -> Iterator[str]:
    missed = [true[i] for i in range(len(true)) if i not in {i for i, _ in pairs}]
    false = [told[k] for k in range(len(told)) if k not in {k for _, k in pairs}]
    for one in missed:
        yield f"    not told: {one.at_s:6.1f} s {one.key}"
    for one in false:
        yield f"    not true: {one.at_s:6.1f} s {one.key}"
