"""What pytest leaves alone here: made pages are made of what is tested elsewhere, recipes run in
`tests/house/test_book_recipes.py`, and Sphinx reads `conf.py`."""

collect_ignore_glob = ["made/*", "library/recipes/*", "conf.py"]
