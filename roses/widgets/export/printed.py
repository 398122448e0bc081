"""Pages for the printer: picture, narration, question and sources of three or four steps on a page, no scripts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import DRAWN, Svg, escape, tag
from roses.history.names import on
from roses.progress import counted
from roses.widgets.export.page import battle_body, document
from roses.widgets.export.states import Element, elements
from roses.widgets.html import div
from roses.widgets.pages.battles import Battle
from roses.widgets.stepper import panel
from roses.widgets.stepper.model import Chances, StepperModel

_PICTURE: Final = (600, 370)  # px
_LONG_TEXT: Final = 900  # characters: a longer text of a step is set smaller
_BUTTONS: Final = re.compile(r'<p class="roses-asks">.*?</p>')
_TAG: Final = re.compile(r"<[^>]*>")
_SHORT_PART: Final = 300  # characters: a part of pictures that is no longer than this is not shared


def printed_html(timeline: Timeline) -> str:
    """Return a timeline as a page for the printer of any browser: three or four steps on a page of A4."""
    steps, title = Steps(), panel.title(StepperModel(timeline))
    return paper(title, steps.complete(tag("h1", escape(title)) + steps.html(timeline)))


def printed_battle_html(name: str) -> str:
    """Return a battle as a page for the printer: account, figures, odds and the steps of the battle."""
    battle, steps = Battle(name), Steps()

    def steps_html(timeline: Timeline, first: int) -> str:
        """Return the steps up to the end of the battle, after which the timeline of a campaign may go on."""
        last = max(i for i in range(first, len(timeline)) if timeline.state(i).view().battle)
        return steps.html(timeline, first, last)

    return paper(battle.title, steps.complete(battle_body(battle, steps_html)))


def paper(title: str, body: str) -> str:
    """Return a page for the printer."""
    return document(title, f"<main>{body}</main>", kind="print", style=("page.css", "print.css"))


class Steps:
    """The printed steps of one page; ``complete`` inserts their pictures, and writes parts that recur only once.

    ``picture`` is the size in px for which a picture is drawn.
    """

    def __init__(self, picture: tuple[int, int] = _PICTURE) -> None:
        self._size = picture
        self._pictures: list[str] = []

    def html(
        self,
        timeline: Timeline,
        first: int = 0,
        last: int | None = None,
        *,
        only: Collection[int] = (),
        chances: str = "",
        **choices: Any,
    ) -> str:
        """Return the steps ``first`` to ``last``, both included, as HTML; if ``only`` names any, these alone.

        If ``chances`` names a side, its chances to win are drawn below the steps, up to the last of them. ``choices``
        are set as attributes of the ``StepperModel``.
        """
        from roses.figures.odds.games import steps_svg

        model = StepperModel(timeline)
        for name, value in choices.items():
            setattr(model, name, value)
        last = len(model) - 1 if last is None else last
        articles, chosen, phase = [], model.chosen, ""
        shown = only or range(first, last + 1)
        for index in counted(shown, _("steps"), _("step"), len(shown)):
            model.index, model.chosen = index, chosen
            if phase and model.moment.field == phase and "battle" in model.adapter.boards(model):
                model.chosen = "battle"  # a phase of a battlefield is shown once, at its first step
            phase = model.moment.field
            with on(model.adapter.day(model)):
                articles.append(self._step(model))
        chart = ""
        if chances:
            svg = steps_svg(Chances(timeline, chances).until(last), len(timeline), chances)
            chart = tag("figure", svg, **{"class": "roses-chances"})
        return f'<div class="roses-on-paper">{"".join(articles)}</div>{chart}'

    def _step(self, model: StepperModel) -> str:
        """Return a step: its figure, with a placeholder for the picture, its narration and its question."""
        svg = model.adapter.still(model, *self._size)
        # nested, because otherwise the picture is not clipped at its edges where its place has another shape
        nested = svg.nested(0, 0, svg.width, svg.height)
        placeholder = _placeholder(len(self._pictures))
        self._pictures.append(str(Svg(svg.width, svg.height, nested, name=svg.name)))
        number, title = f"{model.index + 1} / {len(model)}", model.moment.title or panel.caption(model)
        caption = tag("figcaption", tag("b", escape(number)), " ", escape(title))
        words = _BUTTONS.sub("", panel.panel_html(model))
        if question := model.moment.question:
            answers = tag("ol", *(tag("li", escape(answer.text)) for answer in question.answers), type="A")
            words += div("question", tag("b", escape(_("Before you read on:"))), " ", escape(question.text), answers)
        length = "roses-told roses-long" if len(_TAG.sub("", words)) > _LONG_TEXT else "roses-told"
        return tag("article", tag("figure", placeholder, caption), tag("div", words, **{"class": length}))

    def complete(self, body: str) -> str:
        """Return the body of a page with its pictures in place."""
        groups = [dict.fromkeys(_groups(picture)) for picture in self._pictures]  # of each picture, each group once
        counts = Counter(group for inside in groups for group in inside)
        repeated = [group for group, n in counts.items() if n > 1]
        names = {group: f"part{i}" for i, group in enumerate(repeated) if len(group) > _SHORT_PART}
        for i, (picture, inside) in enumerate(zip(self._pictures, groups, strict=True)):
            for group in inside:
                if group in names:
                    picture = picture.replace(group, f'<use href="#{names[group]}"/>')
            body = body.replace(_placeholder(i), picture)
        shared = "".join(tag("g", group, id=name) for group, name in names.items())
        return tag("svg", tag("defs", shared), width=0, height=0, style="position:absolute") + body


def _placeholder(number: int) -> str:
    """Return what stands in the place of a picture until all pictures are known."""
    return f"<!--picture {number}-->"


def _groups(picture: str) -> list[str]:
    """Return the outermost ``<g>`` elements of a picture and of the pictures nested in it."""

    def groups(outer: Element) -> Iterator[str]:
        for part in outer.inside:
            if picture.startswith(("<svg", DRAWN), part.start):
                yield from groups(part)
            elif picture.startswith("<g", part.start):
                yield picture[part.start : part.end]

    return list(groups(elements(picture)[0]))
