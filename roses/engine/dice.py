"""The random generator of a game in progress; it counts its draws, so that a resumed game continues the sequence."""

from __future__ import annotations

import random
from typing import Final

from roses.engine.i18n import gettext as _

_WORD: Final = 32  # bits that the generator makes at a time
_SEEDS: Final = 2**64  # seeds are smaller than this, as JSON numbers of a record are


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


def checked(seed: object) -> int:
    """Return a seed; ValueError if it is not a whole number of at most 64 bits.

    >>> checked(7)
    7
    """
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < _SEEDS:
        return seed
    raise ValueError(
        _("the seed must be a whole number of at most 64 bits, as seed=7, not {seed}").format(seed=f"{seed!r:.60}")
    )
