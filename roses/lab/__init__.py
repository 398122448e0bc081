"""Analysis for lessons and analysts: tables, chances, trials on the engine. Nothing here knows a widget."""

from roses.lab.chances import charge_chances, treachery_chances
from roses.lab.graphs import land
from roses.lab.tables import Table, happened, marches, ports, roster, works
from roses.lab.trials import Plan, trials

__all__ = [
    "Plan",
    "Table",
    "charge_chances",
    "happened",
    "land",
    "marches",
    "ports",
    "roster",
    "treachery_chances",
    "trials",
    "works",
]
