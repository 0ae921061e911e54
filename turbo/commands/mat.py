"""`turbo mat OUT.pdf`: the mat, or with `--corners` four corner cards, as a file to print."""

import argparse
from pathlib import Path

from turbo.errors import TurboError, writing
from vision.mat.cards import CardGeometry, CardPaper
from vision.mat.pdf import Paper, cards_pdf, mat_pdf, sheets
from vision.mat.sheet import MatGeometry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("out", metavar="OUT.pdf", help="where to write it")
    add(
        "--paper",
        choices=[str(paper) for paper in Paper],
        help="one A3 sheet, two A4 or four US Letter sheets to tape (default: a3); the corner cards"
        " fit on one sheet of A4 or Letter (default: a4)",
    )
    add(
        "--outline",
        action="store_true",
        help="leave the zones white, which saves ink; light dice stand out less",
    )
    add(
        "--corners",
        action="store_true",
        help="no mat but four cards, to lay at the corners of a field for tiles",
    )


def run(args: argparse.Namespace) -> int:
    return _cards(args) if args.corners else _mat(args)


def _mat(args: argparse.Namespace) -> int:
    mat, paper = MatGeometry(), Paper(args.paper or "a3")
    with writing(args.out):
        Path(args.out).write_bytes(mat_pdf(mat, paper, filled=not args.outline))
    words = {1: "one A3 sheet", 2: "two A4 sheets", 4: "four Letter sheets"}
    print(f"{args.out}: {words[len(sheets(mat, paper))]}, to print at 100 %;")
    # Printers fit to the page unasked: everything measured later would be wrong by that share.
    print(f"its ruler must measure {mat.ruler_mm:.0f} mm. Then: turbo run --camera phone,")
    print("or with a camera over the table: turbo calibrate --camera 0")
    return 0


def _cards(args: argparse.Namespace) -> int:
    # Four cards fill one small sheet: there is no A3 of them.
    if args.paper == "a3":
        raise TurboError("expected a4 or letter for the corner cards, got a3")
    cards, paper = CardGeometry(), CardPaper(args.paper or "a4")
    with writing(args.out):
        Path(args.out).write_bytes(cards_pdf(cards, paper))
    print(f"{args.out}: four corner cards on one sheet, to print at 100 % and to cut out;")
    print(f"its ruler must measure {cards.ruler_mm:.0f} mm. Lay them at the corners of the field.")
    return 0
