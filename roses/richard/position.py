"""The fields of a state, and the draft on which one action is worked out. No rules beyond area status (2.1).

A State (state.py) is frozen. A Draft has the same fields, with lists in place of tuples; every phase works on a draft,
which is then frozen into the next state.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeAlias

import msgspec

from roses.engine import draft
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Outcome
from roses.engine.state import GameState
from roses.richard.events import AnyEvent
from roses.richard.ruleset import Ruleset
from roses.richard.tables import COLOUR, HENRY, PLACES, REBEL, SIDES, Scenario


class Phase(StrEnum):
    """What is being decided; the rule number is that of the decision."""

    DEAL = "deal"  # 8.5, chance
    MULLIGAN = "mulligan"  # 5.1: throw the hand back?
    MULLIGAN_ANSWER = "mulligan answer"  # 5.1: the opponent may do so too
    CARDS = "cards"  # 1.1
    ACTIONS = "actions"  # 1.2
    MUSTER_AREA = "muster area"  # 5.1
    MUSTER = "muster"  # 5.1
    PLAGUE = "plague"  # 5.1
    MAIN_ATTACK = "main attack"  # 6.3, only where it is named when all have moved
    BATTLES = "battles"  # 6.1: which one next?
    TREASON = "treason"  # 5.1
    BATTLE_TURN = "battle turn"  # 6.2
    ROLL = "roll"  # 6.4 to 6.9, chance
    HITS = "hits"  # 6.4
    REGROUP = "regroup"  # 6.7
    MINOR = "minor"  # 6.82
    EXECUTION = "execution"  # 9.1
    SUPPLY = "supply"  # 7.1, 7.2
    HOMEWARD = "homeward"  # 8.3, 8.4
    EXILE = "exile limits"  # 7.2, 8.5
    OVER = "over"  # 9.0


# gc=False: the garbage collector need not look at what holds numbers only.


class Front(msgspec.Struct, frozen=True, gc=False):
    """A contested area: who attacks, over which borders (bits, by side), who came as reserve (rule 6.3).

    ``main`` is the border of the main attack. ``pirates`` are (block, sea zone), ``came`` (block, border).
    ``free`` says how many of the second player's blocks there are not pinned (rule 5.22).
    """

    area: int
    attacker: int
    main: int
    via: tuple[int, int] = (0, 0)
    reserve: int = 0
    pirates: tuple[tuple[int, str], ...] = ()
    came: tuple[tuple[int, int], ...] = ()
    free: int = 0


class Battle(msgspec.Struct, frozen=True, gc=False):
    """The battle in hand. ``round`` is 0 while Treason is offered. Sets of blocks are bits.

    ``fresh`` are those who joined the line this round.

    ``used`` are the treachery rolls made: 1 King, 2 Pretender, 4 Warwick. ``crossings`` are (side, border) of this
    round's retreats or of the regrouping, ``sailed`` the pirates among them by side.
    """

    area: int
    attacker: int
    round: int = 0
    reserve: int = 0
    acted: int = 0
    fresh: int = 0
    turned: int = 0
    used: int = 0
    crossings: tuple[tuple[int, int], ...] = ()
    sailed: tuple[int, int] = (0, 0)
    shooter: int = -1
    hits: int = 0
    fallen: tuple[int, ...] = ()


class Due(msgspec.Struct, frozen=True, gc=False):
    """Dice that are to be thrown: what for, how many, and who is concerned (``target`` -1: the strongest)."""

    kind: str
    dice: int
    block: int
    target: int = -1


class Fields(GameState, frozen=True):
    """The fields of a State, for functions that only look; what a State answers and does is in state.py."""

    occ: tuple[int, ...]
    loc: bytes
    steps: bytes
    crossed: bytes
    events: tuple[AnyEvent, ...]
    setup: Scenario
    rules: Ruleset
    campaign: int
    turn: int
    phase: Phase
    active: tuple[str, ...]
    down: int
    own: tuple[int, int]
    prisoner: int
    king: int
    king_dead: bool
    king_side: int
    pretender: int
    owed: tuple[int, int]
    hands: tuple[int, int]
    played: tuple[int, int]
    mulligan: int
    first: int
    mover: int
    ap: int
    event: str
    treason: int
    moved: int
    activated: int
    credits: tuple[tuple[int, int], ...]
    spot: int
    fronts: tuple[Front, ...]
    battle: Battle | None
    due: Due | None
    settled: int
    votes: tuple[int, int]
    result: Outcome | None


class Draft(draft.Draft):
    """A state in the making, and the few moves that every phase needs; sequence.py lists the stages."""

    occ: list[int]
    loc: bytearray
    steps: bytearray
    crossed: bytearray
    events: list[AnyEvent]
    setup: Scenario
    rules: Ruleset
    campaign: int
    turn: int
    phase: Phase
    active: tuple[str, ...]
    down: int
    own: tuple[int, int]
    prisoner: int
    king: int
    king_dead: bool
    king_side: int
    pretender: int
    owed: tuple[int, int]
    hands: tuple[int, int]
    played: tuple[int, int]
    mulligan: int
    first: int
    mover: int
    ap: int
    event: str
    treason: int
    moved: int
    activated: int
    credits: tuple[tuple[int, int], ...]
    spot: int
    fronts: tuple[Front, ...]
    battle: Battle | None
    due: Due | None
    settled: int
    votes: tuple[int, int]
    result: Outcome | None
    stage: str = ""

    def ask(self, phase: Phase, *sides: int) -> None:
        """Stop here until these sides have chosen."""
        self.phase = phase
        self.active = tuple([SIDES[s] for s in sides])

    def throw(self, kind: str, dice: int, block: int, target: int = -1) -> None:
        """Stop here until chance has thrown these dice."""
        self.due = Due(kind, dice, block, target)
        self.phase = Phase.ROLL
        self.active = (CHANCE,)

    def place(self, block: int, to: int) -> None:
        """Put a block into another place."""
        bit = 1 << block
        self.occ[self.loc[block]] &= ~bit
        self.occ[to] |= bit
        self.loc[block] = to

    def log(self, event: AnyEvent) -> None:
        """Add an event."""
        self.events.append(event)

    def fight(self, **changes: Any) -> Battle:
        """Change fields of the battle in hand and return it."""
        self.battle = msgspec.structs.replace(battle_in(self), **changes)
        return self.battle


Position: TypeAlias = Fields | Draft  # for functions that only look


def battle_in(s: Position) -> Battle:
    """Return the battle in hand; ValueError where there is none."""
    if s.battle is None:
        raise ValueError(_("no battle is in hand; the decision due is: {phase}").format(phase=s.phase))
    return s.battle


def own_masks(king_side: int) -> tuple[int, int]:
    """Return the blocks of each side, the Rebel with the Pretender (rule 3.26)."""
    lancaster, york = COLOUR
    return (lancaster, york | REBEL) if king_side == 0 else (lancaster | REBEL, york)


def present(s: Position, area: int, side: int) -> int:
    """Return a side's blocks in an area, without those that do not count there (rule 2.1)."""
    blocks: int = s.occ[area] & s.own[side] & ~(s.down | s.prisoner)
    return blocks


def owner(s: Position, block: int) -> int:
    """Return the side that controls a block."""
    return 0 if s.own[0] >> block & 1 else 1


def front_at(s: Position, area: int) -> Front | None:
    """Return the front of a contested area, if it is one."""
    for front in s.fronts:
        if front.area == area:
            return front
    return None


def front_in(s: Position, area: int) -> Front:
    """Return the front of an area that is known to be contested; ValueError if it is not."""
    if front := front_at(s, area):
        return front
    raise ValueError(_("nobody has attacked {area}").format(area=PLACES[area]))


def prisoner_bit(name: str) -> int:
    """Return the prisoner of a scenario as bits; only Henry VI ever is one (Kingmaker)."""
    return 1 << HENRY if name else 0
