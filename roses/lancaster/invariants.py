"""Invariants of the court game: knights, nobles and goods are conserved, and points add up."""

from __future__ import annotations

from collections import Counter
from typing import Final

from roses.engine.description import Invariants, demand
from roses.lancaster.gains import PointsScored
from roses.lancaster.phases.effects import standing
from roses.lancaster.position import Phase, spaces
from roses.lancaster.state import State
from roses.lancaster.tables import COLOURS, COUNTIES, IN_FORCE, NEW_CONFLICTS, ROUNDS, SLOTS, bits

_GOODS: Final = ("gold", "squires", "markers", "leftover", "score")
_SECRET: Final = (Phase.START, Phase.LAW_SETS, Phase.LAWS)


class Ledger(Invariants):
    """Checks one game: knights, goods, cards, and that the points of the events add up to the score."""

    def __init__(self) -> None:
        self._points: Counter[str] = Counter()

    def look(self, state: State) -> None:
        """Check one state."""
        _knights(state)
        _counties(state)
        _castles(state)
        _conflicts(state)
        _goods(state)
        _decks(state)

    def step(self, before: State, action: str, after: State) -> None:
        """Check the change by an action."""
        points = [e for e in after.events if isinstance(e, PointsScored)]
        for e in points:
            self._points[e.side] += e.amount
        for player, side in enumerate(after.sides):
            gained = sum(e.amount for e in points if e.side == side)
            true = before.score[player] + gained == after.score[player]
            demand(true, "points", f"{side} has {after.score[player]} points, but its events tell of others")
            if before.round == 0:
                self._points[side] = after.score[player]
            demand(
                self._points[side] == after.score[player],
                "points",
                f"{side} scored {self._points[side]} points by its events",
            )
        demand(after.round <= ROUNDS, "endless", f"round {after.round} has begun")


def _knights(state: State) -> None:
    """Check that each colour has the same knights as at the start (rule 2.1)."""
    for party in range(len(state.court)):
        start = state.parts.house if party < state.setup.players else state.parts.ally
        there = [knight for _, knights in standing(state, party) for knight in knights]
        held = dict(state.captured).get(party, ())
        all_of_them = sorted((*there, *state.reserve[party], *held))
        demand(all_of_them == sorted((*start.court, *start.reserve)), "knights", f"{COLOURS[party]} has {all_of_them}")


def _counties(state: State) -> None:
    players = state.setup.players
    for county, stack in enumerate(state.counties):
        if stack:
            demand(stack.knight >= state.parts.minima[county], "county", f"too weak a knight in {COUNTIES[county]}")
            demand(stack.squires == 0 or stack.party < players, "county", "an ally has squires")
    nobles = sum(state.stacks) + state.removed + sum(n.bit_count() for n in state.nobles)
    demand(nobles == state.setup.nobles * len(COUNTIES), "nobles", f"there are {nobles} nobles")


def _castles(state: State) -> None:
    for party, castle in enumerate(state.castle):
        free = set(bits(spaces(state, party)))
        wrong = [space for space, knight in enumerate(castle) if knight and space not in free]
        demand(not wrong, "castle", f"{COLOURS[party]} has a knight where no space is")
    if state.round:
        demand(all(state.built), "castle", "somebody has no extension")


def _conflicts(state: State) -> None:
    for conflict in state.conflicts:
        held = [slot.party for slot in conflict.slots]
        demand(len(held) == len(set(held)) <= SLOTS, "conflict", f"the slots are held by {held}")
        demand(all(slot.knights for slot in conflict.slots), "conflict", "a slot is empty")
    for lower in (True, False):
        row = sum(conflict.lower == lower for conflict in state.conflicts)
        demand(row <= NEW_CONFLICTS, "conflict", f"there are {row} conflicts in a row")


def _goods(state: State) -> None:
    for goods in _GOODS:
        demand(min(getattr(state, goods)) >= 0, "goods", f"somebody has less than no {goods}")
    if state.rules.supply == "limited":
        in_counties = sum(stack.squires for stack in state.counties if stack)
        numbers = state.parts.numbers
        demand(sum(state.gold) <= numbers.gold, "goods", "there is more gold than in the box")
        demand(sum(state.squires) + in_counties <= numbers.squires, "goods", "there are more squires than in the box")


def _decks(state: State) -> None:
    """Check the number of laws in force (3) and of laws to come: 15 - 3r once round r is revealed."""
    if state.phase in _SECRET or state.round == 0:
        return
    demand(len(state.laws) == IN_FORCE, "laws", f"{len(state.laws)} laws are in force")
    to_come = ROUNDS - state.round + (state.phase is Phase.PROPOSALS)
    demand(state.phase is Phase.CONFLICTS or state.pile.bit_count() == IN_FORCE * to_come, "laws", "the pile is wrong")
