"""The random generators of a game in progress; they count their draws, so that a resumed game continues the sequence.

A seed that the kit draws is a text of 64 hexadecimal digits, 256 bits. Nobody can try all of those, and its dice are a
keyed stream: those that have been seen tell nothing of those to come. A seed that is given by hand is a whole number,
and its dice are those of ``random.Random``: a result can be repeated, but such a seed is no secret. Whoever sees some
dice, or a hand of cards, finds it by trying.
"""

from __future__ import annotations

import random
from functools import partial
from typing import Annotated, Final, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _

SeedText: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
Seed: TypeAlias = int | SeedText
_WORD: Final = 32  # bits that the generator makes at a time
_BLOCK: Final = 16  # words in a hash of the keyed stream
_SEEDS: Final = 2**64  # whole numbers as seeds are smaller than this, as JSON numbers of a record are


class Dice(random.Random):
    """``random.Random(seed)`` that counts the words of 32 bits it has made in the attribute ``drawn``.

    The argument ``drawn`` skips that many words: the numbers that follow depend on seed and ``drawn`` alone.

    >>> first = Dice(7)
    >>> thrown = [first.randrange(1, 7) for _ in range(5)]
    >>> Dice(7, first.drawn).random() == first.random()
    True
    """

    def __init__(self, seed: int, drawn: int = 0) -> None:
        super().__init__(seed)
        self.drawn = 0
        if drawn:
            self.getrandbits(_WORD * drawn)

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1; it takes two words."""
        self.drawn += 2
        return super().random()

    def getrandbits(self, k: int) -> int:
        """Return a whole number of ``k`` random bits."""
        self.drawn += -(-k // _WORD)
        return super().getrandbits(k)


class KeyedDice(Dice):
    """Dice from a seed of 256 bits: BLAKE2b with the seed as its key, of 0, 1, 2 and so on.

    >>> first = KeyedDice("7" * 64)
    >>> thrown = [first.randrange(1, 7) for _ in range(5)]
    >>> KeyedDice("7" * 64, first.drawn).random() == first.random()
    True
    """

    def __init__(self, seed: str, drawn: int = 0) -> None:
        from hashlib import blake2b  # here, because it takes time to load, and few start-ups need it

        super().__init__(0)
        self._hash, self.drawn = partial(blake2b, key=bytes.fromhex(seed), person=b"roses dice"), drawn

    def random(self) -> float:
        """Return a number from 0 up to, not including, 1; it takes two words."""
        return (self.getrandbits(2 * _WORD) >> 11) * 2.0**-53

    def getrandbits(self, k: int) -> int:
        """Return a whole number of ``k`` random bits."""
        start, self.drawn = self.drawn, self.drawn - (-k // _WORD)
        first = start // _BLOCK
        numbers = range(first, -(-self.drawn // _BLOCK))
        stream = b"".join(self._hash(number.to_bytes(8, "big")).digest() for number in numbers)
        words = stream[(start - first * _BLOCK) * 4 : (self.drawn - first * _BLOCK) * 4]
        return int.from_bytes(words, "big") >> -k % _WORD


def dice_of(seed: Seed, drawn: int = 0) -> Dice:
    """Return the dice of a seed after so many words."""
    return KeyedDice(seed, drawn) if isinstance(seed, str) else Dice(seed, drawn)


def draw_seed() -> str:
    """Return a new seed: 64 hexadecimal digits from the system's source of secrets."""
    from secrets import token_hex  # here for the same reason

    return token_hex(32)


def checked(seed: object) -> Seed:
    """Return a seed; ValueError if it is neither a whole number of at most 64 bits nor 64 hexadecimal digits.

    >>> checked(7)
    7
    """
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < _SEEDS:
        return seed
    try:
        return msgspec.convert(seed, SeedText)
    except msgspec.ValidationError as error:
        message = _("the seed must be a whole number of at most 64 bits, such as seed=7, not {seed}")
        raise ValueError(message.format(seed=f"{seed!r:.60}")) from error
