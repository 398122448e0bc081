"""The armies on a battlefield: companies by side, those in doubt, the broken and the killed, and their movements."""

from __future__ import annotations

import itertools
from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.drawing.geometry import Line, Point, hatch
from roses.figures.drawing.glyphs import at, head, smooth
from roses.figures.drawing.occupancy import along, raster
from roses.figures.field.canvas import Canvas, rotate
from roses.history.battlefields import Commander, Company, Sketch

_DEEP: Final = 9.0  # px: half of the depth of a company
_LEAST: Final = 24.0  # px: the least front
_KILLED: Final[tuple[Line, ...]] = (((-6, -6), (6, 6)), ((6, -6), (-6, 6)))
_PIECES: Final = ((-0.36, 3.0, -14.0), (0.0, -3.0, 9.0), (0.36, 2.0, 24.0))  # of a broken company: place, turn


def draw(canvas: Canvas, sketch: Sketch) -> None:
    """Draw movements and companies, with a hover text on each company."""
    for move in sketch.moves:
        line = smooth([canvas.window.px(point) for point in move.path])
        arrow(canvas, move.side, line, disputed=move.disputed)
    for company in sketch.companies:
        commander = sketch.commanders[company.who]
        x, y = canvas.window.px(company.at)
        company_shape(canvas, commander.side, company, (x, y), company.front / 1000 * canvas.window.k)
        canvas.hovers.append(((x - 16, y - 16, x + 16, y + 16), about(commander, company, sketch)))


def about(commander: Commander, company: Company, sketch: Sketch) -> str:
    """Return who a company is, and whether its place is agreed on.

    >>> from roses.history.battlefields import battlefield
    >>> sketch = battlefield("bosworth-1485").sketch()
    >>> about(sketch.field.commanders[-1], sketch.companies[-1], sketch)
    'Thomas, Lord Stanley (the Stanleys). The place is disputed.'
    """
    more = {"broken": _("In flight."), "killed": _("Killed about here.")}.get(company.state, "")
    doubt = _("The place is disputed.") if company.disputed else ""
    who = _("{name} ({side}).").format(name=commander.full, side=sketch.field.sides[commander.side])
    return " ".join(filter(None, (who, more, doubt)))


def company_shape(canvas: Canvas, side: str, company: Company, at_px: Point, front: float) -> None:
    """Draw a company round a point, ``front`` px broad."""
    wide = max(_LEAST, front) / 2
    if company.state == "killed":
        strokes = [at(stroke, *at_px) for stroke in _KILLED]
        canvas.add("killed casing", *strokes)
        canvas.add(f"{side} killed", *strokes)
        canvas.grid.take((at_px[0] - 9, at_px[1] - 9, at_px[0] + 9, at_px[1] + 9))
    elif company.state == "broken":
        for part, down, turn in _PIECES:
            (place,) = rotate(((part * 2 * wide, down),), at_px, company.faces)
            ring = rotate(_outline(side, max(6.5, wide / 4.2), _DEEP * 0.7), place, company.faces + turn)
            canvas.add(f"{side} broken", ring)
            canvas.grid.taken |= raster(canvas.grid, [_wider(ring)])
    else:
        ring = rotate(_outline(side, wide, _DEEP), at_px, company.faces)
        canvas.grid.taken |= raster(canvas.grid, [_wider(ring)])
        if company.disputed:
            canvas.add(f"{side} doubt", ring)
            canvas.add(f"{side} doubt lines", *hatch([ring], 8.5))
        else:
            canvas.add(f"{side} company", ring)
            if side == "York":
                canvas.add("York front", rotate(((-wide, -_DEEP + 1), (wide, -_DEEP + 1)), at_px, company.faces))


def _outline(side: str, wide: float, deep: float) -> Line:
    """Return the shape of a company that faces up: York's is square, Lancaster's pointed, of others the ends are."""
    if side == "York":
        ring: Line = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    elif side == "Lancaster":
        ring = ((-wide, -deep * 0.65), (0, -deep * 1.65), (wide, -deep * 0.65), (wide, deep), (-wide, deep))
    else:
        tip = wide - min(wide * 0.5, deep + 2)
        ring = ((-tip, -deep), (tip, -deep), (wide, 0), (tip, deep), (-tip, deep), (-wide, 0))
    return (*ring, ring[0])


def _wider(ring: Line) -> Line:
    """Return an outline a little larger, so that names keep a distance."""
    x, y = sum(a for a, _b in ring[:-1]) / (len(ring) - 1), sum(b for _a, b in ring[:-1]) / (len(ring) - 1)
    return tuple((a + (3 if a > x else -3), b + (3 if b > y else -3)) for a, b in ring)


def arrow(canvas: Canvas, side: str, line: Line, *, disputed: bool = False) -> None:
    """Draw an arrow along a line in px."""
    short, tip = head(line, 5.0)
    canvas.add("casing", short)
    canvas.add(f"{side} move doubt" if disputed else f"{side} move", short)
    if side == "York" and not disputed:
        canvas.add("York move inner", short)
    canvas.add(f"{side} head", tip)
    for start, end in itertools.pairwise(line):
        canvas.grid.taken |= along(canvas.grid, start, end)
