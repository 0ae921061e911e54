"""Writes what is computed in the documents of the hardware: run it after a change of the numbers.

python tools/hardware.py          writes the table of heights and its drawing
python tools/hardware.py --check  says what would change, and changes nothing
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from vision.cameras.optics import CAMERAS, CameraOptics, hang_mm  # noqa: E402

PAGE = ROOT / "hardware.md"
DRAWING = ROOT / "docs/hardware/camera-height.svg"
BEGIN, END = "<!-- heights -->", "<!-- end of heights -->"

FLOOR_Y, PX_PER_MM, LEFT, STEP = 540.0, 0.72, 126, 113

HEAD = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1100 640" width="1100" height="640" role="img" aria-labelledby="t d">
<title id="t">How high each camera hangs</title>
<desc id="d">Heights above the mat at which each camera sees the whole A3 mat with a margin</desc>
<style>text{font-family:'DejaVu Sans',Verdana,sans-serif;font-size:15px;fill:#222}
.s{font-size:12.5px;fill:#444}.b{font-weight:bold}.h{font-size:20px;font-weight:bold}.m{text-anchor:middle}.e{text-anchor:end}</style>
<rect width="1100" height="640" fill="#fff"/>
<text x="30" y="38" class="h">How high the camera hangs</text>
<text x="30" y="62" class="s">Lens above the table, so that the picture holds the A3 mat (420 × 297 mm) with 20 mm to spare all round.</text>
"""  # noqa: E501, RUF001


def heights_table() -> str:
    """The table of hardware.md."""
    lines = [
        "| camera | across | along | hang it at | sees there | picture | a die is | focus |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for camera in CAMERAS.values():
        sight = camera.at(hang_mm(camera))
        across, along = camera.angles_deg
        field = " × ".join(f"{mm:.0f}" for mm in sight.field_mm)  # noqa: RUF001
        size = " × ".join(map(str, camera.picture_px))  # noqa: RUF001
        lines.append(
            f"| {camera.name} | {across:.0f}° | {along:.0f}° | {sight.height_mm} mm | {field} mm"
            f" | {size} | {sight.die_px:.0f} px | {camera.focus} |"
        )
    return "\n".join(lines)


def page() -> str:
    """The text of hardware.md with the table as it is computed."""
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{heights_table()}\n{END}{after}"


def drawing() -> str:
    lines = [HEAD.rstrip()]
    for mm in range(0, 601, 100):
        y = FLOOR_Y - mm * PX_PER_MM
        lines.append(f'<line x1="70" y1="{y:.0f}" x2="1070" y2="{y:.0f}" stroke="#ddd"/>')
        lines.append(f'<text x="62" y="{y + 5:.0f}" class="e s">{mm}</text>')
    lines.append('<text x="62" y="94" class="e s">mm</text>')
    for place, camera in enumerate(CAMERAS.values()):
        lines += _camera(camera, LEFT + place * STEP)
    lines.append('<rect x="70" y="540" width="1000" height="6" fill="#b98"/>')
    return "\n".join([*lines, "</svg>", ""])


def _camera(camera: CameraOptics, x: int) -> list[str]:
    height = hang_mm(camera)
    y = FLOOR_Y - height * PX_PER_MM
    named = _in_lines(camera.name)
    return [
        f'<path d="M{x} {y:.0f}L{x - 50} 540L{x + 50} 540Z" fill="#cfe4f5" stroke="#7fb0d8"/>',
        f'<rect x="{x - 13}" y="{y - 18:.0f}" width="26" height="18" rx="3" fill="#333"/>',
        f'<circle cx="{x}" cy="{y - 2:.0f}" r="5" fill="#88c" stroke="#000"/>',
        f'<text x="{x}" y="{y - 26:.0f}" class="m b">{height} mm</text>',
        *(
            f'<text x="{x}" y="{566 + 17 * row}" class="m s">{words}</text>'
            for row, words in enumerate(named)
        ),
    ]


def _in_lines(name: str) -> list[str]:
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) > 15:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def main() -> int:
    wanted = {PAGE: page(), DRAWING: drawing()}
    changed = [path for path, text in wanted.items() if path.read_text("utf-8") != text]
    for path in changed:
        print(f"{path.relative_to(ROOT)} differs from what is computed")
        if "--check" not in sys.argv:
            path.write_text(wanted[path], "utf-8")
    return 1 if changed and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
