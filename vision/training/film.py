"""From light to a file: lens blur, exposure, white balance, noise, tone, sharpening, JPEG."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from vision.training.raycast import blurred

_LUMA = [
    16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56,
    14, 17, 22, 29, 51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113,
    92, 49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
]  # fmt: skip


def _motion(images: Tensor, length: Tensor, turn: Tensor) -> Tensor:
    """Blur along a line of some pixels, in the pictures whose line is long enough to show."""
    moving = length > 0.3
    if not moving.all():
        if moving.any():
            images = images.clone()
            images[moving] = _motion(images[moving], length[moving], turn[moving])
        return images
    n, _, h, w = images.shape
    base = F.affine_grid(torch.eye(2, 3, device=images.device).repeat(n, 1, 1), [n, 1, h, w], False)
    way = torch.stack([turn.cos() * 2 / w, turn.sin() * 2 / h], dim=-1) * length[:, None]
    total = torch.zeros_like(images)
    for step in (-0.5, -0.25, 0.0, 0.25, 0.5):
        moved = base + step * way[:, None, None]
        total += F.grid_sample(images, moved, align_corners=False, padding_mode="border")
    return total / 5


def jpeg(images: Tensor, quality: Tensor) -> Tensor:
    """What JPEG leaves of pictures from 0 to 1, in steps of 8 x 8 blocks, colours at half size."""
    h, w = images.shape[2:]
    ph, pw = -h % 16, -w % 16
    x = F.pad(images, (0, pw, 0, ph), mode="replicate") * 255
    r, g, b = x.unbind(1)
    luma = 0.299 * r + 0.587 * g + 0.114 * b
    chroma = torch.stack([(b - luma) * 0.564, (r - luma) * 0.713], dim=1)
    scale = torch.where(quality < 50, 5000 / quality, 200 - 2 * quality) / 100
    table = torch.tensor(_LUMA, device=x.device, dtype=x.dtype).view(1, 8, 8) * scale.view(-1, 1, 1)
    luma = _blocks(luma[:, None] - 128, table.clamp(min=1)) + 128
    small = F.avg_pool2d(chroma, 2)
    flat = torch.full_like(table, 1.0) * 99 * scale.view(-1, 1, 1) * 0.6
    small = _blocks(small, torch.minimum(flat, table * 1.3).clamp(min=1))
    chroma = F.interpolate(small, scale_factor=2, mode="bilinear", align_corners=False)
    y, cb, cr = luma[:, 0], chroma[:, 0], chroma[:, 1]
    out = torch.stack(
        [y + cr / 0.713, y - 0.344 * cb / 0.564 - 0.714 * cr / 0.713, y + cb / 0.564], 1
    )
    out[:, 1] = (y - 0.299 * out[:, 0] - 0.114 * out[:, 2]) / 0.587
    return (out[:, :, :h, :w] / 255).clamp(0, 1)


def _blocks(x: Tensor, table: Tensor) -> Tensor:
    n, c, h, w = x.shape
    k = torch.arange(8, device=x.device, dtype=x.dtype)
    dct = torch.cos((2 * k[None] + 1) * k[:, None] * math.pi / 16) * 0.5
    dct[0] *= math.sqrt(0.5)
    blocks = x.view(n, c, h // 8, 8, w // 8, 8).permute(0, 1, 2, 4, 3, 5)
    # Turned twice rather than multiplied from the left: one large product instead of many small.
    coded = ((blocks @ dct.T).transpose(-1, -2).contiguous() @ dct.T).transpose(-1, -2)
    steps = table.view(n, 1, 1, 1, 8, 8)
    rounded = (coded / steps).round() * steps
    back = ((rounded @ dct).transpose(-1, -2).contiguous() @ dct).transpose(-1, -2)
    return back.permute(0, 1, 2, 4, 3, 5).reshape(n, c, h, w)


def bright_of(light: Tensor) -> Tensor:
    """The level that an automatic exposure takes for white: of the dice more than of the table."""
    thin = max(1, light.shape[-1] // 160)
    flat = light[:, :, ::thin, ::thin].flatten(1)
    marks = torch.tensor([0.97, 0.999], device=light.device)
    low, high = torch.quantile(flat, marks, dim=1)
    return 0.3 * low + 0.7 * high


def developed(
    light: Tensor,
    film: Tensor,
    chance: torch.Generator,
    scale: float = 1.0,
    bright: Tensor | None = None,
) -> Tensor:
    """Pictures of 0 to 1 (red, green, blue; N x 3 x H x W); `scale` widens blur and motion."""
    (exposure, red, blue, noise, grain, blur, motion, turn, gamma, contrast, saturation, sharpen,
     quality, vignette) = (film[:, k] for k in range(14))  # fmt: skip
    h, w = light.shape[2:]

    def each(value: Tensor) -> Tensor:
        return value.view(-1, 1, 1, 1)

    x = _motion(blurred(light, blur * scale), motion * scale, turn)
    gains = torch.stack([red, torch.ones_like(red), blue], dim=1)[..., None, None]
    white = bright_of(light) if bright is None else bright
    x = x * gains * each(exposure / white.clamp(min=0.02))
    ys = torch.linspace(-1, 1, h, device=x.device).view(1, 1, -1, 1)
    xs = torch.linspace(-1, 1, w, device=x.device).view(1, 1, 1, -1)
    x = x * (1 - each(vignette) * 0.5 * (xs**2 + ys**2)).clamp(min=0.2)
    dots = torch.randn(x.shape, generator=chance, device=x.device)
    soft = blurred(dots, 0.9) * 2.2
    dots = dots * (1 - each(grain)) + soft * each(grain)
    x = x + dots * (each(noise) ** 2 + each(noise) * 0.08 * x.clamp(min=0)).sqrt()
    x = x.clamp(0, 1) ** (1 / each(gamma))
    x = x + each(contrast) * (3 * x**2 - 2 * x**3 - x)
    grey = x.mean(1, keepdim=True)
    x = grey + (x - grey) * each(saturation)
    x = x + each(sharpen) * (x - blurred(x, 1.2))
    x = jpeg(x.clamp(0, 1), quality)
    return (x * 255).round() / 255
