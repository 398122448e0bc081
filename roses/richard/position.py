"""The fields of a state, its draft, and the status of areas and blocks (rule 2.1).

A State (state.py) is frozen. A Draft has the same fields, and they can be set; every phase changes a draft, which then
becomes the next state.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Mask, Number, Outcome
from roses.engine.state import Draft as DraftBase
from roses.richard.events import AnyEvent
from roses.richard.rules import Ruleset
from roses.richard.tables import COLOUR, HENRY, OUT, PLACES, REBEL, SIDES, STEPS, Scenario


class Phase(StrEnum):
    """The decision that is due; each has the rule number of that decision."""

    DEAL = "deal"  # 8.5, chance
    MULLIGAN_ANSWER = "mulligan answer"  # 5.1: a hand is thrown back; the opponent may do so too
    CARDS = "cards"  # 1.1
    ACTIONS = "actions"  # 1.2
    MUSTER_AREA = "muster area"  # 5.1
    MUSTER = "muster"  # 5.1
    PLAGUE = "plague"  # 5.1
    MAIN_ATTACK = "main attack"  # 6.3, only if the ruleset has it at the end of the phase
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


# gc=False: these hold numbers and texts only, so the garbage collector need not visit them.


class Front(msgspec.Struct, frozen=True, gc=False):
    """An area that was attacked in this turn (rule 6.3).

    * ``area``; ``attacker``: the side; ``main``: the border of the main attack;
    * ``via``: by side, the borders used to enter, as bits;
    * ``reserve``: the blocks that wait in reserve, as bits;
    * ``pirates``: (block, sea zone) of those who landed by Piracy; ``came``: (block, border) of all who entered;
    * ``free``: how many of the second player's blocks there are not pinned and may leave (rule 5.22).
    """

    area: Number
    attacker: Number
    main: Number
    via: tuple[Mask, Mask] = (0, 0)
    reserve: Mask = 0
    pirates: tuple[tuple[Number, str], ...] = ()
    came: tuple[tuple[Number, Number], ...] = ()
    free: Number = 0


class Battle(msgspec.Struct, frozen=True, gc=False):
    """The battle that is being fought (rules 6.1 to 6.9). Sets of blocks are bits.

    * ``area``; ``attacker``: the side that attacks now, which changes with control of the area (6.3);
    * ``round``: 1 to 4; 0 while the Treason card is offered, and while the victor regroups;
    * ``reserve``: blocks in reserve; ``acted``: those that had their turn in this round; ``fresh``: those that joined
      the line at the beginning of this round; ``turned``: both versions of blocks that changed sides here;
    * ``used``: treachery rolls made, the sum of 1 King, 2 Pretender, 4 Warwick;
    * ``crossings``: (side, border) of each block that left over land in this round or regroup; ``sailed``: the coast to
      which each pirate left;
    * ``shooter``, ``hits``: the block whose hits are to be taken, -1 for none, and how many are left;
    * ``fallen``: the blocks eliminated in this battle, in order.
    """

    area: Number
    attacker: Number
    round: Number = 0
    reserve: Mask = 0
    acted: Mask = 0
    fresh: Mask = 0
    turned: Mask = 0
    used: Number = 0
    crossings: tuple[tuple[Number, Number], ...] = ()
    sailed: tuple[Number, ...] = ()
    shooter: Number = -1
    hits: Number = 0
    fallen: tuple[Number, ...] = ()


class Due(msgspec.Struct, frozen=True, gc=False):
    """Dice that are to be thrown.

    ``kind`` is fire, charge, reply, treachery or treason; ``dice`` how many; ``block`` rolls them, -1 for the Treason
    card; ``target`` is the block that is hit or turned, -1 for fire, whose hits go to the strongest (6.4).
    """

    kind: str
    dice: Number
    block: Number
    target: Number = -1


class LineUp(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A battle with which a game begins, in names as ``roses.battle_odds`` takes them; each army is one text.

    ``reserve`` is the attacker's, ``relief`` the defender's, each with the areas from which it comes.

    >>> LineUp("Leicester", "Richmond, Oxford:2", "Gloucester", entry="Warwick").arguments["entry"]
    'Warwick'
    """

    area: str
    attackers: str
    defenders: str
    attacker: str = ""
    reserve: str = ""
    relief: str = ""
    entry: str = ""
    reserve_entry: str = ""
    relief_entry: str = ""
    king: str = ""
    pretender: str = ""

    @property
    def arguments(self) -> dict[str, Any]:
        """Return the line-up as arguments of ``roses.battle_odds`` and of ``roses.battle``."""
        plain = ("area", "attackers", "defenders", "attacker", "entry", "king", "pretender")
        reserves = {"attacker": self.reserve, "defender": self.relief}
        entries = {"attacker": self.reserve_entry, "defender": self.relief_entry}
        values = {name: getattr(self, name) for name in plain} | {
            "reserves": {role: blocks for role, blocks in reserves.items() if blocks},
            "reserve_entry": {role: areas.split(", ") for role, areas in entries.items() if areas},
        }
        return {name: value for name, value in values.items() if value or name in plain[:3]}


_ASKED: Final = {(0,): SIDES[:1], (1,): SIDES[1:], (0, 1): SIDES}


class Open(msgspec.Struct):
    """The fields of a position that both sides know; ``State`` in state.py explains them."""

    rules: Ruleset
    king: Number
    king_dead: bool
    king_side: Number
    pretender: Number
    prisoner: Mask
    owed: tuple[Number, Number]
    mulligan: Mask
    first: Number
    mover: Number
    ap: Number
    event: str
    treason: Number
    crossed: bytes
    activated: Mask
    credits: tuple[tuple[Number, Number], ...]
    spot: Number
    due: Due | None
    votes: tuple[Number, Number]
    spent: tuple[Mask, Mask]
    traced: Mask
    gauged: Mask
    result: Outcome | None
    line_up: LineUp | None


class Position(Open):
    """The fields of a ``State`` and of a ``Draft``, for functions that read either and change neither."""

    setup: Scenario
    campaign: int
    turn: int
    phase: Phase
    active: tuple[str, ...]
    events: tuple[AnyEvent, ...]
    occ: tuple[int, ...]
    loc: bytes
    steps: bytes
    own: tuple[int, int]
    down: int
    moved: int
    settled: int
    hands: tuple[int, int]
    played: tuple[int, int]
    fronts: tuple[Front, ...]
    battle: Battle | None

    @property
    def last(self) -> int:
        """The number of the last campaign of the game, after which the crown decides (rule 9.0)."""
        return self.setup.campaigns[1]


class Draft(Position, DraftBase, gc=False):
    """A mutable copy of a State, with changes that several phases make; phases.STAGES lists the values of ``stage``."""

    stage: str = ""

    def ask(self, phase: Phase, *sides: int) -> None:
        """Make this the decision due, of these sides."""
        self.phase = phase
        self.active = _ASKED[sides]

    def throw(self, kind: str, dice: int, block: int, target: int = -1) -> None:
        """Make these dice due; the arguments are the fields of ``Due``."""
        self.due = Due(kind, dice, block, target)
        self.phase = Phase.ROLL
        self.active = (CHANCE,)

    def place(self, block: int, to: int) -> None:
        """Move a block to another place."""
        occ, bit = list(self.occ), 1 << block
        occ[self.loc[block]] &= ~bit
        occ[to] |= bit
        self.occ = tuple(occ)
        loc = bytearray(self.loc)
        loc[block] = to
        self.loc = bytes(loc)

    def restore(self, block: int) -> None:
        """Give a block its full strength."""
        self.set_steps(block, STEPS[block])

    def wear(self, block: int, steps: int = 1) -> None:
        """Take steps from a block."""
        self.set_steps(block, self.steps[block] - steps)

    def set_steps(self, block: int, steps: int) -> None:
        """Give a block this strength, 0 for one out of play."""
        changed = bytearray(self.steps)
        changed[block] = steps
        self.steps = bytes(changed)

    def log(self, event: AnyEvent) -> None:
        """Append an event."""
        self.events += (event,)

    def fight(self, **changes: Any) -> Battle:
        """Change fields of the battle and return it."""
        self.battle = battle = msgspec.structs.replace(self.battle or battle_in(self), **changes)
        return battle


def battle_in(s: Position) -> Battle:
    """Return the battle that is being fought; ValueError if there is none."""
    if s.battle is None:
        raise ValueError(_("no battle is in hand; the decision due is: {phase}").format(phase=s.phase))
    return s.battle


def own_masks(king_side: int) -> tuple[int, int]:
    """Return the blocks of Lancaster and York as bits; the Rebel serves the Pretender (rule 3.26)."""
    lancaster, york = COLOUR
    return (lancaster, york | REBEL) if king_side == 0 else (lancaster | REBEL, york)


def present(s: Position, area: int, side: int) -> int:
    """Return the blocks of a side in an area that count there, neither face down nor prisoners (rule 2.1)."""
    blocks: int = s.occ[area] & s.own[side] & ~(s.down | s.prisoner)
    return blocks


def disputed(s: Position, area: int) -> bool:
    """Return whether both sides have blocks in an area that count there (rule 2.1)."""
    there = s.occ[area] & ~(s.down | s.prisoner)
    return bool(there & s.own[0] and there & s.own[1])


def owner(s: Position, block: int) -> int:
    """Return the side that controls a block, 0 or 1."""
    return 0 if s.own[0] >> block & 1 else 1


def front_at(s: Position, area: int) -> Front | None:
    """Return the front of an area, None if nobody has attacked it in this turn."""
    for front in s.fronts:
        if front.area == area:
            return front
    return None


def front_in(s: Position, area: int) -> Front:
    """Return the front of an area; ValueError if nobody has attacked it in this turn."""
    if front := front_at(s, area):
        return front
    raise ValueError(_("nobody has attacked {area}").format(area=PLACES[area]))


def occupants(loc: bytes | bytearray) -> tuple[int, ...]:
    """Return the blocks in each place, as bits, given the place of each block."""
    occ = [0] * len(PLACES)
    for block, place in enumerate(loc):
        occ[place] |= 1 << block
    return tuple(occ)


def full_strength(loc: bytes | bytearray) -> bytes:
    """Return the steps of each block, all at full strength (rule 8.5), given their places; 0 for those out of play."""
    return bytes([0 if place == OUT else steps for place, steps in zip(loc, STEPS, strict=True)])


def prisoner_bit(name: str) -> int:
    """Return the prisoner of a scenario as bits: Henry VI in Kingmaker, else none."""
    return 1 << HENRY if name else 0
