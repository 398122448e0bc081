"""Import on first use of values named as ``"module:name"``, and of modules under their former names."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType

TYPE_CHECKING = False  # as in typing, whose import would take longer than all else here
if TYPE_CHECKING:
    from typing import Any


def load(name: str) -> Any:
    """Return what ``"module:name"`` names; AttributeError or ImportError if there is no such thing.

    >>> load("roses.engine.protocol:CHANCE")
    'Chance'
    """
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)


class FormerNames:
    """Imports modules by their former names, so that notebooks written for these still run.

    ``names`` maps each former name to the present one; both import the same module. An instance belongs in
    ``sys.meta_path``.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = dict(names)

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the import spec of a former name; None for all others."""
        return ModuleSpec(name, self) if name in self.names else None  # type: ignore[arg-type]

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module of the present name."""
        return import_module(self.names[spec.name])

    def exec_module(self, module: ModuleType) -> None:
        """Do nothing: the module was executed when it was imported."""


def keep_former_names(names: Mapping[str, str]) -> None:
    """Let modules be imported by former names; ``names`` maps former to present names."""
    sys.meta_path.append(FormerNames(names))
