"""Fog of war: what a side cannot know changes nothing that it sees, may choose, is told or is refused.

``FOG_POSITIONS`` in the environment is the number of positions in the proof, 4000 by default; the sample has 500.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import Phase as Stage
from hypothesis import given, settings
from hypothesis import strategies as st

from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE, Action, Roll
from roses.richard import actions as act
from roses.richard.position import Phase
from roses.richard.resampling import rename_blocks
from roses.richard.rules import RULESETS, Ruleset
from roses.richard.state import State
from roses.richard.tables import ALL_EXILES, AREAS, CARDS, INDEX, LAND, NAMES, PLACE, PLACES, SCENARIOS, SIDES, bits
from tests.proof import sampled
from tests.richard.twins import KINDS, Step, Twin, play, twin, unseen, valid

SAMPLE, POSITIONS = 500, int(os.environ.get("FOG_POSITIONS", "4000"))
AT_A_TIME = 50  # positions of one example of hypothesis
SHARE = {
    Phase.ACTIONS: 0.07, Phase.BATTLE_TURN: 0.12, Phase.ROLL: 0.12, Phase.HITS: 0.15, Phase.REGROUP: 0.15,
    Phase.BATTLES: 0.25, Phase.CARDS: 0.25, Phase.MUSTER: 0.3,
}  # fmt: skip  # of the phases that come often
RULES = (*RULESETS.values(), msgspec.structs.replace(RULESETS["classic"], main_attack_declaration="end_of_phase"))
NONSENSE = ("", "Falstaff", "Falstaff marches to Eastcheap", "roll 7", "done done", "York plays card Plague")


class Case(NamedTuple):
    """A position with what followed it, its twin, and the index of the side that looks on."""

    step: Step
    twin: Twin
    side: int

    @property
    def states(self) -> tuple[State, State]:
        return self.step.state, self.twin.state

    def __repr__(self) -> str:
        exchanged = ", ".join(f"{a} is {b}" for a, b in self.twin.names.items())
        return f"{self.step.state!r}, {self.step.action}, for {SIDES[self.side]}; {set(self.twin.kinds)}: {exchanged}"


def cases(scenario: str, rules: Ruleset, rng: random.Random) -> Iterator[Case]:
    """Positions of one random game after another, rare phases more often than they come."""
    while True:
        for step in play(scenario, rules, rng):
            if rng.random() < SHARE.get(step.state.phase, 1):
                side = rng.randrange(2)
                if result := twin(step.state, side, step.open_cards, rng):
                    yield Case(step, result, side)


# ---- what a side gets to see, to choose and to hear


def seen(state: State, side: str) -> tuple[bytes, list[str], tuple[Action, ...]]:
    """The view as it would be sent, its events in words, and the choices."""
    view = state.view(side)
    return msgspec.json.encode(view), list(map(str, view.events)), state.legal_actions(side)


def told(state: State, side: str, asked: Action | str) -> tuple[object, ...]:
    """The answer to a question of ``side``."""
    try:
        answer = state.explain(asked, side)
    except RuleError as error:
        return ("refused", str(error))
    return (answer.asked, answer.legal, answer.rule, answer.sentence, answer.nearest)


def refused(state: State, action: Action) -> str:
    """What ``apply`` says to an action; "" where it is legal."""
    error = state.refusal(action)
    return str(error) if error else ""


def heard_by(state: State, action: Action) -> str:
    """Who reads the refusal of an action: the side it names, whoever alone is to choose, or nobody in particular."""
    return getattr(action, "side", "") or (state.active[0] if len(state.active) == 1 else "")


def questions(case: Case, known: list[Action], rng: random.Random) -> list[Action | str]:
    """What a curious side would try: names, areas, actions with the changed blocks, cards, nonsense."""
    state, side, enemy = case.step.state, SIDES[case.side], SIDES[1 - case.side]
    hidden = list(case.twin.names) or [NAMES[b] for b in bits(unseen(state, case.side))] or ["Rebel"]
    who, own = rng.choice(hidden), NAMES[rng.choice(list(bits(state.own[case.side])))]
    place = PLACES[state.loc[INDEX[who]]]
    area = place if place in AREAS else rng.choice(list(AREAS))
    card = rng.choice(list(CARDS))
    deeds: list[Action | str] = [
        act.March(who, (area,)), act.March(own, (area,)), act.Sail(own, "Irish Sea", area), act.Recruit(who, area),
        act.Recruit(own, area), act.Muster(area), act.Plague(area), act.Fight(area), act.Fire(who), act.Fire(own),
        act.Charge(own, who), act.Treachery(own, who), act.Treachery(who, own), act.Treachery(act.TREASON, who),
        act.Hit(who), act.Retreat(own, area), act.Retreat(who, area), act.Regroup(own, area), act.Regroup(who, area),
        act.Enter(who, area), act.Execute(who), act.Starve(who), act.Starve(own), act.GoHome(own, area),
        act.GoHome(who, area), act.Disperse(who), act.Play(side, card), act.Play(enemy, card), act.Keep(),
        act.Mulligan(side), act.Mulligan(enemy), act.Redeal(), act.Done(), act.Decline(), Roll((1, 2)),
        *known[-3:], rng.choice(known),
        *state.legal_actions(side)[-2:],
    ]  # fmt: skip
    nearly = [
        varied(a, who, rng) for a in rng.sample(state.legal_actions(side), min(3, len(state.legal_actions(side))))
    ]
    return [who, own, area, rng.choice(NONSENSE), *nearly, *rng.sample(deeds, 6)]


def varied(action: Action, who: str, rng: random.Random) -> Action:
    """A choice that is open, with a block in it exchanged for one that is hidden."""
    fields = [f for f in ("block", "heir", "roller", "target") if hasattr(action, f)]
    return msgspec.structs.replace(action, **{rng.choice(fields): who}) if fields else action


# ---- what follows


def answer(case: Case, rng: random.Random) -> Action | None:
    """What looks like the action of the position, done in the twin: the enemy may do it with somebody else."""
    action, (state, other) = case.step.action, case.states
    if state.active == (CHANCE,):
        return action if isinstance(action, Roll) or state.hands == other.hands else None
    side = getattr(action, "side", state.active[0])
    if side == SIDES[case.side]:
        return action
    if isinstance(action, act.Play):
        return rng.choice([a for a in other.legal_actions(side) if isinstance(a, act.Play)])
    choices = other.legal_actions(side)
    if isinstance(action, act.March | act.Sail | act.Recruit | act.Regroup):
        like = [a for a in choices if type(a) is type(action) and trace(other, a) == trace(state, action)]
        return rng.choice(like) if like else None
    mirrored: Action = rename_blocks(action, case.twin.names)
    return mirrored if mirrored in choices else None


def trace(state: State, action: Action) -> tuple[object, ...]:
    """What the other side sees of a move: from where, by sea or land, whether after another this turn, and where to."""
    name, *rest = (getattr(action, field) for field in action.__struct_fields__)
    block = INDEX[name]
    landed = [sea for front in state.fronts for pirate, sea in front.pirates if pirate == block]
    return state.loc[block], landed, state.moved >> block & 1, *rest


def changed_places(case: Case) -> set[int]:
    """The areas where another block stands in the twin, or one of another strength."""
    state, other = case.states
    return {
        a for a in LAND
        if state.occ[a] != other.occ[a] or any(state.steps[b] != other.steps[b] for b in bits(state.occ[a]))
    }  # fmt: skip


def line(state: State) -> list[tuple[int, int]]:
    """The blocks of the front lines that lie open, with their steps (rule 6.1)."""
    if state.battle is None or state.phase is Phase.REGROUP:
        return []
    return [(b, state.steps[b]) for b in bits(state.occ[state.battle.area] & ~state.battle.reserve)]


def lays_open(case: Case, after: State, beside: State) -> bool:
    """Whether by the rules an action brings to light, or brings about, something in which the twins differ."""
    places, kinds = changed_places(case), {e.kind for e in after.events}
    enemy_acts = case.step.state.active == (SIDES[1 - case.side],)
    if line(after) != line(beside) or any(e.kind == "plague" and PLACE[e.area] in places for e in after.events):
        return True  # rules 6.1 and 6.3; Plague takes away who had one step
    if any(e.kind == "king" and e.block in case.twin.names for e in after.events):
        return True  # rule 6.81: where the new King stands is announced
    if after.view().dead != beside.view().dead:
        return True  # rules 6.8 and 7.0: who is dead for good is told, also if he has starved
    if "reveal" in kinds and after.played != beside.played:
        return True  # rule 1.1
    if "redeal" in kinds or (case.step.state.phase is Phase.MULLIGAN_ANSWER and "hand" in case.twin.kinds):
        return True  # rule 5.1: a hand thrown back is shown
    if kinds & {"disband", "homecoming", "reset"} or (
        enemy_acts and case.step.state.phase in (Phase.HOMEWARD, Phase.EXILE)
    ):
        return True  # rules 8.1 to 8.5: who goes where shows who it was
    supply = "supply" in kinds or case.step.state.phase in (Phase.MINOR, Phase.EXECUTION, Phase.SUPPLY)
    if supply and places & ALL_EXILES:
        return True  # rule 7.2: mercenaries at home need no supply
    return bool(enemy_acts and isinstance(case.step.action, act.Starve) and "strength" in case.twin.kinds)


def follow(case: Case, rng: random.Random, met: Counter[str]) -> None:
    """Whatever is done in both and lays nothing open leaves both alike to the side that looks on."""
    if (mirrored := answer(case, rng)) is None:
        return
    state, other = case.states
    after, beside = state.apply(case.step.action), other.apply(mirrored)
    if lays_open(case, after, beside):
        met["laid open"] += 1
        return
    assert seen(after, SIDES[case.side]) == seen(beside, SIDES[case.side]), case
    met["followed"] += 1
    met[f"followed {type(case.step.action).__name__}"] += 1


# ---- the property


def compare(case: Case, known: list[Action], rng: random.Random, met: Counter[str]) -> None:
    """Hold one position against its twin."""
    (state, other), side = case.states, SIDES[case.side]
    assert valid(other) and other != state, case
    assert seen(state, side) == seen(other, side), case
    for asked in questions(case, known, rng):
        assert told(state, side, asked) == told(other, side, asked), (asked, case)
        met["questions"] += 1
        if isinstance(asked, Action) and heard_by(state, asked) in ("", side):
            assert refused(state, asked) == refused(other, asked), (asked, case)
            met["refusals"] += 1
    met.update(case.twin.kinds)
    met.update([f"phase {state.phase}", f"rules {state.rules.name}", "positions"])


# positions, and the kinds of changes that so few of them need not meet
TRIED = [(SAMPLE, ("settled", "face down")), (POSITIONS, ("face down",))]  # who falls in battle is remembered


@pytest.mark.parametrize(("positions", "rare"), sampled(TRIED, TRIED[0]), ids=["sample", "all"])
def test_6_1_what_a_side_cannot_know_changes_nothing_for_it(positions: int, rare: tuple[str, ...]) -> None:
    met: Counter[str] = Counter()

    @settings(max_examples=-(-positions // AT_A_TIME), database=None, phases=(Stage.generate,))
    @given(scenario=st.sampled_from(list(SCENARIOS)), rules=st.sampled_from(RULES), seed=st.integers(0, 2**32))
    def alike(scenario: str, rules: Ruleset, seed: int) -> None:
        rng, known = random.Random(seed), []
        for _, case in zip(range(AT_A_TIME), cases(scenario, rules, rng), strict=False):
            known.append(case.step.action)
            compare(case, known, rng, met)
            follow(case, rng, met)

    alike()
    print({what: met[what] for what in sorted(met)})
    assert met["positions"] >= positions
    assert not [kind for kind in KINDS if met[kind] < positions / 400 and kind not in rare], met
