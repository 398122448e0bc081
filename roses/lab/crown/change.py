"""Changes of a position that may alter the count of the lords: a lord more or less, a defection, London, a death."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.richard.heirs import check_extinction, eliminate, release
from roses.richard.phases.moves import ground, recruit_areas
from roses.richard.phases.political import homes, lords
from roses.richard.position import Draft, Position, present
from roses.richard.tables import (
    ALL_EXILES,
    BLOCKS,
    CROWNS,
    EXILES,
    HEIRS,
    INDEX,
    LONDON,
    LORDS,
    MAN,
    NAMES,
    OUT,
    PAIR,
    POOL,
    RATED,
    ROSTER,
    SEA_WAYS,
    SIDES,
    bits,
)

Kind: TypeAlias = Literal["dies", "out", "in", "turns", "london", "empty"]
_ORDER = {"dies": 0, "out": 1, "in": 2, "turns": 3, "empty": 4, "london": 5}


class Change(msgspec.Struct, frozen=True, order=True):
    """One change of a position before the lords are counted.

    * ``dies``: an heir in England or Wales is killed (rule 6.8);
    * ``out``: a lord who counts does not: a noble or church is still in the pool, an heir has fled to exile;
    * ``in``: a lord who does not count does: he is recruited at home (5.4), or lands from exile (5.3);
    * ``turns``: a lord with a loyalty figure serves the other side (6.9);
    * ``london``: a lord of ``side`` holds London, and whoever was there has left; ``empty``: nobody holds it.

    ``block`` is the lord, "" for London; ``side`` is the side he is on before, or the side that gets London.

    >>> str(Change("turns", "Stanley/Y", "York"))
    'Stanley turns from York to Lancaster'
    """

    kind: Kind
    block: str
    side: str

    def __str__(self) -> str:
        name = BLOCKS[self.block].name if self.block else ""
        other = SIDES[1 - SIDES.index(self.side)] if self.side else ""
        return _(_WORDS[self.kind]).format(name=name, side=self.side, other=other)

    @property
    def person(self) -> str:
        """Return the lord whom the change is about, the same for both versions of a block; "" for London."""
        return min(self.block, BLOCKS[self.block].pair or self.block) if self.block else ""


class Impossible(Exception):
    """A change that the rules exclude in this position; the text says why, for a reader."""


_WORDS: Final[dict[Kind, str]] = {
    "dies": N_("{name} is killed"),
    "out": N_("{name} stays away"),
    "in": N_("{name} comes in for {side}"),
    "turns": N_("{name} turns from {side} to {other}"),
    "london": N_("a lord of {side} holds London"),
    "empty": N_("nobody holds London"),
}


def changes(state: Position) -> tuple[Change, ...]:
    """Return every change of a position: Lancaster's lords, York's, then London.

    No change is offered after the end of a game, for minors, or for lords who lie face down until 8.5.

    >>> import roses
    >>> for change in changes(roses.scene(Kent="York", Middlesex="Henry VI", dead="March, Rutland")):
    ...     print(change)
    Henry VI is killed
    Henry VI stays away
    York is killed
    York stays away
    a lord of York holds London
    nobody holds London
    """
    if state.result is not None:
        return ()
    of_lords = [change for side in (0, 1) for change in _of_lords(state, side)]
    return (*of_lords, *_of_london(state))


def _of_lords(state: Position, side: int) -> Iterator[Change]:
    """Yield the changes of the lords of a side: those who count first, then those who could."""
    name, counted = SIDES[side], lords(state, side)
    for block in bits(counted & ~state.prisoner):
        if 1 << block & HEIRS:
            yield Change("dies", NAMES[block], name)
        if 1 << block & RATED and PAIR[block] >= 0 and block not in (state.king, state.pretender):
            yield Change("turns", NAMES[block], name)
        yield Change("out", NAMES[block], name)
    for block in bits(_could_come(state, side)):
        yield Change("in", NAMES[block], name)


def _could_come(state: Position, side: int) -> int:
    """Return the lords in the pool, in exile or on the Isle of Man, as bits."""
    there = state.occ[POOL] | state.occ[MAN]
    for area in EXILES[side]:
        there |= state.occ[area]
    return there & state.own[side] & LORDS & ~(state.down | state.prisoner)


def _of_london(state: Position) -> Iterator[Change]:
    held = [bool(present(state, LONDON, side) & LORDS) for side in (0, 1)]
    for side in (0, 1):
        if not held[side]:
            yield Change("london", "", SIDES[side])
    if any(held):
        yield Change("empty", "", "")


def make(d: Draft, wanted: Iterable[Change]) -> None:
    """Make changes in a draft: deaths first, London last. Impossible if the rules exclude one."""
    for change in sorted(wanted, key=lambda c: _ORDER[c.kind]):
        if d.result is None:
            _MAKE[change.kind](d, change)
    release(d)


def _dies(d: Draft, change: Change) -> None:
    eliminate(d, INDEX[change.block])


def _out(d: Draft, change: Change) -> None:
    block, side = INDEX[change.block], SIDES.index(change.side)
    d.place(block, EXILES[side][0] if 1 << block & HEIRS else POOL)


def _in(d: Draft, change: Change) -> None:
    block, side = INDEX[change.block], SIDES.index(change.side)
    d.restore(block)
    stand = ground(d, side)
    if d.loc[block] == POOL:
        areas = [a for a in bits(recruit_areas(d, block, side, stand)) if a not in (*ALL_EXILES, MAN)]
        why = _("{name} cannot come in: the enemy holds every place where he could be recruited (5.4)")
    else:
        coasts = dict.fromkeys(coast for _sea, coast in SEA_WAYS[d.loc[block]])
        areas = [a for a in coasts if not stand.hostile >> a & 1 and a not in (*ALL_EXILES, MAN)]
        why = _("{name} cannot land: the enemy holds every coast (5.3)")
    if not areas:
        raise Impossible(why.format(name=ROSTER[block].name))
    d.place(block, min(areas, key=lambda a: (a == LONDON, areas.index(a))))


def _turns(d: Draft, change: Change) -> None:
    block, to = INDEX[change.block], 1 - SIDES.index(change.side)
    new, area = PAIR[block], d.loc[block]
    if block in (d.king, d.pretender):
        raise Impossible(_("{name} is King or Pretender and cannot turn (6.9)").format(name=ROSTER[block].name))
    d.place(block, OUT)
    d.restore(new)
    d.set_steps(block, 0)
    d.place(new, area)
    if d.occ[area] & d.own[1 - to] & ~d.prisoner:  # he rides off to his new friends
        d.place(new, _refuge(d, to, new))
    if 1 << block & HEIRS:
        check_extinction(d)


def _refuge(d: Draft, side: int, block: int) -> int:
    """Return an area in which a lord counts: a home of his without enemies, else one where his side stands alone."""
    stand = ground(d, side)
    safe = stand.friendly & ~stand.hostile
    candidates = [*homes(d, side, block), *bits(safe), *CROWNS]
    fit = (a for a in candidates if a not in (*ALL_EXILES, MAN, POOL, LONDON) and not stand.hostile >> a & 1)
    area = next(fit, -1)
    if area < 0:
        raise Impossible(_("{name} has nowhere to go").format(name=ROSTER[block].name))
    return area


def _empty(d: Draft, _change: Change) -> None:
    for side in (0, 1):
        for block in bits(present(d, LONDON, side)):
            d.place(block, _refuge(d, side, block) if 1 << block & LORDS else POOL)


def _london(d: Draft, change: Change) -> None:
    side = SIDES.index(change.side)
    able = [b for b in bits(lords(d, side) & ~d.prisoner)]
    if not able:
        raise Impossible(
            _("no lord of {side} is in England or Wales to hold London; a levy goes home first (8.1)").format(
                side=change.side
            )
        )
    _empty(d, change)
    if not present(d, LONDON, side) & LORDS:
        d.place(able[0], LONDON)


_MAKE = {"dies": _dies, "out": _out, "in": _in, "turns": _turns, "london": _london, "empty": _empty}
