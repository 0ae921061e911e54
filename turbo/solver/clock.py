"""How long a search may take: nodes for one question, seconds or nodes for the whole answer."""

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
    """Nodes for each choice of hand dice before smaller choices are tried. On random positions of
    18 dice (`samples`, 1000 of each kind) the median choice needed 11 to 13, 99 of 100 at most 1200
    except on those with four jokers (9000) and planted ones (27000)."""
    more: int = 16
    """By how much that limit grows each time the open questions are taken up again: the nodes that
    were spent in vain before are then a sixteenth."""
    ruling_nodes: int = 1_000_000
    """Nodes for the search behind a ruling. Counted, not timed: a ruling must be the same on every
    machine. With so many all of 360 random positions (`samples`, 60 of each kind) were proved; the
    slowest, with four jokers, took 0.35 s on ARM64, half of them less than 1 ms."""
    tidy_nodes: int = 400
    """Nodes for each try to leave the table, or most of it, as it lies. Of the tries that succeed
    99 of 100 need fewer than 70, and with four jokers fewer than 260."""
    rescue_s: float = 0.05
    """Seconds for a play that moves nothing, if time was over before anything was found."""
    rescue_nodes: int = 2_000
    """The same for a search that is given nodes."""
    choices: int = 100_000
    """Choices of one size that are looked through; the 18 dice of the game have 48,620 at most."""
    readings: int = 12
    """How many identities of the table's jokers are tried where they lie: a joker in a group has at
    most two or three. The search that moves dice tries all of them."""


EFFORT = Effort()


@dataclass(slots=True)
class Clock:
    """Counts nodes, looks at the time now and then, and stops the search with an exception."""

    budget_s: float
    limit: int = EFFORT.first_nodes
    nodes: int = 0
    most_nodes: int | None = None
    """For the whole answer. A search that ends by these ends alike on a fast and a slow machine."""
    until: float = field(init=False)

    def __post_init__(self) -> None:
        self.until = perf_counter() + self.budget_s

    def rescue(self) -> None:
        """A little more, after all was spent."""
        self.nodes = 0
        if self.most_nodes is not None:
            self.most_nodes = EFFORT.rescue_nodes
        else:
            self.until = perf_counter() + EFFORT.rescue_s

    def allow(self, nodes: int) -> None:
        """A new question with its own number of nodes, as far as there are any left."""
        if self.most_nodes is not None:
            # What the question before has really spent, not what it was allowed.
            self.most_nodes -= self.nodes
            if self.most_nodes <= 0:
                raise OutOfTime
            # The last question gets what is left, so that the whole answer ends where it must.
            nodes = min(nodes, self.most_nodes)
        elif perf_counter() > self.until:  # many small questions never reach the look in between
            raise OutOfTime
        self.nodes = 0
        self.limit = nodes

    @property
    def left_s(self) -> float:
        return self.until - perf_counter()
