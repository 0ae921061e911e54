"""`turbo analyse`: what a match that is over was worth, choice by choice."""

import argparse

from turbo.commands.common import FILE, add_output, print_json
from turbo.commands.records import read_record
from turbo.game.messages import Language
from turbo.i18n.catalogue import say
from turbo.partner.analysis import AnalysedEvent, MatchAnalysis, analyse
from turbo.partner.dice_chances import dice_in
from turbo.partner.documents import (
    analysis_document,
    better_steps,
    moment_sentence,
    percent,
    player_sentence,
)
from turbo.partner.engine import PartnerEngine
from turbo.storage.history import judge_any
from turbo.storage.store import AnyHistory, Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("match", help="the number of a match (see 'turbo matches'), or a .turbo file")
    add("--dice", **FILE, help="your own dice (default: those of 'turbo enroll')")
    add_output(parser)


def run(args: argparse.Namespace) -> int:
    from vision.mat.calibration import default_dice

    language = Language(args.lang)
    history = _history(args)
    analysis = analyse(history, PartnerEngine(dice=dice_in(args.dice or default_dice())))
    if args.json:
        print_json(analysis_document(analysis, language))
        return 0
    print("\n".join(_told(analysis, language)))
    return 0


def _history(args: argparse.Namespace) -> AnyHistory:
    if args.match.isdecimal():
        with Store(args.store, create=False) as store:
            return store.history(int(args.match))
    return judge_any(read_record(args.match))


def _told(analysis: MatchAnalysis, language: Language) -> list[str]:
    lines = [_curve_line(one, analysis) for one in analysis.events if one.kind != "other"]
    lines += ["", *(player_sentence(analysis, seat, language) for seat in (0, 1)), ""]
    if not analysis.costliest:
        return [*lines, say("analysis.none", language)]
    lines.append(f"{say('analysis.costliest', language)}:")
    for one in analysis.costliest:
        lines.append(f"- {moment_sentence(one, analysis, language)}")
        lines += [f"    {step}" for step in better_steps(one, language)]
    return lines


def _curve_line(one: AnalysedEvent, analysis: MatchAnalysis) -> str:
    """A line of the curve: the entry, who and what, the chance of the first, luck and cost."""
    name = analysis.players[one.seat or 0]
    bar = "#" * round(20 * one.chance)
    luck = f"{percent(one.luck):+6.1f}" if one.luck else " " * 6
    cost = f"-{percent(one.cost):.1f}" if percent(one.cost) else ""
    said = f"{one.entry:4} {name:10.10} {one.kind:6} {percent(one.chance):5.1f} |{bar:20}|"
    return f"{said} {luck} {cost}".rstrip()
