"""Puzzles: three a day, those of a match, answers that the referee judges, and a sheet to print."""
