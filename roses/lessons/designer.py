"""Tests of a changed rule: the same battle by several plans, with the rule as printed and with the rule changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from roses.engine.i18n import gettext as _
from roses.lab.intervals import wilson
from roses.lab.simulation import fight
from roses.odds import battle_odds
from roses.odds.policy import Policy
from roses.progress import counted
from roses.richard.state import State
from roses.richard.view import View
from roses.table import Table

Field = Callable[..., State]  # takes ``rules`` and returns the battle


def rule_trials(field: Field, change: str, plans: Mapping[str, Policy], n: int = 100, seed: int = 1485) -> Table:
    """Fight a battle ``n`` times by each plan, under the rules as printed and with ``change``, and count the wins.

    ``field`` returns the battle under the ``rules`` that it is given; ``change`` is a field of the ruleset with its new
    value, such as "defector_strength=full". Columns: the plan, and for both rules how often of ``n`` the attacker won
    the field, with the range of shares that fits such a count 19 times in 20 (Wilson's interval), in per cent.
    ValueError for a change that there is not.

    >>> from functools import partial
    >>> import roses
    >>> duel = partial(roses.battle, "Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> rule_trials(duel, "bombard_reserve_gets_a3=True", {"stand": lambda state: None}, n=20).columns.tolist()
    ['plan', 'as printed', 'range', 'changed', 'its range']
    """
    rows = []
    for name, plan in counted(list(plans.items()), _("trials"), _("plan"), len(plans)):
        printed, changed = (_won(field(rules=rules), plan, n, seed) for rules in _rules(change))
        rows.append((name, _of(printed, n), _range(printed, n), _of(changed, n), _range(changed, n)))
    return Table(rows, columns=["plan", "as printed", "range", "changed", "its range"])


def rule_odds(field: Field, change: str, plans: Mapping[str, Policy]) -> Table:
    """Return the attacker's exact chance by each plan, as printed and with the change, and the difference in points.

    Arguments are those of ``rule_trials``. Chances are in per cent, of winning the field. ValueError as there.

    >>> from functools import partial
    >>> import roses
    >>> duel = partial(roses.battle, "Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> rule_odds(duel, "bombard_reserve_gets_a3=True", {"stand": lambda state: None})["points"].tolist()
    [0.0]
    """
    rows = []
    for name, plan in plans.items():
        printed, changed = (_chance(field(rules=rules), plan) for rules in _rules(change))
        rows.append((name, round(printed, 1), round(changed, 1), round(changed - printed, 1)))
    return Table(rows, columns=["plan", "as printed", "changed", "points"])


def _rules(change: str) -> tuple[str, str]:
    return "revised", f"revised+{change}"


def _attacker(state: State) -> str:
    view: View = state.view()
    if view.battle is None:
        raise ValueError(_("the field must return a battle that is being fought"))
    return view.battle.attacker


def _won(battle: State, plan: Policy, n: int, seed: int) -> int:
    """Return how many of ``n`` fights the attacker won: he alone is left in the area, or the game is his."""
    side, rng = _attacker(battle), random.Random(seed)
    return sum(_winner(fight(battle, plan, rng)) == side for _i in range(n))


def _winner(end: State) -> str:
    return end.outcome.winner if end.outcome else end.active[0]


def _chance(battle: State, plan: Policy) -> float:
    return 100 * battle_odds(battle, policy=plan).win[_attacker(battle)]


def _of(won: int, n: int) -> str:
    return _("{won} of {n}").format(won=won, n=n)


def _range(won: int, n: int) -> str:
    low, high = wilson(won / n, n)
    return _("{low:.0f} to {high:.0f} %").format(low=100 * low, high=100 * high)
