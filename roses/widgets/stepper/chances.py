"""The chance that a side wins, as a strip at the foot of a Stepper: up to the step that is shown, and no further."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.widgets.stepper.adapter import ALL
from roses.widgets.stepper.model import StepperModel

_STYLE = "height:56px;border:1px solid #D8CDB8;line-height:0"


def strip_html(model: StepperModel, side: str) -> str:
    """Return the strip and the chance in words; while a side looks on, who may not know it, a sentence instead.

    ValueError for another game than the block war game, and for an unknown side.

    >>> import roses
    >>> model = StepperModel(roses.timeline("1483-richard-iii"))
    >>> "Chance of York" in strip_html(model, "York")
    True
    """
    from roses.figures.winning import strip_svg
    from roses.lab.winning.model import win_probability

    chances = [win_probability(model.timeline.state(step), side) for step in range(model.index + 1)]
    if model.viewer != ALL:
        return tag("p", escape(_("The chance rests on what this side may not see.")), style="margin:4px 12px")
    said = _("By a model that learned from games of bots, {side} wins from here {percent} times in 100.")
    words = escape(said.format(side=side, percent=round(100 * chances[-1])))
    drawn = strip_svg(chances, len(model), side).replace("<svg ", '<svg width="100%" height="100%" ', 1)
    strip = tag("div", drawn, style=_STYLE)
    return tag("div", strip, tag("p", words, style="margin:4px 12px"), **{"class": "roses-chances"})
