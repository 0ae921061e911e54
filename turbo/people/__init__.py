"""The people who play: their matches against each other, streaks and ratings, and their colours."""
