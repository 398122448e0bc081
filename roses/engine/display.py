"""The one door upwards: values that show themselves ask the figures by name, when somebody looks and not before."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def mimebundle(view: object) -> dict[str, Any]:
    """Return text, SVG and plotly JSON of what ``view`` shows (a View of any game)."""
    bundle: dict[str, Any] = import_module("roses.figures.renderers").mimebundle(view)
    return bundle
