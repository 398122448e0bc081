"""What blocks are worth: Shapley values in a battle, by exact odds, and in a campaign, by simulated games."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations
from math import factorial, fsum, sqrt
from statistics import fmean, stdev
from typing import Any, Final, cast

import msgspec

from roses.bots.play import make_bot, play_out
from roses.engine.data import read
from roses.engine.display import Pictured
from roses.engine.errors import brief, demand
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.loading import folder
from roses.lab.intervals import Z
from roses.lab.runs.study import Study, study
from roses.lab.worth.sensitivity import before, chance, line_ups, without
from roses.odds import battle_odds
from roses.odds.endings import Entrant
from roses.odds.policy import Policy
from roses.progress import ProgressBar, counted
from roses.richard.naming import check_name
from roses.richard.position import battle_in
from roses.richard.state import State
from roses.richard.tables import BLOCKS, HEIRS, INDEX, OUT, PLACES, SIDES, bits, mask
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
    first = before(state, area)
    armies = line_ups(first)
    if house is not None:
        armies = {house: armies[check_name("house", house, armies)]}
    due = sum(2 ** len(blocks) - 1 for blocks in armies.values())
    chances = {}
    with ProgressBar("odds of all coalitions", "battle", due) as bar:
        for of, blocks in armies.items():
            row = [0.0]  # the chance with no block, then with each coalition
            for there in range(1, 2 ** len(blocks)):
                gone = [entrant.block for i, entrant in enumerate(blocks) if not there >> i & 1]
                row.append(chance(without(first, gone) if gone else first, of, policy))
                bar.update()
            chances[of] = tuple(row)
    return Shapley(PLACES[battle_in(first).area], armies, chances)


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


_GAME: Final = "richard-iii"


class CampaignWorth(msgspec.Struct, frozen=True):
    """Samples of a campaign with the nobles coming one by one: ``seats`` are the bots, ``seed`` that of the study.

    ``orders`` holds an order of coming for each sample, as places in ``nobles``; ``crowns`` York's part of the win
    (0..1) with none of them, with the first of the order, the first two, and so on, all played from one seed.
    """

    scenario: str
    seats: dict[str, str]
    seed: int
    nobles: tuple[str, ...]
    orders: tuple[tuple[int, ...], ...]
    crowns: tuple[tuple[float, ...], ...]

    @property
    def call(self) -> str:
        """Return the call that made these samples; another version of the kit, with other bots, may play otherwise."""
        given = f"{self.scenario!r}, {list(self.nobles)}, n={len(self.orders)}, seats={self.seats}, seed={self.seed}"
        return f"roses.lab.campaign_worth({given})"

    def gains(self, noble: str) -> list[float]:
        """Return by how much his coming raised his own house's part of the win, in each sample: -1, 0 or 1."""
        number, sign = self.nobles.index(noble), 1 if BLOCKS[noble].side == SIDES[1] else -1
        at = [order.index(number) for order in self.orders]
        return [sign * (won[i + 1] - won[i]) for i, won in zip(at, self.crowns, strict=True)]

    def table(self) -> Table:
        """Return a row for each noble, the most valuable first.

        Columns: ``noble``, ``house``; ``worth``, the share of crowns that he brings his house, -1..1: his Shapley
        value among these nobles; ``low`` and ``high``, its interval of 95 %; ``samples``.
        """
        rows = []
        for noble in self.nobles:
            gains = self.gains(noble)
            half = Z * stdev(gains) / sqrt(len(gains))
            rows.append((noble, BLOCKS[noble].side, fmean(gains), fmean(gains) - half, fmean(gains) + half, len(gains)))
        rows.sort(key=lambda row: -row[2])
        return Table(rows, columns=["noble", "house", "worth", "low", "high", "samples"])


def campaign_worth(
    scenario: str,
    nobles: Sequence[str],
    *,
    n: int = 100,
    seats: Mapping[str, str] | str = "squire",
    seed: int = 1,
) -> CampaignWorth:
    """Return what nobles are worth to their houses over a campaign: shares of crowns, from games between bots.

    In each of ``n`` samples the nobles come in a random order. A game is played without any of them, with the first,
    the first two, and so on until all are there; who is not there is out of play from the beginning. So there are
    ``n`` times (one more than nobles) games. ``seats`` and ``seed`` are those of ``roses.simulate``; a duke, who thinks
    by the clock, cannot play.

    ValueError for a block that is not in the scenario at its beginning, or is an heir, without whom a house may be
    lost; and for a bot that does not exist.

    >>> worth = campaign_worth("1483", ["Stanley/Y", "Oxford"], n=2, seats="page")
    >>> worth.table().columns.tolist(), len(worth.crowns[0])
    (['noble', 'house', 'worth', 'low', 'high', 'samples'], 3)
    """
    games = study(_GAME, scenario, seats, seed=seed)
    demand(int, n=n)
    if n < 2:
        raise ValueError(f"n must be at least 2 samples, since one has no interval, not {n}")
    if isinstance(nobles, str) or not nobles:
        raise ValueError(f"nobles must be a list of at least one name, such as ['Stanley/Y'], not {repr(nobles)[:60]}")
    first = cast(State, start(_GAME, scenario))
    free = [name for name, i in INDEX.items() if first.loc[i] != OUT and not HEIRS >> i & 1]
    if (wrong := next((name for name in nobles if name not in free), None)) is not None:
        raise ValueError(f"{brief(wrong)!r} cannot be left out of {scenario}; choose from {', '.join(free)}")
    orders, crowns = [], []
    for number in counted(range(n), "campaigns", "sample", n):
        seed_of_game = games.seed_of(number)
        order = random.Random(seed_of_game).sample(range(len(nobles)), len(nobles))
        absent = ([nobles[i] for i in order[size:]] for size in range(len(nobles) + 1))
        orders.append(tuple(order))
        crowns.append(tuple(_york_share(games, seed_of_game, gone) for gone in absent))
    return CampaignWorth(scenario, games.seats, seed, tuple(nobles), tuple(orders), tuple(crowns))


def kept_worth(name: str) -> CampaignWorth:
    """Return the samples of a file of ``data/studies``: "worth-1483-squire" and "worth-1483-knight".

    They were played by the bots of the version that made the file. ValueError for a name that no file has.

    >>> kept_worth("worth-1483-squire").seats
    {'Lancaster': 'squire', 'York': 'squire'}
    """
    known = sorted(path.stem for path in (folder("data") / "studies").glob("worth-*.json"))
    if name not in known:
        raise ValueError(f"there are no samples {brief(name)!r}; choose from {', '.join(known)}")
    return read(f"studies/{name}.json", CampaignWorth)


def _york_share(study: Study, seed: int, gone: Collection[str]) -> float:
    """Play a game without some nobles and return York's part of the win."""

    def begin(*given: Any, **options: Any) -> State:
        return _leave_out(cast(State, start(*given, **options)), mask(list(gone)))

    bots = {side: make_bot(name, seed + place) for place, (side, name) in enumerate(study.seats.items())}
    return play_out(Game(begin, study.game, study.scenario, ruleset=study.ruleset, seed=seed), bots)[SIDES[1]]


def _leave_out(state: State, gone: int) -> State:
    """Return the beginning of a campaign in which these blocks are out of play."""
    occ, loc, steps = [at & ~gone for at in state.occ], bytearray(state.loc), bytearray(state.steps)
    occ[OUT] |= gone
    for block in bits(gone):
        loc[block], steps[block] = OUT, 0
    return msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc), steps=bytes(steps))
