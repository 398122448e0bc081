"""The chance of winning as a curve over a game with its turning points, and how far the model's chances came true."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.blocks.captions import other_side
from roses.figures.drawing.chart import Chart
from roses.figures.drawing.drawing import Dot
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.palette import CHIP, HOUSES, INK, INK2, PAPER, RULE
from roses.figures.drawing.points import Line
from roses.figures.drawing.svg import Svg, document, tag
from roses.figures.drawing.traces import Props
from roses.lab.winning.ledger import Ledger
from roses.lab.winning.model import Check
from roses.lab.winning.stretches import Entry, Stretch

WIDTH: Final = 1100.0
_LEFT, _RIGHT, _TOP, _HIGH = 84.0, 24.0, 92.0, 300.0
_LINE: Final = 27.0  # px of a turning point in the list
_STRIP: Final = 130.0  # px: how high the chart of the steps is
_SIDE: Final = 460.0  # px of the calibration plot
_LAYERS: Final = (
    Layer("below", "fill", CHIP),
    Layer("rule", "line", edge=RULE, width=1.0),
    Layer("even", "line", edge=INK2, width=1.2, dash=(5.0, 4.0)),
    Layer("curve", "line", edge=HOUSES["York"].edge, width=2.2),
    Layer("points", "dots"),
)


def ledger_svg(ledger: Ledger) -> Svg:
    """Return the ledger of a game as an SVG document, 1100 px wide.

    >>> import roses
    >>> ledger_svg(roses.ledger(roses.replay("1483-richard-iii"))).name
    'Chance of York in Richard III and Henry Tudor'
    """
    return _ledger(ledger).svg(_title(ledger), text_ledger(ledger))


def ledger_data(ledger: Ledger) -> Props:
    """Return the same picture as plain plotly JSON.

    >>> import roses
    >>> sorted(ledger_data(roses.ledger(roses.replay("1483-richard-iii"))))
    ['config', 'data', 'layout']
    """
    return _ledger(ledger).figure(_title(ledger), text_ledger(ledger))


def text_ledger(ledger: Ledger) -> str:
    """Return the game in words: first and last chance, luck, choices, and a sentence for each turning point."""
    other = other_side(ledger.side)
    first, last = ledger.entries[0].before, ledger.entries[-1].after
    said = _(
        "{title}. From {first:.0%} to {last:.0%}; in points, luck {luck}, choices of {side} {own}, choices of {other} "
        "{others}."
    )
    own, others = (_points(ledger.choices(side)) for side in (ledger.side, other))
    head = said.format(title=_title(ledger), first=first, last=last, luck=_points(ledger.luck), side=ledger.side,
                       other=other, own=own, others=others)  # fmt: skip
    return "\n".join((head, *(f"{n}. {_point(point)}" for n, point in enumerate(ledger.turning_points, 1))))


def _title(ledger: Ledger) -> str:
    return _("Chance of {side} in {game}").format(side=ledger.side, game=ledger.title)


def _point(point: Stretch) -> str:
    words = {"name": point.name, "before": point.before, "after": point.after}
    rest = {"luck": _points(point.luck), "choices": _points(point.decision + point.foresight)}
    said = _("{name}: from {before:.0%} to {after:.0%}; in points, luck {luck}, choices {choices}")
    return said.format(**words, **rest)


def _points(change: float) -> str:
    """Return a change of a chance in whole points, hundredths of it, with its sign; one of nothing has none."""
    whole = round(100 * change)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


def _ledger(ledger: Ledger) -> Chart:
    points = ledger.turning_points
    low = _TOP + _HIGH
    chart = Chart(WIDTH, low + 76 + _LINE * max(1, len(points)), _LAYERS)
    chart.write(_title(ledger), 18, 34, 20, family="serif", bold=True, anchor="start")
    said = _("The chance that {side} wins, after each action. Exact in small battles, elsewhere by a model.")
    chart.write(said.format(side=ledger.side), 18, 58, 14, INK2, anchor="start")
    _frame(chart, ledger.side, low)
    _turns(chart, ledger.entries, low)
    wide = (WIDTH - _LEFT - _RIGHT) / len(ledger.entries)
    curve = [(_LEFT, _height(ledger.entries[0].before))]
    curve += [(_LEFT + wide * entry.at, _height(entry.after)) for entry in ledger.entries]
    chart.add("below", (*curve, (curve[-1][0], low), (_LEFT, low), curve[0]))
    chart.add("curve", tuple(curve))
    for number, point in enumerate(points, 1):
        x, y = curve[point.at]
        _mark(chart, number, x, y)
        row = low + 56 + _LINE * number
        _mark(chart, number, 32, row - 5)
        chart.write(_point(point), 52, row, 14, anchor="start", within=WIDTH - 70)
        chart.hover((x - 12, y - 12, x + 12, y + 12), _point(point))
    if not points:
        none = _("No battle and no part of a turn changed the chance by a tenth.")
        chart.write(none, 18, low + 83, 14, anchor="start")
    return chart


def _height(chance: float) -> float:
    return _TOP + _HIGH * (1 - chance)


def _frame(chart: Chart, side: str, low: float) -> None:
    """Draw the scale from 0 to 100 %, with the side's own end above."""
    for percent in (0, 25, 50, 75, 100):
        y = _height(percent / 100)
        chart.add("even" if percent == 50 else "rule", ((_LEFT, y), (WIDTH - _RIGHT, y)))
        chart.write(f"{percent} %", _LEFT - 8, y + 4, 13, INK2, anchor="end")
    chart.write(_("{side} wins").format(side=side), 18, _TOP - 12, 13, INK, bold=True, anchor="start")
    chart.write(_("{side} wins").format(side=other_side(side)), 18, low + 40, 13, INK, bold=True, anchor="start")


def _turns(chart: Chart, entries: Sequence[Entry], low: float) -> None:
    """Draw where each turn begins, with its number, and where a campaign does."""
    wide = (WIDTH - _LEFT - _RIGHT) / len(entries)
    free, several = 0.0, len({entry.campaign for entry in entries}) > 1
    for campaign, turn, at in _begun(entries):
        x = _LEFT + wide * at
        chart.add("rule", ((x, _TOP), (x, low + 6)))
        words = _("Campaign {n}").format(n=campaign) if turn == 1 and several else str(turn)
        if x >= free:
            chart.write(words, x, low + 22, 13, INK2, anchor="start")
            free = x + 9.0 * len(words) + 6
    chart.write(_("turn"), 18, low + 22, 13, INK2, anchor="start")


def _begun(entries: Sequence[Entry]) -> Iterator[tuple[int, int, int]]:
    """Yield campaign, turn and the number of the first action of each turn."""
    for before, entry in pairwise(entries):
        if (entry.campaign, entry.turn) != (before.campaign, before.turn) and entry.turn:
            yield entry.campaign, entry.turn, before.at


def _mark(chart: Chart, number: int, x: float, y: float) -> None:
    chart.drawing.dot("points", Dot(x, y, 10.0, PAPER, INK, 1.6))
    chart.write(str(number), x, y + 4.5, 13, bold=True)


def calibration_svg(test: Check) -> Svg:
    """Return how often York won among positions with about the same chance, as an SVG document.

    >>> from roses.lab.winning.model import crown_model
    >>> calibration_svg(crown_model().scenarios["1483"].tests[0]).name
    'What was said, and what came'
    """
    title = _("What was said, and what came")
    return _calibration(test, title).svg(title, text_calibration(test))


def calibration_data(test: Check) -> Props:
    """Return the same picture as plain plotly JSON.

    >>> from roses.lab.winning.model import crown_model
    >>> len(calibration_data(crown_model().scenarios["1483"].tests[0])["data"]) > 3
    True
    """
    title = _("What was said, and what came")
    return _calibration(test, title).figure(title, text_calibration(test))


def text_calibration(test: Check) -> str:
    """Return the plot in words: a sentence for each range of chances."""
    head = _(
        "{bots}, {games} games: Brier score {brier:.3f} against {base:.3f} of the base rate, calibrated to {ece:.3f}."
    )
    lines = [head.format(bots=test.bots, games=test.games, brier=test.brier, base=test.base, ece=test.ece)]
    for one in test.bins:
        said = ngettext(
            "The model said {said:.0%}, and York won {won:.0%}: {n} position.",
            "The model said {said:.0%}, and York won {won:.0%}: {n} positions.",
            one.positions,
        )
        lines.append(said.format(said=one.said, won=one.won, n=one.positions))
    return "\n".join(lines)


def _calibration(test: Check, title: str) -> Chart:
    chart = Chart(_SIDE + 130, _SIDE + 150, _LAYERS)
    chart.write(title, 18, 34, 20, family="serif", bold=True, anchor="start", within=_SIDE + 100)
    said = _("{bots}: {games} games. On the dashed line it came as often as was said.")
    chart.write(said.format(bots=test.bots, games=test.games), 18, 58, 14, INK2, anchor="start", within=_SIDE + 100)

    def at(said: float, won: float) -> tuple[float, float]:
        return 84 + _SIDE * said, 84 + _SIDE * (1 - won)

    for percent in range(0, 101, 20):
        part = percent / 100
        chart.add("rule", (at(0, part), at(1, part)), (at(part, 0), at(part, 1)))
        chart.write(f"{percent} %", 76, at(0, part)[1] + 4, 13, INK2, anchor="end")
        chart.write(f"{percent} %", at(part, 0)[0], 84 + _SIDE + 20, 13, INK2)
    chart.add("even", (at(0, 0), at(1, 1)))
    chart.add("curve", tuple(at(one.said, one.won) for one in test.bins))
    most = max(one.positions for one in test.bins)
    for one in test.bins:
        x, y = at(one.said, one.won)
        chart.drawing.dot("points", Dot(x, y, 4 + 8 * (one.positions / most) ** 0.5, HOUSES["York"].fill, INK, 1.6))
        chart.hover((x - 12, y - 12, x + 12, y + 12), text_calibration(test).splitlines()[1 + test.bins.index(one)])
    chart.write(_("said by the model: chance that York wins"), 84 + _SIDE / 2, 84 + _SIDE + 46, 14)
    chart.write(_("came: share that York won"), 84, 78, 14, anchor="start")
    return chart


def strip_svg(chances: Sequence[float], steps: int, side: str) -> Svg:
    """Return the chances of the first of so many steps as a strip, which is as wide as its place on a page.

    >>> strip_svg([0.5, 0.7], 10, "York").description
    'Chance of York, step by step: 50 %, 70 %'
    """
    last = max(1, steps - 1)
    curve: Line = tuple((1000 * at / last, 100 * (1 - chance)) for at, chance in enumerate(chances))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
    drawn = [
        tag("rect", width=1000, height=100, fill=PAPER),
        tag("polygon", points=f"0,100 {points} {curve[-1][0]:.1f},100", fill=CHIP),
        tag("path", d="M0 50H1000", stroke=INK2, stroke_dasharray="5 4", vector_effect="non-scaling-stroke"),
        tag("path", d=f"M{curve[-1][0]:.1f} 0V100", stroke=INK, stroke_width=1, vector_effect="non-scaling-stroke"),
        tag("polyline", points=points, fill="none", stroke=HOUSES["York"].edge, stroke_width=2,
            vector_effect="non-scaling-stroke"),
    ]  # fmt: skip
    said = _("Chance of {side}, step by step: {chances}")
    told = said.format(side=side, chances=", ".join(f"{percent(chance)} %" for chance in chances))
    title = _("Chance of {side}: {chance:.0f} %").format(side=side, chance=percent(chances[-1]))
    return document(1000, 100, drawn, title=title, description=told).filling("none")


def steps_svg(chances: Sequence[float], steps: int, side: str) -> Svg:
    """Return the chances of the first of so many steps as a chart for paper, 960 px wide, with scale and numbers.

    >>> steps_svg([0.5, 0.7], 10, "York").name
    'Chance of York, step by step'
    """
    title, low = _("Chance of {side}, step by step").format(side=side), 74 + _STRIP
    chart = Chart(960, low + 34, _LAYERS)
    chart.write(title, 18, 30, 18, family="serif", bold=True, anchor="start")
    said = _("By a model that learned from games of bots: how often {side} wins from each step, in 100 games.")
    chart.write(said.format(side=side), 18, 52, 14, INK2, anchor="start", within=924)
    for part in (0, 50, 100):
        y = 74 + _STRIP * (1 - part / 100)
        chart.add("even" if part == 50 else "rule", ((60, y), (940, y)))
        chart.write(f"{part} %", 52, y + 4, 13, INK2, anchor="end")
    curve = [(60 + 880 * at / max(1, steps - 1), 74 + _STRIP * (1 - chance)) for at, chance in enumerate(chances)]
    chart.add("below", (*curve, (curve[-1][0], low), (60, low), curve[0]))
    chart.add("curve", tuple(curve))
    for at, (x, y) in enumerate(curve):
        chart.drawing.dot("points", Dot(x, y, 3.0, HOUSES["York"].fill, INK, 1.4))
        if at in (0, len(chances) - 1) or (at % 5 == 4 and len(chances) - at > 2):
            chart.write(str(at + 1), x, low + 22, 13, INK2)
    chart.write(_("step"), 18, low + 22, 13, INK2, anchor="start")
    told = ", ".join(f"{at}: {percent(chance)} %" for at, chance in enumerate(chances, 1))
    return chart.svg(title, told)


def percent(chance: float) -> int:
    """Return a chance in whole percent; only what is certain is 0 or 100.

    >>> percent(0.996), percent(1.0), percent(0.5)
    (99, 100, 50)
    """
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))
