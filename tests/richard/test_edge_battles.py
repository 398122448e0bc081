"""Edge cases of battles, rules 6.2 to 6.9 (ids E42 to E60 as in the list of worked examples)."""

from __future__ import annotations

import pytest

from roses.figures.battle import describe
from roses.richard.actions import Charge, Fire, Hit, Pass, Regroup, Retreat, Trapped, Treachery
from roses.richard.position import Phase
from roses.richard.state import State
from tests.richard.scene import (
    battle,
    event,
    fired,
    front,
    go,
    kinds,
    legal,
    refused,
    round_is,
    scene,
    stands,
    texts,
    turn_of,
    until,
)


def exits(state: State, block: str) -> set[str]:
    return {a.area for a in legal(state, Retreat) if a.block == block}


def targets(state: State, roller: str) -> set[str]:
    return {a.target for a in legal(state, Treachery) if a.roller == roller}


def attacker(state: State) -> str:
    return state.view("York").battle.attacker  # type: ignore[union-attr]


def test_e42_6_2_a_bombard_acts_with_a_in_round_1_and_with_d_later() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Devon, Bombard/L")
    assert state.view().battle.letter == "A" and "Bombard/L fires" in texts(state)  # type: ignore[union-attr]
    later = until(state, round_is(2))
    assert "Devon fires" in texts(later) and "Bombard/L fires" not in texts(later)
    assert turn_of(later, "Bombard/L passes").battle.round == 3  # type: ignore[union-attr]


def test_e42_6_2_the_bombards_letter_is_shown_with_its_rating() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Devon, Bombard/L")
    assert fired(state, "Bombard/L").rating == "A3"
    assert fired(until(state, round_is(2)), "Bombard/L").rating == "D3"


def test_e43_6_2_a_bombard_of_the_reserve_first_acts_in_round_2_at_d() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel", "Middlesex": "Bombard/Y"}, "Coventry (levy)")
    state = until(state, lambda s: "Bombard/Y fires" in texts(s))
    assert (state.battle.round, state.view().battle.letter) == (2, "D")  # type: ignore[union-attr]


def onset() -> State:
    """Herbert is the first of three attackers; Devon has one step, and Beaumont for a reserve."""
    state = battle("Oxford", "York", {"Wilts": "Herbert, Norfolk, Suffolk"}, "Devon:1", help={"Warwick": "Beaumont"})
    return until(state, lambda s: "Herbert fires" in texts(s))


def overrun(*dice: int) -> State:
    """Herbert has fired, and Devon is dead."""
    return go(onset(), "Herbert fires", "roll " + " ".join(map(str, dice)), "Devon takes the hits")


def test_e44_6_3_the_reserve_deploys_surplus_hits_are_lost_and_roles_change() -> None:
    assert attacker(onset()) == "York"
    state = overrun(1, 1, 1)
    assert (stands(state, "Oxford")["Beaumont"], legal(state, Hit)) == (3, [])
    assert (attacker(state), front(state, "Lancaster")) == ("Lancaster", {"Beaumont"})
    assert event(state, "control").side == "York"


def test_e44_6_3_who_deploys_in_round_1_is_hit_and_does_not_act() -> None:
    state = go(turn_of(overrun(1, 6, 6), "Norfolk fires"), "roll 1 1 6 6", "Beaumont takes the hits")
    assert stands(state, "Oxford")["Beaumont"] == 1
    state = until(state, lambda s: s.active == ("Lancaster",))
    assert (state.battle.round, texts(state)[0]) == (2, "Beaumont fires")  # type: ignore[union-attr]


def test_e44_6_3_after_the_change_the_former_defender_retreats_in_round_4() -> None:
    state = until(overrun(1, 6, 6), round_is(4))
    assert {a.block for a in legal(state, Fire)} == {"Herbert"}
    state = until(state, lambda s: s.active == ("Lancaster",))
    assert legal(state, Retreat) and not legal(state, Fire, Pass)


def test_e44_6_3_conversion_of_the_last_defender_changes_roles_too() -> None:
    state = battle("Oxford", "York", {"Wilts": "York"}, "Stanley/L", help={"Warwick": "Beaumont"})
    state = go(turn_of(state, "York tries treachery on Stanley/L"), "roll 2")
    assert (attacker(state), front(state, "Lancaster")) == ("Lancaster", {"Beaumont"})


def test_e44_6_3_roles_do_not_change_after_round_1() -> None:
    # in round 2 York turns Stanley, who is his reserve, and falls: the reserve deploys and goes on defending
    state = battle("Oxford", "Lancaster", {"Wilts": "Stanley/L, Coventry (levy)"}, "York:2", round=2)
    state = go(turn_of(state, "York tries treachery on Stanley/L"), "roll 2")
    state = go(turn_of(state, "Coventry (levy) fires"), "roll 1 1 6 6", "York takes the hits")
    assert (front(state, "York"), attacker(state)) == ({"Stanley/Y"}, "Lancaster")


def test_e45_6_3_after_the_change_a_former_attacker_has_his_shield() -> None:
    assert fired(onset(), "Suffolk").rating == "B2"
    assert fired(overrun(1, 6, 6), "Suffolk").rating == "B3"


def test_e46_6_3_attackers_who_deploy_in_round_1_remain_attackers() -> None:
    state = battle("Oxford", "York", {"Wilts": "Worcester:1", "Middlesex": "Norfolk"}, "Clifford")
    state = go(turn_of(state, "Clifford fires"), "roll 1 1 6", "Worcester takes the hits")
    assert (attacker(state), front(state, "York"), stands(state, "Oxford")["Norfolk"]) == ("York", {"Norfolk"}, 4)
    assert "control" not in kinds(state)
    assert state.battle.round == 2 and state.active == ("Lancaster",)  # type: ignore[union-attr]
    state = until(until(state, round_is(4)), lambda s: s.active == ("York",))
    assert legal(state, Retreat) and not legal(state, Fire)


def northumberland_fires(defenders: str, dice: str) -> State:
    state = battle("Oxford", "Lancaster", {"Wilts": "Northumberland/L"}, defenders)
    return go(turn_of(state, "Northumberland/L fires"), dice)


def test_e47_6_4_the_fourth_hit_falls_on_the_second_block() -> None:
    state = northumberland_fires("Arundel:3, Norfolk:2", "roll 1 1 1 1")
    state = go(state, "Arundel takes the hits", "Norfolk takes the hits")
    assert stands(state, "Oxford") == {"Norfolk": 1, "Northumberland/L": 4}


def test_e48_6_4_of_two_equals_the_owner_names_one_and_it_takes_both() -> None:
    state = northumberland_fires("Arundel, Herbert, Norfolk:2", "roll 1 1 6 6")
    assert (state.active, set(texts(state))) == (("York",), {"Arundel takes the hits", "Herbert takes the hits"})
    state = state.apply("Herbert takes the hits")
    assert stands(state, "Oxford") == {"Arundel": 3, "Herbert": 1, "Norfolk": 2, "Northumberland/L": 4}


def test_e49_6_5_surplus_hits_of_a_charge_are_lost_and_the_dead_do_not_reply() -> None:
    state = battle("Oxford", "York", {"Wilts": "York"}, "Devon:2, Beaumont")
    state = go(turn_of(state, "York charges Devon"), "roll 1 1 1 6")
    assert (stands(state, "Oxford"), "reply" in kinds(state)) == ({"Beaumont": 3, "York": 4}, False)
    assert state.phase is Phase.BATTLE_TURN


def test_e49_6_5_a_charge_falls_on_the_weaker_block_if_it_is_named() -> None:
    state = battle("Oxford", "York", {"Wilts": "York"}, "Devon:1, Beaumont")
    assert stands(go(turn_of(state, "York charges Devon"), "roll 1 6 6 6"), "Oxford") == {"Beaumont": 3, "York": 4}


def charged(march: str = "March") -> State:
    """March has charged Devon, who has one step left and is to strike back."""
    state = battle("Oxford", "York", {"Wilts": f"{march}, Norfolk"}, "Devon:2")
    return go(turn_of(state, "March charges Devon"), f"roll {'1' if march[-1] == '1' else '1 6 6'}")


def test_e50_6_5_who_survives_a_charge_strikes_back_and_keeps_his_turn() -> None:
    state = charged()
    assert len(state.chance_outcomes()) == 6
    state = go(state, "roll 2")
    assert (stands(state, "Oxford")["March"], event(state, "reply").rating) == (2, "B2")
    assert (state.active, "Devon fires" in texts(state)) == (("Lancaster",), True)


def test_e50_6_5_the_reply_may_kill_the_heir_and_nobody_else() -> None:
    state = go(charged("March:1"), "roll 1")
    assert stands(state, "Oxford") == {"Norfolk": 4, "Devon": 1}
    assert event(state, "eliminated").block == "March"


def test_e51_6_5_the_junior_heir_charges_while_the_senior_waits_in_reserve() -> None:
    state = battle("Oxford", "York", {"Wilts": "Rutland", "Middlesex": "York"}, "Devon")
    state = until(state, lambda s: "Rutland fires" in texts(s))
    assert {a.heir for a in legal(state, Charge)} == {"Rutland"}
    state = until(state, lambda s: s.battle.round == 2 and "Rutland fires" in texts(s))  # type: ignore[union-attr]
    assert {a.heir for a in legal(state, Charge)} == {"York"}
    assert not legal(turn_of(state, "York passes"), Charge)


def test_e52_6_2_in_round_4_an_attacking_king_may_only_retreat() -> None:
    third = battle("Oxford", "Lancaster", {"Wilts": "Henry VI"}, "Stanley/Y", round=3)
    third = until(third, lambda s: s.active == ("Lancaster",))
    assert "Henry VI tries treachery on Stanley/Y" in texts(third)
    state = until(until(third, round_is(4)), lambda s: s.active == ("Lancaster",))
    refused(state, "Henry VI tries treachery on Stanley/Y", "Henry VI charges Stanley/Y", "Henry VI fires")
    assert {type(a) for a in legal(state, Fire, Pass, Retreat, Charge, Treachery, Trapped)} == {Retreat}


def boxed_in(answer: tuple[str, ...]) -> State:
    """Somerset and Buckingham attack Cornwall, which has two exits; York answers, and round 4 has come."""
    state = scene("4", "3", Dorset="Somerset, Buckingham/L", Cornwall="Herbert", Wilts="Arundel, Hastings",
                  Scotland="Henry VI")  # fmt: skip
    state = go(state, "Somerset marches to Cornwall", "Buckingham/L marches to Cornwall", "done", *answer, "done")
    state = until(state.apply("fight in Cornwall"), round_is(4))
    return until(state, lambda s: s.active == ("Lancaster",))


def test_e53_6_6_who_must_retreat_and_cannot_is_eliminated() -> None:
    state = boxed_in(("Arundel marches to Dorset", "Hastings marches to Somerset"))
    assert texts(state) == ["Somerset cannot retreat"]
    state = turn_of(state.apply("Somerset cannot retreat"), "Buckingham/L cannot retreat")
    assert "Somerset" in state.view("York").dead and not stands(state, "Cornwall").keys() - {"Herbert"}
    buckingham = next(p for p in state.view("Lancaster").pieces if p.block == "Buckingham/L")
    assert (buckingham.place, buckingham.face_down) == ("Pool", True)


def test_e53_6_6_nobody_chooses_death_who_can_retreat() -> None:
    state = boxed_in(("Arundel marches to Dorset",))
    assert set(texts(state)) == {"Somerset retreats to Somerset"}


def opposed(*reinforcements: str) -> State:
    """York attacks Oxford from Wilts; L may come after it through Wilts. Round 2 has begun."""
    state = scene("2", "3", Wilts="Arundel", Oxford="Devon", Somerset="Beaumont")
    state = go(state, "Arundel marches to Oxford", "done", *reinforcements, "done", "fight in Oxford")
    return until(state, round_is(2))


def test_e54_6_6_no_retreat_over_a_border_the_enemy_came_by() -> None:
    state = until(opposed(), lambda s: "Devon fires" in texts(s))
    assert "Wilts" not in exits(state, "Devon") and "Sussex" in exits(state, "Devon")
    assert "Wilts" in exits(until(state, lambda s: s.active == ("York",)), "Arundel")


def test_e54_6_6_over_a_border_both_came_by_only_the_second_player_retreats() -> None:
    state = until(opposed("Beaumont marches to Wilts > Oxford"), lambda s: "Devon fires" in texts(s))
    assert "Wilts" in exits(state, "Devon") and "Wilts" in exits(state, "Beaumont")
    state = until(state, lambda s: s.active == ("York",))
    assert exits(state, "Arundel") == {"Gloucester", "Leicester", "Middlesex", "Sussex", "Warwick"}


def test_e54_6_3_reinforcements_over_the_border_of_the_main_attack_are_reserve() -> None:
    state = scene("2", "3", Wilts="Arundel", Oxford="Devon", Somerset="Beaumont")
    state = go(state, "Arundel marches to Oxford", "done", "Beaumont marches to Wilts > Oxford", "done")
    assert front(state.apply("fight in Oxford"), "Lancaster") == {"Devon"}


def test_e55_6_6_a_border_the_enemy_left_by_for_another_battle_is_open() -> None:
    state = scene("3", "2", Leicester="Devon", Oxford="Arundel, Hastings", Hereford="Clifford")
    state = go(state, "Devon marches to Oxford", "done", "Hastings marches to Gloucester > Hereford", "done")
    assert set(texts(state)) == {"fight in Oxford", "fight in Hereford"}
    state = until(state.apply("fight in Oxford"), lambda s: "Devon retreats to Leicester" in texts(s))
    assert "Gloucester" in exits(state, "Devon")


def test_e56_6_6_a_red_border_lets_two_retreat_in_a_round() -> None:
    state = battle("Hereford", "York", {"Gloucester": "Arundel"}, "Devon, Beaumont, Pembroke", round=2)
    state = go(state, "Devon retreats to Powys", "Beaumont retreats to Powys")
    refused(state, "Pembroke retreats to Powys")
    assert "Warwick" in exits(state, "Pembroke")
    state = until(state.apply("Pembroke passes"), round_is(3))
    assert set(stands(turn_of(state, "Pembroke retreats to Powys"), "Powys")) == {"Devon", "Beaumont", "Pembroke"}


def neville() -> State:
    """It is York's turn; Warwick and the Pretender face three nobles, and Rivers is in reserve."""
    state = battle("Oxford", "York", {"Wilts": "Warwick/Y, York"}, "Northumberland/L, Westmoreland/L, Kent/L",
                   help={"Leicester": "Rivers/L"})  # fmt: skip
    return until(state, lambda s: s.active == ("York",))


def test_e57_6_91_warwick_rolls_one_die_on_his_cousin_and_none_on_his_rivals() -> None:
    state = neville()
    assert targets(state, "Warwick/Y") == {"Kent/L"}
    assert len(state.apply("Warwick/Y tries treachery on Kent/L").chance_outcomes()) == 6


def test_e57_6_9_others_roll_two_dice_on_kent_and_may_try_warwicks_rivals() -> None:
    state = neville()
    assert targets(state, "York") == {"Northumberland/L", "Westmoreland/L", "Kent/L"}
    assert len(state.apply("York tries treachery on Kent/L").chance_outcomes()) == 36


def test_e57_6_9_nobody_rolls_on_a_block_in_reserve() -> None:
    refused(neville(), "York tries treachery on Rivers/L", "Warwick/Y tries treachery on Rivers/L")
    later = until(neville(), lambda s: s.battle.round == 2 and s.active == ("York",))  # type: ignore[union-attr]
    assert "Rivers/L" in targets(later, "York")


@pytest.mark.parametrize(("dead", "open_to"), [
    ("Henry VI, Prince Edward", {"Stanley/L"}), ("", {"Stanley/L", "Exeter/L"}),
])  # fmt: skip
def test_e58_9_1_exeter_is_not_turned_while_he_is_king(dead: str, open_to: set[str]) -> None:
    crowned = {} if dead else {"Scotland": "Henry VI"}
    state = battle("Oxford", "York", {"Wilts": "York"}, "Exeter/L, Stanley/L", dead=dead, **crowned)
    assert targets(until(state, lambda s: s.active == ("York",)), "York") == open_to


def test_e58_9_1_clarence_is_not_turned_while_he_is_pretender() -> None:
    for dead, open_to in (("York, March, Rutland", {"Stanley/Y"}), ("", {"Stanley/Y", "Clarence/Y"})):
        exile = {} if dead else {"Ireland": "York"}
        state = battle("Oxford", "Lancaster", {"Wilts": "Henry VI"}, "Clarence/Y, Stanley/Y", dead=dead, **exile)
        assert targets(until(state, lambda s: s.active == ("Lancaster",)), "Henry VI") == open_to


def test_e59_6_9_a_turned_block_keeps_its_strength_and_defends_its_shield_from_the_next_round() -> None:
    state = battle("Warwick", "Lancaster", {"Leicester": "Buckingham/L:2, Devon"}, "York")
    state = go(turn_of(state, "York tries treachery on Buckingham/L"), "roll 4")
    assert stands(state, "Warwick") == {"York": 4, "Buckingham/Y": 2, "Devon": 2}
    assert front(state, "York") == {"York"}
    second = until(state, lambda s: "Buckingham/Y fires" in texts(s))
    assert second.battle.round == 2 and fired(second, "Buckingham/Y").rating == "B3"  # type: ignore[union-attr]


def test_e60_6_7_the_victor_regroups_over_the_attackers_border() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Devon", round=2)
    state = until(state, lambda s: s.active == ("York",)).apply("Arundel retreats to Sussex")
    assert {"Wilts", "Leicester"} <= {a.area for a in legal(state, Regroup)}
    assert "Sussex" not in {a.area for a in legal(state, Regroup)}


def test_6_3_the_attack_comes_by_its_own_borders_and_relief_by_others() -> None:
    state = battle("Essex", "York", {"Rutland": "Norfolk, Suffolk", "Middlesex": "Herbert"}, "Oxford, Devon",
                   help={"East Anglia": "Beaumont"})  # fmt: skip
    state = until(state, round_is(1))
    fought = state.view("York").battle
    assert fought is not None and set(fought.entries) - set(fought.relief) == {"Essex/Rutland", "Essex/Middlesex"}
    assert fought.relief == ("East Anglia/Essex",)
    assert "attacks from Rutland, Middlesex" in describe(state.view("York"))
