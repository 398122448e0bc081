"""The knight: a bot that weighs whole orders one ply deep, in positions drawn from what it may know."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, ClassVar, Final

import msgspec

from roses.bots.bot import Advice, Bot
from roses.bots.character import Character
from roses.bots.court import Court
from roses.bots.search import Order
from roses.bots.squire import Squire
from roses.bots.war_orders import Foresight, draw_worlds
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Decline, Done
from roses.engine.seat import Seat
from roses.richard.actions import Pass
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.view import View

_IDLE: Final = (Done, Decline, Pass)  # choices to do nothing
_ORDER_PHASES: Final = {Phase.ACTIONS, Phase.MUSTER}
_MARGIN: Final = 0.05  # choices whose worths differ by no more are equal to a knight with a character ...
_OPENING: Final = 1.1  # ... and orders in the first turn of a campaign: wide, so that games do not open alike
_CHOICES: Final = 5  # choices of the court game that are played ahead
_OPTION_PHASES: Final = {
    Phase.BATTLE_TURN, Phase.HITS, Phase.REGROUP, Phase.TREASON, Phase.PLAGUE, Phase.SUPPLY, Phase.MINOR,
    Phase.EXECUTION, Phase.MAIN_ATTACK,
}  # fmt: skip


class Knight(Bot):
    """A bot that tries its options and orders in several positions that agree with its view.

    Each is weighed by what it leads to: the chance of the crown, heirs, strength and threats, battles by their exact
    odds. Where it foresees nothing, as in the choice of a card, it does as the squire. In the court game it tries the
    choices that seem best, and sees how the round ends if all others go by rules of thumb. With a ``character`` it also
    varies choices that are nearly equal, and likes some more than others do.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> Knight().choose(seat).reason
    '4 action points'
    """

    name = "knight"
    chances: ClassVar[bool] = False  # whether crown and heirs are weighed as chances to win, not added up

    def __init__(self, seed: int = 0, character: Character | None = None) -> None:
        super().__init__(seed)
        self.character = character
        self._rest: list[Advice] = []  # what remains of an order
        self._due = -1  # the number of the action that comes next in it

    def advise(self, seat: Seat) -> list[Advice]:
        """Return the options, the best first: what each brings in lords; those that were not weighed come last."""
        thumb = Squire(self.rng.getrandbits(32), self.character).advise(seat)
        if len(thumb) < 2:
            return thumb
        if self._rest and self._due == len(seat) and self._rest[0].action in seat.options:
            self._due += 1
            return rank([self._rest.pop(0)], thumb)
        return self.think(seat, thumb)

    def think(self, seat: Seat, thumb: Sequence[Advice]) -> list[Advice]:
        """Return advice on a choice that does not go on with an order; ``thumb`` is that of the squire."""
        view, options = seat.view, [advice.action for advice in thumb]
        if seat.game == "lancaster":
            message = _("{gain:+.1f} points gained on the others in this round")
            gains = Court(view, self.rng).gains(_CHOICES)
            advice = [Advice(order[0], gain, message.format(gain=gain)) for order, gain in gains.items()]
            return rank(self._vary(view, [(one.action,) for one in advice], advice), thumb)
        if view.phase in _OPTION_PHASES:
            foresight = Foresight(view, self.worlds(seat, view), self.chances)
            # nobody passes his turn in a battle who can do anything else
            worths = foresight.options([action for action in options if not isinstance(action, Pass)] or options)
            mean = sum(worth.total for worth in worths.values()) / len(worths)
            message = _("{gain:+.1f} lords compared with the mean of all choices")
            advice = [
                Advice(action, worth.total - mean, message.format(gain=worth.total - mean))
                for action, worth in worths.items()
            ]
            return rank(self._vary(view, [(one.action,) for one in advice], advice), thumb)
        if view.phase not in _ORDER_PHASES:
            return list(thumb)
        done = next(action for action in options if isinstance(action, Done))
        orders = Foresight(view, self.worlds(seat, view), self.chances).orders(options)
        advice = []
        message = _("{gain:+.1f} lords in all, then the crown with a chance of {crown:.0%}")
        if view.phase == Phase.ACTIONS:
            message = _("{gain:+.1f} lords for each point, then the crown with a chance of {crown:.0%}")
        for order, worth in orders.items():
            if order:
                advice.append(Advice(order[0], worth.total, message.format(gain=worth.total, crown=worth.crown)))
            else:
                advice.append(Advice(done, worth.total, _("no order seems to gain anything now")))
        advice = self._vary(view, list(orders), advice, _OPENING if view.turn == 1 else _MARGIN)
        best = max(range(len(advice)), key=lambda number: advice[number].score)
        self.keep(seat, list(orders)[best], advice[best])
        return rank(advice, thumb)

    def _vary(self, view: Any, orders: Sequence[Order], advice: list[Advice], margin: float = _MARGIN) -> list[Advice]:
        """Return the advice on these orders with scores by the character of the bot, if it has one.

        Chance adds nothing to what gains nothing: there are too many such orders.
        """
        if not (one := self.character):
            return advice
        scores = [
            each.score + one.worth(view, order, margin * (each.score > 0), self.rng)
            for order, each in zip(orders, advice, strict=True)
        ]
        return [msgspec.structs.replace(each, score=score) for each, score in zip(advice, scores, strict=True)]

    def worlds(self, seat: Seat, view: View) -> list[State]:
        """Return states that agree with the view."""
        return draw_worlds(view, self.rng)

    def keep(self, seat: Seat, order: Order, advice: Advice) -> None:
        """Keep what remains of an order for the choices to come."""
        self._rest = [msgspec.structs.replace(advice, action=action) for action in order[1:]]
        self._due = len(seat) + 1


def rank(advice: Sequence[Advice], thumb: Sequence[Advice]) -> list[Advice]:
    """Return all options, the best first: each with the best advice on it, those without advice last."""
    best: dict[Action, Advice] = {}
    for one in sorted(advice, key=lambda one: -one.score):
        best.setdefault(one.action, one)
    least = min(one.score for one in best.values())
    return [*best.values(), *(Advice(one.action, least - 1.0) for one in thumb if one.action not in best)]


def advise(seat: Seat) -> list[Advice]:
    """Return what the knight thinks of the options of a seat, the best first: the third step of a hint.

    Where a rule of thumb speaks for a choice of his too, its reason comes first. Of equal options he always prefers the
    same, so that equal knowledge gives equal advice.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> advise(seat) == advise(seat)
    True
    """
    thumb = {one.action: one for one in Squire().advise(seat)}
    idle = max((one.score for one in thumb.values() if isinstance(one.action, _IDLE)), default=-math.inf)
    advice = []
    for one in Knight().advise(seat):
        other = thumb[one.action]
        speaks = one.reason and other.reason not in ("", one.reason) and other.score > idle
        reason = _("{why}; {gain}").format(why=other.reason, gain=one.reason) if speaks else one.reason
        advice.append(msgspec.structs.replace(one, reason=reason))
    return advice
