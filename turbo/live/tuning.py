"""What the live table waits for and counts. What it costs to explain a table by an act stands in
`turbo.live.belief.measurement`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LiveTuning:
    """How people handle dice, times in seconds. Found by acting out turns with a stop-watch in mind
    and checked on the scenarios of `python -m bench.live`."""

    strewn_s: float = 6.0
    """How long a throw is waited with that hit sets and has more dice than its player: people set
    back what it has hit within 4 s."""
    patience_s: float = 2.5
    """How long dice that went into the cup are waited for once others have come out."""
    taken_s: float = 1.0
    """Dice of the other player that are gone for so long are in the cup, not under a hand."""
    taken_up: int = 2
    """So many dice of the other player that are gone, or all there are: they go into the cup, and
    the turn is over. One is also taken up to be looked at, or laid elsewhere."""
    press_s: float = 8.0
    """A press while something moves counts when it rests, if that is soon enough."""
    hand_over_s: float | None = 1.8
    """A legal table that lies still for so long is handed over by itself; None: never. A table is
    believed 0.2 to 0.5 s after the hands are gone, so people have 2 s: in films of strangers the
    next throw begins 2.4 to 7 s after the hands are gone. Who goes on after that lays more, and the
    hand-over is taken back openly."""
    out_s: float = 1.5
    """The same where the hand is empty then: who is out has won at once."""
    short_throw: int = 3
    """Fewer dice than this are no first throw that went wrong, but something that lies about."""
    short_s: float = 6.0
    """How long a first throw with fewer than nine dice is waited with: the others may have rolled
    off the table, and who goes after them needs some seconds. Nobody is convicted on that."""
    short_start: int = 6
    """The same before the round has begun: dice that are dealt out or counted lie there in twos and
    threes, dice that were poured are nearly nine."""
    short_start_s: float = 4.0
    """How long nearly nine dice are waited with before that: others may still be laid there."""
    bare_table: int = 2
    """Between rounds, no more dice than this in sight: the table is cleared."""
    lost_s: float = 2.0
    """A throw waits for a die, and all eighteen lie open for so long: it was played on unseen, and
    people are asked. Whatever is told by what was seen is told sooner."""
    blind_s: float = 1.0
    """Between two frames: dice may have been thrown meanwhile, which takes two seconds."""
    catch_up_s: float = 0.6
    """How long a table must lie still after that before it is taken for what was played: a hand
    that lays dice pauses for less."""
    cocked_at_once: int = 3
    """More dice than this do not lie badly after one throw: of 600 throws of the twin's rounds 26
    left one such die, one left two; three were seen once in about as many others."""
    tries: int = 2
    """So often in a row nothing that is told may count before people are asked what is wrong: one
    refusal is a fault, and who is refused looks and mends."""
    lift_s: float = 0.8
    """Dice that are missed beside something that stands on the mat for so long: lift it."""
    ask_s: float = 1.0
    """What cannot be read is asked for once the table has lain still for so long: a hand that goes
    uncovers dice bit by bit, and another look often reads them."""
    again_s: float = 6.0
    """The same of a die that lies badly: in films players take it up within 5 s and throw it
    again."""
    word_s: float = 4.0
    """How long a word about something that has passed stands."""
    hand_rests_s: float = 15.0
    """A hand in the picture for so long gets a word: who lays a set or takes one apart needs up to
    12 s in films, and wants no advice then."""
    arm_rests_s: float = 5.0
    """The same of one that lies still on dice: nobody plays so, and what is thrown meanwhile waits
    for it."""
    most_dice: int = 22
    """More dice than this are another game's: nothing is judged until they are gone."""
