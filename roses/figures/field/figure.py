"""A battlefield as a picture: the ground, both armies in a phase, one of the rival reconstructions, words and key."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.drawing.geometry import Box, outline
from roses.figures.drawing.picture import figure_json, hovers_svg, layer_svg, layout_json
from roses.figures.drawing.svg import Svg, document, tag
from roses.figures.drawing.traces import Props
from roses.figures.field import armies, column, foot, ground, names
from roses.figures.field.canvas import LAYERS, PAPER, Canvas, Window, close_curve
from roses.history.battlefields import Battlefield, Sketch

WIDTH: Final = 960.0
_COLUMN: Final = 228.0  # px of the column beside the map
_NARROW: Final = 640.0  # px: narrower pictures have their words below the map
_LEGIBLE: Final = 72.0  # px to the km; where the whole frame would be smaller, the map shows the fighting only
_MOST: Final = 190.0
_MARGIN: Final = 0.3  # km round the fighting


def field_svg(
    battle: Battlefield | Sketch,
    reconstruction: str = "",
    phase: str = "",
    *,
    width: float = WIDTH,
    height: float = 0.0,
    story: bool = True,
) -> Svg:
    """Return a battlefield as an SVG document ``width`` px wide.

    ``reconstruction`` and ``phase`` are ids, by default the first of each, or those of a sketch. ``height`` in px is
    at least what the words need. Without ``story`` the words tell of the reconstruction only. ValueError for unknown
    ids.

    >>> from roses.history.battlefields import battlefield
    >>> field_svg(battlefield("bosworth-1485"), "ambion-hill", "charge").name
    'Bosworth, 22 August 1485. Ambion Hill: Hutton 1788, Williams 1973. The charge'
    """
    sketch = sketch_of(battle, reconstruction, phase)
    canvas, size = picture(sketch, width, height, story=story)
    paper = tag("rect", width=size[0], height=size[1], fill=PAPER)
    elements = [paper, *(layer_svg(canvas.drawing, layer) for layer in LAYERS), hovers_svg(canvas.hovers)]
    return document(*size, elements, title=title(sketch), description=text_field(sketch))


def field_data(battle: Battlefield | Sketch, reconstruction: str = "", phase: str = "") -> Props:
    """Return the same picture as plain plotly JSON; the arguments are those of ``field_svg``.

    >>> from roses.history.battlefields import battlefield
    >>> sorted(field_data(battlefield("towton-1461")))
    ['config', 'data', 'layout']
    """
    sketch = sketch_of(battle, reconstruction, phase)
    canvas, size = picture(sketch, WIDTH, 0.0)
    layout = layout_json(*size, WIDTH, PAPER, title(sketch), text_field(sketch))
    return figure_json(canvas.drawing, LAYERS, canvas.hovers, layout)


def text_field(battle: Battlefield | Sketch) -> str:
    """Return a battlefield in words: phase, reconstruction, what is disputed, and who is on the field.

    >>> from roses.history.battlefields import battlefield
    >>> print(text_field(battlefield("tewkesbury-1471"))[:33])
    Tewkesbury, 4 May 1471. 1 of 4: G
    """
    sketch = sketch_of(battle)
    there = [armies.about(sketch.commanders[company.who], company, sketch) for company in sketch.companies]
    beside = " ".join(words if words.endswith(".") else f"{words}." for words in column.in_words(sketch))
    return " ".join((beside, _("On the field: {companies}").format(companies=" ".join(there))))


def title(sketch: Sketch) -> str:
    """Return battle, reconstruction and phase in one line."""
    return f"{sketch.field.name}, {sketch.field.shown}. {sketch.reconstruction.title}. {sketch.phase.title}"


def sketch_of(battle: Battlefield | Sketch, reconstruction: str = "", phase: str = "") -> Sketch:
    """Return the sketch with these ids; of a sketch, those not given stay."""
    if isinstance(battle, Battlefield):
        return battle.sketch(reconstruction, phase)
    return battle.field.sketch(reconstruction or battle.reconstruction.id, phase or battle.phase.id)


def picture(sketch: Sketch, width: float, height: float, *, story: bool = True) -> tuple[Canvas, tuple[float, float]]:
    """Return all that is drawn, and the size of the picture in px: at least ``height``, and as the words need."""
    beside, across = width >= _NARROW, _COLUMN + (60 if story else 0)
    wide = width - across if beside else width
    room = (across if beside else width) - 2 * column.PAD
    words, key = column.high(sketch, room, story=story), foot.high(sketch, wide)
    if beside:
        high = max(height, words, 0.0 if height else wide * 0.8 + key)
        canvas = Canvas(window(sketch, wide, high - key))
        box = (wide, 0.0, width, high)
    else:
        canvas = Canvas(window(sketch, wide, max(height - words - key, wide * 0.92)))
        high = canvas.window.height + key + words
        box = (0.0, canvas.window.height + key, width, high)
    _map(canvas, sketch)
    below = (0.0, canvas.window.height, wide, canvas.window.height + key)
    canvas.drawing.add("panel", outline(below), outline(box))
    canvas.drawing.add("rule", ((0.0, below[1]), (wide, below[1])))
    canvas.drawing.add("rim", ((box[0], box[1]), (box[0], box[3]) if beside else (box[2], box[1])))
    canvas.drawing.add("rim", outline((0.5, 0.5, width - 0.5, high - 0.5)))
    foot.draw(canvas, sketch, 0.0, below[1], wide)
    column.draw(canvas, sketch, box, story=story)
    return canvas, (width, round(high))


def window(sketch: Sketch, width: float, height: float) -> Window:
    """Return the window of a map of this size: the frame, or the fighting alone where the frame would be too small."""
    west, south, east, north = sketch.field.frame
    k = min(width / (east - west), height / (north - south))
    if k < _LEGIBLE:
        west, south, east, north = _fighting(sketch)
        k = min(width / (east - west), height / (north - south), _MOST)
    return Window(
        (west + east) / 2 - width / k / 2, (south + north) / 2 + height / k / 2, k, float(width), float(height)
    )


def _fighting(sketch: Sketch) -> Box:
    """Return west, south, east and north of all companies of a reconstruction in all its phases."""
    there = (company for stage in sketch.reconstruction.stages for company in stage.companies)
    places = [company.at for company in there if company.state != "gone"]
    xs, ys = [x for x, _y in places], [y for _x, y in places]
    return min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + _MARGIN, max(ys) + _MARGIN


def _map(canvas: Canvas, sketch: Sketch) -> None:
    ground.draw(canvas, sketch.terrain)
    for rival in sketch.field.reconstructions:
        here = rival.id == sketch.reconstruction.id
        canvas.add("field" if here else "rival", close_curve(tuple(canvas.window.px(point) for point in rival.site)))
    armies.draw(canvas, sketch)
    names.write(canvas, sketch)
