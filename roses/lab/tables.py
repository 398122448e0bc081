"""Tables of the block war game for lessons: costs of landings, marches, the blocks of a scenario, the rulesets."""

from __future__ import annotations

from typing import Any

from roses.engine.errors import demand
from roses.engine.games import describe
from roses.engine.i18n import gettext as _
from roses.engine.rules import fields
from roses.richard.naming import Blocks, known
from roses.richard.naming import blocks as parsed
from roses.richard.position import Position, owner, present
from roses.richard.rules import BOOK
from roses.richard.state import State, demand_war
from roses.richard.tables import (
    BLOCKS,
    BORDER_NAMES,
    BORDERS,
    CAPACITIES,
    EXILES,
    INDEX,
    LAND,
    MAJOR_PORTS,
    NAMES,
    PLACES,
    SEA_WAYS,
    routes,
    scenario,
)
from roses.table import Entries, Table

_COLOUR = {"major": "yellow", "river": "blue", "minor": "red, stop"}


def ports(state: State, blocks: Blocks) -> Table:
    """Return what it costs to land ``blocks``, all in one area, on each coast in reach: points by rules 5.3 and 5.31.

    ValueError for blocks that are not together on the map.

    >>> import roses
    >>> state = roses.timeline("1483-richard-iii").state(0)
    >>> table = ports(state, ["Richmond", "Oxford", "French Mercenary"]).set_index("coast")
    >>> int(table.loc["Pembroke", "points"]), int(table.loc["Glamorgan", "points"])
    (3, 2)
    """
    fleet = [block for block, _steps in parsed(blocks)]
    start = _where(state, *fleet)
    side = owner(state, fleet[0])
    rows: dict[str, dict[str, Any]] = {}
    for sea, coast in SEA_WAYS[start]:
        if coast in EXILES[1 - side] or present(state, coast, 1 - side):
            continue
        pair = start in MAJOR_PORTS and coast in MAJOR_PORTS
        points = (len(fleet) + 1) // 2 if pair else len(fleet)
        rows.setdefault(PLACES[coast], {"coast": PLACES[coast], "by": sea, "major port": pair, "points": points})
    table = Table(rows.values(), columns=["coast", "by", "major port", "points"])
    return Table(table.sort_values(["points", "coast"], ignore_index=True))


def marches(state: State, block: str) -> Table:
    """Return where a block may march in one turn by the map alone, and over which borders (rules 5.2, 5.21).

    One row for each route: goal, areas entered, borders with their colour and limit of blocks in a turn, and who is
    there. Points, pinning and blocks that have crossed already are not considered. ValueError for a block that is not
    on the map.

    >>> import roses
    >>> marches(roses.timeline("1483-richard-iii").state(6), "Buckingham/L")["to"].nunique()
    13
    """
    index = INDEX[known("block", block, BLOCKS)]
    start, side = _where(state, index), owner(state, index)
    rows = []
    for route in routes(start, side, 2):
        if any(present(state, area, 1 - side) for area in route.areas[:-1]):
            continue
        borders = ", ".join(f"{BORDER_NAMES[b]} ({_COLOUR[BORDERS[b].kind]}, {CAPACITIES[b]})" for b in route.borders)
        row = {"to": route.path[-1], "way": " > ".join(route.path), "borders": borders}
        rows.append({**row, "there": _who(state, route.areas[-1], side)})
    return Table(Table(rows, columns=["to", "way", "borders", "there"]).sort_values(["to", "way"], ignore_index=True))


def _where(state: State, *blocks: int) -> int:
    """Return the area in which these blocks stand; ValueError if there are none, or not in one area of the map."""
    areas = {demand_war(state).loc[block] for block in blocks}
    if len(areas) != 1 or not areas <= set(LAND):
        names = ", ".join(NAMES[block] for block in blocks) or "at least one block"
        raise ValueError(f"to move, {names} must stand in one area of the map")
    return areas.pop()


def _who(state: Position, area: int, side: int) -> str:
    enemies = present(state, area, 1 - side).bit_count()
    if enemies:
        return f"{enemies} of the enemy"
    friends = present(state, area, side).bit_count()
    return f"{friends} of his own" if friends else "nobody"


def roster(name: str) -> Table:
    """Return the blocks of a scenario: side, first place, rating, full strength in steps, loyalty in dice.

    >>> int(roster("1483").set_index("block").loc["Stanley/Y", "loyalty"])
    1
    """
    rows = [
        {
            "block": b.id,
            "side": b.side,
            "kind": b.kind,
            "begins": place,
            "rating": f"{b.initiative}{b.firepower}",
            "steps": b.steps,
            "loyalty": b.loyalty or "",
        }
        for place, names in scenario(name).placements.items()
        for b in map(BLOCKS.__getitem__, names)
    ]
    return Table(Table(rows).sort_values(["side", "kind", "block"], ignore_index=True))


def topics(words: str = "") -> Entries:
    """Return the index of the rules: topic, and its paragraphs, main one first; all, or those that have these words.

    ``roses.rule`` opens the main paragraph of a topic. The table is empty if nothing has the words.

    >>> topics("sea move").values.tolist()[0]
    ['sea move', '5.3 Sea moves, 5.31 Major ports, 2.8 Seas, 2.81 Sea zones']
    """
    demand(str, words=words)
    asked = " ".join(words.casefold().split())
    rows = [(topic, ", ".join(map(BOOK.heading, numbers))) for topic, numbers in BOOK.topics().items()]
    return Entries([row for row in rows if asked in " ".join(row).casefold()], columns=["topic", "rules"])


def rulesets(game: str = "richard-iii") -> Table:
    """Return what differs between the rulesets of a game: field, rule, question, values, and the value in each.

    >>> rulesets().columns.tolist()
    ['field', 'rule', 'question', 'values', 'revised', 'classic', 'russian']
    """
    rows = []
    known = describe(game).rulesets
    for name, (about, values) in fields(known).items():
        row = {"field": name, "rule": about.rule, "question": _(about.question)}
        row["values"] = ", ".join(map(str, values))
        rows.append({**row, **{key: str(getattr(rules, name)) for key, rules in known.items()}})
    return Table(rows)
