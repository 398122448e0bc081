"""A battlefield as a picture and in words: the ground and both armies in a phase, as one reconstruction has them.

``field_svg``, ``field_data`` and ``text_field`` give the whole picture, with the words beside it and the key below it.
``map`` draws the ground, the armies and the names, ``canvas`` is what all of it is drawn on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec import structs

from roses.engine.i18n import gettext as _
from roses.figures.drawing import Family, text_width, wrap
from roses.figures.drawing.geometry import Point, outline
from roses.figures.drawing.palette import INK, INK2
from roses.figures.drawing.picture import Props, figure_json, layout_json
from roses.figures.drawing.svg import Svg, document, hovers_svg, layer_svg, number, tag, text_svg
from roses.figures.field.canvas import CIRCLE, KEY, LAYERS, MOVES, PAPER, SMALL, Canvas, Formation, Window
from roses.figures.field.map import KINDS, SURE, company_words, draw_arrow, draw_company, draw_ground, draw_map
from roses.history.battlefields import Battlefield, Company, Phase, Reconstruction, Sketch
from roses.history.battles import works

WIDTH: Final = 960.0
COLUMN: Final = 228.0  # px of the column beside the map
_NARROW: Final = 640.0  # px: narrower pictures have their words below the map
_LEGIBLE: Final = 72.0  # px to the km; where the whole frame would be smaller, the map shows the fighting only
_MOST: Final = 190.0
_MARGIN: Final = 0.3  # km round the fighting
_PAD: Final = 14.0  # px round the words

# the key below the map, in px
_KEY_PAD: Final = 10.0
_ROW: Final = 23.0  # of a row
_SAMPLE: Final = 42.0  # of the room of a sample
_GAP: Final = 14.0
_FRONT: Final = 26.0
_LONG: Final = 84.0  # of the scale bar at most
_SCALE: Final = "scale"


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
    elements = [tag("rect", width=size[0], height=size[1], fill=PAPER)]
    moves = "".join(layer_svg(canvas.drawing, layer) for layer in MOVES)
    formations = sorted(canvas.formations, key=lambda one: "killed casing" in one.drawing.lines)
    for layer in LAYERS:
        if layer == MOVES[-1]:
            elements += [tag("g", moves, data_moves="1")] if moves else []
            elements += [_formation_svg(one) for one in formations if not one.drawing.texts]
        elif layer not in MOVES:
            elements.append(layer_svg(canvas.drawing, layer))
    elements += [_formation_svg(one) for one in formations if one.drawing.texts]
    return document(*size, [*elements, hovers_svg(canvas.hovers)], title=title(sketch), description=text_field(sketch))


def _formation_svg(one: Formation) -> str:
    """Return a company or its name as a group, with the place and the direction from which a page moves it on."""
    shapes = (layer_svg(one.drawing, layer) for layer in LAYERS if layer.name in one.drawing.lines)
    names = (text_svg(text) for text in one.drawing.texts.get("text", ()))
    at = " ".join(number(value) for value in (*one.at, one.faces))
    return tag("g", *shapes, *names, data_formation=one.key, data_at=at)


def field_data(battle: Battlefield | Sketch, reconstruction: str = "", phase: str = "") -> Props:
    """Return the same picture as plain plotly JSON; the arguments are those of ``field_svg``.

    >>> from roses.history.battlefields import battlefield
    >>> sorted(field_data(battlefield("towton-1461")))
    ['config', 'data', 'layout']
    """
    sketch = sketch_of(battle, reconstruction, phase)
    canvas, size = picture(sketch, WIDTH, 0.0)
    layout = layout_json(*size, WIDTH, PAPER, title(sketch), text_field(sketch))
    return figure_json(canvas.whole, LAYERS, canvas.hovers, layout)


def text_field(battle: Battlefield | Sketch) -> str:
    """Return a battlefield in words: phase, reconstruction, what is disputed, and who is on the field.

    >>> from roses.history.battlefields import battlefield
    >>> print(text_field(battlefield("tewkesbury-1471"))[:33])
    Tewkesbury, 4 May 1471. 1 of 4: G
    """
    sketch = sketch_of(battle)
    companies = [company_words(sketch.commanders[company.who], company, sketch) for company in sketch.companies]
    paragraphs = (paragraph.words for paragraph in _column(sketch, story=True))
    column = " ".join(words if words.endswith(".") else f"{words}." for words in paragraphs)
    return f"{column} {_('On the field: {companies}').format(companies=' '.join(companies))}"


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
    beside, across = width >= _NARROW, COLUMN + (60 if story else 0)
    wide = width - across if beside else width
    room = (across if beside else width) - 2 * _PAD
    paragraphs = _column(sketch, story=story)
    words = sum(paragraph.height(room) for paragraph in paragraphs) + 2 * _PAD
    phases = (
        sketch.field.sketch(r.id, phase.id) for r in sketch.field.reconstructions for phase in sketch.field.phases
    )
    rows = (y for phase in phases for (_x, y), _sign, _label in _key(phase, wide))
    key = max(rows) + _ROW / 2 + _KEY_PAD  # the ground does not move when the next phase has a longer key
    if beside:
        high = max(height, words, 0.0 if height else wide * 0.8 + key)
        canvas = Canvas(window(sketch, wide, high - key))
        box = (wide, 0.0, width, high)
    else:
        canvas = Canvas(window(sketch, wide, max(height - words - key, wide * 0.92)))
        high = canvas.window.height + key + words
        box = (0.0, canvas.window.height + key, width, high)
    draw_map(canvas, sketch)
    low = canvas.window.height
    canvas.drawing.add("panel", outline((0.0, low, wide, low + key)), outline(box))
    canvas.drawing.add("rule", ((0.0, low), (wide, low)))
    canvas.drawing.add("rim", ((box[0], box[1]), (box[0], box[3]) if beside else (box[2], box[1])))
    canvas.drawing.add("rim", outline((0.5, 0.5, width - 0.5, high - 0.5)))
    samples = Canvas(Window(0, 0, 1, 1, 1), KEY, canvas.drawing)
    for (x, y), sign, label in _key(sketch, wide):
        if sign == _SCALE:
            _draw_scale(canvas, x, low + y)
        else:
            _draw_sample(samples, sign, x + _SAMPLE / 2 - 4, low + y, sketch)
            canvas.write(label, x + _SAMPLE, low + y + 4.6)
    x, y = box[0] + _PAD, box[1] + _PAD
    for paragraph in paragraphs:
        y += paragraph.gap
        for line in paragraph.lines(room):
            y += round(paragraph.size * 1.3)
            up = 0.3 * paragraph.size
            canvas.write(line, x, y - up, paragraph.size, paragraph.fill, bold=paragraph.bold, family=paragraph.family)
    return canvas, (width, round(high))


def window(sketch: Sketch, width: float, height: float) -> Window:
    """Return the window of a map of this size: the frame, or the fighting alone where the frame would be too small."""
    west, south, east, north = sketch.field.frame
    k = min(width / (east - west), height / (north - south))
    if k < _LEGIBLE:
        companies = (company for stage in sketch.reconstruction.stages for company in stage.companies)
        places = [company.at for company in companies if company.state != "gone"]
        xs, ys = [x for x, _y in places], [y for _x, y in places]
        west, south, east, north = min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + _MARGIN, max(ys) + _MARGIN
        k = min(width / (east - west), height / (north - south), _MOST)
    return Window(
        (west + east) / 2 - width / k / 2, (south + north) / 2 + height / k / 2, k, float(width), float(height)
    )


# ---- the words beside the map


class _Paragraph(NamedTuple):
    """A paragraph of the column, and the px above it."""

    words: str
    size: float
    fill: str = INK
    bold: bool = False
    family: Family = "sans"
    gap: float = 0.0

    def lines(self, room: float) -> list[str]:
        """Return the paragraph in lines of at most ``room`` px."""
        return wrap(self.words, self.size, room, bold=self.bold, family=self.family)

    def height(self, room: float) -> float:
        """Return the height in px."""
        return self.gap + len(self.lines(room)) * round(self.size * 1.3)


def _column(sketch: Sketch, *, story: bool) -> list[_Paragraph]:
    """Return the paragraphs; with ``story`` those that name the battle and tell the phase."""

    def confidence(of: Phase | Reconstruction) -> str:
        sources = " · ".join(works()[source].short for source in of.sources)
        return _("Confidence: {confidence}. Sources: {sources}").format(
            confidence=_(SURE[of.confidence]), sources=sources
        )

    rival, phase = sketch.reconstruction, sketch.phase
    number = _("{n} of {all}: {title}").format(n=sketch.number, all=len(sketch.field.phases), title=phase.title)
    opening = [
        _Paragraph(f"{sketch.field.name}, {sketch.field.shown}", 18, bold=True, family="serif"),
        _Paragraph(number, 15, bold=True, gap=7),
        _Paragraph(phase.text, 15, family="serif", gap=3),
        _Paragraph(confidence(phase), SMALL, INK2, gap=4),
    ]
    disputed = _("Disputed: {words}").format(words=rival.disputed)
    return [
        *(opening if story else [_Paragraph(number, 15, bold=True)]),
        _Paragraph(rival.title, 15.5, bold=True, family="serif", gap=13 if story else 9),
        _Paragraph(rival.text, SMALL + 0.5, gap=3),
        _Paragraph(disputed, SMALL + 0.5, gap=6),
        _Paragraph(confidence(rival), SMALL, INK2, gap=6),
        _Paragraph(sketch.field.accuracy, SMALL, INK2, gap=4),
    ]


# ---- scale, north and key below the map


def _key(sketch: Sketch, width: float) -> Iterator[tuple[Point, str, str]]:
    """Yield the scale and each sign with its label, in rows of ``width`` px.

    A sign comes with its place: its left end, and the middle of its row, both in px.
    """
    x, y = _KEY_PAD, _KEY_PAD + _ROW / 2
    for sign, label in ((_SCALE, ""), *_signs(sketch)):
        across = _LONG + 88 if sign == _SCALE else _SAMPLE + text_width(label, SMALL)
        if x + across > width - _KEY_PAD and x > _KEY_PAD:
            x, y = _KEY_PAD, y + _ROW
        yield (x, y), sign, label
        x += across + _GAP


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
    yield from ((kind, _(KINDS[kind])) for kind in ("rise", "marsh", "wood", "hedge", "ditch") if kind in kinds)


def _draw_scale(canvas: Canvas, x: float, y: float) -> None:
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
    length = _("{n} km").format(n=f"{km:g}") if km >= 1 else _("{n} m").format(n=f"{km * 1000:g}")
    canvas.write(length, x + 2 * half + 7, y + 4.6)


def _draw_sample(canvas: Canvas, sign: str, x: float, y: float, sketch: Sketch) -> None:
    """Draw a sign of the key round a point."""
    flat = ((x - 17, y), (x + 17, y))
    if sign in sketch.field.sides:
        draw_company(canvas, sign, Company("", (0, 0)), (x, y + 2 if sign == "Lancaster" else y), _FRONT)
    elif sign in ("doubt", "broken", "killed"):
        doubt = sign == "doubt"
        company = next(c for c in sketch.companies if c.state == sign or (doubt and c.disputed and not c.state))
        side = sketch.commanders[company.who].side
        draw_company(canvas, side, structs.replace(company, faces=0.0), (x, y), _FRONT)
    elif sign == "move":
        draw_arrow(canvas, sketch.moves[0].side, flat)
    elif sign in ("field", "rival"):
        canvas.add(sign, flat)
    elif sign in ("hedge", "ditch"):
        draw_ground(canvas, sign, ((x - 16, y), (x + 16, y)))
    elif sign == "rise":
        for n, part in enumerate((1.0, 0.62)):
            canvas.add(f"rise {n}", tuple((x + 17 * part * a, y + 8.5 * part * b) for a, b in CIRCLE))
    else:
        draw_ground(canvas, sign, tuple((x + 21 * a, y + 12 * b) for a, b in CIRCLE[:-1]))
