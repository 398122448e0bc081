"""The public function ``scene``: the positions it builds; impossible ones are refused in one sentence."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import roses
from roses.richard.actions import GoHome
from roses.richard.position import Phase
from roses.richard.rules import Ruleset
from roses.richard.scenes import until


def test_blocks_stand_where_the_scene_says_with_their_steps() -> None:
    state = roses.scene(Cornwall="Exeter/L:2, Devon", South_Yorks="York", Pool="Stanley/Y", dead="Somerset")
    assert roses.stands(state, "Cornwall") == {"Exeter/L": 2, "Devon": 2}
    assert roses.stands(state, "South Yorks") == {"York": 4} and roses.stands(state, "Pool") == {"Stanley/Y": 4}
    assert set(roses.stands(state, "Minor")) == {"Henry VI", "Prince Edward", "Richmond", "March", "Rutland",
                                                 "Clarence/Y", "Gloucester"}  # fmt: skip


def test_titles_go_to_the_senior_heirs_on_the_map() -> None:
    view = roses.scene(Kent="Gloucester, March", Dorset="Somerset", king="York").view()
    assert (view.king, view.pretender, view.king_side) == ("March", "Somerset", "York")


@pytest.mark.parametrize(("scenario", "king"), [("1460", "Lancaster"), ("1470", "York"), ("1483", "York")])
def test_the_crown_is_where_the_scenario_has_it(scenario: str, king: str) -> None:
    assert roses.scene(scenario).view().king_side == king


@pytest.mark.parametrize("side", ["Lancaster", "York"])
@pytest.mark.parametrize("cards", [None, ("4", "2"), ("2", "4")])
def test_the_named_side_has_the_move(side: str, cards: tuple[str, str] | None) -> None:
    state = roses.scene(Kent="Arundel", Cumbria="Devon", side=side, cards=cards)
    assert (state.active, state.phase) == ((side,), Phase.ACTIONS)


@pytest.mark.parametrize("turn", range(1, 8))
def test_the_game_goes_on_from_a_scene_to_the_end_of_the_campaign(turn: int) -> None:
    state = roses.scene(Kent="March", Cumbria="Henry VI, Devon", turn=turn)
    assert state.view().hand_sizes == {"Lancaster": 7 - turn, "York": 7 - turn}
    assert until(state, lambda s: s.campaign == 2).phase is Phase.DEAL


def test_rules_of_another_edition_hold_in_a_scene() -> None:
    assert roses.scene(rules="classic").rules.name == "classic"


def test_a_battle_begins_with_its_main_attack_reserves_and_help() -> None:
    army = {"Kent": "Norfolk", "Wilts": "Herbert"}
    state = roses.battle("Sussex", army, "Devon", help={"Middlesex": "Oxford"})
    assert set(roses.ratings(state)) == {"Norfolk", "Devon"}
    state = roses.battle("Sussex", army, "Devon", help={"Middlesex": "Oxford"}, round=2)
    assert set(roses.ratings(state)) == {"Norfolk", "Herbert", "Devon", "Oxford"}
    assert state.view().first_player == "York"


def test_who_stays_behind_in_a_battle_scene_stays() -> None:
    state = roses.battle("Sussex", {"Kent": "Norfolk"}, "Devon", Kent="Suffolk", South_Yorks="Oxford")
    assert (roses.stands(state, "Kent"), roses.stands(state, "South Yorks")) == ({"Suffolk": 3}, {"Oxford": 3})


def test_the_first_border_is_the_main_attack_where_the_ruleset_asks_for_it_later() -> None:
    rules = msgspec.structs.replace(Ruleset(), main_attack_declaration="end_of_phase")
    for army in ({"Kent": "Norfolk", "Wilts": "Herbert"}, {"Wilts": "Herbert", "Kent": "Norfolk"}):
        state = roses.battle("Sussex", army, "Devon", rules=rules)
        assert set(roses.ratings(state)) == {"Devon", *next(iter(army.values())).split()}


WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("block", {"Kent": "Richmnd"}, "there is no block 'Richmnd'; there is 'Richmond'"),
    ("version", {"Kent": "Stanley"}, "there is no block 'Stanley'; there is 'Stanley/L', 'Stanley/Y'"),
    ("area", {"Liecester": "Devon"}, "there is no area 'Liecester'; there is 'Leicester', "),
    ("out", {"Out": "Devon"}, "there is no area 'Out'"),
    ("too strong", {"Kent": "Devon:3"}, "Devon cannot have '3' steps: write 1 to 2 (rule 3.11)"),
    ("no steps", {"Kent": "Devon:0"}, "Devon cannot have '0' steps"),
    ("no number", {"Kent": "Devon:"}, "Devon cannot have '' steps"),
    ("twice", {"Kent": "Devon", "Sussex": "Devon"}, "Devon is named twice, for Kent and for Sussex"),
    ("both", {"Kent": "Stanley/L", "Sussex": "Stanley/Y"}, "Stanley/Y and Stanley/L are one lord"),
    ("minor", {"Minor": "Devon"}, "Devon cannot be a minor: only heirs are (rule 4.5)"),
    ("exile", {"France": "Arundel"}, "Arundel may never be in France, an exile area of Lancaster (rule 2.7)"),
    ("contested", {"Kent": "Arundel, Devon"}, "Kent would hold blocks of both sides"),
    ("undead", {"Kent": "Somerset", "dead": "Somerset"}, "Somerset cannot be dead and in Kent"),
    ("no heir", {"scenario": "1483", "dead": "Richmond"}, "Lancaster has no heir: such a game is over (rule 9.0)"),
    ("scenario", {"scenario": "1485"}, "there is no scenario '1485'"),
    ("king", {"king": "Tudor"}, "there is no side 'Tudor'; there is 'Lancaster', 'York'"),
    ("side", {"side": "Tudor"}, "there is no side 'Tudor'"),
    ("turn", {"turn": 8}, "there is no turn 8: a campaign has turns 1 to 7 (rule 1.0)"),
    ("card", {"cards": ("5", "3")}, "there is no card '5'; there is 'Force March', "),
    ("one card", {"cards": ("Plague", "Plague")}, "both sides cannot play Plague"),
    ("rules", {"rules": "house"}, "there is no ruleset 'house'"),
]


@pytest.mark.parametrize(("given", "sentence"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_scene_that_cannot_be_is_refused_in_one_sentence(given: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as refusal:
        roses.scene(**given)
    assert sentence in str(refusal.value) and "\n" not in str(refusal.value)


def test_a_battle_without_attackers_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody attacks"):
        roses.battle("Kent", {}, "Devon")


def test_a_battle_that_borders_do_not_allow_is_refused_by_the_rule() -> None:
    with pytest.raises(roses.RuleError) as refusal:
        roses.battle("Derby", {"Lancaster": "Norfolk, Suffolk, Hastings"}, "Devon")
    assert refusal.value.rule == "5.21"


def test_ratings_and_places_that_do_not_exist_are_refused() -> None:
    with pytest.raises(ValueError, match="no battle is in hand"):
        roses.ratings(roses.scene(Kent="Devon"))
    with pytest.raises(ValueError, match="there is no place 'Bosworth'"):
        roses.stands(roses.scene(), "Bosworth")


def test_8_3_in_a_scene_an_unnamed_neville_counts_as_dead_and_one_in_the_pool_is_alive() -> None:
    given = {"turn": 7, "Kent": "Kent/Y", "East_Yorks": "Northumberland/L", "Lancaster": "Henry VI", "Ireland": "York"}
    dead, alive = {"Calais", "North Yorks", "Warwick", "Glamorgan"}, {"Calais"}
    for pool, homes in (("", dead), ("Warwick/Y, Salisbury/Y", alive)):
        state = until(roses.scene(Pool=pool, **given), lambda s: s.phase is Phase.HOMEWARD)
        assert {a.area for a in state.legal_actions() if isinstance(a, GoHome) and a.block == "Kent/Y"} == homes
    doc = " ".join(str(roses.scene.__doc__).split())
    assert "a Neville (Warwick, Salisbury or Kent) whom nobody names counts as dead" in doc


def test_one_builder_takes_a_line_up_in_every_way_it_may_be_written() -> None:
    """6.3: blocks that stand in the area, as a text, a list, pairs or a mapping."""
    ways = ("Norfolk:2, Gloucester", ["Norfolk:2", "Gloucester"], [("Norfolk", 2), "Gloucester"],
            {"Norfolk": 2, "Gloucester": 3})  # fmt: skip
    first, *others = (roses.battle("Leicester", way, "Richmond") for way in ways)
    assert all(state == first for state in others)
    assert first.battle is not None
    assert roses.stands(first, "Leicester") == {"Norfolk": 2, "Gloucester": 3, "Richmond": 3}


def test_the_odds_build_their_battle_as_battle_does() -> None:
    line_up = {"attackers": {"Norfolk": 2}, "defenders": "Richmond", "entry": "Warwick"}
    built = roses.battle("Leicester", **line_up)
    assert roses.battle_odds(area="Leicester", **line_up).win == roses.battle_odds(built).win
    marched = roses.battle("Leicester", {"Warwick": "Norfolk:2"}, "Richmond", scenario="1483")
    written = roses.battle_odds(area="Leicester", attackers={"Warwick": "Norfolk:2"}, defenders="Richmond")
    assert written.win == pytest.approx(roses.battle_odds(marched).win)


def test_a_line_up_is_told_what_does_not_belong_to_it() -> None:
    with pytest.raises(ValueError, match="help and cards are for attackers who march"):
        roses.battle("Leicester", ["Norfolk"], "Richmond", cards=("4", "3"))
    with pytest.raises(ValueError, match="the Rebel fights for either house"):
        roses.battle("Leicester", ["Rebel"], "Richmond")
