"""Edge cases of moves and battles that the rulebooks' examples leave open (ids E as in the list of worked examples)."""

from __future__ import annotations

from roses.richard.actions import March, Muster, Regroup, Retreat, Treachery
from roses.richard.position import Phase
from tests.richard.scene import battle, finish, go, legal, reach, refused, scene, stands, texts, turn_of, until


def test_e10_5_1_a_muster_ends_in_its_area_and_not_beyond_a_red_border() -> None:
    state = scene("Muster", "2", Cumbria="Clifford", North_Yorks="Beaumont", Derby="Devon").apply("muster in Derby")
    assert {(a.block, a.path[-1]) for a in legal(state, March)} == {("Beaumont", "Derby")}


def test_e11_5_1_no_muster_among_enemies() -> None:
    state = scene("Muster", "2", Oxford="Devon", Wilts="Arundel")
    goals = {a.area for a in legal(state, Muster)}
    assert "Sussex" in goals and "Wilts" not in goals


def test_e12_e14_5_1_pirates_attack_and_leave_by_the_sea_they_came_over() -> None:
    state = scene("Piracy", "2", France="Oxford, French Mercenary", Kent="Arundel")
    state = go(state, "Oxford sails the English Channel to Kent", "French Mercenary sails the English Channel to Kent")
    assert state.ap == 0
    state = until(go(finish(finish(state)), "fight in Kent"), lambda s: bool(legal(s, Retreat)))
    state = until(state, lambda s: s.active == ("Lancaster",))
    assert {a.area for a in legal(state, Retreat) if a.block == "Oxford"} == {"Cornwall", "Dorset", "Sussex", "France"}
    gone = turn_of(turn_of(state, "Oxford retreats to France"), "French Mercenary retreats to Sussex")
    assert gone.phase is Phase.REGROUP and set(stands(gone, "Kent")) == {"Arundel"}


def test_e20_5_1_the_treason_card_rolls_once_in_a_turn() -> None:
    state = scene("2", "Treason", Wilts="Arundel, Herbert", Oxford="Stanley/L", Somerset="Rivers/L")
    state = go(state, "Arundel marches to Oxford", "Herbert marches to Somerset", "done", "done", "fight in Oxford")
    assert legal(state, Treachery)
    used = go(state, "Treason tries treachery on Stanley/L", "roll 1")
    declined = state.apply("decline")
    for after, offered in ((used, []), (declined, ["Rivers/L"])):
        second = until(after, lambda s: s.phase is Phase.BATTLES).apply("fight in Somerset")
        assert [a.target for a in legal(second, Treachery)] == offered


def test_e35_6_3_a_fourth_border_is_closed_to_an_attacker() -> None:
    origins = {"Lincoln": "Devon, Pembroke", "Warwick": "Beaumont", "Rutland": "Clifford", "Oxford": "Oxford"}
    state = scene("4", "3", Leicester="Hastings", **origins)
    state = go(state, *(f"{name} marches to Leicester" for name in ("Devon", "Beaumont", "Clifford")))
    refused(state, "Oxford marches to Leicester")
    assert "Pembroke marches to Leicester" in texts(state)


def test_e42_6_2_a_bombard_acts_with_a_in_round_1_and_with_d_later() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Devon, Bombard/L")
    assert state.view().battle.letter == "A" and "Bombard/L fires" in texts(state)  # type: ignore[union-attr]
    later = until(state, lambda s: s.battle is not None and s.battle.round == 2)
    assert "Devon fires" in texts(later) and "Bombard/L fires" not in texts(later)
    assert turn_of(later, "Bombard/L passes").battle.round == 3  # type: ignore[union-attr]


def test_e60_6_7_the_victor_regroups_over_the_attackers_border() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Devon", round=2)
    state = until(state, lambda s: s.active == ("York",)).apply("Arundel retreats to Sussex")
    assert {"Wilts", "Leicester"} <= {a.area for a in legal(state, Regroup)}


def test_5_2_a_block_marches_once_in_a_turn() -> None:
    state = scene("2", "4", Essex="Norfolk", Middlesex="Arundel").apply("Norfolk marches to Middlesex")
    assert not reach(state, "Norfolk") and reach(state, "Arundel")
    refused(state, "Norfolk marches to Essex")
