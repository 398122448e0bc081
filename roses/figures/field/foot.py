"""The foot of a battlefield's map: scale, north, and the key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from roses.engine.i18n import gettext as _
from roses.figures.drawing.geometry import Point, outline
from roses.figures.drawing.measure import text_width
from roses.figures.field import armies, ground
from roses.figures.field.canvas import CIRCLE, KEY, SMALL, Canvas, Window
from roses.history.battlefields import Company, Sketch

_PAD: Final = 10.0
_ROW: Final = 23.0  # px of a row of the key
_SAMPLE: Final = 42.0  # px of the room of a sample
_GAP: Final = 14.0
_FRONT: Final = 26.0
_LONG: Final = 84.0  # px of the scale bar at most
_SCALE: Final = "scale"
_Place = tuple[Point, str, str]  # left end and middle of the row, sign, words


def high(sketch: Sketch, width: float) -> float:
    """Return the height in px of the foot of a map ``width`` px wide."""
    return max(row for (_x, row), _sign, _label in _places(sketch, width)) + _ROW / 2 + _PAD


def draw(canvas: Canvas, sketch: Sketch, left: float, top: float, width: float) -> None:
    """Draw scale, north arrow and key."""
    samples = Canvas(Window(0, 0, 1, 1, 1), KEY, canvas.drawing)
    for (x, y), sign, label in _places(sketch, width):
        if sign == _SCALE:
            _scale(canvas, left + x, top + y)
            continue
        _sample(samples, sign, (left + x + _SAMPLE / 2 - 4, top + y), sketch)
        canvas.write(label, left + x + _SAMPLE, top + y + 4.6)


def _places(sketch: Sketch, width: float) -> Iterator[_Place]:
    """Yield the place of the scale and of each sign with its label, in rows from left to right."""
    x, y = _PAD, _PAD + _ROW / 2
    for sign, label in ((_SCALE, ""), *_signs(sketch)):
        across = _LONG + 88 if sign == _SCALE else _SAMPLE + text_width(label, SMALL)
        if x + across > width - _PAD and x > _PAD:
            x, y = _PAD, y + _ROW
        yield (x, y), sign, label
        x += across + _GAP


def _scale(canvas: Canvas, x: float, y: float) -> None:
    """Draw a north arrow and a scale bar round the middle of a row."""
    north = _("N")
    canvas.write(north, x, y + 5, bold=True)
    arrow = x + text_width(north, SMALL, bold=True) + 8
    canvas.drawing.add("ink", ((arrow, y - 9), (arrow, y + 9), (arrow - 5, y + 9), (arrow, y - 9)))
    canvas.drawing.add("pale", ((arrow, y - 9), (arrow + 5, y + 9), (arrow, y + 9), (arrow, y - 9)))
    km = next(km for km in (1.0, 0.5, 0.2, 0.1) if km * canvas.window.k <= _LONG)
    half, x = km * canvas.window.k / 2, arrow + 14
    canvas.drawing.add("ink", outline((x, y - 2.5, x + half, y + 2.5)))
    canvas.drawing.add("pale", outline((x + half, y - 2.5, x + 2 * half, y + 2.5)))
    canvas.write(f"{km:g} km" if km >= 1 else f"{km * 1000:g} m", x + 2 * half + 7, y + 4.6)


def _signs(sketch: Sketch) -> Iterator[tuple[str, str]]:
    """Yield what the picture shows: the sides, the state of companies, kinds of ground."""
    yield from ((side, name) for side, name in sketch.field.sides.items())
    states = {company.state for company in sketch.companies}
    if any(company.disputed and not company.state for company in sketch.companies):
        yield "doubt", _("disputed place")
    for state, label in (("broken", _("in flight")), ("killed", _("killed"))):
        if state in states:
            yield state, label
    if sketch.moves:
        yield "move", _("movement")
    yield "field", _("this view")
    if len(sketch.field.reconstructions) > 1:
        yield "rival", _("another view")
    kinds = {feature.kind for feature in sketch.terrain}
    yield from ((kind, _(ground.KINDS[kind])) for kind in ("rise", "marsh", "wood", "hedge") if kind in kinds)


def _sample(canvas: Canvas, sign: str, here: Point, sketch: Sketch) -> None:
    """Draw a sign of the key round a point."""
    x, y = here
    flat = ((x - 17, y), (x + 17, y))
    if sign in sketch.field.sides:
        armies.company_shape(canvas, sign, Company("", (0, 0)), (x, y + 2 if sign == "Lancaster" else y), _FRONT)
    elif sign in ("doubt", "broken", "killed"):
        doubt = sign == "doubt"
        company = next(c for c in sketch.companies if c.state == sign or (doubt and c.disputed and not c.state))
        side = sketch.commanders[company.who].side
        armies.company_shape(canvas, side, structs.replace(company, faces=0.0), here, _FRONT)
    elif sign == "move":
        armies.arrow(canvas, sketch.moves[0].side, flat)
    elif sign in ("field", "rival"):
        canvas.add(sign, flat)
    else:
        _patch(canvas, sign, x, y)


def _patch(canvas: Canvas, kind: str, x: float, y: float) -> None:
    """Draw a small piece of a kind of ground."""
    if kind == "hedge":
        ground.patch(canvas, kind, ((x - 16, y), (x + 16, y)))
    elif kind == "rise":
        for n, part in enumerate((1.0, 0.62)):
            canvas.add(f"rise {n}", _oval(x, y, 17 * part, 8.5 * part))
    else:
        ground.patch(canvas, kind, tuple(_oval(x, y, 21, 12)[:-1]))


def _oval(x: float, y: float, across: float, down: float) -> tuple[tuple[float, float], ...]:
    return tuple((x + across * a, y + down * b) for a, b in CIRCLE)
