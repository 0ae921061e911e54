"""What the telephone's page sends and asks. Its key says that it is the camera, and opens nothing
else: neither the match nor anybody's picture."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from flask import request

from vision.cameras.advice import ADVICES
from vision.cameras.phone import NotTheCamera, PhoneBusy, PhoneInbox, PhoneTold, TooFast
from vision.pictures.headers import BadPicture
from web.api import operations as api
from web.api.refused import Refused, needed
from web.context import desk
from web.phone.ports import Telephone
from web.setup.camera_mount import ADDRESS, here, with_code

blueprint = api.ApiRoom("phone")

KEY_HEADER = "X-Turbo-Camera"

Kept = Annotated[str, api.letters(40)]
Parts = Annotated[list[str], api.array(Kept, 0, 8)]
_JOINED = api.document(key=str, relights=api.Count)


def _telephone() -> Telephone:
    expected = "expected a table that looks through a telephone"
    return needed(desk().telephone, 409, expected, "no-telephone")


def _joined(instead: bool) -> dict[str, Any]:
    inbox = _telephone().inbox
    try:
        key = inbox.join(instead=instead)
    except PhoneBusy as busy:
        raise Refused(409, str(busy), "camera-busy") from busy
    return {"key": key, "relights": inbox.relights}


@blueprint.referee("POST /api/camera/join", _JOINED, errors=(409,))
def join(instead: bool = False) -> Any:
    """Be the camera, as the referee's own device. One telephone at a time is: `instead` takes the
    place of another."""
    return _joined(instead)


@blueprint.stranger(
    "POST /api/camera/join-by-code", _JOINED, needs_token=False, errors=(401, 409, 429)
)
def join_by_code(code: Annotated[str, api.letters(64, 1)], instead: bool = False) -> Any:
    """Be the camera, by the code that the terminal and the set-up page show."""
    _telephone()
    if not desk().door.is_camera_code(code, request.remote_addr or ""):
        raise Refused(401, "expected the code that is shown now", "camera-code")
    return _joined(instead)


def _as_camera(way: str, answer: Any = api.DONE, **more: Any) -> api.Put:
    """An operation of the one telephone that has the key. No browser adds that header by itself, so
    no other site can make one send it."""
    more |= {"needs_token": False, "by_camera": True, "errors": (401, 409, 429)}
    return blueprint.stranger(way, answer, **more)


_REFUSED: dict[type[Exception], Callable[[str], Refused]] = {
    PhoneBusy: lambda said: Refused(409, said, "camera-busy"),
    TooFast: lambda said: Refused(429, said, "camera-fast"),
    BadPicture: lambda said: Refused(400, said, "camera-picture"),
    NotTheCamera: lambda said: Refused(401, said, "camera-key"),
}


@contextmanager
def _inbox() -> Iterator[tuple[PhoneInbox, str]]:
    """Where the telephone's pictures go, and the key that it came with."""
    key = request.headers.get(KEY_HEADER, "")
    found = desk().phone
    if found is None or not key:
        raise Refused(401, f"expected the camera's key in the header {KEY_HEADER}", "camera-key")
    try:
        yield found.inbox, key
    except tuple(_REFUSED) as error:
        raise _REFUSED[type(error)](str(error)) from error


@_as_camera(
    "POST /api/camera/picture",
    api.document(number=api.Count, relights=api.Count),
    body=api.FILE,
    query={"taken": api.COUNT},
    takes="image/jpeg",
)
def picture() -> Any:
    """The newest picture, a JPEG, and when it was taken, in milliseconds by any clock of the
    telephone's. The answer says when to measure the light anew: when `relights` has grown."""
    with _inbox() as (inbox, key):
        # Before the body is read: whoever is not the camera sends us no megabytes.
        inbox.check(key)
        request.max_content_length = desk().settings.largest_picture
        taken_ms = request.args.get("taken", type=int)
        taken_s = None if taken_ms is None else taken_ms / 1000
        sent = inbox.take(key, request.get_data(cache=False), taken_s)
    return {"number": sent.number, "relights": inbox.relights}


@_as_camera("POST /api/camera/told")
def told(model: Kept, held: Parts, refused: Parts) -> None:
    """What the telephone is, and what of its camera it holds."""
    with _inbox() as (inbox, key):
        inbox.tell(key, PhoneTold(" ".join(model.split()), tuple(held), tuple(refused)))


@_as_camera("POST /api/camera/leave")
def leave() -> None:
    """This telephone is put away: another need not wait."""
    with _inbox() as (inbox, key):
        inbox.leave(key)


_ADVICE = api.document(
    advice=api.optional(api.one_of(*ADVICES)),
    size_px=tuple[api.Count, api.Count],
    outline_px=[tuple[float, float]],
    tilt_deg=api.optional(float),
)


@_as_camera("GET /api/camera/advice", _ADVICE)
def advice() -> Any:
    """What is wrong with how the telephone stands, and where the mat is."""
    with _inbox() as (inbox, key):
        inbox.check(key)
    found = _telephone().advice()
    if found is None:
        return {"advice": None, "size_px": [0, 0], "outline_px": [], "tilt_deg": None}
    return {
        "advice": found.key,
        "size_px": found.size_px,
        "outline_px": found.outline_px,
        "tilt_deg": found.tilt_deg,
    }


@blueprint.referee("POST /api/setup/telephone", ADDRESS, errors=(409,), for_people=True)
def telephone() -> Any:
    """The address that makes a telephone the camera, and its QR code.

    The code stands behind a #: it is sent to no server's log and to no other site.
    """
    _telephone()
    return with_code(f"{here()}camera#join={desk().door.camera_code}")
