"""Edge cases of cards and events, rules 1.1 and 5.1 (ids E01 to E22 as in the list of worked examples)."""

from __future__ import annotations

import pytest

import roses
from roses.richard.actions import Deal, March, Muster, Plague, Recruit, Regroup, Retreat, Sail, Treachery
from roses.richard.position import Phase
from roses.richard.state import State
from tests.richard.scene import (
    battle,
    event,
    finish,
    front,
    go,
    kinds,
    legal,
    reach,
    refused,
    ruling,
    scene,
    stands,
    texts,
    turn_of,
    until,
)

SIDES = ["Lancaster", "York"]
FIVE = "Devon, Beaumont, Pembroke, Wiltshire, Westmoreland/L"  # all of them act at B


def first(kings: str, pretenders: str, king: str, **given: object) -> str:
    cards = (kings, pretenders) if king == "Lancaster" else (pretenders, kings)
    return event(scene(*cards, king=king, **given), "first").side  # type: ignore[arg-type]


@pytest.mark.parametrize("king", SIDES)
def test_e01_1_1_of_two_events_the_one_with_more_points_goes_first(king: str) -> None:
    pretender = next(side for side in SIDES if side != king)
    assert first("Piracy", "Plague", king) == king
    assert first("Piracy", "Plague", king, rules=ruling(both_events_tiebreak="pretender")) == pretender


@pytest.mark.parametrize(("king", "pretender"), [SIDES, SIDES[::-1]])
def test_e02_1_1_two_events_of_one_point_leave_the_pretender_first(king: str, pretender: str) -> None:
    assert {first("Surprise", "Treason", king), first("Treason", "Surprise", king)} == {pretender}


@pytest.mark.parametrize(("king", "pretender"), [SIDES, SIDES[::-1]])
def test_e03_1_1_the_pretenders_plague_goes_before_the_kings_four_points(king: str, pretender: str) -> None:
    assert first("4", "Plague", king) == pretender
    assert first("Plague", "4", king) == king


HIGH = (7, 8, 9, 10, 11, 12, 13)
THROWN = "Lancaster throws its hand back"
THIRTEEN, TWELVE = (20, 21, 22, 23, 24, 25, 5), (20, 21, 22, 23, 24, 25, 2)


def test_e04_5_1_a_poor_new_hand_is_kept() -> None:
    state = go(roses.start("richard-iii"), str(Deal(THIRTEEN, HIGH)), THROWN, "keep", str(Deal(TWELVE, HIGH)))
    assert (state.phase, state.turn) == (Phase.CARDS, 1)
    refused(state, THROWN)


def test_e04_5_1_the_poor_new_hand_of_the_other_side_is_kept_too() -> None:
    state = go(roses.start("richard-iii"), str(Deal(THIRTEEN, HIGH)), THROWN, "redeal")
    assert go(state, str(Deal(HIGH, TWELVE))).phase is Phase.CARDS


@pytest.mark.parametrize("committed", [False, True])
def test_5_1_whether_the_enemy_may_throw_his_hand_back_shows_nowhere(committed: bool) -> None:
    seen = []
    for hand in (THIRTEEN, HIGH):
        state = roses.start("richard-iii").apply(Deal(hand, (1, 2, 3, 4, 14, 15, 16)))
        assert len(state.legal_actions("Lancaster")) == (8 if hand == THIRTEEN else 7)
        if committed:
            state = state.apply("York plays card 16")
        results = (state.prompt("York"), state.question, state.explain(THROWN, "York").sentence)
        seen.append((state.view("York"), results, state.active, state.legal_actions("York"), state.rule))
    assert seen[0] == seen[1]


def test_5_1_a_card_that_was_chosen_comes_back_when_the_enemy_throws_his_hand_back() -> None:
    state = roses.start("richard-iii").apply(Deal(THIRTEEN, HIGH)).apply("York plays card 7").apply(THROWN)
    assert (state.phase, state.active, state.played) == (Phase.MULLIGAN_ANSWER, ("York",), (0, 0))
    assert state.view("York").hands == {"Lancaster": tuple(sorted(THIRTEEN)), "York": HIGH}
    again = go(state, "keep", str(Deal((1, 2, 3, 4, 14, 15, 16), HIGH)))
    assert (again.phase, again.turn, again.active) == (Phase.CARDS, 1, ("Lancaster", "York"))
    assert [e.kind for e in again.events] == ["deal"]


def test_5_1_who_has_chosen_a_card_has_kept_his_hand() -> None:
    state = roses.start("richard-iii").apply(Deal(THIRTEEN, HIGH)).apply("Lancaster plays card 20")
    refused(state, THROWN)


@pytest.mark.parametrize("card", ["Surprise", "Force March", "Treason"])
def test_e05_5_1_the_point_of_an_event_pays_for_no_recruit(card: str) -> None:
    given = {"Kent": "Norfolk", "Pool": "Arundel"}
    refused(scene("2", card, **given), "recruit Arundel in Sussex")
    state = go(scene("2", card, rules=ruling(event_ap_use="any"), **given), "recruit Arundel in Sussex")
    assert (state.ap, legal(state, March, Sail), "Arundel" in stands(state, "Sussex")) == (0, [], True)


def test_e05_5_1_the_points_of_piracy_pay_for_sea_moves_in_every_edition() -> None:
    for rules in ("revised", "classic", "russian"):
        state = scene("2", "Piracy", rules=rules, Kent="Norfolk", Pool="Arundel")
        assert legal(state, Sail) and not legal(state, Recruit, March)


def test_e06_5_1_surprise_lets_five_cross_a_yellow_border() -> None:
    state = scene("Surprise", "2", Middlesex=FIVE + ", Buckingham/L")
    state = go(state, *(f"{name} marches to Oxford" for name in FIVE.split(", ")))
    refused(state, "Buckingham/L marches to Oxford")
    assert "Buckingham/L marches to Sussex" in texts(state)


def test_e06_5_1_surprise_lets_three_cross_a_red_border_and_stop() -> None:
    state = scene("Surprise", "2", Cumbria="Devon, Beaumont, Pembroke, Wiltshire")
    assert not [a.path for a in legal(state, March) if a.path[0] == "Lancaster" and len(a.path) > 1]
    state = go(state, *(f"{name} marches to Lancaster" for name in ("Devon", "Beaumont", "Pembroke")))
    refused(state, "Wiltshire marches to Lancaster")
    assert "Wiltshire marches to North Yorks" in texts(state)


def test_e07_5_1_surprise_does_not_widen_a_border_for_retreats() -> None:
    state = battle("Oxford", "Lancaster", {"Middlesex": FIVE}, "Arundel", card="Surprise", round=2)
    state = until(state, lambda s: s.active == ("Lancaster",))
    state = go(state, *(f"{name} retreats to Middlesex" for name in FIVE.split(", ")[:4]))
    refused(state, "Westmoreland/L retreats to Middlesex")
    assert "Westmoreland/L retreats to Leicester" in texts(state)


def test_e08_5_1_a_force_march_attacks_in_the_third_area() -> None:
    state = scene("2", "Force March", Somerset="Arundel", Leicester="Devon")
    state = go(state, "Arundel marches to Gloucester > Oxford > Leicester", "done", "done", "fight in Leicester")
    assert state.view("Lancaster").battle.entries == ("Leicester/Oxford",)  # type: ignore[union-attr]
    assert "Leicester" not in reach(scene(Somerset="Arundel", Leicester="Devon"), "Arundel")


def test_e08_5_1_a_force_march_stops_at_the_enemy() -> None:
    state = scene("2", "Force March", Somerset="Arundel", Oxford="Devon")
    assert "Arundel marches to Gloucester > Oxford" in texts(state)
    assert not [a.path for a in legal(state, March) if "Oxford" in a.path[:-1]]


def test_e09_5_1_a_force_march_stops_behind_a_red_border() -> None:
    state = scene("2", "Force March", Cumbria="Arundel")
    assert {a.path for a in legal(state, March)} == {("Lancaster",), ("North Yorks",), ("Northumbria",)}
    refused(state, "Arundel marches to Lancaster > Chester")


def test_e09_5_1_a_force_march_is_no_sea_move() -> None:
    assert not legal(scene("2", "Force March", Kent="Arundel"), Sail)


def test_e10_5_1_a_muster_ends_in_its_area_and_not_beyond_a_red_border() -> None:
    state = scene("Muster", "2", Cumbria="Clifford", North_Yorks="Beaumont", Derby="Devon").apply("muster in Derby")
    assert [(a.block, a.path) for a in legal(state, March)] == [("Beaumont", ("South Yorks", "Derby"))]
    refused(state, "Beaumont marches to South Yorks", "Clifford marches to Lancaster", "Devon marches to Warwick")


def test_e11_5_1_no_muster_among_enemies() -> None:
    state = scene("Muster", "2", Oxford="Devon", Wilts="Arundel")
    goals = {a.area for a in legal(state, Muster)}
    assert "Sussex" in goals and "Wilts" not in goals


def test_e11_5_1_no_muster_in_a_contested_area() -> None:
    state = scene("Muster", "Piracy", Calais="March", Kent="Devon", Sussex="Oxford")
    state = go(state, "March sails the English Channel to Kent", "done")
    goals = {a.area for a in legal(state, Muster)}
    assert "Middlesex" in goals and "Kent" not in goals
    refused(state, "muster in Kent")


def pirates() -> State:
    state = scene("Piracy", "2", France="Oxford, French Mercenary", Kent="Arundel")
    return go(state, "Oxford sails the English Channel to Kent", "French Mercenary sails the English Channel to Kent")


def test_e12_5_1_two_pirates_cost_two_points_and_are_the_main_attack() -> None:
    state = pirates()
    assert state.ap == 0
    state = go(finish(finish(state)), "fight in Kent")
    assert front(state, "Lancaster") == {"Oxford", "French Mercenary"}
    assert state.view("York").battle.entries == ("sea",)  # type: ignore[union-attr]


@pytest.mark.parametrize("garrison", [{}, {"Calais": "Warwick/Y"}])
def test_e13_5_1_no_pirate_enters_an_exile_area_of_the_enemy(garrison: dict[str, str]) -> None:
    state = scene("Piracy", "2", Kent="Devon", Sussex="Arundel", **garrison)
    refused(state, "Devon sails the English Channel to Calais", "Devon sails the North Sea to Calais")
    assert {"Sussex", "France"} <= reach(state, "Devon", Sail)


def test_e14_5_1_a_pirate_retreats_only_by_the_sea_it_came_over() -> None:
    state = until(go(finish(finish(pirates())), "fight in Kent"), lambda s: bool(legal(s, Retreat)))
    state = until(state, lambda s: s.active == ("Lancaster",))
    assert {a.area for a in legal(state, Retreat) if a.block == "Oxford"} == {"Cornwall", "Dorset", "Sussex", "France"}
    gone = turn_of(turn_of(state, "Oxford retreats to France"), "French Mercenary retreats to Sussex")
    assert gone.phase is Phase.REGROUP and set(stands(gone, "Kent")) == {"Arundel"}


def test_e14_5_1_a_pirate_regroups_only_by_the_sea_it_came_over() -> None:
    state = until(go(finish(finish(pirates())), "fight in Kent"), lambda s: "Arundel retreats to Sussex" in texts(s))
    state = state.apply("Arundel retreats to Sussex")
    assert {a.area for a in legal(state, Regroup)} == {"Cornwall", "Dorset", "France"}


@pytest.mark.parametrize(("paired", "left"), [(True, 1), (False, 0)])
def test_e15_5_1_pirates_who_do_not_attack_share_a_point(paired: bool, left: int) -> None:
    rules = ruling(piracy_port_pair_when_not_attacking=paired)
    state = scene("Piracy", "2", rules=rules, France="Oxford, Pembroke", Cornwall="Devon")
    state = go(state, "Oxford sails the Irish Sea to Cornwall", "Pembroke sails the English Channel to Cornwall")
    assert (state.ap, set(stands(state, "Cornwall"))) == (left, {"Oxford", "Pembroke", "Devon"})


def test_e15_5_1_half_a_pair_does_not_pay_for_an_attack() -> None:
    state = scene("Piracy", "2", France="Oxford, Pembroke, Richmond", Kent="Arundel")
    state = go(state, "Oxford sails the Irish Sea to Cornwall", "Pembroke sails the English Channel to Kent")
    assert state.ap == 0
    refused(state, "Richmond sails the English Channel to Kent", "Richmond sails the English Channel to Dorset")
    assert reach(state, "Richmond", Sail) == {"Cornwall"}


def test_e16_5_1_a_pirate_who_joins_a_defence_is_reserve() -> None:
    # a side with Piracy is second player only where the Pretender goes first of two events
    state = scene("Piracy", "Surprise", rules="russian", Kent="Devon", Sussex="Arundel", France="Oxford")
    state = go(state, "Arundel marches to Kent", "done", "Oxford sails the English Channel to Kent", "done")
    state = state.apply("fight in Kent")
    assert front(state, "Lancaster") == {"Devon"}
    later = until(state, lambda s: s.battle is not None and s.battle.round == 2)
    assert front(later, "Lancaster") == {"Devon", "Oxford"}
    later = until(later, lambda s: "Oxford fires" in texts(s))
    assert {a.area for a in legal(later, Retreat) if a.block == "Oxford"} == {"Cornwall", "Dorset", "Sussex", "France"}


def test_e17_5_1_the_pirates_side_regroups_by_land_where_it_defends() -> None:
    state = scene("Piracy", "2", France="Oxford", Kent="Hastings", Oxford="Devon", Wilts="Arundel")
    state = go(state, "Oxford sails the English Channel to Kent", "done", "Arundel marches to Oxford", "done")
    state = turn_of(state.apply("fight in Oxford"), "Arundel retreats to Wilts")
    assert (state.phase, state.active) == (Phase.REGROUP, ("Lancaster",))
    assert {a.area for a in legal(state, Regroup)} == {"Leicester", "Gloucester", "Middlesex", "Warwick", "Sussex"}


def test_e18_5_1_treason_on_kent_takes_two_dice() -> None:
    state = battle("Oxford", "York", {"Wilts": "Kent/Y"}, "Devon", answer="Treason")
    assert len(state.apply("Treason tries treachery on Kent/Y").chance_outcomes()) == 36


def test_e19_5_1_treason_on_the_only_defender_ends_the_battle_before_it_begins() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Stanley/L:3", card="Treason", answer="2")
    state = go(state, "Treason tries treachery on Stanley/L", "roll 2")
    assert (state.phase, state.active, "round" in kinds(state)) == (Phase.REGROUP, ("York",), False)
    assert stands(state, "Oxford") == {"Stanley/Y": 3, "Arundel": 3}
    assert {a.block for a in legal(state, Regroup)} == {"Stanley/Y", "Arundel"}


def test_e20_5_1_the_treason_card_rolls_once_in_a_turn() -> None:
    state = scene("2", "Treason", Wilts="Arundel, Herbert", Oxford="Stanley/L", Somerset="Rivers/L")
    state = go(state, "Arundel marches to Oxford", "Herbert marches to Somerset", "done", "done", "fight in Oxford")
    assert legal(state, Treachery)
    used = go(state, "Treason tries treachery on Stanley/L", "roll 1")
    declined = state.apply("decline")
    for after, offered in ((used, []), (declined, ["Rivers/L"])):
        second = until(after, lambda s: s.phase is Phase.BATTLES).apply("fight in Somerset")
        assert [a.target for a in legal(second, Treachery)] == offered


def test_e20_5_1_treason_that_nobody_used_lapses_with_the_turn() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Stanley/L", card="Treason", answer="2").apply("decline")
    state = until(state, lambda s: s.turn == 2 and "Arundel marches to Oxford" in texts(s))
    state = until(state.apply("Arundel marches to Oxford"), lambda s: "fight in Oxford" in texts(s))
    assert state.apply("fight in Oxford").phase is Phase.BATTLE_TURN


def test_e21_5_1_no_plague_in_a_contested_city() -> None:
    state = scene("Plague", "Surprise", Warwick="Devon", Leicester="Arundel", East_Anglia="Norfolk", Derby="Hastings")
    state = go(state, "Arundel marches to Warwick", "done")
    assert [a.area for a in legal(state, Plague)] == ["East Anglia"]


def test_e21_5_1_plague_takes_a_step_from_every_enemy_and_kills_the_weak() -> None:
    state = scene("Plague", "2", East_Anglia="Norfolk, Suffolk:1", Essex="Hastings:1").apply("plague in East Anglia")
    assert (stands(state, "East Anglia"), stands(state, "Essex")) == ({"Norfolk": 3}, {"Hastings": 1})
    assert "Suffolk" in state.view("Lancaster").dead


def test_e22_5_1_plague_on_the_last_heir_ends_the_game() -> None:
    state = scene("Plague", "2", scenario="1483", king="York", Middlesex="Gloucester:1, Norfolk", France="Richmond")
    state = state.apply("plague in Middlesex")
    assert state.outcome is not None and (state.outcome.winner, state.active) == ("Lancaster", ())
