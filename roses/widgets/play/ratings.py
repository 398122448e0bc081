"""How the person at this machine has done against each bot: a line for each game, in a file beside the saved games."""

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


class Result(msgspec.Struct, frozen=True):
    """A game played to its end: its title, the bot, and the side of the person with its part of the win, 0..1."""

    game: str
    bot: str
    side: str
    part: float


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


def keep(result: Result, folder: str | Path = FOLDER) -> None:
    """Add a result to those in a folder; SaveError if it cannot be written."""
    with make_folder(Path(folder) / FILE) as place, (place / FILE).open("ab") as file:
        file.write(msgspec.json.encode(result) + b"\n")


def ratings(folder: str | Path = FOLDER) -> list[str]:
    """Return a sentence about each bot: the games, the share won, and its interval of 95 %; lines cut off do not count.

    >>> from tempfile import mkdtemp
    >>> here = mkdtemp()
    >>> for part in (1.0, 0.0, 1.0):
    ...     keep(Result("Richard III", "knight:bold", "York", part), here)
    >>> ratings(here)
    ['Richard III against knight (bold): 3 games, 67% won; in the long run probably 21% to 94%']
    """
    path, parts = Path(folder) / FILE, dict[tuple[str, str], list[float]]()
    for line in path.read_bytes().splitlines() if path.is_file() else ():
        with suppress(msgspec.DecodeError):
            result = msgspec.json.decode(line, type=Result)
            kind, _colon, character = result.bot.partition(":")
            bot = f"{kind} ({character})" if character else kind
            parts.setdefault((result.game, bot), []).append(result.part)
    sentences = []
    for (game, bot), shares in parts.items():
        share = sum(shares) / len(shares)
        low, high = wilson(share, len(shares))
        words = ngettext(
            "{game} against {bot}: {n} game, {share:.0%} won; in the long run probably {low:.0%} to {high:.0%}",
            "{game} against {bot}: {n} games, {share:.0%} won; in the long run probably {low:.0%} to {high:.0%}",
            len(shares),
        )
        sentences.append(words.format(game=game, bot=bot, n=len(shares), share=share, low=low, high=high))
    return sentences


def clear(folder: str | Path = FOLDER) -> None:
    """Begin anew: the results so far are no longer counted, and stay in a file beside."""
    path = Path(folder) / FILE
    if path.is_file():
        with make_folder(path), path.with_suffix(".before").open("ab") as before:
            before.write(path.read_bytes())
            path.unlink()
