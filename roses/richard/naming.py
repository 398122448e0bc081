"""Names of blocks, areas, houses and places, as users write them in scenes, line-ups and figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final, TypeAlias

from roses.engine.data import read
from roses.engine.errors import brief, no_text
from roses.engine.record import Place
from roses.richard.tables import BLOCKS, INDEX, STEPS

Named: TypeAlias = "str | tuple[str, int]"
Blocks: TypeAlias = "str | Iterable[Named] | Mapping[str, int]"
_LISTED: Final = 10  # names that are listed where none is similar


@cache
def gazetteer() -> dict[str, Place]:
    """Return all places by name.

    >>> gazetteer()["Milford Haven"].kind
    'port'
    """
    return {place.name: place for place in read("history/places.json", tuple[Place, ...])}


def check_name(what: str, name: object, names: Iterable[str]) -> str:
    """Return ``name``; ValueError, which names similar ones, if it is not among ``names``.

    ``what`` the names are of: area, block, card, heir, house, place, role or side.

    >>> check_name("block", "Richmnd", BLOCKS)
    Traceback (most recent call last):
    ValueError: there is no block 'Richmnd'; there is 'Richmond'
    """
    choice = tuple(names)
    if isinstance(name, str) and name in choice:
        return name
    text = str(name)
    close = [n for n in choice if n.split("/")[0] == text] or get_close_matches(text, choice, 3)
    if not isinstance(name, str):
        raise no_text(name, (*close, *choice)[0])
    if what == "area" and (town := gazetteer().get(name)) and town.area:
        raise ValueError(f"there is no area {name!r}; this place lies in {town.area}")
    listed = ", ".join(map(repr, close or choice[:_LISTED]))
    if not close and len(choice) > _LISTED:
        listed += f" and {len(choice) - _LISTED} more"
    raise ValueError(f"there is no {what} {brief(name)!r}; there is {listed}")


def place(named: str | Place) -> Place:
    """Return a place by its name; a Place as it is. ValueError, which names similar ones, if the name is not known.

    >>> place("Shrewsbury")
    Place(name='Shrewsbury', lon=-2.753, lat=52.708, kind='town', area='Hereford')
    >>> place("Tamwort")
    Traceback (most recent call last):
    ValueError: there is no place 'Tamwort'; there is 'Tamworth'
    """
    return named if isinstance(named, Place) else gazetteer()[check_name("place", named, gazetteer())]


def blocks(named: Blocks) -> tuple[tuple[int, int], ...]:
    """Return (block index, steps) of each; a block without a number is at full strength.

    ``named`` is a text, ``"Exeter/L:2, Henry VI"``, a list of names or ``(name, steps)``, or a mapping of names to
    steps. ValueError for unknown names and steps that a block cannot have (rule 3.11).

    >>> blocks("Exeter/L:2, Henry VI") == blocks([("Exeter/L", 2), "Henry VI:4"])
    True
    """
    if isinstance(named, str):
        return tuple(_one(part.strip()) for part in named.split(",") if part.strip())
    items = named.items() if isinstance(named, Mapping) else named
    return tuple(_block(item) for item in (items if isinstance(items, Iterable) else (items,)))


def _one(text: str) -> tuple[int, int]:
    name, colon, strength = (part.strip() for part in text.partition(":"))
    block = INDEX[check_name("block", name, BLOCKS)]
    if colon and strength not in map(str, range(1, STEPS[block] + 1)):
        raise ValueError(f"{name} cannot have {strength!r} steps: write 1 to {STEPS[block]} (rule 3.11)")
    return block, int(strength or STEPS[block])


def _block(item: object) -> tuple[int, int]:
    if isinstance(item, str):
        return _one(item)
    if not isinstance(item, Sequence) or len(item) != 2:
        raise ValueError(f"a block of a line-up must be a name or (name, steps), not {item!r}")
    name, steps = item
    block = INDEX[check_name("block", name, BLOCKS)]
    if isinstance(steps, bool) or (steps is not None and steps not in range(1, STEPS[block] + 1)):
        raise ValueError(f"{name} cannot have {steps!r} steps: a block has 1 to those printed, here {STEPS[block]}")
    return block, STEPS[block] if steps is None else int(steps)
