"""The file that a game in progress saves itself to. It holds this game and nothing else, or it is left as it is."""

from __future__ import annotations

from pathlib import Path

import msgspec

from roses.engine import files
from roses.engine.errors import SaveError
from roses.engine.i18n import gettext as _
from roses.engine.record import Record, dumps


class Autosave:
    """Saves a game to ``path``, over what it saved there before.

    ``held`` is what the file holds of this game already; None for a game that begins. A file that holds anything else
    is not overwritten.
    """

    def __init__(self, path: str | Path, held: bytes | None = None) -> None:
        try:
            self.path = Path(path).absolute()  # the working directory may change while the game goes on
        except OSError as error:
            raise SaveError(_("{path} cannot be saved to: {reason}").format(path=path, reason=_why(error))) from error
        self._held = held

    def write(self, record: Record) -> None:
        """Save the record; SaveError says in one sentence why that cannot be."""
        try:
            content = dumps(record).encode()
            if foreign := self._foreign(content):
                raise SaveError(foreign)
            files.write(self.path, content)
        except (OSError, ValueError, TypeError, msgspec.MsgspecError) as error:
            if isinstance(error, SaveError):
                raise
            said = _("{path} cannot be saved to: {reason}")
            raise SaveError(said.format(path=self.path, reason=_why(error))) from error
        self._held = content

    def _foreign(self, content: bytes) -> str:
        """Return what is wrong if the file holds something that is not this game as it was saved last; "" if not."""
        if not self.path.is_file():
            return ""  # nothing to lose; a link to nowhere or a device is refused where it is written
        if self.path.read_bytes() in (self._held, content):
            return ""
        if self._held is None:
            return _(
                "{path} holds something that is not this game, and stays as it is; go on with the game in it by "
                "roses.resume(path), or name another file for autosave"
            ).format(path=self.path)
        return _(
            "{path} has been changed since this game was saved there, and stays as it is; move it away, and the next "
            "move is saved again"
        ).format(path=self.path)


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or " ".join(str(error).split())
