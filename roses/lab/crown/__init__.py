"""Who makes a king: the political turn in steps, and the smallest change that alters who wears the crown after it."""

from __future__ import annotations

from roses.lab.crown.change import Change, changes
from roses.lab.crown.counts import Count, count_after
from roses.lab.crown.smallest import Smallest, smallest_changes, trials_of
from roses.lab.crown.stop import Course, Stop
from roses.lab.crown.turn import before_count, course, course_in, turns_in

__all__ = [
    "Change",
    "Count",
    "Course",
    "Smallest",
    "Stop",
    "before_count",
    "changes",
    "count_after",
    "course",
    "course_in",
    "smallest_changes",
    "trials_of",
    "turns_in",
]
