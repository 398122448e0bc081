"""A pseudo-language for tests: every text in brackets and 40 % longer, which shows unmarked and clipped texts."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import ceil
from textwrap import wrap
from typing import Final

from roses.engine import i18n

CODE: Final = "en-XA"
OPEN, CLOSE, FILLER = "⟦", "⟧", "ø"
_LONGER: Final = 0.4
_WORD_LENGTH: Final = 12  # letters of a word that is added
_WORD: Final = re.compile(r"\S+")
_FIELD: Final = re.compile(r"(\{[^{}]*\})")


def pseudo(message: str) -> str:
    """Return a message in brackets with 40 % of its length added, as words; fields in braces stay as they are.

    >>> pseudo("{n} steps left")
    '⟦{n} steps leftøøøø⟧'
    """
    more = FILLER * max(0, ceil(len(message) * _LONGER) - 2)
    return f"{OPEN}{message}{' '.join(wrap(more, _WORD_LENGTH))}{CLOSE}"


def pieces(message: str) -> str:
    """Return a message with brackets round each word, so that what is not translated in its fields is seen.

    >>> pieces("{n} steps left for {block}")
    '{n} ⟦steps⟧ ⟦left⟧ ⟦for⟧ {block}'
    """
    parts = _FIELD.split(message)
    return "".join(part if at % 2 else _WORD.sub(rf"{OPEN}\g<0>{CLOSE}", part) for at, part in enumerate(parts))


class Catalogue(gettext.NullTranslations):
    """Translates every message by a function, ``pseudo`` or ``pieces``."""

    def __init__(self, translate: Callable[[str], str] = pseudo) -> None:
        super().__init__()
        self.translate = translate

    def gettext(self, message: str) -> str:
        """Return the message in the pseudo-language."""
        return self.translate(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the message for ``n`` things in the pseudo-language."""
        return self.translate(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return the message in the pseudo-language; the context is not shown."""
        return self.translate(message)


@contextmanager
def pseudo_language(translate: Callable[[str], str] = pseudo) -> Iterator[None]:
    """Show all texts in the pseudo-language within the block, then go back to English.

    >>> with pseudo_language():
    ...     i18n.gettext("Play")
    '⟦Play⟧'
    """
    i18n.install(Catalogue(translate), CODE)
    try:
        yield
    finally:
        i18n.set_language("en")


def unmarked(text: str) -> str:
    """Return the untranslated part of a shown text: all that is not in brackets.

    >>> unmarked("⟦Play~~⟧ 3 ⟦steps to ⟦York⟧~~⟧!")
    ' 3 !'
    """
    depth, left = 0, []
    for letter in text:
        depth += letter == OPEN
        if not depth:
            left.append(letter)
        depth -= letter == CLOSE
    return "".join(left)
