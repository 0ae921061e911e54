"""The referee of Rummikub Turbo: rules, matches, records and the score."""
