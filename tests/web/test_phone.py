"""A telephone as the camera: its inbox, who may send to it, what is refused, and how it stands."""

import contextlib
import io
import json
import threading
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from struct import pack
from typing import Any

import cv2
import numpy as np
import pytest

from tests.support.filmed import FilmedTable
from tools.trials.waiting import LONG_S, free_port
from tools.trials.web_support import PIN, Client, Site
from turbo.app import telephone
from turbo.app.arriving import Steady
from turbo.app.sight import first_frame
from turbo.app.telephone import ServedPhone, invitation, secure_port_beside
from turbo.commands.cli import main
from turbo.errors import TurboError
from turbo.live.loop import LiveLoop
from turbo.twin.draw import Look, picture_of
from turbo.twin.lens import TwinCameraSettings
from turbo.twin.tile_drawing import TileLook, TileRenderer
from vision.cameras.advice import Advice, advice, card_advice, first_to_do, mat_advice
from vision.cameras.by_name import open_camera
from vision.cameras.exposure import ExposureVerdict
from vision.cameras.frames import CameraLost, Frame, PhoneAway
from vision.cameras.newest import NewestCamera
from vision.cameras.phone import (
    ALIVE_S,
    PHONE_SETTINGS,
    NotTheCamera,
    PhoneBusy,
    PhoneInbox,
    PhoneSource,
    PhoneTold,
    TooFast,
    checked_jpeg,
)
from vision.cameras.survey import Survey, survey_cards
from vision.mat.calibration import load_calibration
from vision.pictures.headers import BadPicture
from vision.pictures.loading import Image
from web.auth.keys import Door, Keys
from web.phone.ports import Telephone
from web.phone.views import KEY_HEADER
from web.serve import Ports
from web.settings import DEFAULTS


class Hands:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        self.now_s += 0.1
        return self.now_s


def jpeg(grey: int = 90, wide: int = 64, high: int = 48) -> bytes:
    image = np.full((high, wide, 3), grey, np.uint8)
    return bytes(cv2.imencode(".jpg", image)[1])


def test_one_telephone_at_a_time_is_the_camera() -> None:
    clock = Hands()
    inbox = PhoneInbox(clock)
    first = inbox.join()
    inbox.take(first, jpeg())
    with pytest.raises(PhoneBusy):
        inbox.join()
    second = inbox.join(instead=True)
    with pytest.raises(PhoneBusy):
        inbox.take(first, jpeg())
    inbox.take(second, jpeg(10))
    clock.now_s += ALIVE_S
    third = inbox.join()
    assert third != second
    inbox.leave(third)
    with pytest.raises(NotTheCamera):
        inbox.take(third, jpeg())
    with pytest.raises(NotTheCamera):
        inbox.check("")


def test_only_the_newest_picture_counts() -> None:
    inbox = PhoneInbox(Hands())
    key, source = inbox.join(), PhoneSource(inbox)
    with pytest.raises(PhoneAway, match="scan its code"):
        source.open({})
    for grey in (10, 100, 200):
        inbox.take(key, jpeg(grey))
    source.open({})
    source.grab()
    image = source.picture()
    assert image is not None and abs(int(image.mean()) - 200) < 3
    assert inbox.wait(3, 0.0) is None


def test_the_light_is_measured_anew_where_somebody_asks() -> None:
    inbox = PhoneInbox(Hands())
    key = inbox.join()
    inbox.tell(key, PhoneTold("back camera", ("focus",), ("exposure",)))
    camera = PhoneSource(inbox)
    assert camera.lock({}).refused == ("exposure",)
    assert inbox.relights == 1 and camera.facts().model == "back camera"


def _bomb() -> bytes:
    """A small file that claims a huge picture."""
    data = bytearray(jpeg())
    place = data.index(b"\xff\xc0") + 5
    data[place : place + 4] = pack(">HH", 60_000, 60_000)
    return bytes(data)


@pytest.mark.parametrize(
    "data", [b"", b"GIF89a", jpeg()[:-40], _bomb(), bytes(cv2.imencode(".png", np.ones((9, 9)))[1])]
)
def test_what_is_no_whole_picture_of_a_table_is_refused(data: bytes) -> None:
    with pytest.raises(BadPicture):
        checked_jpeg(data)


def test_pictures_that_come_faster_than_can_be_wanted_are_refused() -> None:
    now_s = 100.0
    inbox = PhoneInbox(lambda: now_s)
    key = inbox.join()
    inbox.take(key, jpeg())
    now_s += 0.05
    inbox.take(key, jpeg())
    now_s += 0.005
    with pytest.raises(TooFast):
        inbox.take(key, jpeg())


def test_a_picture_is_as_old_as_it_is_however_long_it_was_on_its_way() -> None:
    """Seconds between two pictures are those in which dice rolled, and not those of a busy line."""
    now_s = 0.0
    inbox = PhoneInbox(lambda: now_s)
    key, seen = inbox.join(), list[float]()
    for taken_s, came_s in ((7.0, 100.0), (8.0, 103.5), (9.0, 103.6), (10.0, 104.1)):
        now_s = came_s
        seen.append(inbox.take(key, jpeg(), taken_s).at_s)
    assert seen == [100.0, 101.0, 102.0, 103.0]
    # It slept for an hour, and its clock with it.
    now_s = 3700.0
    assert inbox.take(key, jpeg(), 11.0).at_s == 3700.0
    now_s = 3702.0
    assert inbox.take(key, jpeg(), 12.0).at_s == 3701.0
    now_s = 3703.0
    assert inbox.take(key, jpeg()).at_s == 3703.0, "one that does not say so came just now"
    now_s = 3704.0
    assert inbox.take(key, jpeg(), 12.5).at_s == 3703.0, "never before the one that came before"


def test_the_camera_gives_a_picture_the_time_at_which_it_was_taken() -> None:
    inbox = PhoneInbox()
    key = inbox.join()
    with closing(NewestCamera(PhoneSource(inbox), PHONE_SETTINGS)) as camera:
        first = inbox.take(key, jpeg(10), 5.0)
        assert first_frame(camera).at_s == first.at_s
        time.sleep(0.2)
        inbox.take(key, jpeg(200), 5.05)
        assert first_frame(camera).at_s == pytest.approx(first.at_s + 0.05)


# Over the API


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    inbox = PhoneInbox(Hands())
    inbox.is_wanted = True
    found = Site(tmp_path, phone=Telephone(inbox, lambda image: Advice("higher", (64, 48))))
    yield found
    found.store.close()


def inbox_of(site: Site) -> PhoneInbox:
    phone: Telephone = site.app.extensions["turbo"].phone
    return phone.inbox


def code_of(site: Site) -> str:
    return str(site.app.extensions["turbo"].door.camera_code)


def send(client: Client, key: str, data: bytes, kind: str = "image/jpeg") -> Any:
    headers = {KEY_HEADER: key}
    return client.client.post("/api/camera/picture", data=data, content_type=kind, headers=headers)


def test_the_printed_code_makes_a_telephone_the_camera_and_nothing_else(site: Site) -> None:
    phone = site.client()
    joined = phone.post("/api/camera/join-by-code", {"code": code_of(site)})
    assert joined.status_code == 200
    key = joined.get_json()["key"]
    assert send(phone, key, jpeg()).get_json()["number"] == 1
    assert phone.get("/api/me").get_json()["role"] == "viewer"
    assert phone.get("/api/view/picture").status_code in (401, 404), "it sees no picture of others"
    found = phone.get("/api/camera/advice", headers={KEY_HEADER: key}).get_json()
    assert found["advice"] == "higher" and found["size_px"] == [64, 48]


def test_the_pin_makes_one_too_and_a_wrong_code_is_counted_as_a_wrong_pin(site: Site) -> None:
    phone = site.client()
    assert phone.post("/api/camera/join", {}).status_code == 401
    assert phone.sign_in("000000").status_code == 401
    tries = [phone.post("/api/camera/join-by-code", {"code": "x"}) for _ in range(5)]
    assert [one.status_code for one in tries] == [401] * 4 + [429]


def test_the_referees_own_device_needs_no_code(site: Site) -> None:
    phone = site.client()
    phone.sign_in(PIN, "Cleo")
    assert phone.post("/api/camera/join", {}).status_code == 200
    second = site.client()
    taken = second.post("/api/camera/join-by-code", {"code": code_of(site)})
    assert (taken.status_code, taken.get_json()["code"]) == (409, "camera-busy")
    instead = second.post("/api/camera/join-by-code", {"code": code_of(site), "instead": True})
    assert instead.status_code == 200


def test_who_is_not_the_camera_sends_nothing(site: Site) -> None:
    phone = site.client()
    assert send(phone, "", jpeg()).status_code == 401
    assert send(phone, "guess", jpeg()).get_json()["code"] == "camera-key"
    key = phone.post("/api/camera/join-by-code", {"code": code_of(site)}).get_json()["key"]
    assert send(phone, "guess", jpeg()).get_json()["code"] == "camera-busy"
    assert send(phone, key, jpeg(), "text/plain").status_code == 415
    assert send(phone, key, _bomb()).get_json()["code"] == "camera-picture"
    assert send(phone, key, b"\xff\xd8" + bytes(3_000_001)).status_code == 413
    assert inbox_of(site).newest() is None


def test_a_picture_may_be_larger_than_any_other_request(site: Site) -> None:
    noise = np.random.default_rng(0).integers(0, 255, (1200, 1600, 3), dtype=np.uint8)
    data = bytes(cv2.imencode(".jpg", noise, [cv2.IMWRITE_JPEG_QUALITY, 85])[1])
    assert 1_000_000 < len(data) < 3_000_000
    phone = site.client()
    key = phone.post("/api/camera/join-by-code", {"code": code_of(site)}).get_json()["key"]
    assert send(phone, key, data).status_code == 200


def test_other_sites_and_names_are_refused_as_everywhere(site: Site) -> None:
    phone = site.client()
    body = {"code": code_of(site)}
    other = {"Origin": "https://evil.example"}
    assert (
        phone.client.post("/api/camera/join-by-code", json=body, headers=other).status_code == 403
    )
    named = {"Host": "evil.example"}
    assert (
        phone.client.post("/api/camera/join-by-code", json=body, headers=named).status_code == 421
    )
    assert phone.client.get("/camera", headers=named).status_code == 421


def test_a_table_with_another_camera_says_so(site: Site) -> None:
    inbox_of(site).is_wanted = False
    answer = site.client().post("/api/camera/join-by-code", {"code": code_of(site)})
    assert (answer.status_code, answer.get_json()["code"]) == (409, "no-telephone")


def test_the_telephone_tells_what_it_holds_and_leaves(site: Site) -> None:
    phone = site.client()
    key = phone.post("/api/camera/join-by-code", {"code": code_of(site)}).get_json()["key"]
    headers = {KEY_HEADER: key}
    told = {"model": " back\n camera ", "held": ["focus"], "refused": ["exposure"]}
    assert phone.client.post("/api/camera/told", json=told, headers=headers).status_code == 200
    assert inbox_of(site).told == PhoneTold("back camera", ("focus",), ("exposure",))
    assert phone.client.post("/api/camera/leave", json={}, headers=headers).status_code == 200
    assert send(phone, key, jpeg()).status_code == 401


def test_the_page_of_set_up_shows_the_code_to_the_referee_alone(site: Site) -> None:
    assert site.client().post("/api/setup/telephone", {}).status_code == 401
    found = site.referee().post("/api/setup/telephone", {}).get_json()
    assert found["address"].endswith(f"/camera#join={code_of(site)}")
    assert found["svg"].startswith("<svg")


def test_only_the_cameras_page_may_ask_for_the_camera(site: Site) -> None:
    client = site.client()
    assert "camera=(self)" in client.get("/camera").headers["Permissions-Policy"]
    assert "camera=()" in client.get("/").headers["Permissions-Policy"]
    assert client.get("/authority.crt").status_code == 404, "there is no HTTPS here"
    assert client.get("/trusted").headers["Cross-Origin-Resource-Policy"] == "cross-origin"


# How it stands


@pytest.mark.parametrize(
    "found, size, said",
    [
        (Survey(0, light=ExposureVerdict.DARK), (1600, 1200), "dark"),
        (Survey(3, light=ExposureVerdict.GOOD), (1600, 1200), "no-mat"),
        (Survey(6, outline_px=((0, 0), (1500, 0), (1500, 900), (0, 900))), (1600, 1200), "higher"),
        (Survey(6, outline_px=((0, 0), (1500, 0), (1500, 900), (0, 900))), (1200, 1600), "turn"),
        (Survey(8, outline_px=((0, 0), (1, 0), (1, 1), (0, 1))), (1600, 1200), "nearer"),
        (Survey(8, outline_px=((0, 0), (1, 0)), is_near=True), (1600, 1200), "steeper"),
        (Survey(8, outline_px=((0, 0), (1, 0)), die_px=31.0), (1600, 1200), "steeper"),
        (
            Survey(
                8, is_near=True, is_straight=True, light=ExposureVerdict.GOOD, outline_px=((0, 0),)
            ),
            (1600, 1200),
            "blurred",
        ),
    ],
)
def test_the_first_thing_to_do_is_told(found: Survey, size: tuple[int, int], said: str) -> None:
    assert first_to_do(found, size) == said


def test_nobody_is_sent_nearer_to_a_field_that_fills_the_picture() -> None:
    """In fewer pixels tiles are small however near the telephone is."""
    field = bare_field()
    small = np.asarray(cv2.resize(field, (1280, 720), interpolation=cv2.INTER_AREA), np.uint8)
    assert not survey_cards(small).is_near and card_advice(small).key == "good"
    away = cv2.resize(field, (960, 540), interpolation=cv2.INTER_AREA)
    away = cv2.copyMakeBorder(away, 90, 90, 160, 160, cv2.BORDER_REPLICATE)
    assert card_advice(np.asarray(away, np.uint8)).key == "nearer"


def test_an_empty_picture_shows_neither_mat_nor_cards() -> None:
    grey = np.full((480, 640, 3), 205, np.uint8)
    assert mat_advice(grey).key == "no-mat"
    assert mat_advice(grey // 8).key == "dark"
    assert card_advice(grey).key == "no-cards"


def test_a_telephone_that_is_leaned_is_waited_for(tmp_path: Path) -> None:
    """The table is known by the first picture in which the mat has lain still; those before are
    held back, or dice in somebody's hand were told as thrown."""
    mat = picture_of(Look(), ())
    shaken = np.roll(mat, 12, axis=1)
    shown = [np.zeros_like(mat), shaken, mat, mat, mat]
    steady = Steady()
    known = [steady.look(Frame(image, 0.5 * at, at)) for at, image in enumerate(shown)]
    assert known == [False, False, False, False, True]


def test_the_mat_is_outlined_where_it_is_seen() -> None:
    found = mat_advice(picture_of(Look(), ()))
    assert found.key == "good", found
    assert len(found.outline_px) == 4 and found.tilt_deg is not None


# Commands


def test_a_command_serves_a_page_for_its_telephone(tmp_path: Path) -> None:
    """As `turbo calibrate --camera phone` does: a picture that is sent there is what it reads."""
    said: list[str] = []
    store = tmp_path / "m.db"

    ports = Ports("127.0.0.1", 0, 0)
    served = ServedPhone(store=store, ports=ports, say=said.append, is_leaned=False)
    with closing(served) as camera:
        assert any("scan this" in line for line in said)
        key = camera.inbox.join()
        camera.inbox.tell(key, PhoneTold("back", ("focus",), ("exposure",)))
        until_s = time.monotonic() + LONG_S
        frame = None
        while frame is None and time.monotonic() < until_s:
            camera.inbox.take(key, jpeg(150))
            with contextlib.suppress(CameraLost):
                frame = camera.read(0.3)
            time.sleep(0.05)
        assert frame is not None and frame.image.shape == (48, 64, 3)
        assert "exposure" in str(camera.locked)
    assert (store.with_name("m.db.authority")).exists() and not store.exists()


def test_the_terminal_says_what_to_scan() -> None:
    text = invitation("http://192.168.1.7:8080/", "abc")
    assert text.endswith("http://192.168.1.7:8080/camera")
    assert "abc" not in text, "the code is in the picture of it alone, and in no log"
    assert "▀" in text or "▄" in text


class Sending(threading.Thread):
    """A telephone beside a command: joins by the code as soon as it is served, and sends."""

    def __init__(self, port: int, store: Path, images: Sequence[Image]) -> None:
        super().__init__(daemon=True)
        self._port, self._store = port, store
        self._jpegs = [bytes(cv2.imencode(".jpg", one)[1]) for one in images]
        self.is_over = threading.Event()

    def _post(self, path: str, data: bytes, kind: str, key: str = "") -> Any:
        address, headers = f"http://127.0.0.1:{self._port}{path}", {"Content-Type": kind}
        request = urllib.request.Request(address, data, headers | {KEY_HEADER: key})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)

    def _join(self) -> str:
        keys = Keys.load(Keys.path_beside(self._store))
        if keys is None:
            raise OSError("not yet")
        body = json.dumps({"code": Door(keys, DEFAULTS).camera_code}).encode()
        return str(self._post("/api/camera/join-by-code", body, "application/json")["key"])

    def run(self) -> None:
        key = ""
        while not self.is_over.is_set():
            for jpeg in self._jpegs:
                with contextlib.suppress(OSError):
                    key = key or self._join()
                    self._post("/api/camera/picture", jpeg, "image/jpeg", key)
                time.sleep(0.1)


@pytest.fixture
def beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sending]:
    """A telephone that shows the mat with three dice, each time with other noise."""
    store, port = tmp_path / "m.db", free_port()
    monkeypatch.setenv("TURBO_STORE", str(store))
    monkeypatch.setattr(telephone, "USUAL_PORT", port)
    table = FilmedTable(TwinCameraSettings(1280, 960))
    table.row(range(3), "b3 b4 b5", -20.0, 0.0)
    found = Sending(port, store, [table.picture() for _ in range(3)])
    found.start()
    yield found
    found.is_over.set()
    found.join(LONG_S)


def test_a_telephone_calibrates(
    beside: Sending, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--camera", "phone", "--out", str(tmp_path / "c.json")]) == 0
    said = capsys.readouterr().out
    assert "8 of 8 markers" in said and "scan this with the telephone" in said
    assert load_calibration(tmp_path / "c.json").width_px == 1280


def test_what_a_telephone_sees_is_not_kept_for_the_camera_that_hangs(
    beside: Sending,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TURBO_CALIBRATION", str(tmp_path / "usual.json"))
    assert main(["calibrate", "--camera", "phone"]) == 0
    assert "nothing is kept" in capsys.readouterr().out
    assert not (tmp_path / "usual.json").exists()


def test_a_telephone_reads(
    beside: Sending, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n"))
    assert main(["read", "--camera", "phone", "--json"]) == 0
    said = capsys.readouterr()
    (image,) = json.loads(said.out)["images"]
    assert image["image"] == "camera"
    assert "scan this with the telephone" in said.err
    assert {3, 4, 5} <= {die["number"] for die in image["dice"]}


def test_a_telephone_tests_itself(
    beside: Sending, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    assert main(["selftest", "--camera", "phone", "--layouts", "1"]) == 0
    assert "3 dice seen" in capsys.readouterr().out


@cache
def bare_field() -> Image:
    """Drawn once: a field of tiles between its corner cards, and no tile."""
    return TileRenderer(TileLook(), 1).draw(())


@pytest.fixture
def beside_tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sending]:
    """A telephone that shows a bare field between its corner cards."""
    store, port = tmp_path / "m.db", free_port()
    monkeypatch.setenv("TURBO_STORE", str(store))
    monkeypatch.setattr(telephone, "USUAL_PORT", port)
    image = bare_field()
    assert advice(image) == card_advice(image)
    found = Sending(port, store, [image, image // 2 + 60])
    found.start()
    yield found
    found.is_over.set()
    found.join(LONG_S)


def test_a_telephone_calibrates_by_corner_cards(
    beside_tiles: Sending, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--camera", "phone", "--out", str(tmp_path / "c.json")]) == 0
    assert "4 corner cards" in capsys.readouterr().out


def test_a_telephone_tests_itself_with_tiles(
    beside_tiles: Sending, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """No mat is in the picture, and none is waited for."""
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 20))
    words = ["selftest", "--camera", "phone", "--pieces", "tiles", "--layouts", "1"]
    assert main(words) == 1, "no tile lies there"
    assert "0 tiles seen" in capsys.readouterr().out


def test_a_telephone_shows_the_corner_cards_of_a_tile_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page is there before the camera: it waits until the telephone shows all four cards."""
    turn = LiveLoop.turn

    def one_turn(loop: LiveLoop) -> None:
        turn(loop)
        # In the first picture that is read all four were seen.
        if loop.frame is not None:
            loop.stop()

    monkeypatch.setattr(LiveLoop, "turn", one_turn)
    store, port = tmp_path / "m.db", free_port()
    image = bare_field()
    assert card_advice(image).key == "good" and len(card_advice(image).outline_px) == 4
    assert card_advice(image // 4).key == "dark", "as at a table of dice"
    assert card_advice(image[: image.shape[0] // 2]).key == "higher"
    phone = Sending(port, store, [image, image // 2 + 60])
    phone.start()
    words = ["run", "--edition", "original-goliath", "--players", "Ann,Bob", "--camera", "phone"]
    place = ["--host", "127.0.0.1", "--port", str(port), "--store", str(store)]
    assert main([*words, *place]) == 0
    phone.is_over.set()
    said = capsys.readouterr().out
    assert said.count("scan this with the telephone") == 1
    assert "mm by its corner cards" in said and f"http://127.0.0.1:{port}/" in said


@pytest.mark.parametrize("words", [["read"], ["read", "a.jpg", "--camera", "0"]])
def test_a_picture_or_a_camera(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    assert "expected pictures, or --camera" in capsys.readouterr().err


@pytest.mark.parametrize("words", [[], ["--edition", "original-goliath"]])
def test_a_telephone_needs_the_page(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    store = ["--store", str(tmp_path / "m.db")]
    assert main(["run", "--camera", "phone", "--no-web", *words, *store]) == 2
    assert "it is where it sends to" in capsys.readouterr().err


def test_a_camera_alone_serves_no_telephone() -> None:
    """As for `turbo doctor --camera phone`: what looks at it is its own page."""
    with pytest.raises(TurboError, match="its page says how a telephone stands"):
        open_camera("phone")


@pytest.mark.parametrize("port, beside_it", [(8080, 8443), (0, 0), (65400, 0)])
def test_https_has_a_port_beside(port: int, beside_it: int) -> None:
    assert secure_port_beside(port) == beside_it
