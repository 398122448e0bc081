"""The folders of the kit's data and notebooks, in a checkout and in an installed package.

The errors of this module and of ``data`` are in English: the catalogues of other languages lie in these folders.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parents[1]


class DataError(ValueError):
    """A data file of the kit that is missing or broken; the message names file and field."""


@cache
def folder(name: str) -> Path:
    """Return the folder ``data`` or ``notebooks`` of the kit.

    The environment variable ``ROSES_DATA`` or ``ROSES_NOTEBOOKS`` names another folder, for instance with another map.
    DataError if there is no such folder.

    >>> (folder("data") / "LICENSES.md").exists()
    True
    """
    own = os.environ.get(f"ROSES_{name.upper()}")
    for place in [Path(own)] if own else [_PACKAGE / name, _PACKAGE.parent / name]:
        if place.is_dir():
            return place
    raise DataError(f"the folder {name}/ of the kit is missing beside {_PACKAGE}; install the kit again")
