"""How sensitive the odds of a battle are: one thing changed at a time, in at most twenty battles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import partial
from math import prod
from typing import Final

import msgspec

from roses.engine.display import Pictured
from roses.engine.errors import RuleError
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Roll
from roses.engine.state import GameState
from roses.odds import battle_odds, best_play, opening
from roses.odds.endings import Entrant, entrants, over
from roses.odds.methods import cheapest
from roses.odds.policy import Policy, orders
from roses.progress import ProgressBar
from roses.richard.actions import TREASON, Fight, Treachery
from roses.richard.naming import check_name
from roses.richard.phases.battle import dice_for, targets
from roses.richard.position import Front, Phase, battle_in, present
from roses.richard.rules import RULESETS
from roses.richard.state import State, demand_war
from roses.richard.tables import BLOCKS, INDEX, LETTER, NAMES, PLACES, POOL, SIDES, bits, mask
from roses.table import Table

_BEGUN: Final = (Phase.BATTLE_TURN, Phase.TREASON)


def before(state: State, area: str | None = None) -> State:
    """Return the battle of ``state`` before its first shot; ``area`` names it where several are due.

    RuleError if there is none, or if a block has acted in it: what a block is worth is counted from the beginning.
    ValueError for anything but a state.

    >>> import roses
    >>> before(roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")).battle.round
    1
    """
    if isinstance(state, GameState):
        demand_war(state)
    if not isinstance(state, State):
        raise ValueError(
            f"{repr(state)[:60]} is not a battle; make one, such as "
            "roses.battle('Leicester', {'Warwick': 'Richmond'}, 'Gloucester')"
        )
    first_state = opening(state, area)
    battle = battle_in(first_state)
    if first_state.phase not in _BEGUN or battle.round > 1 or battle.acted:
        area = PLACES[battle.area]
        raise RuleError(f"the battle in {area} has begun; ask before its first shot, in round 1", rule="6.2")
    return first_state


def line_ups(state: State) -> dict[str, tuple[Entrant, ...]]:
    """Return the blocks of a battle by house, the attacker's first."""
    armies: dict[str, list[Entrant]] = {}
    for entrant in entrants(state):
        armies.setdefault(entrant.house, []).append(entrant)
    return {house: tuple(blocks) for house, blocks in armies.items()}


def without(state: State, names: Collection[str]) -> State:
    """Return the battle without some blocks, who live elsewhere; a house without a front line fights with its reserves.

    The borders that the armies crossed stay as they are.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester", scenario="1483")
    >>> [entrant.block for entrant in entrants(without(battle, ["Oxford"]))]
    ['Richmond', 'Gloucester']
    """
    gone, area = mask(list(names)), battle_in(state).area
    occ, loc = list(state.occ), bytearray(state.loc)
    occ[area] &= ~gone
    occ[POOL] |= gone
    for block in bits(gone):
        loc[block] = POOL
    state = msgspec.structs.replace(state, occ=tuple(occ), loc=bytes(loc))
    fronts = []
    for front in state.fronts:
        reserve = front.reserve
        for side in (0, 1):
            there = present(state, area, side)
            if front.area == area and not there & ~front.reserve:  # no front line is left
                reserve &= ~there
        fronts.append(msgspec.structs.replace(front, reserve=reserve))
    first = (SIDES[state.first],)
    due = msgspec.structs.replace(
        state, phase=Phase.BATTLES, active=first, battle=None, fronts=tuple(fronts), events=()
    )
    return due.apply(Fight(PLACES[area]))  # the engine says who has the first turn


def turnable(state: State) -> list[str]:
    """Return the lords of both houses whom a roll before the first shot could turn (rules 5.1, 6.9)."""
    battle = battle_in(state)
    return [NAMES[block] for side in (battle.attacker, 1 - battle.attacker) for block in _targets(state, 1 - side)]


def dice_of(name: str) -> int:
    """Return the dice, all of which must be even, that turn a lord: his loyalty (rule 3.13)."""
    return dice_for(-1, INDEX[name])


def turn_lord(state: State, name: str) -> State:
    """Return the battle after a roll, as that of the Treason card, has turned a lord (rules 5.1, 6.9)."""
    battle = msgspec.structs.replace(battle_in(state), round=0)
    side = next(side for side in (0, 1) if INDEX[name] in _targets(state, side))
    due = msgspec.structs.replace(state, phase=Phase.TREASON, active=(SIDES[side],), battle=battle, treason=side)
    return due.apply(Treachery(TREASON, name)).apply(Roll((2,) * dice_of(name)))


def fire_order(state: State) -> list[str]:
    """Return orders by which the weakest of each letter fire first; no orders where ``stand`` does so anyway."""
    groups: dict[tuple[str, int], list[Entrant]] = {}
    for entrant in entrants(state):
        groups.setdefault((entrant.house, LETTER[INDEX[entrant.block]]), []).append(entrant)
    differ = any(len({(e.steps, BLOCKS[e.block].firepower) for e in group}) > 1 for group in groups.values())
    weakest = sorted(entrants(state), key=lambda e: (e.steps, BLOCKS[e.block].firepower))
    return [f"{entrant.block} fires" for entrant in weakest] if differ else []


def chance(state: State, house: str, policy: str | Policy) -> float:
    """Return the exact probability that a house wins the battle, with ``policy="best"`` under best play of both.

    ValueError if it is not known.
    """
    if over(state):
        return float((state.outcome.winner if state.outcome else state.active[0]) == house)
    if policy == "best":
        best = best_play(state)
        if best.value is None:
            raise ValueError(f"best play was not solved, so there is no exact value: {best}")
        return best.value if best.house == house else 1 - best.value
    odds = battle_odds(state, policy=policy)
    if not odds.exact:
        raise ValueError(f"the battle is too large, or was interrupted: {odds} is not exact")
    return odds.win.get(house, 0.0)


def _targets(state: State, side: int) -> tuple[int, ...]:
    return tuple(bits(targets(state, battle_in(state), side)))


def _fought(state: State) -> State:
    """Return the battle begun anew by the engine, which says who has the first turn."""
    battle = battle_in(state)
    fronts = tuple(_front(state, front) if front.area == battle.area else front for front in state.fronts)
    side = (SIDES[state.first],)
    due = msgspec.structs.replace(state, phase=Phase.BATTLES, active=side, battle=None, fronts=fronts, events=())
    return due.apply(Fight(PLACES[battle.area]))


def _front(state: State, front: Front) -> Front:
    """Return a front without the reserve of a house that has no front line left."""
    reserve = front.reserve
    for side in (0, 1):
        there = present(state, front.area, side)
        reserve &= ~there if not there & ~front.reserve else ~0
    return msgspec.structs.replace(front, reserve=reserve)


MOST: Final = 20  # battles whose odds are computed
_CELLS: Final = 4_000_000  # strengths of both armies up to which an order of fire is computed, some ten seconds


class Change(msgspec.Struct, frozen=True):
    """One thing changed: ``what`` it is about, the ``change`` in words, and the chance 0..1 of the house then.

    ``kind`` is steps, treachery, fire or ruleset; ``likely`` is the probability of the change where dice decide on it,
    else 0.
    """

    kind: str
    what: str
    change: str
    chance: float
    likely: float = 0.0


class Sensitivity(Pictured, msgspec.Struct, frozen=True, eq=False):
    """How the chance of ``house`` to win in ``area``, ``chance`` as things are, moves with one thing changed.

    ``changes`` are in the order in which they were computed; ``left_out`` names what was not, ``battles`` how many
    battles were.

    >>> import roses
    >>> sensitivity(roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester:2", scenario="1483"))
    Leicester: Lancaster 0.97; most by Gloucester, one step more: 0.85
    """

    area: str
    house: str
    chance: float
    changes: tuple[Change, ...]
    left_out: tuple[str, ...]
    battles: int

    def table(self) -> Table:
        """Return a row for each change, those of the thing that moves the chance most first.

        Columns: ``what`` is changed and the ``change``, in words; the ``chance`` of the house then, 0..1; the
        ``swing``, its difference from the chance as things are; ``likely``, the probability of the change where dice
        decide on it, else empty; and ``asked``, the chance when they are thrown.
        """
        rows = []
        for bar in self.bars():
            for c in bar:
                swing = c.chance - self.chance
                dice = (c.likely, self.chance + c.likely * swing) if c.likely else (None, None)
                rows.append((c.what, c.change, c.chance, swing, *dice))
        return Table(rows, columns=["what", "change", "chance", "swing", "likely", "asked"])

    def bars(self) -> list[tuple[Change, ...]]:
        """Return the changes of one thing together, the thing that moves the chance most first."""
        things: dict[tuple[str, str], tuple[Change, ...]] = {}
        for change in self.changes:
            things[change.kind, change.what] = (*things.get((change.kind, change.what), ()), change)
        return sorted(things.values(), key=lambda bar: -max(abs(c.chance - self.chance) for c in bar))

    def __repr__(self) -> str:
        odds = f"{self.area}: {self.house} {self.chance:.2f}"
        if not self.changes:
            return odds
        most = max(self.changes, key=lambda c: abs(c.chance - self.chance))
        return f"{odds}; most by {most.what}, {most.change}: {most.chance:.2f}"


class _Case(msgspec.Struct, frozen=True):
    """A change that is to be computed, its chance not known yet: the battle, and the policy if not that of all.

    One that is ``slow`` would take far longer than a battle, and is left out.
    """

    change: Change
    state: Callable[[], State]
    policy: Policy | None = None
    slow: bool = False


def sensitivity(
    state: State,
    area: str | None = None,
    *,
    house: str | None = None,
    policy: str | Policy = "stand",
    side: str | None = None,
) -> Sensitivity:
    """Return how the chance of a house to win a battle moves if one thing is changed, for all things in turn.

    What is changed: each block has one step less, or one more if it has lost one; a lord of either house is turned
    before the first shot, by a roll as that of the Treason card (rules 5.1, 6.9), with the dice of his loyalty; within
    a letter the weakest fire first, not the strongest; and the other rulesets hold. Every chance is exact. At most
    twenty battles are computed, the one as it stands among them; in a large battle what is left out is named.

    ``state``, ``area``, ``policy`` and ``side`` are those of ``roses.shapley``; ``house`` is the attacker's by default.
    The order of fire is changed only under ``"stand"`` and in battles of a size for which orders can be computed; where
    they would be followed position by position, as where the last heir may find no way out, it is left out too.

    RuleError if the battle has begun, or rests on blocks that ``side`` does not see; ValueError for a house or policy
    that does not exist.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester, Stanley/Y", scenario="1483")
    >>> sensitivity(battle).table()[["what", "change"]].values.tolist()[:2]
    [['Stanley/Y', 'turned at the start'], ['Gloucester', 'one step fewer']]
    """
    if side is not None:
        battle_odds(state, area, side=side)
    first_state = before(state, area)
    armies = line_ups(first_state)
    of = check_name("house", house, armies) if house is not None else next(iter(armies))
    cases = sorted(_cases(first_state, policy), key=lambda case: case.slow)
    quick = [case for case in cases if not case.slow][: MOST - 1]
    with ProgressBar("odds with one thing changed", "battle", len(quick) + 1) as bar:
        base = chance(first_state, of, policy)
        changes = []
        for case in quick:
            won = chance(case.state(), of, case.policy or policy)
            changes.append(msgspec.structs.replace(case.change, chance=won))
            bar.update()
    left_out = tuple(f"{case.change.what}, {case.change.change}" for case in cases[len(quick) :])
    return Sensitivity(PLACES[battle_in(first_state).area], of, base, tuple(changes), left_out, len(changes) + 1)


def _cases(state: State, policy: str | Policy) -> Iterator[_Case]:
    """Yield what may be changed, in the order in which it is computed."""
    armies = line_ups(state)
    entrants = [entrant for blocks in armies.values() for entrant in blocks]
    for entrant in entrants:
        if entrant.steps > 1 or len(armies[entrant.house]) > 1:
            change = Change("steps", entrant.block, _("one step fewer"), 0.0)
            yield _Case(change, partial(_add_steps, state, entrant, -1))
    for lord in turnable(state):
        change = Change("treachery", lord, _("turned at the start"), 0.0, 0.5 ** dice_of(lord))
        yield _Case(change, partial(turn_lord, state, lord))
    weakest = orders(*fire_order(state))
    small = prod(entrant.steps + 1 for entrant in entrants) <= _CELLS
    if policy == "stand" and weakest.written and small:
        change = Change("fire", _("order of fire"), _("of each letter the weakest first"), 0.0)
        yield _Case(change, lambda: state, weakest, slow=cheapest(state, weakest).cost.method == "enumeration")
    for name, rules in RULESETS.items():
        if rules != state.rules:
            change = Change("ruleset", _("ruleset"), name, 0.0)
            yield _Case(change, partial(msgspec.structs.replace, state, rules=rules))
    for entrant in entrants:
        if entrant.steps < BLOCKS[entrant.block].steps:
            change = Change("steps", entrant.block, _("one step more"), 0.0)
            yield _Case(change, partial(_add_steps, state, entrant, +1))


def _add_steps(state: State, entrant: Entrant, number: int) -> State:
    """Return the battle in which a block begins with so many steps more; without it if none is left."""
    steps = entrant.steps + number
    if not steps:
        return without(state, [entrant.block])
    strengths = bytearray(state.steps)
    strengths[INDEX[entrant.block]] = steps
    return msgspec.structs.replace(state, steps=bytes(strengths))
