"""Scenes: what is given is in the position, the engine derives the rest, and impossible scenes are refused."""

from __future__ import annotations

import pytest

from roses.lancaster.invariants import Ledger
from roses.lancaster.position import Phase
from roses.lancaster.scene import PARTS, play, scene


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_part_of_a_round_can_be_set_up_and_is_sound(part: str, players: int) -> None:
    state = scene(
        players,
        part,
        counties={"Stafford": "Blue 2+1", "Surrey": "Green 1"},
        upper={"K5a": "Blue 3 1"},
        lower={"K4a": "Green 2"},
        Blue={"court": "1", "castle": {"gold": 2}, "nobles": "York", "gold": 3, "squires": 2, "markers": 1},
    )
    Ledger().look(state)
    blue = state.view().houses[0]
    assert blue.nobles == ("York",) and sum(blue.reserve) == 1 + 4


def test_a_part_begins_where_its_first_choice_is() -> None:
    given = {"counties": {"Stafford": "Blue 2"}, "lower": {"K9": "Blue 1"}, "Blue": {"court": "1", "built": "upgrade"}}
    phases = [scene(4, part, **given).phase for part in PARTS]  # type: ignore[arg-type]
    wanted = [Phase.PLACING, Phase.VOTE, Phase.UPGRADE, Phase.COUNTY, Phase.CASTLE, Phase.RANSOM, Phase.OVER]
    assert phases == wanted


def test_play_keeps_the_events_of_all_actions() -> None:
    state = play(scene(3, "parliament"), "Blue votes yes with 0", "Green votes no with 0", "Yellow votes no with 0")
    assert [e.kind for e in state.events] == ["sealed", "sealed", "vote", "vote", "vote", "rejected"]


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"part": "supper"}, "there is no part 'supper'"),
        ({"Purple": {}}, "there is no colour 'Purple'"),
        ({"first": "Purple"}, "there is no colour 'Purple'"),
        ({"round": 6}, "there is no round 6"),
        ({"laws": "L01 L02"}, "three laws are in force"),
        ({"laws": "L01 L02 L04", "proposals": "L04 L05 L06"}, "three laws are in force and three others proposed"),
        ({"laws": "L01 L02 L99"}, "there is no law 'L99'"),
        ({"counties": {"Kent": "Blue 1"}}, "there is no county 'Kent'"),
        ({"counties": {"York": "Blue 2"}}, "York needs a knight of strength 3"),
        ({"counties": {"York": "Blue"}}, "York is held by a colour, a knight and squires"),
        ({"upper": {"K99": ""}}, "there is no conflict 'K99'"),
        ({"upper": {"K5a": "", "K6": "", "K7": ""}}, "a row has 2 conflicts, not 3"),
        ({"upper": {"K5a": "Blue"}}, "a slot holds a colour and its knights"),
        ({"upper": {"K5a": "Blue 1, Green 1, Yellow 1, Red 1"}}, "K5a has 3 slots"),
        ({"upper": {"K5a": ""}, "lower": {"K5a": ""}}, "a conflict lies in one row only"),
        ({"Blue": {"court": "4 4"}}, "Blue has fewer knights of strength 4"),
        ({"Blue": {"built": "gold", "castle": {"gold": 1}}}, "no knight of Blue can stand on gold"),
        ({"Blue": {"castle": {"ally-knight": 1}}}, "no knight of Blue can stand on ally-knight"),
        ({"Blue": {"wine": 1}}, "there is no value of Blue 'wine'"),
        ({"Blue": {"nobles": "York"}, "nobles": {"York": 0}}, "no noble of York is left for Blue"),
        ({"players": 7}, "a game for 2 to 5 players"),
    ],
)
def test_what_cannot_be_is_refused_in_one_sentence(given: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError) as caught:
        scene(**given)  # type: ignore[arg-type]
    assert words in str(caught.value) and "\n" not in str(caught.value)


def test_an_ally_has_knights_and_nothing_else() -> None:
    state = scene(2, Yellow={"court": "2", "castle": {"ally-knight": 1}})
    assert state.view().houses[0].ally is not None and state.view().houses[0].ally.court == (2,)
    with pytest.raises(ValueError, match="there is no value of Yellow 'gold'"):
        scene(2, Yellow={"gold": 1})
