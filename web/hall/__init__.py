"""The hall's pages: all boards at once, the tournament, and the history of all tables."""

from web.hall.app import create_hall_app

__all__ = ["create_hall_app"]
