"""The course of a whole game: the chance of winning by action, the support of both sides by turn, and calibration.

Each is a chart with a text that says the same in sentences.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.blocks import other_side
from roses.figures.drawing import Dot, Layer, text_width
from roses.figures.drawing.geometry import Line, outline
from roses.figures.drawing.palette import CHIP, HOUSES, INK, INK2, PAPER, RULE
from roses.figures.drawing.picture import Chart, Picture, doors
from roses.figures.drawing.svg import Svg, document, tag
from roses.lab.turns import Support, Turn
from roses.lab.winning.ledger import Ledger, Stretch
from roses.lab.winning.model import Check
from roses.richard.tables import BLOCKS, SIDES

WIDTH: Final = 1100.0

# the curves of a chance to win, in px
_LEFT, _RIGHT, _TOP, _HIGH = 84.0, 24.0, 92.0, 300.0
_LINE: Final = 27.0  # height of a turning point in the list
_STRIP: Final = 130.0  # height of the chart of the steps
_SIDE: Final = 460.0  # side of the calibration plot
_CURVE_LAYERS: Final = (
    Layer("below", "fill", CHIP),
    Layer("rule", "line", edge=RULE, width=1.0),
    Layer("even", "line", edge=INK2, width=1.2, dash=(5.0, 4.0)),
    Layer("curve", "line", edge=HOUSES["York"].edge, width=2.2),
    Layer("points", "dots"),
)

# the swing of support, in px
_LABEL: Final = 168.0  # width of the column of turns
_LEAD: Final = 146.0  # width of the column that says who leads
_MIDDLE: Final = 92.0  # between both sides, for the numbers
_SWING_TOP: Final = 104.0
_ROW: Final = 46.0
_FOOT: Final = 58.0
_WIDEST: Final = 36.0  # the most width of a square
_L, _Y = HOUSES["Lancaster"], HOUSES["York"]
SWING_LAYERS: Final = (
    Layer("lead", "fill", CHIP),
    Layer("rule", "line", edge=RULE, width=1.0),
    Layer("axis", "line", edge=INK2, width=1.4),
    Layer("Lancaster", "fill", _L.fill, _L.edge, 1.2),
    Layer("York", "fill", _Y.fill, _Y.edge, 1.8),
    Layer("Lancaster prisoner", "fill", PAPER, _L.fill, 1.6, (4.0, 2.5)),
    Layer("York prisoner", "fill", PAPER, _Y.edge, 1.6, (4.0, 2.5)),
    Layer("new", "fill", INK),
)


# ---- the chance of winning, action by action


def draw_ledger(ledger: Ledger) -> Picture:
    """Draw the ledger of a game, 1100 px wide: the chance as a curve, with its turning points.

    >>> import roses
    >>> ledger_svg(roses.ledger(roses.replay("1483-richard-iii"))).name
    'Chance of York in Richard III and Henry Tudor'
    """
    points, low, title = ledger.turning_points, _TOP + _HIGH, _ledger_title(ledger)
    chart = Chart(WIDTH, low + 76 + _LINE * max(1, len(points)), _CURVE_LAYERS)
    chart.write(title, 18, 34, 20, family="serif", bold=True, anchor="start")
    template = _("The chance that {side} wins, after each action. Exact in small battles, elsewhere by a model.")
    chart.write(template.format(side=ledger.side), 18, 58, 14, INK2, anchor="start")

    def height(chance: float) -> float:
        """Return the px down at which a chance stands."""
        return _TOP + _HIGH * (1 - chance)

    for tick in (0, 25, 50, 75, 100):
        y = height(tick / 100)
        chart.add("even" if tick == 50 else "rule", ((_LEFT, y), (WIDTH - _RIGHT, y)))
        chart.write(f"{tick} %", _LEFT - 8, y + 4, 13, INK2, anchor="end")
    for side, y in ((ledger.side, _TOP - 12), (other_side(ledger.side), low + 40)):
        chart.write(_("{side} wins").format(side=side), 18, y, 13, INK, bold=True, anchor="start")

    wide = (WIDTH - _LEFT - _RIGHT) / len(ledger.entries)
    free, several = 0.0, len({entry.campaign for entry in ledger.entries}) > 1
    for before, entry in pairwise(ledger.entries):
        if (entry.campaign, entry.turn) == (before.campaign, before.turn) or not entry.turn:
            continue
        x = _LEFT + wide * before.at
        chart.add("rule", ((x, _TOP), (x, low + 6)))
        words = _("Campaign {n}").format(n=entry.campaign) if entry.turn == 1 and several else str(entry.turn)
        if x >= free:  # the number of the turn has room beside the one before
            chart.write(words, x, low + 22, 13, INK2, anchor="start")
            free = x + 9.0 * len(words) + 6
    chart.write(_("turn"), 18, low + 22, 13, INK2, anchor="start")

    curve = [(_LEFT, height(ledger.entries[0].before))]
    curve += [(_LEFT + wide * entry.at, height(entry.after)) for entry in ledger.entries]
    chart.add("below", (*curve, (curve[-1][0], low), (_LEFT, low), curve[0]))
    chart.add("curve", tuple(curve))
    for number, point in enumerate(points, 1):
        x, y = curve[point.at]
        row = low + 56 + _LINE * number
        for mark_x, mark_y in ((x, y), (32, row - 5)):
            chart.drawing.dot("points", Dot(mark_x, mark_y, 10.0, PAPER, INK, 1.6))
            chart.write(str(number), mark_x, mark_y + 4.5, 13, bold=True)
        chart.write(_point_words(point), 52, row, 14, anchor="start", within=WIDTH - 70)
        chart.hover((x - 12, y - 12, x + 12, y + 12), _point_words(point))
    if not points:
        none = _("No battle and no part of a turn changed the chance by a tenth.")
        chart.write(none, 18, low + 83, 14, anchor="start")
    return Picture(chart, title, text_ledger(ledger))


ledger_svg, ledger_data, _ledger_figure = doors(draw_ledger)


def text_ledger(ledger: Ledger) -> str:
    """Return the game in words: first and last chance, luck, choices, and a sentence for each turning point."""
    other = other_side(ledger.side)
    first, last = ledger.entries[0].before, ledger.entries[-1].after
    template = _(
        "{title}. From {first:.0%} to {last:.0%}; in points, luck {luck}, choices of {side} {own}, choices of {other} "
        "{others}."
    )
    own, others = (_points(ledger.choices(side)) for side in (ledger.side, other))
    head = template.format(title=_ledger_title(ledger), first=first, last=last, luck=_points(ledger.luck),
                           side=ledger.side, other=other, own=own, others=others)  # fmt: skip
    return "\n".join((head, *(f"{n}. {_point_words(point)}" for n, point in enumerate(ledger.turning_points, 1))))


def _ledger_title(ledger: Ledger) -> str:
    return _("Chance of {side} in {game}").format(side=ledger.side, game=ledger.title)


def _point_words(point: Stretch) -> str:
    """Return a turning point in words."""
    template = _("{name}: from {before:.0%} to {after:.0%}; in points, luck {luck}, choices {choices}")
    luck, choices = _points(point.luck), _points(point.decision + point.foresight)
    return template.format(name=point.name, before=point.before, after=point.after, luck=luck, choices=choices)


def _points(change: float) -> str:
    """Return a change of a chance (-1..1) in whole points, hundredths of it, with its sign; zero has none."""
    whole = round(100 * change)
    return f"{whole:+d}".replace("-", "−") if whole else "0"


def strip_svg(chances: Sequence[float], steps: int, side: str) -> Svg:
    """Return the chances (0..1) of the first of so many steps as a strip that fills its place on a page.

    >>> strip_svg([0.5, 0.7], 10, "York").description
    'Chance of York, step by step: 50 %, 70 %'
    """
    last = max(1, steps - 1)
    curve: Line = tuple((1000 * at / last, 100 * (1 - chance)) for at, chance in enumerate(chances))
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in curve)
    elements = [
        tag("rect", width=1000, height=100, fill=PAPER),
        tag("polygon", points=f"0,100 {points} {curve[-1][0]:.1f},100", fill=CHIP),
        tag("path", d="M0 50H1000", stroke=INK2, stroke_dasharray="5 4", vector_effect="non-scaling-stroke"),
        tag("path", d=f"M{curve[-1][0]:.1f} 0V100", stroke=INK, stroke_width=1, vector_effect="non-scaling-stroke"),
        tag("polyline", points=points, fill="none", stroke=HOUSES["York"].edge, stroke_width=2,
            vector_effect="non-scaling-stroke"),
    ]  # fmt: skip
    template = _("Chance of {side}, step by step: {chances}")
    words = template.format(side=side, chances=", ".join(f"{percent(chance)} %" for chance in chances))
    title = _("Chance of {side}: {chance:.0f} %").format(side=side, chance=percent(chances[-1]))
    return document(1000, 100, elements, title=title, description=words).filling("none")


def steps_svg(chances: Sequence[float], steps: int, side: str) -> Svg:
    """Return the chances (0..1) of the first of so many steps as a chart for paper, 960 px wide, with its scale.

    >>> steps_svg([0.5, 0.7], 10, "York").name
    'Chance of York, step by step'
    """
    title, low = _("Chance of {side}, step by step").format(side=side), 74 + _STRIP
    chart = Chart(960, low + 34, _CURVE_LAYERS)
    chart.write(title, 18, 30, 18, family="serif", bold=True, anchor="start")
    template = _("By a model that learned from games of squires: how often {side} wins from each step, in 100 games.")
    chart.write(template.format(side=side), 18, 52, 14, INK2, anchor="start", within=924)
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
    return chart.svg(title, ", ".join(f"{at}: {percent(chance)} %" for at, chance in enumerate(chances, 1)))


def percent(chance: float) -> int:
    """Return a chance in whole percent; only what is certain is 0 or 100.

    >>> percent(0.996), percent(1.0), percent(0.5)
    (99, 100, 50)
    """
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


# ---- calibration: how often what the model forecast came true


def draw_calibration(test: Check) -> Picture:
    """Draw how often York won among positions with about the same chance, 590 px wide.

    >>> from roses.lab.winning.model import crown_model
    >>> calibration_svg(crown_model().scenarios["1483"].tests[0]).name
    'What the model gave, and what happened'
    """
    title = _("What the model gave, and what happened")
    chart = Chart(_SIDE + 130, _SIDE + 150, _CURVE_LAYERS)
    chart.write(title, 18, 34, 20, family="serif", bold=True, anchor="start", within=_SIDE + 100)
    template = _("{bots}: {games} games. On the dashed line York wins as often as the model says.")
    subtitle = template.format(bots=test.bots, games=test.games)
    chart.write(subtitle, 18, 58, 14, INK2, anchor="start", within=_SIDE + 100)

    def at(forecast: float, share: float) -> tuple[float, float]:
        """Return the px of a forecast and of the share of wins that came of it, both 0..1."""
        return 84 + _SIDE * forecast, 84 + _SIDE * (1 - share)

    for tick in range(0, 101, 20):
        part = tick / 100
        chart.add("rule", (at(0, part), at(1, part)), (at(part, 0), at(part, 1)))
        chart.write(f"{tick} %", 76, at(0, part)[1] + 4, 13, INK2, anchor="end")
        chart.write(f"{tick} %", at(part, 0)[0], 84 + _SIDE + 20, 13, INK2)
    chart.add("even", (at(0, 0), at(1, 1)))
    chart.add("curve", tuple(at(one.said, one.won) for one in test.bins))
    most, text = max(one.positions for one in test.bins), text_calibration(test)
    for one, words in zip(test.bins, text.splitlines()[1:], strict=True):
        x, y = at(one.said, one.won)
        chart.drawing.dot("points", Dot(x, y, 4 + 8 * (one.positions / most) ** 0.5, HOUSES["York"].fill, INK, 1.6))
        chart.hover((x - 12, y - 12, x + 12, y + 12), words)
    chart.write(_("York's chance by the model"), 84 + _SIDE / 2, 84 + _SIDE + 46, 14)
    chart.write(_("came: share that York won"), 84, 78, 14, anchor="start")
    return Picture(chart, title, text)


calibration_svg, calibration_data, _calibration_figure = doors(draw_calibration)


def text_calibration(test: Check) -> str:
    """Return the plot in words: a sentence for each range of chances."""
    head = _(
        "{bots}, {games} games: Brier score {brier:.3f} against {base:.3f} of the base rate, calibrated to {ece:.3f}."
    )
    lines = [head.format(bots=test.bots, games=test.games, brier=test.brier, base=test.base, ece=test.ece)]
    for one in test.bins:
        template = ngettext(
            "The model gave York {said:.0%}, and York won {won:.0%}: {n} position.",
            "The model gave York {said:.0%}, and York won {won:.0%}: {n} positions.",
            one.positions,
        )
        lines.append(template.format(said=one.said, won=one.won, n=one.positions))
    return "\n".join(lines)


# ---- the swing of support by turn


def draw_swing(swing: Support) -> Picture:
    """Draw the swing of support by turn, 1100 px wide.

    A square stands for each lord who counts, Lancaster's to the left, York's to the right.

    >>> import roses
    >>> from roses.lab import support
    >>> swing_svg(support(roses.timeline("1470-kingmaker"))).name
    'Swing of support by turn: Warwick the Kingmaker'
    """
    title = _("Swing of support by turn: {game}").format(game=swing.title)
    most = {side: max(turn.tally.total(side) for turn in swing.turns) or 1 for side in SIDES}
    cell = min(_WIDEST, (WIDTH - _LABEL - _LEAD - _MIDDLE) / sum(most.values()))
    middle = _LABEL + cell * most["Lancaster"] + _MIDDLE / 2
    foot = _SWING_TOP + _ROW * len(swing.turns)
    chart = Chart(WIDTH, foot + _FOOT, SWING_LAYERS)
    chart.write(title, 18, 34, 20, family="serif", bold=True, anchor="start")
    words = _("A square is a point of the count: a lord, a church, or London. A turn reads from the middle outwards.")
    chart.write(words, 18, 58, 14, INK2, anchor="start")
    chart.write("Lancaster", middle - _MIDDLE / 2, _SWING_TOP - 14, 15, _L.fill, bold=True, anchor="end")
    chart.write("York", middle + _MIDDLE / 2, _SWING_TOP - 14, 15, _Y.ink, bold=True, anchor="start")
    for i, (before, turn) in enumerate(pairwise((swing.turns[0], *swing.turns))):
        y = _SWING_TOP + _ROW * i
        _draw_turn(chart, turn, swing, y, middle)
        for side in SIDES:
            _draw_lords(chart, turn, before, side, middle, y, cell)
        sentences = [_turn_words(turn, swing)]
        for side in SIDES:
            names = [_("London") if name == "London" else BLOCKS[name].name for name in turn.names(side)]
            if names:
                sentences.append(_("{side}: {names}.").format(side=side, names=", ".join(names)))
        chart.hover((0.0, y, WIDTH, y + _ROW), " ".join(sentences))
    chart.add("axis", ((middle, _SWING_TOP - 8), (middle, foot + 4)))
    chart.box("new", (18, foot + 24, 42, foot + 27))
    chart.add("Lancaster prisoner", _square(262, foot + 26, 11))
    chart.add("York", _disc(554, foot + 26, 11))
    chart.box("lead", (742, foot + 15, 766, foot + 37))
    for words, x in (
        (_("new since the turn before"), 50),
        (_("a prisoner, who counts all the same"), 280),
        (_("Lon: holds London"), 572),
        (_("the Pretender would take the crown"), 774),
    ):
        chart.write(words, x, foot + 30, 13, INK2, anchor="start")
    return Picture(chart, title, text_swing(swing))


swing_svg, swing_data, _swing_figure = doors(draw_swing)


def text_swing(swing: Support) -> str:
    """Return the swing in words, a sentence for each turn.

    >>> import roses
    >>> from roses.lab import support
    >>> print(text_swing(support(roses.timeline("1470-kingmaker"))).splitlines()[3])
    Turn 3, 26 November 1470: Lancaster 8, York 6. Counted now, Lancaster would take the crown.
    """
    return "\n".join(_turn_words(turn, swing) for turn in swing.turns)


def _turn_words(turn: Turn, swing: Support) -> str:
    """Return a turn in words: its date, the counts of both sides, and who has the crown by them."""
    counts = _("Lancaster {a}, York {b}").format(a=turn.tally.total("Lancaster"), b=turn.tally.total("York"))
    if turn.ended:
        verdict = _("No count: {side} has won on the field.").format(side=turn.ended)
    elif not turn.tally.shadow:
        verdict = _("Counted: {side} has the crown.").format(side=turn.king_side)
    elif turn.would_be_king != turn.king_side:
        verdict = _("Counted now, {side} would take the crown.").format(side=turn.would_be_king)
    else:
        verdict = _("Counted now, {side} would keep the crown.").format(side=turn.king_side)
    return f"{', '.join(filter(None, (_turn_label(turn, swing), turn.date)))}: {counts}. {verdict}"


def _turn_label(turn: Turn, swing: Support) -> str:
    """Return the number of a turn; where there are several campaigns, each begins with its own number."""
    if turn.turn:
        return _("Turn {n}").format(n=turn.turn)
    several = len({other.campaign for other in swing.turns}) > 1
    return _("Campaign {n}").format(n=turn.campaign) if several else _("Set-up")


def _draw_turn(chart: Chart, turn: Turn, swing: Support, y: float, middle: float) -> None:
    """Draw a turn without its lords: its label, the counts, who leads, and what that means."""
    if turn.would_be_king != turn.king_side and not turn.ended:
        chart.box("lead", (0, y + 1, WIDTH, y + _ROW - 1))
    chart.add("rule", ((0, y + _ROW), (WIDTH, y + _ROW)))
    chart.write(_turn_label(turn, swing), 18, y + 19, 15, bold=True, anchor="start")
    chart.write(turn.date, 18, y + 37, 13, INK2, anchor="start")
    count = {side: turn.tally.total(side) for side in SIDES}
    for side, x in (("Lancaster", middle - 21), ("York", middle + 21)):
        leads = count[side] > count[other_side(side)]
        chart.write(str(count[side]), x, y + 31, 22, family="serif", bold=leads)
    ahead = count["Lancaster"] - count["York"]
    leader = "Lancaster" if ahead > 0 else "York"
    lead = _("{side} by {n}").format(side=leader, n=abs(ahead)) if ahead else _("even")
    meaning = _("shadow count") if turn.tally.shadow else _("the game counts")
    if turn.ended:
        meaning = _("{side} won on the field").format(side=turn.ended)
    chart.write(lead, WIDTH - 14, y + 20, 13, INK, bold=True, anchor="end")
    chart.write(meaning, WIDTH - 14, y + 37, 13, INK2, anchor="end")


def _draw_lords(chart: Chart, turn: Turn, before: Turn, side: str, middle: float, y: float, cell: float) -> None:
    """Draw the squares of a side from the middle outwards; a bar marks who was not there the turn before."""
    way = -1 if side == "Lancaster" else 1
    prisoners = {lord.block for lord in turn.tally.sides[side].counted if lord.why}
    for i, name in enumerate(turn.names(side)):
        x = middle + way * (_MIDDLE / 2 + cell * (i + 0.5))
        shape = _disc(x, y + 19, cell / 2 - 1) if name == "London" else _square(x, y + 19, cell / 2 - 1.5)
        chart.add(f"{side} prisoner" if name in prisoners else side, shape)
        ink = HOUSES[side].ink
        if name in prisoners and side == "Lancaster":
            ink = HOUSES[side].fill
        words = _("Lon") if name == "London" else BLOCKS[name].abbreviation
        if text_width(words, 11, bold=True) >= cell:
            words = words[:3]
        chart.write(words, x, y + 23, 11 if cell < _WIDEST else 12, ink, bold=True)
        if name not in before.names(side):
            chart.box("new", (x - cell / 2 + 4, y + 39, x + cell / 2 - 4, y + 42))


def _square(x: float, y: float, half: float) -> Line:
    return outline((x - half, y - half, x + half, y + half))


def _disc(x: float, y: float, radius: float) -> Line:
    turns = (math.pi * step / 12 for step in range(25))
    return tuple((x + radius * math.cos(turn), y + radius * math.sin(turn)) for turn in turns)
