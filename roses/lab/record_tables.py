"""Positions, events and whole records as pandas tables, and records back from their tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, singledispatch
from itertools import chain, islice
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar, get_args, get_origin

import msgspec
import numpy as np
import numpy.typing as npt

from roses.engine.bits import Cache
from roses.engine.errors import RecordError, RuleError, brief, demand
from roses.engine.game import Game
from roses.engine.i18n import forgetful
from roses.engine.protocol import Action, Event
from roses.engine.record import Entry, Moment, Place, Record, Source, Variation, dumps, loads
from roses.engine.replay import Replay
from roses.engine.state import GameState
from roses.lab.reference import (
    ACTIONS,
    DICE,
    ENTRY,
    EVENT,
    EVENTS,
    GAME_TABLES,
    KNIGHTS,
    PIECES,
    WHEN,
    Row,
    describe_line,
    dtypes,
)
from roses.lab.replays import Played, replay_of
from roses.lancaster.view import Ally, House
from roses.lancaster.view import View as CourtView
from roses.richard.events.army import TreacheryTried, Volley
from roses.richard.tables import BLOCKS
from roses.richard.view import View as WarView
from roses.table import Column, Table, from_columns, from_rows

T = TypeVar("T", bound=msgspec.Struct)
Numbers: TypeAlias = npt.NDArray[np.int64]
Columns: TypeAlias = tuple[Sequence[Column], dict[str, str]]  # and their dtypes by name
Whole: TypeAlias = Played | Game
_ABOUT: Final = ("game", "scenario", "ruleset", "options", "seed", "drawn", "roses")
_LISTS: Final[dict[str, type[msgspec.Struct]]] = {"moments": Moment, "sources": Source, "places": Place}
_MOST: Final = 8192  # events whose rows are kept
_GAME: Final = {"game": "int64"}
_DTYPES: Final[dict[Any, str]] = {str: "str", int: "int64", float: "float64", bool: "bool"}


def frames(records: Whole | Iterable[Whole]) -> dict[str, Table]:
    """Return a whole record as tables, by name; ``record_of`` makes the record of them again. It is an umpire's file.

    * ``about``: ``field`` and ``value`` (JSON) of game, scenario, ruleset, options, seed, drawn and roses;
      ``headers``: ``name`` and ``value``.
    * ``moments``, ``sources``, ``places``: a column for each field; a field that is not a text, a number or a truth is
      JSON. ``variations``: ``at`` and ``comment``; ``variation_actions``: ``variation`` (its number from 0), and the
      first columns of ``actions``.
    * ``actions``, ``events`` and ``dice``, as below; ``roses.lab.columns("dice")`` says what stands in them.

    A record, which its file or name stands for too, is played for that; a replay, and a game with all it has, is not
    played again. RecordError if a record cannot be played, TypeError for anything else.

    >>> import roses
    >>> tables = frames(roses.replay("1483-richard-iii"))
    >>> tables["dice"].query("kind == 'charge'")[["block", "target", "needed"]].drop_duplicates().values.tolist()
    [['Gloucester', 'Richmond', '1 to 3']]
    >>> record_of(tables) == roses.replay("1483-richard-iii").record
    True

    Many of them, of one game and in any iterable, become the same tables with a first column ``game`` int64, their
    number from 0; ``records_of`` makes all the records again. They are read one after the other, and their states are
    not kept, so that ``map`` may play them; a record that is only a text is played again, move by move against the
    rules. ValueError if they are of different games.

    >>> from roses.lab import study
    >>> many = frames(map(study("richard-iii", "1483", "page").play, range(3)))
    >>> many["events"].query("kind == 'victory'")["game"].tolist()
    [0, 1, 2]

    The last tables, each column with its dtype and unit:
    """
    columns = _Columns()
    if isinstance(records, str | Path) or not isinstance(records, Iterable):
        columns.add(*_parts_of(records))
        return columns.tables(many=False)
    for number, each in enumerate(records):
        with _number_in_errors(number):
            columns.add(*_parts_of(each))
    return columns.tables(many=True)


def _entries(table: Table) -> tuple[Entry, ...]:
    return tuple(map(Entry, table["by"], table["action"], table["comment"]))


def record_of(tables: Mapping[str, Table]) -> Record:
    """Return the record that ``frames`` has made tables of; what was derived from it, as the events, is not read.

    RecordError if a table or a column is missing, or holds what no record does, and for tables of many records.
    """
    demand(Mapping, tables=tables)
    if "game" in tables.get("about", ()):
        raise RecordError("these tables are those of many records; roses.lab.records_of makes all of them again")
    try:
        about = {row["field"]: msgspec.json.decode(row["value"]) for row in tables["about"].to_dict("records")}
        lists: dict[str, Any] = {name: tuple(_structs_of(tables[name], kind)) for name, kind in _LISTS.items()}
        lines = tables["variation_actions"]
        variations = tuple(
            Variation(int(row["at"]), _entries(lines[lines["variation"] == number]), row["comment"])
            for number, row in enumerate(tables["variations"].to_dict("records"))
        )
        headers = dict(zip(tables["headers"]["name"], tables["headers"]["value"], strict=True))
        entries = _entries(tables["actions"])
        record = Record(**about, headers=headers, entries=entries, variations=variations, **lists)
        return loads(dumps(record))  # which looks at the types too
    except KeyError as error:
        message = f"these tables are not those of a record: {error} is missing; make them by roses.lab.frames(record)"
        raise RecordError(message) from error
    except (TypeError, ValueError, msgspec.MsgspecError) as error:
        message = f"these tables are not those of a record: {error}; make them by roses.lab.frames(record)"
        raise RecordError(message) from error


def records_of(tables: Mapping[str, Table]) -> list[Record]:
    """Return the records that ``frames`` has made tables of, when it was given many, in the order of their numbers.

    RecordError as for ``record_of``, and for tables of a single record, which have no column ``game``.

    >>> from roses.lab import study
    >>> games = [study("lancaster", None, "page", players=2).play(number) for number in range(2)]
    >>> records_of(frames(games)) == [game.record for game in games]
    True
    """
    demand(Mapping, tables=tables)
    read = (*_ROWS, "actions")
    if missing := next((name for name in read if name not in tables or "game" not in tables[name]), ""):
        raise RecordError(
            f"the table {missing!r} with a column game is missing; make the tables by roses.lab.frames([record, ...])"
        )
    parts = {name: {number: part for number, part in tables[name].groupby("game")} for name in read}
    none = {name: tables[name].iloc[:0] for name in read}
    records = []
    for number in parts["about"]:
        with _number_in_errors(number):
            each = {name: parts[name].get(number, none[name]).drop(columns="game") for name in read}
            records.append(record_of(each))
    return records


@contextmanager
def _number_in_errors(number: int) -> Iterator[None]:
    """Name the number of a game among many in a RecordError."""
    try:
        yield
    except RecordError as error:
        message = f"in game {number} of these, counted from 0: {error.reason}"
        raise RecordError(message, index=error.index, valid=error.valid) from error


def _parts_of(record: object) -> tuple[Record, Sequence[GameState], Sequence[Action | None]]:
    """Return a record, its states and its actions, which a replay and a game have at hand."""
    if isinstance(record, Game):
        return record.record, record.states, record.actions
    if not isinstance(record, Played):
        raise TypeError(
            f"frames() needs a record, a replay or a game, or many of them, not {type(record).__name__}; "
            "to_frame() takes positions"
        )
    replay = replay_of(record)
    return replay.record, replay.states, replay.actions


# ---- columns, game by game


class _Columns:
    """The columns of the tables, to which one game after the other is added."""

    def __init__(self) -> None:
        self.game = ""  # which game the records are of
        self.rows: dict[str, list[tuple[Any, ...]]] = {name: [] for name in _ROWS}
        self.entries: list[Entry] = []
        self.lengths: list[int] = []  # actions of each record
        self.due: dict[str, list[Any]] = {"kind": [], "phase": [], "rule": []}  # of each action
        self.events: list[Row] = []  # the row of each event, and the rows of its dice
        self.counts: list[int] = []  # events of each action

    def add(self, record: Record, states: Sequence[GameState], actions: Sequence[Action | None]) -> None:
        """Add a record with its states and actions; ValueError if it is of another game than those before."""
        if self.game not in ("", record.game):
            raise ValueError(
                f"these records are of {self.game} and of {record.game}; tables hold records of one game only"
            )
        self.game = record.game
        for name, rows in _rows(record):
            self.rows[name] += [(len(self.lengths), *row) for row in rows]
        self.entries += record.entries
        self.lengths.append(len(record.entries))
        due = states[: len(record.entries)]
        self.due["kind"] += [
            str(action.__struct_config__.tag) if action else _kind(state, entry.action)
            for action, state, entry in zip(actions, due, record.entries, strict=True)
        ]
        self.due["phase"] += [str(state.phase) for state in due]
        self.due["rule"] += [state.rule for state in due]
        for name in (column.name for column in WHEN if hasattr(states[0], column.name)):
            self.due.setdefault(name, []).extend(map(attrgetter(name), due))
        events = [state.events for state in islice(states, 1, None)]
        self.counts += map(len, events)
        self.events += [_EVENTS[event] for event in chain.from_iterable(events)]

    def tables(self, *, many: bool) -> dict[str, Table]:
        """Return the tables by name; of many records with the number of the game."""
        lengths, counts = _numbers(self.lengths), _numbers(self.counts)
        columns: list[Any] = list(zip(*self.events, strict=True)) or [()]
        *events, dice = columns
        throws = _numbers([*map(len, dice)])
        action = [*([np.arange(len(lengths)).repeat(lengths)] if many else []), _count_up(lengths)]
        event = [*(each.repeat(counts) for each in action), _count_up(counts)]
        die = [*(each.repeat(throws) for each in event), _count_up(throws)]
        faces = list(zip(*chain.from_iterable(dice), strict=True))
        texts = (list(map(attrgetter(name), self.entries)) for name in Entry.__struct_fields__)
        names = {*dtypes(ENTRY), *self.due}  # those of the other game are left out
        of_actions = {name: dtype for name, dtype in dtypes(ACTIONS).items() if name in names}
        tables: dict[str, Columns] = {
            **{name: (list(zip(*rows, strict=True))[not many :], _ROWS[name]) for name, rows in self.rows.items()},
            "actions": (
                [*action, *texts, *self.due.values()],
                of_actions,
            ),
            "events": ([*event, *events] if events else [], dtypes(EVENTS)),
            "dice": ([*die, *faces] if faces else [], dtypes(DICE)),
        }
        number = _GAME if many else {}
        return {name: from_columns(columns, number | dtypes) for name, (columns, dtypes) in tables.items()}


def _numbers(values: Sequence[int]) -> Numbers:
    return np.array(values, np.int64)


def _count_up(lengths: Numbers) -> Numbers:
    """Return the numbers from 0 up to each length, one length after the other."""
    return np.arange(lengths.sum()) - (lengths.cumsum() - lengths).repeat(lengths)


# ---- rows


def _rows(record: Record) -> Iterator[tuple[str, Iterable[Sequence[Any]]]]:
    """Yield the rows of the short tables of a record, by name."""
    yield "about", [(name, _json(getattr(record, name))) for name in _ABOUT]
    yield "headers", record.headers.items()
    for name, kind in _LISTS.items():
        yield (
            name,
            [
                [getattr(item, field) if dtype else _json(getattr(item, field)) for field, dtype in _fields(kind)]
                for item in getattr(record, name)
            ],
        )
    yield "variations", [(variation.at, variation.comment) for variation in record.variations]
    for number, other in enumerate(record.variations):
        numbered = enumerate(other.entries, other.at)
        yield "variation_actions", [(number, at, entry.by, entry.action, entry.comment) for at, entry in numbered]


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _kind(state: GameState, text: str) -> str:
    """Return the tag of an action; "" for a text that earlier versions of the kit wrote."""
    try:
        return str(state.parse(text).__struct_config__.tag)
    except RuleError:
        return ""


def event_row(event: Event) -> Row:
    """Return the values of the columns ``EVENT``.

    >>> import roses
    >>> event_row(roses.replay("1483-richard-iii").events()[-1])[:3]
    ('victory', '9.0', 'Lancaster')
    """
    fields = (event.kind, event.rule, event.side, event.block, event.target, event.area)
    return (*fields, " ".join(map(str, event.dice)), str(event), _json(event))


def _rows_of(event: Event) -> Row:
    """Return the values of the columns ``EVENT``, and after them a row for each die (rules 6.4 and 6.9)."""
    dice = []
    for face in event.dice:
        needed, success = "", False
        if isinstance(event, Volley):
            most = min(6, event.firepower)
            needed, success = f"1 to {most}" if most > 1 else "1", face <= most
        elif isinstance(event, TreacheryTried):
            needed, success = "even", face % 2 == 0
        dice.append((event.kind, event.side, event.block, event.target, needed, face, success))
    return (*event_row(event), tuple(dice))


_EVENTS: Final = forgetful(Cache(_rows_of, _MOST))


# ---- lists of structs


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[tuple[str, str | None], ...]:
    """Return the fields of a struct, each with its dtype; None for one that is written as JSON."""
    fields = []
    for field in msgspec.structs.fields(kind):
        origin = get_origin(field.type)
        bare = get_args(field.type)[0] if origin is Annotated else field.type
        fields.append((field.name, "str" if origin is Literal else _DTYPES.get(bare)))
    return tuple(fields)


def _structs_of(table: Table, kind: type[T]) -> Iterator[T]:
    known = _fields(kind)
    for row in table.to_dict("records"):
        fields = {name: row[name] if dtype else msgspec.json.decode(row[name]) for name, dtype in known}
        yield msgspec.convert(fields, kind)


_ROWS: Final[dict[str, dict[str, str]]] = {  # of each short table its columns with their dtypes, without the game
    "about": {"field": "str", "value": "str"},
    "headers": {"name": "str", "value": "str"},
    **{name: {field: dtype or "str" for field, dtype in _fields(kind)} for name, kind in _LISTS.items()},
    "variations": {"at": "int64", "comment": "str"},
    "variation_actions": {"variation": "int64", **dtypes(ENTRY)},
}
_lines = "\n".join(describe_line(name, *GAME_TABLES[name]) for name in ("actions", "events", "dice"))
frames.__doc__ = f"{frames.__doc__}\n{_lines}\n    "


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
    rows: list[Row] = []
    for piece in value.pieces:
        marks = (piece.face_down, piece.moved, piece.prisoner, piece.reserve, piece.acted, piece.turned)
        if piece.block is None:
            rows.append((piece.side, piece.place, "", None, None, "", "", None, None, *marks))
        else:
            block = BLOCKS[piece.block]
            printed = (block.steps, block.kind, block.initiative, block.firepower, block.loyalty)
            rows.append((piece.side, piece.place, piece.block, piece.steps, *printed, *marks))
    return from_rows(rows, dtypes(PIECES))


@to_frame.register
def _of_court(value: CourtView, side: str | None = None) -> Table:
    rows: list[Row] = []
    of: House | Ally
    for house in value.houses:
        for of in (house, house.ally) if house.ally else (house,):
            rows += [(of.colour, knight, "court", "", None, None) for knight in of.court]
            rows += [(of.colour, knight, "reserve", "", None, None) for knight in of.reserve]
            rows += [(of.colour, s.knight, "castle", s.space, None, None) for s in of.castle if s.knight]
        rows += [(house.colour, knight, "prison", "", None, None) for knight in house.prisoners]
    for county in value.counties:
        if county.holder:
            rows.append((county.holder, county.knight, "county", county.name, None, county.squires))
    for conflict in value.conflicts:
        for number, slot in enumerate(conflict.slots, 1):
            rows += [(slot.colour, knight, "conflict", conflict.card, number, None) for knight in slot.knights]
    return from_rows(rows, dtypes(KNIGHTS))


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


_lines = "\n".join(describe_line(name, *GAME_TABLES[name]) for name in ("pieces", "knights", "events"))
to_frame.__doc__ = f"{to_frame.__doc__}\n{_lines}\n    "
