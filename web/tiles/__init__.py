"""The score keeper for the editions with tiles: what its page is told, and what it may say."""
