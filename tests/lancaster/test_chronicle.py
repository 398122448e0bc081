"""What a game comes to: points by source that add up, rounds in three lines, and conflicts by the names readers see."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache

import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.options import Option
from roses.engine.protocol import CHANCE
from roses.figures.court.captions import FRANCE
from roses.history.battles import works
from roses.lancaster.chronicle import SOURCES, points_by_source, round_lines
from roses.lancaster.events import AnyEvent
from roses.lancaster.law_events import LawAccepted
from roses.lancaster.state import State
from roses.lancaster.tables import CARDS, CONFLICT_NAMES
from roses.widgets.lancaster.adapter import points_html

CARD = re.compile(r"\bK\d+[ab]?\b")


@cache
def played(seed: int) -> tuple[State, ...]:
    """A random game, state by state, for two to five players, with new laws in every other one."""
    ruleset = "revised+expansion_laws=drawn" if seed % 2 else "revised"
    states, rng = [roses.start("lancaster", ruleset=ruleset, players=2 + seed % 4)], random.Random(seed)
    while sides := states[-1].active:
        state = states[-1]
        chosen = state.sample(rng) if sides == (CHANCE,) else rng.choice(state.legal_actions(rng.choice(sides)))
        states.append(state.apply_unchecked(chosen))
    return tuple(states)


def check_points(states: list[State]) -> None:
    events: list[AnyEvent] = []
    for state in states:
        events += state.events
        points = points_by_source(events)
        assert {side: points[side].total() if side in points else 0 for side in state.sides} == state.view().scores
    assert {kind for sources in points_by_source(events).values() for kind in sources} <= SOURCES.keys()
    table = points_html(events, states[-1].view().scores)
    assert "At the start" not in table and table.count("<tr>") > 3


@pytest.mark.parametrize("seed", range(8))
def test_points_by_source_add_up_to_the_score_after_every_action(seed: int) -> None:
    check_points(list(played(seed)))


def test_points_by_source_add_up_in_the_recorded_game() -> None:
    replay = roses.timeline("1413-lancaster").replay
    check_points([replay[number] for number in range(len(replay))])


def test_every_round_has_three_lines_of_its_own() -> None:
    rounds: list[list[AnyEvent]] = []
    for event in [event for state in played(2) for event in state.events]:
        rounds += [[]] if event.kind == "round" else []
        if rounds:
            rounds[-1].append(event)
    told = [round_lines(events) for events in rounds]
    assert [len(lines) for lines in told] == [3] * 5 and len({tuple(lines) for lines in told}) == 5
    assert all(line.endswith(".") and not CARD.search(line) for lines in told for line in lines)


def words(options: tuple[Option, ...]) -> Iterator[str]:
    for option in options:
        yield f"{option.words} {option.place} {option.about}"
        yield from words(option.options)


@pytest.mark.parametrize("seed", [3, 5])
def test_readers_see_names_of_conflicts_and_records_keep_their_ids(seed: int) -> None:
    actions, shown = "", ""
    for state in played(seed):
        actions += " ".join(map(str, state.legal_actions())) if state.active and state.active != (CHANCE,) else ""
        shown += " ".join(map(str, state.events))
        if state.active and state.active != (CHANCE,):
            shown += " ".join(words(state.option_tree(state.active[0])))
    assert CARD.search(actions) and not CARD.search(shown)
    assert sum(name in shown for name in CONFLICT_NAMES.values()) >= 10
    assert not any(name in actions for name in CONFLICT_NAMES.values())


def test_every_name_has_its_history_and_its_sources() -> None:
    assert FRANCE.keys() == CONFLICT_NAMES.keys() == set(CARDS) and len(set(CONFLICT_NAMES.values())) == len(CARDS)
    for fight in FRANCE.values():
        assert fight.text.endswith(".") and fight.sources and set(fight.sources) <= works().keys()


def test_a_typed_name_means_the_conflict() -> None:
    state = next(state for state in played(2) if state.phase == "placing" and state.conflicts)
    name = CONFLICT_NAMES[CARDS[state.conflicts[0].card]]
    knight = state.court[state.sides.index(state.active[0])][0]
    with pytest.raises(RuleError, match="it is written") as error:
        state.explain(f"{state.active[0]} places {knight} in conflict {name}")
    assert [str(action) for action in error.value.nearest] == [
        f"{state.active[0]} places {knight} in conflict {CARDS[state.conflicts[0].card]}"
    ]
    with pytest.raises(RuleError, match="alone is not an action"):
        state.explain(name)


def test_a_name_with_a_comma_stays_whole() -> None:
    laws = [LawAccepted(id, name, 3, 1) for id, name in (("L05", "Gold, men and voices"), ("L06", "Open house"))]
    assert round_lines(laws[:1])[1] == "Parliament passed Gold, men and voices."
    assert round_lines(laws)[1] == "Parliament passed Gold, men and voices and Open house."
