"""Import on first use of values named as ``"module:name"``, and ``overload`` without the import of ``typing``."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in typing, whose import would take longer than all else here
if TYPE_CHECKING:
    from typing import Any
    from typing import overload as overload
else:

    def overload(signature):
        """Return a signature of a function with several: only type checkers read it."""
        return signature


def load(name: str) -> Any:
    """Return what ``"module:name"`` names; AttributeError or ImportError if there is no such thing.

    >>> load("roses.engine.protocol:CHANCE")
    'Chance'
    """
    module, _, attribute = name.partition(":")
    return getattr(import_module(module), attribute)
