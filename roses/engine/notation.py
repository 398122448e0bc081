"""Notation in pairs: a template per kind of action gives both its text and the pattern that reads it back."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from roses.engine.errors import RuleError
from roses.engine.protocol import Action

_FIELD = re.compile(r"\{(\w+)\}")


def alternatives(names: Iterable[str]) -> str:
    """Return a pattern for any one of these names, longest first so that none hides another.

    >>> alternatives(["York", "York (levy)"])
    'York\\\\ \\\\(levy\\\\)|York'
    """
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


class Notation:
    """Reads and writes the actions of one game; ``words`` maps a field to (pattern, reader of the matched text).

    Templates are the ``text`` class attribute of the actions, e.g. ``"{heir} charges {target}"``.
    """

    def __init__(self, kinds: Iterable[type[Action]], words: Mapping[str, tuple[str, Callable[[str], Any]]]) -> None:
        self._readers = []
        for kind in kinds:
            template: str = kind.text  # type: ignore[attr-defined]
            parts = _FIELD.split(template)
            pattern = "".join(
                f"(?P<{part}>{words[part][0]})" if i % 2 else re.escape(part) for i, part in enumerate(parts)
            )
            self._readers.append((kind, re.compile(pattern)))
        self._words = words

    def parse(self, text: str) -> Action:
        """Return the action that ``text`` names; RuleError if it names none. Says nothing about legality."""
        line = " ".join(text.split())
        for kind, pattern in self._readers:
            if found := pattern.fullmatch(line):
                return kind(**{name: self._words[name][1](value) for name, value in found.groupdict().items()})
        raise RuleError(f"{line[:80]!r} is not the notation of any action", rule="1.2")
