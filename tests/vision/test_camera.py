"""Cameras by name: the newest picture wins, a lost camera is told, retried and picked up again."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.support.rtsp_server import RtspServer
from tools.trials.film_camera import packed, shown
from tools.trials.waiting import LONG_S, wait_until
from turbo.errors import TurboError
from vision.cameras.by_name import open_camera
from vision.cameras.frames import CameraFrozen, CameraLost, Frame
from vision.cameras.mjpeg import MjpegSource
from vision.cameras.newest import NewestCamera
from vision.cameras.source import CameraEnded, CameraSettings, Locked
from vision.pictures.loading import Image
from vision.pictures.pixels import decoded

QUICK = CameraSettings(warm_up_s=0.0, retry_s=(0.02, 0.1), silence_s=60.0, fps=1e9)
AT_ONCE = CameraSettings(paced=False)


def plain(level: int) -> Image:
    return np.full((120, 160, 3), level, np.uint8)


def level_of(frame: Frame | None) -> int:
    assert frame is not None
    return round(float(frame.image.mean()))


def read_until(
    camera: NewestCamera, wanted: Callable[[Frame], bool], most_s: float = LONG_S
) -> Frame:
    end_s = time.monotonic() + most_s
    while time.monotonic() < end_s:
        try:
            frame = camera.read(0.2)
        except CameraLost:
            continue
        if frame is not None and wanted(frame):
            return frame
    raise AssertionError("no such picture came")


def read_until_lost(camera: NewestCamera, most_s: float = LONG_S) -> str:
    end_s = time.monotonic() + most_s
    while time.monotonic() < end_s:
        try:
            camera.read(0.2)
        except CameraLost as lost:
            return str(lost)
    raise AssertionError("the camera was never lost")


class Script:
    """A source that does what a list says: levels are pictures, texts are losses."""

    def __init__(self, *steps: int | str, between_s: float = 0.0) -> None:
        self.steps, self.between_s = list(steps), between_s
        self.opened = self.grabbed = 0
        self.wanted: list[Mapping[str, float]] = []
        self.level = 0

    def open(self, wanted: Mapping[str, float]) -> Locked:
        self.opened += 1
        self.wanted.append(wanted)
        if self.steps and self.steps[0] == "absent":
            self.steps.pop(0)
            raise CameraLost("absent")
        return Locked({"gain": 3.0})

    def grab(self) -> None:
        time.sleep(self.between_s)
        self.grabbed += 1
        if not self.steps:
            time.sleep(0.05)
            return
        step = self.steps.pop(0)
        if isinstance(step, str):
            raise CameraLost(step)
        self.level = step

    def picture(self) -> Image | None:
        return plain(self.level) if self.level >= 0 else None

    def close(self) -> None:
        pass


@contextmanager
def newest(source: Script, settings: CameraSettings = QUICK) -> Iterator[NewestCamera]:
    camera = NewestCamera(source, settings)
    try:
        yield camera
    finally:
        camera.close()


def test_the_newest_picture_wins_and_nothing_piles_up() -> None:
    source = Script(*range(1, 60))
    with newest(source) as camera:
        while source.grabbed <= 60:
            time.sleep(0.01)
        first = camera.read(LONG_S)
        assert level_of(first) == 59
        assert first is not None and first.number >= 59


def test_numbers_and_times_grow() -> None:
    with newest(Script(*range(1, 200), between_s=0.002)) as camera:
        frames = [frame for _ in range(10) if (frame := camera.read(1.0))]
    assert [f.number for f in frames] == sorted({f.number for f in frames})
    assert [f.at_s for f in frames] == sorted(f.at_s for f in frames)


def test_no_new_picture_is_none_and_never_the_old_one_again() -> None:
    source = Script(7, *[-1] * 5000, between_s=0.001)
    with newest(source) as camera:
        read_until(camera, lambda frame: True)
        assert camera.read(0.05) is None


def test_a_lost_camera_is_told_retried_and_picked_up_again() -> None:
    with newest(Script(10, "unplugged", "absent", "absent", 20, 20)) as camera:
        assert "unplugged" in read_until_lost(camera)
        read_until(camera, lambda frame: level_of(frame) == 20)


def test_values_locked_before_the_loss_are_set_again() -> None:
    source = Script(10, "unplugged", 20)
    with newest(source) as camera:
        read_until(camera, lambda frame: level_of(frame) == 20)
    assert source.wanted == [{}, {"gain": 3.0}]


def test_retries_are_far_apart_when_a_camera_stays_away() -> None:
    source, began_s = Script(*["absent"] * 100_000), time.monotonic()
    with newest(source, CameraSettings(retry_s=(0.05, 0.4))) as camera:
        read_until_lost(camera)
        time.sleep(1.0)
    assert source.opened <= 5 + (time.monotonic() - began_s) / 0.4


def test_a_lost_camera_does_not_make_its_reader_spin() -> None:
    with newest(Script(*["absent"] * 100_000)) as camera:
        read_until_lost(camera)
        before = time.monotonic()
        with pytest.raises(CameraLost):
            camera.read(0.15)
        assert time.monotonic() - before > 0.1


def test_a_driver_that_hangs_is_lost_by_its_silence() -> None:
    source = Script(5, between_s=0.0)
    with newest(source, replace(QUICK, silence_s=0.5)) as camera:
        wait_until(lambda: source.grabbed > 0)
        source.between_s = 1.5
        assert "no picture for" in read_until_lost(camera)


class Hanging(Script):
    """A driver that gives its last picture for ever: a lens cap's, or one of a table."""

    def __init__(self, spread: int, noise: int = 0) -> None:
        super().__init__(*[5] * 100_000, between_s=0.002)
        self.table = np.random.default_rng(1).integers(60, 60 + spread, (120, 160, 3), np.uint8)
        self.noise, self.turn = noise, 0

    def picture(self) -> Image | None:
        self.turn += 1
        return np.asarray(self.table + self.noise * (self.turn % 2), np.uint8)


@pytest.mark.parametrize(
    ("source", "is_told"),
    [
        pytest.param(Hanging(100), True, id="the same picture of a table"),
        pytest.param(Hanging(100, noise=1), False, id="one that differs by a level"),
        pytest.param(Hanging(3), False, id="a picture that shows nothing"),
    ],
)
def test_a_camera_that_sends_the_same_picture_for_ever_is_told(
    source: Hanging, is_told: bool
) -> None:
    with newest(source, replace(QUICK, frozen_s=0.2)) as camera:
        read_until(camera, lambda frame: True)
        until_s, told = time.monotonic() + (LONG_S if is_told else 1.0), False
        while time.monotonic() < until_s and not told:
            try:
                camera.read(0.05)
            except CameraFrozen as frozen:
                told = "the same picture" in str(frozen)
    assert told is is_told


def test_pictures_are_decoded_no_faster_than_asked() -> None:
    source, began_s = Script(*[1] * 5000, between_s=0.002), time.monotonic()
    with newest(source, CameraSettings(fps=10, warm_up_s=0)) as camera:
        frame = read_until(camera, lambda one: one.number > 5)
    assert frame.number <= 10 * (time.monotonic() - began_s) + 1


def test_who_looks_seldom_has_no_more_pictures_unpacked_than_looked_at() -> None:
    """A slow machine has better to do; what it is given is of now all the same."""
    source, unpacked = Script(*[1] * 5000, between_s=0.01), 0

    def picture() -> Image:
        nonlocal unpacked
        unpacked += 1
        return plain(1)

    source.picture = picture  # type: ignore[method-assign]
    with newest(source, replace(QUICK, fps=50)) as camera:
        read_until(camera, lambda one: True)
        ages_s = []
        for _ in range(8):
            time.sleep(0.3)
            frame = read_until(camera, lambda one: True)
            ages_s.append(time.monotonic() - frame.at_s)
    assert unpacked <= 8 * 8, "of 8 times 15"
    assert sorted(ages_s)[4] < 0.15


JPEGS = {level: cv2.imencode(".jpg", plain(level))[1].tobytes() for level in (40, 90, 160)}


class MjpegServer:
    """An HTTP server on loopback that sends JPEG after JPEG until it is stopped."""

    def __init__(self, port: int = 0, *, lengths: bool = True, level: int = 40) -> None:
        self.level, self.lengths, self.is_on = level, lengths, True
        self.asked: list[str | None] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.answer(self)

            def log_message(self, format: str, *args: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            block_on_close = False
            allow_reuse_address = True

        self.server = Server(("127.0.0.1", port), Handler)
        self.port = self.server.server_address[1]
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}/video"

    def answer(self, to: BaseHTTPRequestHandler) -> None:
        self.asked.append(to.headers.get("Authorization"))
        if to.path != "/video":
            to.send_error(404)
            return
        to.send_response(200)
        to.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        to.end_headers()
        try:
            while self.is_on:
                data = JPEGS[self.level]
                length = b"Content-Length: %d\r\n" % len(data) if self.lengths else b""
                to.wfile.write(b"--frame\r\nContent-Type: image/jpeg\r\n" + length + b"\r\n")
                to.wfile.write(data + b"\r\n")
                time.sleep(0.01)
        except OSError:
            pass

    def stop(self) -> None:
        self.is_on = False
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@pytest.mark.parametrize("lengths", [True, False], ids=["with lengths", "with boundaries only"])
def test_mjpeg_over_http(lengths: bool) -> None:
    server = MjpegServer(lengths=lengths)
    camera = open_camera(server.address, QUICK)
    assert isinstance(camera, NewestCamera)
    try:
        assert read_until(camera, lambda frame: True).image.shape == (120, 160, 3)
        server.level = 160
        read_until(camera, lambda frame: abs(level_of(frame) - 160) <= 2)
        assert camera.locked is not None and "exposure" in str(camera.locked)
    finally:
        camera.close()
        server.stop()


def test_a_picture_that_claims_to_fill_the_memory_is_not_decoded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A camera in the network is a stranger's machine; half a picture is none either."""
    jpeg = JPEGS[40]
    at = jpeg.index(b"\xff\xc0") + 5
    claiming = jpeg[:at] + b"\xfd\xe8\xfd\xe8" + jpeg[at + 4 :]
    assert decoded(jpeg) is not None and decoded(jpeg[: len(jpeg) // 2]) is None
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    assert decoded(claiming) is None and decoded(b"") is None


def test_mjpeg_server_stopped_and_started_again() -> None:
    server = MjpegServer(level=40)
    camera = open_camera(server.address, QUICK)
    assert isinstance(camera, NewestCamera)
    try:
        read_until(camera, lambda frame: True)
        server.stop()
        assert "127.0.0.1" in read_until_lost(camera)
        server = MjpegServer(server.port, level=90)
        read_until(camera, lambda frame: abs(level_of(frame) - 90) <= 2)
    finally:
        camera.close()
        server.stop()


def test_name_and_password_are_sent_and_not_shown() -> None:
    server = MjpegServer()
    with_login = server.address.replace("http://", "http://ann:secret@")
    camera = open_camera(with_login, QUICK)
    assert isinstance(camera, NewestCamera)
    try:
        read_until(camera, lambda frame: True)
        server.stop()
        assert "secret" not in read_until_lost(camera)
        assert server.asked == ["Basic YW5uOnNlY3JldA=="]
    finally:
        camera.close()


def unused_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def test_no_server_is_told_in_one_line() -> None:
    camera = open_camera(f"http://127.0.0.1:{unused_port()}/video", QUICK)
    assert isinstance(camera, NewestCamera)
    try:
        told = read_until_lost(camera)
        assert "refused" in told and "\n" not in told
    finally:
        camera.close()


def test_a_page_that_is_no_stream_is_told() -> None:
    server = MjpegServer()
    camera = open_camera(server.address.replace("/video", "/index"), QUICK)
    assert isinstance(camera, NewestCamera)
    try:
        assert "404" in read_until_lost(camera)
    finally:
        camera.close()
        server.stop()


def write_video(path: Path, levels: list[int], fps: float = 20.0) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (160, 120))
    for level in levels:
        writer.write(plain(level))
    writer.release()


def test_a_video_gives_every_picture_with_its_own_time(tmp_path: Path) -> None:
    path = tmp_path / "table.avi"
    write_video(path, [20, 60, 100, 140])
    camera = open_camera(str(path), AT_ONCE)
    frames = [camera.read(0.0) for _ in range(4)]
    assert [abs(level_of(f) - w) <= 2 for f, w in zip(frames, (20, 60, 100, 140), strict=True)]
    assert [f.at_s for f in frames if f] == pytest.approx([0.0, 0.05, 0.1, 0.15])
    with pytest.raises(CameraEnded, match="is over"):
        camera.read(0.0)


def test_a_paced_video_leaves_out_what_nobody_looked_at(tmp_path: Path) -> None:
    path = tmp_path / "table.avi"
    write_video(path, list(range(10, 210, 10)))
    now = [100.0]
    camera = open_camera(str(path), CameraSettings(paced=True, clock=lambda: now[0]))
    first = camera.read(0.0)
    assert first is not None and first.number == 1
    assert camera.read(0.0) is None
    now[0] += 0.46
    later = camera.read(0.0)
    assert later is not None and later.number == 10


def test_a_video_that_runs_faster_than_it_can_be_read_gives_pictures_all_the_same(
    tmp_path: Path,
) -> None:
    """It was read to its end for the first picture: a table that was told to stop did not."""
    path = tmp_path / "table.avi"
    write_video(path, [90] * 60)
    ticks = count(step=0.06)  # every look at the clock takes longer than a picture of 20 a second
    camera = open_camera(str(path), CameraSettings(paced=True, clock=lambda: next(ticks)))
    numbers = [frame.number for _ in range(5) if (frame := camera.read(0.2)) is not None]
    assert len(numbers) == 5 and numbers[-1] < 30


def test_a_film_is_a_camera_of_another_process(tmp_path: Path) -> None:
    """What the benchmarks let a referee watch: at the film's own pace, from its beginning."""
    path = tmp_path / "table.avi"
    write_video(path, [20, 60, 100, 140])
    due_s, _ = zip(*packed(path), strict=True)
    assert due_s == pytest.approx((0.0, 0.05, 0.1, 0.15))
    with shown(path) as address:
        camera = MjpegSource(address, CameraSettings())
        camera.open({})
        levels, began_s = [], time.monotonic()
        for _ in due_s:
            camera.grab()
            image = camera.picture()
            assert image is not None
            levels.append(float(image.mean()))
        assert time.monotonic() - began_s >= 0.1
        camera.close()
    assert levels == pytest.approx([20, 60, 100, 140], abs=3)


def test_black_pictures_of_a_video_are_given_too(tmp_path: Path) -> None:
    """The lights may go out: the table must be told of it, not the player of files."""
    path = tmp_path / "dark.avi"
    write_video(path, [90, 0, 90])
    camera = open_camera(str(path), AT_ONCE)
    assert [level_of(camera.read(0.0)) < 5 for _ in range(3)] == [False, True, False]


def test_stills_come_in_the_order_of_their_names_and_bad_ones_are_named(tmp_path: Path) -> None:
    for name, level in (("b.png", 90), ("a.jpg", 40), ("c.png", 160)):
        cv2.imwrite(str(tmp_path / name), plain(level))
    (tmp_path / "bb.png").write_bytes(b"no picture")
    (tmp_path / "notes.txt").write_text("no picture either")
    camera = open_camera(str(tmp_path), AT_ONCE)
    assert [level_of(camera.read(0.0)) for _ in range(3)] == [40, 90, 160]
    assert len(camera.skipped) == 1 and camera.skipped[0].startswith("bb.png")  # type: ignore[union-attr]


def test_paced_stills_are_held(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), plain(40))
    cv2.imwrite(str(tmp_path / "b.png"), plain(90))
    ticks = count(step=0.01)
    settings = CameraSettings(hold_s=0.3, fps=20, clock=lambda: next(ticks))
    camera = open_camera(str(tmp_path), settings)
    levels = []
    with pytest.raises(CameraEnded):
        while True:
            if (frame := camera.read(0.0)) is not None:
                levels.append(level_of(frame))
    assert levels == [40] * 6 + [90] * 6


@pytest.mark.parametrize(
    "name", ["", "camera", "-1", "00000", "table.mp4", "ftp://host/video", "a\nb"]
)
def test_names_that_mean_nothing_are_refused_in_one_line(name: str) -> None:
    with pytest.raises(TurboError) as refused:
        open_camera(name, QUICK)
    assert "\n" not in str(refused.value)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TurboError, match="expected a video or a folder with pictures"):
        open_camera(str(tmp_path), QUICK)


def test_a_network_camera_that_speaks_rtsp_comes_goes_and_comes_again() -> None:
    picture = plain(70).repeat(2, axis=0).repeat(2, axis=1)
    server = RtspServer(picture)
    camera = open_camera(server.address, replace(QUICK, silence_s=5.0))
    try:
        assert isinstance(camera, NewestCamera)
        frame = read_until(camera, lambda one: True)
        assert frame.image.shape == picture.shape
        assert level_of(frame) == pytest.approx(70, abs=2)
        server.close()
        assert server.address in read_until_lost(camera)
        server = RtspServer(picture + 60, server.port)
        read_until(camera, lambda one: abs(level_of(one) - 130) <= 2)
    finally:
        camera.close()
        server.close()


def test_the_options_of_streams_do_not_reach_films() -> None:
    """With them a film would lose its first pictures."""
    from vision.cameras.streams import StreamSource

    with pytest.raises(CameraLost):
        StreamSource("rtsp://127.0.0.1:9/none", CameraSettings(silence_s=0.2)).open({})
    assert "OPENCV_FFMPEG_CAPTURE_OPTIONS" not in os.environ
