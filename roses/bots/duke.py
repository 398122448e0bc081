"""The duke: a bot that plays games ahead by Monte Carlo tree search over orders, as long as it may."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle
from time import perf_counter
from typing import Any, ClassVar, Final

from roses.bots.bot import Advice
from roses.bots.court import Court
from roses.bots.knight import Knight, rank
from roses.bots.search import Mind, search
from roses.bots.war_guess import Guess, draw_world
from roses.bots.war_orders import ACTING, War
from roses.engine.i18n import gettext as _
from roses.engine.seat import Seat
from roses.richard.state import State
from roses.richard.tables import SIDES
from roses.richard.view import View

_GUESSES: Final = 8  # guesses that are kept of where hidden enemies are


class Duke(Knight):
    """A bot that tries its orders in games that it plays ahead, from positions that agree with what it has seen.

    It thinks for at most ``budget`` seconds, or for a number of ``iterations``, which makes it repeatable. It begins
    with the order that seems best by one ply, and chooses another only if that was surely better in the same positions.
    In the block war game it follows all events, so it guesses better than the knight where hidden blocks are. It weighs
    its chance to win, where the knight adds up crown and heirs: so it risks its last heir when it is behind, and not
    when it leads. It searches its action phase, with the enemy's answer where he acts second, and does as the knight
    elsewhere; in the court game it searches all choices. ``stop`` ends the thinking at once.

    >>> import roses
    >>> seat = roses.sit(roses.game("lancaster", players=2, seed=7), "Blue")
    >>> Duke(iterations=5).choose(seat).action in seat.options
    True
    """

    name = "duke"
    chances: ClassVar[bool] = True

    def __init__(self, seed: int = 0, *, budget: float = 1.0, iterations: int | None = None) -> None:
        super().__init__(seed)
        self.budget, self.iterations = budget, iterations
        self._stopped = False
        self._guesses: list[Guess] = []
        self._seen = 0  # the number of actions whose events the guesses have followed

    def stop(self) -> None:
        """End the thinking that is going on; the bot chooses what seems best by then."""
        self._stopped = True

    def think(self, seat: Seat, thumb: Sequence[Advice]) -> list[Advice]:
        """Return advice on a choice: the share of the games played ahead that began with it, and their mean."""
        begin, self._stopped = perf_counter(), False
        view = seat.view
        mind: Mind[Any] | None = None
        if seat.game == "lancaster":
            mind = Court(view, self.rng)
        elif view.phase in ACTING:
            guesses = cycle(self._follow(seat, view))
            mind = War(view, lambda: draw_world(view, next(guesses), self.rng))
        if mind is None:
            return super().think(seat, thumb)

        def go_on(number: int) -> bool:
            if self._stopped or self.iterations is not None:
                return not self._stopped and number < (self.iterations or 0)
            return perf_counter() - begin < self.budget

        trials = search(mind, self.rng, go_on)
        games = max(1, sum(len(trial.gains) for trial in trials))
        message = _("{share:.0%} of the games played ahead, {mean:+.1f} for us on average")
        advice = []
        for trial in trials:
            reason = message.format(share=len(trial.gains) / games, mean=trial.mean) if trial.gains else ""
            advice.append(Advice(trial.order[0], trial.score, reason))
        self.keep(seat, trials[0].order, advice[0])
        return rank(advice, thumb)

    def worlds(self, seat: Seat, view: View) -> list[State]:
        """Return states that agree with the view and with what was seen before."""
        return [draw_world(view, guess, self.rng) for guess in self._follow(seat, view)]

    def _follow(self, seat: Seat, view: View) -> list[Guess]:
        """Return the guesses, after they have followed all that the seat saw."""
        if not self._guesses or len(seat) < self._seen:
            enemy = 1 - SIDES.index(seat.side)
            self._guesses = [Guess(view.scenario, enemy, self.rng) for _number in range(_GUESSES)]
            self._seen = 0
        events = seat.events(self._seen)
        for guess in self._guesses:
            guess.follow(events)
        self._seen = len(seat)
        return self._guesses
