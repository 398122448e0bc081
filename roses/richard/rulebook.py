"""The rules text of the block war game, by the numbers of the printed rules."""

from __future__ import annotations

from functools import cache
from typing import Final

from roses.engine.rules import Paragraph, Rulebook

BOOK: Final = Rulebook("rules", lambda name: (not name[0].isdigit(), name))


def rule(number: str) -> Paragraph:
    """Return a paragraph by its number, ``"6.5"``, its name, ``"force-march"``, or a topic, ``"border crossing"``.

    ``roses.topics`` lists the topics. DataError, which names the nearest paragraphs, if there is none.

    >>> rule("border crossing").heading
    '5.21 Border limits'
    >>> print(rule("3.11").example)
    Salisbury, the noble, has three steps and rolls three dice. After one hit he has two steps and rolls two dice.
    """
    return BOOK.paragraph(number)


@cache
def numbers() -> tuple[str, ...]:
    """Return the numbers of all paragraphs in the order of the rulebook, then the names of events and scenarios.

    >>> numbers()[:3], numbers()[-1], len(numbers())
    (('1.0', '1.1', '1.2'), 'treason', 81)
    """
    return BOOK.numbers()
