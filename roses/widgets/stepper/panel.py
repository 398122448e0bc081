"""The side panel and the header of a Stepper as HTML: narration, dice, sources and rules, for the viewer."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.engine.record import Source
from roses.figures.drawing.svg import escape, tag
from roses.widgets.html import div, paragraph_html, rule_chip
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.questions import lines_html


def panel_html(model: StepperModel) -> str:
    """Return the panel of this step: date, place, narration, questions, events with their rules, sources."""
    moment = model.moment
    departs = tag("b", escape(_("Departs from history:"))) + " " + escape(moment.departs) if moment.departs else ""
    return "".join(
        (
            div("date", escape(moment.date)),
            div("place", escape(place_words(model))),
            tag("p", escape(moment.text), **{"class": "roses-narration"}),
            lines_html(model),
            div("deeds", *_groups(model)),
            div("departs", departs),
            div("foot", _sources(model.timeline.sources(model.index)), _labelled(_("Confidence"), moment.confidence)),
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


def _labelled(label: str, words: str) -> str:
    return tag("div", tag("b", escape(label)), " ", escape(words)) if words else ""


def cited(source: Source) -> str:
    """Return the short name of a work; of a primary source with the time of its writing.

    >>> cited(Source("ch-vergil", "Vergil, ed. 1844", "Polydore Vergil's English History", written="1512 to 1513"))
    'Vergil, ed. 1844 (written 1512 to 1513)'
    """
    if not source.written:
        return source.short
    return _("{work} (written {when})").format(work=source.short, when=source.written)


def _sources(sources: tuple[Source, ...]) -> str:
    if not sources:
        return ""
    named = " · ".join(tag("span", escape(cited(source)), title=source.title) for source in sources)
    return tag("div", tag("b", escape(_("Sources"))), " ", named)


def _groups(model: StepperModel) -> list[str]:
    """Return the main group of the step in large type, the others as a list, whose end the page may fold away."""
    found = model.adapter.grouped(model.events)
    if not found:
        return []
    main, *others = found
    head = tag("span", escape(model.adapter.headline(main.event)))
    told = "".join((div("deed", head, rule_chip(main.event.rule)), *model.adapter.main(main)))
    items = "".join(tag("li", model.adapter.other(group)) for group in others)
    listed = tag("ul", items, **{"class": "roses-events"}) if items else ""
    more = '<details class="roses-more" hidden><summary></summary><ul></ul></details>' if items else ""
    return [told, listed, more]


def head_html(model: StepperModel) -> str:
    """Return the left half of the header: the record's title and the step's, or the header of its board."""
    if own := model.adapter.head(model):
        return own
    about = " · ".join(filter(None, (model.moment.title, model.adapter.about(model))))
    return tag("b", escape(title(model))) + tag("span", escape(about))


def title(model: StepperModel) -> str:
    """Return the title of the record."""
    return model.timeline.replay.record.headers.get("title") or model.adapter.title


def rule_html(model: StepperModel, number: str) -> str:
    """Return the words of a rule and their example, from the kit's rules text; DataError if there is no such rule.

    >>> import roses
    >>> "Heir charge" in rule_html(StepperModel(roses.timeline("1483-richard-iii")), "6.5")
    True
    """
    close = escape(_("Close the rule"))
    button = f'<button type="button" class="roses-close" title="{close}" aria-label="{close}">×</button>'
    return paragraph_html(model.adapter.rule(number), button)
