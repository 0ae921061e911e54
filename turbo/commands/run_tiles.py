"""`turbo run --edition NAME`: the referee watches a tile table, found by its corner cards.

Any button hands over for whoever is in turn; in a terminal so does the enter key. What the camera
cannot read is asked about: `7 b12` says that tile 7 is the blue 12.
"""

import argparse
import math
import signal
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.errors import BadNotation, TurboError
from turbo.game.dice import parse_hand
from turbo.game.editions import Edition
from turbo.game.naming import Language, Named
from turbo.game.record import check_names
from turbo.game.tile_options import TileOptions

if TYPE_CHECKING:
    from turbo.board.link import Link
    from turbo.game.events import Act, Ruling
    from turbo.live.command_queue import EventRelay
    from turbo.live.tiles.machine import TileStep
    from turbo.live.tiles.runner import TileRunner
    from turbo.storage.session import Notice, Question
    from turbo.storage.store import Store
    from turbo.tiles.match import TileMatch
    from vision.mat.calibration import Calibration
    from web.auth.keys import Keys

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve", "Fay")
"""Six, since the largest edition seats six; where fewer play the first of them are taken."""

PHONE = "phone"
"""As `vision.cameras.phone` calls it, which is not loaded by every command."""

PICTURE_S = 0.5
"""How often the dashboard gets a picture, as at a table with dice."""

BANNER = "SIMULATED: this table, its tiles and its players do not exist"


def players_of(text: str | None, chosen: Edition) -> tuple[str, ...]:
    """As many names as the edition has seats, in the order of play."""
    # All the seats of the edition, not the least that may play: who is fewer says who.
    if text is None:
        return NAMES[: chosen.players[1]]
    names = check_names(tuple(name.strip() for name in text.split(",")))
    chosen.seats(len(names))
    return names


def options_of(args: argparse.Namespace, *, simulated: bool) -> TileOptions:
    pairs = []
    for text in args.option:
        key, is_given, value = text.partition("=")
        if not is_given:
            raise TurboError(f"--option: expected OPTION=VALUE, got {text!r}")
        # On the command line words are joined by '-', in a record and in the code by '_'.
        pairs.append((key.replace("-", "_"), value))
    try:
        return TileOptions(args.edition, tuple(pairs), simulated)
    except BadNotation as error:
        # What is typed here has no lines and columns.
        raise TurboError(f"--option: {error.expected}") from error


def question_text(question: "Question") -> str:
    """A tile that the camera is not sure of, as it is asked in a terminal."""
    faces = parse_hand(" ".join(face for face, _ in question.faces), special=True)
    if not faces:
        return f"what does tile {question.id} show? (type '{question.id} b3')"
    likely = f"{Named(faces, Language.ENGLISH):or}"
    return f"is tile {question.id} {likely}? (type '{question.id} {faces[0]}')"


def run_tiles(args: argparse.Namespace) -> int:
    from turbo.storage.store import Store, default_store

    path = Path(getattr(args, "store", None) or default_store())
    with Store(path) as store:
        return TileTable(args, store).run()


class TileTable:
    """All parts of one tile table, put together by name."""

    def __init__(self, args: argparse.Namespace, store: "Store") -> None:
        from turbo.live.tiles.dispatcher import SessionTileKeeper
        from turbo.storage.session import Session
        from vision.cameras.phone import PhoneInbox

        self.args, self.store = args, store
        self.camera_name = args.camera or "0"
        if self.camera_name == PHONE and args.no_web:
            raise TurboError("expected the dashboard with a telephone: it is where it sends to")
        self.is_twin = self.camera_name.partition(":")[0] == "twin"
        self.options = options_of(args, simulated=self.is_twin)
        self.names = players_of(args.players, self.options.edition)
        self.began = datetime.now(UTC)
        # Until the twin is built, which needs the session, which needs the clock.
        self.clock: Callable[[], float] = lambda: 0.0
        self.session = Session(store, self._last(), now=self._now)
        if not self.session.has_tiles or self.session.tiles.match.is_finished:
            self.session.new_match(self.names, self.options)
        self.keeper: SessionTileKeeper = SessionTileKeeper(self.session)
        self._closing: list[Callable[[], None]] = []
        self.inbox = PhoneInbox()
        self._stopping = threading.Event()
        """Somebody wants the table to close, or its time is up."""
        self._said: tuple[str, ...] = ()
        self._pictured_s = -math.inf

    def _now(self) -> datetime:
        """What is simulated has its own time."""
        if not self.is_twin:
            return datetime.now(UTC)
        return self.began + timedelta(seconds=self.clock())

    def _last(self) -> int | None:
        """The last match of these people at this game, unless a new one is wanted; the twin always
        begins anew."""
        if self.args.match is not None:
            return int(self.store.head(self.args.match).id)
        # Its people deal and play a whole match from their seed: they cannot take up another's
        # racks.
        if self.args.new or self.is_twin:
            return None
        same = [
            head
            for head in self.store.matches()
            if not head.options.simulated
            and head.edition == self.options.name
            and (self.args.players is None or head.players == self.names)
        ]
        return same[-1].id if same else None

    @cached_property
    def keys(self) -> "Keys":
        """Opened once: a PIN that was made is said when it is."""
        from turbo.commands.serve import keys_for

        return keys_for(self.store.path, self.args)

    def run(self) -> int:
        from turbo.app.service import watched_over
        from turbo.live.command_queue import EventRelay

        relay = EventRelay()
        try:
            link = self._link(relay)
            # After the board: the cards are looked for by the light of its ring.
            runner = self._twin(link) if self.is_twin else self._table(link)
            relay.rings(runner.hear)
            self._serve(runner)
            self._feed(link)
            self._obey(runner)
            with watched_over(runner):
                runner.run()
                self._stay()
        finally:
            while self._closing:
                self._closing.pop()()
            if (number := self.session.match_number) is not None:
                self.store.drop_empty(number)
        return self._ended()

    def _stay(self) -> None:
        """A simulated game ends by itself, and whoever watches wants to see how it ended."""
        if self.is_twin and not self.args.no_web and not self._stopping.is_set():
            _say("the game is over; its page stays until you stop it with Ctrl-C")
            self._stopping.wait()

    def _ended(self) -> int:
        """The twin's ledger is held against the referee's match, where the game was played out."""
        watched = getattr(self, "watched", None)
        if watched is None or not watched.twin.is_over:
            return 0
        found = watched.differences()
        for line in found:
            print(f"the referee differs from the ledger: {line}", file=sys.stderr)
        print("simulation finished; score as expected" if not found else "NOT equal to the ledger")
        return 1 if found else 0

    def _link(self, relay: "EventRelay") -> "Link | None":
        if self.args.board is None:
            return None
        from turbo.board import open_link
        from turbo.board.link import Panel
        from turbo.live.presenter import WHITE

        link = open_link(self.args.board, deliver=relay.ring)
        link.show(Panel(ring=WHITE))
        self._closing.append(link.close)
        return link

    def _table(self, link: "Link | None") -> "TileRunner":
        """A real camera: the cards are looked for at each start, and followed when bumped."""
        from turbo.app.sight import ENDED, open_named
        from turbo.app.tile_sight import TileSight, found_cards
        from turbo.live.tiles.runner import TileRunner

        # A tile table knows no fallback: without the cards nothing tells how large a tile is.
        if self.camera_name == PHONE:
            found = self._found_by_phone()
            camera = open_named(PHONE, phone=self.inbox)
            self._closing.append(camera.close)
        else:
            camera = open_named(self.camera_name)
            self._closing.append(camera.close)
            found = found_cards(camera, field_mm=self.args.field, say=_say)
        self._say_field(found)
        sight = TileSight.of(found)
        self.runner = TileRunner(
            self.keeper, camera, sight.perception(), sight.plan,
            link=link, told=self._told, shown=self._shown, ended=ENDED,
        )  # fmt: skip
        return self.runner

    def _found_by_phone(self) -> "Calibration":
        """The field, as a telephone shows it that somebody is still leaning beside the table. It
        needs a page to send to before there is a table to serve: one of its own, until then."""
        from turbo.app.telephone import ServedPhone
        from turbo.app.tile_sight import found_cards
        from turbo.commands.run_web import opened_server
        from vision.cameras.advice import card_advice

        path = self.store.path
        served = ServedPhone(
            keys=self.keys,
            advise=card_advice,
            inbox=self.inbox,
            is_leaned=False,
            serve=lambda app: opened_server(app, self.args, path, is_secure=True),
            host=self.args.host,
        )
        with closing(served):
            return found_cards(served, field_mm=self.args.field, say=_say, is_patient=True)

    def _twin(self, link: "Link | None") -> "TileRunner":
        from turbo.app.tile_twin import WatchedTwin
        from turbo.twin.tile_acting import acted_match
        from turbo.twin.tile_people import TileHabits

        seed = self.camera_name.partition(":")[2] or "0"
        if not seed.isdecimal():
            raise TurboError(f"expected the camera 'twin' or 'twin:SEED' with tiles, got {seed!r}")
        print(BANNER, flush=True)
        edition = self.options.edition
        acted = acted_match(int(seed), edition, self.names, TileHabits(mischief=self.args.mischief))
        speed = self.args.speed
        # 0 means as fast as it is seen, and no division by it.
        wait = None if not speed else lambda period_s: time.sleep(period_s / speed)
        self.watched = watched = WatchedTwin(
            acted, self.keeper, int(seed), wait=wait, told=self._told, shown=self._shown,
            link=link, now=self._now,
        )  # fmt: skip
        self.clock = lambda: watched.twin.clock_s
        if link is not None and (board := getattr(link, "board", None)) is not None:
            from turbo.twin.board import presser

            press = presser(board)
            watched.twin.press = lambda: press(
                # The board has two buttons for up to six seats: any of them hands over for whoever
                # is in turn.
                self.keeper.contest.game.turn % 2 if self.keeper.contest.game else 0
            )
        self._say_field(watched.sight.calibration)
        self.runner = watched.runner
        return self.runner

    def _say_field(self, calibration: object) -> None:
        from vision.mat.calibration import Calibration
        from vision.mat.card_fit import field_size_mm

        assert isinstance(calibration, Calibration)
        wide, high = field_size_mm(calibration)
        print(f"the field is {wide:.0f} x {high:.0f} mm by its corner cards", flush=True)

    # Telling.

    def _told(self, act: "Act", ruling: "Ruling", before: "TileMatch") -> None:
        from turbo.commands.report import Style, told_text

        for line in told_text(act, ruling, Style(edition=before.edition)):
            print(line, flush=True)
        # As with dice, only where it is asked for: what was not accepted is worth a second look.
        if self.args.evidence is not None and str(ruling.verdict) != "accepted":
            from turbo.commands.replay import keep_log

            runner = getattr(self, "runner", None)
            before_turn = None if runner is None else runner.before_picture
            now = None if runner is None else runner.picture()
            keep_log(self.session, self.args.evidence, {"before": before_turn, "after": now})

    def _shown(self, step: "TileStep") -> None:
        from turbo.live.tiles.words import tile_word

        said = [tile_word(notice) for notice in self._notices(step)]
        for question in step.questions:
            said.append(question_text(question))
        for line in said:
            # Every look says all that holds; in a terminal only what is new is worth a line.
            if line not in self._said:
                print(f"      {line}", flush=True)
        self._said = tuple(said)
        self._show_view(step)

    def _notices(self, step: "TileStep") -> "list[Notice]":
        from turbo.storage.session import Notice

        found = list(step.notices)
        if step.before is not None:
            found.append(Notice("before", (str(step.before) or "-",)))
            # Kept before the words are said: who reads that the table is to be put back looks for
            # the picture.
            self._keep_before()
        return found

    def _keep_before(self) -> None:
        """The picture of how it lay, beside the store: to be looked at while it is put back."""
        from turbo.storage.roll_book import evidence_folder

        runner = getattr(self, "runner", None)
        if runner is None or runner.before_picture is None:
            return
        folder = self.args.evidence or evidence_folder(self.store.path)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # One name, written over: only the newest turn is ever put back.
            (folder / "before-turn.jpg").write_bytes(runner.before_picture)
        except OSError as error:
            print(f"turbo: {folder}: cannot be written: {error.strerror}", file=sys.stderr)

    def _show_view(self, step: "TileStep") -> None:
        runner: TileRunner | None = getattr(self, "runner", None)
        if runner is None:
            return
        self.session.show(
            table=step.table,
            questions=step.questions,
            notices=runner.notices,
            simulated=self.is_twin,
            settled=runner.settler.is_settled,
        )
        # By the table's own clock: a fast twin would else pack a JPEG for every look.
        if not self.args.no_web and runner.at_s - self._pictured_s >= PICTURE_S:
            self._pictured_s = runner.at_s
            self.session.show(picture_jpeg=runner.picture(), observation=runner.seen)

    # People.

    def _obey(self, runner: "TileRunner") -> None:
        def end() -> None:
            self._stopping.set()
            runner.stop()

        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda number, frame: end())
        if self.args.seconds is not None:
            stop = threading.Timer(self.args.seconds, end)
            stop.daemon = True
            stop.start()
        # A service has none, and of a file every blank line would hand over.
        if sys.stdin is not None and sys.stdin.isatty():
            # A daemon: a read of the terminal cannot be interrupted when the table closes.
            threading.Thread(target=_listen, args=(runner,), daemon=True).start()

    def _feed(self, link: "Link | None") -> None:
        from turbo.commands.feed import start_feed

        self._closing.append(
            start_feed(self.args, self.store, self.session, has_board=link is not None)
        )
        if self.args.feed is not None:
            _say("the feed tells of this table, and of matches of dice: not of those of tiles yet")

    def _serve(self, runner: "TileRunner") -> None:
        if self.args.no_web:
            return
        from turbo.app.asked import answering
        from turbo.app.controls import TileControls
        from turbo.app.setting_up import RunnerSetup
        from turbo.commands.run_web import opened_server, say_where
        from turbo.commands.serve import settings_for
        from vision.cameras.advice import card_advice
        from web.app import create_app
        from web.phone.ports import Telephone

        setup = RunnerSetup(
            runner, runner.camera, None, self.store.path, knows_mat=lambda: True,
            camera=self.camera_name, piece=self.options.edition.piece,
        )  # fmt: skip
        self._closing.append(answering(setup.findings))
        app = create_app(
            self.session,
            self.store,
            settings_for(self.args),
            keys=self.keys,
            phone=Telephone(self.inbox, card_advice),
            controls=TileControls(runner),
            setup=setup,
        )
        server = opened_server(app, self.args, self.store.path, is_secure=self.inbox.is_wanted)
        server.start()
        self._closing.append(server.stop)
        say_where(app, self.args.host, server, has_code=False)


def _say(text: str) -> None:
    print(f"turbo: {text}", flush=True)


def _listen(runner: "TileRunner") -> None:
    """Enter hands over; `7 b12` answers."""
    for line in sys.stdin:
        try:
            answered(runner, line)
        except (TurboError, ValueError) as error:
            _say(str(error))


def answered(runner: "TileRunner", line: str) -> None:
    from turbo.game.dice import parse_hand

    words = line.split()
    if not words:
        runner.press()
    elif len(words) == 2 and words[0].isdecimal():
        # Special: an answer may name a double, colour-change or mirror joker.
        (face,) = parse_hand(words[1], special=True)
        runner.answer(int(words[0]), face)
    else:
        raise TurboError(f"expected enter to hand over, or 'TILE FACE', got {line.strip()!r}")
