"""How the players at this machine have done against each bot: one line for each game, in a file beside the saves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import msgspec

from roses.engine.errors import SaveError
from roses.engine.i18n import ngettext
from roses.engine.record import unwritable
from roses.lab.intervals import wilson

FOLDER: Final = "roses-games"  # in the working directory
FILE: Final = "results.jsonl"  # not among the games, whose names end in .json
_BEFORE: Final = "results-cleared.jsonl"


class Result(msgspec.Struct, frozen=True):
    """A game played to its end: its title, the bot, and the side of the person with its part of the win, 0..1."""

    game: str
    bot: str
    side: str
    part: float


class Rating(msgspec.Struct, frozen=True):
    """The share 0..1 of ``games`` that was won against a bot, and its interval of 95 %, ``low`` to ``high``.

    >>> print(Rating("Richard III", "knight:bold", 5, 0.6, 0.23, 0.88))
    Richard III against knight:bold: 5 games, 60 % won; in the long run 23 to 88 %
    """

    game: str
    bot: str
    games: int
    share: float
    low: float
    high: float

    def __str__(self) -> str:
        words = ngettext(
            "{game} against {bot}: {n} game, {share:.0f} % won; in the long run {low:.0f} to {high:.0f} %",
            "{game} against {bot}: {n} games, {share:.0f} % won; in the long run {low:.0f} to {high:.0f} %",
            self.games,
        )
        percent = {name: 100 * getattr(self, name) for name in ("share", "low", "high")}
        return words.format(game=self.game, bot=self.bot, n=self.games, **percent)


@contextmanager
def make_folder(path: str | Path) -> Iterator[Path]:
    """Make and return the folder of a file, for a block that names or writes the file; SaveError if either fails.

    >>> from tempfile import mkdtemp
    >>> with make_folder(f"{mkdtemp()}/games/mine.json") as folder:
    ...     folder.is_dir()
    True
    """
    try:
        folder = Path(path).parent
        folder.mkdir(parents=True, exist_ok=True)
        yield folder
    except OSError as error:
        raise error if isinstance(error, SaveError) else unwritable(path, error) from error


def note(result: Result, folder: str | Path = FOLDER) -> None:
    """Add a result to those in a folder; SaveError if it cannot be written."""
    with make_folder(Path(folder) / FILE) as place, (place / FILE).open("ab") as file:
        file.write(msgspec.json.encode(result) + b"\n")


def ratings(folder: str | Path = FOLDER) -> list[Rating]:
    """Return the rating against each bot, in the order of the first games; lines that were cut off are left out.

    >>> from tempfile import mkdtemp
    >>> here = mkdtemp()
    >>> for part in (1.0, 0.0, 1.0):
    ...     note(Result("Richard III", "knight", "York", part), here)
    >>> [(one.bot, one.games, round(one.share, 2), round(one.low, 2), round(one.high, 2)) for one in ratings(here)]
    [('knight', 3, 0.67, 0.21, 0.94)]
    """
    path, parts = Path(folder) / FILE, dict[tuple[str, str], list[float]]()
    for line in path.read_bytes().splitlines() if path.is_file() else ():
        with suppress(msgspec.DecodeError):
            result = msgspec.json.decode(line, type=Result)
            parts.setdefault((result.game, result.bot), []).append(result.part)
    rows = []
    for (game, bot), shares in parts.items():
        share = sum(shares) / len(shares)
        rows.append(Rating(game, bot, len(shares), share, *wilson(share, len(shares))))
    return rows


def clear(folder: str | Path = FOLDER) -> None:
    """Begin anew: the results so far are no longer counted, and stay in a file beside."""
    path = Path(folder) / FILE
    with make_folder(path):
        if path.is_file():
            path.replace(path.with_name(_BEFORE))
