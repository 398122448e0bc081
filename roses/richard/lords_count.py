"""The count of the lords for the crown (rule 8.2) as it would be now, exactly, and as far as one side knows it."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.richard.phases.political import lords
from roses.richard.position import Position, present
from roses.richard.tables import (
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
    sides = {}
    for index, side in enumerate(SIDES):
        counting = lords(state, index)
        counted = [
            Counted(ROSTER[b].id, PLACES[state.loc[b]], why="prisoner" if state.prisoner >> b & 1 else "")
            for b in bits(counting)
        ]
        left_out = []
        for b in bits(state.own[index] & LORDS & ~counting & ~state.occ[OUT]):
            why = {POOL: _("in the pool"), MINOR: _("a minor"), MAN: _("on the Isle of Man")}.get(state.loc[b])
            left_out.append(f"{ROSTER[b].name} ({why or _('in exile, {area}').format(area=PLACES[state.loc[b]])})")
        if others := [ROSTER[b].name for b in bits(state.own[index] & COMMONS) if state.loc[b] < POOL]:
            left_out.append(_("{names} (go home first)").format(names=", ".join(others)))
        sides[side] = Side(tuple(counted), tuple(left_out))
    return Tally(sides, _london(state))


def _london(state: Position) -> London:
    """Return who holds London: the first side that has blocks there, with a lord among them (rule 8.2)."""
    for index, side in enumerate(SIDES):
        there = present(state, LONDON, index)
        if holders := there & ~COMMONS:
            return London(side, 1, _("{name} is there").format(name=ROSTER[bits(holders)[0]].name))
        if there:
            names = _(" and ").join(ROSTER[b].name for b in bits(there))
            commons = ngettext(
                "held by {names} only, who goes home first",
                "held by {names} only, who go home first",
                there.bit_count(),
            )
            return London("", 0, commons.format(names=names))
    return London("", 0, _("nobody is there"))


# ---- as one side knows it


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
    pieces = [
        piece
        for piece in view.pieces
        if piece.place in AREAS and AREAS[piece.place].kind in ("england", "wales") and not piece.face_down
    ]
    ranges = {}
    for side in SIDES:
        own = [piece for piece in pieces if piece.side == side]
        least, unseen = sum(map(_is_lord, own)), sum(piece.block is None for piece in own)
        there = [piece for piece in pieces if piece.place == PLACES[LONDON] and not piece.prisoner]
        holders = [piece for piece in there if piece.side == side]
        holds = len(holders) == len(there) and any(map(_is_lord, holders))
        may_hold = any(_is_lord(piece) or piece.block is None for piece in holders)
        ranges[side] = Range(least + holds, least + unseen + may_hold)
    return ranges


def _is_lord(piece: Piece) -> bool:
    return piece.block is not None and BLOCKS[piece.block].kind in ("heir", "noble", "church")
