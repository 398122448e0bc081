"""A player of a game by mail without an umpire: keeps a file of his own, writes notes, and takes in those of others."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, Final

from roses.engine.errors import RuleError, SaveError
from roses.engine.game import Game
from roses.engine.games import describe, start
from roses.engine.i18n import gettext as _
from roses.engine.mail.ledger import Ledger, Note, Post, falls, seal
from roses.engine.mail.mail_file import MailError, MailFile, StaleError, demand_game, new_number, read, sealed, write
from roses.engine.protocol import Action, Order
from roses.engine.record import VIEWER, Record
from roses.engine.state import GameState

_SECRET: Final = 32  # bytes


class PeerFile(MailFile, frozen=True, tag="player"):
    """The file of one player, for nobody else: all notes so far, his ``secret``, and a choice that is sealed now."""

    side: str
    secret: str
    header: dict[str, Any]
    notes: tuple[Note, ...]
    sealed: Note | None = None


class Peer:
    """A player on ``side``, whose own file is ``path``; what he sends stands in ``post_path`` beside it.

    Dice fall and sealed choices open by themselves, as soon as the notes of the others allow it. What was written may
    have been sent, so nothing is taken back.

    >>> from tempfile import mkdtemp
    >>> folder = mkdtemp()
    >>> green = Peer.begin(f"{folder}/green.json", "lancaster", "Green", players=2)
    >>> blue = Peer.join(f"{folder}/blue.json", green.post_path, "Blue")
    >>> green.take(blue.post_path), blue.take(green.post_path)
    (2, 1)
    >>> green.ledger.entries == blue.ledger.entries, str(green.ledger.state.phase)
    (True, 'first extension')
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        own = read(path, PeerFile)
        self.side, self._secret, self._sealed = own.side, own.secret, own.sealed
        self.ledger = Ledger(own.mail, own.header)
        for note in own.notes:
            self.ledger.add(note)

    @classmethod
    def begin(
        cls, path: str | Path, game: str, side: str, scenario: str | None = None, *, lies_open: bool = False,
        **options: Any,
    ) -> Peer:  # fmt: skip
        """Begin a game, and return its first player; the others ``join`` with his post.

        A game whose secrets last longer than one choice can be played so only with open hands and blocks: ValueError
        unless ``lies_open`` says that all agree to that. ValueError for what ``roses.start`` does not know.
        """
        state = start(game, scenario, **options)
        if not describe(game).countable and not lies_open:
            said = _("without an umpire {game} can only be played with hands and blocks open to all players' files; "
                     "say that all agree (lies_open=True, --open), or let an umpire hold the game")  # fmt: skip
            raise ValueError(said.format(game=game))
        return cls._sit(path, new_number(), state.header, side, ())

    @classmethod
    def join(cls, path: str | Path, post: str | Path, side: str) -> Peer:
        """Join a game by the post of one of its players. MailError if it cannot be read, ValueError for the side."""
        said = read(post, Post)
        return cls._sit(path, said.mail, said.header, side, said.notes)

    @classmethod
    def _sit(cls, path: str | Path, mail: str, header: dict[str, Any], side: str, notes: tuple[Note, ...]) -> Peer:
        ledger = Ledger(mail, header)
        ledger.state.check_side(side)
        if Path(path).exists():
            raise SaveError(_("{path} holds something already, and stays as it is").format(path=path))
        if any(note.side == side for note in notes):
            raise MailError(_("{side} is taken: somebody else sits there in this game").format(side=side))
        write(PeerFile(side, os.urandom(_SECRET).hex(), header, (), mail=mail), path)
        peer = cls(path)
        peer._take(notes)
        peer._go_on()
        peer.write()
        return peer

    @property
    def post_path(self) -> Path:
        """The file to send to all others."""
        return self.path.with_name(f"{self.path.stem}-post.json")

    @property
    def state(self) -> GameState:
        """The game as this player may act in it: after his own sealed choice, while the others still choose."""
        state, choice = self.ledger.state, self._sealed or self.ledger.opened(self.side)
        return state.apply(choice.body) if choice else state

    @property
    def to_choose(self) -> bool:
        """Whether this player must choose now."""
        ledger = self.ledger
        return ledger.wants in ("play", "seal") and self.side in ledger.missing

    def play(self, action: object) -> None:
        """Choose an action of this side; it is sealed if others choose at once. RuleError if it is not legal now."""
        state = self.ledger.state
        if not self.to_choose:
            waits = _("{side} has nothing to choose now; notes of {others} are missing")
            others = _(" and ").join(self.ledger.missing) or _("nobody")
            raise RuleError(waits.format(side=self.side, others=others), rule=state.rule)
        named = state.read(action, self.side) if isinstance(action, str) else action
        if named not in state.legal_actions(self.side):
            said = _("{action} is not legal now")
            raise state.refusal(named, self.side) or RuleError(said.format(action=named))  # type: ignore[arg-type]
        if self.ledger.wants == "seal":
            opening = Note(self.ledger.step + 1, self.side, "open", str(named), "", os.urandom(_SECRET).hex())
            self._sealed = opening
            self.ledger.add(self.ledger.draft(self.side, seal(self.ledger.mail, opening)))
        else:
            self.ledger.add(self.ledger.draft(self.side, str(named)))
        self._go_on()
        self.write()

    def take(self, post: str | Path) -> int:
        """Take in the post of another player; return how many steps the game has gone on.

        MailError, and nothing is changed, if it is stale, was tampered with, or is of another game.
        """
        said = read(post, Post, self.ledger.mail)
        demand_game(said, self.ledger.mail, str(post))
        before, kept = self.ledger.step, (self.ledger, self._sealed)
        try:
            self._take(said.notes)
            self._go_on()
        except MailError:
            self._undo(*kept)
            raise
        self.write()
        return self.ledger.step - before

    def _undo(self, ledger: Ledger, choice: Note | None) -> None:
        """Go back to what the file holds."""
        self.ledger = Ledger(ledger.mail, ledger.header)
        for note in read(self.path, PeerFile).notes:
            self.ledger.add(note)
        self._sealed = choice

    def _take(self, notes: tuple[Note, ...]) -> None:
        """Add the notes that are new; MailError if none is, or if one differs from what is known."""
        known = {(note.step, note.side): note for note in self.ledger.notes}
        fresh = [note for note in notes if (note.step, note.side) not in known]
        for note in notes:
            if (mine := known.get((note.step, note.side), note)) != note:
                said = _("the note of {side} at step {step} differs from the one that is here: one of the two was "
                         "changed")  # fmt: skip
                raise MailError(said.format(side=mine.side, step=mine.step))
        if not fresh and known and len(notes) < len(known):
            said = _("this post is stale: all of its {n} notes are here already, and {more} later ones")
            raise StaleError(said.format(n=len(notes), more=len(known) - len(notes)))
        for note in sorted(fresh, key=lambda note: note.step):
            if note.side == self.side:
                said = _("this post has a note of {side} at step {step} that {side} did not write, or has lost")
                raise MailError(said.format(side=self.side, step=note.step))
            while self.ledger.step < note.step:
                if not self._adds():
                    said = _("this post is of step {step}, and the notes of {others} for step {here} are missing")
                    others = _(" and ").join(self.ledger.missing)
                    raise MailError(said.format(step=note.step, others=others, here=self.ledger.step))
            self.ledger.add(note)

    def _go_on(self) -> None:
        """Write the notes that leave no choice, as long as the present step wants one."""
        while self._adds():
            pass

    def _adds(self) -> bool:
        """Write the note that this side owes without a choice; return whether there was one."""
        ledger = self.ledger
        if self.side not in ledger.missing or ledger.wants in ("play", "seal", None):
            return False
        if ledger.wants == "open" and self._sealed:
            choice, self._sealed = self._sealed, None
            ledger.add(ledger.draft(self.side, choice.body, choice.nonce))
            return True
        shown = sum(note.side == self.side and note.kind in ("bound", "dice") for note in ledger.notes)
        ledger.add(ledger.draft(self.side, falls(self._secret, shown)))
        return True

    def write(self) -> None:
        """Write the player's own file, and then his post; SaveError if they cannot be written."""
        ledger, notes = self.ledger, tuple(self.ledger.notes)
        write(PeerFile(self.side, self._secret, ledger.header, notes, self._sealed, mail=ledger.mail), self.path)
        write(self.post, self.post_path)

    @property
    def post(self) -> Post:
        """What this player sends to the others: everything that all may know."""
        ledger = self.ledger
        return sealed(Post(ledger.header, tuple(ledger.notes), mail=ledger.mail))


class PeerGame(Game):
    """The game of a player without an umpire, for his seat at a table; what he plays goes into his post at once."""

    def __init__(self, peer: Peer) -> None:
        self.peer, self.side, self.seed = peer, peer.side, 0
        self._refresh()

    @property
    def question(self) -> str:
        """Who decides what now, or whose post is wanted."""
        if self.peer.to_choose or self.state.outcome:
            return super().question
        others = _(" and ").join(side for side in self.peer.ledger.missing if side != self.side)
        return _("Send your post to the others; the post of {others} is wanted").format(others=others)

    def prompt(self, side: str | None = None) -> str:
        """Return what is due for the player."""
        return super().prompt(side) if self.peer.to_choose or self.state.outcome else self.question + "."

    def undo(self, **_options: Any) -> None:
        """Raise RuleError: what was written may have been sent."""
        raise RuleError(_("what was written into the post may have been sent, and is not taken back"))

    def may_undo(self, side: str | None = None) -> bool:
        """Return False."""
        return False

    def _carry_out(self, order: Order, comment: str) -> None:
        """Play the actions of an order; RuleError, with none of them played, if one cannot be."""
        state = self.state
        for action in order.actions:
            state = state.apply(action)
        for action in order.actions:
            self._push(self.peer.side, action)

    def _push(self, by: str, action: Action, comment: str = "") -> None:
        self.peer.play(action)
        self._refresh()

    def _refresh(self) -> None:
        """Show the game as the ledger has it, with the player's own sealed choice."""
        ledger, state = self.peer.ledger, self.peer.state
        states = [*ledger.states, *([state] if state is not ledger.state else [])]
        record = Record(**ledger.header, entries=tuple(ledger.entries), headers={VIEWER: self.peer.side})
        self._take_up(record, states, None, None)
