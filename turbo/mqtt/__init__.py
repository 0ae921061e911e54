"""The feed: what happens at a table, told to a broker; and the few things that may come back."""
