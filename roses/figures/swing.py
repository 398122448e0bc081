"""The swing of support by turn: a square for each lord who counts, Lancaster's to the left, York's to the right."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final, Literal

from roses.engine.i18n import gettext as _
from roses.figures.blocks.captions import other_side
from roses.figures.drawing.drawing import Drawing, Text
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.measure import Family, text_width
from roses.figures.drawing.palette import CHIP, HOUSES, INK, INK2, PAPER, RULE
from roses.figures.drawing.picture import Hovers, figure_json, hovers_svg, layer_svg, layout_json, outline
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import Svg, document, tag
from roses.figures.drawing.traces import Props
from roses.lab.turns import Support, Turn
from roses.richard.tables import BLOCKS, SIDES

WIDTH: Final = 1100.0
_LABEL: Final = 168.0  # px of the column of turns
_SAID: Final = 146.0  # px of the column that says who leads
_MIDDLE: Final = 92.0  # px between both sides, for the numbers
_TOP: Final = 104.0
_ROW: Final = 46.0
_FOOT: Final = 58.0
_WIDEST: Final = 36.0  # px of a square at most
_L, _Y = HOUSES["Lancaster"], HOUSES["York"]
LAYERS: Final = (
    Layer("lead", "fill", CHIP),
    Layer("rule", "line", edge=RULE, width=1.0),
    Layer("axis", "line", edge=INK2, width=1.4),
    Layer("Lancaster", "fill", _L.fill, _L.edge, 1.2),
    Layer("York", "fill", _Y.fill, _Y.edge, 1.8),
    Layer("Lancaster prisoner", "fill", PAPER, _L.fill, 1.6, (4.0, 2.5)),
    Layer("York prisoner", "fill", PAPER, _Y.edge, 1.6, (4.0, 2.5)),
    Layer("new", "fill", INK),
    Layer("text", "text"),
)


def swing_svg(swing: Support) -> Svg:
    """Return the swing of support as an SVG document, 1100 px wide.

    >>> import roses
    >>> from roses.lab import support
    >>> swing_svg(support(roses.timeline("1470-kingmaker"))).name
    'Swing of support by turn: Warwick the Kingmaker'
    """
    drawing, hovers, high = _picture(swing)
    paper = tag("rect", width=WIDTH, height=high, fill=PAPER)
    drawn = [paper, *(layer_svg(drawing, layer) for layer in LAYERS), hovers_svg(hovers)]
    return document(WIDTH, high, drawn, title=_title(swing), description=text_swing(swing))


def swing_data(swing: Support) -> Props:
    """Return the same picture as plain plotly JSON.

    >>> import roses
    >>> from roses.lab import support
    >>> sorted(swing_data(support(roses.timeline("1470-kingmaker"))))
    ['config', 'data', 'layout']
    """
    drawing, hovers, high = _picture(swing)
    layout = layout_json(WIDTH, high, WIDTH, PAPER, _title(swing), text_swing(swing))
    return figure_json(drawing, LAYERS, hovers, layout)


def text_swing(swing: Support) -> str:
    """Return the swing in words, a sentence for each turn.

    >>> import roses
    >>> from roses.lab import support
    >>> print(text_swing(support(roses.timeline("1470-kingmaker"))).splitlines()[3])
    Turn 3, 26 November 1470: Lancaster 8, York 6. Counted now, Lancaster would take the crown.
    """
    return "\n".join(_sentence(turn, swing) for turn in swing.turns)


def _title(swing: Support) -> str:
    return _("Swing of support by turn: {game}").format(game=swing.title)


def _sentence(turn: Turn, swing: Support) -> str:
    counts = _("Lancaster {a}, York {b}").format(a=turn.tally.total("Lancaster"), b=turn.tally.total("York"))
    return f"{', '.join(filter(None, (_label(turn, swing), turn.date)))}: {counts}. {_verdict(turn)}"


def _label(turn: Turn, swing: Support) -> str:
    """Return the number of a turn; where there are several campaigns, each begins with its own number."""
    if turn.turn:
        return _("Turn {n}").format(n=turn.turn)
    several = len({other.campaign for other in swing.turns}) > 1
    return _("Campaign {n}").format(n=turn.campaign) if several else _("Set-up")


def _verdict(turn: Turn) -> str:
    """Return who has the crown by this count, or without one, in a sentence."""
    if turn.ended:
        return _("No count: {side} has won on the field.").format(side=turn.ended)
    if not turn.tally.shadow:
        return _("Counted: {side} has the crown.").format(side=turn.king_side)
    if turn.would_be_king != turn.king_side:
        return _("Counted now, {side} would take the crown.").format(side=turn.would_be_king)
    return _("Counted now, {side} would keep the crown.").format(side=turn.king_side)


def _picture(swing: Support) -> tuple[Drawing, Hovers, float]:
    """Return the drawing, its hover texts, and its height in px."""
    drawing = Drawing()
    most = {side: max(turn.tally.total(side) for turn in swing.turns) or 1 for side in SIDES}
    cell = min(_WIDEST, (WIDTH - _LABEL - _SAID - _MIDDLE) / sum(most.values()))
    middle = _LABEL + cell * most["Lancaster"] + _MIDDLE / 2
    high = _TOP + _ROW * len(swing.turns) + _FOOT
    _head(drawing, swing, middle)
    hovers = []
    for i, (before, turn) in enumerate(pairwise((swing.turns[0], *swing.turns))):
        y = _TOP + _ROW * i
        _row(drawing, turn, swing, y, middle)
        for side in SIDES:
            _lords(drawing, turn, before, side, middle, y, cell)
        hovers.append(((0.0, y, WIDTH, y + _ROW), _hover(turn, swing)))
    drawing.add("axis", ((middle, _TOP - 8), (middle, high - _FOOT + 4)))
    _foot(drawing, high - _FOOT)
    return drawing, hovers, high


def _head(drawing: Drawing, swing: Support, middle: float) -> None:
    _write(drawing, _title(swing), 18, 34, 20, family="serif", bold=True)
    said = _("A square is a point of the count: a lord, a church, or London. A turn reads from the middle outwards.")
    _write(drawing, said, 18, 58, 14, INK2)
    inner = _MIDDLE / 2
    _write(drawing, "Lancaster", middle - inner, _TOP - 14, 15, HOUSES["Lancaster"].fill, bold=True, anchor="end")
    _write(drawing, "York", middle + inner, _TOP - 14, 15, HOUSES["York"].ink, bold=True)


def _row(drawing: Drawing, turn: Turn, swing: Support, y: float, middle: float) -> None:
    """Draw a turn without its lords: its label, the numbers, and who leads."""
    if turn.would_be_king != turn.king_side and not turn.ended:
        drawing.add("lead", outline((0, y + 1, WIDTH, y + _ROW - 1)))
    drawing.add("rule", ((0, y + _ROW), (WIDTH, y + _ROW)))
    _write(drawing, _label(turn, swing), 18, y + 19, 15, bold=True)
    _write(drawing, turn.date, 18, y + 37, 13, INK2)
    own = {side: turn.tally.total(side) for side in SIDES}
    for side, x in (("Lancaster", middle - 21), ("York", middle + 21)):
        most = own[side] > own[other_side(side)]
        _write(drawing, str(own[side]), x, y + 31, 22, family="serif", bold=most, anchor="middle")
    for i, words in enumerate(_lead(turn)):
        _write(drawing, words, WIDTH - 14, y + 20 + 17 * i, 13, INK if i == 0 else INK2, bold=i == 0, anchor="end")


def _lead(turn: Turn) -> tuple[str, str]:
    """Return in two short lines who leads, and what that means."""
    ahead = turn.tally.total("Lancaster") - turn.tally.total("York")
    side = "Lancaster" if ahead > 0 else "York"
    first = _("{side} by {n}").format(side=side, n=abs(ahead)) if ahead else _("even")
    if turn.ended:
        return first, _("{side} won on the field").format(side=turn.ended)
    return first, _("shadow count") if turn.tally.shadow else _("the game counts")


def _lords(drawing: Drawing, turn: Turn, before: Turn, side: str, middle: float, y: float, cell: float) -> None:
    """Draw the squares of a side from the middle outwards; who is new has a bar below."""
    way = -1 if side == "Lancaster" else 1
    prisoners = {lord.block for lord in turn.tally.sides[side].counted if lord.why}
    for i, name in enumerate(turn.names(side)):
        x = middle + way * (_MIDDLE / 2 + cell * (i + 0.5))
        held = name in prisoners
        shape = _disc(x, y + 19, cell / 2 - 1) if name == "London" else _square(x, y + 19, cell / 2 - 1.5)
        drawing.add(f"{side} prisoner" if held else side, shape)
        ink = (HOUSES["Lancaster"].fill if side == "Lancaster" else HOUSES["York"].ink) if held else HOUSES[side].ink
        size = 11 if cell < _WIDEST else 12
        _write(drawing, _short(name, cell), x, y + 23, size, ink, bold=True, anchor="middle")
        if name not in before.names(side):
            drawing.add("new", outline((x - cell / 2 + 4, y + 39, x + cell / 2 - 4, y + 42)))


def _short(name: str, cell: float) -> str:
    """Return what stands in a square: no more than three letters of it where a fourth would not fit."""
    words = _("Lon") if name == "London" else BLOCKS[name].abbreviation
    return words if text_width(words, 11, bold=True) < cell else words[:3]


def _foot(drawing: Drawing, y: float) -> None:
    drawing.add("new", outline((18, y + 24, 42, y + 27)))
    _write(drawing, _("new since the turn before"), 50, y + 30, 13, INK2)
    drawing.add("Lancaster prisoner", _square(262, y + 26, 11))
    _write(drawing, _("a prisoner, who counts all the same"), 280, y + 30, 13, INK2)
    drawing.add("York", _disc(554, y + 26, 11))
    _write(drawing, _("Lon: holds London"), 572, y + 30, 13, INK2)
    drawing.add("lead", outline((742, y + 15, 766, y + 37)))
    _write(drawing, _("the Pretender would take the crown"), 774, y + 30, 13, INK2)


def _hover(turn: Turn, swing: Support) -> str:
    each = _("{side}: {names}.")
    told = (each.format(side=side, names=", ".join(map(_full, turn.names(side)))) for side in SIDES if turn.names(side))
    return f"{_sentence(turn, swing)} {' '.join(told)}"


def _full(name: str) -> str:
    return _("London") if name == "London" else BLOCKS[name].name


def _square(x: float, y: float, half: float) -> Line:
    return outline((x - half, y - half, x + half, y + half))


def _disc(x: float, y: float, radius: float) -> Line:
    turns = (math.pi * step / 12 for step in range(25))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)


def _write(
    drawing: Drawing,
    words: str,
    x: float,
    y: float,
    size: float,
    fill: str = INK,
    *,
    family: Family = "sans",
    bold: bool = False,
    anchor: Literal["start", "middle", "end"] = "start",
) -> None:
    drawing.write("text", Text(words, x, y, size, fill, family, bold, anchor=anchor))
