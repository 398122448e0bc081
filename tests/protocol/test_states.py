"""Properties of every state of every game: who chooses, legal actions, immutability, chance, views, explanations."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from roses.engine.description import Description
from roses.engine.errors import RuleError, cited
from roses.engine.explain import Explanation
from roses.engine.games import describe, start
from roses.engine.protocol import CHANCE, Action, Outcome
from roses.engine.state import GameState
from tests.protocol.conftest import Step
from tests.testing.fuzz import Case

Some = Callable[[int], list[Step]]


@pytest.fixture
def rules(case: Case) -> set[str]:
    """The paragraphs of the game's rule book."""
    return set(describe(case.game).book.numbers())


def fresh(state: GameState) -> GameState:
    """The same state, of which nothing has been asked."""
    return msgspec.structs.replace(state)


def choices(state: GameState) -> list[Action]:
    return [action for side in state.active for action in state.legal_actions(side)]


# ---- whose choice, and what is legal


def test_somebody_chooses_until_there_is_an_outcome(steps: list[Step], end: GameState) -> None:
    for state, _ in steps:
        assert state.active == (CHANCE,) or (state.active and set(state.active) <= set(state.sides))
        assert state.outcome is None and len(set(state.active)) == len(state.active)
    assert end.active == () and isinstance(end.outcome, Outcome)
    assert set(end.outcome.winner.split(" and ")) <= set(end.sides) and end.outcome.reason


def test_a_state_says_what_it_begins_with(case: Case, first: GameState, steps: list[Step], end: GameState) -> None:
    head = first.header
    assert (head["game"], head["scenario"], head["ruleset"]) == (case.game, case.scenario, case.ruleset)
    assert case.options.items() <= head["options"].items()
    assert start(head["game"], head["scenario"], ruleset=head["ruleset"], **head["options"]) == first
    assert all(state.header == head and state.sides == first.sides for state in (*(s for s, _ in steps), end))


def test_legal_actions_are_never_empty_and_keep_their_order(steps: list[Step], end: GameState) -> None:
    for state, _ in steps:
        again = fresh(state)
        for side in (*state.sides, CHANCE):
            actions = state.legal_actions(side)
            assert isinstance(actions, tuple) and bool(actions) == (side in state.active)
            assert len(set(actions)) == len(actions) and again.legal_actions(side) == actions
        assert state.legal_actions() == state.legal_actions(state.active[0])
    assert not end.legal_actions() and not any(end.legal_actions(side) for side in (*end.sides, CHANCE))


def test_where_several_choose_at_once_an_action_names_its_side(steps: list[Step]) -> None:
    for state, _ in steps:
        if len(state.active) > 1:
            assert all(a.side == side for side in state.active for a in state.legal_actions(side))  # type: ignore[attr-defined]


def test_an_action_is_refused_unless_it_is_among_the_legal_ones(some: Some) -> None:
    result = some(12)
    every = {action: None for state, _ in result for action in choices(state)}
    for state, _ in result:
        for side in state.active:
            legal, asked = {*state.legal_actions(side)}, fresh(state)  # which has made no list of them before
            probes = [*legal, *random.Random(1).sample([*every], min(len(every), 60))]
            for action in probes:
                offered = asked._offered(side, action)
                assert (action in offered) == (action in legal) and legal.issuperset(offered), action
                if state.active == (side,) != (CHANCE,):
                    assert (fresh(state).refusal(action) is None) == (action in legal), action


def test_the_same_actions_lead_to_the_same_end(first: GameState, steps: list[Step], end: GameState) -> None:
    state = first
    for before, action in steps:
        assert state == before
        state = state.apply(str(action))
    assert state == end


def test_apply_leaves_the_old_state_untouched(some: Some) -> None:
    for state, _ in some(15):
        copied, actions = copy.deepcopy(state), choices(state)
        after = [state.apply(action) for action in random.Random(1).sample(actions, min(len(actions), 12))]
        assert state == copied and choices(state) == actions and fresh(state) == copied
        assert all(other != state and type(other) is type(state) for other in after)


def test_headings_say_where_a_state_stands(game: Description, first: GameState) -> None:
    assert all(isinstance(part, str) and part for part in game.headings(game.start()))


# ---- chance


def test_chance_is_asked_only_when_it_has_the_turn(steps: list[Step], end: GameState) -> None:
    waiting = [state for state, _ in steps if state.active != (CHANCE,)]
    for state in (*waiting[:: max(1, len(waiting) // 20)], end):
        with pytest.raises(RuleError, match=r"must choose|is over"):
            state.sample(random.Random(1))
        with pytest.raises(RuleError):
            state.chance_outcomes()


def outcomes(state: GameState) -> dict[Action, float]:
    """What chance may bring with its probabilities; nothing where it cannot be listed."""
    try:
        return dict(state.chance_outcomes())
    except RuleError as error:
        assert "sample" in error.reason
        return {}


def test_samples_are_legal_and_fit_the_outcomes(steps: list[Step]) -> None:
    rng = random.Random(5)
    for state in [state for state, _ in steps if state.active == (CHANCE,)][:60]:
        listed = outcomes(state)
        assert not listed or (sum(listed.values()) == pytest.approx(1) and min(listed.values()) > 0)
        for drawn in (state.sample(rng) for _ in range(3)):
            assert state.refusal(drawn) is None and (not listed or drawn in listed)
            assert type(drawn) in {type(a) for a in state.legal_actions()}


def test_samples_fall_as_often_as_they_should(steps: list[Step]) -> None:
    due = [listed for state, _ in steps if state.active == (CHANCE,) and len(listed := outcomes(state)) > 1]
    states = [state for state, _ in steps if state.active == (CHANCE,) and 1 < len(outcomes(state)) <= 40]
    rng, n = random.Random(8), 1200
    for state in states[:2]:
        counts = Counter(state.sample(rng) for _ in range(n))
        for action, p in outcomes(state).items():
            assert abs(counts[action] - n * p) < 5 * (n * p * (1 - p)) ** 0.5
    assert bool(states) <= bool(due)


# ---- notation


def test_notation_comes_in_pairs(some: Some) -> None:
    for state, _ in some(40):
        written = [str(action) for action in choices(state)]
        assert [state.parse(text) for text in written] == choices(state)
        assert len(set(written)) == len(written)
        assert state.parse(f"  {written[0].replace(' ', '   ')} ") == choices(state)[0]


@pytest.mark.parametrize("text", ["", "xyzzy", "done done", "roll 7", "roll 1 0", "9" * 5000, "\ud800", "{side}"])
def test_what_is_no_notation_is_refused_with_the_rule_of_the_decision_due(game: Description, text: str) -> None:
    state = game.start()
    for asked in (state.apply, state.explain, state.read):
        with pytest.raises(RuleError, match="cannot be read as a move: ") as caught:
            asked(text)
        assert caught.value.rule == state.rule in game.book.numbers()
    with pytest.raises(RuleError, match="cannot be read as a move") as caught:
        state.parse(text)  # which knows the notation and no position
    assert not caught.value.rule


def test_numbers_in_notation_are_bounded(some: Some) -> None:
    for state, action in some(20):
        if re.search(r"\d", str(action)):
            with pytest.raises(RuleError):
                state.parse(re.sub(r"\d+", "9" * 5000, str(action)))


# ---- events


def test_events_are_sentences_with_a_rule(rules: set[str], steps: list[Step], end: GameState) -> None:
    for state in (*(s for s, _ in steps), end):
        for event in state.events:
            assert str(event)[0].isupper() and str(event).endswith(".") and "{" not in str(event)
            assert event.rule in rules and set(event.seen_by) <= set(state.sides)
            assert isinstance(event.reveals, bool)


# ---- views


def parts(value: Any) -> Iterator[Any]:
    """A value and all that it is made of."""
    yield value
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list | tuple | set | frozenset):
        for part in value:
            yield from parts(part)


def test_a_view_is_another_type_and_holds_no_state(some: Some, end: GameState) -> None:
    for state in (*(s for s, _ in some(3)), end):
        for side in (None, *state.sides):
            view = state.view(side)
            assert view == fresh(state).view(side) and not any(isinstance(part, GameState) for part in parts(view))
            with pytest.raises(AttributeError):
                view.active = ()


def test_an_unknown_side_has_no_view(first: GameState) -> None:
    with pytest.raises(ValueError, match="there is no side 'Tudor'") as caught:
        first.view("Tudor")
    assert all(repr(side) in str(caught.value) for side in first.sides)


def test_what_others_choose_in_secret_changes_nothing_for_a_side(steps: list[Step]) -> None:
    secret = [state for state, _ in steps if len(state.active) > 1]
    for state in secret[:: max(1, len(secret) // 12)]:
        by, *waiting = state.active
        after = [state.apply(action) for action in state.legal_actions(by)]
        after = [s for s in after if not any(event.reveals for event in s.events)]  # as a hand that is thrown back
        for other in waiting:
            assert len({repr((s.view(other), s.legal_actions(other))) for s in after}) == 1
            assert all(other in s.active and by not in s.active for s in after)


# ---- reasons


def elsewhere(state: GameState, steps: list[Step]) -> list[Action]:
    """Actions of this game that are not legal here."""
    legal = choices(state)
    kinds = {type(action) for action in legal} if state.active == (CHANCE,) else set()
    return [a for _, a in steps if a not in legal and type(a) not in kinds]


def test_a_refusal_has_a_rule_and_offers_what_is_legal(rules: set[str], some: Some, steps: list[Step]) -> None:
    rng = random.Random(3)
    for state, _ in some(12):
        for action in rng.sample(wrong := elsewhere(state, steps), min(6, len(wrong))):
            with pytest.raises(RuleError) as caught:
                state.apply(action)
            error = caught.value
            assert error.rule in rules and f"({cited(error.rule)})" in str(error)
            assert set(error.nearest) <= set(choices(state))
            assert (str(action) in str(error)) and "\n" not in str(error)


def test_nothing_is_legal_at_the_end(rules: set[str], steps: list[Step], end: GameState) -> None:
    for _, action in steps[:: max(1, len(steps) // 10)]:
        with pytest.raises(RuleError, match="is over") as caught:
            end.apply(action)
        assert caught.value.rule in rules and not caught.value.nearest


def test_every_decision_has_a_rule(rules: set[str], steps: list[Step], end: GameState) -> None:
    assert {state.rule for state, _ in steps} | {end.rule} <= rules


def test_explain_answers_for_actions_legal_or_not_and_for_things(
    rules: set[str], some: Some, steps: list[Step]
) -> None:
    rng = random.Random(4)
    for state, action in some(10):
        assert state.explain(action).legal and state.explain(str(action)) == state.explain(action)
        wrong = elsewhere(state, steps)
        subjects = sorted(state.subjects)
        asked = [*rng.sample(wrong, min(3, len(wrong))), *rng.sample(subjects, min(5, len(subjects)))]
        for what in asked:
            answer = state.explain(what)
            assert isinstance(answer, Explanation) and answer.asked == str(what) and str(what) in answer.sentence
            assert answer.rule in rules and set(answer.nearest) <= set(choices(state))
            assert answer.legal is False or isinstance(what, str)


# ---- hashes


def test_states_and_views_that_are_equal_hash_alike_and_may_be_keys(case: Case, first: GameState, some: Some) -> None:
    for state, action in some(5):
        twin, after = copy.deepcopy(state), state.apply_unchecked(action)
        assert twin is not state and twin == state and hash(twin) == hash(state)
        assert {state: "here"}[twin] == "here" and len({state, twin, fresh(state), after}) == 2
        for side in (*state.sides, None):
            seen, again = state.view(side), twin.view(side)
            assert seen == again and len({seen, again, copy.deepcopy(seen)}) == 1


def test_states_of_a_game_played_twice_hash_alike(first: GameState, steps: list[Step]) -> None:
    again = start(first.header["game"], first.header["scenario"], **first.header["options"])
    for state, action in steps[:100]:
        assert (again, hash(again)) == (state, hash(state))
        again = again.apply_unchecked(action)
    assert len({hash(state) for state, _ in steps}) > 0.9 * len({id(state) for state, _ in steps})
