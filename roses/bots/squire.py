"""The squire: a bot that follows rules of thumb, one for each kind of decision, and says which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from roses.bots.bot import Advice, Bot, Scored
from roses.bots.lancaster.court import rules_of_thumb as court
from roses.bots.richard.campaign import rules_of_thumb as war
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.engine.seat import Seat

_RULES: Final[dict[str, Callable[[Any, Sequence[Action]], list[Scored]]]] = {"richard-iii": war, "lancaster": court}


class Squire(Bot):
    """A bot that follows rules of thumb. Each looks at the view of its side; of equals it takes any.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> Squire().choose(seat).reason
    '4 action points'
    """

    name = "squire"

    def advise(self, seat: Seat) -> list[Advice]:
        """Return the options by the scores of its rules, the best first; ValueError for a game it has no rules for."""
        options = list(seat.options)
        self.rng.shuffle(options)
        if seat.game not in _RULES:
            raise ValueError(_("the squire has no rules of thumb for the game {game}").format(game=seat.game))
        scores = _RULES[seat.game](seat.view, options) if options else []
        found = [Advice(option, *scored) for option, scored in zip(options, scores, strict=True)]
        return sorted(found, key=lambda advice: -advice.score)


def advise(seat: Seat) -> list[Advice]:
    """Return what the squire thinks of the options of a seat, the best first: the third step of a hint.

    Of equals it takes the same whoever asks, so that equal knowledge gives equal advice.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> advise(seat) == advise(seat)
    True
    """
    return Squire(seed=0).advise(seat)
