"""Homes of the blocks in a scenario: the areas with their shields, as a map and as a table, with the people's names."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from roses.engine.games import start
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.figures.drawing.svg import Svg
from roses.figures.map.svg import Entry, callouts_svg
from roses.history.people import SCENARIOS, everybody, holder
from roses.richard.tables import AREAS, BLOCKS, Block
from roses.richard.view import View
from roses.table import Table


@cache
def _view(scenario: str) -> View:
    """Return the position at the start of a scenario; ValueError, which lists the known ones, if there is none."""
    if scenario not in SCENARIOS:
        names = ", ".join(SCENARIOS)
        raise ValueError(_("there is no scenario {name}; choose from {known}").format(name=scenario, known=names))
    view: View = start("richard-iii", scenario).view()
    return view


def _lords(scenario: str) -> list[Block]:
    """Return the heirs and nobles of a scenario, in the order of the blocks."""
    blocks = {piece.block for piece in _view(scenario).pieces}
    return [block for block in BLOCKS.values() if block.id in blocks and block.kind in ("heir", "noble")]


def home(block: Block, scenario: str) -> str:
    """Return the home at which a block is shown: where a scenario sets up a block of its name, or else its first home.

    >>> home(BLOCKS["Norfolk"], "1460"), home(BLOCKS["Warwick/Y"], "1460")
    ('East Anglia', 'Warwick')
    """
    homes = [area for area in block.shields if AREAS[area].kind != "exile"]
    for name in (scenario, *SCENARIOS):
        for piece in _view(name).pieces:
            if piece.block and BLOCKS[piece.block].name == block.name and piece.place in homes:
                return piece.place
    return homes[0]


def estate_map(scenario: str = "1460") -> Svg:
    """Return a map with every heir and noble of a scenario listed beside one of their homes.

    A shield and a square stand side by side where both houses have homes. ValueError for an unknown scenario.

    >>> estate_map("1460").name
    'Homes of the lords of 1460'
    """
    entries: dict[str, list[Entry]] = {}
    texts = []
    for block in _lords(scenario):
        area = home(block, scenario)
        entries.setdefault(area, []).append(Entry(block.side, block.name, crown=block.kind == "heir"))
        texts.append(f"{area}: {block.name} ({block.side})")
    name = _("Homes of the lords of {scenario}").format(scenario=scenario)
    return callouts_svg(name, ". ".join(sorted(texts)), entries)


def estates(scenario: str = "1460") -> Table:
    """Return the homes of a scenario as a table: area, block, side, the person it stands for, and its other homes.

    ValueError for an unknown scenario.

    >>> table = estates("1483").set_index("block")
    >>> table.loc["Norfolk", ["area", "person"]].tolist()
    ['East Anglia', 'John Howard, 1st Duke of Norfolk']
    """
    rows = [
        {
            "area": home(block, scenario),
            "block": block.name,
            "side": block.side,
            "person": holder(block.id, scenario).name,
            "other homes": ", ".join(area for area in block.shields if area != home(block, scenario)),
        }
        for block in _lords(scenario)
    ]
    return Table(sorted(rows, key=lambda row: (row["area"], row["side"], row["block"])))


_ENDS: Final = {
    "battle": N_("killed in battle"),
    "killed": N_("killed after a battle, or in a fight"),
    "executed": N_("executed"),
    "murdered": N_("murdered"),
    "wounds": N_("died of wounds"),
    "drowned": N_("drowned"),
    "accident": N_("died in an accident"),
    "childbirth": N_("died in childbirth"),
    "vanished": N_("vanished"),
    "illness": N_("died of an illness"),
    "natural": N_("died of no violence"),
    "unknown": N_("not known"),
}


def deaths(scenario: str) -> Table:
    """Return how the people behind the blocks of a scenario died: in words, and how many, the most frequent first.

    >>> deaths("1460").set_index("how they died").loc["killed in battle", "people"].item()
    9
    """
    people = (who for who in everybody().values() if any(stand.scenario == scenario for stand in who.blocks))
    numbers = Counter(_(_ENDS[who.death.how]) for who in people)
    return Table(numbers.most_common(), columns=["how they died", "people"])
