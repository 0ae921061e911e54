"""Learning own dice, and the self-test."""
