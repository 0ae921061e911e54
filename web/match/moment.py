"""The one thing that is said now: what weighs most, with what follows from it folded behind it.

One deed may make the table say seven things at once. A person reads one: the cause. Page, big
screen, overlay, voice and screen reader all tell this same moment.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from turbo.game.messages import Language
from turbo.i18n.messages import fill
from turbo.storage.session import NO_PICTURE
from web.texts import text

Document = dict[str, object]
Told = tuple[str, str]
"""The key of a notice, and its sentence."""


class Weight(IntEnum):
    """How much a moment weighs; the heavier one is told."""

    QUIET = 0
    GOOD = 1
    WORD = 2
    FAULT = 3
    ASK = 4
    ROUND = 5
    MATCH = 6
    ALARM = 7

    @property
    def word(self) -> str:
        return self.name.lower()


ALARMS = ("disk-full", *sorted(NO_PICTURE), "too-dark", "our-mistake", "too-bright")
"""While one of these stands nothing can be judged: everything else follows from it. In this order,
since a full disk stays when the camera is back."""
ASKS = (
    *("resume-differs", "out-of-step", "two-stories", "was-it-cocked", "who-starts"),
    *("round-unfinished", "cannot-begin", "do-they-touch", "answer-first", "asked", "lift"),
)
FAULTS = (
    *("die-swapped", "table-die-turned", "hand-die-turned", "die-missing", "die-added"),
    *("hand-changed", "too-many-dice", "restore-hand", "restore-table", "rethrow-cocked"),
    *("rethrow-off-mat", "restore", "time-up"),
)
"""Causes first: a die that was turned explains that the table must be restored."""


KINDS = ("notice", "question", "ruling", "mended", "partner")
"""Of two that weigh the same the first of these is told."""


@dataclass(frozen=True, slots=True)
class SaidNow:
    """Something that could be told."""

    weight: Weight
    kind: str
    title: str
    sentence: str
    key: str | None = None

    @property
    def order(self) -> tuple[int, int]:
        """By weight; of two that weigh the same what a person can do something about: a notice
        says it, a question asks for it, a ruling only tells. A die that was turned explains why
        another cannot be read, so a fault that is told comes before a question about a die."""
        weight = (
            Weight.FAULT if self.kind != "notice" and self.weight is Weight.ASK else self.weight
        )
        return -weight, KINDS.index(self.kind)


def _rank(told: Told) -> tuple[int, int]:
    for weight, keys in ((Weight.ALARM, ALARMS), (Weight.ASK, ASKS), (Weight.FAULT, FAULTS)):
        if told[0] in keys:
            return -weight, keys.index(told[0])
    return -Weight.WORD, 0


def _noticed(told: Told, language: Language) -> SaidNow:
    weight = Weight(-_rank(told)[0])
    title = text(f"moment.{weight.word}", language)
    return SaidNow(weight, "notice", title, told[1], told[0])


def _ruled(ruling: Document | None, *, is_over: bool) -> SaidNow:
    if ruling is None:
        return SaidNow(Weight.QUIET, "ruling", "", "")
    weight = {"accepted": Weight.GOOD, "rejected": Weight.FAULT, "unsure": Weight.ASK}[
        str(ruling["verdict"])
    ]
    if ruling["ending"] is not None:
        # What ended a round was accepted, but 'accepted' is not what people wait for then.
        weight = Weight.MATCH if is_over else Weight.ROUND
    return SaidNow(weight, "ruling", str(ruling["title"]), str(ruling["sentence"]))


def _mended(player: str, language: Language) -> SaidNow:
    said = fill(text("moment.mended-now", language), language, player=player)
    return SaidNow(Weight.GOOD, "mended", str(text("moment.mended", language)), said)


def moment_document(
    notices: Sequence[Told],
    question: str | None,
    ruling: Document | None,
    language: Language,
    *,
    is_over: bool = False,
    mended: str | None = None,
    wrong: Sequence[str] | None = None,
    partner: tuple[str, str] | None = None,
) -> Document:
    """What is told now, in which language; `mended`: who has put right what was rejected last;
    `wrong`: what is still to be, where that is known better than by the ruling; `partner`: what
    the machine wants, as a title and a sentence."""
    ruled = _ruled(ruling, is_over=is_over) if mended is None else _mended(mended, language)
    ranked = sorted(notices, key=_rank)
    said = [_noticed(one, language) for one in ranked]
    if question is not None:
        said.append(
            SaidNow(Weight.ASK, "question", str(text("question.title", language)), question)
        )
        # They only point at the question, which stands there itself now.
        said = [one for one in said if one.key not in ("answer-first", "asked")]
    if partner is not None:
        said.append(SaidNow(Weight.WORD, "partner", *partner))
    found = sorted([*said, ruled], key=lambda one: one.order)
    first, rest = found[0], [one for one in found[1:] if one is not ruled]
    ruled_so = [str(one["message"]) for one in _listed(ruling, "faults")]
    faults = ruled_so if wrong is None else list(wrong)
    ending = str(ruling["ending"]) if ruling and ruling["ending"] else ""
    # Most moves are accepted: the sentence alone tells that, without a title before each.
    aloud = [first.title if first.weight is not Weight.GOOD else "", first.sentence]
    if first is ruled and mended is None:
        # One fault: who hears it looks at the page for the others.
        aloud += [*faults[:1], ending]
    return {
        "level": first.weight.word,
        "kind": first.kind,
        "key": first.key,
        "title": first.title,
        "sentence": first.sentence,
        "faults": faults if first is ruled and mended is None else [],
        "folded": [one.sentence for one in rest],
        "entry": ruling["entry"] if ruling and first is ruled and mended is None else None,
        "told": " ".join(one for one in aloud if one),
    }


def _listed(ruling: Document | None, name: str) -> list[Document]:
    found = [] if ruling is None else ruling[name]
    assert isinstance(found, list)
    return found
