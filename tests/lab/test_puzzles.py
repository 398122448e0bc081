"""Puzzles: each position comes from its game, and its answers are those of exact search and of the engine."""

from __future__ import annotations

import json
from datetime import date, timedelta
from pathlib import Path

import pytest
from msgspec import structs

import roses
from roses.engine.record import Record
from roses.lab.puzzles import EQUAL, MARGIN, Puzzle, battle_worth, main, mine, orders_worth, rights
from roses.lessons.puzzles import collection, of_day
from roses.richard.position import Phase
from roses.richard.tables import SIDES
from tests.proof import sampled

KIT = collection()
KINDS = {puzzle.goal.partition(":")[0] for puzzle in KIT.puzzles}


def worth_today(puzzle: Puzzle) -> dict[str, float]:
    state = KIT.state(puzzle)
    if puzzle.goal in ("crown", "feed"):
        return {name: worth for name, worth in (orders_worth(state, puzzle.goal) or {}).items() if worth}
    return battle_worth(state, puzzle.goal)


@pytest.mark.parametrize("puzzle", KIT.puzzles, ids=lambda puzzle: puzzle.id)
def test_the_side_chooses_there_and_few_of_its_choices_are_right(puzzle: Puzzle) -> None:
    state = KIT.state(puzzle)
    legal = {str(action) for action in state.legal_actions()}
    assert state.active == (puzzle.side,)
    assert set(puzzle.right) <= legal
    if puzzle.goal in ("crown", "feed"):
        assert state.phase is Phase.ACTIONS and puzzle.side != SIDES[state.first]
        assert "done" not in puzzle.right and 5 * len(puzzle.right) <= len(legal)
    else:
        assert set(puzzle.worth) == legal and len({name.partition(" to ")[0] for name in puzzle.right}) <= 2
        others = [worth for name, worth in puzzle.worth.items() if name not in puzzle.right]
        assert min(puzzle.worth[name] for name in puzzle.right) >= max(others) + MARGIN


@pytest.mark.parametrize("puzzle", sampled(KIT.puzzles, KIT.puzzles[0]), ids=lambda puzzle: puzzle.id)
def test_every_answer_is_found_again_by_exact_search(puzzle: Puzzle) -> None:
    assert worth_today(puzzle) == pytest.approx(puzzle.worth, abs=1e-6)


def test_there_are_sixty_of_several_kinds_and_not_all_are_easy() -> None:
    assert len(KIT.puzzles) >= 60
    assert len({puzzle.id for puzzle in KIT.puzzles}) == len(KIT.puzzles)
    assert {"win", "kill", "save"} <= KINDS
    assert sum(len(puzzle.finders) < 2 for puzzle in KIT.puzzles) >= 20
    assert sum(puzzle.right[0].endswith("fires") for puzzle in KIT.puzzles) <= len(KIT.puzzles) / 2


def test_a_duel_of_two_heirs_is_worth_what_best_play_says() -> None:
    state = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    worth = battle_worth(state, "win")
    assert state.active == ("York",) and rights(worth) == ("Gloucester fires",)
    assert worth["Gloucester fires"] == pytest.approx(1 - 0.0930, abs=1e-4)  # see roses.odds.best_play
    assert battle_worth(state, "kill:Richmond").keys() == worth.keys()
    assert battle_worth(state, "kill:Richmond") != worth


def test_7_1_an_army_too_large_is_fed_by_those_orders_alone_that_make_it_smaller() -> None:
    scene = roses.scene(
        Cornwall="Norfolk, Suffolk, Essex, Arundel, Gloucester",
        Caernarvon="Rutland",
        side="York",
        cards=("Plague", "2"),
    )
    worth = orders_worth(structs.replace(scene, first=0, ap=1), "feed") or {}
    assert worth["done"] == worth["Rutland marches to Chester"] == 0  # the last point is spent
    assert worth["Gloucester marches to Dorset"] == worth["Norfolk marches to Dorset"] == 1
    both = orders_worth(structs.replace(scene, first=0, ap=2), "feed") or {}
    assert both["Rutland marches to Chester"] == 1 and both["done"] == 0


def test_equal_choices_are_right_together() -> None:
    assert rights({"a": 0.5, "b": 0.5 - EQUAL / 2, "c": 0.5 - 2 * EQUAL}) == ("a", "b")


def test_the_command_writes_what_a_game_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roses.lab.puzzles._ORDERS", 200)  # to be quick
    path = tmp_path / "more.json"
    assert main(["puzzles", "--scenario", "1470", "--games", "1", "--seed", "1", "--out", str(path)]) == 0
    more = collection(path)
    assert list(more.puzzles) == list(mine(next(iter(more.games.values())), "1470-1"))
    assert json.loads(path.read_text())["games"] and more.puzzles
    assert isinstance(more.games["1470-1"], Record)
    with pytest.raises(SystemExit, match=r"roses: .*1999"):
        main(["puzzles", "--scenario", "1999", "--out", str(path)])


def test_each_day_has_its_own_until_all_were_shown() -> None:
    number = len(KIT.puzzles)
    first = date.fromordinal(number * 12_000)
    days = [of_day(KIT.puzzles, first + timedelta(days=n)) for n in range(number)]
    assert sorted(days) == list(range(number)) and days != list(range(number))
