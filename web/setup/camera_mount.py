"""How the camera hangs and how the machine is, for the page of set-up."""

from dataclasses import asdict
from typing import Any

from flask import Response, g, request

from vision.mat.cards import CardGeometry, CardPaper
from vision.mat.pdf import Paper, cards_pdf, mat_pdf
from vision.mat.sheet import MatGeometry
from web.api.files import file_of
from web.api.operations import (
    BOOLEAN,
    COUNT,
    DONE,
    FILE,
    NUMBER,
    STRING,
    ApiRoom,
    array,
    document,
    one_of,
    optional,
)
from web.api.schemas import HEALTH
from web.auth.hosts import host_name, is_here
from web.context import at_table, desk, language, who
from web.network import own_address
from web.setup.health import health_document
from web.setup.ports import TableSetup

blueprint = ApiRoom("camera_mount")


def _setup() -> TableSetup:
    return at_table(desk().setup)


_MM = optional(NUMBER)
_POINT = array(NUMBER, 2, 2)

_MOUNT = document(
    has_picture=BOOLEAN,
    camera=STRING,
    markers=COUNT,
    field_mm=optional(array(NUMBER, 2, 2)),
    height_mm=_MM,
    tilt_deg=_MM,
    view=optional(one_of("straight", "slanted", "steep")),
    die_px=_MM,
    higher_by_mm=_MM,
    sharpness=_MM,
    sharp_from=NUMBER,
    white=_MM,
    white_from=NUMBER,
    white_to=NUMBER,
    light=optional(one_of("good", "too dark", "too bright")),
    is_high=BOOLEAN,
    is_near=BOOLEAN,
    is_straight=BOOLEAN,
    is_sharp=BOOLEAN,
    is_good=BOOLEAN,
    outline_px=array(_POINT),
    zones_px=array(array(_POINT)),
    size_px=array(COUNT, 2, 2),
)

_TOLD = document(
    check=STRING, name=STRING, state=one_of("good", "bad", "not there"), found=STRING, advice=STRING
)


@blueprint.viewer(
    "GET /api/setup/camera-mount",
    "How the camera hangs: field, height, pixels a die, sharpness, light.",
    _MOUNT,
    errors=(409,),
)
def camera_mount() -> Any:
    mount = _setup().camera_mount()
    found, told = mount.survey, asdict(mount)
    white = None if found.white is None else round(found.white, 3)
    told |= told.pop("survey")
    return {**told, "white": white, "view": found.view, "is_good": found.is_good}


@blueprint.viewer(
    "GET /api/health",
    "How the table is: pictures, mat, light, board, disk, and what is to do before it is ready.",
    HEALTH,
)
def health() -> Any:
    return health_document(desk().setup)


_CHOICES = document(cameras=array(document(name=STRING, words=STRING, is_chosen=BOOLEAN)))


@blueprint.referee(
    "GET /api/setup/cameras", "The cameras that there are to choose from.", _CHOICES, errors=(409,)
)
def cameras() -> Any:
    return {"cameras": [asdict(one) for one in _setup().cameras()]}


@blueprint.referee(
    "POST /api/setup/camera",
    "Use another camera, from now on.",
    DONE,
    document(name={"type": "string", "minLength": 1, "maxLength": 300}),
    errors=(409,),
)
def choose_camera() -> None:
    # The session knows nothing of cameras: the pages are told by hand below.
    _setup().choose_camera(g.body["name"], who())
    desk().hub.poke()


@blueprint.referee(
    "POST /api/setup/seats", "Somebody looked: the names are at the right sides.", errors=(409,)
)
def seats() -> None:
    _setup().seats_are_right(who())


@blueprint.viewer(
    "GET /api/setup/mat.pdf",
    "The mat, to print at 100 %.",
    FILE,
    query={"paper": one_of(*map(str, Paper)), "outline": BOOLEAN},
    media="application/pdf",
)
def mat() -> Response:
    # The mat is made for A3; other papers hold it in parts.
    paper = Paper(request.args.get("paper", Paper.A3))
    data = mat_pdf(MatGeometry(), paper, filled=request.args.get("outline") != "true")
    return file_of(data, f"mat-{paper}.pdf", "application/pdf", shown=True)


@blueprint.viewer(
    "GET /api/setup/cards.pdf",
    "Four corner cards for a field of tiles, to print at 100 % and to cut out.",
    FILE,
    query={"paper": one_of(*map(str, CardPaper))},
    media="application/pdf",
)
def cards() -> Response:
    paper = CardPaper(request.args.get("paper", CardPaper.A4))
    data = cards_pdf(CardGeometry(), paper)
    return file_of(data, f"cards-{paper}.pdf", "application/pdf", shown=True)


@blueprint.referee(
    "GET /api/setup/doctor",
    "Check the machine: camera, board, disk, clock, each with what to do.",
    document(findings=array(_TOLD)),
    errors=(409,),
)
def doctor() -> Any:
    return {"findings": [asdict(one) for one in _setup().doctor(language())]}


_UPDATE = document(
    version=STRING,
    is_possible=BOOLEAN,
    state=one_of("none", "running", "finished", "failed"),
    text=STRING,
)


@blueprint.referee(
    "GET /api/setup/update", "How an update of the program stands.", _UPDATE, errors=(409,)
)
def updating() -> Any:
    return asdict(_setup().updating())


@blueprint.referee(
    "POST /api/setup/update",
    "Update to a signed release, from a stick or an address, or go back to the one before.",
    DONE,
    document({"from": {"type": "string", "minLength": 1, "maxLength": 500}}),
    errors=(409,),
)
def update() -> None:
    _setup().update(g.body["from"], who())


_ADDRESS = document(address=STRING, svg=STRING)


@blueprint.viewer(
    "GET /api/setup/address", "Where this page is, and a QR code of it as SVG.", _ADDRESS
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


@blueprint.referee(
    "POST /api/setup/invitation",
    "An address that makes one other device the referee's, for a few minutes, and its QR code.",
    _ADDRESS,
    for_people=True,
)
def invitation() -> Any:
    """The code stands behind a #: it is sent to no server's log and to no other site."""
    return with_code(f"{here()}#referee={desk().door.invite()}")


@blueprint.referee("POST /api/setup/relight", "Measure the light anew and hold it.", errors=(409,))
def relight() -> None:
    _setup().relight(who())
