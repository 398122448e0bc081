"""Type checkers know what the public functions return: by the name of the game, by that of the record, or always.

mypy reads one small file and says the type of each expression in it.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import roses
from roses.engine.replay import shipped, shipped_names

ROOT = Path(__file__).resolve().parents[1]
ANY, WAR, COURT = "roses.engine.state.GameState", "roses.richard.state.State", "roses.lancaster.state.State"
GAME, REPLAY = "roses.engine.game.Game", "roses.engine.replay.Replay"
STATES = {"richard-iii": WAR, "lancaster": COURT}
TYPES = {
    "roses.start('richard-iii', '1483')": WAR,
    "roses.start('lancaster', players=4)": COURT,
    "roses.start(name)": ANY,
    "roses.game('richard-iii', seed=1)": f"{GAME}[{WAR}]",
    "roses.game('richard-iii').state.apply('done')": WAR,
    "roses.game('richard-iii').again().state": WAR,
    "roses.game('richard-iii').view('York')": "roses.richard.view.View",
    "roses.game('lancaster').states": f"list[{COURT}]",
    "roses.game('lancaster').view()": "roses.lancaster.view.View",
    "roses.game(name).state": ANY,
    "roses.game(name).view()": "Any",
    "roses.resume('game.json').state": ANY,
    "roses.choices(roses.game('lancaster').state)": "list[str]",
    "roses.sit(roses.game('lancaster'), 'Red')": "roses.engine.seat.Seat",
    "roses.replay(name)": f"{REPLAY}[{ANY}]",
    "roses.replay('1483-richard-iii').variation(0)": f"{REPLAY}[{WAR}]",
    "roses.timeline('1413-lancaster').state(0)": COURT,
    "roses.timeline('1483-richard-iii').replay[0].view()": "roses.richard.view.View",
    "roses.timeline(name).state(0)": ANY,
    "roses.simulate('richard-iii')": "roses.table.Table",
    "roses.battle_odds(area='Leicester')": "roses.odds.result.BattleOdds",
    "roses.odds.best_play(area='Leicester')": "roses.odds.tree.BestPlay",
    "roses.richard.battle('Leicester', 'Richmond', 'Gloucester')": WAR,
    "roses.lab.shapley(roses.scene())": "roses.lab.worth.shapley.Shapley",
} | {f"roses.replay({name!r})[0]": STATES[shipped(name).game] for name in shipped_names()}
WRONG = {
    "roses.strat('richard-iii')": 'Module has no attribute "strat"',
    "roses.richard.seen": 'Module has no attribute "seen"',
    "roses.start('richard-iii').houses": '"State" has no attribute "houses"',
}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What mypy says of each expression: its type, or what is wrong with it."""
    pytest.importorskip("mypy")
    every = [*TYPES, *WRONG]
    place = tmp_path_factory.mktemp("types")
    lines = "".join(f"    reveal_type({line})\n" for line in every)
    (place / "user.py").write_text(f"import roses\n\n\ndef user(name: str) -> None:\n{lines}")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(place), "--no-error-summary"]
    run = subprocess.run([*command, str(place / "user.py")], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 1 and not run.stderr, run.stdout + run.stderr  # 1, as there are mistakes to be seen
    results: dict[str, str] = {}
    for number, kind, text in re.findall(r"user\.py:(\d+): (note|error): (.*)", run.stdout):
        line = every[int(number) - 5]
        if kind == "error" or line not in results:
            results[line] = text
    return results


@pytest.mark.parametrize("line", TYPES)
def test_mypy_knows_what_a_public_function_returns(line: str, answers: dict[str, str]) -> None:
    assert answers[line] == f'Revealed type is "{TYPES[line]}"'


@pytest.mark.parametrize("line", WRONG)
def test_mypy_refuses_a_name_that_is_not_there(line: str, answers: dict[str, str]) -> None:
    assert answers[line].startswith(WRONG[line])


def test_the_names_that_serve_every_game_come_first() -> None:
    assert roses.__all__[:4] == ["start", "game", "sit", "resume"]
    text = (roses.__doc__ or "").partition("in this order:")[2].partition("``dir(roses)``")[0]
    named = re.findall(r"``(\w+)``", text)
    assert roses.__all__[: len(named)] == named
    packages = {path.parent.name for path in (ROOT / "roses").glob("*/__init__.py")} - {"cli", "engine"}
    assert dir(roses) == sorted({*named, *packages})


@pytest.mark.parametrize("package", ["richard", "lab", "odds"])
def test_what_a_package_and_roses_both_name_is_one_thing(package: str) -> None:
    module = getattr(roses, package)
    assert len(module.__all__) == len(set(module.__all__))
    for name in set(module.__all__) & set(roses.__all__):
        assert getattr(module, name) is getattr(roses, name)
