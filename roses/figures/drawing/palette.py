"""Colours and font stacks of all figures (hex, CSS font lists), and the contrast and grey value of colours."""

from __future__ import annotations

from typing import Final

import msgspec

PAPER: Final = "#FAF7F0"
PANEL: Final = "#FFFDF9"
HALO: Final = "#FBF8F0"
INK: Final = "#211D18"
INK2: Final = "#544B3E"
INK3: Final = "#6E6352"  # never under 12 px
RULE: Final = "#D8CDB8"  # hairlines only
WHITE: Final = "#FFFFFF"

SEA: Final = "#B4C7D0"
SEA_FAR: Final = "#C1D2D9"  # band of 14 km round the land
SEA_NEAR: Final = "#CEDDE2"  # band of 6 km
SEA_NAME: Final = "#2F5566"
COAST: Final = "#55646B"
INLAND_RIVER: Final = "#7FA6BA"
LAND: Final = ("#F6F0E2", "#EFE6D1", "#E9E0CB", "#F2E9D0")  # a 4-colouring; the tints mean nothing
EXILE: Final = "#E2D9C7"
HATCH: Final = "#C9BDA6"
NOT_IN_PLAY: Final = "#D3CFC6"

MAJOR: Final = "#7D5F14"
RIVER: Final = "#1C628C"
MINOR: Final = "#A02C1B"
MINOR_INNER: Final = "#FFF6E8"

GOLD: Final = "#D69E1C"
GOLD_EDGE: Final = "#4A3500"
AMBER: Final = "#F5B301"  # marks the current decision; always with a dark edge
GO: Final = "#0B6150"
VEIL: Final = "#8C8779"

YORK_GROUND: Final = "#F3F4F4"
LANCASTER_GROUND: Final = "#F6EEEA"
RESERVE_GROUND: Final = "#F4EFE4"
RESERVE_HATCH: Final = "#E3DAC6"
RESERVE_BAR: Final = "#4A4338"
CHIP: Final = "#EFE6D1"
CHIP_EDGE: Final = "#B9A67C"

SERIF: Final = "Palatino Linotype,Book Antiqua,Palatino,URW Palladio L,P052,Georgia,DejaVu Serif,serif"
SANS: Final = "Helvetica Neue,Segoe UI,Arial,Nimbus Sans,Liberation Sans,DejaVu Sans,sans-serif"


class House(msgspec.Struct, frozen=True):
    """The colours of a side: ``fill`` and ``edge`` of its tokens, ``ink`` on the fill, ``ground`` of its half board."""

    fill: str
    edge: str
    ink: str
    ground: str
    edge_px: float

    @property
    def dark(self) -> str:
        """The colour of the side on a light ground: its fill, or its ink where the fill is light."""
        return self.fill if self.ink == WHITE else self.ink


HOUSES: Final = {
    "Lancaster": House("#861A2C", "#3D0711", WHITE, LANCASTER_GROUND, 1.0),
    "York": House("#FFFEFA", "#182C4B", "#182C4B", YORK_GROUND, 1.8),
    "Rebel": House("#1B1916", "#000000", WHITE, PAPER, 1.0),
}


def _light(colour: str) -> float:
    """Return the relative luminance of ``#RRGGBB``, 0..1 (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1..21; text needs 4.5 (WCAG 2.2, 1.4.3).

    >>> round(contrast(INK, PAPER), 1)
    15.7
    """
    dark, light = sorted((_light(one), _light(other)))
    return (light + 0.05) / (dark + 0.05)


def grey(colour: str) -> str:
    """Return the grey of a colour in a black-and-white copy.

    >>> grey("#861A2C")
    '#454545'
    """
    light = _light(colour)
    value = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{round(value * 255):02X}" + f"{round(value * 255):02X}" * 2
