"""The base classes of the events of the block war game."""

from __future__ import annotations

from typing import ClassVar

from roses.engine import protocol
from roses.engine.i18n import gettext
from roses.richard.tables import BLOCKS


class Event(protocol.Event, frozen=True):
    """An event of the block war game; in its sentence blocks stand by name."""

    def words(self) -> dict[str, object]:
        """Return the fields of the sentence, blocks by their names."""
        found = super().words()
        if block := self.block:
            found["block"] = name(block)
        if target := self.target:
            found["target"] = name(target)
        return found


class OfBlock(Event, frozen=True):
    """An event of a block that only its own side sees; for the other, ``block`` is "" and ``unseen`` the sentence."""

    unseen: ClassVar[str] = ""
    side: str
    block: str

    @property
    def seen_by(self) -> tuple[str, ...]:
        """The side of the block."""
        return (self.side,)

    def template(self) -> str:
        """Return the sentence with the block, or ``unseen`` if the block is hidden."""
        return gettext(self.text if self.block else self.unseen)


def name(block: str) -> str:
    """Return a block's name for a sentence.

    >>> name("Stanley/Y"), name("York (levy)")
    ('Stanley', 'York (levy)')
    """
    return BLOCKS[block].name if block in BLOCKS else block
