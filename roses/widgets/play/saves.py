"""Saved games, each in a file in the folder ``roses-games`` of the working directory, and the list of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count
from os.path import isfile
from pathlib import Path
from typing import Final

import msgspec
from msgspec import structs

from roses.engine.dice import Seed, checked, draw_seed
from roses.engine.errors import RecordError, SaveError
from roses.engine.games import describe, start
from roses.engine.i18n import gettext as _
from roses.engine.record import Autosave, Record, load, prefix
from roses.engine.replay import Replay, Timeline
from roses.widgets.play.model import FROM, PERSON, check_seats
from roses.widgets.play.ratings import FOLDER as FOLDER
from roses.widgets.play.ratings import make_folder as make_folder

SEATS: Final = "seats"  # the header of a record that says who sits where
_BEGINNING: Final = "begun_at"  # the header with the number of actions of a replay with which a game began
_NUMBERED: Final = re.compile(r"-\d{1,3}$")
_BREAKS: Final = re.compile(r"[^\w]+")
MOST: Final = 20  # the most games in the list


def games() -> list[str]:
    """Return the names of the games that are kept here, the latest first."""
    return [path.stem for path in game_files()]


def game_files() -> list[Path]:
    """Return the paths that may be saved games, the latest first; some may be folders or broken links."""

    def time(path: Path) -> float:
        with suppress(OSError):  # another process has just removed it
            return path.lstat().st_mtime
        return 0.0

    return sorted(Path(FOLDER).glob("*.json"), key=time, reverse=True)


def free_path(game: str, scenario: str | None) -> Path:
    """Return the file for a new game: its name and the first number that is free."""
    return _free(f"{game}-{scenario}" if scenario else game)


def _free(stem: str, folder: Path = Path(FOLDER)) -> Path:
    return next(path for n in count(1) if not (path := folder / f"{stem}-{n}.json").exists())


def branch(timeline: Timeline, step: int, seats: Mapping[str, str], seed: Seed | None, path: Path | None) -> Path:
    """Write a replay up to a step, counted from 0, as a game of its own, and return its file.

    By default the file is named after the replay and the step, which are in the headers too. The narration is left
    out, because it belongs to another game. SaveError if the file exists.
    """
    record, at = timeline.replay.record, timeline.moments[step].at
    headers = {name: text for name, text in record.headers.items() if name == "title"}
    headers |= {SEATS: seats_text(seats), FROM: str(step + 1), _BEGINNING: str(at)}
    new = Record(
        **{name: getattr(record, name) for name in ("game", "scenario", "ruleset", "options")},
        entries=prefix(record, at).entries,
        headers=headers,
        seed=draw_seed() if seed is None else checked(seed),
        drawn=0,
    )
    # cut, because the length of file names is limited
    title = record.headers.get("title", "")[:60] or f"{record.game} {record.scenario}"
    stem = _BREAKS.sub("-", f"{title} step {step + 1}".casefold()).strip("-")
    with make_folder(path or Path(FOLDER) / f"{stem}.json"):
        file = path or _free(stem)
        if file.exists():
            raise SaveError(_("{path} holds another game, and stays as it is").format(path=file))
        Autosave(file).write(new)
    return file


def again(path: Path) -> Path:
    """Write the beginning of a saved game as a new game with other dice, and return its file.

    The new file is beside the old one, which stays as it is. RecordError if the old file cannot be read, SaveError if
    the new one cannot be written.
    """
    record = load(path)
    start_record = prefix(record, beginning(record))
    file = _free(_NUMBERED.sub("", path.stem), path.parent)
    Autosave(file).write(structs.replace(start_record, moments=(), variations=(), seed=draw_seed(), drawn=0))
    return file


def beginning(record: Record) -> int:
    """Return the number of actions with which a game began, which is 0 unless it goes on from a replay.

    RecordError if its header has no such number.
    """
    number = record.headers.get(_BEGINNING, "0")
    if not number.isdecimal() or len(number) > 9:
        message = _("its header {name} is not the number of an action: {value}")
        raise RecordError(message.format(name=_BEGINNING, value=repr(number[:60])))
    return int(number)


def find(name: str | Path) -> Path:
    """Return the file of a game, by its name or its path; RecordError, which lists all games, if there is none."""
    if not isinstance(name, str | Path):
        raise RecordError(f"a saved game is named by a text or a path, not by {type(name).__name__}")
    for path in (Path(name), Path(FOLDER) / f"{name}.json"):
        if isfile(path):
            return path
    message = _("there is no saved game {name}; the saved games are: {names}")
    raise RecordError(message.format(name=repr(str(name)[:80]), names=", ".join(games()) or _("none")))


def seats_text(seats: Mapping[str, str]) -> str:
    """Return who sits where as a text for a header.

    >>> seats_text({"York": "me", "Lancaster": "squire"})
    'York: me, Lancaster: squire'
    """
    return ", ".join(f"{side}: {who}" for side, who in seats.items())


def seats(record: Record, sides: Sequence[str]) -> dict[str, str]:
    """Return who sits where, from the header of a record; a person on each side that it does not name.

    RecordError if it names anybody who cannot sit there.
    """
    header = dict(part.split(": ", 1) for part in record.headers.get(SEATS, "").split(", ") if ": " in part)
    who = {side: header.get(side, PERSON) for side in sides}
    try:
        check_seats(who, sides)
    except ValueError as error:
        raise RecordError(_("its header {name} is wrong: {reason}").format(name=SEATS, reason=error)) from error
    return who


# ---- the list of saved games


class SavedGame(msgspec.Struct, frozen=True):
    """A saved game: its ``name``, the ``date`` when it was saved last, its ``title``, its ``place`` and who plays.

    ``fault`` says in a sentence why the game cannot go on; the fields after it are then "". It is "" if the game can.
    """

    name: str
    date: str
    fault: str = ""
    title: str = ""
    place: str = ""
    players: str = ""


def saved_games(most: int = MOST) -> list[SavedGame]:
    """Return at most ``most`` saved games, the latest first; for a broken file, what is wrong with it.

    The files are read, never written; the list has only what everybody may know.

    >>> import os, tempfile
    >>> from roses.widgets import Table
    >>> os.chdir(tempfile.mkdtemp())
    >>> table = Table("richard-iii", "1483", seed=1)
    >>> [(game.name, game.title, game.place) for game in saved_games()]
    [('richard-iii-1483-1', 'Richard III', 'Campaign 3, Turn 1')]
    """
    return [_saved_game(path) for path in game_files()[:most]]


def _saved_game(path: Path) -> SavedGame:
    date, name = "", path.name.encode("utf-8", "replace").decode()
    try:
        date = datetime.fromtimestamp(path.stat().st_mtime).isoformat(" ", "minutes")
        if not path.is_file() or name != path.name:  # reading a pipe would never end
            raise RecordError(_("it is a folder or a device, or its name is not a text"))
        record = load(path)
        replay = Replay(record, start)
        state = replay[-1]
        players = seats(record, state.sides)
        beginning(record)
    except (RecordError, OSError, ValueError, OverflowError) as error:
        reason = " ".join((getattr(error, "strerror", None) or str(error)).split())[:300]
        fault = _("{name} cannot go on: {reason}").format(name=name, reason=reason)
        return SavedGame(name.removesuffix(".json"), date, fault)
    title, step = replay.title, record.headers.get(FROM)
    if step:
        title = _("{title}, from step {n}").format(title=title, n=step)
    if state.outcome is not None:
        place = _("over: {winner} has won").format(winner=state.outcome.winner)
    else:  # headings have only what everybody may know
        place = ", ".join(describe(state.header["game"]).headings(state)[:2])
    return SavedGame(path.stem, date, "", title, place, seats_text(players))
