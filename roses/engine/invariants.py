"""What must hold in every state of a game: the base of each game's own invariants. Holds none itself."""

from __future__ import annotations

from typing import Any


class Defect(Exception):
    """Something that must never be: ``check`` is the name of the check that found it, the text is one sentence."""

    def __init__(self, check: str, reason: str) -> None:
        self.check = check
        super().__init__(reason)


def demand(holds: bool, check: str, reason: str) -> None:
    """Raise a Defect unless ``holds``.

    >>> demand(3 < 2, "order", "3 is not less than 2")
    Traceback (most recent call last):
    roses.engine.invariants.Defect: 3 is not less than 2
    """
    if not holds:
        raise Defect(check, reason)


class Invariants:
    """Looks at one game as it is played; a game derives its own and keeps in it what it must remember.

    Both methods raise a Defect at the first thing that is wrong, and change nothing.
    """

    def look(self, state: Any) -> None:
        """Check one state by itself."""

    def step(self, before: Any, action: str, after: Any) -> None:
        """Check what an action (its notation) has brought about."""
