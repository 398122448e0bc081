"""Packages that the kit works without: which extra brings each, and what to type where one is missing."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Final

from roses.engine.i18n import gettext as _

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
        if extra := EXTRAS.get(package):
            message = _("{purpose}, the package {package} is needed, which the extra {extra} brings; type: {line}")
        else:
            message = _("{purpose}, the package {package} is needed, which is not installed; type: {line}")
        project = _PROJECTS.get(package, package)
        line = f"{sys.executable} -m pip install {project}"
        raise ImportError(message.format(purpose=purpose, package=project, extra=extra, line=line)) from error
