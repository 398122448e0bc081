"""Rules of the turn, of losses and of the political turn: a test for each paragraph without a worked example."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

import roses
from roses.richard.actions import GoHome, Starve
from roses.richard.events.army import RoundBegun
from roses.richard.position import Phase
from roses.richard.rules import rule
from roses.richard.state import State
from roses.richard.tables import AREAS, BLOCKS
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

SIX = "Norfolk, Suffolk, Hastings, Arundel, Worcester, Herbert"


def cards_due(state: State) -> bool:
    return state.phase is Phase.CARDS


def next_turn(state: State) -> State:
    """Play on idly until cards are chosen again, and choose the first of each hand."""
    state = until(state, lambda s: s.phase is Phase.CARDS and s.turn > state.turn)
    for side in state.active:
        state = state.apply(state.legal_actions(side)[0])
    return state


def met(state: State, end: Callable[[State], bool]) -> list[tuple[int, Phase]]:
    """Play on idly until ``end``; return the turns and phases that were met, in order."""
    results: list[tuple[int, Phase]] = []

    def noted(now: State) -> bool:
        if results[-1:] != [(now.turn, now.phase)]:
            results.append((now.turn, now.phase))
        return end(now)

    until(state, noted)
    return results


def test_1_0_a_turn_has_cards_actions_battles_and_supply_in_this_order() -> None:
    state = until(scene(Wilts="Arundel", Oxford="Devon", Kent=SIX.replace("Arundel", "Essex")), cards_due)
    begun = until(state, lambda s: "Arundel marches to Oxford" in texts(s)).apply("Arundel marches to Oxford")
    phases = [phase for turn, phase in met(state, cards_due)] + [phase for turn, phase in met(begun, cards_due)]
    wanted = [Phase.CARDS, Phase.ACTIONS, Phase.BATTLES, Phase.SUPPLY]
    assert [p for p in dict.fromkeys(phases) if p in wanted] == wanted
    assert begun.turn == 2 and met(begun, cards_due)[-1] == (3, Phase.CARDS)


def test_1_0_a_campaign_has_seven_turns_and_both_hands_are_empty_before_the_political_turn() -> None:
    start = scene(Kent="Henry VI", Hereford="York")
    turns = [turn for turn, phase in met(start, lambda s: s.phase is Phase.HOMEWARD)]
    assert list(dict.fromkeys(turns)) == [1, 2, 3, 4, 5, 6, 7]
    counted = until(start, lambda s: s.phase is Phase.HOMEWARD)
    assert "count" in kinds(counted) and counted.view().hand_sizes == {"Lancaster": 0, "York": 0}


def test_1_4_supply_is_checked_when_all_battles_are_over() -> None:
    state = battle("Derby", "York", {"Chester": "Essex"}, "Devon:1", Oxford=SIX, Kent="Oxford", Sussex="Rutland")
    assert "supply" not in kinds(state)
    state = go(state, "Devon passes", "Essex fires", "roll 1 6 6", "Devon takes the hits", "done")
    assert (state.phase, kinds(state)[-1], state.active) == (Phase.SUPPLY, "supply", ("York",))


@pytest.mark.parametrize(("turn", "after"), [(1, "turn"), (6, "turn"), (7, "disband")])
def test_1_4_after_supply_comes_the_next_turn_or_the_political_turn(turn: int, after: str) -> None:
    state = go(scene(turn=turn, Kent="Arundel"), "done", "done")
    assert kinds(state)[kinds(state).index("supply") + 1] == after


def test_1_4_both_sides_starve_in_one_phase() -> None:
    lancaster = "Devon, Oxford, Pembroke, Clifford, Wiltshire"
    state = go(scene(Oxford=SIX, Kent=lancaster), "done", "done")
    state = go(state, "Norfolk goes hungry", "Suffolk goes hungry", "done")
    assert state.active == ("Lancaster",)
    state = go(state, "Devon goes hungry", "done")
    assert (state.turn, roses.stands(state, "Kent")["Devon"], roses.stands(state, "Oxford")["Norfolk"]) == (2, 1, 3)


def test_7_0_minors_enter_one_of_them_is_king_a_traitor_is_judged_and_then_all_are_fed() -> None:
    city = "Norfolk, Suffolk, Hastings, Herbert, Worcester, Rivers/Y"
    state = battle("Oxford", "York", {"Wilts": "Rutland:1, Arundel:1"}, "Henry VI:1, Devon:1", Calais="York, March",
                   Kent="Clarence/L", Middlesex=city)  # fmt: skip
    state = go(turn_of(state, "Devon fires"), "roll 1", "Rutland takes the hits")
    state = go(turn_of(state, "Arundel fires"), "roll 1", "Henry VI takes the hits")
    state = until(state, lambda s: s.phase is Phase.MINOR)
    assert (state.active, kinds(state)) == (("York",), ["supply"])  # the Pretender's minor is the first
    state = state.apply("Gloucester enters in Ireland")
    assert (state.active, state.view().king) == (("Lancaster",), "")
    state = state.apply("Prince Edward enters in Warwick")
    assert (kinds(state), state.view().king) == (["enter", "king"], "Prince Edward")
    assert (state.active, texts(state)) == (("Lancaster",), ["execute Clarence/L", "decline"])
    state = state.apply("decline")
    assert (state.phase, state.active) == (Phase.SUPPLY, ("York",))


def test_7_0_a_king_of_age_is_named_before_minors_enter() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Henry VI:1", Scotland="Exeter/L", dead="Prince Edward")
    state = go(turn_of(state, "Arundel fires"), "roll 1 6 6", "Henry VI takes the hits")
    state = until(state, lambda s: s.phase is Phase.MINOR)
    assert (kinds(state), state.view().king) == (["supply", "king"], "Exeter/L")
    assert "Somerset enters in Cornwall" in texts(state)
    assert re.search("succeeded by his senior heir.*Minors owed for earlier deaths enter", rule("7.0").words)


def test_7_0_both_houses_are_fed_at_the_same_time() -> None:
    lancaster = "Devon, Oxford, Pembroke, Clifford, Wiltshire"
    state = go(scene(Oxford=SIX, Kent=lancaster), "done", "done", "Norfolk goes hungry", "Suffolk goes hungry", "done")
    assert (state.phase, state.active) == (Phase.SUPPLY, ("Lancaster",))
    assert {a.block for a in legal(state, Starve)} == set(lancaster.split(", "))


def test_6_0_a_battle_lasts_four_rounds_and_then_the_defender_holds_the_area() -> None:
    rounds: list[int] = []

    def over(state: State) -> bool:
        rounds.extend(e.round for e in state.events if isinstance(e, RoundBegun))
        return state.phase is Phase.REGROUP

    state = until(battle("Derby", "York", {"Chester": "Arundel, Norfolk"}, "Devon"), over)
    assert (rounds, event(state, "won").side, stands(state, "Derby")) == ([1, 2, 3, 4], "Lancaster", {"Devon": 2})


def test_6_0_the_battle_is_over_as_soon_as_one_side_is_left() -> None:
    state = battle("Derby", "York", {"Chester": "Herbert, Norfolk"}, "Devon:1")
    state = go(state, "Herbert fires", "roll 1 1 1", "Devon takes the hits")
    assert (state.phase, event(state, "won").side) == (Phase.REGROUP, "York")
    assert "Norfolk fires" not in texts(state)


def plagued(block: str, area: str, side: str) -> State:
    """The state after Plague has killed a block of ``side`` with one step in a city area; that side has the move."""
    cards = ("Plague", "4") if side == "York" else ("4", "Plague")
    return roses.scene(cards=cards, king="Lancaster", **{area: f"{block}:1"}).apply(f"plague in {area}")


MERCENARIES = [block for block in BLOCKS.values() if block.kind == "mercenary"]


@pytest.mark.parametrize("block", MERCENARIES, ids=lambda block: block.id)
def test_6_85_a_dead_mercenary_lies_face_down_at_home_until_the_reset(block) -> None:  # type: ignore[no-untyped-def]
    state = plagued(block.id, "Middlesex", block.side)
    home = block.home or "Pool"
    assert roses.stands(state, home) == {block.id: 0}
    assert not [text for text in texts(state) if block.id in text]
    assert roses.stands(next_turn(state), home) == {block.id: 0}


def test_6_85_the_dead_at_home_make_no_area_friendly_and_eat_nothing() -> None:
    state = roses.scene(cards=("Plague", "4"), Middlesex="Irish Mercenary:1", Ireland="York, Rutland").apply(
        "plague in Middlesex"
    )
    after = until(state, lambda s: s.turn == 2)
    assert stands(after, "Ireland") == {"York": 4, "Rutland": 3, "Irish Mercenary": 4}
    assert [p.face_down for p in after.view().pieces if p.block == "Irish Mercenary"] == [True]


def reset(state: State) -> State:
    return until(state, lambda s: s.campaign == 2 and s.phase is Phase.DEAL)


DEAD = [("Calais Mercenary", "Middlesex", "York", "Calais"), ("Welsh Mercenary", "Warwick", "Lancaster", "Pool"),
        ("Coventry (levy)", "Warwick", "Lancaster", "Pool"), ("Bombard/Y", "Wilts", "York", "Pool")]  # fmt: skip


@pytest.mark.parametrize(("block", "area", "side", "place"), DEAD)
def test_6_84_6_85_the_dead_stand_up_again_at_the_campaign_reset(block: str, area: str, side: str, place: str) -> None:
    cards = ("Plague", "4") if side == "York" else ("4", "Plague")
    state = roses.scene(turn=7, cards=cards, **{area: f"{block}:1"}).apply(f"plague in {area}")
    assert roses.stands(reset(state), place) == {block: BLOCKS[block].steps}


@pytest.mark.parametrize(("block", "area", "side"), [row[:3] for row in DEAD[2:]])
def test_6_84_a_dead_levy_or_bombard_is_not_raised_again_in_the_campaign(block: str, area: str, side: str) -> None:
    cards = ("Plague", "4") if side == "York" else ("4", "Plague")
    friend = "Arundel" if side == "York" else "Devon"
    state = roses.scene(cards=cards, **{area: f"{block}:1, {friend}"}).apply(f"plague in {area}")
    assert roses.stands(state, "Pool") == {block: 0}
    refused(state, f"recruit {block} in {area}")
    later = until(next_turn(state), lambda s: s.active == (side,) and s.phase is Phase.ACTIONS)
    refused(later, f"recruit {block} in {area}")


def test_6_84_a_levy_lies_in_the_pool_of_its_own_colour_whoever_holds_the_city() -> None:
    state = battle("Warwick", "York", {"Chester": "Herbert"}, "Coventry (levy):1")
    state = go(state, "Herbert fires", "roll 1 1 1", "Coventry (levy) takes the hits")
    assert state.view().pool_sizes == {"Lancaster": 1, "York": 0}


def rebel_dead(*, turn: int = 1, **given: str) -> State:
    """York is King, and his men have killed the Rebel in Kent."""
    state = battle("Kent", "York", {"Sussex": "Herbert"}, "Rebel:1", king="York", turn=turn, **given)
    return go(state, "Rebel passes", "Herbert fires", "roll 1 1 1", "Rebel takes the hits")


def test_6_86_a_dead_rebel_lies_in_the_pretenders_pool() -> None:
    state = rebel_dead()
    assert (roses.stands(state, "Pool"), state.view().pool_sizes["Lancaster"]) == ({"Rebel": 0}, 1)
    later = until(next_turn(state), lambda s: s.active == ("Lancaster",) and s.phase is Phase.ACTIONS)
    refused(later, "recruit Rebel in Kent")


@pytest.mark.parametrize(("lords", "pretender"), [("Devon", "Lancaster"), ("Devon, Oxford, Clifford", "York")])
def test_6_86_at_the_reset_the_rebel_goes_to_whoever_is_pretender_then(lords: str, pretender: str) -> None:
    after = reset(finish(rebel_dead(turn=7, Derby=lords)))
    assert (after.view().pool_sizes[pretender], roses.stands(after, "Pool")) == (1, {"Rebel": 4})


# ---- the political turn


def settled(scenario: str = "1460", **areas: str) -> State:
    """The seventh turn of these blocks is over, and the political turn has begun."""
    return go(roses.scene(scenario, turn=7, **areas), "done", "done")


def test_8_0_levies_leave_lords_are_counted_the_pretender_and_then_the_king_go_home() -> None:
    state = settled(Kent="Henry VI", Hereford="York")
    assert [e.rule for e in state.events if e.rule[0] == "8"] == ["8.1", "8.2", "8.3"]
    state = go(state, "York goes home to Calais", "done")
    assert [e.rule for e in state.events if e.rule[0] == "8"] == ["8.3", "8.4"]
    state = go(state, "Henry VI goes home to Derby", "done")
    assert (event(state, "reset").rule, state.campaign, state.phase) == ("8.5", 2, Phase.DEAL)


def test_8_0_after_the_last_campaign_nobody_goes_home() -> None:
    state = settled("1483", Leicester="Gloucester", Kent="Richmond")
    assert ([e.rule for e in state.events][-3:], state.active) == (["8.1", "8.2", "9.0"], ())


ARMY = {"Kent": "London (levy), Bombard/Y, Arundel", "Derby": "Coventry (levy), Bombard/L, Devon", "Powys": "Rebel",
        "Pembroke": "Welsh Mercenary", "Dorset": "French Mercenary", "Sussex": "Irish Mercenary"}  # fmt: skip


def test_8_1_armies_go_home_before_the_count_and_lords_stay_for_it() -> None:
    state = settled(**{**ARMY, "Powys": "Herbert", "Cornwall": "Rebel"})
    assert set(roses.stands(state, "Pool")) >= {"London (levy)", "Bombard/Y", "Coventry (levy)", "Bombard/L", "Rebel",
                                                "Welsh Mercenary"}  # fmt: skip
    assert (stands(state, "France"), stands(state, "Ireland")) == ({"French Mercenary": 4}, {"Irish Mercenary": 4})
    assert votes(state) == (1, 2)  # Devon to Arundel and Herbert


LORDS = {"Leicester": "Henry VI, Oxford, Beaumont", "Derby": "Devon, Clifford"}  # five of Lancaster


@pytest.mark.parametrize(("york", "counted", "king"), [
    ({"Kent": "York, Norfolk, Hastings, Essex"}, (5, 4), "Henry VI"),
    ({"Kent": "York, Norfolk, Hastings, Essex", "Essex": "Suffolk"}, (5, 5), "Henry VI"),
    ({"Kent": "York, Norfolk, Hastings, Essex", "Essex": "Suffolk, Rivers/Y"}, (5, 6), "York"),
])  # fmt: skip
def test_8_2_the_pretender_needs_more_lords_than_the_king(york: dict[str, str], counted: tuple[int, int],
                                                          king: str) -> None:  # fmt: skip
    state = settled(**LORDS, **york)
    assert (votes(state), state.view().king) == (counted, king)


def test_8_2_whoever_holds_middlesex_has_londons_point() -> None:
    state = settled(**LORDS, Kent="York, Hastings, Essex, Suffolk", Middlesex="Norfolk")
    assert (votes(state), state.view().king) == ((5, 6), "York")


def test_8_2_exile_the_isle_of_man_and_the_pool_are_not_counted() -> None:
    state = settled(**LORDS, Kent="York, Norfolk", Calais="Hastings", Ireland="Essex", Pool="Suffolk",
                    Isle_of_Man="Stanley/Y")  # fmt: skip
    assert votes(state) == (5, 2)


def test_8_2_the_deposed_king_is_the_pretender() -> None:
    state = settled(Leicester="Henry VI", Kent="York, Norfolk")
    assert (event(state, "usurp").rule, state.view().king, state.view().pretender) == ("8.2", "York", "Henry VI")


def test_8_1_mercenaries_go_home_with_the_steps_they_have() -> None:
    assert stands(settled(Dorset="French Mercenary:2", Kent="Henry VI"), "France") == {"French Mercenary": 2}


CROWNED = {area.id for area in AREAS.values() if area.crown}


def homes(state: State, block: str) -> set[str]:
    return {a.area for a in legal(state, GoHome) if a.block == block}


def test_8_4_a_royal_heir_goes_to_any_open_crown_or_a_shield_he_may_use() -> None:
    state = settled(Kent="Henry VI, Somerset, Beaumont", Calais="York")
    assert homes(state, "Henry VI") == CROWNED | {"Lancaster", "Lincoln"}
    assert homes(state, "Somerset") == CROWNED | {"Lancaster", "Lincoln", "Dorset"}


def test_8_4_where_the_enemy_is_no_king_goes_home() -> None:
    state = settled(Kent="Henry VI, Beaumont, Oxford, Devon", Sussex="Arundel")
    assert stands(state, "Sussex") == {"Arundel": 3}  # at home, in a crown area
    assert homes(state, "Henry VI") == CROWNED - {"Sussex"} | {"Lancaster", "Lincoln"}


def test_8_4_a_royal_noble_goes_to_his_shield_or_the_pool() -> None:
    given = {"Kent": "Henry VI, Clifford, Devon, Beaumont", "Calais": "York"}
    assert homes(settled(**given), "Clifford") == {"Cumbria", "North Yorks"}
    assert "Beaumont" in roses.stands(settled(**given), "Lincoln")  # his one home: nothing to choose
    taken = settled(Kent="Henry VI, Oxford, Devon", Essex="Essex")
    assert roses.stands(taken, "Pool") == {"Oxford": 3}


def test_8_4_royal_heirs_in_exile_stay_there() -> None:
    assert not homes(settled(France="Henry VI", Kent="Beaumont"), "Henry VI")


# ---- 1483


def test_richard_iii_each_side_has_one_heir_and_no_minor() -> None:
    view = roses.start("richard-iii", "1483").view()
    heirs = {p.block for p in view.pieces if p.block and BLOCKS[p.block].kind == "heir"}
    assert (view.king, view.pretender, heirs) == ("Gloucester", "Richmond", {"Gloucester", "Richmond"})
    assert not [p for p in view.pieces if p.place == "Minor" or (p.block or "").startswith(("Warwick", "Kent"))]


@pytest.mark.parametrize(("attacker", "victim", "winner"), [("Richmond", "Gloucester", "Lancaster"),
                                                            ("Gloucester", "Richmond", "York")])  # fmt: skip
def test_richard_iii_the_death_of_an_heir_decides_at_once(attacker: str, victim: str, winner: str) -> None:
    state = roses.battle("Leicester", {"Derby": attacker}, f"{victim}:1", scenario="1483", turn=3)
    state = go(state, f"{victim} passes", f"{attacker} fires", "roll 1 1 1", f"{victim} takes the hits")
    assert (state.outcome.winner, state.turn) == (winner, 3)  # type: ignore[union-attr]


@pytest.mark.parametrize(("lords", "winner"), [("Oxford", "York"), ("Oxford, Pembroke", "Lancaster")])
def test_richard_iii_otherwise_the_side_with_the_crown_after_usurpation_wins(lords: str, winner: str) -> None:
    state = settled("1483", Leicester="Gloucester, Norfolk", Kent=f"Richmond, {lords}")
    assert state.outcome.winner == winner  # type: ignore[union-attr]
