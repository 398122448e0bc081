"""Where printed editions of the rules differ: one frozen value, asked by field, never by name."""

from __future__ import annotations

from typing import Final

import msgspec


class Ruleset(msgspec.Struct, frozen=True):
    """The rules in force. ``revised`` is the default and, so far, the only one.

    >>> ruleset("revised").name
    'revised'
    """

    name: str = "revised"


RULESETS: Final = {"revised": Ruleset()}


def ruleset(name: str) -> Ruleset:
    """Return the ruleset; ValueError names the known ones."""
    try:
        return RULESETS[name]
    except KeyError:
        raise ValueError(f"there is no ruleset {name!r}; known are {', '.join(map(repr, RULESETS))}") from None
