"""The logic of a table, without its looks: whose turn it is, what bots play, what is told, and what lies open."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from roses.bots.arena import BOTS, hash_of
from roses.bots.bot import Bot
from roses.engine.errors import RuleError
from roses.engine.game import Game
from roses.engine.hints import STEPS, Hint
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.engine.seat import Seat

PERSON: Final = "me"  # who plays at this screen


class TableModel:
    """A game in progress with a person or a bot on each side.

    ``seats`` gives each side ``"me"``, the name of a bot, or a bot. ``side`` is the person whose view is shown; with
    several persons the curtain is ``closed`` whenever another one must choose, until ``open`` is called.

    >>> import roses
    >>> game = roses.game("richard-iii", "1483", seed=1)
    >>> table = TableModel(game, {"York": "me", "Lancaster": "squire"})
    >>> table.seat.side, len(table.seat.options), table.closed
    ('York', 7, False)
    """

    def __init__(self, game: Game, seats: Mapping[str, str | Bot]) -> None:
        sides = game.state.sides
        if set(seats) != set(sides):
            said = _("seats must name who plays each of {sides}, as in {example}")
            example = dict.fromkeys(sides, "squire") | {sides[0]: PERSON}
            raise ValueError(said.format(sides=", ".join(sides), example=example))
        unknown = [who for who in seats.values() if isinstance(who, str) and who not in (PERSON, *BOTS)]
        if unknown:
            said = _("nobody is called {name}; a seat is for {names}")
            raise ValueError(said.format(name=repr(unknown[0]), names=", ".join((PERSON, *BOTS))))
        self._game = game
        self._seats = {side: Seat(game, side) for side in sides}
        self._bots: dict[str, Bot] = {
            side: who if isinstance(who, Bot) else BOTS[who](hash_of(game.seed, side))
            for side, who in seats.items()
            if who != PERSON
        }
        self.people = tuple(side for side in sides if side not in self._bots)
        self.side = self.people[0] if self.people else sides[0]
        self.closed = len(self.people) > 1
        self._played: list[tuple[str, str]] = []
        self._hinted = (("", 0), 0)  # the side, the number of actions, and the step of the last hint
        self._go_on()

    @property
    def seat(self) -> Seat:
        """The seat that is shown."""
        return self._seats[self.side]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.state.outcome is not None

    @property
    def told(self) -> list[str]:
        """What was played for the side that is shown without asking it, since the last choice, as sentences."""
        return [text for side, text in self._played if side == self.side]

    @property
    def waits_for(self) -> str:
        """The side of the person who must choose now; "" after the end."""
        due = [side for side in self.people if self._seats[side].to_choose]
        return self.side if self.side in due else next(iter(due), "")

    def open(self) -> None:
        """Show the person who must choose what that side may know."""
        self.side, self.closed = self.waits_for or self.side, False

    def play(self, action: Action | str) -> None:
        """Play an action of the side that is shown, then all that leaves no choice; RuleError if it is not legal."""
        self._played = []
        self.seat.play(action)
        self._go_on()

    def undo(self) -> None:
        """Take back the last choice of the side that is shown; RuleError says why it cannot be taken back."""
        self.seat.undo()
        self._played = []

    def hint(self) -> Hint:
        """Return the next step of the hint for the side that is shown; it starts anew when the game has gone on."""
        here = (self.side, len(self.seat))
        self._hinted = (here, min(self._hinted[1] + 1, STEPS) if self._hinted[0] == here else 1)
        return self.seat.hint(self._hinted[1])

    def _go_on(self) -> None:
        """Let bots choose, and play what leaves no choice, until a person must choose or the game ends."""
        while self._game.state.outcome is None:
            if bot := next((side for side in self._bots if self._seats[side].to_choose), ""):
                self._seats[bot].play(self._bots[bot].choose(self._seats[bot]).action)
                continue
            side = self.waits_for
            forced = self._seats[side].forced
            if forced is None:
                break
            self._played.append((side, _("{action}: there was no other choice").format(action=forced)))
            self._seats[side].play(forced)
        if self.waits_for not in ("", self.side):
            self.closed = True


def chosen(seat: Seat, number: int) -> Action:
    """Return one of the options of a seat by its place in ``options``; RuleError for a click that comes too late."""
    if not 0 <= number < len(seat.options):
        raise RuleError(_("that choice is gone: the game has gone on since; choose again"))
    return seat.options[number]
