"""Widgets for notebooks. A widget has a model, a plain class with its logic, and a view that shows the model."""

from __future__ import annotations

from roses.widgets.back.widget import LookingBack
from roses.widgets.battles.index import BattleIndex
from roses.widgets.battles.widget import Battle
from roses.widgets.field import FieldView
from roses.widgets.kin.cards import People, people
from roses.widgets.kin.claims import Claims
from roses.widgets.play.kept import SavedGames
from roses.widgets.play.table import Table
from roses.widgets.politics import PoliticalTurn
from roses.widgets.stepper.widget import Stepper

__all__ = [
    "Battle",
    "BattleIndex",
    "Claims",
    "FieldView",
    "LookingBack",
    "People",
    "PoliticalTurn",
    "SavedGames",
    "Stepper",
    "Table",
    "people",
]
