"""The hall: many tables gathered in one place, and the tournament that is played at them."""
