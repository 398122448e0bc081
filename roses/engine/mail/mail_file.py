"""Files of games by mail: hashes, chains of hashes, and reading that names what is wrong in one sentence."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from roses.engine import files
from roses.engine.dice import Seed
from roses.engine.errors import RecordError, SaveError
from roses.engine.i18n import gettext as _
from roses.engine.record import read as content

NUMBER = "mail"  # the header of a record with the number of a game by mail


class MailError(RecordError):
    """A file of a game by mail that cannot be taken in: stale, tampered with, or of another game."""


class MailFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all these files: ``mail`` is the number of the game, ``check`` the hash of everything else."""

    mail: str
    check: str = ""


P = TypeVar("P", bound=MailFile)


def digest(value: Any) -> str:
    """Return the SHA-256 hash of a value that JSON can hold, as 64 hexadecimal digits.

    >>> digest(["a", 1])[:8], digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    ('135f17a4', True)
    """
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


def chain(start: str, links: Iterable[Any]) -> str:
    """Return the last hash of a chain: each link is hashed with the hash before it.

    >>> chain("x", [1, 2]) == digest([digest(["x", 1]), 2])
    True
    """
    for link in links:
        start = digest([start, link])
    return start


def commitment(mail: str, seed: Seed) -> str:
    """Return the hash by which the umpire of a game binds himself to its seed; of one of 256 bits it tells nothing.

    >>> commitment("ab", "7" * 64) != commitment("cd", "7" * 64)
    True
    """
    return digest(["the seed of a game by mail", mail, seed])


def new_number() -> str:
    """Return a number for a new game: 16 hexadecimal digits drawn from the system, that tell nothing of its dice."""
    return os.urandom(8).hex()


def sealed(file: P) -> P:
    """Return the file with its ``check``."""
    return msgspec.structs.replace(file, check=_check(file))


def _check(file: MailFile) -> str:
    return digest(msgspec.to_builtins(msgspec.structs.replace(file, check="")))


def write(file: MailFile, path: str | Path) -> Path:
    """Write a file atomically; SaveError if it cannot be written, or holds anything but an earlier file of its kind."""
    path = Path(path)
    try:
        if path.exists():
            _demand_same(file, path)
        return files.write(path, msgspec.json.format(msgspec.json.encode(sealed(file)), indent=1) + b"\n")
    except OSError as error:
        if isinstance(error, SaveError):
            raise
        said = _("{path} cannot be saved to: {reason}")
        raise SaveError(said.format(path=path, reason=error.strerror or error)) from error


def _demand_same(file: MailFile, path: Path) -> None:
    """Raise SaveError if a file would be written over one of another game, or of another kind."""
    try:
        same = read(path, type(file)).mail == file.mail
    except RecordError:
        same = False
    if not same:
        raise SaveError(_("{path} holds something else, and stays as it is").format(path=path))


def read(path: str | Path, kind: type[P], mail: str = "") -> P:
    """Return a file of a kind; MailError if it is none, was changed after it was written, or is of another game.

    ``mail`` is the number of the game, "" for any.
    """
    try:
        file = msgspec.json.decode(content(path), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        found = kind_of(path)
        said = _("{path} is no file of that kind ({kind} is wanted): {reason}")
        if found and found != kind.__struct_config__.tag:
            said = _("{path} is a file of the kind {found}, and {kind} is wanted here")
        wanted = kind.__struct_config__.tag
        raise MailError(said.format(path=path, kind=wanted, found=found, reason=error)) from error
    if file.check != _check(file):
        raise MailError(_("{path} was changed after it was written: its check does not fit").format(path=path))
    if mail and file.mail != mail:
        said = _("{name} belongs to another game: it has the number {found}, and this game has {mail}")
        raise MailError(said.format(name=path, found=file.mail, mail=mail))
    return file


class _Any(msgspec.Struct):
    type: str = ""


def kind_of(path: str | Path) -> str:
    """Return the kind that a file says it is, "" if it names none."""
    try:
        return msgspec.json.decode(content(path), type=_Any).type
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""
