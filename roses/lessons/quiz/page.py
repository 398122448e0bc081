"""A quiz as HTML and as plain text, questions, lettered answers, feedback, sources, and the data of its script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import SHAPES
from roses.figures.map.plain import outlines_svg
from roses.history.battlefields import works
from roses.lessons.quiz.marking import Asked, Option, in_place, verdict
from roses.lessons.quiz.pictures import has_map, picture
from roses.lessons.quiz.questions import Item, Legal, Order, Place


def html(title: str, asked: Sequence[Asked]) -> str:
    """Return the quiz as HTML that is whole without a script; answers and feedback are folded."""
    outlines = outlines_svg() if any(has_map(one.question) for one in asked) else ""
    kept = _("Your answers stay in this browser, so that a reload does not lose them; nothing is sent anywhere.")
    head = tag("h3", escape(_("Quiz: {title}").format(title=title)))
    foot = tag("p", tag("small", escape(kept)), **{"class": "quiz-kept roses-unprinted", "hidden": ""})
    return "".join((head, outlines, *(_question(one, len(asked)) for one in asked), foot))


def data(lesson: str, asked: Sequence[Asked]) -> dict[str, Any]:
    """Return what the script needs: keys and right answers of the questions, and its words."""
    return {"lesson": lesson, "words": _words(), "questions": [_facts(one) for one in asked]}


def words(title: str, asked: Sequence[Asked]) -> str:
    """Return title, questions and lettered answers as plain text; nothing in it says what is right."""
    lines = [_("Quiz: {title}").format(title=title)]
    for one in asked:
        lines += ["", f"{one.number}. {one.text}"]
        if not isinstance(one.question, Place):
            lines += [f"   {option.letter}  {option.text}" for option in one.options]
    return "\n".join(lines)


def score_words(solved: int, first: int, count: int) -> str:
    """Return the score in words."""
    return _score().format(solved=solved, first=first, count=count)


def date_words(item: Item) -> str:
    """Return the date of a thing in words.

    >>> date_words(Item("Towton", "1461-03-29")), date_words(Item("Towton", "1461-03")), date_words(Item("?", "1461"))
    ('29 March 1461', 'March 1461', '1461')
    """
    year, *rest = item.date.split("-")
    months = (
        _("January"), _("February"), _("March"), _("April"), _("May"), _("June"), _("July"), _("August"),
        _("September"), _("October"), _("November"), _("December"),
    )  # fmt: skip
    month = [months[int(rest[0]) - 1]] if rest else []
    return item.shown or " ".join([*(str(int(day)) for day in rest[1:]), *month, year])


def _score() -> str:
    return _("Solved {solved} of {count}, {first} at the first try.")


def _words() -> dict[str, str]:
    return {
        "score": _score(),
        "next": _("Next question"),
        "anew": _("Begin anew"),
        "check": _("Check the order"),
        "up": _("Earlier: {thing}"),
        "down": _("Later: {thing}"),
        "moved": _("{thing} is now {n} of {count}."),
        "area": _("Or choose an area by its name"),
        "answer": _("Answer"),
        "go": _("Question {n}"),
        "gone": _("Question {n}, solved"),
        "lost": _("This browser keeps nothing here: a reload begins the quiz anew."),
        "right": verdict(True),
        "wrong": verdict(False),
    }


def _facts(asked: Asked) -> dict[str, Any]:
    found: dict[str, Any] = {"key": asked.key, "right": asked.right, "needed": asked.needed}
    if isinstance(asked.question, Order):
        count = len(asked.options)
        found["there"] = [f"{verdict(False)} {in_place(there, count)}" for there in range(count)]
    if isinstance(asked.question, Place):
        found |= {"other": f"{verdict(False)} {asked.question.other}", "areas": sorted(SHAPES)}
    return found


def _question(asked: Asked, count: int) -> str:
    question = asked.question
    number = _("Question {n} of {count}").format(n=asked.number, count=count)
    shown = picture(question)
    answers = _list(asked) if not isinstance(question, Place) else ""
    inside = (
        tag("h4", escape(number), tabindex="-1"),
        tag("p", escape(asked.text), **{"class": "quiz-text"}),
        tag(
            "div",
            tag("figure", shown, tabindex="0", aria_label=_("Picture of the question")) if shown else "",
            tag("div", answers, _key(asked), _sources(asked), **{"class": "quiz-side"}),
            **{"class": "quiz-body"},
        ),
    )
    kind = question.__struct_config__.tag
    return tag("section", *inside, **{"class": "quiz-question", "data-kind": kind})


def _list(asked: Asked) -> str:
    return tag(
        "ul",
        *(tag("li", _labelled(option, "quiz-answer"), **{"data-answer": option.letter}) for option in asked.options),
        **{"class": "quiz-answers"},
    )


def _labelled(option: Option, name: str) -> str:
    return tag("span", tag("b", option.letter), " ", escape(option.text), **{"class": name})


def _key(asked: Asked) -> str:
    """Return the feedback on every answer, folded: without a script this is where the answers are."""
    question = asked.question
    if isinstance(question, Order):
        dated = zip(asked.right, question.items, strict=True)
        lines = [tag("li", escape(item.text), " ", _when(item), **{"data-for": letter}) for letter, item in dated]
        inside = tag("ol", *lines) + tag("p", escape(f"{verdict(True)} {question.feedback}"), **{"class": "quiz-close"})
    else:
        inside = tag("ul", *map(_feedback_html, asked.options))
    if isinstance(question, Place):
        inside += tag("p", escape(_("Any other area: {feedback}").format(feedback=question.other)))
    return tag("details", tag("summary", escape(_("Answers"))), inside, **{"class": "quiz-key roses-unprinted"})


def _when(item: Item) -> str:
    return tag("small", escape(date_words(item)), **{"class": "quiz-when"})


def _feedback_html(option: Option) -> str:
    name = tag("b", escape(option.letter))
    return tag(
        "li",
        name,
        " ",
        tag("span", escape(str(option.feedback)), **{"class": "quiz-words"}),
        **{"data-for": option.letter},
    )


def _sources(asked: Asked) -> str:
    """Return what the question rests on: works, and numbers of rules."""
    question = asked.question
    named = [works()[source].cited for source in question.sources]
    named += [_("rule {number}").format(number=number) for number in question.rules]
    if isinstance(question, Legal):
        named.append(_("the rules of the game, by the engine"))
    said = _("Rests on: {names}").format(names=" · ".join(named))
    return tag("p", tag("small", escape(said)), **{"class": "quiz-sources"})
