"""What a table answers: hints, reasons for a text or a click, rules, what a coach says, and how the game has ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, Protocol

from msgspec import structs

from roses.engine.errors import RuleError
from roses.engine.explain import OFFERED, Explanation
from roses.engine.games import adviser, describe
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, without_examples
from roses.engine.seat import STEPS, Hint, Seat
from roses.figures.drawing.svg import escape, tag
from roses.widgets.html import paragraph_html, rule_chip, sentence_html
from roses.widgets.play.adapter import adapter_of
from roses.widgets.play.model import TableModel
from roses.widgets.play.page import button, spoken


class Answer(NamedTuple):
    """The answer to a text: HTML, its kind (hint or error), and what was refused, None for what is legal or no move.

    Of a text that must be put right first, ``refused`` has the text as it was typed.
    """

    html: str
    kind: str
    refused: Explanation | None


def answer(seat: Seat, text: str) -> Answer:
    """Return the answer to a text that is a move, a block or an area, or none of them.

    Buttons play the legal moves that are nearest to it.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> answer(seat, "Karte 9").html.partition("Did you mean:")[2].partition("</button>")[0]
    ' <button type="button" data-play="1">play a card · Action 4 (card 9)'
    """
    plain = adapter_of(seat).plain
    try:
        with without_examples():
            found = seat.why_not(text)
    except RuleError as error:
        said = sentence_html(RuleError(plain(error.reason), rule=error.rule))
        refused = Explanation(text, False, error.rule, error.reason) if error.rule else None
        return Answer(said + _buttons(seat, error.nearest, _("Did you mean:")), "error", refused)
    words = _("Play it:") if found.legal else _("You may choose:")
    said = tag("p", escape(plain(structs.replace(found, nearest=()))))
    return Answer(said + _buttons(seat, found.nearest, words), "hint", None if found.legal else found)


def _buttons(seat: Seat, near: Iterable[object], words: str) -> str:
    """Return buttons for the first of these actions that may be chosen; "" if there is none."""
    legal = [action for action in near if isinstance(action, Action) and action in seat.options][:OFFERED]
    return tag("p", escape(words), " ", " ".join(button(seat, action) for action in legal)) if legal else ""


def beyond(seat: Seat, way: Sequence[int], place: str) -> str:
    """Return the notation of what is chosen in the tree of a seat, with another place for its goal.

    ``way`` are the places of what is chosen, level by level. Of a place that is no goal, such as a block, the name is
    returned. RuleError for a click that comes too late.

    >>> from roses.engine.game import Game
    >>> from roses.richard.scenes import scene
    >>> state = scene(Kent="Gloucester", side="York")
    >>> beyond(Seat(Game(lambda *_game, **_options: state, "richard-iii", seed=1), "York"), [0, 0], "Lincoln")
    'Gloucester marches to Lincoln'
    """
    adapter, nodes, action = adapter_of(seat), seat.tree, None
    try:
        for number in map(int, way):
            acts = [one for one in nodes[number].actions() if isinstance(one, Action)]
            action = max(acts, key=lambda one: adapter.near(one, place), default=None)
            nodes = nodes[number].options
    except IndexError:
        raise RuleError(_("that choice is gone: the game has gone on since; choose again")) from None
    goal = next((field for field, places in adapter.goals.items() if hasattr(action, field) and place in places), "")
    if action is None or not goal:
        return place.removeprefix("block ")
    return str(structs.replace(action, **{goal: (place,) if isinstance(getattr(action, goal), tuple) else place}))


def paragraph(seat: Seat, rule: str) -> str:
    """Return a paragraph of the rules of the game as HTML; DataError, a defect of the kit, if there is none.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> "Border limits" in paragraph(seat, "5.21")
    True
    """
    return paragraph_html(describe(seat.game).book.paragraph(rule))


def hint_html(hint: Hint, seat: Seat) -> str:
    """Return one step of a hint as HTML: its title, its lines as a list, and how to get the next step.

    What is due is said as above the board; a move is a button that plays it, in the words of the list of choices. The
    lines have no numbers: on the table numbers are the keys of choices.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> hint_html(Hint(3, "A move", ("",), seat.options[:1], ("enough",)), seat).partition("<ul>")[2]
    '<li><button type="button" data-play="0">play a card · Force March (card 1)</button> enough</li></ul>'
    """
    adapter = adapter_of(seat)
    if hint.moves:
        moves = zip(hint.moves, hint.reasons, strict=True)
        lines = [" ".join((button(seat, move), escape(adapter.plain(why)))).strip() for move, why in moves]
    else:
        due = [adapter.prompt(seat)] if hint.step == 1 and seat.options else []
        lines = [escape(line) for line in (*due, *map(adapter.plain, hint.lines[len(due) :]))]
    items = "".join(f"<li>{line}</li>" for line in lines)
    more = f"<p>{escape(_('Step {n} of {last}; H again shows more.').format(n=hint.step, last=STEPS))}</p>"
    return f"<p><b>{escape(hint.title)}</b></p><ul>{items}</ul>{more if hint.step < STEPS else ''}"


def ended(model: TableModel, file: str) -> str:
    """Return by which rule the game of a table has ended, and what may follow, as HTML.

    To a person who plays alone it says too whether that person has won. ``file`` is where the game is kept, or "".

    >>> import roses
    >>> table = TableModel(roses.game("richard-iii", "1483", seed=7), {"York": "me", "Lancaster": "squire"})
    >>> "rule 1.1" in ended(table, "war.json")
    True
    """
    seat = model.seat
    rule = tag("p", escape(_("The game is over, by this rule:")), " ", rule_chip(seat.rule))
    if len(model.people) == 1 and seat.outcome:
        won = seat.side in seat.outcome.winner.split()
        rule = tag("p", tag("b", escape(_("You have won.") if won else _("You have lost.")))) + rule
    if model.by_mail:
        what_next = _(
            "This game was played by mail: look back at it with LookingBack and the file of the umpire, which holds all"
            " of the game. The command roses mail begins another."
        )
    elif not file:
        what_next = _("Another game has the same players and new dice; this table keeps neither in a file.")
    else:
        what_next = _(
            "Another game has the same players and new dice, and a file of its own; this one stays in {file}."
        )
    return rule + tag("p", escape(what_next.format(file=file)))


class Coach(Protocol):
    """Somebody beside the player, who sees the seat of the player and may speak; texts are HTML, "" for silence.

    A table with a coach shows ``comment`` above the choices, and ``hint`` when the player asks for one; where ``hint``
    is silent, it shows the three steps of the seat's own. A button in the comment with the attribute ``data-ask`` calls
    ``asked`` with its value; one with ``data-play`` plays the option of that number in ``seat.options``.
    """

    def comment(self, seat: Seat, refused: Explanation | None) -> str:
        """Return what is said now; ``refused`` is the answer to a move that the player has just asked about in vain."""

    def hint(self, seat: Seat) -> str:
        """Return what is said to a player who asks for a hint."""

    def asked(self, what: str) -> None:
        """Do what a button in the comment stands for."""


class Adviser:
    """The adviser of the game as a coach: he says before every choice, unasked, what he would do and why.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> print(Adviser().comment(seat, None).partition("<button")[0])
    <p><b>The squire would: play a card · Action 4 (card 9)</b> (4 action points)</p>
    """

    def comment(self, seat: Seat, refused: Explanation | None) -> str:
        """Return the first choice of the squire, with his reason; "" where there is nothing to choose."""
        advise = adviser(seat.game)
        for best in advise(seat)[:1] if advise else ():
            said = escape(_("The squire would: {action}").format(action=spoken(seat, best.action)))
            reason = f" ({escape(adapter_of(seat).plain(best.reason))})" if best.reason else ""
            play = str(seat.options.index(best.action))
            return tag("p", tag("b", said), reason) + tag("button", escape(_("Do that")), type="button", data_play=play)
        return ""

    def hint(self, seat: Seat) -> str:
        """Return "": a hint is that of the seat, whose third step has more of the squire's choices."""
        return ""

    def asked(self, what: str) -> None:
        """Do nothing: his only button plays."""
