"""The hand-outs of each lesson as data, and the content of their pages: cards, maps, forms, quizzes and answers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, Literal

from roses.engine.data import Data, read
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.replay import find
from roses.figures.blocks.cards import key_svg
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.svg import map_svg
from roses.history.battles import Figure, account, known_battles, source_cards
from roses.history.people import index
from roses.lab.replays import timeline_of
from roses.lessons.decisions import cards_html
from roses.lessons.parliament import house_html, outcomes_html, session
from roses.lessons.quiz.questions import Choice, Legal, Order, Place, Question, questions, quizzes, verdicts
from roses.lessons.sources import GRADES, card_html, works_text
from roses.lessons.words import roles, terms
from roses.richard.lords_count import tally
from roses.widgets.export.printed import Steps
from roses.widgets.html import table_html

_PARLIAMENT: Final = (4, 2)  # the number of houses, and the round
Part = Literal[
    "maps", "houses", "decisions", "battles", "sources", "weights", "roles", "count", "form", "people", "glossary",
    "quiz", "slip",
]  # fmt: skip


class Position(Data, frozen=True):
    """A position: the set-up of a scenario, or a step, from 1, of a replay."""

    scenario: str = ""
    record: str = ""
    step: int = 1
    title: str = ""


class Walk(Data, frozen=True):
    """The steps of a replay that a lesson turns on, from 1."""

    record: str
    steps: tuple[int, ...]


class Form(Data, frozen=True):
    """A table to fill in: ``columns`` are their heads, ``rows`` their first cells; below are ``lines`` to write on.

    ``answers`` are the other cells of the rows, for the teacher, and ``sources`` the works that they rest on.
    """

    id: str
    title: str
    intro: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    answers: tuple[tuple[str, ...], ...] = ()
    lines: int = 0
    sources: tuple[str, ...] = ()


class Set(Data, frozen=True):
    """The hand-outs of a lesson: ``age`` is that of the pupils, ``slip`` a sentence that they complete at its end.

    ``walk`` and ``extracts``, ids of source cards, are for its pack.
    """

    title: str
    minutes: int
    age: str
    parts: tuple[Part, ...]
    slip: str
    maps: tuple[Position, ...] = ()
    counts: tuple[Position, ...] = ()
    forms: tuple[Form, ...] = ()
    walk: Walk | None = None
    extracts: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def known_sets() -> dict[str, Set]:
    """Return the hand-outs of each lesson, by its number.

    >>> list(known_sets())
    ['02', '03', '04a', '04b', '05a', '05b', '06', '07a', '07b', '08', '09', '10', '11', '12', '14', '15', '16', '18']
    """
    return read("lessons/handouts.json", dict[str, Set])


# ---- cards and maps


def state_of(position: Position) -> Any:
    """Return the state of a position. RecordError if there is no such replay."""
    if position.scenario:
        return start("richard-iii", position.scenario)
    return timeline_of(position.record).state(position.step - 1)


def maps(sheets: Set) -> list[tuple[str, str, str]]:
    """Return the map of each position as each side sees it, with the key to the blocks: name, title and content.

    A map does not show battles of later years.
    """
    pages, key = [], tag("figure", str(key_svg()), **{"class": "key"})
    for position in sheets.maps:
        state, year = state_of(position), _year(position)
        for side in ("York", "Lancaster"):
            note = _("Blank blocks are the enemy's. You see where they stand, and not who they are.")
            drawing = map_svg(state.view(side), "lesson", before=year)
            figure = tag("figure", str(drawing), **{"class": "map"})
            content = tag("p", escape(note)) + figure + key
            pages.append((f"map_for_{side}", _("What {side} sees").format(side=side), content))
    return pages


def _year(position: Position) -> int:
    date = position.scenario or timeline_of(position.record)[position.step - 1].date
    return int(re.findall("[0-9]{4}", date)[0])


def open_map_html(sheets: Set) -> str:
    """Return the map with which a lesson begins, all blocks open, and the key to them; "" if it has none."""
    first = sheets.maps[:1] or (
        (Position(record=sheets.walk.record, step=sheets.walk.steps[0]),) if sheets.walk else ()
    )
    if not first or (first[0].record and find(first[0].record).game != "richard-iii"):
        return ""
    drawing = map_svg(state_of(first[0]).view(), "lesson", before=_year(first[0]))
    figures = ((drawing, "map"), (key_svg(), "key"))
    return "".join(tag("figure", str(svg), **{"class": name}) for svg, name in figures)


def walk_html(sheets: Set, steps: Steps) -> str:
    """Return the steps that a lesson turns on, which ``steps`` completes; "" if it has none."""
    if sheets.walk is None:
        return ""
    timeline = timeline_of(sheets.walk.record)
    return steps.html(timeline, only=[number - 1 for number in sheets.walk.steps])


def decisions_html(lesson: str, _sheets: Set) -> str:
    """Return the decision cards of a lesson, without what was chosen; "" if it has none."""
    cards = cards_html(lesson)
    return tag("div", cards, **{"class": "cards"}) if cards else ""


def decisions_key(lesson: str, _sheets: Set) -> str:
    """Return what was chosen on each decision card."""
    return cards_html(lesson, key=True)


def houses_html(_lesson: str, _sheets: Set) -> str:
    """Return a card for each of four houses in parliament: its goods, and what each law would bring it."""
    meeting = session(*_PARLIAMENT)
    return "".join(tag("article", house_html(meeting, house), **{"class": "roses-card"}) for house in meeting.houses)


def houses_key(_lesson: str, _sheets: Set) -> str:
    """Return what each of the eight ways of voting brings to the four houses."""
    return outcomes_html(session(*_PARLIAMENT))


def sources_html(_lesson: str, sheets: Set) -> str:
    """Return the source cards of a lesson, all if it names none, without what is known from elsewhere."""
    chosen = (card for card in source_cards().cards if not sheets.extracts or card.id in sheets.extracts)
    cards = "".join(card_html(card, "roses-card", known=False) for card in chosen)
    return tag("div", cards, **{"class": "cards"})


def sources_key(_lesson: str, _sheets: Set) -> str:
    """Return what is known from elsewhere, for each source."""
    rows = [(card.title, card.check) for card in source_cards().cards]
    return table_html("", (_("source"), _("what else is known")), rows)


def weights_html(_lesson: str, _sheets: Set) -> str:
    """Return a table of sources by questions, with room for a weight in each cell."""
    questions, cards = source_cards().questions, source_cards().cards
    intro = _("One question, one column. Write + for strong, ? for with care, – for silent. Begin with one question.")
    columns = (_("source"), *(question.text for question in questions))
    rows = [(f"{card.title}, {card.written}", *("" for _question in questions)) for card in cards]
    return tag("p", escape(intro)) + tag("div", table_html("", columns, rows), **{"class": "boxes"})


def weights_key(_lesson: str, _sheets: Set) -> str:
    """Return how the kit weighs each source for each question, and why."""
    parts = []
    for question in source_cards().questions:
        worth = [(card.title, card.worth[question.id]) for card in source_cards().cards]
        rows = [(title, _(GRADES[one.grade]), one.why) for title, one in worth]
        parts.append(tag("h3", escape(question.text)) + table_html("", (_("source"), _("worth"), _("why")), rows))
    return "".join(parts)


def battles_html(_lesson: str, _sheets: Set) -> str:
    """Return a card for each battle: day, leaders, men, losses, course, sources, and a line for why it mattered."""
    cards = []
    for name, battle in known_battles().items():
        history, unknown = account(name), Figure(None, None, ())
        day = _("{date}, {place}. Won by {winner}.")
        day = day.format(date=battle.shown, place=battle.place, winner=battle.winner)
        rows = []
        for side in battle.sides:
            leaders = "; ".join(history.commanders.get(side, ())[:3])
            rows.append((side, leaders, str(battle.forces.get(side, unknown)), str(battle.losses.get(side, unknown))))
        figures = table_html("", (_("side"), _("led by"), _("men"), _("lost")), rows)
        notes = [battle.note]
        for text, numbers in ((_("{side}, men: {note}."), battle.forces), (_("{side}, lost: {note}."), battle.losses)):
            notes += [text.format(side=side, note=number.note) for side, number in numbers.items() if number.note]
        note = " ".join(dict.fromkeys(filter(None, notes)))
        phases = []
        for phase in history.phases:
            title = f"{phase.title} ({phase.date})." if phase.date else f"{phase.title}."
            phases.append(tag("li", tag("b", escape(title)), " ", escape(f"{phase.text} [{phase.confidence}]")))
        foot = _("Confidence in the numbers: {confidence}. Sources: {works}")
        foot = foot.format(confidence=battle.confidence, works=works_text(history.sources))
        mattered = tag("p", tag("b", escape(_("Why it mattered:"))), **{"class": "write"})
        card = (
            tag("h3", escape(battle.name)),
            tag("p", escape(day)),
            figures,
            tag("p", escape(note)) if note else "",
            tag("ol", *phases),
            mattered,
            tag("small", escape(foot)),
        )
        cards.append(tag("article", *card, **{"class": "roses-card"}))
    return tag("div", *cards, **{"class": "battles"})


def battles_key(_lesson: str, _sheets: Set) -> str:
    """Return why each battle mattered, and what the game cannot show of it."""
    rows = []
    for name, battle in known_battles().items():
        history = account(name)
        rows.append((f"{battle.name}, {battle.shown}", history.meaning.text, " ".join(history.cannot)))
    return table_html("", (_("battle"), _("why it mattered"), _("what the game cannot show")), rows)


# ---- forms, words, exit slips


def form_html(form: Form) -> str:
    """Return a table to fill in, and lines to write on."""
    blank = [(row, *("" for _column in form.columns[1:])) for row in form.rows]
    lines = tag("div", *(tag("p", " ") for _n in range(form.lines)), **{"class": "lines"}) if form.lines else ""
    table = tag("div", table_html("", form.columns, blank), **{"class": "boxes"})
    return tag("p", escape(form.intro)) + table + lines


def forms_key(_lesson: str, sheets: Set) -> str:
    """Return the forms that have answers, filled in."""
    parts = []
    for form in sheets.forms:
        if form.answers:
            rows = [(row, *cells) for row, cells in zip(form.rows, form.answers, strict=True)]
            foot = tag("small", escape(_("Sources: {works}").format(works=works_text(form.sources))))
            parts.append(tag("h3", escape(form.title)) + table_html("", form.columns, rows) + tag("p", foot))
    return "".join(parts)


def glossary_html(lesson: str, _sheets: Set) -> str:
    """Return the terms of a lesson with their meanings, or "" if it has none."""
    rows = [(term.term, term.meaning) for term in terms() if lesson in term.lessons]
    return table_html("", (_("word"), _("what it means")), rows) if rows else ""


def slips_html(_lesson: str, sheets: Set) -> str:
    """Return four exit slips to cut apart."""
    name = tag("p", escape(_("Name: ______________________   Date: ____________")))
    lines = tag("div", *(tag("p", " ") for _n in range(4)), **{"class": "lines"})
    return 4 * tag("article", name, tag("p", tag("b", escape(sheets.slip))), lines, **{"class": "slip"})


# ---- the quiz


def quiz_html(lesson: str, _sheets: Set) -> str:
    """Return the quiz of a lesson on paper; "" if it has none."""
    quiz = questions(lesson).questions if lesson in quizzes() else ()
    items = (tag("li", tag("p", escape(question.text)), _space(question)) for question in quiz)
    return tag("ol", *items, **{"class": "quiz"}) if quiz else ""


def _space(question: Question) -> str:
    """Return what is below a question on paper: answers to choose from, or room to write."""
    match question:
        case Choice():
            several = tag("p", escape(_("Several are right; tick them all."))) if question.several else ""
            return several + tag("ol", *(tag("li", escape(answer.text)) for answer in question.answers), type="A")
        case Order():
            mixed = sorted(item.text for item in question.items)
            number = tag("p", escape(_("Write 1 before what came first, 2 before the next, and so on.")))
            return number + tag("ul", *(tag("li", "___ ", escape(text)) for text in mixed), **{"class": "bare"})
        case Place():
            return tag("p", escape(_("Find it on the map, and write the name of its area: ______________________")))
        case Legal():
            tick = tag("p", escape(_("Tick what the rules allow; there may be several.")))
            moves = (tag("li", "☐ ", escape(move.action)) for move in question.answers)
            return tick + tag("ul", *moves, **{"class": "bare"})


def quiz_key(lesson: str, _sheets: Set) -> str:
    """Return the answers of a quiz, which are right, and what to say to each; "" if the lesson has no quiz."""
    quiz = questions(lesson).questions if lesson in quizzes() else ()
    items = (tag("li", tag("b", escape(question.text)), _answers(question)) for question in quiz)
    return tag("ol", *items) if quiz else ""


def _answers(question: Question) -> str:
    """Return the answers to a question, each with what to say to whoever gives it."""
    rows: list[tuple[str, str, str]]
    match question:
        case Choice():
            letters = zip("ABCDEFGHIJ", question.answers, strict=False)
            rows = [(f"{letter} ✓" if a.right else letter, a.text, a.feedback) for letter, a in letters]
        case Order():
            rows = [(str(i), item.text, item.date_text) for i, item in enumerate(question.items, 1)]
            rows.append(("", "", question.feedback))
        case Place():
            rows = [(" ✓" if spot.right else "", spot.area, spot.feedback) for spot in question.answers]
            rows.append(("", _("another area"), question.other))
        case Legal():
            rows = []
            for move, verdict in zip(question.answers, verdicts(question), strict=True):
                why = move.feedback or _("rule {number}").format(number=verdict.rule)
                rows.append((" ✓" if verdict.legal else "", move.action, why))
    return table_html("", ("", _("answer"), _("what to say")), rows)


# ---- lords


class _Texts(Data, frozen=True):
    """Texts of hand-outs: what all twelve lords know, and the steps of the count with their rules."""

    roles: str
    count: tuple[str, ...]


@lru_cache(maxsize=1)
def _texts() -> _Texts:
    return read("lessons/texts.json", _Texts)


def roles_html(_lesson: str, _sheets: Set) -> str:
    """Return twelve role cards, without what the lords did."""
    cards = []
    for role in roles():
        party = {"York": _("for York"), "Lancaster": _("for Lancaster"), "open": _("not decided")}[role.party]
        facts = ((_("You want"), role.aim), (_("You fear"), role.fear), (_("Your price"), role.price))
        foot = _("Block: {block}. Sources: {works}").format(block=role.block, works=works_text(role.sources))
        cards.append(
            tag(
                "article",
                tag("h3", escape(role.name)),
                tag("p", tag("b", escape(party)), ". ", escape(role.who)),
                tag("dl", *(tag("dt", escape(name)) + tag("dd", escape(text)) for name, text in facts)),
                tag("p", escape(role.note)) if role.note else "",
                tag("small", escape(foot)),
                **{"class": "roses-card"},
            )
        )
    return tag("p", escape(_texts().roles)) + tag("div", *cards, **{"class": "cards roles"})


def roles_key(_lesson: str, _sheets: Set) -> str:
    """Return what each lord did."""
    return table_html("", (_("lord"), _("what he did")), [(role.name, role.later) for role in roles()])


def people_html(_lesson: str, _sheets: Set) -> str:
    """Return the index of people: name, years, titles, blocks, and the end."""
    entries = []
    for person in index():
        text = "; ".join(filter(None, (person.known_as, person.end)))
        block = tag("i", escape(_("Block: {blocks}.").format(blocks=person.blocks))) if person.blocks else ""
        entries.append(tag("p", tag("b", escape(person.name)), escape(f" {person.years}. {text}. "), block))
    return tag("div", *entries, **{"class": "index"})


def count_html(_lesson: str, _sheets: Set) -> str:
    """Return the count of the lords as a table to fill in, with the rules in their order."""
    columns = (_("lord"), _("where"), _("1 or 0"), _("if 0, why"))
    blank = [("", "", "", "") for _n in range(12)]
    sides = (tag("div", table_html(side, columns, blank)) for side in ("York", "Lancaster"))
    total = table_html("", ("", "York", "Lancaster"), [(_("London"), "", ""), (_("sum"), "", "")])
    crown = tag("p", escape(_("King before: ____________   King after: ____________   What would have changed it? ")))
    order = tag("ol", *(tag("li", escape(step)) for step in _texts().count), **{"class": "plain"})
    return order + tag("div", *sides, **{"class": "pair boxes"}) + tag("div", total, **{"class": "boxes"}) + crown


def count_key(_lesson: str, sheets: Set) -> str:
    """Return the count that the engine makes of each position of the lesson."""
    parts = []
    columns = (_("side"), _("points"), _("who counts, and where"), _("who does not"))
    for position in sheets.counts:
        count = tally(state_of(position))
        rows = []
        for side, lords in count.sides.items():
            names = ", ".join(f"{lord.block.split('/')[0]} ({lord.place})" for lord in lords.counted)
            rows.append((side, str(count.total(side)), names, ", ".join(lords.not_counted)))
        london = _("London: {holder}, {points}; {why}.").format(
            holder=count.london.holder or _("nobody"), points=count.london.points, why=count.london.why
        )
        table = table_html("", columns, rows)
        parts.append(tag("h3", escape(position.title)) + table + tag("p", escape(london)))
    return "".join(parts)
