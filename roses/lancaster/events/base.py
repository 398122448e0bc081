"""The base classes of the events of the court game; all players see all events."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from roses.engine import protocol
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.lancaster.tables import LAW, SHIPPED, space_words


class Event(protocol.Event, frozen=True):
    """An event at court; ``side`` is a colour."""


class OfLaw(Event, frozen=True):
    """An event of a law, given by its id and its name."""

    law: str
    name: str

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the law by its name."""
        return super().words() | {"law": self.name}


class OfLaws(Event, frozen=True):
    """An event of several laws, given by their ids and their names."""

    laws: tuple[str, ...]
    names: tuple[str, ...]

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the laws by their names."""
        return super().words() | {"laws": listed(self.names)}


class OfSpace(Event, frozen=True):
    """An event of a space of the castle of one colour."""

    side: str
    space: str

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the space by what it is for."""
        return super().words() | {"space": space_words(self.space)}


class OfKnights(Event, frozen=True):
    """An event of the knights of one colour, given by their strengths."""

    side: str
    knights: tuple[protocol.Number, ...]

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, the strengths in a list."""
        return super().words() | {"knights": listed(self.knights)}


_SOURCES = {
    "law": N_("law {name}"),
    "favour": N_("favour of the king"),
    "county": N_("{name}"),
    "castle": N_("castle"),
    "conflict": N_("conflict {name}, rank {rank}"),
    "round table": N_("round table"),
    "knights prize": N_("knights prize"),
    "castle prize": N_("castle prize"),
    "nobles": N_("nobles"),
}


class Source(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The source of goods or points: a law, favour, county, castle space or conflict by its name, or a final score.

    >>> str(Source("conflict", "K5a", 2)), str(Source("nobles")), str(Source("law", "L05"))
    ('conflict K5a, rank 2', 'nobles', 'law Open house')
    """

    kind: str
    name: str = ""
    rank: int = 0

    def __str__(self) -> str:
        name = SHIPPED.laws[LAW[self.name]].name if self.name in LAW else self.name
        return _(_SOURCES[self.kind]).format(name=name, rank=self.rank)


def listed(items: Sequence[object]) -> str:
    """Return things in a list, with commas.

    >>> listed((1, 2))
    '1, 2'
    """
    return ", ".join(map(str, items))
