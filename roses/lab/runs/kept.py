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
from roses.engine.errors import brief
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
    a folder of its name, ValueError for anything but a path.
    """

    def __init__(self, path: str | Path, study: Study, rows: str) -> None:
        self.path, self.study, self.rows = _file(path), study, rows
        self._arrow = import_package("pyarrow", "to keep games in a Parquet file")
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
        except (self._arrow.ArrowException, OSError, UnicodeDecodeError) as error:
            raise ValueError(f"{self.path} is damaged, and is left as it is; name another file") from error

    def write(self, games: int, frame: pd.DataFrame) -> None:
        """Replace the file by these rows of so many games; a file that another call has brought further stays.

        OSError, and the old file stays, if that fails; ValueError if it holds something else by now.
        """
        label = msgspec.json.encode(Label(SCHEMA, self.rows, games, self.study))
        table = self._arrow.Table.from_pandas(frame, preserve_index=False)
        table = table.replace_schema_metadata({**(table.schema.metadata or {}), _KEY: label})
        buffer = BytesIO()
        self._parquet.write_table(table, buffer, compression="zstd")
        try:
            with files.lock(self.path):
                if not self.path.exists() or self._games() <= games:
                    files.write(self.path, buffer.getvalue())
        except OSError as error:
            raise OSError(f"games cannot be kept in {self.path}: {error.strerror or error}") from error

    def _games(self) -> int:
        """Return how many games are in the file; ValueError if it holds something else."""
        try:
            label = msgspec.json.decode(self._parquet.read_schema(self.path).metadata[_KEY], type=Label)
        except OSError as error:
            damage = "is damaged, and is left as it is; name another file"
            reason = f"cannot be read: {error.strerror}" if error.strerror else damage
            raise ValueError(f"{self.path} {reason}") from error
        except (self._arrow.ArrowException, KeyError, TypeError, UnicodeDecodeError, msgspec.MsgspecError) as error:
            message = f"{self.path} holds no simulated games of this version, and is left as it is; name another file"
            raise ValueError(message) from error
        self._demand_same(label)
        return label.games

    def _demand_same(self, label: Label) -> None:
        """Raise ValueError, which names the first difference, if a file belongs to another call."""
        asked, held = (_fields(of) for of in (Label(SCHEMA, self.rows, 0, self.study), label))
        if wrong := next((name for name in asked if asked[name] != held[name]), ""):
            difference = f"{wrong}={held[wrong]!r}, not {asked[wrong]!r}"
            raise ValueError(f"{self.path} keeps games of another study, with {difference}; name another file")


def _file(path: str | Path) -> Path:
    if not isinstance(path, str | PathLike):
        raise ValueError(f"keep must be the path of a file, such as 'games.parquet', not {repr(path)[:80]}")
    file = Path(path)
    if len(file.name) > 250:
        raise ValueError(f"games cannot be kept in {brief(path)!r}: this name is too long")
    if not file.parent.is_dir():
        raise FileNotFoundError(f"there is no folder {file.parent} to keep games in")
    if file.is_dir():
        raise IsADirectoryError(f"{file} is a folder; name a file in it to keep the games")
    return file


def _fields(label: Label) -> dict[str, Any]:
    return {"schema": label.schema, "rows": label.rows, **msgspec.structs.asdict(label.study)}
