"""A table put together by name: camera, eyes, live table, twin; what a dashboard may ask."""
