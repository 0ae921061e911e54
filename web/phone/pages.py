"""The pages of a telephone that is the camera, and of one that must come to trust this machine."""

from flask import Blueprint, Response, request
from werkzeug.exceptions import NotFound

from web.auth.hosts import host_name
from web.auth.site import HEADERS
from web.context import desk, secured
from web.pages.views import page

blueprint = Blueprint("phone_pages", __name__)

POLICY = HEADERS["Content-Security-Policy"]


def secure_origin() -> str:
    """The same machine over HTTPS, by the name that the reader's browser knows it by; empty where
    there is none."""
    found, host = secured(), host_name(request.host)
    if found is None:
        return ""
    return f"https://{f'[{host}]' if ':' in host else host}:{found.port}"


@blueprint.get("/camera")
def camera() -> Response:
    """The only page that may ask for the camera; and it may look whether HTTPS is trusted."""
    response = page("camera", secure=secure_origin(), wanted=desk().telephone is not None)
    return _opened(response, "camera=(self), microphone=(), geolocation=(), payment=(), usb=()")


@blueprint.get("/trust")
def trust() -> Response:
    found = secured()
    has_authority = found is not None and found.authority is not None
    return _opened(page("trust", secure=secure_origin(), has_authority=has_authority))


def _opened(response: Response, permissions: str | None = None) -> Response:
    if origin := secure_origin():
        to = f"connect-src 'self' {origin};"
        response.headers["Content-Security-Policy"] = POLICY.replace("connect-src 'self';", to)
    if permissions is not None:
        response.headers["Permissions-Policy"] = permissions
    return response


@blueprint.get("/trusted")
def trusted() -> Response:
    """Nothing, over HTTPS: a page over HTTP that gets it knows that this telephone trusts us."""
    response = Response(status=204)
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/authority.crt")
def authority() -> Response:
    """What a telephone is told to trust. It holds no secret."""
    found = secured()
    if found is None or found.authority is None:
        raise NotFound
    response = Response(found.authority(), mimetype="application/x-x509-ca-cert")
    response.headers["Content-Disposition"] = 'attachment; filename="turbo-referee.crt"'
    return response
