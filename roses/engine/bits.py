"""Sets of small whole numbers as the bits of an int: what states hold, and tables are indexed by."""

from __future__ import annotations

from functools import lru_cache
from itertools import compress, count
from typing import Final

_FEW: Final = 8  # up to so many members are quicker found one by one
_ONES: Final = bytes(byte == ord("1") for byte in range(256))


@lru_cache(maxsize=16384)
def bits(members: int) -> tuple[int, ...]:
    """Return the members of a set given as bits, lowest first.

    >>> bits(0b1010)
    (1, 3)
    """
    if members.bit_count() > _FEW:
        return tuple(compress(count(), bin(members)[:1:-1].encode().translate(_ONES)))
    found = []
    while members:
        low = members & -members
        found.append(low.bit_length() - 1)
        members ^= low
    return tuple(found)
