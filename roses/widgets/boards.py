"""What a stepper shows in place of the map: the battle board and the count of the lords, cut to the room there is."""

from __future__ import annotations

import re
from typing import Final

import msgspec

from roses.figures.battle import battle_svg
from roses.figures.lines import STRIP, TOP, plan
from roses.figures.political import TOP as POLITICAL_TOP
from roses.figures.political import VERDICT, political_svg
from roses.figures.svg import number, tag
from roses.richard.tally import Tally
from roses.richard.view import View
from roses.widgets.walk import Walk

_WIDTHS: Final = (780, 860, 940, 1020, 1120, 1240)  # px: a board is drawn so wide before it is scaled to the stage


class Board(msgspec.Struct, frozen=True):
    """A board as SVG without size of its own, the px it takes of the stage, and those free for the panel, in width."""

    svg: str
    width: int
    free: int = 0


def board_for(walk: Walk, width: int, height: int) -> Board:
    """Return the board of this step for a stage of ``width`` x ``height`` px; empty where the map is all there is."""
    if walk.board == "battle":
        return _battle(walk.view, walk.results, width, height)
    tally = walk.tally
    return _count(walk.view, tally, width, height) if tally else Board("", 0)


def _battle(view: View, results: dict[str, str], width: int, height: int) -> Board:
    """The board without its own header and strips, which the stepper's header replaces."""
    drawn = max(_WIDTHS, key=lambda w: _scale(view, w, width, height))
    svg = battle_svg(view, width=drawn, results=results)
    return Board(_cropped(svg, TOP + STRIP, STRIP), round(drawn * _scale(view, drawn, width, height)))


def _scale(view: View, drawn: int, width: int, height: int) -> float:
    """How large a board of that width is shown on the stage, 1 at most."""
    high = plan(view, drawn).height - TOP - 2 * STRIP
    return min(1.0, width / drawn, height / high)


def _count(view: View, tally: Tally, width: int, height: int) -> Board:
    """The table without its own header, as wide as fills the stage at its height."""
    drawn = 1100.0 if width > height else 900.0
    for _again in range(2):
        svg = _cropped(political_svg(view, tally, width=drawn), POLITICAL_TOP, 0, "xMaxYMin")
        high = float(svg.partition('viewBox="')[2].partition('"')[0].split()[3])
        shown, drawn = min(width / drawn, height / high), max(drawn, float(round(width * high / height)))
    return Board(svg, width, round(VERDICT * shown))


_HEAD: Final = re.compile(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)"[^>]*>(<title>.*?</title><desc>.*?</desc>)')


def _cropped(svg: str, above: float, below: float, align: str = "xMidYMid") -> str:
    """Cut an SVG document at the top and the bottom and let its page say how large it is."""
    found = _HEAD.match(svg)
    if found is None:
        raise ValueError(f"this is no SVG document of roses.figures: {svg[:60]!r}")
    width, height = float(found[1]), float(found[2]) - above - below
    size = {"width": number(width), "height": number(height)}
    inner = tag("svg", svg[found.end() : -len("</svg>")], **size, viewBox=f"0 {above:g} {width:g} {height:g}")
    box = {"viewBox": f"0 0 {width:g} {height:g}", "preserveAspectRatio": f"{align} meet"}
    return tag("svg", found[3], inner, xmlns="http://www.w3.org/2000/svg", role="img", **box)
