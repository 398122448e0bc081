"""Small pieces of HTML for a stepper's panel."""

from __future__ import annotations

from roses.figures.drawing.svg import tag


def div(name: str, *inside: str) -> str:
    """Return a box of the class ``roses-name``; nothing where nothing is inside.

    >>> div("place", "Westminster"), div("place", "")
    ('<div class="roses-place">Westminster</div>', '')
    """
    return tag("div", *inside, **{"class": f"roses-{name}"}) if any(inside) else ""
