"""Invariants of the block war game: every block in one place, battles that end, limits of exile and supply kept."""

from __future__ import annotations

from collections import Counter
from typing import Final

from roses.engine.description import Defect, Invariants, demand
from roses.richard.phases.battle import LAST_ROUND
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import EXILES, LAND, LOCALS, NAMES, OUT, PAIR, PLACES, SIDES, STEPS, SUPPLY, bits

BATTLE_LIMIT: Final = 600  # actions in a battle: 4 rounds of 20 blocks, with dice and hits
_ALL: Final = (1 << len(NAMES)) - 1
_TWINS: Final = tuple(1 << b | 1 << other for b, other in enumerate(PAIR) if other > b)
_HAVENS: Final = ("Calais", "France", "Ireland", "Scotland")


class Limits(Invariants):
    """Checks one game: blocks and their two versions, exiles, the length of battles, and the supply limits."""

    def __init__(self) -> None:
        self._battle = 0
        self._due: Counter[str] = Counter()
        self._asked: set[str] = set()

    def look(self, state: State) -> None:
        """Check one state."""
        _blocks(state)
        _versions(state)
        _exiles(state)

    def step(self, before: State, action: str, after: State) -> None:
        """Check the change by an action."""
        self._lasts(after)
        self._supply(before, action, after)

    def _lasts(self, state: State) -> None:
        if state.battle is None or any(e.kind == "battle" for e in state.events):
            self._battle = 0
            return
        self._battle += 1
        where = PLACES[state.battle.area]
        demand(state.battle.round <= LAST_ROUND, "endless", f"the battle in {where} is in round {state.battle.round}")
        demand(self._battle <= BATTLE_LIMIT, "endless", f"the battle in {where} has lasted {BATTLE_LIMIT} actions")

    def _supply(self, before: State, action: str, after: State) -> None:
        """Check that each block above a limit has cost one step of a block in that area (rules 7.1, 7.2)."""
        kinds = {e.kind for e in after.events}
        if "supply" in kinds:
            self._asked = set()
        for e in after.events:
            if e.kind == "starve":
                self._due[e.area] -= 1
        if before.phase is Phase.SUPPLY and action == "done":
            left = {area: n for area, n in self._due.items() if n}
            demand(not left, "supply", f"{before.active[0]} has ended supply with steps to lose {left}")
        if after.phase is Phase.SUPPLY and (before.phase, before.active) != (after.phase, after.active):
            self._due = excess(after, SIDES.index(after.active[0]))
            self._asked.add(after.active[0])
            demand(bool(self._due), "supply", f"{after.active[0]} must lose steps, and is above no limit")
        if "turn" in kinds and after.turn > 1:
            self._unasked(after)

    def _unasked(self, state: State) -> None:
        for i, side in enumerate(SIDES):
            over = excess(state, i) if side not in self._asked else {}
            demand(not over, "supply", f"{side} stands above its limits and has not been asked: {dict(over)}")


def excess(state: State, side: int) -> Counter[str]:
    """Return for each area how many blocks of a side exceed its limit (rules 7.1, 7.2).

    >>> import roses
    >>> excess(roses.start("richard-iii", "1460"), 0)
    Counter()
    """
    over: Counter[str] = Counter()
    absent = state.down | state.prisoner
    for area in LAND:
        fed = state.occ[area] & state.own[side] & ~absent & ~(LOCALS[area] if PLACES[area] in _HAVENS else 0)
        if (n := fed.bit_count() - SUPPLY[area]) > 0:
            over[PLACES[area]] = n
    return over


def _blocks(state: State) -> None:
    if sum(state.occ) != _ALL or not all(state.occ[place] >> b & 1 for b, place in enumerate(state.loc)):
        raise Defect("blocks", f"a block is lost or doubled at {state!r}")
    for block, steps in enumerate(state.steps):
        fits = 1 <= steps <= STEPS[block] if state.loc[block] != OUT else not steps
        if not fits:
            raise Defect("blocks", f"{NAMES[block]} stands in {PLACES[state.loc[block]]} with {steps} steps")
    if state.own[0] & state.own[1]:
        raise Defect("blocks", f"a block serves both sides at {state!r}")


def _versions(state: State) -> None:
    playing = _ALL & ~state.occ[OUT]
    for twins in _TWINS:
        if playing & twins == twins:
            raise Defect("versions", f"both versions are in play: {' and '.join(NAMES[b] for b in bits(twins))}")


def _exiles(state: State) -> None:
    for side in (0, 1):
        for area in EXILES[1 - side]:
            if blocks := state.occ[area] & state.own[side]:
                names = ", ".join(NAMES[b] for b in bits(blocks))
                raise Defect("exile", f"{names} of {SIDES[side]} in {PLACES[area]}, an exile of the enemy")
