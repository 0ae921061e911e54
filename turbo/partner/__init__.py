"""The partner: an engine that plays the dice to win, and what it makes of a match that was played.

With open tiles the same could be told of plays alone: racks are hidden, so neither the chance of
the match nor the cost of a play can be known without looking into them. The room ends there.
"""
