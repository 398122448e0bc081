"""Autosave: writes a game in progress to its file, and never overwrites a file with other content."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

import msgspec

from roses.engine import files
from roses.engine.errors import SaveError
from roses.engine.i18n import gettext as _
from roses.engine.record import Record, dumps

_ELSEWHERE: Final = (errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOENT, errno.ENOTDIR, errno.EEXIST)


class Autosave:
    """Saves one game to the file ``path``; each save replaces the one before.

    ``held`` is the content of the file when the game is resumed from it, None for a new game. ``write`` raises
    SaveError, and leaves the file as it is, if the file holds anything else than the last save: of several programs
    that save to one file at the same instant one saves, and the others raise it. SaveError at once if the path cannot
    be resolved, because the working directory is gone.
    """

    def __init__(self, path: str | Path, held: bytes | None = None) -> None:
        try:
            self.path = Path(path).absolute()  # the working directory may change while the game goes on
        except (OSError, TypeError) as error:
            raise unwritable(path, error) from error
        self._held = held

    def write(self, record: Record) -> None:
        """Save the record; SaveError gives the reason in one sentence."""
        try:
            content = dumps(record).encode()
            with files.lock(self.path):
                if foreign := self._foreign(content):
                    raise SaveError(foreign)
                files.write(self.path, content)
        except SaveError:
            raise
        except (OSError, ValueError, TypeError, msgspec.MsgspecError) as error:
            raise unwritable(self.path, error) from error
        self._held = content

    def _foreign(self, content: bytes) -> str:
        """Return why the file must not be overwritten: it holds something else than the last save; "" if it may be."""
        if not self.path.is_file():
            return ""  # nothing to overwrite; files.write refuses a dangling link and a device
        if self.path.read_bytes() in (self._held, content):
            return ""
        if self._held is None:
            return _(
                "{path} holds something that is not this game, and stays as it is; go on with the game in it by "
                "roses.resume(path), or name another file for autosave"
            ).format(path=self.path)
        return _(
            "{path} has been changed since this game was saved there, perhaps from another window, and stays as it is; "
            "go on with the game in it by roses.resume(path), or move it away, and the next move of this game is saved"
        ).format(path=self.path)


def unwritable(path: str | Path, error: Exception) -> SaveError:
    """Return the error for a file that cannot be written, with what would work where another folder would."""
    if isinstance(error, OSError) and error.errno in _ELSEWHERE:
        said = _("{path} cannot be saved to: {reason}; name a file in a folder that exists and that you may write to")
    else:
        said = _("{path} cannot be saved to: {reason}")
    reason = (error.strerror if isinstance(error, OSError) else None) or " ".join(str(error).split())
    return SaveError(said.format(path=str(path)[:250], reason=reason))
