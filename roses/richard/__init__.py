"""*Richard III*: the block war game of York against Lancaster, 1455 to 1485.

Begin with ``state.State``, whose docstring explains every field, and with ``phases``: one module for each phase of a
turn, which says what may be chosen in it and what each choice does. ``actions`` and ``events`` hold what is done and
what happens; ``refusals`` says which rule forbids an action, and why; ``tables`` reads map, blocks, cards and scenarios
from ``data/richard``; ``rules`` holds the text of the rules, and ``rules.Ruleset`` has a field for each difference
between printed editions. ``view.View`` is what a side may know, and ``resampling`` draws a state that agrees with it.

Users build positions with ``scene`` and ``battle``, make several moves in them with ``play``, and ask them with
``choices``, ``stands`` and ``ratings``; ``rule`` is a paragraph of the rules. These are imported when first used, from
``scenes`` and ``rules``. ``lords_count.tally`` counts lords, and ``battles.battle_record`` reads a battle of history as
a record.

>>> import roses
>>> roses.start("richard-iii", "1470").setup.title
'Kingmaker'
>>> from roses.richard import scene, stands
>>> stands(scene(Kent="Gloucester:2, Norfolk"), "Kent")
{'Gloucester': 2, 'Norfolk': 4}
"""

from __future__ import annotations

from roses.engine.loading import load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from roses.richard.rules import rule
    from roses.richard.scenes import battle, choices, play, ratings, scene, stands

__all__ = ["battle", "choices", "play", "ratings", "rule", "scene", "stands"]
_HOMES = {  # no module may have a name of this list: importing it would replace the function
    "battle": "roses.richard.scenes",
    "choices": "roses.richard.scenes",
    "play": "roses.richard.scenes",
    "ratings": "roses.richard.scenes",
    "rule": "roses.richard.rules",
    "scene": "roses.richard.scenes",
    "stands": "roses.richard.scenes",
}


if not TYPE_CHECKING:  # type checkers shall refuse names that are not there

    def __getattr__(name: str) -> Any:
        if name in _HOMES:
            return load(f"{_HOMES[name]}:{name}")
        raise AttributeError(f"module 'roses.richard' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return every public name, those included that are imported when first used."""
    return sorted({*globals(), *__all__})
