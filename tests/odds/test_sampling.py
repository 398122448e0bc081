"""Battles by lot: within four standard errors of the exact odds and of the engine played out; costs; interruptions."""

from __future__ import annotations

import json
import logging
import math
import random
from collections.abc import Callable
from typing import Any

import pytest

from roses.cli import main
from roses.figures.odds.bars import compare_svg, odds_svg
from roses.odds import BattleOdds, battle_odds, best_play, orders, stand
from roses.odds.enumeration import wait
from roses.odds.forward import Forward, ordered
from roses.odds.lots import Sampling
from roses.odds.tables import Stand
from tests.odds.lineups import LINEUPS
from tests.odds.test_odds import ALIKE
from tests.odds.test_orders import BATTLES, first, some_orders
from tests.proof import sampled

N = 40_000
LEICESTER: dict[str, Any] = {"area": "Leicester", "attacker": "Lancaster", "entry": "Warwick"}
TWO = {**LEICESTER, "attackers": "Richmond, Oxford:2", "defenders": "Gloucester:2, Norfolk:2"}
OURS = ("Somerset, Pembroke, Northumberland/L, Bombard/L, Clifford, French Mercenary, Oxford, Beaumont, Wiltshire, "
        "Devon").split(", ")  # fmt: skip
THEIRS = ("March, Norfolk, Suffolk, London (levy), Warwick/Y, Bombard/Y, Hastings, Kent/Y, Arundel, "
          "Essex").split(", ")  # fmt: skip


def odds(*args: Any, **more: Any) -> BattleOdds:
    result = battle_odds(*args, **more)
    assert isinstance(result, BattleOdds)
    return result


def close(drawn: BattleOdds, exact: BattleOdds, most: float = 4.0) -> None:
    """Every share lies within four standard errors of its probability, and nothing impossible has come about."""
    for kind in ("wins", "fates"):
        true, share = getattr(exact, kind), getattr(drawn, kind)
        assert not [key for key in share if not true.get(key)]
        for key, p in true.items():
            if min(p, 1 - p) * drawn.sampled >= 20:
                assert abs(share.get(key, 0.0) - p) <= most * math.sqrt(p * (1 - p) / drawn.sampled), key


@pytest.mark.parametrize("order", ["strongest", "random"])
@pytest.mark.parametrize("name", LINEUPS)
def test_battles_by_lot_agree_with_the_exact_odds(name: str, order: str) -> None:
    drawn = odds(**LINEUPS[name], order=order, sample=N, seed=3)
    assert drawn.sampled == N and drawn.half_width <= 0.005 and not drawn.exact
    close(drawn, odds(**LINEUPS[name], order=order))


@pytest.mark.parametrize("order", ["strongest", "random"])
@pytest.mark.parametrize("name", BATTLES)
def test_battles_by_lot_agree_with_the_exact_odds_under_any_orders(name: str, order: str) -> None:
    state, rng, held = first(BATTLES[name]), random.Random(f"{name} by lot"), 0
    while held < 4:
        plan = some_orders(state, rng)
        if ordered(state, plan):
            close(odds(state, policy=plan, order=order, sample=N, seed=5), odds(state, policy=plan, order=order))
            held += 1


@pytest.mark.parametrize("name", sampled(["Bosworth", "both have reserves", "one is trapped"], "one is trapped"))
def test_battles_by_lot_agree_with_the_engine_played_out(name: str) -> None:
    played = odds(**LINEUPS[name], policy=lambda state: None, sample=3000, seed=2)
    drawn = odds(**LINEUPS[name], sample=N, seed=4)
    assert (played.cost and played.cost.method, drawn.cost and drawn.cost.method) == ("engine", "lot")
    for house, p in drawn.win.items():
        assert abs(played.win[house] - p) <= 4 * math.sqrt(p * (1 - p) * (1 / 3000 + 1 / N))


@pytest.mark.parametrize("name", ["pirates", "the shield of a traitor who falls"])
def test_what_no_grid_serves_is_fought_on_the_engine(name: str) -> None:
    state = ALIKE[name]()
    close(odds(state, policy=orders("Suffolk fires"), sample=3000), odds(state))


def test_the_same_seed_fights_the_same_battles() -> None:
    one, same, other = (odds(**TWO, sample=2000, seed=seed) for seed in (1, 1, 2))
    assert one.fates == same.fates != other.fates


def test_endings_of_battles_by_lot_add_up() -> None:
    drawn = odds(**TWO, sample=2000)
    assert sum(end.probability for end in drawn.outcomes) == pytest.approx(1)
    assert drawn.frame()["probability"].sum() == pytest.approx(1)
    exact = {(e.winner, e.round, e.stands, e.away, e.eliminated) for e in odds(**TWO).outcomes}
    assert exact >= {(e.winner, e.round, e.stands, e.away, e.eliminated) for e in drawn.outcomes}


@pytest.mark.parametrize("size", [8, 10])
def test_eight_and_ten_against_as_many_get_an_answer(size: int, capsys: pytest.CaptureFixture[str]) -> None:
    result = odds(**LEICESTER, attackers=OURS[:size], defenders=THEIRS[:size], king="March")
    assert "are fought by lot" in capsys.readouterr().err
    assert result.sampled == N and result.half_width <= 0.005 and len(result.blocks) == 2 * size
    assert sum(result.win.values()) == pytest.approx(1)


def test_best_play_of_eight_against_eight_is_refused_before_it_starts(capsys: pytest.CaptureFixture[str]) -> None:
    play = best_play(**LEICESTER, attackers=OURS[:8], defenders=THEIRS[:8], king="March")
    assert play.value is None and play.bounds == (0.0, 1.0)
    assert "strengths are too many to be solved" in capsys.readouterr().err


# ---- random order


@pytest.mark.parametrize(
    "name", sampled(LINEUPS, "two against one", "Exeter beside his King", "bombards", "bombard in reserve")
)
def test_6_2_fire_in_random_order_agrees_with_a_walk_on_the_engine(name: str) -> None:
    tables, walked = odds(**LINEUPS[name], order="random"), odds(**LINEUPS[name], order="random", policy=lambda s: None)
    assert tables.order == "random" and walked.cost and walked.cost.method == "enumeration"
    for key in {*tables.fates, *walked.fates}:
        assert tables.fates.get(key, 0.0) == pytest.approx(walked.fates.get(key, 0.0), abs=1e-12), key


def test_6_2_the_order_of_fire_changes_the_odds_of_the_unequal_only() -> None:
    unequal = {**LEICESTER, "attackers": "Somerset, Clifford:1", "defenders": "Suffolk, Arundel:1, Hastings:2"}
    assert odds(**unequal).win != pytest.approx(odds(**unequal, order="random").win, abs=1e-6)
    alone = {**LEICESTER, "attackers": "Richmond", "defenders": "Gloucester"}
    assert odds(**alone).win == pytest.approx(odds(**alone, order="random").win, abs=1e-12)


def test_6_2_in_random_order_any_block_of_the_letter_may_be_next() -> None:
    state = first(LINEUPS["all equal"])
    assert len(stand(state)) == 1 and {str(a) for a in stand(state, shuffled=True)} == {
        "Arundel fires", "Hastings fires", "Suffolk fires"
    }  # fmt: skip


# ---- every ending


@pytest.mark.parametrize("name", ["Bosworth", "one is trapped", "all equal"])
def test_the_frame_of_endings_is_their_list(name: str) -> None:
    result = odds(**LINEUPS[name])
    frame, ends = result.frame(), result.outcomes
    assert len(frame) == len(ends) and list(frame["probability"]) == [end.probability for end in ends]
    for row, end in zip(frame.head(200).to_dict("records"), ends, strict=False):
        assert (row["winner"], row["round"]) == (end.winner, end.round)
        assert {name: row[name] for name in result.names if row[name]} == end.strength
        assert row["away"] == ", ".join(n for n in result.names if n in dict(end.away))


def test_a_turned_block_has_its_steps_under_the_name_it_ended_with() -> None:
    state = first(BATTLES["the heirs and Stanley"])
    result = odds(state, policy=orders("Gloucester passes", "Richmond tries treachery on Stanley/Y"))
    frame = result.frame()
    turned = frame[frame["turned"] == "Stanley/Y"]
    assert turned["probability"].sum() == pytest.approx(result.turned["Stanley/Y"]) and not turned["Stanley/Y"].any()
    assert turned["Stanley/L"].max() == 2


# ---- costs


@pytest.mark.parametrize(
    ("policy", "method"), [("stand", "tables"), (orders("Oxford passes"), "grid"), (lambda s: None, "enumeration")]
)
def test_each_call_says_first_what_it_will_cost(policy: Any, method: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "roses.odds"):
        result = odds(**TWO, policy=policy)
    assert result.cost is not None and result.cost.method == method and 0 < result.cost.seconds < 1
    assert [record.getMessage() for record in caplog.records] == [f"Leicester: {result.cost}"]
    play = best_play(**TWO)
    assert play.cost is not None and play.cost.method == "best play"


def test_what_takes_long_offers_battles_by_lot_and_bounds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("roses.odds.result.LONG", 1e-9)
    odds(**TWO, policy=orders("Oxford passes"))
    text = capsys.readouterr().err
    assert "will take about" in text and "stop it to get bounds" in text and "sample=40_000" in text
    assert len(text.strip().splitlines()) == 1
    odds(**TWO, sample=1000)
    assert "fewer battles take less, and are less exact" in capsys.readouterr().err


# ---- interruptions


def impatient(real: Callable[..., Any], after: int) -> Callable[..., Any]:
    """A function that is interrupted when it is called so many times."""
    calls = iter(range(after))

    def call(*args: Any, **more: Any) -> Any:
        if next(calls, None) is None:
            raise KeyboardInterrupt
        return real(*args, **more)

    return call


def stop_tables(patch: pytest.MonkeyPatch) -> Any:
    patch.setattr(Stand, "_close", impatient(Stand._close, 2))
    return "stand"


def stop_grid(patch: pytest.MonkeyPatch) -> Any:
    patch.setattr(Forward, "follow", impatient(Forward.follow, 18))
    return orders("Oxford passes")


def stop_walk(patch: pytest.MonkeyPatch) -> Any:
    patch.setattr("roses.odds.enumeration.wait", impatient(wait, 1500))
    return lambda state: None


@pytest.mark.parametrize("stop", [stop_tables, stop_grid, stop_walk])
def test_what_is_interrupted_holds_the_truth_between_bounds(
    monkeypatch: pytest.MonkeyPatch, stop: Callable[[pytest.MonkeyPatch], Any]
) -> None:
    with monkeypatch.context() as patch:
        policy = stop(patch)
        part = odds(**TWO, policy=policy)
    whole = odds(**TWO, policy=policy)
    assert 0 < part.undecided < 1 and not part.exact and "undecided" in repr(part)
    for house, (low, high) in part.bounds.items():
        assert low - 1e-12 <= whole.win[house] <= high + 1e-12 and high - low == pytest.approx(part.undecided)
    assert "Interrupted:" in odds_svg(part)


def test_battles_by_lot_that_are_interrupted_are_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roses.odds.lots.BATCH", 500)
    monkeypatch.setattr(Sampling, "_fight", impatient(Sampling._fight, 3))
    assert odds(**TWO, sample=5000).sampled == 1500


# ---- what is shown


def test_sampled_odds_say_so_wherever_they_are_shown() -> None:
    result = odds(**TWO, sample=N)
    assert repr(result).endswith("(40,000 battles fought by lot, ±0.005)")
    table = result.table()
    assert "half_width" in table and table["half_width"].between(0, 0.005).all()
    assert "half_width" not in odds(**TWO).table()
    for svg in (odds_svg(result), compare_svg({"two": result}, "Two")):
        assert "Not exact: 40,000 battles fought by lot" in " ".join(svg.split()) and "±0.5 %" in svg


WRONG = {
    "an order of fire": ({"order": "weakest"}, "there is no order of fire 'weakest'"),
    "half a battle": ({"sample": 0.5}, "sample must be a whole number from 0 on, not 0.5"),
    "less than none": ({"sample": -1}, "sample must be a whole number from 0 on, not -1"),
    "true": ({"sample": True}, "sample must be a whole number from 0 on, not True"),
    "no seed": ({"seed": None}, "seed must be a whole number from 0 on, not None"),
}  # fmt: skip


@pytest.mark.parametrize(("change", "words"), WRONG.values(), ids=list(WRONG))
def test_nonsense_is_refused_in_one_sentence(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError) as refused:
        battle_odds(**{**TWO, **change})
    assert words in str(refused.value) and "\n" not in str(refused.value)


# ---- the command


def test_the_command_prints_the_odds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "Leicester", "Richmond, Oxford:2", "Gloucester", "--order", "random"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Leicester: Lancaster 0.66, York 0.34") and "Estimated cost: tables" in text
    assert main(["odds", "Leicester", "Richmond", "Gloucester", "--sample", "2000", "--json"]) == 0
    assert '"sampled":2000' in capsys.readouterr().out
    with pytest.raises(SystemExit, match="roses: there is no block 'Falstaff'"):
        main(["odds", "Leicester", "Falstaff", "Gloucester"])
    with pytest.raises(SystemExit, match="roses: --sample is for other policies than best"):
        main(["odds", "Leicester", "Richmond", "Gloucester", "--policy", "best", "--sample", "2000"])
    with pytest.raises(SystemExit, match="roses: --objective is for --policy best"):
        main(["odds", "Leicester", "Richmond", "Gloucester", "--objective", "steps"])


def test_json_is_all_that_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    """Also of best play, solved or not, and of armies that are too large for exact odds."""
    assert main(["odds", "Leicester", "Richmond, Oxford", "Gloucester", "--policy", "best", "--json"]) == 0
    best = json.loads(capsys.readouterr().out)
    assert best["house"] == "Lancaster" and best["choices"][0]["choice"] == "Oxford fires"
    assert best["value"] == best["choices"][0]["value"] == pytest.approx(best["bounds"][0])
    many = ["Leicester", ", ".join(OURS), ", ".join(THEIRS)]
    assert main(["odds", *many, "--policy", "best", "--json"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["value"] is None and "too many to be solved" in output.err
    assert main(["odds", *many, "--orders", "Clifford passes", "--json"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["sampled"] > 0 and "are too many for exact odds" in output.err
