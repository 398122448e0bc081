"""The logic of a table, without its looks: whose turn it is, what the page may show, and when bots choose."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final, Protocol

from roses.bots.bot import Bot
from roses.bots.play import BOTS, OPPONENTS, bot_seed, introduction, opponent
from roses.engine.errors import RuleError
from roses.engine.game import Game
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Action, Decline, Order, without_examples
from roses.engine.replay import Replay
from roses.engine.seat import STEPS, Hint, Seat
from roses.widgets.html import report_html
from roses.widgets.play.adapter import adapter_of
from roses.widgets.play.page import action_text, late_click
from roses.widgets.play.ratings import Result

FROM: Final = "from_step"  # the header that says from which step of the replay in its title a game was played on
PERSON: Final = "me"  # in ``seats``: a person at this screen
POST: Final = "post"  # in ``seats``: somebody elsewhere who plays by mail


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
        check_seats(seats, sides)
        self._game = game
        self._who = dict(seats)
        self._seats = {side: Seat(game, side) for side in sides}
        self._bots: dict[str, Bot] = {
            side: who if isinstance(who, Bot) else opponent(who, bot_seed(game.seed, side))
            for side, who in seats.items()
            if who not in (PERSON, POST)
        }
        self.people = tuple(side for side in sides if seats[side] == PERSON)
        self.side = self.people[0] if self.people else sides[0]
        self.closed = len(self.people) > 1
        self._forced_moves: dict[str, defaultdict[int, list[str]]] = {side: defaultdict(list) for side in sides}
        self._since = dict.fromkeys(sides, 0)
        self._choices: dict[str, list[int]] = {side: [] for side in sides}  # after how many actions a side chose
        self._barriers: dict[str, list[int]] = {side: [] for side in sides}  # forced moves that cannot be taken back
        self._last_hint = (("", 0), 0)  # the side, the number of actions, and the step of the last hint
        self.go_on()
        self._since = {side: len(seat.events()) for side, seat in self._seats.items()}

    @property
    def seat(self) -> Seat:
        """The seat that is shown."""
        return self._seats[self.side]

    @property
    def has_chosen(self) -> bool:
        """Whether the side that is shown has made a choice at this table."""
        return bool(self._choices[self.side])

    @property
    def introductions(self) -> str:
        """Sentences that tell who plays the other sides, for bots with a character."""
        return " ".join(filter(None, (introduction(who, side) for side, who in self.names.items())))

    @property
    def names(self) -> dict[str, str]:
        """Who has which seat, by the names that ``seats`` takes."""
        return {side: who.name if isinstance(who, Bot) else who for side, who in self._who.items()}

    @property
    def by_mail(self) -> bool:
        """Whether another side plays by mail, elsewhere."""
        return POST in self._who.values()

    @property
    def replay(self) -> Replay:
        """The whole game, nothing hidden; ValueError before its end, and for a game by mail."""
        if not self.is_over or self.by_mail:
            raise ValueError("a table has a replay only after the end of the game, and none of a game by mail")
        first = self._game.state_after(0)
        return Replay(self._game.record, lambda *_game, **_options: first)

    def again(self) -> TableModel:
        """Return the model of another game with the same seats and beginning, and with other dice."""
        return TableModel(self._game.again(), self._who)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._game.state.outcome is not None

    @property
    def result(self) -> Result | None:
        """How the only person has done against the only other side, a bot; None before the end, and at other tables.

        A game that goes on from a step of another one has no result, for it did not begin evenly.
        """
        outcome, bots = self._game.state.outcome, [name for side, name in self.names.items() if side in self._bots]
        if outcome is None or len(self.people) != 1 or len(bots) != 1 or FROM in self._game.record.headers:
            return None
        side, winners = self.people[0], outcome.winner.split(" and ")
        return Result(self._game.state.title, bots[0], side, (side in winners) / len(winners))

    @property
    def forced_moves(self) -> Mapping[int, Sequence[str]]:
        """The moves that the table made for the side that is shown, as sentences by number of the next event."""
        return self._forced_moves[self.side]

    @property
    def since(self) -> int:
        """How many events the side that is shown had seen at its last choice."""
        return self._since[self.side]

    @property
    def waits_for(self) -> str:
        """The side of the person who must choose now; "" after the end."""
        due = [side for side in self.people if self._seats[side].to_choose]
        return self.side if self.side in due else next(iter(due), "")

    @property
    def thinks(self) -> str:
        """The side of the bot that must choose now; "" where none must."""
        return next((side for side in self._bots if self._seats[side].to_choose), "")

    @property
    def may_undo(self) -> bool:
        """Whether ``undo`` can go back to a choice of the side that is shown, past its forced moves."""
        last_choice = max(self._choices[self.side], default=0)
        return self.seat.may_undo and all(number <= last_choice for number in self._barriers[self.side])

    def open(self) -> None:
        """Show the person who must choose what that side may know."""
        self.side, self.closed = self.waits_for or self.side, False

    def play(self, action: Action | Order | str) -> None:
        """Play an action or an order of the side that is shown, then all forced moves, and let bots answer.

        RuleError if it is not legal.
        """
        self.move(action)
        self.go_on()

    def move(self, action: Action | Order | str) -> None:
        """Play as ``play`` does, and leave the answers of bots to ``go_on``, or to ``choose`` and ``answer``."""
        events, number = len(self.seat.events()), len(self.seat)
        self.seat.play(action)
        self._since[self.side] = events
        self._choices[self.side].append(number)
        self._settle()

    def undo(self) -> None:
        """Take back the last choice of the side that is shown, and its forced moves; RuleError if it cannot."""
        self.seat.undo()
        while self.seat.forced and self.seat.may_undo:
            self.seat.undo()
        for numbers in (self._choices[self.side], self._barriers[self.side]):
            numbers[:] = [number for number in numbers if number < len(self.seat)]
        events = self._since[self.side] = len(self.seat.events())
        for number in [number for number in self.forced_moves if number >= events]:
            del self._forced_moves[self.side][number]
        if self.seat.forced:
            self._settle()
            raise RuleError(_("your last choice cannot be taken back, because something was revealed after it"))

    def hint(self) -> Hint:
        """Return the next step of the hint for the side that is shown; it starts anew when the game has gone on."""
        here = (self.side, len(self.seat))
        place, step = self._last_hint
        self._last_hint = (here, min(step + 1, STEPS) if place == here else 1)
        with without_examples():
            return self.seat.hint(self._last_hint[1])

    def bot(self, side: str) -> Bot:
        """Return the bot that plays a side; KeyError where a person does."""
        return self._bots[side]

    def choose(self, side: str) -> Action | None:
        """Return what the bot of a side chooses now, without playing it; None if a move was taken back meanwhile."""
        seat, state = self._seats[side], self._game.state
        try:
            return self._bots[side].choose(seat).action
        except Exception:  # a bot in a thread of its own may see half of each of two states
            if state is self._game.state and seat.to_choose:
                raise
            return None

    def answer(self, side: str, action: Action | None) -> None:
        """Play the choice of a bot, if the game has not gone on since, and the forced moves of people."""
        if action is not None and action in self._seats[side].options:
            self._seats[side].play(action)
        self._settle()

    def go_on(self) -> None:
        """Let bots choose until a person must choose or the game ends."""
        self._settle()
        while side := self.thinks:
            self.answer(side, self.choose(side))

    def _settle(self) -> None:
        """Play the forced moves of the person who must choose; draw the curtain if it is now another person."""
        while (side := self.waits_for) and (forced := self._seats[side].forced):
            seat = self._seats[side]
            number, sentence = len(seat.events()), only_choice(seat, forced)
            if not seat.may_undo:
                self._barriers[side].append(len(seat))
            seat.play(forced)
            things = [
                adapter_of(seat.game).plain(getattr(forced, name, "")) for name in ("block", "area", "item", "space")
            ]
            following = " ".join(map(str, seat.events()[number : number + 1]))
            if not any(thing and thing in following for thing in things):  # else the event says enough
                self._forced_moves[side][number].append(sentence)
        if self.waits_for not in ("", self.side):
            self.closed = True


class ShowBusy(Protocol):
    """Shows what a bot is doing; "" for nothing."""

    def __call__(self, text: str, *, stopped: bool = False) -> None: ...


class Thinking:
    """Lets the bots of a table choose, one choice after the other, and shows what they do.

    ``stop`` ends it after the current choice, which a bot with a method ``stop`` cuts short; ``begin`` goes on.
    ``show_busy`` shows what they do, ``show`` the position after it, and ``show_error`` a defect, as HTML.
    """

    def __init__(
        self, model: TableModel, show_busy: ShowBusy, show: Callable[[], None], show_error: Callable[[str], None]
    ) -> None:
        self._model, self._show_busy, self._show, self._show_error = model, show_busy, show, show_error
        self._task: asyncio.Task[None] | None = None
        self._is_stopped = False

    def begin(self) -> None:
        """Let the bots choose until a person must: without an event loop at once, else in the background."""
        self._is_stopped = False
        if not self._model.thinks or (self._task and not self._task.done()):
            return
        try:
            loop = asyncio.get_running_loop()  # that of a kernel
        except RuntimeError:
            self._model.go_on()
        else:
            self._task = loop.create_task(self._go_on())

    def stop(self) -> None:
        """Ask the bots to stop after the current choice."""
        self._is_stopped = True
        if (side := self._model.thinks) and callable(stop := getattr(self._model.bot(side), "stop", None)):
            stop()

    async def _go_on(self) -> None:
        """Let the bots choose, and show after each choice how many were made."""
        count = 0
        try:
            while (side := self._model.thinks) and not self._is_stopped:
                text = ngettext(
                    "The {bot} of {side} is thinking. {n} choice is made.",
                    "The {bot} of {side} is thinking. {n} choices are made.",
                    count,
                )
                self._show_busy(text.format(bot=self._model.bot(side).name, side=side, n=count))
                action = await asyncio.to_thread(self._model.choose, side)
                self._model.answer(side, action)
                count += 1
        except Exception as error:
            self._show_busy("")
            self._show_error(report_html(error))
            raise
        if side:
            text = _("The {bot} of {side} has stopped.").format(bot=self._model.bot(side).name, side=side)
            self._show_busy(text, stopped=True)
        else:
            self._show_busy("")
        self._show()


def only_choice(seat: Seat, move: Action) -> str:
    """Return a sentence without a full stop about a move that was made because there was no other."""
    if isinstance(move, Decline):
        return _("There was nothing to choose from, and nothing was done")
    is_named = hasattr(move, "block") or hasattr(move, "area")
    action = adapter_of(seat.game).plain(move) if is_named else action_text(seat, move)
    return _("There was no other choice: {action}").format(action=action)


def pick(seat: Seat, numbers: Sequence[int]) -> Action | Order:
    """Return one of the options of a seat by its index in ``options``, or an order of several of them.

    RuleError for a click that comes too late.
    """
    options = seat.options
    if not numbers or not all(0 <= number < len(options) for number in numbers):
        raise late_click()
    return options[numbers[0]] if len(numbers) == 1 else Order(tuple(options[number] for number in numbers))


def check_seats(seats: object, sides: Sequence[str]) -> None:
    """Raise ValueError unless ``seats`` names for each side a person, the name of a bot, or a bot."""
    if not isinstance(seats, Mapping) or set(seats) != set(sides):
        message = _("seats must name who plays each of {sides}, as in {example}")
        example = dict.fromkeys(sides, "squire") | {sides[0]: PERSON}
        raise ValueError(message.format(sides=", ".join(sides), example=example))
    for who in seats.values():
        if not isinstance(who, Bot) and who not in (PERSON, POST, *OPPONENTS):
            message = _("nobody is called {name}; a seat is for {names}, or one with a character, as knight:bold")
            raise ValueError(message.format(name=repr(who), names=", ".join((PERSON, *BOTS))))


def fill_seats(seats: Mapping[str, str] | None, sides: Sequence[str]) -> dict[str, str]:
    """Return who has which seat; without ``seats`` the last is for a person, and the others are for squires.

    ValueError as in ``check_seats``.

    >>> fill_seats(None, ("Lancaster", "York"))
    {'Lancaster': 'squire', 'York': 'me'}
    """
    who = dict.fromkeys(sides, "squire") | {sides[-1]: PERSON} if seats is None else seats
    check_seats(who, sides)
    return dict(who)
