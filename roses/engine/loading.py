"""The folders of the kit's data and notebooks, and import on first use of values named as ``"module:name"``.

``import roses`` loads this module first, and ``roses check`` loads it without any other package: it imports next to
nothing. Its errors are in English, since the catalogues of other languages lie in these folders.
"""

from __future__ import annotations

import os
from functools import cache
from importlib import import_module

TYPE_CHECKING = False  # as in typing, whose import would take longer than all else here
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any
    from typing import overload as overload
else:

    def overload(signature):
        """Return a signature of a function with several: only type checkers read it."""
        return signature


class DataError(ValueError):
    """A data file of the kit that is missing or broken; the message names file and field."""


def load(name: str) -> Any:
    """Return what ``"module:name"`` names; AttributeError or ImportError if there is no such thing.

    >>> load("roses.engine.protocol:CHANCE")
    'Chance'
    """
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


@cache
def folder(name: str) -> Path:
    """Return the folder ``data`` or ``notebooks`` of the kit, in a checkout or in an installed package.

    The environment variable ``ROSES_DATA`` or ``ROSES_NOTEBOOKS`` names another folder, for instance with another map.
    DataError if there is no such folder.

    >>> (folder("data") / "LICENSES.md").exists()
    True
    """
    from pathlib import Path

    package = Path(__file__).resolve().parents[1]
    other = os.environ.get(f"ROSES_{name.upper()}")
    for place in [Path(other)] if other else [package / name, package.parent / name]:
        if place.is_dir():
            return place
    raise DataError(f"the folder {name}/ of the kit is missing beside {package}; install the kit again")
