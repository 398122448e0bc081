"""The knight: a bot that weighs whole orders one ply deep, in positions drawn from what it may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

import msgspec

from roses.bots.bot import Advice, Bot
from roses.bots.court import Court
from roses.bots.squire import Squire
from roses.bots.war_orders import Foresight, Order, worlds
from roses.bots.war_worth import Worth
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Done
from roses.engine.seat import Seat
from roses.richard.actions import Pass
from roses.richard.position import Phase
from roses.richard.state import State
from roses.richard.view import View

_ORDERED: Final = {Phase.ACTIONS, Phase.MUSTER}
_TRIED: Final = 5  # choices of the court game
_WEIGHED: Final = {
    Phase.BATTLE_TURN, Phase.HITS, Phase.REGROUP, Phase.TREASON, Phase.PLAGUE, Phase.SUPPLY, Phase.MINOR,
    Phase.EXECUTION, Phase.MAIN_ATTACK,
}  # fmt: skip


class Knight(Bot):
    """A bot that tries its options and orders in its mind, in several positions that agree with its view.

    Each is weighed by what it leads to: the chance of the crown, heirs, strength and threats, battles by their exact
    odds. Where it foresees nothing, as in the choice of a card, it does as the squire. In the court game it tries the
    choices that seem best, and sees how the round ends if all others go by rules of thumb.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> Knight().choose(seat).reason
    '4 action points'
    """

    name = "knight"
    chances: ClassVar[bool] = False  # whether crown and heirs are weighed as chances to win, not added up

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._rest: list[Advice] = []  # of an order that was begun
        self._due = -1  # the number of the action with which it goes on

    def advise(self, seat: Seat) -> list[Advice]:
        """Return the options, the best first: what each brings in lords; those that were not weighed come last."""
        thumb = Squire(self.rng.getrandbits(32)).advise(seat)
        if len(thumb) < 2:
            return thumb
        if self._rest and self._due == len(seat) and self._rest[0].action in seat.options:
            self._due += 1
            return ranked([self._rest.pop(0)], thumb)
        return self.think(seat, thumb)

    def think(self, seat: Seat, thumb: Sequence[Advice]) -> list[Advice]:
        """Return advice on a choice that does not go on with an order; ``thumb`` is that of the squire."""
        view = seat.view
        if seat.game == "lancaster":
            return _tried(Court(view, self.rng), thumb)
        if view.phase in _WEIGHED:
            return _weighed(Foresight(view, self.worlds(seat, view), self.chances), thumb)
        if view.phase not in _ORDERED:
            return list(thumb)
        done = next(one.action for one in thumb if isinstance(one.action, Done))
        gains = Foresight(view, self.worlds(seat, view), self.chances).orders([one.action for one in thumb])
        advice = [_ordered(order, gain, done) for order, gain in gains.items()]
        self.keep(seat, next(iter(gains)), advice[0])
        return ranked(advice, thumb)

    def worlds(self, seat: Seat, view: View) -> list[State]:
        """Return states that agree with the view."""
        return worlds(view, self.rng)

    def keep(self, seat: Seat, order: Order, advice: Advice) -> None:
        """Keep what remains of an order for the choices to come."""
        self._rest = [msgspec.structs.replace(advice, action=action) for action in order[1:]]
        self._due = len(seat) + 1


def _ordered(order: Order, gain: Worth, done: Action) -> Advice:
    """Return the advice to begin an order; to end the phase is the empty one."""
    if not order:
        return Advice(done, gain.total, _("no order is worth a point now"))
    said = _("{gain:+.1f} lords for each point, then the crown with a chance of {crown:.0%}")
    return Advice(order[0], gain.total, said.format(gain=gain.total, crown=gain.crown))


def _tried(mind: Court, thumb: Sequence[Advice]) -> list[Advice]:
    """Try what seems best in the court game: play each to the end of the round, all others by rules of thumb."""
    said = _("{gain:+.1f} points on the others in this round")
    found = mind.tried(_TRIED).items()
    return ranked([Advice(order[0], gain, said.format(gain=gain)) for order, gain in found], thumb)


def _weighed(foresight: Foresight, thumb: Sequence[Advice]) -> list[Advice]:
    """Weigh single options; nobody passes his turn in a battle who can do anything else."""
    options = [one.action for one in thumb]
    found = foresight.options([action for action in options if not isinstance(action, Pass)] or options)
    mean = sum(after.total for after in found.values()) / len(found)
    said = _("{gain:+.1f} lords beside the mean of all choices")
    advice = [Advice(action, w.total - mean, said.format(gain=w.total - mean)) for action, w in found.items()]
    return ranked(advice, thumb)


def ranked(weighed: Sequence[Advice], thumb: Sequence[Advice]) -> list[Advice]:
    """Return all options, the best first: each by the best that was found for it, those not weighed last."""
    found: dict[Action, Advice] = {}
    for advice in sorted(weighed, key=lambda one: -one.score):
        found.setdefault(advice.action, advice)
    least = min(one.score for one in found.values())
    return [*found.values(), *(Advice(one.action, least - 1.0) for one in thumb if one.action not in found)]
