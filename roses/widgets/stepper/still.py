"""A step as one SVG picture, map and narration side by side: what a notebook shows where no kernel runs."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.drawing.palette import INK, INK2, PANEL, PAPER, RULE, SERIF
from roses.figures.drawing.svg import document, line, rect, tag, text, text_width, wrap
from roses.widgets.stepper.model import Walk
from roses.widgets.stepper.panel import place_words
from roses.widgets.stepper.panel import title as record_title

_TOP, _MAP, _HIGH, _SIDE, _PAD = 40, 780, 526, 400, 18


def picture(walk: Walk) -> str:
    """Return the step as an SVG document, 1180 x 566 px."""
    width, height = float(_MAP + _SIDE), float(_TOP + _HIGH)
    inside = [
        rect(0, 0, width, height, PANEL),
        _head(walk, width),
        _stage(walk),
        *_panel(walk, _MAP + _PAD, _TOP + 38),
        tag("rect", x="0.5", y="0.5", width=width - 1, height=height - 1, fill="none", stroke=RULE),
    ]
    return document(width, height, inside, title=caption(walk), description=walk.moment.text)


def caption(walk: Walk) -> str:
    """Say which step this is, in one line.

    >>> import roses
    >>> caption(Walk(roses.timeline("1483-richard-iii")))
    'Step 1 of 32: 9 April 1483, Westminster'
    """
    moment = walk.moment
    where = ", ".join(filter(None, (moment.date, moment.place)))
    return _("Step {n} of {all}: {where}").format(n=walk.index + 1, all=len(walk), where=where)


def words(walk: Walk) -> str:
    """Return the step as plain text."""
    return "\n".join(
        filter(
            None,
            (
                caption(walk),
                walk.moment.text,
                *(walk.door.headline(deed.event) for deed in walk.door.told(walk.events)),
            ),
        )
    )


def _head(walk: Walk, width: float) -> str:
    title = record_title(walk)
    counter = f"{walk.index + 1} / {len(walk)}"
    return tag(
        "g",
        text(15, 26, title, 18, weight=600, anchor="start", family=SERIF),
        text(29 + text_width(title, 18), 26, walk.moment.title, 15, INK2, anchor="start"),
        text(width - 18, 26, counter, 15, weight=600, anchor="end"),
        line([(0, _TOP), (width, _TOP)], RULE),
    )


def _stage(walk: Walk) -> str:
    ground = rect(0, _TOP, _MAP, _HIGH, PAPER) if walk.stage != "map" else ""
    return ground + _nested(walk.door.still(walk, _MAP, _HIGH))


def _nested(svg: str) -> str:
    """Put an SVG document into the picture at the place of the stage."""
    head, _close, rest = svg.partition(">")
    box = head.partition('viewBox="')[2].partition('"')[0]
    return f'<svg x="0" y="{_TOP}" width="{_MAP}" height="{_HIGH}" viewBox="{box}">{rest}'


def _panel(walk: Walk, x: float, y: float) -> list[str]:
    moment, room = walk.moment, _SIDE - 2 * _PAD
    deeds = walk.door.told(walk.events)
    said = walk.door.said(deeds[0]) if deeds else ""
    departs = _("Departs from history: {how}").format(how=moment.departs) if moment.departs else ""
    sources = " · ".join(source.short for source in walk.timeline.sources(walk.index))
    lines: list[str] = []
    for words, size, weight, family, ink in (
        (moment.date, 26, 600, SERIF, INK),
        (place_words(walk), 15.5, 400, "", INK2),
        (moment.text, 19, 400, SERIF, INK),
        (said, 17, 600, "", INK),
        (departs, 15, 400, "", INK2),
        (_("Sources: {names}").format(names=sources) if sources else "", 13.5, 400, "", INK2),
    ):
        for written in wrap(words, size * (1.06 if weight == 600 else 0.96), room):
            more = {"family": family} if family else {}
            lines.append(text(x, y, written, size, ink, weight=weight, anchor="start", within=room, **more))  # type: ignore[arg-type]
            y += size * 1.38
        y += 10 if words else 0
    return lines
