"""The columns of the kit's tables and their meanings; ``facts``, which returns what the kit knows as tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from roses.engine.errors import brief, demand
from roses.history.battles import Figure, known_battles
from roses.history.people import everybody
from roses.richard.tables import (
    AREAS,
    BLOCKS,
    BORDER_NAMES,
    BORDERS,
    CAPACITIES,
    CARDS,
    INDEX,
    PERMANENT,
    PLACE,
    SCENARIOS,
    SUPPLY,
)
from roses.table import Table, from_rows

Row: TypeAlias = tuple[Any, ...]


class Column(msgspec.Struct, frozen=True):
    """A column: its name, its pandas dtype, what its values mean, and their unit, if they have one.

    ``{side}`` in the name stands for each side.
    """

    name: str
    dtype: str
    meaning: str
    unit: str = ""


_SIDE: Final = Column("side", "str", "the side, a house or a colour")
_TARGET: Final = Column("target", "str", "the block that is acted upon")

PIECES: Final = (
    Column("side", "str", "the side that it serves"),
    Column("place", "str", "an area, Pool or Minor"),
    Column("block", "str", "the block; empty if it is not seen"),
    Column("steps", "Int64", "strength; missing if it is not seen", "steps"),
    Column("full", "Int64", "full strength; missing if it is not seen", "steps"),
    Column("kind", "str", "heir, noble, church, levy, mercenary, bombard or rebel"),
    Column("letter", "str", "when it acts in a round of battle: A to D (rule 3.12)"),
    Column("firepower", "Int64", "a die hits with this number or less (rule 3.12)", "pips of a die"),
    Column("loyalty", "Int64", "dice that must all be even to turn it; 0 if nothing can (3.13)", "dice"),
    Column("face_down", "bool", "whether it was eliminated in this campaign"),
    Column("moved", "bool", "whether it has moved in this turn"),
    Column("prisoner", "bool", "whether it is a prisoner"),
    Column("reserve", "bool", "whether it is in reserve in the battle"),
    Column("acted", "bool", "whether it has had its turn in the battle"),
    Column("turned", "bool", "whether it changed sides in the battle"),
)
KNIGHTS: Final = (
    Column("side", "str", "colour of the house"),
    Column("strength", "int64", "what the knight counts in a conflict", "strength"),
    Column("where", "str", "court, reserve, castle, county, conflict or prison"),
    Column("place", "str", "which space, county or conflict"),
    Column("slot", "Int64", "row of the conflict, from 1; missing elsewhere"),
    Column("squires", "Int64", "squires with him; missing where there can be none", "squires"),
)
EVENT: Final = (
    Column("kind", "str", "kind of the event, as march or fire"),
    Column("rule", "str", "number of its paragraph"),
    Column("side", "str", "the side that acts or is concerned"),
    Column("block", "str", "the block that acts or is concerned"),
    _TARGET,
    Column("area", "str", "where it happens, or ends"),
    Column("dice", "str", "faces of its dice, with blanks"),
    Column("sentence", "str", "its sentence in the language in use"),
    Column("data", "str", "the whole event as JSON"),
)
_OF_ACTION: Final = Column("action", "int64", "number of the action, from 0")
_OF_EVENT: Final = Column("event", "int64", "number of the event in its action, from 0")
EVENTS: Final = (_OF_ACTION, _OF_EVENT, *EVENT)
DICE: Final = (
    _OF_ACTION,
    _OF_EVENT,
    Column("die", "int64", "number of the die in its event, from 0"),
    Column("kind", "str", "kind of the event, as fire, charge or treachery"),
    _SIDE,
    Column("block", "str", "the block that throws"),
    _TARGET,
    Column("needed", "str", "what it needed: 1 to so many, or even"),
    Column("face", "int64", "what fell, 1 to 6", "pips of a die"),
    Column("success", "bool", "whether that was enough"),
)
ENTRY: Final = (
    Column("number", "int64", "number of the action, from 0"),
    Column("by", "str", "who chose it: a side, or Chance"),
    Column("action", "str", "the action, in notation"),
    Column("comment", "str", "what was noted with it"),
)
WHEN: Final = (
    Column("campaign", "int64", "campaign, 1 to 3; in the block war game only"),
    Column("turn", "int64", "turn of the campaign, 0 before the first; in the block war game only"),
    Column("round", "int64", "round, 0 before the first; in the court game only"),
)
ACTIONS: Final = (
    *ENTRY,
    Column("kind", "str", "kind of the action; empty for one that earlier versions wrote"),
    Column("phase", "str", "the decision that was due"),
    Column("rule", "str", "paragraph of that decision"),
    *WHEN,
)
GAME_TABLES: Final[Mapping[str, tuple[str, tuple[Column, ...]]]] = {
    "pieces": ("a position of the block war game, one row a block", PIECES),
    "knights": ("a position of the court game, one row a knight", KNIGHTS),
    "actions": ("the actions of a record", ACTIONS),
    "events": ("the events of a record; without the first two columns those of to_frame", EVENTS),
    "dice": ("the dice of a record, one row a die", DICE),
}


def dtypes(columns: Iterable[Column]) -> dict[str, str]:
    """Return the dtype of each column by its name.

    >>> dtypes(ENTRY)["number"]
    'int64'
    """
    return {column.name: column.dtype for column in columns}


def describe_line(name: str, about: str, columns: Iterable[Column]) -> str:
    """Return the line of a docstring that describes a table.

    >>> describe_line("coins", "one row a coin", (Column("weight", "float64", "", "grams"),))
    '    * ``coins``: one row a coin. ``weight`` float64 (grams).'
    """
    names = ", ".join(f"``{c.name}`` {c.dtype}" + (f" ({c.unit})" if c.unit else "") for c in columns)
    return f"    * ``{name}``: {about}. {names}."


class Facts(msgspec.Struct, frozen=True):
    """A table: what a row of it is, its columns, and the function that makes its rows."""

    about: str
    columns: tuple[Column, ...]
    rows: Callable[[], Iterable[Row]]


def facts(name: str) -> Table:
    """Return a table of what the kit knows; ``columns`` describes it.

    Columns of one name, as ``block``, hold the same names in all tables, so that these can be merged. A text that does
    not apply is empty, several are joined by ", "; an unknown number is missing. Dates are ISO, without day or month
    where these are unknown. ValueError for an unknown name; it lists the tables.

    >>> facts("borders").groupby("kind")["blocks"].first().to_dict()
    {'major': 4, 'minor': 2, 'river': 3}
    >>> begins = facts("placements").query("scenario == '1483'").merge(facts("blocks"), on="block")
    >>> begins.groupby("place")["steps"].sum()["France"].item()
    13

    The tables, each column with its dtype and unit:
    """
    if name not in tuple(TABLES):
        names = ", ".join(map(repr, TABLES))
        raise ValueError(f"there is no table of facts {brief(name)!r}; choose from {names}")
    table = TABLES[name]
    return from_rows(table.rows(), dtypes(table.columns))


def columns(of: str | Iterable[Column]) -> Table:
    """Return a table that describes the columns of another: column, dtype, unit and meaning.

    ``of`` names a table of ``facts``, or one of ``frames`` and ``to_frame``: pieces, knights, actions, events, dice. It
    may also be what ``columns`` of a study returns. ValueError for an unknown name; it lists the tables.

    >>> columns("borders")[["column", "dtype", "unit"]].values.tolist()[-1]
    ['blocks', 'int64', 'blocks a turn and side']
    >>> from roses.lab import study
    >>> columns(study("richard-iii", "1483").columns("blocks"))["column"].tolist()[:4]
    ['game', 'block', 'side', 'place']
    """
    if isinstance(of, str):
        tables = {name: table.columns for name, table in TABLES.items()}
        tables |= {name: columns for name, (_about, columns) in GAME_TABLES.items()}
        if of not in tables:
            raise ValueError(f"there is no table {brief(of)!r}; choose from {', '.join(map(repr, tables))}")
        of = tables[of]
    demand(Iterable, of=of)
    rows = [(column.name, column.dtype, column.unit, column.meaning) for column in of]
    return from_rows(rows, dict.fromkeys(("column", "dtype", "unit", "meaning"), "str"))


def _forces() -> Iterator[Row]:
    """Yield the rows of ``forces``."""
    unknown = Figure(None, None, ())
    for b in known_battles().values():
        for side in dict.fromkeys((*b.forces, *b.losses)):
            men, lost = b.forces.get(side, unknown), b.losses.get(side, unknown)
            sources = ", ".join(dict.fromkeys((*men.sources, *lost.sources)))
            yield (b.id, side, men.low, men.high, lost.low, lost.high, sources)


def _stands() -> Iterator[Row]:
    """Yield the rows of ``stands``."""
    versions: dict[str, list[str]] = {}
    for block in BLOCKS:
        versions.setdefault(block.removesuffix("/L").removesuffix("/Y"), []).append(block)
    for p in everybody().values():
        yield from ((p.id, block, at.scenario, at.note) for at in p.blocks for block in versions[at.block])


# ---- the tables of ``facts``

_BLOCK: Final = Column("block", "str", "the block, as in notation; a lord who may serve either side is two (3.22)")
_SCENARIO: Final = Column("scenario", "str", "the scenario, named by its first year")
_BATTLE: Final = Column("battle", "str", "id of the battle")
_PERSON: Final = Column("person", "str", "id of the person")
_CONFIDENCE: Final = Column("confidence", "str", "how sure the kit is: high, medium or low")
_SOURCES: Final = Column("sources", "str", "ids of the sources; roses.lab.works(ids) tells of them")

TABLES: Final[dict[str, Facts]] = {
    "blocks": Facts("one row a block of the block war game (rules 3.0 to 3.3)", (
        _BLOCK,
        Column("name", "str", "its name, the same for both versions of a lord"),
        Column("side", "str", "Lancaster, York, or Rebel, who serves the Pretender (rule 3.26)"),
        Column("kind", "str", "heir, noble, church, levy, mercenary, bombard or rebel"),
        Column("steps", "int64", "full strength: as many dice", "steps"),
        Column("letter", "str", "when it acts in a round of battle: A to D (rule 3.12)"),
        Column("firepower", "int64", "a die hits with this number or less (rule 3.12)", "pips of a die"),
        Column("loyalty", "int64", "dice that must all be even to turn it; 0 if nothing can (3.13)", "dice"),
        Column("rank", "int64", "seniority of an heir, 1 first; 0 for all others (rule 3.21)"),
        Column("pair", "str", "the version on the other side, if there is one"),
        Column("homes", "str", "areas in which it is at home"),
        Column("for_good", "bool", "whether it is out for good when eliminated, not for a campaign (6.8)"),
    ), lambda: (
        (
            b.id, b.name, b.side, b.kind, b.steps, b.initiative, b.firepower, b.loyalty, b.rank, b.pair,
            ", ".join(dict.fromkeys(filter(None, (*b.shields, b.city, b.cathedral, b.home)))),
            bool(PERMANENT >> INDEX[b.id] & 1),
        )
        for b in BLOCKS.values()
    )),
    "areas": Facts("one row an area of the map (rule 2.0)", (
        Column("area", "str", "the area, as in notation"),
        Column("kind", "str", "england, wales, island or exile"),
        Column("exile_of", "str", "the side whose exile it is"),
        Column("seas", "str", "seas on which it has a coast"),
        Column("major_port", "bool", "whether two blocks sail from it for one action point (rule 5.31)"),
        Column("city", "str", "its city"),
        Column("city_of", "str", "the side whose levy the city raises"),
        Column("cathedral", "str", "its cathedral"),
        Column("crown", "bool", "whether it is a crown area, which strengthens the King and is a home to him"),
        Column("supply", "int64", "how many blocks it feeds at the end of a turn (rule 7.1)", "blocks"),
    ), lambda: (
        (
            a.id, a.kind, a.exile_of, ", ".join(a.seas), a.major_port, a.city, a.city_of, a.cathedral, a.crown,
            SUPPLY[PLACE[a.id]],
        )
        for a in AREAS.values()
    )),
    "borders": Facts("one row a border by land (rule 5.21)", (
        Column("border", "str", "the border: both areas, with a stroke between"),
        Column("area", "str", "the one area, first in the alphabet"),
        Column("other", "str", "the other area"),
        Column("kind", "str", "major, river or minor"),
        Column("blocks", "int64", "how many may cross it", "blocks a turn and side"),
    ), lambda: (
        (BORDER_NAMES[number], *border.areas, border.kind, CAPACITIES[number]) for number, border in enumerate(BORDERS)
    )),
    "cards": Facts("one row a card (rule 5.1)", (
        Column("card", "int64", "number of the card, 1 to 25"),
        Column("name", "str", "its name; several action cards have the same"),
        Column("points", "int64", "what it lets its side do", "action points"),
        Column("event", "str", "its event; empty for an action card"),
    ), lambda: ((card.id, card.name, card.points, card.event) for card in CARDS.values())),
    "scenarios": Facts("one row a scenario (rule 1.0)", (
        _SCENARIO,
        Column("title", "str", "its title"),
        Column("first", "int64", "its first campaign, 1 to 3"),
        Column("last", "int64", "its last campaign, 1 to 3"),
        Column("king", "str", "block of the King when it begins"),
        Column("king_side", "str", "the side that has the crown when it begins"),
        Column("pretender", "str", "block of the Pretender when it begins"),
        Column("prisoner", "str", "block that is a prisoner when it begins"),
    ), lambda: (
        (s.id, s.title, *s.campaigns, s.king, BLOCKS[s.king].side, s.pretender, s.prisoner) for s in SCENARIOS.values()
    )),
    "placements": Facts("one row a block in a scenario: where it begins; blocks not in play have none", (
        _SCENARIO,
        _BLOCK,
        Column("place", "str", "an area, Pool, or Minor for an heir under age"),
    ), lambda: (
        (s.id, block, place) for s in SCENARIOS.values() for place, names in s.placements.items() for block in names
    )),
    "battles": Facts("one row a battle of history", (
        _BATTLE,
        Column("name", "str", "its name"),
        Column("date", "str", "its day, of the Julian calendar"),
        Column("place", "str", "where it was fought"),
        Column("lon", "float64", "longitude, east of Greenwich", "degrees"),
        Column("lat", "float64", "latitude, north", "degrees"),
        Column("area", "str", "area of the map in which it was fought"),
        Column("winner", "str", "the side that won"),
        _CONFIDENCE,
    ), lambda: (
        (b.id, b.name, b.date, b.place, b.lon, b.lat, b.area, b.winner, b.confidence) for b in known_battles().values()
    )),
    "forces": Facts("one row a battle and side, or both sides together where the sources count them so", (
        _BATTLE,
        Column("side", "str", "the side, or both"),
        Column("men_low", "Int64", "lowest figure of its strength in the sources", "men"),
        Column("men_high", "Int64", "highest figure of its strength", "men"),
        Column("lost_low", "Int64", "lowest figure of its dead", "men"),
        Column("lost_high", "Int64", "highest figure of its dead", "men"),
        _SOURCES,
    ), _forces),
    "people": Facts("one row a person of history", (
        _PERSON,
        Column("name", "str", "name and title"),
        Column("sex", "str", "m or f"),
        Column("house", "str", "family"),
        Column("born", "str", "date of birth"),
        Column("born_certainty", "str", "empty, about, before, after or disputed"),
        Column("died", "str", "date of death"),
        Column("died_certainty", "str", "empty, about, before, after or disputed"),
        Column("death", "str", "battle, executed, murdered, killed, wounds, illness, natural and others"),
        Column("death_place", "str", "where"),
        Column("battle", "str", "id of the battle in which, or after which, it happened"),
        Column("father", "str", "id of the father, if he is in the table"),
        Column("mother", "str", "id of the mother, if she is in the table"),
        _CONFIDENCE,
        _SOURCES,
    ), lambda: (
        (
            p.id, p.name, p.sex, p.house, p.born.date, p.born.certainty, p.died.date, p.died.certainty,
            p.death.how, p.death.place, p.death.battle, p.father, p.mother, p.confidence, ", ".join(p.sources),
        )
        for p in everybody().values()
    )),
    "allegiances": Facts("one row a person and time: whom somebody followed", (
        _PERSON,
        Column("since", "str", "from which date on, until the next row of the person"),
        Column("side", "str", "York, Lancaster, Tudor, own for a cause of their own, or apart"),
        Column("state", "str", "captive, exile, or empty"),
        Column("note", "str", "what is to be said of it"),
    ), lambda: (
        (p.id, a.since, a.side, a.state, a.note) for p in everybody().values() for a in p.allegiance
    )),
    "stands": Facts("one row a person, block and scenario: whom a block stands for", (
        _PERSON,
        _BLOCK,
        _SCENARIO,
        Column("note", "str", "where it stands for the person badly"),
    ), _stands),
}  # fmt: skip


_LINES: Final = "\n".join(describe_line(name, table.about, table.columns) for name, table in TABLES.items())
facts.__doc__ = f"{facts.__doc__}\n{_LINES}\n    "
