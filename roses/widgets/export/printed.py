"""Steps for paper: picture, narration, question and sources of each step on a third of a page, without scripts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import DRAWN, Svg, escape, tag
from roses.progress import counted
from roses.widgets.export.page import document
from roses.widgets.export.pieces import Element, elements
from roses.widgets.html import div
from roses.widgets.stepper import panel, still
from roses.widgets.stepper.chances import chart_svg
from roses.widgets.stepper.model import StepperModel

_HERE: Final = Path(__file__).parent
_PICTURE: Final = (600, 400)  # px
_MUCH: Final = 900  # characters: a longer text of a step is set smaller
_BUTTONS: Final = re.compile(r'<p class="roses-asks">.*?</p>')
_TAG: Final = re.compile(r"<[^>]*>")
_LONG: Final = 300  # characters: shorter parts of pictures are not shared


class Steps:
    """The printed steps of one page. Parts of pictures that recur stand once on the page, in ``shared``."""

    def __init__(self) -> None:
        self._pictures: list[str] = []

    def html(
        self, timeline: Timeline, first: int = 0, last: int | None = None, *, chances: str = "", **choices: Any
    ) -> str:
        """Return the steps ``first`` to ``last``, both included, as HTML; choices are those of a ``StepperModel``.

        The chances of a side, if ``chances`` names one, are drawn below them, up to the last.
        """
        model = StepperModel(timeline)
        for name, value in choices.items():
            setattr(model, name, value)
        parts = []
        last = len(model) - 1 if last is None else last
        for model.index in counted(range(first, last + 1), _("steps"), _("step"), last + 1 - first):
            parts.append(self._step(model))
        drawn = tag("figure", chart_svg(timeline, chances, last), **{"class": "roses-chances"}) if chances else ""
        return f'<div class="roses-steps">{"".join(parts)}</div>{drawn}'

    def _step(self, model: StepperModel) -> str:
        drawn = model.adapter.still(model, *_PICTURE)
        # nested, since else the picture is not cut at its edges where its place has another shape
        nested = drawn.nested(0, 0, drawn.width, drawn.height)
        self._pictures.append(str(Svg(drawn.width, drawn.height, nested, name=drawn.name)))
        number, told = f"{model.index + 1} / {len(model)}", _BUTTONS.sub("", panel.panel_html(model)) + _question(model)
        caption = tag("figcaption", tag("b", escape(number)), " ", escape(_title(model)))
        length = "roses-told roses-long" if len(_TAG.sub("", told)) > _MUCH else "roses-told"
        figure = tag("figure", _place(len(self._pictures) - 1), caption)
        return tag("article", figure, tag("div", told, **{"class": length}))

    def completed(self, body: str) -> str:
        """Return the body of a page with its pictures in place."""
        parts = [_parts(picture) for picture in self._pictures]
        pictures = Counter(part for inside in parts for part in dict.fromkeys(inside))
        often = [part for part, n in pictures.items() if n > 1]
        names = {part: f"part{i}" for i, part in enumerate(often) if len(part) > _LONG}
        for i, (picture, inside) in enumerate(zip(self._pictures, parts, strict=True)):
            for part in (part for part in dict.fromkeys(inside) if part in names):
                picture = picture.replace(part, f'<use href="#{names[part]}"/>')
            body = body.replace(_place(i), picture)
        kept = "".join(tag("g", part, id=name) for part, name in names.items())
        return tag("svg", tag("defs", kept), width=0, height=0, style="position:absolute") + body


def printed_html(timeline: Timeline) -> str:
    """Return a timeline as a page for the printer of any browser: up to three steps on a page of A4."""
    steps, title = Steps(), panel.title(StepperModel(timeline))
    return paper(title, steps.completed(tag("h1", escape(title)) + steps.html(timeline)))


def paper(title: str, body: str) -> str:
    """Return a page for the printer."""
    return document(title, f"<main>{body}</main>", kind="print", style=("page.css", "print.css"))


def _place(number: int) -> str:
    """Return what stands in the place of a picture until all are known."""
    return f"<!--picture {number}-->"


def _parts(picture: str) -> list[str]:
    """Return the groups that a picture and the pictures nested in it consist of."""

    def groups(outer: Element) -> Iterator[str]:
        for part in outer.inside:
            if picture.startswith(("<svg", DRAWN), part.start):
                yield from groups(part)
            elif picture.startswith("<g", part.start):
                yield picture[part.start : part.end]

    return list(groups(elements(picture)[0]))


def _question(model: StepperModel) -> str:
    """Return the question to be asked before the next step, with its answers; "" if there is none."""
    if not (asked := model.moment.question):
        return ""
    answers = tag("ol", *(tag("li", escape(answer.text)) for answer in asked.answers), type="A")
    return div("question", tag("b", escape(_("Before you read on:"))), " ", escape(asked.text), answers)


def _title(model: StepperModel) -> str:
    return model.moment.title or still.caption(model)
