"""The keeping: the log is the match. Store, history and the session that feeds them."""
