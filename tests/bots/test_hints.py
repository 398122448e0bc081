"""Hints depend on what a side may know alone, and tell what matters in a position."""

from __future__ import annotations

import random
from itertools import islice

import pytest

import roses
from roses.engine.games import describe
from roses.engine.seat import STEPS, Seat
from roses.engine.state import GameState
from roses.lancaster.scene import scene as court
from roses.lancaster.tables import COLOURS, PLAYERS
from roses.richard.rules import Ruleset
from roses.richard.tables import SCENARIOS, SIDES
from tests.lancaster import test_properties as screens
from tests.proof import Sample, sampled
from tests.richard.test_fog import cases

FEW, MANY = ([Sample(scenario, number) for scenario in SCENARIOS] for number in (40, 400))


class Place:
    """What a hint asks of a seat, at any state."""

    def __init__(self, state: GameState, side: str) -> None:
        self.game, self.side, self.question, self.rule = str(state.header["game"]), side, state.question, state.rule
        self.prompt, self.view = state.prompt(side), state.view(side)
        self.options, self.tree = state.legal_actions(side), state.option_tree(side)

    def __len__(self) -> int:
        return 0


def hints(state: GameState, side: str, number: int) -> list[str]:
    """The steps of a hint; the third, for which the knight thinks, in every fourth position (see also test_knight)."""
    return [str(Seat.hint(Place(state, side), step)) for step in range(1, STEPS + (number % 4 == 0))]


def matters(state: GameState, side: str) -> list[str]:
    game = describe(str(state.header["game"]))
    return [matter.words for matter in game.matters(state.view(side), state.option_tree(side))]


@pytest.mark.parametrize("case", sampled([*FEW, *MANY], *FEW), ids=str)
def test_what_is_hidden_from_a_side_changes_no_hint(case: Sample) -> None:
    names = set()
    for number, item in enumerate(islice(cases(case.scenario, Ruleset(), random.Random(17)), case.number)):
        one, other = (hints(state, SIDES[item.side], number) for state in item.states)
        assert one == other, item
        names.update(one)
    assert len(names) > case.number


@pytest.mark.parametrize("players", PLAYERS)
def test_what_is_behind_other_screens_changes_no_hint(players: int) -> None:
    rng, differ = random.Random(players), 0
    for number, step in enumerate(screens.play(players, screens.SETS[0], 3)):
        viewer = rng.randrange(players)
        other, side = screens.twin(step.before, viewer, rng), COLOURS[viewer]
        assert hints(step.before, side, number) == hints(other, side, number)
        differ += step.before.view() != other.view()
    assert differ > 5


# ---- the block war game


def test_the_last_heir_and_one_among_stronger_enemies_are_told() -> None:
    state = roses.scene("1483", Kent="Gloucester:1", Middlesex="Richmond, Oxford", side="York")
    assert matters(state, "York")[:2] == [
        "Gloucester is the last heir of York, and without heirs the game is lost",
        "Gloucester, in Kent with 1 step, has 2 enemy blocks next to him and 0 of yours beside him",
    ]
    guarded = roses.scene(Kent="Gloucester, March, Norfolk", Middlesex="Richmond, Oxford", side="York")
    assert not [words for words in matters(guarded, "York") if "next to him" in words or "last heir" in words]


def test_blocks_that_would_lose_supply_are_told_with_the_limit() -> None:
    state = roses.scene(Kent="Gloucester, Norfolk, Rivers/Y, Suffolk, Arundel, Essex", side="York")
    text = "Kent feeds 4 blocks and 6 of yours would have to eat there, so 2 blocks lose a step"
    assert text in matters(state, "York") and text not in matters(state, "Lancaster")
    fed = roses.scene(Kent="Gloucester, Norfolk, Rivers/Y, Suffolk", side="York")
    assert not [words for words in matters(fed, "York") if "feeds" in words]


def test_what_is_short_of_the_crown_is_counted_as_far_as_it_is_known() -> None:
    state = roses.scene(Kent="Gloucester, March", Derby="Richmond, Oxford, Henry VI", side="York")
    king, pretender = state.view().king_side, ({"York", "Lancaster"} - {state.view().king_side}).pop()
    known = {"York": 2, "Lancaster": 3}
    crown = {side: next(words for words in matters(state, side) if "point" in words) for side in known}
    short = known[king] + 1 - known[pretender]
    wish = f"{short} more would surely take it" if short > 0 else "the crown would be yours"
    assert f"you have {known[pretender]} points" in crown[pretender] and wish in crown[pretender]
    assert f"the enemy {known[pretender]} at most" in crown[king]


def test_an_enemy_within_reach_is_told_without_his_name() -> None:
    state = roses.scene(Middlesex="Norfolk, Suffolk", Kent="Rivers/L", side="York")
    texts = [words for words in matters(state, "York") if "can attack" in words]
    assert texts == ["2 blocks of yours can attack Kent, held by 1 enemy block: Norfolk, Suffolk"]


def test_a_battle_is_told_by_hits_and_its_last_round() -> None:
    state = roses.battle("Leicester", {"Middlesex": "Gloucester, Norfolk"}, "Richmond, Oxford:2", round=4)
    text = matters(state, "York")
    assert any("this is round 4, in which York, the attacker, must retreat" in words for words in text)
    assert any("hits in a round on average" in words for words in text)


# ---- the court game


def test_a_knight_who_can_be_beaten_is_told_with_the_fewest_squires() -> None:
    state = court(counties={"Stafford": "Red 2+2"}, Blue={"court": "2 3", "squires": 3})
    assert matters(state, "Red")[0] == "Blue can drive your knight out of Stafford with a knight of 3 and 2 squires"
    assert "you can drive Red out of Stafford, whose knight and squires have a strength of 4" in matters(state, "Blue")


def test_prisoners_to_be_and_a_better_rank_are_told() -> None:
    state = court(lower={"K5a": "Blue 1"}, upper={"K3b": "Blue 1, Red 2"})
    text = matters(state, "Blue")
    assert "England lacks 4 at Harfleur: your knights there would be captured" in text
    assert "at Pontoise, where England is strong enough, 1 house ranks above you: Red" in text


def test_parliament_is_told_how_near_it_is_and_what_a_vote_would_change() -> None:
    game = roses.game("lancaster", players=2, seed=3)
    rng, near, vote = random.Random(3), "", ""
    while game.state.active and not (near and vote):
        side = game.state.active[0]
        words = matters(game.state, side)
        near = near or next((text for text in words if text.startswith("parliament meets")), "")
        vote = vote or next((text for text in words if "would take the place of" in text), "")
        game.play(rng.choice(game.state.legal_actions(side)))
    assert "and votes on" in near and "each house" in vote


def test_an_extension_and_a_county_are_told_with_what_they_bring() -> None:
    first = roses.game("lancaster", players=3, seed=4).state
    text = matters(first, first.active[0])
    assert text[0] == "an extension pays at the end of every round, 5 times more at most"
    assert text[1] == "some spaces ask squires each time: knight 3, upgrade 2"
    county = roses.replay("1413-lancaster")[38]
    assert matters(county, "Red")[0] == "Stafford gives 1 upgrade or a noble, or both for gold: you have 3"
