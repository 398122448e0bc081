"""The layout of recorded games, and the reading of their files: one game a file, or one a line.

A game is one JSON object. ``replay`` holds the actions, ``steps`` one entry for each: what was legal just before it
(``legal``), and what changed by it and by all that then happened by itself (``d`` blocks, ``m`` other fields), with the
dice thrown (``r``). A block is (place, strength, mark): the place is an area, a sea zone on the way over it, Pool,
Minor, or null when out of play; the mark is 1 for a face-down block and for the prisoner Henry VI.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from roses.richard.tables import NAMES, SCENARIOS

SCENARIO_OF: Final = {"Wars of the Roses": "1460", "Kingmaker": "1470", "Richard III": "1483"}
META: Final = frozenset(
    "state active king pretender campaign where round moves p1 attacker who hits owed".split()
)  # the fields that ``m`` may change
UNREADABLE: Final = (OSError, EOFError, zlib.error, msgspec.MsgspecError, ValueError, RecursionError)

Argument = str | int
Block = tuple[str | None, int | None, int]


class Move(msgspec.Struct, frozen=True, array_like=True):
    """One recorded action: ``[side, verb]`` or ``[side, verb, argument]``."""

    side: str
    verb: str
    argument: Argument | None = None


class Step(msgspec.Struct, frozen=True):
    """What was legal before an action and what changed by it; ``legal`` has 1 for a verb without arguments."""

    legal: dict[str, list[Argument] | int]
    d: dict[str, Block]
    m: dict[str, Any]
    r: tuple[int, ...] = ()


class Hands(msgspec.Struct, frozen=True, rename={"lancaster": "Lancaster", "york": "York"}):
    """The cards of both sides, in the order dealt."""

    lancaster: tuple[int, ...]
    york: tuple[int, ...]


class Initial(msgspec.Struct, frozen=True):
    """The position after set-up and first deal: all blocks, all fields of ``m``, both hands."""

    blocks: dict[str, Block]
    meta: dict[str, Any]
    hands: Hands


class Setup(msgspec.Struct, frozen=True):
    """Which scenario was played, by the recorded engine's name."""

    scenario: str


class Game(msgspec.Struct, frozen=True):
    """A recorded game; ``result`` is the winner if it is ``complete``."""

    game: int
    setup: Setup
    initial: Initial
    replay: list[Move]
    steps: list[Step]
    complete: bool = True
    result: str = ""

    @property
    def scenario(self) -> str:
        """The id of the scenario in our set."""
        return SCENARIO_OF[self.setup.scenario]


class Unreadable(msgspec.Struct, frozen=True):
    """A file, or a line of one (from 1), that holds no game, and why; ``game`` is always null."""

    file: str
    line: int | None
    error: str
    game: None = None


class LayoutError(ValueError):
    """JSON of a game that contradicts itself or names what does not exist."""


def decode(text: bytes) -> Game:
    """Return the game of a JSON text; MsgspecError or LayoutError if it is none."""
    game = msgspec.json.decode(text, type=Game)
    if SCENARIO_OF.get(game.setup.scenario) not in SCENARIOS:
        raise LayoutError(f"unknown scenario {game.setup.scenario!r}")
    if len(game.replay) != len(game.steps):
        raise LayoutError(f"{len(game.replay)} actions, but {len(game.steps)} steps")
    if wrong := set(game.initial.blocks) ^ set(NAMES):
        raise LayoutError(f"blocks missing or unknown in initial: {', '.join(sorted(wrong))}")
    if missing := META - set(game.initial.meta):
        raise LayoutError(f"fields missing in initial.meta: {', '.join(sorted(missing))}")
    return game


def read(path: Path) -> Iterator[Game | Unreadable]:
    """Yield the games of a ``.jsonl.gz`` file, else the one of the file; what cannot be read comes as Unreadable."""
    by_line = path.name.endswith(".jsonl.gz")
    number = 0
    try:
        with gzip.open(path, "rb") as file:
            for text in file if by_line else [file.read()]:
                number += 1
                if text.strip() or not by_line:
                    yield _decoded(path, number if by_line else None, text)
        if not number:
            raise LayoutError("no game in the file")
    except UNREADABLE as error:
        yield Unreadable(str(path), number + 1 if by_line else None, _message(error))


def _decoded(path: Path, number: int | None, text: bytes) -> Game | Unreadable:
    try:
        return decode(text)
    except UNREADABLE as error:
        return Unreadable(str(path), number, _message(error))


def _message(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
