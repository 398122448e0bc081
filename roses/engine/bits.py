"""Sets of small whole numbers as the bits of an int: what states hold, and tables are indexed by."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=16384)
def bits(members: int) -> tuple[int, ...]:
    """Return the members of a set given as bits, lowest first.

    >>> bits(0b1010)
    (1, 3)
    """
    found = []
    while members:
        low = members & -members
        found.append(low.bit_length() - 1)
        members ^= low
    return tuple(found)
