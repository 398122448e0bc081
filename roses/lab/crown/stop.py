"""The values of a political turn in steps: one stop for each lord or group that is handled, and the whole course."""

from __future__ import annotations

import msgspec


class Stop(msgspec.Struct, frozen=True):
    """One step of the political turn.

    ``rule`` is the part it belongs to, 8.0 to 8.5 or 9.0; ``who`` names whom it handles, ``text`` says what happens to
    them and ``why`` by which rule. ``blocks`` are those handled, ``side`` theirs, "" for both. ``counts`` is what each
    adds to the count; ``lancaster`` and ``york`` are the points counted up to here. ``to`` is the place they go to.
    """

    rule: str
    who: str
    text: str
    why: str
    blocks: tuple[str, ...] = ()
    side: str = ""
    counts: int = 0
    lancaster: int = 0
    york: int = 0
    to: str = ""

    def __str__(self) -> str:
        return f"{self.rule} {self.who}: {self.text} {self.why}"


class Course(msgspec.Struct, frozen=True):
    """A political turn from its beginning to the next campaign, or to the end of the game.

    ``turn`` is the last one of which something has been played, 0 for none. ``king_side``, ``king`` and ``pretender``
    are those before it, ``king`` "" after the end of the game; ``crowned`` is the side that has the crown afterwards.
    ``shadow`` tells that no political turn is due, so that the count is only what it would be. ``stops`` come in the
    order of the rules.
    """

    campaign: int
    turn: int
    king_side: str
    king: str
    pretender: str
    crowned: str
    shadow: bool
    stops: tuple[Stop, ...]

    @property
    def usurped(self) -> bool:
        """Return whether the crown has changed sides."""
        return self.crowned != self.king_side

    @property
    def points(self) -> tuple[int, int]:
        """Return the points of Lancaster and York after the count (rule 8.2)."""
        counted = [stop for stop in self.stops if stop.rule == "8.2"]
        return counted[-1].lancaster, counted[-1].york
