"""England on the court board: the nine counties on the real map, with minimum, reward, nobles and knights."""

from __future__ import annotations

from functools import cache
from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.blocks.outlines import circle
from roses.figures.court.canvas import MAP, REBUILT, Canvas, doubt_mark, legend, reward_width, shield
from roses.figures.court.captions import PHASES, county_words
from roses.figures.drawing import geometry, text_width
from roses.figures.drawing.geometry import Line, at
from roses.figures.drawing.palette import INK, INK2, PANEL
from roses.figures.map.frames import Frame
from roses.figures.map.geography import SHAPES, area_at, rings
from roses.figures.map.scene import land
from roses.lancaster.tables import ROUNDS
from roses.lancaster.view import CountyView, View

FRAME: Final = Frame("court", 105.0, 160.0, round(MAP[2]), round(MAP[3]), 0.62)
# where each county lies: longitude and latitude of a place in its middle; then left and top of its plate in px
PLACES: Final = {
    "Northumberland": (-1.90, 55.30, 160.0, 40.0),
    "Stafford": (-2.12, 52.81, 113.0, 157.0),
    "York": (-1.08, 53.96, 124.0, 82.0),
    "Gloucester": (-2.24, 51.86, 22.0, 226.0),
    "Bedford": (-0.47, 52.14, 206.0, 196.0),
    "Suffolk": (1.00, 52.20, 234.0, 255.0),
    "Somerset": (-2.90, 51.10, 6.0, 272.0),
    "Dorset": (-2.40, 50.78, 20.0, 337.0),
    "Surrey": (-0.40, 51.25, 200.0, 320.0),
}
PLATE: Final = 35.0  # px high
_TOKEN: Final = 29.0  # px at the left of a plate, for the knight
_LEGENDS: Final = ((14.0, 64.0, 90.0), (262.0, 94.0, 64.0))  # on both seas: x, y and width of the words in px
_PHASE: Final = 162.0  # px: width of the words under the round
_LEFT: Final = 5  # how many signs the left legend explains
_NEAR: Final = 1.4  # px: points of the ground nearer than this to the point before are left out
_ROUND: Final = (10.0, 10.0)  # x and y of the round in px


@cache
def seat(county: str) -> tuple[float, float]:
    """Return the point of a county on the map, in km."""
    lon, lat, *_ = PLACES[county]
    return (lon + 7.5) * 67.5, (lat - 48.8) * 111.2


@cache
def area_of(county: str) -> str:
    """Return the area of the map in which a county lies.

    >>> area_of("Suffolk"), area_of("Somerset")
    ('East Anglia', 'Somerset')
    """
    area = area_at(*seat(county))
    if area is None:
        raise ValueError(_("the seat of {county} lies in no area of the map").format(county=county))
    return area


@cache
def ground() -> dict[str, tuple[Line, ...]]:
    """Return the outlines of land and sea inside the frame, in px, by layer."""
    here = {area_of(county) for county in PLACES}
    layers: dict[str, tuple[Line, ...]] = {name: land()[name] for name in ("far", "near", "abroad")}
    layers["elsewhere"] = tuple(ring for area in SHAPES if area not in here for ring in rings(area))
    layers["county"] = tuple(ring for area in SHAPES if area in here for ring in rings(area))
    return {name: _clip(lines) for name, lines in layers.items()}


def _clip(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    box = (MAP[0] - 3, MAP[1] - 3, MAP[2] + 3, MAP[3] + 3)
    px = (geometry.clip_outline(tuple(FRAME.px(*point) for point in line), box) for line in lines)
    return tuple(geometry.thin(line, _NEAR) for line in px if len(line) > 3)


def draw(canvas: Canvas, view: View) -> None:
    """Draw the map with the counties, the round, and what the signs mean."""
    for layer, lines in ground().items():
        canvas.drawing.add(layer, *lines)
    if view.county:
        canvas.drawing.add("here", *_clip(rings(area_of(view.county))))
    for county in view.counties:
        _county(canvas, county, now=county.name == view.county)
    _round(canvas, view)
    _legend(canvas)


def _county(canvas: Canvas, county: CountyView, *, now: bool) -> None:
    """Draw a plate with letter and name, minimum, reward, nobles left, and at its left end the knight who holds it."""
    *_, left, top = PLACES[county.name]
    minimum, mark = str(county.minimum), doubt_mark(county.confidence, "minimum")
    marks = sum(bool(doubt_mark(county.confidence, name)) for name in ("minimum", "reward"))
    second_line = 17 + reward_width(county.reward) + 9 * marks + 5 + 18 + 12
    wide = max(text_width(f"{county.letter} {county.name}", 13, bold=True, family="serif") + 4, second_line)
    box = (left, top, left + _TOKEN + wide, top + PLATE)
    x, y = FRAME.px(*seat(county.name))
    end = (min(max(x, box[0] + 8), box[2] - 8), min(max(y, box[1] + 6), box[3] - 6))
    for layer in ("leader casing", "leader"):
        canvas.line(layer, (x, y), end)
    canvas.drawing.add("seats", (*circle(x, y, 3.4, 16), circle(x, y, 3.4, 16)[0]))
    if now:
        canvas.ring(box)
    canvas.box("plates", box)
    across = left + _TOKEN
    letter = canvas.write(across, top + 14.5, county.letter, 13, INK2, bold=True)
    canvas.write(across + letter + 5, top + 14.5, county.name, 13, bold=True, family="serif")
    low = top + 25.5
    canvas.drawing.add("pips", shield(across + 5.5, low, 1.05))
    canvas.write(across + 5.5, low + 3.8, minimum, 12, bold=True, anchor="middle")
    after = across + 13 + (canvas.write(across + 11.5, low + 4.8, mark, bold=True) if mark else 0)
    after = canvas.reward(county.reward, after + 4, low, doubt_mark(county.confidence, "reward")) + 5
    canvas.line("rules", (after, low - 7), (after, low + 7))
    canvas.sign("noble", after + 10, low, 0.95)
    canvas.write(after + 18, low + 4.8, str(county.nobles), bold=True)
    _holder(canvas, county, left + _TOKEN / 2 - 0.5, top + PLATE / 2 - 0.5)
    canvas.hover(box, county_words(county), county.name)


def _holder(canvas: Canvas, county: CountyView, x: float, y: float) -> None:
    if not county.holder:
        canvas.line("empty", *shield(x, y, 2.0))
        return
    if county.squires:
        canvas.token(county.holder, str(county.knight), x, y - 4.5, 1.95)
        box = (x - 12.0, y + 6.5, x + 12.0, y + 19.5)
        canvas.box("plates", box)
        canvas.sign("squire", x - 4.5, y + 13, 0.75)
        canvas.write(x + 1, y + 17.4, str(county.squires), 12, bold=True)
    else:
        canvas.token(county.holder, str(county.knight), x, y, 2.1)


def _round(canvas: Canvas, view: View) -> None:
    """Draw five pips for the rounds, the current one in amber, and write the current decision."""
    left, top = _ROUND
    begin = canvas.label(left, top + 13, _("Round"), 15, 120, halo=3) + 14
    for number in range(1, ROUNDS + 1):
        x, y = begin + (number - 1) * 20.5, top + 8.5
        layer = "now" if number == view.round else "past" if number < view.round else "pips"
        canvas.drawing.add(layer, (*circle(x, y, 9, 20), circle(x, y, 9, 20)[0]))
        ink = PANEL if layer == "past" else INK
        canvas.write(x, y + 4.6, str(number), 13, ink, bold=True, anchor="middle")
    words = _(PHASES[view.phase])
    canvas.write(left, top + 32, words, 13, italic=True, halo=3, family="serif", within=_PHASE, least=10)


def _legend(canvas: Canvas) -> None:
    """Draw the legend of the signs, on both seas."""
    signs = legend()
    for (x, top, wide), part in zip(_LEGENDS, (signs[:_LEFT], signs[_LEFT:]), strict=True):
        for number, (kind, words) in enumerate(part):
            y = top + number * 16.5
            canvas.drawing.add("disc", at((*circle(0, 0, 7.4, 18), circle(0, 0, 7.4, 18)[0]), x, y))
            canvas.sign(kind, x, y, 0.85)
            canvas.write(x + 12, y + 4.4, words, 12.5, halo=2.5, within=wide, least=10)
    x, top, wide = _LEGENDS[0]
    y = top + _LEFT * 16.5
    canvas.drawing.add("hollow", shield(x, y, 1.1))
    canvas.write(x + 12, y + 4.4, _("in reserve"), 12.5, halo=2.5, within=wide, least=10)
    canvas.write(x - 3, y + 23, REBUILT, 15, bold=True, halo=2.5)
    canvas.write(x + 12, y + 20.9, _("reconstructed"), 12.5, halo=2.5, within=wide, least=10)
