"""What holds in every state of every game: knights, goods, points, decks, rounds, and what each side may know."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import roses
from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE, Action
from roses.engine.rules import variants
from roses.lancaster.actions import Commit, Place, Vote
from roses.lancaster.events import KINDS
from roses.lancaster.gains import MarkersTaken, PointsScored
from roses.lancaster.game import BOOK
from roses.lancaster.position import Phase
from roses.lancaster.ruleset import RULESETS
from roses.lancaster.state import State
from roses.lancaster.tables import COLOURS
from roses.lancaster.view import View
from tests.proof import sampled

KNIGHTS = (1, 1, 1, 2, 2, 3, 4)
PLAYERS = (2, 3, 4, 5)
SETS = ("revised", "revised+expansion_laws=all", "revised+expansion_laws=drawn")


class Step(NamedTuple):
    """A state, what was chosen in it, and what came of it."""

    before: State
    action: Action
    after: State


def play(players: int, ruleset: str, seed: int) -> Iterator[Step]:
    rng, state = random.Random(seed), roses.start("lancaster", players=players, ruleset=ruleset)
    while state.active:
        chance = state.active == (CHANCE,)
        action = state.sample(rng) if chance else rng.choice(state.legal_actions(rng.choice(state.active)))
        yield Step(state, action, after := state.apply(action))
        state = after


def over_games(test: Callable[..., None]) -> Callable[..., None]:
    """Run a test on random games: players, ruleset and seed."""
    games = given(st.sampled_from(PLAYERS), st.sampled_from(variants(RULESETS)), st.integers(0, 10**6))

    def run(number: int) -> None:
        settings(max_examples=number)(games(test))()

    run.__name__ = run.__qualname__ = test.__name__
    run.__module__ = test.__module__
    return pytest.mark.parametrize("number", sampled((5, 20), 5))(run)


def colours(view: View) -> dict[str, list[int]]:
    """All knights of each colour, wherever they are, as an umpire sees them."""
    results: dict[str, list[int]] = {}
    for house in view.houses:
        for one in (house, house.ally):
            if one:
                results[one.colour] = [*one.court, *one.reserve, *(s.knight for s in one.castle if s.knight)]
        results[house.colour] += house.prisoners
    for county in view.counties:
        if county.holder:
            results[county.holder].append(county.knight)
    for conflict in view.conflicts:
        for slot in conflict.slots:
            results[slot.colour] += slot.knights
    return results


@over_games
def test_2_1_each_colour_keeps_its_seven_knights(players: int, ruleset: str, seed: int) -> None:
    for step in play(players, ruleset, seed):
        knights = colours(step.after.view())
        assert len(knights) == (4 if players == 2 else players)
        assert all(sorted(held) == list(KNIGHTS) for held in knights.values())


@over_games
def test_5_3_a_county_goes_to_the_stronger_and_never_from_ones_own(players: int, ruleset: str, seed: int) -> None:
    family = {c: {c} for c in COLOURS}
    if players == 2:
        family |= {c: {"Blue", "Yellow"} if c in ("Blue", "Yellow") else {"Green", "Red"} for c in COLOURS[:4]}
    for before, action, after in play(players, ruleset, seed):
        if not isinstance(action, Place):
            continue
        was, is_now = (next(c for c in s.view().counties if c.name == action.county) for s in (before, after))
        assert (is_now.holder, is_now.knight, is_now.squires) == (action.colour, action.knight, action.squires)
        assert is_now.knight >= is_now.minimum
        if was.holder:
            assert was.holder not in family[action.colour]
            assert is_now.knight + is_now.squires > was.knight + was.squires


def spent(step: Step, colour: str, goods: str) -> int:
    """What a colour paid in a step without an event of its own: squires that go with knights."""
    a = step.action
    if goods == "squires" and isinstance(a, Place) and a.colour == colour:
        return a.squires
    if goods == "squires" and isinstance(a, Commit) and step.before.active[0] == colour:
        return len(a.cards)
    return 0


@over_games
def test_15_1_goods_and_points_are_what_the_events_told(players: int, ruleset: str, seed: int) -> None:
    for step in play(players, ruleset, seed):
        was, is_now = step.before.view(), step.after.view()
        for old, new in zip(was.houses, is_now.houses, strict=True):
            counts: Counter[str] = Counter()
            for e in step.after.events:
                if e.side == new.colour:
                    counts[e.kind] += getattr(e, "amount", getattr(e, "markers", 0))
            assert new.score - old.score == counts["points"] >= 0
            assert new.gold - old.gold == counts["gold"] - counts["paid_gold"]
            lost = counts["paid_squires"] + spent(step, new.colour, "squires")
            assert new.squires - old.squires == counts["squires"] - lost
            lost = counts["vote"] + counts["returned"] + counts["paid_leftover"]
            assert new.markers + new.leftover - old.markers - old.leftover == counts["markers"] - lost
            assert min(new.gold, new.squires, new.markers, new.leftover, new.score) >= 0


@over_games
def test_12_0_rounds_decks_rows_and_laws(players: int, ruleset: str, seed: int) -> None:
    rounds = []
    for step in play(players, ruleset, seed):
        view = step.after.view()
        if view.round and step.after.phase not in (Phase.CONFLICTS, Phase.PROPOSALS):
            assert (len(view.deck), len(view.pile)) == (10 - 2 * view.round, 15 - 3 * view.round)
            assert (len(view.laws), len(view.proposals)) == (3, 3)
        rows = Counter(c.row for c in view.conflicts)
        assert rows["upper"] <= 2 and rows["lower"] <= 2
        nobles = sum(c.nobles for c in view.counties) + sum(len(h.nobles) for h in view.houses) + view.removed
        assert nobles == 9 * {2: 2, 3: 2, 4: 3, 5: 4}[players] and (not view.removed or players == 2)
        assert all(s.knight == 0 for h in view.houses for s in h.castle if s.built)
        rounds.append(view.round)
    assert sorted(set(rounds)) == [0, 1, 2, 3, 4, 5] and rounds == sorted(rounds)
    assert step.after.phase is Phase.OVER and step.after.outcome is not None


@over_games
def test_13_5_the_most_points_win_and_the_events_make_them(players: int, ruleset: str, seed: int) -> None:
    counts: Counter[str] = Counter()
    for step in play(players, ruleset, seed):
        for e in step.after.events:
            counts[e.side] += e.amount if isinstance(e, PointsScored) else 0
    end = step.after
    scores = end.view().scores
    assert scores == {side: counts[side] for side in end.sides}
    best = [side for side, n in scores.items() if n == max(scores.values())]
    assert end.outcome is not None and end.outcome.winner == " and ".join(best)


@over_games
def test_7_2_votes_are_counted_and_markers_never_outlast_parliament(players: int, ruleset: str, seed: int) -> None:
    cast: dict[str, Vote] = {}
    for before, action, after in play(players, ruleset, seed):
        if isinstance(action, Vote):
            assert action.markers <= before.markers[COLOURS.index(action.side)]
            cast[action.side] = action
        for e in (e for e in after.events if e.kind in ("accepted", "rejected")):
            yes = sum(1 + v.markers for v in cast.values() if v.choice == "yes")
            no = sum(1 + v.markers for v in cast.values() if v.choice == "no")
            assert len(cast) == players and (e.yes, e.no) == (yes, no)
            assert (e.kind == "accepted") == (yes >= no)
            cast = {}
        if before.phase is Phase.VOTE and after.phase is not Phase.VOTE:
            gains = Counter(e.side for e in after.events if isinstance(e, MarkersTaken) for _ in range(e.amount))
            assert all(after.markers[p] == gains[side] for p, side in enumerate(after.sides))


@over_games
def test_every_event_has_a_paragraph(players: int, ruleset: str, seed: int) -> None:
    events = [e for step in play(players, ruleset, seed) for e in step.after.events]
    assert {e.kind for e in events} <= KINDS.keys() and {e.rule for e in events} <= set(BOOK.numbers())


def test_the_games_meet_every_phase() -> None:
    games = (play(PLAYERS[seed // 4 % 4], (*SETS, "revised+favour_pick=may")[seed % 4], seed) for seed in range(40))
    assert {step.before.phase for game in games for step in game} == set(Phase) - {Phase.OVER}


# ---- who may know what


def twin(state: State, viewer: int, rng: random.Random) -> State:
    """The same state, but for what others have behind their screens and in their sealed votes."""

    def others(values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(n if p == viewer else rng.randrange(12) for p, n in enumerate(values))

    votes = tuple(v if p == viewer or v is None else (not v[0], v[1]) for p, v in enumerate(state.votes))
    if not state.setup.screens:
        return msgspec.structs.replace(state, votes=votes)
    return msgspec.structs.replace(state, gold=others(state.gold), squires=others(state.squires), votes=votes)


WRONG = ("xyzzy", "Blue votes", "pass", "gold", "blue places 4 in york.")


def hint(state: State, text: str, side: str) -> str:
    """What a side is told about a text that is no action."""
    with pytest.raises(RuleError) as caught:
        state.read(text, side)
    return str(caught.value)


@pytest.mark.parametrize(("players", "ruleset"), sampled(product(PLAYERS, SETS), (2, SETS[0])))
def test_16_1_equal_knowledge_gives_equal_views_and_choices(players: int, ruleset: str) -> None:
    rng, checked, differ = random.Random(players), 0, 0
    for seed in range(4):
        for step in play(players, ruleset, seed):
            viewer = rng.randrange(players)
            other, side = twin(step.before, viewer, rng), COLOURS[viewer]
            assert step.before.view(side) == other.view(side)
            assert step.before.legal_actions(side) == other.legal_actions(side)
            assert step.before.prompt(side) == other.prompt(side)
            assert hint(step.before, WRONG[checked % 5], side) == hint(other, WRONG[checked % 5], side)
            differ += step.before.view() != other.view()
            checked += 1
    assert checked > 300 and differ > (0.9 * checked if players > 2 else 20)


TELLING = {"most", "skipped", "accepted", "rejected", "knights_prize"}  # by rule they say what was hidden


@pytest.mark.parametrize(("players", "ruleset"), sampled(product((3, 4, 5), SETS), (3, SETS[2]), (4, SETS[0])))
def test_16_1_ones_own_choice_tells_nothing_about_what_others_have(players: int, ruleset: str) -> None:
    rng, phases = random.Random(players), set()
    for seed in range(6):
        for before, action, after in play(players, ruleset, seed):
            side = getattr(action, "side", before.active[0])
            if side == CHANCE:
                continue
            beside = twin(before, COLOURS.index(side), rng).apply(action)
            if TELLING.isdisjoint(e.kind for s in (after, beside) for e in s.events):
                assert after.view(side) == beside.view(side), before
                phases.add(before.phase)
    assert phases >= {Phase.PLACING, Phase.VOTE, Phase.COUNTY, Phase.CASTLE, Phase.RANSOM, Phase.FAVOUR}


def test_16_1_gold_and_squires_of_others_are_in_no_view() -> None:
    for step in play(4, "revised", 3):
        for side in step.after.sides:
            for house in step.after.view(side).houses:
                hidden = house.colour != side and step.after.phase is not Phase.OVER
                assert (house.gold is None, house.squires is None) == (hidden, hidden)
    for step in play(2, "revised", 3):
        assert all(h.gold is not None for h in step.after.view("Blue").houses)


def test_1_3_no_state_holds_the_order_of_what_is_to_come() -> None:
    steps = list(play(4, "revised", 11))
    state = next(s.before for s in steps if s.before.phase is Phase.PLACING and s.before.round == 1)
    first, second = (list(_revealed(state, seed)) for seed in (1, 2))
    assert first != second and sorted(first) == sorted(second)


def _revealed(state: State, seed: int) -> Iterator[str]:
    """The conflicts that come when a game is played on from here."""
    rng = random.Random(seed)
    while state.active:
        if state.active == (CHANCE,):
            action = state.sample(rng)
            yield from action.cards if state.phase is Phase.CONFLICTS else ()  # type: ignore[attr-defined]
        else:
            action = state.legal_actions()[0]
        state = state.apply(action)
