"""The base class of invariants: checks that every state and every action of a game must pass."""

from __future__ import annotations

from typing import Any


class Defect(Exception):
    """A check that failed: ``check`` is its name, the text says in one sentence what is wrong."""

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
    """Checks one game as it is played.

    Each game derives its own class, whose instances may store what later checks compare with. Both methods raise a
    Defect for the first check that fails.
    """

    def look(self, state: Any) -> None:
        """Check one state by itself."""

    def step(self, before: Any, action: str, after: Any) -> None:
        """Check the change from one state to the next by an action, given in notation."""
