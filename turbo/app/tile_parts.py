"""What a watched table with tiles has of its own (`turbo.app.parts`): corner cards, and its box."""

import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from turbo.app.arriving import Lighting
from turbo.app.controls import TileControls
from turbo.app.parts import BANNER, TableParts, press_board, tell_differences
from turbo.app.sight import ENDED, TileSight, View, kept_tiles, own_tiles
from turbo.errors import TurboError, text_of
from turbo.game.events import AnyEvent, Ruling, Verdict
from turbo.game.observation import Observation
from turbo.live.governor import Governor
from turbo.live.perception import Perception
from turbo.live.tiles.runner import TILE_PACE, TileRunner
from vision.cameras.advice import card_advice
from vision.cameras.frames import Camera, Frame
from vision.mat.calibration import default_tiles, plan_from
from vision.mat.card_fit import calibrate_cards, field_size_mm

if TYPE_CHECKING:
    from turbo.app.teaching import TileLessons
    from turbo.board.link import Link
    from turbo.commands.run import Table

UNSEEN = Perception(lambda image: Observation((), 1, 1, are_tiles=True))
"""Eyes before a camera has come."""


class TileParts(TableParts):
    """The parts of a table with tiles. Without its cards nothing tells how large a tile is."""

    strange: Mapping[str, str] = {
        "hand_over": "expected dice, with tiles any button hands over",
        "corners": "expected dice, with tiles the field lies between four corner cards",
        "calibration": "expected dice, with tiles the corner cards are measured at every start",
    }
    twin_goes_on = False
    """Its people deal and play a whole match from their seed: they take up nobody's racks."""
    advice = staticmethod(card_advice)

    def __init__(self, table: "Table") -> None:
        super().__init__(table)
        self.own, self._began = kept_tiles(table.args), datetime.now(UTC)

    def twin_camera(self, link: "Link | None") -> Camera:
        from turbo.app.tile_twin import SimulatedTiles
        from turbo.twin.camera import TwinCamera
        from turbo.twin.tile_acting import acted_match
        from turbo.twin.tile_people import TileHabits

        seed = self.args.camera.partition(":")[2] or "0"
        if not seed.isdecimal():
            raise TurboError(f"expected the camera 'twin' or 'twin:SEED' with tiles, got {seed!r}")
        print(BANNER, flush=True)
        history, habits = self.table.session.tiles, TileHabits(mischief=self.args.mischief)
        acted = acted_match(int(seed), history.options.edition, history.players, habits)
        self.twin = SimulatedTiles(acted, self.table.session, int(seed))
        return TwinCamera(self.twin, speed=self.args.speed or None)

    # How the table is seen.

    def view(self, frame: Frame) -> View | None:
        try:
            found = calibrate_cards(frame.image, field_mm=self.args.field)
        except TurboError as error:
            # Said once, not for each of forty pictures.
            if str(error) != self.missing:
                print(f"turbo: {error}", flush=True)
            self.missing = str(error)
            return None
        wide, high = field_size_mm(found)
        print(f"the field is {wide:.0f} x {high:.0f} mm by its corner cards", flush=True)
        return View(plan_from(found), found, "cards")

    def replanned(self, view: View) -> None:
        assert view.calibration is not None, "only cards tell how a field lies"
        self.sight = TileSight(view.calibration, self.own)
        super().replanned(view)

    def forget(self) -> None:
        self.sight, self.missing = None, "no picture came"

    # The loop.

    def runner(
        self, camera: Camera, view: View, link: "Link | None", light: Lighting
    ) -> TileRunner:
        # A camera that has not come has shown no cards: it gives no picture before it has.
        known = view.calibration
        self.sight = None if known is None else TileSight(known, self.own)
        runner = self._runner = TileRunner(
            self.table.session,
            camera,
            UNSEEN if self.sight is None else self.sight.perception(view.plan),
            view.plan,
            link=link,
            ruled=self._ruled,
            ended=ENDED,
            now=self.table.session.now,
            governor=None if camera.simulated else Governor(TILE_PACE),
        )
        if self.twin is not None:
            self.twin.watch(runner, self._presser(link))
        return runner

    def _ruled(self, event: AnyEvent, ruling: Ruling) -> None:
        self.table.ruled(event, ruling)
        before = self._runner.before_picture
        if ruling.verdict is not Verdict.REJECTED or before is None:
            return
        folder = self.table.evidence_folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            # One name, written over: it is looked at while the newest turn is put back.
            (folder / "before-turn.jpg").write_bytes(before)
        except OSError as error:
            print(f"turbo: {folder}: cannot be written: {error.strerror}", file=sys.stderr)

    def _presser(self, link: "Link | None") -> Callable[[], None] | None:
        """The board's buttons, where the twin has one: of two for up to six seats any hands over
        for whoever is in turn."""
        board = getattr(link, "board", None)
        if board is None:
            return None

        def pressed() -> None:
            game = self.table.session.tiles.match.game
            press_board(board, 0 if game is None else game.turn % 2)

        return pressed

    # What the page may ask.

    def controls(self) -> TileControls:
        return TileControls(self._runner)

    def lessons(self) -> "TileLessons":
        from turbo.app.teaching import TileLessons

        return TileLessons(
            self._runner,
            lambda: None,
            default_tiles(),
            learned=self._learned,
            counted=lambda right, of: self.table.notes.note(right=right, of=of),
        )

    def _learned(self, path: Path) -> None:
        """The inks that were shown on the page are used at once."""
        if self.sight is not None:
            self.sight.own = own_tiles(text_of(path))

    def simulated_now(self) -> datetime | None:
        """What is simulated has its own time: a turn of tiles may have a limit."""
        if self.twin is None:
            return None
        return self._began + timedelta(seconds=self.twin.clock_s)

    def ended(self) -> int:
        """The twin's ledger is held against the referee's match, where the game was played out."""
        if self.twin is None or not self.twin.is_over:
            return 0
        return tell_differences(self.twin.differences())
