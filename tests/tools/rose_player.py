"""A heuristic player for the block war game, whose recorded games resemble games of people.

It scores each choice by a few rules of thumb, from the whole state, hidden parts included, with a little chance.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from roses.engine.protocol import CHANCE, Action
from roses.odds.policy import stand
from roses.richard import actions as a
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.tables import (
    ALL_EXILES,
    BLOCKS,
    CARDS,
    CITIES,
    HEIRS,
    INDEX,
    LAND,
    LONDON,
    LORDS,
    MAN,
    NEIGHBOURS,
    PLACE,
    ROSTER,
    bits,
)

ENOUGH: Final = 1.3  # how much stronger an attacker wants to be than whom he attacks


def choice(state: State, rng: random.Random) -> Action:
    """Return what is done next: chance by its probability, else the best action by rules of thumb."""
    if state.active == (CHANCE,):
        return state.sample(rng)
    side = state.active[0]
    legal = state.legal_actions(side)
    if len(legal) == 1:
        return legal[0]
    weigh = WEIGH.get(state.phase)
    if weigh is None:
        return legal[0]
    scores = weigh(state, state.sides.index(side), legal, rng)
    return max(zip(scores, range(len(legal)), legal, strict=True))[2]


def power(state: State, blocks: int) -> float:
    """Return the hits that blocks may expect in one round, times six."""
    return float(sum(state.steps[b] * ROSTER[b].firepower for b in bits(blocks)))


def held(state: State, area: int, side: int) -> int:
    """Return the blocks of a side in an area."""
    return state.occ[area] & state.own[side] & ~state.down & ~state.prisoner


def threat(state: State, area: int, side: int) -> float:
    """Return the enemy's power next to an area."""
    near = (n for n, _border in NEIGHBOURS[area] if n not in ALL_EXILES)
    return sum(power(state, held(state, n, 1 - side)) for n in near)


def prize(state: State, area: int, side: int) -> float:
    """Return what it is worth to beat the enemy in an area."""
    worth = 2.0 if area == LONDON else 0.0
    for block in bits(held(state, area, 1 - side)):
        if block in (state.king, state.pretender):
            worth += 5
        elif 1 << block & HEIRS:
            worth += 4
        else:
            worth += 1.8 if 1 << block & LORDS else 0.7
    return worth


def _cards(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    late = state.turn >= 5
    worth = {"force_march": 3, "muster": 3.4, "piracy": 2, "plague": 2.6, "surprise": 3, "treason": 2.9, "": 0}
    results = []
    for action in legal:
        assert isinstance(action, a.Play)
        card = CARDS[action.card]
        points = float(getattr(card, "points", 0) or 0) or worth[card.event]
        results.append(points * (1.2 if late else 0.7) + rng.random() * 2.5)
    return results


def _acts(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    there = _coming(legal)
    return [_act(state, side, action, there) + rng.random() * 0.6 for action in legal]


def _coming(legal: Sequence[Action]) -> dict[int, set[int]]:
    """Return for each area the blocks that may enter it now."""
    results: dict[int, set[int]] = {}
    for action in legal:
        if isinstance(action, a.March):
            results.setdefault(PLACE[action.path[-1]], set()).add(INDEX[action.block])
        elif isinstance(action, a.Sail):
            results.setdefault(PLACE[action.area], set()).add(INDEX[action.block])
    return results


def _act(state: State, side: int, action: Action, there: dict[int, set[int]]) -> float:
    if isinstance(action, a.Recruit):
        block = INDEX[action.block]
        danger = threat(state, PLACE[action.area], side) > 14
        return (2.6 if 1 << block & LORDS else 1.0) + power(state, 1 << block) / 12 - 1.2 * danger
    if isinstance(action, a.March):
        return _march(state, side, INDEX[action.block], PLACE[action.path[-1]], there) - 0.1 * len(action.path)
    if isinstance(action, a.Sail):
        return _sail(state, side, INDEX[action.block], PLACE[action.area], there)
    return 0.55


def _march(state: State, side: int, block: int, to: int, there: dict[int, set[int]]) -> float:
    start, bit = state.loc[block], 1 << block
    value = 0.0
    if start == LONDON and bit & LORDS and not held(state, LONDON, side) & LORDS & ~bit:
        value -= 2.5
    enemy = power(state, held(state, to, 1 - side))
    if enemy:
        return value + _attack(state, side, block, to, there, enemy)
    crowd = held(state, to, side).bit_count() + 1 - (5 if to in CITIES else 4)
    before, after = threat(state, start, side), threat(state, to, side)
    if to in ALL_EXILES or to == MAN:
        return -3.0
    value -= 1.5 * max(0, crowd)
    if to == LONDON and bit & LORDS and not held(state, LONDON, side) & LORDS and after < 12:
        value += 3.2
    if bit & HEIRS:
        value += 0.08 * (min(before, 30) - min(after, 30)) - 0.4
    return value - 0.3 + 0.05 * _front(state, to, side)


def _front(state: State, area: int, side: int) -> float:
    """Return how useful it is to stand next to a weaker enemy."""
    mine = power(state, held(state, area, side))
    near = [power(state, held(state, n, 1 - side)) for n, _b in NEIGHBOURS[area] if n not in ALL_EXILES]
    return sum(4.0 for enemy in near if 0 < enemy < mine + 6)


def _attack(state: State, side: int, block: int, to: int, there: dict[int, set[int]], enemy: float) -> float:
    mine = held(state, to, side)
    coming = sorted((power(state, 1 << b) for b in there.get(to, ())), reverse=True)[: 3 + state.ap]
    hope = (power(state, mine) + sum(coming)) / (enemy + 1)
    now = power(state, mine) / (enemy + 1)
    risk = 1.5 if 1 << block & HEIRS and hope < 1.8 else 0.0
    if mine and now < 2.2:
        return 2.4 + prize(state, to, side) * 0.3 - risk * 0.5
    if mine:
        return -0.5
    if hope < ENOUGH:
        return -3.0
    return prize(state, to, side) * min(hope, 2.2) * 0.45 - risk


def _sail(state: State, side: int, block: int, to: int, there: dict[int, set[int]]) -> float:
    start = state.loc[block]
    abroad, lord = start in ALL_EXILES, bool(1 << block & LORDS)
    enemy = power(state, held(state, to, 1 - side))
    if enemy:
        return _attack(state, side, block, to, there, enemy) - 0.5
    if to in ALL_EXILES:
        return -3.0
    company = power(state, held(state, to, side)) + power(state, 1 << block) + 8
    safe = threat(state, to, side) < 1.6 * company
    value = (3.0 if lord else 1.6) if abroad else -0.4
    if to == LONDON and safe and not held(state, LONDON, side):
        value += 2.0
    if held(state, to, side) and abroad:
        value += 0.8
    return value if safe else value - 4


def _battle(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    battle = state.battle
    assert battle is not None
    there = state.occ[battle.area] & ~battle.reserve & ~state.down
    mine, theirs = power(state, there & state.own[side]), power(state, there & state.own[1 - side])
    usual = stand(state)[0]
    return [_turn(state, side, action, usual, mine, theirs) + rng.random() * 0.15 for action in legal]


def _turn(state: State, side: int, action: Action, usual: Action, mine: float, theirs: float) -> float:
    if isinstance(action, a.Charge):
        heir, target = INDEX[action.heir], INDEX[action.target]
        expected = state.steps[heir] * ROSTER[heir].firepower / 6
        worth = 2.0 if 1 << target & HEIRS else 0.9
        return worth * min(1.2, expected / max(1, state.steps[target])) + 0.25 - 0.2 * (state.steps[heir] == 1)
    if isinstance(action, a.Treachery):
        dice = BLOCKS[action.target].loyalty or 3
        kin = action.roller.startswith("Warwick") and BLOCKS[action.target].neville
        return 3.4 * 0.5 ** (1 if kin else dice) - 0.2
    if isinstance(action, a.Retreat):
        block = INDEX[action.block]
        heir = bool(1 << block & HEIRS)
        lost = mine < 0.55 * theirs
        weak = state.steps[block] == 1 and heir and theirs > 0
        return (1.6 if heir else 1.1) if lost or weak else -1.0
    return 1.0 if action == usual else 0.5 if isinstance(action, a.Fire) else 0.2


def _hits(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    results = []
    for action in legal:
        block = INDEX[action.block] if isinstance(action, a.Hit) else 0
        loss = 4.0 * bool(1 << block & HEIRS) + ROSTER[block].firepower + 2.0 * bool(1 << block & LORDS)
        results.append(-loss if isinstance(action, a.Hit) else 0.0)
    return results


def _regroup(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    battle = state.battle
    assert battle is not None
    crowd = held(state, battle.area, side).bit_count()
    results = []
    for action in legal:
        if not isinstance(action, a.Regroup):
            results.append(0.5)
            continue
        to = PLACE[action.area]
        room = held(state, to, side).bit_count() < 4
        london = 2.0 * (to == LONDON and not held(state, LONDON, side) and bool(1 << INDEX[action.block] & LORDS))
        results.append(london + (1.0 if crowd > 4 and room else 0.0) + rng.random() * 0.2)
    return results


def _starve(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    return [
        state.steps[INDEX[x.block]] - 2.0 * bool(1 << INDEX[x.block] & LORDS) - 2.0 * bool(1 << INDEX[x.block] & HEIRS)
        if isinstance(x, a.Starve) else -9.0
        for x in legal
    ]  # fmt: skip


def _execute(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    return [0.2 if isinstance(x, a.Execute) else 0.2 + rng.random() for x in legal]


def _home(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    results = []
    for action in legal:
        if isinstance(action, a.GoHome):
            block, to = INDEX[action.block], PLACE[action.area]
            settled = state.loc[block] in LAND and state.loc[block] not in ALL_EXILES
            king = 3.0 * (block == state.king and to == LONDON)
            crowd = held(state, to, side).bit_count()
            must = 1.0 if a.Done() not in legal else 0.0
            results.append(must + king - 0.5 * crowd + rng.random() * 0.3 - 0.2 * settled)
        else:
            results.append(0.5 if isinstance(action, a.Done) else 0.0)
    return results


def _exile(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    sent = (1 << INDEX[x.block] if isinstance(x, a.Disperse) else 0 for x in legal)
    return [-3.0 * bool(block & HEIRS) - rng.random() if block else 0.0 for block in sent]


def _any(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    return [rng.random() for _x in legal]


def _muster(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    return [1.0 - 0.01 * threat(state, PLACE[x.area], side) + rng.random() * 0.3 if isinstance(x, a.Muster) else 0.4
            for x in legal]  # fmt: skip


def _plague(state: State, side: int, legal: Sequence[Action], rng: random.Random) -> list[float]:
    return [prize(state, PLACE[x.area], side) if isinstance(x, a.Plague) else 0.0 for x in legal]


Weigh = Callable[[State, int, Sequence[Action], random.Random], list[float]]
WEIGH: Final[dict[Phase, Weigh]] = {
    Phase.CARDS: _cards,
    Phase.ACTIONS: _acts,
    Phase.MUSTER_AREA: _muster,
    Phase.MUSTER: _acts,
    Phase.PLAGUE: _plague,
    Phase.MAIN_ATTACK: _any,
    Phase.BATTLES: _any,
    Phase.TREASON: _battle,
    Phase.BATTLE_TURN: _battle,
    Phase.HITS: _hits,
    Phase.REGROUP: _regroup,
    Phase.MINOR: _any,
    Phase.EXECUTION: _execute,
    Phase.SUPPLY: _starve,
    Phase.HOMEWARD: _home,
    Phase.EXILE: _exile,
}
