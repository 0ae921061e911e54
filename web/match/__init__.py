"""The match that is played now: what is shown, said and corrected."""
