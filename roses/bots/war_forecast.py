"""What a battle may be expected to cost each of its blocks: exact odds of small battles, mean hits in larger ones."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from roses.engine.state import freeze, thaw
from roses.richard import phases
from roses.richard.combat import early, firepower, in_letter
from roses.richard.phases.battle import LAST_ROUND, contested
from roses.richard.position import Battle, Draft, Phase, front_in, owner, present
from roses.richard.state import State
from roses.richard.tables import HEIRS, INDEX, NEIGHBOURS, OUT, PLACES, SIDES, bits

_LARGEST: Final = 7  # blocks of a battle that is computed exactly
_SAFE: Final = 1.2  # a block with this many mean steps left counts as alive
_LEAVE, _HEIRS_LEAVE = 0.45, 0.6  # shares of blocks and of heirs about to fall that leave the battle in time
_WORN: Final = 0.5  # the share of its steps that such a block keeps
_GONE: Final = 0.05  # a block with this many mean steps left, or fewer, no longer fires
_BEATEN: Final = 0.5  # the share of an attack that is lost if the enemy gets help in time


class Forecast(NamedTuple):
    """What is expected of a battle: for each block the probability that it lives, and its mean steps left.

    ``holds`` is by side the probability that it holds the area afterwards.
    """

    lives: dict[int, float]
    steps: dict[int, float]
    holds: tuple[float, float]


def forecasts(s: State, exact: bool = False) -> dict[int, Forecast]:
    """Return the forecasts of the battles that are due or being fought in a state, by area.

    With ``exact`` they are the odds of ``roses.battle_odds`` where at most seven blocks fight and no round is fought
    yet; else they rest on mean hits.

    >>> import roses
    >>> state = roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester")
    >>> [round(value, 1) for value in forecasts(state)[state.battle.area].holds]
    [0.9, 0.1]
    """
    results = {}
    for area in contested(s):
        small = exact and (present(s, area, 0) | present(s, area, 1)).bit_count() <= _LARGEST
        results[area] = (_exact if small else _rough)(_Fight(s, area))
    if s.battle is not None and s.phase is not Phase.REGROUP and s.battle.area in results:
        results[s.battle.area] = expected(s, s.battle)
    return results


def fates(s: State, exact: bool = False) -> dict[int, Forecast]:
    """Return the forecasts of a state if some of the blocks about to fall leave, while rounds are left and a way out.

    In games between knights, 4 to 6 of 10 blocks survived that should have fallen if all had stayed.
    """
    results = {}
    for area, fate in forecasts(s, exact).items():
        number = s.battle.round if s.battle is not None and s.battle.area == area else 1
        rounds = (LAST_ROUND - max(1, number)) / (LAST_ROUND - 1)
        way = [any(not present(s, near, 1 - side) for near, _border in NEIGHBOURS[area]) for side in (0, 1)]
        lives, steps = dict(fate.lives), dict(fate.steps)
        for block, chance in fate.lives.items():
            if chance < 1 and way[owner(s, block)]:
                away = (1 - chance) * rounds * (_HEIRS_LEAVE if HEIRS >> block & 1 else _LEAVE)
                lives[block] += away
                steps[block] += away * _WORN * s.steps[block]
        results[area] = Forecast(lives, steps, fate.holds)
    return results


def with_help(s: State, side: int, fate: Forecast, part: float) -> Forecast:
    """Return the forecast of an attack by a side, if the enemy gets help in time with the probability ``part``."""
    lives, steps = dict(fate.lives), dict(fate.steps)
    for block in lives:
        if owner(s, block) == side:
            lives[block] *= 1 - _BEATEN * part
            steps[block] *= 1 - _BEATEN * part
        else:
            lives[block] += part * (1 - lives[block])
            steps[block] += part * (s.steps[block] - steps[block])
    first, second = (hold * (1 - part) + part * (other != side) for other, hold in enumerate(fate.holds))
    return Forecast(lives, steps, (first, second))


class _Fight:
    """A battle that is due, as a key: equal if blocks, steps, borders and titles are equal."""

    def __init__(self, s: State, area: int) -> None:
        self.state, self.area = s, area
        there = s.occ[area]
        titles = (s.king, s.king_dead, s.pretender, s.own, s.first, s.occ[OUT], s.down)
        around = tuple([present(s, near, side) > 0 for near, _border in NEIGHBOURS[area] for side in (0, 1)])
        self.key = (area, there, tuple([s.steps[b] for b in bits(there)]), front_in(s, area), titles, around)
        self._hash = hash(self.key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Fight) and self.key == other.key


@lru_cache(maxsize=4096)
def _rough(fight: _Fight) -> Forecast:
    """Return what is expected of a battle from mean hits."""
    s, area = fight.state, fight.area
    front = front_in(s, area)
    return expected(s, Battle(area, front.attacker, reserve=front.reserve & s.occ[area]))


@lru_cache(maxsize=2048)
def _exact(fight: _Fight) -> Forecast:
    """Return the exact odds of a battle, in which everybody fires whenever he may, as a forecast."""
    from roses.odds import battle_odds  # with numpy, which nothing loads before it is needed

    d = thaw(fight.state, Draft)
    d.mover, d.treason, d.stage = -1, -1, "battles"
    phases.run(d)
    odds = battle_odds(freeze(d, State), PLACES[fight.area])
    lives: dict[int, float] = {}
    steps: dict[int, float] = {}
    for (name, fate, left), chance in odds.fates.items():
        here = chance if fate in ("stands", "away") else 0.0
        lives[INDEX[name]] = lives.get(INDEX[name], 0.0) + here
        steps[INDEX[name]] = steps.get(INDEX[name], 0.0) + here * left
    return Forecast(lives, steps, (odds.win.get(SIDES[0], 0.0), odds.win.get(SIDES[1], 0.0)))


def expected(s: State, battle: Battle) -> Forecast:
    """Return a forecast from mean hits: each block fires in turn at the strongest, attackers leave in round 4."""
    armies = [present(s, battle.area, side) for side in (0, 1)]
    left = {b: float(s.steps[b]) for b in bits(armies[0] | armies[1])}
    power = {b: firepower(s, battle, b) / 6 for b in left}
    now = max(1, battle.round)
    for number in range(now, LAST_ROUND + 1):
        hidden = battle.reserve if number == now else 0
        idle = hidden | (battle.acted if number == now else 0)
        active = sum([1 << b for b, mean in left.items() if mean > _GONE]) & ~idle
        first = early(s, battle) if number == now else 0
        for letter in range(4):
            group = in_letter(battle, active, letter, first)
            for side in (1 - battle.attacker, battle.attacker):
                if side == battle.attacker and number == LAST_ROUND:
                    continue
                line = armies[1 - side] & ~hidden or armies[1 - side]
                for block in bits(group & armies[side]):
                    hits = left[block] * power[block]
                    for target in sorted(bits(line), key=left.__getitem__, reverse=True):  # the strongest first
                        loss = min(hits, left[target])
                        left[target] -= loss
                        hits -= loss
                        if hits <= 0:
                            break
    lives = {b: min(1.0, mean / min(_SAFE, s.steps[b])) for b, mean in left.items()}
    steps = [sum(left[b] for b in bits(army)) for army in armies]
    defence = steps[1 - battle.attacker] + 0.3  # what is left of it holds the area
    stays = defence / (defence + 0.6 + 0.25 * steps[battle.attacker])
    return Forecast(lives, left, (1 - stays, stays) if battle.attacker == 0 else (stays, 1 - stays))
