"""Plays the games of rules of thumb from which ``data/replays/full-game-1460.json`` was chosen.

``python -m tests.tools.full_game 0 700`` plays the games of these seeds and lists the most interesting, which is how
the seed of the record was found; without arguments it writes the actions of that game, and the marches of its moments,
into the record. What the moments say is written in the record by hand.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

import roses
from roses.engine.loading import folder
from roses.engine.protocol import Action, Event
from roses.engine.record import Entry, Record, loads, save
from roses.engine.replay import Replay
from roses.richard.actions import Play
from roses.richard.phases.political import count
from roses.richard.state import State
from roses.richard.tables import BLOCKS
from tests.tools.rose_player import choice

SEED = 171


class Game(msgspec.Struct):
    """A game that was played: its last state, each action with its side, all events, the lead at each turn."""

    state: State
    actions: list[tuple[str, Action]]
    events: list[Event]
    leads: list[int]


def play_game(seed: int, most: int = 4000) -> Game:
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
    return ((interest(play_game(seed)), seed) for seed in seeds)


def renew(record: Record, game: Game) -> Record:
    """Return the record with the actions of a game, and with the marches since the moment before in each moment."""
    replay = Replay(replace(record, entries=tuple(Entry(by, str(action)) for by, action in game.actions)), roses.start)
    moments, begin = [], 0
    for moment in record.moments:
        events = [event for state in replay.states[begin + 1 : moment.at + 1] for event in state.events]
        ways = dict.fromkeys((e.side, tuple(e.way)) for e in events if e.kind in ("march", "sail"))
        moments.append(replace(moment, paths=tuple(ways)))
        begin = moment.at
    return replace(replay.record, moments=tuple(moments))


def main(seeds: list[int]) -> None:
    """Write the record, or list the ten most interesting games of a range of seeds."""
    if seeds:
        for number, seed in sorted(search(range(*seeds)), reverse=True)[:10]:
            print(number, seed)
        return
    path = folder("data") / "replays" / "full-game-1460.json"
    save(renew(loads(path.read_text(encoding="utf-8")), play_game(SEED)), path)


if __name__ == "__main__":
    main([int(text) for text in sys.argv[1:]])
