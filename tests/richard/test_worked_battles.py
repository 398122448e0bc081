"""Worked examples of battles, rules 6.1 to 6.9 (ids as in the list of worked examples)."""

from __future__ import annotations

import pytest

from roses.richard.actions import Fight, Hit, March, Pass, Retreat, Treachery
from roses.richard.state import State
from tests.richard.scene import (
    battle,
    event,
    finish,
    fired,
    front,
    go,
    legal,
    refused,
    round_is,
    scene,
    stands,
    texts,
    turn_of,
    until,
)


def order(state: State) -> list[str]:
    """Who acts in this round, one after the other, if nobody does anything but what he must."""
    assert state.battle is not None
    number, called = state.battle.round, []
    while state.battle is not None and state.battle.round == number and legal(state, Pass, Retreat):
        action = legal(state, Pass, Retreat)[0]
        called.append(action.block)
        state = state.apply(action)
    return called


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_w27_6_2_herbert_then_rivers_then_clarence(number: int) -> None:
    state = battle("Leicester", "York", {"Warwick": "Herbert, Clarence/Y"}, "Rivers/L", round=number)
    assert order(state) == ["Herbert", "Rivers/L", "Clarence/Y"]


def test_w28_6_3_the_main_attack_fights_in_round_1_the_others_in_round_2() -> None:
    kent = "Norfolk, Suffolk, Essex, Hastings"
    state = battle("Sussex", "York", {"Kent": kent, "Wilts": "Herbert, Worcester"}, "Devon")
    assert front(state, "York") == set(kent.split(", "))
    assert not {"Herbert", "Worcester"} & set(order(state))
    later = until(state, round_is(2))
    assert front(later, "York") == {*kent.split(", "), "Herbert", "Worcester"}


def test_w29_6_3_three_areas_join_in_one_main_attack() -> None:
    state = scene("3", "2", Middlesex="Oxford", Oxford="Beaumont", Gloucester="Devon, Clifford",
                  Sussex="Arundel, Norfolk")  # fmt: skip
    state = go(state, "Oxford marches to Oxford > Sussex", "Beaumont marches to Sussex",
               "Devon marches to Oxford > Sussex")  # fmt: skip
    refused(state, "Clifford marches to Oxford > Sussex")
    state = finish(state)
    assert not legal(state, March)
    state = finish(state).apply("fight in Sussex")
    assert front(state, "Lancaster") == {"Oxford", "Beaumont", "Devon"}
    assert state.view("York").battle.entries == ("Oxford/Sussex",)  # type: ignore[union-attr]


def test_w30_6_3_reserves_of_both_sides_deploy_in_round_2() -> None:
    state = battle("Essex", "York", {"Rutland": "Norfolk, Suffolk, Hastings", "Middlesex": "Herbert, Worcester"},
                   "Oxford, Devon", help={"East Anglia": "Beaumont, Clifford, Pembroke"})  # fmt: skip
    assert (front(state, "York"), front(state, "Lancaster")) == (
        {"Norfolk", "Suffolk", "Hastings"},
        {"Oxford", "Devon"},
    )
    later = until(state, round_is(2))
    assert (len(front(later, "York")), len(front(later, "Lancaster"))) == (5, 5)
    assert event(later, "deploy").blocks == 5


def test_w31_6_4_each_die_up_to_the_firepower_is_a_hit() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Stanley/L:3")
    shot = fired(state, "Stanley/L", 1, 2, 5)
    assert (shot.rating, shot.hits) == ("B2", 2)


def test_w32_6_4_surplus_hits_pass_to_the_next_strongest() -> None:
    state = battle("Oxford", "Lancaster", {"Wilts": "Northumberland/L"}, "Arundel:2, Norfolk:1, Herbert:1")
    state = go(turn_of(state, "Northumberland/L fires"), "roll 1 1 1 6")
    assert texts(state) == ["Arundel takes the hits"]
    state = state.apply("Arundel takes the hits")
    assert set(texts(state)) == {"Norfolk takes the hits", "Herbert takes the hits"}
    state = state.apply("Norfolk takes the hits")
    assert (stands(state, "Oxford"), legal(state, Hit)) == ({"Herbert": 1, "Northumberland/L": 4}, [])


def test_w32_6_4_hits_are_not_spread() -> None:
    state = battle("Oxford", "Lancaster", {"Wilts": "Northumberland/L"}, "Arundel:3, Norfolk:2")
    state = go(turn_of(state, "Northumberland/L fires"), "roll 1 1 6 6", "Arundel takes the hits")
    assert (stands(state, "Oxford"), legal(state, Hit)) == ({"Arundel": 1, "Norfolk": 2, "Northumberland/L": 4}, [])


@pytest.mark.parametrize(("dice", "success"), [("2 6", True), ("2 5", False), ("1 3", False), ("4 4", True)])
def test_w33_6_9_treachery_succeeds_if_every_die_is_even(dice: str, success: bool) -> None:
    state = battle("Derby", "York", {"Warwick": "York"}, "Northumberland/L", king="York")
    state = turn_of(state, "York tries treachery on Northumberland/L").apply(f"roll {dice}")
    assert ("Northumberland/Y" in stands(state, "Derby"), event(state, "treachery").success) == (success, success)


def thrice(defenders: str = "Shrewsbury/L") -> State:
    """Treason is offered; York, the Pretender, and Warwick attack Shrewsbury."""
    return battle("Oxford", "York", {"Wilts": "York, Warwick/Y"}, defenders, card="Treason", answer="2")


def test_w34_6_9_treason_pretender_and_warwick_each_have_a_roll() -> None:
    state = go(thrice(), "Treason tries treachery on Shrewsbury/L", "roll 1 2")
    for roller in ("York", "Warwick/Y"):
        state = go(turn_of(state, f"{roller} tries treachery on Shrewsbury/L"), "roll 2 1")
    assert "Shrewsbury/L" in stands(state, "Oxford")
    state = until(state, lambda s: s.battle.round == 2 and s.active == ("York",))  # type: ignore[union-attr]
    assert not legal(state, Treachery)


def test_w34_6_9_a_turned_block_is_rolled_on_no_more() -> None:
    state = go(thrice("Shrewsbury/L, Stanley/L"), "Treason tries treachery on Shrewsbury/L", "roll 4 2")
    state = until(state, lambda s: s.active == ("York",))
    assert {(a.roller, a.target) for a in legal(state, Treachery)} == {
        ("York", "Stanley/L"), ("Warwick/Y", "Stanley/L"),
    }  # fmt: skip


@pytest.mark.parametrize("defenders", ["Clifford, Beaumont, Coventry (levy), Bombard/L", "Clifford, Bombard/L"])
def test_w38_6_2_c_attackers_retreat_in_round_4_after_the_defenders_a_b_and_c(defenders: str) -> None:
    *quick, bombard = defenders.split(", ")
    third = battle("Leicester", "York", {"Middlesex": "London (levy)"}, defenders, round=3)
    assert order(third) == [*quick, "London (levy)", bombard]
    assert order(until(third, round_is(4))) == [*quick, "London (levy)"]


def won_over() -> State:
    """Stanley, who stood with King Henry at Oxford, has gone over to York; round 2 has begun."""
    state = battle("Oxford", "York", {"Wilts": "York"}, "Henry VI, Stanley/L")
    state = go(turn_of(state, "York tries treachery on Stanley/L"), "roll 2")
    return until(state, round_is(2))


def test_w42_6_9_the_king_cannot_win_him_back_in_the_same_battle() -> None:
    state = won_over()
    assert (state.active, front(state, "York")) == (("Lancaster",), {"York", "Stanley/Y"})
    assert "Henry VI fires" in texts(state)
    refused(state, "Henry VI tries treachery on Stanley/Y")


def test_w42_6_9_the_king_may_try_in_a_later_battle() -> None:
    state = turn_of(won_over(), "Stanley/Y retreats to Wilts")
    state = until(state, lambda s: "Henry VI marches to Wilts" in texts(s)).apply("Henry VI marches to Wilts")
    state = until(state, lambda s: bool(legal(s, Fight))).apply("fight in Wilts")
    state = turn_of(state, "Henry VI tries treachery on Stanley/Y").apply("roll 6")
    assert stands(state, "Wilts").get("Stanley/L") == 4


def test_w44_6_2_one_player_attacks_here_and_defends_there() -> None:
    state = scene(Wilts="Arundel", Oxford="Devon", Leicester="Beaumont", Derby="Norfolk")
    state = finish(go(state, "Arundel marches to Oxford"))
    state = finish(go(state, "Beaumont marches to Derby"))
    assert set(texts(state)) == {"fight in Oxford", "fight in Derby"}
    assert state.active == ("York",)
    for area, attacker in (("Oxford", "York"), ("Derby", "Lancaster")):
        assert state.apply(f"fight in {area}").view("York").battle.attacker == attacker  # type: ignore[union-attr]
