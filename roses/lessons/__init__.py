"""What lessons need and no game does: quizzes, exercises, cards, handouts."""

from __future__ import annotations

from roses.lessons.exercises import Exercise
from roses.lessons.quiz import Quiz

__all__ = ["Exercise", "Quiz"]
