"""Exercises for players: small positions with a task, played at a table, and judged by the engine."""

from __future__ import annotations

from roses.lessons.exercises.widget import Exercise

__all__ = ["Exercise"]
