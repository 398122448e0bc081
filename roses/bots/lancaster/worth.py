"""What rewards, nobles and laws are worth to a house of the court game, as far as its view shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roses.lancaster.tables import ROUNDS, Law, Reward
from roses.lancaster.view import House, View

KNIGHT: Final = 0.8  # points that a point of strength may bring elsewhere
_HIDDEN: Final = 3  # gold, and squires, behind a screen
_EACH: Final = {
    "gold": 0.9, "squires": 0.9, "markers": 0.6, "points": 1.0, "knights": 3.0, "upgrades": 3.0, "extensions": 3.6,
    "passages": 2.2,
}  # fmt: skip


def is_last(view: View) -> bool:
    """Return whether this is the last round, after which goods are worth little."""
    return view.round == ROUNDS


def reward_worth(view: View, house: House, reward: Reward) -> float:
    """Return what a reward is worth to a house, in points; what comes too late to be used is worth less."""
    late = 0.4 if is_last(view) else 1.0
    value = 0.0
    for name, each in _EACH.items():
        value += each * getattr(reward, name) * (1.0 if name == "points" else late)
    if reward.knights and 1 not in house.reserve:
        value -= _EACH["knights"] * late
    return value + reward.nobles * noble_worth(house)


def noble_worth(house: House) -> float:
    """Return what the next noble is worth: about as many points as one has nobles already (rule 13.4)."""
    return 0.8 + len(house.nobles)


def goods(house: House) -> dict[str, int]:
    """Return gold and squires of a house; a guess behind a screen."""
    return {name: _HIDDEN if (n := getattr(house, name)) is None else n for name in ("gold", "squires")}


def law_worth(view: View, house: House, law: Law) -> float:
    """Return what a law would give a house as the board stands, in points."""
    each = reward_worth(view, house, law.reward)
    if law.kind == "per":
        return each * (_counted(view, house, law) // law.group)
    if law.kind == "if":
        return each if law.at_least <= _counted(view, house, law) <= law.at_most else 0.0
    if law.kind == "most":
        most = max(_counted(view, other, law) for other in view.houses)
        return each if _counted(view, house, law) == most else 0.0
    if law.kind == "trade":
        has = goods(house)
        prices = {name: getattr(law.pay, name) for name in has if getattr(law.pay, name)}
        times: int = min((has[name] // price for name, price in prices.items()), default=0)
        paid: int = sum(prices.values())
        return max(0.0, times * (each - (0.3 if is_last(view) else 0.8) * paid))
    return 1.0


def _counted(view: View, house: House, law: Law) -> int:
    count = _COUNTS.get(law.counts)
    return count(view, house) if count else 0


def _lands(view: View, house: House) -> list[int]:
    """Return the squires in each county that a house holds."""
    return [county.squires for county in view.counties if county.holder == house.colour]


def _fielded(view: View, house: House) -> list[int]:
    """Return the strengths of the knights of a house in conflicts."""
    slots = (slot for conflict in view.conflicts for slot in conflict.slots)
    return [knight for slot in slots if slot.colour == house.colour for knight in slot.knights]


def _deployed(view: View, house: House) -> list[int]:
    """Return the strengths of all knights of a house that are not at court."""
    lands = [county.knight for county in view.counties if county.holder == house.colour]
    return [*lands, *(space.knight for space in house.castle if space.knight), *_fielded(view, house)]


_COUNTS: Final[dict[str, Callable[[View, House], int]]] = {
    "gold": lambda _view, house: goods(house)["gold"],
    "squires": lambda view, house: goods(house)["squires"] + sum(_lands(view, house)),
    "squires_in_hand": lambda _view, house: goods(house)["squires"],
    "leftover": lambda _view, house: house.markers,
    "counties": lambda view, house: len(_lands(view, house)),
    "conflicts": lambda view, house: sum(any(s.colour == house.colour for s in c.slots) for c in view.conflicts),
    "extensions": lambda _view, house: sum(space.built for space in house.castle),
    "nobles": lambda _view, house: len(house.nobles),
    "deployed_1": lambda view, house: _deployed(view, house).count(1),
    "deployed_2": lambda view, house: _deployed(view, house).count(2),
    "deployed_ranks": lambda view, house: len(set(_deployed(view, house))),
    "castle_knights": lambda _view, house: sum(bool(space.knight) for space in house.castle),
    "conflict_knights": lambda view, house: len(_fielded(view, house)),
    "county_squires": lambda view, house: sum(_lands(view, house)),
    "bare_counties": lambda view, house: sum(c.holder == house.colour and not c.nobles for c in view.counties),
}
