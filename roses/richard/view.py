"""Views: what a side may see of a state, as plain values for figures, widgets and bots; ``State.view`` makes them.

The blocks are the pieces of a view (rule 2.1).
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import Annotated, Any, ClassVar, Final, TypeAlias

import msgspec

from roses.engine import display
from roses.engine.bits import picker, spread
from roses.engine.protocol import Number
from roses.engine.state import content_hash
from roses.richard.combat import crown_holder, home_bonus, line
from roses.richard.events import AnyEvent, seen
from roses.richard.heirs import dead
from roses.richard.knowledge import EVERYBODY, Known, hidden, known, place_codes
from roses.richard.phases.battle import group
from roses.richard.position import Battle, Phase, Position, front_in, own_masks
from roses.richard.tables import BORDER_NAMES, MINOR, NAMES, OUT, PERMANENT, PLACES, POOL, SCENARIOS, SIDES, bits, mask

Card: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=25)]


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One block in a view; ``block`` and ``steps`` are None for a block that the viewer does not see.

    ``place`` is an area, ``"Pool"`` or ``"Minor"``. ``face_down``: eliminated in this campaign; ``moved`` in this
    turn; ``reserve`` and ``acted``: in reserve, or has had its turn, in the battle; ``turned``: changed sides there.
    """

    side: str
    place: str
    block: str | None = None
    steps: Number | None = None
    face_down: bool = False
    moved: bool = False
    prisoner: bool = False
    reserve: bool = False
    acted: bool = False
    turned: bool = False


# Equal pieces are one object, found by a key of four bytes, from the lowest: the marks (the last fields of a Piece, a
# bit each), the steps, block and side, the place. Pieces are sorted by this key.
_MARKS: Final = 6
_MARKED: Final = tuple(tuple([bool(marks >> n & 1) for n in range(_MARKS)]) for marks in range(1 << _MARKS))
_RANKED: Final = tuple(
    b"".join(bytes((0, 0, block | (own_masks(king_side)[1] >> block & 1) << 7, 0)) for block in range(len(NAMES)))
    for king_side in (0, 1)
)  # by side of the King: the numbers of all blocks, as far as block and side make them
_MOST: Final = 20_000  # pieces in that table, some 5 MB


class _Seen(dict[int, Piece]):
    """The pieces of blocks that are seen, made as needed."""

    def __missing__(self, number: int) -> Piece:
        marks, steps, rank, place = number.to_bytes(4, "little")
        if len(self) >= _MOST:
            self.clear()
        self[number] = piece = Piece(SIDES[rank >> 7], PLACES[place], NAMES[rank & 127], steps, *_MARKED[marks])
        return piece


_SEEN: Final = _Seen()
_STANDS: Final = tuple(
    (place, moved) for place in PLACES for moved in (False, True)
)  # code 1 and up, as ``place_codes`` has them
_SORTED: Final = tuple(sorted(_STANDS))
_BY_NAME: Final = bytes((0, *map(_SORTED.index, _STANDS))).ljust(256, b"\0")  # from a code to its number in ``_SORTED``
_UNSEEN: Final = tuple(tuple(Piece(side, place, moved=moved) for place, moved in _SORTED) for side in SIDES)


def pieces(s: Position, loc: bytes, steps: bytes, unseen: int) -> tuple[Piece, ...]:
    """Return the blocks in play by place, side and block, then the ``unseen`` ones on the map by name of the area.

    ``loc`` and ``steps`` are those of the state where blocks are seen; what they say of others is of no account.
    Unseen blocks of a pool are left out.
    """
    seen = EVERYBODY & ~(unseen | s.occ[OUT])
    marked: tuple[int, ...] = (s.down & seen, s.moved & seen, s.prisoner)
    if battle := s.battle:
        there = s.occ[battle.area] & seen
        marked = (*marked, battle.reserve & there, battle.acted & there, battle.turned & there)
    named = _named(seen, loc, steps, s.king_side, *marked)
    if blank := unseen & ~s.occ[POOL]:
        return named + _unnamed(int(not blank & s.own[0]), s.loc, s.moved & blank, blank)
    return named


# What follows is cached, because from one state to the next little changes of what a side sees.


@lru_cache(maxsize=8)
def _unnamed(side: int, loc: bytes, moved: int, blocks: int) -> tuple[Piece, ...]:
    """Return the pieces of unseen blocks; those that have moved come last in each area."""
    return picker(sorted(place_codes(loc, moved, blocks).translate(_BY_NAME)))(_UNSEEN[side])


@lru_cache(maxsize=8)
def _named(blocks: int, loc: bytes, steps: bytes, king_side: int, *marked: int) -> tuple[Piece, ...]:
    """Return the pieces of blocks that are seen, given those with each mark."""
    each, marks = bytearray(_RANKED[king_side]), 0
    each[1::4], each[3::4] = steps, loc
    for n, those in enumerate(marked):
        if those:
            marks |= spread(those) << n
    each[0::4] = marks.to_bytes(len(NAMES), "little")
    return tuple(map(_SEEN.__getitem__, sorted(_numbers(blocks).unpack_from(each))))


@lru_cache(maxsize=256)
def _numbers(blocks: int) -> Struct:
    """Return what reads the numbers of these blocks, and skips those of others."""
    return Struct("<" + bin(blocks)[:1:-1].translate({ord("0"): "4x", ord("1"): "I"}))


# ---- views


class BattleView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The battle that is being fought; its blocks are the pieces of the view in ``area``.

    ``round`` is 1 to 4, 0 while a Treason roll is offered and while the victor regroups. ``letter`` (A to D) and
    ``turn`` (side) are the group that acts. ``entries`` are the borders used to enter, that of the main attack first;
    ``relief`` those of them that only the defender used; ``fallen`` the blocks eliminated in this battle.
    ``at_home`` are the blocks in the front line, as far as the viewer sees them, that fire one better than printed
    because they defend their shield, city, cathedral or country (2.2, 2.4 to 2.6); ``crowned`` is the one that does
    because it defends a crown (2.3), "" for none.
    """

    area: str
    attacker: str
    round: Number
    letter: str = ""
    turn: str = ""
    entries: tuple[str, ...] = ()
    relief: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    at_home: tuple[str, ...] = ()
    crowned: str = ""


class View(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What ``viewer`` may know of a state; ``viewer`` None is an umpire or teacher, who sees both sides.

    ``pieces`` are the blocks, without those of an enemy pool. By side: ``hands`` and ``played``, the cards by number as
    far as they are seen; ``hand_sizes``; ``pool_sizes``; ``votes``, the lords as counted (8.2). ``ap`` are the action
    points left to the side that moves, ``dead`` the blocks eliminated for good, ``discards``
    the cards of earlier turns by side. ``known`` is what else the side knows,
    in the numbers of the state, for ``resample``.
    """

    game: ClassVar[str] = "richard-iii"
    viewer: str | None
    scenario: str
    campaign: Number
    turn: Number
    phase: str
    active: tuple[str, ...]
    king: str
    pretender: str
    king_side: str
    pieces: tuple[Piece, ...]
    hands: dict[str, tuple[Card, ...]]
    hand_sizes: dict[str, Number]
    played: dict[str, Card]
    first_player: str = ""
    ap: Number = 0
    battle: BattleView | None = None
    dead: tuple[str, ...] = ()
    votes: dict[str, Number] = {}
    winner: str | None = None
    events: tuple[AnyEvent, ...] = ()
    pool_sizes: dict[str, Number] = {}
    discards: dict[str, tuple[Card, ...]] = {}
    known: Known | None = None

    @property
    def memory(self) -> tuple[Piece, ...]:
        """The enemy blocks that the viewer does not see, but knows where they are; ``steps`` None if not how strong.

        They are among the pieces without a name and in the enemy's pool; knowledge.py says what is remembered.

        >>> import roses
        >>> [(p.block, p.steps) for p in roses.start("richard-iii", "1483").view("York").memory if p.place == "France"]
        [('Richmond', 3), ('Oxford', 3), ('Pembroke', 3), ('French Mercenary', 4)]
        """
        if self.known is None or self.viewer is None:
            return ()
        enemy, named = 1 - SIDES.index(self.viewer), {piece.block for piece in self.pieces}
        blocks = self.known.traced & own_masks(self.known.king_side)[enemy]
        return tuple(
            Piece(SIDES[enemy], PLACES[at], NAMES[b], self.known.steps[b] or None, bool(self.known.down >> b & 1))
            for b in bits(blocks)
            if (at := self.known.loc[b]) != OUT and NAMES[b] not in named
        )

    def __hash__(self) -> int:
        return content_hash(self)

    def _repr_mimebundle_(self, **options: Any) -> dict[str, Any]:
        return display.mimebundle(self, **options)


def make_view(state: Position, side: str | None) -> View:
    """Return what ``side`` may know of ``state``; None sees all."""
    viewer, own, pool = SIDES.index(side) if side else -1, state.own, state.occ[POOL]
    hands, votes = state.hands, state.votes
    covered = hidden(state, viewer) if side else 0
    facts = known(state, viewer, covered)
    phase = state.phase
    open_side = 1 - SIDES.index(state.active[0]) if phase is Phase.MULLIGAN_ANSWER else -1
    open_hands, played, discards = _cards(hands, state.played, state.spent, viewer, open_side, phase is Phase.CARDS)
    # positional arguments: keywords are far slower
    return View(
        side,
        state.setup.id,
        state.campaign,
        state.turn,
        str(phase),
        state.active,
        "" if state.king_dead or state.loc[state.king] == MINOR else NAMES[state.king],
        NAMES[state.pretender],
        SIDES[state.king_side],
        pieces(state, facts.loc, facts.steps, covered),
        open_hands.copy(),  # each view has dicts of its own
        {_LANCASTER: hands[0].bit_count(), _YORK: hands[1].bit_count()},
        played.copy(),
        SIDES[state.first] if state.first >= 0 else "",
        state.ap if state.mover >= 0 else 0,
        _battle(state, state.battle, covered) if state.battle else None,
        _fallen(state.setup.id, state.occ[OUT]),
        {_LANCASTER: votes[0], _YORK: votes[1]} if any(votes) else {},
        state.result.winner if state.result else None,
        seen(state.events, side),
        {_LANCASTER: (pool & own[0]).bit_count(), _YORK: (pool & own[1]).bit_count()},
        discards.copy(),
        facts,
    )


_LANCASTER, _YORK = SIDES
Cards: TypeAlias = dict[str, tuple[int, ...]]


@lru_cache(maxsize=8)
def _cards(
    hands: tuple[int, int], played: tuple[int, int], spent: tuple[int, int], viewer: int, open_side: int, choosing: bool
) -> tuple[Cards, dict[str, int], Cards]:
    """Return by side the hands, the cards played in this turn, and those of earlier turns, as far as they are seen.

    ``open_side`` is the side, -1 for none, that has shown its hand to return it (rule 5.1); ``choosing`` is whether the
    cards of this turn are still being chosen in secret (1.1).
    """
    own = {0, 1} if viewer < 0 else {viewer}
    return (
        {side: bits(hands[n]) for n, side in enumerate(SIDES) if n in own or n == open_side},
        {side: played[n] for n, side in enumerate(SIDES) if played[n] and (n in own or not choosing)},
        {side: bits(spent[n]) for n, side in enumerate(SIDES) if spent[n]},
    )


@lru_cache(maxsize=256)
def _fallen(scenario: str, out: int) -> tuple[str, ...]:
    """Return the blocks that are dead for good, as they were set up, given those that are out of play."""
    start = mask([name for names in SCENARIOS[scenario].placements.values() for name in names])
    return tuple([NAMES[block] for block in bits(start & out & PERMANENT) if dead(block, out)])


def _battle(state: Position, battle: Battle, covered: int) -> BattleView:
    front = front_in(state, battle.area)
    blocks, side, letter = group(state, battle) if state.phase is Phase.BATTLE_TURN else (0, 0, 0)
    entries, relief = _borders(front.main, front.via[battle.attacker], front.via[1 - battle.attacker])
    defends = 1 - battle.attacker
    front_line = line(state, battle, defends)
    visible, crowned = front_line & ~covered, crown_holder(state, battle)
    at_home = visible and visible & home_bonus(state, front_line, battle.area, front_line)
    return BattleView(
        PLACES[battle.area],
        SIDES[battle.attacker],
        battle.round,
        "ABCD"[letter] if blocks else "",
        SIDES[side] if blocks else "",
        entries,
        relief,
        _names(battle.fallen) if battle.fallen else (),
        _names(bits(at_home)) if at_home else (),
        NAMES[crowned] if crowned >= 0 and visible >> crowned & 1 else "",
    )


def _names(blocks: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([NAMES[block] for block in blocks])


@lru_cache(maxsize=8)
def _borders(main: int, attacker: int, defender: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the borders used to enter a battle, that of the main attack first, and those only the defender used."""
    used = [main, *(border for border in bits(attacker | defender) if border != main)]
    relief = defender & ~(1 << main | attacker)
    return tuple([BORDER_NAMES[b] for b in used]), tuple([BORDER_NAMES[b] for b in used if relief >> b & 1])
