"""Questions for a class on the screen of a Stepper: their data for the page, their lines in the panel, their words."""

from __future__ import annotations

from typing import Any

from roses.engine.i18n import gettext as _
from roses.engine.record import Question
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import escape, tag
from roses.widgets.stepper.model import StepperModel


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
            "told": index + asked.after,
            "text": asked.text,
            "answers": [{"text": answer.text, "odds": answer.odds} for answer in asked.answers],
            "history": asked.history,
            "odds_from": asked.odds_from,
        }
        for index, asked in _asked(timeline)
    ]


def _asked(timeline: Timeline) -> list[tuple[int, Question]]:
    """Return the questions that are answered within the timeline, with the steps after which they are asked."""
    found = [(index, moment.question) for index, moment in enumerate(timeline.moments)]
    return [(index, asked) for index, asked in found if asked and index + asked.after < len(timeline)]


def lines_html(model: StepperModel) -> str:
    """Return the lines of a step that concern questions: places for results, and buttons that open a question.

    The page fills in the results, which it alone knows; the last step has a button for all of them.
    """
    asked = _asked(model.timeline)
    told = [
        f'<div class="roses-told" data-told="{index}" hidden></div>'
        for index, question in asked
        if index + question.after == model.index
    ]
    here = [index for index, _question in asked if index == model.index]
    opens = [_button(f'data-ask="{index}"', _("A question for the class")) for index in here]
    ends = [_button("data-compare", _("The class, the odds and history"))] if asked and model.at_end else []
    return "".join((*told, *opens, *ends))


def _button(opens: str, words: str) -> str:
    return tag("p", f'<button type="button" {opens}>{escape(words)}</button>', **{"class": "roses-asks"})


def class_words() -> dict[str, str]:
    """Return the labels of class mode, of questions and of their results, translated."""
    return {
        "class_on": _("Class mode: the Stepper fills the screen (F)"),
        "class_off": _("Leave class mode (F or Esc)"),
        "larger": _("Larger type (+)"),
        "smaller": _("Smaller type (-)"),
        "type": _("Type at {n} %"),
        "blank": _("Blank the screen (B)"),
        "blanked": _("The screen is blank. Any key brings it back."),
        "alone": _("Picture alone, as large as the screen (M)"),
        "ask": _("Stop for questions to the class"),
        "asking": _("What comes next?"),
        "ask_tip": _("Show of hands: how many for each answer?"),
        "hands_for": _("Hands for {letter}"),
        "reveal": _("Show what happened (Enter)"),
        "goes_on": _("Go on; the answer comes at step {n} (Enter)"),
        "not_now": _("Back to the step"),
        "compare": _("The class, the odds and history"),
        "class": _("Class"),
        "odds": _("Odds"),
        "history": _("History"),
        "so_it_was": _("So it was"),
        "no_odds": _("no odds"),
        "no_hands": _("no hands"),
        "with_history": _("Most hands were for what came true: {n} of {all} questions."),
        "with_odds": _("The better odds were for what came true: {n} of {all} questions."),
        "no_votes": _("No hands have been counted yet. They are typed in beside the answers of a question."),
        "not_asked": _("{n} of {all} questions have not been asked yet."),
        "clear": _("Clear all hands, for another class"),
        "close": _("Close"),
    }
