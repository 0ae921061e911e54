"""A telephone as the camera, in a real Chromium with a drawn film as its camera: from `/camera` to
the ruling, and everything that can go wrong on the way."""

import threading
from collections.abc import Iterator
from functools import partial
from itertools import cycle, islice, product
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509

from tests.support.filmed import FilmedTable
from tools.trials.browser_support import findings, sync_api
from tools.trials.phone_support import HOUSE, House, Referee, another, telephone, write_film
from tools.trials.waiting import LONG_S, wait_until
from turbo.app.telephone import ServedPhone
from turbo.commands.cli import main
from turbo.game.messages import Language
from turbo.i18n.catalogue import say
from turbo.live.tumbling import Tumbling, TumblingTuning
from vision.pictures.loading import Image
from vision.reading.reader import Reader, ReaderTuning
from web.serve import Ports, Server

FPS = 5
ANNS = "b10 r2 k11 o4 r13 b6 k7 o1 r5"


def _pictures(table: FilmedTable) -> Iterator[Image]:
    """A bare mat, then Ann's nine dice; noise makes each picture another, as a camera's, also for
    whoever looks at one a second or at one in two."""
    yield from islice(cycle([table.picture() for _ in range(13)]), 6 * FPS)
    table.hand(0, range(9), ANNS)
    table.make_readable(Reader(ReaderTuning(remember_unchanged=False)).read)
    yield from islice(cycle([table.picture() for _ in range(37)]), 40 * FPS)


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("film") / "throw.y4m"
    write_film(path, _pictures(FilmedTable()), FPS)
    return path


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Referee]:
    found = Referee(tmp_path_factory.mktemp("referee"))
    yield found
    found.stop()


@pytest.fixture(scope="module")
def filming(film: Path, referee: Referee) -> Iterator[Any]:
    """One browser whose camera shows the film, for many telephones one after the other."""
    with telephone(film, referee) as first:
        yield first


@pytest.fixture(scope="module")
def plain(referee: Referee) -> Iterator[Any]:
    """One with Chromium's own moving pattern, whose knobs can be asked for."""
    with telephone(None, referee) as first:
        yield first


@pytest.fixture
def filmed(filming: Any) -> Iterator[Any]:
    """A telephone before the mat, which knows nothing yet."""
    with another(filming) as found:
        yield found


@pytest.fixture
def patterned(plain: Any) -> Iterator[Any]:
    with another(plain) as found:
        yield found


def _thrown(state: Any) -> list[str]:
    hand = state["shown"]["hands"][0]
    return [] if hand is None else sorted(hand["faces"])


def _joined(context: Any, referee: Referee) -> Any:
    page = context.new_page()
    page.goto(f"{referee.secure}/camera#join={referee.code}")
    # A telephone that was closed on a busy machine may not have said that it leaves.
    page.wait_for_selector("#instead, #facts[data-sent]:not([data-sent='0'])", state="attached")
    if page.locator("#instead").count():
        page.click("#instead")
    _sends(page)
    return page


def _sends(page: Any) -> None:
    """Pictures arrive from now on."""
    sent = int(page.get_attribute("#facts", "data-sent") or 0)
    page.wait_for_function(
        "sent => Number(document.getElementById('facts').dataset.sent) > sent", arg=sent
    )


IN_SIGHT = """all => all.map((one) => {
  const box = one.getBoundingClientRect();
  return box.left >= 0 && box.right <= innerWidth && box.top >= 0 && box.bottom <= innerHeight;
})"""


def _said(page: Any, key: str) -> None:
    page.wait_for_selector(f"#words[data-said='{key}']")


def test_from_the_printed_code_to_the_throw(filmed: Any, referee: Referee) -> None:
    """The code leads over HTTP, which finds that HTTPS is trusted, to the camera's page; the mat is
    outlined, the light held, and what the camera sees is told as Ann's throw."""
    referee.sign_in()
    referee.post("/api/match/statements", {"statement": "round Ann"})
    page = filmed.new_page()
    page.goto(f"{referee.in_the_house}/camera#join={referee.code}")
    page.wait_for_url(f"{referee.secure}/camera")
    _said(page, "good")
    assert page.locator("#over .outline.good").count() == 1
    referee.comes(lambda state: _thrown(state) == sorted(ANNS.split()))
    page.wait_for_function("Number(document.querySelector('#facts').dataset.sent) > 10")
    page.close()


class Capturing(House):
    """`turbo capture --camera phone`, until it has told one throw that lies for a second."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.store = folder / "matches.db"
        self._server: Server | None = None
        own = partial(Tumbling, tuning=TumblingTuning(found_s=1.0))
        monkeypatch.setattr("turbo.app.capture.Tumbling", own)
        monkeypatch.setattr("turbo.app.telephone.ServedPhone", self._served)
        words = ["capture", "--camera", "phone", "--count", "1", "--store", str(self.store)]
        self._running = threading.Thread(target=main, args=(words,), daemon=True)
        self._running.start()

    def _served(self, *, is_leaned: bool) -> ServedPhone:
        ports = Ports("127.0.0.1", 0, 0)
        phone = ServedPhone(store=self.store, ports=ports, is_leaned=is_leaned)
        self._server = phone.server
        return phone

    @property
    def address(self) -> str:
        wait_until(lambda: self._server is not None)
        assert self._server is not None
        return f"https://{HOUSE}:{self._server.secure_port}"

    def ends(self) -> None:
        self._running.join(LONG_S)
        assert not self._running.is_alive()


def test_a_throw_is_captured_without_a_game(
    film: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    capturing = Capturing(tmp_path, monkeypatch)
    address = capturing.address
    with telephone(film, capturing) as context:
        context.new_page().goto(f"{address}/camera#join={capturing.code}")
        capturing.ends()
    told = capsys.readouterr().out.splitlines()[-1].split()[1:]
    assert sorted(told) == sorted(ANNS.split())


def test_after_a_cut_line_and_a_restart_it_goes_on_by_itself(filmed: Any, referee: Referee) -> None:
    page = _joined(filmed, referee)
    filmed.set_offline(True)
    _said(page, "offline")
    filmed.set_offline(False)
    _sends(page)
    referee.stop()
    _said(page, "offline")
    # Two minutes on, by the page's own clock.
    page.evaluate("(now => { Date.now = () => now() + 120000 })(Date.now)")
    _said(page, "ended")
    referee.start()
    _sends(page)
    _said(page, "good")
    page.close()


def test_a_camera_that_was_taken_away_is_opened_again(filmed: Any, referee: Referee) -> None:
    """As a call does: the track ends, and nobody presses anything."""
    page = _joined(filmed, referee)
    page.evaluate("document.getElementById('view').srcObject.getTracks()[0].stop()")
    _said(page, "asleep")
    _sends(page)
    page.close()


WIDE_AND_HIGH = ((390, 780), (844, 390), (568, 320))


def test_words_are_large_and_on_its_side_beside_the_picture(filmed: Any, referee: Referee) -> None:
    """What is read from a metre needs 7 mm, 40 pixels; laid over the picture of a telephone on its
    side it hid the near third of the mat."""
    page = _joined(filmed, referee)
    for wide, high in WIDE_AND_HIGH:
        page.set_viewport_size({"width": wide, "height": high})
        page.evaluate("document.getElementById('words').className = 'phone-words'")
        words, view = (page.locator(one).bounding_box() for one in ("#words", "#view"))
        size_px = page.evaluate("parseFloat(getComputedStyle(words).fontSize)")
        assert size_px >= min(40, 0.1 * high)
        assert wide < high or words["x"] >= view["x"] + view["width"]
        assert page.locator("#relight, #facts").evaluate_all(IN_SIGHT) == [True, True]
    page.close()


SAYS = """all => all.map(([text, more]) => {
  words.textContent = text;
  words.className = "phone-words";
  words.dataset.level = "bad";
  document.getElementById("more").textContent = more;
  dispatchEvent(new Event("resize"));
  const isWhole = words.getBoundingClientRect().top >= 0 && words.scrollWidth <= words.clientWidth;
  return [isWhole, parseFloat(getComputedStyle(words).fontSize)];
})"""


def test_no_word_is_cut_and_what_has_gone_wrong_is_read_from_a_metre(
    patterned: Any, referee: Referee
) -> None:
    """In no language: what there is too little room for is smaller."""
    page = _joined(patterned, referee)
    shown = list(product(Language, ("begin", "dark", "nearer", "offline", "ended")))
    words = [
        [say(f"phone.{key}", one), say("phone.ended-more", one) if key == "ended" else ""]
        for one, key in shown
    ]
    for wide, high in WIDE_AND_HIGH:
        page.set_viewport_size({"width": wide, "height": high})
        told = page.evaluate(SAYS, words)
        for (_, key), (said, _), (is_whole, size_px) in zip(shown, words, told, strict=True):
            assert is_whole, (said, wide, high)
            assert size_px >= (40 if wide < high and key != "begin" else 16), (said, wide, high)
    page.close()


def test_a_second_telephone_must_say_so(filmed: Any, referee: Referee) -> None:
    first = _joined(filmed, referee)
    with another(filmed) as others:
        second = others.new_page()
        second.goto(f"{referee.secure}/camera#join={referee.code}")
        second.wait_for_selector("#instead")
        assert "Another telephone is the camera" in second.inner_text("#words")
        _sends(first)
        second.click("#instead")
        _sends(second)
        first.wait_for_selector("#instead")
        second.close()
    first.close()


def test_the_set_up_page_shows_the_code_to_the_referee(patterned: Any, referee: Referee) -> None:
    page = patterned.new_page()
    page.goto(f"{referee.address}/setup")
    page.click("#sign-button")
    page.fill("#pin", referee.pin)
    page.click("dialog button[type=submit]")
    page.wait_for_selector("#telephone img")
    assert "/camera" in page.inner_text("#telephone figcaption")


def test_without_the_code_the_pin_is_asked_for(filmed: Any, referee: Referee) -> None:
    page = filmed.new_page()
    page.goto(f"{referee.secure}/camera")
    page.fill("#pin", "000000")
    page.click("#ask button[type=submit]")
    page.wait_for_selector("#ask [role=alert]:has-text('wrong')")
    page.fill("#pin", referee.pin)
    page.click("#ask button[type=submit]")
    _sends(page)
    page.close()


def test_without_trust_the_page_says_what_is_missing(referee: Referee) -> None:
    with telephone(None, None) as context:
        page = context.new_page()
        page.goto(f"{referee.in_the_house}/camera#join={referee.code}")
        _said(page, "insecure")
        assert "does not trust its certificate yet" in page.inner_text("#missing")
        page.click("#how")
        page.wait_for_selector("#trusted[data-ready=false]")
        assert page.locator(".screen").count() == 6
        with page.expect_download() as loading:
            page.click("#load")
        data = Path(loading.value.path()).read_bytes()
        assert "Turbo referee" in x509.load_der_x509_certificate(data).subject.rfc4514_string()
        with pytest.raises(sync_api.Error, match="ERR_CERT_AUTHORITY_INVALID"):
            page.goto(f"{referee.secure}/camera")


def test_exposure_white_balance_and_focus_are_held(patterned: Any, referee: Referee) -> None:
    """When somebody asks for it, since the mat is not in the picture."""
    page = _joined(patterned, referee)
    page.click("#relight")
    page.wait_for_selector("#facts:has-text('held: exposure, focus')")
    page.close()


@pytest.mark.parametrize("path", ["/camera", "/trust"])
def test_the_pages_are_for_everybody(axe: str, patterned: Any, referee: Referee, path: str) -> None:
    page = patterned.new_page()
    page.goto(f"{referee.secure}{path}")
    page.wait_for_selector("#ask form, #to-camera")
    assert findings(page, axe) == []
