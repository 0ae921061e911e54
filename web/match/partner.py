"""What the machine wants at a table where one person plays against it (`turbo.partner.solo`)."""

from dataclasses import dataclass

from turbo.game.layout import Layout
from turbo.game.messages import Language
from turbo.i18n.catalogue import say
from turbo.partner.dice_chances import dice_in
from turbo.partner.solo import MachineSeat, MachineWish, wish_of, wish_sentences
from turbo.storage.session import Instant
from vision.mat.calibration import default_dice
from web.match.shown import Shown


@dataclass(frozen=True, slots=True)
class MachineWord:
    """Who is the machine, its wish where it is its turn, and the table as it lies, if that is
    known."""

    machine: MachineSeat
    wish: MachineWish | None
    lies: Layout | None

    def sentences(self, language: Language) -> tuple[str, ...]:
        if self.wish is None:
            return ()
        return wish_sentences(self.wish, self.machine, self.lies, language)

    def told(self, language: Language) -> tuple[str, str] | None:
        """What is shown and spoken of it: a title and all its steps."""
        said = self.sentences(language)
        return (say("partner.title", language), " ".join(said)) if said else None


def machine_word(now: Instant, found: Shown) -> MachineWord | None:
    """None where two people play."""
    history = now.history
    machine = None if history is None else MachineSeat.of(history.tags)
    if history is None or machine is None:
        return None
    wish = wish_of(history.match, machine, dice_in(default_dice()))
    # While dice are in the air or a hand is over them nobody knows what lies there.
    lies = found.table if found.source == "live" and now.view.settled else None
    return MachineWord(machine, wish, lies)
