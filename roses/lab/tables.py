"""Tables for lessons: landings, marches, rosters, rules, counties, chances of dice, and the history of the war."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from itertools import product
from typing import Any, Final

from roses.engine.data import Data, read
from roses.engine.errors import brief, demand
from roses.engine.games import describe
from roses.engine.i18n import gettext as _
from roses.engine.replay import Timeline
from roses.engine.rules import fields
from roses.history.battles import Figure, known_battles
from roses.lancaster.tables import SHIPPED
from roses.richard.naming import Blocks, check_name
from roses.richard.naming import blocks as parsed
from roses.richard.position import owner, present
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
    index = INDEX[check_name("block", block, BLOCKS)]
    start, side = _where(state, index), owner(state, index)
    rows = []
    for route in routes(start, side, 2):
        if any(present(state, area, 1 - side) for area in route.areas[:-1]):
            continue
        borders = ", ".join(f"{BORDER_NAMES[b]} ({_COLOUR[BORDERS[b].kind]}, {CAPACITIES[b]})" for b in route.borders)
        enemies, friends = (present(state, route.areas[-1], of).bit_count() for of in (1 - side, side))
        there = f"{enemies} of the enemy" if enemies else f"{friends} of his own" if friends else "nobody"
        rows.append((route.path[-1], " > ".join(route.path), borders, there))
    return Table(Table(rows, columns=["to", "way", "borders", "there"]).sort_values(["to", "way"], ignore_index=True))


def _where(state: State, *blocks: int) -> int:
    """Return the area in which these blocks stand; ValueError if there are none, or not in one area of the map."""
    areas = {demand_war(state).loc[block] for block in blocks}
    if len(areas) != 1 or not areas <= set(LAND):
        names = ", ".join(NAMES[block] for block in blocks) or "at least one block"
        raise ValueError(f"to move, {names} must stand in one area of the map")
    return areas.pop()


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
    query = " ".join(words.casefold().split())
    rows = [(topic, ", ".join(map(BOOK.heading, numbers))) for topic, numbers in BOOK.topics().items()]
    return Entries([row for row in rows if query in " ".join(row).casefold()], columns=["topic", "rules"])


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


def court_counties() -> Table:
    """Return the counties of the court game: name, least strength, reward, and how sure each of the two is.

    >>> print(court_counties().set_index("county").loc["Stafford", "how sure"])
    certain
    """
    rows = []
    for county in SHIPPED.counties:
        sure = county.confidence
        rows.append((county.name, county.minimum, sure["minimum"], county.reward.words(), sure["reward"]))
    return Table(rows, columns=["county", "minimum", "how sure", "reward", "reward: how sure"])


def treachery_chances() -> Table:
    """Return the chance that a treachery roll succeeds, for loyalty 1 to 3: all dice even (rule 6.9).

    >>> treachery_chances()["chance"].tolist()
    ['1/2', '1/4', '1/8']
    """
    rows = []
    for loyalty in (1, 2, 3):
        falls = list(product(range(1, 7), repeat=loyalty))
        won = Fraction(sum(all(die % 2 == 0 for die in fall) for fall in falls), len(falls))
        rows.append(
            {"loyalty": loyalty, "falls of the dice": len(falls), "chance": str(won), "per cent": float(100 * won)}
        )
    return Table(rows)


def hits(dice: int, firepower: int) -> dict[int, Fraction]:
    """Return the chance of each number of hits: ``dice`` dice, each a hit at ``firepower`` or less (rule 6.4).

    >>> hits(3, 3)[3]
    Fraction(1, 8)
    """
    falls = list(product(range(1, 7), repeat=dice))
    count = [sum(die <= firepower for die in fall) for fall in falls]
    return {n: Fraction(count.count(n), len(falls)) for n in range(dice + 1)}


def charge_chances(dice: int = 3, firepower: int = 3, reply: int = 2, steps: int = 3) -> Table:
    """Return the effect of a charge on a target of 1 to ``steps`` steps, and of the target's reply (rule 6.5).

    ``dice`` and ``firepower`` are the heir's, ``reply`` is the target's firepower. The last column is the expected
    number of hits of the reply, 0 where the target is dead.

    >>> charge_chances()["killed"].tolist()
    ['7/8', '1/2', '1/8']
    """
    demand(int, dice=dice, firepower=firepower, reply=reply, steps=steps)
    chances = hits(dice, firepower)
    rows = []
    for left in range(1, steps + 1):
        killed = sum((p for n, p in chances.items() if n >= left), Fraction(0))
        back = sum((p * (left - n) * Fraction(reply, 6) for n, p in chances.items() if n < left), Fraction(0))
        row = {"steps of the target": left, "killed": str(killed), "survives": str(1 - killed)}
        rows.append({**row, "hits in reply": round(float(back), 3)})
    return Table(rows)


CAMPAIGNS: Final = ("1459", "1470", "1483")  # the files of ``data/history`` that tell one


class Happening(Data, frozen=True):
    """One event of ``data/history``: ISO ``date``, the date as ``shown``, and a text with its sources.

    ``area`` is the area of the map in which ``place`` lies, ``departs`` where the game or its map leaves history.
    """

    date: str
    shown: str
    place: str
    area: str
    text: str
    blocks: tuple[str, ...]
    sources: tuple[str, ...]
    confidence: str
    departs: str = ""


def happened(campaign: str = "1483", since: str = "", until: str = "9999") -> Entries:
    """Return the events of a campaign as a table; ``since`` and ``until`` are ISO dates, both inclusive.

    ValueError for a campaign that the kit does not tell.

    Its columns are date, what happened, place, where the game departs from it, how sure it is, and source ids.

    >>> happened("1483", since="1485-08-22", until="1485-08-22")["place"].tolist()
    ['Bosworth (Redemore, Fenn Lanes)']
    """
    demand(str, since=since, until=until)
    if campaign not in CAMPAIGNS:
        names = ", ".join(map(repr, CAMPAIGNS))
        raise ValueError(f"there is no campaign {brief(campaign)!r}; choose from {names}")
    entries = read(f"history/{campaign}.json", tuple[Happening, ...])
    rows = [
        {"date": e.shown, "what": e.text, "place": e.place, "departs": e.departs, "confidence": e.confidence}
        | {"sources": ", ".join(e.sources)}
        for e in entries
        if since <= e.date <= until
    ]
    return Entries(rows, columns=["date", "what", "place", "departs", "confidence", "sources"])


def battles(since: str = "", until: str = "9999") -> Table:
    """Return the battles with one row for each side: men, losses, notes on both, how sure they are, source ids.

    ``since`` and ``until`` are ISO dates or their beginnings, both inclusive.

    >>> battles("1485", "1486")[["side", "men", "lost"]].values.tolist()[1:]
    [['Henry Tudor', '5,000', 'at most 100'], ['the Stanleys', '3,000 to 6,000', 'not known']]
    """
    demand(str, since=since, until=until)
    unknown, rows = Figure(None, None, ()), []
    for battle in known_battles().values():
        if not since <= battle.date <= until:
            continue
        for side in dict.fromkeys((*battle.forces, *battle.losses)):
            men, lost = battle.forces.get(side, unknown), battle.losses.get(side, unknown)
            notes = [
                _("men: {note}").format(note=men.note) if men.note else "",
                _("lost: {note}").format(note=lost.note) if lost.note else "",
                battle.note,
            ]
            sources = ", ".join(dict.fromkeys((*men.sources, *lost.sources)))
            cells = (battle.name, battle.shown, side, str(men), str(lost), "; ".join(filter(None, notes)))
            rows.append((*cells, battle.confidence, sources))
    return Table(rows, columns=["battle", "date", "side", "men", "lost", "notes", "confidence", "sources"])


def works(of: Timeline | Collection[str]) -> Entries:
    """Return the sources of a timeline's narration, or those with these ids: id, title, time of writing, address.

    A primary source shows when it was written. ValueError for an id that is not in ``data/history/sources.json``.

    >>> import roses
    >>> table = works(roses.timeline("1483-richard-iii")).set_index("id")
    >>> table.loc["ch-crowland", "written"]
    'April 1486, under Henry VII'
    >>> works(["ch-valera", "ch-york"])["written"].tolist()
    ['1 March 1486', '23 August 1485']
    """
    if isinstance(of, Timeline):
        sources = [(s.id, s.title, s.written, s.url) for s in of.replay.record.sources]
    else:
        demand(Iterable, of=of)
        entries = {entry["id"]: entry for entry in read("history/sources.json", list[dict[str, str]])}
        sources = []
        for name in of:
            if name not in entries:
                raise ValueError(f"there is no source {name[:60]!r} in data/history/sources.json")
            entry = entries[name]
            sources.append((name, entry["title"], entry.get("written", ""), entry.get("url", "")))
    return Entries(sources, columns=["id", "work", "written", "address"])
