"""The tile editions: rows, first melds, draws and penalties, two to six players. Pure as the game.

They share faces, layouts, faults and the notation with the dice (`turbo.game`); what a turn is and
how a game ends is their own, and every difference between them is asked of the `Edition`.
"""
