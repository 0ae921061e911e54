"""Makes what the book must not say by hand: reference, pictures of rules, recipes, figures."""
