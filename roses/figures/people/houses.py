"""How wide the figures of people are, and the letters and colours of their houses."""

from __future__ import annotations

from typing import Final

from roses.figures.drawing import palette as p

WIDTH: Final = 1240.0

# A house or a side: the letter that stands for it, its fill, and the ink on that.
HOUSES: Final = {
    "Plantagenet": ("P", "#EFE6D1", p.INK),
    "Lancaster": ("L", "#E9C9C9", p.INK),
    "Beaufort": ("B", "#F3DDBF", p.INK),
    "Tudor": ("T", "#CFE0CC", p.INK),
    "York": ("Y", "#DCE5F2", p.INK),
    "Mortimer": ("M", "#E2D9EE", p.INK),
    "Neville": ("N", "#D5E6E8", p.INK),
    "Stafford": ("S", "#E6E3D2", p.INK),
    "Holland": ("H", "#ECE4DC", p.INK),
    "Aviz": ("A", "#E8EBCF", p.INK),
    "de la Pole": ("D", "#E3E3E3", p.INK),
}
OTHER: Final = ("O", "#F4F1EA", p.INK)


def house_look(house: str) -> tuple[str, str, str]:
    """Return letter, fill and ink of a house.

    >>> house_look("York")[0], house_look("Luxembourg")[0]
    ('Y', 'O')
    """
    return HOUSES.get(house, OTHER)
