"""Sets of small whole numbers as the bits of an int: what states hold, and tables are indexed by."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import compress, count
from operator import itemgetter
from typing import Any, Final, TypeAlias, TypeVar

K = TypeVar("K")
V = TypeVar("V")
Picker: TypeAlias = Callable[[tuple[Any, ...]], tuple[Any, ...]]
_FEW: Final = 8  # up to so many members are quicker found one by one
_ONES: Final = bytes(byte == ord("1") for byte in range(256))


class Cache(dict[K, V]):
    """Values by a key, as a set that is given as bits, made as needed; so many of them are kept.

    Quicker than ``functools.lru_cache``, since nothing is noted when a value is used.

    >>> squares = Cache(lambda number: number**2, 100)
    >>> squares[4], squares
    (16, {4: 16})
    """

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[K], V], most: int) -> None:
        super().__init__()
        self._make: Callable[[K], V] = make
        self._most = most

    def __missing__(self, key: K) -> V:
        if len(self) >= self._most:
            self.clear()
        self[key] = value = self._make(key)
        return value


def bits(members: int) -> tuple[int, ...]:
    """Return the members of a set given as bits, lowest first.

    >>> bits(0b1010)
    (1, 3)
    """
    return _BITS[members]


def picker(places: Sequence[int]) -> Picker:
    """Return a function that picks the items of a tuple at these places, in their order, as a tuple.

    >>> picker([2, 0])(("a", "b", "c")), picker([1])(("a", "b", "c")), picker([])(("a", "b", "c"))
    (('c', 'a'), ('b',), ())
    """
    if len(places) > 1:
        return itemgetter(*places)
    return itemgetter(slice(places[0], places[0] + 1) if places else slice(0))  # for one place it would give no tuple


def spread(members: int) -> int:
    r"""Return a set given as bits with a whole byte for each number: 1 in those of its members, 0 in the others.

    So all values of a table of bytes are changed at once.

    >>> spread(0b1010).to_bytes(5, "little")
    b'\x00\x01\x00\x01\x00'
    """
    return _SPREAD[members]


def _bits(members: int) -> tuple[int, ...]:
    if members.bit_count() > _FEW:
        return tuple(compress(count(), bin(members)[:1:-1].encode().translate(_ONES)))
    numbers = []
    while members:
        low = members & -members
        numbers.append(low.bit_length() - 1)
        members ^= low
    return tuple(numbers)


_BITS: Final = Cache(_bits, 16384)
_SPREAD: Final[Cache[int, int]] = Cache(
    lambda members: int.from_bytes(bin(members)[:1:-1].encode().translate(_ONES), "little"), 16384
)


def fill(values: bytes, members: int, value: int) -> bytes:
    """Return ``values`` with another value at all members of a set given as bits.

    >>> fill(b"abcd", 0b1010, ord("-"))
    b'a-c-'
    """
    if not members:
        return values
    number, places = int.from_bytes(values, "little"), _SPREAD[members]
    return (number ^ (number & places * 255) | places * value).to_bytes(len(values), "little")


def at(values: int, members: int) -> bytes:
    """Return the bytes of a number, the lowest first, at the members of a set given as bits; zeros are left out.

    >>> at(int.from_bytes(b"abcd", "little"), 0b1010)
    b'bd'
    """
    chosen = values & _SPREAD[members] * 255
    return chosen.to_bytes(members.bit_length(), "little").translate(None, b"\0")
