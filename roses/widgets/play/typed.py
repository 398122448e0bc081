"""What is typed at a table: whether it is legal and why not, with buttons that play the legal moves nearest to it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from msgspec import structs

from roses.engine.errors import RuleError
from roses.engine.explain import OFFERED, Explanation
from roses.engine.games import describe
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.lancaster.tables import CARDS, COUNTIES
from roses.richard.actions import Recruit
from roses.richard.tables import AREAS, BLOCKS
from roses.widgets.errors import sentence_html
from roses.widgets.html import paragraph_html
from roses.widgets.play.plain import plain, spoken

_GOALS: Final[dict[str, Collection[str]]] = {"path": AREAS, "area": AREAS, "county": COUNTIES, "card": CARDS}


class Answer(NamedTuple):
    """The answer to a text: HTML, its kind (hint or error), and what was refused, None for what is legal or no move.

    Of a text that must be put right first, ``refused`` has the text as it was typed.
    """

    html: str
    kind: str
    refused: Explanation | None


def answer(seat: Seat, text: str) -> Answer:
    """Return the answer to a text that is a move, a block or an area, or none of them.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> answer(seat, "Karte 9").html.partition("Did you mean:")[2].partition("</button>")[0]
    ' <button type="button" data-play="1">play a card · Action 4 (card 9)'
    """
    try:
        found = seat.why_not(text)
    except RuleError as error:
        said = sentence_html(RuleError(plain(error.reason), rule=error.rule))
        refused = Explanation(text, False, error.rule, error.reason) if error.rule else None
        return Answer(said + _buttons(seat, error.nearest, _("Did you mean:")), "error", refused)
    words = _("Play it:") if found.legal else _("You may choose:")
    said = tag("p", escape(plain(structs.replace(found, nearest=()))))
    return Answer(said + _buttons(seat, found.nearest, words), "hint", None if found.legal else found)


def beyond(seat: Seat, way: Sequence[int], area: str) -> str:
    """Return the notation of what is chosen in the tree of a seat, with another area for its goal, or a block.

    ``way`` are the places of what is chosen, level by level. RuleError for a click that comes too late.

    >>> from roses.engine.game import Game
    >>> from roses.richard.scenes import scene
    >>> state = scene(Kent="Gloucester", side="York")
    >>> beyond(Seat(Game(lambda *_game, **_options: state, "richard-iii", seed=1), "York"), [0, 0], "Lincoln")
    'Gloucester marches to Lincoln'
    """
    nodes, action = seat.tree, None
    try:
        for number in map(int, way):
            acts = [one for one in nodes[number].actions() if isinstance(one, Action)]
            action = max(acts, key=lambda one: area in _homes(one), default=None)
            nodes = nodes[number].options
    except IndexError:
        raise RuleError(_("that choice is gone: the game has gone on since; choose again")) from None
    goal = next((field for field, places in _GOALS.items() if hasattr(action, field) and area in places), "")
    asked = str(structs.replace(action, **{goal: (area,) if goal == "path" else area})) if action and goal else area
    return asked.removeprefix("block ")


def _homes(action: Action) -> Collection[str]:
    """Return the homes of the block that is recruited, so that a click on one asks about that block."""
    block = BLOCKS.get(getattr(action, "block", ""))
    return (*block.shields, block.city, block.cathedral) if block and isinstance(action, Recruit) else ()


def paragraph(seat: Seat, rule: str) -> str:
    """Return a paragraph of the rules of the game as HTML; DataError, a defect of the kit, if there is none.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> "Border limits" in paragraph(seat, "5.21")
    True
    """
    return paragraph_html(describe(seat.game).book.paragraph(rule))


def _buttons(seat: Seat, near: Iterable[object], words: str) -> str:
    """Return buttons for the first of these actions that may be chosen; "" if there is none."""
    places = {action: number for number, action in enumerate(seat.options)}
    chosen = [action for action in near if action in places][:OFFERED]
    named = ((escape(spoken(seat, action)), str(places[action])) for action in chosen)
    buttons = (tag("button", words, type="button", data_play=number) for words, number in named)
    return tag("p", escape(words), " ", " ".join(buttons)) if chosen else ""
