"""Hashes of values that hold dicts, such as views: values that are equal have the same hash."""

from __future__ import annotations

from typing import Any

import msgspec


def content_hash(value: msgspec.Struct) -> int:
    """Return a hash of all fields of a struct, also of those that hold dicts, lists or structs with such fields.

    A class takes it as its ``__hash__``, so that its values may be in sets and be keys.

    >>> from roses.engine.record import Record
    >>> one, other = (Record("lancaster", "1413", (), options={"players": n}) for n in (3, 3))
    >>> content_hash(one) == content_hash(other)
    True
    """
    return hash(_fields(value))


def _fields(value: msgspec.Struct) -> tuple[Any, ...]:
    return tuple([_frozen(getattr(value, name)) for name in value.__struct_fields__])


def _frozen(value: Any) -> Any:
    """Return the value if it has a hash, else its content in a form that has one; a dict without its order."""
    try:
        hash(value)
    except TypeError:
        if isinstance(value, msgspec.Struct):
            return _fields(value)
        if isinstance(value, dict):
            return frozenset((key, _frozen(item)) for key, item in value.items())
        return tuple(map(_frozen, value))
    return value
