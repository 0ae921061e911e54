"""How the camera hangs and how the machine is, for the page of set-up."""

from dataclasses import asdict
from typing import Annotated, Any, Literal

from flask import Response, g, request

from vision.cameras.survey import Survey
from vision.mat.cards import CardGeometry, CardPaper
from vision.mat.pdf import Paper, cards_pdf, mat_pdf
from vision.mat.sheet import MatGeometry
from web.api.files import file_of
from web.api.operations import PDF, ApiRoom, Count, Schema, document, fields_of, letters, optional
from web.api.schemas import HEALTH
from web.auth.hosts import host_name, is_own
from web.context import at_table, desk, language
from web.network import own_address
from web.setup.health import health_document
from web.setup.ports import CameraChoice, CameraMount, DoctorLine, TableSetup, UpdateState

blueprint = ApiRoom("camera_mount", 409)


def _setup() -> TableSetup:
    return at_table(desk().setup)


def _mount() -> Schema:
    """The mount and what was surveyed of it, side by side."""
    view = optional(Literal["straight", "slanted", "steep"])
    judged = {"view": view, "is_good": bool, "is_far_alone": bool}
    survey = fields_of(Survey, markers=Count, **judged)["properties"]
    own = {**fields_of(CameraMount)["properties"], **survey}
    del own["survey"]
    return document(own)


@blueprint.viewer("GET /api/setup/camera-mount", _mount(), errors=(409,))
def camera_mount() -> Any:
    """How the camera hangs: field, height, pixels a die, sharpness, light."""
    mount = _setup().camera_mount()
    found, told = mount.survey, asdict(mount)
    white = None if found.white is None else round(found.white, 3)
    told |= told.pop("survey")
    judged = {name: getattr(found, name) for name in ("view", "is_good", "is_far_alone")}
    return {**told, "white": white, **judged}


@blueprint.viewer("GET /api/health", HEALTH)
def health() -> Any:
    """How the table is: pictures, mat, light, board, disk, and what is to do before it is ready."""
    return health_document(desk().setup)


@blueprint.referee("GET /api/setup/cameras", document(cameras=[CameraChoice]), errors=(409,))
def cameras() -> Any:
    """The cameras that there are to choose from."""
    return {"cameras": [asdict(one) for one in _setup().cameras()]}


@blueprint.referee("POST /api/setup/camera")
def choose_camera(name: Annotated[str, letters(300, 1)]) -> None:
    """Use another camera, from now on."""
    # The session knows nothing of cameras: the pages are told by hand below.
    _setup().choose_camera(name)
    desk().hub.poke()


@blueprint.referee("POST /api/setup/seats")
def seats() -> None:
    """Somebody looked: the names are at the right sides."""
    _setup().seats_are_right()


@blueprint.viewer("GET /api/setup/mat.pdf", PDF)
def mat(paper: Paper = Paper.A3, outline: bool = False) -> Response:
    """The mat, to print at 100 %."""
    # The mat is made for A3; other papers hold it in parts.
    data = mat_pdf(MatGeometry(), paper, filled=not outline)
    return file_of(data, f"mat-{paper}.pdf", "application/pdf", shown=True)


@blueprint.viewer("GET /api/setup/cards.pdf", PDF)
def cards(paper: CardPaper = CardPaper.A4) -> Response:
    """Four corner cards for a field of tiles, to print at 100 % and to cut out."""
    data = cards_pdf(CardGeometry(), paper)
    return file_of(data, f"cards-{paper}.pdf", "application/pdf", shown=True)


@blueprint.referee("GET /api/setup/doctor", document(findings=[DoctorLine]), errors=(409,))
def doctor() -> Any:
    """Check the machine: camera, board, disk, clock, each with what to do."""
    return {"findings": [asdict(one) for one in _setup().doctor(language())]}


@blueprint.referee("GET /api/setup/update", UpdateState, errors=(409,))
def updating() -> Any:
    """How an update of the program stands."""
    return asdict(_setup().updating())


@blueprint.referee(
    "POST /api/setup/update",
    # No name that a view could take.
    body=document({"from": letters(500, 1)}),
)
def update() -> None:
    """Update to a signed release, from a stick or an address, or go back to the one before."""
    _setup().update(g.body["from"])


ADDRESS = document(address=str, svg=str, is_alone=bool)


@blueprint.viewer("GET /api/setup/address", ADDRESS)
def address() -> Any:
    """Where this page is, and a QR code of it as SVG."""
    return with_code(here())


def here() -> str:
    """As the reader's browser came here: that is the address that works in this house; unless it
    runs on the table's own machine, whose name for itself is nobody else's. Where no other machine
    is served, that name is the only one that works."""
    host = host_name(request.host)
    # A phone that scans this would look for the table on itself.
    if is_own(host) and not desk().settings.is_alone:
        return request.host_url.replace(host, own_address(), 1)
    return request.host_url


def with_code(address: str) -> dict[str, Any]:
    # Only when somebody asks for a code: the site starts without it.
    import segno

    svg = segno.make(address, error="m").svg_inline(scale=4)
    return {"address": address, "svg": svg, "is_alone": desk().settings.is_alone}


@blueprint.referee("POST /api/setup/invitation", ADDRESS, errors=(), for_people=True)
def invitation() -> Any:
    """An address that makes one other device the referee's, for a few minutes, and its QR code.

    The code stands behind a #: it is sent to no server's log and to no other site.
    """
    return with_code(f"{here()}#referee={desk().door.invite()}")


@blueprint.referee("POST /api/setup/relight")
def relight() -> None:
    """Measure the light anew and hold it."""
    _setup().relight()
