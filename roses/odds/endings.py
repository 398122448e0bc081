"""Endings of a battle: who won in which round, and the fate of each block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

import msgspec

from roses.engine.errors import RuleError, brief
from roses.richard.actions import Fight
from roses.richard.demands import demand_war
from roses.richard.position import Phase, battle_in, present
from roses.richard.state import State
from roses.richard.tables import INDEX, NAMES, OUT, PAIR, PLACES, SIDES, bits

Fate: TypeAlias = Literal["stands", "away", "eliminated", "turned"]
FATES: Final[tuple[Fate, ...]] = ("stands", "away", "eliminated", "turned")
Fates: TypeAlias = "dict[tuple[str, Fate, int], float]"  # (block, fate, steps left) to probability


class Entrant(msgspec.Struct, frozen=True):
    """A block as it enters the battle: ``role`` attacker or defender, ``steps``, and whether it waits in reserve.

    >>> Entrant("Richmond", "Lancaster", "attacker", 4, reserve=False).steps
    4
    """

    block: str
    house: str
    role: str
    steps: int
    reserve: bool


class Ending(msgspec.Struct, frozen=True):
    """One end state of a battle. Blocks go by the version they ended as, so a turned lord changes his name.

    ``winner`` holds the area, or has won the whole game with it; ``round`` is the last one fought (0: turned before
    round 1 began). ``stands`` and ``away`` are (block, steps left) in the area and safely away; ``eliminated`` are
    names.

    >>> end = Ending(0.25, "York", 3, stands=(("Gloucester", 2),), away=(), eliminated=("Richmond",))
    >>> end.strength
    {'Gloucester': 2}
    """

    probability: float
    winner: str
    round: int
    stands: tuple[tuple[str, int], ...]
    away: tuple[tuple[str, int], ...]
    eliminated: tuple[str, ...]

    @property
    def strength(self) -> dict[str, int]:
        """Return the steps of every block that lives, in the area or away."""
        return dict(self.stands + self.away)


def opening(state: State, area: str | None = None) -> State:
    """Return the state in which the battle in ``area`` is in hand; it is picked first if battles are still to choose.

    Without ``area`` it is the battle in hand, or the only one to choose. RuleError if ``area`` is not about to be
    fought for (rule 6.1), or is needed to tell which of several battles is meant.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> opening(battle, "Leicester").battle.round
    1
    """
    demand_war(state)
    choices = state.legal_actions() if state.phase is Phase.BATTLES else ()
    due = [action.area for action in choices if isinstance(action, Fight)]
    if due and (area is not None or len(due) == 1):
        return state.apply(Fight(area or due[0]))
    battle = state.battle
    if battle is not None and not over(state) and area in (None, PLACES[battle.area]):
        return state
    if due:
        raise RuleError(f"several battles are about to be fought; name the area of one: {', '.join(due)}", rule="6.1")
    if battle is None:
        reason = "no battle is in hand"
    elif over(state):
        reason = f"the battle is over in {PLACES[battle.area]}"
    else:
        reason = f"the battle in hand is that of {PLACES[battle.area]}"
    where = brief(area or "this state")
    raise RuleError(f"{where} has no battle about to be fought: {reason} ({state.phase})", rule="6.1")


def over(state: State) -> bool:
    """Whether the battle is over: its victor may regroup, or the game has ended (rules 6.7, 9.0)."""
    return state.phase is Phase.REGROUP or state.phase is Phase.OVER


def entrants(state: State) -> tuple[Entrant, ...]:
    """Return the blocks of the battle in hand, attackers first."""
    battle = battle_in(state)
    return tuple(
        Entrant(NAMES[b], SIDES[side], role, state.steps[b], bool(battle.reserve >> b & 1))
        for role, side in (("attacker", battle.attacker), ("defender", 1 - battle.attacker))
        for b in bits(present(state, battle.area, side))
    )


def ending(state: State, blocks: Iterable[Entrant], number: int) -> Ending:
    """Return how the battle ended in this state; its probability is left at 1."""
    battle = battle_in(state)
    fought = [_now(state, e.block) for e in blocks]
    lost = [b for b in fought if b in battle.fallen]
    lives = [b for b in fought if b not in battle.fallen]
    there = tuple((NAMES[b], state.steps[b]) for b in lives if state.loc[b] == battle.area)
    away = tuple((NAMES[b], state.steps[b]) for b in lives if state.loc[b] != battle.area)
    winner = state.outcome.winner if state.outcome else state.active[0]
    return Ending(1.0, winner, number, there, away, tuple(NAMES[b] for b in lost))


def with_probabilities(endings: Mapping[Ending, float]) -> list[Ending]:
    """Return the endings, each with its probability set."""
    return [msgspec.structs.replace(end, probability=chance) for end, chance in endings.items()]


def _now(state: State, name: str) -> int:
    """Return the version of a block that is in play at the end, or was when it fell: its own or the other house's."""
    block, battle = INDEX[name], battle_in(state)
    here = block in battle.fallen or state.loc[block] != OUT
    return block if here else PAIR[block]


def fates(endings: Iterable[Ending], blocks: Iterable[Entrant]) -> Fates:
    """Return the probability of each fate of each block; a turned block has rows under both its names."""
    chances: Fates = {}
    names = {e.block for e in blocks}
    for end in endings:
        for key in _fates(end, names):
            chances[key] = chances.get(key, 0.0) + end.probability
    return chances


def _fates(end: Ending, names: set[str]) -> Iterator[tuple[str, Fate, int]]:
    for block, steps in end.stands:
        yield block, "stands", steps
    for block, steps in end.away:
        yield block, "away", steps
    for block in end.eliminated:
        yield block, "eliminated", 0
    now = {block for block, _n in end.stands + end.away} | set(end.eliminated)
    for block in names - now:
        yield block, "turned", 0
