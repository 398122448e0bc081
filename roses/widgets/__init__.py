"""Widgets for notebooks: a plain class with the logic of each, and a box that shows it."""

from __future__ import annotations

from roses.widgets.stepper.widget import Stepper

__all__ = ["Stepper"]
