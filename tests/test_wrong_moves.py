"""Texts of players that are no action: each is answered by the action meant, why it is not legal, or how to write it.

The table is a list of wrong moves as people type them, by position. Every answer contains the words beside it.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

import roses
from roses.engine.errors import RuleError, cited
from roses.engine.protocol import CHANCE
from roses.engine.state import GameState
from tests.lancaster.scene import scene as court

YORK_ACTS = "York acts, with 4 action points left"
TABLE = {
    "cards": [
        ("York plays Plague", "it is written 'York plays card 4'"), ("york plays card 4", "'York plays card 4'"),
        ("York plays card four", "closest is York plays card 4 (Plague)"),
        ("York: 4", "closest is York plays card 4 (Plague)"),
        ("York plays Action 3", "closest is York plays card 15 (Action 3)"), ("York 25", "legal: York plays card "),
        ("York plays Surprise", "card 5 (Surprise) is not in the hand of York, which holds card 1 (Force March)"),
        ("York plays card 7", "card 7 (Action 4) is not in the hand of York"),
        ("Lancaster play card 2", "closest is Lancaster plays card 2 (Muster)"),
        ("pass", "as in 'Lancaster plays card 1'"), ("card 7", "both sides choose a card for turn 1"),
    ],
    "actions": [
        ("Rivers", "Rivers/Y alone is not an action"), ("Rivers", "legal: Rivers/Y marches to Middlesex"),
        ("Rivers marches to Sussex", "it is written 'Rivers/Y marches to Sussex'"),
        ("rivers/y marches to sussex", "it is written 'Rivers/Y marches to Sussex'"),
        ("Gloucester marches to Sussex.", "it is written 'Gloucester marches to Sussex'"),
        ("gloucester to sussex", "legal: Gloucester marches to Sussex"),
        ("Gloucester moves to Sussex", "legal: Gloucester marches to Sussex"),
        ("move Gloucester from Kent to Sussex", "legal: Gloucester marches to Sussex"),
        ("Gloucester -> Sussex", "legal: Gloucester marches to Sussex"),
        ("Glouster marches to Sussex", "legal: Gloucester marches to Sussex"),
        ("Gloucester marches to Middlesex, Essex", "'Gloucester marches to Middlesex > Essex'"),
        ("Gloucester, Rivers march to Sussex", "legal: Rivers/Y marches to Sussex"),
        ("Gloucester marches to London", "it is written 'Gloucester marches to Middlesex'"),
        ("London", "Gloucester marches to Middlesex"), ("Sussex", "Sussex alone is not an action"),
        ("Kent", "Kent has no part in what is due"), ("attack Pembroke", "legal: Norfolk marches to"),
        ("Norfolk attacks Hereford", "legal: Norfolk marches to Chester > Hereford"),
        ("pass", "legal: done"), ("end turn", "legal: done"), ("End", "legal: done"), ("finished", "legal: done"),
        ("skip", "legal: done"), ("done.", "it is written 'done'"), ("DONE", "it is written 'done'"),
        ("recruit Suffolk", "legal: recruit Suffolk in Oxford, recruit Suffolk in East Anglia"),
        ("recruit bombard", "legal: recruit Suffolk"), ("Suffolk", "legal: recruit Suffolk in East Anglia"),
        ("raise Suffolk in East Anglia", "it is written 'recruit Suffolk in East Anglia'"),
        ("Suffolk marches to Kent.", "Suffolk is in the pool and must be recruited first (rule 5.4)"),
        ("Gloucester sails to Calais", "legal: Gloucester sails the North Sea to Calais"),
        ("gloucester sails the north sea to calais", "it is written 'Gloucester sails the North Sea to Calais'"),
        ("Gloucester sails the Irish Sea to Calais!", "the Irish Sea does not join Kent and Calais (rule 5.3)"),
        ("irish sea", "Irish Sea has no part in what is due"), ("gloucester fires", "a block fires in its battle turn"),
        ("Richmond", "Richmond does not serve York, who must choose now (rule 3.0)"),
        ("richmond marches to hereford", "put right, Richmond marches to Hereford is not legal now"),
        ("Falstaff marches to Eastcheap", YORK_ACTS), ("xyzzy", YORK_ACTS), ("", YORK_ACTS), ("help", YORK_ACTS),
        ("roll 7", "legal: Norfolk marches to Chester, Gloucester sails"), ("xyzzy", "recruit Suffolk in East Anglia"),
        ("York plays Plague", "cards are chosen at the start of a turn"),
    ],
    "muster": [
        ("Kent", "York names the area of its muster"), ("muster Kent", "legal: muster in Caernarvon"),
        ("muster at Dorset", "legal: muster in Dorset"), ("no", "legal: decline"),
        ("London", "legal: muster in Middlesex"),
    ],
    "plague": [
        ("London", "legal: plague in Middlesex"), ("Plague strikes London", "legal: plague in Middlesex"),
        ("nobody", "legal: decline"), ("plague in London", "it is written 'plague in Middlesex'"),
    ],
    "battle turn": [
        ("Lancaster", "a move: it is the turn of Lancaster at A"),  # the side, not the area
        ("fire", "legal: Oxford fires"), ("Oxford shoots", "legal: Oxford fires"), ("pass", "legal: Oxford passes"),
        ("oxford fires.", "it is written 'Oxford fires'"), ("Oxford", "Oxford alone is not an action"),
        ("retreat", "legal: Oxford retreats to Derby"), ("Oxford flees to Derby", "legal: Oxford retreats to Derby"),
        ("Oxford retreats", "legal: Oxford retreats to Derby"), ("charge", "legal: Oxford fires"),
        ("attack", "legal: Oxford fires"), ("Richmond charges gloucester", "the turn of Lancaster at A in round 2"),
        ("Gloucester charges Richmond.", "Gloucester does not serve Lancaster"),
        ("roll 1 2 3", "nothing is left to chance now"),
    ],
    "treason": [
        ("treason on Stanley", "legal: Treason tries treachery on Stanley/L"), ("no", "legal: decline"),
        ("bribe Stanley", "legal: Treason tries treachery on Stanley/L"),
    ],
    "roll": [(text, "2 dice are due, as in 'roll 1 1'") for text in ("roll", "3 4", "roll 1 7", "fire")],
    "hits": [
        ("Norfolk", "legal: Norfolk takes the hits"), ("norfolk takes hits", "legal: Norfolk takes the hits"),
        ("Gloucester takes the hit", "legal: Norfolk takes the hits"),
    ],
    "placing": [
        ("Stafford", "legal: Blue places 2+3 in Stafford"), ("Blue 2 in Stafford", "legal: Blue places 2+3 in"),
        ("Blue moves 2 to Stafford", "legal: Blue places 2+3 in Stafford"), ("pass", "Blue places a knight (rule 5.1)"),
        ("blue places 2+3 in stafford.", "it is written 'Blue places 2+3 in Stafford'"),
        ("place 2+3 in Stafford", "legal: Blue places 2+3 in Stafford"), ("castle", "legal: Blue places 1 in castle"),
        ("Blue places 2 in Stafford", "legal: Blue places 2+3 in Stafford"), ("France", "legal: Blue places 1+0 in"),
    ],
    "favour": [
        ("gold", "legal: take favour gold"), ("take gold", "legal: take favour gold"),
        ("favor squires", "legal: take favour squires"), ("pass", "takes a favour of the king"),
    ],
    "vote": [
        ("Blue yes", "legal: Blue votes yes with 0"), ("Blue votes aye with 1", "legal: Blue votes yes with 1"),
        ("Blue votes no", "legal: Blue votes no with 0"), ("yes", "as in 'Blue votes yes with 0'"),
    ],
    "county": [
        ("both", "legal: claim both"), ("noble", "legal: claim noble"), ("reward", "legal: claim reward"),
        ("claim", "Green resolves Surrey"),
    ],
    "castle": [("score", "legal: score "), ("pass", "scores its castle"), ("castle", "scores its castle")],
}  # fmt: skip
ROWS = [(where, text, words) for where, rows in TABLE.items() for text, words in rows]


@cache
def positions() -> dict[str, GameState]:
    """A position for each part of the table."""
    camp = roses.scene(
        Kent="Gloucester, Rivers/Y", Derby="Norfolk", Pool="Suffolk, Bombard/Y", Pembroke="Richmond", side="York"
    )
    turn = roses.battle("Leicester", {"Middlesex": "Gloucester, Norfolk"}, "Richmond, Oxford:2", round=2)
    return {
        "cards": roses.game("richard-iii", "1483", seed=7).state,
        "actions": camp,
        "muster": roses.scene(Kent="Gloucester, Rivers/Y", Derby="Norfolk", Pembroke="Richmond", cards=("4", "Muster")),
        "plague": roses.scene(Kent="Gloucester", Middlesex="Richmond", cards=("4", "Plague")),
        "battle turn": turn,
        "treason": roses.battle("Leicester", {"Middlesex": "Norfolk"}, "Richmond, Stanley/L", cards=("4", "Treason")),
        "roll": roses.play(turn, "Oxford fires"),
        "hits": roses.play(turn, "Oxford fires", "roll 1 1"),
        "placing": court(counties={"Stafford": "Red 2+2"}, Blue={"court": "1 2", "squires": 3}),
        **at_court("favour", "vote", "county", "castle"),
    }


def at_court(*phases: str) -> dict[str, GameState]:
    """The first position of each phase with more than two choices in a random game."""
    rng, state, item = random.Random(1), roses.start("lancaster"), {}
    while state.active and len(item) < len(phases):
        chance = state.active == (CHANCE,)
        state = state.apply(state.sample(rng) if chance else rng.choice(state.legal_actions(rng.choice(state.active))))
        if str(state.phase) in phases and len(state.legal_actions()) > 2:
            item.setdefault(str(state.phase), state)
    return item


def answer(where: str, text: str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        positions()[where].apply(text)
    return caught.value


@pytest.mark.parametrize(("where", "text", "words"), ROWS)
def test_a_wrong_move_is_answered_with_what_would_do(where: str, text: str, words: str) -> None:
    error, state = answer(where, text), positions()[where]
    assert words in str(error) and "\n" not in str(error) and error.rule
    assert set(error.nearest) <= {action for side in state.sides for action in state.legal_actions(side)}


def test_no_wrong_move_gets_a_blank_sentence() -> None:
    """Each answer names legal actions, or says why not or how it is written."""
    results = [answer(where, text) for where, text, _words in ROWS]
    specific = [error for error in results if error.nearest or " as in '" in str(error)]
    assert len(specific) == len(ROWS) > 100


def test_nothing_is_guessed_into_a_move() -> None:
    for where, text, _words in ROWS:
        state = positions()[where]
        with pytest.raises(RuleError):
            state.apply(text)
        with pytest.raises(RuleError):
            state.apply(f"{text} please")


@pytest.mark.parametrize("side", ["Lancaster", "York"])
def test_a_side_that_is_not_to_choose_hears_who_is(side: str) -> None:
    state = positions()["actions"]
    with pytest.raises(RuleError) as caught:
        state.read("Rivers", side)
    result = f"Lancaster has nothing to choose now: {YORK_ACTS}" if side == "Lancaster" else "Rivers/Y alone"
    assert result in str(caught.value) and bool(caught.value.nearest) == (side == "York")


# ---- prompts


@pytest.mark.parametrize("where", list(TABLE))
def test_a_prompt_names_who_chooses_and_how_it_is_written(where: str) -> None:
    state = positions()[where]
    for side in state.active:
        prompt = state.prompt(None if side == CHANCE else side)
        assert side in prompt or len(state.active) == 2 or side == CHANCE
        assert f"({cited(state.rule)}). Write it like this: {next(iter(state.legal_actions(side)))}" in prompt
    for side in set(state.sides) - set(state.active):
        assert "Write it like this" not in state.prompt(side) and state.prompt(side).endswith(f"({cited(state.rule)}).")


def test_a_prompt_calls_cards_by_name_and_tells_what_a_march_costs() -> None:
    assert "York plays card 4 (Plague); York plays card 9 (Action 4)" in positions()["cards"].prompt("York")
    camp = positions()["actions"]
    assert "Norfolk marches to Chester (1 action point); Gloucester sails" in camp.prompt("York")
    after = camp.apply("Gloucester marches to Sussex")
    assert after.detail(after.parse("Rivers/Y marches to Sussex")) == "0 action points"
    assert str(after.explain("Rivers/Y marches to Sussex")).startswith(
        "Rivers/Y marches to Sussex may be chosen now (0 action points) (rule 1.2)"
    )


def test_a_seat_is_told_no_choice_of_the_other_side_when_it_mistypes() -> None:
    game = roses.game("richard-iii", "1483", seed=7, side="Lancaster")
    for text in ("York", "York plays card 30", "York plays cards", "xyzzy"):
        with pytest.raises(RuleError) as caught:
            game.play(text)
        assert not [near for near in caught.value.nearest if str(near).startswith("York")]
        assert "which holds" not in str(caught.value)


# ---- names and numbers that are not there


def test_a_side_that_must_choose_gets_its_choices_and_the_other_hears_who_acts() -> None:
    cards = positions()["cards"]
    assert roses.choices(cards, side="York") == [str(action) for action in cards.legal_actions("York")]
    with pytest.raises(RuleError, match="Lancaster has nothing to choose now: York acts"):
        roses.choices(positions()["actions"], side="Lancaster")
    known = r"there is no side 'york'; choose from 'Lancaster', 'York'; 'York' was meant\?"
    with pytest.raises(ValueError, match=known):
        cards.legal_actions("york")


@pytest.mark.parametrize("name", ["richard-iii", "lancaster"])
def test_choices_take_the_state_of_any_game(name: str) -> None:
    play = roses.game(name, seed=1)
    assert roses.choices(play.state) == [str(action) for action in play.state.legal_actions()]


@pytest.mark.parametrize(("asked", "near"), [
    ("6.55", "6.5 Heir charge, 6.6 Retreats"), ("6", "6.0 Battles, 6.1 "), ("12.3", "9.1 "), ("charg", "6.5 "),
    ("Forced March", "force-march (Force March)"), ("treson", "treason (Treason)"), ("", "1.0 "), ("../1.0", "1.0 "),
])  # fmt: skip
def test_a_rule_that_is_not_there_names_those_that_are_near(asked: str, near: str) -> None:
    with pytest.raises(roses.DataError) as caught:
        roses.rule(asked)
    assert str(caught.value).startswith(f"there is no paragraph {asked!r}; near it are ") and near in str(caught.value)


def test_what_the_package_names_is_there() -> None:
    assert all(hasattr(roses, name) for name in {*roses.__all__, *dir(roses)})
