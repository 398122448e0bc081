"""How many games a second ``roses.simulate`` plays with 1 and 2 jobs, cold and warm, and in how much memory.

    python -m tests.benchmarks.simulate [GAMES [BOT]]

One line of JSON for each number of jobs, first cold: a process of its own, with Python's start, the imports and the
start of the workers; then warm: what the same call takes when it is made again in such a process. ``cpu_s`` are
seconds of all processes together, ``mb`` the most that the largest of them held. The last lines say what
``roses.lab.frames`` adds to the time of playing, for both games, random play and the bot: tables of each game or of
many at once, of games that are at hand or of records, which are played again. Each is measured on games of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from time import monotonic, process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from roses.engine.game import Game

GAME: dict[str, Any] = {"game": "richard-iii", "scenario": "1483"}
COURT: dict[str, Any] = {"game": "lancaster", "players": 4}
FRAMED = 40  # games of which frames are made, in each way


def measured(games: int, bot: str, jobs: int, calls: int) -> dict[str, float]:
    """What so many calls took, in this process and those that it starts; ``wall_s`` is that of the last call."""
    import roses

    for _again in range(calls):
        begin = monotonic()
        roses.simulate(**GAME, n=games, seats=bot, jobs=jobs)
        wall = monotonic() - begin
    if jobs > 1:  # what they used is known when they have ended
        from joblib.externals.loky import get_reusable_executor

        get_reusable_executor().shutdown(wait=True)
    used = [getrusage(who) for who in (RUSAGE_SELF, RUSAGE_CHILDREN)]
    cpu = sum(one.ru_utime + one.ru_stime for one in used)
    return {"cpu_s": cpu, "wall_s": wall, "mb": max(one.ru_maxrss for one in used) // 1024}


def framed(call: dict[str, Any], bot: str) -> dict[str, Any]:
    """CPU ms a game of playing, and of frames in percent of that."""
    from roses.lab import frames, study

    result = study(**call, seats=bot)
    frames([result.play(0).record])  # what is loaded and made once
    ways: dict[str, Callable[[list[Game]], object]] = {
        "each_game": lambda games: [frames(game) for game in games],
        "each_record": lambda games: [frames(game.record) for game in games],
        "many_games": frames,
        "many_records": lambda games: frames([game.record for game in games]),
    }
    playing, item = 0.0, {}
    for at, (name, way) in enumerate(ways.items()):
        spent, games = [process_time()], [result.play(1 + at * FRAMED + number) for number in range(FRAMED)]
        spent.append(process_time())
        way(games)
        play, took = spent[1] - spent[0], process_time() - spent[1]
        playing, item = playing + play, {**item, f"{name}_%": round(100 * took / play)}
    return {"game": call["game"], "bot": bot, "play_ms": round(1000 * playing / FRAMED / len(ways), 1), **item}


def line(jobs: int, how: str, games: int, told: dict[str, float]) -> str:
    """The line of a measurement, with games a second."""
    rates = {f"games_per_{name}": round(games / told[name], 1) for name in ("cpu_s", "wall_s")}
    return json.dumps({"jobs": jobs, "when": how, "games": games} | {k: round(v, 1) for k, v in told.items()} | rates)


def compared(games: int, bot: str) -> None:
    """Print all lines; each measurement is made in a process of its own."""
    for jobs in (1, 2):
        once, wall, twice = *apart(games, bot, jobs, 1), apart(games, bot, jobs, 2)[0]
        print(line(jobs, "cold", games, once | {"wall_s": wall}), flush=True)
        print(line(jobs, "warm", games, twice | {"cpu_s": twice["cpu_s"] - once["cpu_s"]}), flush=True)
    for call in (GAME, COURT):
        for name in ("page", bot):
            print(json.dumps(framed(call, name)), flush=True)


def apart(*words: object) -> tuple[dict[str, float], float]:
    """What ``measured`` says in a fresh Python, and how many seconds that lived."""
    begin = monotonic()
    result = subprocess.check_output([sys.executable, "-m", __spec__.name, *map(str, words)])
    return json.loads(result), monotonic() - begin


if __name__ == "__main__":
    words = [*sys.argv[1:], "200", "squire"] if len(sys.argv) == 1 else [*sys.argv[1:], "squire"]
    if len(sys.argv) > 4:
        print(json.dumps(measured(int(words[0]), words[1], int(words[2]), int(words[3]))))
    else:
        compared(int(words[0]), words[1])
