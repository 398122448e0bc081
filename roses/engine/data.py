"""Reading of the data files of the kit, as text or decoded as a type."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from roses.engine.loading import DataError, folder

T = TypeVar("T")


class Data(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of what data files hold: a frozen value; a field that its class does not name is an error."""


def text(name: str) -> str:
    """Return a data file as text; ``name`` is its path below ``data/``. DataError if it cannot be read."""
    try:
        return (folder("data") / name).read_text(encoding="utf-8")
    except OSError as error:
        raise DataError(f"data/{name} cannot be read: {error.strerror}; install the kit again") from error


def read(name: str, kind: type[T]) -> T:
    """Decode the JSON file ``data/<name>`` as ``kind``; DataError names the file and the field that is wrong.

    >>> read("richard/cards.json", list[dict])[0]["name"]
    'Force March'
    """
    try:
        return msgspec.json.decode(text(name).encode(), type=kind)
    except msgspec.MsgspecError as error:
        raise DataError(f"data/{name}: {error}") from error
