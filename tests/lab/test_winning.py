"""The chance of winning: a model of games of bots, tested on games it had not seen, and the ledger of a game."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

import roses
from roses.engine.games import start
from roses.engine.protocol import CHANCE
from roses.engine.replay import Replay
from roses.figures.odds.games import calibration_data, calibration_svg, ledger_data, ledger_svg
from roses.lab import study
from roses.lab.runs.rows import pack, unpack
from roses.lab.winning.model import NAMES, crown_model, features, win_probability
from roses.lab.winning.values import How, Values, changes, hands, small
from roses.richard.phases.cards import points
from roses.richard.tables import HEIRS_OF, OUT
from tests.learning import fitting, production
from tests.proof import sampled

RECORDS = ("1483-richard-iii", "1470-kingmaker")


def played(number: int, scenario: str = "1483") -> Replay:
    """A game of two bots of very different strength."""
    result = study("richard-iii", scenario, {"York": "squire:0.3", "Lancaster": "squire"})
    return Replay(result.play(number).record, start)


@pytest.fixture(scope="module")
def bosworth() -> Any:
    return roses.ledger(roses.replay("1483-richard-iii"))


def test_positions_are_kept_whole() -> None:
    for state in roses.replay("1470-kingmaker").states[:-1:7]:
        assert unpack(pack(state)) == msgspec.structs.replace(state, events=())


def test_a_game_of_1470_that_goes_on_is_judged_and_kept_to_its_third_campaign() -> None:
    game, rng = roses.game("richard-iii", "1470", campaigns=2, seed=5), random.Random(5)
    while game.state.active:
        state = game.state
        assert 0 <= win_probability(state) <= 1 and unpack(pack(state)).last == 3
        game.play(rng.choice(state.legal_actions(state.active[0])))
    assert game.state.campaign == 3 and win_probability(game.state, game.state.outcome.winner) == 1


@pytest.mark.parametrize("name", RECORDS)
def test_chances_of_both_sides_add_up_and_are_certain_at_the_end_only(name: str) -> None:
    states = roses.replay(name).states
    for state in states[:-1:5]:
        york = win_probability(state)
        assert 0 < york < 1 and york + win_probability(state, "Lancaster") == pytest.approx(1)
    won = states[-1].outcome.winner
    assert win_probability(states[-1], won) == 1.0 and win_probability(states[-1], won) + york > 1.0


@pytest.mark.parametrize("side", [0, 1])
def test_a_house_without_heirs_has_lost(side: int) -> None:
    """The engine ends a game with the last heir; here he is taken away without its knowing."""
    state = roses.replay("1483-richard-iii")[40]
    loc = bytearray(state.loc)
    occ = list(state.occ)
    for block in range(len(loc)):
        if HEIRS_OF[side] >> block & 1:
            occ[loc[block]] &= ~(1 << block)
            occ[OUT] |= 1 << block
            loc[block] = OUT
    alone = msgspec.structs.replace(state, loc=bytes(loc), occ=tuple(occ))
    assert win_probability(alone, state.sides[side]) == 0.0 and win_probability(alone, state.sides[1 - side]) == 1.0


def test_what_is_no_state_of_the_war_game_is_refused() -> None:
    with pytest.raises(ValueError, match="this needs a state of richard-iii, not one of lancaster"):
        win_probability(roses.start("lancaster", players=2))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there is no side 'Tudor'"):
        win_probability(roses.start("richard-iii", "1483"), "Tudor")
    with pytest.raises(ValueError, match="not a game of lancaster"):
        roses.ledger(roses.replay("1413-lancaster"))
    with pytest.raises(ValueError, match="nothing was played"):
        roses.ledger(roses.game("richard-iii", "1483", chance=False).record)


@pytest.mark.parametrize("scenario", ["1460", "1470", "1483"])
def test_the_model_does_better_than_the_base_rate_on_games_it_had_not_seen(scenario: str) -> None:
    learned = crown_model().scenarios[scenario]
    test = learned.tests[0]
    assert test.games >= 200 and test.gain >= 0.15 and test.ece <= 0.03
    text = sum(one.positions * one.said for one in test.bins) / sum(one.positions for one in test.bins)
    assert text == pytest.approx(test.york, abs=0.03)
    for fit in learned.fits.values():
        assert len(fit.weights) == len(NAMES)
        assert list(fit.chances) == sorted(set(fit.chances)) and list(fit.scores) == sorted(set(fit.scores))


def test_more_lords_are_worth_more_when_the_count_is_near() -> None:
    state = msgspec.structs.replace(roses.replay("1483-richard-iii")[-30], turn=7)
    numbers = features(state)
    better = list(numbers)
    for name in ("support", "lead"):
        better[NAMES.index(name)] += 0.5
    fit = crown_model().scenarios["1483"].fits[3]
    assert fit.chance(better) >= fit.chance(numbers)


def test_the_model_is_learned_of_kept_games_by_the_two_commands(tmp_path: Path) -> None:
    for package in ("sklearn", "pyarrow"):
        pytest.importorskip(package)
    pairs = list(production.pairs("1483"))
    for pair in (pairs[3], pairs[20]):
        production.play(pair, tmp_path, 10)
    learned = fitting.learn("1483", tmp_path)
    assert learned.games == 20 and list(learned.fits) == [3]
    numbers = features(roses.replay("1483-richard-iii")[50])
    assert 0 < learned.fits[3].chance(numbers) < 1
    assert learned.tests[0].games == 4 and 0 <= learned.tests[0].ece <= 1


def test_the_first_command_plays_the_games_of_every_check_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those of squires who err are a fifth of the games; each further check has a pair of its own."""
    asked = list[tuple[Path, int]]()
    monkeypatch.setattr(production, "play", lambda pair, place, games: asked.append((pair.file(place), games)))
    production.main([str(tmp_path), "--scenario", "1483"])
    played = dict(asked)  # the last number of games of a file
    value = crown_model().scenarios["1483"]
    own = [played.pop(pair.file(tmp_path)) for pair in production.pairs("1483")]
    assert (sum(own), sum(own) // fitting._FOLDS) == (value.games, value.tests[0].games)
    assert {fitting._bots(path): games for path, games in played.items()} == {t.bots: t.games for t in value.tests[1:]}


@pytest.mark.parametrize("number", sampled(range(6), 0, 1))
def test_a_ledger_adds_up_and_has_the_changes_that_are_found_without_the_best_decisions(number: int) -> None:
    """Of Lancaster in every other game, of York in the others; in one test, since a ledger takes long to make."""
    replay, side = played(number), ("Lancaster", "York")[number % 2]
    ledger = roses.ledger(replay, side)
    table = ledger.table()
    total = win_probability(replay[-1], side) - ledger.entries[0].before
    assert table["change"].sum() == pytest.approx(total, abs=1e-9)
    assert table[["luck", "decision", "foresight"]].sum().sum() == pytest.approx(total, abs=1e-9)
    assert ledger.luck + ledger.choices("York") + ledger.choices("Lancaster") == pytest.approx(total, abs=1e-9)
    assert sum(stretch.change for stretch in ledger.stretches) == pytest.approx(total, abs=1e-9)
    assert (table.loc[table["by"] != CHANCE, "luck"] == 0).all()
    assert (table.loc[table["by"] == CHANCE, ["decision", "foresight"]] == 0).all().all()
    sign = 1 if side == "York" else -1  # what ``changes`` tells is York's
    item, entries = list(changes(replay.states)), ledger.entries
    assert [by for by, _change in item] == [entry.by for entry in entries]
    assert [change for _by, change in item] == pytest.approx([sign * entry.change for entry in entries], abs=1e-12)
    lucks = [sign * entry.luck for entry in entries if entry.by == CHANCE]
    assert [change for by, change in item if by == CHANCE] == pytest.approx(lucks, abs=1e-12)


def test_a_simulated_row_of_luck_is_the_ledger_of_its_game() -> None:
    call: dict[str, Any] = {"game": "richard-iii", "scenario": "1483", "seats": {"York": "page", "Lancaster": "squire"}}
    rows = roses.simulate(**call, n=2, rows="luck")
    sums = rows["first"] + rows[["luck", "choices_Lancaster", "choices_York"]].sum(axis=1)
    assert sums.tolist() == pytest.approx(rows["last"].tolist(), abs=1e-9)
    ledger = roses.ledger(study(**call).play(1).record)
    results = (ledger.luck, ledger.choices("Lancaster"), ledger.choices("York"))
    assert rows.loc[1, ["luck", "choices_Lancaster", "choices_York"]].tolist() == pytest.approx(results, abs=1e-9)


def test_no_decision_is_better_than_the_best_found(bosworth: Any) -> None:
    for entry in bosworth.entries:
        assert (entry.decision if entry.by == "York" else -entry.decision) <= 1e-9
        assert bool(entry.best) == (abs(entry.decision) > 1e-9)


@pytest.mark.parametrize("name", RECORDS)
def test_what_falls_is_neither_better_nor_worse_on_average(name: str) -> None:
    """By the engine's own list of all rolls, not by that of the ledger."""
    values = Values()
    states = [state for state in roses.replay(name).states if state.due and state.due.dice < 4][::4]
    assert len(states) > 3
    for state in states:
        mean = sum(chance * values.of(state.apply(roll)).york for roll, chance in state.chance_outcomes())
        assert values.of(state).york == pytest.approx(mean, abs=1e-9)


def test_the_deal_is_weighed_with_all_hands() -> None:
    first = roses.start("richard-iii", "1483")
    rng = random.Random(1455)
    drawn = [first.sample(rng) for _again in range(4000)]
    leads = [lead_of(deal) for deal in drawn]
    result = hands(first)
    lead = {lead_of(deal): chance for chance, deal in result}
    assert sum(lead.values()) == pytest.approx(1) and sum(n * p for n, p in lead.items()) == pytest.approx(0, abs=1e-12)
    spread = sum(n * n * p for n, p in lead.items())
    assert sum(n * n for n in leads) / len(leads) == pytest.approx(spread, rel=0.1)
    for deal in drawn[:5]:
        twin = next(d for p, d in result if lead_of(d) == lead_of(deal))
        assert win_probability(first.apply(deal)) == pytest.approx(win_probability(first.apply(twin)), abs=1e-12)


def lead_of(deal: Any) -> int:
    return sum(points(1 << card) for card in deal.york) - sum(points(1 << card) for card in deal.lancaster)


def test_a_small_battle_is_played_through_and_a_large_one_is_not() -> None:
    few = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    many = roses.battle(
        "Leicester", {"Warwick": "Richmond, Oxford, Pembroke, French Mercenary"}, "Gloucester, Norfolk, Essex, Suffolk",
        scenario="1483",
    )  # fmt: skip
    assert small(few) and not small(many)
    assert Values().of(few).how is How.EXACT and Values().of(many).how is How.MODEL
    assert Values().of(many.apply(many.legal_actions()[0])).how is How.DICE


def test_exact_values_of_a_duel_are_those_of_the_odds() -> None:
    """Richmond alone against Gloucester, no other heirs: who falls has lost; else the model speaks of what is left."""
    state = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    odds = roses.battle_odds(state)
    dies = {name: odds.eliminated[name] for name in ("Richmond", "Gloucester")}
    assert dies["Richmond"] <= Values().of(state).york <= 1 - dies["Gloucester"]


@pytest.mark.parametrize(("scenario", "games"), sampled([("1483", 6), ("1470", 12)], ("1483", 6)))
def test_luck_is_nought_on_average(scenario: str, games: int) -> None:
    """Within three standard errors, of games that are always the same; ten thousand of 1483 are in ``test_lucks``, and
    that each value before dice is exactly the mean of those after them, in games of both."""
    lucks = []
    for number in range(games):
        lucks.append(sum(change for by, change in changes(played(number, scenario).states) if by == CHANCE))
    mean = sum(lucks) / games
    error = (sum((luck - mean) ** 2 for luck in lucks) / (games - 1) / games) ** 0.5
    assert error > 0 and abs(mean) <= 3 * error


def test_a_ledger_shows_itself_as_text_svg_and_plotly(bosworth: Any) -> None:
    bundle = bosworth._repr_mimebundle_()
    assert {"text/plain", "image/svg+xml"} <= set(bundle)
    drawn, figure = str(ledger_svg(bosworth)), json.dumps(ledger_data(bosworth))
    for point in bosworth.turning_points:
        assert point.name in drawn and point.name in figure
    assert any(point.area == "Leicester" for point in bosworth.turning_points)


def test_a_calibration_plot_says_its_numbers() -> None:
    test = crown_model().scenarios["1483"].tests[0]
    assert f"{test.games}" in str(calibration_svg(test)) and calibration_data(test)["data"]


def test_a_squire_who_always_errs_plays_as_a_page() -> None:
    with pytest.raises(ValueError, match=r"a share of his choices from 0 to 1, as in 'squire:0.3', not '2'"):
        study("richard-iii", "1483", "squire:2")
    shares = []
    for bot in ("squire:0", "squire:1"):
        result = study("lancaster", None, {"Blue": bot, "Green": "squire"}, players=2)
        shares.append(sum("Blue" in result.play(number).state.outcome.winner for number in range(6)))
    assert shares[0] > shares[1]
