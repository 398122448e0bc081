"""The battles of history fought in the game: a legal record of each, with chosen dice and narrated moments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

import msgspec

from roses.engine.data import read
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.record import Entry, Moment, Place, Record, Source
from roses.history.battles import Account, Battle, account, known_battle, known_battles
from roses.richard.state import GAME

_ROLL: Final = re.compile(r"(.+?)((?: [1-6])+)(?: > (.+))?")


class _Cited(msgspec.Struct, frozen=True):
    """A work as ``data/history/sources.json`` has it."""

    id: str
    short: str
    title: str
    url: str = ""
    written: str = ""


def actions(play: str) -> Iterator[str]:
    """Yield the actions that one line of an account stands for.

    >>> list(actions("Warwick/Y fires 1 6 2 > Northumberland/L, Clifford"))
    ['Warwick/Y fires', 'roll 1 6 2', 'Northumberland/L takes the hits', 'Clifford takes the hits']
    >>> list(actions("Henry VI retreats to Oxford"))
    ['Henry VI retreats to Oxford']
    """
    roll = _ROLL.fullmatch(play)
    if not roll:
        yield play
        return
    deed, dice, taken = roll.groups()
    yield deed
    yield f"roll{dice}"
    for block in (taken or "").split(", ") if taken else ():
        yield f"{block} takes the hits"


def battle_record(name: str) -> Record:
    """Return the record of a battle as the kit fights it; ValueError for one that is outside the game.

    >>> record = battle_record("ferrybridge-1461")
    >>> record.options["line_up"]["defenders"], [moment.title for moment in record.moments][-1]
    ('Clifford:2', 'Dintingdale')
    """
    report, battle = account(name), known_battle(name)
    if report.model is None:
        raise ValueError(_("{name} is outside the game: {why}").format(name=battle.name, why=report.outside))
    options: dict[str, Any] = {"line_up": report.model.line_up}
    state = start(GAME, "1460", **options)
    entries: list[Entry] = []
    moments: list[Moment] = []
    for index, phase in enumerate(report.phases):
        first = () if index else (f"fight in {battle.area}",)
        for action in (*first, *(action for play in phase.plays for action in actions(play))):
            entries.append(Entry(state.active[0], action))
            state = state.apply(action)
        chosen = "" if index else _("These dice were set by the author, not thrown.")
        moments.append(Moment(
            len(entries), phase.date or battle.shown, battle.place, phase.text, title=phase.title,
            sources=phase.sources, confidence=phase.confidence, departs=" ".join(filter(None, (phase.departs, chosen))),
            places=(battle.name,), field=phase.field, mark="" if index else battle.name,
        ))  # fmt: skip
    note = _("All dice are chosen for the lesson, so that the board ends as history did.")
    headers = {"title": battle.name, "campaign": battle.shown, "note": note, "name": battle.id}
    return Record(
        GAME, "1460", tuple(entries), options=options, headers=headers, moments=tuple(moments), sources=works(report),
        places=(place_of(battle),),
    )  # fmt: skip


def place_of(battle: Battle) -> Place:
    """Return the place of a battle on the map.

    >>> place_of(known_battles()["towton-1461"]).area
    'South Yorks'
    """
    return Place(battle.name, battle.lon, battle.lat, "battle", battle.area)


def find_record(name: str) -> Record | None:
    """Return the record of a battle that the kit fights, None for any other name.

    >>> find_record("towton-1461").headers["title"], find_record("stoke-1487"), find_record("agincourt")
    ('Towton', None, None)
    """
    if name not in known_battles():
        return None
    report = account(name)
    return battle_record(name) if report.model and not report.replay else None


@lru_cache(maxsize=1)
def _cited() -> dict[str, Source]:
    cited = read("history/sources.json", tuple[_Cited, ...])
    return {work.id: Source(work.id, work.short, work.title, work.url, work.written) for work in cited}


def works(of: Account | tuple[str, ...]) -> tuple[Source, ...]:
    """Return the works that an account cites, or those with these ids.

    >>> [work.short for work in works(("ch-arrivall",))]
    ['Arrivall, ed. 1838']
    """
    return tuple(_cited()[source] for source in (of.sources if isinstance(of, Account) else of))
