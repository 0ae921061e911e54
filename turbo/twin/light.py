"""Lamps over the twin's table, chosen by name."""

from dataclasses import dataclass

from turbo.errors import named


@dataclass(frozen=True, slots=True)
class TwinLight:
    """Where the light comes from, how soft and how strong it is, and its colour.

    Shares are of a white sheet that lies flat: ambient and lamp together make its brightness."""

    towards: tuple[float, float, float]
    """From the table to the lamp; need not have length one."""
    ambient: float
    lamp: float
    softness_mm: float
    """Blur of the edge of a shadow."""
    colour: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Gains of blue, green and red."""
    falloff: float = 0.12
    """How much darker the corners of the table are than its middle."""
    noise: float = 1.0
    """Factor on the camera's noise: a dim picture is amplified."""


# The soft ones (window, ceiling, evening) are as in films of living rooms: shadows without an edge.
LIGHTS: dict[str, TwinLight] = {
    "day": TwinLight((0.5, 0.6, 1.0), 0.6, 0.5, 7.0, (1.03, 1.0, 0.97)),
    "lamp": TwinLight((-0.35, 0.25, 1.0), 0.4, 0.52, 4.0, (0.8, 0.95, 1.06), falloff=0.22),
    "ring": TwinLight((0.05, 0.05, 1.0), 0.62, 0.34, 10.0, falloff=0.08),
    "hard": TwinLight((0.9, 0.5, 1.0), 0.3, 0.62, 1.2, (0.98, 1.0, 1.0)),
    "dim": TwinLight((0.2, -0.4, 1.0), 0.3, 0.16, 6.0, (0.85, 0.97, 1.05), noise=2.2),
    "window": TwinLight(
        (0.9, 0.3, 1.0), 0.56, 0.28, 16.0, (1.04, 1.0, 0.96), falloff=0.16, noise=1.4
    ),
    "ceiling": TwinLight((0.12, 0.1, 1.0), 0.5, 0.38, 12.0, (0.9, 0.98, 1.04), falloff=0.18),
    "evening": TwinLight(
        (-0.5, 0.2, 1), 0.34, 0.34, 13.0, (0.72, 0.92, 1.08), falloff=0.26, noise=1.6
    ),
    "off": TwinLight((0.0, 0.0, 1.0), 0.035, 0.0, 10.0, (1.1, 1.0, 0.9), noise=3.0),
}


def light_named(name: str) -> TwinLight:
    return named(LIGHTS, name, "a light")
