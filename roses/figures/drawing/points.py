"""Points and lines of pictures, in px or in metres of a map's projection."""

from __future__ import annotations

Point = tuple[float, float]
Line = tuple[Point, ...]
