"""The networks. Their sizes were chosen by measuring them on the target's core first."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from vision.reading import tensors


def _convolution(inner: int, outer: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inner, outer, 3, stride, 1, bias=False), nn.BatchNorm2d(outer), nn.ReLU()
    )


class _Block(nn.Module):
    """Two convolutions with a way past them, which is all that it begins with."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _convolution(width, width)
        self.second = nn.Conv2d(width, width, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(width)
        # So a deep network begins as a shallow one, which learns from the first step on.
        nn.init.zeros_(self.norm.weight)

    def forward(self, x: Tensor) -> Tensor:
        return F.relu(x + self.norm(self.second(self.first(x))))

    def apart(self, x: Tensor, kept: Tensor) -> Tensor:
        """The same for faces that lie apart on a sheet: what comes between them is wiped."""
        return F.relu(x + self.norm(self.second(self.first(x) * kept))) * kept


class DetectorNetwork(nn.Module):
    """An hourglass down to 1/32 and back to 1/4 of the picture's size.

    At its waist every cell learns where in the picture it is and what the whole picture shows:
    which of two faces of a die is its top depends on where the camera stands, and that shows in the
    other dice better than in this one.
    """

    def __init__(self, widths: tuple[int, ...] = (12, 24, 48, 80, 112)) -> None:
        super().__init__()
        a, b, c, d, e = widths
        self.to4 = nn.Sequential(_convolution(3, a, 2), _convolution(a, b, 2))
        self.to8 = nn.Sequential(_convolution(b, c, 2), _convolution(c, c))
        self.to16 = nn.Sequential(_convolution(c, d, 2), _Block(d))
        self.to32, self.place = _convolution(d, e, 2), _from_nothing(nn.Conv2d(2, e, 1))
        self.near, self.far = _Block(e), _Block(e)
        self.gist, self.whole = nn.Conv2d(2 * e, e // 2, 1), _from_nothing(nn.Conv2d(e // 2, e, 1))
        self.up16, self.mix16 = nn.Conv2d(e, d, 1), _convolution(d, d)
        self.up8, self.mix8 = nn.Conv2d(d, c, 1), _convolution(c, c)
        self.up4, self.mix4 = nn.Conv2d(c, b, 1), _convolution(b, b)
        self.head = nn.Conv2d(b, 1 + tensors.CODE_CHANNELS + len(tensors.DOUBT_NAMES), 1)
        # To begin with every cell says no, which is right of nearly all of them.
        nn.init.constant_(self.head.bias[:1], -4.0)

    def forward(self, x: Tensor, where: Tensor | None = None) -> Tensor:
        """`where` tells of every cell of 32 x 32 pixels its place, as `places` makes it."""
        if where is None:
            where = places(x.shape[2], x.shape[3], x.device)
        x4 = self.to4(x)
        x8 = self.to8(x4)
        x16 = self.to16(x8)
        z = self.near(self.to32(x16) + self.place(where))
        gist = torch.cat([z.mean((2, 3), keepdim=True), F.adaptive_max_pool2d(z, 1)], 1)
        z = self.far(z + self.whole(F.relu(self.gist(gist))))
        y = self.mix16(x16 + _doubled(self.up16(z)))
        y = self.mix8(x8 + _doubled(self.up8(y)))
        y = self.mix4(x4 + _doubled(self.up4(y)))
        answer: Tensor = self.head(y)
        return answer


def _from_nothing(layer: nn.Conv2d) -> nn.Conv2d:
    """A layer that adds nothing until it has learned something."""
    nn.init.zeros_(layer.weight)
    if layer.bias is not None:
        nn.init.zeros_(layer.bias)
    return layer


def places(high: int, wide: int, device: torch.device | str) -> Tensor:
    """What the detector's `places` tells of a picture looked at whole: 1 x 2 x H/32 x W/32."""
    rows = (torch.arange(high // tensors.ALIGN_PX, device=device) + 0.5) * tensors.ALIGN_PX
    columns = (torch.arange(wide // tensors.ALIGN_PX, device=device) + 0.5) * tensors.ALIGN_PX
    y, x = torch.meshgrid(rows - high / 2, columns - wide / 2, indexing="ij")
    return torch.stack([x, y])[None] / max(high, wide)


def _doubled(x: Tensor) -> Tensor:
    # The nearest: every runtime has it and computes the same, and a convolution follows anyway.
    return F.interpolate(x, scale_factor=2.0, mode="nearest")


STROKES, HALVING = 4, 7
"""Layers of a face network's body: those before it has 8 x 8 cells, and the one to 4 x 4."""


class FaceNetwork(nn.Module):
    """A crop of 64 x 64 to scores for number, ink features, quarter, doubts and being a face."""

    def __init__(self, widths: tuple[int, ...] = (16, 32, 64, 128)) -> None:
        super().__init__()
        a, b, c, d = widths
        self.body = nn.Sequential(
            _convolution(3, a, 2),
            _convolution(a, b, 2),
            _convolution(b, b),
            _convolution(b, c, 2),
            _Block(c),
            _Block(c),
            _Block(c),
            _convolution(c, d, 2),
            _Block(d),
            _Block(d),
        )
        self.drop = nn.Dropout(0.1)
        self.hidden = nn.Linear(d * 16, 128)
        self.head = nn.Linear(128, tensors.OUTPUTS)

    def forward(self, x: Tensor) -> Tensor:
        flat = self.drop(self.body(x).flatten(1))
        answer: Tensor = self.head(F.relu(self.hidden(flat)))
        return answer


class StrokesPart(nn.Module):
    """The face network as far as 8 x 8 cells, face by face."""

    def __init__(self, network: FaceNetwork) -> None:
        super().__init__()
        self.layers = network.body[:STROKES]

    def forward(self, x: Tensor) -> Tensor:
        answer: Tensor = self.layers(x)
        return answer


class SheetPart(nn.Module):
    """The rest of it, for many faces side by side on one sheet; `kept8` and `kept4` are one where
    a face is and nought between them."""

    def __init__(self, network: FaceNetwork) -> None:
        super().__init__()
        self.eighths, self.halving = network.body[STROKES:HALVING], network.body[HALVING]
        self.fourths, self.hidden, self.head = network.body[HALVING + 1 :], *_ends(network)

    def forward(self, sheet: Tensor, kept8: Tensor, kept4: Tensor) -> Tensor:
        for block in self.eighths:
            sheet = block.apart(sheet, kept8)
        sheet = self.halving(sheet) * kept4
        for block in self.fourths:
            sheet = block.apart(sheet, kept4)
        answer: Tensor = self.head(F.relu(self.hidden(sheet)))
        return answer


def _ends(network: FaceNetwork) -> tuple[nn.Conv2d, nn.Conv2d]:
    """The last two layers, asked at every face's place of a sheet."""
    hidden, head = network.hidden, network.head
    face, place = tensors.FACE_CELLS // 2, tensors.PLACE_CELLS // 2
    wide = nn.Conv2d(hidden.in_features // face**2, hidden.out_features, face, place)
    last = nn.Conv2d(head.in_features, head.out_features, 1)
    for layer, flat in ((wide, hidden), (last, head)):
        weight = flat.weight.detach().view_as(layer.weight)
        layer.load_state_dict({"weight": weight, "bias": flat.bias.detach()})
    return wide, last


class ColourNetwork(nn.Module):
    """A face's features beside those of the picture's other faces to scores of the four colours."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(tensors.CONTEXT, 64),
            nn.ReLU(),
            nn.Linear(64, 64),
            nn.ReLU(),
            nn.Linear(64, tensors.COLOURS),
        )

    def forward(self, context: Tensor) -> Tensor:
        answer: Tensor = self.layers(context)
        return answer


class SidesNetwork(nn.Module):
    """A patch of 32 x 64 to the odds that its middle shows the side of the die behind it."""

    def __init__(self, widths: tuple[int, ...] = (12, 24, 48)) -> None:
        super().__init__()
        a, b, c = widths
        self.body = nn.Sequential(
            _convolution(3, a, 2),
            _convolution(a, b, 2),
            _Block(b),
            _convolution(b, c, 2),
            _Block(c),
        )
        self.drop = nn.Dropout(0.1)
        wide, high = (side // 8 for side in tensors.SIDE_PATCH_PX)
        self.hidden, self.head = nn.Linear(c * wide * high, 48), nn.Linear(48, 1)

    def forward(self, x: Tensor) -> Tensor:
        flat = self.drop(self.body(x).flatten(1))
        answer: Tensor = self.head(F.relu(self.hidden(flat)))
        return answer


def set_context(features: Tensor, whites: Tensor, weights: Tensor) -> Tensor:
    """What `set_context` of the face reader does, for S sets of K faces: S x K x F to S x K x C."""
    likely = features[..., : tensors.COLOURS].softmax(-1) * weights[..., None]
    total = likely.sum(1, keepdim=True) - likely
    sums = torch.einsum("skc,skf->scf", likely, features)
    others = sums[:, None] - likely[..., None] * features[:, :, None, :]
    # With a die alone in the picture there are no others, and nothing is divided by nought.
    means = others / (total[..., None] + 0.1)
    seen = weights[..., None]
    around = seen.sum(1, keepdim=True) - seen
    bright = ((seen * whites).sum(1, keepdim=True) - seen * whites) / (around + 0.1)
    return torch.cat([features, means.flatten(2), torch.log1p(total), whites, bright], dim=-1)


def split(raw: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Scores of number, ink features, quarter, and (cocked, covered, stacked, is a face)."""
    a, b = tensors.NUMBERS, tensors.NUMBERS + tensors.FEATURES
    return raw[..., :a], raw[..., a:b], raw[..., b : b + 4], raw[..., b + 4 :]
