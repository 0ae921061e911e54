"""Learning the user's own dice, and counting how well they are read."""
