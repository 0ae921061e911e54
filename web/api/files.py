"""Files that a view answers with."""

from flask import Response

from web.api.refused import needed


def file_of(data: str | bytes, name: str, media: str, *, shown: bool = False) -> Response:
    """To be kept under this name, or to be shown by the browser where it can."""
    response = Response(data, mimetype=media)
    way = "inline" if shown else "attachment"
    response.headers["Content-Disposition"] = f'{way}; filename="{name}"'
    return response


def picture(jpeg: bytes | None, expected: str = "no picture was kept of this") -> Response:
    """A picture, where there is one."""
    return Response(needed(jpeg, 404, expected, "no-picture"), mimetype="image/jpeg")
