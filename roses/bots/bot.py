"""What all bots are: they hold a seat, and advise one of its options with a reason."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from typing import ClassVar, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.engine.seat import Seat

Judgement: TypeAlias = tuple[float, str]  # a score without unit, and its reason in half a sentence


class Advice(msgspec.Struct, frozen=True):
    """One of the options of a seat: the ``score`` that a bot gives it, and the reason in half a sentence.

    Scores compare the options of one decision, as one bot sees them; they have no unit. ``reason`` is "" for a bot that
    has none.
    """

    action: Action
    score: float
    reason: str = ""


class Bot(ABC):
    """A player that holds a seat. ``seed`` makes its choices repeatable, where it chooses among equals.

    It knows what the seat shows and nothing else.
    """

    name: ClassVar[str]

    def __init__(self, seed: int = 0) -> None:
        self.rng = random.Random(seed)

    @abstractmethod
    def advise(self, seat: Seat) -> list[Advice]:
        """Return all options of the seat with their scores, the best first; [] where it has nothing to choose."""

    def choose(self, seat: Seat) -> Advice:
        """Return the best of the options; ValueError where the seat has nothing to choose."""
        advice = self.advise(seat)
        if not advice:
            message = _("{side} has nothing to choose now: {prompt}")
            raise ValueError(message.format(side=seat.side, prompt=seat.prompt))
        return advice[0]


class Page(Bot):
    """The weakest of the bots: it plays any of its options, each as likely as the others.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> Page(seed=1).choose(seat).action in seat.options
    True
    """

    name = "page"

    def advise(self, seat: Seat) -> list[Advice]:
        """Return the options in random order, with equal scores."""
        options = list(seat.options)
        self.rng.shuffle(options)
        return [Advice(action, 0.0) for action in options]
