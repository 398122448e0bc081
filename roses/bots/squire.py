"""The squire: a bot that follows rules of thumb, one for each kind of decision, and says which."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roses.bots.bot import Advice, Bot, Judgement
from roses.bots.character import Character
from roses.bots.court import rules_of_thumb as court
from roses.bots.war_thumb import rules_of_thumb as war
from roses.engine.seat import Seat

_MARGIN: Final = 1.6  # scores that differ by no more are nearly equal, to a squire with a character
_RULES: Final[dict[str, Callable[..., list[Judgement]]]] = {"richard-iii": war, "lancaster": court}


class Squire(Bot):
    """A bot that follows rules of thumb. Each looks at the view of its side; of equals it takes any.

    With a ``character`` it also varies choices that are nearly equal, and likes some more than others do.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> Squire().choose(seat).reason
    '4 action points'
    """

    name = "squire"

    def __init__(self, seed: int = 0, character: Character | None = None) -> None:
        super().__init__(seed)
        self.character = character

    def advise(self, seat: Seat) -> list[Advice]:
        """Return the options by the scores of its rules, the best first; ValueError for a game it has no rules for."""
        options = list(seat.options)
        self.rng.shuffle(options)
        if seat.game not in _RULES:
            raise ValueError(f"the squire has no rules of thumb for the game {seat.game}")
        view, one = seat.view, self.character
        nerve = {"nerve": one.nerve} if one and seat.game == "richard-iii" else {}
        scores = _RULES[seat.game](view, options, **nerve) if options else []
        if one:
            scores = [
                (s + one.worth(view, (o,), _MARGIN, self.rng), w) for o, (s, w) in zip(options, scores, strict=True)
            ]
        advice = [Advice(option, *score) for option, score in zip(options, scores, strict=True)]
        return sorted(advice, key=lambda one: -one.score)


class ErringSquire(Squire):
    """A squire who chooses at random in a ``share`` (0..1) of his choices; 0 is a squire, 1 a page.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> ErringSquire(1, share=0.5).choose(seat).action in seat.options
    True
    """

    def __init__(self, seed: int = 0, *, share: float) -> None:
        super().__init__(seed)
        self.share = share

    def choose(self, seat: Seat) -> Advice:
        """Return the squire's choice, or one of the options at random; ValueError where there is nothing to choose."""
        options = seat.options
        if options and (len(options) == 1 or self.rng.random() < self.share):
            return Advice(self.rng.choice(options), 0.0)
        return super().choose(seat)
