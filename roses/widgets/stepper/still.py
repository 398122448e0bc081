"""A step as one SVG picture, map and narration side by side, for notebooks without a kernel."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.palette import INK, INK2, PANEL, PAPER, RULE, SERIF
from roses.figures.drawing.svg import Svg, document, line, rect, tag, text
from roses.figures.map.geography import add_credit
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.panel import cited, place_words
from roses.widgets.stepper.panel import title as record_title

_TOP, _MAP, _HIGH, _SIDE, _PAD = 40, 780, 526, 400, 18


def picture(model: StepperModel) -> Svg:
    """Return the step as an SVG document, 1180 x 605 px."""
    width, height = float(_MAP + _SIDE), float(_TOP + _HIGH)
    shown = model.adapter.still(model, _MAP, _HIGH)
    inside = [
        rect(0, 0, width, height, PANEL),
        _head(model, width),
        _stage(model, shown),
        *_panel(model, _MAP + _PAD, _TOP + 38),
        tag("rect", x="0.5", y="0.5", width=width - 1, height=height - 1, fill="none", stroke=RULE),
    ]
    said = f"{model.moment.text} {shown.description}"
    return add_credit(document(width, height, inside, title=caption(model), description=said))


def caption(model: StepperModel) -> str:
    """Return number, date and place of the step in one line.

    >>> import roses
    >>> caption(StepperModel(roses.timeline("1483-richard-iii")))
    'Step 1 of 37: 9 April 1483, Westminster'
    """
    moment = model.moment
    where = ", ".join(filter(None, (moment.date, moment.place)))
    return _("Step {n} of {all}: {where}").format(n=model.index + 1, all=len(model), where=where)


def words(model: StepperModel) -> str:
    """Return the step as plain text: caption, narration and events."""
    return "\n".join(
        filter(
            None,
            (
                caption(model),
                model.moment.text,
                *(model.adapter.headline(group.event) for group in model.adapter.grouped(model.events)),
            ),
        )
    )


def _head(model: StepperModel, width: float) -> str:
    title = record_title(model)
    counter = f"{model.index + 1} / {len(model)}"
    return tag(
        "g",
        text(15, 26, title, 18, weight=600, anchor="start", family=SERIF),
        text(29 + text_width(title, 18, bold=True, family="serif"), 26, model.moment.title, 15, INK2, anchor="start"),
        text(width - 18, 26, counter, 15, weight=600, anchor="end"),
        line([(0, _TOP), (width, _TOP)], RULE),
    )


def _stage(model: StepperModel, shown: Svg) -> str:
    ground = rect(0, _TOP, _MAP, _HIGH, PAPER) if model.stage != "map" else ""
    return ground + shown.nested(0, _TOP, _MAP, _HIGH)


def _panel(model: StepperModel, x: float, y: float) -> list[str]:
    moment, room = model.moment, _SIDE - 2 * _PAD
    groups = model.adapter.grouped(model.events)
    said = model.adapter.sentence(groups[0]) if groups else ""
    departs = _("Departs from history: {how}").format(how=moment.departs) if moment.departs else ""
    sources = " · ".join(cited(source) for source in model.timeline.sources(model.index))
    lines: list[str] = []
    for words, size, weight, family, ink in (
        (moment.date, 26, 600, SERIF, INK),
        (place_words(model), 15.5, 400, "", INK2),
        (moment.text, 19, 400, SERIF, INK),
        (said, 17, 600, "", INK),
        (departs, 15, 400, "", INK2),
        (_("Sources: {names}").format(names=sources) if sources else "", 13.5, 400, "", INK2),
    ):
        for written in wrap(words, size, room, bold=weight == 600, family="serif" if family else "sans"):
            more = {"family": family} if family else {}
            lines.append(text(x, y, written, size, ink, weight=weight, anchor="start", within=room, **more))  # type: ignore[arg-type]
            y += size * 1.38
        y += 10 if words else 0
    return lines
