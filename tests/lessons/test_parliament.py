"""The parliament in class: what it says beforehand is what the engine does, and it tells no vote."""

from __future__ import annotations

import json
import random

import pytest

import roses
from roses.bots.play import make_bot
from roses.engine.seat import Seat
from roses.lancaster.gains import PointsScored
from roses.lancaster.phases.parliament import passes
from roses.lessons.parliament import Outcome, Parliament, Session, session, yield_of

SEED = 1414


def voted(held: Session, votes: list[list[tuple[bool, int]]]) -> tuple[list[str], list[int]]:
    """Play the rounds before with squires, then these votes, and return the laws in force and the points by them."""
    game = roses.game("lancaster", players=len(held.houses), seed=SEED)
    bots = {side: make_bot("squire", SEED + i) for i, side in enumerate(game.state.sides)}

    def squire_plays() -> None:
        side = game.state.active[0]
        seat = Seat(game, side)
        seat.play(bots[side].choose(seat).action)

    while not (game.view().phase == "vote" and game.view().round == held.round):
        squire_plays()
    begun = len(game)
    for ballot in votes:
        for side, (yes, markers) in zip(game.state.sides, ballot, strict=True):
            game.play(f"{side} votes {'yes' if yes else 'no'} with {markers}")
    laws = [law.law for law in game.view().laws]
    while game.view().phase not in ("county", "castle", "ransom", "placing", "over"):
        squire_plays()
    scored = [e for e in game.events(begun) if isinstance(e, PointsScored) and e.source.kind == "law"]
    return laws, [sum(e.amount for e in scored if e.side == side) for side in game.state.sides]


def outcome_of(held: Session, votes: list[list[tuple[bool, int]]]) -> Outcome:
    """Return the outcome that the data give for these votes, counted as the script counts."""
    way = ""
    for ballot in votes:
        total = {yes: sum(1 + more for text, more in ballot if text is yes) for yes in (True, False)}
        way += "1" if total[True] >= total[False] else "0"
    return held.outcomes[way]


@pytest.mark.parametrize("groups", [2, 3, 4, 5])
def test_any_votes_of_a_class_bring_what_the_engine_says(groups: int) -> None:
    held, rng = session(groups, 2), random.Random(groups)
    for _ in range(4):
        left = [house.markers for house in held.houses]
        votes = []
        for _proposal in held.proposals:
            ballot = [(rng.random() < 0.5, rng.randint(0, markers)) for markers in left]
            left = [markers - more for markers, (_yes, more) in zip(left, ballot, strict=True)]
            votes.append(ballot)
        result = outcome_of(held, votes)
        assert voted(held, votes) == (list(result.laws), list(result.points))


def test_7_2_the_script_is_given_which_numbers_of_votes_accept() -> None:
    carried = Parliament(5).data()["carried"]
    assert isinstance(carried, list)
    for yes, row in enumerate(carried):
        for no, one in enumerate(row):
            assert (one == "1") is passes(yes, no)


def test_7_3_an_accepted_law_pushes_out_the_oldest() -> None:
    held = session(4, 2)
    force, proposed = ([law.id for law in laws] for laws in (held.in_force, held.proposals))
    assert list(held.outcomes["000"].laws) == force
    assert list(held.outcomes["100"].laws) == [*force[1:], proposed[0]]
    assert list(held.outcomes["111"].laws) == proposed
    assert held.outcomes["100"].gone == (force[0],)


def test_a_card_says_what_a_law_brings_to_its_house_alone() -> None:
    held = session(4, 2)
    for house in held.houses:
        for law in (*held.in_force, *held.proposals):
            assert not any(other.name in yield_of(held, house.name, law.id) for other in held.houses if other != house)


def test_numbers_of_groups_and_rounds_that_are_not_there_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="a parliament has 2 to 5 groups, not 6"):
        Parliament(6)
    with pytest.raises(ValueError, match="in the rounds 1 to 5, not in round 0"):
        Parliament(4, 0)


def test_the_page_is_whole_without_its_script_and_small() -> None:
    html = Parliament(5).html()
    assert all(f'data-house="{house.name}"' in html for house in session(5, 2).houses)
    assert len(html) < 60_000
    assert "http" not in html
    json.dumps(Parliament(5).data())
