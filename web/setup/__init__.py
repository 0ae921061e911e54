"""Getting a table ready."""
