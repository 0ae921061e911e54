"""The camera and the board as the doctor looks at them: opened, looked at for seconds, closed."""

import time
from collections.abc import Iterator
from contextlib import closing

from turbo.app.doctor import HealthFinding, absent, bad, good, judged
from turbo.board import open_link
from turbo.board.link import BoardJoined, BoardParted, Link
from turbo.errors import TurboError
from vision.cameras.by_name import open_camera
from vision.cameras.exposure import ExposureVerdict
from vision.cameras.files import FileCamera
from vision.cameras.frames import CameraLost, Frame
from vision.cameras.newest import NewestCamera
from vision.cameras.source import CameraSettings, Facts, Locked
from vision.cameras.survey import Survey, survey_either

PICTURES = 12
"""So many are timed."""


CAMERA_S = 25.0
"""The light is measured and the lens focused before the first picture: up to ten."""
BOARD_S = 6.0
"""A boot loader holds a board for two."""


def camera_findings(name: str, wait_s: float = CAMERA_S) -> Iterator[HealthFinding]:
    """Which camera, its mode, field, pixels a die, focus, exposure, speed and lateness."""
    # As fast as it can: how fast that is, is one of the findings.
    with closing(open_camera(name, CameraSettings(fps=1000.0))) as camera:
        try:
            frames = _frames(camera, wait_s)
        except CameraLost as lost:
            yield bad("camera", str(lost), "camera")
            return
        facts = camera.facts() if isinstance(camera, NewestCamera) else None
        locked = camera.locked if isinstance(camera, NewestCamera) else None
        # At once: what is looked at below takes time, by which the picture would seem older.
        age_s = _age_s(facts)
        seen = survey_either(frames[-1].image, facts.model if facts else "")
        yield from told_of(name, frames[-1], seen, facts, locked, _rate(frames))
        if age_s is not None:
            # Network cameras keep seconds of pictures in their buffers: every ruling would come as
            # late.
            yield judged("age", age_s < 0.3, f"{1000 * age_s:.0f} ms")


def told_of(
    name: str,
    frame: Frame,
    seen: Survey,
    facts: Facts | None,
    locked: Locked | None,
    fps: float | None,
) -> Iterator[HealthFinding]:
    """What a picture and the camera's own words tell, whoever has opened it."""
    yield _which(name, frame, facts)
    yield from surveyed(seen)
    yield _locked(locked)
    yield _speed(fps)


def _frames(camera: NewestCamera | FileCamera, wait_s: float) -> list[Frame]:
    frames: list[Frame] = []
    until_s, lost = time.monotonic() + wait_s, CameraLost("no picture came")
    while len(frames) < PICTURES and time.monotonic() < until_s:
        try:
            frame = camera.read(1.0)
        except CameraLost as told:
            lost = told
            # A device that is named is there at once or not at all.
            if frames or isinstance(camera, FileCamera):
                break
            time.sleep(0.2)
            continue
        frames += [frame] if frame is not None else []
    if not frames:
        raise lost
    return frames


def _age_s(facts: Facts | None) -> float | None:
    taken_s = None if facts is None else facts.taken_s
    return None if taken_s is None else max(0.0, time.monotonic() - taken_s)


def _which(name: str, frame: Frame, facts: Facts | None) -> HealthFinding:
    height, width = frame.image.shape[:2]
    words = [facts.model if facts else name, f"{width} x {height}"]
    if facts is not None and facts.mode_px:
        words.append(f"mode {' x '.join(map(str, facts.mode_px))}")
    # Some modes of a sensor show its middle alone: half of the mat is then out of sight. A few
    # lines less are what picture sizes cost.
    is_cut = facts is not None and facts.shown is not None and min(facts.shown) < 0.95
    return judged("camera", not is_cut, ", ".join(words), "cut")


def _viewed(found: Survey) -> HealthFinding:
    """The angle, and what to expect of it before the first throw."""
    told = f"{found.tilt_deg or 0:.0f}°"
    if not found.is_straight:
        return bad("view", told, "straighter")
    return good("view", told, "steep" * (found.view == "steep"))


PIECES = {"mat": "die", "cards": "tile"}
"""What is read between these marks."""


def surveyed(found: Survey) -> Iterator[HealthFinding]:
    if found.field_mm is None or found.die_px is None or found.higher_by_mm is None:
        yield absent(found.marks, f"{found.markers}/{found.of}", found.marks)
        return
    yield good(found.marks, f"{found.markers}/{found.of}")
    across, along = found.field_mm
    seen = f"{across:.0f} x {along:.0f} mm"
    more = "" if found.is_high else f", +{found.higher_by_mm / 10:.0f} cm"
    yield judged("field", found.is_high, seen + more, "higher")
    yield _viewed(found)
    sizes = f"{found.die_px:.0f} px, ≥ {found.far_px or 0:.0f} px"
    small = "far" if found.is_far_alone else "nearer"
    yield judged(PIECES[found.marks], found.is_near, sizes, small)
    yield judged("focus", found.is_sharp, f"{found.sharpness or 0:.2f}", "focus")
    light = {ExposureVerdict.DARK: "darker", ExposureVerdict.BRIGHT: "brighter"}
    advice = light.get(found.light or ExposureVerdict.GOOD, "")
    yield judged("exposure", not advice, f"{found.white or 0:.0%}", advice)


def _locked(locked: Locked | None) -> HealthFinding:
    if locked is None:
        return absent("locked")
    values = ", ".join(f"{name} {value:g}" for name, value in locked.values.items())
    refused = f" (-{', -'.join(locked.refused)})" if locked.refused else ""
    return judged("locked", not refused, values + refused, "locked")


def _rate(frames: list[Frame]) -> float | None:
    # Two pictures have one pause between them: that says nothing of a rate.
    if len(frames) < 3:
        return None
    return (len(frames) - 1) / max(1e-6, frames[-1].at_s - frames[0].at_s)


def _speed(fps: float | None) -> HealthFinding:
    if fps is None:
        return absent("speed")
    return judged("speed", fps >= 5, f"{fps:.0f} /s", "slow")


def board_findings(name: str, wait_s: float = BOARD_S) -> Iterator[HealthFinding]:
    with closing(open_link(name)) as link:
        yield _joined(link, wait_s)


def _joined(link: Link, wait_s: float) -> HealthFinding:
    until_s, reason = time.monotonic() + wait_s, ""
    while time.monotonic() < until_s:
        for event in link.events(0.2):
            if isinstance(event, BoardJoined):
                has = ", ".join(part.name.lower() for part in event.capabilities if part.name)
                return good("board", f"{event.name} {event.version}: {has}")
            if isinstance(event, BoardParted):
                reason = event.reason
    # Nobody named a board, and not everybody has one.
    if link.name == "auto" and "no board found" in reason:
        return absent("board", reason)
    return bad("board", reason, "board")


def all_findings(camera: str | None, board: str | None) -> Iterator[HealthFinding]:
    """Those that are named; a name that means nothing is a finding, too."""
    looks = (("camera", camera_findings, camera), ("board", board_findings, board))
    for check, look, name in looks:
        if name is None:
            continue
        try:
            yield from look(name)
        except TurboError as error:
            # Pins have no firmware: whoever is told to flash them looks for a board.
            advice = "board-pins" if name.startswith("pins") else check
            yield bad(check, str(error), advice)
