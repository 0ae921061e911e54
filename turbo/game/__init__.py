"""The game, pure and on the standard library alone: dice, sets, layouts, referee, record."""
