"""What a noble is worth to a campaign: bots play it with some nobles left out, and the crowns are counted.

Permutation sampling of Shapley values (J. Castro, D. Gomez and J. Tejada, 2009), each sample with one seed.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, cast

import msgspec

from roses.bots.play import make_bot, play_out
from roses.engine.data import read
from roses.engine.errors import brief, demand
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.loading import folder
from roses.lab.runs.study import Study, study
from roses.progress import counted
from roses.richard.state import State
from roses.richard.tables import BLOCKS, HEIRS, INDEX, OUT, SIDES, bits, mask
from roses.table import Table

_GAME: Final = "richard-iii"
_Z: Final = 1.96  # standard errors of an interval that holds the truth 95 times in 100


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
            half = _Z * stdev(gains) / sqrt(len(gains))
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
    _demand_known(scenario, nobles)
    samples = [_sample(games, list(nobles), number) for number in counted(range(n), "campaigns", "sample", n)]
    orders, crowns = zip(*samples, strict=True)
    return CampaignWorth(scenario, games.seats, seed, tuple(nobles), orders, crowns)


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


def _demand_known(scenario: str, nobles: Sequence[str]) -> None:
    if isinstance(nobles, str) or not nobles:
        raise ValueError(f"nobles must be a list of at least one name, such as ['Stanley/Y'], not {repr(nobles)[:60]}")
    state = cast(State, start(_GAME, scenario))
    free = [name for name, i in INDEX.items() if state.loc[i] != OUT and not HEIRS >> i & 1]
    for name in nobles:
        if name not in free:
            names = ", ".join(free)
            raise ValueError(f"{brief(name)!r} cannot be left out of {scenario}; choose from {names}")


def _sample(study: Study, nobles: list[str], number: int) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return an order of coming, and York's part of the win after each."""
    seed = study.seed_of(number)
    order = random.Random(seed).sample(range(len(nobles)), len(nobles))
    won = [_crown(study, seed, [nobles[i] for i in order[size:]]) for size in range(len(nobles) + 1)]
    return tuple(order), tuple(won)


def _crown(study: Study, seed: int, gone: Collection[str]) -> float:
    """Play a game without some nobles and return York's part of the win."""

    def begin(*given: Any, **options: Any) -> State:
        return _left_out(cast(State, start(*given, **options)), mask(list(gone)))

    bots = {side: make_bot(name, seed + place) for place, (side, name) in enumerate(study.seats.items())}
    return play_out(Game(begin, study.game, study.scenario, ruleset=study.ruleset, seed=seed), bots)[SIDES[1]]


def _left_out(state: State, gone: int) -> State:
    """Return the beginning of a campaign in which these blocks are out of play."""
    occ, loc, steps = [at & ~gone for at in state.occ], bytearray(state.loc), bytearray(state.steps)
    occ[OUT] |= gone
    for block in bits(gone):
        loc[block], steps[block] = OUT, 0
    return msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc), steps=bytes(steps))
