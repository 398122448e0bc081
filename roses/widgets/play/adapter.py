"""The interface between a Table and a game: the board, prompts and questions, and what is counted above the board."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
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
Questions = Mapping[str, str]  # the name of each part of an action, and the question once it is chosen


class Chosen(NamedTuple):
    """What clicks have chosen: blocks of an army by their ``numbers``, or a ``place`` that has several choices.

    ``army`` holds the indices of the kind of move and of the army in the tree of the seat, ``by`` the areas and borders
    that the road must lead by.
    """

    army: tuple[int, ...] = ()
    numbers: tuple[int, ...] = ()
    by: tuple[str, ...] = ()
    place: str = ""


class Board(NamedTuple):
    """The ``svg`` of a board, its ``kind`` (map, battle, court or other), and the ``spots`` that may be clicked.

    ``captions`` say in sentences what stands there, by the names of spots and areas. A block on the battle board has a
    name such as "block Gloucester", for there is an area of Gloucester too; ``homes`` names the area of each on a map.
    The attribution of the map data stands below the table, not in the picture.
    """

    svg: str
    kind: str
    spots: tuple[Spot, ...] = ()
    captions: Mapping[str, str] = {}
    homes: Mapping[str, str] = {}


class Beat(NamedTuple):
    """Something that is played back: the ``board`` after it, its ``kind`` and ``lines`` that tell of it.

    The kinds are moves, blow, round, and end for the end of a battle or of the game. What ``holds`` stays until the
    player goes on. ``head`` and ``lives`` are HTML: cards that were played, and what became of people. ``sounds`` are
    among step, dice, fall and crown.
    """

    board: Board
    kind: str
    lines: Sequence[str]
    holds: bool = False
    head: str = ""
    lives: Sequence[str] = ()
    sounds: Sequence[str] = ()


class TableAdapter:
    """The base class of the adapters of the Table: as it is, it serves every game that can show itself as SVG.

    A game names its own with ``table=`` when it is registered. ``prompts`` says what is due in each phase, and
    ``end_prompts`` the same where the side can only end its part of the turn. ``questions`` holds what is asked after
    each part of an action, "" for nothing. They are sentences without a full stop; their fields are ``side`` and those
    of ``fields``, or the parts that are chosen. ``goals`` are the places that a field of an action may have, or
    what the notation calls them by their names; ``chapters`` are the kinds of events that begin a chapter of the log.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> adapter_of(seat.game).prompt(seat)
    'York: turn 1. Choose a card; both sides choose at once.'
    >>> TableAdapter().board(seat).kind, TableAdapter().strip(seat)
    ('other', [])
    """

    prompts: ClassVar[dict[str, str]] = {}
    end_prompts: ClassVar[dict[str, str]] = {}
    questions: ClassVar[dict[type[Action], Questions]] = {}
    goals: ClassVar[dict[str, Collection[str]]] = {}
    chapters: ClassVar[Collection[str]] = ()

    def areas(self) -> Mapping[str, Mapping[str, Any]]:
        """Return each area of a map: its outline ``d`` and a point ``at`` it, in px, and ``about`` it a sentence."""
        return {}

    def board(self, seat: Seat, *, narrow: bool = False) -> Board:
        """Return the board that a seat sees; ``narrow`` is for a telephone."""
        return Board(str(display.render(seat.view, display.SVG)), "other")

    def other_board(self, seat: Seat, options: Sequence[Option]) -> Board | None:
        """Return a second board, for the reader to turn to while these options are open; None where there is none."""
        return None

    def clickable(self, seat: Seat) -> list[str] | None:
        """Return the spots of the blocks that a click may choose; None where the page itself knows what clicks mean."""
        return None

    def click(
        self, seat: Seat, tree: Sequence[Option], chosen: Chosen, message: Mapping[str, Any]
    ) -> Chosen | Action | Order | str | None:
        """Return what a click chooses, the move that it makes, or why it does nothing; None where a rule forbids it."""
        return None

    def reach(self, seat: Seat, tree: Sequence[Option], chosen: Chosen) -> dict[str, Any]:
        """Return what the page shows for what is chosen: the prompt, the board, and what a click on each goal does."""
        return {}

    def playback(self, seat: Seat, since: int, *, narrow: bool = False) -> list[Beat]:
        """Return what a seat saw of the actions from number ``since`` on, to be shown before it is asked again.

        By default that is what a chapter came to that has ended.
        """
        events, new = seat.events(), len(seat.events(since))
        begins = [number for number, event in enumerate(events) if event.kind in self.chapters]
        if seat.outcome or len(begins) < 2 or begins[-1] < len(events) - new:
            return []
        lines = self.summary(events[begins[-2] : begins[-1]])
        return [Beat(self.board(seat, narrow=narrow), "round", lines, holds=True)] if lines else []

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
        sentence, view = seat.question, seat.view
        if seat.to_choose:
            only_end = all(isinstance(action, Done) for action in seat.options)
            prompts = self.prompts | self.end_prompts if only_end else self.prompts
            if prompt := prompts.get(getattr(view, "phase", ""), ""):
                sentence = _(prompt).format(side=seat.side, **self.fields(view))
        return _("{sentence}.").format(sentence=sentence[:1].upper() + sentence[1:])

    def fields(self, view: Any) -> dict[str, Any]:
        """Return what the prompts name besides the side."""
        return {}

    def victory(self, outcome: Outcome) -> str:
        """Return who has won and why, as a sentence."""
        return _("{winner} has won: {reason}.").format(winner=outcome.winner, reason=outcome.reason)

    def unused(self, seat: Seat) -> str:
        """Return what would be lost if the side ended its part of the turn now, as a sentence; "" for nothing."""
        return ""

    def summary(self, events: Sequence[Event]) -> Sequence[str]:
        """Return what the events of one chapter of the log came to, in a few sentences; () for nothing."""
        return ()

    def account(self, seat: Seat) -> str:
        """Return, when the game is over, what brought each side its points, as HTML; "" for nothing."""
        return ""

    def question(self, side: str, path: Sequence[Option]) -> str:
        """Return what a side is asked after choosing these nodes of its tree, level by level; "" where nothing fits.

        >>> import roses
        >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
        >>> march, sail = roses.scene(Kent="Gloucester, Norfolk", side="York").option_tree("York")[:2]
        >>> adapter_of(seat.game).question("York", [sail])
        'York: from where does a block sail? Click there.'
        """
        action = next(path[-1].actions(), None)  # None where so many cannot go
        if isinstance(action, Order):
            action = action.actions[0]
        parts = self.questions.get(type(action), {}) if action else {}
        question = list(parts.values())[len(path) - 1] if len(path) <= len(parts) else ""
        if not question:
            return ""
        names = dict(zip(parts, (node.words for node in path), strict=False))
        sentence = _(question).format(side=side, **names)
        return sentence if sentence.endswith("?") else _("{sentence}.").format(sentence=sentence)

    def plain(self, text: object) -> str:
        """Return a text of the engine without what a reader who sees the board does not need."""
        return str(text)

    def cost(self, cost: str) -> str:
        """Return the cost of an option in words, as the list of choices has it."""
        return cost

    def near(self, action: Action, place: str) -> bool:
        """Tell whether a click on a place means this action, of all that are open before a block is chosen."""
        return False

    def dice(self, event: Event, size: float) -> Svg:
        """Return the dice of an event as faces of so many px; those that have an effect are filled."""
        return dice_svg(event.dice, size=size)


@cache
def adapter_of(game: str) -> TableAdapter:
    """Return the adapter of a game by its name, the base class if the game has none of its own."""
    kind: type[TableAdapter] = games.table_adapter(game) or TableAdapter
    return kind()
