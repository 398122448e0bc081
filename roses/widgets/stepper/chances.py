"""The chance that a side wins, as a strip at the foot of a Stepper: up to the step that is shown, and no further."""

from __future__ import annotations

from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import Svg, escape, tag
from roses.widgets.stepper.adapter import ALL

_STYLE: Final = "height:56px;line-height:0"


class Chances:
    """The chances of a side at the steps of a timeline; each is worked out once, when a reader first comes so far.

    >>> import roses
    >>> len(Chances(roses.timeline("1483-richard-iii"), "York").until(3))
    4
    """

    def __init__(self, timeline: Timeline, side: str) -> None:
        self.side = side
        self.steps = len(timeline)
        self._timeline: Timeline[Any] = timeline
        self._known: list[float] = []

    def until(self, step: int) -> list[float]:
        """Return the chances 0..1 from the first step to this one.

        ValueError for another game than the block war game, and for an unknown side.
        """
        from roses.lab.winning.model import win_probability

        for number in range(len(self._known), step + 1):
            self._known.append(win_probability(self._timeline.state(number), self.side))
        return self._known[: step + 1]


def strip_html(chances: Chances, step: int, viewer: str) -> str:
    """Return the strip of a step and the chance in words; for a side that looks on, who may not know it, a sentence.

    ValueError as for ``Chances.until``.

    >>> import roses
    >>> "Chance of York" in strip_html(Chances(roses.timeline("1483-richard-iii"), "York"), 3, "all")
    True
    """
    from roses.figures.odds.games import percent, strip_svg

    side, found = chances.side, chances.until(step)
    if viewer != ALL:
        return tag("p", escape(_("The chance rests on what this side may not see.")))
    said = _("By a model that learned from games of bots, {side} wins from here {percent} times in 100.")
    words = escape(said.format(side=side, percent=percent(found[-1])))
    drawn = strip_svg(found, chances.steps, side).replace("<svg ", '<svg width="100%" height="100%" ', 1)
    return tag("div", drawn, style=_STYLE) + tag("p", words)


def chart_svg(timeline: Timeline, side: str, last: int) -> Svg:
    """Return the chances of a side up to a step as a chart for paper; ValueError as for ``Chances.until``.

    >>> import roses
    >>> chart_svg(roses.timeline("1483-richard-iii"), "York", 3).name
    'Chance of York, step by step'
    """
    from roses.figures.odds.games import steps_svg

    return steps_svg(Chances(timeline, side).until(last), len(timeline), side)
