"""What a change is worth: a tornado of changes in a battle, the worth of each block, and the fork of a game.

Each is one chart, 780 px wide, with a text that says the same in sentences.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, log10
from typing import Final, Literal, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.blocks import other_side, short_name
from roses.figures.drawing import Layer, text_width, wrap
from roses.figures.drawing.geometry import diamond
from roses.figures.drawing.palette import AMBER, GO, HOUSES, INK, INK2, PANEL, PAPER, RULE
from roses.figures.drawing.picture import Chart, Picture, doors
from roses.figures.drawing.svg import PAGE
from roses.figures.odds import percent
from roses.lab.fork.result import DIFFERENCE, WITHOUT_LUCK, Forked
from roses.lab.fork.study import ARMS, UNTIL, WINS
from roses.lab.worth.sensitivity import Change, Sensitivity
from roses.lab.worth.shapley import Shapley
from roses.richard.tables import SIDES

_Values: TypeAlias = tuple[float, float, float]  # a value, and the lower and upper end of its interval of 95 %
WIDTH: Final = PAGE
_PAD: Final = 20.0
_TITLE: Final = 22.0  # px of the type of a title
_TICKS: Final = 6  # the most steps of a scale
_HEAD: Final = (Layer("head", "fill", PANEL), Layer("rule", "line", edge=RULE, width=1.0))

# bars of a tornado and of the worth of blocks, in px
_LEFT: Final = 300.0  # where the bars begin
_RIGHT: Final = 66.0  # room beside them for a figure
_ROW: Final = 46.0
_HEADING: Final = 0.8 * _ROW
_BAR: Final = 22.0
_L, _Y = HOUSES["Lancaster"], HOUSES["York"]
BAR_LAYERS: Final = (
    *_HEAD,
    Layer("Lancaster", "fill", _L.fill, _L.edge, 1.2),
    Layer("York", "fill", _Y.fill, _Y.edge, 1.8),
    Layer("axis", "line", edge=INK, width=1.6),
    Layer("dice", "fill", AMBER, INK, 1.2),
)

# the halves of a fork, in px
_HALF: Final = 350.0  # width of the left half: what was changed, and the difference
_RIGHT_HALF: Final = 410.0  # where the right half begins: how it was played, and both arms
_DIFFERENCE: Final = (44.0, 346.0)  # ends of the scale of the difference
_BOTH: Final = (506.0, 744.0)  # ends of the scale of both arms
_NEAR: Final = 24.0  # a difference nearer to the axis than this is written beside its mark, not above it
_BLOCK: Final = 168.0  # height of the part for one measure of one side
_ARM: Final = 40.0  # height of an arm
_DOT: Final = 6.0  # half the width of a mark
_FORK_LAYERS: Final = (
    *_HEAD,
    Layer("axis", "line", edge=INK, width=1.4),
    Layer("interval", "line", edge=INK2, width=2.4),
    Layer("as it was", "fill", PAPER, INK, 1.8),
    Layer("changed", "fill", GO, INK, 1.2),
    Layer("difference", "fill", INK, INK, 1.2),
)


# ---- parts of all three charts


class _Scale(msgspec.Struct, frozen=True):
    """A scale between two ends in px, which stand for the values ``low`` and ``high``."""

    left: float
    right: float
    low: float
    high: float

    def px(self, value: float) -> float:
        """Return the px at which a value stands."""
        return self.left + (self.right - self.left) * (value - self.low) / (self.high - self.low)


def ticks(low: float, high: float) -> list[float]:
    """Return at most seven round numbers, evenly spaced, that enclose ``low`` and ``high``.

    >>> ticks(0.0, 0.36)
    [0.0, 0.1, 0.2, 0.3, 0.4]
    """
    rough = max(high - low, 1e-3) / (_TICKS - 1)
    power = 10.0 ** floor(log10(rough))
    step = next(power * n for n in (1, 2, 5, 10) if power * n >= rough - 1e-12)
    return [round(step * n, 9) for n in range(floor(low / step + 1e-9), ceil(high / step - 1e-9) + 1)]


def _draw_head(chart: Chart, title: Sequence[str], low: float) -> None:
    """Draw the ground of the head down to ``low`` px, and write the lines of the title on it."""
    chart.box("head", (0, 0, WIDTH, low))
    chart.add("rule", ((0, low), (WIDTH, low)))
    for n, words in enumerate(title):
        chart.write(words, _PAD, 34 + 28 * n, _TITLE, bold=True, family="serif", anchor="start")


def _draw_marks(
    chart: Chart, scale: _Scale, marks: Sequence[float], span: tuple[float, float], write: Callable[[float], str]
) -> None:
    """Draw the lines of a scale from one height to another, ``span`` in px, each with its number above it."""
    top, bottom = span
    for mark in marks:
        chart.add("rule", ((scale.px(mark), top - 4), (scale.px(mark), bottom)))
        chart.write(write(mark), scale.px(mark), top - 9, 13, INK2)


def _number(value: float, digits: int = 1, *, sign: str = "") -> str:
    """Return a number with so many decimal ``digits`` and a true minus; with the sign "+" also a plus; 0 has no sign.

    >>> _number(21.83), _number(-0.04), _number(-1.26), _number(0.4, sign="+")
    ('21.8', '0.0', '−1.3', '+0.4')
    """
    words = f"{value:{sign}.{digits}f}"
    return words.lstrip("+-") if float(words) == 0 else words.replace("-", "−")


# ---- bars: a tornado, and what each block is worth


class _Row(msgspec.Struct, frozen=True):
    """A row of a bar chart: ``label``, a ``note`` below it, the bars, the ``figure`` at the right end, and a mark.

    ``parts`` are the bars: the house whose colour a bar has, and the values at which it begins and ends. ``mark`` is
    the value at which a diamond stands, if there is one.
    """

    label: str
    note: str
    parts: tuple[tuple[str, float, float], ...]
    figure: str
    mark: float | None = None


class _Page(msgspec.Struct, frozen=True):
    """A bar chart: title, the paragraph below it, the words of the scale, its zero line, rows by heading, and a key.

    ``base`` is the value at the zero line. ``key`` holds the layer of each sample and the words beside it.
    """

    title: str
    about: str
    scale: str
    base: float
    sections: Sequence[tuple[str, Sequence[_Row]]]
    key: Sequence[tuple[str, str]] = ()


def draw_tornado(result: Sensitivity) -> Picture:
    """Draw what moves the odds of a battle, one thing changed at a time: the widest bar is on top.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> tornado_svg(roses.sensitivity(battle)).name
    'What moves the odds in Leicester'
    """
    house, other = result.house, other_side(result.house)
    rows = []
    for changes in result.bars():
        ends = tuple((house if c.chance > result.chance else other, result.chance, c.chance) for c in changes)
        most = max(changes, key=lambda c: abs(c.chance - result.chance))
        figure = _number(100 * (most.chance - result.chance), sign="+")
        note, mark = _bar_words(changes, result), _chance_by_dice(changes, result)
        rows.append(_Row(_label(changes[0]), note, ends, figure, mark))
    one_by_one = _("Each bar is one thing changed, all else as it was.")
    about = " ".join([_present_chance(result), one_by_one, *_omissions(result)])
    key = [(house, _("better for {house}").format(house=house)), (other, _("better for {house}").format(house=other))]
    if any(row.mark is not None for row in rows):
        key.append(("dice", _("the chance when his dice are thrown")))
    title = _("What moves the odds in {area}").format(area=result.area)
    scale = _("{house}'s chance to win, per cent").format(house=house)
    page = _Page(title, about, scale, result.chance, [("", rows)], key)
    return Picture(_bar_chart(page), title, text_tornado(result))


def draw_worth(worth: Shapley) -> Picture:
    """Draw what each block is worth: the chance to win, shared out among the blocks of each house.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> worth_svg(roses.shapley(battle)).name
    'What each block is worth in Leicester'
    """
    table, sections = worth.table(), []
    for house in worth.blocks:
        rows = []
        for row in table[table["house"] == house].itertuples():
            alone, missed, value = (_number(100 * part) for part in (row.alone, row.missed, row.value))
            note = _("alone {alone}; missed by {missed}").format(alone=alone, missed=missed)
            steps = ngettext("{n} step", "{n} steps", row.steps).format(n=row.steps)
            rows.append(_Row(f"{short_name(row.block)}, {steps}", note, ((house, 0.0, row.value),), value))
        chance = percent(worth.chances[house][-1])
        sections.append((_("{house} wins {chance}, shared out").format(house=house, chance=chance), rows))
    about = _(
        "The chance to win is shared out: each block gets what it adds to those who came before it, on average over "
        "all orders of coming (its Shapley value)."
    )
    title = _("What each block is worth in {area}").format(area=worth.area)
    page = _Page(title, about, _("points of the chance to win"), 0.0, sections)
    return Picture(_bar_chart(page), title, text_worth(worth))


tornado_svg, tornado_data, tornado_figure = doors(draw_tornado)
worth_svg, worth_data, worth_figure = doors(draw_worth)


def text_tornado(result: Sensitivity) -> str:
    """Return the tornado in words, a line for each thing that is changed."""
    lines = [_present_chance(result), *(f"{_label(bar[0])}: {_bar_words(bar, result)}." for bar in result.bars())]
    return "\n".join([*lines, *_omissions(result)])


def text_worth(worth: Shapley) -> str:
    """Return what each block is worth in words, a line for each house."""
    table, lines = worth.table(), []
    for house in worth.blocks:
        rows = table[table["house"] == house].itertuples()
        blocks = ", ".join(f"{short_name(row.block)} {_number(100 * row.value)}" for row in rows)
        chance = percent(worth.chances[house][-1])
        lines.append(_("{house} wins {chance}; in points: {blocks}.").format(house=house, chance=chance, blocks=blocks))
    return "\n".join(lines)


def _present_chance(result: Sensitivity) -> str:
    """Return the sentence that says what the chance is before anything is changed."""
    return _("As things are {house} wins {chance}.").format(house=result.house, chance=percent(result.chance))


def _omissions(result: Sensitivity) -> list[str]:
    """Return the sentence that says how many changes were not computed, or nothing where all were."""
    n = len(result.left_out)
    sentence = ngettext("{n} change was not computed.", "{n} changes were not computed.", n)
    return [sentence.format(n=n)] if n else []


def _label(change: Change) -> str:
    """Return the name of what is changed."""
    if change.kind == "steps":
        return short_name(change.what)
    if change.kind == "treachery":
        return _("{lord} and the dice").format(lord=short_name(change.what))
    return change.what[:1].upper() + change.what[1:]


def _bar_words(changes: tuple[Change, ...], result: Sensitivity) -> str:
    """Return the changes of one bar in words, each with the chance that it leads to."""
    if len(changes) > 1 and len({round(c.chance, 9) for c in changes}) == 1:
        return f"{', '.join(c.change for c in changes)}: {percent(changes[0].chance)}"
    parts = [f"{c.change}: {percent(c.chance)}" for c in changes]
    if (dice := _chance_by_dice(changes, result)) is not None:
        parts.append(_("by dice: {chance}").format(chance=percent(dice)))
    return "; ".join(parts)


def _chance_by_dice(changes: tuple[Change, ...], result: Sensitivity) -> float | None:
    """Return the chance to win (0..1) when dice decide on the change, None where they do not."""
    return next((result.chance + c.likely * (c.chance - result.chance) for c in changes if c.likely), None)


def _bar_chart(page: _Page) -> Chart:
    """Return the chart of a page: title, scale, rows, key."""
    title = wrap(page.title, _TITLE, WIDTH - 2 * _PAD, bold=True, family="serif")
    low = 20 + 28.0 * len(title) + 19 * len(wrap(page.about, 14, WIDTH - 2 * _PAD))
    top, room = low + 52, _LEFT - _PAD - 12
    headings = sum(_HEADING for heading, _rows in page.sections if heading)
    bottom = top + headings + _ROW * sum(len(rows) for _heading, rows in page.sections)
    chart = Chart(WIDTH, bottom + (50 if page.key else 18), BAR_LAYERS)
    _draw_head(chart, title, low)
    chart.paragraph(page.about, _PAD, 34 + 28 * len(title) - 3, WIDTH - 2 * _PAD)

    parts = [part for _heading, rows in page.sections for row in rows for part in row.parts]
    ends = [page.base, *(end for part in parts for end in part[1:])]
    marks = ticks(min(ends), max(ends))
    if len(marks) < 2:
        marks.append(marks[0] + 0.01)
    scale = _Scale(_LEFT, WIDTH - _RIGHT, marks[0], marks[-1])
    chart.write(page.scale, _LEFT, top - 30, 13.5, INK2, anchor="start")
    chart.write(_("points"), WIDTH - 14, top - 30, 13.5, INK2, anchor="end")
    digits = 0 if all(abs(100 * m - round(100 * m)) < 1e-9 for m in marks) else 1
    _draw_marks(chart, scale, marks, (top, bottom), lambda mark: _number(100 * mark, digits))
    chart.add("axis", ((scale.px(page.base), top - 4), (scale.px(page.base), bottom)))

    y = top
    for heading, rows in page.sections:
        if heading:
            chart.write(heading, _PAD, y + 25, 15, INK2, bold=True, family="serif", anchor="start", within=room)
            y += _HEADING
        for row in rows:
            middle = y + _ROW / 2
            chart.write(row.label, _PAD, middle - 3, 14.5, bold=True, anchor="start", within=room)
            chart.write(row.note, _PAD, middle + 14, 13, INK2, anchor="start", within=room)
            for house, begin, end in row.parts:
                left, right = sorted((scale.px(begin), scale.px(end)))
                if right - left >= 0.5:
                    chart.box(house, (left, middle - _BAR / 2, right, middle + _BAR / 2))
            if row.mark is not None:
                chart.add("dice", diamond(scale.px(row.mark), middle, 7))
            chart.write(row.figure, WIDTH - 14, middle + 5, 15, bold=True, anchor="end")
            chart.hover((0, y, WIDTH, y + _ROW), f"{row.label}: {row.note}")
            y += _ROW

    x, y = _PAD, bottom + 30
    for layer, words in page.key:
        if layer in SIDES:
            chart.box(layer, (x, y - 14, x + 28, y + 2))
        else:
            chart.add(layer, diamond(x + 14, y - 6, 8))
        chart.write(words, x + 36, y, 13.5, INK2, anchor="start")
        x += 58 + text_width(words, 13.5)
    return chart


# ---- a fork: the game as it was, and with one change


class _Measure(msgspec.Struct, frozen=True):
    """A measure of a side: its values in both arms, the best estimate of the difference, and that as counted.

    ``as_counted`` still contains the luck of the dice; it is None where ``difference`` contains it too.
    """

    name: str
    side: str
    before: _Values
    after: _Values
    difference: _Values
    as_counted: _Values | None

    @property
    def heading(self) -> str:
        """Return in words what is measured."""
        headings = {
            WINS: _("{side}'s part of the wins, per cent"),
            "lead": _("{side}'s lead in lords at the end"),
            "points": _("{side}'s points at the end"),
        }
        return headings[self.name].format(side=self.side)

    def write(self, value: float) -> str:
        """Write a value of this measure; a part of the wins is written in per cent."""
        return _number(100 * value if self.name == WINS else value)

    def fields(self, values: _Values) -> dict[str, str]:
        """Return a value and the ends of its interval as the fields of a template."""
        return dict(zip(("more", "low", "high"), map(self.write, values), strict=True))


def draw_fork(fork: Forked) -> Picture:
    """Draw a fork, 780 px wide: the difference at the left, both arms at the right.

    >>> import roses
    >>> fork_svg(roses.fork("1483-richard-iii", at=131, change="roll 3", n=4)).name
    'What if: roll 3'
    """
    title = wrap(_fork_title(fork), _TITLE, _HALF, bold=True, family="serif")
    about, room = _fork_about(fork), WIDTH - _PAD - _RIGHT_HALF
    low = 24 + max(28.0 * len(title), 18.0 * len(wrap(about, 14, room)))
    measures = _measures(fork)
    chart = Chart(WIDTH, low + _BLOCK * len(measures) + 12, _FORK_LAYERS)
    _draw_head(chart, title, low)
    chart.paragraph(about, _RIGHT_HALF, 26, room)
    for n, measure in enumerate(measures):
        _draw_measure(chart, measure, low + _BLOCK * n)
    return Picture(chart, _fork_title(fork), text_fork(fork))


fork_svg, fork_data, fork_figure = doors(draw_fork)


def text_fork(fork: Forked) -> str:
    """Return a fork in words: what was changed, and a sentence for each measure.

    >>> import roses
    >>> print(text_fork(roses.fork("1483-richard-iii", at=131, change="roll 3", n=4)).splitlines()[0])
    What if: roll 3
    """
    lines = [_fork_title(fork), _fork_about(fork)]
    for measure in _measures(fork):
        arms = _("{what}: {before} as it was, {after} changed").format(
            what=measure.heading, before=measure.write(measure.before[0]), after=measure.write(measure.after[0])
        )
        more = _("{more} more ({low} to {high})").format(**measure.fields(measure.difference))
        if measure.as_counted:
            more = _("{more} more without luck ({low} to {high})").format(**measure.fields(measure.difference))
            more += "; " + _("as counted {more} ({low} to {high})").format(**measure.fields(measure.as_counted))
        lines.append(f"{arms}; {more}.")
    return "\n".join([*lines, fork.call])


def _fork_title(fork: Forked) -> str:
    """Return the question that a fork asks, with all changes, divided by semicolons."""
    change = fork.study.change
    words = list(change.play)
    for block, steps in change.strength.items():
        words.append(ngettext("{block} has {n} step", "{block} has {n} steps", steps).format(block=block, n=steps))
    for block, place in change.place.items():
        words.append(_("{block} is in {place}").format(block=block, place=place))
    for block, dice in change.loyalty.items():
        template = ngettext("{block} has a loyalty of {n} die", "{block} has a loyalty of {n} dice", dice or 0)
        words.append((_("nobody can turn {block}") if dice is None else template).format(block=block, n=dice))
    if change.ruleset:
        words.append(_("the ruleset is {name}").format(name=change.ruleset))
    return _("What if: {change}").format(change="; ".join(words) or _("nothing is changed"))


def _fork_about(fork: Forked) -> str:
    """Return where the game was forked, what was done there, and how it was played on."""
    study = fork.study
    bots = ", ".join(f"{side} {bot}" for side, bot in study.seats.items())
    when = _("After {at} actions of {record}.").format(at=study.at, record=study.name or study.record.scenario)
    instead = ""
    if study.change.play and study.at < len(study.record.entries):
        instead = _("As it was: {action}.").format(action=study.record.entries[study.at].action)
    how = _("Then bots play on: {bots}; {n} pairs of games, seed {seed}. Lines are intervals of 95 per cent.")
    if study.until != UNTIL[0]:
        how = _("Then bots play the campaign out: {bots}; {n} pairs, seed {seed}. Lines are intervals of 95 per cent.")
    return " ".join(filter(None, (when, instead, how.format(bots=bots, n=len(fork.pairs), seed=study.seed))))


def _measures(fork: Forked) -> list[_Measure]:
    """Return the measures of all sides; of two sides only those of the last, whose gain is the other's loss."""
    table, sides = fork.table().set_index(["measure", "side", "what"]), list(fork.study.seats)
    measures = []
    for name in fork.study.measures:
        for side in sides[1:] if len(sides) == 2 else sides:
            before, after = (tuple(table.loc[(name, side, arm), ["value", "low", "high"]]) for arm in ARMS)
            estimates = {what: estimate[:3] for what, estimate in fork.estimates(side, name).items()}
            as_counted = estimates[DIFFERENCE] if WITHOUT_LUCK in estimates else None
            measures.append(_Measure(name, side, before, after, next(iter(estimates.values())), as_counted))
    return measures


def _draw_measure(chart: Chart, measure: _Measure, y: float) -> None:
    """Draw a measure of a side: the difference on one scale, both arms on another."""
    heading = _("{measure}: the difference").format(measure=measure.heading)
    for words, x in ((heading, _PAD), (_("in both worlds"), _RIGHT_HALF)):
        chart.write(words, x, y + 28, 15, bold=True, family="serif", anchor="start", within=_HALF)
    top, bottom = y + 58, y + 58 + 2 * _ARM

    _value, low, high = measure.difference
    scale = _draw_fork_scale(chart, measure, _DIFFERENCE, [0.0, low, high], top)
    chart.add("axis", ((scale.px(0.0), top - 4), (scale.px(0.0), bottom)))
    _draw_value(chart, DIFFERENCE, measure.difference, scale, top + _ARM, measure.write)
    if measure.as_counted:
        template = _("without luck from {low} to {high}; as counted {more}")
        words = template.format(**measure.fields(measure.difference) | {"more": measure.write(measure.as_counted[0])})
    elif low < high:
        words = _("from {low} to {high}").format(low=measure.write(low), high=measure.write(high))
    else:
        words = _("no pair differs from another")
    chart.write(words, _DIFFERENCE[0], bottom + 17, 14, INK2, anchor="start", within=_HALF - _DIFFERENCE[0])

    arms = (measure.before, measure.after)
    scale = _draw_fork_scale(chart, measure, _BOTH, [end for arm in arms for end in arm[1:]], top)
    for n, (name, arm, label) in enumerate(zip(ARMS, arms, (_("as it was"), _("changed")), strict=True)):
        middle = top + _ARM * (n + 0.5) + 6
        chart.write(label, _RIGHT_HALF, middle + 5, 14, anchor="start", within=88)
        _draw_value(chart, name, arm, scale, middle, measure.write)
    chart.hover((0, y, WIDTH, y + _BLOCK), measure.heading)
    chart.add("rule", ((_PAD, y + _BLOCK), (WIDTH - _PAD, y + _BLOCK)))


def _draw_fork_scale(
    chart: Chart, measure: _Measure, span: tuple[float, float], ends: Sequence[float], top: float
) -> _Scale:
    """Draw a scale over a ``span`` of px that contains the values ``ends``, and return it; it has a least length."""
    least = 0.05 if measure.name == WINS else 0.5
    marks = ticks(min(ends), max(max(ends), min(ends) + least))
    if len(marks) > 6:
        marks = marks[(marks.index(0.0) if 0.0 in marks else 0) % 2 :: 2]  # room for half of them, 0 included
    scale = _Scale(*span, min(marks[0], min(ends)), max(marks[-1], max(ends)))
    _draw_marks(chart, scale, marks, (top, top + 2 * _ARM), lambda mark: measure.write(mark).removesuffix(".0"))
    return scale


def _draw_value(
    chart: Chart, name: str, values: _Values, scale: _Scale, y: float, write: Callable[[float], str]
) -> None:
    """Draw a value and its interval: an open box as it was, a full box changed, a diamond for the difference."""
    value, low, high = values
    chart.add("interval", ((scale.px(low), y), (scale.px(high), y)))
    chart.add("interval", *(((scale.px(end), y - 5), (scale.px(end), y + 5)) for end in (low, high)))
    x, r = scale.px(value), _DOT
    if name == DIFFERENCE:
        chart.add(name, diamond(x, y, r + 1))
    else:
        chart.box(name, (x - r, y - r, x + r, y + r))
    beside = name == DIFFERENCE and abs(x - scale.px(0.0)) < _NEAR
    anchor: Literal["start", "middle"] = "start" if beside else "middle"
    chart.write(write(value), x + (r + 4) * beside, y - 11, 14, bold=True, anchor=anchor, halo=3.0)
