"""Every end state of a battle as a sequence: read like a tuple, and small."""

from __future__ import annotations

import tracemalloc
from typing import Any

import pytest

from roses.odds import BattleOdds, battle_odds
from tests.odds.lineups import LINEUPS


def odds(**call: Any) -> BattleOdds:
    result = battle_odds(**call)
    assert isinstance(result, BattleOdds)
    return result


@pytest.mark.parametrize("name", ["Bosworth", "one is trapped", "all equal"])
def test_endings_are_read_like_a_tuple(name: str) -> None:
    ends = odds(**LINEUPS[name]).outcomes
    every = tuple(ends)
    assert len(ends) == len(every) > 8 and list(reversed(ends)) == list(every[::-1])
    assert ends == every == ends[:] and every == ends and hash(ends) == hash(every) and ends != list(every)
    for part in (slice(3), slice(-3, None), slice(1, -1, 2), slice(None, None, -1), slice(5, 2)):
        assert ends[part] == every[part] and ends[part] != every[1:7] and len(ends[part]) == len(every[part])
    assert (ends[0], ends[-1], ends[-len(ends)]) == (every[0], every[-1], every[0])
    assert every[4] in ends and ends.index(every[4]) == 4 and ends.count(every[4]) == 1 and "Richmond" not in ends
    assert repr(ends[:1]) == f"<1: {every[0]!r}>" and repr(ends).startswith(f"<{len(every):,}: {every[0]!r}, ")
    for outside in (len(ends), -len(ends) - 1):
        with pytest.raises(IndexError):
            ends[outside]


def test_the_endings_of_a_large_battle_take_no_object_each_and_are_read_in_their_order() -> None:
    ours, theirs = "Richmond, Oxford, Pembroke, Clifford", "Gloucester, Norfolk, Suffolk, Arundel"
    result = odds(area="Leicester", attacker="Lancaster", attackers=ours, defenders=theirs, entry="Warwick")
    tracemalloc.start()
    try:
        ends = result.outcomes
        kept = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert len(ends) > 20_000 and kept < 40 * len(ends)
    every = list(ends)
    chances = [end.probability for end in every]
    assert chances == sorted(chances, reverse=True) and sum(chances) == pytest.approx(1, abs=1e-12)
    assert all(ends[at] == every[at] for at in (0, 5000, len(every) - 1))
