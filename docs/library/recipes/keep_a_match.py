"""Keep a match, and take something back

The log is never edited: taking back is one more entry, and what follows is judged again.
"""

from turbo import Store
from turbo.game.events import RoundStarted, Undone
from turbo.storage.session import Session

with Store("matches.db") as store:
    session = Session(store)
    session.new_match(("Ann", "Bob"))
    session.feed(RoundStarted("Ann"), "me")
    number = session.history.entries[-1].number
    session.change(Undone(number), "me")
    print(len(session.history.entries), "entries, and the round is:", session.history.match.round)

# > 2 entries, and the round is: None
