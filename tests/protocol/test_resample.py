"""Resampling: a state drawn from a view agrees with it in all that the side sees, and can be played on."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

import roses
from roses.engine.games import describe
from roses.engine.protocol import CHANCE
from roses.engine.rules import variants
from roses.lancaster.position import Phase as Court
from roses.richard.knowledge import slots_of
from roses.richard.position import Phase
from roses.richard.resampling import fitting
from roses.richard.rules import RULESETS
from roses.richard.state import State
from roses.richard.tables import LEVIES, NAMES, PERMANENT, PLACE, POOL, SCENARIOS, bits
from tests.proof import sampled

RULES = {
    "richard-iii": ("revised", "classic", "russian", "classic+main_attack_declaration=end_of_phase"),
    "lancaster": ("revised", "revised+expansion_laws=all", "revised+expansion_laws=drawn+supply=limited"),
}
GAMES = (
    *(("richard-iii", scenario, {}) for scenario in ("1460", "1470", "1483")),
    *(("lancaster", None, {"players": n}) for n in (2, 3, 4, 5)),
    ("richard-iii", "1470", {"campaigns": 2}),
)
ALL = [(case, games) for games in (2, 20) for case in range(len(GAMES))]
PLAYED_ON = 12  # actions in a state drawn


def positions(
    game: str, scenario: str | None, options: dict[str, Any], rng: random.Random, rules: str = ""
) -> Iterator[Any]:
    """The states of a random game."""
    state = roses.start(game, scenario, ruleset=rules or rng.choice(RULES[game]), **options)
    while state.active:
        yield state
        state = chosen(state, rng)
    yield state


def chosen(state: Any, rng: random.Random) -> Any:
    """The state after a random action."""
    if state.active == (CHANCE,):
        return state.apply_unchecked(state.sample(rng))
    return state.apply_unchecked(rng.choice(state.legal_actions(rng.choice(state.active))))


def play_on(game: str, state: Any, rng: random.Random) -> None:
    """Whoever plays on from a state drawn has choices, and every state that follows is sound."""
    checks = describe(game).invariants()
    checks.look(state)
    for _ in range(PLAYED_ON):
        if not state.active:
            break
        assert all(state.legal_actions(side) for side in state.active), state
        state = chosen(state, rng)
        checks.look(state)


def sound(drawn: Any) -> None:
    """Nobody who dies for good lies in the pool face down (rule 6.8), and no levy is oversea (5.3)."""
    if isinstance(drawn, State):
        assert not drawn.occ[POOL] & drawn.down & PERMANENT, drawn
        assert not any(drawn.occ[PLACE[area]] & LEVIES for area in ("Calais", "France", "Ireland", "Isle of Man"))


@cache
def checked(case: int, games: int) -> Counter[str]:
    """Hold what is drawn in every position of random games against the view it was drawn from; count the positions."""
    game, scenario, options = GAMES[case]
    met: Counter[str] = Counter()
    for seed in range(games):
        rng = random.Random(seed)
        for state in positions(game, scenario, options, rng):
            if rng.random() > 0.2 and met[str(state.phase)] > 5:
                continue
            for side in state.sides:
                view = state.view(side)
                drawn = roses.resample(view, rng)
                assert drawn.view(side) == view, (state, side)
                assert drawn.legal_actions(side) == state.legal_actions(side), (state, side)
                met["different"] += drawn.view() != state.view()
                sound(drawn)
                play_on(game, drawn, rng)
            met[str(state.phase)] += 1
    return met


@pytest.mark.parametrize(("case", "games"), sampled(ALL, *ALL[:8]))
def test_the_view_of_a_state_drawn_is_the_view_it_was_drawn_from(case: int, games: int) -> None:
    met = checked(case, games)
    hidden = GAMES[case][2].get("players") != 2  # of two players only sealed votes are hidden
    assert met["different"] > (100 if hidden else 0), met


# games of each set-up, and the phases that so few of them need not meet
RARE = {
    Phase.MULLIGAN_ANSWER, Phase.MAIN_ATTACK, Phase.TREASON, Phase.PLAGUE, Phase.SUPPLY, Phase.EXILE,
    Court.LAW_SETS, Court.PASSAGE, Court.NOBLE, Court.NAMING, Court.BARTER, Court.COMMIT, Court.UPKEEP,
}  # fmt: skip


@pytest.mark.parametrize(("games", "rare"), sampled([(2, RARE), (20, set())], (2, RARE)), ids=["sample", "all"])
def test_states_are_drawn_in_every_phase(games: int, rare: set[Any]) -> None:
    met = sum((checked(case, games) for case in range(len(GAMES))), Counter())
    assert {str(p) for kind in (Phase, Court) for p in kind if p not in rare} <= met.keys(), met


@pytest.mark.parametrize(("scenario", "games"), sampled(product(SCENARIOS, (1, 15)), *product(SCENARIOS, (1,))))
def test_the_truth_is_among_the_states_that_may_be_drawn(scenario: str, games: int) -> None:
    met = 0
    for seed in range(games):
        rng, rules = random.Random(seed), list(variants(RULESETS))
        for state in islice(positions("richard-iii", scenario, {}, rng, rules[seed % len(rules)]), 0, None, 3):
            for side in state.sides:
                view = state.view(side)
                fits = dict(zip(view.known.slots, fitting(view, view.known), strict=True))
                for block in bits(view.known.unseen):
                    (slot,) = slots_of(state, 1 << block)
                    assert fits[slot] >> block & 1, (state, side, NAMES[block], slot)
                    met += 1
    assert met > 500 * games


def test_an_umpires_view_gives_the_state_itself() -> None:
    state = roses.replay("1483-richard-iii")[60]
    assert roses.resample(state.view(), random.Random(1)) == state


def test_two_draws_differ_and_one_seed_repeats_itself() -> None:
    view = roses.game("richard-iii", "1460", seed=3).view("York")
    first, other, again = (roses.resample(view, random.Random(seed)) for seed in (1, 2, 1))
    assert first == again and first != other


def test_5_3_who_never_sails_is_not_drawn_oversea() -> None:
    view = roses.scene(Calais="March, Warwick/Y", Pool="Norwich (levy), London (levy), Norfolk").view("Lancaster")
    for seed in range(30):
        assert not roses.resample(view, random.Random(seed)).occ[PLACE["Calais"]] & LEVIES


def test_a_view_that_no_state_has_made_says_so() -> None:
    from roses.richard.view import View

    bare = View("York", "1483", 3, 1, "cards", (), "Gloucester", "Richmond", "York", (), {}, {}, {})
    with pytest.raises(ValueError, match="was not made by a state"):
        roses.resample(bare, random.Random(1))
