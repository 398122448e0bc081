"""Quizzes: questions as data, answered in Python and in a notebook, with feedback on every answer."""

from __future__ import annotations

from roses.lessons.quiz.widget import Quiz

__all__ = ["Quiz"]
