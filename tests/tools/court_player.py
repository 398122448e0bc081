"""A heuristic player for the court game, whose recorded games resemble games of people.

It scores each choice by a few rules of thumb, from the whole state, hidden parts included.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roses.engine.protocol import Action
from roses.lancaster import actions as a
from roses.lancaster.phases.parliament import count
from roses.lancaster.phases.rewards import strength, total
from roses.lancaster.position import Phase
from roses.lancaster.state import State
from roses.lancaster.tables import CARD, COLOURS, COUNTY, FAVOUR, ROUNDS, SPACE, Law, Reward

WORTH: Final = {"gold": 0.9, "squires": 0.9, "markers": 0.6, "points": 1.0, "knights": 3.0, "upgrades": 3.0,
                "extensions": 3.6, "passages": 2.2}  # fmt: skip
KNIGHT: Final = 0.8  # what a point of strength is worth elsewhere


def choice(state: State, side: str) -> Action:
    """Return what the house does: the best of the legal actions by its rules of thumb, the first among equals."""
    player = COLOURS.index(side)
    weigh = WEIGH.get(state.phase, lambda _state, _player, _action: 0.0)
    return max(state.legal_actions(side), key=lambda action: weigh(state, player, action))


def worth(state: State, player: int, reward: Reward) -> float:
    """What a reward is worth to a player now; what comes too late to be used is worth less."""
    late = 0.4 if state.round == ROUNDS else 1.0
    value = sum(WORTH[name] * getattr(reward, name) * (1 if name == "points" else late) for name in WORTH)
    if reward.knights and 1 not in state.reserve[player]:
        value -= WORTH["knights"] * late
    return value + reward.nobles * noble_worth(state, player)


def noble_worth(state: State, player: int) -> float:
    """The next noble is worth as many points as one has already (rule 13.4)."""
    return 0.8 + state.nobles[player].bit_count()


def _place(state: State, player: int, action: Action) -> float:
    if isinstance(action, a.Place):
        return _county(state, player, action)
    if isinstance(action, a.Join):
        return _conflict(state, player, CARD[action.card], action.knight)
    assert isinstance(action, a.Garrison)
    space = state.parts.spaces[SPACE[action.space]]
    affordable = state.squires[player] >= space.price
    return (worth(state, player, space.reward) - 0.6 * space.price if affordable else 0) - KNIGHT * action.knight


def _county(state: State, player: int, action: a.Place) -> float:
    at = COUNTY[action.county]
    county = state.parts.counties[at]
    new = state.stacks[at] and not state.nobles[player] >> at & 1
    gains = sorted((worth(state, player, county.reward), noble_worth(state, player) if new else 0.0))
    both = 0.5 * gains[0] if state.gold[player] >= 3 else 0.0
    return gains[1] + both - KNIGHT * action.knight - 0.9 * action.squires


def _conflict(state: State, player: int, card: int, knight: int) -> float:
    """Points by the rank one would have, less where England is far from winning; and a favour, while there is one."""
    conflict = next(c for c in state.conflicts if c.card == card)
    french, points = state.parts.conflicts[card].strength, state.parts.conflicts[card].points
    own = sum(strength(slot) for slot in conflict.slots if slot.party == player)
    stronger = sum(strength(slot) > own + knight for slot in conflict.slots if slot.party != player)
    before = sum(strength(slot) > own for slot in conflict.slots if slot.party != player) if own else len(points)
    gain = points[stronger] - (points[before] if before < len(points) else 0)
    hope = min(1.0, (total(conflict) + knight + 1.0) / french)
    favour = 2.6 if state.favours else 0.0
    return gain * hope + 0.4 * knight * hope + favour - KNIGHT * knight


def _favour(state: State, player: int, action: Action) -> float:
    assert isinstance(action, a.Pick)
    return worth(state, player, state.parts.favours[FAVOUR[action.favour]].reward)


def gain(state: State, player: int, law: Law) -> float:
    """What a law would give a player as things stand."""
    each = worth(state, player, law.reward)
    if law.kind == "per":
        return each * (count(state, player, law.counts) // law.group)
    if law.kind == "if":
        return each if law.at_least <= count(state, player, law.counts) <= law.at_most else 0.0
    if law.kind == "most":
        most = max(count(state, p, law.counts) for p in range(state.setup.players))
        return each if count(state, player, law.counts) == most else 0.0
    if law.kind == "trade":
        goods = {"gold": state.gold[player], "squires": state.squires[player]}
        prices = {name: getattr(law.pay, name) for name in goods if getattr(law.pay, name)}
        times = min(goods[name] // price for name, price in prices.items())
        late = 0.3 if state.round == ROUNDS else 0.8
        return max(0.0, times * (each - late * sum(prices.values())))
    return 1.0


def _vote(state: State, player: int, action: Action) -> float:
    """Vote for what gives more to oneself than to the others, with more markers the more it matters."""
    assert isinstance(action, a.Vote)
    proposal = state.parts.laws[state.proposals[len(state.passed)]]
    oldest = state.parts.laws[state.laws[0]]
    gains = [gain(state, p, proposal) - gain(state, p, oldest) for p in range(state.setup.players)]
    others = sum(gains) - gains[player]
    better = gains[player] - others / (len(gains) - 1)
    right = (action.choice == "yes") == (better > 0)
    wanted = min(state.markers[player], round(abs(better) / 2))
    return (100.0 if right else 0.0) - abs(action.markers - wanted)


def _trade(state: State, player: int, action: Action) -> float:
    assert isinstance(action, a.Trade)
    law = state.parts.laws[state.laws[state.at]]
    price = sum(getattr(law.pay, name) for name in law.pay.__struct_fields__)
    late = 0.3 if state.round == ROUNDS else 0.85
    return action.times * (worth(state, player, law.reward) - late * price)


def _claim(state: State, player: int, action: Action) -> float:
    assert isinstance(action, a.Claim)
    reward = worth(state, player, state.parts.counties[state.at].reward)
    noble = noble_worth(state, player)
    return {"noble": noble, "reward": reward, "both": reward + noble - 2.4, "nothing": 0.0}[action.what]


def _score(state: State, player: int, action: Action) -> float:
    """What is free first, so that there is something to pay with."""
    if not isinstance(action, a.Score):
        return -1.0
    space = state.parts.spaces[SPACE[action.space]]
    return worth(state, player, space.reward) - 3.0 * bool(space.price) + 1.0


def _upgrade(state: State, player: int, action: Action) -> float:
    return float(action.knight) if isinstance(action, a.Upgrade) else -1.0


def _build(state: State, player: int, action: Action) -> float:
    if not isinstance(action, a.Build):
        return -1.0
    standing = state.castle[player][SPACE[action.tile]]
    wish = ("squires", "gold", "mixed", "upgrade", "knight", "markers")
    return -float((wish.index(action.tile) - player) % len(wish) + standing)


def _noble(state: State, player: int, action: Action) -> float:
    return -float(state.stacks[COUNTY[action.county]]) if isinstance(action, a.Noble) else -9.0


def _cross(state: State, player: int, action: Action) -> float:
    return _conflict(state, player, CARD[action.card], 2) if isinstance(action, a.Cross) else -9.0


def _name(state: State, player: int, action: Action) -> float:
    return float(isinstance(action, a.Name) and action.colour == COLOURS[player])


def _ransom(state: State, player: int, action: Action) -> float:
    return float(sum(action.knights)) if isinstance(action, a.Ransom) else 0.0


WEIGH: Final[dict[Phase, Callable[[State, int, Action], float]]] = {
    Phase.EXTENSION: _build,
    Phase.PLACING: _place,
    Phase.FAVOUR: _favour,
    Phase.VOTE: _vote,
    Phase.TRADE: _trade,
    Phase.COUNTY: _claim,
    Phase.NAMING: _name,
    Phase.CASTLE: _score,
    Phase.RANSOM: _ransom,
    Phase.UPGRADE: _upgrade,
    Phase.BUILDING: _build,
    Phase.NOBLE: _noble,
    Phase.PASSAGE: _cross,
}
