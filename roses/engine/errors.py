"""The errors for callers: RuleError, RecordError, DataError and SaveError."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.loading import DataError as DataError

_MOST: Final = 80  # characters of a value, in a message
_KINDS: Final[dict[Any, str]] = {
    int: "a whole number",
    int | str: "a number or a text",
    str: "a text",
    str | Path: "the path of a file",
    Iterable: "a list",
    Callable: "a policy, as roses.lab.orders(...) returns one",
    Mapping: "a dict",
}


def brief(value: object) -> object:
    """Return a value as a message names it: as it is, or if it is long, its beginning as a text.

    >>> brief(7), len(repr(brief("x" * 5000)))
    (7, 82)
    """
    return value if len(repr(value)) <= _MOST + 2 else f"{str(value)[: _MOST - 3]}..."


def _bounded(reason: str) -> str:
    """Return a reason without its middle if it is long: it may repeat what a stranger wrote into a file."""
    return reason if len(reason) <= 900 else f"{reason[:600]} ... {reason[-250:]}"


def demand(kind: Any, **values: object) -> None:
    """Raise ValueError for the first of the values by name that is not of a kind; a text is no list.

    >>> demand(int, n=3, seed=None)
    Traceback (most recent call last):
    ValueError: seed must be a whole number, not None
    """
    for name, value in values.items():
        if not isinstance(value, kind) or (kind is Iterable and isinstance(value, str)):
            kind = _KINDS.get(kind) or f"a {kind.__name__}"
            raise ValueError(f"{name} must be {kind}, not {brief(value)!r}")


def cited(rule: str) -> str:
    """Return a paragraph of the rules as a sentence names it: by its number, or by the card or scenario it is about.

    >>> cited("6.5"), cited("force-march"), cited("richard-iii")
    ('rule 6.5', 'rules of Force March', 'rules of Richard III')
    """
    if rule[:1].isdigit():
        return _("rule {number}").format(number=rule)
    words = (word.upper() if set(word) <= set("ivx") else word.title() for word in rule.split("-"))
    return _("rules of {name}").format(name=_(" ".join(words)))


def no_text(name: object, example: str) -> ValueError:
    """Return the error for a value that is given in place of a name.

    >>> no_text(7, "Richmond")
    ValueError("a name must be text, such as 'Richmond', not 7")
    """
    return ValueError(f"a name must be text, such as {example!r}, not {name!r:.60}")


def printable(text: str, allowed: str = "\n\t\xa0\u2009\u202f") -> str:
    """Return a text with what could tell a terminal something, such as to clear the screen, written out.

    >>> printable("Oxford\x1b[2J") == "Oxford" + chr(92) + "x1b[2J"
    True
    """
    if text.isprintable():
        return text
    return "".join([letter if letter.isprintable() or letter in allowed else repr(letter)[1:-1] for letter in text])


class RuleError(ValueError):
    """An action that is not legal in the state it was tried in.

    ``rule`` is the paragraph that forbids it, "" for a limit of the kit that is in no rule; ``reason`` is the message
    without that number; ``nearest`` are legal actions similar to the one that was tried.

    >>> raise RuleError("Oxford cannot fire in round 1 from the reserve", rule="6.3")
    Traceback (most recent call last):
    roses.engine.errors.RuleError: Oxford cannot fire in round 1 from the reserve (rule 6.3)
    """

    def __init__(self, reason: str, *, rule: str = "", nearest: Sequence[object] = ()) -> None:
        self.reason = _bounded(printable(reason))
        self.rule = rule
        self.nearest = tuple(nearest)
        hint = _("; legal: {names}").format(names=", ".join(map(str, self.nearest))) if self.nearest else ""
        cited_rule = _(" ({rule})").format(rule=cited(rule)) if rule else ""
        super().__init__(f"{self.reason}{cited_rule}{hint}")


class RecordError(ValueError):
    """A record that cannot be read or played.

    ``index`` is the number of the first bad action, from 0, None if the file as a whole is not a record; ``variation``
    the number of the variation it is in, None for the main line; ``valid`` the part before it, as far as there is one;
    ``reason`` the message without these numbers.
    """

    def __init__(
        self, reason: str, *, index: int | None = None, valid: object = None, variation: int | None = None
    ) -> None:
        self.reason = _bounded(printable(reason))
        self.variation = variation
        self.index = index
        self.valid = valid
        where = "" if index is None else _("action {index}: ").format(index=index)
        super().__init__(where + self.reason)


class SaveError(OSError):
    """A game in progress that cannot be saved; the message says why, and whether a move was made nevertheless."""
