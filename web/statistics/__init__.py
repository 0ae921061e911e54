"""What the throws and turns of many matches come to."""
