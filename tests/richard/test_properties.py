"""What holds in every state of every game: blocks, limits, choices, notation, events and the fog of war."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import msgspec
import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.loading import folder
from roses.engine.protocol import CHANCE, Action
from roses.richard.actions import Deal, Starve, read
from roses.richard.events import KINDS
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import (
    AREAS,
    BLOCKS,
    LAND,
    MINOR,
    NAMES,
    OUT,
    PAIR,
    PLACE,
    PLACES,
    SCENARIOS,
    SIDES,
    STEPS,
    bits,
)
from tests.proof import Sample, sampled
from tests.richard.twins import unseen

SECRET = {"march", "sail", "recruit", "regroup", "starve", "home", "pool"}  # kinds that name a block to its owner only
LIMITS = {"Calais": 4, "France": 4, "Ireland": 2, "Scotland": 2}
LOCALS = {
    "Calais": {"Calais Mercenary", "Burgundian Mercenary"},
    "France": {"French Mercenary"},
    "Ireland": {"Irish Mercenary"},
    "Scotland": {"Scots Mercenary"},
}
RULES = {path.stem for path in (folder("data") / "rules" / "en").glob("*.md")}
AMBIGUOUS = {*AREAS, *SIDES} | {b for b in NAMES if any(b != other and b in other for other in NAMES)}


FEW = [Sample("1460", 4), Sample("1470", 5), Sample("1483", 8)]  # the shorter the game, the more of them
MANY = [Sample("1460", 16), Sample("1470", 20), Sample("1483", 24)]
pytestmark = pytest.mark.parametrize("sample", sampled([*FEW, *MANY], *FEW), ids=str)


class Step(NamedTuple):
    """A state, and what was chosen in it (None at the end)."""

    state: State
    action: Action | None


def choose(state: State, rng: random.Random) -> Action:
    """Any legal action; a side ends its part of a phase, or passes, less often than chance would have it."""
    if state.active == (CHANCE,):
        return state.sample(rng)
    actions = state.legal_actions(rng.choice(state.active))
    eager = [a for a in actions if str(a) != "done" and not str(a).endswith("passes")]
    return rng.choice(eager if eager and rng.random() < 0.8 else actions)


def play(scenario: str, seed: int) -> Iterator[Step]:
    rng, state = random.Random(seed), roses.start("richard-iii", scenario)
    while state.active:
        action = choose(state, rng)
        yield Step(state, action)
        state = state.apply(action)
    yield Step(state, None)


@cache
def games(sample: Sample) -> list[list[Step]]:
    return [list(play(sample.scenario, seed)) for seed in range(sample.number)]


def states(sample: Sample, every: int = 1) -> list[State]:
    """Every state of the games, or one in so many."""
    return [step.state for game in games(sample) for step in game][::every]


def test_9_0_every_game_ends_with_a_winner_and_a_reason(sample: Sample) -> None:
    ends = [game[-1].state for game in games(sample)]
    assert all(end.phase is Phase.OVER and end.outcome and end.outcome.reason for end in ends)
    assert {end.outcome.winner for end in ends if end.outcome} <= set(SIDES)
    assert all(end.legal_actions() == () for end in ends)


def test_the_games_meet_every_phase_and_most_events(sample: Sample) -> None:
    met = {s.phase for s in states(sample)}
    rare = {Phase.EXECUTION, Phase.MINOR, Phase.MULLIGAN_ANSWER, Phase.TREASON, Phase.MAIN_ATTACK}
    campaigns = SCENARIOS[sample.scenario].campaigns
    rare |= {Phase.HOMEWARD, Phase.EXILE} if campaigns[0] == campaigns[1] else set()
    rare |= {Phase.SUPPLY, Phase.HOMEWARD, Phase.EXILE} if sample in FEW else set()
    assert met >= set(Phase) - rare
    assert len({e.kind for s in states(sample) for e in s.events}) >= (25 if sample in FEW else 30)


def test_3_0_no_block_is_lost_or_doubled(sample: Sample) -> None:
    for state in states(sample):
        assert sum(state.occ) == (1 << len(NAMES)) - 1
        assert all(state.occ[place] >> block & 1 for block, place in enumerate(state.loc))
        assert all(bool(n) == (state.loc[b] != OUT) and n <= STEPS[b] for b, n in enumerate(state.steps))
        assert not state.own[0] & state.own[1]


def test_3_22_one_version_of_a_two_sided_block_is_in_play(sample: Sample) -> None:
    pairs = [(b, other) for b, other in enumerate(PAIR) if other > b]
    assert len(pairs) == 13
    assert not [s for s in states(sample) for b, o in pairs if s.loc[b] != OUT and s.loc[o] != OUT]


def test_2_7_nobody_stands_in_the_enemys_exile(sample: Sample) -> None:
    closed = [(PLACE[a.id], 1 - SIDES.index(a.exile_of)) for a in AREAS.values() if a.exile_of]
    assert len(closed) == 4
    assert not [s for s in states(sample) for area, enemy in closed if s.occ[area] & s.own[enemy]]


def test_1_3_both_sides_share_an_area_only_until_the_battles(sample: Sample) -> None:
    calm = (Phase.CARDS, Phase.SUPPLY, Phase.MINOR, Phase.EXECUTION, Phase.HOMEWARD, Phase.EXILE, Phase.DEAL)
    quiet = [s for s in states(sample) if s.phase in calm]
    assert not [s for s in quiet for a in LAND if all(s.occ[a] & o & ~(s.down | s.prisoner) for o in s.own)]


def excess(state: State, side: int) -> dict[str, int]:
    """How many blocks each area holds above its limit (rules 7.1, 7.2), reckoned from the names."""
    over = {}
    for name, area in AREAS.items():
        fed = state.occ[PLACE[name]] & state.own[side] & ~(state.down | state.prisoner)
        number = sum(NAMES[b] not in LOCALS.get(name, ()) for b in bits(fed))
        over[name] = number - LIMITS.get(name, 5 if area.city else 4)
    return {name: n for name, n in over.items() if n > 0}


def test_7_1_each_block_above_the_limit_costs_one_step_of_another(sample: Sample) -> None:
    phases = 0
    for game in games(sample):
        due: dict[str, int] = {}
        for before, after in pairwise(game):
            state = after.state
            if state.phase is Phase.SUPPLY and (before.state.phase, before.state.active) != (state.phase, state.active):
                due, phases = excess(state, SIDES.index(state.active[0])), phases + 1
                assert due
            for e in (e for e in state.events if e.kind == "starve"):
                due[e.area] -= 1
            if str(before.action) == "done" and before.state.phase is Phase.SUPPLY:
                assert not any(due.values())
    assert phases or sample.scenario == "1483" or sample in FEW


def test_7_1_whoever_is_above_a_limit_must_starve_somebody(sample: Sample) -> None:
    for game in games(sample):
        asked = True
        for step in game:
            asked = asked or step.state.phase is Phase.SUPPLY
            if any(e.kind == "turn" for e in step.state.events) or step.state.phase is Phase.OVER:
                assert asked or not (excess(step.state, 0) or excess(step.state, 1)) or step.state.phase is Phase.OVER
                asked = False


def test_8_5_a_campaign_begins_within_the_exile_limits_at_full_strength(sample: Sample) -> None:
    for state in (
        s for s in states(sample) if s.phase is Phase.DEAL and s.campaign > SCENARIOS[sample.scenario].campaigns[0]
    ):
        assert not {a for side in (0, 1) for a in excess(state, side)} & LOCALS.keys()
        assert all(n == STEPS[b] for b, n in enumerate(state.steps) if state.loc[b] != OUT)
        assert not state.down


def test_1_2_who_is_active_can_choose_and_nobody_else(sample: Sample) -> None:
    for state in states(sample):
        for side in (*SIDES, CHANCE):
            actions = state.legal_actions(side)
            assert bool(actions) == (side in state.active)
            assert len(set(actions)) == len(actions)


def test_legal_actions_are_the_same_and_in_the_same_order_when_asked_again(sample: Sample) -> None:
    for state in states(sample, every=3):
        again = msgspec.structs.replace(state)
        assert [again.legal_actions(s) for s in state.active] == [state.legal_actions(s) for s in state.active]


def test_a_game_plays_again_from_its_notation(sample: Sample) -> None:
    for game in games(sample)[:5]:
        state = game[0].state
        for step in game[:-1]:
            state = state.apply(str(step.action))
        assert state == game[-1].state


def test_every_action_is_read_back_from_its_text(sample: Sample) -> None:
    met: dict[Action, None] = {}
    for state in states(sample, every=2):
        for side in state.active:
            met.update(dict.fromkeys(state.legal_actions(side)[:300]))
    actions = random.Random(1).sample(list(met), min(2500, len(met)))
    assert len({type(a) for a in met}) >= 15
    assert [a for a in actions if read(str(a)) != a or str(read(str(a))) != str(a)] == []


def test_every_event_has_a_paragraph(sample: Sample) -> None:
    events = {e for s in states(sample) for e in s.events}
    assert {e.kind for e in events} <= KINDS.keys()
    assert {e.rule for e in events} <= RULES


def test_every_event_names_blocks_areas_and_sides_that_exist(sample: Sample) -> None:
    for e in {e for s in states(sample) for e in s.events}:
        assert {e.block, e.target} <= {"", *BLOCKS}
        assert e.side in ("", *SIDES) and e.area in ("", *PLACES)
        assert all(1 <= die <= 6 for die in e.dice)


def test_what_was_legal_elsewhere_is_refused_with_a_rule_and_the_nearest_legal_actions(sample: Sample) -> None:
    rng = random.Random(7)
    pool = [step.action for game in games(sample) for step in game if step.action is not None]
    tried = 0
    for state in states(sample, every=10):
        action = rng.choice(pool)
        legal = {a for side in state.active for a in state.legal_actions(side)}
        if action in legal or (state.phase is Phase.DEAL and isinstance(action, Deal)):
            continue
        tried += 1
        with pytest.raises(RuleError) as caught:
            state.apply(action)
        assert caught.value.rule in RULES
        assert set(map(str, caught.value.nearest)) <= {str(a) for a in legal}
        reader = getattr(action, "side", "") or (state.active[0] if len(state.active) == 1 else "")
        assert bool(caught.value.nearest) == (reader in SIDES and bool(state.legal_actions(reader)))
    assert tried > 5 * sample.number


# ---- the fog of war


def public(state: State, name: str) -> bool:
    """Whether everybody may know who this block is: in the front line, fallen, or a prisoner (rules 6.1, 6.8)."""
    bit, place = 1 << NAMES.index(name), state.loc[NAMES.index(name)]
    if bit & (state.prisoner | state.down) or place == MINOR:
        return True
    return state.battle is not None and place == state.battle.area and not state.battle.reserve & bit


@pytest.mark.parametrize("side", SIDES)
def test_6_1_a_view_names_no_hidden_enemy(sample: Sample, side: str) -> None:
    for state in states(sample, every=2):
        view = state.view(side)
        for piece in view.pieces:
            if piece.side != side and piece.block is not None:
                assert public(state, piece.block)
            if piece.side == side:
                assert piece.block is not None and piece.steps is not None
        assert not [e for e in view.events if e.kind in SECRET and e.side != side and (e.block or e.target)]
        thrown_back = state.phase is Phase.MULLIGAN_ANSWER and state.active == (side,)
        assert view.hands.keys() == ({*SIDES} if thrown_back else {side})
        assert not (state.phase is Phase.CARDS and view.played.keys() - {side})


@pytest.mark.parametrize("side", SIDES)
def test_6_1_no_corner_of_a_view_spells_a_hidden_enemys_name(sample: Sample, side: str) -> None:
    viewer = SIDES.index(side)
    for state in states(sample, every=4):
        known = tuple(e for e in state.view(side).events if e.kind in SECRET)
        view = msgspec.structs.replace(state.view(side), events=known, king="", pretender="")
        text = msgspec.json.encode(view).decode() + " ".join(map(str, known))
        names = {NAMES[b] for b in bits(unseen(state, viewer) & ~state.down)} - AMBIGUOUS
        assert not [n for n in names if n in text]


def test_6_1_every_block_stands_in_the_view_as_often_as_on_the_board(sample: Sample) -> None:
    for state in states(sample, every=4):
        on_board = Counter(
            (PLACES[a], s) for a in LAND for i, s in enumerate(SIDES) for _ in bits(state.occ[a] & state.own[i])
        )
        for side in (*SIDES, None):
            seen = Counter((p.place, p.side) for p in state.view(side).pieces if p.place in AREAS)
            assert seen == on_board


def test_7_1_what_starves_is_told_to_its_owner_only(sample: Sample) -> None:
    results = [(s, a) for game in games(sample) for (s, a) in game if isinstance(a, Starve)]
    for state, action in results:
        owner = state.active[0]
        other = SIDES[1 - SIDES.index(owner)]
        event = next(e for e in state.apply(action).view(other).events if e.kind == "starve")
        assert (event.block, event.side) == ("", owner)
        assert str(event).startswith(f"A block of {owner}")
