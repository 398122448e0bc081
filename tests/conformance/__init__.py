"""Plays recorded games of an independent engine and compares every step; ``python -m tests.conformance FILE...``.

layout.py reads the files, decisions.py translates recorded choices, course.py plays, compare.py compares.
KNOWN.md lists where the recorded engine departs from the rules.
"""
