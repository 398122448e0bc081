"""Analysis for lessons and analysts: tables, chances, trials on the engine. Nothing here knows a widget.

What is named here is loaded when it is asked for, so that fuzz and bench play without pandas and networkx.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from roses.lab.chances import charge_chances, treachery_chances
    from roses.lab.deeds import judged
    from roses.lab.graphs import land
    from roses.lab.odds.policy import orders
    from roses.lab.plans import Plan, trials
    from roses.lab.tables import Table, happened, marches, ports, roster, works

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
    "chances": ("charge_chances", "treachery_chances"),
    "deeds": ("judged",),
    "graphs": ("land",),
    "odds.policy": ("orders",),
    "plans": ("Plan", "trials"),
    "tables": ("Table", "happened", "marches", "ports", "roster", "works"),
}


def __getattr__(name: str) -> Any:
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"roses.lab.{module}"), name)
    raise AttributeError(f"module 'roses.lab' has no attribute {name!r}")
