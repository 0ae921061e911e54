"""The analysis of a match that is over, for the replay: as a document and as a PDF to share."""

import textwrap
from typing import Any

from flask import Response

from turbo.partner.analysis import HiddenHands, MatchAnalysis, MatchGoesOn, analyse
from turbo.partner.dice_chances import dice_in
from turbo.partner.documents import analysis_document, moment_sentence, player_sentence
from turbo.partner.engine import PartnerEngine
from vision.mat.calibration import default_dice
from web.api.files import file_of
from web.api.operations import FACE, PDF, ApiRoom, Count, document, optional
from web.api.refused import Refused
from web.context import LANG, desk, language
from web.history.views import any_history_of
from web.pdf import A5_PT, Page, pdf
from web.texts import text

blueprint = ApiRoom("analysis")

_CHOICE = document(chosen=[FACE], best=[FACE], cost=float, layout=optional(str))
_EVENT = document(
    entry=Count, player=optional(str), kind=str, chance=float, luck=float, choice=optional(_CHOICE)
)
_SUMMARY = document(player=str, luck=float, cost=float, error_rate=float, sentence=str)
_MOMENT = document(entry=Count, sentence=str, steps=[str])
ANALYSIS = document(players=[str], events=[_EVENT], summary=[_SUMMARY], costliest=[_MOMENT])


def _analysed(number: int) -> MatchAnalysis:
    history = any_history_of(number)
    engine = PartnerEngine(dice=dice_in(default_dice()))
    try:
        # A match is a second of a core and more on a Pi, and the camera is to be read beside it.
        with desk().heavy.turn():
            return analyse(history, engine)
    except MatchGoesOn as error:
        raise Refused(409, str(error), "match-goes-on") from None
    except HiddenHands as error:
        raise Refused(404, str(error), "not-found") from None


@blueprint.viewer("GET /api/matches/<int:number>/analysis", ANALYSIS, query=LANG, errors=(409, 503))
def analysis(number: int) -> Any:
    """What a match that is over was worth: the first player's chance after every event in per cent,
    luck, and what each choice cost. While a match goes on there is none."""
    return analysis_document(_analysed(number), language())


@blueprint.viewer("GET /api/matches/<int:number>/analysis.pdf", PDF, query=LANG, errors=(409, 503))
def analysis_file(number: int) -> Response:
    """The analysis of a match that is over, ready to print."""
    data = analysis_pdf(_analysed(number))
    return file_of(data, f"match-{number}-analysis.pdf", "application/pdf")


_LEFT_PT, _TOP_PT, _WIDE_PT, _TALL_PT = 30.0, 90.0, 360.0, 130.0
_LETTERS = 74
"""Of a line at 9 points."""


def analysis_pdf(analysis: MatchAnalysis) -> bytes:
    """One page: the curve as columns, luck and skill, and the costliest moments."""
    page, said = Page(), language()
    middle = A5_PT[0] / 2
    page.write(str(text("analysis.title", said)), middle, 50, 20, bold=True)
    title = str(text("analysis.curve", said)).replace("{player}", analysis.players[0])
    page.write(title, middle, 76, 11)
    page.box(_LEFT_PT, _TOP_PT, _WIDE_PT, _TALL_PT, 1.0)
    wide = _WIDE_PT / max(1, len(analysis.events))
    for at, one in enumerate(analysis.events):
        tall = _TALL_PT * one.chance
        page.box(_LEFT_PT + at * wide, _TOP_PT + _TALL_PT - tall, wide, tall, 0.6)
    lines = [player_sentence(analysis, seat, said) for seat in range(len(analysis.players))]
    moments = [moment_sentence(one, analysis, said) for one in analysis.costliest]
    lines += [str(text("analysis.costliest", said)), *moments] if moments else []
    y = _TOP_PT + _TALL_PT + 28
    for line in lines:
        for part in textwrap.wrap(line, _LETTERS):
            page.write(part, middle, y, 9)
            y += 13
        y += 6
    return pdf([page])
