"""Telling other programs: signed, tried again, never into the house unless it was asked for."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest

from tools.trials.waiting import wait_until
from tools.trials.web_support import Site
from turbo.errors import TurboError
from web.hooks.hooks import Hook, Hooks, Reach, _is_public, places_of, signature
from web.hooks.sender import SIGNATURE, Sender, SendTuning
from web.settings import WebSettings


class Listener:
    """Another program's end: a real server that may refuse a few times."""

    def __init__(self) -> None:
        self.heard: list[tuple[dict[str, Any], str, bytes]] = []
        self.refuse = 0
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = 204
                if listener.refuse:
                    listener.refuse -= 1
                    status = 503
                else:
                    listener.heard.append((json.loads(body), self.headers[SIGNATURE], body))
                self.send_response(status)
                self.end_headers()

            def log_message(self, *words: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/turbo"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    found = Listener()
    yield found
    found.close()


def test_off_by_default(tmp_path: Path) -> None:
    answer = (
        Site(tmp_path)
        .referee()
        .post("/api/webhooks", {"address": "https://example.org/", "kinds": ["ruling"]})
    )
    assert answer.status_code == 409 and answer.get_json()["code"] == "hooks-off"


def test_a_ruling_is_told_with_a_signature_that_proves_it(
    tmp_path: Path, listener: Listener
) -> None:
    site = Site(tmp_path, settings=WebSettings(webhooks="home"))
    site.start()
    body = {"address": listener.address, "kinds": ["ruling"]}
    made = site.referee().post("/api/webhooks", body).get_json()
    site.say("round Ann")
    wait_until(lambda: bool(listener.heard))
    told, signed, raw = listener.heard[0]
    assert told["event"] == "ruling" and told["ruling"]["statement"] == "round Ann"
    at, _, digest = signed.removeprefix("t=").partition(",v1=")
    expected = hmac.new(made["secret"].encode(), f"{at}.".encode() + raw, hashlib.sha256)
    assert digest == expected.hexdigest()
    listed = site.referee().get("/api/webhooks").get_json()["webhooks"]
    assert [one["address"] for one in listed] == [listener.address] and "secret" not in listed[0]
    path = f"/api/webhooks/{made['id']}/remove"
    assert site.referee().post(path, {}).status_code == 200
    assert site.referee().get("/api/webhooks").get_json() == {"webhooks": []}


def test_the_first_ruling_after_a_restart_is_told(tmp_path: Path, listener: Listener) -> None:
    """The first news was taken for what had stood there at the start."""
    Site(tmp_path).start()
    site = Site(tmp_path, settings=WebSettings(webhooks="home"))
    body = {"address": listener.address, "kinds": ["ruling"]}
    site.referee().post("/api/webhooks", body)
    site.say("round Ann")
    wait_until(lambda: bool(listener.heard))
    assert listener.heard[0][0]["ruling"]["statement"] == "round Ann"


def test_a_word_that_is_refused_is_sent_again_and_then_given_up(listener: Listener) -> None:
    slept: list[float] = []
    hook = Hook("a", listener.address, ("ruling",), "secret")
    sender = Sender(hook, Reach.HOME, SendTuning((1.0, 5.0)), slept.append)
    listener.refuse = 2
    sender.put(b'{"first": 1}')
    wait_until(lambda: sender.sent == 1)
    assert slept == [1.0, 5.0] and listener.heard[0][0] == {"first": 1}
    listener.refuse = 3
    sender.put(b'{"second": 2}')
    wait_until(lambda: sender.given_up == 1)
    assert sender.trouble == "the answer was 503"
    sender.stop()


def test_of_words_that_wait_the_oldest_is_dropped(listener: Listener) -> None:
    gate = threading.Event()
    hook = Hook("a", listener.address, ("ruling",), "secret")
    listener.refuse = 1
    sender = Sender(hook, Reach.HOME, SendTuning((1.0,), waiting=2), lambda s: gate.wait())
    for number in range(5):
        sender.put(json.dumps({"number": number}).encode())
        if number == 0:
            wait_until(lambda: listener.refuse == 0)
    gate.set()
    wait_until(lambda: sender.sent == 3)
    assert [one["number"] for one, _, _ in listener.heard] == [0, 3, 4] and sender.given_up == 2
    sender.stop()


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1/",
        "http://localhost/",
        "http://192.168.1.1/admin",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest",
        "http://[::1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://0.0.0.0/",
        "http://[64:ff9b::7f00:1]/",
        "http://[64:ff9b::c0a8:101]/",
        "http://[64:ff9b:1::c0a8:101]/",
        "http://[::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[2002:c0a8:101::1]/",
    ],
)
def test_nothing_in_the_house_is_called_unless_it_was_asked_for(address: str) -> None:
    with pytest.raises(TurboError, match="outside of this house"):
        places_of(address, Reach.PUBLIC)
    assert places_of(address, Reach.HOME)


@pytest.mark.parametrize(
    "address",
    [
        "ftp://example.org/",
        "file:///etc/passwd",
        "https://",
        "http://a:b@example.org/",
        "http://x:99999/",
        "http://x:-1/",
        "http://x:0/",
        "http://[::1",
        "http://x:port/",
        f"http://{'x' * 64}.example/",
    ],
)
def test_an_address_that_is_none(address: str) -> None:
    with pytest.raises(TurboError, match="expected an address"):
        Hook("a", address, ("ruling",), "s")


@pytest.mark.parametrize(
    "number", ["1.1.1.1", "2606:4700::1111", "64:ff9b::101:101", "2002:101:101::"]
)
def test_what_leads_outside_is_called(number: str) -> None:
    assert _is_public(number)


def test_hooks_are_kept_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "m.db.hooks"
    made = Hooks(path).add("https://example.org/", ("moment",))
    assert Hooks(path).all == (made,) and path.stat().st_mode & 0o077 == 0
    hooks = Hooks(path)
    for number in range(7):
        hooks.add(f"https://example.org/{number}", ("ruling",))
    with pytest.raises(TurboError, match="at most 8"):
        hooks.add("https://example.org/more", ("ruling",))


def test_the_signature_is_over_time_and_words() -> None:
    assert signature("s", 7, b"{}") != signature("s", 8, b"{}") != signature("t", 8, b"{}")
