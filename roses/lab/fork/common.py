"""Common random numbers: what is drawn depends on what it is drawn for, never on how much was drawn before.

In two games with the same seed the same block rolls the same dice in the same turn, battle and round, and a bot breaks
ties between the same options in the same way, whatever else differs between the games. Pairs of such games differ less
than two games of their own (P. Glasserman and D. D. Yao, "Some guidelines and guarantees for common random numbers",
*Management Science* 38 (1992), 884 to 908). Each draw is as random as any other: no two of a game have the same key.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, MutableSequence
from hashlib import blake2b
from typing import Any, Final, TypeAlias

from roses.lab.fork import court, war

Key: TypeAlias = tuple[object, ...]
_KEYS: Final[dict[str, Callable[[Any], Key]]] = {"richard-iii": war.key, "lancaster": court.key}


class Numbers(random.Random):
    """Random numbers that begin anew for each thing they are drawn for.

    ``shuffle`` gives each item a place of its own by lot: if an item more is shuffled, the others keep their order.

    >>> numbers = Numbers("1|0")
    >>> numbers.begin(("fire", "Richmond"))
    >>> first = numbers.random()
    >>> numbers.begin(("fire", "Oxford"))
    >>> Numbers("1|0").begin(("fire", "Richmond")), first != numbers.random()
    (None, True)
    """

    def __init__(self, seed: str) -> None:
        super().__init__(0)
        self._seed = seed
        self._begun: Counter[Key] = Counter()

    def begin(self, key: Key) -> None:
        """Begin to draw for something; for the same thing once more other numbers are drawn."""
        again = self._begun[key]
        self._begun[key] += 1
        self.seed("|".join(map(str, (self._seed, *key, again))))

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle a list in place; each order of its items is as likely as any other."""
        salt = self.getrandbits(128).to_bytes(16, "big")
        x[:] = sorted(x, key=lambda item: blake2b(str(item).encode(), key=salt, digest_size=8).digest())


def key_of(state: Any) -> Key:
    """Return what is drawn for in a state: the dice, the deal or the decision that is due.

    >>> import roses
    >>> key_of(roses.replay("1483-richard-iii")[116])
    ('Chance', 3, 7, 0, 'Leicester', 1, 'fire', 'Bombard/Y', '')
    """
    find = _KEYS.get(state.header["game"])
    return (*state.active[:1], *(find(state) if find else ()))
