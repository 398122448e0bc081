"""Notation: the template of each kind of action gives its text and the pattern that parses that text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final

from roses.engine.errors import RuleError
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Written

Word = tuple[str, Callable[[str], Any]]  # a pattern, and the function that converts the matched text
_FIELD: Final = re.compile(r"\{(\w+)\}")

_EXAMPLES: Final = ContextVar("_EXAMPLES", default=True)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


NUMBER: Final[Word] = ("[0-9]{1,4}", int)
NUMBERS: Final[Word] = ("[0-9]{1,4}(?: [0-9]{1,4})*", _numbers)
DICE: Final[Word] = ("[1-6](?: [1-6])*", _numbers)


def alternatives(names: Iterable[str]) -> str:
    """Return a pattern for any one of these names, longest first so that none hides another.

    >>> alternatives(["York", "York (levy)"])
    'York\\\\ \\\\(levy\\\\)|York'
    """
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


def no_action(value: object) -> str:
    """Return what is said of a value that is neither an action nor its notation.

    >>> no_action(7)
    'an action or its notation is wanted, and a value of type int is neither'
    """
    said = _("an action or its notation is wanted, and a value of type {kind} is neither")
    return said.format(kind=type(value).__name__)


def with_example(question: str, example: str) -> str:
    """Return who must choose what, with an example of its notation; the question alone inside ``without_examples``."""
    return _("{question}, as in {example}").format(question=question, example=example) if _EXAMPLES.get() else question


@contextmanager
def without_examples() -> Iterator[None]:
    """Leave examples of notation out of all that is said inside, for readers who click what they choose.

    >>> with without_examples():
    ...     with_example("York chooses a card", "'York plays card 1'")
    'York chooses a card'
    """
    token = _EXAMPLES.set(False)
    try:
        yield
    finally:
        _EXAMPLES.reset(token)


class Notation:
    """Parses the actions of one game.

    ``kinds`` are its classes of actions, whose ``text`` is a template such as ``"{heir} charges {target}"``; ``words``
    maps each field to its pattern and the function that converts the matched text.
    """

    def __init__(self, kinds: Iterable[type[Written]], words: Mapping[str, Word]) -> None:
        self._readers = []
        for kind in kinds:
            parts = _FIELD.split(kind.text)
            pattern = "".join(
                f"(?P<{part}>{words[part][0]})" if i % 2 else re.escape(part) for i, part in enumerate(parts)
            )
            converters = [(name, words[name][1]) for name in parts[1::2]]
            self._readers.append((max(parts[::2], key=len), re.compile(pattern), kind, converters))
        self._known = lru_cache(maxsize=4096)(self._read)  # records name the same actions again and again

    def parse(self, text: str) -> Written:
        """Return the action that ``text`` names, legal or not; RuleError if it names none."""
        if not isinstance(text, str):
            raise RuleError(no_action(text))
        return self._known(text)

    def _read(self, text: str) -> Written:
        line = " ".join(text.split())
        for literal, pattern, kind, converters in self._readers:
            if literal in line and (found := pattern.fullmatch(line)):  # most kinds are out by their words alone
                return kind(**{name: convert(found[name]) for name, convert in converters})
        raise RuleError(_("{line!r} cannot be read as a move").format(line=line[:80]))
