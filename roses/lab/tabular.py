"""Records, events and positions as pandas tables, and records back from their tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, singledispatch
from itertools import chain
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec

from roses.engine.errors import RecordError, RuleError
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.i18n import cached
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.engine.record import Entry, Moment, Place, Record, Source, Variation, dumps, loads
from roses.engine.replay import Replay
from roses.engine.state import GameState
from roses.lab.described import ACTIONS, DESCRIBED, DICE, ENTRY, EVENT, EVENTS, KNIGHTS, PIECES, WHEN, dtypes, listed
from roses.lancaster.view import Ally, House
from roses.lancaster.view import View as CourtView
from roses.richard.events.army import TreacheryTried, Volley
from roses.richard.pieces import Piece
from roses.richard.tables import BLOCKS
from roses.richard.view import View as WarView
from roses.table import Table, tabled, tables

T = TypeVar("T", bound=msgspec.Struct)
Columns: TypeAlias = tuple[Sequence[Sequence[Any]], dict[str, str]]  # and their dtypes by name
_ABOUT: Final = ("game", "scenario", "ruleset", "options", "seed", "drawn", "roses")
_LISTS: Final[dict[str, type[msgspec.Struct]]] = {"moments": Moment, "sources": Source, "places": Place}
_DTYPES: Final[dict[Any, str]] = {str: "str", int: "int64", float: "float64", bool: "bool"}


# ---- positions and events


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
            return tabled([_event(event) for event in events], dtypes(EVENT))
    said = _("{kind} has no table; give a state, a view, events, a record or a replay")
    raise TypeError(said.format(kind=type(value).__name__))


@to_frame.register
def _of_state(value: GameState, side: str | None = None) -> Table:
    return to_frame(value.view(side))


@to_frame.register
def _of_war(value: WarView, side: str | None = None) -> Table:
    return tabled(map(_block, value.pieces), dtypes(PIECES))


@to_frame.register
def _of_court(value: CourtView, side: str | None = None) -> Table:
    return tabled(_knights(value), dtypes(KNIGHTS))


@to_frame.register(Record)
@to_frame.register(Replay)
def _of_record(value: Record | Replay, side: str | None = None) -> Table:
    _demand_position(value, side)
    return frames(value)["actions"]


def _demand_position(value: object, side: str | None) -> None:
    """Raise ValueError if something else than a position is to be read with the eyes of a side."""
    if side is not None:
        said = _("only a position is read with the eyes of a side, and a {kind} is none; leave side={side} out")
        raise ValueError(said.format(kind=type(value).__name__, side=repr(side)))


def _block(piece: Piece) -> tuple[Any, ...]:
    marks = (piece.face_down, piece.moved, piece.prisoner, piece.reserve, piece.acted, piece.turned)
    if piece.block is None:
        return (piece.side, piece.place, "", None, None, "", "", None, None, *marks)
    told = BLOCKS[piece.block]
    printed = (told.steps, told.kind, told.initiative, told.firepower, told.loyalty)
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


@cached(maxsize=4096)
def _event(event: Event) -> tuple[Any, ...]:
    told = (event.kind, event.rule, event.side, event.block, event.target, event.area)
    return (*told, " ".join(map(str, event.dice)), str(event), msgspec.json.encode(event).decode())


# ---- records


def frames(record: Record | Replay | Game) -> dict[str, Table]:
    """Return a whole record as tables, by name; ``record_of`` makes the record of them again. It is an umpire's file.

    * ``about``: ``field`` and ``value`` (JSON) of game, scenario, ruleset, options, seed, drawn and roses;
      ``headers``: ``name`` and ``value``.
    * ``moments``, ``sources``, ``places``: a column for each field; a field that is not a text, a number or a truth is
      JSON. ``variations``: ``at`` and ``comment``; ``variation_actions``: ``variation`` (its number from 0), and the
      first columns of ``actions``.
    * ``actions``, ``events`` and ``dice``, as below; ``roses.lab.columns("dice")`` says what stands in them.

    A record is played for that; a replay, and a game with all it has, is not played again. RecordError if a record
    cannot be played, TypeError for anything else.

    >>> import roses
    >>> told = frames(roses.replay("1483-richard-iii"))
    >>> told["dice"].query("kind == 'charge'")[["block", "target", "needed"]].drop_duplicates().values.tolist()
    [['Gloucester', 'Richmond', '1 to 3']]
    >>> record_of(told) == roses.replay("1483-richard-iii").record
    True

    The last tables, each column with its dtype and unit:
    """
    told, states = _played(record)
    about = [(name, msgspec.json.encode(getattr(told, name)).decode()) for name in _ABOUT]
    lines = [
        (number, *_entry(at, entry))
        for number, other in enumerate(told.variations)
        for at, entry in enumerate(other.entries, other.at)
    ]
    variations = [(variation.at, variation.comment) for variation in told.variations]
    return tables({
        "about": _columns(about, dict.fromkeys(("field", "value"), "str")),
        "headers": _columns(told.headers.items(), dict.fromkeys(("name", "value"), "str")),
        "actions": _actions(told, states),
        **{name: _listed(getattr(told, name), kind) for name, kind in _LISTS.items()},
        "variations": _columns(variations, {"at": "int64", "comment": "str"}),
        "variation_actions": _columns(lines, {"variation": "int64", **dtypes(ENTRY)}),
        "events": _events(states),
        "dice": _columns(_dice(states), dtypes(DICE)),
    })  # fmt: skip


def _columns(rows: Iterable[Sequence[Any]], dtypes: dict[str, str]) -> Columns:
    return list(zip(*rows, strict=True)), dtypes


def _played(told: Record | Replay | Game) -> tuple[Record, Sequence[GameState]]:
    """Return a record and its states, which a replay and a game have at hand."""
    if isinstance(told, Game):
        return told.record, [told.state_after(at) for at in range(len(told) + 1)]
    if not isinstance(told, (Record, Replay)):
        said = _("tables are made of a record, a replay or a game, not of {it}; roses.lab.to_frame takes positions")
        raise TypeError(said.format(it=type(told).__name__))
    replay = told if isinstance(told, Replay) else Replay(told, start)
    return replay.record, replay.states


def record_of(told: Mapping[str, Table]) -> Record:
    """Return the record that ``frames`` has made tables of; what was derived from it, as the events, is not read.

    RecordError if a table or a column is missing, or holds what no record does.
    """
    try:
        about = {row["field"]: msgspec.json.decode(row["value"]) for row in told["about"].to_dict("records")}
        lists: dict[str, Any] = {name: tuple(_unlisted(told[name], kind)) for name, kind in _LISTS.items()}
        lines = told["variation_actions"]
        variations = tuple(
            Variation(int(row["at"]), _entries(lines[lines["variation"] == number]), row["comment"])
            for number, row in enumerate(told["variations"].to_dict("records"))
        )
        headers = dict(zip(told["headers"]["name"], told["headers"]["value"], strict=True))
        entries = _entries(told["actions"])
        record = Record(**about, headers=headers, entries=entries, variations=variations, **lists)
        return loads(dumps(record))  # which looks at the types too
    except (KeyError, TypeError, ValueError, msgspec.MsgspecError) as error:
        said = _("these tables are not those of a record: {error}; make them by roses.lab.frames(record)")
        raise RecordError(said.format(error=error)) from error


def _entry(number: int, entry: Entry) -> tuple[int, str, str, str]:
    return number, entry.by, entry.action, entry.comment


def _entries(table: Table) -> tuple[Entry, ...]:
    return tuple(map(Entry, table["by"], table["action"], table["comment"]))


def _actions(record: Record, states: Sequence[GameState]) -> Columns:
    when = [column for column in WHEN if hasattr(states[0], column.name)]
    known = [column for column in ACTIONS if column not in WHEN]
    due, texts = states[: len(record.entries)], [entry.action for entry in record.entries]
    kinds = {text: _kind(state, text) for text, state in dict(zip(texts, due, strict=True)).items()}
    told = [
        range(len(texts)), [entry.by for entry in record.entries], texts, [entry.comment for entry in record.entries],
        [kinds[text] for text in texts], [str(state.phase) for state in due], [state.rule for state in due],
    ]  # fmt: skip
    return [*told, *([getattr(state, column.name) for state in due] for column in when)], dtypes((*known, *when))


def _kind(state: GameState, text: str) -> str:
    """Return the tag of an action; "" for a text that earlier versions of the kit wrote."""
    with suppress(RuleError):
        return str(state.parse(text).__struct_config__.tag)
    return ""


def _events(states: Sequence[GameState]) -> Columns:
    told = [state.events for state in states[1:]]
    actions = [at for at, events in enumerate(told) for _event in events]
    numbers = [number for events in told for number in range(len(events))]
    each = zip(*map(_event, chain.from_iterable(told)), strict=True)
    return [actions, numbers, *each] if actions else [], dtypes(EVENTS)


def _dice(states: Sequence[GameState]) -> Iterator[tuple[Any, ...]]:
    for at, state in enumerate(states[1:]):
        for number, event in enumerate(state.events):
            for die, face in enumerate(event.dice):
                told = (event.kind, event.side, event.block, event.target, *_needed(event, face))
                yield (at, number, die, *told[:4], told[4], face, told[5])


def _needed(event: Event, face: int) -> tuple[str, bool]:
    """Return what a die needed (rules 6.4 and 6.9), and whether it fell so."""
    if isinstance(event, Volley):
        most = min(6, event.firepower)
        return (f"1 to {most}" if most > 1 else "1"), face <= most
    return ("even", face % 2 == 0) if isinstance(event, TreacheryTried) else ("", False)


# ---- lists of structs


def _dtype(kind: Any) -> str | None:
    """Return the dtype of a field; None for one that is written as JSON."""
    origin = get_origin(kind)
    if origin is Literal:
        return "str"
    return _DTYPES.get(get_args(kind)[0] if origin is Annotated else kind)


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str | None], ...]:
    """Return the fields of a struct, each with its dtype; None for one that is written as JSON."""
    return tuple((field.name, _dtype(field.type)) for field in msgspec.structs.fields(kind))


def _listed(items: Sequence[msgspec.Struct], kind: type[msgspec.Struct]) -> Columns:
    known = _fields(kind)
    rows = [
        [getattr(item, name) if dtype else msgspec.json.encode(getattr(item, name)).decode() for name, dtype in known]
        for item in items
    ]
    return _columns(rows, {name: dtype or "str" for name, dtype in known})


def _unlisted(table: Table, kind: type[T]) -> Iterator[T]:
    known = _fields(kind)
    for row in table.to_dict("records"):
        told = {name: row[name] if dtype else msgspec.json.decode(row[name]) for name, dtype in known}
        yield msgspec.convert(told, kind)


for _function, _tables in ((to_frame, ("pieces", "knights", "events")), (frames, ("actions", "events", "dice"))):
    _lines = "\n".join(listed(name, *DESCRIBED[name]) for name in _tables)
    _function.__doc__ = f"{_function.__doc__}\n{_lines}\n    "
