"""What is revealed and hidden again, rule by rule; no event names a block that no rule reveals."""

from __future__ import annotations

import random
from typing import Any

import pytest

import roses
from roses.richard.actions import Deal, Hit, Play
from roses.richard.position import Phase
from roses.richard.rules import RULESETS
from roses.richard.scenes import finish, until
from roses.richard.state import State
from roses.richard.tables import INDEX, POOL, SCENARIOS, SIDES
from roses.richard.view import Piece
from tests.proof import sampled
from tests.richard.scene import go, round_is, scene, texts, turn_of
from tests.richard.twins import play

TITLED = {"king", "king_dead", "pretender", "usurp", "freed"}  # kinds of events that announce a person


def enemies(state: State, side: str, place: str) -> list[Piece]:
    """The enemy's blocks in a place as ``side`` sees them."""
    return [p for p in state.view(side).pieces if p.place == place and p.side != side]


def named(state: State, side: str, place: str) -> set[str | None]:
    """The names of the enemies in a place that ``side`` can read; None is among them for a block that it cannot."""
    return {p.block for p in enemies(state, side, place)}


def told(state: State, side: str, kind: str) -> Any:
    """The event of this kind as ``side`` hears of it."""
    return next(e for e in state.view(side).events if e.kind == kind)


def attack(**given: Any) -> State:
    """York attacks Sussex with Norfolk, and Herbert in reserve; Lancaster has sent for Oxford."""
    armies = {"Kent": "Norfolk", "Wilts": "Herbert"}
    return roses.battle("Sussex", armies, "Devon, Beaumont", help={"Middlesex": "Oxford"}, king="Lancaster", **given)


# ---- before and outside battles


@pytest.mark.parametrize("side", SIDES)
def test_3_0_of_the_enemy_only_the_number_in_each_area_is_seen(side: str) -> None:
    view = roses.start("richard-iii", "1460").view(side)
    assert all((p.block is None and p.steps is None) for p in view.pieces if p.side != side and p.place != "Minor")
    assert len([p for p in view.pieces if p.place == "Calais"]) == 6


def test_4_1_the_pool_is_hidden_but_for_its_size() -> None:
    state = scene(Kent="Norfolk", Lincoln="Beaumont", Pool="Arundel, Essex, Oxford")
    assert enemies(state, "Lancaster", "Pool") == []
    assert state.view("Lancaster").pool_sizes == {"Lancaster": 1, "York": 2}


def test_4_5_minors_wait_in_the_open_and_are_hidden_once_they_have_entered() -> None:
    start = roses.start("richard-iii", "1460")
    assert named(start, "York", "Minor") == {"Prince Edward", "Richmond"}
    state = roses.battle("Sussex", {"Kent": "Norfolk"}, "Henry VI:1, Beaumont", king="Lancaster")
    state = turn_of(state, "Norfolk fires").apply("roll 1 1 1 1").apply(Hit("Beaumont")).apply(Hit("Henry VI"))
    state = until(state, lambda s: s.phase is Phase.MINOR).apply("Prince Edward enters in Chester")
    assert str(told(state, "York", "enter")) == "Prince Edward comes of age and enters in Chester."
    assert named(state, "York", "Chester") == {None}


def test_1_1_a_card_is_secret_until_both_have_chosen() -> None:
    state = roses.start("richard-iii").apply(Deal((7, 8, 9, 13, 14, 20, 1), (2, 3, 10, 15, 16, 21, 22)))
    one = state.apply(Play("Lancaster", 7))
    assert (one.view("York").played, one.view("Lancaster").played) == ({}, {"Lancaster": 7})
    assert one.view("York").hand_sizes == {"Lancaster": 6, "York": 7}
    assert one.apply(Play("York", 2)).view("York").played == {"Lancaster": 7, "York": 2}


def test_5_1_a_hand_that_is_thrown_back_is_shown_to_him_who_answers_and_his_own_need_not_be() -> None:
    poor = (20, 21, 22, 23, 24, 25, 1)
    state = roses.start("richard-iii").apply(Deal(poor, (7, 8, 9, 10, 11, 12, 13)))
    assert state.view("York").hands.keys() == {"York"}
    shown = state.apply("Lancaster throws its hand back")
    assert shown.view("York").hands["Lancaster"] == tuple(sorted(poor))
    assert (told(shown, "York", "redeal").points, shown.view("Lancaster").hands.keys()) == (13, {"Lancaster"})
    answered = shown.apply("redeal")
    assert str(told(answered, "Lancaster", "change")) == "York throws its hand back too."
    assert answered.view("York").hands.keys() == {"York"}


def test_8_5_the_order_in_which_cards_were_dealt_leaves_no_trace() -> None:
    deal = Deal((7, 8, 9, 13, 14, 20, 1), (2, 3, 10, 15, 16, 21, 22))
    other = Deal(deal.lancaster[::-1], deal.york[::-1])
    assert roses.start("richard-iii").apply(deal) == roses.start("richard-iii").apply(other)


def test_5_2_a_march_shows_the_way_and_not_the_block() -> None:
    state = scene(Kent="Norfolk", Lincoln="Beaumont").apply("Norfolk marches to Sussex")
    assert str(told(state, "Lancaster", "march")) == "A block of York marches Kent → Sussex."
    assert str(told(state, "York", "march")) == "Norfolk marches Kent → Sussex."
    assert enemies(state, "Lancaster", "Sussex") == [Piece("York", "Sussex", moved=True)]


def test_5_4_a_recruit_is_hidden() -> None:
    state = scene(Lincoln="Beaumont", Kent="Norfolk", Pool="Arundel").apply("recruit Arundel in Sussex")
    assert str(told(state, "Lancaster", "recruit")) == "York recruits a block in Sussex."
    assert named(state, "Lancaster", "Sussex") == {None}


# ---- battles


def test_5_22_blocks_that_will_fight_stay_hidden_until_the_battle_begins() -> None:
    state = scene("2", "4", Kent="Norfolk", Sussex="Devon").apply("Norfolk marches to Sussex")
    assert named(state, "Lancaster", "Sussex") == named(state, "York", "Sussex") == {None}
    state = until(state, lambda s: s.phase is Phase.BATTLES)
    assert named(state, "Lancaster", "Sussex") == named(state, "York", "Sussex") == {None}


def test_6_1_the_front_lines_are_laid_open_with_their_steps_when_the_battle_begins() -> None:
    state = attack()
    assert named(state, "York", "Sussex") == {"Devon", "Beaumont", None}
    assert Piece("York", "Sussex", "Norfolk", 4, moved=True) in enemies(state, "Lancaster", "Sussex")


def test_6_1_other_battles_of_the_turn_stay_hidden() -> None:
    state = scene("2", "4", Kent="Norfolk", Sussex="Devon", Rutland="Worcester", Lincoln="Beaumont")
    state = finish(finish(go(state, "Norfolk marches to Sussex", "Worcester marches to Lincoln"))).apply(
        "fight in Sussex"
    )
    assert named(state, "York", "Sussex") == {"Devon"}
    assert named(state, "York", "Lincoln") == named(state, "Lancaster", "Lincoln") == {None}


def test_6_3_reserves_of_both_sides_are_hidden_in_round_1_and_deploy_in_round_2() -> None:
    state = attack()
    assert named(state, "Lancaster", "Sussex") == {"Norfolk", None}
    assert [p for p in enemies(state, "York", "Sussex") if not p.block] == [Piece("Lancaster", "Sussex", moved=True)]
    assert "Herbert" not in str(state.view("Lancaster"))
    state = until(state, round_is(2))
    assert named(state, "Lancaster", "Sussex") == {"Norfolk", "Herbert"}
    assert named(state, "York", "Sussex") == {"Devon", "Beaumont", "Oxford"}


def test_6_3_a_reserve_that_deploys_at_once_is_laid_open_at_once() -> None:
    state = roses.battle("Sussex", {"Kent": "Norfolk:1", "Wilts": "Herbert"}, "Devon", king="Lancaster")
    assert named(state, "Lancaster", "Sussex") == {"Norfolk", None}
    state = turn_of(state, "Devon fires").apply("roll 1 1")
    state = state.apply(Hit("Norfolk"))
    assert "deploy" in {e.kind for e in state.events}
    assert named(state, "Lancaster", "Sussex") == {"Herbert"}


def test_6_3_a_question_about_a_block_in_the_reserve_is_answered_like_one_about_a_block_elsewhere() -> None:
    state = until(attack(Essex="Suffolk"), lambda s: s.active == ("Lancaster",))
    firing = texts(state)[0].split()[0]
    asked = [state.explain(f"{name} fires", "Lancaster").sentence for name in ("Herbert", "Suffolk")]
    assert asked[0].replace("Herbert", "Suffolk") == asked[1]
    tried = [state.refusal(state.parse(f"{firing} tries treachery on {name}")) for name in ("Herbert", "Suffolk")]
    assert str(tried[0]).replace("Herbert", "Suffolk") == str(tried[1])


def test_6_6_a_block_that_retreats_is_named_and_then_hidden_where_it_went() -> None:
    state = turn_of(until(attack(), round_is(2)), "Beaumont retreats to Dorset")
    assert str(told(state, "York", "retreat")) == "Beaumont retreats to Dorset."
    assert named(state, "York", "Dorset") == {None}


def test_6_7_the_survivors_are_hidden_before_the_victor_regroups_and_where_they_go() -> None:
    state = until(attack(), lambda s: s.phase is Phase.REGROUP)
    assert state.active == ("Lancaster",) and named(state, "York", "Sussex") == {None}
    state = state.apply("Devon regroups to Kent")
    assert str(told(state, "York", "regroup")) == "A block of Lancaster regroups to Kent."
    assert named(state, "York", "Kent") == named(finish(state), "York", "Sussex") == {None}


def test_6_8_who_falls_in_battle_is_known_and_a_mercenary_lies_open_at_home() -> None:
    state = roses.battle("Sussex", {"Kent": "Norfolk"}, "French Mercenary:1, Rivers/L:1", king="Lancaster")
    state = turn_of(state, "Norfolk fires").apply("roll 1 1 6 6").apply(Hit("French Mercenary"))
    assert told(state, "York", "eliminated").block == "French Mercenary"
    assert enemies(state, "York", "France") == [Piece("Lancaster", "France", "French Mercenary", 4, face_down=True)]
    state = state.apply(Hit("Rivers/L"))
    assert state.view("York").battle and state.view("York").battle.fallen == ("French Mercenary", "Rivers/L")
    assert enemies(state, "York", "Pool") == []


def test_6_9_who_changes_sides_is_named_and_waits_unseen_in_the_reserve() -> None:
    state = roses.battle("Leicester", {"Middlesex": "Richmond, Oxford"}, "Stanley/Y, York (church)/Y", king="York")
    state = turn_of(state, "Richmond tries treachery on Stanley/Y").apply("roll 2")
    assert told(state, "York", "turned").block == "Stanley/L"
    assert named(state, "York", "Leicester") == {"Richmond", "Oxford", None}
    assert named(until(state, round_is(2)), "York", "Leicester") == {"Richmond", "Oxford", "Stanley/L"}


# ---- losses and titles


def test_5_1_who_dies_of_plague_is_known_only_if_it_leaves_the_game() -> None:
    state = scene("Plague", "2", Middlesex="Rivers/Y:1, Hastings:1, Norfolk", Lincoln="Beaumont")
    state = state.apply("plague in Middlesex")
    dead = [e for e in state.view("Lancaster").events if e.kind == "eliminated"]
    assert [e.block for e in dead] == ["Hastings", ""]
    assert str(dead[1]) == "A block of York is eliminated in Middlesex."
    assert "Rivers" not in str(state.view("Lancaster")) and named(state, "Lancaster", "Middlesex") == {None}
    assert [e.block for e in state.view("York").events if e.kind == "eliminated"] == ["Hastings", "Rivers/Y"]


def test_7_1_who_goes_hungry_and_dies_of_it_is_known_to_its_owner_only() -> None:
    crowd = "Rivers/Y:1, Hastings, Norfolk, Suffolk, Essex"
    state = until(scene(Derby=crowd, Lincoln="Beaumont"), lambda s: s.phase is Phase.SUPPLY).apply(
        "Rivers/Y goes hungry"
    )
    heard = [e for e in state.view("Lancaster").events if e.kind in ("starve", "eliminated")]
    assert [(e.kind, e.block) for e in heard] == [("starve", ""), ("eliminated", "")]
    assert told(state, "York", "eliminated").block == "Rivers/Y"


def test_6_81_the_new_king_is_announced_with_his_place_and_stays_hidden_in_the_view() -> None:
    others = {"dead": "Prince Edward, Exeter/L", "Lincoln": "Somerset, Beaumont", "king": "Lancaster"}
    state = roses.battle("Sussex", {"Kent": "Norfolk"}, "Henry VI:1", **others)
    state = turn_of(state, "Norfolk fires").apply("roll 1 6 6 6").apply(Hit("Henry VI"))
    assert state.view("York").king == ""
    state = until(state, lambda s: "king" in {e.kind for e in s.events} or not s.active)
    assert str(told(state, "York", "king")) == "Somerset is King, in Lincoln."
    assert named(state, "York", "Lincoln") == {None}


def test_kingmaker_the_prisoner_lies_open_and_is_hidden_when_he_is_free() -> None:
    start = roses.start("richard-iii", "1470")
    assert [p for p in enemies(start, "York", "Middlesex") if p.block == "Henry VI" and p.prisoner]
    free = scene("3", "2", scenario="1470", king="York", Middlesex="Henry VI", Essex="Oxford", Kent="March")
    free = free.apply("Oxford marches to Middlesex")
    assert told(free, "York", "freed").block == "Henry VI"
    assert named(free, "York", "Middlesex") == {None}


# ---- who is named aloud


def open_names(state: State) -> set[str]:
    """Everybody who lies open in a state: the front lines of a battle, whether or not it has just been won."""
    if state.battle is None:
        return set()
    pieces = state.view().pieces
    return {str(p.block) for p in pieces if INDEX[str(p.block)] in _fighting(state)}


def _fighting(state: State) -> set[int]:
    assert state.battle is not None
    there = state.occ[state.battle.area] & ~state.battle.reserve
    return {b for b in range(len(state.loc)) if there >> b & 1}


@pytest.mark.parametrize(("games", "least"), sampled(((1, 30), (6, 250)), (1, 30)))
@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_3_0_nobody_is_named_aloud_whom_no_rule_lays_open(scenario: str, games: int, least: int) -> None:
    heard = 0
    for seed in range(games):
        rules = list(RULESETS.values())[seed % len(RULESETS)]
        for state, action, _ in play(scenario, rules, random.Random(seed)):
            after = state.apply(action)
            known = open_names(state) | open_names(after)
            for e in after.events:
                if e.seen_by or not (e.block or e.target) or e.kind in TITLED | {"enter", "execute", "turned"}:
                    continue
                heard += 1
                gone = e.kind == "eliminated" and after.loc[INDEX[e.block]] != POOL  # out of the game, or home
                assert gone or {e.block, e.target} - {""} <= known, (e, state)
    assert heard > least
