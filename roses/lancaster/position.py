"""The fields of a state, its draft, and the relation of players and colours.

A State (state.py) is frozen. A Draft has the same fields, and they can be set; every phase changes a draft, which then
becomes the next state. A knight is given by his strength; a court or reserve is a sorted tuple.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Mask, Number, Outcome
from roses.engine.state import Draft as DraftBase
from roses.engine.state import put
from roses.lancaster.events import AnyEvent
from roses.lancaster.ruleset import Ruleset
from roses.lancaster.tables import COLOURS, COUNTIES, Components, Setup

Knights: TypeAlias = tuple[Number, ...]


class Phase(StrEnum):
    """The decision that is due; each has the rule number of that decision."""

    START = "start player"  # 3.7, chance
    EXTENSION = "first extension"  # 3.3
    LAW_SETS = "law sets"  # 8.7, chance
    LAWS = "laws in force"  # 3.4, chance
    CONFLICTS = "new conflicts"  # 3.6 and 12.0, chance
    PROPOSALS = "proposals"  # 3.4 and 12.0, chance
    PLACING = "placing"  # 5.1
    FAVOUR = "favour"  # 6.1
    VOTE = "vote"  # 7.2
    TRADE = "trade"  # 8.5
    BARTER = "barter"  # 8.5, law M13
    COMMIT = "commit squires"  # 8.7, law M05
    UPKEEP = "upkeep"  # 8.7, laws M11 and M14
    COUNTY = "county"  # 9.2
    NAMING = "naming the start player"  # 9.5
    CASTLE = "castle"  # 10.2
    RANSOM = "ransom"  # 11.5
    UPGRADE = "upgrade"  # 15.3
    BUILDING = "extension"  # 15.5
    NOBLE = "noble"  # 15.4
    PASSAGE = "passage"  # 9.6
    OVER = "over"  # 13.5


class Stack(msgspec.Struct, frozen=True):
    """A knight in a county with his squires; ``party`` is his colour (rule 5.3)."""

    party: Number
    knight: Number
    squires: Number


class Slot(msgspec.Struct, frozen=True):
    """The knights of one colour, ``party``, in a conflict; ``squires`` are those of law M05 (rule 5.5)."""

    party: Number
    knights: Knights
    squires: Number = 0


class Conflict(msgspec.Struct, frozen=True):
    """A conflict on the board with its slots from the top; ``lower`` says whether it is in the lower row (5.5)."""

    card: Number
    lower: bool = False
    slots: tuple[Slot, ...] = ()


class Owed(msgspec.Struct, frozen=True):
    """An effect that a colour, ``party``, is still to receive by ``rule`` (rules 15.3 to 15.5).

    ``kind`` is upgrade, extension, noble or passage; ``optional`` is whether it may be declined. An upgrade is for
    knights of strength ``knight`` (0: any), if ``deployed`` not for those at court. ``county`` is where a passage
    begins, -1 for other kinds.
    """

    kind: str
    party: Number
    rule: str
    deployed: bool = False
    knight: Number = 0
    optional: bool = False
    county: Number = -1


class Open(msgspec.Struct):
    """The fields of a position that all players know (rule 16.1); ``State`` in state.py explains them."""

    parts: Components
    rules: Ruleset
    setup: Setup
    first: Number
    mover: Number
    waiting: tuple[Number, ...]
    court: tuple[Knights, ...]
    reserve: tuple[Knights, ...]
    castle: tuple[Knights, ...]
    built: tuple[Mask, ...]
    turned: tuple[Mask, ...]
    nobles: tuple[Mask, ...]
    markers: tuple[Number, ...]
    leftover: tuple[Number, ...]
    score: tuple[Number, ...]
    counties: tuple[Stack | None, ...]
    stacks: tuple[Number, ...]
    removed: Number
    conflicts: tuple[Conflict, ...]
    deck: Mask
    favours: Mask
    laws: tuple[Number, ...]
    pile: Mask
    proposals: tuple[Number, ...]
    passed: tuple[bool, ...]
    at: Number
    items: Mask
    captured: tuple[tuple[Number, Knights], ...]
    owed: tuple[Owed, ...]
    then: str
    result: Outcome | None


class Position(Open):
    """The fields of a ``State`` and of a ``Draft``, for functions that read either and change neither."""

    round: int
    phase: Phase
    active: tuple[str, ...]
    gold: tuple[int, ...]
    squires: tuple[int, ...]
    votes: tuple[tuple[bool, int] | None, ...]
    events: tuple[AnyEvent, ...]

    @property
    def sides(self) -> tuple[str, ...]:
        """The colours of the players, clockwise."""
        return COLOURS[: self.setup.players]


class Known(Open, frozen=True):  # type: ignore[misc]  # msgspec lets a frozen class have a base that is not
    """What all players know of a state, in its own numbers: all fields but those that may be hidden (rule 16.1).

    ``held`` are the gold and the squires in all hands together if the supply is limited: then the box shows what is
    left; else ().
    """

    held: tuple[Number, ...] = ()


class Draft(Position, DraftBase):
    """A mutable copy of a State, with changes that several phases make; phases.STAGES lists the values of ``stage``."""

    stage: str = ""

    def ask(self, phase: Phase, *players: int) -> None:
        """Make this the decision due, of these players."""
        self.phase = phase
        self.active = tuple([COLOURS[player] for player in players])

    def chance(self, phase: Phase) -> None:
        """Make this draw of chance due."""
        self.phase = phase
        self.active = (CHANCE,)

    def log(self, event: AnyEvent) -> None:
        """Append an event, which all players see."""
        self.events += (event,)

    def come(self, party: int, knight: int) -> None:
        """Move a knight to the court of his colour."""
        self.court = put(self.court, party, tuple(sorted((*self.court[party], knight))))

    def garrison(self, party: int, space: int, knight: int) -> None:
        """Set the strength of the knight on a castle space, 0 for nobody."""
        self.castle = put(self.castle, party, put(self.castle[party], space, knight))

    def hold(self, player: int, goods: str, more: int) -> None:
        """Add to the gold, squires, markers or leftover markers of a player; less than 0 takes them away."""
        held = getattr(self, goods)
        setattr(self, goods, put(held, player, held[player] + more))

    def settle(self, then: str) -> None:
        """Give out the effects in ``owed``, then go on with the stage ``then``."""
        self.then = then
        self.stage = "owed"


_get_open = attrgetter(*Open.__struct_fields__)


def open_fields(state: Position) -> Known:
    """Return what all players know of a state, by rule 16.1; ``resample`` draws states from it."""
    held = (sum(state.gold), sum(state.squires)) if state.rules.supply == "limited" else ()
    values: tuple[Any, ...] = (*_get_open(state), held)
    return Known(*values)


def stack_in(s: Position, county: int) -> Stack:
    """Return the knight in a county with his squires; ValueError if there is none."""
    if stack := s.counties[county]:
        return stack
    raise ValueError(_("nobody stands in {county}").format(county=COUNTIES[county]))


def without(knights: Knights, *gone: int) -> Knights:
    """Return ``knights`` without those of ``gone``.

    >>> without((1, 1, 2), 1)
    (1, 2)
    """
    left = list(knights)
    for knight in gone:
        left.remove(knight)
    return tuple(left)


def order(s: Position) -> Iterable[int]:
    """Return the players clockwise from the start player (rule 4.1)."""
    number = s.setup.players
    return [(s.first + i) % number for i in range(number)]


def owner(s: Position, party: int) -> int:
    """Return the player of a colour: itself, or for an ally the player whose ally it is (rules 14.1, 14.2)."""
    return party % s.setup.players


def parties(s: Position, player: int) -> tuple[int, ...]:
    """Return the colours of a player: his own, then in a game for two his ally (rule 14.2)."""
    return (player, player + s.setup.players) if s.setup.allies else (player,)


def spaces(s: Position, party: int) -> int:
    """Return the castle spaces of a colour that no extension covers, as bits (rules 5.4 and 14.2)."""
    return 0b00111111 & ~s.built[party] if party < s.setup.players else 0b11000000
