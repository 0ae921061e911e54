"""How the camera hangs and how the machine is, for the page of set-up."""

from dataclasses import asdict
from typing import Any

from flask import Blueprint, request

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
from web.api.schemas import DONE
from web.desk import desk, language, who
from web.door.keys import Role
from web.setup.ports import TableSetup

blueprint = Blueprint("hanging", __name__)


def _setup() -> TableSetup:
    found = desk().setup
    if found is None:
        raise Refused(409, "expected a live table: there is no camera", "no-table")
    return found


_MM = optional(NUMBER)

_HANGING = document(
    {
        "has_picture": BOOLEAN,
        "camera": STRING,
        "markers": COUNT,
        "field_mm": optional(array(NUMBER, 2, 2)),
        "height_mm": _MM,
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
    found = asdict(_setup().hanging())
    field = found["field_mm"]
    return {**found, "field_mm": None if field is None else list(field)}


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


_ADDRESS = document({"address": STRING, "svg": STRING})


@api(
    blueprint,
    "GET",
    "/api/setup/address",
    Operation("Where this page is, and a QR code of it as SVG.", Role.VIEWER, _ADDRESS),
)
def address() -> Any:
    """As the reader's browser came here: that is the address that works in this house."""
    import segno

    here = request.host_url
    return {"address": here, "svg": segno.make(here, error="m").svg_inline(scale=4)}


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
