"""`turbo mat OUT.pdf`: the mat as a file to print."""

import argparse
from pathlib import Path

from turbo.errors import TurboError
from vision.mat.pdf import Paper, mat_pdf, sheets
from vision.mat.sheet import MatGeometry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", metavar="OUT.pdf", help="where to write the mat")
    parser.add_argument(
        "--paper",
        choices=[str(paper) for paper in Paper],
        default="a3",
        help="one A3 sheet, two A4 or four US Letter sheets to tape (default: a3)",
    )
    parser.add_argument(
        "--outline",
        action="store_true",
        help="leave the zones white, which saves ink; light dice stand out less",
    )


def run(args: argparse.Namespace) -> int:
    mat, paper = MatGeometry(), Paper(args.paper)
    try:
        Path(args.out).write_bytes(mat_pdf(mat, paper, filled=not args.outline))
    except OSError as error:
        raise TurboError(f"{args.out}: cannot be written: {error.strerror}") from error
    words = {1: "one A3 sheet", 2: "two A4 sheets", 4: "four Letter sheets"}
    print(f"{args.out}: {words[len(sheets(mat, paper))]}, to print at 100 %;")
    print(f"its ruler must measure {mat.ruler_mm:.0f} mm. Then: turbo calibrate --camera 0")
    return 0
