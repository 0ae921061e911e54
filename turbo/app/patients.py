"""The camera and the board as the doctor looks at them: opened, looked at for seconds, closed."""

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from turbo.app.doctor import HealthFinding, HealthState
from turbo.board import BoardJoined, BoardParted, Link, open_link
from turbo.errors import TurboError
from vision.cameras.by_name import CameraSettings, open_camera
from vision.cameras.exposure import ExposureVerdict
from vision.cameras.files import FileCamera
from vision.cameras.frames import CameraLost, Frame
from vision.cameras.newest import NewestCamera
from vision.cameras.source import Facts, Locked
from vision.cameras.survey import Survey, survey

PICTURES = 12
"""So many are timed."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the doctor waits, in seconds."""

    camera_s: float = 25.0
    """The light is measured and the lens focused before the first picture: up to ten."""
    board_s: float = 6.0
    """A boot loader holds a board for two."""


def camera_findings(name: str, patience: Patience | None = None) -> Iterator[HealthFinding]:
    """Which camera, its mode, field, pixels a die, focus, exposure, speed and lateness."""
    patience = patience or Patience()
    # As fast as it can: how fast that is, is one of the findings.
    with closing(open_camera(name, CameraSettings(fps=1000.0))) as camera:
        try:
            frames = _frames(camera, patience.camera_s)
        except CameraLost as lost:
            yield HealthFinding("camera", HealthState.BAD, str(lost), "camera")
            return
        facts = camera.facts() if isinstance(camera, NewestCamera) else None
        locked = camera.locked if isinstance(camera, NewestCamera) else None
        # At once: what is looked at below takes time, by which the picture would seem older.
        age_s = _age_s(facts)
        seen = survey(frames[-1].image, facts.model if facts else "")
        yield from told_of(name, frames[-1], seen, facts, locked, _rate(frames))
        if age_s is not None:
            # Network cameras keep seconds of pictures in their buffers: every ruling would come as
            # late.
            yield HealthFinding(
                "age",
                HealthState.GOOD if age_s < 0.3 else HealthState.BAD,
                f"{1000 * age_s:.0f} ms",
            )


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
    return HealthFinding(
        "camera", HealthState.BAD if is_cut else HealthState.GOOD, ", ".join(words), "cut" * is_cut
    )


def _viewed(found: Survey) -> HealthFinding:
    """The angle, and what to expect of it before the first throw."""
    told = f"{found.tilt_deg or 0:.0f}°"
    if not found.is_straight:
        return HealthFinding("view", HealthState.BAD, told, "straighter")
    return HealthFinding("view", HealthState.GOOD, told, "steep" * (found.view == "steep"))


def surveyed(found: Survey) -> Iterator[HealthFinding]:
    if found.field_mm is None or found.die_px is None or found.higher_by_mm is None:
        yield HealthFinding("mat", HealthState.ABSENT, f"{found.markers}/8", "mat")
        return
    yield HealthFinding("mat", HealthState.GOOD, f"{found.markers}/8")
    across, along = found.field_mm
    seen = f"{across:.0f} x {along:.0f} mm"
    if not found.is_high:
        yield HealthFinding(
            "field", HealthState.BAD, f"{seen}, +{found.higher_by_mm / 10:.0f} cm", "higher"
        )
    else:
        yield HealthFinding("field", HealthState.GOOD, seen)
    yield _viewed(found)
    yield _judged("die", found.is_near, f"{found.die_px:.0f} px", "nearer")
    yield _judged("focus", found.is_sharp, f"{found.sharpness or 0:.2f}", "focus")
    light = {
        ExposureVerdict.GOOD: "",
        ExposureVerdict.DARK: "darker",
        ExposureVerdict.BRIGHT: "brighter",
    }
    advice = light[found.light or ExposureVerdict.GOOD]
    yield _judged("exposure", not advice, f"{found.white or 0:.0%}", advice)


def _judged(check: str, is_good: bool, found: str, advice: str) -> HealthFinding:
    return HealthFinding(
        check, HealthState.GOOD if is_good else HealthState.BAD, found, "" if is_good else advice
    )


def _locked(locked: Locked | None) -> HealthFinding:
    if locked is None:
        return HealthFinding("locked", HealthState.ABSENT)
    values = ", ".join(f"{name} {value:g}" for name, value in locked.values.items())
    if locked.refused:
        return HealthFinding(
            "locked", HealthState.BAD, f"{values} (-{', -'.join(locked.refused)})", "locked"
        )
    return HealthFinding("locked", HealthState.GOOD, values)


def _rate(frames: list[Frame]) -> float | None:
    # Two pictures have one pause between them: that says nothing of a rate.
    if len(frames) < 3:
        return None
    return (len(frames) - 1) / max(1e-6, frames[-1].at_s - frames[0].at_s)


def _speed(fps: float | None) -> HealthFinding:
    if fps is None:
        return HealthFinding("speed", HealthState.ABSENT)
    return _judged("speed", fps >= 5, f"{fps:.0f} /s", "slow")


def board_findings(name: str, patience: Patience | None = None) -> Iterator[HealthFinding]:
    link = open_link(name)
    try:
        yield _joined(link, (patience or Patience()).board_s)
    finally:
        link.close()


def _joined(link: Link, wait_s: float) -> HealthFinding:
    until_s, reason = time.monotonic() + wait_s, ""
    while time.monotonic() < until_s:
        for event in link.events(0.2):
            if isinstance(event, BoardJoined):
                has = ", ".join(part.name.lower() for part in event.capabilities if part.name)
                return HealthFinding(
                    "board", HealthState.GOOD, f"{event.name} {event.version}: {has}"
                )
            if isinstance(event, BoardParted):
                reason = event.reason
    # Nobody named a board, and not everybody has one.
    if link.name == "auto" and "no board found" in reason:
        return HealthFinding("board", HealthState.ABSENT, reason)
    return HealthFinding("board", HealthState.BAD, reason, "board")


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
            yield HealthFinding(check, HealthState.BAD, str(error), advice)
