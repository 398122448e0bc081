"""Worked examples of supply, the crown and the end, rules 6.81 and 7.0 to 9.1, and the example turn of 1460."""

from __future__ import annotations

from typing import Any, Final

import pytest

import roses
from roses.engine.protocol import Outcome
from roses.richard.actions import Deal, Disperse, Fight, Recruit, Starve
from roses.richard.position import Phase
from roses.richard.state import State
from tests.richard.scene import (
    battle,
    event,
    finish,
    go,
    kinds,
    legal,
    refused,
    scene,
    stands,
    texts,
    turn_of,
    until,
    votes,
)

IRELAND = "York, Rutland, Herbert"


def supply(**given: object) -> State:
    """The supply phase of a turn in which nobody moves, as far as somebody must starve."""
    return until(scene(**given), lambda s: s.phase in (Phase.SUPPLY, Phase.CARDS))  # type: ignore[arg-type]


def test_w35_7_2_one_of_three_in_ireland_starves_in_every_supply_phase() -> None:
    state = supply(Ireland=IRELAND, Chester="Irish Mercenary")
    for turn in (1, 2):
        assert (state.turn, {a.block for a in legal(state, Starve)}) == (turn, {"York", "Rutland", "Herbert"})
        state = state.apply("York goes hungry")
        assert texts(state) == ["done"]
        state = until(state, lambda s: s.phase is Phase.CARDS)
        state = until(state, lambda s: s.phase is Phase.SUPPLY)
    assert stands(state, "Ireland") == {"York": 2, "Rutland": 3, "Herbert": 3}


def test_w35_7_2_the_irish_at_home_starve_nobody_and_do_not_count() -> None:
    assert supply(Ireland="York, Rutland, Irish Mercenary").phase is Phase.CARDS
    hungry = supply(Ireland=IRELAND + ", Irish Mercenary")
    assert "Irish Mercenary" not in {a.block for a in legal(hungry, Starve)}


def exile(ireland: str, starving: str) -> State:
    """Turn 7 is over: one block has starved, and either the exile limits are due or the next deal."""
    state = supply(Ireland=ireland, Chester="Irish Mercenary", Oxford="Henry VI, Devon", turn=7)
    return until(state.apply(f"{starving} goes hungry"), lambda s: s.phase in (Phase.EXILE, Phase.DEAL))


def test_w35_8_5_the_third_in_ireland_goes_to_the_pool() -> None:
    state = exile(IRELAND, "Herbert")
    assert {a.block for a in legal(state, Disperse)} == {"York", "Rutland", "Herbert"}
    state = state.apply("Rutland goes to the pool")
    assert not legal(state, Disperse)
    state = until(state, lambda s: s.phase is Phase.DEAL)
    assert (stands(state, "Pool"), stands(state, "Ireland").keys()) == (
        {"Rutland": 3}, {"York", "Herbert", "Irish Mercenary"},
    )  # fmt: skip


def test_w36_8_5_nobody_goes_to_the_pool_if_hunger_left_two() -> None:
    state = exile("York, Rutland, Herbert:1", "Herbert")
    assert (state.phase, stands(state, "Pool")) == (Phase.DEAL, {})
    assert stands(state, "Ireland").keys() == {"York", "Rutland", "Irish Mercenary"}


YORKS_TURN = (
    "Warwick/Y sails the North Sea to East Anglia",
    "Salisbury/Y sails the North Sea to East Anglia",
    "recruit Norfolk in East Anglia",
    "recruit Norwich (levy) in East Anglia",
)
LANCASTERS_TURN = (
    "Oxford marches to Middlesex",
    "Beaumont marches to Leicester > Middlesex",
    "recruit Bombard/L in Middlesex",
)


def test_w37_1_2_the_example_turn_of_1460() -> None:
    state = roses.start("richard-iii", "1460").apply(Deal((7, 8, 9, 13, 15, 20, 1), (2, 3, 10, 14, 16, 21, 22)))
    state = go(state, "Lancaster plays card 13", "York plays card 14")
    assert (event(state, "first").side, state.active, state.ap) == ("York", ("York",), 3)
    state = go(state, *YORKS_TURN)
    assert (state.ap, legal(state, Recruit)) == (0, [])
    state = finish(state)
    assert (state.active, state.ap) == (("Lancaster",), 3)
    state = go(state, *LANCASTERS_TURN)
    assert state.ap == 0
    state = go(state, "done")
    assert (state.phase, state.turn) == (Phase.CARDS, 2)
    assert not {"battle", "attack", "starve"} & set(kinds(state))
    assert stands(state, "East Anglia") == {"Warwick/Y": 4, "Salisbury/Y": 3, "Norfolk": 4, "Norwich (levy)": 4}
    assert stands(state, "Middlesex") == {"Henry VI": 4, "Oxford": 3, "Beaumont": 3, "Bombard/L": 3}


def last_heir(**given: str) -> State:
    """Gloucester's last step is lost at Oxford; who else is alive is given."""
    state = battle("Oxford", "Lancaster", {"Wilts": "Clifford"}, "Gloucester:1, Hastings", king="York", **given)
    state = go(turn_of(state, "Clifford fires"), "roll 1 1 6", "Hastings takes the hits")
    state = until(state, lambda s: "Clifford fires" in texts(s))
    return go(state, "Clifford fires", "roll 1 6 6", "Gloucester takes the hits")


def test_w40_9_1_clarence_with_lancaster_and_all_others_dead() -> None:
    state = last_heir(Derby="Clarence/L", dead="York, March, Rutland")
    assert (state.active, state.phase) == ((), Phase.OVER)
    assert state.outcome is not None and state.outcome.winner == "Lancaster"
    assert (event(state, "victory").rule, texts(state)) == ("9.0", [])
    refused(state, "done")


def test_w40_9_0_an_heir_not_yet_of_age_keeps_the_house_alive() -> None:
    assert last_heir(dead="York, March, Rutland").outcome is None


def test_w46_9_0_in_1483_york_kills_richmond_and_wins_at_once() -> None:
    state = battle("Leicester", "Lancaster", {"Warwick": "Richmond:1, Oxford"}, "Gloucester", scenario="1483",
                   king="York")  # fmt: skip
    state = go(turn_of(state, "Gloucester charges Richmond"), "roll 3 6 6")
    assert state.outcome is not None and state.outcome.winner == "York"
    assert (event(state, "eliminated").block, state.active) == ("Richmond", ())


KINGMAKER = {"scenario": "1470", "king": "York", "turn": 7}


def counted(**areas: str) -> State:
    return until(scene(**KINGMAKER, **areas), lambda s: not s.active)  # type: ignore[arg-type]


def test_w41_kingmaker_prisoner_henry_counts_one_for_lancaster_and_dies_if_york_wins() -> None:
    state = counted(Middlesex="Henry VI, March", Essex="Oxford", France="Prince Edward")
    assert (votes(state), event(state, "count").rule) == ((2, 2), "8.2")
    assert state.outcome is not None and state.outcome.winner == "York"
    assert (event(state, "eliminated").rule, event(state, "eliminated").block) == ("kingmaker", "Henry VI")
    assert "Henry VI" in state.view().dead and "Henry VI" not in stands(state, "Middlesex")


def test_w41_kingmaker_prisoner_henry_tips_the_scales_and_lives_if_lancaster_wins() -> None:
    state = counted(Middlesex="Henry VI, March", Essex="Oxford, Pembroke", France="Prince Edward")
    assert state.outcome is not None and (votes(state), state.outcome.winner) == ((3, 2), "Lancaster")
    assert "eliminated" not in kinds(state)
    assert event(state, "usurp").block == "Prince Edward"


TWO: Final[dict[str, Any]] = {**KINGMAKER, "campaigns": 2}


def homeward(**areas: str) -> State:
    """The first state after the count of 1470 in which somebody chooses a way home."""
    return until(scene(**TWO, **areas), lambda s: s.phase is Phase.HOMEWARD)


def dealt(state: State) -> State:
    return until(state, lambda s: s.phase is Phase.DEAL)


def test_8_0_kingmaker_goes_on_with_a_third_campaign_if_two_are_played() -> None:
    state = homeward(Middlesex="Henry VI, March", Essex="Oxford", France="Prince Edward", Leicester="Rivers/Y:1")
    assert {"disband", "count", "homecoming"} <= set(kinds(state)) and "victory" not in kinds(state)
    state = dealt(state)
    assert (state.campaign, state.turn, state.outcome, kinds(state)[-1]) == (3, 0, None, "reset")
    assert stands(state, "Leicester") == {"Rivers/Y": 2}
    state = until(state, lambda s: not s.active)
    assert (state.campaign, state.turn, kinds(state)[-1]) == (3, 7, "victory")


def test_kingmaker_a_prisoner_dies_between_two_campaigns_if_york_keeps_the_crown() -> None:
    state = homeward(Middlesex="Henry VI, March", Essex="Oxford", France="Prince Edward", dead="Exeter/L")
    dead = event(state, "eliminated")
    assert (dead.block, dead.rule, "Henry VI" in state.view("York").dead) == ("Henry VI", "kingmaker", True)
    assert not state.prisoner and (state.view().king, state.view().pretender) == ("March", "Prince Edward")
    state = until(dealt(state), lambda s: "Richmond enters in France" in texts(s))
    assert (state.campaign, state.turn) == (3, 1)


def test_kingmaker_a_prisoner_is_freed_and_crowned_between_two_campaigns_by_usurpation() -> None:
    state = homeward(Middlesex="Henry VI, March", Essex="Oxford, Pembroke", France="Prince Edward")
    assert (event(state, "usurp").block, event(state, "freed").rule, state.prisoner) == ("Henry VI", "kingmaker", 0)
    state = dealt(state)
    assert (state.view().king, state.view().pretender, state.campaign) == ("Henry VI", "March", 3)
    assert any("Henry VI" in stands(state, area) for area in ("Lancaster", "Lincoln", "Middlesex"))


def test_kingmaker_a_prisoner_who_is_the_last_heir_loses_the_game_between_two_campaigns() -> None:
    state = scene("2", "3", **TWO, Middlesex="Henry VI, March", Oxford="Prince Edward:1", Wilts="Arundel",
                  dead="Exeter/L, Richmond")  # fmt: skip
    state = go(state, "Arundel marches to Oxford", "done", "done", "fight in Oxford")
    state = go(turn_of(state, "Arundel fires"), "roll 1 6 6", "Prince Edward takes the hits")
    assert state.outcome is None
    state = until(state, lambda s: not s.active)
    assert state.outcome == Outcome("York", "Lancaster has no heir left") and state.campaign == 2


@pytest.mark.parametrize("number", [0, 4, "2", True, 2.0])
def test_1_0_a_game_has_as_many_campaigns_as_are_left(number: object) -> None:
    assert roses.start("richard-iii", "1470", campaigns=2).last == roses.start("richard-iii", "1460", campaigns=3).last
    with pytest.raises(ValueError, match="the number of campaigns of 1470 is 1 or 2, not"):
        roses.start("richard-iii", "1470", campaigns=number)
    with pytest.raises(ValueError, match="the number of campaigns of 1483 is 1, not 2"):
        roses.start("richard-iii", "1483", campaigns=2)


def test_w41_kingmaker_freed_henry_is_pretender_and_not_reported_dead() -> None:
    yorkists = "March, Hastings, Suffolk, Norfolk"
    state = scene("2", "2", side="Lancaster", Middlesex="Henry VI", Essex="Oxford", Derby=yorkists, **KINGMAKER)
    assert state.view("York").pretender != "Henry VI"
    state = go(state, "Oxford marches to Middlesex")
    assert (event(state, "freed").rule, state.view("York").pretender) == ("kingmaker", "Henry VI")
    state = until(state, lambda s: not s.active)
    assert state.outcome is not None and (state.outcome.winner, "eliminated" in kinds(state)) == ("York", False)


def test_w47_6_81_exeter_is_king_in_exile_and_this_is_announced() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Henry VI:1", Scotland="Exeter/L", dead="Prince Edward")
    state = go(turn_of(state, "Arundel fires"), "roll 1 6 6", "Henry VI takes the hits")
    assert state.view("Lancaster").king == ""
    assert not legal(state, Fight)
    announced = go(state, "done").view("York")
    text = next(e for e in announced.events if e.kind == "king")
    assert (text.block, text.area, text.rule, announced.king) == ("Exeter/L", "Scotland", "6.81", "Exeter/L")


@pytest.mark.parametrize("area", ["Calais", "Ireland"])
def test_w47_6_82_an_heir_of_the_pretender_comes_of_age_in_exile(area: str) -> None:
    state = battle("Oxford", "Lancaster", {"Wilts": "Clifford"}, "March:1", Calais="York, Rutland")
    state = go(turn_of(state, "Clifford fires"), "roll 1 6 6", "March takes the hits")
    state = until(state, lambda s: s.phase is Phase.MINOR)
    assert set(texts(state)) == {"Clarence/Y enters in Calais", "Clarence/Y enters in Ireland"}
    assert "Clarence/Y" in stands(state.apply(f"Clarence/Y enters in {area}"), area)
