"""Where the games of tables are kept: one file each in the folder ``roses-games`` of the working directory."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from os.path import isfile
from pathlib import Path
from typing import Final

from msgspec import structs

from roses.engine.dice import Seed, checked, draw_seed
from roses.engine.errors import RecordError, SaveError
from roses.engine.i18n import gettext as _
from roses.engine.record import Autosave, Record, load, prefix, unwritable
from roses.engine.replay import Timeline
from roses.widgets.play.model import PERSON, check_seats

FOLDER: Final = "roses-games"
SEATS: Final = "seats"  # the header of a record that says who sits where
FROM: Final = "from_step"  # the header that says from which step of the replay in its title a game was played on
_BEGUN: Final = "begun_at"  # the header that says how many actions of a replay stood in it at its beginning
_NUMBERED: Final = re.compile(r"-\d{1,3}$")
_BREAKS: Final = re.compile(r"[^\w]+")


def games() -> list[str]:
    """Return the names of the games that are kept here, the latest first."""
    return [path.stem for path in game_files()]


def game_files() -> list[Path]:
    """Return what may be a saved game, the latest first; it may be a folder too, or a link to nothing."""
    return sorted(Path(FOLDER).glob("*.json"), key=_changed, reverse=True)


def _changed(path: Path) -> float:
    with suppress(OSError):  # it has just been removed
        return path.lstat().st_mtime
    return 0.0


def free_path(game: str, scenario: str | None) -> Path:
    """Return the file for a new game: its name and the first number that is free."""
    return _free(f"{game}-{scenario}" if scenario else game)


@contextmanager
def room(path: str | Path) -> Iterator[Path]:
    """Make the folder for a file that is then named or written, and give it; SaveError in a sentence if that cannot be.

    >>> from tempfile import mkdtemp
    >>> with room(f"{mkdtemp()}/games/mine.json") as folder:
    ...     folder.is_dir()
    True
    """
    try:
        folder = Path(path).parent
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
    except OSError as error:
        raise error if isinstance(error, SaveError) else unwritable(path, error) from error


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
    stem = _BREAKS.sub("-", f"{_stem(record)} step {step + 1}".casefold()).strip("-")
    with room(path or Path(FOLDER) / f"{stem}.json"):
        file = path or _free(stem)
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
    begun = prefix(record, beginning(record))
    file = _free(_NUMBERED.sub("", path.stem), path.parent)
    Autosave(file).write(structs.replace(begun, moments=(), variations=(), seed=draw_seed(), drawn=0))
    return file


def beginning(record: Record) -> int:
    """Return how many actions stood in a game when it began, 0 unless it plays on a replay; RecordError if not told."""
    told = record.headers.get(_BEGUN, "0")
    if not told.isdecimal() or len(told) > 9:
        said = _("its header {name} is not the number of an action: {value}")
        raise RecordError(said.format(name=_BEGUN, value=repr(told[:60])))
    return int(told)


def find(name: str | Path) -> Path:
    """Return the file of a game, by its name or its path; RecordError, which names all, if there is none."""
    if not isinstance(name, str | Path):
        said = _("a saved game is named by a text or a path, and a value of type {kind} is neither")
        raise RecordError(said.format(kind=type(name).__name__))
    for path in (Path(name), Path(FOLDER) / f"{name}.json"):
        if isfile(path):
            return path
    said = _("there is no saved game {name}; there are: {names}")
    raise RecordError(said.format(name=repr(str(name)[:80]), names=", ".join(games()) or _("none")))


def written(seats: Mapping[str, str]) -> str:
    """Return who sits where as a text for a header.

    >>> written({"York": "me", "Lancaster": "squire"})
    'York: me, Lancaster: squire'
    """
    return ", ".join(f"{side}: {who}" for side, who in seats.items())


def seats(record: Record, sides: Sequence[str]) -> dict[str, str]:
    """Return who sits where, from the header of a record; a person where it is silent on a side.

    RecordError if it names nobody who could sit there.
    """
    told = dict(part.split(": ", 1) for part in record.headers.get(SEATS, "").split(", ") if ": " in part)
    who = {side: told.get(side, PERSON) for side in sides}
    try:
        check_seats(who, sides)
    except ValueError as error:
        raise RecordError(_("its header {name} cannot be: {reason}").format(name=SEATS, reason=error)) from error
    return who
