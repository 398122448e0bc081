"""The political turn as a value that one walks through, and the panel of changes that may move the crown."""

from __future__ import annotations

from roses.widgets.politics.turn import PoliticalTurn

__all__ = ["PoliticalTurn"]
