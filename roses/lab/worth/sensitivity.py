"""How sensitive the odds of a battle are: one thing changed at a time, in at most twenty battles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import prod
from typing import Final

import msgspec

from roses.engine.display import Pictured
from roses.engine.i18n import gettext as _
from roses.lab.worth.variants import (
    before,
    chance,
    dice_of,
    fire_order,
    line_ups,
    turnable,
    turned,
    under,
    with_steps,
    without,
)
from roses.odds import battle_odds
from roses.odds.endings import Entrant
from roses.odds.methods import cheapest
from roses.odds.policy import Policy, orders
from roses.progress import ProgressBar
from roses.richard.naming import known
from roses.richard.position import battle_in
from roses.richard.rules import RULESETS
from roses.richard.state import State
from roses.richard.tables import BLOCKS, PLACES
from roses.table import Table

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
    begun = before(state, area)
    armies = line_ups(begun)
    of = known("house", house, armies) if house is not None else next(iter(armies))
    cases = sorted(_cases(begun, policy), key=lambda case: case.slow)
    quick = [case for case in cases if not case.slow][: MOST - 1]
    with ProgressBar("odds with one thing changed", "battle", len(quick) + 1) as bar:
        base = chance(begun, of, policy)
        changes = []
        for case in quick:
            won = chance(case.state(), of, case.policy or policy)
            changes.append(msgspec.structs.replace(case.change, chance=won))
            bar.update()
    left_out = tuple(f"{case.change.what}, {case.change.change}" for case in cases[len(quick) :])
    return Sensitivity(PLACES[battle_in(begun).area], of, base, tuple(changes), left_out, len(changes) + 1)


def _cases(state: State, policy: str | Policy) -> Iterator[_Case]:
    """Yield what may be changed, in the order in which it is computed."""
    armies = line_ups(state)
    entrants = [entrant for blocks in armies.values() for entrant in blocks]
    for entrant in entrants:
        if entrant.steps > 1 or len(armies[entrant.house]) > 1:
            yield _Case(Change("steps", entrant.block, _("one step fewer"), 0.0), _stepped(state, entrant, -1))
    for lord in turnable(state):
        change = Change("treachery", lord, _("turned at the start"), 0.0, 0.5 ** dice_of(lord))
        yield _Case(change, partial(turned, state, lord))
    weakest = orders(*fire_order(state))
    small = prod(entrant.steps + 1 for entrant in entrants) <= _CELLS
    if policy == "stand" and weakest.written and small:
        change = Change("fire", _("order of fire"), _("of each letter the weakest first"), 0.0)
        yield _Case(change, lambda: state, weakest, slow=cheapest(state, weakest).cost.method == "enumeration")
    for name, rules in RULESETS.items():
        if rules != state.rules:
            yield _Case(Change("ruleset", _("ruleset"), name, 0.0), partial(under, state, rules))
    for entrant in entrants:
        if entrant.steps < BLOCKS[entrant.block].steps:
            yield _Case(Change("steps", entrant.block, _("one step more"), 0.0), _stepped(state, entrant, +1))


def _stepped(state: State, entrant: Entrant, by: int) -> Callable[[], State]:
    """Return the battle in which a block has so many steps more; without it if none is left."""
    steps = entrant.steps + by
    return partial(with_steps, state, entrant.block, steps) if steps else partial(without, state, [entrant.block])
