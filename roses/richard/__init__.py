"""The block war game of the Wars of the Roses: data tables, state, rules by phase, views, refusals.

``scene`` and ``battle`` set up a position of one's own, ``play`` makes several moves in it, ``choices``, ``stands`` and
``ratings`` answer questions about it, and ``rule`` is a paragraph of the rules. They are imported when first used.

>>> from roses.richard import scene, stands
>>> stands(scene(Kent="Gloucester:2, Norfolk"), "Kent")
{'Gloucester': 2, 'Norfolk': 4}
"""

from __future__ import annotations

from roses.engine.loading import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from roses.richard.queries import choices, ratings, stands
    from roses.richard.rulebook import rule
    from roses.richard.scenes import battle, play, scene

__all__ = ["battle", "choices", "play", "ratings", "rule", "scene", "stands"]
_HOMES = {  # no module may have a name of this list: importing it would replace the function
    "battle": "roses.richard.scenes",
    "choices": "roses.richard.queries",
    "play": "roses.richard.scenes",
    "ratings": "roses.richard.queries",
    "rule": "roses.richard.rulebook",
    "scene": "roses.richard.scenes",
    "stands": "roses.richard.queries",
}


if not TYPE_CHECKING:  # type checkers shall refuse names that are not there

    def __getattr__(name: str) -> Any:
        if name in _HOMES:
            return load(f"{_HOMES[name]}:{name}")
        raise AttributeError(f"module 'roses.richard' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return every public name, those included that are imported when first used."""
    return sorted({*globals(), *__all__})
