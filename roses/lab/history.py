"""Tables of history for lessons: events by date, battles with forces and losses, and the sources of a narration."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from roses.engine.data import Data, read
from roses.engine.errors import brief, demand
from roses.engine.i18n import gettext as _
from roses.engine.record import Source
from roses.engine.replay import Timeline
from roses.history.battles import Battle, Figure, known_battles
from roses.table import Entries, Table

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


_BATTLES = ("battle", "date", "side", "men", "lost", "notes", "confidence", "sources")


def battles(since: str = "", until: str = "9999") -> Table:
    """Return the battles with one row for each side: men, losses, notes on both, how sure they are, source ids.

    ``since`` and ``until`` are ISO dates or their beginnings, both inclusive.

    >>> battles("1485", "1486")[["side", "men", "lost"]].values.tolist()[1:]
    [['Henry Tudor', '5,000', 'at most 100'], ['the Stanleys', '3,000 to 6,000', 'not known']]
    """
    demand(str, since=since, until=until)
    selection = [battle for battle in known_battles().values() if since <= battle.date <= until]
    return Table([_row(battle, side) for battle in selection for side in _sides(battle)], columns=list(_BATTLES))


def _sides(battle: Battle) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*battle.forces, *battle.losses)))


def _row(battle: Battle, side: str) -> dict[str, str]:
    unknown = Figure(None, None, ())
    men, lost = battle.forces.get(side, unknown), battle.losses.get(side, unknown)
    notes = [
        _("men: {note}").format(note=men.note) if men.note else "",
        _("lost: {note}").format(note=lost.note) if lost.note else "",
        battle.note,
    ]
    sources = ", ".join(dict.fromkeys((*men.sources, *lost.sources)))
    cells = (battle.name, battle.shown, side, str(men), str(lost), "; ".join(filter(None, notes)))
    return dict(zip(_BATTLES, (*cells, battle.confidence, sources), strict=True))


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
    if not isinstance(of, Timeline):
        demand(Iterable, of=of)
    sources = of.replay.record.sources if isinstance(of, Timeline) else tuple(map(_listed, of))
    return Entries(
        [{"id": s.id, "work": s.title, "written": s.written, "address": s.url} for s in sources],
        columns=["id", "work", "written", "address"],
    )


def _listed(name: str) -> Source:
    listed = {entry["id"]: entry for entry in read("history/sources.json", list[dict[str, str]])}
    if name not in listed:
        raise ValueError(f"there is no source {name[:60]!r} in data/history/sources.json")
    fields = {field: value for field, value in listed[name].items() if field != "kind"}
    return Source(**fields)
