"""The book: its pages, and (`making`) what makes the pages that are not written by hand."""
