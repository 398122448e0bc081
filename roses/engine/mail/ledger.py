"""The ledger of a game by mail without an umpire: notes of all players, and the game that follows from them.

The game goes on in steps, and each step wants one note of certain sides. At first all bind themselves (``bound``): each
draws a secret, hashes it some thousand times, and shows the last hash. Whenever dice or a deal are due, all show the
hash before the one they showed last (``dice``): it can be checked and not be chosen, and chance is drawn from all of
them together. A side that chooses alone writes its choice (``play``). Where several choose at once, each writes a hash
of its choice first (``seal``), and opens it when all hashes are there (``open``). Every note holds the chain of all
steps before it, so nobody can tell two others different games unnoticed.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec

from roses.engine.errors import RuleError
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.mail.mail_file import NUMBER, MailError, MailFile, chain, digest
from roses.engine.protocol import CHANCE
from roses.engine.record import Entry, Record
from roses.engine.replay import Replay
from roses.engine.state import GameState

FALLS: Final = 4096  # how many falls of chance a game may have; a long game has some hundreds
Kind = Literal["bound", "dice", "play", "seal", "open"]


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one side adds to a step: a hash, a choice in notation, or with ``nonce`` the opening of a sealed choice."""

    step: int
    side: str
    kind: Kind
    body: str
    chain: str
    nonce: str = ""


class Post(MailFile, frozen=True, tag="post"):
    """The file that players send each other: how the game starts, and all notes that its writer has."""

    header: dict[str, Any]
    notes: tuple[Note, ...]


def falls(secret: str, shown: int) -> str:
    """Return the hash that a side with this secret shows for the fall of chance number ``shown``; 0 binds it.

    >>> import hashlib
    >>> hashlib.sha256(falls("ab", 1).encode()).hexdigest() == falls("ab", 0)
    True
    """
    for _again in range(FALLS - shown):
        secret = hashlib.sha256(secret.encode()).hexdigest()
    return secret


def seal(mail: str, note: Note) -> str:
    """Return the hash that seals the choice in an opening note."""
    return digest([mail, note.step - 1, note.side, note.nonce, note.body])


class Ledger:
    """The notes of a game, in their order, and what follows from them: the ``states`` and the ``entries`` so far.

    ``wants`` is the kind of the notes that the present step wants, and ``missing`` the sides that have not written.
    """

    def __init__(self, mail: str, header: dict[str, Any]) -> None:
        self.mail, self.header = mail, header
        self.states: list[GameState] = [_start(header)]
        self.entries: list[Entry] = []
        self.notes: list[Note] = []
        self.chain = digest([mail, header])
        self.step = 0
        self._here: dict[str, Note] = {}  # the notes of the present step
        self._shown: dict[str, str] = {}  # the last hash of each side for chance
        self._seals: dict[str, str] = {}

    @property
    def state(self) -> GameState:
        """The present state."""
        return self.states[-1]

    @property
    def wants(self) -> Kind | None:
        """The kind of note that the present step wants; None after the end."""
        if not self._shown:
            return "bound"
        if self._seals:
            return "open"
        active = self.state.active
        return ("dice" if active == (CHANCE,) else "play" if len(active) == 1 else "seal") if active else None

    @property
    def missing(self) -> tuple[str, ...]:
        """The sides whose note the present step still lacks."""
        if self.wants in ("bound", "dice"):
            due: Sequence[str] = self.state.sides
        else:
            due = tuple(self._seals) or self.state.active
        return tuple(side for side in due if side not in self._here)

    def opened(self, side: str) -> Note | None:
        """Return what a side has opened in the present step, None if it has opened nothing there."""
        note = self._here.get(side)
        return note if note and note.kind == "open" else None

    @property
    def record(self) -> Record:
        """The game so far as a record; it holds everything that was opened."""
        return Record(**self.header, entries=tuple(self.entries), headers={NUMBER: self.mail})

    def draft(self, side: str, body: str, nonce: str = "") -> Note:
        """Return the note of a side for the present step."""
        return Note(self.step, side, self.wants or "play", body, self.chain, nonce)

    def add(self, note: Note) -> None:
        """Add a note to the present step, and go on to the next one if it was the last; MailError if it is wrong."""
        self._check(note)
        self._here[note.side] = note
        self.notes.append(note)
        if not self.missing:
            self._close()

    def _check(self, note: Note) -> None:
        """Raise MailError for a note that is not wanted here, follows another game, or breaks what it was bound to."""
        named = {"side": note.side, "step": note.step, "body": note.body}
        if note.chain != self.chain:
            said = _("the note of {side} at step {step} follows another game than this one: what was played before "
                     "differs, so one of the two was changed")  # fmt: skip
            raise MailError(said.format(**named))
        if note.kind != self.wants or note.side not in self.missing or note.step != self.step:
            said = _("the note of {side} at step {step} is not wanted there: it was changed, or not written by the kit")
            raise MailError(said.format(**named))
        if note.kind == "dice" and hashlib.sha256(note.body.encode()).hexdigest() != self._shown[note.side]:
            said = _("the number of {side} for chance at step {step} is not the one it was bound to")
            raise MailError(said.format(**named))
        if note.kind == "open" and seal(self.mail, note) != self._seals[note.side]:
            said = _("what {side} opens at step {step} is not the choice that it had sealed")
            raise MailError(said.format(**named))
        if note.kind in ("play", "open"):
            self._demand_legal(note)

    def _demand_legal(self, note: Note) -> None:
        state = self.state
        try:
            legal = state.read(note.body, note.side) in state.legal_actions(note.side)
        except RuleError:
            legal = False
        if not legal:
            said = _("{side} plays {body} at step {step}, which is not legal there")
            raise MailError(said.format(side=note.side, body=note.body, step=note.step))

    def _close(self) -> None:
        """End the present step: play what it brings, and begin the next."""
        notes = [self._here[side] for side in self.state.sides if side in self._here]
        kind = notes[0].kind
        if kind in ("bound", "dice"):
            self._shown = {note.side: note.body for note in notes}
        self._seals = {note.side: note.body for note in notes} if kind == "seal" else {}
        self.chain = chain(self.chain, [msgspec.to_builtins(note) for note in notes])
        self.step, self._here = self.step + 1, {}
        if kind == "dice":
            rng = random.Random(int(digest([note.body for note in notes]), 16))
            self._play(CHANCE, str(self.state.sample(rng)))
        elif kind in ("play", "open"):
            for note in notes:
                self._play(note.side, note.body)

    def _play(self, by: str, text: str) -> None:
        self.states.append(self.state.apply(text))
        self.entries.append(Entry(by, text))


def _start(header: dict[str, Any]) -> GameState:
    """Return the first state of a game; MailError if the kit cannot start it, or only with a file of somebody's own."""
    try:
        first: GameState = Replay(Record(**header, entries=()), start)[0]
        return first
    except (ValueError, TypeError) as error:
        raise MailError(_("this game cannot be started: {reason}").format(reason=error)) from error
