"""Tests of a changed rule: the same battle by several plans, with the rule as printed and with the rule changed."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from roses.engine.i18n import gettext as _
from roses.lab.battle import fight
from roses.lab.intervals import wilson
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
    the field, and Wilson's 95 per cent interval of that share, in per cent. ValueError for an unknown change.

    >>> from functools import partial
    >>> import roses
    >>> duel = partial(roses.battle, "Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> rule_trials(duel, "bombard_reserve_gets_a3=True", {"stand": lambda state: None}, n=20).columns.tolist()
    ['plan', 'as printed', 'range', 'changed', 'its range']
    """
    rows = []
    for name, plan in counted(list(plans.items()), _("trials"), _("plan"), len(plans)):
        row = [name]
        for rules in _rules(change):
            battle, rng = field(rules=rules), random.Random(seed)
            attacker = _attacker(battle)
            ends = (fight(battle, plan, rng) for _i in range(n))  # the winner is left alone, or the game is his
            won = sum((end.outcome.winner if end.outcome else end.active[0]) == attacker for end in ends)
            low, high = wilson(won / n, n)
            shares = _("{low:.0f} to {high:.0f} %").format(low=100 * low, high=100 * high)
            row += [_("{won} of {n}").format(won=won, n=n), shares]
        rows.append(row)
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
        battles = (field(rules=rules) for rules in _rules(change))
        printed, changed = (100 * battle_odds(battle, policy=plan).win[_attacker(battle)] for battle in battles)
        rows.append((name, round(printed, 1), round(changed, 1), round(changed - printed, 1)))
    return Table(rows, columns=["plan", "as printed", "changed", "points"])


def _rules(change: str) -> tuple[str, str]:
    """Return the rules as printed and with a change."""
    return "revised", f"revised+{change}"


def _attacker(state: State) -> str:
    view: View = state.view()
    if view.battle is None:
        raise ValueError(_("the field must return a battle that is being fought"))
    return view.battle.attacker
