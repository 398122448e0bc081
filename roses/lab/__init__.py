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
    from roses.lab.battle import Plan, judged, ledgers, trials
    from roses.lab.crown import smallest_changes
    from roses.lab.fork.change import Change
    from roses.lab.fork.result import what_if, what_if_results, what_ifs
    from roses.lab.fork.study import Fork, fork_of
    from roses.lab.map_graph import gather, land, realm, traffic
    from roses.lab.record_tables import frames, record_of, records_of, to_frame
    from roses.lab.reference import columns, facts
    from roses.lab.runs.simulation import simulate
    from roses.lab.runs.study import Study, study
    from roses.lab.tables import (
        battles,
        charge_chances,
        court_counties,
        happened,
        marches,
        ports,
        roster,
        rulesets,
        topics,
        treachery_chances,
        works,
    )
    from roses.lab.turns import Support, support, who_counts
    from roses.lab.winning.ledger import ledger
    from roses.lab.winning.model import win_probability
    from roses.lab.worth.sensitivity import sensitivity
    from roses.lab.worth.shapley import campaign_worth, kept_worth, shapley
    from roses.odds.policy import orders
    from roses.table import Table

__all__ = [
    "Change",
    "Fork",
    "Plan",
    "Study",
    "Support",
    "Table",
    "battles",
    "campaign_worth",
    "charge_chances",
    "columns",
    "court_counties",
    "facts",
    "fork_of",
    "frames",
    "gather",
    "happened",
    "judged",
    "kept_worth",
    "land",
    "ledger",
    "ledgers",
    "marches",
    "orders",
    "ports",
    "realm",
    "record_of",
    "records_of",
    "roster",
    "rulesets",
    "sensitivity",
    "shapley",
    "simulate",
    "smallest_changes",
    "study",
    "support",
    "to_frame",
    "topics",
    "traffic",
    "treachery_chances",
    "trials",
    "what_if",
    "what_if_results",
    "what_ifs",
    "who_counts",
    "win_probability",
    "works",
]
_MODULES: Final = {  # no module may have a name of this list: importing it would replace the function
    "Change": "roses.lab.fork.change",
    "Fork": "roses.lab.fork.study",
    "Plan": "roses.lab.battle",
    "Study": "roses.lab.runs.study",
    "Support": "roses.lab.turns",
    "Table": "roses.table",
    "battles": "roses.lab.tables",
    "campaign_worth": "roses.lab.worth.shapley",
    "charge_chances": "roses.lab.tables",
    "columns": "roses.lab.reference",
    "court_counties": "roses.lab.tables",
    "facts": "roses.lab.reference",
    "fork_of": "roses.lab.fork.study",
    "frames": "roses.lab.record_tables",
    "record_of": "roses.lab.record_tables",
    "records_of": "roses.lab.record_tables",
    "to_frame": "roses.lab.record_tables",
    "happened": "roses.lab.tables",
    "judged": "roses.lab.battle",
    "ledgers": "roses.lab.battle",
    "gather": "roses.lab.map_graph",
    "kept_worth": "roses.lab.worth.shapley",
    "land": "roses.lab.map_graph",
    "ledger": "roses.lab.winning.ledger",
    "realm": "roses.lab.map_graph",
    "traffic": "roses.lab.map_graph",
    "marches": "roses.lab.tables",
    "orders": "roses.odds.policy",
    "ports": "roses.lab.tables",
    "roster": "roses.lab.tables",
    "rulesets": "roses.lab.tables",
    "sensitivity": "roses.lab.worth.sensitivity",
    "shapley": "roses.lab.worth.shapley",
    "simulate": "roses.lab.runs.simulation",
    "smallest_changes": "roses.lab.crown",
    "study": "roses.lab.runs.study",
    "support": "roses.lab.turns",
    "topics": "roses.lab.tables",
    "treachery_chances": "roses.lab.tables",
    "trials": "roses.lab.battle",
    "what_if": "roses.lab.fork.result",
    "what_if_results": "roses.lab.fork.result",
    "what_ifs": "roses.lab.fork.result",
    "who_counts": "roses.lab.turns",
    "win_probability": "roses.lab.winning.model",
    "works": "roses.lab.tables",
}


if not TYPE_CHECKING:  # type checkers shall refuse names that are not there

    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return load(f"{_MODULES[name]}:{name}")
        raise AttributeError(f"module 'roses.lab' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return every public name, those included that are loaded on first use."""
    return sorted({*globals(), *__all__})
