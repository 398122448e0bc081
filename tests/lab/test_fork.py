"""Forks: what changes nothing makes no difference, common random numbers, intervals that cover, legal positions."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path
from statistics import variance
from typing import Any

import pytest

import roses
from roses.engine.games import describe
from roses.engine.protocol import CHANCE
from roses.engine.record import dumps, loads
from roses.engine.replay import Replay
from roses.lab.fork.result import DIFFERENCE, WITHOUT_LUCK, Forked
from roses.lab.fork.study import ARMS, Fork, Numbers, fork_of, key_of, roll
from roses.richard.tables import INDEX, PLACES

ROOT = Path(__file__).resolve().parents[2]
BOSWORTH = "1483-richard-iii"
KINGMAKER = "1470-kingmaker"
STANLEY = 131  # the die that turns him is due
WARWICK = {"place": {"Warwick/Y": "Calais"}}


@pytest.mark.parametrize("bot", ["squire", "page", "knight"])
@pytest.mark.parametrize(
    ("at", "change"),
    [
        (STANLEY, "roll 4"),
        (128, "Northumberland/Y passes"),
        (114, {"strength": {"Stanley/Y": 4}, "ruleset": "revised"}),
        (114, {}),
    ],
)
def test_what_changes_nothing_makes_a_difference_of_exactly_zero(at: int, change: Any, bot: str) -> None:
    fork = roses.fork(BOSWORTH, at=at, change=change, n=2 if bot == "knight" else 12, seats=bot)
    for side in ("Lancaster", "York"):
        assert [fork.difference(side, measure) for measure in ("wins", "lead")] == [(0.0, 0.0, 0.0)] * 2
    assert all(pair[1:5] == pair[5:] for pair in fork.pairs)


@pytest.mark.parametrize("n", [18, 24])
def test_the_pairs_are_the_same_for_any_number_of_jobs(n: int) -> None:
    pytest.importorskip("joblib")
    one, two = (roses.fork(BOSWORTH, at=STANLEY, change="roll 3", n=n, jobs=jobs) for jobs in (1, 2))
    assert one == two and one.table().to_csv() == two.table().to_csv() and one.call == two.call


def test_the_pairs_are_the_same_whatever_python_makes_of_hashes() -> None:
    code = f"import roses; print(roses.fork('{BOSWORTH}', at={STANLEY}, change='roll 3', n=6).pairs)"
    results = [
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": salt},
                       capture_output=True, text=True, check=True).stdout
        for salt in ("1", "2")
    ]  # fmt: skip
    assert results[0] == results[1] != ""


def test_more_pairs_begin_with_the_same_and_another_seed_gives_others() -> None:
    few, more, other = (
        roses.fork(BOSWORTH, at=STANLEY, change="roll 3", n=n, seed=seed).pairs
        for n, seed in ((5, 1), (25, 1), (25, 2))
    )
    assert few == more[:5] and more != other


def test_the_call_of_a_result_repeats_it() -> None:
    fork = roses.fork(BOSWORTH, at="Bosworth", change={"strength": {"Norfolk": 1}}, n=4, seats="page", seed=7)
    again = eval(fork.call, {"roses": roses})
    assert again.pairs == fork.pairs and again.call == fork.call
    assert "at=115" in fork.call and "change={'strength': {'Norfolk': 1}}" in fork.call


def test_the_same_is_rolled_for_the_same_block_in_the_same_turn_battle_and_round() -> None:
    """Also where a block has another strength: the dice that both throw are equal."""
    shared = 0
    for change in ("Northumberland/Y fires", {"strength": {"Oxford": 1}}):
        fork = fork_of(BOSWORTH, 128, change)
        for number in range(8):
            one, two = (_rolls(fork, number, arm) for arm in ARMS)
            for key in one.keys() & two.keys():
                assert all(a == b for a, b in zip(one[key], two[key], strict=False)), key
                shared += 1
    assert shared > 100


def test_the_arms_of_an_early_change_roll_for_the_same_things_at_first_and_for_others_at_the_end() -> None:
    """Why common random numbers help Warwick's fork least; lesson 16 tells of it."""
    fork = fork_of(KINGMAKER, 3, WARWICK, until="campaign")
    both, either = Counter[int](), Counter[int]()
    for number in range(8):
        one, two = (_rolls(fork, number, arm) for arm in ARMS)
        both.update(key[2] for key, _again in one.keys() & two.keys())
        either.update(key[2] for key, _again in one.keys() | two.keys())
    assert either[1] and both[1] == either[1] and both[2] == either[2]
    assert sum(both[turn] for turn in (5, 6, 7)) < 0.2 * sum(either[turn] for turn in (5, 6, 7))


def _rolls(text: Fork, number: int, arm: str) -> dict[Any, tuple[int, ...]]:
    """What was rolled for what after the fork; a key that comes again has its number with it."""
    game, item, seen = text.play(number, arm), {}, Counter[Any]()
    for at in range(len(text.arms[arm]), len(game)):
        state = game.state_after(at)
        if state.active == (CHANCE,) and state.due:
            key = key_of(state)
            item[key, seen[key]] = game.state.read(game.record.entries[at].action).dice
            seen[key] += 1
    return item


def test_a_list_is_shuffled_so_that_an_item_more_leaves_the_order_of_the_others() -> None:
    for number in range(50):
        one, two = list("abcdefg"), list("gfeXdcba")
        for items in (one, two):
            numbers = Numbers("seed")
            numbers.begin((number,))
            numbers.shuffle(items)
        assert [item for item in two if item != "X"] == one
    numbers, result = Numbers("seed"), Counter[tuple[str, ...]]()
    for _again in range(6000):
        numbers.begin(("the same",))
        items = list("abc")
        numbers.shuffle(items)
        result[tuple(items)] += 1
    assert all(abs(result[order] - 1000) < 120 for order in permutations("abc"))  # four standard deviations


@pytest.mark.parametrize(("at", "change"), [(STANLEY, "roll 3"), (114, {"loyalty": {"Stanley/Y": 3}})])
def test_the_record_of_a_game_can_be_replayed(at: int, change: Any) -> None:
    fork = fork_of(BOSWORTH, at, change, "page")
    for arm in ARMS:
        game = fork.play(3, arm)
        replay = Replay(loads(dumps(game.record)), roses.start)
        assert len(replay) == len(game) + 1 and replay[-1] == game.state
        assert replay[at] == roses.replay(BOSWORTH)[at]
    assert fork.play(3, ARMS[1]).record == fork.play(3, ARMS[1]).record


@pytest.mark.parametrize(
    "change",
    [WARWICK, {"strength": {"March": 1, "Hastings": 2}}, {"ruleset": "classic"}, {"place": {"Oxford": "Pool"}}],
)
def test_every_state_after_a_changed_position_is_legal(change: dict[str, Any]) -> None:
    fork = fork_of(KINGMAKER, 3, change, "page")
    for number in range(3):
        game, limits = fork.play(number, "changed"), describe("richard-iii").invariants()
        for at in range(3, len(game)):
            limits.look(game.state_after(at + 1))
            limits.step(game.state_after(at), game.record.entries[at].action, game.state_after(at + 1))
        assert game.state.outcome is not None


def test_a_block_that_comes_in_sends_its_other_version_out() -> None:
    after = fork_of(KINGMAKER, 3, WARWICK).arms["changed"].state
    where = {name: PLACES[after.loc[INDEX[name]]] for name in ("Warwick/Y", "Warwick/L")}
    assert where == {"Warwick/Y": "Calais", "Warwick/L": "Out"}
    assert (after.steps[INDEX["Warwick/Y"]], after.steps[INDEX["Warwick/L"]]) == (4, 0)


@pytest.mark.parametrize("loyalty", [0, 1, 2, 3, 5, None])
def test_6_9_a_changed_loyalty_is_the_number_of_dice_that_must_be_even(loyalty: int | None) -> None:
    state, rng, n = roses.replay(BOSWORTH)[STANLEY], random.Random(1485), 4000
    won = 0
    for _again in range(n):
        thrown = roll(state, {"Stanley/Y": loyalty}, rng)
        assert thrown is not None and state.refusal(thrown) is None
        won += any(event.kind == "turned" for event in state.apply(thrown).events)
    chance = 0.0 if loyalty is None else 0.5**loyalty
    assert abs(won / n - chance) <= 4 * (chance * (1 - chance) / n) ** 0.5
    assert roll(state, {"Northumberland/Y": loyalty}, rng) is None


@pytest.mark.parametrize(
    ("at", "change", "said"),
    [
        (STANLEY, "roll 7", "1 die is due, as in 'roll 1'"),
        (128, "Northumberland/Y fiers", "cannot be read as a move"),
        (999, "roll 3", "one of the actions 0 to 150, or a bookmark, not 999"),
        ("Azincourt", "roll 3", "there is no bookmark 'Azincourt'"),
        (128, {"strenght": {"Norfolk": 1}}, "a mapping such as {'play': 'roll 3', 'strength': .* not {'strenght'"),
        (128, {"strength": 1}, r"a list of actions, or a mapping such as .*, not {'strength': 1}$"),
        (128, 7, "a change must be an action, a list of actions, or a mapping such as .*, not 7$"),
        (128, [7], r"not \[7\]$"),
        (128, None, "not None$"),
        (128, {"strength": {"Norfolk": 5}}, "Norfolk must have 1 to 4 steps, as printed, not 5"),
        (128, {"strength": {"Norfork": 2}}, "there is no block 'Norfork'; there is 'Norfolk'"),
        (128, {"strength": {"Hastings": 2}}, "Hastings is not on the map there"),
        (STANLEY, {"strength": {"Norfolk": 1}}, "dice or cards are due there"),
        (128, {"place": {"Norfolk": "Kent"}}, "armies have met there"),
        (101, {"place": {"Norfolk": "Wales"}}, "there is no place 'Wales'"),
        (101, {"place": {"Gloucester": "Pool"}}, "heirs and prisoners stay in play"),
        (101, {"place": {"Norfolk": "Hereford"}}, "where the enemy stands"),
        (
            101,
            {"place": {"Scots Mercenary": "Pool", "Norfolk": "Scotland"}},
            "the rules exclude the changed position: Norfolk of York in Sco",
        ),
        (128, {"loyalty": {"Gloucester": 1}}, "Gloucester has no loyalty, so nobody can turn it"),
        (128, {"loyalty": {"Stanley/Y": 10}}, "must be 0 to 9 dice, or None if he never turns, not 10"),
        (128, {"ruleset": "modern"}, "there is no ruleset 'modern'"),
        (149, "Gloucester takes the hits", "bots have nothing left to play: as it was, the game is over after action"),
    ],
)
def test_what_cannot_be_changed_is_refused_in_a_sentence(at: Any, change: Any, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        roses.fork(BOSWORTH, at=at, change=change, n=2)


def test_other_nonsense_is_refused_in_a_sentence() -> None:
    for n in (0, 1, -3, 2.5, "ten", True):
        text = f"n must be at least 2 pairs, since one has no interval, not {n!r}$"
        with pytest.raises(ValueError, match=text):
            roses.fork(BOSWORTH, at=STANLEY, change="roll 3", n=n)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no bot 'baron'"):
        roses.fork(BOSWORTH, at=STANLEY, change="roll 3", seats="baron")
    with pytest.raises(ValueError, match="there is no pair -1 of 'changed'"):
        fork_of(BOSWORTH, STANLEY, "roll 3").play(-1, "changed")
    with pytest.raises(ValueError, match="there is no pair '7' of 'changed'"):
        fork_of(BOSWORTH, STANLEY, "roll 3").play("7", "changed")  # type: ignore[arg-type]
    fork = roses.fork(BOSWORTH, at=STANLEY, change="roll 3", n=2)
    with pytest.raises(ValueError, match="this fork has no 'Tudor'; choose from 'Lancaster', 'York'"):
        fork.difference("Tudor")
    with pytest.raises(ValueError, match="this fork has no 'gold'; choose from 'wins', 'lead'"):
        fork.variance_ratio("York", "gold")


def test_the_court_game_is_forked_too() -> None:
    played = roses.game("lancaster", players=2, seed=3)
    while len(played) < 12:
        played.play(played.state.legal_actions()[0])
    other = str(played.state_after(11).legal_actions()[-1])
    fork = roses.fork(played.record, at=11, change=other, n=3, seats="page")
    assert fork.call.startswith("roses.fork(record, at=11") and set(fork.table()["measure"]) == {"wins", "points"}
    same = roses.fork(played.record, at=11, change=played.record.entries[11].action, n=3, seats="page")
    assert same.difference("Blue", "points")[0] == 0.0
    with pytest.raises(ValueError, match="in a game of lancaster only what is played can be changed"):
        roses.fork(played.record, at=11, change={"strength": {"Blue": 1}})


def test_the_table_agrees_with_the_pairs() -> None:
    fork = roses.fork(BOSWORTH, at=128, change="Northumberland/Y fires", n=30)
    table = fork.table().set_index(["measure", "side", "what"])
    before, after = ([pair[at] for pair in fork.pairs] for at in (2, 6))
    assert table.loc[("wins", "York", "as it was"), "value"] == sum(before) / 30
    assert table.loc[("wins", "York", "difference"), "value"] == pytest.approx((sum(after) - sum(before)) / 30)
    ratio = variance([b - a for a, b in zip(before, after, strict=True)]) / (variance(before) + variance(after))
    assert table.loc[("wins", "York", "difference"), "variance ratio"] == pytest.approx(ratio)
    assert (table["low"] <= table["value"]).all() and (table["value"] <= table["high"]).all()
    assert list(fork.estimates("York", "lead")) == [WITHOUT_LUCK, DIFFERENCE]
    for what, (value, *_ends, left) in fork.estimates("York", "lead").items():
        assert table.loc[("lead", "York", what), ["value", "variance ratio"]].tolist() == [value, left]
    assert set(table["n"]) == {30} and set(table["seed"]) == {1}
    for number, *_row in fork.pairs[:3]:
        assert fork.study.play(number, "changed").state.outcome.winner == ("York" if after[number] else "Lancaster")


def test_a_fork_may_end_with_its_campaign() -> None:
    rising = "1459-yorks-rising"
    fork = roses.fork(rising, at=204, change="roll 4 5 6", n=6, seats="page", until="campaign")
    assert fork.call.endswith("until='campaign')")
    for number, *values in fork.pairs:
        last = fork.study.play(number, "changed").state
        assert last.campaign == 2 or last.outcome is not None
        assert values[4:6] == [float(("Lancaster", "York")[last.king_side] == s) for s in ("Lancaster", "York")]
        assert last.outcome is not None or values[6] == last.votes[0] - last.votes[1]
    assert fork_of(rising, 204, "roll 4 5 6", "page").play(0, "changed").state.outcome is not None
    with pytest.raises(ValueError, match="until must be 'game', or in richard-iii also 'campaign', not 'Easter'"):
        fork_of(rising, 204, "roll 4 5 6", until="Easter")


def test_several_changes_are_made_at_a_bookmark() -> None:
    change = {"strength": {"Norfolk": 1}, "loyalty": {"Stanley/Y": None}}
    result = roses.fork(BOSWORTH, at="Bosworth", change=change, n=3, seats="page")
    assert result.study.arms["changed"].state.steps[INDEX["Norfolk"]] == 1
    assert "'strength': {'Norfolk': 1}, 'loyalty': {'Stanley/Y': None}" in result.call and len(result.table()) == 12


def test_a_result_is_a_value() -> None:
    fork = roses.fork(BOSWORTH, at=STANLEY, change="roll 3", n=2)
    assert fork == Forked(fork.study, fork.pairs)
    assert re.fullmatch(
        r"<Fork of 1483-richard-iii after 131 actions: play=\['roll 3'\]; 2 pairs, York's lead \S+ \(\S+ to \S+\)>",
        repr(fork),
    )
    with pytest.raises(AttributeError):
        fork.pairs = ()  # type: ignore[misc]
