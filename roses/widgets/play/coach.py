"""Coaches: whoever looks on at a table, and speaks to the player after every move, or when asked for a hint."""

from __future__ import annotations

from typing import Protocol

from roses.bots.squire import Squire
from roses.engine.explain import Explanation
from roses.engine.i18n import gettext as _
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag


class Coach(Protocol):
    """Somebody beside the player, who sees the seat of the player and may speak; texts are HTML, "" for silence.

    A table with a coach shows ``comment`` above the choices, and ``hint`` when the player asks for one.
    """

    def comment(self, seat: Seat, refused: Explanation | None) -> str:
        """Return what is said now; ``refused`` is the answer to a move that the player has just asked about in vain."""

    def hint(self, seat: Seat) -> str:
        """Return what is said to a player who asks for a hint."""


class Adviser:
    """The squire as a coach: he says before every choice, unasked, what he would do and why.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> print(Adviser().comment(seat, None))
    <p><b>The squire would: York plays card 14</b> (4 action points)</p>
    """

    def comment(self, seat: Seat, refused: Explanation | None) -> str:
        """Return the first choice of the squire, with his reason; "" where there is nothing to choose."""
        return "".join(_line(*one) for one in self._advice(seat)[:1])

    def hint(self, seat: Seat) -> str:
        """Return the first three choices of the squire."""
        return "".join(_line(*one) for one in self._advice(seat)[:3])

    def _advice(self, seat: Seat) -> list[tuple[str, str]]:
        return [(str(one.action), one.reason) for one in Squire(seed=len(seat)).advise(seat)]


def _line(action: str, reason: str) -> str:
    """Return one advice as a paragraph."""
    said = escape(_("The squire would: {action}").format(action=action))
    return tag("p", tag("b", said), f" ({escape(reason)})" if reason else "")
