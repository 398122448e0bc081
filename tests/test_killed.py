"""A game whose process is killed loses at most the action in hand, and goes on as if nothing had happened."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

import roses
from roses.engine.protocol import CHANCE
from roses.engine.record import load
from tests.proof import sampled

_CHILD = """
import random, sys, roses
game = roses.resume(sys.argv[1])
while not game.state.outcome:
    print(len(game), flush=True)
    game.play(random.Random(len(game)).choice(game.state.legal_actions()))
print(len(game), flush=True)
"""
_SLOW = 0.004  # s: about as long as an action takes with its file
_CASES = [("1460", 100, 1), ("1460", 4, 2)]


def killed(path: Path, rng: random.Random) -> tuple[int, bool]:
    """Play on in a process of its own, kill it at a random point; return the actions it knew of, and if it was over."""
    child = subprocess.Popen([sys.executable, "-c", _CHILD, str(path)], stdout=subprocess.PIPE, text=True)
    assert child.stdout
    lines = list(islice(child.stdout, rng.randint(1, 8)))
    time.sleep(rng.random() * _SLOW)
    child.kill()
    lines += child.stdout.readlines()
    return int(lines[-1]), child.wait() == 0


@pytest.mark.parametrize(("scenario", "kills", "seed"), sampled(_CASES, _CASES[1]))
def test_a_game_that_is_killed_loses_at_most_the_action_in_hand(
    scenario: str, kills: int, seed: int, tmp_path: Path
) -> None:
    rng, done, path = random.Random(seed), 0, tmp_path / "game.json"
    roses.game("richard-iii", scenario, seed=seed, autosave=path)
    while done < kills:
        known, over = killed(path, rng)
        entries = load(path).entries
        assert len(entries) >= known, "what was played is in the file"
        assert sum(entry.by != CHANCE for entry in entries[known:]) <= 1
        done += not over
        if over:
            path.unlink()
            roses.game("richard-iii", scenario, seed=seed, autosave=path)
    unbroken = roses.game("richard-iii", scenario, seed=seed)
    while len(unbroken) < len(load(path).entries):
        unbroken.play(random.Random(len(unbroken)).choice(unbroken.state.legal_actions()))
    assert unbroken.record.entries == load(path).entries, "the dice are those that would have come"
