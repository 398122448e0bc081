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


@lru_cache(maxsize=16384)
def spread(members: int) -> int:
    r"""Return a set given as bits with a whole byte for each number: 1 in those of its members, 0 in the others.

    So all values of a table of bytes are changed at once.

    >>> spread(0b1010).to_bytes(5, "little")
    b'\x00\x01\x00\x01\x00'
    """
    return int.from_bytes(bin(members)[:1:-1].encode().translate(_ONES), "little")


def filled(values: bytes, members: int, value: int) -> bytes:
    """Return ``values`` with another value at all members of a set given as bits.

    >>> filled(b"abcd", 0b1010, ord("-"))
    b'a-c-'
    """
    places = spread(members)
    kept = int.from_bytes(values, "little") & ~(places * 255)
    return (kept | places * value).to_bytes(len(values), "little")


def at(values: int, members: int) -> bytes:
    """Return the bytes of a number, the lowest first, at the members of a set given as bits; zeros are left out.

    >>> at(int.from_bytes(b"abcd", "little"), 0b1010)
    b'bd'
    """
    found = values & spread(members) * 255
    return found.to_bytes(members.bit_length(), "little").translate(None, b"\0")
