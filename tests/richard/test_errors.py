"""Every refusal says what was tried, why not, where to read and what would do: names, actions, dice, deals, data."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.loading import folder
from roses.engine.protocol import Action, Roll
from roses.richard.actions import Deal, Fire, March, Play, Recruit, Redeal, read
from roses.richard.rules import RULESETS
from roses.richard.state import State
from roses.richard.tables import CARDS, SCENARIOS
from tests.proof import sampled
from tests.richard.scene import battle, scene, texts, turn_of, until

HANDS = ((7, 8, 9, 13, 14, 20, 1), (2, 3, 10, 15, 16, 21, 22))
RULES = {path.stem for path in (folder("data") / "rules" / "en").glob("*.md")}


def refusal(state: State, action: Action | str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        state.apply(action)
    assert caught.value.rule in RULES
    return caught.value


# ---- names


@pytest.mark.parametrize(("arguments", "ruleset", "wrong", "known"), [
    (("richard-iv",), "revised", "richard-iv", ["richard-iii"]),
    (("richard-iii", "1455"), "revised", "1455", list(SCENARIOS)),
    (("richard-iii", "1460"), "house rules", "house rules", list(RULESETS)),
])  # fmt: skip
def test_an_unknown_name_is_answered_with_the_known_ones(
    arguments: tuple[str, ...], ruleset: str, wrong: str, known: list[str]
) -> None:
    with pytest.raises(ValueError) as caught:
        roses.start(*arguments, ruleset=ruleset)
    assert repr(wrong) in str(caught.value) and all(repr(name) in str(caught.value) for name in known)


def test_an_unknown_side_is_answered_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match=r"no side 'Tudor'.*'Lancaster', 'York'"):
        roses.start("richard-iii").view("Tudor")


# ---- actions


ILLEGAL: list[Action | str] = [
    March("Norfolk", ("Kent",)),
    March("Devon", ("Dorset",)),  # the enemy's
    March("Norfolk", ("Essex", "Middlesex", "Kent")),
    March("Nobody", ("Essex",)),
    Recruit("Arundel", "Kent"),
    Fire("Norfolk"),
    Redeal(),
    Play("York", 7),
    Roll((1, 2)),
    "Norfolk marches to Kent",
]


@pytest.mark.parametrize("action", ILLEGAL, ids=str)
def test_5_0_an_illegal_action_names_its_rule_and_the_nearest_legal_ones(action: Action | str) -> None:
    state = scene(East_Anglia="Norfolk", Cornwall="Devon", Pool="Arundel")
    error = refusal(state, action)
    assert str(action) in str(error) and f"(rule {error.rule})" in str(error)
    assert error.nearest and set(map(str, error.nearest)) <= set(texts(state))
    assert all(str(a) in str(error) for a in error.nearest)
    assert isinstance(error, ValueError)


def test_5_21_the_nearest_to_a_march_too_far_are_marches_of_the_same_block() -> None:
    error = refusal(scene(East_Anglia="Norfolk", Cornwall="Arundel"), "Norfolk marches to Essex > Kent")
    assert all(str(a).startswith("Norfolk marches to ") for a in error.nearest)


def test_6_3_a_reserve_does_not_fire_in_round_1() -> None:
    state = battle("Sussex", "York", {"Kent": "Norfolk", "Wilts": "Herbert"}, "Devon")
    state = until(state, lambda s: "Norfolk fires" in texts(s))
    refusal(state, "Herbert fires")


def test_1_1_both_cards_are_secret_and_each_side_plays_its_own() -> None:
    state = roses.start("richard-iii").apply(Deal(*HANDS))
    assert set(map(str, refusal(state, Play("Lancaster", 2)).nearest)) <= set(texts(state))
    state = state.apply(Play("Lancaster", 7))
    refusal(state, Play("Lancaster", 8))
    assert state.apply(Play("York", 10)).played == (7, 10)


@pytest.mark.parametrize("text", ["", "Norfolk", "Norfolk goes to Essex", "roll 7", "roll 1 0", "done done", "FIRE"])
def test_text_that_is_no_action_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="cannot be read as a move"):
        read(text)
    refusal(scene(East_Anglia="Norfolk"), text)


def test_notation_is_read_across_extra_blanks() -> None:
    assert read("  Norfolk   marches to  Essex > Kent ") == March("Norfolk", ("Essex", "Kent"))


# ---- chance


@pytest.mark.parametrize("action", [
    Roll((1, 2)), Roll((1, 2, 3, 4)), Roll(()), Roll((1, 2, 7)), Roll((0, 1, 2)), Fire("Arundel"), Deal(*HANDS),
], ids=str)  # fmt: skip
def test_6_4_dice_must_be_as_many_as_are_due_and_of_1_to_6(action: Action) -> None:
    state = turn_of(battle("Oxford", "York", {"Wilts": "Arundel"}, "Oxford"), "Arundel fires")
    error = refusal(state, action)
    assert (error.rule, "3 dice of 1 to 6 are due" in str(error)) == ("6.4", True)


@pytest.mark.parametrize(("deal", "said"), [
    (Deal(HANDS[0][:6], HANDS[1]), "seven different cards"),
    (Deal((*HANDS[0], 11), HANDS[1]), "seven different cards"),
    (Deal(HANDS[0], HANDS[0]), "seven different cards"),
    (Deal((*HANDS[0][:6], 26), HANDS[1]), "seven different cards"),
    (Deal((*HANDS[0][:6], 7), HANDS[1]), "seven different cards"),
    (Roll((1,)), "must be dealt first"),
    (Redeal(), "must be dealt first"),
])  # fmt: skip
def test_8_5_a_deal_is_seven_different_cards_each(deal: Action, said: str) -> None:
    error = refusal(roses.start("richard-iii"), deal)
    assert (error.rule, said in str(error)) == ("8.5", True)


def test_5_1_whoever_kept_his_hand_keeps_it_in_the_new_deal() -> None:
    poor, rich = (20, 21, 22, 23, 24, 25, 5), (7, 8, 9, 10, 11, 12, 13)
    state = roses.start("richard-iii").apply(Deal(poor, rich)).apply("Lancaster throws its hand back").apply("keep")
    wrong = Deal(rich, poor)
    assert str(refusal(state, wrong)).startswith(f"{wrong} does not fit: York keeps the hand 7 8 9 10 11 12 13")
    assert state.apply(Deal((1, 2, 3, 4, 20, 21, 14), rich)).view("York").hands["York"] == rich


def test_5_1_a_hand_of_14_points_is_kept_and_the_refusal_names_the_limit_of_13() -> None:
    twos = [card.id for card in CARDS.values() if card.points == 2]  # the action cards, and Piracy
    rest = [card.id for card in CARDS.values() if card.points > 2]
    state = roses.start("richard-iii").apply(Deal(tuple(rest[:7]), tuple(twos)))
    explanation = state.explain("redeal", "York")
    assert explanation.rule == "5.1" and not explanation.legal
    assert (
        "the hand of York has 14 points, and only one of 13 points or fewer may be thrown back" in explanation.sentence
    )
    assert "13 points or fewer" in str(refusal(state, "redeal")) and refusal(state, "redeal").rule == "5.1"
    later = state.apply(Play("York", twos[0])).explain("redeal", "Lancaster")
    assert f"the hand of Lancaster has {sum(CARDS[c].points for c in rest[:7])} points" in later.sentence


def test_5_4_a_bombard_is_refused_for_want_of_a_friendly_city_and_not_because_a_vacant_one_is_taken() -> None:
    state = scene("4", Derby="Devon", Pool="Bombard/L")  # Somerset, with Bristol, is vacant
    error = refusal(state, "recruit Bombard/L in Somerset")
    assert error.rule == "5.4" and "vacant" not in str(error)
    assert "Bombard/L may be recruited in a friendly city area only, and Lancaster holds none now" in str(error)


@pytest.mark.parametrize(("block", "area", "rule"), [
    ("Coventry (levy)", "Warwick", "6.84"), ("Bombard/L", "Warwick", "6.84"), ("Welsh Mercenary", "Warwick", "6.85"),
    ("Shrewsbury/L", "South Yorks", "6.83"),
])  # fmt: skip
def test_6_83_to_6_86_who_lies_face_down_in_the_pool_is_refused_by_the_paragraph_of_its_kind(
    block: str, area: str, rule: str
) -> None:
    state = roses.scene(cards=("4", "Plague"), king="Lancaster", **{area.replace(" ", "_"): f"{block}:1, Devon"})
    assert refusal(state.apply(f"plague in {area}"), f"recruit {block} in {area}").rule == rule


def test_6_85_a_mercenary_that_lies_face_down_at_home_is_refused_by_its_paragraph() -> None:
    state = roses.scene(cards=("4", "Plague"), king="Lancaster", Warwick="French Mercenary:1, Devon")
    assert refusal(state.apply("plague in Warwick"), "French Mercenary sails the Irish Sea to Cornwall").rule == "6.85"


def test_8_5_cards_have_no_list_of_outcomes_and_choices_no_sample() -> None:
    start = roses.start("richard-iii")
    with pytest.raises(RuleError, match="no dice are due, but cards") as caught:
        start.chance_outcomes()
    assert caught.value.rule == "8.5"
    with pytest.raises(RuleError, match="Lancaster and York must choose"):
        start.apply(Deal(*HANDS)).sample(None)  # type: ignore[arg-type]


def test_9_0_nothing_is_legal_when_the_game_is_over() -> None:
    state = battle("Oxford", "York", {"Wilts": "Arundel"}, "Richmond:1", scenario="1483", king="York")
    state = turn_of(state, "Arundel fires").apply("roll 1 1 1").apply("Richmond takes the hits")
    assert (refusal(state, "done").rule, refusal(state, Roll((1,))).rule) == ("9.0", "9.0")


# ---- data files


TRY = """
import roses
try:
    roses.start("richard-iii", "1460")
except roses.DataError as error:
    print("DataError", error)
"""


def start_with(tmp_path: Path, name: str, content: str | None) -> str:
    """Start a game in a new process with one file of the data replaced, and return what it says."""
    shutil.copytree(folder("data") / "richard", tmp_path / "richard")
    file = tmp_path / "richard" / name
    file.write_text(content) if content is not None else file.unlink()
    environment = {**os.environ, "ROSES_DATA": str(tmp_path), "PYTHONPATH": str(Path(roses.__file__).parents[1])}
    run = subprocess.run([sys.executable, "-c", TRY], env=environment, capture_output=True, text=True, check=False)
    return run.stdout or run.stderr.strip().rpartition("\n")[2]


def broken(name: str, path: tuple[str | int, ...], value: Any) -> str:
    """Return a data file as text with one field changed."""
    whole = json.loads((folder("data") / "richard" / name).read_text())
    at = whole
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return json.dumps(whole)


BROKEN = [
    ("blocks.json", (0, "steps"), "four", "$[0].steps"),
    ("blocks.json", (0, "colour"), "red", "colour"),
    ("cards.json", (0, "points"), None, "$[0].points"),
    ("scenarios.json", (0, "king"), "Arthur", "Arthur"),
    ("scenarios.json", (0, "campaigns"), [1], "$[0].campaigns"),
    ("scenarios.json", (0, "placements", "Cornwall"), ["Arthur"], "Arthur"),
    ("scenarios.json", (0, "placements", "Camelot"), ["Devon"], "Camelot"),
]
NAMELESS = [
    ("blocks.json", (0, "shields"), ["Camelot"], "Camelot"),
    ("blocks.json", (5, "pair"), "Nobody", "Nobody"),
    ("blocks.json", (0, "initiative"), "E", "initiative"),
    ("map.json", ("borders", 0, "areas"), ["Camelot", "Kent"], "Camelot"),
    ("map.json", ("borders", 0, "kind"), "canal", "canal"),
]
UNRULED = [
    ("blocks.json", (0, "kind"), "duke", "duke"),
    ("blocks.json", (0, "side"), "Tudor", "Tudor"),
    ("map.json", ("areas", 0, "seas"), ["Baltic"], "Baltic"),
    ("cards.json", (0, "event"), "sunrise", "sunrise"),
    ("scenarios.json", (1, "prisoner"), "Arthur", "Arthur"),
]


WRONG_FIELDS = [*BROKEN, *NAMELESS, *UNRULED]


@pytest.mark.parametrize(
    ("name", "path", "value", "field"), sampled(WRONG_FIELDS, *BROKEN[::6], NAMELESS[0], UNRULED[0])
)
def test_a_broken_data_file_is_named_with_its_field(
    tmp_path: Path, name: str, path: tuple[str | int, ...], value: Any, field: str
) -> None:
    text = start_with(tmp_path, name, broken(name, path, value))
    assert text.startswith("DataError") and f"data/richard/{name}" in text and field in text


@pytest.mark.parametrize(("content", "why"), [(None, "cannot be read"), ("[{", "truncated"), ("{}", "array")])
def test_a_missing_or_garbled_data_file_is_named(tmp_path: Path, content: str | None, why: str) -> None:
    text = start_with(tmp_path, "cards.json", content)
    assert text.startswith("DataError data/richard/cards.json") and why in text
