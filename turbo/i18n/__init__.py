"""Sentences for people: one gettext catalogue a language, and how a sentence is filled.

`locale/en.po` is the source: each message has a key (its context), its English text and a note for
translators. `locale/XX.po` holds the same messages in language XX; adding a language is adding that
one file. What is said stands nowhere else: code names a message by its key.
"""
