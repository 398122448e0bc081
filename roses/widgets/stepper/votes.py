"""The hands of a class, which all Steppers of one timeline share."""

from __future__ import annotations

from typing import Final
from weakref import WeakKeyDictionary

import traitlets as t

from roses.engine.replay import Timeline


class Votes(t.HasTraits):
    """The ``hands`` for each answer by the index of a question, as text, and the indices that were ``revealed``."""

    hands = t.Dict()
    revealed = t.List(t.Int())


_kept: Final[WeakKeyDictionary[Timeline, Votes]] = WeakKeyDictionary()


def votes_of(timeline: Timeline) -> Votes:
    """Return the hands of the class that goes through a timeline, in one Stepper or in several.

    >>> import roses
    >>> timeline = roses.timeline("1483-richard-iii")
    >>> votes_of(timeline) is votes_of(timeline)
    True
    """
    return _kept.setdefault(timeline, Votes())
