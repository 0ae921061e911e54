"""Watch a film

Every picture in turn, by the film's own clock, through the same loop as at a real table.
"""

from turbo.app.filmed import Filmed, Watching

film = Filmed("docs/library/film.mp4", Watching(("Ann", "Bob"), starter="Ann"))
for line in film.lines():
    if line["kind"] == "told":
        print(line["event"], line["player"], line["hand"] or line["layout"], line["verdict"])

# > RoundStarted Ann None accepted
# > Thrown Ann o9 r11 k10 o11 k5 o* r* r4 k6 accepted
