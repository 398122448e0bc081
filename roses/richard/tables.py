"""The tables of the block war game: blocks, areas, borders, cards and scenarios, read from data files at import.

In states a block, an area or a border is its index, and a set of them is the bits of an int. Actions, events, views and
records use names: ``NAMES[i]`` and ``INDEX[name]`` translate blocks, ``PLACES`` and ``PLACE`` areas.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cache
from typing import Annotated, Final, Literal, NamedTuple, get_args

import msgspec

from roses.engine.bits import bits as bits
from roses.engine.data import read
from roses.engine.errors import DataError, brief
from roses.engine.i18n import gettext as _

Colour = Literal["Lancaster", "York"]
BlockKind = Literal["heir", "noble", "mercenary", "church", "levy", "bombard", "rebel"]
Sea = Literal["Irish Sea", "English Channel", "North Sea"]
EventName = Literal["", "force_march", "muster", "piracy", "plague", "surprise", "treason"]


class Block(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is printed on a block: steps at full strength, combat rating, loyalty in dice, and its homes.

    * ``side``: Lancaster, York or Rebel (who serves the Pretender, 3.26); ``pair``: the id of the other version, "" for
      none (3.22);
    * ``steps``: 1 to 4; ``initiative`` and ``firepower``: the combat rating (3.12); ``loyalty``: in dice, 0 for blocks
      that cannot be turned (3.13);
    * ``rank``: the seniority of an heir, 1 first (3.21); ``rose``, ``neville``: nobles eliminated for good (6.8);
    * ``shields``, ``city``, ``cathedral``, ``home``: areas, the last of a mercenary.

    >>> BLOCKS["Stanley/Y"].loyalty, BLOCKS["Stanley/Y"].shields
    (1, ('Isle of Man', 'Lancaster'))
    """

    id: str
    side: Literal["Lancaster", "York", "Rebel"]
    kind: BlockKind
    name: str
    abbreviation: str
    steps: Annotated[int, msgspec.Meta(ge=1, le=4)]
    initiative: Literal["A", "B", "C", "D"]
    firepower: Annotated[int, msgspec.Meta(ge=1, le=6)]
    loyalty: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    rose: bool = False
    neville: bool = False
    rank: int = 0
    shields: tuple[str, ...] = ()
    city: str = ""
    cathedral: str = ""
    home: str = ""
    pair: str = ""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 33 areas; ``kind`` is england, wales, island or exile (then ``exile_of`` is its side)."""

    id: str
    kind: Literal["england", "wales", "island", "exile"]
    exile_of: Colour | Literal[""] = ""
    seas: tuple[Sea, ...] = ()
    major_port: bool = False
    city: str = ""
    city_of: str = ""
    cathedral: str = ""
    crown: bool = False


class Border(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A land border; ``kind`` major, river or minor lets 4, 3 or 2 blocks cross (rule 5.21)."""

    areas: tuple[str, str]
    kind: Literal["major", "river", "minor"]


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the 25 cards; ``points`` are its action points, ``event`` is empty for an action card (rule 5.1)."""

    id: int
    name: str
    points: Annotated[int, msgspec.Meta(ge=0, le=4)]
    event: EventName = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up: first and last campaign, titles, block ids by area, Pool and Minor; other blocks are out of play."""

    id: str
    title: str
    campaigns: tuple[int, int]
    king: str
    pretender: str
    placements: dict[str, tuple[str, ...]]
    prisoner: str = ""

    def __hash__(self) -> int:
        return hash(self.id)


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The content of ``data/richard/map.json``."""

    areas: tuple[Area, ...]
    borders: tuple[Border, ...]


class Route(NamedTuple):
    """A route by land: indices of the areas entered and borders crossed, and the names of the areas (rule 5.2)."""

    areas: tuple[int, ...]
    borders: tuple[int, ...]
    path: tuple[str, ...]


SIDES: Final = ("Lancaster", "York")
LAST: Final = 3  # the last campaign of all, rule 1.0
CAPACITY: Final = {"major": 4, "river": 3, "minor": 2}
SEAS: Final = get_args(Sea)

BLOCKS: Final = {b.id: b for b in read("richard/blocks.json", tuple[Block, ...])}
_MAP: Final = read("richard/map.json", MapFile)
AREAS: Final = {a.id: a for a in _MAP.areas}
BORDERS: Final = _MAP.borders
CARDS: Final = {c.id: c for c in read("richard/cards.json", tuple[Card, ...])}
SCENARIOS: Final = {s.id: s for s in read("richard/scenarios.json", tuple[Scenario, ...])}


def _check() -> None:
    """Raise DataError if the data files name a block or area that does not exist."""
    for block in BLOCKS.values():
        _check_names("blocks.json", block.id, (*block.shields, block.city, block.cathedral, block.home), AREAS)
        _check_names("blocks.json", f"{block.id}.pair", (block.pair,), BLOCKS)
    for border in BORDERS:
        _check_names("map.json", "borders", border.areas, AREAS)
    for setup in SCENARIOS.values():
        _check_names("scenarios.json", f"{setup.id}.placements", tuple(setup.placements), {*AREAS, "Pool", "Minor"})
        members = [name for names in setup.placements.values() for name in names]
        _check_names("scenarios.json", setup.id, (*members, setup.king, setup.pretender, setup.prisoner), BLOCKS)


def _check_names(file: str, field: str, names: Iterable[str], known: Container[str]) -> None:
    for name in names:
        if name and name not in known:
            raise DataError(
                _("data/richard/{file}: {field} names {name!r}, which does not exist").format(
                    file=file, field=field, name=name
                )
            )


_check()
NAMES: Final = tuple(BLOCKS)
INDEX: Final = {name: i for i, name in enumerate(NAMES)}
ROSTER: Final = tuple(BLOCKS.values())
PLACES: Final = (*AREAS, "Pool", "Minor", "Out")
PLACE: Final = {name: i for i, name in enumerate(PLACES)}
POOL: Final = PLACE["Pool"]
MINOR: Final = PLACE["Minor"]
OUT: Final = PLACE["Out"]
LAND: Final = range(POOL)
SEA_BORDER: Final = len(BORDERS)


def mask(names: Iterator[str] | tuple[str, ...] | list[str]) -> int:
    """Return the blocks of these names as bits.

    >>> [NAMES[i] for i in bits(mask(["Richmond", "Oxford"]))]
    ['Richmond', 'Oxford']
    """
    return sum(1 << INDEX[name] for name in names)


def _kind(*kinds: str) -> int:
    return mask([b.id for b in ROSTER if b.kind in kinds])


COLOUR: Final = tuple(mask([b.id for b in ROSTER if b.side == side]) for side in SIDES)
REBEL: Final = 1 << INDEX["Rebel"]
HENRY: Final = INDEX["Henry VI"]
HEIRS: Final = _kind("heir")
HEIRS_OF: Final = tuple(HEIRS & colour for colour in COLOUR)
SENIORITY: Final = tuple(
    tuple(sorted(bits(heirs), key=lambda i: ROSTER[i].rank)) for heirs in HEIRS_OF
)  # heirs of each side, senior first
NOBLES: Final = _kind("noble")
CHURCHES: Final = _kind("church")
LEVIES: Final = _kind("levy")
BOMBARDS: Final = _kind("bombard")
MERCENARIES: Final = _kind("mercenary")
COMMONS: Final = LEVIES | BOMBARDS | MERCENARIES | REBEL  # who goes home before the count, rule 8.1
LORDS: Final = HEIRS | NOBLES | CHURCHES  # the blocks that count for the crown, rule 8.2
WELSH: Final = mask(["Welsh Mercenary"])
LANDLUBBERS: Final = mask(["Scots Mercenary", "Welsh Mercenary", "Rebel"]) | LEVIES  # never sail, rule 5.3
RATED: Final = mask([b.id for b in ROSTER if b.loyalty])
PERMANENT: Final = mask([b.id for b in ROSTER if b.rose or b.neville or b.kind == "heir"]) | mask(
    ["Exeter/Y", "Clarence/L"]
)  # eliminated for good, rule 6.8
PAIR: Final = tuple(INDEX[b.pair] if b.pair else -1 for b in ROSTER)
FAMILY: Final = tuple(mask([b.id, b.pair] if b.pair else [b.id]) for b in ROSTER)  # by block, both its versions
STEPS: Final = tuple(b.steps for b in ROSTER)
LETTER: Final = tuple("ABCD".index(b.initiative) for b in ROSTER)
LETTER_MASK: Final = tuple(mask([b.id for b in ROSTER if b.initiative == letter]) for letter in "ABCD")
WARWICKS: Final = mask(["Warwick/L", "Warwick/Y"])
TRAITORS: Final = mask(["Exeter/Y", "Clarence/L"])  # heirs who serve the enemy as nobles, rule 9.1
NEVILLES: Final = tuple(tuple(INDEX[f"{name}/{c}"] for name in ("Warwick", "Salisbury", "Kent")) for c in "LY")
EXETER_Y: Final = INDEX["Exeter/Y"]
CLARENCE_L: Final = INDEX["Clarence/L"]
HOME_OF_MERCENARY: Final = {i: PLACE[ROSTER[i].home] if ROSTER[i].home else POOL for i in bits(MERCENARIES)}

SHIELDS: Final = tuple(tuple(PLACE[a] for a in b.shields) for b in ROSTER)
PERSONAL: Final = {
    INDEX[n]: PLACE[a] for n, a in (("Exeter/L", "Cornwall"), ("Somerset", "Dorset"), ("Richmond", "Pembroke"))
}
SHARED: Final = (
    (PLACE["Lancaster"], PLACE["Lincoln"]),
    (PLACE["South Yorks"], PLACE["Hereford"], PLACE["Rutland"]),
)  # by side, the shields that any of its heirs may use, rule 2.2
_AREA: Final = tuple(AREAS.values())
CROWNS: Final = tuple(i for i in LAND if _AREA[i].crown)
CITIES: Final = tuple(i for i in LAND if _AREA[i].city)
WALES: Final = tuple(i for i in LAND if _AREA[i].kind == "wales")
EXILES: Final = tuple(tuple(i for i in LAND if _AREA[i].exile_of == side) for side in SIDES)
ALL_EXILES: Final = frozenset(EXILES[0] + EXILES[1])
MAN: Final = PLACE["Isle of Man"]
LONDON: Final = PLACE["Middlesex"]
MAJOR_PORTS: Final = frozenset(i for i in LAND if _AREA[i].major_port)
SUPPLY: Final = tuple(
    {"Calais": 4, "France": 4, "Ireland": 2, "Scotland": 2}.get(a.id, 5 if a.city else 4) for a in _AREA
)  # rules 7.1 and 7.2
LOCALS: Final = tuple(mask([b.id for b in ROSTER if b.home == a.id]) for a in _AREA)

CAPACITIES: Final = bytes(CAPACITY[b.kind] for b in BORDERS)
STOPS: Final = tuple(b.kind == "minor" for b in BORDERS)
BORDER_NAMES: Final = (*(f"{a}/{b}" for a, b in (x.areas for x in BORDERS)), "sea")


def _neighbours() -> tuple[tuple[tuple[int, int], ...], ...]:
    neighbours: list[list[tuple[int, int]]] = [[] for _again in AREAS]
    for number, border in enumerate(BORDERS):
        a, b = (PLACE[name] for name in border.areas)
        neighbours[a].append((b, number))
        neighbours[b].append((a, number))
    return tuple(tuple(sorted(n)) for n in neighbours)


NEIGHBOURS: Final = _neighbours()
BORDER_OF: Final = {(a, b): border for a in LAND for b, border in NEIGHBOURS[a]}
SEA_WAYS: Final = tuple(
    tuple((sea, b) for sea in _AREA[a].seas for b in LAND if b != a and sea in _AREA[b].seas) for a in LAND
)  # (sea zone, coast) reached from each area, rule 5.3


@cache
def routes(start: int, side: int, longest: int) -> tuple[Route, ...]:
    """Return all routes of up to ``longest`` areas, shortest first; only the last step may cross a minor border (5.21).

    >>> [route.path for route in routes(PLACE["Scotland"], SIDES.index("York"), 2)]
    [('Cumbria',), ('Northumbria',)]
    """
    closed = EXILES[1 - side]
    ways: list[Route] = []
    edge: list[tuple[tuple[int, ...], tuple[int, ...]]] = [((start,), ())]
    for _again in range(longest):
        edge = [
            ((*areas, to), (*borders, border))
            for areas, borders in edge
            if not (borders and STOPS[borders[-1]])
            for to, border in NEIGHBOURS[areas[-1]]
            if to not in closed and (len(areas) < 2 or to != areas[-2])
        ]
        ways += [Route(a[1:], b, tuple(PLACES[i] for i in a[1:])) for a, b in edge]
    return tuple(ways)


def scenario(name: str, campaigns: int | None = None) -> Scenario:
    """Return the scenario, by default for its own number of campaigns; ValueError names what is known (rule 1.0).

    >>> scenario("1470").campaigns, scenario("1470", campaigns=2).campaigns
    ((2, 2), (2, 3))
    """
    if not isinstance(name, str) or name not in SCENARIOS:
        names = ", ".join(f"{s.id!r} ({s.title})" for s in SCENARIOS.values())
        message = _("there is no scenario {name!r}; choose from {names}")
        raise ValueError(message.format(name=brief(name), names=names))
    setup = SCENARIOS[name]
    first, last = setup.campaigns
    numbers = range(last - first + 1, LAST - first + 2)
    if campaigns is None:
        return setup
    if type(campaigns) is not int or campaigns not in numbers:
        message = _("the number of campaigns of {name} is {numbers}, not {campaigns!r:.20}")
        among = _(" or ").join(map(str, numbers))
        raise ValueError(message.format(name=name, numbers=among, campaigns=campaigns))
    return msgspec.structs.replace(setup, campaigns=(first, first + campaigns - 1))
