"""Dice as SVG faces: a hit is dark with white pips, a miss an outline; and a roll in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing.palette import INK, INK3, PANEL, WHITE
from roses.figures.drawing.svg import Svg, document, rect, tag

_PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
GAP: Final = 8.0


def is_hit(face: int, hits_on: int | None, *, even: bool = False) -> bool | None:
    """Tell whether a face counts: up to ``hits_on``, or even; None where neither is asked.

    >>> is_hit(3, 3), is_hit(5, None, even=True), is_hit(1, None)
    (True, False, None)
    """
    if even:
        return face % 2 == 0
    return None if hits_on is None else face <= hits_on


def die(face: int, x: float, y: float, size: float = 44, *, hit: bool | None = None) -> str:
    """Return one die as an SVG ``<g>`` with its upper left corner at ``x``, ``y`` px; ``hit`` None is a plain one."""
    edge = INK3 if hit is False else INK
    k = size / 44
    face_box = rect(
        x + 2.5 * k, y + 2.5 * k, 39 * k, 39 * k, INK if hit else PANEL, rx=7 * k, stroke=edge, stroke_width=2 * k
    )
    pips = [
        tag(
            "circle",
            cx=float(x + (22 + 10 * a) * k),
            cy=float(y + (22 + 10 * b) * k),
            r=4.1 * k,
            fill=WHITE if hit else edge,
        )
        for a, b in _PIPS[face]
    ]
    return tag("g", face_box, *pips)


def dice_words(dice: Sequence[int], hits_on: int | None = None, *, even: bool = False) -> str:
    """Return a roll in words.

    >>> dice_words((2, 5, 3), 3)
    'dice 2, 5, 3: 2 hits'
    >>> dice_words((4,), even=True)
    'die 4: even'
    """
    faces = ngettext("die {faces}", "dice {faces}", len(dice)).format(faces=", ".join(map(str, dice)))
    marks = [is_hit(face, hits_on, even=even) for face in dice]
    if not marks or marks[0] is None:
        return faces
    hits = sum(map(bool, marks))
    if even:
        return f"{faces}: " + (_("even") if hits == len(dice) else _("not all even"))
    return f"{faces}: " + (ngettext("{n} hit", "{n} hits", hits).format(n=hits) if hits else _("no hit"))


def dice_svg(dice: Sequence[int], hits_on: int | None = None, *, even: bool = False, size: float = 44) -> Svg:
    """Return a roll as a row of faces, ``size`` px each; faces up to ``hits_on`` (or even ones) are hits.

    >>> "dice 2, 5, 3: 2 hits" in dice_svg((2, 5, 3), 3)
    True
    """
    step = size + GAP
    faces = [die(face, i * step, 0, size, hit=is_hit(face, hits_on, even=even)) for i, face in enumerate(dice)]
    return document(
        max(size, len(dice) * step - GAP),
        size,
        faces,
        title=dice_words(dice, hits_on, even=even),
        description=_("each die 1 to 6, in the order thrown; hits are filled"),
    )
