"""Coaches: whoever looks on at a table, and speaks to the player after every move, or when asked for a hint."""

from __future__ import annotations

from typing import Protocol

from roses.bots.squire import advise
from roses.engine.explain import Explanation
from roses.engine.i18n import gettext as _
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.widgets.play.plain import plain, spoken


class Coach(Protocol):
    """Somebody beside the player, who sees the seat of the player and may speak; texts are HTML, "" for silence.

    A table with a coach shows ``comment`` above the choices, and ``hint`` when the player asks for one; where ``hint``
    is silent, it shows the three steps of the seat's own. A button in the comment with the attribute ``data-ask`` calls
    ``asked`` with its value; one with ``data-play`` plays the option of that number in ``seat.options``.
    """

    def comment(self, seat: Seat, refused: Explanation | None) -> str:
        """Return what is said now; ``refused`` is the answer to a move that the player has just asked about in vain."""

    def hint(self, seat: Seat) -> str:
        """Return what is said to a player who asks for a hint."""

    def asked(self, what: str) -> None:
        """Do what a button in the comment stands for."""


class Adviser:
    """The squire as a coach: he says before every choice, unasked, what he would do and why.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> print(Adviser().comment(seat, None).partition("<button")[0])
    <p><b>The squire would: play a card · Action 4 (card 9)</b> (4 action points)</p>
    """

    def comment(self, seat: Seat, refused: Explanation | None) -> str:
        """Return the first choice of the squire, with his reason; "" where there is nothing to choose."""
        for best in advise(seat)[:1]:
            said = escape(_("The squire would: {action}").format(action=spoken(seat, best.action)))
            line = tag("p", tag("b", said), f" ({escape(plain(best.reason))})" if best.reason else "")
            play = str(seat.options.index(best.action))
            return line + tag("button", escape(_("Do that")), type="button", data_play=play)
        return ""

    def hint(self, seat: Seat) -> str:
        """Return "": a hint is that of the seat, whose third step has more of the squire's choices."""
        return ""

    def asked(self, what: str) -> None:
        """Do nothing: his only button plays."""
