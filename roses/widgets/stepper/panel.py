"""A step as HTML: header, narration, dice, sources and rules, questions to the class, the chance of a side."""

from __future__ import annotations

from typing import Any

from roses.engine.i18n import gettext as _
from roses.engine.record import Question, Source
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import escape, tag
from roses.widgets.html import div, paragraph_html, rule_chip
from roses.widgets.stepper.adapter import ALL
from roses.widgets.stepper.model import Chances, StepperModel


def head_html(model: StepperModel) -> str:
    """Return the left half of the header: the record's title and the step's, or the header of its board."""
    if own := model.adapter.head(model):
        return own
    about = " · ".join(filter(None, (model.moment.title, model.adapter.about(model))))
    return tag("b", escape(title(model))) + tag("span", escape(about))


def title(model: StepperModel) -> str:
    """Return the title of the record."""
    return model.timeline.replay.record.headers.get("title") or model.adapter.title


def panel_html(model: StepperModel) -> str:
    """Return the panel of this step: date, place, narration, questions, events with their rules, sources."""
    moment, adapter = model.moment, model.adapter
    deeds = []
    if groups := adapter.groups(model.events):  # the main group in large type, the others as a list to be folded
        main, *others = groups
        head = tag("span", escape(adapter.headline(main.event)))
        deeds += [div("deed", head, rule_chip(main.event.rule)), *adapter.main(main)]
        if items := "".join(tag("li", adapter.other(group)) for group in others):
            deeds.append(tag("ul", items, **{"class": "roses-events"}))
            deeds.append('<details class="roses-more" hidden><summary></summary><ul></ul></details>')
    departs = tag("b", escape(_("Departs from history:"))) + " " + escape(moment.departs) if moment.departs else ""
    foot = []
    if sources := model.timeline.sources(model.index):
        names = " · ".join(tag("span", escape(source_name(source)), title=source.title) for source in sources)
        foot.append(tag("div", tag("b", escape(_("Sources"))), " ", names))
    if moment.confidence:
        foot.append(tag("div", tag("b", escape(_("Confidence"))), " ", escape(moment.confidence)))
    return "".join(
        (
            div("date", escape(moment.date)),
            div("place", escape(place_words(model))),
            tag("p", escape(moment.text), **{"class": "roses-narration"}),
            _questions_html(model),
            div("deeds", *deeds),
            div("departs", departs),
            div("foot", *foot),
        )
    )


def place_words(model: StepperModel) -> str:
    """Return the place of this step, with the area and the round of a battle.

    >>> import roses
    >>> model = StepperModel(roses.timeline("1483-richard-iii"))
    >>> model.go("Bosworth")
    >>> place_words(model)
    'Bosworth, Fenn Lanes · Leicester · round 1'
    """
    more = (words for words in model.adapter.place(model) if words not in model.moment.place)
    return " · ".join(filter(None, (model.moment.place, *more)))


def caption(model: StepperModel) -> str:
    """Return number, date and place of the step in one line.

    >>> import roses
    >>> caption(StepperModel(roses.timeline("1483-richard-iii")))
    'Step 1 of 37: 9 April 1483, Westminster'
    """
    moment = model.moment
    where = ", ".join(filter(None, (moment.date, moment.place)))
    return _("Step {n} of {all}: {where}").format(n=model.index + 1, all=len(model), where=where)


def source_name(source: Source) -> str:
    """Return the short name of a work, for a primary source with the time of its writing.

    >>> source_name(Source("ch-vergil", "Vergil, ed. 1844", "Polydore Vergil", written="1512 to 1513"))
    'Vergil, ed. 1844 (written 1512 to 1513)'
    """
    if not source.written:
        return source.short
    return _("{work} (written {when})").format(work=source.short, when=source.written)


def rule_html(model: StepperModel, number: str) -> str:
    """Return the paragraph of a rule and its example as HTML; DataError if there is no such rule.

    >>> import roses
    >>> "Heir charge" in rule_html(StepperModel(roses.timeline("1483-richard-iii")), "6.5")
    True
    """
    close = escape(_("Close the rule"))
    button = f'<button type="button" class="roses-close" title="{close}" aria-label="{close}">×</button>'
    return paragraph_html(model.adapter.rule(number), button)


def strip_html(chances: Chances, step: int, viewer: str) -> str:
    """Return the strip of chances up to a step, and the last in words; for a side, which may not know it, a sentence.

    ValueError as for ``Chances.until``.

    >>> import roses
    >>> "Chance of York" in strip_html(Chances(roses.timeline("1483-richard-iii"), "York"), 3, "all")
    True
    """
    from roses.figures.odds.games import percent, strip_svg

    side, values = chances.side, chances.until(step)
    if viewer != ALL:
        return tag("p", escape(_("The chance rests on what this side may not see.")))
    words = _("By a model that learned from games of bots, {side} wins from here {percent} times in 100.")
    strip = strip_svg(values, chances.steps, side).replace("<svg ", '<svg width="100%" height="100%" ', 1)
    words = words.format(side=side, percent=percent(values[-1]))
    return tag("div", strip, style="height:56px;line-height:0") + tag("p", escape(words))


def questions(timeline: Timeline) -> list[dict[str, Any]]:
    """Return the questions of a timeline for the page, in order.

    ``index`` is the step after which a question is asked, ``told`` the step that answers it, both from 0; ``answers``
    have a ``text`` and ``odds`` (0..1 or None); ``history`` is the number of the true one; ``odds_from`` says what the
    odds are.

    >>> import roses
    >>> first = questions(roses.timeline("1483-richard-iii"))[0]
    >>> first["index"], first["told"], first["history"], len(first["answers"])
    (6, 7, 2, 3)
    """
    return [
        {
            "index": index,
            "told": index + question.after,
            "text": question.text,
            "answers": [{"text": answer.text, "odds": answer.odds} for answer in question.answers],
            "history": question.history,
            "odds_from": question.odds_from,
        }
        for index, question in _questions(timeline)
    ]


def _questions(timeline: Timeline) -> list[tuple[int, Question]]:
    """Return the questions that are answered within the timeline, with the steps after which they are asked."""
    questions = ((index, moment.question) for index, moment in enumerate(timeline.moments))
    return [(index, question) for index, question in questions if question and index + question.after < len(timeline)]


def _questions_html(model: StepperModel) -> str:
    """Return the lines of a step that concern questions: places for results, and buttons that open a question.

    The page fills in the results, which it alone knows; the last step has a button for all of them.
    """
    questions = _questions(model.timeline)
    results = [
        f'<div class="roses-told" data-told="{index}" hidden></div>'
        for index, question in questions
        if index + question.after == model.index
    ]
    buttons = [
        (f'data-ask="{index}"', _("A question for the class")) for index, _q in questions if index == model.index
    ]
    if questions and model.at_end:
        buttons.append(("data-compare", _("The class, the odds and history")))
    lines = (
        tag("p", f'<button type="button" {opens}>{escape(words)}</button>', **{"class": "roses-asks"})
        for opens, words in buttons
    )
    return "".join((*results, *lines))
