"""Confidence intervals for shares of games."""

from __future__ import annotations

from math import sqrt
from typing import Final

_Z: Final = 1.96  # standard deviations of an interval that holds the truth 95 times in 100


def wilson(share: float, games: int) -> tuple[float, float]:
    """Return the interval of 95 % for a share of so many games (E. B. Wilson, 1927).

    >>> [round(end, 3) for end in wilson(0.5, 100)]
    [0.404, 0.596]
    """
    middle = (share + _Z**2 / (2 * games)) / (1 + _Z**2 / games)
    half = _Z / (1 + _Z**2 / games) * sqrt(share * (1 - share) / games + _Z**2 / (4 * games**2))
    return max(0.0, middle - half), min(1.0, middle + half)
