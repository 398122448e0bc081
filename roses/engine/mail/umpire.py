"""The umpire of a game by mail: holds the whole game, writes a letter to each side, and takes orders in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import msgspec

from roses.engine.errors import RuleError, SaveError
from roses.engine.game import Game
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.mail.mail_file import (
    NUMBER,
    MailError,
    MailFile,
    chain,
    commitment,
    new_number,
    read,
    sealed,
    write,
)
from roses.engine.protocol import CHANCE
from roses.engine.record import Record
from roses.engine.replay import LONGEST
from roses.engine.state import GameState


class Letter(MailFile, frozen=True, tag="letter"):
    """What the umpire tells ``side`` after ``at`` actions: its view, and the events that it saw, by action.

    View and events are values as JSON has them, which ``player.py`` reads. ``chain`` is the hash of what the side has
    seen so far: a later letter of the same game continues it. ``commitment`` binds the umpire to the seed of the game,
    the same in all letters; ``by_hand`` is whether that is a whole number, which is no secret. When the game is over,
    ``record`` is all of it, with the seed, and ``opening.py`` checks that the umpire kept to it.
    """

    game: str
    side: str
    at: Annotated[int, msgspec.Meta(ge=0)]
    chain: str
    commitment: str
    by_hand: bool
    view: Any
    events: tuple[Any, ...]
    record: Record | None = None


class Orders(MailFile, frozen=True, tag="orders"):
    """What ``side`` plays after the letter with this ``at`` and ``chain``: actions in notation, in their order."""

    side: str
    at: Annotated[int, msgspec.Meta(ge=0)]
    chain: str
    actions: tuple[Annotated[str, msgspec.Meta(max_length=LONGEST)], ...]


class Receipt(msgspec.Struct, frozen=True):
    """What came of orders: how many actions were ``played``, and why the next one was not, "" if all were."""

    side: str
    played: int
    refused: str = ""

    def __str__(self) -> str:
        said = ngettext("{side}: {n} action was played.", "{side}: {n} actions were played.", self.played)
        told = said.format(side=self.side, n=self.played)
        return f"{told} {self.refused}" if self.refused else told


class Umpire:
    """The umpire of a game by mail: ``game`` is the whole game, in the file ``path``; nobody else may read that file.

    >>> import roses
    >>> from tempfile import mkdtemp
    >>> umpire = Umpire.new(roses.start, f"{mkdtemp()}/war.json", "richard-iii", "1483", seed=7)
    >>> [path.name for path in umpire.write()]
    ['war-Lancaster-001.json', 'war-York-001.json']
    >>> umpire.letter("York").side, umpire.waits_for
    ('York', ('Lancaster', 'York'))
    """

    def __init__(self, game: Game, path: str | Path) -> None:
        self.game = game
        self.path = Path(path)
        self.mail = game.record.headers.get(NUMBER, "")
        if not self.mail or game.record.seed is None:
            said = _("{path} is no game by mail: an umpire begins one with Umpire.new, or with: roses mail new")
            raise MailError(said.format(path=path))

    @classmethod
    def new(cls, start: Callable[..., GameState], path: str | Path, game: str, *args: Any, **options: Any) -> Umpire:
        """Begin a game by mail in a new file; ``args`` and ``options`` are those of ``Game``. SaveError as there."""
        if Path(path).exists():
            raise SaveError(_("{path} holds something already, and stays as it is").format(path=path))
        headers = {NUMBER: new_number()}
        return cls(Game(start, game, *args, autosave=path, headers=headers, **options), path)

    @classmethod
    def open(cls, start: Callable[..., GameState], path: str | Path) -> Umpire:
        """Go on with the game in an umpire's file; RecordError if it cannot be read or played, or is none by mail."""
        return cls(Game.resume(start, path), path)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The sides whose orders are wanted now; () after the end."""
        return self.game.state.active

    def letter(self, side: str) -> Letter:
        """Return the letter to a side now: but for the commitment it depends on nothing that the side may not know."""
        game, seed = self.game, self.game.seed
        seen = self._seen(side, len(game))
        letter = Letter(
            str(game.state.header["game"]), side, len(game), _chain(self.mail, side, seen), commitment(self.mail, seed),
            isinstance(seed, int), msgspec.to_builtins(game.view(side)), tuple(seen),
            game.record if game.state.outcome else None, mail=self.mail,
        )  # fmt: skip
        return sealed(letter)

    def write(self, folder: str | Path | None = None) -> list[Path]:
        """Write the letters to all sides, by default beside the umpire's file; return their files."""
        place = Path(folder) if folder else self.path.parent
        name = f"{self.path.stem}-{{side}}-{len(self.game):03}.json"
        return [write(self.letter(side), place / name.format(side=side)) for side in self.game.state.sides]

    def take(self, orders: Orders | str | Path) -> Receipt:
        """Play the orders of a side, as far as they are legal; dice and deals fall as they come due.

        MailError, and nothing is played, for a file that is stale, was tampered with, or is of another game.
        """
        if not isinstance(orders, Orders):
            orders = read(orders, Orders, self.mail)
        self._demand_present(orders)
        for number, action in enumerate(orders.actions):
            try:
                if orders.side not in self.game.state.active:
                    said = _("{side} has nothing to choose any more")
                    raise RuleError(said.format(side=orders.side), rule=self.game.state.rule)
                self._play(orders.side, action)
            except RuleError as error:
                said = _("Order {n}, {action}, was not played: {reason}.")
                return Receipt(orders.side, number, said.format(n=number + 1, action=action, reason=error))
        return Receipt(orders.side, len(orders.actions))

    def _play(self, side: str, text: str) -> None:
        """Play an action of a side; RuleError, in words for that side, if it is not legal for it."""
        state = self.game.state
        action = state.read(text, side)
        if action not in state.legal_actions(side):
            raise state.refusal(action, side) or RuleError(_("that is a choice of another side"), rule=state.rule)
        self.game.play(action)

    def _demand_present(self, orders: Orders) -> None:
        """Raise MailError for orders that answer another letter than the last one to their side."""
        entries = self.game.record.entries
        if orders.side not in self.game.state.sides:
            raise MailError(_("there is no side {side} in this game").format(side=repr(orders.side)))
        past = orders.at <= len(entries) and _chain(self.mail, orders.side, self._seen(orders.side, orders.at))
        if past != orders.chain:
            said = _("the orders of {side} answer a letter that this game has never sent: it was changed, or a move "
                     "was taken back since")  # fmt: skip
            raise MailError(said.format(side=orders.side))
        chosen = any(entry.by in (orders.side, CHANCE) for entry in entries[orders.at :])
        if chosen or orders.side not in self.game.state_after(orders.at).active:
            said = _("the orders of {side} are stale: they answer the letter after action {at}, and the game has gone "
                     "on to action {now}; send the last letter once more")  # fmt: skip
            raise MailError(said.format(side=orders.side, at=orders.at, now=len(entries)))

    def _seen(self, side: str, end: int) -> list[Any]:
        """Return the events that a side saw, by action, up to an action."""
        return [msgspec.to_builtins(self.game.events(number, side, number + 1)) for number in range(end)]


def _chain(mail: str, side: str, seen: list[Any]) -> str:
    return chain(f"{mail} {side}", seen)
