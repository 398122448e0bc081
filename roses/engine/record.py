"""A record: one JSON document a game, with every action and every fall of the dice in notation. Plays nothing itself.

Two things are read from a record: how the game starts, and a list of entries. replay.py plays them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from roses.engine.errors import RecordError

FORMAT: Final = 1


class Entry(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One action: who chose it ("Chance" for dice and deals) and its notation, with an optional comment."""

    by: str
    action: str
    comment: str = ""


class Source(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A work cited in narrations: ``short`` for a narrow panel, ``title`` in full, ``url`` where there is one."""

    id: str
    short: str
    title: str
    url: str = ""


class Moment(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A narrated step of a replay: it shows the state after the first ``at`` actions.

    ``date`` and ``place`` are shown as they stand; ``text`` tells what happened (at most 45 words); ``sources`` are
    ids; ``departs`` says where the game leaves history; ``mark`` is the label of a bookmark on the slider;
    ``paths`` are marches to draw, as (side, areas).
    """

    at: int
    date: str
    place: str
    text: str
    title: str = ""
    sources: tuple[str, ...] = ()
    confidence: str = ""
    departs: str = ""
    mark: str = ""
    paths: tuple[tuple[str, tuple[str, ...]], ...] = ()


class Variation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another course of the game from the state after ``at`` actions."""

    at: int
    entries: tuple[Entry, ...]
    comment: str = ""


class Record(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A whole game, or the part of it that was played.

    >>> r = Record(game="richard-iii", scenario="1483", entries=(Entry("York", "York plays card 7"),))
    >>> loads(dumps(r)) == r
    True
    """

    game: str
    scenario: str
    entries: tuple[Entry, ...]
    ruleset: str = "revised"
    headers: dict[str, str] = {}
    moments: tuple[Moment, ...] = ()
    sources: tuple[Source, ...] = ()
    variations: tuple[Variation, ...] = ()
    seed: int | None = None
    roses: int = FORMAT


class _Head(msgspec.Struct, frozen=True):
    """A record whose entries have not been looked at yet."""

    game: str
    scenario: str
    entries: tuple[msgspec.Raw, ...]
    roses: int = FORMAT


def dumps(record: Record) -> str:
    """Return the record as JSON, one entry a line so that two versions can be compared."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1).decode() + "\n"


def loads(text: str | bytes) -> Record:
    """Return the record in a JSON text.

    RecordError says what is wrong: where the text breaks off, or at which entry. ``error.valid`` is then the record
    up to there (None if not even its head could be read).
    """
    raw = text.encode() if isinstance(text, str) else text
    try:
        record = msgspec.json.decode(raw, type=Record)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise _repair(raw, error) from error
    if record.roses != FORMAT:
        raise RecordError(f"this record has format {record.roses}; this version of roses reads format {FORMAT}")
    return record


def load(path: str | Path) -> Record:
    """Return the record in a file; RecordError if it cannot be read."""
    try:
        return loads(Path(path).read_bytes())
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from error


def save(record: Record, path: str | Path) -> Path:
    """Write the record to a file, whole or not at all, and return its path."""
    target = Path(path)
    draft = target.with_name(target.name + ".part")
    draft.write_text(dumps(record), encoding="utf-8")
    return draft.replace(target)


def _repair(raw: bytes, error: Exception) -> RecordError:
    """Keep what can be read: the entries before the first bad one, or before the text breaks off."""
    try:
        head = msgspec.json.decode(raw, type=_Head)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _broken_text(raw, error)
    good: list[Entry] = []
    for index, part in enumerate(head.entries):
        try:
            good.append(msgspec.json.decode(part, type=Entry))
        except msgspec.MsgspecError as wrong:
            valid = Record(game=head.game, scenario=head.scenario, entries=tuple(good))
            return RecordError(str(wrong), index=index, valid=valid)
    return RecordError(f"this is no record: {error}", valid=Record(head.game, head.scenario, tuple(good)))


def _broken_text(raw: bytes, error: Exception) -> RecordError:
    """A text that breaks off: close it after its last whole entry and see how far that gets."""
    text = raw.decode("utf-8", errors="replace")
    start = text.find('"entries"')
    end = text.rfind("}") if start >= 0 else -1
    while end > start:
        try:
            head = msgspec.json.decode((text[: end + 1] + "]}").encode(), type=_Head)
            valid = Record(head.game, head.scenario, tuple(msgspec.json.decode(e, type=Entry) for e in head.entries))
        except msgspec.MsgspecError:
            end = text.rfind("}", 0, end)
            continue
        index = len(valid.entries)
        return RecordError("the text breaks off or is damaged here", index=index, valid=valid)
    return RecordError(f"this is no record: {error}")
