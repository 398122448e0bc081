"""A quiz as HTML and as plain text: questions and their maps, lettered answers, feedback, data of the script."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from msgspec import structs

from roses.engine import display
from roses.engine.games import start
from roses.engine.i18n import cached
from roses.engine.i18n import gettext as _
from roses.figures.battle.board import describe
from roses.figures.battle.layout import line_up
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import KINGDOM, SHAPES, Frame, campaign_frame, closeup
from roses.figures.map.svg import areas_svg, outlines_svg, position_svg, spot
from roses.history.battles import works
from roses.lessons.quiz.marking import QuizQuestion, in_place, verdict
from roses.lessons.quiz.questions import Item, Legal, Order, Place, Question, actions, position
from roses.richard.scenes import ratings
from roses.richard.state import State
from roses.richard.view import View
from roses.widgets.html import table_html


def html(title: str, asked: Sequence[QuizQuestion]) -> str:
    """Return the quiz as HTML that is whole without a script; answers and feedback are folded."""
    outlines = outlines_svg() if any(has_map(one.question) for one in asked) else ""
    note = _("Your answers stay in this browser, so that a reload does not lose them; nothing is sent anywhere.")
    head = tag("h3", escape(_("Quiz: {title}").format(title=title)))
    foot = tag("p", tag("small", escape(note)), **{"class": "quiz-kept roses-unprinted", "hidden": ""})
    return "".join((head, outlines, *(_question(one, len(asked)) for one in asked), foot))


def data(lesson: str, asked: Sequence[QuizQuestion]) -> dict[str, Any]:
    """Return what the script needs: keys and right answers of the questions, and its words."""
    questions = []
    for one in asked:
        facts: dict[str, Any] = {"key": one.key, "right": one.right, "needed": one.needed}
        if isinstance(one.question, Order):
            count = len(one.options)
            facts["there"] = [f"{verdict(False)} {in_place(there, count)}" for there in range(count)]
        if isinstance(one.question, Place):
            facts |= {"other": f"{verdict(False)} {one.question.other}", "areas": sorted(SHAPES)}
        questions.append(facts)
    texts = {
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
    return {"lesson": lesson, "words": texts, "questions": questions}


def words(title: str, asked: Sequence[QuizQuestion]) -> str:
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


def _question(asked: QuizQuestion, count: int) -> str:
    question = asked.question
    number = _("Question {n} of {count}").format(n=asked.number, count=count)
    figure = picture(question)
    answers = ""
    if not isinstance(question, Place):
        labels = ((o.letter, tag("b", o.letter) + " " + escape(o.text)) for o in asked.options)
        items = (tag("li", tag("span", b, **{"class": "quiz-answer"}), **{"data-answer": a}) for a, b in labels)
        answers = tag("ul", *items, **{"class": "quiz-answers"})
    inside = (
        tag("h4", escape(number), tabindex="-1"),
        tag("p", escape(asked.text), **{"class": "quiz-text"}),
        tag(
            "div",
            tag("figure", figure, tabindex="0", aria_label=_("Picture of the question")) if figure else "",
            tag("div", answers, _key(asked), _sources(asked), **{"class": "quiz-side"}),
            **{"class": "quiz-body"},
        ),
    )
    kind = question.__struct_config__.tag
    return tag("section", *inside, **{"class": "quiz-question", "data-kind": kind})


def _key(asked: QuizQuestion) -> str:
    """Return the feedback on every answer, folded: without a script this is where the answers are."""
    question = asked.question
    if isinstance(question, Order):
        dated = zip(asked.right, question.items, strict=True)
        lines = []
        for letter, item in dated:
            date = tag("small", escape(date_words(item)), **{"class": "quiz-when"})
            lines.append(tag("li", escape(item.text), " ", date, **{"data-for": letter}))
        inside = tag("ol", *lines) + tag("p", escape(f"{verdict(True)} {question.feedback}"), **{"class": "quiz-close"})
    else:
        lines = []
        for option in asked.options:
            feedback = tag("span", escape(str(option.feedback)), **{"class": "quiz-words"})
            lines.append(tag("li", tag("b", escape(option.letter)), " ", feedback, **{"data-for": option.letter}))
        inside = tag("ul", *lines)
    if isinstance(question, Place):
        inside += tag("p", escape(_("Any other area: {feedback}").format(feedback=question.other)))
    return tag("details", tag("summary", escape(_("Answers"))), inside, **{"class": "quiz-key roses-unprinted"})


def _sources(asked: QuizQuestion) -> str:
    """Return what the question rests on: works, and numbers of rules."""
    question = asked.question
    names = [works()[source].cited for source in question.sources]
    names += [_("rule {number}").format(number=number) for number in question.rules]
    if isinstance(question, Legal):
        names.append(_("the rules of the game, by the engine"))
    text = _("Rests on: {names}").format(names=" · ".join(names))
    return tag("p", tag("small", escape(text)), **{"class": "quiz-sources"})


_MARGIN: Final = 36.0  # px from an area that is asked about to the edge of its picture


def has_map(question: Question) -> bool:
    """Tell whether the picture of a question needs the outlines of the plain map."""
    if isinstance(question, Legal):
        if not question.picture:
            return False
        view = position(question).view(question.side)
        return isinstance(view, View) and not _in_battle(view)
    return isinstance(question, Place)


def picture(question: Question) -> str:
    """Return a map as SVG or the line-up of a battle as a table, "" for questions that show nothing."""
    if isinstance(question, Place):
        return _areas()
    return _position(question) if isinstance(question, Legal) and question.picture else ""


@cached(maxsize=1)
def _areas() -> str:
    text = _("Map of England and Wales with the names of its areas.")
    empty = structs.replace(start("richard-iii", "1483").view("York"), pieces=())
    return areas_svg(_("Map of the areas"), text, _button, empty)


@cache
def _button(area: str) -> dict[str, Any]:
    """Return the attributes of an area that can be chosen on the map; the script makes it a button."""
    x, y = spot(area)
    return {"data_area": area, "data_x": x, "data_y": y}


@cached(maxsize=32)
def _position(question: Legal) -> str:
    """Return what the side that chooses sees: the line-up, the map round the moves, or the board of another game."""
    state = position(question)
    view = state.view(question.side)
    if not isinstance(view, View):
        return str(display.render(view, display.SVG))
    return _lines(state, view) if _in_battle(view) else position_svg(view, _frame(question, view))


def _in_battle(view: View) -> bool:
    return bool(view.battle and view.battle.round)


def _lines(state: State, view: View) -> str:
    """Return the blocks of a battle as a table: house, name, rating, steps, and what has become of them."""
    rating = ratings(state)
    rows = []
    for standing in sorted(line_up(view), key=lambda standing: standing.side):
        if standing.fate == "turned":
            continue
        piece = standing.piece
        steps = "" if standing.fate else str(piece.steps or "?")
        if standing.fate:
            now = _("lost")
        elif piece.reserve:
            now = _("in reserve")
        else:
            now = _("acts now") if standing.acts else _("has acted") if piece.acted else _("still to act")
        rows.append((standing.side, piece.block or _("unseen block"), rating.get(piece.block or "", ""), steps, now))
    columns = (_("House"), _("Block"), _("Rating"), _("Steps"), _("Now"))
    return table_html(f"{view.battle.area if view.battle else ''}: {describe(view)}", columns, rows)


def _frame(question: Legal, view: View) -> Frame:
    """Return the smallest frame that holds the middles of the areas that the moves name, and of the blocks in them."""
    names: set[str] = set()
    for action in actions(question):
        for field in action.__struct_fields__:
            value = getattr(action, field)
            names.update(value if isinstance(value, tuple) else (value,))
    areas = names | {piece.place for piece in view.pieces if piece.block in names}
    near = sorted(areas & SHAPES.keys()) or ["Leicester"]
    spots = [SHAPES[area].label for area in near]
    frames = (closeup(*near), campaign_frame(near))
    return next((frame for frame in frames if all(frame.holds(x, y, _MARGIN) for x, y in spots)), KINGDOM)
