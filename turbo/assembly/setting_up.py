"""What the page of set-up may ask of a table that is watched (`web.setup.ports`)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from turbo.assembly.arriving import Lighting
from turbo.assembly.doctor import Machine, checks
from turbo.assembly.doctor_words import ADVICE, CHECKS
from turbo.errors import TurboError
from turbo.game.messages import Language
from turbo.table.runner import LiveRunner
from vision.cameras.exposure import ExposureTuning
from vision.cameras.frames import Frame
from vision.cameras.survey import Survey, SurveyTuning, survey
from web.setup.ports import Hanging, Told


class RunnerSetup:
    """Surveys the newest picture of a runner; each picture once, however many ask."""

    def __init__(
        self,
        runner: LiveRunner,
        device: Any,
        lighting: Lighting | None,
        store: Path,
        machine: Machine | None = None,
    ) -> None:
        self._runner, self._device, self._lighting = runner, device, lighting
        self._store, self._machine = store, machine or Machine()
        self._seen: tuple[int, Survey] | None = None

    def hanging(self) -> Hanging:
        frame = self._runner.frame
        model = self._model()
        if frame is None:
            return Hanging(camera=getattr(self._device, "lost", "") or model)
        found = self._surveyed(frame, model)
        sharp, white = SurveyTuning(), ExposureTuning()
        return Hanging(
            has_picture=True,
            camera=model,
            markers=found.markers,
            field_mm=found.field_mm,
            height_mm=found.height_mm,
            die_px=found.die_px,
            higher_by_mm=found.higher_by_mm,
            sharpness=found.sharpness,
            sharp_from=sharp.sharp,
            white=None if found.white is None else round(found.white, 3),
            white_from=white.least,
            white_to=white.most,
            light=None if found.light is None else str(found.light),
            is_high=found.is_high,
            is_near=found.is_near,
            is_straight=found.is_straight,
            is_sharp=found.is_sharp,
            is_good=found.is_good,
        )

    def _surveyed(self, frame: Frame, model: str) -> Survey:
        if self._seen is None or self._seen[0] != frame.number:
            self._seen = (frame.number, survey(frame.image, model))
        return self._seen[1]

    def _model(self) -> str:
        told = getattr(self._device, "facts", None)
        facts = None if told is None else told()
        return "" if facts is None else str(facts.model)

    def doctor(self, language: Language) -> Sequence[Told]:
        return [
            Told(
                one.check,
                CHECKS[one.check][language],
                str(one.state),
                one.found,
                ADVICE[one.advice][language] if one.advice else "",
            )
            for one in checks(self._machine, self._store)
        ]

    def relight(self, by: str) -> None:
        if self._lighting is None:
            raise TurboError("expected a camera whose light can be measured")
        self._lighting.relock()
