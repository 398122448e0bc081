"""Progress: which exercises are solved, kept in a file of the working directory beside the games of tables."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from roses.engine import files
from roses.engine.errors import SaveError
from roses.engine.i18n import gettext as _

FILE: Final = Path("roses-games") / "exercises" / "progress.json"  # a folder of its own: it is no game


class Progress:
    """The exercises solved so far, in a file that is read whenever it is asked and replaced in one step.

    >>> from tempfile import mkdtemp
    >>> progress = Progress(Path(mkdtemp()) / "progress.json")
    >>> progress.solve("war-01")
    >>> list(progress.solved)
    ['war-01']
    """

    def __init__(self, path: Path = FILE) -> None:
        self.path = path.absolute()  # the working directory may change

    @property
    def solved(self) -> Mapping[str, str]:
        """The day, as an ISO date, on which each exercise was solved, by name; SaveError if the file cannot be read."""
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, msgspec.MsgspecError) as error:
            said = _("{path} cannot be read as a list of solved exercises: {reason}; move it away to begin a new one")
            raise SaveError(said.format(path=self.path, reason=error)) from error

    def solve(self, name: str) -> None:
        """Note that an exercise is solved; the first time counts. SaveError if that cannot be written."""
        held = dict(self.solved)
        if name in held:
            return
        held[name] = date.today().isoformat()
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            files.write(self.path, msgspec.json.format(msgspec.json.encode(held, order="sorted"), indent=1))
        except OSError as error:
            said = _("that {name} is solved cannot be kept in {path}: {reason}")
            raise SaveError(said.format(name=name, path=self.path, reason=error.strerror)) from error
