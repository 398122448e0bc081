"""A fork in a picture: the difference on the left, where a telephone shows it, and both arms; in words too."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, Literal, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing.chart import Chart
from roses.figures.drawing.layers import Layer
from roses.figures.drawing.measure import wrap
from roses.figures.drawing.palette import GO, INK, INK2, PANEL, PAPER, RULE
from roses.figures.drawing.picture import plotly_figure
from roses.figures.drawing.svg import PAGE, Svg
from roses.figures.drawing.traces import Props
from roses.figures.odds.tornado import ticks
from roses.lab.fork.change import Change
from roses.lab.fork.result import DIFFERENCE, WITHOUT_LUCK, Forked
from roses.lab.fork.study import ARMS, UNTIL, WINS

_Values: TypeAlias = tuple[float, float, float]  # a value, and the ends of its interval of 95 %
WIDTH: Final = PAGE
_PAD: Final = 20.0
_HALF: Final = 350.0  # px of the left half: what was changed, and the difference
_RIGHT: Final = 410.0  # where the right half begins: how it was played, and both arms
_MORE: Final = (44.0, 346.0)  # from where to where the scale of the difference goes
_ARMS: Final = (506.0, 744.0)  # and that of both arms
_NEAR: Final = 24.0  # px from the axis at which a value stands beside its mark, not above
_BLOCK: Final = 168.0  # px of a measure of a side
_ROW: Final = 40.0
_TITLE: Final = 22.0
_DOT: Final = 6.0
LAYERS: Final = (
    Layer("head", "fill", PANEL),
    Layer("rule", "line", edge=RULE, width=1.0),
    Layer("axis", "line", edge=INK, width=1.4),
    Layer("interval", "line", edge=INK2, width=2.4),
    Layer("as it was", "fill", PAPER, INK, 1.8),
    Layer("changed", "fill", GO, INK, 1.2),
    Layer("difference", "fill", INK, INK, 1.2),
)


class _Block(msgspec.Struct, frozen=True):
    """What is measured of a side: both arms, the best estimate of the difference, and that as counted, luck and all."""

    measure: str
    side: str
    before: _Values
    after: _Values
    more: _Values
    counted: _Values | None


def fork_svg(found: Forked) -> Svg:
    """Return the picture of a fork as an SVG document, 780 px wide.

    >>> import roses
    >>> fork_svg(roses.fork("1483-richard-iii", at=131, change="roll 3", n=4)).name
    'What if: roll 3'
    """
    return _drawn(found).svg(_title(found), text_fork(found))


def fork_data(found: Forked) -> Props:
    """Return the same picture as plain plotly JSON."""
    return _drawn(found).figure(_title(found), text_fork(found))


def fork_figure(found: Forked) -> Any:
    """Return the same picture as a plotly figure."""
    return plotly_figure(fork_data(found))


def text_fork(found: Forked) -> str:
    """Return a fork in words: what was changed, and a sentence for each measure.

    >>> import roses
    >>> print(text_fork(roses.fork("1483-richard-iii", at=131, change="roll 3", n=4)).splitlines()[0])
    What if: roll 3
    """
    said = [_title(found), _about(found)]
    for block in _blocks(found):
        shown = _percent if block.measure == WINS else _number
        arms = _("{what}: {before} as it was, {after} changed").format(
            what=_heading(block), before=shown(block.before[0]), after=shown(block.after[0])
        )
        more = _("{more} more ({low} to {high})").format(**_ends(block.more, shown))
        if block.counted:
            more = _("{more} more without luck ({low} to {high})").format(**_ends(block.more, shown))
            more += "; " + _("as counted {more} ({low} to {high})").format(**_ends(block.counted, shown))
        said.append(f"{arms}; {more}.")
    return "\n".join([*said, found.call])


def _ends(values: _Values, shown: Callable[[float], str]) -> dict[str, str]:
    return dict(zip(("more", "low", "high"), map(shown, values), strict=True))


def _title(found: Forked) -> str:
    return _("What if: {change}").format(change="; ".join(_changes(found.study.change)) or _("nothing is changed"))


def _changes(change: Change) -> Iterator[str]:
    """Yield what is changed, each in half a sentence."""
    yield from change.play
    for block, steps in change.strength.items():
        yield ngettext("{block} has {n} step", "{block} has {n} steps", steps).format(block=block, n=steps)
    for block, place in change.place.items():
        yield _("{block} is in {place}").format(block=block, place=place)
    for block, dice in change.loyalty.items():
        said = ngettext("{block} has a loyalty of {n} die", "{block} has a loyalty of {n} dice", dice or 0)
        yield (_("nobody can turn {block}") if dice is None else said).format(block=block, n=dice)
    if change.ruleset:
        yield _("the ruleset is {name}").format(name=change.ruleset)


def _about(found: Forked) -> str:
    told = found.study
    bots = ", ".join(f"{side} {bot}" for side, bot in told.seats.items())
    when = _("After {at} actions of {record}.").format(at=told.at, record=told.name or told.record.scenario)
    instead = ""
    if told.change.play and told.at < len(told.record.entries):
        instead = _("As it was: {action}.").format(action=told.record.entries[told.at].action)
    how = _("Then bots play on: {bots}; {n} pairs of games, seed {seed}. Lines are intervals of 95 per cent.")
    if told.until != UNTIL[0]:
        how = _("Then bots play the campaign out: {bots}; {n} pairs, seed {seed}. Lines are intervals of 95 per cent.")
    return " ".join(filter(None, (when, instead, how.format(bots=bots, n=len(found.pairs), seed=told.seed))))


def _blocks(found: Forked) -> list[_Block]:
    """Return what is shown: of two sides the last, whose gain is the other's loss; of more sides all."""
    table, sides = found.table().set_index(["measure", "side", "what"]), list(found.study.seats)
    blocks = []
    for measure in found.study.measures:
        for side in sides[1:] if len(sides) == 2 else sides:
            before, after = (tuple(table.loc[(measure, side, arm), ["value", "low", "high"]]) for arm in ARMS)
            more = {what: one[:3] for what, one in found.estimates(side, measure).items()}
            counted = more[DIFFERENCE] if WITHOUT_LUCK in more else None
            blocks.append(_Block(measure, side, before, after, next(iter(more.values())), counted))
    return blocks


def _heading(block: _Block) -> str:
    said = {
        WINS: _("{side}'s part of the wins, per cent"),
        "lead": _("{side}'s lead in lords at the end"),
        "points": _("{side}'s points at the end"),
    }
    return said[block.measure].format(side=block.side)


def _percent(value: float) -> str:
    return _number(100 * value)


def _number(value: float) -> str:
    """Return a number with one decimal and a true minus.

    >>> _number(-0.04), _number(-1.26)
    ('0.0', '−1.3')
    """
    shown = f"{value:.1f}"
    return "0.0" if float(shown) == 0 else shown.replace("-", "−")


# ---- how it is drawn


def _drawn(found: Forked) -> Chart:
    title = wrap(_title(found), _TITLE, _HALF, bold=True, family="serif")
    about = wrap(_about(found), 14, WIDTH - _PAD - _RIGHT)
    head = 24 + max(28.0 * len(title), 18.0 * len(about))
    blocks = _blocks(found)
    chart = Chart(WIDTH, head + _BLOCK * len(blocks) + 12, LAYERS)
    chart.box("head", (0, 0, WIDTH, head))
    chart.add("rule", ((0, head), (WIDTH, head)))
    for n, words in enumerate(title):
        chart.write(words, _PAD, 34 + 28 * n, _TITLE, bold=True, family="serif", anchor="start")
    chart.paragraph(_about(found), _RIGHT, 26, WIDTH - _PAD - _RIGHT)
    for n, block in enumerate(blocks):
        _block(chart, block, head + _BLOCK * n)
    return chart


def _block(chart: Chart, block: _Block, y: float) -> None:
    """Draw what is measured of a side: the difference on its own scale, and both arms on one."""
    heads = ((_("{measure}: the difference").format(measure=_heading(block)), _PAD), (_("in both worlds"), _RIGHT))
    for words, x in heads:
        chart.write(words, x, y + 28, 15, bold=True, family="serif", anchor="start", within=_HALF)
    shown = _percent if block.measure == WINS else _number
    least = 0.05 if block.measure == WINS else 0.5
    arms, top, low = (block.before, block.after), y + 58, y + 58 + 2 * _ROW
    _difference(chart, block, (top, low), least, shown)
    at = _scale(chart, _ARMS, [end for arm in arms for end in arm[1:]], least, (top, low), shown)
    for n, (name, arm) in enumerate(zip(ARMS, arms, strict=True)):
        middle = top + _ROW * (n + 0.5) + 6
        chart.write(_("as it was") if n == 0 else _("changed"), _RIGHT, middle + 5, 14, anchor="start", within=88)
        _mark(chart, name, arm, at, middle, shown)
    chart.hover((0, y, WIDTH, y + _BLOCK), _heading(block))
    chart.add("rule", ((_PAD, y + _BLOCK), (WIDTH - _PAD, y + _BLOCK)))


def _difference(
    chart: Chart, block: _Block, high: tuple[float, float], least: float, shown: Callable[[float], str]
) -> None:
    """Draw the difference, and below it in words its interval, and the difference as counted."""
    (top, bottom), (_value, low, up) = high, block.more
    at = _scale(chart, _MORE, [0.0, low, up], least, high, shown)
    chart.add("axis", ((at(0.0), top - 4), (at(0.0), bottom)))
    _mark(chart, DIFFERENCE, block.more, at, top + _ROW, shown)
    said = (
        _("from {low} to {high}").format(low=shown(low), high=shown(up))
        if low < up
        else _("no pair differs from another")
    )
    if block.counted:
        said = _("without luck from {low} to {high}; as counted {more}").format(
            **{**_ends(block.more, shown), "more": shown(block.counted[0])}
        )
    chart.write(said, _MORE[0], bottom + 17, 14, INK2, anchor="start", within=_HALF - _MORE[0])


def _scale(
    chart: Chart,
    span: tuple[float, float],
    ends: list[float],
    least: float,
    high: tuple[float, float],
    shown: Callable[[float], str],
) -> Callable[[float], float]:
    """Draw a scale that holds the ends, at least ``least`` long; return what gives the px of a value."""
    marks = ticks(min(ends), max(max(ends), min(ends) + least))
    if len(marks) > 6:
        marks = marks[(marks.index(0.0) if 0.0 in marks else 0) % 2 :: 2]  # there is room for few, with 0 among them
    first, last = min(marks[0], min(ends)), max(marks[-1], max(ends))

    def at(value: float) -> float:
        return span[0] + (span[1] - span[0]) * (value - first) / (last - first)

    for mark in marks:
        chart.add("rule", ((at(mark), high[0] - 4), (at(mark), high[1])))
        chart.write(shown(mark).removesuffix(".0"), at(mark), high[0] - 9, 13, INK2)
    return at


def _mark(
    chart: Chart, name: str, of: _Values, at: Callable[[float], float], y: float, shown: Callable[[float], str]
) -> None:
    """Draw a value on its interval: an open box as it was, a full one changed, a diamond for the difference."""
    value, low, high = of
    chart.add("interval", ((at(low), y), (at(high), y)))
    chart.add("interval", *(((at(end), y - 5), (at(end), y + 5)) for end in (low, high)))
    x, r = at(value), _DOT
    if name == DIFFERENCE:
        chart.add(name, ((x, y - r - 1), (x + r + 1, y), (x, y + r + 1), (x - r - 1, y), (x, y - r - 1)))
    else:
        chart.box(name, (x - r, y - r, x + r, y + r))
    beside = name == DIFFERENCE and abs(x - at(0.0)) < _NEAR
    anchor: Literal["start", "middle"] = "start" if beside else "middle"
    chart.write(shown(value), x + (r + 4) * beside, y - 11, 14, bold=True, anchor=anchor, halo=3.0)
