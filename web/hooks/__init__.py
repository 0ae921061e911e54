"""Telling other programs what was ruled, where somebody asks for it."""
