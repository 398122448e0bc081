"""What lessons need and no game does: quizzes, cards, handouts."""

from __future__ import annotations

from roses.lessons.quiz import Quiz

__all__ = ["Quiz"]
