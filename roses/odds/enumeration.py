"""Exact odds by enumeration on the engine: every position a battle may reach under a policy, with its probability.

Equal positions are expanded once. A die counts as hit or miss, a treachery roll as won or lost; rolls that lead to
the same position are summed into one.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from math import comb
from typing import TypeAlias

import msgspec

from roses.engine.protocol import Action, Roll
from roses.odds.endings import Ending, Entrant, ending, over
from roses.odds.policy import Policy, choices
from roses.progress import ProgressBar
from roses.richard.combat import firepower
from roses.richard.position import Due, Phase, battle_in
from roses.richard.state import State

Progress: TypeAlias = tuple[int, int, int, int]
Layers: TypeAlias = dict[Progress, dict[Hashable, tuple[State, float]]]  # positions, with their probability
MOST_CACHED = 200_000  # positions whose successors are cached: some 400 MB
HIT, MISS = 1, 6  # no firepower is below 1 or, with every bonus, above 5
_STAGE = {Phase.TREASON: 0, Phase.ROLL: 1, Phase.HITS: 3}


def falls(state: State, due: Due) -> list[tuple[Action, float]]:
    """Return the dice that are ``due`` as one roll for each number of hits (or won and lost), with its probability.

    These are the ``chance_outcomes()`` of the state, summed over rolls that lead to the same position (rules 6.4, 6.5,
    6.9).
    """
    if due.kind in ("treachery", "treason"):
        won = 0.5**due.dice
        return [(Roll((2,) * due.dice), won), (Roll((1,) * due.dice), 1 - won)]
    hit = firepower(state, battle_in(state), due.block) / 6
    return [
        (Roll((HIT,) * n + (MISS,) * (due.dice - n)), comb(due.dice, n) * hit**n * (1 - hit) ** (due.dice - n))
        for n in range(due.dice + 1)
    ]


def key(state: State) -> Hashable:
    """Return a key of a position in a battle, independent of its history: positions of one key have the same odds."""
    battle = battle_in(state)
    acted = battle.acted & state.occ[battle.area]  # whether the dead had their turn makes no difference
    plain = msgspec.structs.replace(
        battle, acted=acted, fallen=tuple(sorted(battle.fallen)), crossings=tuple(sorted(battle.crossings))
    )
    return state.phase, state.active, plain, state.due, state.loc, state.steps, state.pretender, state.treason


def _progress(state: State) -> Progress:
    """Return how far a battle has come: it grows with every action, so positions may be taken in this order."""
    battle = battle_in(state)
    stage = _STAGE.get(state.phase, 4)
    if state.due is not None and state.due.kind == "reply":
        stage = 2
    return battle.round, battle.acted.bit_count(), stage, -battle.hits


def moves(state: State, policy: Policy | None, shuffled: bool = False) -> Iterator[tuple[Action, float]]:
    """Yield (action, probability) for each action that may come next: a roll, or a choice of the policy."""
    if state.due is not None:
        yield from falls(state, state.due)
    else:
        actions = choices(policy, state, shuffled)
        yield from ((action, 1 / len(actions)) for action in actions)


def enumerate_endings(
    state: State, policy: Policy | None, blocks: Sequence[Entrant], shuffled: bool = False
) -> tuple[list[Ending], float]:
    """Return every ending that can be reached from ``state`` by a policy; a progress bar appears if it takes long.

    Return also the probability of battles that were undecided at an interruption.
    """
    ends: dict[Hashable, tuple[State, int, float]] = {}
    queue = [_progress(state)]
    layers: Layers = {queue[0]: {key(state): (state, 1.0)}}
    undecided = 0.0
    try:
        with ProgressBar("odds position by position", "position") as bar:
            while queue:
                layer = layers.pop(heapq.heappop(queue))
                bar.update(len(layer))
                for now, reach in layer.values():
                    number = battle_in(now).round
                    for action, chance in moves(now, policy, shuffled):
                        after = now.apply_unchecked(action)
                        if over(after):  # ends with equal states in different rounds are kept apart
                            fallen = tuple(sorted(battle_in(after).fallen))
                            same = (number, after.loc, after.steps, after.outcome, fallen)
                            before = ends[same][2] if same in ends else 0.0
                            ends[same] = (after, number, reach * chance + before)
                        else:
                            wait(layers, queue, after, reach * chance)
    except KeyboardInterrupt:
        undecided = 1.0 - sum(chance for *_n, chance in ends.values())
    endings: dict[Ending, float] = {}
    for end, number, chance in ends.values():
        same_end = ending(end, blocks, number)
        endings[same_end] = endings.get(same_end, 0.0) + chance
    return _with_probabilities(endings), undecided


def wait(layers: Layers, queue: list[Progress], state: State, chance: float) -> None:
    """Add a position to its layer, or its probability to that of the same position."""
    progress = _progress(state)
    if progress not in layers:
        layers[progress] = {}
        heapq.heappush(queue, progress)
    layer, here = layers[progress], key(state)
    layer[here] = (state, chance + layer[here][1]) if here in layer else (state, chance)


def fight(
    state: State, policy: Policy | None, blocks: Sequence[Entrant], n: int, seed: int, shuffled: bool = False
) -> tuple[list[Ending], int]:
    """Fight ``n`` battles with random dice under a policy; return their endings with their shares, and their number.

    An interruption makes that number smaller. The successors of a position are cached for when it comes up again.
    """
    rng, cache = random.Random(seed), dict[Hashable, tuple[list[State], list[float]]]()
    counts: Counter[Ending] = Counter()
    done = 0
    with ProgressBar("battles by lot", "battle", n) as bar:
        try:
            while done < n:
                now, number = state, 0
                while not over(now):
                    number, here = battle_in(now).round, key(now)
                    if here not in cache:
                        after, chances = zip(*moves(now, policy, shuffled), strict=True)
                        cache[here] = [now.apply_unchecked(a) for a in after], list(chances)
                        if len(cache) > MOST_CACHED:
                            cache.clear()
                    now = rng.choices(*cache[here])[0] if here in cache else now
                counts[ending(now, blocks, number)] += 1
                done += 1
                bar.update()
        except KeyboardInterrupt:
            if not done:
                raise
    return _with_probabilities({end: count / done for end, count in counts.items()}), done


def _with_probabilities(endings: Mapping[Ending, float]) -> list[Ending]:
    """Return the endings with these probabilities."""
    return [msgspec.structs.replace(end, probability=chance) for end, chance in endings.items()]
