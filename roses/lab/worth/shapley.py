"""What each block is worth in a battle: Shapley values and interactions of pairs, from exact odds of all coalitions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import factorial, fsum

import msgspec

from roses.engine.display import Pictured
from roses.lab.worth.variants import before, chance, line_ups, without
from roses.odds import battle_odds
from roses.odds.endings import Entrant
from roses.odds.policy import Policy
from roses.progress import ProgressBar
from roses.richard.naming import known
from roses.richard.position import battle_in
from roses.richard.state import State
from roses.richard.tables import PLACES
from roses.table import Table


class Shapley(Pictured, msgspec.Struct, frozen=True, eq=False):
    """What each block of a battle is worth to its house, in probability of winning.

    ``chances`` is house to the probability 0..1 that it wins with each coalition of its blocks: the bits of the place
    in the tuple are those of ``blocks``. Together the values of a house are its chance with all of them.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester", scenario="1483")
    >>> shapley(battle)
    Leicester: Richmond 0.28, Oxford 0.56; Gloucester 0.15
    """

    area: str
    blocks: Mapping[str, tuple[Entrant, ...]]
    chances: Mapping[str, tuple[float, ...]]

    @property
    def values(self) -> dict[str, float]:
        """Return block to Shapley value: what it adds, on average over all orders in which the blocks could come."""
        return {
            entrant.block: value
            for house, blocks in self.blocks.items()
            for entrant, value in zip(blocks, values(self.chances[house]), strict=True)
        }

    @property
    def interactions(self) -> dict[tuple[str, str], float]:
        """Return pairs of one house to the interaction index: by how much two together are worth more than apart.

        Above 0 they need each other, below 0 one does what the other would have done.
        """
        return {
            (blocks[i].block, blocks[j].block): value
            for house, blocks in self.blocks.items()
            for (i, j), value in interactions(self.chances[house]).items()
        }

    def table(self) -> Table:
        """Return a row for each block, the most valuable of each house first.

        Columns: ``house``, ``block``, ``steps``; ``value``, the Shapley value; ``alone``, the chance with that block
        only; ``missed``, by how much the chance of all falls without it; ``own``, the value less half of each of its
        interactions. Over a house ``value`` adds up to its chance, and so do ``own`` and the interactions.
        """
        worths, pairs = self.values, self.interactions
        columns = ["house", "block", "steps", "value", "alone", "missed", "own"]
        rows = []
        for house, blocks in self.blocks.items():
            chances = self.chances[house]
            for i, entrant in sorted(enumerate(blocks), key=lambda one: -worths[one[1].block]):
                name, half = entrant.block, fsum(of / 2 for pair, of in pairs.items() if entrant.block in pair)
                missed = chances[-1] - chances[-1 - (1 << i)]
                rows.append((house, name, entrant.steps, worths[name], chances[1 << i], missed, worths[name] - half))
        return Table(rows, columns=columns)

    def pairs(self) -> Table:
        """Return a row for each pair of a house, the strongest interaction first: house, block, other, interaction."""
        house_of = {entrant.block: house for house, blocks in self.blocks.items() for entrant in blocks}
        rows = [(house_of[one], one, other, value) for (one, other), value in self.interactions.items()]
        rows.sort(key=lambda row: -abs(row[-1]))
        return Table(rows, columns=["house", "block", "other", "interaction"])

    def coalitions(self) -> Table:
        """Return a row for each coalition: house, how many blocks, which (names), and the chance to win with them."""
        rows = []
        for house, blocks in self.blocks.items():
            for there, won in enumerate(self.chances[house]):
                names = [entrant.block for i, entrant in enumerate(blocks) if there >> i & 1]
                rows.append((house, len(names), ", ".join(names), won))
        return Table(rows, columns=["house", "number", "blocks", "chance"])

    def __repr__(self) -> str:
        worths = self.values
        each = (", ".join(f"{e.block} {worths[e.block]:.2f}" for e in blocks) for blocks in self.blocks.values())
        return f"{self.area}: {'; '.join(each)}"


def shapley(
    state: State,
    area: str | None = None,
    *,
    house: str | None = None,
    policy: str | Policy = "stand",
    side: str | None = None,
) -> Shapley:
    """Return what each block of a battle is worth to its house: Shapley values and interactions of pairs, exactly.

    The value of a coalition, some blocks of a house, is the probability that the house wins the battle with these
    blocks alone against the whole army of the enemy; who is left out lives elsewhere, and a house without blocks
    loses. A house that has only reserves left fights with them from round 1. The Shapley value of a block is what it
    adds to those who came before it, on average over all orders of coming (L. S. Shapley, 1953); the interaction of
    two is that of M. Grabisch and M. Roubens (1999).

    ``state`` is a battle before its first shot, as ``roses.battle`` makes it, or a game, with ``area`` where several
    battles are due. ``house`` is the one whose blocks are valued, both by default. ``policy`` and ``side`` are those
    of ``roses.battle_odds``, which is called once for each coalition: 2 to the number of blocks of a house; with
    ``policy="best"`` it is ``roses.odds.best_play`` that is called.

    RuleError if the battle has begun, or rests on blocks that ``side`` does not see; ValueError for a house or policy
    that does not exist.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester", scenario="1483")
    >>> worth = shapley(battle, house="Lancaster")
    >>> round(sum(worth.values.values()) - roses.battle_odds(battle).win["Lancaster"], 12)
    0.0
    >>> round(worth.interactions["Richmond", "Oxford"], 3)
    0.376
    """
    if side is not None:
        battle_odds(state, area, side=side)
    begun = before(state, area)
    armies = line_ups(begun)
    if house is not None:
        armies = {house: armies[known("house", house, armies)]}
    due = sum(2 ** len(blocks) - 1 for blocks in armies.values())
    with ProgressBar("odds of all coalitions", "battle", due) as bar:
        chances = {of: _coalitions(begun, of, [e.block for e in blocks], policy, bar) for of, blocks in armies.items()}
    return Shapley(PLACES[battle_in(begun).area], armies, chances)


def _coalitions(
    state: State, house: str, names: Sequence[str], policy: str | Policy, bar: ProgressBar
) -> tuple[float, ...]:
    """Return the chance of a house with each coalition of its blocks."""
    chances = [0.0]
    for there in range(1, 2 ** len(names)):
        gone = [name for i, name in enumerate(names) if not there >> i & 1]
        chances.append(chance(without(state, gone) if gone else state, house, policy))
        bar.update()
    return tuple(chances)


def values(worth: Sequence[float]) -> tuple[float, ...]:
    """Return the Shapley values of a game: ``worth[bits]`` is that of a coalition, ``len(worth)`` a power of 2.

    >>> values([0, 1, 2, 5])
    (2.0, 3.0)
    """
    n = len(worth).bit_length() - 1
    weight = [factorial(size) * factorial(n - size - 1) / factorial(n) for size in range(n)]
    return tuple(
        fsum(weight[there.bit_count()] * (worth[there | 1 << i] - worth[there]) for there in _others(n, 1 << i))
        for i in range(n)
    )


def interactions(worth: Sequence[float]) -> dict[tuple[int, int], float]:
    """Return the Shapley interaction index of each pair of players of a game.

    >>> interactions([0, 1, 2, 5])
    {(0, 1): 2.0}
    """
    n = len(worth).bit_length() - 1
    weight = [factorial(size) * factorial(n - size - 2) / factorial(n - 1) for size in range(n - 1)]
    indices = {}
    for i, j in combinations(range(n), 2):
        one, other = 1 << i, 1 << j
        indices[i, j] = fsum(
            weight[t.bit_count()] * (worth[t | one | other] - worth[t | one] - worth[t | other] + worth[t])
            for t in _others(n, one | other)
        )
    return indices


def _others(n: int, without: int) -> list[int]:
    """Return the coalitions of ``n`` players in which none of these is."""
    return [there for there in range(1 << n) if not there & without]
