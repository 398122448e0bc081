"""Working with sources in a lesson: cards to read, weights to argue about, and what a narration rests on."""

from __future__ import annotations

from roses.lessons.sources.cards import Weighing, Witnesses
from roses.lessons.sources.rests import RestsOn, lost_without, rests_on

__all__ = ["RestsOn", "Weighing", "Witnesses", "lost_without", "rests_on"]
