"""The knight: a bot that weighs whole orders one ply deep, in positions drawn from what it may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from roses.bots.bot import Advice, Bot
from roses.bots.richard.foresight import Foresight
from roses.bots.richard.orders import Order
from roses.bots.richard.worth import Worth
from roses.bots.squire import Squire
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Done
from roses.engine.seat import Seat
from roses.richard.actions import Pass
from roses.richard.position import Phase

_ORDERED: Final = {Phase.ACTIONS, Phase.MUSTER}
_WEIGHED: Final = {
    Phase.BATTLE_TURN, Phase.HITS, Phase.REGROUP, Phase.TREASON, Phase.PLAGUE, Phase.SUPPLY, Phase.MINOR,
    Phase.EXECUTION, Phase.MAIN_ATTACK,
}  # fmt: skip


class Knight(Bot):
    """A bot that tries its options and orders in its mind, in several positions that agree with its view.

    Each is weighed by what it leads to: the chance of the crown, heirs, strength and threats, battles by their exact
    odds. Where it foresees nothing, as in the choice of a card, it does as the squire.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> Knight().choose(seat) == Squire(seed=0).choose(seat)
    True
    """

    name = "knight"

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._rest: list[Advice] = []  # of an order that was begun
        self._due = -1  # the number of the action with which it goes on

    def advise(self, seat: Seat) -> list[Advice]:
        """Return the options, the best first: what each brings in lords; those that were not weighed come last."""
        thumb = Squire(self.rng.getrandbits(32)).advise(seat)
        if len(thumb) < 2 or seat.game != "richard-iii":
            return thumb
        if self._rest and self._due == len(seat) and self._rest[0].action in seat.options:
            self._due += 1
            return _ranked([self._rest.pop(0)], thumb)
        view = seat.view
        if view.phase in _ORDERED:
            return self._ordered(seat, Foresight(view, self.rng), thumb)
        return _weighed(Foresight(view, self.rng), thumb) if view.phase in _WEIGHED else thumb

    def _ordered(self, seat: Seat, foresight: Foresight, thumb: Sequence[Advice]) -> list[Advice]:
        """Weigh orders, and keep what remains of the best for the choices to come."""
        done = next(one.action for one in thumb if isinstance(one.action, Done))
        gains = foresight.orders([one.action for one in thumb])
        advice = [_ordered(order, gain, done) for order, gain in gains.items()]
        self._rest = [msgspec.structs.replace(advice[0], action=action) for action in next(iter(gains))[1:]]
        self._due = len(seat) + 1
        return _ranked(advice, thumb)


def _ordered(order: Order, gain: Worth, done: Action) -> Advice:
    """Return the advice to begin an order; to end the phase is the empty one."""
    if not order:
        return Advice(done, gain.total, _("no order is worth a point now"))
    said = _("{gain:+.1f} lords for each point, then the crown with a chance of {crown:.0%}")
    return Advice(order[0], gain.total, said.format(gain=gain.total, crown=gain.crown))


def _weighed(foresight: Foresight, thumb: Sequence[Advice]) -> list[Advice]:
    """Weigh single options; nobody passes his turn in a battle who can do anything else."""
    options = [one.action for one in thumb]
    found = foresight.options([action for action in options if not isinstance(action, Pass)] or options)
    mean = sum(after.total for after in found.values()) / len(found)
    said = _("{gain:+.1f} lords beside the mean of all choices")
    advice = [Advice(action, w.total - mean, said.format(gain=w.total - mean)) for action, w in found.items()]
    return _ranked(advice, thumb)


def _ranked(weighed: Sequence[Advice], thumb: Sequence[Advice]) -> list[Advice]:
    """Return all options, the best first: each by the best that was found for it, those not weighed last."""
    found: dict[Action, Advice] = {}
    for advice in sorted(weighed, key=lambda one: -one.score):
        found.setdefault(advice.action, advice)
    least = min(one.score for one in found.values())
    return [*found.values(), *(Advice(one.action, least - 1.0) for one in thumb if one.action not in found)]
