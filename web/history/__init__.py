"""Matches that were played: lists, replays, exports."""
