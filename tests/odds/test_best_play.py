"""Best play: equal to a minimax over all dice, in agreement with the engine's choices, never beaten by a policy."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from typing import Any

import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE, Action
from roses.odds import BestPlay, Choice, Ending, battle_odds, best_play, line_up, opening, stand
from roses.odds.backward import Backward
from roses.odds.endings import Objective, ending, entrants, objective, over
from roses.odds.enumeration import falls, key
from roses.odds.grid import Grid
from roses.odds.tree import Solver
from roses.richard.actions import Pass
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import SIDES
from tests.odds.lineups import LINEUPS
from tests.proof import sampled

LEICESTER: dict[str, Any] = {"area": "Leicester", "attacker": "Lancaster", "entry": "Warwick"}
ONE: dict[str, Any] = {**LEICESTER, "attackers": ["Richmond"], "defenders": ["Gloucester"], "king": "Gloucester"}
TWO: dict[str, Any] = {**LEICESTER, "attackers": ["Richmond", ("Oxford", 2)], "defenders": [("Stanley/Y", 3)]}
BOUGHT: dict[str, Any] = {
    **LEICESTER, "attackers": [("Richmond", 2), ("Oxford", 1)], "defenders": [("Gloucester", 2)],
    "reserves": {"defender": [("Bombard/Y", 2), ("Stanley/Y", 2)]}, "king": "Gloucester",
}  # fmt: skip
SHUT_IN: dict[str, Any] = {
    "area": "Cornwall", "attacker": "York", "entry": "Dorset", "king": "Henry VI",
    "attackers": [("Warwick/Y", 2), ("York", 2)], "defenders": [("Exeter/L", 2), ("Henry VI", 1)],
}  # fmt: skip
SUCCESSION: dict[str, Any] = {
    "area": "Cornwall", "attacker": "York", "entry": "Somerset", "king": "York", "pretender": "Exeter/L",
    "attackers": [("York", 2), ("Clarence/Y", 2)], "defenders": [("Exeter/L", 2), ("Richmond", 2), ("Kent/L", 1)],
}  # fmt: skip
NEVILLES: dict[str, Any] = {
    "area": "Warwick", "attacker": "York", "entry": "Leicester", "king": "Henry VI",
    "attackers": [("Kent/Y", 2), ("Rutland", 2)], "defenders": [("Warwick/L", 3)],
    "reserves": {"attacker": [("Bombard/Y", 1)]},
}  # fmt: skip


def spread(end: Ending) -> float:
    """A measure no rule knows of: it tells all endings apart."""
    lives = sum((i + 1) * steps for i, (_, steps) in enumerate(sorted(end.stands)))
    return lives - 0.37 * sum(steps for _, steps in end.away) + 0.11 * end.round + 2.3 * (end.winner == "York")


def first(battle: dict[str, Any]) -> State:
    rules = battle.get("ruleset", "revised")
    return opening(line_up(**{k: v for k, v in battle.items() if k != "ruleset"}, rules=rules), battle["area"])


def aim(state: State, asked: Any) -> Objective:
    assert state.battle is not None
    return objective(asked, SIDES[state.battle.attacker], entrants(state))


def minimax(state: State, goal: Objective) -> float:
    """The value by every choice of the engine and every single fall of its dice."""
    blocks, known = entrants(state), dict[object, float]()

    def value(now: State, number: int) -> float:
        if over(now):
            return goal.measure(ending(now, blocks, number))
        here = key(now)
        if here not in known:
            assert now.battle is not None
            at = now.battle.round
            if now.active == (CHANCE,):
                known[here] = sum(p * value(now.apply_unchecked(roll), at) for roll, p in now.chance_outcomes())
            else:
                choose = max if now.active[0] == goal.house else min
                known[here] = choose(value(now.apply_unchecked(action), at) for action in now.legal_actions())
        return known[here]

    return value(state, 0)


REBEL: dict[str, Any] = {
    **LEICESTER,
    "attackers": [("Rebel", 2)],
    "defenders": [("Gloucester", 1)],
    "king": "Gloucester",
}


SMALL = {"Rebel": REBEL, "one": ONE, "two": TWO}
ASKED = [("Rebel", "steps"), ("one", "win"), ("one", "steps"), ("one", "heir:Richmond"), ("one", spread)]


@pytest.mark.parametrize(("name", "asked"), sampled([*ASKED, ("two", "win"), ("two", spread)], *ASKED[:2]))
def test_best_play_is_minimax_by_every_fall_of_the_dice(name: str, asked: Any) -> None:
    play = best_play(**SMALL[name], objective=asked)
    state = first(SMALL[name])
    assert play.value == pytest.approx(minimax(state, aim(state, asked)), abs=1e-12)


def test_6_3_a_line_lost_to_treachery_is_worth_what_the_ruleset_says() -> None:
    bribed: dict[str, Any] = {
        "area": "Oxford", "attacker": "York", "entry": "Wilts", "king": "Henry VI", "pretender": "York",
        "attackers": [("York", 1)], "defenders": [("Rivers/L", 1)], "reserves": {"defender": [("Devon", 1)]},
    }  # fmt: skip
    values = []
    for reading in ("line_lost", "line_killed"):
        case = {**bribed, "ruleset": f"revised+control_change={reading}"}
        play, state = best_play(**case), first(case)
        assert play.value is not None
        assert play.value == pytest.approx(minimax(state, aim(state, "win")), abs=1e-12)
        values.append(play.value)
    assert values[0] > values[1] + 0.01


TRAPPED: dict[str, Any] = LINEUPS["one is trapped"]
TRAITORS: dict[str, Any] = {
    "area": "Cornwall", "attacker": "York", "entry": "Somerset", "king": "Richmond", "pretender": "March",
    "attackers": [("Exeter/Y", 1), ("March", 1)], "defenders": [("Somerset", 2), ("Clarence/L", 1), ("Richmond", 1)],
}  # fmt: skip
CASES = {"bought": BOUGHT, "shut in": SHUT_IN, "succession": SUCCESSION, "Nevilles": NEVILLES, "trapped": TRAPPED,
         "traitors": TRAITORS}  # fmt: skip
SEEN = {
    "bought": {"deploy", "control", "king_dead"}, "shut in": {"treachery", "king_dead"},
    "succession": {"treachery", "turned", "pretender", "king_dead"}, "Nevilles": {"treachery", "turned", "deploy"},
    "trapped": {"trapped", "control"}, "traitors": {"treachery", "turned"},
}  # fmt: skip
RULES = ("revised", "revised+defector_strength=full", "revised+bombard_reserve_gets_a3=True",
         "revised+neville_shared_shields=all_purposes", "revised+pretender_succession=supply_phase")  # fmt: skip


@pytest.mark.parametrize(
    ("name", "asked"),
    sampled(
        product(CASES, ("win", "steps", "heir", spread)),
        ("bought", "heir"), ("Nevilles", spread), ("traitors", "win"),
    ),
)  # fmt: skip
def test_everywhere_the_value_is_that_of_the_engine_s_best_choice(name: str, asked: Any) -> None:
    heirs = {"bought": "Richmond", "shut in": "York", "succession": "Exeter/L", "Nevilles": "Rutland",
             "trapped": "Richmond", "traitors": "March"}  # fmt: skip
    seen = _hold(CASES[name], f"heir:{heirs[name]}" if asked == "heir" else asked, 150)
    assert SEEN[name] | {"fire", "hit", "retreat", "charge", "reply", "eliminated"} <= seen


@pytest.mark.parametrize(
    ("name", "rules"),
    sampled(product(CASES, RULES[1:]), ("Nevilles", RULES[1]), ("bought", RULES[2]), ("Nevilles", RULES[3])),
)
def test_everywhere_the_value_is_that_of_the_engine_s_best_choice_under_other_rules(name: str, rules: str) -> None:
    _hold({**CASES[name], "ruleset": rules}, "win", 30)


def test_9_0_a_house_with_an_heir_elsewhere_is_not_lost_with_those_in_the_battle() -> None:
    grid = Backward(Grid(first(TRAITORS), None), aim(first(TRAITORS), "win")).grid
    assert all(grid.extinct(side, 0) is None for side in (0, 1))  # Henry VI and Prince Edward live, far away


@pytest.mark.parametrize("name", sampled(CASES, "Nevilles"))
def test_a_battle_solved_from_its_middle_is_worth_what_it_was_from_its_start(name: str) -> None:
    state = first(CASES[name])
    goal, rng, later, spent = aim(state, "win"), random.Random(11), 0, 0
    whole = Solver(state, goal)
    while later < 12:
        now = state
        for _ in range(rng.randrange(30)):
            if not over(now):
                now = now.apply_unchecked(now.sample(rng) if now.active == (CHANCE,) else _some(now, rng))
        if now.phase is Phase.BATTLE_TURN:
            assert now.battle is not None
            assert Solver(now, goal).value(now) == pytest.approx(whole.value(now), abs=1e-12), now.battle
            later, spent = later + 1, spent + bool(now.battle.used)
    assert spent or "treachery" not in SEEN[name]


def test_6_9_the_king_s_last_choice_at_bosworth_is_solved_with_the_guns() -> None:
    play = best_play(roses.replay("1483-richard-iii")[140])
    assert play.value is not None
    assert play.bounds == (play.value, play.value)
    values = {str(choice.action): choice.value for choice in play.root.choices}
    assert values["Gloucester charges Richmond"] == pytest.approx(play.value, abs=1e-12)
    assert values["Gloucester fires"] > play.value + 1e-6


def _some(state: State, rng: random.Random) -> Action:
    """Choose at random; from round 2 on often pass, so that there are still some who must leave in round 4."""
    legal = state.legal_actions()
    idle = [action for action in legal if isinstance(action, Pass)]
    assert state.battle is not None
    return rng.choice(idle if idle and state.battle.round > 1 and rng.random() < 0.6 else legal)


def _hold(battle: dict[str, Any], asked: Any, positions: int) -> set[str]:
    """Play at random and compare each position's value with the best of what the engine lets its side choose."""
    state = first(battle)
    goal = aim(state, asked)
    solver, rng, seen, kinds = Solver(state, goal), random.Random(7), 0, set[str]()
    assert solver.rounds is not None
    while seen < positions:
        now = state
        while not over(now):
            if now.phase is Phase.BATTLE_TURN:
                assert now.battle is not None
                choose = max if now.active[0] == goal.house else min
                after = map(now.apply_unchecked, now.legal_actions())
                best = choose(solver.value(state, now.battle.round) for state in after)
                assert solver.value(now) == pytest.approx(best, abs=1e-12), now.battle
                seen += 1
            now = now.apply_unchecked(now.sample(rng) if now.active == (CHANCE,) else _some(now, rng))
            kinds |= {event.kind for event in now.events}
    return kinds


@pytest.mark.parametrize("steps", sampled((1, 2), 1))
def test_5_1_a_treason_roll_before_round_1_is_a_choice_too(steps: int) -> None:
    state = roses.battle("Leicester", {"Warwick": f"Richmond:{steps}"}, f"Stanley/Y:{steps}, Hastings:1", king="York",
                         cards=("Treason", "3"))  # fmt: skip
    assert state.phase is Phase.TREASON
    play = best_play(state)
    assert play.value == pytest.approx(minimax(state, aim(state, "win")), abs=1e-12)
    assert str(play.root.best) == "Treason tries treachery on Stanley/Y"
    stands = battle_odds(state)
    assert stands.turned["Stanley/Y"] == 0


# ---- never beaten


@cache
def bought() -> BestPlay:
    return best_play(**BOUGHT)


def _at_random(seed: int) -> Callable[[State], Action]:
    def policy(state: State) -> Action:
        return random.Random(f"{seed} {key(state)}").choice(state.legal_actions())

    return policy


@pytest.mark.parametrize(("house", "other"), sampled(product(SIDES, (None, 1, 2, 3)), ("York", 2), ("Lancaster", 1)))
def test_no_fixed_policy_beats_best_play(house: str, other: int | None) -> None:
    play = bought()
    assert play.value is not None
    fixed = _at_random(other) if other else lambda state: None

    def policy(state: State) -> Any:
        return play.play(state) if state.active[0] == house else fixed(state)

    odds = battle_odds(**BOUGHT, policy=policy)
    if house == play.house:
        assert odds.win[play.house] >= play.value - 1e-12
    else:
        assert odds.win[play.house] <= play.value + 1e-12


def test_best_play_against_itself_is_worth_its_value() -> None:
    play = bought()
    odds = battle_odds(**BOUGHT, policy=play.play)
    assert odds.win["Lancaster"] == pytest.approx(play.value, abs=1e-12)
    stands = battle_odds(**BOUGHT)
    assert stands.win["Lancaster"] != pytest.approx(play.value, abs=1e-3)  # the example is no idle one


# ---- the tree


def test_a_reader_can_walk_the_tree() -> None:
    play, position, rng = bought(), bought().root, random.Random(2)
    assert play.value is not None and position.value == play.value
    steps = 0
    while position.chooses:
        if position.chooses == CHANCE:
            assert sum(p for p, _ in position.chances) == pytest.approx(1)
            assert sum(p * after.value for p, after in position.chances) == pytest.approx(position.value, abs=1e-12)
            position = rng.choice(position.chances)[1]
        else:
            choices = position.choices
            assert {c.action for c in choices} == set(position.state.legal_actions())
            assert position.best == choices[0].action and choices[0].value == pytest.approx(position.value, abs=1e-12)
            assert position.margin is None or position.margin >= 0
            assert list(position.table()["behind"]) == sorted(position.table()["behind"])
            position = position.after(choices[0].action)
        steps += 1
    assert steps > 6 and position.choices == () and position.chances == () and position.best is None
    with pytest.raises(RuleError):
        play.root.after("Norfolk fires")


def _gap(choices: Sequence[Choice]) -> float:
    """How far the best choice is from the next that is more than another area for the same block."""
    head = str(choices[0].action).partition(" to ")[0]
    return abs(choices[0].value - next(c.value for c in choices if str(c.action).partition(" to ")[0] != head))


def test_areas_of_one_retreat_are_one_choice() -> None:
    position = bought().root
    while position.chooses != "York" or position.state.battle is None or position.state.battle.round < 2:
        after = position.chances[0][1] if position.chooses == CHANCE else position.after(stand(position.state)[0])
        position = after
    retreats = [c for c in position.choices if "Gloucester retreats" in str(c.action)]
    assert len(retreats) > 1 and len({round(c.value, 12) for c in retreats}) == 1
    assert position.margin == pytest.approx(_gap(position.choices), abs=1e-12)


def test_what_best_play_shows() -> None:
    play = best_play(**ONE)
    assert repr(play) == "Leicester, win: 0.0930 to Lancaster under best play"
    assert play.bounds == (play.value, play.value)
    bundle = play._repr_mimebundle_()
    assert "Gloucester fires" in bundle["text/html"]


# ---- out of reach


def test_a_stopped_search_keeps_honest_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = bought().value
    assert whole is not None
    solve, done = Backward.solve, []

    def impatient(self: Backward, config: Any) -> Any:
        done.append(config)
        if len(done) > 60:
            raise KeyboardInterrupt
        return solve(self, config)

    monkeypatch.setattr(Backward, "solve", impatient)
    play = best_play(**BOUGHT)
    low, high = play.bounds
    assert play.value is None and 0 <= low <= whole <= high <= 1 and low < high
    assert repr(play).startswith("Leicester, win: between ")
    shown, before = play._repr_mimebundle_(), len(done)
    assert "between" in shown["text/html"] and len(done) == before  # to show it solves nothing more


def test_what_is_large_says_so_first(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("roses.odds.result.LONG", 0.05)
    best_play(**ONE)
    assert "will take about" not in capsys.readouterr().err
    best_play(**BOUGHT)
    assert "best play in Leicester will take about" in capsys.readouterr().err


def test_layers_that_are_forgotten_are_solved_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("roses.odds.tree.STORED", 0)
    state = first(BOUGHT)
    lean, full = Solver(state, aim(state, "win")), bought()
    assert lean.rounds is not None and full.root.solver.rounds is not None
    assert len(lean.rounds.solved) < len(full.root.solver.rounds.solved) / 2
    position = full.root
    while position.chooses:
        assert lean.value(position.state, position.number) == pytest.approx(position.value, abs=1e-12)
        position = position.chances[0][1] if position.chooses == CHANCE else position.after(position.best or "")


def test_a_pirate_in_the_battle_is_searched_position_by_position(capsys: pytest.CaptureFixture[str]) -> None:
    scene = roses.scene(cards=("Piracy", "2"), France="Clifford:1", Kent="Arundel:1")
    state = roses.play(scene, "Clifford sails the English Channel to Kent", "done", "done", "fight in Kent")
    assert isinstance(state, State)
    play = best_play(state)
    assert "pirates may sail off" in capsys.readouterr().err
    assert play.value == pytest.approx(minimax(state, aim(state, "win")), abs=1e-12)
    fired = play.root.after("Clifford fires").state
    assert fired.due and falls(fired, fired.due)


BOUNDED = [("trapped", 50, "win"), *(("shut in", 1000, asked) for asked in ("win", "steps", "heir:York"))]


@pytest.mark.parametrize(("name", "huge", "asked"), sampled(BOUNDED, BOUNDED[0]))
def test_what_is_too_large_for_its_ways_out_is_held_between_bounds(
    monkeypatch: pytest.MonkeyPatch, name: str, huge: int, asked: str
) -> None:
    whole = best_play(**CASES[name], objective=asked)
    monkeypatch.setattr("roses.odds.tree.HUGE", huge)
    play = best_play(**CASES[name], objective=asked)
    assert whole.value is not None
    low, high = play.bounds
    assert play.root.solver.most is not None
    assert low - 1e-12 <= whole.value <= high + 1e-12
    assert high - low < 0.2
    if asked == "win":
        assert play.value == pytest.approx(whole.value, abs=1e-12)
