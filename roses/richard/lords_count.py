"""The count of the lords for the crown (rule 8.2) as it would be now, exactly, and as far as one side knows it."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.richard.phases.political import lords
from roses.richard.position import Position, present
from roses.richard.tables import (
    ALL_EXILES,
    AREAS,
    BLOCKS,
    COMMONS,
    LONDON,
    LORDS,
    MAN,
    MINOR,
    OUT,
    PLACES,
    POOL,
    ROSTER,
    SIDES,
    bits,
)
from roses.richard.view import Piece, View


class Counted(msgspec.Struct, frozen=True):
    """One lord who counts: block id, area, points, and the reason if it is not obvious (rule 8.2)."""

    block: str
    place: str
    points: int = 1
    why: str = ""


class Side(msgspec.Struct, frozen=True):
    """The lords of one side; ``not_counted`` are texts such as "Pembroke (in exile, France)"."""

    counted: tuple[Counted, ...] = ()
    not_counted: tuple[str, ...] = ()


class London(msgspec.Struct, frozen=True):
    """Who holds London, "" for nobody; ``points`` 0 or 1, and why."""

    holder: str = ""
    points: int = 0
    why: str = ""


class Tally(msgspec.Struct, frozen=True):
    """The lords as they are counted in the political turn (rule 8.2); ``sides`` by name, both sides given.

    ``shadow`` marks a count that the game does not make: who would win if it counted now.

    >>> tally = Tally({"Lancaster": Side((Counted("Oxford", "Leicester"),)), "York": Side()}, London("York", 1))
    >>> tally.total("Lancaster"), tally.total("York")
    (1, 1)
    """

    sides: dict[str, Side]
    london: London = London()
    shadow: bool = False

    def total(self, side: str) -> int:
        """Return the points of a side, London included."""
        own = sum(lord.points for lord in self.sides[side].counted)
        return own + (self.london.points if self.london.holder == side else 0)


def tally(state: Position) -> Tally:
    """Return the count by rules 8.1 and 8.2 in this state, without the blocks that go home first: levies, the Rebel ...

    >>> import roses
    >>> table = tally(roses.replay("1483-richard-iii")[-1])
    >>> table.total("Lancaster"), table.total("York"), table.london.why
    (3, 5, 'held by London (levy) only, who goes home first')
    """
    return Tally({side: _side(state, index) for index, side in enumerate(SIDES)}, _london(state))


def _side(state: Position, side: int) -> Side:
    counted = tuple(
        Counted(ROSTER[b].id, PLACES[state.loc[b]], why="prisoner" if state.prisoner >> b & 1 else "")
        for b in bits(lords(state, side))
    )
    left_out = [
        f"{ROSTER[b].name} ({_why_not(state.loc[b])})"
        for b in bits(state.own[side] & LORDS & ~lords(state, side) & ~state.occ[OUT])
    ]
    others = [ROSTER[b].name for b in bits(state.own[side] & COMMONS) if state.loc[b] < POOL]
    if others:
        left_out.append(_("{names} (go home first)").format(names=", ".join(others)))
    return Side(counted, tuple(left_out))


def _why_not(place: int) -> str:
    if place in ALL_EXILES:
        return _("in exile, {area}").format(area=PLACES[place])
    return {POOL: _("in the pool"), MINOR: _("a minor"), MAN: _("on the Isle of Man")}[place]


def _london(state: Position) -> London:
    for index, side in enumerate(SIDES):
        there = present(state, LONDON, index)
        if there & ~COMMONS:
            return London(side, 1, _("{name} is there").format(name=ROSTER[bits(there & ~COMMONS)[0]].name))
        if there:
            names = _(" and ").join(ROSTER[b].name for b in bits(there))
            held = ngettext(
                "held by {names} only, who goes home first",
                "held by {names} only, who go home first",
                there.bit_count(),
            )
            return London("", 0, held.format(names=names))
    return London("", 0, _("nobody is there"))


_LORDS: Final = {"heir", "noble", "church"}
_LONDON: Final = "Middlesex"


class Range(NamedTuple):
    """Points from ``least`` to ``most``."""

    least: int
    most: int


def support(view: View) -> dict[str, Range]:
    """Return the points that each side would have if the lords were counted now, from what the viewer knows.

    An unseen block may be a lord or not. London counts for whoever holds it (rule 8.2), with a block that does not go
    home before the count (rule 8.1); while both are there, for either or none.

    >>> import roses
    >>> state = roses.scene(Middlesex="Gloucester", Kent="Norfolk, Bombard/Y", Wilts="Oxford", side="York")
    >>> support(state.view("York"))
    {'Lancaster': Range(least=0, most=1), 'York': Range(least=3, most=3)}
    """
    counted = [piece for piece in view.pieces if _is_in(piece)]
    return {side: _points(counted, side) for side in SIDES}


def _is_in(piece: Piece) -> bool:
    """Return whether a piece stands where lords count: in England or Wales."""
    return piece.place in AREAS and AREAS[piece.place].kind in ("england", "wales") and not piece.face_down


def _points(pieces: list[Piece], side: str) -> Range:
    mine = [piece for piece in pieces if piece.side == side]
    known, unseen = sum(map(_is_lord, mine)), sum(piece.block is None for piece in mine)
    there = [piece for piece in pieces if piece.place == _LONDON and not piece.prisoner]
    alone = all(piece.side == side for piece in there)
    holds = [piece for piece in there if piece.side == side]
    may = any(_is_lord(piece) or piece.block is None for piece in holds)
    return Range(known + (alone and any(map(_is_lord, holds))), known + unseen + may)


def _is_lord(piece: Piece) -> bool:
    return piece.block is not None and BLOCKS[piece.block].kind in _LORDS
