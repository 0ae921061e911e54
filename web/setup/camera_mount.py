"""How the camera hangs and how the machine is, for the page of set-up."""

from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, g, request

from vision.mat.cards import CardGeometry, CardPaper
from vision.mat.pdf import Paper, cards_pdf, mat_pdf
from vision.mat.sheet import MatGeometry
from web.api.operations import (
    BOOLEAN,
    COUNT,
    NUMBER,
    STRING,
    Operation,
    api,
    array,
    document,
    one_of,
    optional,
)
from web.api.refused import Refused
from web.api.schemas import DONE, HEALTH
from web.auth.hosts import host_name, is_here
from web.auth.keys import Role
from web.context import desk, language, who
from web.network import own_address
from web.setup.health import health_document
from web.setup.ports import TableSetup

blueprint = Blueprint("camera_mount", __name__)


def _setup() -> TableSetup:
    found = desk().setup
    if found is None:
        raise Refused(409, "expected a live table: there is no camera", "no-table")
    return found


_MM = optional(NUMBER)
_POINT = array(NUMBER, 2, 2)

_HANGING = document(
    {
        "has_picture": BOOLEAN,
        "camera": STRING,
        "markers": COUNT,
        "field_mm": optional(array(NUMBER, 2, 2)),
        "height_mm": _MM,
        "tilt_deg": _MM,
        "view": optional(one_of("straight", "slanted", "steep")),
        "die_px": _MM,
        "higher_by_mm": _MM,
        "sharpness": _MM,
        "sharp_from": NUMBER,
        "white": _MM,
        "white_from": NUMBER,
        "white_to": NUMBER,
        "light": optional(one_of("good", "too dark", "too bright")),
        "is_high": BOOLEAN,
        "is_near": BOOLEAN,
        "is_straight": BOOLEAN,
        "is_sharp": BOOLEAN,
        "is_good": BOOLEAN,
        "outline_px": array(_POINT),
        "zones_px": array(array(_POINT)),
        "size_px": array(COUNT, 2, 2),
    }
)

_TOLD = document(
    {
        "check": STRING,
        "name": STRING,
        "state": one_of("good", "bad", "not there"),
        "found": STRING,
        "advice": STRING,
    }
)


@api(
    blueprint,
    "GET",
    "/api/setup/hanging",
    Operation(
        "How the camera hangs: field, height, pixels a die, sharpness, light.",
        Role.VIEWER,
        _HANGING,
        errors=(409,),
    ),
)
def hanging() -> Any:
    return asdict(_setup().hanging())


@api(
    blueprint,
    "GET",
    "/api/health",
    Operation(
        "How the table is: pictures, mat, light, board, disk, and what is to do before it is"
        " ready.",
        Role.VIEWER,
        HEALTH,
    ),
)
def health() -> Any:
    return health_document(desk().setup)


_CHOICES = document(
    {"cameras": array(document({"name": STRING, "words": STRING, "is_chosen": BOOLEAN}))}
)


@api(
    blueprint,
    "GET",
    "/api/setup/cameras",
    Operation("The cameras that there are to choose from.", Role.REFEREE, _CHOICES, errors=(409,)),
)
def cameras() -> Any:
    return {"cameras": [asdict(one) for one in _setup().cameras()]}


@api(
    blueprint,
    "POST",
    "/api/setup/camera",
    Operation(
        "Use another camera, from now on.",
        Role.REFEREE,
        DONE,
        document({"name": {"type": "string", "minLength": 1, "maxLength": 300}}),
        errors=(400, 409),
    ),
)
def choose_camera() -> Any:
    # The session knows nothing of cameras: the pages are told by hand below.
    _setup().choose_camera(g.body["name"], who())
    desk().hub.poke()
    return {"done": True}


@api(
    blueprint,
    "POST",
    "/api/setup/seats",
    Operation(
        "Somebody looked: the names are at the right sides.",
        Role.REFEREE,
        DONE,
        document({}),
        errors=(400, 409),
    ),
)
def seats() -> Any:
    _setup().seats_are_right(who())
    return {"done": True}


@api(
    blueprint,
    "GET",
    "/api/setup/mat.pdf",
    Operation(
        "The mat, to print at 100 %.",
        Role.VIEWER,
        {"type": "string", "format": "binary"},
        query={"paper": one_of(*map(str, Paper)), "outline": BOOLEAN},
        media="application/pdf",
    ),
)
def mat() -> Response:
    # The mat is made for A3; other papers hold it in parts.
    paper = Paper(request.args.get("paper", Paper.A3))
    data = mat_pdf(MatGeometry(), paper, filled=request.args.get("outline") != "true")
    response = Response(data, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="mat-{paper}.pdf"'
    return response


@api(
    blueprint,
    "GET",
    "/api/setup/cards.pdf",
    Operation(
        "Four corner cards for a field of tiles, to print at 100 % and to cut out.",
        Role.VIEWER,
        {"type": "string", "format": "binary"},
        query={"paper": one_of(*map(str, CardPaper))},
        media="application/pdf",
    ),
)
def cards() -> Response:
    paper = CardPaper(request.args.get("paper", CardPaper.A4))
    response = Response(cards_pdf(CardGeometry(), paper), mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'inline; filename="cards-{paper}.pdf"'
    return response


@api(
    blueprint,
    "GET",
    "/api/setup/doctor",
    Operation(
        "What is good, bad or not there on the machine, and what to do.",
        Role.REFEREE,
        document({"findings": array(_TOLD)}),
        errors=(409,),
    ),
)
def doctor() -> Any:
    return {"findings": [asdict(one) for one in _setup().doctor(language())]}


_UPDATE = document(
    {
        "version": STRING,
        "is_possible": BOOLEAN,
        "state": one_of("none", "running", "finished", "failed"),
        "text": STRING,
    }
)


@api(
    blueprint,
    "GET",
    "/api/setup/update",
    Operation("How an update of the program stands.", Role.REFEREE, _UPDATE, errors=(409,)),
)
def updating() -> Any:
    return asdict(_setup().updating())


@api(
    blueprint,
    "POST",
    "/api/setup/update",
    Operation(
        "Update to a signed release, from a stick or an address, or go back to the one before.",
        Role.REFEREE,
        DONE,
        document({"from": {"type": "string", "minLength": 1, "maxLength": 500}}),
        errors=(400, 409),
    ),
)
def update() -> Any:
    _setup().update(g.body["from"], who())
    return {"done": True}


_ADDRESS = document({"address": STRING, "svg": STRING})


@api(
    blueprint,
    "GET",
    "/api/setup/address",
    Operation("Where this page is, and a QR code of it as SVG.", Role.VIEWER, _ADDRESS),
)
def address() -> Any:
    return with_code(here())


def here() -> str:
    """As the reader's browser came here: that is the address that works in this house; unless it
    runs on the table's own machine, whose name for itself is nobody else's."""
    host = host_name(request.host)
    # A phone that scans this would look for the table on itself.
    if host == "localhost" or is_here(host):
        return request.host_url.replace(host, own_address(), 1)
    return request.host_url


def with_code(address: str) -> dict[str, str]:
    # Only when somebody asks for a code: the site starts without it.
    import segno

    return {"address": address, "svg": segno.make(address, error="m").svg_inline(scale=4)}


@api(
    blueprint,
    "POST",
    "/api/setup/invitation",
    Operation(
        "An address that makes one other device the referee's, for a few minutes, and its QR code.",
        Role.REFEREE,
        _ADDRESS,
        document({}),
        for_people=True,
    ),
)
def invitation() -> Any:
    """The code stands behind a #: it is sent to no server's log and to no other site."""
    return with_code(f"{here()}#referee={desk().door.invite()}")


@api(
    blueprint,
    "POST",
    "/api/setup/relight",
    Operation(
        "Measure the light anew and hold it.", Role.REFEREE, DONE, document({}), errors=(400, 409)
    ),
)
def relight() -> Any:
    _setup().relight(who())
    return {"done": True}
