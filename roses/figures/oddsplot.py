"""Odds of a battle as a plotly figure, with its SVG twin for readers without a kernel. Computes no odds."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

import plotly.graph_objects as go

from roses.engine.text import gettext as _
from roses.engine.text import ngettext
from roses.figures.odds import WIDTH, Part, odds_svg, parts, percent, title
from roses.figures.palette import HOUSES, INK, INK2, INK3, PANEL, PAPER, RULE, SANS, SERIF
from roses.figures.words import other_side, short_name
from roses.lab.odds.result import BattleOdds

_ROW: Final = 46
_TOP: Final = 240
_FOOT: Final = 60
Props = dict[str, Any]


class OddsFigure(go.Figure):  # type: ignore[misc]
    """A figure of odds that leaves its SVG twin beside plotly's data (nbconvert, GitHub)."""

    def _repr_mimebundle_(self, *args: Any, **kwargs: Any) -> Props:
        bundle: Props = super()._repr_mimebundle_(*args, **kwargs) or {}
        odds: BattleOdds | None = getattr(self, "_roses_odds", None)  # a copy of a figure has none
        return {**bundle, "image/svg+xml": odds_svg(odds), "text/plain": repr(odds)} if odds else bundle

    def _ipython_display_(self) -> None:
        import_module("IPython.display").display(self._repr_mimebundle_(), raw=True)


def odds_figure(odds: BattleOdds) -> OddsFigure:
    """Return the odds as a plotly figure, 900 px wide: hover says each probability in words.

    >>> import roses
    >>> odds = roses.battle_odds(area="Kent", attacker="York", attackers=["March"], defenders=["Somerset"])
    >>> len(odds_figure(odds).layout.annotations) > 3
    True
    """
    figure = OddsFigure({"data": _traces(odds), "layout": _layout(odds)})
    object.__setattr__(figure, "_roses_odds", odds)
    return figure


def odds_bundle(odds: BattleOdds) -> Props:
    """Return text, SVG and plotly JSON for ``_repr_mimebundle_``."""
    return {
        "text/plain": repr(odds),
        "image/svg+xml": odds_svg(odds),
        "application/vnd.plotly.v1+json": {
            "data": _traces(odds),
            "layout": _layout(odds),
            "config": {"displayModeBar": False},
        },
    }


def _traces(odds: BattleOdds) -> list[Props]:
    return [*_winners(odds), *_rounds(odds), *_fates(odds)]


def _bar(axes: str, **more: Any) -> Props:
    return {"type": "bar", "xaxis": f"x{axes}", "yaxis": f"y{axes}", "hoverinfo": "text", "showlegend": False, **more}


def _winners(odds: BattleOdds) -> list[Props]:
    return [
        _bar(
            "2", orientation="h", x=[chance], y=[""], width=0.9, marker=_solid(house),
            hovertext=_("{house} wins {chance}").format(house=house, chance=percent(chance)),
        )
        for house, chance in odds.win.items()
    ]  # fmt: skip


def _rounds(odds: BattleOdds) -> list[Props]:
    """Columns by round; the house that is named second stands below, as in the SVG."""
    found = []
    for house in reversed(odds.win):
        chances = [odds.wins.get((house, number), 0.0) for number in odds.rounds]
        said = [
            _("{house} wins in round {n}: {chance}").format(house=house, n=number, chance=percent(chance))
            for number, chance in zip(odds.rounds, chances, strict=True)
        ]
        numbers = [str(number) for number in odds.rounds]
        found.append(_bar("3", x=numbers, y=chances, width=0.72, marker=_solid(house), hovertext=said))
    return found


def _fates(odds: BattleOdds) -> list[Props]:
    """One trace for each stretch that blocks may have, in the order of their bars."""
    stretches = [(entrant, part) for entrant in odds.entrants for part in parts(odds, entrant.block)]
    order = {"stands": 0, "away": 1, "turned": 2, "eliminated": 3}
    kinds = sorted({(order[part.fate], -part.left) for _who, part in stretches})
    found = []
    for kind in kinds:
        mine = [(e, part) for e, part in stretches if (order[part.fate], -part.left) == kind]
        looks = [_look(e.house, part) for e, part in mine]
        marker = {
            "color": [look[0] for look in looks],
            "line": {"color": [look[1] for look in looks], "width": 1.1},
            "pattern": {"shape": [look[2] for look in looks], "fgcolor": RULE, "size": 7, "solidity": 0.3},
        }
        found.append(
            _bar(
                "", orientation="h", width=0.8, marker=marker,
                x=[part.chance for _who, part in mine], y=[e.block for e, _part in mine],
                text=[_label(part) for _who, part in mine], textposition="inside", insidetextanchor="middle",
                textangle=0, textfont={"color": [look[3] for look in looks], "size": 12}, constraintext="none",
                hovertext=[f"<b>{short_name(e.block)}</b><br>{said(part)}" for e, part in mine],
            )
        )  # fmt: skip
    return found


def said(part: Part) -> str:
    """Say a fate and its probability.

    >>> said(Part("away", 2, 0.25))
    'safely away with 2 steps: 25.0 %'
    """
    steps = ngettext("{n} step", "{n} steps", part.left).format(n=part.left)
    words = {
        "stands": _("in the area with {steps}"),
        "away": _("safely away with {steps}"),
        "turned": _("changed sides"),
        "eliminated": _("eliminated"),
    }
    return f"{words[part.fate].format(steps=steps)}: {percent(part.chance)}"


def _label(part: Part) -> str:
    if part.chance < 0.05:
        return ""
    share = f"{100 * part.chance:.0f}"
    return f"{'■' * part.left}<br>{share}" if part.left else share


def _solid(house: str) -> Props:
    return {"color": HOUSES[house].fill, "line": {"color": HOUSES[house].edge, "width": 1.4}}


def _look(house: str, part: Part) -> tuple[str, str, str, str]:
    """Return fill, edge, pattern and ink of a stretch."""
    look = HOUSES[other_side(house) if part.fate == "turned" else house]
    if part.fate == "eliminated":
        return PANEL, INK3, "", INK2
    if part.fate == "away":
        return look.ground, look.edge, "/", look.edge
    return look.fill, PAPER if look.ink == "#FFFFFF" else look.edge, "", look.ink


def _layout(odds: BattleOdds) -> Props:
    rows = len(odds.entrants)
    height = _TOP + _ROW * rows + _FOOT
    low, high = _FOOT / height, (_FOOT + _ROW * rows) / height
    hidden = {"visible": False, "fixedrange": True}
    names = {
        "tickvals": [e.block for e in odds.entrants],
        "ticktext": [f"<b>{short_name(e.block)}</b>" for e in odds.entrants],
        "autorange": "reversed",
        "ticklabelstandoff": 8,
        "fixedrange": True,
        "categoryarray": [e.block for e in odds.entrants],
        "categoryorder": "array",
        "tickfont": {"size": 14.5},
    }
    return {
        "width": WIDTH,
        "height": height,
        "barmode": "stack",
        "bargap": 0.2,
        "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
        "paper_bgcolor": PAPER,
        "plot_bgcolor": PAPER,
        "font": {"family": SANS, "color": INK, "size": 14},
        "hoverlabel": {"bgcolor": PANEL, "font": {"family": SANS, "color": INK}},
        "xaxis": hidden | {"domain": [0.16, 0.86], "range": [0, 1]},
        "yaxis": names | {"domain": [low, high]},
        "xaxis2": hidden | {"domain": [0.027, 0.65], "range": [0, 1], "anchor": "y2"},
        "yaxis2": hidden | {"domain": [1 - 172 / height, 1 - 126 / height], "anchor": "x2"},
        "xaxis3": {"domain": [0.71, 0.973], "type": "category", "anchor": "y3", "fixedrange": True},
        "yaxis3": hidden | {"domain": [1 - 172 / height, 1 - 70 / height], "anchor": "x3"},
        "annotations": [*_head(odds), *_expected(odds)],
    }


def _note(words: str, x: float, y: float, **more: Any) -> Props:
    return {
        "text": words,
        "x": x,
        "y": y,
        "xref": "paper",
        "yref": "paper",
        "showarrow": False,
        "yanchor": "top",
        **more,
    }


def _head(odds: BattleOdds) -> list[Props]:
    height = _TOP + _ROW * len(odds.entrants) + _FOOT
    serif = {"family": SERIF, "color": INK}
    big = [
        _note(
            f"<b>{percent(chance)}</b> <span style='font-size:15px;font-family:{SANS.split(',')[1]}'>"
            + _("{house} wins").format(house=house)
            + "</span>",
            0.65 * i + 0.027 * (1 - i), 1 - 84 / height, xanchor="right" if i else "left", font=serif | {"size": 28},
        )
        for i, (house, chance) in enumerate(odds.win.items())
    ]  # fmt: skip
    return [
        _note(f"<b>{title(odds)}</b>", 0.027, 1 - 18 / height, xanchor="left", font=serif | {"size": 22}),
        _note(_("Ends in round"), 0.71, 1 - 40 / height, xanchor="left", font={"color": INK2, "size": 14}),
        _note(_("steps to expect"), 0.973, 1 - 212 / height, xanchor="right", font={"color": INK2, "size": 13}),
        _note(
            _("Figures are per cent; squares are steps left. Hatched: safely away. Outline: eliminated."),
            0.16, 40 / height, xanchor="left", font={"color": INK2, "size": 13},
        ),
        *big,
    ]  # fmt: skip


def _expected(odds: BattleOdds) -> list[Props]:
    return [
        {
            "text": f"<b>{odds.strength[e.block]:.2f}</b> " + _("of {steps}").format(steps=e.steps),
            "x": 0.973,
            "xref": "paper",
            "xanchor": "right",
            "y": e.block,
            "yref": "y",
            "showarrow": False,
            "font": {"size": 15},
        }
        for e in odds.entrants
    ]
