"""What goes into the networks and what comes out: the numbers that product and training share."""

from pathlib import Path

MODELS = Path(__file__).parents[1] / "models"

STRIDE_PX = 4
"""Pixels of the picture to one cell of the detector's answer."""
ALIGN_PX = 32
"""The detector wants sides that this divides."""
CODE_CHANNELS = 9
"""Numbers that say where a face's corners are."""
DOUBT_NAMES = ("cocked", "covered", "stacked")

CROP_PX = 64
MARGIN = 1.5
"""How many die widths a crop shows: the sides and neighbours tell a top face from a side face."""
FACE_CELLS = 8
"""The side of what the first layers make of a crop."""
PLACE_CELLS = 10
"""The side of a face's place on the sheet: two empty cells, which are still one when halved."""
NUMBERS = 14
COLOURS = 4
FEATURES = 12
"""Numbers by which a face describes its ink: the four colours' scores and eight more."""
OUTPUTS = NUMBERS + FEATURES + 4 + 4
CONTEXT = FEATURES + COLOURS * FEATURES + COLOURS + 2 * 3
"""Numbers by which the colour is judged: a face's ink, the other faces' inks colour by colour and
how many there are, the face's white in the picture and that of the others. A white that the camera
cut off in one colour makes grey ink look like that colour; only the white itself tells."""
WHITE_QUANTILE = 0.80
"""The brightness that counts as the die's own white, among the pixels of its face."""

SIDE_PATCH_PX = (32, 64)
"""Width and height of what is cut out where a face may be a die's side or the top of another."""
SIDE_EDGE_PX = 20
"""So many pixels an edge has there,"""
SIDE_ABOVE = 1.4
"""and so many edges it begins above the face's middle, at the die behind."""
