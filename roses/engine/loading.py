"""Import on first use of values named as ``"module:name"``."""

from __future__ import annotations

from importlib import import_module

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
