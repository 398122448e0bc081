"""Forces and losses of the battles as ranges: of one battle, and of all eighteen in order of date.

A bar is a range; a tall stroke is one figure; a triangle on a dotted line is a figure that is the most; a disputed
figure has diamonds for ends. What is not known is said in words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from roses.engine.i18n import gettext as _
from roses.figures.battles.picture import MARKS, Picture, diamond, house_of, pointing_left
from roses.figures.drawing.drawing import Drawing, Layer, Text
from roses.figures.drawing.geometry import Box, Line, outline
from roses.figures.drawing.measure import text_width
from roses.figures.drawing.palette import INK, INK2, PANEL, RULE
from roses.figures.drawing.picture import Chart, plotly_figure
from roses.figures.drawing.svg import PAGE, Svg
from roses.history.battles import Battle, Figure, known_battle, known_battles

WIDTH: Final = PAGE
_PAD: Final = 14.0
_HEAD: Final = 84.0
_ROW: Final = 24.0
_GAP: Final = 9.0  # between battles
_SIDE: Final = 104.0  # px for the name of a side
_SHORT: Final = 104.0  # the same beside the name of a battle
_NAME: Final = 154.0  # px for name and year of a battle
_WORDS: Final = 122.0  # px for a figure in words, right of its bars
_TALL: Final = 11.0  # of a bar
_LEAST: Final = 7.0  # its length at least
_FOOT: Final = 58.0
_NICE: Final = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000)
_LAYERS: Final = (
    Layer("band", "fill", PANEL),
    Layer("rule", "line", edge=RULE, width=1.0),
    *MARKS,
)


class Row(NamedTuple):
    """A line of the chart: a side of a battle, with ``first`` where the battle begins."""

    battle: Battle
    side: str
    first: bool


class Panel(NamedTuple):
    """One scale of the chart: its heading, which figures it shows, and where it stands in px."""

    title: str
    figures: str  # a field of Battle
    left: float
    right: float
    most: int

    def x(self, men: float) -> float:
        """Return where a number of men lies."""
        return self.left + (self.right - self.left) * min(men, self.most) / self.most


def numbers_svg(battle: str | Battle) -> Svg:
    """Return forces and losses of a battle as an SVG; ValueError for an unknown id.

    >>> numbers_svg("towton-1461").name
    'Towton, 29 March 1461: the armies and the dead'
    """
    return _one(battle).svg()


def numbers_figure(battle: str | Battle) -> Any:
    """Return the same picture as a plotly figure.

    >>> type(numbers_figure("towton-1461")).__name__
    'Figure'
    """
    return plotly_figure(_one(battle).figure())


def war_svg() -> Svg:
    """Return forces and losses of all battles, in order of date, as an SVG.

    >>> war_svg().name
    'Eighteen battles: the armies and the dead'
    """
    return _all().svg()


def war_figure() -> Any:
    """Return the same picture as a plotly figure.

    >>> war_figure().layout.meta[0]
    'Eighteen battles: the armies and the dead'
    """
    return plotly_figure(_all().figure())


def _one(battle: str | Battle) -> Picture:
    known = known_battle(battle) if isinstance(battle, str) else battle
    title = _("{name}, {date}: the armies and the dead").format(name=known.name, date=known.shown)
    return _chart([known], title, with_names=False)


def _all() -> Picture:
    return _chart(list(known_battles().values()), _("Eighteen battles: the armies and the dead"), with_names=True)


def _chart(battles: Sequence[Battle], title: str, *, with_names: bool) -> Picture:
    left = _PAD + (_NAME + _SHORT if with_names else _SIDE)
    half = (WIDTH - _PAD - left) / 2
    panels = [
        _panel(_("men in the field"), "forces", left, half, battles),
        _panel(_("dead"), "losses", left + half, half, battles),
    ]
    rows = list(_rows(battles))
    indent, room = (_NAME, _SHORT - 8) if with_names else (0, _SIDE - 8)
    high = _HEAD + len(rows) * _ROW + (len(battles) - 1) * _GAP + _FOOT
    chart = Chart(WIDTH, high, _LAYERS)
    drawing = chart.drawing
    _frame(drawing, title, panels, high)
    y = _HEAD - _GAP
    for number, row in enumerate(rows):
        y += _GAP if row.first else 0
        if with_names and row.first:
            _battle(drawing, row.battle, number, y)
        _write(drawing, row.side, _PAD + indent, y + 16.5, room)
        chart.hovers += [_bar(drawing, row, panel, y + _ROW / 2) for panel in panels]
        y += _ROW
    _key(drawing, high - _FOOT + 22)
    return Picture(chart, title, "; ".join(map(_in_words, rows)))


def _rows(battles: Sequence[Battle]) -> Iterator[Row]:
    for battle in battles:
        sides = [*battle.sides, *(["both"] if "both" in {*battle.forces, *battle.losses} else [])]
        for number, side in enumerate(sides):
            yield Row(battle, side, not number)


def _panel(title: str, figures: str, left: float, width: float, battles: Sequence[Battle]) -> Panel:
    """Return a panel whose scale ends at a round number above all figures."""
    ends = [f.high or f.low or 0 for battle in battles for f in getattr(battle, figures).values()]
    most = next((nice for nice in _NICE if nice >= max(ends, default=0)), _NICE[-1])
    return Panel(title, figures, left, left + width - _WORDS - 14, most)


def _frame(drawing: Drawing, title: str, panels: Sequence[Panel], high: float) -> None:
    large = min(19.0, 19.0 * (WIDTH - 2 * _PAD) / text_width(title, 19, bold=True, family="serif"))
    drawing.write("text", Text(title, _PAD, 29, large, INK, "serif", bold=True, anchor="start"))
    low = high - _FOOT + 2
    for panel in panels:
        drawing.write("text", Text(panel.title, panel.left, 54, 13.5, INK2, anchor="start", bold=True))
        for part in range(3):
            x = panel.left + (panel.right - panel.left) * part / 2
            drawing.add("rule", ((x, _HEAD - 6), (x, low)))
            drawing.write("text", Text(f"{panel.most * part // 2:,}", x, 73, 12, INK2))


def _battle(drawing: Drawing, battle: Battle, number: int, y: float) -> None:
    """Write the name and the year of a battle, under a line."""
    if number:
        drawing.add("rule", ((_PAD, y - _GAP / 2), (WIDTH - _PAD, y - _GAP / 2)))
    name = battle.name.split(",")[0]
    size = min(14.0, 14.0 * 112 / max(112.0, text_width(name, 14, bold=True)))
    drawing.write("text", Text(name, _PAD, y + 16.5, size, INK, bold=True, anchor="start"))
    drawing.write("text", Text(battle.date[:4], _PAD + 116, y + 16.5, 13, INK2, anchor="start"))


def _write(drawing: Drawing, side: str, x: float, y: float, room: float) -> None:
    words = _("both sides") if side == "both" else side.removeprefix("the ")
    size = min(13.5, 13.5 * room / max(room, text_width(words, 13.5)))
    drawing.write("text", Text(words, x, y, max(size, 11.0), INK, anchor="start"))


def _bar(drawing: Drawing, row: Row, panel: Panel, y: float) -> tuple[Box, str]:
    """Draw a figure and write it in words; return its hover text."""
    figure: Figure = getattr(row.battle, panel.figures).get(row.side, Figure(None, None, ()))
    layer = house_of(row.side)
    if figure.low is not None and figure.high is not None:
        _range(drawing, layer, panel, figure, y)
    elif figure.high is not None:
        end = panel.x(figure.high)
        if end - panel.left > 16:
            drawing.add("open", ((panel.left, y), (end - 11, y)))
        drawing.add(layer, pointing_left(end, y, 6.5))
    words = f"{figure} *" if figure.disputed else str(figure)
    size = min(13.0, 13.0 * (_WORDS - 4) / max(_WORDS - 4, text_width(words, 13)))
    drawing.write("text", Text(words, panel.right + 14, y + 4.5, size, INK, anchor="start"))
    box = (panel.left, y - _ROW / 2, panel.right + _WORDS, y + _ROW / 2)
    return box, f"{row.battle.name}, {row.side}, {panel.title}: {figure}" + (f" ({figure.note})" if figure.note else "")


def _range(drawing: Drawing, layer: str, panel: Panel, figure: Figure, y: float) -> None:
    low, high = panel.x(figure.low or 0), panel.x(figure.high or 0)
    if figure.low == figure.high:
        drawing.add(layer, _stroke(low, y))
    else:
        drawing.add(layer, outline((low, y - _TALL / 2, max(high, low + _LEAST), y + _TALL / 2)))
    if figure.disputed:
        drawing.add(layer, *(diamond(x, y, 8.5) for x in sorted({low, high})))


def _stroke(x: float, y: float) -> Line:
    return outline((x - 2, y - 8, x + 2, y + 8))


def _key(drawing: Drawing, y: float) -> None:
    x = _PAD
    samples: tuple[tuple[str, Callable[[float], None]], ...] = (
        (_("from ... to ..."), lambda at: drawing.add("apart", outline((at, y - 10, at + 30, y + 1)))),
        (_("one figure"), lambda at: drawing.add("apart", _stroke(at + 26, y - 4.5))),
        (_("at most"), lambda at: _most(drawing, at, y - 4.5)),
        (_("* disputed"), lambda at: _doubt(drawing, at, y - 4.5)),
    )
    for words, draw in samples:
        draw(x)
        drawing.write("text", Text(words, x + 40, y, 13, INK2, anchor="start"))
        x += 62 + text_width(words, 13)
    note = _("Nearly all numbers are weak: read them as orders of magnitude.")
    drawing.write("text", Text(note, _PAD, y + 22, 13, INK2, anchor="start", italic=True))


def _most(drawing: Drawing, x: float, y: float) -> None:
    drawing.add("open", ((x, y), (x + 22, y)))
    drawing.add("apart", pointing_left(x + 32, y, 6.5))


def _doubt(drawing: Drawing, x: float, y: float) -> None:
    drawing.add("apart", outline((x + 6, y - 5.5, x + 28, y + 5.5)), diamond(x + 6, y, 8.5), diamond(x + 28, y, 8.5))


def _in_words(row: Row) -> str:
    unknown = Figure(None, None, ())
    men, dead = row.battle.forces.get(row.side, unknown), row.battle.losses.get(row.side, unknown)
    return _("{battle}, {side}: {men} men, {lost} dead").format(
        battle=row.battle.name, side=row.side, men=men, lost=dead
    )
