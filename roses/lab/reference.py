"""What the kit knows as tables: blocks, map, cards and scenarios of the block war game, battles and people of history.

Each table is described once, below; ``columns`` shows it, and so does ``help(roses.lab.facts)``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import msgspec

from roses.engine.errors import brief, demand
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.history.battles import Figure, known_battles
from roses.history.people import everybody
from roses.lab.described import DESCRIBED, listed
from roses.lab.runs.columns import Column, Row
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
    Block,
)
from roses.table import Table, from_rows


class Facts(msgspec.Struct, frozen=True):
    """A table: what a row of it is, its columns, and the function that makes its rows."""

    about: str
    columns: tuple[Column, ...]
    rows: Callable[[], Iterable[Row]]


def facts(name: str) -> Table:
    """Return a table of what the kit knows; ``columns`` describes it. Names join: ``block`` is the same in all tables.

    A text that does not apply is empty, several are joined by ", "; a number that is not known is missing. Dates are
    ISO, without day or month where these are not known. ValueError, which lists the tables, if there is no such one.

    >>> facts("borders").groupby("kind")["blocks"].first().to_dict()
    {'major': 4, 'minor': 2, 'river': 3}
    >>> begins = facts("placements").query("scenario == '1483'").merge(facts("blocks"), on="block")
    >>> begins.groupby("place")["steps"].sum()["France"].item()
    13

    The tables, each column with its dtype and unit:
    """
    told = _found(name)
    return from_rows(told.rows(), {column.name: column.dtype for column in told.columns})


def columns(of: str | Iterable[Column]) -> Table:
    """Return what stands in the columns of a table: column, dtype, unit and meaning.

    ``of`` names a table of ``facts``, or one of ``frames`` and ``to_frame``: pieces, knights, actions, events, dice. Or
    it is what ``columns`` of a study returns. ValueError, which lists the tables, if there is no such one.

    >>> columns("borders")[["column", "dtype", "unit"]].values.tolist()[-1]
    ['blocks', 'int64', 'blocks a turn and side']
    >>> from roses.lab import study
    >>> columns(study("richard-iii", "1483").columns("blocks"))["column"].tolist()[:4]
    ['game', 'block', 'side', 'place']
    """
    if not isinstance(of, str):
        demand(Iterable, of=of)
    told = _columns(of) if isinstance(of, str) else of
    rows = [(column.name, column.dtype, _(column.unit), _(column.meaning)) for column in told]
    return from_rows(rows, dict.fromkeys(("column", "dtype", "unit", "meaning"), "str"))


def _columns(name: str) -> Iterable[Column]:
    if name in DESCRIBED:
        return DESCRIBED[name][1]
    if name in TABLES:
        return TABLES[name].columns
    said = _("there is no table {name}; there are: {names}")
    raise ValueError(said.format(name=repr(brief(name)), names=", ".join(map(repr, (*TABLES, *DESCRIBED)))))


def _found(name: str) -> Facts:
    if name not in tuple(TABLES):
        said = _("there is no table of facts {name}; there are: {names}")
        raise ValueError(said.format(name=repr(brief(name)), names=", ".join(map(repr, TABLES))))
    return TABLES[name]


# ---- the block war game


def _blocks() -> Iterator[Row]:
    for b in BLOCKS.values():
        printed = (b.side, b.kind, b.steps, b.initiative, b.firepower, b.loyalty, b.rank)
        yield (b.id, b.name, *printed, b.pair, _homes(b), bool(PERMANENT >> INDEX[b.id] & 1))


def _homes(b: Block) -> str:
    return ", ".join(dict.fromkeys(filter(None, (*b.shields, b.city, b.cathedral, b.home))))


def _areas() -> Iterator[Row]:
    for a in AREAS.values():
        ways = (", ".join(a.seas), a.major_port)
        yield (a.id, a.kind, a.exile_of, *ways, a.city, a.city_of, a.cathedral, a.crown, SUPPLY[PLACE[a.id]])


def _borders() -> Iterator[Row]:
    for number, border in enumerate(BORDERS):
        yield (BORDER_NAMES[number], *border.areas, border.kind, CAPACITIES[number])


def _cards() -> Iterator[Row]:
    return ((card.id, card.name, card.points, card.event) for card in CARDS.values())


def _scenarios() -> Iterator[Row]:
    for s in SCENARIOS.values():
        yield (s.id, s.title, *s.campaigns, s.king, BLOCKS[s.king].side, s.pretender, s.prisoner)


def _placements() -> Iterator[Row]:
    for s in SCENARIOS.values():
        yield from ((s.id, block, place) for place, names in s.placements.items() for block in names)


# ---- history


def _battles() -> Iterator[Row]:
    for b in known_battles().values():
        yield (b.id, b.name, b.date, b.place, b.lon, b.lat, b.area, b.winner, b.confidence)


def _forces() -> Iterator[Row]:
    unknown = Figure(None, None, ())
    for b in known_battles().values():
        for side in dict.fromkeys((*b.forces, *b.losses)):
            men, lost = b.forces.get(side, unknown), b.losses.get(side, unknown)
            sources = ", ".join(dict.fromkeys((*men.sources, *lost.sources)))
            yield (b.id, side, men.low, men.high, lost.low, lost.high, sources)


def _people() -> Iterator[Row]:
    for p in everybody().values():
        dates = (p.born.date, p.born.certainty, p.died.date, p.died.certainty)
        end = (p.death.how, p.death.place, p.death.battle)
        yield (p.id, p.name, p.sex, p.house, *dates, *end, p.father, p.mother, p.confidence, ", ".join(p.sources))


def _allegiances() -> Iterator[Row]:
    for p in everybody().values():
        yield from ((p.id, a.since, a.side, a.state, a.note) for a in p.allegiance)


def _stands() -> Iterator[Row]:
    versions: dict[str, list[str]] = {}
    for block in BLOCKS:
        versions.setdefault(block.removesuffix("/L").removesuffix("/Y"), []).append(block)
    for p in everybody().values():
        yield from ((p.id, block, at.scenario, at.note) for at in p.blocks for block in versions[at.block])


# ---- what stands where

_BLOCK: Final = Column("block", "str", N_("the block, as in notation; a lord who may serve either side is two (3.22)"))
_SCENARIO: Final = Column("scenario", "str", N_("the scenario, named by its first year"))
_BATTLE: Final = Column("battle", "str", N_("id of the battle"))
_PERSON: Final = Column("person", "str", N_("id of the person"))
_CONFIDENCE: Final = Column("confidence", "str", N_("how sure the kit is: high, medium or low"))
_SOURCES: Final = Column("sources", "str", N_("ids of the sources; roses.lab.works(ids) tells of them"))

TABLES: Final[dict[str, Facts]] = {
    "blocks": Facts(N_("one row a block of the block war game (rules 3.0 to 3.3)"), (
        _BLOCK,
        Column("name", "str", N_("its name, the same for both versions of a lord")),
        Column("side", "str", N_("Lancaster, York, or Rebel, who serves the Pretender (rule 3.26)")),
        Column("kind", "str", N_("heir, noble, church, levy, mercenary, bombard or rebel")),
        Column("steps", "int64", N_("full strength: as many dice"), N_("steps")),
        Column("letter", "str", N_("when it acts in a round of battle: A to D (rule 3.12)")),
        Column("firepower", "int64", N_("a die hits with this number or less (rule 3.12)"), N_("pips of a die")),
        Column("loyalty", "int64", N_("dice that must all be even to turn it; 0 if nothing can (3.13)"), N_("dice")),
        Column("rank", "int64", N_("seniority of an heir, 1 first; 0 for all others (rule 3.21)")),
        Column("pair", "str", N_("the version on the other side, if there is one")),
        Column("homes", "str", N_("areas in which it is at home")),
        Column("for_good", "bool", N_("whether it is out for good when eliminated, not for a campaign (6.8)")),
    ), _blocks),
    "areas": Facts(N_("one row an area of the map (rule 2.0)"), (
        Column("area", "str", N_("the area, as in notation")),
        Column("kind", "str", N_("england, wales, island or exile")),
        Column("exile_of", "str", N_("the side whose exile it is")),
        Column("seas", "str", N_("seas on which it has a coast")),
        Column("major_port", "bool", N_("whether two blocks sail from it for one action point (rule 5.31)")),
        Column("city", "str", N_("its city")),
        Column("city_of", "str", N_("the side whose levy the city raises")),
        Column("cathedral", "str", N_("its cathedral")),
        Column("crown", "bool", N_("whether it is a crown area, which strengthens the King and is a home to him")),
        Column("supply", "int64", N_("how many blocks it feeds at the end of a turn (rule 7.1)"), N_("blocks")),
    ), _areas),
    "borders": Facts(N_("one row a border by land (rule 5.21)"), (
        Column("border", "str", N_("the border: both areas, with a stroke between")),
        Column("area", "str", N_("the one area, first in the alphabet")),
        Column("other", "str", N_("the other area")),
        Column("kind", "str", N_("major, river or minor")),
        Column("blocks", "int64", N_("how many may cross it"), N_("blocks a turn and side")),
    ), _borders),
    "cards": Facts(N_("one row a card (rule 5.1)"), (
        Column("card", "int64", N_("number of the card, 1 to 25")),
        Column("name", "str", N_("its name; several action cards have the same")),
        Column("points", "int64", N_("what it lets its side do"), N_("action points")),
        Column("event", "str", N_("its event; empty for an action card")),
    ), _cards),
    "scenarios": Facts(N_("one row a scenario (rule 1.0)"), (
        _SCENARIO,
        Column("title", "str", N_("its title")),
        Column("first", "int64", N_("its first campaign, 1 to 3")),
        Column("last", "int64", N_("its last campaign, 1 to 3")),
        Column("king", "str", N_("block of the King when it begins")),
        Column("king_side", "str", N_("the side that has the crown when it begins")),
        Column("pretender", "str", N_("block of the Pretender when it begins")),
        Column("prisoner", "str", N_("block that is a prisoner when it begins")),
    ), _scenarios),
    "placements": Facts(N_("one row a block in a scenario: where it begins; blocks not in play have none"), (
        _SCENARIO,
        _BLOCK,
        Column("place", "str", N_("an area, Pool, or Minor for an heir under age")),
    ), _placements),
    "battles": Facts(N_("one row a battle of history"), (
        _BATTLE,
        Column("name", "str", N_("its name")),
        Column("date", "str", N_("its day, of the Julian calendar")),
        Column("place", "str", N_("where it was fought")),
        Column("lon", "float64", N_("longitude, east of Greenwich"), N_("degrees")),
        Column("lat", "float64", N_("latitude, north"), N_("degrees")),
        Column("area", "str", N_("area of the map in which it was fought")),
        Column("winner", "str", N_("the side that won")),
        _CONFIDENCE,
    ), _battles),
    "forces": Facts(N_("one row a battle and side, or both sides together where the sources count them so"), (
        _BATTLE,
        Column("side", "str", N_("the side, or both")),
        Column("men_low", "Int64", N_("lowest figure of its strength in the sources"), N_("men")),
        Column("men_high", "Int64", N_("highest figure of its strength"), N_("men")),
        Column("lost_low", "Int64", N_("lowest figure of its dead"), N_("men")),
        Column("lost_high", "Int64", N_("highest figure of its dead"), N_("men")),
        _SOURCES,
    ), _forces),
    "people": Facts(N_("one row a person of history"), (
        _PERSON,
        Column("name", "str", N_("name and title")),
        Column("sex", "str", N_("m or f")),
        Column("house", "str", N_("family")),
        Column("born", "str", N_("date of birth")),
        Column("born_certainty", "str", N_("empty, about, before, after or disputed")),
        Column("died", "str", N_("date of death")),
        Column("died_certainty", "str", N_("empty, about, before, after or disputed")),
        Column("death", "str", N_("battle, executed, murdered, killed, wounds, illness, natural and others")),
        Column("death_place", "str", N_("where")),
        Column("battle", "str", N_("id of the battle in which, or after which, it happened")),
        Column("father", "str", N_("id of the father, if he is in the table")),
        Column("mother", "str", N_("id of the mother, if she is in the table")),
        _CONFIDENCE,
        _SOURCES,
    ), _people),
    "allegiances": Facts(N_("one row a person and time: whom somebody followed"), (
        _PERSON,
        Column("since", "str", N_("from which date on, until the next row of the person")),
        Column("side", "str", N_("York, Lancaster, Tudor, own for a cause of their own, or apart")),
        Column("state", "str", N_("captive, exile, or empty")),
        Column("note", "str", N_("what is to be said of it")),
    ), _allegiances),
    "stands": Facts(N_("one row a person, block and scenario: whom a block stands for"), (
        _PERSON,
        _BLOCK,
        _SCENARIO,
        Column("note", "str", N_("where it stands for the person badly")),
    ), _stands),
}  # fmt: skip


_LINES: Final = "\n".join(listed(name, told.about, told.columns) for name, told in TABLES.items())
facts.__doc__ = f"{facts.__doc__}\n{_LINES}\n    "
