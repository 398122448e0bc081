"""The luck of a game: dice against what was to be expected, exactly, and battles against their odds."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from roses.engine.replay import Replay
from roses.lab.chronicle import Fought, chronicle
from roses.richard.events.army import TreacheryTried, Volley
from roses.table import Table


class Throw(msgspec.Struct, frozen=True):
    """What a side threw: ``number`` of dice or tries, how many ``came``, and the chance 0..1 of each one."""

    number: int
    came: int
    chances: tuple[float, ...]

    @property
    def expected(self) -> float:
        """How many were to be expected."""
        return sum(self.chances)

    @property
    def at_least(self) -> float:
        """The exact probability 0..1 of throwing at least as many with these dice."""
        return sum(distribution(self.chances)[self.came :])


class Luck(msgspec.Struct, frozen=True):
    """The luck of each side: its ``hits``, its tries of ``treachery``, and the ``battles`` that it won.

    Hits and treachery count every die that was thrown; a battle counts with the exact chance that a side had when it
    began, if everybody stands and fires (``roses.battle_odds``).

    >>> import roses
    >>> fortune = luck(roses.replay("1483-richard-iii"))
    >>> fortune.hits["York"].number, fortune.hits["York"].came, round(fortune.hits["York"].expected, 1)
    (33, 14, 14.0)
    """

    hits: dict[str, Throw]
    treachery: dict[str, Throw]
    battles: dict[str, Throw]

    def table(self) -> Table:
        """Return a row for each side and kind: how many, how many came, were to be expected, and ``at least`` 0..1."""
        rows = [
            {"side": side, "what": kind, "number": throw.number, "came": throw.came, "expected": throw.expected}
            | {"at least": throw.at_least}
            for kind in ("hits", "treachery", "battles")
            for side, throw in getattr(self, kind).items()
        ]
        return Table(rows, columns=["side", "what", "number", "came", "expected", "at least"])


def luck(replay: Replay, side: str | None = None) -> Luck | None:
    """Return the luck of both sides in a game, as far as ``side`` saw it; None if it has no dice."""
    events = replay.events(0, len(replay) - 1, side)
    volleys = [event for event in events if isinstance(event, Volley)]
    tries = [event for event in events if isinstance(event, TreacheryTried)]
    if replay.record.game != "richard-iii":
        return None
    sides, battles = replay[0].sides, chronicle(replay, side).battles
    return Luck(
        {of: _hits(event for event in volleys if event.side == of) for of in sides},
        {of: _tries(event for event in tries if event.side == of) for of in sides},
        {of: _battles(battles, of) for of in sides},
    )


def _hits(volleys: Iterable[Volley]) -> Throw:
    events = list(volleys)
    chances = tuple(min(6, event.firepower) / 6 for event in events for _die in event.dice)
    return Throw(len(chances), sum(event.hits for event in events), chances)


def _tries(tries: Iterable[TreacheryTried]) -> Throw:
    events = list(tries)
    chances = tuple(0.5 ** len(event.dice) for event in events)
    return Throw(len(events), sum(event.success for event in events), chances)


def _battles(battles: Iterable[Fought], side: str) -> Throw:
    """Return the battles whose odds are known."""
    known = [(battle.winner == side, battle.chance) for battle in battles if battle.chance is not None]
    chances = tuple(chance if won else 1 - chance for won, chance in known)
    return Throw(len(known), sum(won for won, _chance in known), chances)


def distribution(chances: Iterable[float]) -> list[float]:
    """Return the probabilities that 0, 1, 2 ... of several independent things come true, each with its chance.

    >>> distribution([0.5, 0.5])
    [0.25, 0.5, 0.25]
    """
    row = [1.0]
    for chance in chances:
        row = [p * (1 - chance) + q * chance for p, q in zip([*row, 0.0], [0.0, *row], strict=True)]
    return row
