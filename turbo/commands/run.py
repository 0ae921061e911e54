"""`turbo run`: the referee watches a table. Camera, reader, live table, board and dashboard.

Everything heavy is loaded by `run` alone, so that the other commands start without it. What only
dice or only tiles need of it lies in `turbo.app.dice_parts` and `turbo.app.tile_parts`.
"""

import argparse
import signal
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turbo.commands.common import refuse
from turbo.commands.feed import start_feed
from turbo.commands.rolls import keeping
from turbo.commands.run_arguments import add_arguments as add_arguments
from turbo.commands.run_arguments import options_of, players_of, tags_of
from turbo.errors import TurboError
from turbo.game.editions import EDITIONS
from turbo.game.events import AnyEvent, Ruling, Verdict

PRESUMED_PX = (1920, 1080)
"""Of a camera that has not come yet."""

RING_S = 0.6
"""From a board that joins to a ring that shines, and to pictures that show it."""

PICTURES = 40
"""Pictures in which the table is looked for before it is said what is missing: people still lay
cards down, or reach over one."""

if TYPE_CHECKING:
    from turbo.app.arriving import Lighting
    from turbo.app.parts import TableParts
    from turbo.app.sight import View
    from turbo.board.link import BoardEvent, Link
    from turbo.live.command_queue import EventRelay
    from turbo.live.loop import LiveLoop
    from turbo.storage.store import Store
    from vision.cameras.frames import Camera, Frame


def _last_match(
    store: "Store", args: argparse.Namespace, names: tuple[str, ...] | None, *, is_twin: bool
) -> int | None:
    """The match that was asked for, else the newest one of this edition, else none. Simulated dice
    never play on in a match of real ones, nor the other way round."""
    if args.match is not None:
        head = store.head(args.match)
        if head.edition != args.edition:
            raise TurboError(f"expected a match of {args.edition}, got {head.id}: {head.edition}")
        if head.options.simulated is not is_twin:
            kind = "simulated" if is_twin else "real"
            raise TurboError(f"expected a match with {kind} dice, got match {head.id}")
        return head.id
    # Not the newest whatever it is: who tried the demo last goes on with the real match of before.
    same = [
        head
        for head in store.matches()
        if head.edition == args.edition and head.options.simulated is is_twin
    ]
    if not same or args.new:
        return None
    if names is None or same[-1].players == names:
        return same[-1].id
    # One in which nothing ever happened makes room for other names.
    store.drop_empty(same[-1].id)
    return None


def run(args: argparse.Namespace) -> int:
    """Open everything, watch until somebody stops it, close everything."""
    from turbo.live.memory import share_heap
    from turbo.storage.store import Store, default_store

    share_heap()
    path = Path(getattr(args, "store", None) or default_store())
    with Store(path) as store:
        return Table(args, store).run()


class Table:
    """All parts of one table, put together by name."""

    def __init__(self, args: argparse.Namespace, store: "Store") -> None:
        from turbo.app.parts import parts_of
        from turbo.app.setting_up import TableNotes, notes_path
        from turbo.solver import ruling_play
        from turbo.storage.session import Session
        from vision.cameras.phone import PHONE, PhoneInbox

        self.args, self.store = args, store
        # As given, not as chosen on the page: a choice holds until the command line names another.
        self.notes, self.given = TableNotes(notes_path(store.path)), args.camera or "0"
        # From here on everybody asks args: the camera of the page counts where none was typed.
        args.camera = self.notes.camera_for(args.camera)
        self.is_twin = args.camera.partition(":")[0] == "twin"
        if args.camera == PHONE and args.no_web:
            raise TurboError("expected the dashboard with a telephone: it is where it sends to")
        # Before a match is begun: a bad name must leave none behind.
        edition, options = EDITIONS[args.edition], options_of(args, simulated=self.is_twin)
        names = players_of(args.players, edition)
        tags = tags_of(args, names, edition)
        parts = parts_of(edition.piece)
        refuse(args, parts.strange)
        self.parts: TableParts = parts(self)
        # Without --players the names are only a default, and no wish to begin anew.
        named = names if args.players else None
        is_anew = self.is_twin and not self.parts.twin_goes_on
        number = None if is_anew else _last_match(store, args, named, is_twin=self.is_twin)
        self.runner: Any = None
        self.session = Session(store, number, find_play=ruling_play, now=self._now)
        # A match that is over takes no throw: the next evening begins with a new one.
        if number is None or self.session.log.match.is_finished:
            self.session.new_match(names, options, tags=tags)
        self.keeping = keeping(args)
        self.closing: list[Callable[[], None]] = []
        self.inbox = PhoneInbox()
        self._stopping = threading.Event()
        """Somebody wants the table to close, or its time is up."""
        self._lighting: Lighting | None = None

    def _now(self) -> datetime:
        """What a film shows happened when it was taken; everything else happens now."""
        from turbo.app.sight import taken_at

        runner = self.runner
        # Before the first picture there is no film's time; what people say then is said now.
        if runner is None or runner.frame is None:
            return datetime.now(UTC)
        return self.parts.simulated_now() or taken_at(self.device, runner.frame)

    def run(self) -> int:
        from turbo.app.service import watched_over

        try:
            self._take_ports()
            runner = self._open()
            has_board = self.args.board is not None
            feed = start_feed(self.args, self.store, self.session, has_board=has_board)
            self.closing.append(feed)
            self._serve(runner)
            self._obey(runner)
            with watched_over(runner):
                runner.run()
                self._stay()
        finally:
            self.close()
        return self.parts.ended()

    def _take_ports(self) -> None:
        """Before the camera is opened: that takes long, and may keep it from who has it now."""
        if self.args.no_web:
            return
        from turbo.commands.run_web import taken_ports

        # A twin's camera is no telephone's: nobody needs a certificate for it.
        self._ports = taken_ports(self.args, self.store.path, is_secure=not self.is_twin)
        self.closing.append(self._ports[0].close)

    def _stay(self) -> None:
        """A simulated game ends by itself, and whoever watches wants to see how it ended."""
        if self.is_twin and not self.args.no_web and not self._stopping.is_set():
            print("turbo: the game is over; its page stays until you stop it with Ctrl-C")
            self._stopping.wait()

    def _obey(self, runner: "LiveLoop") -> None:
        """A service that is stopped ends as if its time were over: after the turn of the loop that
        it is in, with the camera, the board and the store closed."""

        def end() -> None:
            self._stopping.set()
            runner.stop()

        # Tests and benches run a table in a thread, where Python allows no handler.
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda number, frame: end())
        if self.args.seconds is not None:
            stop = threading.Timer(self.args.seconds, end)
            # Who ends it before that time must not wait for the timer.
            stop.daemon = True
            stop.start()

    def close(self) -> None:
        # The other way round than they were opened: the page goes before the table it shows, and
        # the board after everything that lights its lamps.
        while self.closing:
            self.closing.pop()()
        # Whoever only tried the camera leaves no empty match for the next start to go on with.
        if (number := self.session.match_number) is not None:
            self.store.drop_empty(number)

    def _open(self) -> Any:
        from turbo.app.arriving import Arriving, Lighting, relockable
        from turbo.commands.replay import Evidence
        from turbo.live.command_queue import EventRelay

        # Before the runner is there: what a board says while everything opens is not lost.
        relay = EventRelay()
        link = self._link(relay)
        # Named twice, since what comes may wrap it, and it must be closed without a picture too.
        self.device = camera = self._camera(link)
        # A lambda: by then the first device may be wrapped in one that exchanges cameras.
        self.closing.append(lambda: self.device.close())
        self.device, view = self._first_view(camera)
        # A film's and a twin's light is as it is: only a device has an exposure to regulate.
        is_ours = relockable(camera) is not None
        light = self.device if isinstance(self.device, Arriving) else relockable(camera)
        self._lighting = Lighting(self.session, light if is_ours else None)
        runner = self.runner = self.parts.runner(self.device, view, link, self._lighting)
        self.evidence = Evidence(runner, self.evidence_folder, self.parts.sight, self.parts.rolls)
        # Only now: from here on the board's thread acts on a table that is whole.
        relay.rings(runner.hear)
        return runner

    def _first_view(self, camera: "Camera") -> "tuple[Camera, View]":
        """The table as its first picture shows it. A device need not be there yet: the dashboard
        comes first and says what is missing, and the table is known when the camera has come."""
        from turbo.app.arriving import Arriving, relockable
        from turbo.app.sight import View
        from vision.mat.plan import Plan

        # Without a page nobody would read what is missing; a film and the twin are there at once.
        if self.args.no_web or relockable(camera) is None:
            return camera, self._found(camera)
        return Arriving(camera, self._come), View(Plan.whole_picture(*PRESUMED_PX))

    def _found(self, camera: "Camera") -> "View":
        from turbo.app.sight import first_frame

        for _ in range(PICTURES):
            if (view := self.parts.view(first_frame(camera))) is not None:
                return view
        raise TurboError(self.parts.missing)

    def _come(self, frame: "Frame") -> bool:
        """Whether the table is known by this picture of a camera that has come."""
        runner, view = self.runner, self.parts.arrived(frame)
        if runner is None:
            return False
        if view is None:
            # It is looked at on the page all the same: by it people lay out what is missing.
            runner.frame, runner.looks = frame, runner.looks + 1
            return False
        self.parts.replanned(view)
        return True

    def other_camera(self, name: str) -> "Camera":
        """It hangs elsewhere: what is known of the one before is not true of it."""
        from turbo.app.sight import open_named

        self.parts.forget()
        return open_named(name, phone=self.inbox)

    @property
    def evidence_folder(self) -> Path:
        from turbo.storage.roll_book import evidence_folder

        return self.args.evidence or evidence_folder(self.store.path)

    def _link(self, relay: "EventRelay") -> "Link | None":
        if self.args.board is None:
            return None
        from turbo.board import open_link
        from turbo.board.link import Panel
        from turbo.live.presenter import WHITE

        link = open_link(self.args.board, deliver=lambda event: self._ring(relay, event))
        # The ring shines before the camera measures the light.
        link.show(Panel(ring=WHITE))
        self.closing.append(link.close)
        return link

    def _ring(self, relay: "EventRelay", event: "BoardEvent") -> None:
        """A board that joins late lights its ring late: the light is measured anew then."""
        from turbo.board.link import BoardJoined
        from turbo.board.wire import Capability

        # Also after a reset in the middle of a match: its ring is dark until it is lit again.
        if isinstance(event, BoardJoined) and event.capabilities & Capability.RING:
            later = threading.Timer(RING_S, self._measure_light)
            later.daemon = True
            later.start()
        # In any case: the bell carries everything, the light is only one who listens.
        relay.ring(event)

    def _measure_light(self) -> None:
        if self._lighting is not None:
            self._lighting.relock()

    def _camera(self, link: "Link | None") -> "Camera":
        if self.is_twin:
            return self.parts.twin_camera(link)
        from turbo.app.sight import open_named

        return open_named(self.args.camera, self.parts.known, phone=self.inbox)

    @property
    def twin(self) -> Any:
        return self.parts.twin

    def ruled(self, _: AnyEvent, ruling: Ruling) -> None:
        """After the step in which it was told, so that the ruling itself is in the bundle."""
        runner = self.runner
        if runner is None or self.args.evidence is None or ruling.verdict is Verdict.ACCEPTED:
            return
        runner.order(self.evidence.keep)

    def _serve(self, runner: "LiveLoop") -> None:
        if self.args.no_web:
            from turbo.commands.spoken import listen, speak

            self.closing.append(speak(self.session))
            # A service has none, and of a file every blank line would hand over.
            if sys.stdin is not None and sys.stdin.isatty():
                listen(runner)
            return
        from turbo.app.asked import answering
        from turbo.app.setting_up import RunnerSetup
        from turbo.commands.run_web import say_where
        from turbo.commands.serve import keys_for, settings_for
        from turbo.solver import best_play
        from web.app import create_app
        from web.phone.ports import Telephone
        from web.serve import Server

        setup = RunnerSetup(
            runner,
            self.device,
            self._lighting,
            self.store.path,
            # Functions, not values: camera and mat may be found while the page is open.
            knows_mat=self.parts.knows_mat,
            knows_dice=self.parts.knows_dice,
            notes=self.notes,
            camera=self.given,
            open_camera=self.other_camera,
            piece=runner.piece,
        )
        # The camera and the board are ours: the doctor asks us how they are.
        self.closing.append(answering(setup.findings))
        app = create_app(
            self.session,
            self.store,
            settings_for(self.args),
            keys=keys_for(self.store.path, self.args),
            controls=self.parts.controls(),
            twin=self.parts.twin_pace(),
            seats=self.parts.seats,
            pictures=self.parts.rolls,
            evidence=self.evidence,
            lessons=self.parts.lessons(),
            setup=setup,
            search=best_play,
            phone=Telephone(self.inbox, self.parts.advice),
        )
        server = Server(app, *self._ports)
        # Before the loop: the page must be there to say that the camera is not.
        server.start()
        self.closing.append(server.stop)
        say_where(app, self.args.host, server)
