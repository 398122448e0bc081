"""Analysis in Python: tables for pandas, simulated games, forks of history, what blocks are worth, the map as a graph.

Begin with ``facts``, which returns what the kit knows as tables, and ``columns``, which says what stands in them.

* Tables: ``frames`` of a record, ``to_frame`` of a position; ``happened``, ``battles`` and ``works`` of history;
  ``roster``, ``marches`` and ``ports`` of a position in a lesson.
* Games between bots: ``simulate`` returns a row for each game, turn, battle or block; a ``Study`` plays any of them
  again; ``trials`` fights one battle many times.
* What if: ``roses.fork`` changes one thing of a record (``Change``) and plays on; ``what_ifs`` lists forks of the kit.
* Worth and chances: ``roses.shapley`` and ``roses.sensitivity`` of a battle, ``campaign_worth`` of a campaign,
  ``roses.win_probability`` of a position, ``roses.ledger`` of a game, ``judged`` of the choices in a battle.
* Lords and roads: ``support``, ``who_counts``, ``smallest_changes``; ``realm``, ``gather``, ``traffic``.

Names are loaded when they are first used, since they need pandas and networkx.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from roses.engine.loading import load

if TYPE_CHECKING:
    from roses.lab.battle import Plan as Plan
    from roses.lab.battle import judged as judged
    from roses.lab.battle import ledgers as ledgers
    from roses.lab.battle import trials as trials
    from roses.lab.crown import smallest_changes as smallest_changes
    from roses.lab.fork.change import Change as Change
    from roses.lab.fork.result import what_if as what_if
    from roses.lab.fork.result import what_if_results as what_if_results
    from roses.lab.fork.result import what_ifs as what_ifs
    from roses.lab.fork.study import Fork as Fork
    from roses.lab.fork.study import fork_of as fork_of
    from roses.lab.map_graph import gather as gather
    from roses.lab.map_graph import land as land
    from roses.lab.map_graph import realm as realm
    from roses.lab.map_graph import traffic as traffic
    from roses.lab.record_tables import (
        frames as frames,
    )
    from roses.lab.record_tables import (
        record_of as record_of,
    )
    from roses.lab.record_tables import (
        records_of as records_of,
    )
    from roses.lab.record_tables import (
        to_frame as to_frame,
    )
    from roses.lab.reference import columns as columns
    from roses.lab.reference import facts as facts
    from roses.lab.runs.simulation import simulate as simulate
    from roses.lab.runs.study import Study as Study
    from roses.lab.runs.study import study as study
    from roses.lab.tables import (
        battles as battles,
    )
    from roses.lab.tables import (
        charge_chances as charge_chances,
    )
    from roses.lab.tables import (
        court_counties as court_counties,
    )
    from roses.lab.tables import (
        happened as happened,
    )
    from roses.lab.tables import (
        marches as marches,
    )
    from roses.lab.tables import (
        ports as ports,
    )
    from roses.lab.tables import (
        roster as roster,
    )
    from roses.lab.tables import (
        rulesets as rulesets,
    )
    from roses.lab.tables import (
        topics as topics,
    )
    from roses.lab.tables import (
        treachery_chances as treachery_chances,
    )
    from roses.lab.tables import (
        works as works,
    )
    from roses.lab.turns import Support as Support
    from roses.lab.turns import support as support
    from roses.lab.turns import who_counts as who_counts
    from roses.lab.winning.ledger import ledger as ledger
    from roses.lab.winning.model import win_probability as win_probability
    from roses.lab.worth.sensitivity import sensitivity as sensitivity
    from roses.lab.worth.shapley import campaign_worth as campaign_worth
    from roses.lab.worth.shapley import kept_worth as kept_worth
    from roses.lab.worth.shapley import shapley as shapley
    from roses.odds.policy import orders as orders
    from roses.table import Table as Table

_NAMES: Final = {  # no module may have a name of this list: importing it would replace the function
    "roses.lab.battle": "Plan judged ledgers trials",
    "roses.lab.crown": "smallest_changes",
    "roses.lab.fork.change": "Change",
    "roses.lab.fork.result": "what_if what_if_results what_ifs",
    "roses.lab.fork.study": "Fork fork_of",
    "roses.lab.map_graph": "gather land realm traffic",
    "roses.lab.record_tables": "frames record_of records_of to_frame",
    "roses.lab.reference": "columns facts",
    "roses.lab.runs.simulation": "simulate",
    "roses.lab.runs.study": "Study study",
    "roses.lab.tables": "battles charge_chances court_counties happened marches ports roster rulesets topics "
    "treachery_chances works",
    "roses.lab.turns": "Support support who_counts",
    "roses.lab.winning.ledger": "ledger",
    "roses.lab.winning.model": "win_probability",
    "roses.lab.worth.sensitivity": "sensitivity",
    "roses.lab.worth.shapley": "campaign_worth kept_worth shapley",
    "roses.odds.policy": "orders",
    "roses.table": "Table",
}
_MODULES: Final = {name: module for module, names in _NAMES.items() for name in names.split()}
__all__ = sorted(_MODULES)


if not TYPE_CHECKING:  # type checkers shall refuse names that are not there

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return load(f"{_MODULES[name]}:{name}")
        raise AttributeError(f"module 'roses.lab' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return every public name, those included that are loaded on first use."""
    return sorted({*globals(), *__all__})
