"""Bad input is refused in one sentence; a user's components are checked; legal and refused actions are explained."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import roses
from roses.engine.errors import DataError, RuleError
from roses.engine.record import Record, dumps, loads
from roses.engine.replay import Replay
from roses.lancaster.scene import scene as set_up
from roses.lancaster.tables import SHIPPED, Reward
from tests.lancaster.scene import at, refused, scene, texts


@pytest.mark.parametrize("players", [1, 6, 0, -1, True, 4.0, "4", None, [4]])
def test_only_two_to_five_can_play(players: object) -> None:
    with pytest.raises(ValueError, match="a game for 2 to 5 players, not for"):
        roses.start("lancaster", players=players)


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ({"counties": {"York": {"minimum": "two"}}}, "components: counties.York.minimum: Expected `int`, got `str`"),
        ({"counties": {"York": {"minimum": 5}}}, "counties.York.minimum: Expected `int` <= 4"),
        ({"counties": {"York": {"reward": {"gold": -1}}}}, "counties.York.reward.gold"),
        ({"counties": {"York": {"reward": {"wine": 1}}}}, "counties.York.reward: Object contains unknown field `wine`"),
        ({"counties": {"York": {"letter": "Z"}}}, "counties.York.letter cannot be changed; choose from minimum"),
        ({"counties": {"Kent": {"minimum": 1}}}, "counties has no 'Kent'; choose from Northumberland"),
        ({"counties": [1]}, "counties must hold fields by name, not [1]"),
        ({"castles": {}}, "there is no group 'castles'; choose from counties"),
        ({"conflicts": {"K5a": {"points": [4, 2]}}}, "conflicts.K5a.points: Expected `array` of length 3, got 2"),
        ({"conflicts": {"K10": {"strength": 11}}}, "setups.2.conflicts_removed: no conflict has the strength 10"),
        ({"setups": {"4": {"conflicts_removed": [2, 3, 10]}}}, "setups.4.conflicts_removed leaves fewer than 10"),
        ({"setups": {"3": {"favours_removed": ["wine"]}}}, "setups.3.favours_removed: there is no favour 'wine'"),
        ({"laws": {"L04": {"section": 0}}}, "section 0 of the base set must have 3 laws and the others 15"),
        ({"laws": {"L04": {"pay": {}}}}, "laws.L04.pay must take something"),
        ({"laws": {"M13": {"group": 1}}}, "laws.M13.group must be 2 or more"),
        ({"house": {"court": [1, 7]}}, "house.court"),
        ({"scoring": {"nobles": [0, 1]}}, "scoring.nobles: Expected `array` of length 10"),
        (5, "the whole must hold fields by name, not 5"),
        ({"x" * 99_999: 1}, "there is no group 'xxxxxxxxxxxx"),
        ({"counties": {"x" * 99_999: 1}}, "counties has no 'xxxxxxxxxxxx"),
        ({"counties": {"York": {"x" * 99_999: 1}}}, "counties.York.xxxxxxxxxxxx"),
    ],
)
def test_components_that_cannot_be_are_named_with_file_and_field(own: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(DataError) as caught:
        roses.start("lancaster", components=own)
    assert words in str(caught.value) and "\n" not in str(caught.value) and len(str(caught.value)) < 1000
    file = tmp_path / "my.json"
    file.write_text(json.dumps(own), encoding="utf-8")
    with pytest.raises(DataError, match=r"my\.json: ") as caught:
        roses.start("lancaster", components=file)
    assert words.removeprefix("components: ") in str(caught.value)


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '"\udcff'], ids=["cut", "deep", "half"])
def test_a_file_that_is_no_json_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "my.json"
    file.write_text(text, encoding="utf-8", errors="surrogateescape")
    for path in (file, tmp_path / "none.json"):
        with pytest.raises(DataError, match=path.name):
            roses.start("lancaster", components=str(path))


OWN = {
    "counties": {"York": {"minimum": 1, "reward": {"points": 2}}},
    "laws": {"L16": {"pay": {"gold": 2}}},
    "numbers": {"both_price": 1},
}


def test_components_of_ones_own_are_played_and_marked_as_given() -> None:
    state = roses.start("lancaster", components=OWN)
    york = state.view().counties[2]
    assert (york.minimum, york.reward) == (1, Reward(points=2))
    assert york.confidence == {"minimum": "given", "reward": "given"}
    assert state.view().counties[0] == roses.start("lancaster").view().counties[0]
    assert SHIPPED.counties[2].minimum == 3
    played = at(scene(components=OWN, counties={"York": "Red 1"}, Red={"gold": 1}), "county")
    assert "claim both" in texts(played)


def test_a_record_holds_the_values_and_replays_without_the_file(tmp_path: Path) -> None:
    file = tmp_path / "my.json"
    file.write_text(json.dumps(OWN), encoding="utf-8")
    game = roses.game("lancaster", components=str(file), players=3, seed=5)
    file.unlink()
    for _ in range(20):
        game.play(game.state.legal_actions()[0])
    record = loads(dumps(game.record))
    assert isinstance(record, Record) and record.options == {"players": 3, "components": OWN}
    assert Replay(record, roses.start)[-1] == game.state


def test_every_shipped_value_says_how_sure_it_is() -> None:
    for group in ("counties", "conflicts", "favours", "castle", "ally_castle", "laws", "setups"):
        assert all(part.confidence for part in getattr(SHIPPED, group))
    assert all(getattr(SHIPPED, part).confidence for part in ("house", "ally", "numbers", "scoring"))
    view = roses.start("lancaster").view()
    low = {c.name for c in view.counties if "low" in c.confidence.values()}
    assert {"Somerset", "York", "Dorset"} <= low and "Stafford" not in low


# ---- votes


def test_7_2_a_sealed_vote_is_not_opened_early() -> None:
    state = scene(3, Green={"markers": 1}).apply("Green votes yes with 1")
    with pytest.raises(RuleError, match="the vote of Green is sealed; it is opened when Blue and Yellow have voted"):
        state.view("Blue").vote("Green")
    with pytest.raises(RuleError, match="Yellow has not voted"):
        state.view("Blue").vote("Yellow")
    assert state.view("Green").vote("Green") == state.view(None).vote("Green") == ("yes", 1)
    assert state.view("Blue").voted == ("Green",) and state.view("Blue").votes == {}
    assert "yes" not in " ".join(map(str, state.events))


def test_7_2_a_vote_is_not_cast_twice_nor_with_markers_one_has_not() -> None:
    state = scene(3, Green={"markers": 1}).apply("Green votes yes with 1")
    refused(state, "Green votes no with 0", "7.2", "Green has voted", "until Blue and Yellow have voted too")
    refused(state, "Blue votes no with 1", "7.2", "Blue has 0 voting markers, not 1")
    refused(state, "Red votes no with 0", "7.2", "Red does not play in this game")
    refused(scene(Blue={"court": "1"}), "Blue votes no with 0", "7.2", "no vote is open")


# ---- why not, and what about


def test_5_3_the_figures_of_a_county_are_told_and_the_nearest_actions() -> None:
    state = scene(counties={"Stafford": "Red 2+2"}, Blue={"court": "1 2", "squires": 3})
    answer = state.explain("Blue places 2+2 in Stafford")
    assert (answer.legal, answer.rule) == (False, "5.3")
    assert "Red holds Stafford with 4 (knight 2, 2 squires), and 4 is not more" in answer.sentence
    assert "Blue places 2+3 in Stafford" in map(str, answer.nearest)
    refused(state, "Blue places 2+3 in York", "5.3", "York needs a knight of strength 3", "squires do not count")
    refused(state, "Blue places 2+4 in Stafford", "5.3", "Blue has 3 squires, not 4")
    refused(state, "Blue places 4+0 in Stafford", "5.1", "no knight of strength 4 at court; there: 1, 2")


def test_5_5_a_closed_conflict_and_one_that_is_not_there() -> None:
    state = scene(upper={"K5a": "Red 1, Green 1, Yellow 2"}, Blue={"court": "1"})
    refused(state, "Blue places 1 in conflict K5a", "5.5", "are held by Red, Green, Yellow, and Blue is not among them")
    refused(state, "Blue places 1 in conflict K9", "5.5", "K9 is not on the board; there: K5a")
    assert state.explain("K5a").rule == "5.5" and not state.explain("K5a").legal


def test_14_4_what_an_ally_cannot_do() -> None:
    state = scene(2, counties={"Dorset": "Blue 1"}, Yellow={"court": "2"}, Blue={"squires": 2})
    refused(state, "Yellow places 2+1 in Stafford", "14.4", "squires never go with a knight of an ally")
    refused(state, "Yellow places 2+0 in Dorset", "14.4", "Blue stands in Dorset already", "ally")
    refused(state, "Yellow places 2 in castle gold", "5.4", "in no castle of Yellow")
    refused(state, "Red places 2+0 in Stafford", "5.1", "who moves Blue and Yellow only")


@pytest.mark.parametrize(("holder", "comes", "rule"), [
    ("Yellow", "Blue places 1+2 in Dorset", "14.4"), ("Blue", "Yellow places 2+0 in Dorset", "14.4"),
    ("Yellow", "Yellow places 2+0 in Dorset", "14.4"), ("Blue", "Blue places 1+2 in Dorset", "5.3"),
])  # fmt: skip
def test_14_4_whoever_would_displace_his_ally_is_referred_to_the_rule_for_two_players(
    holder: str, comes: str, rule: str
) -> None:
    blue = {"court": "1", "squires": 2}
    state = scene(2, counties={"Dorset": f"{holder} 1"}, Yellow={"court": "2"}, Blue=blue)
    refused(state, comes, rule, f"{holder} stands in Dorset already")


def test_1_3_nobody_draws_but_chance_and_chance_only_what_is_due() -> None:
    state = roses.start("lancaster", players=3)
    refused(state, "draw Red as start player", "3.7", "one of the 3 players")
    refused(state, "reveal conflicts K5a K5a", "3.7", "is to be drawn as start player")
    refused(scene(Blue={"court": "1"}), "propose L04 L05 L06", "1.3", "left to chance now; Blue places a knight")


def test_explain_tells_where_a_law_is() -> None:
    state = scene(laws="L01 L02 L03", proposals="L04 L05 L06", Blue={"court": "1"})
    assert "in force, the middle one of three" in state.explain("L02").sentence
    assert "still to come, with section 4" in state.explain("L16").sentence
    assert "is proposed" in state.explain("L05").sentence and "not in the game" in state.explain("M05").sentence


def test_explain_tells_what_a_county_is_open_to() -> None:
    state = scene(counties={"York": "Red 4+3"}, Blue={"court": "1 3"})
    assert state.explain("Dorset").legal and len(state.explain("Dorset").nearest) == 2
    assert "Red holds York with 7" in state.explain("York").sentence
    assert state.explain("Blue places 1+0 in Dorset").legal


def test_16_1_a_refusal_tells_nobody_what_others_have_behind_their_screens() -> None:
    state = scene(Blue={"court": "1", "squires": 3}, Green={"court": "1"})
    explanation = state.explain("Blue places 1+4 in Dorset", "Green")
    assert "squire" not in explanation.sentence and not explanation.legal and explanation.nearest == ()
    assert "Blue has 3 squires, not 4" in state.explain("Blue places 1+4 in Dorset", "Blue").sentence
    assert "3" not in state.explain("Dorset", "Green").sentence
    poor = at(scene(counties={"York": "Blue 3"}, Blue={"gold": 1}), "county")
    assert "gold" not in poor.explain("claim both", "Red").sentence
    assert "Blue has 1" in poor.explain("claim both", "Blue").sentence


def test_a_reconstructed_minimum_is_called_so() -> None:
    game = "needs a knight of strength {} or more (a reconstructed value)"
    state = set_up(Blue={"court": "1"})
    refused(state, "Blue places 1+0 in York", "5.3", game.format(3))
    with pytest.raises(RuleError) as caught:
        state.apply("Blue places 1+0 in Gloucester")
    assert "strength 3 or more, not 1" in str(caught.value)


@pytest.mark.parametrize("own", [{"conflicts": {"K5a": {"points": (5, 3, 1)}}}, {"setups": {4: {"nobles": 2}}}])
def test_components_in_python_are_those_of_a_file(own: Any) -> None:
    game = roses.game("lancaster", components=own, seed=1)
    game.play(game.state.legal_actions()[0])
    again = Replay(loads(dumps(game.record)), roses.start)[-1]
    assert (again, hash(again)) == (game.state, hash(game.state)) and game.state in {again}
    with pytest.raises(DataError, match="components: Object of type set is not JSON"):
        roses.start("lancaster", components={"counties": {"York": {1}}})
