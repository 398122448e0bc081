"""The hands of a class, which all Steppers of one record share."""

from __future__ import annotations

from typing import Final

import traitlets as t

from roses.engine.record import Record
from roses.engine.state import content_hash


class Votes(t.HasTraits):
    """The ``hands`` for each answer by the index of a question, as text, and the indices that were ``revealed``."""

    hands = t.Dict()
    revealed = t.List(t.Int())


_held: Final[dict[int, Votes]] = {}


def votes_of(record: Record) -> Votes:
    """Return the hands of the class that goes through a record, in one Stepper or in several.

    >>> import roses
    >>> first, second = (roses.timeline("1483-richard-iii") for _ in range(2))
    >>> votes_of(first.replay.record) is votes_of(second.replay.record)
    True
    """
    return _held.setdefault(content_hash(record), Votes())
