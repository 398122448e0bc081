"""The squire who errs: he plays by rules of thumb, and in a part of his choices as a page, who takes any option."""

from __future__ import annotations

from roses.bots.bot import Advice
from roses.bots.squire import Squire
from roses.engine.seat import Seat


class Erring(Squire):
    """A squire who chooses at random in a ``share`` (0..1) of his choices; 0 is a squire, 1 a page.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> Erring(1, share=0.5).choose(seat).action in seat.options
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
