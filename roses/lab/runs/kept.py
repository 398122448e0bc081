"""The file that keeps simulated games: Parquet, with the study it belongs to and the version of its schema."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, Final

import msgspec
import pandas as pd

from roses.engine import files
from roses.engine.i18n import gettext as _
from roses.lab.extras import import_package
from roses.lab.runs.study import Study

SCHEMA: Final = 1  # one more whenever a column changes its name, dtype or meaning
_KEY: Final = b"roses.study"


class Label(msgspec.Struct, frozen=True):
    """What a file says of itself: version of the schema, kind of rows, how many games are in it, and the study."""

    schema: int
    rows: str
    games: int
    study: Study


class Kept:
    """A Parquet file of simulated games; ``read`` what is in it and ``write`` what there is by now.

    ImportError in one sentence if the package pyarrow is not installed, OSError if there is no folder for the file, or
    one of its name, ValueError for what is no path.
    """

    def __init__(self, path: str | Path, study: Study, rows: str) -> None:
        self.path, self.study, self.rows = _file(path), study, rows
        self._arrow = import_package("pyarrow", _("to keep games in a Parquet file"))
        self._parquet = import_module("pyarrow.parquet")

    def read(self) -> tuple[int, pd.DataFrame | None]:
        """Return how many games are kept, and their rows; 0 and None if there is no file.

        ValueError if the file holds something else, or games of another study.
        """
        if not self.path.exists():
            return 0, None
        games = self._games()
        try:
            return (games, self._parquet.read_table(self.path).to_pandas()) if games else (0, None)
        except (self._arrow.ArrowException, OSError) as error:
            said = _("{path} is damaged, and is left as it is; name another file")
            raise ValueError(said.format(path=self.path)) from error

    def write(self, games: int, frame: pd.DataFrame) -> None:
        """Replace the file by these rows of so many games; a file that another call has brought further stays.

        OSError, and the old file stays, if that fails; ValueError if it holds something else by now.
        """
        if self.path.exists() and self._games() > games:
            return
        label = msgspec.json.encode(Label(SCHEMA, self.rows, games, self.study))
        table = self._arrow.Table.from_pandas(frame, preserve_index=False)
        table = table.replace_schema_metadata({**(table.schema.metadata or {}), _KEY: label})
        buffer = BytesIO()
        self._parquet.write_table(table, buffer, compression="zstd")
        try:
            files.write(self.path, buffer.getvalue())
        except OSError as error:
            said = _("games cannot be kept in {path}: {reason}")
            raise OSError(said.format(path=self.path, reason=error.strerror or error)) from error

    def _games(self) -> int:
        """Return how many games are in the file; ValueError if it holds something else."""
        try:
            label = msgspec.json.decode(self._parquet.read_schema(self.path).metadata[_KEY], type=Label)
        except OSError as error:
            said = _("{path} cannot be read: {reason}")
            raise ValueError(said.format(path=self.path, reason=error.strerror or error)) from error
        except (self._arrow.ArrowException, KeyError, TypeError, msgspec.MsgspecError) as error:
            said = _("{path} holds no simulated games of this version, and is left as it is; name another file")
            raise ValueError(said.format(path=self.path)) from error
        self._demand_same(label)
        return label.games

    def _demand_same(self, label: Label) -> None:
        """Raise ValueError, which names the first difference, if a file belongs to another call."""
        asked, held = (_fields(of) for of in (Label(SCHEMA, self.rows, 0, self.study), label))
        if wrong := next((name for name in asked if asked[name] != held[name]), ""):
            said = _("{path} keeps games of another study, with {name}={held}, not {asked}; name another file")
            raise ValueError(said.format(path=self.path, name=wrong, held=repr(held[wrong]), asked=repr(asked[wrong])))


def _file(path: str | Path) -> Path:
    if not isinstance(path, str | PathLike):
        said = _("games are kept in a file, as 'games.parquet', and {path} names none")
        raise ValueError(said.format(path=repr(path)[:80]))
    found = Path(path)
    if not found.parent.is_dir():
        said = _("there is no folder {folder} in which games could be kept")
        raise FileNotFoundError(said.format(folder=found.parent))
    if found.is_dir():
        raise IsADirectoryError(_("{path} is a folder; name a file in it to keep the games").format(path=found))
    return found


def _fields(label: Label) -> dict[str, Any]:
    return {"schema": label.schema, "rows": label.rows, **msgspec.structs.asdict(label.study)}
