"""Positions, events and the actions of a record as pandas tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import singledispatch
from typing import Any

from roses.engine.errors import brief
from roses.engine.protocol import Event
from roses.engine.record import Record
from roses.engine.replay import Replay
from roses.engine.state import GameState
from roses.lab.described import DESCRIBED, EVENT, KNIGHTS, PIECES, dtypes, listed
from roses.lab.record_tables import event_row, frames
from roses.lancaster.view import Ally, House
from roses.lancaster.view import View as CourtView
from roses.richard.tables import BLOCKS
from roses.richard.view import Piece
from roses.richard.view import View as WarView
from roses.table import Table, from_rows


@singledispatch
def to_frame(value: Any, side: str | None = None) -> Table:
    """Return a position, events or a record as a table; ``side`` reads a position with the eyes of a side.

    A state or a view of *Richard III* gives a row a block (``pieces``), one of *Lancaster* a row a knight
    (``knights``); events give a row each, a record or a replay its actions, as in ``frames``. ``roses.lab.columns``
    says what stands in each table.

    TypeError for anything else, ValueError if there is no such side, or for a side where no position is read.

    >>> import roses
    >>> table = to_frame(roses.start("richard-iii", "1483"))
    >>> table.set_index("block").loc["Richmond", ["place", "kind", "letter"]].tolist()
    ['France', 'heir', 'B']
    >>> to_frame(roses.replay("1483-richard-iii").events()[-1:])["kind"].tolist()
    ['victory']

    The tables, each column with its dtype and unit:
    """
    _demand_position(value, side)
    if isinstance(value, Iterable) and not isinstance(value, (str, Mapping)):
        events = list(value)
        if all(isinstance(event, Event) for event in events):
            return from_rows([event_row(event) for event in events], dtypes(EVENT))
    kind = type(value).__name__
    raise TypeError(f"to_frame() needs a state, a view, events, a record or a replay, not {kind}")


@to_frame.register
def _of_state(value: GameState, side: str | None = None) -> Table:
    return to_frame(value.view(side))


@to_frame.register
def _of_war(value: WarView, side: str | None = None) -> Table:
    return from_rows(map(_block, value.pieces), dtypes(PIECES))


@to_frame.register
def _of_court(value: CourtView, side: str | None = None) -> Table:
    return from_rows(_knights(value), dtypes(KNIGHTS))


@to_frame.register(Record)
@to_frame.register(Replay)
def _of_record(value: Record | Replay, side: str | None = None) -> Table:
    _demand_position(value, side)
    return frames(value)["actions"]


def _demand_position(value: object, side: str | None) -> None:
    """Raise ValueError if something else than a position is to be read with the eyes of a side."""
    if side is not None:
        kind = type(value).__name__
        raise ValueError(f"side= applies to positions only; leave side={brief(side)!r} out for a {kind}")


def _block(piece: Piece) -> tuple[Any, ...]:
    marks = (piece.face_down, piece.moved, piece.prisoner, piece.reserve, piece.acted, piece.turned)
    if piece.block is None:
        return (piece.side, piece.place, "", None, None, "", "", None, None, *marks)
    block = BLOCKS[piece.block]
    printed = (block.steps, block.kind, block.initiative, block.firepower, block.loyalty)
    return (piece.side, piece.place, piece.block, piece.steps, *printed, *marks)


def _knights(view: CourtView) -> Iterator[tuple[Any, ...]]:
    for house in view.houses:
        yield from _at_home(house)
    for county in view.counties:
        if county.holder:
            yield (county.holder, county.knight, "county", county.name, None, county.squires)
    for conflict in view.conflicts:
        for number, slot in enumerate(conflict.slots, 1):
            yield from ((slot.colour, knight, "conflict", conflict.card, number, None) for knight in slot.knights)


def _at_home(house: House) -> Iterator[tuple[Any, ...]]:
    of: House | Ally
    for of in (house, house.ally) if house.ally else (house,):
        yield from ((of.colour, knight, "court", "", None, None) for knight in of.court)
        yield from ((of.colour, knight, "reserve", "", None, None) for knight in of.reserve)
        yield from ((of.colour, s.knight, "castle", s.space, None, None) for s in of.castle if s.knight)
    yield from ((house.colour, knight, "prison", "", None, None) for knight in house.prisoners)


_lines = "\n".join(listed(name, *DESCRIBED[name]) for name in ("pieces", "knights", "events"))
to_frame.__doc__ = f"{to_frame.__doc__}\n{_lines}\n    "
