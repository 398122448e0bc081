"""Where the games of tables are kept: one file each in the folder ``roses-games`` of the working directory."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import count
from pathlib import Path
from typing import Final

from msgspec import structs

from roses.engine.autosave import Autosave
from roses.engine.dice import Seed, checked, draw_seed
from roses.engine.errors import RecordError, SaveError
from roses.engine.i18n import gettext as _
from roses.engine.record import Record, load, prefix
from roses.engine.replay import Timeline
from roses.widgets.play.model import PERSON

FOLDER: Final = "roses-games"
SEATS: Final = "seats"  # the header of a record that says who sits where
FROM: Final = "from_step"  # the header that says from which step of the replay in its title a game was played on
_BEGUN: Final = "begun_at"  # the header that says how many actions of a replay stood in it at its beginning
_NUMBERED: Final = re.compile(r"-\d{1,3}$")
_BREAKS: Final = re.compile(r"[^\w]+")


def games() -> list[str]:
    """Return the names of the games that are kept here, the latest first."""
    found = sorted(Path(FOLDER).glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    return [path.stem for path in found]


def free_path(game: str, scenario: str | None) -> Path:
    """Return the file for a new game: its name and the first number that is free."""
    return _free(f"{game}-{scenario}" if scenario else game)


def _free(stem: str, folder: Path = Path(FOLDER)) -> Path:
    return next(path for n in count(1) if not (path := folder / f"{stem}-{n}.json").exists())


def _stem(record: Record) -> str:
    """Return the title of a record in so many letters as a file's name holds, else its game and scenario."""
    return record.headers.get("title", "")[:60] or f"{record.game} {record.scenario}"


def branch(timeline: Timeline, step: int, seats: Mapping[str, str], seed: Seed | None, path: Path | None) -> Path:
    """Write a replay up to a step, counted from 0, as a game of its own, and return its file.

    By default the file is named after the replay and the step, which stand in the headers too. The narration stays
    behind: it tells another game. SaveError if the file holds anything already.
    """
    record, at = timeline.replay.record, timeline.moments[step].at
    headers = {name: text for name, text in record.headers.items() if name == "title"}
    headers |= {SEATS: written(seats), FROM: str(step + 1), _BEGUN: str(at)}
    new = Record(
        **{name: getattr(record, name) for name in ("game", "scenario", "ruleset", "options")},
        entries=prefix(record, at).entries,
        headers=headers,
        seed=draw_seed() if seed is None else checked(seed),
        drawn=0,
    )
    file = path or _free(_BREAKS.sub("-", f"{_stem(record)} step {step + 1}".casefold()).strip("-"))
    file.parent.mkdir(parents=True, exist_ok=True)
    if file.exists():
        raise SaveError(_("{path} holds another game, and stays as it is").format(path=file))
    Autosave(file).write(new)
    return file


def again(path: Path) -> Path:
    """Write the beginning of a saved game, with other dice to come, as a game of its own, and return its file.

    It stands beside the other file, which stays as it is. RecordError if that cannot be read, SaveError if the new one
    cannot be written.
    """
    record = load(path)
    begun = prefix(record, int(record.headers.get(_BEGUN, 0)))
    file = _free(_NUMBERED.sub("", path.stem), path.parent)
    Autosave(file).write(structs.replace(begun, moments=(), variations=(), seed=draw_seed(), drawn=0))
    return file


def find(name: str | Path) -> Path:
    """Return the file of a game, by its name or its path; RecordError, which names all, if there is none."""
    if not isinstance(name, str | Path):
        said = _("a saved game is named by a text or a path, and a value of type {kind} is neither")
        raise RecordError(said.format(kind=type(name).__name__))
    for path in (Path(name), Path(FOLDER) / f"{name}.json"):
        if path.is_file():
            return path
    said = _("there is no saved game {name}; there are: {names}")
    raise RecordError(said.format(name=repr(str(name)[:80]), names=", ".join(games()) or _("none")))


def written(seats: Mapping[str, str]) -> str:
    """Return who sits where as a text for a header.

    >>> written({"York": "me", "Lancaster": "squire"})
    'York: me, Lancaster: squire'
    """
    return ", ".join(f"{side}: {who}" for side, who in seats.items())


def seats(record: Record, sides: Collection[str]) -> dict[str, str]:
    """Return who sits where, from the header of a record; a person where it is silent on a side."""
    told = dict(part.split(": ", 1) for part in record.headers.get(SEATS, "").split(", ") if ": " in part)
    return {side: told.get(side, PERSON) for side in sides}
