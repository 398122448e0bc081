"""Odds of a battle as a plotly figure as wide as its page, with an SVG version for readers without a kernel."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import accumulate
from typing import Any, Final, NamedTuple

import plotly.graph_objects as go

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.blocks import other_side, short_name
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing import Family, text_width, wrap
from roses.figures.drawing.geometry import hatch
from roses.figures.drawing.palette import HATCH, HOUSES, INK, INK2, INK3, PANEL, PAPER, RULE, SANS, SERIF
from roses.figures.drawing.picture import plotly_text
from roses.figures.drawing.svg import tag
from roses.figures.odds import (
    FATES,
    ROW,
    Part,
    Row,
    describe,
    legend,
    note,
    parts,
    percent,
    rows,
    side_words,
    subtitle,
    title,
)  # fmt: skip
from roses.figures.odds.bars import odds_svg
from roses.odds.result import BattleOdds
from roses.richard.tables import BLOCKS
from roses.richard.view import Piece

# Only the bars grow with the page: the x axis is their length, 0..1, and everything else stands at a distance in px
# from one of their ends. The y axis is px from the top.
_PAD: Final = 24.0
_LEFT: Final = 206.0  # px from the left edge to the bars
_RIGHT: Final = 150.0  # px from their right end to the edge
_OF: Final = 58.0  # px of the words that say how many steps a block has
_NARROW: Final = 700.0 - _LEFT - _RIGHT  # px: length of the bars on the narrowest page
_WIN: Final = 208.0  # y of the middle of the bar that says who wins
_HEAD: Final = 284.0  # y of the first row
_BAR: Final = 40.0
_FROM: Final = 0.58  # x at which the columns of the rounds begin
_FOOT: Final = 156.0  # y of the base line of these columns
_TALL: Final = 68.0  # px of the highest of these columns
_LABEL: Final = 13.5  # px of the type in the bars
_SAMPLE: Final = 34.0  # px of a sample of the key
_DASHED: Final = {"color": INK3, "width": 1.2, "dash": "4px,3px"}
_PATTERNS: Final = {
    "away": {"shape": "/", "size": 8, "solidity": 0.28},
    "turned": {"shape": "\\", "size": 8, "solidity": 0.28},
    "eliminated": {"shape": "x", "size": 9, "solidity": 0.2},
}
CONFIG: Final = {"displayModeBar": False, "scrollZoom": False, "doubleClick": False, "autosizable": True}
MIME: Final = "application/vnd.plotly.v1+json"
Props = dict[str, Any]


class Stretch(NamedTuple):
    """A part of a block's bar, and the sum of the probabilities of the parts to its left."""

    row: Row
    part: Part
    begin: float


class Style(NamedTuple):
    """Colours of a part of a bar: its ground, its edge, its label, and the lines of its hatching."""

    fill: str
    edge: str
    ink: str
    lines: str


class OddsFigure(go.Figure):  # type: ignore[misc]
    """A figure of odds whose output holds an SVG version beside plotly's data (nbconvert, GitHub)."""

    def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> Props:
        bundle: Props = super()._repr_mimebundle_(*args, **kwargs) or {}
        odds: BattleOdds | None = getattr(self, "_roses_odds", None)  # a copy of a figure has none
        if MIME in bundle:
            bundle[MIME]["config"] = bundle[MIME].get("config", {}) | CONFIG
        return {**bundle, "image/svg+xml": odds_svg(odds), "text/plain": repr(odds)} if odds else bundle

    def _ipython_display_(self) -> None:
        import_module("IPython.display").display(self._repr_mimebundle_(), raw=True)


def odds_figure(odds: BattleOdds) -> OddsFigure:
    """Return the odds as a plotly figure as wide as its page, from 700 px on: who wins, when, and the fates of blocks.

    The hover text of a part is its probability in words, that of a name all fates of the block. The traces are
    ``wins``, ``rounds``, and one for each fate, whose bars begin at ``base`` and are as long as the probability;
    ``customdata`` says whose they are: house; house, round and probability; block and steps left.

    >>> import roses
    >>> odds = roses.battle_odds(area="Kent", attacker="York", attackers=["March"], defenders=["Somerset"])
    >>> [trace.name for trace in odds_figure(odds).data]
    ['wins', 'rounds', 'stands', 'away', 'eliminated']
    """
    figure = OddsFigure({"data": _traces(odds), "layout": _layout(odds)})
    object.__setattr__(figure, "_roses_odds", odds)
    return figure


def odds_data(odds: BattleOdds) -> Props:
    """Return the odds as plotly JSON, for a cell's result.

    It takes the width of the page once, without resizing: JupyterLab would shrink a resized result to its prompt.
    """
    layout = _layout(odds) | {"autosize": False}
    return {"data": _traces(odds), "layout": layout, "config": CONFIG}


def _traces(odds: BattleOdds) -> list[Props]:
    """Return the bar that says who wins, the columns by round, and the bars of the blocks, a trace for each fate."""
    houses, chances = list(odds.win), list(odds.win.values())
    wins = _bars(
        "wins", x=chances, base=_starts(chances), y=[_WIN] * len(houses), marker=_solid(houses), customdata=houses,
        hovertext=[_("{house} wins {chance}").format(house=h, chance=percent(p)) for h, p in odds.win.items()],
    )  # fmt: skip
    stretches = [stretch for row in rows(odds, _HEAD) for stretch in _stretches(odds, row)]
    by_fate = {fate: [s for s in stretches if s.part.fate == fate] for fate in FATES}
    return [wins, _rounds(odds), *(_fate(fate, own) for fate, own in by_fate.items() if own)]


def _stretches(odds: BattleOdds, row: Row) -> list[Stretch]:
    own = parts(odds, row.entrant.block)
    return [Stretch(row, part, at) for part, at in zip(own, _starts([part.chance for part in own]), strict=True)]


def _starts(lengths: Sequence[float]) -> list[float]:
    """Return where each part of a bar begins, one after the other from 0."""
    return list(accumulate(lengths, initial=0.0))[:-1]


def _bars(name: str, **more: Any) -> Props:
    return {"type": "bar", "name": name, "orientation": "h", "width": _BAR, "hoverinfo": "text"} | more


def _rounds(odds: BattleOdds) -> Props:
    """Return the columns by round, their height proportional to the probability; the second house is below."""
    marks, tall = _middles(odds), _TALL / max(odds.rounds.values())
    columns: list[tuple[float, float, tuple[str, int, float]]] = []
    for number, x in marks.items():
        who = [(house, number, odds.wins.get((house, number), 0.0)) for house in reversed(odds.win)]
        starts = _starts([chance for _house, _number, chance in who])
        columns += [(x, start, one) for start, one in zip(starts, who, strict=True) if one[2] * tall >= 0.4]

    def hover(house: str, number: int, chance: float) -> str:
        words = _("{house} wins in round {n}: {chance}") if number else _("{house} wins before round 1: {chance}")
        return words.format(house=house, n=number, chance=percent(chance))

    return _bars(
        "rounds", orientation="v", width=0.76 * (1 - _FROM) / len(marks), x=[x for x, _start, _who in columns],
        base=[_FOOT - start * tall for _x, start, _who in columns], y=[-who[2] * tall for _x, _start, who in columns],
        marker=_solid([who[0] for _x, _start, who in columns]),
        hovertext=[hover(*who) for _x, _start, who in columns],
        customdata=[list(who) for _x, _start, who in columns],
    )  # fmt: skip


def _middles(odds: BattleOdds) -> dict[int, float]:
    """Return the x (0..1) of the middle of each round's column."""
    numbers = list(odds.rounds)
    return {number: _FROM + (1 - _FROM) * (i + 0.5) / len(numbers) for i, number in enumerate(numbers)}


def _solid(houses: list[str]) -> Props:
    line = {"color": [HOUSES[house].edge for house in houses], "width": 1.4}
    return {"color": [HOUSES[house].fill for house in houses], "line": line}


def _fate(fate: str, stretches: list[Stretch]) -> Props:
    looks = [_look(s.row.entrant.house, fate) for s in stretches]
    ground = [look.fill for look in looks]
    marker: Props = {"color": ground, "line": {"color": [look.edge for look in looks], "width": 1.1}}
    if fate in _PATTERNS:  # plotly picks the lines' colour itself where a marker with a pattern has several colours
        lines = {"bgcolor": ground, "fgcolor": [look.lines for look in looks]}
        marker |= {"color": PANEL, "pattern": _PATTERNS[fate] | lines}

    def label(part: Part) -> str:
        """Return steps left or fate, and per cent; plotly hides a label where it does not fit."""
        share = f"{100 * part.chance:.0f}"
        if part.chance < 0.005:
            return ""
        if part.left:
            return f"{'■' * part.left}<br>{share}"
        word = _("changed sides") if part.fate == "turned" else _("eliminated")
        return f"{word}<br>{share}" if text_width(word, _LABEL) + 8 <= _NARROW * part.chance else share

    return _bars(
        fate, marker=marker, x=[s.part.chance for s in stretches], base=[s.begin for s in stretches],
        y=[s.row.top + ROW / 2 for s in stretches], hovertext=[part_words(_name(s.row), s.part) for s in stretches],
        customdata=[[s.row.entrant.block, s.part.left] for s in stretches],
        text=[label(s.part) for s in stretches], textposition="inside", insidetextanchor="middle", textangle=0,
        textfont={"color": [look.ink for look in looks], "size": _LABEL},
    )  # fmt: skip


def _look(house: str, fate: str) -> Style:
    look = HOUSES[other_side(house) if fate == "turned" else house]
    if fate == "eliminated":
        return Style(PANEL, PANEL, INK2, RULE)  # its edge is drawn over it, in dashes
    if fate == "away":
        return Style(look.ground, look.edge, look.edge, HATCH)
    if look is HOUSES["Lancaster"]:
        return Style(look.fill, PAPER, look.ink, look.edge)
    return Style(look.fill, look.edge, look.ink, HATCH)


def _name(row: Row) -> str:
    """Return the full name of a block, with a note if it changed sides."""
    words = "{block}" if row.entrant is row.first else _("{block}, turned to {house},")
    return words.format(block=BLOCKS[row.entrant.block].name, house=row.entrant.house)


def part_words(name: str, part: Part) -> str:
    """Return a part in words: block, fate and probability.

    >>> part_words("Oxford", Part("stands", 2, 0.234))
    'Oxford stands with 2 steps: 23.4 %'
    """
    words = {
        "stands": _("{block} stands with {steps}"),
        "away": _("{block} is safely away with {steps}"),
        "turned": _("{block} changes sides"),
        "eliminated": _("{block} is eliminated"),
    }
    steps = ngettext("{n} step", "{n} steps", part.left).format(n=part.left)
    return f"{words[part.fate].format(block=name, steps=steps)}: {percent(part.chance)}"


def _font(size: float, colour: str = INK, family: str = SANS) -> Props:
    return {"family": family, "size": size, "color": colour}


def _text(words: str, y: float, font: Props, *, at: float = 0.0, shift: float = 0.0, anchor: str = "left") -> Props:
    """Return an annotation with its middle ``y`` px down, ``shift`` px from the x ``at`` (0..1 of the bars' length)."""
    return {"text": words, "font": font, "x": at, "xref": "paper", "xshift": shift, "xanchor": anchor,
            "y": y, "yref": "y", "yanchor": "middle", "showarrow": False, "align": anchor, "borderpad": 0}  # fmt: skip


def _at_left(words: str, y: float, font: Props, shift: float = 0.0) -> Props:
    """Return an annotation that begins at the left edge of the figure, or ``shift`` px to the right of it."""
    return _text(words, y, font, shift=_PAD - _LEFT + shift)


def _at_right(words: str, y: float, font: Props, shift: float = 0.0) -> Props:
    """Return an annotation that ends at the right edge of the figure, or ``shift`` px to the left of it."""
    return _text(words, y, font, at=1, shift=_RIGHT - _PAD - shift, anchor="right")


def _head(odds: BattleOdds) -> Iterator[Props]:
    heading, room = title(odds), _LEFT + _NARROW + _RIGHT - 2 * _PAD
    large = _fitting(heading, 24, room, bold=True, family="serif")
    yield _at_left(f"<b>{plotly_text(heading)}</b>", 34, _font(large, family=SERIF))
    lines = wrap(subtitle(odds), 14.5, _LEFT - _PAD + _NARROW * _FROM - 12)
    yield _at_left("<br>".join(map(plotly_text, lines)), 52, _font(14.5, INK2)) | {"yanchor": "top"}
    yield _text(_("Ends in round"), 60, _font(14.5, INK2), at=_FROM)
    for number, x in _middles(odds).items():
        high = _TALL * odds.rounds[number] / max(odds.rounds.values())
        words = percent(odds.rounds[number]).removesuffix(" %")
        yield _text(f"<b>{number}</b>", _FOOT + 13, _font(15), at=x, anchor="center")
        yield _text(words, _FOOT - high - 9, _font(13), at=x, anchor="center")
    room = _RIGHT - _PAD - 10
    large = min(_fitting(percent(chance), 34, room, bold=True, family="serif") for chance in odds.win.values())
    for write, (house, chance) in zip((_at_left, _at_right), odds.win.items(), strict=True):
        yield write(f"<b>{percent(chance)}</b>", _WIN - 10, _font(large, family=SERIF))
        words = _("{house} wins").format(house=house)
        yield write(words, _WIN + 19, _font(_fitting(words, 15, room), INK2))


def _row(odds: BattleOdds, row: Row) -> Iterator[Props]:
    """Yield name, note and expected steps of a block; the hover text of the name gives all its fates."""
    block, middle = row.entrant.block, row.top + ROW / 2
    name, below, room = short_name(block), note(odds, row.entrant), _LEFT - _PAD - 62
    fates = [part_words(_name(row), part) for part in parts(odds, block)]
    bold, plain = _font(_fitting(name, 16, room, bold=True)), _font(_fitting(below, 13.5, room), INK2)
    yield _at_left(f"<b>{name}</b>", middle - 9, bold, shift=52) | {"hovertext": "<br>".join(fates)}
    yield _at_left(below, middle + 10, plain, shift=52)
    of = _("of {steps}").format(steps=row.entrant.steps)
    size = _fitting(of, 14, _OF)
    shift = max(39.0, text_width(of, size) + 10)
    yield _at_right(f"<b>{odds.strength[block]:.2f}</b>", middle, _font(22, family=SERIF), shift=shift)
    yield _at_right(of, middle + 1, _font(size, INK2))


def _fitting(words: str, size: float, room: float, *, bold: bool = False, family: Family = "sans") -> float:
    """Return the type size, 12 px or more, at which words stay within ``room`` px."""
    return max(12.0, min(size, room / text_width(words, 1, bold=bold, family=family)))


_HIDDEN: Final = {"visible": False, "fixedrange": True}
_SAME: Final = {
    "autosize": True,
    "margin": {"l": _LEFT, "r": _RIGHT, "t": 0, "b": 0, "pad": 0},
    "barmode": "overlay",
    "showlegend": False,
    "paper_bgcolor": PAPER,
    "plot_bgcolor": PAPER,
    "font": _font(14),
    "uniformtext": {"mode": "hide", "minsize": 12},
    "dragmode": False,
    "hovermode": "closest",
    "hoverlabel": {"bgcolor": PANEL, "bordercolor": INK, "align": "left", "font": _font(15)},
    "xaxis": _HIDDEN | {"range": [-0.005, 1.005]},  # else the outlines of the first and last part would be cut in half
    "template": {"layout": {}},
}


def _layout(odds: BattleOdds) -> Props:
    blocks = rows(odds, _HEAD)
    bottom = blocks[-1].top + ROW
    words, shapes = _key(odds, bottom + 30)
    height = words[-1]["y"] + 24
    words += [*_head(odds), *(text for row in blocks for text in _row(odds, row))]
    shapes += [_box(0, 1, row, line={"color": RULE, "width": 1}, layer="below") for row in blocks]
    for row in blocks:  # plotly has no dashed bars
        for stretch in _stretches(odds, row):
            if stretch.part.fate == "eliminated" and stretch.part.chance >= 0.002:
                shapes.append(_box(stretch.begin, stretch.begin + stretch.part.chance, row, line=_DASHED))
    shapes.append(_across(_FROM, 1, _FOOT, INK3))
    leading = [row for row in blocks if row.leads]
    for row in leading:
        words.append(_at_left(f"<b>{side_words(row.first)}</b>", row.top - 20, _font(16, family=SERIF)))
        words.append(_at_right(_("steps to expect"), row.top - 20, _font(13.5, INK2)))
    for y in (*(row.top - 6 for row in leading), bottom + 8):  # hairlines; only the middle piece grows with the page
        shapes.append(_across(0, 1, y, RULE))
        shapes.append(_across(_PAD - _LEFT, 0, y, RULE) | {"xsizemode": "pixel", "xanchor": 0})
        shapes.append(_across(0, _RIGHT - _PAD, y, RULE) | {"xsizemode": "pixel", "xanchor": 1})
    return _SAME | {
        "height": height,
        "yaxis": _HIDDEN | {"range": [height, 0]},
        "images": [_tokens(odds, blocks, height)],
        "shapes": shapes,
        "annotations": words,
        "meta": [title(odds), describe(odds)],
    }


def _tokens(odds: BattleOdds, blocks: list[Row], height: float) -> Props:
    """Return the tokens as one picture that ends where the bars begin; it is as high as the figure, so never scaled."""
    tokens = []
    for row in blocks:
        piece = Piece(row.entrant.house, odds.area, row.entrant.block, row.entrant.steps)
        tokens.append(token_svg(piece, _PAD + 22, row.top + ROW / 2 + 2, 0.82, size="kingdom"))
    picture = tag("svg", *tokens, xmlns="http://www.w3.org/2000/svg", width=_LEFT, height=height,
                  viewBox=f"0 0 {_LEFT:.0f} {height:.0f}", preserveAspectRatio="xMaxYMin")  # fmt: skip
    source = "data:image/svg+xml;base64," + b64encode(picture.encode()).decode()
    return {"source": source, "xref": "paper", "yref": "paper", "x": 0, "y": 1, "sizex": 1, "sizey": 1,
            "xanchor": "right", "yanchor": "top", "sizing": "contain", "layer": "above"}  # fmt: skip


def _box(begin: float, end: float, row: Row, **look: Any) -> Props:
    """Return a box round a part of a row's bar."""
    low = row.top + (ROW - _BAR) / 2
    return {"type": "rect", "x0": begin, "x1": end, "y0": low, "y1": low + _BAR} | look


def _across(begin: float, end: float, y: float, colour: str) -> Props:
    line = {"color": colour, "width": 1.2}
    return {"type": "line", "xref": "paper", "x0": begin, "x1": end, "y0": y, "y1": y, "line": line}


def _key(odds: BattleOdds, y: float) -> tuple[list[Props], list[Props]]:
    """Return annotations and shapes of the key, from ``y`` px down, in as many lines as the narrowest page needs."""
    x, shapes = 0.0, list[Props]()
    words = [_at_left("■■", y, _font(_LABEL, HOUSES["York"].ink), shift=_SAMPLE / 2) | {"xanchor": "center"}]
    for fate, label in {**legend(odds), "": _("Figures are per cent.")}.items():
        before = _SAMPLE + 8 if fate else 0.0
        wide = before + text_width(label, _LABEL)
        if x + wide > 700 - 2 * _PAD:
            x, y = 0.0, y + 26
        shapes += _sample(fate, x + _PAD - _LEFT, y) if fate else []
        words.append(_at_left(label, y, _font(_LABEL, INK2), shift=x + before))
        x += wide + 18
    return words, shapes


def _sample(fate: str, x: float, y: float) -> list[Props]:
    """Return a sample of a bar of York; for the fate "turned" it has the colours before and after."""
    begin, look = (_SAMPLE / 2 if fate == "turned" else 0.0), _look("York", fate)
    pixels = {"xref": "paper", "xsizemode": "pixel", "xanchor": 0}
    line = _DASHED if fate == "eliminated" else {"color": look.edge, "width": 1.1}
    box = {"type": "rect", "x0": x + begin, "x1": x + _SAMPLE, "y0": y - 9, "y1": y + 9, "fillcolor": look.fill}
    shapes = [*(_sample("stands", x, y) if begin else ()), pixels | box | {"line": line}]
    ring = ((begin, -9.0), (_SAMPLE, -9.0), (_SAMPLE, 9.0), (begin, 9.0), (begin, -9.0))
    for way in {"away": (1,), "turned": (-1,), "eliminated": (1, -1)}.get(fate, ()):
        strokes = ("L".join(f"{x + a:.1f},{y + way * b:.1f}" for a, b in line) for line in hatch((ring,), 8.5))
        thin = {"color": look.lines, "width": 1.4}
        shapes.append(pixels | {"type": "path", "path": "M" + "M".join(strokes), "line": thin})
    return shapes
