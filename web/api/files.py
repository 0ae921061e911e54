"""Files that a view answers with."""

from flask import Response


def file_of(data: str | bytes, name: str, media: str, *, shown: bool = False) -> Response:
    """To be kept under this name, or to be shown by the browser where it can."""
    response = Response(data, mimetype=media)
    way = "inline" if shown else "attachment"
    response.headers["Content-Disposition"] = f'{way}; filename="{name}"'
    return response
