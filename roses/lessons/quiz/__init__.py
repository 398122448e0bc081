"""Quizzes: questions as data, answered in Python and in a notebook, with feedback on every answer."""
