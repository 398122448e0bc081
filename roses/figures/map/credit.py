"""The attribution of the map data below a picture, for all pictures that may leave a notebook."""

from __future__ import annotations

from typing import Final

from roses.figures.drawing.measure import wrap
from roses.figures.drawing.palette import INK2, PANEL
from roses.figures.drawing.svg import Svg, document, number, rect, tag, text
from roses.figures.map.geography import ATTRIBUTION
from roses.figures.map.layout import CREDIT_SIZE

_LEADING: Final = 14.0
_PAD: Final = 8.0


def credited(picture: Svg) -> Svg:
    """Return a picture with the attribution of the map data in a strip below it.

    >>> from roses.figures.drawing.svg import document
    >>> credited(document(780, 500, [], title="Kent", description="")).height
    553.0
    """
    wide, high = picture.width, picture.height
    left, top, right, bottom = picture.box
    box = left, top, right - left, bottom - top
    lines = wrap(ATTRIBUTION, CREDIT_SIZE, wide - 2 * _PAD)
    strip = _LEADING * len(lines) + 11
    written = [
        text(_PAD, high + 16 + _LEADING * i, line, CREDIT_SIZE, INK2, anchor="start") for i, line in enumerate(lines)
    ]
    drawn = tag("svg", picture.inside, width=number(wide), height=number(high), viewBox=" ".join(map(number, box)))
    inside = [drawn, rect(0, high, wide, strip, PANEL), *written]
    return document(wide, high + strip, inside, title=picture.name, description=picture.description)
