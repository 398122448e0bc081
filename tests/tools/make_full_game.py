"""Makes data/replays/full-game-1460.json: one invented game of three campaigns, played by rules of thumb, told by hand.

``python -m tests.tools.make_full_game`` writes it; ``python -m tests.tools.make_full_game 0 700`` plays the games of
these seeds and lists the most interesting. Which seed is told was chosen by that list.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

import roses
from roses.engine.protocol import CHANCE, Action, Event
from roses.richard.actions import Play
from roses.richard.phases.political import count
from roses.richard.state import State
from roses.richard.tables import BLOCKS
from tests.tools.full_game_told import TOLD, Told
from tests.tools.rose_player import choice
from tests.tools.script import Script

SEED = 171
INVENTED = "an invented game"
HEADERS = {
    "title": "Three crowns by one point: a whole game",
    "players": "rules of thumb on both sides",
    "note": "An invented game, not history: cards and dice by chance, every move by rules of thumb. It was chosen as "
    "the most interesting of 700, by crowns that change hands, close counts, treachery and dead heirs.",
}


class Game(msgspec.Struct):
    """A game that was played: its last state, each action with its side, all events, the lead at each turn."""

    state: State
    actions: list[tuple[str, Action]]
    events: list[Event]
    leads: list[int]


def played(seed: int, most: int = 4000) -> Game:
    """Play the scenario of 1460 to its end."""
    rng = random.Random(seed)
    game = Game(roses.start("richard-iii", "1460"), [], [], [])
    while game.state.outcome is None and len(game.actions) < most:
        action = choice(game.state, rng)
        by = action.side if isinstance(action, Play) else game.state.active[0]
        game.state = game.state.apply_unchecked(action)
        game.actions.append((by, action))
        game.events += game.state.events
        if any(event.kind == "turn" for event in game.state.events):
            game.leads.append(count(game.state, 0) - count(game.state, 1))
    return game


def interest(game: Game) -> float:
    """Return how well a game is worth telling; games that end before the third campaign are not told.

    Points: 6 for each usurpation; 4 for a count within one point, 2 within two, and three times that for the last; 2
    for each lord who turns (up to four); 1 for each change of the lead (up to six); 1.5 for each dead heir (up to six);
    up to 6 for battles won by both sides. A game that a death ends before the last turns, or a long one, loses some.
    """
    kinds = Counter(event.kind for event in game.events)
    counts = [abs(e.lancaster - e.york) for e in game.events if e.kind == "count"]
    if game.state.campaign < 3 or len(counts) < 2:
        return -99.0
    heirs = sum(e.kind == "eliminated" and BLOCKS[e.block].kind == "heir" for e in game.events)
    won = Counter(e.side for e in game.events if e.kind == "won")
    swings = sum((a > 0) != (b > 0) for a, b in zip(game.leads, game.leads[1:], strict=False))
    close = [{0: 4, 1: 4, 2: 2}.get(gap, 0) for gap in counts]
    ending = 2 * close[-1] if len(counts) == 3 else 5 if game.state.turn >= 6 else -6
    balance = 6 * min(won["York"], won["Lancaster"]) / max(1, *won.values())
    sums = 6 * kinds["usurp"] + 2 * min(4, kinds["turned"]) + min(6, swings) + 1.5 * min(6, heirs) + sum(close)
    return sums + balance + ending - max(0, len(game.actions) - 620) / 40


def search(seeds: Iterable[int]) -> Iterator[tuple[float, int]]:
    """Yield interest and seed of each game."""
    return ((interest(played(seed)), seed) for seed in seeds)


def tell(game: Game, told: Iterable[Told]) -> Script:
    """Return the game as a script with its moments, each with the marches since the one before."""
    script = Script(roses.start("richard-iii", "1460"))
    ways: dict[tuple[str, tuple[str, ...]], None] = {}
    left = list(told)
    for by, action in [("", None), *game.actions]:
        if action is not None:
            text = str(action)
            assert by == CHANCE or by in script.state.active, (by, text)
            script.play(text)
            ways |= {(e.side, tuple(e.way)): None for e in script.state.events if e.kind in ("march", "sail")}
        while left and left[0].at == len(script.entries):
            one = left.pop(0)
            script.tell(one.when, one.place, one.text, title=one.title, mark=one.mark, confidence=INVENTED,
                        paths=tuple(ways))  # fmt: skip
            ways = {}
    assert not left, left
    return script


def main(seeds: list[int]) -> None:
    """Write the record, or list the ten most interesting games of a range of seeds."""
    if seeds:
        for found in sorted(search(range(*seeds)), reverse=True)[:10]:
            print(*found)
        return
    tell(played(SEED), TOLD).save("full-game-1460", HEADERS)


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]])
