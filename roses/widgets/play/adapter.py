"""The interface between a Table and a game: its board, what is asked, and what is counted beside the choices."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

from roses.engine import display, games
from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action, Done, Event, Order, Outcome
from roses.engine.seat import Seat
from roses.figures.battle.dice import dice_svg
from roses.figures.drawing.svg import Svg

Spot = tuple[str, float, float, float, float]  # a place by its name, and its box: left, top, right, bottom in px
Count = tuple[str, str, str]  # a label, its value, and what it counts, in a sentence
Asked = tuple[tuple[str, str], ...]  # what each part of an action is called, and what is asked when it is chosen


class Board(NamedTuple):
    """The ``svg`` of a board, its ``kind`` (map, battle, court or other), and the ``spots`` that may be clicked.

    ``said`` are sentences on what stands there, by the names of spots and areas. A block on the battle board has a name
    such as "block Gloucester", for there is an area of Gloucester too. The attribution of the map data stands below the
    table, not in the picture.
    """

    svg: str
    kind: str
    spots: tuple[Spot, ...] = ()
    said: Mapping[str, str] = {}


class TableAdapter:
    """The base class of the adapters of the Table: as it is, it serves every game that can show itself as SVG.

    A game names its own with ``table=`` when it is registered. ``prompts`` says what is due in each phase, ``spent``
    the same where nothing is left but to end; ``questions`` what is asked after each part of an action, "" for nothing.
    They are sentences without a full stop, whose fields are ``side`` and those of ``fields``, or the parts that were
    chosen. ``goals`` are the places that a field of an action may have, ``chapters`` the kinds of events that begin a
    chapter of the log.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> adapter_of(seat).prompt(seat)
    'York: turn 1. Choose a card; both sides choose at once.'
    >>> TableAdapter().board(seat).kind, TableAdapter().strip(seat)
    ('other', [])
    """

    prompts: ClassVar[dict[str, str]] = {}
    spent: ClassVar[dict[str, str]] = {}
    questions: ClassVar[dict[type[Action], Asked]] = {}
    goals: ClassVar[dict[str, Collection[str]]] = {}
    chapters: ClassVar[Collection[str]] = ()

    def areas(self) -> Mapping[str, Mapping[str, Any]]:
        """Return each area of a map: its outline ``d`` and a point ``at`` it, in px, and ``about`` it a sentence."""
        return {}

    def board(self, seat: Seat, *, narrow: bool = False) -> Board:
        """Return the board that a seat sees; ``narrow`` is for a telephone."""
        return Board(str(display.render(seat.view, display.SVG)), "other")

    def other_board(self, seat: Seat, chosen: Sequence[Option]) -> Board | None:
        """Return a second board, to which the reader may turn once these nodes are chosen; None where there is none."""
        return None

    def army(self, seat: Seat, army: Option, blocks: Sequence[Option], goals: Sequence[Option]) -> tuple[str, Board]:
        """Return what is asked while these blocks of an army are ticked, and the board with their common ``goals``."""
        return self.prompt(seat), self.board(seat)

    def strip(self, seat: Seat) -> list[Count]:
        """Return what is counted above the board."""
        return []

    def hand(self, seat: Seat) -> list[tuple[int, str, str]]:
        """Return number, name and effect of the cards of a side; [] where they are the choices, or there are none."""
        return []

    def memory(self, seat: Seat) -> list[tuple[str, str]]:
        """Return what the side has seen before and sees no longer, as pairs of label and text; [] for nothing."""
        return []

    def prompt(self, seat: Seat) -> str:
        """Return what is due, or who has won, as a sentence for the side of a seat."""
        if seat.outcome is not None:
            return self.victory(seat.outcome)
        known = self.prompts | (self.spent if all(isinstance(one, Done) for one in seat.options) else {})
        words = known.get(getattr(seat.view, "phase", ""), "") if seat.to_choose else ""
        said = _(words).format(side=seat.side, **self.fields(seat.view)) if words else seat.question
        return _("{sentence}.").format(sentence=said[:1].upper() + said[1:])

    def fields(self, view: Any) -> dict[str, Any]:
        """Return what the prompts name besides the side."""
        return {}

    def victory(self, outcome: Outcome) -> str:
        """Return who has won and why, as a sentence."""
        return _("{winner} has won: {reason}.").format(winner=outcome.winner, reason=outcome.reason)

    def unused(self, seat: Seat) -> str:
        """Return what would be lost if the side ended its part of the turn now, as a sentence; "" for nothing."""
        return ""

    def question(self, side: str, chosen: Sequence[Option]) -> str:
        """Return what a side is asked once these nodes of its tree are chosen, level by level; "" where nothing fits.

        >>> import roses
        >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
        >>> march, sail = roses.scene(Kent="Gloucester, Norfolk", side="York").option_tree("York")[:2]
        >>> adapter_of(seat).question("York", [sail, sail.options[0]])
        'York: who sails from Kent? Choose him, or click where to land.'
        """
        action = next(chosen[-1].actions(), None)  # None where so many cannot go
        if isinstance(action, Order):
            action = action.actions[0]
        asked = self.questions.get(type(action), ()) if action else ()
        if len(chosen) > len(asked) or not asked[len(chosen) - 1][1]:
            return ""
        names = {name: node.words for (name, _words), node in zip(asked, chosen, strict=False)}
        said = _(asked[len(chosen) - 1][1]).format(side=side, **names)
        return said if said.endswith("?") else _("{sentence}.").format(sentence=said)

    def plain(self, text: object) -> str:
        """Return a text of the engine as a reader wants it who sees whose block is meant."""
        return str(text)

    def cost(self, cost: str) -> str:
        """Return the cost of an option in words, as the list of choices has it."""
        return cost

    def near(self, action: Action, place: str) -> bool:
        """Tell whether a click on a place, while what acts is not chosen yet, asks about this action above others."""
        return False

    def dice(self, event: Event, size: float) -> Svg:
        """Return the dice of an event as faces of so many px; those that have an effect are filled."""
        return dice_svg(event.dice, size=size)


def adapter_of(seat: Seat) -> TableAdapter:
    """Return the adapter of the game in which somebody sits, or the base class if the game has none of its own."""
    kind: type[TableAdapter] = games.table_adapter(seat.game) or TableAdapter
    return kind()
