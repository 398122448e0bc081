"""Finds the kit's data and notebooks, in a checkout and in an installed package, and reads them with a type."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from roses.engine.errors import DataError

T = TypeVar("T")
_PACKAGE = Path(__file__).resolve().parents[1]


@cache
def folder(name: str) -> Path:
    """Return the folder ``data`` or ``notebooks`` of the kit.

    ``ROSES_DATA`` names another data folder, for those who try a map or a block list of their own.

    >>> (folder("data") / "LICENSES.md").exists()
    True
    """
    own = os.environ.get(f"ROSES_{name.upper()}")
    for place in [Path(own)] if own else [_PACKAGE / name, _PACKAGE.parent / name]:
        if place.is_dir():
            return place
    raise DataError(f"the folder {name}/ of the kit is missing beside {_PACKAGE}; install the kit again")


def text(name: str) -> str:
    """Return a data file as text; ``name`` is its path below ``data/``."""
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
