"""The people who play: profiles, colours, and persons deleted for good."""
