"""What lessons need and no game does: quizzes, exercises, decision cards, sources, a parliament, sheets to hand out.

Begin with ``Quiz("05a")``, the quiz of a lesson, ``Exercise("war")``, positions to solve at a table, and ``Puzzles()``,
positions to solve by a click.
``decisions.DecisionCard`` asks what a leader should do before it tells what he did. ``sources.Witnesses``,
``sources.Weighing`` and ``sources.RestsOn`` put texts beside each other; ``parliament.Parliament`` holds a sealed vote;
``treachery`` sets five cases beside the die; ``designer.rule_trials`` and ``designer.rule_odds`` test a changed rule;
``estates`` says where the lords are at home, ``words`` explains thirty terms. ``handouts.handouts`` makes the sheets.

What they say is data: ``data/quizzes``, ``data/exercises`` and ``data/lessons``, one file or entry for each lesson.

>>> from roses.lessons.handouts import known_sets
>>> known_sets()["11"].minutes
50
"""

from __future__ import annotations

from roses.lessons.exercises import Exercise
from roses.lessons.puzzles import Puzzles
from roses.lessons.quiz import Quiz

__all__ = ["Exercise", "Puzzles", "Quiz"]
