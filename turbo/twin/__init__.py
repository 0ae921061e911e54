"""The twin: a SIMULATED table with dice, players and their mischief, and a ledger of the truth.

It enters where real parts would, at three heights: events (`events_match`), frames
(`turbo.twin.camera.TwinCamera`) and bytes (it presses the buttons of the emulated board).
"""

from turbo.twin.event_match import PlayedMatch, ToldEvent, events_match
from turbo.twin.habits import Habits, Skill
from turbo.twin.ledger import Ledger
from turbo.twin.players import Feedback

__all__ = ["Feedback", "Habits", "Ledger", "PlayedMatch", "Skill", "ToldEvent", "events_match"]
