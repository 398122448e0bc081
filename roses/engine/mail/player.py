"""A player of a game by mail with an umpire: plays on from a letter, and writes the orders that answer it."""

from __future__ import annotations

import random
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import structs

from roses.engine.errors import RuleError
from roses.engine.game import Game
from roses.engine.games import describe, resample
from roses.engine.i18n import gettext as _
from roses.engine.mail.mail_file import MailError, chain, read, write
from roses.engine.mail.opening import demand_opening
from roses.engine.mail.umpire import Letter, Orders
from roses.engine.protocol import Action, Event
from roses.engine.record import VIEWER, Record
from roses.engine.seat import Seat
from roses.engine.state import GameState

_DRAWN: Final = 3  # states that agree with the letter; what differs between them is not known to the side


class LetterPlayer:
    """Plays for the side to which a letter is written; its orders stand beside the letter in the file ``orders_path``.

    ``seat`` is the seat of the side, for a table or a bot. It plays on as long as the side alone decides and nothing
    hidden comes to light; the orders are written with every action, and end there. ``remark`` is what is to be known of
    the seed. MailError if the letter was changed, if it does not continue ``earlier``, a letter before it, or if it is
    the last one and the umpire has not kept to the seed.

    >>> import roses
    >>> from tempfile import mkdtemp
    >>> from roses.engine.mail.umpire import Umpire
    >>> umpire = Umpire.new(roses.start, f"{mkdtemp()}/war.json", "richard-iii", "1483", seed=7)
    >>> player = LetterPlayer(umpire.write()[1])
    >>> player.seat.play(player.seat.options[0])
    >>> player.orders.actions, player.seat.options
    (('York plays card 1',), ())
    >>> str(umpire.take(player.orders_path))
    'York: 1 action was played.'
    """

    def __init__(self, path: str | Path, earlier: str | Path | None = None) -> None:
        self.path = Path(path)
        self.letter = read(path, Letter)
        if chain(f"{self.letter.mail} {self.letter.side}", self.letter.events) != self.letter.chain:
            raise MailError(_("{path} was changed: the events in it do not give its chain").format(path=path))
        if earlier is not None:
            _demand_later(self.letter, read(earlier, Letter, self.letter.mail))
        self.orders_path = self.path.with_name(f"{self.path.stem}-orders.json")
        self.game = LetterGame(self.letter)
        self.seat = Seat(self.game, self.letter.side)
        self.remark = self._remark(checked=earlier is not None)
        self._take_up()
        self.game.saves_to(self)

    @property
    def orders(self) -> Orders:
        """The orders as they stand."""
        letter, actions = self.letter, tuple(entry.action for entry in self.game.record.entries)
        return Orders(letter.side, letter.at, letter.chain, actions, mail=letter.mail)

    def _remark(self, *, checked: bool) -> str:
        """Return what is to be known of the seed, in a sentence or two; MailError if the umpire has not kept to it."""
        said = ""
        if self.letter.by_hand:
            said = _("The umpire gave the seed of this game by hand, so that it is no secret: whoever tries many "
                     "numbers can find out hands and dice to come. ")  # fmt: skip
        if self.letter.record:
            n = demand_opening(self.letter, self.letter.record)
            said += _("All dice and deals, {n}, follow from the seed that the umpire opens. ").format(n=n)
            said += (
                _("It is the one to which he bound himself in the letter before.")
                if checked
                else _("To check that it is the one to which he bound himself, name a letter before this one too.")
            )
        elif self.game.state.outcome:
            raise MailError(_("the game is over, and the umpire does not open its seed"))
        return said.strip()

    def write(self, _record: Record) -> None:
        """Write the orders; SaveError if they cannot be written."""
        write(self.orders, self.orders_path)

    def _take_up(self) -> None:
        """Play again the orders that were written for this letter already."""
        if not self.orders_path.exists():
            return
        held = read(self.orders_path, Orders, self.letter.mail)
        if held.chain == self.letter.chain:
            with suppress(RuleError):
                for action in held.actions:
                    self.seat.play(action)


def _demand_later(letter: Letter, earlier: Letter) -> None:
    """Raise MailError if a letter is not a later one to the same side, with the same past and the same commitment."""
    if letter.commitment != earlier.commitment:
        said = _("the umpire has bound himself to another seed than in the letter after action {at}: one of the two "
                 "letters was changed, or he has changed the dice")  # fmt: skip
        raise MailError(said.format(at=earlier.at))
    if letter.side != earlier.side:
        said = _("this letter is for {side}, and the one before it was for {other}")
        raise MailError(said.format(side=letter.side, other=earlier.side))
    if letter.at < earlier.at:
        said = _("this letter is stale: it was written after action {at}, and there is one after action {now}")
        raise MailError(said.format(at=letter.at, now=earlier.at))
    if letter.events[: earlier.at] != earlier.events:
        said = _("this letter tells another past than the one before it: one of the two was changed, or the umpire has "
                 "taken a move back")  # fmt: skip
        raise MailError(said)


class LetterGame(Game):
    """The game as far as a letter tells it: states drawn at random that agree with it, none of which is the true one.

    Nothing of them is shown but what all have in common. ``complete`` is whether the orders end here.
    """

    def __init__(self, letter: Letter) -> None:
        self._letter = letter
        self.side, self.seed, self.complete = letter.side, 0, False
        self._told, drawn = _decoded(letter)
        self._drawn = [drawn]
        record = Record(**drawn[0].header, entries=(), headers={VIEWER: letter.side})
        self._take_up(record, [drawn[0]], None, None)

    def saves_to(self, file: Any) -> None:
        """Write orders by ``file.write`` from now on."""
        self._file = file

    @property
    def question(self) -> str:
        """Who decides what now; once the orders are complete, what to do with them."""
        return _("Your orders are complete: send them to the umpire") if self.complete else super().question

    def prompt(self, side: str | None = None) -> str:
        """Return who chooses what now; once the orders are complete, what to do with them."""
        return self.question + "." if self.complete else super().prompt(side)

    def events(self, since: int = 0, side: str | None = None, end: int | None = None) -> tuple[Event, ...]:
        """Return the events that the side saw; orders are numbered from 0, and the events of the letter come first."""
        return (() if since else self._told) + super().events(since, self.side, end)

    def undo(self, **options: Any) -> None:
        """Take back the last order."""
        super().undo(**options)
        del self._drawn[len(self._states) :]
        self.complete = False

    def _push(self, by: str, action: Action, comment: str = "") -> None:
        """Play an action in all states; where they differ, or the side has no further choice, the orders end."""
        del self._drawn[len(self._states) :]  # after an order that was refused
        try:
            after = [state.apply(action) for state in self._drawn[-1]]
            first, *others = [state.view(self.side) for state in after]
        except RuleError:
            raise
        except Exception as error:  # the letter may be a stranger's, and tell of anything
            raise MailError(_("this letter tells of a position to which no game comes")) from error
        seen = any(event.reveals for event in after[0].events)
        self.complete = seen or self.side not in after[0].active or any(view != first for view in others)
        if self.complete:
            after = [structs.replace(state, active=(), events=()) for state in self._drawn[-1]]
        self._drawn.append(after)
        self._keep(by, action, comment, after[0])


def _decoded(letter: Letter) -> tuple[tuple[Event, ...], list[GameState]]:
    """Return the events in a letter, and states drawn at random that agree with its view.

    MailError if it cannot be read, or tells of a position to which no game comes. The letter may be a stranger's, so
    that anything may be wrong with it: states are drawn and looked at here, once, and not where they are played.
    """
    try:
        game = describe(letter.game)
        kind = type(game.start().view())
        view = msgspec.convert(letter.view, type=kind)
        events = next(field.type for field in structs.fields(kind) if field.name == "events")
        told = tuple(event for seen in letter.events for event in msgspec.convert(seen, type=events))
        drawn: list[GameState] = [resample(view, random.Random(number)) for number in range(_DRAWN)]
        for state in drawn:
            game.invariants().look(state)
            if state.view(letter.side) != view or not state.prompt(letter.side) or not all(map(str, told)):
                raise ValueError(_("no game comes to the position of which it tells"))
    except Exception as error:
        known = isinstance(error, ValueError | msgspec.MsgspecError)
        reason = error if known else _("no game comes to the position of which it tells")
        raise MailError(_("this letter cannot be read: {reason}").format(reason=reason)) from error
    return told, drawn
