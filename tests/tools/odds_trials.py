"""Fights the thirty line-ups of the tests on the engine with random dice and compares the shares with the exact odds.

``python -m tests.tools.odds_trials [BATTLES]``, by default 200,000 in all. Prints JSON: for each line-up the largest
difference in standard errors over wins, last rounds and eliminations, and for all together how these spread.
"""

from __future__ import annotations

import json
import math
import random
import statistics
import sys
from collections import Counter

from tqdm import tqdm

from roses.engine.protocol import CHANCE
from roses.odds import BattleOdds, Entrant, battle_odds, line_up, opening, stand
from roses.odds.endings import Ending, ending, entrants, over
from roses.richard.state import State
from tests.odds.lineups import LINEUPS

RARE = 20  # expected cases below which a share is too small for its standard error to mean much


def fight(state: State, blocks: tuple[Entrant, ...], rng: random.Random) -> Ending:
    """Fight one battle as ``stand`` would, with dice."""
    number = 0
    while not over(state):
        number = state.battle.round if state.battle else 0
        state = state.apply_unchecked(state.sample(rng) if state.active == (CHANCE,) else rng.choice(stand(state)))
    return ending(state, blocks, number)


def scores(name: str, battles: int, rng: random.Random) -> list[float]:
    """Return the differences of all shares of one line-up from the odds, in standard errors."""
    odds = battle_odds(**LINEUPS[name])
    assert isinstance(odds, BattleOdds)
    state = opening(line_up(**LINEUPS[name]), odds.area)
    blocks, seen = entrants(state), Counter[object]()
    for _ in range(battles):
        end = fight(state, blocks, rng)
        seen.update([end.winner, end.round, *((block, "lost") for block in end.eliminated)])
    expected: dict[object, float] = {**odds.win, **odds.rounds}
    expected |= {(block, "lost"): chance for block, chance in odds.eliminated.items()}
    impossible = [key for key in seen if expected.get(key, 0.0) == 0.0]
    assert not impossible, f"{name}: {impossible} came about and has no probability"
    return [
        (seen[key] / battles - p) / math.sqrt(p * (1 - p) / battles)
        for key, p in expected.items()
        if min(p, 1 - p) * battles >= RARE
    ]


def main(battles: int) -> None:
    """Print what came out."""
    rng, each, item = random.Random(1485), math.ceil(battles / len(LINEUPS)), {}
    for name in tqdm(LINEUPS, disable=None):
        item[name] = scores(name, each, rng)
    every = [z for zs in item.values() for z in zs]
    print(
        json.dumps(
            {
                "line-ups": len(item),
                "battles": each * len(item),
                "shares": len(every),
                "root mean square of z": round(math.sqrt(statistics.fmean(z * z for z in every)), 3),
                "largest |z|": round(max(map(abs, every)), 2),
                "beyond 2": sum(abs(z) > 2 for z in every),
                "beyond 3": sum(abs(z) > 3 for z in every),
                "largest |z| by line-up": {name: round(max(map(abs, zs)), 2) for name, zs in item.items()},
            },
            indent=2,
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
