"""The rules text of the court game, by the numbers of its rules."""

from __future__ import annotations

from functools import cache
from typing import Final

from roses.engine.rulebook import Rulebook

BOOK: Final = Rulebook("rules/lancaster", lambda number: [int(part) for part in number.split(".")])


@cache
def numbers() -> tuple[str, ...]:
    """Return the numbers of all paragraphs, in order.

    >>> numbers()[0], BOOK.paragraph("5.3").title
    ('1.1', 'A knight in a county')
    """
    return BOOK.numbers()
