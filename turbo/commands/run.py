"""`turbo run`: the referee watches a table. Camera, reader, live table, board and dashboard.

Everything heavy is loaded by `run` alone, so that the other commands start without it.
"""

import argparse
import signal
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turbo.commands.feed import start_feed
from turbo.commands.rolls import keeping
from turbo.commands.run_arguments import add_arguments as add_arguments
from turbo.commands.run_arguments import names_of
from turbo.errors import TurboError
from turbo.game.dice import Face
from turbo.game.editions import EDITIONS, PieceKind
from turbo.game.events import Event, Ruling, Verdict

PRESUMED_PX = (1920, 1080)
"""Of a camera that has not come yet."""

RING_S = 0.6
"""From a board that joins to a ring that shines, and to pictures that show it."""

if TYPE_CHECKING:
    from turbo.app.arriving import Lighting
    from turbo.app.sight import View
    from turbo.board import Link
    from turbo.board.link import BoardEvent
    from turbo.live.command_queue import EventRelay
    from turbo.live.runner import LiveRunner, Throw
    from turbo.storage.roll_book import Rolls
    from turbo.storage.store import Store
    from vision.cameras.frames import Camera, Frame
    from vision.reading.own_inks import OwnDice


def _last_match(store: "Store", wanted: int | None, *, is_twin: bool) -> int | None:
    """The match that was asked for, else the newest one, else none. Simulated dice never play on in
    a match of real ones, nor the other way round."""
    if wanted is None:
        dice = (head for head in store.matches() if head.piece is PieceKind.DIE)
        # Not the newest whatever it is: who tried the demo last goes on with the real match of
        # before.
        same_kind = [head for head in dice if head.options.simulated is is_twin]
        return same_kind[-1].id if same_kind else None
    head = store.head(wanted)
    if head.piece is not PieceKind.DIE:
        raise TurboError(f"expected a match of dice, got match {wanted}: {head.edition}")
    if head.options.simulated is not is_twin:
        kind = "simulated" if is_twin else "real"
        raise TurboError(f"expected a match with {kind} dice, got match {wanted}")
    return head.id


def _without_ghost(store: "Store", number: int | None, names: tuple[str, ...] | None) -> int | None:
    """The match to go on with; one in which nothing ever happened makes room for other names."""
    if number is None or names is None or store.head(number).players == names:
        return number
    store.drop_empty(number)
    return None


def run(args: argparse.Namespace) -> int:
    """Open everything, watch until somebody stops it, close everything."""
    if not EDITIONS[args.edition].is_thrown:
        from turbo.commands.run_tiles import run_tiles

        return run_tiles(args)
    from turbo.storage.store import Store, default_store

    path = Path(getattr(args, "store", None) or default_store())
    with Store(path) as store:
        return Table(args, store).run()


class Table:
    """All parts of one table, put together by name."""

    def __init__(self, args: argparse.Namespace, store: "Store") -> None:
        from turbo.app.setting_up import TableNotes, notes_path
        from turbo.game.match import Options
        from turbo.game.record import check_names
        from turbo.solver import ruling_play
        from turbo.storage.session import Session
        from vision.cameras.phone import PHONE, PhoneInbox

        self.args, self.store = args, store
        # As given, not as chosen on the page: a choice holds until the command line names another.
        self.notes, self._given = TableNotes(notes_path(store.path)), args.camera or "0"
        # From here on everybody asks args: the camera of the page counts where none was typed.
        args.camera = self.notes.camera_for(args.camera)
        is_twin = args.camera.partition(":")[0] == "twin"
        if args.camera == PHONE and args.no_web:
            raise TurboError("expected the dashboard with a telephone: it is where it sends to")
        number = None if args.new else _last_match(store, args.match, is_twin=is_twin)
        # Before a match is begun: a bad name must leave none behind.
        names = check_names(names_of(args.players or "Ann,Bob"))
        # Without --players the names are only a default, and no wish to begin anew.
        number = _without_ghost(store, number, names if args.players else None)
        self._pressing: LiveRunner | None = None
        self.session = Session(store, number, find_play=ruling_play, now=self._now)
        # A match that is over takes no throw: the next evening begins with a new one.
        if number is None or self.session.history.match.is_finished:
            self.session.new_match(names, Options(simulated=is_twin))
        self._closing: list[Callable[[], None]] = []
        self.inbox = PhoneInbox()
        self._has_corners = False
        self._lighting: Lighting | None = None

    def _now(self) -> datetime:
        """What a film shows happened when it was taken; everything else happens now."""
        from turbo.app.sight import taken_at

        runner = self._pressing
        # Before the first picture there is no film's time; what people say then is said now.
        if runner is None or runner.frame is None:
            return datetime.now(UTC)
        return taken_at(self._device, runner.frame)

    def run(self) -> int:
        from turbo.app.service import watched_over

        try:
            runner = self._open()
            has_board = self.args.board is not None
            feed = start_feed(self.args, self.store, self.session, has_board=has_board)
            self._closing.append(feed)
            self._serve(runner)
            self._obey_signals(runner)
            if self.args.seconds is not None:
                stop = threading.Timer(self.args.seconds, runner.stop)
                # Who ends it before that time must not wait for the timer.
                stop.daemon = True
                stop.start()
            with watched_over(runner):
                runner.run()
        finally:
            self.close()
        return 0

    def _obey_signals(self, runner: "LiveRunner") -> None:
        """A service that is stopped ends as if its time were over: after the turn of the loop that
        it is in, with the camera, the board and the store closed."""
        # Tests and benches run a table in a thread, where Python allows no handler.
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, lambda number, frame: runner.stop())

    def close(self) -> None:
        # The other way round than they were opened: the page goes before the table it shows, and
        # the board after everything that lights its lamps.
        while self._closing:
            self._closing.pop()()
        # Whoever only tried the camera leaves no empty match for the next start to go on with.
        if (number := self.session.match_number) is not None:
            self.store.drop_empty(number)

    def _open(self) -> "LiveRunner":
        from turbo.app.arriving import Arriving, Lighting, relockable
        from turbo.app.sight import (
            ENDED,
            Sight,
            kept_calibration,
            kept_dice,
        )
        from turbo.commands.replay import Evidence
        from turbo.live.command_queue import EventRelay
        from turbo.live.governor import Governor
        from turbo.live.runner import LiveRunner, RunnerTuning
        from vision.reading.reader import Reader

        calibration, own = kept_calibration(self.args), kept_dice(self.args)
        # Hung up before the runner is there: what a board says while everything opens is kept, not
        # lost.
        relay = EventRelay()
        link = self._link(relay)
        camera = self._camera(calibration, link, own)
        # Known before the first view, which asks for it; the device is named twice, since what
        # comes may wrap it, and it must be closed also where no picture ever came.
        self._known, self._device = calibration, camera
        # A lambda: by then the first device may be wrapped in one that exchanges cameras.
        self._closing.append(lambda: self._device.close())
        self._device, view = self._first_view(camera, own)
        watched = self._device
        sight = self.sight = Sight(Reader(), view.calibration, own)
        # A film's and a twin's light is as it is: only a device has an exposure to regulate.
        is_ours = relockable(camera) is not None
        light = watched if isinstance(watched, Arriving) else relockable(camera)
        self._lighting = sight.lighting = Lighting(self.session, light if is_ours else None)
        tuning = RunnerTuning()
        tuning = replace(tuning, live=replace(tuning.live, **self._hand_over(link)))
        runner = LiveRunner(
            self.session,
            watched,
            sight.perception(view.plan),
            view.plan,
            own=None if own is None else own.dice,
            link=link,
            tuning=tuning,
            threw=self._keep_throws(),
            book=getattr(self, "rolls", None),
            ruled=self._keep_evidence,
            # What a film raises at its end; a camera that is lost raises something else, and is
            # waited for.
            ended=ENDED,
            # The twin has its own clock: there is nothing to be late for.
            governor=None if camera.simulated else Governor(),
        )
        self._pressing = runner
        self.evidence = Evidence(
            runner, self._evidence_folder(), sight, getattr(self, "rolls", None)
        )
        # Only now: from here on the board's thread acts on a table that is whole.
        relay.rings(runner.hear)
        if (twin := getattr(self, "twin", None)) is not None:
            from turbo.twin.answering import Answering

            # The twin's people answer what the referee asks, or a demo would stand still at its
            # first doubt.
            twin.script.answering = Answering(twin, runner)
        return runner

    def _first_view(self, camera: "Camera", own: "OwnDice | None") -> "tuple[Camera, View]":
        """The table as its first picture shows it. A device need not be there yet: the dashboard
        comes first and says what is missing, and the table is known when the camera has come."""
        from turbo.app.arriving import Arriving, Steady, relockable
        from turbo.app.sight import View, first_frame, view_of
        from vision.mat.plan import Plan

        def view(frame: "Frame") -> View:
            found = view_of(frame, self._known, self.args.corners, own=own)
            self._has_corners = found.source == "corners"
            # Said each time: another camera, or one that came late, may know the table by other
            # means.
            self._say_view(found, camera)
            return found

        # Without a page nobody would read that the camera is missing; a film and the twin are there
        # at once.
        if self.args.no_web or relockable(camera) is None:
            return camera, view(first_frame(camera))
        steady = Steady()

        def come(frame: "Frame") -> bool:
            # A telephone is still in somebody's hand when its first pictures come.
            if self.inbox.is_wanted and self.args.corners is None and not steady.look(frame):
                return False
            self._come(view(frame))
            return True

        return Arriving(camera, come), View(Plan.whole_picture(*PRESUMED_PX))

    def _come(self, view: "View") -> None:
        """The camera has come, and with it the table."""
        runner = self._pressing
        if runner is not None:
            self.sight.calibration = view.calibration
            runner.perception = self.sight.perception(view.plan)
            runner.replan(view.plan)

    def _other_camera(self, name: str) -> "Camera":
        """It hangs elsewhere: what is known of the one before is not true of it."""
        from turbo.app.sight import open_named

        self._known = None
        return open_named(name, phone=self.inbox)

    def _learned(self, path: Path) -> None:
        """The dice that were shown on the page are used at once."""
        from vision.mat.calibration import plan_from
        from vision.reading.own_inks import OwnDice

        runner = self._pressing
        if runner is None:
            return
        own = self.sight.own = OwnDice.load(path)
        known = self.sight.calibration
        if known is not None:
            # The camera sees the tops, which lie higher by the edge: places depend on it.
            known = self.sight.calibration = replace(known, edge_mm=own.dice.edge_mm)
        runner.learn(own.dice, None if known is None else plan_from(known))

    def _say_view(self, view: "View", camera: "Camera") -> None:
        if camera.simulated:
            print("SIMULATED: this table, its dice and its players do not exist", flush=True)
        words = {
            "calibration": "the table is known from its calibration",
            "mat": "the mat was found in the picture",
            "corners": "the table is known from its corners",
            "picture": "no mat and no calibration: the whole picture is the table, the lower part"
            " belongs to the first player and the upper part to the second",
        }
        print(words[view.source], flush=True)

    def _hand_over(self, link: "Link | None") -> dict[str, Any]:
        """Without a board a turn must be able to end by itself."""
        chosen = self.args.hand_over or ("both" if link is not None else "still")
        # 'still' and 'both' are one to the table: it takes every press that comes, and none comes
        # without buttons.
        return {"hand_over_s": None} if chosen == "button" else {}

    def _evidence_folder(self) -> Path:
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
        self._closing.append(link.close)
        return link

    def _ring(self, relay: "EventRelay", event: "BoardEvent") -> None:
        """A board that joins late lights its ring late: the light is measured anew then."""
        from turbo.board.link import BoardJoined
        from turbo.board.wire import Capability

        # Also after a reset in the middle of a match: its ring was dark until the host had lit it
        # again.
        if isinstance(event, BoardJoined) and event.capabilities & Capability.RING:
            later = threading.Timer(RING_S, self._measure_light)
            later.daemon = True
            later.start()
        # In any case: the bell carries everything, the light is only one who listens.
        relay.ring(event)

    def _measure_light(self) -> None:
        if self._lighting is not None:
            self._lighting.relock()

    def _camera(self, calibration: Any, link: "Link | None", own: "OwnDice | None") -> "Camera":
        if self.args.camera.partition(":")[0] != "twin":
            from turbo.app.sight import open_named

            return open_named(self.args.camera, calibration, phone=self.inbox)
        from turbo.app.simulated import simulated_table
        from turbo.twin.camera import TwinCamera

        self.twin = simulated_table(self.args.camera, self.session, link, own, self._press)
        return TwinCamera(self.twin, speed=self.args.speed or None)

    def _press(self, seat: int) -> None:
        if self._pressing is not None:
            self._pressing.press(seat)

    def _keep_throws(self) -> "Callable[[Throw], None] | None":
        if self.args.no_pictures:
            return None
        from turbo.storage.roll_book import Rolls, rolls_path

        rolls = Rolls(rolls_path(self.store.path), keeping(self.args))
        self._closing.append(rolls.close)
        # Kept by name too: page, evidence and book of findings look at the same file.
        self.rolls: Rolls = rolls
        return lambda throw: keep_throw(rolls, throw, self._device)

    def _keep_evidence(self, _: Event, ruling: Ruling) -> None:
        """After the step in which it was told, so that the ruling itself is in the bundle."""
        runner = self._pressing
        if runner is None or self.args.evidence is None or ruling.verdict is Verdict.ACCEPTED:
            return
        runner.order(self.evidence.keep)

    def _serve(self, runner: "LiveRunner") -> None:
        if self.args.no_web:
            from turbo.commands.spoken import speak

            self._closing.append(speak(self.session))
            return
        from turbo.app.asked import answering
        from turbo.app.controls import RunnerControls, TwinPace
        from turbo.app.setting_up import RunnerSetup
        from turbo.app.teaching import RunnerLessons
        from turbo.commands.run_web import opened_server, say_where
        from turbo.commands.serve import keys_for, settings_for
        from turbo.solver import best_play
        from vision.cameras.advice import mat_advice
        from vision.mat.calibration import default_calibration
        from web.app import create_app
        from web.phone.ports import Telephone

        twin = getattr(self, "twin", None)
        setup = RunnerSetup(
            runner,
            self._device,
            self._lighting,
            self.store.path,
            # Functions, not values: the camera may come, or the mat be found, while the page is
            # open.
            knows_mat=lambda: self._has_corners or self.sight.calibration is not None,
            knows_dice=lambda: self.sight.own is not None,
            notes=self.notes,
            camera=self._given,
            open_camera=self._other_camera,
        )
        # The camera and the board are ours: the doctor asks us how they are.
        self._closing.append(answering(setup.findings))
        app = create_app(
            self.session,
            self.store,
            settings_for(self.args),
            keys=keys_for(self.store.path, self.args),
            # A simulated camera's calibration must never be kept as the house's own.
            controls=RunnerControls(runner, self.sight, None if twin else default_calibration()),
            twin=None if twin is None else TwinPace(twin, runner.camera),
            pictures=getattr(self, "rolls", None),
            evidence=self.evidence,
            lessons=RunnerLessons(
                runner,
                lambda: self.sight.calibration,
                learned=self._learned,
                counted=lambda right, of: self.notes.note(right=right, of=of),
            ),
            setup=setup,
            search=best_play,
            phone=Telephone(self.inbox, mat_advice),
        )
        # A twin's camera is no telephone's: nobody needs a certificate for it.
        server = opened_server(app, self.args, self.store.path, is_secure=twin is None)
        # Before the loop: the page must be there to say that the camera is not.
        server.start()
        self._closing.append(server.stop)
        say_where(app, self.args.host, server)


def keep_throw(rolls: "Rolls", throw: "Throw", camera: "Camera") -> None:
    """A throw with the picture of its dice. What cannot be kept does not stop the match."""
    from turbo.app.sight import jpeg_of, taken_at
    from turbo.live.perception import crop_of
    from turbo.storage.roll_book import Roll, RollsError

    faces: Sequence[Face] = [die.face for die in throw.dice]
    roll = Roll(
        taken_at(camera, throw.frame),
        tuple(faces),
        tuple(die.confidence for die in throw.dice),
        "",
        throw.match,
        throw.entry,
        throw.event.player,
        simulated=camera.simulated,
    )
    # The dice alone: in the same room on the card many more throws are kept.
    jpeg = jpeg_of(crop_of(throw.frame.image, [die.corners_px for die in throw.dice]))
    try:
        rolls.add(roll, jpeg)
    except RollsError as error:
        # Said and not raised: a full card costs the picture, never the match.
        print(f"turbo: {error}", flush=True)
