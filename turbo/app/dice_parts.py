"""What a watched table with dice has of its own (`turbo.app.parts`): a mat, throws, own dice."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from turbo.app import sight
from turbo.app.arriving import Lighting, Steady
from turbo.app.controls import RunnerControls
from turbo.app.parts import BANNER, TableParts
from turbo.game.dice import Face
from turbo.live.governor import Governor
from turbo.live.perception import RunnerTuning, Throw, crop_of
from turbo.live.runner import LiveRunner
from turbo.storage.roll_book import Roll, Rolls, RollsError, rolls_path
from vision.cameras.advice import mat_advice
from vision.cameras.frames import Camera, Frame
from vision.mat.calibration import default_calibration, plan_from
from vision.reading.own_inks import OwnDice
from vision.reading.reader import Reader

if TYPE_CHECKING:
    from turbo.app.teaching import RunnerLessons
    from turbo.board.link import Link
    from turbo.commands.run import Table

WORDS = {
    "calibration": "the table is known from its calibration",
    "mat": "the mat was found in the picture",
    "corners": "the table is known from its corners",
    "picture": "no mat and no calibration: the whole picture is the table, the lower part"
    " belongs to the first player and the upper part to the second",
}
"""What is said of where the plan comes from."""


class DiceParts(TableParts):
    """The parts of a table with dice."""

    strange: Mapping[str, str] = {"field": "expected an --edition with tiles, dice lie on a mat"}
    advice = staticmethod(mat_advice)
    _has_corners = False

    def __init__(self, table: "Table") -> None:
        super().__init__(table)
        self.known, self.own = sight.kept_calibration(table.args), sight.kept_dice(table.args)
        self._steady = Steady()

    def twin_camera(self, link: "Link | None") -> Camera:
        from turbo.app.simulated import TwinHost, simulated_table
        from turbo.twin.camera import TwinCamera

        self.twin = simulated_table(
            self.args.camera, self.table.session, link, self.own, self._press
        )
        self.seats = TwinHost(self.twin, self.table.session)
        return TwinCamera(self.twin, speed=self.args.speed or None)

    def _press(self, seat: int) -> None:
        if self.table.runner is not None:
            self.table.runner.press(seat)

    # How the table is seen.

    def view(self, frame: Frame) -> sight.View:
        found = sight.view_of(frame, self.known, self.args.corners, own=self.own)
        self._has_corners = found.source == "corners"
        # Said each time: another camera, or one that came late, may know the table by other means.
        if self.twin is not None:
            print(BANNER, flush=True)
        print(WORDS[found.source], flush=True)
        return found

    def arrived(self, frame: Frame) -> sight.View | None:
        # A telephone is still in somebody's hand when its first pictures come.
        is_held = self.table.inbox.is_wanted and self.args.corners is None
        return None if is_held and not self._steady.look(frame) else self.view(frame)

    def replanned(self, view: sight.View) -> None:
        self.sight.calibration = view.calibration
        super().replanned(view)

    def forget(self) -> None:
        self.known, self._steady = None, Steady()

    def knows_mat(self) -> bool:
        return self._has_corners or super().knows_mat()

    # The loop.

    def runner(
        self, camera: Camera, view: sight.View, link: "Link | None", light: Lighting
    ) -> LiveRunner:
        self.sight = sight.Sight(Reader(), view.calibration, self.own)
        self.sight.lighting = light
        tuning = RunnerTuning()
        threw = self._keep_throws()
        runner = self._runner = LiveRunner(
            self.table.session,
            camera,
            self.sight.perception(view.plan),
            view.plan,
            own=None if self.own is None else self.own.dice,
            link=link,
            tuning=replace(tuning, live=replace(tuning.live, **self._hand_over(link))),
            threw=threw,
            book=self.rolls,
            ruled=self.table.ruled,
            # What a film raises at its end; a camera that is lost is waited for.
            ended=sight.ENDED,
            # The twin has its own clock: there is nothing to be late for.
            governor=None if camera.simulated else Governor(),
        )
        if self.twin is not None:
            from turbo.twin.answering import Answering

            # The twin's people answer the referee, or a demo would stop at its first doubt.
            self.twin.script.answering = Answering(self.twin, runner)
        return runner

    def _hand_over(self, link: "Link | None") -> dict[str, Any]:
        """Without a board a turn must be able to end by itself."""
        chosen = self.args.hand_over or ("both" if link is not None else "still")
        # 'still' and 'both' are one to the table: without buttons no press comes.
        return {"hand_over_s": None} if chosen == "button" else {}

    def _keep_throws(self) -> Callable[[Throw], None] | None:
        if self.args.no_pictures:
            return None
        rolls = Rolls(rolls_path(self.table.store.path), self.table.keeping)
        self.table.closing.append(rolls.close)
        # Kept by name too: page, evidence and book of findings look at the same file.
        self.rolls = rolls
        return lambda throw: keep_throw(rolls, throw, self.table.device)

    # What the page may ask.

    def controls(self) -> RunnerControls:
        # A simulated camera's calibration must never be kept as the house's own.
        keep = None if self.twin is not None else default_calibration()
        return RunnerControls(self._runner, self.sight, keep)

    def lessons(self) -> "RunnerLessons":
        from turbo.app.teaching import RunnerLessons

        return RunnerLessons(
            self._runner,
            lambda: self.sight.calibration,
            learned=self._learned,
            counted=lambda right, of: self.table.notes.note(right=right, of=of),
        )

    def _learned(self, path: Path) -> None:
        """The dice that were shown on the page are used at once."""
        own = self.sight.own = OwnDice.load(path)
        known = self.sight.calibration
        if known is not None:
            # The camera sees the tops, which lie higher by the edge: places depend on it.
            known = self.sight.calibration = replace(known, edge_mm=own.dice.edge_mm)
        self._runner.learn(own.dice, None if known is None else plan_from(known))


def keep_throw(rolls: Rolls, throw: Throw, camera: Camera) -> None:
    """A throw with the picture of its dice. What cannot be kept does not stop the match."""
    faces: Sequence[Face] = [die.face for die in throw.dice]
    roll = Roll(
        sight.taken_at(camera, throw.frame),
        tuple(faces),
        tuple(die.confidence for die in throw.dice),
        "",
        throw.match,
        throw.entry,
        throw.event.player,
        simulated=camera.simulated,
    )
    # The dice alone: in the same room on the card many more throws are kept.
    jpeg = sight.jpeg_of(crop_of(throw.frame.image, [die.corners_px for die in throw.dice]))
    try:
        rolls.add(roll, jpeg)
    except RollsError as error:
        # Said and not raised: a full card costs the picture, never the match.
        print(f"turbo: {error}", flush=True)
