"""Values of the kit named as ``"module:name"``, imported when they are asked for, and modules under former names."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any, cast


def load(name: str) -> Any:
    """Return what ``"module:name"`` names; AttributeError or ImportError if there is no such thing.

    >>> load("roses.engine.protocol:CHANCE")
    'Chance'
    """
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


class FormerNames:
    """Imports modules by their former names, so that notebooks written for these still run.

    ``names`` maps a former name to the one of today; both give the same module. ``sys.meta_path.append`` puts it to
    work.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = dict(names)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return how a former name is imported; None for all others."""
        return ModuleSpec(name, cast(Any, self)) if name in self.names else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module of today."""
        return import_module(self.names[spec.name])

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module of today has run when it was imported."""


def keep_former_names(names: Mapping[str, str]) -> None:
    """Let modules be imported by former names, given as former name to name of today."""
    sys.meta_path.append(FormerNames(names))
