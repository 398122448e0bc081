"""Analysis for lessons and analysts: tables, chances, trials on the engine. Nothing here knows a widget.

What is named here is loaded when it is asked for, so that fuzz and bench play without pandas and networkx.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from roses.lab.map_graph import land
    from roses.lab.probabilities import charge_chances, treachery_chances
    from roses.lab.review import judged
    from roses.lab.simulation import Plan, trials
    from roses.lab.tables import happened, marches, ports, roster, works
    from roses.odds.policy import orders
    from roses.table import Table

__all__ = [
    "Plan",
    "Table",
    "charge_chances",
    "happened",
    "judged",
    "land",
    "marches",
    "orders",
    "ports",
    "roster",
    "treachery_chances",
    "trials",
    "works",
]
_HOMES: Final = {  # a module has no name of this list, which would hide the module's own
    "lab.probabilities": ("charge_chances", "treachery_chances"),
    "lab.review": ("judged",),
    "lab.map_graph": ("land",),
    "odds.policy": ("orders",),
    "lab.simulation": ("Plan", "trials"),
    "table": ("Table",),
    "lab.tables": ("happened", "marches", "ports", "roster", "works"),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"roses.{module}"), name)
    raise AttributeError(f"module 'roses.lab' has no attribute {name!r}")
