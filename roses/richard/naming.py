"""Names of blocks, areas, houses and places, as users write them in scenes, line-ups and figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Final, TypeAlias

from roses.engine.data import read
from roses.engine.errors import brief, no_text
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.record import Place
from roses.richard.tables import BLOCKS, INDEX, STEPS

Named: TypeAlias = "str | tuple[str, int]"
Blocks: TypeAlias = "str | Iterable[Named] | Mapping[str, int]"
_SHOWN: Final = 10  # names that are listed where none is similar
_NONE: Final = {
    "area": N_("there is no area {name}; there is {names}"),
    "block": N_("there is no block {name}; there is {names}"),
    "card": N_("there is no card {name}; there is {names}"),
    "heir": N_("there is no heir {name}; there is {names}"),
    "house": N_("there is no house {name}; there is {names}"),
    "place": N_("there is no place {name}; there is {names}"),
    "role": N_("there is no role {name}; there is {names}"),
    "side": N_("there is no side {name}; there is {names}"),
}


@cache
def gazetteer() -> dict[str, Place]:
    """Return all places by name.

    >>> gazetteer()["Milford Haven"].kind
    'port'
    """
    return {place.name: place for place in read("history/places.json", tuple[Place, ...])}


def known(what: str, name: object, names: Iterable[str]) -> str:
    """Return ``name``; ValueError, which names similar ones, if it is not among ``names``.

    ``what`` the names are of: area, block, card, heir, house, place, role or side.

    >>> known("block", "Richmnd", BLOCKS)
    Traceback (most recent call last):
    ValueError: there is no block 'Richmnd'; there is 'Richmond'
    """
    there = tuple(names)
    if isinstance(name, str) and name in there:
        return name
    text = str(name)
    close = [n for n in there if n.split("/")[0] == text] or get_close_matches(text, there, 3)
    if not isinstance(name, str):
        raise no_text(name, (*close, *there)[0])
    if what == "area" and (town := gazetteer().get(name)) and town.area:
        lies = _("there is no area {name}; this place lies in {area}")
        raise ValueError(lies.format(name=repr(name), area=town.area))
    shown = ", ".join(map(repr, close or there[:_SHOWN]))
    if not close and len(there) > _SHOWN:
        shown = _("{names} and {n} more").format(names=shown, n=len(there) - _SHOWN)
    raise ValueError(_(_NONE[what]).format(name=repr(brief(name)), names=shown))


def place(named: str | Place) -> Place:
    """Return a place by its name; a Place as it is. ValueError, which names similar ones, if the name is not known.

    >>> place("Shrewsbury")
    Place(name='Shrewsbury', lon=-2.753, lat=52.708, kind='town', area='Hereford')
    >>> place("Tamwort")
    Traceback (most recent call last):
    ValueError: there is no place 'Tamwort'; there is 'Tamworth'
    """
    return named if isinstance(named, Place) else gazetteer()[known("place", named, gazetteer())]


def blocks(named: Blocks) -> tuple[tuple[int, int], ...]:
    """Return (block index, steps) of each; a block without a number is at full strength.

    ``named`` is a text, ``"Exeter/L:2, Henry VI"``, a list of names or ``(name, steps)``, or a mapping of names to
    steps. ValueError for unknown names and steps that a block cannot have (rule 3.11).

    >>> blocks("Exeter/L:2, Henry VI") == blocks([("Exeter/L", 2), "Henry VI:4"])
    True
    """
    if isinstance(named, str):
        return tuple(_written(named))
    items = named.items() if isinstance(named, Mapping) else named
    return tuple(_block(item) for item in (items if isinstance(items, Iterable) else (items,)))


def _written(text: str) -> Iterator[tuple[int, int]]:
    return (_one(part.strip()) for part in text.split(",") if part.strip())


def _one(text: str) -> tuple[int, int]:
    name, colon, strength = (part.strip() for part in text.partition(":"))
    block = INDEX[known("block", name, BLOCKS)]
    if colon and strength not in map(str, range(1, STEPS[block] + 1)):
        raise ValueError(
            _("{name} cannot have {strength!r} steps: write 1 to {block} (rule 3.11)").format(
                name=name, strength=strength, block=STEPS[block]
            )
        )
    return block, int(strength or STEPS[block])


def _block(item: object) -> tuple[int, int]:
    if isinstance(item, str):
        return _one(item)
    if not isinstance(item, Sequence) or len(item) != 2:
        raise ValueError(
            _("a block of a line-up is a name or (name, steps), and {item!r} is neither").format(item=item)
        )
    name, steps = item
    block = INDEX[known("block", name, BLOCKS)]
    if isinstance(steps, bool) or (steps is not None and steps not in range(1, STEPS[block] + 1)):
        raise ValueError(
            _("{name} cannot have {steps!r} steps: a block has 1 to those printed, here {block}").format(
                name=name, steps=steps, block=STEPS[block]
            )
        )
    return block, STEPS[block] if steps is None else int(steps)
