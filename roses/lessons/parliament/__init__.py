"""A parliament of the court game for a class."""

from __future__ import annotations

from roses.lessons.parliament.widget import Parliament

__all__ = ["Parliament"]
