"""Shares with their intervals, one below the other, as SVG: what came of simulated games."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from roses.engine.i18n import gettext as _
from roses.figures.drawing.palette import AMBER, INK, INK2, RULE, SERIF
from roses.figures.drawing.svg import Svg, line, rect, tag, text
from roses.figures.odds.comparison import WIDTH, framed, heading

Share: TypeAlias = tuple[float, float, float]  # the share and the ends of its interval, 0..1
_PAD: Final = 20.0
_LEFT: Final = 270.0  # where the scale begins
_RIGHT: Final = 190.0  # from where it ends to the edge
_AXIS: Final = WIDTH - _LEFT - _RIGHT
_ROW: Final = 40.0


def shares_svg(shares: Mapping[str, Share], title: str) -> Svg:
    """Return a point with its interval for each share, labelled by its key, in one SVG, 780 px wide.

    A share is a triple: the share and the lower and upper end of its interval, all 0..1, as ``(0.5, *wilson(0.5, 40))``
    with ``wilson`` of ``roses.lab.intervals``. ValueError if there is none, or if one is not in order between 0 and 1.

    >>> shares_svg({"squires": (0.5, 0.4, 0.6)}, "York wins").description
    'squires: 50.0 % (40.0 % to 60.0 %).'
    """
    _demand(shares)
    drawn, low = heading(title)
    top = low + 40
    bottom = top + _ROW * len(shares)
    drawn += _scale(top, bottom)
    for number, (label, share) in enumerate(shares.items()):
        drawn += _row(label, share, top + _ROW * (number + 0.5))
    said = "; ".join(_("{case}: {share}").format(case=label, share=_words(*share)) for label, share in shares.items())
    return framed(drawn, bottom + 18, title, f"{said}.")


def _demand(shares: Mapping[str, Share]) -> None:
    if not shares:
        raise ValueError(_("there is no share to draw; give {example}").format(example="{'squires': (0.5, 0.4, 0.6)}"))
    for label, (share, low, high) in shares.items():
        if not 0 <= low <= share <= high <= 1:
            said = _("{label} is no share with its interval: the share, its lower and its upper end are from 0 to 1")
            raise ValueError(said.format(label=repr(label)))


def _words(share: float, low: float, high: float) -> str:
    said = _("{share:.1f} % ({low:.1f} % to {high:.1f} %)")
    return said.format(share=100 * share, low=100 * low, high=100 * high)


def _scale(top: float, bottom: float) -> Iterator[str]:
    yield text(_LEFT, top - 22, _("per cent"), 13.5, INK2, anchor="start")
    for share in range(0, 101, 25):
        x = _LEFT + _AXIS * share / 100
        yield line([(x, top - 2), (x, bottom)], RULE)
        yield text(x, top - 7, str(share), 13, INK2)


def _row(label: str, share: Share, y: float) -> Iterator[str]:
    """Draw the label, the interval as a bar with a point in it, and the numbers."""
    middle, low, high = (_LEFT + _AXIS * part for part in share)
    yield text(_PAD, y + 5, label, 15, INK, anchor="start", within=_LEFT - _PAD - 14)
    yield rect(low, y - 6, max(high - low, 2.0), 12, AMBER, stroke=INK, stroke_width=1.0)
    yield tag("circle", cx=middle, cy=y, r=6, fill=INK)
    point = _("{share:.1f} %").format(share=100 * share[0])
    yield text(WIDTH - _PAD - 96, y + 6, point, 17, INK, weight=600, anchor="end", family=SERIF)
    ends = _("{low:.0f} to {high:.0f} %").format(low=100 * share[1], high=100 * share[2])
    yield text(WIDTH - _PAD, y + 5, ends, 13.5, INK2, anchor="end")
