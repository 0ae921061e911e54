"""How long a search may take: nodes for one question, seconds for the whole answer."""

from dataclasses import dataclass, field
from time import perf_counter


class OutOfNodes(Exception):
    """This question was given up for now: neither yes nor no."""


class OutOfTime(OutOfNodes):
    """The budget of the whole answer is spent."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The tuning numbers of the search."""

    first_nodes: int = 3_000
    """Nodes for each choice of hand dice before a smaller choice is tried first. The 99th
    percentile of what a choice needed on random positions of 18 dice was below it."""
    more: int = 16
    """By how much that limit grows each time the open questions are taken up again."""
    nodes_a_look: int = 64
    """Nodes between two looks at the clock: a look costs about as much as a tenth of a node."""
    tidy_nodes: int = 400
    """Nodes for each try to disturb fewer table dice once the play itself is settled."""
    rescue_s: float = 0.05
    """Seconds for a play that moves nothing, if time was over before anything was found."""
    readings: int = 12
    """How many identities of the table's jokers are tried where they lie. The search that moves
    dice tries all of them."""


EFFORT = Effort()


@dataclass(slots=True)
class Clock:
    """Counts nodes, looks at the time now and then, and stops the search with an exception."""

    budget_s: float
    limit: int = EFFORT.first_nodes
    nodes: int = 0
    until: float = field(init=False)

    def __post_init__(self) -> None:
        self.restart(self.budget_s)

    def restart(self, budget_s: float) -> None:
        self.until = perf_counter() + budget_s

    def allow(self, nodes: int) -> None:
        """A new question with its own number of nodes."""
        self.nodes = 0
        self.limit = nodes

    def tick(self) -> None:
        self.nodes += 1
        if self.nodes % EFFORT.nodes_a_look == 0 and perf_counter() > self.until:
            raise OutOfTime
        if self.nodes > self.limit:
            raise OutOfNodes

    @property
    def left_s(self) -> float:
        return self.until - perf_counter()
