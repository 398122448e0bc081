"""Bars of what moves a battle: a tornado of one thing changed at a time, and what each block is worth, in one look."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil, floor, log10
from typing import Any, Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.blocks.captions import other_side, short_name
from roses.figures.drawing.chart import Chart
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.measure import text_width, wrap
from roses.figures.drawing.palette import AMBER, HOUSES, INK, INK2, PANEL, RULE
from roses.figures.drawing.picture import plotly_figure
from roses.figures.drawing.svg import PAGE, Svg
from roses.figures.drawing.traces import Props
from roses.figures.odds.bars import percent
from roses.lab.worth.sensitivity import Change, Sensitivity
from roses.lab.worth.shapley import Shapley
from roses.richard.tables import SIDES

WIDTH: Final = PAGE
_PAD: Final = 20.0
_LEFT: Final = 300.0  # where bars begin
_RIGHT: Final = 66.0  # px beside them for a figure
_ROW: Final = 46.0
_BAR: Final = 22.0
_TITLE: Final = 22.0
_AXIS: Final = WIDTH - _LEFT - _RIGHT
_TICKS: Final = 6  # at most
_L, _Y = HOUSES["Lancaster"], HOUSES["York"]
LAYERS: Final = (
    Layer("head", "fill", PANEL),
    Layer("rule", "line", edge=RULE, width=1.0),
    Layer("Lancaster", "fill", _L.fill, _L.edge, 1.2),
    Layer("York", "fill", _Y.fill, _Y.edge, 1.8),
    Layer("axis", "line", edge=INK, width=1.6),
    Layer("dice", "fill", AMBER, INK, 1.2),
)


class Bar(msgspec.Struct, frozen=True):
    """A row: its ``label``, what is ``told`` below it, from where to where the bars go with their house, and a mark."""

    label: str
    told: str
    parts: tuple[tuple[str, float, float], ...]  # (house, from, to)
    figure: str
    mark: float | None = None


class _Page(msgspec.Struct, frozen=True):
    """A chart of rows: title, the lines below it, the scale's words, its zero line, the rows by heading, and a key."""

    title: str
    about: str
    scale: str
    base: float
    sections: tuple[tuple[str, tuple[Bar, ...]], ...]
    key: tuple[tuple[str, str], ...]


def tornado_svg(found: Sensitivity) -> Svg:
    """Return the tornado as an SVG document, 780 px wide.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> tornado_svg(roses.sensitivity(battle)).name
    'What moves the odds in Leicester'
    """
    page = _tornado(found)
    return _drawn(page).svg(page.title, text_tornado(found))


def tornado_data(found: Sensitivity) -> Props:
    """Return the same picture as plain plotly JSON."""
    page = _tornado(found)
    return _drawn(page).figure(page.title, text_tornado(found))


def tornado_figure(found: Sensitivity) -> Any:
    """Return the same picture as a plotly figure."""
    return plotly_figure(tornado_data(found))


def text_tornado(found: Sensitivity) -> str:
    """Return the tornado in words, a sentence for each thing."""
    said = [_now(found), *(f"{_label(bar[0])}: {_in_words(bar, found)}." for bar in found.bars())]
    return "\n".join([*said, *_left(found)])


def worth_svg(found: Shapley) -> Svg:
    """Return what each block is worth as an SVG document, 780 px wide.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> worth_svg(roses.shapley(battle)).name
    'What each block is worth in Leicester'
    """
    page = _worth(found)
    return _drawn(page).svg(page.title, text_worth(found))


def worth_data(found: Shapley) -> Props:
    """Return the same picture as plain plotly JSON."""
    page = _worth(found)
    return _drawn(page).figure(page.title, text_worth(found))


def worth_figure(found: Shapley) -> Any:
    """Return the same picture as a plotly figure."""
    return plotly_figure(worth_data(found))


def text_worth(found: Shapley) -> str:
    """Return what each block is worth in words, a sentence for each house."""
    table, said = found.table(), []
    for house in found.blocks:
        rows = table[table["house"] == house].itertuples()
        blocks = ", ".join(f"{short_name(row.block)} {_points(row.value)}" for row in rows)
        won = percent(found.chances[house][-1])
        said.append(_("{house} wins {chance}; in points: {blocks}.").format(house=house, chance=won, blocks=blocks))
    return "\n".join(said)


# ---- what is shown


def _tornado(found: Sensitivity) -> _Page:
    bars = tuple(_bar(bar, found) for bar in found.bars())
    about = " ".join([_now(found), _("Each bar is one thing changed, all else as it was."), *_left(found)])
    other = other_side(found.house)
    key = [(found.house, _("better for {house}").format(house=found.house))]
    key.append((other, _("better for {house}").format(house=other)))
    if any(bar.mark is not None for bar in bars):
        key.append(("dice", _("the chance when his dice are thrown")))
    title = _("What moves the odds in {area}").format(area=found.area)
    scale = _("{house}'s chance to win, per cent").format(house=found.house)
    return _Page(title, about, scale, found.chance, (("", bars),), tuple(key))


def _now(found: Sensitivity) -> str:
    return _("As things are {house} wins {chance}.").format(house=found.house, chance=percent(found.chance))


def _left(found: Sensitivity) -> list[str]:
    """Return the sentence that says how many changes were not computed, if any."""
    n = len(found.left_out)
    said = ngettext("{n} change was not computed.", "{n} changes were not computed.", n)
    return [said.format(n=n)] if n else []


def _bar(changes: tuple[Change, ...], found: Sensitivity) -> Bar:
    parts = tuple(
        (found.house if c.chance > found.chance else other_side(found.house), found.chance, c.chance) for c in changes
    )
    most = max(changes, key=lambda c: abs(c.chance - found.chance))
    figure = _points(most.chance - found.chance, signed=True)
    return Bar(_label(changes[0]), _in_words(changes, found), parts, figure, _asked(changes, found))


def _label(change: Change) -> str:
    """Return the name of what is changed."""
    if change.kind == "steps":
        return short_name(change.what)
    if change.kind == "treachery":
        return _("{lord} and the dice").format(lord=short_name(change.what))
    return change.what[:1].upper() + change.what[1:]


def _in_words(changes: tuple[Change, ...], found: Sensitivity) -> str:
    if len(changes) > 1 and len({round(c.chance, 9) for c in changes}) == 1:
        return f"{', '.join(c.change for c in changes)}: {percent(changes[0].chance)}"
    said = [f"{c.change}: {percent(c.chance)}" for c in changes]
    if (dice := _asked(changes, found)) is not None:
        said.append(_("by dice: {chance}").format(chance=percent(dice)))
    return "; ".join(said)


def _asked(changes: tuple[Change, ...], found: Sensitivity) -> float | None:
    """Return the chance when dice decide on the change, None where they do not."""
    return next((found.chance + c.likely * (c.chance - found.chance) for c in changes if c.likely), None)


def _worth(found: Shapley) -> _Page:
    table = found.table()
    sections = []
    for house in found.blocks:
        rows = table[table["house"] == house].itertuples()
        bars = tuple(_block(house, row) for row in rows)
        heading = _("{house} wins {chance}, shared out").format(house=house, chance=percent(found.chances[house][-1]))
        sections.append((heading, bars))
    about = _(
        "The chance to win is shared out: each block gets what it adds to those who came before it, on average over "
        "all orders of coming (its Shapley value)."
    )
    title = _("What each block is worth in {area}").format(area=found.area)
    return _Page(title, about, _("points of the chance to win"), 0.0, tuple(sections), ())


def _block(house: str, row: Any) -> Bar:
    told = _("alone {alone}; missed by {missed}").format(alone=_points(row.alone), missed=_points(row.missed))
    steps = ngettext("{n} step", "{n} steps", row.steps).format(n=row.steps)
    return Bar(f"{short_name(row.block)}, {steps}", told, ((house, 0.0, row.value),), _points(row.value))


def _points(value: float, *, signed: bool = False) -> str:
    """Return a difference of probabilities in points.

    >>> _points(0.2183), _points(-0.004, signed=True)
    ('21.8', '−0.4')
    """
    shown = f"{100 * value:+.1f}" if signed else f"{100 * value:.1f}"
    return ("0.0" if float(shown) == 0 else shown).replace("-", "−")


# ---- how it is drawn


def _drawn(page: _Page) -> Chart:
    """Return the chart: title, scale, rows, key."""
    heads = sum(_ROW * 0.8 for heading, _bars in page.sections if heading)
    rows = sum(len(bars) for _heading, bars in page.sections)
    title = wrap(page.title, _TITLE, WIDTH - 2 * _PAD, bold=True, family="serif")
    about = wrap(page.about, 14, WIDTH - 2 * _PAD)
    head = 20 + 28.0 * len(title) + 19 * len(about)
    top = head + 52
    bottom = top + heads + _ROW * rows
    chart = Chart(WIDTH, bottom + (50 if page.key else 18), LAYERS)
    chart.box("head", (0, 0, WIDTH, head))
    chart.add("rule", ((0, head), (WIDTH, head)))
    for n, words in enumerate(title):
        chart.write(words, _PAD, 34 + 28 * n, _TITLE, bold=True, family="serif", anchor="start")
    chart.paragraph(page.about, _PAD, 34 + 28 * len(title) - 3, WIDTH - 2 * _PAD)
    at = _scale(chart, page, top, bottom)
    y = top
    for heading, bars in page.sections:
        if heading:
            room = _LEFT - _PAD - 12
            chart.write(heading, _PAD, y + 25, 15, INK2, bold=True, family="serif", anchor="start", within=room)
            y += _ROW * 0.8
        for bar in bars:
            _row(chart, bar, y, at)
            y += _ROW
    _key(chart, page.key, bottom + 30)
    return chart


class _Axis(msgspec.Struct, frozen=True):
    """A scale from ``low`` to ``high``."""

    low: float
    high: float

    def __call__(self, value: float) -> float:
        """Return the px at which a value stands."""
        return _LEFT + _AXIS * (value - self.low) / (self.high - self.low)


def ticks(low: float, high: float) -> list[float]:
    """Return round numbers that span what is between ``low`` and ``high``, at most seven.

    >>> ticks(0.0, 0.36)
    [0.0, 0.1, 0.2, 0.3, 0.4]
    """
    rough = max(high - low, 1e-3) / (_TICKS - 1)
    power = 10.0 ** floor(log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough - 1e-12)
    return [round(step * n, 9) for n in range(floor(low / step + 1e-9), ceil(high / step - 1e-9) + 1)]


def _scale(chart: Chart, page: _Page, top: float, bottom: float) -> _Axis:
    """Draw the scale and return it."""
    ends = [page.base, *(end for _h, bars in page.sections for bar in bars for part in bar.parts for end in part[1:])]
    marks = ticks(min(ends), max(ends))
    if len(marks) < 2:
        marks.append(marks[0] + 0.01)
    at = _Axis(marks[0], marks[-1])
    chart.write(page.scale, _LEFT, top - 30, 13.5, INK2, anchor="start")
    chart.write(_("points"), WIDTH - 14, top - 30, 13.5, INK2, anchor="end")
    digits = 0 if all(abs(100 * m - round(100 * m)) < 1e-9 for m in marks) else 1
    for mark in marks:
        chart.add("rule", ((at(mark), top - 4), (at(mark), bottom)))
        chart.write(f"{100 * mark:.{digits}f}".replace("-", "−"), at(mark), top - 9, 13, INK2)
    chart.add("axis", ((at(page.base), top - 4), (at(page.base), bottom)))
    return at


def _row(chart: Chart, bar: Bar, y: float, at: _Axis) -> None:
    middle = y + _ROW / 2
    chart.write(bar.label, _PAD, middle - 3, 14.5, bold=True, anchor="start", within=_LEFT - _PAD - 12)
    chart.write(bar.told, _PAD, middle + 14, 13, INK2, anchor="start", within=_LEFT - _PAD - 12)
    for house, begin, end in bar.parts:
        left, right = sorted((at(begin), at(end)))
        if right - left >= 0.5:
            chart.box(house, (left, middle - _BAR / 2, right, middle + _BAR / 2))
    if bar.mark is not None:
        x = at(bar.mark)
        chart.add("dice", ((x, middle - 7), (x + 7, middle), (x, middle + 7), (x - 7, middle), (x, middle - 7)))
    chart.write(bar.figure, WIDTH - 14, middle + 5, 15, bold=True, anchor="end")
    chart.hover((0, y, WIDTH, y + _ROW), f"{bar.label}: {bar.told}")


def _key(chart: Chart, key: Iterable[tuple[str, str]], y: float) -> None:
    x = _PAD
    for layer, words in key:
        if layer in SIDES:
            chart.box(layer, (x, y - 14, x + 28, y + 2))
        else:
            chart.add(layer, ((x + 14, y - 14), (x + 22, y - 6), (x + 14, y + 2), (x + 6, y - 6), (x + 14, y - 14)))
        chart.write(words, x + 36, y, 13.5, INK2, anchor="start")
        x += 58 + text_width(words, 13.5)
