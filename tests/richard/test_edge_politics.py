"""Edge cases of heirs, supply, exile and going home, rules 6.81 to 9.1 (ids E61 to E70 as in the list of examples)."""

from __future__ import annotations

import pytest

import roses
from roses.richard.actions import Disperse, Enter, Execute, GoHome, Starve, Treachery
from roses.richard.position import Phase
from roses.richard.state import State
from tests.richard.scene import battle, event, go, kinds, legal, refused, scene, stands, texts, turn_of, until


def supply(**given: object) -> State:
    """The supply phase of a turn in which nobody moves, as far as somebody must starve."""
    return until(scene(**given), lambda s: s.phase in (Phase.SUPPLY, Phase.CARDS))  # type: ignore[arg-type]


def starving(state: State) -> set[str]:
    return {a.block for a in legal(state, Starve)}


def dispersed(state: State) -> set[str]:
    return {a.block for a in legal(state, Disperse)}


def test_e61_6_81_in_the_turn_of_the_kings_death_nobody_rolls_as_king() -> None:
    state = scene("2", "3", Wilts="Arundel", Oxford="Henry VI:1", Lincoln="Stanley/Y, Rivers/Y", Leicester="Exeter/L",
                  dead="Prince Edward")  # fmt: skip
    state = go(state, "Arundel marches to Oxford", "Stanley/Y marches to Leicester", "done", "done", "fight in Oxford")
    state = go(turn_of(state, "Arundel fires"), "roll 1 6 6", "Henry VI takes the hits", "done", "fight in Leicester")
    state = until(state, lambda s: "Exeter/L charges Stanley/Y" in texts(s))
    assert not legal(state, Treachery)
    assert state.view("Lancaster").king == ""


def test_e61_6_81_in_the_next_turn_his_heir_rolls_as_king() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Henry VI:1", Leicester="Exeter/L", Lincoln="Stanley/Y",
                   dead="Prince Edward")  # fmt: skip
    state = go(turn_of(state, "Arundel fires"), "roll 1 6 6", "Henry VI takes the hits")
    state = until(state, lambda s: s.turn == 2 and "Stanley/Y marches to Leicester" in texts(s))
    state = until(state.apply("Stanley/Y marches to Leicester"), lambda s: "fight in Leicester" in texts(s))
    assert turn_of(state, "fight in Leicester").view("York").king == "Exeter/L"
    assert "Exeter/L tries treachery on Stanley/Y" in texts(state.apply("fight in Leicester"))


def pretender_falls(*turn: str) -> State:
    """York, the Pretender, takes this turn of battle, then is killed in round 1; March stands beside him."""
    state = battle("Oxford", "York", {"Wilts": "York:2, March:1"}, "Stanley/L:1, Coventry (levy):2")
    state = go(turn_of(state, turn[0]), *turn[1:])
    state = go(turn_of(state, "Coventry (levy) fires"), "roll 1 1", "York takes the hits")
    return until(state, lambda s: "March fires" in texts(s))


def test_e62_6_81_the_pretenders_heir_follows_at_once_and_rolls() -> None:
    state = pretender_falls("York passes")
    assert (state.battle.round, state.view("Lancaster").pretender) == (2, "March")  # type: ignore[union-attr]
    assert "March tries treachery on Stanley/L" in texts(state)


def test_e62_6_9_the_pretenders_roll_is_one_for_the_title() -> None:
    state = pretender_falls("York tries treachery on Stanley/L", "roll 1")
    assert state.view("Lancaster").pretender == "March"
    assert not legal(state, Treachery)


def test_e63_6_82_for_two_dead_heirs_two_minors_enter() -> None:
    state = scene("Plague", "2", East_Anglia="York:1, March:1", Ireland="Rutland").apply("plague in East Anglia")
    state = until(state, lambda s: s.phase is Phase.MINOR)
    assert {a.block for a in legal(state, Enter)} == {"Clarence/Y"}
    state = state.apply("Clarence/Y enters in Calais")
    assert set(texts(state)) == {"Gloucester enters in Calais", "Gloucester enters in Ireland"}
    state = go(state, "Gloucester enters in Ireland")
    assert (state.phase, stands(state, "Ireland")) == (Phase.CARDS, {"Rutland": 3, "Gloucester": 3})


def test_e63_6_82_exile_limits_bar_no_minor() -> None:
    state = scene("Plague", "2", East_Anglia="March:1", Ireland="York, Rutland").apply("plague in East Anglia")
    state = go(until(state, lambda s: s.phase is Phase.MINOR), "Clarence/Y enters in Ireland")
    assert starving(state) == {"York", "Rutland", "Clarence/Y"}


CROWNED = ("Cumbria", "South Yorks", "Caernarvon", "Chester", "Pembroke", "Warwick", "Gloucester", "Middlesex",
           "Sussex", "Cornwall", "Derby")  # fmt: skip
YORKISTS = ("York", "March", "Rutland", "Suffolk", "Essex", "Hastings", "Herbert", "Worcester", "Arundel",
            "London (levy)", "Norfolk")  # fmt: skip


def shut_out(heir: str = "Somerset", besides: str = "Henry VI") -> State:
    """York holds all crown areas, Norfolk that of Derby; a plague at Wilts has killed an heir of the King's side."""
    crowned = {area.replace(" ", "_"): block for area, block in zip(CROWNED, YORKISTS, strict=True)}
    state = scene("2", "Plague", Wilts=f"{heir}:1", France=besides, **crowned)
    return until(state.apply("plague in Wilts"), lambda s: s.phase is Phase.MINOR)


def derby_may_leave(state: State) -> bool:
    return state.turn == 2 and "Norfolk marches to Leicester" in texts(state)


def test_e64_6_82_a_royal_minor_waits_while_no_crown_area_is_open() -> None:
    state = shut_out()
    assert (state.active, texts(state)) == (("Lancaster",), ["decline"])
    state = state.apply("decline")
    assert (state.phase, state.turn) == (Phase.CARDS, 2)
    assert "Prince Edward" in stands(state, "Minor")
    again = until(state, lambda s: s.phase is Phase.MINOR)
    assert (again.turn, texts(again)) == (2, ["decline"])


def test_e64_6_82_the_waiting_minor_enters_where_the_enemy_has_left() -> None:
    state = until(shut_out(), derby_may_leave)
    state = until(state.apply("Norfolk marches to Leicester"), lambda s: s.phase is Phase.MINOR)
    assert texts(state) == ["Prince Edward enters in Derby"]
    state = until(state.apply("Prince Edward enters in Derby"), lambda s: s.turn == 3)
    assert stands(state, "Derby") == {"Prince Edward": 3}
    assert until(state, lambda s: s.phase in (Phase.MINOR, Phase.SUPPLY) or s.turn == 4).turn == 4


def test_e64_6_82_two_minors_wait_and_enter_together() -> None:
    state = until(shut_out("Somerset:1, Exeter/L"), derby_may_leave)
    state = until(state.apply("Norfolk marches to Leicester"), lambda s: s.phase is Phase.MINOR)
    state = state.apply("Prince Edward enters in Derby")
    assert texts(state) == ["Richmond enters in Derby"]


def test_e64_6_81_a_king_who_must_wait_is_announced_when_he_enters() -> None:
    state = shut_out("Henry VI", "Exeter/L")
    assert state.view("York").king == "" and "king" not in kinds(state)
    state = until(state.apply("decline"), derby_may_leave)
    assert state.view("York").king == ""
    state = until(state.apply("Norfolk marches to Leicester"), lambda s: s.phase is Phase.MINOR)
    state = state.apply("Prince Edward enters in Derby")
    assert (event(state, "king").block, state.view("York").king) == ("Prince Edward", "Prince Edward")


def test_e65_9_1_for_the_executed_clarence_a_minor_enters_in_the_next_turn() -> None:
    state = scene(turn=3, Derby="Clarence/L", Ireland="York, Rutland", dead="March")
    state = until(state, lambda s: s.phase is Phase.EXECUTION)
    assert (state.active, set(texts(state))) == (("Lancaster",), {"execute Clarence/L", "decline"})
    state = state.apply("execute Clarence/L")
    assert (state.turn, state.phase) == (4, Phase.CARDS)
    state = until(state, lambda s: s.phase is Phase.MINOR)
    assert (state.turn, {a.block for a in legal(state, Enter)}) == (4, {"Gloucester"})


@pytest.mark.parametrize("area", ["Derby", "France", "Pool"])
def test_e65_9_1_clarence_is_executed_wherever_lancaster_holds_him(area: str) -> None:
    state = until(scene(Ireland="York", **{area: "Clarence/L"}), lambda s: bool(legal(s, Execute)))
    assert "Clarence/L" not in stands(state.apply("execute Clarence/L"), area)


def test_e66_6_83_exeter_dies_for_ever_in_yorks_service_and_lancaster_has_a_minor() -> None:
    state = battle("Oxford", "Lancaster", {"Wilts": "Clifford"}, "Exeter/Y:1, Hastings:1", France="Henry VI, Somerset")
    state = go(turn_of(state, "Clifford fires"), "roll 1 6 6", "Exeter/Y takes the hits")
    assert not {"Exeter/L", "Exeter/Y"} & {p.block for p in state.view().pieces}
    state = until(state, lambda s: s.phase is Phase.MINOR)
    assert (state.active, {a.block for a in legal(state, Enter)}) == (("Lancaster",), {"Prince Edward"})


SIX = "Norfolk, Suffolk, Essex, Hastings, Herbert, Arundel"


@pytest.mark.parametrize(("area", "losses"), [("Middlesex", 1), ("Oxford", 2)])
def test_e67_7_1_a_city_feeds_five_and_other_areas_four(area: str, losses: int) -> None:
    state, names = supply(**{area: SIX}), set(SIX.split(", "))
    for name in SIX.split(", ")[:losses]:
        assert starving(state) == names
        state = state.apply(f"{name} goes hungry")
        names.discard(name)
    assert texts(state) == ["done"]


@pytest.mark.parametrize(("area", "count"), [("Middlesex", 5), ("Oxford", 4), ("Isle of Man", 4), ("Calais", 4)])
def test_e67_7_1_nobody_goes_hungry_at_the_limit(area: str, count: int) -> None:
    assert supply(**{area: ", ".join(SIX.split(", ")[:count])}).phase is Phase.CARDS
    assert starving(supply(**{area: ", ".join(SIX.split(", ")[: count + 1])}))


def test_e68_7_2_kingmaker_one_of_five_in_france_starves_and_not_the_french() -> None:
    state = until(roses.start("richard-iii", "1470"), lambda s: s.phase is Phase.SUPPLY)
    assert (state.turn, state.active) == (1, ("Lancaster",))
    assert starving(state) == {"Prince Edward", "Exeter/L", "Warwick/L", "Clarence/L", "Oxford"}
    assert texts(state.apply("Oxford goes hungry")) == ["done"]


CALAIS = "Norfolk, Suffolk, Essex, Hastings, Calais Mercenary, Burgundian Mercenary"


def test_e69_7_2_the_garrison_of_calais_is_free_and_foreign_mercenaries_are_not() -> None:
    assert supply(Calais=CALAIS).phase is Phase.CARDS
    state = supply(Calais=CALAIS + ", Irish Mercenary")
    assert starving(state) == {"Norfolk", "Suffolk", "Essex", "Hastings", "Irish Mercenary"}
    assert texts(state.apply("Irish Mercenary goes hungry")) == ["done"]


def campaign_ends(**given: str) -> State:
    """Turn 7 is over; everybody who must starve has, and exile limits or the next deal are due."""
    return until(scene(turn=7, **given), lambda s: s.phase in (Phase.EXILE, Phase.DEAL))  # type: ignore[arg-type]


def test_e70_8_5_three_of_five_in_ireland_go_to_the_pool() -> None:
    five = "York, March, Rutland, Herbert, Norfolk"
    state = campaign_ends(Ireland=five + ", Irish Mercenary")
    for name in ("York", "Herbert", "Norfolk"):
        assert dispersed(state) >= {name} and "Irish Mercenary" not in dispersed(state)
        refused(state, "done")
        state = state.apply(f"{name} goes to the pool")
    assert texts(state) == ["done"]
    state = until(state, lambda s: s.phase is Phase.DEAL)
    assert (set(stands(state, "Pool")), set(stands(state, "Ireland"))) == (
        {"York", "Herbert", "Norfolk"}, {"March", "Rutland", "Irish Mercenary"},
    )  # fmt: skip


def test_e70_8_5_the_kings_side_sends_its_surplus_to_the_pool_too() -> None:
    six = "Henry VI, Devon, Beaumont, Pembroke, Clifford, Wiltshire"
    state = campaign_ends(France=six + ", French Mercenary", Scotland="Oxford, Somerset")
    assert (state.active, dispersed(state)) == (("Lancaster",), set(six.split(", ")))
    state = go(state, "Henry VI goes to the pool", "Devon goes to the pool")
    assert texts(state) == ["done"]
    state = until(state, lambda s: s.phase is Phase.DEAL)
    assert (stands(state, "Pool"), state.view("York").king) == ({"Henry VI": 4, "Devon": 2}, "Henry VI")
    assert len(stands(state, "France")) == 5 and set(stands(state, "Scotland")) == {"Oxford", "Somerset"}


def test_e70_8_5_the_pretenders_surplus_is_settled_before_the_kings() -> None:
    state = campaign_ends(Ireland="York, March, Rutland", Scotland="Henry VI, Devon, Oxford")
    assert (state.active, dispersed(state)) == (("York",), {"York", "March", "Rutland"})
    state = until(state.apply("March goes to the pool"), lambda s: s.active == ("Lancaster",))
    assert (state.phase, dispersed(state)) == (Phase.EXILE, {"Henry VI", "Devon", "Oxford"})


def test_e70_8_5_pool_heirs_of_the_king_return_to_a_crown_area() -> None:
    state = campaign_ends(Scotland="Henry VI, Devon, Oxford").apply("Henry VI goes to the pool")
    state = until(state, lambda s: s.campaign == 2 and any("recruit Henry VI in" in t for t in texts(s)))
    areas = {t.removeprefix("recruit Henry VI in ") for t in texts(state) if "Henry VI" in t}
    assert {"Cumbria", "Warwick", "Middlesex"} <= areas and not areas & {"France", "Scotland", "Leicester"}


# ---- 9.1, going home of those who serve the enemy


def homeward(side: str, rules: str = "revised", **given: str) -> State:
    """The homecoming of a side after turn 7; York is King."""
    state = scene(turn=7, king="York", rules=rules, **given)  # type: ignore[arg-type]
    return until(state, lambda s: s.phase is Phase.DEAL or (s.phase is Phase.HOMEWARD and s.active == (side,)))


def test_9_1_clarence_chooses_among_the_vacant_york_shields() -> None:
    state = homeward("Lancaster", Derby="Clarence/L", Hereford="Hastings", Oxford="York, Norfolk")
    assert {a.area for a in legal(state, GoHome) if a.block == "Clarence/L"} == {"South Yorks", "Rutland"}
    state = until(state.apply("Clarence/L goes home to Rutland"), lambda s: s.phase is Phase.DEAL)
    assert stands(state, "Rutland") == {"Clarence/L": 3}


def at_home() -> State:
    return homeward("Lancaster", Rutland="Clarence/L", Leicester="Henry VI", Oxford="York, Norfolk, Hastings")


def test_8_3_clarence_at_home_may_stay() -> None:
    state = at_home().apply("Henry VI goes home to France").apply("done")
    assert "Clarence/L" in stands(until(state, lambda s: s.phase is Phase.DEAL), "Rutland")


def test_8_3_clarence_at_home_may_go_to_another_york_shield() -> None:
    assert "Clarence/L goes home to Hereford" in texts(at_home())


def test_9_1_clarence_does_not_choose_the_pool_while_a_york_shield_is_vacant() -> None:
    state = homeward("Lancaster", Derby="Clarence/L", Oxford="York, Norfolk")
    assert "Clarence/L goes home to Rutland" in texts(state) and "done" not in texts(state)


@pytest.mark.parametrize(("guest", "home"), [
    ("Hastings", "Leicester"),
    ("Arundel", "Sussex"),
])  # fmt: skip
def test_9_1_where_exeters_home_must_be_empty_others_may_leave_it_first(guest: str, home: str) -> None:
    state = homeward("York", "russian", Oxford="Exeter/Y, York", Cornwall=guest, France="Henry VI")
    state = until(state, lambda s: s.phase is Phase.DEAL)
    assert guest in stands(state, home) and "Exeter/Y" in stands(state, "Cornwall")
