"""What a position of the block war game is worth to a side: the crown, heirs, strength, and who threatens whom."""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from roses.bots.war_forecast import Forecast, fates, with_help
from roses.richard.position import Phase, present
from roses.richard.state import State
from roses.richard.tables import (
    ALL_EXILES,
    HEIRS,
    HEIRS_OF,
    LAND,
    LONDON,
    LORDS,
    MAN,
    MINOR,
    NAMES,
    OUT,
    POOL,
    ROSTER,
    SIDES,
    SUPPLY,
    bits,
    routes,
)

# All worths are in lords: about what one more lord brings to a side that is level early in the last campaign.
WIN: Final = 60.0  # the game
_CROWN: Final = 20.0  # the crown at the end of the last campaign ...
_CROWN_EARLY: Final = 8.0  # ... and of one before
_EARLY: Final = 0.5  # the part that such a crown counts, where chances to win are weighed
_STRENGTH: Final = 0.7  # a hit expected in a round
_LORD: Final = 0.35  # a lord, beside what he does for the crown
_HEIR: Final = 24.0  # shared by the heirs who live: the fewer, the more each is worth
_HEIRS: Final = 72.0  # the same where chances to win are weighed
_FEWEST: Final = 0.4  # heirs that a side counts as having at least; one where chances to win are weighed
_END: Final = 2 * WIN + _HEIR / _FEWEST + _CROWN  # the game once it is over: more than any danger before
_HUNGER: Final = 0.4  # a block above the limit of supply
_LATER: Final = 0.16  # the part that a lord not yet on the map counts, for each turn left to bring him
_AT_ONCE: Final = 2.5  # lords that a turn brings to the map
_NEAR, _FAR = 1.0, 0.45  # the part of an army that is feared one area, and two areas away
_HELP, _MOST_HELP = 0.5, 0.7  # the chance that an attack is answered: for a danger as strong as it, and at most
_TURNS: Final = 7
_AWAY: Final = ALL_EXILES | {MAN}  # where no lord counts
_FIRE: Final = tuple(block.firepower / 6 for block in ROSTER)
_LORDS: Final = tuple(bool(LORDS >> b & 1) for b in range(len(NAMES)))
_ACTS: Final = (Phase.ACTIONS, Phase.MUSTER, Phase.MUSTER_AREA, Phase.PLAGUE)


class Worth(NamedTuple):
    """What a position is worth to a side, in lords, and ``crown``, its chance of the crown at the count (0..1)."""

    total: float
    crown: float


class _Half:
    """What one side will have after its battles, as far as can be expected."""

    def __init__(self) -> None:
        self.force: dict[int, float] = {}  # strength by area
        self.lords: dict[int, float] = {}  # lords who count, by area
        self.count = self.later = 0.0  # lords who count now, who may count later
        self.heirs = 0.0
        self.hungry = 0  # blocks above the limits of supply
        self.extinct = 1.0  # the chance that no heir lives


class _Outlook:
    """What is expected of a campaign: its battles, what both sides have after them, and who holds the crown at last."""

    def __init__(self, s: State, side: int, exact: bool) -> None:
        self.first = s.first == side and s.phase in _ACTS  # the enemy acts after it
        self.battles = fates(s, exact)
        if self.first and self.battles:  # the enemy, who acts next, can still answer with the armies around them
            forces = {area: _force(s, 1 - side, area) for area in range(len(LAND))}
            danger = _danger(forces, 1 - side, self.battles)
            for area, fate in self.battles.items():
                part = min(_MOST_HELP, _HELP * danger[area] / (_force(s, side, area) + 0.2))
                self.battles[area] = with_help(s, side, fate, part)
        self.halves = _halves(s, self.battles)
        self.last = s.campaign == s.last
        turns = _TURNS - s.turn  # after this one
        self.fade = max(0.0 if self.last else 0.25, min(1.0, turns / 3))  # strength is for the turns to come
        self._scale = 0.55 + 0.5 * turns
        part = min(0.85, _LATER * turns)
        counts = [half.count + part * min(half.later, _AT_ONCE * turns) for half in self.halves]
        self._holder = 1 / (1 + exp((counts[1 - s.king_side] - counts[s.king_side] - 0.5) / self._scale))
        self.crown = self._holder if s.king_side == side else 1 - self._holder

    def lord(self, prize: float) -> float:
        """Return what one more lord is worth if the crown is worth ``prize``."""
        return prize * self._holder * (1 - self._holder) / self._scale + _LORD + 0.3


class _Prices(NamedTuple):
    """What a side has to gain and to lose: ``total`` is what crown and lives are worth to it now.

    ``lord`` is the price of a lord, ``last`` by side that of a last heir. ``heirs`` is shared by the living heirs of a
    side, which counts as having at least ``fewest``.
    """

    total: float
    lord: float
    last: tuple[float, float]
    heirs: float
    fewest: float


def _prices_by_sum(o: _Outlook, side: int) -> _Prices:
    """Return the prices of a bot that adds up the crown and the lives of the last heirs."""
    prize = _CROWN if o.last else _CROWN_EARLY
    dead = o.halves[1 - side].extinct - o.halves[side].extinct
    return _Prices(prize * (o.crown - 0.5) + 2 * WIN * dead, o.lord(prize), (WIN, WIN), _HEIR, _FEWEST)


def _prices_by_chance(o: _Outlook, side: int) -> _Prices:
    """Return the prices of a bot that weighs its chance to win: who will hold the crown loses more by a death."""
    part = 1.0 if o.last else _EARLY
    wins = 0.5 + part * (o.crown - 0.5)  # if both sides keep an heir
    dead, killed = o.halves[side].extinct, o.halves[1 - side].extinct
    chance = (1 - dead) * (killed + (1 - killed) * wins) + 0.5 * dead * killed
    last = (WIN * wins, WIN * (1 - wins))
    return _Prices(2 * WIN * (chance - 0.5), o.lord(2 * WIN * part), last if side == 0 else last[::-1], _HEIRS, 1.0)


def worth(s: State, side: int, exact: bool = False, chances: bool = False) -> Worth:
    """Return what a state is worth to a side (0 or 1); ``exact``: with exact odds of small battles.

    While the side acts first, its attacks count for less with each army of the enemy that can still come to help. With
    ``chances`` the lives of last heirs and the crown make up one chance to win, else their worths are added up.

    >>> import roses
    >>> strong, weak = (roses.scene(Kent=f"Gloucester, Norfolk:{n}", Essex="Oxford") for n in (4, 1))
    >>> worth(strong, side=1).total > worth(weak, side=1).total
    True
    """
    if s.result is not None:
        won = s.result.winner == SIDES[side]
        end = 2 * WIN if chances else _END
        return Worth(end if won else -end, float(won))
    o = _Outlook(s, side, exact)
    prices = (_prices_by_chance if chances else _prices_by_sum)(o, side)
    own = _own(o.halves[side], o.fade, prices) - _own(o.halves[1 - side], o.fade, prices)
    return Worth(prices.total + own + _threats(s, side, o, prices), o.crown)


def _force(s: State, side: int, area: int) -> float:
    return sum(s.steps[block] * _FIRE[block] for block in bits(present(s, area, side)))


def _own(half: _Half, fade: float, prices: _Prices) -> float:
    """Return what strength, lords and heirs are worth to their side."""
    gain = _STRENGTH * fade * sum(half.force.values()) + _LORD * (half.count + 0.8 * half.later) - _HUNGER * half.hungry
    return gain - prices.heirs / max(prices.fewest, half.heirs)


def _halves(s: State, battles: dict[int, Forecast]) -> list[_Half]:
    """Return what each side has once the battles are over."""
    halves = [_Half(), _Half()]
    steps = s.steps
    for side, half in enumerate(halves):
        force, lords = half.force, half.lords
        for block in bits(s.own[side] & ~(s.down | s.prisoner | s.occ[POOL] | s.occ[MINOR] | s.occ[OUT])):
            place = s.loc[block]
            fate = battles.get(place)
            lives, left = (fate.lives[block], fate.steps[block]) if fate else (1.0, steps[block])
            force[place] = force.get(place, 0.0) + left * _FIRE[block]
            if not _LORDS[block]:
                continue
            if place in _AWAY:
                half.later += lives
            else:
                half.count += lives
                lords[place] = lords.get(place, 0.0) + lives
        for heir in bits(HEIRS_OF[side] & ~s.occ[OUT]):
            fate = battles.get(s.loc[heir])
            lives = fate.lives.get(heir, 1.0) if fate else 1.0
            half.heirs += lives
            half.extinct *= 1 - lives
        half.later += 0.7 * (s.occ[POOL] & s.own[side] & ~s.down & LORDS).bit_count()
        half.later += 0.6 * min(s.owed[side], (s.occ[MINOR] & HEIRS_OF[side]).bit_count())  # minors who are due
        for area in force:
            if area not in battles and (above := (s.occ[area] & s.own[side]).bit_count() - SUPPLY[area]) > 0:
                half.hungry += above
        if force.get(LONDON):
            half.count += battles[LONDON].holds[side] if LONDON in battles else 1.0
    return halves


def _goals(steps: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return by side and area the areas that are exactly ``steps`` (1 or 2) away for an army of this side."""
    goals = []
    for side in (0, 1):
        ways = [{route.areas[-1]: len(route.areas) for route in reversed(routes(area, side, 2))} for area in LAND]
        goals.append(tuple(tuple(goal for goal, length in way.items() if length == steps) for way in ways))
    return tuple(goals)


_NEXT: Final = _goals(1)
_BEYOND: Final = _goals(2)


def _threats(s: State, side: int, o: _Outlook, prices: _Prices) -> float:
    """Return what the threats of both sides are worth to one: those against it count most if the enemy acts next."""
    total = 0.0
    for victim, half in enumerate(o.halves):
        if s.turn == _TURNS and not (o.first and victim == side):
            continue  # nobody acts any more
        danger = _danger(o.halves[1 - victim].force, 1 - victim, o.battles)
        loss = 0.0
        for area, force in half.force.items():
            if force and danger[area] and area not in o.battles and area not in ALL_EXILES:
                loss += _at_risk(s, victim, o, area, danger[area], prices)
        total += -(1.0 if o.first else 0.6) * loss if victim == side else (0.35 if o.first else 0.5) * loss
    return total


def _danger(forces: dict[int, float], side: int, battles: dict[int, Forecast]) -> list[float]:
    """Return by area the strength of the armies of a side, given by area, that are feared there."""
    danger = [0.0] * len(LAND)
    for area, force in forces.items():
        if force and area not in battles:
            for goal in _NEXT[side][area]:
                danger[goal] += _NEAR * force
            for goal in _BEYOND[side][area]:
                danger[goal] += _FAR * force
    return danger


def _at_risk(s: State, side: int, o: _Outlook, area: int, danger: float, prices: _Prices) -> float:
    """Return what a side may lose in an area to enemies of this strength around it."""
    half = o.halves[side]
    force = half.force[area]
    risk = min(0.6, 0.35 * (danger / (1.15 * force + 0.2) - 0.8))
    if risk <= 0:
        return 0.0
    stake = prices.lord * half.lords.get(area, 0.0) + _STRENGTH * o.fade * force
    if royal := s.occ[area] & s.own[side] & HEIRS & ~s.prisoner:
        least = max(0.5, prices.fewest)
        one = prices.heirs / max(least, half.heirs - 0.7) - prices.heirs / max(least, half.heirs)
        stake += royal.bit_count() * (one + prices.last[side] * (half.heirs < 1.5))
    return risk * stake
