"""Widgets for notebooks. A widget has a model, a plain class with its logic, and a view that shows the model."""

from __future__ import annotations

from roses.widgets.field import FieldView
from roses.widgets.politics import PoliticalTurn
from roses.widgets.stepper.widget import Stepper

__all__ = ["FieldView", "PoliticalTurn", "Stepper"]
