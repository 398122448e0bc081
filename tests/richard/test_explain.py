"""Refusals: an action in notation is legal, or is refused by a rule, a true sentence and the nearest legal actions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

import roses
from roses.engine.explain import Explanation
from roses.engine.loading import folder
from roses.engine.protocol import CHANCE, Action, Roll
from roses.richard import actions as act
from roses.richard.position import Phase
from roses.richard.rules import RULESETS
from roses.richard.state import State
from roses.richard.tables import (
    AREAS,
    BLOCKS,
    BORDER_NAMES,
    CARDS,
    LAND,
    NAMES,
    NEIGHBOURS,
    PLACES,
    SCENARIOS,
    SEAS,
    SIDES,
    bits,
)
from tests.proof import sampled
from tests.richard.reasons import FORMS, Form, found
from tests.richard.scene import go, ruling, scene, texts, turn_of, until
from tests.richard.truth import Reader
from tests.richard.twins import play

RULES = {path.stem for path in (folder("data") / "rules" / "en").glob("*.md")}
RULINGS = (*RULESETS.values(), ruling(main_attack_declaration="end_of_phase", bombard_sea_move=False))
POSITIONS = 4  # of each phase in a game
BUSY = (Phase.ACTIONS, Phase.BATTLE_TURN, Phase.REGROUP)  # with most to be refused: four times as many


@cache
def positions(scenario: str, seed: int) -> tuple[State, ...]:
    """Positions of a random game in which a side must choose, so many of each phase as far as there are."""
    rng = random.Random(seed)
    rules = RULINGS[seed % len(RULINGS)]
    met: dict[Phase, list[State]] = {}
    for state, _, _ in play(scenario, rules, rng):
        if state.active != (CHANCE,):
            met.setdefault(state.phase, []).append(state)
    share = {phase: min(len(states), POSITIONS * (4 if phase in BUSY else 1)) for phase, states in met.items()}
    return tuple(s for phase, states in met.items() for s in rng.sample(states, share[phase]))


def universe(state: State, rng: random.Random) -> Iterator[Action]:
    """Actions of every kind with any block, area, border, sea and card, most of them near to what may be legal."""
    blocks = [*rng.sample(NAMES, 3), *_standing(state, rng)]
    areas = [*rng.sample(list(AREAS), 2), *_around(state, rng)]
    for block in blocks:
        yield from (
            kind(block) for kind in (act.Fire, act.Pass, act.Hit, act.Trapped, act.Execute, act.Starve, act.Disperse)
        )
        kinds = (act.Recruit, act.Retreat, act.Regroup, act.Enter, act.GoHome)
        yield from (kind(block, area) for kind in kinds for area in rng.sample(areas, 2))
        yield from (act.Sail(block, rng.choice(SEAS), area) for area in rng.sample(areas, 2))
        yield from (act.March(block, tuple(_way(state, block, rng))) for _ in range(3))
        other = rng.choice(blocks)
        yield from (act.Charge(block, other), act.Treachery(block, other), act.Treachery(act.TREASON, other))
    yield from (kind(area) for kind in (act.Muster, act.Plague, act.Fight) for area in areas)
    yield from (act.MainAttack(area, rng.choice(BORDER_NAMES)) for area in areas)
    yield from (act.Play(side, rng.choice((0, *CARDS))) for side in SIDES)
    yield from (act.Mulligan("York"), act.Keep(), act.Redeal(), act.Done(), act.Decline(), Roll((1, 2)))
    yield act.Deal(tuple(range(1, 8)), tuple(range(8, 15)))


def _standing(state: State, rng: random.Random) -> list[str]:
    """Blocks where something is going on: in the battle, of the side that must choose, and of the other."""
    here = list(bits(state.occ[state.battle.area])) if state.battle else []
    own = [list(bits(own & ~state.occ[-1])) for own in state.own]
    return [NAMES[b] for group in (here, *own) for b in rng.sample(group, min(3, len(group)))]


def _around(state: State, rng: random.Random) -> list[str]:
    """The battle area and its neighbours, areas with blocks, and where a pool or an exile is."""
    centre = state.battle.area if state.battle else rng.choice([a for a in LAND if state.occ[a]])
    near = [centre, *(area for area, _ in NEIGHBOURS[centre])]
    held = [a for a in LAND if state.occ[a]]
    return [PLACES[a] for a in (*near[:4], *rng.sample(held, 2))]


def _way(state: State, block: str, rng: random.Random) -> Iterator[str]:
    """One to four areas, each beside the one before, or once in a while anywhere."""
    at = state.loc[NAMES.index(block)]
    for _ in range(rng.choice((1, 1, 2, 2, 3, 4))):
        beside = [area for area, _ in NEIGHBOURS[at]] if at in LAND else []
        at = rng.choice(beside) if beside and rng.random() < 0.9 else rng.choice(LAND)
        yield PLACES[at]


def timely(state: State, actions: list[Action]) -> list[Action]:
    """Those of a kind that belongs to the decision due."""
    kinds = {type(a) for side in state.active for a in state.legal_actions(side)}
    if state.phase is Phase.BATTLE_TURN:
        kinds |= {act.Charge, act.Treachery, act.Retreat, act.Trapped, act.Fire, act.Pass}
    if state.phase in (Phase.ACTIONS, Phase.MUSTER):
        kinds |= {act.March, act.Sail, act.Recruit}
    if state.phase in (Phase.SUPPLY, Phase.HOMEWARD, Phase.EXILE):
        kinds |= {act.Done, act.Starve, act.GoHome, act.Disperse}
    return [a for a in actions if type(a) in kinds]


def check(state: State, side: str, action: Action, met: Counter[Form]) -> None:
    """One action, asked about by one side: legal, or refused by a rule with a sentence that is true."""
    answer = state.explain(action, side)
    assert answer.legal == (action in state.legal_actions(side)), (answer, state)
    assert answer.rule in RULES, answer
    if answer.legal:
        return
    assert answer.sentence.startswith(f"{action} is not legal now: "), answer
    reason = answer.sentence.removeprefix(f"{action} is not legal now: ")
    forms = found(reason, answer.rule, Reader(state.view(side), side))
    assert forms, (answer, state)
    met.update(forms)
    assert set(answer.nearest) <= set(state.legal_actions(side)), answer
    assert bool(answer.nearest) == (side in state.active), answer


# ---- sentences too rare to wait for: rule, position, question, the beginning of the reason

DEAL = act.Deal((7, 8, 9, 13, 14, 20, 1), (2, 3, 10, 15, 16, 21, 22))
PIRATES = ("Oxford", "Pembroke")
TREACHERY = "Richmond tries treachery on Stanley/Y"
LAST = "Norfolk retreats to Kent"  # in round 4


def attacked(area: str, attackers: dict[str, str], defenders: str, turn: str, **given: Any) -> State:
    """A battle that has come to the point where ``turn`` can be chosen."""
    state = roses.battle(area, attackers, defenders, **{"king": "Lancaster", **given})
    return until(state, lambda s: turn in texts(s))


def committed() -> State:
    return go(roses.start("richard-iii"), DEAL, act.Play("Lancaster", 7))


def crossed() -> State:
    state = scene("4", "3", Lancaster="Henry VI, Beaumont, Clifford")
    return go(state, "Henry VI marches to Derby", "Beaumont marches to Derby")


def surrounded() -> State:
    around = {"Lincoln": "Beaumont", "Warwick": "Devon", "Rutland": "Clifford"}
    state = scene("4", "2", Leicester="Hastings", Oxford="Somerset", **around)
    return go(state, *(f"{name} marches to Leicester" for name in around.values()))


def undeclared() -> State:
    state = scene("4", "2", Middlesex="Oxford", Wilts="Devon", Sussex="Arundel", rules=RULINGS[-1])
    return go(state, "Oxford marches to Sussex", "Devon marches to Sussex", "done")


def turned() -> State:
    """Stanley has gone over to Richmond, and it is King Richard's turn in the next round."""
    line = "Stanley/Y, Gloucester, York (church)/Y"
    state = go(
        attacked("Leicester", {"Middlesex": "Richmond, Oxford"}, line, TREACHERY, king="York"), TREACHERY, "roll 2"
    )
    return until(state, lambda s: "Gloucester charges Stanley/L" in texts(s))


def king_at_cornwall() -> State:
    dead = "Henry VI, Prince Edward"
    return attacked("Cornwall", {"Somerset": "York"}, "Exeter/L, Devon", "York fires", dead=dead)


def fled() -> State:
    state = roses.battle("Hereford", {"Gloucester": "Arundel"}, "Devon, Beaumont, Pembroke", king="Lancaster", round=2)
    return go(state, "Devon retreats to Powys", "Beaumont retreats to Powys")


def sailed() -> State:
    """One of two pirates has sailed off for Dorset."""
    rules = ruling(piracy_retreat_capacity="sea_move_limits")
    state = scene("Piracy", "2", rules=rules, France=", ".join(PIRATES), Kent="Arundel")
    state = go(
        state, *(f"{name} sails the English Channel to Kent" for name in PIRATES), "done", "done", "fight in Kent"
    )
    return until(turn_of(state, "Oxford retreats to Dorset"), lambda s: "Pembroke passes" in texts(s))


def fasting() -> State:
    """Supply: Ireland is full, and Oxford is above its limit."""
    army = "Norfolk, Suffolk, Hastings, Herbert, Arundel"
    return until(scene(Ireland="York, Rutland", Oxford=army), lambda s: s.phase is Phase.SUPPLY)


def risen() -> State:
    return scene(Pool="Rebel, Bombard/Y", Kent="Oxford", Middlesex="Norfolk")


def shut_out() -> State:
    """Clarence serves Lancaster, and of his homes only Hereford, where Clifford is, may still become empty."""
    lords = {"Kent": "Clarence/L", "Hereford": "Clifford", "South_Yorks": "Shrewsbury/Y", "Rutland": "Worcester",
             "Lincoln": "Henry VI"}  # fmt: skip
    state = scene(turn=7, **lords, Calais="York")
    return until(state, lambda s: s.phase is Phase.HOMEWARD and s.active == ("Lancaster",))


def orphaned() -> State:
    state = attacked("Oxford", {"Wilts": "Arundel"}, "Henry VI:1, Devon:1", "Arundel fires")
    state = go(state, "Arundel fires", "roll 1 1 6", "Devon takes the hits", "Henry VI takes the hits")
    return until(state, lambda s: s.phase is Phase.MINOR)


CASES: list[tuple[str, Callable[[], State], str, str]] = [
    ("1.1", committed, "Lancaster plays card 8", "Lancaster has chosen its card, and York chooses a card for turn 1"),
    ("5.21", crossed, "Clifford marches to Derby", "2 blocks have crossed the red border Derby/Lancaster this turn"),
    ("6.3", surrounded, "Somerset marches to Leicester", "Lancaster has entered Leicester over 3 borders already: "),
    ("6.3", undeclared, "main attack on Sussex over Dorset/Sussex", "nobody entered Sussex over Dorset/Sussex, but "),
    ("6.2", lambda: attacked("Sussex", {"Kent": "Norfolk"}, "Devon", LAST, round=4), "Norfolk fires",
     "in round 4 attackers must retreat"),
    ("6.6", lambda: attacked("Sussex", {"Kent": "Norfolk"}, "Devon", LAST, round=4), "Norfolk cannot retreat",
     "Norfolk can retreat to "),
    ("6.91", lambda: attacked("Oxford", {"Wilts": "Warwick/Y"}, "Westmoreland/L, Devon", "Warwick/Y fires"),
     "Warwick/Y tries treachery on Westmoreland/L", "Warwick may not try Westmoreland/L"),
    ("6.9", turned, "Gloucester tries treachery on Stanley/L", "Stanley/L has changed sides in this battle already"),
    ("9.1", king_at_cornwall, "York tries treachery on Exeter/L", "Exeter/L cannot be turned as King or Pretender"),
    ("5.21", fled, "Pembroke retreats to Powys", "2 blocks have used the border "),
    ("piracy", sailed, "Pembroke retreats to Dorset", "one pirate may leave for each coast, or two between major "),
    ("7.2", fasting, "York goes hungry", "Ireland feeds 2 blocks, and no more than 2 of York are there"),
    ("5.4", risen, "recruit Rebel in Ireland", "the Rebel is never recruited in exile, and Ireland is an exile area"),
    ("5.4", risen, "recruit Rebel in Kent", "the Rebel is recruited in vacant areas only, and Kent is not vacant"),
    ("5.4", risen, "recruit Bombard/Y in Kent", "Bombard/Y may be recruited in a friendly city area only, now in "),
    ("9.1", shut_out, "Clarence/L goes to the pool", "Clarence/L needs an empty home, and waits for Clifford to "),
    ("9.1", shut_out, "Clarence/L goes home to Hereford", "Clarence/L needs an empty home, and waits for Clifford to "),
    ("6.82", orphaned, "decline", "Prince Edward waits only where no door is open, and may enter in a crown area"),
    ("8.4", lambda: homeward("York"), "Hastings goes home to Leicester", "Hastings is in Leicester already"),
]  # fmt: skip


def homeward(side: str) -> State:
    """The political turn, in which ``side`` goes home."""
    state = scene("2", "3", scenario="1460", king="York", turn=7, Leicester="Hastings, March, Suffolk", Calais="York")
    return until(state, lambda s: s.phase is Phase.HOMEWARD and s.active == (side,))


def ask(state: State, asked: str, met: Counter[Form]) -> Explanation:
    """Check an action for whom it names, or for whoever is to choose, and return the answer."""
    action = state.parse(asked)
    check(state, getattr(action, "side", state.active[0]), action, met)
    return state.explain(asked)


@pytest.mark.parametrize(("rule", "position", "asked", "part"), CASES, ids=[case[2] for case in CASES])
def test_a_rare_refusal_tells_its_figures(rule: str, position: Callable[[], State], asked: str, part: str) -> None:
    met: Counter[Form] = Counter()
    answer = ask(position(), asked, met)
    assert met and (answer.rule, part in answer.sentence) == (rule, True), answer


# games, the least actions tried in them, and how many forms of sentences so few positions need not meet
SAMPLES = [(("1470",), 2_500, 40), ((*SCENARIOS, *SCENARIOS, *SCENARIOS, "1460"), 30_000, 8)]


@pytest.mark.parametrize(("games", "least", "rare"), sampled(SAMPLES, SAMPLES[0]), ids=["1 game", "10 games"])
def test_whatever_can_be_written_down_is_legal_or_refused_by_a_rule_with_a_true_sentence(
    games: tuple[str, ...], least: int, rare: int
) -> None:
    met: Counter[Form] = Counter()
    tried = 0
    for seed, scenario in enumerate(games):
        rng, states = random.Random(seed), positions(scenario, seed)
        elsewhere = [a for s in states for side in s.active for a in rng.sample(s.legal_actions(side), 1)]
        for state in states:
            actions = [*universe(state, rng), *elsewhere]
            for action in rng.sample(actions, 15):
                check(state, rng.choice(SIDES), action, met)
            fitting = timely(state, actions)
            for action in rng.sample(fitting, min(50, len(fitting))):
                check(state, rng.choice(state.active), action, met)
            tried += 15 + min(50, len(fitting))
    for _, position, asked, _ in CASES:
        ask(position(), asked, met)
    missed = [f.text for f in FORMS if not met[f]]
    assert tried > least
    assert len(missed) <= rare, missed


# ---- names, and what is legal


@pytest.mark.parametrize("scenario", list(SCENARIOS))
def test_every_block_and_area_has_an_answer_for_both_sides(scenario: str) -> None:
    rng = random.Random(scenario)
    for state in rng.sample(positions(scenario, 0), 12):
        for side in SIDES:
            for name in (*BLOCKS, *AREAS):
                answer = state.explain(name, side)
                assert answer.rule in RULES and answer.legal == bool(answer.nearest), answer
                assert set(answer.nearest) <= set(state.legal_actions(side)), answer
                assert answer.sentence.startswith(name) and len(answer.sentence.split()) > 6, answer


def test_what_is_legal_is_explained_as_legal_to_whoever_may_choose_it() -> None:
    for state in positions("1460", 1):
        for side in state.active:
            action = random.Random(1).choice(state.legal_actions(side))
            assert state.explain(str(action)).legal and state.explain(action, side).legal
            assert not state.explain(action, SIDES[1 - SIDES.index(side)]).legal


def test_the_decision_due_is_named_with_its_figures() -> None:
    for state in positions("1460", 2):
        assert state.active[0] in state.question or state.phase is Phase.CARDS
        assert state.phase is not Phase.ACTIONS or f"with {state.ap} action point" in state.question


def test_6_4_dice_that_may_fall_are_legal_and_others_are_not() -> None:
    state = attacked("Sussex", {"Kent": "Norfolk"}, "Devon", "Norfolk fires").apply("Norfolk fires")
    assert state.explain("roll 1 2 3 4").legal and not state.explain("roll 1 2").legal
    assert state.explain("Devon fires", "Lancaster").sentence.endswith(
        "Lancaster has nothing to choose: 4 dice are due"
    )


def test_a_question_that_names_nothing_is_refused_and_so_is_a_side_that_is_none() -> None:
    state = scene(Kent="Norfolk", Lincoln="Beaumont")
    with pytest.raises(roses.RuleError, match="cannot be read as a move"):
        state.explain("Falstaff marches to Eastcheap")
    with pytest.raises(ValueError, match=r"no side 'Tudor'.*'Lancaster', 'York'"):
        state.explain("Kent", "Tudor")


def test_while_both_choose_in_secret_an_action_that_names_no_side_is_offered_nothing() -> None:
    state = roses.start("richard-iii").apply(DEAL)
    assert state.refusal(state.parse("Norfolk fires")).nearest == ()  # type: ignore[union-attr]
    assert state.refusal(state.parse("York plays card 7")).nearest == state.legal_actions("York")[:3]  # type: ignore[union-attr]
    after = state.apply("York plays card 2")
    assert after.refusal(after.parse("York plays card 3")).nearest == ()  # type: ignore[union-attr]
