"""Packages that the kit works without: which extra brings each, and what to type where one is missing."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

EXTRAS: Final = {"pyarrow": "studies", "sklearn": "studies", "distributed": "cluster"}  # by the name of the import
_PROJECTS: Final = {"sklearn": "scikit-learn"}  # what pip calls it, where that differs


def import_package(name: str, purpose: str) -> Any:
    """Return a module of a package that may be missing.

    ImportError says what it is needed for, which extra of the kit brings it, and the line to type.

    >>> import_package("tudor.crown", "to play on")
    Traceback (most recent call last):
    ImportError: to play on, the package tudor is needed, which is not installed; type: ... -m pip install tudor
    """
    try:
        return import_module(name)
    except ImportError as error:
        package = name.partition(".")[0]
        reason = f"the extra {EXTRAS[package]} brings" if package in EXTRAS else "is not installed"
        project = _PROJECTS.get(package, package)
        line = f"{sys.executable} -m pip install {project}"
        raise ImportError(f"{purpose}, the package {project} is needed, which {reason}; type: {line}") from error
