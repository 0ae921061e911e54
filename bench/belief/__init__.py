"""The filter of belief.md, in shadow: a few weighted stories, updated by every table at rest."""
