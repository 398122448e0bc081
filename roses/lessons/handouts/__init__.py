"""Hand-outs of the lessons: pages of A4 for pupils, and the answers for the teacher in a file of their own."""

from __future__ import annotations

from roses.lessons.handouts.pages import Page, handouts
from roses.lessons.handouts.sets import chosen, known_sets, overview

__all__ = ["Page", "chosen", "handouts", "known_sets", "overview"]
