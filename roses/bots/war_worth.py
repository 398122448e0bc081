"""The worth of a position of the block war game to a side, from the crown, heirs, strength and threats."""

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

# The unit of worth is a lord: about what one more lord gains when both sides are level early in the last campaign.
WIN: Final = 60.0  # winning the game
_CROWN: Final = 20.0  # the crown at the end of the last campaign ...
_CROWN_EARLY: Final = 8.0  # ... and of one before
_EARLY: Final = 0.5  # the weight of such a crown in a chance to win
_STRENGTH: Final = 0.7  # a mean hit of a round of battle
_LORD: Final = 0.35  # a lord, apart from what he counts for the crown
_HEIRS_BY_SUM: Final = 24.0  # subtracted, divided by the living heirs: the fewer there are, the more each is worth
_HEIRS_BY_CHANCE: Final = 72.0  # the same in ``_prices_by_chance``
_FEWEST: Final = 0.4  # the least number to divide by; 1 in ``_prices_by_chance``
_END: Final = 2 * WIN + _HEIRS_BY_SUM / _FEWEST + _CROWN  # a game that is over: more than any danger before its end
_HUNGER: Final = 0.4  # the cost of a block above the limit of supply
_NOT_YET: Final = 0.16  # the weight of a lord not yet on the map, for each turn left to bring him
_PER_TURN: Final = 2.5  # lords that can be brought to the map in a turn
_NEAR, _FAR = 1.0, 0.45  # the weight of an army as a threat to areas one, and two areas away
_ANSWER, _MOST_ANSWER = 0.5, 0.7  # the chance that enemies as strong as an attack come to help; its maximum
_TURNS: Final = 7
_AWAY: Final = ALL_EXILES | {MAN}  # places where no lord counts
_FIRE: Final = tuple(block.firepower / 6 for block in ROSTER)  # the chance that a die hits, by block
_LORDS: Final = tuple(bool(LORDS >> b & 1) for b in range(len(NAMES)))  # whether a block is a lord
_ACTS: Final = (Phase.ACTIONS, Phase.MUSTER, Phase.MUSTER_AREA, Phase.PLAGUE)


class Worth(NamedTuple):
    """The worth of a position to a side, in lords, and ``crown``, its chance of the crown at the count (0..1)."""

    total: float
    crown: float


class _Half:
    """One side's half of the outlook: what it is expected to have after the battles."""

    def __init__(self) -> None:
        self.force: dict[int, float] = {}  # strength by area, in mean hits of a round
        self.lords: dict[int, float] = {}  # lords who count, by area
        self.count = self.later = 0.0  # lords who count now; who may count later
        self.heirs = 0.0
        self.hungry = 0  # blocks above the limits of supply
        self.extinct = 1.0  # the chance that no heir lives


class _Outlook:
    """What is expected of a campaign: its battles, what each side has after them, and who holds the crown at its end.

    ``first`` says whether the side acts now and the enemy after it; ``fade`` is the weight of strength, 0..1.
    """

    def __init__(self, s: State, side: int, exact: bool) -> None:
        self.first = s.first == side and s.phase in _ACTS
        self.battles = fates(s, exact)
        if self.first and self.battles:  # the enemy acts next, and can still help with the armies around
            forces = {area: _force(s, 1 - side, area) for area in range(len(LAND))}
            danger = _danger(forces, 1 - side, self.battles)
            for area, fate in self.battles.items():
                chance = min(_MOST_ANSWER, _ANSWER * danger[area] / (_force(s, side, area) + 0.2))
                self.battles[area] = with_help(s, side, fate, chance)
        self.halves = _halves(s, self.battles)
        self.last = s.campaign == s.last
        turns = _TURNS - s.turn  # turns left after this one
        self.fade = max(0.0 if self.last else 0.25, min(1.0, turns / 3))  # strength is of use in the turns left
        self._scale = 0.55 + 0.5 * turns  # the more turns are left, the less a lead in lords decides
        weight = min(0.85, _NOT_YET * turns)
        counts = [half.count + weight * min(half.later, _PER_TURN * turns) for half in self.halves]
        # the chance that the side of the King has the crown at the count
        self._holder = 1 / (1 + exp((counts[1 - s.king_side] - counts[s.king_side] - 0.5) / self._scale))
        self.crown = self._holder if s.king_side == side else 1 - self._holder

    def lord(self, prize: float) -> float:
        """Return what one more lord is worth if the crown is worth ``prize``."""
        return prize * self._holder * (1 - self._holder) / self._scale + _LORD + 0.3


class _Prices(NamedTuple):
    """What there is to gain and to lose, in lords, as one side sees it.

    ``total`` is what the crown and the lives of the last heirs are worth to it now, ``lord`` the price of a lord,
    ``last`` by side that of its last heir. ``heirs`` is a cost to each side, divided by the number of its living heirs
    or, if that is more, by ``fewest``.
    """

    total: float
    lord: float
    last: tuple[float, float]
    heirs: float
    fewest: float


def _prices_by_sum(o: _Outlook, side: int) -> _Prices:
    """Return the prices of a bot that adds up the crown and the lives of the last heirs."""
    prize = _CROWN if o.last else _CROWN_EARLY
    lives = o.halves[1 - side].extinct - o.halves[side].extinct
    return _Prices(prize * (o.crown - 0.5) + 2 * WIN * lives, o.lord(prize), (WIN, WIN), _HEIRS_BY_SUM, _FEWEST)


def _prices_by_chance(o: _Outlook, side: int) -> _Prices:
    """Return the prices of a bot that weighs its chance to win: the side likely to win loses more by its last heir."""
    weight = 1.0 if o.last else _EARLY
    wins = 0.5 + weight * (o.crown - 0.5)  # the chance to win if both sides keep an heir
    extinct, enemy_extinct = o.halves[side].extinct, o.halves[1 - side].extinct
    chance = (1 - extinct) * (enemy_extinct + (1 - enemy_extinct) * wins) + 0.5 * extinct * enemy_extinct
    last = (WIN * wins, WIN * (1 - wins))
    return _Prices(
        2 * WIN * (chance - 0.5), o.lord(2 * WIN * weight), last if side == 0 else last[::-1], _HEIRS_BY_CHANCE, 1.0
    )


def worth(s: State, side: int, exact: bool = False, chances: bool = False) -> Worth:
    """Return what a state is worth to a side (0 or 1); with ``exact`` the odds of small battles are exact.

    While the side acts and the enemy acts after it, its attacks are worth less, the stronger the enemies are that can
    still come to help. With ``chances`` the lives of last heirs and the crown make up one chance to win, else their
    worths are added up.

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
    """Return the strength of a side in an area, in mean hits of a round."""
    return sum(s.steps[block] * _FIRE[block] for block in bits(present(s, area, side)))


def _own(half: _Half, fade: float, prices: _Prices) -> float:
    """Return what its strength, lords and heirs are worth to a side."""
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
            battle = battles.get(place)
            lives, left = (battle.lives[block], battle.steps[block]) if battle else (1.0, steps[block])
            force[place] = force.get(place, 0.0) + left * _FIRE[block]
            if not _LORDS[block]:
                continue
            if place in _AWAY:
                half.later += lives
            else:
                half.count += lives
                lords[place] = lords.get(place, 0.0) + lives
        for heir in bits(HEIRS_OF[side] & ~s.occ[OUT]):
            battle = battles.get(s.loc[heir])
            lives = battle.lives.get(heir, 1.0) if battle else 1.0
            half.heirs += lives
            half.extinct *= 1 - lives
        half.later += 0.7 * (s.occ[POOL] & s.own[side] & ~s.down & LORDS).bit_count()
        half.later += 0.6 * min(s.owed[side], (s.occ[MINOR] & HEIRS_OF[side]).bit_count())  # minors who are due
        for area in force:
            if area not in battles:
                half.hungry += max(0, (s.occ[area] & s.own[side]).bit_count() - SUPPLY[area])
        if force.get(LONDON):
            half.count += battles[LONDON].holds[side] if LONDON in battles else 1.0
    return halves


def _goals(steps: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return by side and area the areas that an army of the side reaches in ``steps`` (1 or 2), but not in fewer."""
    goals = []
    for side in (0, 1):
        # by area the length of the shortest way to each goal; it is set last, for ``routes`` begins with the shortest
        lengths = [{route.areas[-1]: len(route.areas) for route in reversed(routes(area, side, 2))} for area in LAND]
        goals.append(tuple(tuple(goal for goal, length in ways.items() if length == steps) for ways in lengths))
    return tuple(goals)


_NEXT: Final = _goals(1)
_BEYOND: Final = _goals(2)


def _threats(s: State, side: int, o: _Outlook, prices: _Prices) -> float:
    """Return what the threats of both sides are worth to one: those against it count most if the enemy acts next."""
    total = 0.0
    for victim, half in enumerate(o.halves):
        if s.turn == _TURNS and not (o.first and victim == side):
            continue  # in the last turn nobody acts who could carry out the threat
        danger = _danger(o.halves[1 - victim].force, 1 - victim, o.battles)
        loss = 0.0
        for area, force in half.force.items():
            if force and danger[area] and area not in o.battles and area not in ALL_EXILES:
                loss += _at_risk(s, victim, o, area, danger[area], prices)
        if victim == side:
            total -= (1.0 if o.first else 0.6) * loss
        else:
            total += (0.35 if o.first else 0.5) * loss
    return total


def _danger(forces: dict[int, float], side: int, battles: dict[int, Forecast]) -> list[float]:
    """Return by area how strongly a side threatens it; ``forces`` is the strength of the side's armies by area."""
    danger = [0.0] * len(LAND)
    for area, force in forces.items():
        if force and area not in battles:
            for goal in _NEXT[side][area]:
                danger[goal] += _NEAR * force
            for goal in _BEYOND[side][area]:
                danger[goal] += _FAR * force
    return danger


def _at_risk(s: State, side: int, o: _Outlook, area: int, danger: float, prices: _Prices) -> float:
    """Return the loss that a side must expect in an area threatened with the strength ``danger``, in lords."""
    half = o.halves[side]
    force = half.force[area]
    risk = min(0.6, 0.35 * (danger / (1.15 * force + 0.2) - 0.8))
    if risk <= 0:
        return 0.0
    stake = prices.lord * half.lords.get(area, 0.0) + _STRENGTH * o.fade * force
    if heirs := s.occ[area] & s.own[side] & HEIRS & ~s.prisoner:
        fewest = max(0.5, prices.fewest)
        price = prices.heirs / max(fewest, half.heirs - 0.7) - prices.heirs / max(fewest, half.heirs)
        stake += heirs.bit_count() * (price + prices.last[side] * (half.heirs < 1.5))
    return risk * stake
