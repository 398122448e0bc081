"""Games by mail: an umpire keeps the whole game, and sends each side letters that hold only what it may know.

A ``LetterPlayer`` plays for its side from a letter, until dice are due or another side must choose, and writes orders,
which the ``Umpire`` plays. This works for every game that can draw states from a view. Every letter commits the umpire
to the seed of the game; the last letter reveals the seed.

This does not protect against somebody who reads another's mail (nothing is encrypted) or writes in another's name
(nothing is signed), a player who stops answering when he sees what is coming, or an umpire who tells what he sees, or
tries seeds before the first letter until he likes one.
"""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import structs

from roses.engine import files
from roses.engine.dice import Seed, dice_of
from roses.engine.errors import RecordError, RuleError, SaveError
from roses.engine.game import Game
from roses.engine.games import describe, resample, start
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import CHANCE, Action, Event
from roses.engine.record import VIEWER, Record
from roses.engine.record import read as read_bytes
from roses.engine.replay import LONGEST, Replay
from roses.engine.seat import Seat
from roses.engine.state import GameState

NUMBER: Final = "mail"  # the header of a record that holds the number of its game by mail
_SAMPLES: Final = 3  # states drawn that agree with a letter; the side does not know what differs between them


class MailError(RecordError):
    """A file of a game by mail is refused: it is stale, was tampered with, or belongs to another game."""


class MailFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base class of letters and orders: ``mail`` is the number of the game, ``check`` the hash of everything else."""

    mail: str
    check: str = ""


P = TypeVar("P", bound=MailFile)


class Letter(MailFile, frozen=True, tag="letter"):
    """What the umpire tells ``side`` after ``at`` actions: its view, and the events that it saw, one item per action.

    View and events are JSON values. ``chain`` is the hash of the events that the side has seen so far; later letters of
    the same game continue it. ``commitment`` binds the umpire to the seed of the game, and is the same in all letters;
    ``by_hand`` is whether the seed is a whole number, which can be guessed. When the game is over, ``record`` is the
    whole game with its seed, and ``check_opening`` checks that the umpire kept to that seed.
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
    """The actions, in notation and in order, that ``side`` plays after the letter with this ``at`` and ``chain``."""

    side: str
    at: Annotated[int, msgspec.Meta(ge=0)]
    chain: str
    actions: tuple[Annotated[str, msgspec.Meta(max_length=LONGEST)], ...]


class Receipt(msgspec.Struct, frozen=True):
    """The result of orders: how many actions were ``played``, and why the next was ``refused``, "" if none was."""

    side: str
    played: int
    refused: str = ""

    def __str__(self) -> str:
        words = ngettext("{side}: {n} action was played.", "{side}: {n} actions were played.", self.played)
        words = words.format(side=self.side, n=self.played)
        return f"{words} {self.refused}" if self.refused else words


def digest(value: Any) -> str:
    """Return the SHA-256 hash of a value that JSON can hold, as 64 hexadecimal digits.

    >>> digest(["a", 1])[:8], digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1})
    ('135f17a4', True)
    """
    return hashlib.sha256(msgspec.json.encode(value, order="deterministic")).hexdigest()


def chain(mail: str, side: str, events: Sequence[Any]) -> str:
    """Return the hash of the events that a side has seen: each event is hashed together with the hash before it.

    >>> chain("x", "York", [1, 2]) == digest([digest(["x York", 1]), 2])
    True
    """
    link = f"{mail} {side}"
    for event in events:
        link = digest([link, event])
    return link


def commitment(mail: str, seed: Seed) -> str:
    """Return the hash that commits the umpire of a game to its seed; it reveals nothing about a seed of 256 bits.

    >>> commitment("ab", "7" * 64) != commitment("cd", "7" * 64)
    True
    """
    return digest(["the seed of a game by mail", mail, seed])


def sealed(file: P) -> P:
    """Return the file with its ``check`` filled in."""
    return structs.replace(file, check=digest(msgspec.to_builtins(structs.replace(file, check=""))))


def write(file: MailFile, path: str | Path) -> Path:
    """Write a file atomically; SaveError if that fails, or would replace anything but a file of its kind and game."""
    path = Path(path)
    try:
        if path.exists():
            same_game = False
            with suppress(RecordError):
                same_game = read(path, type(file)).mail == file.mail
            if not same_game:
                raise SaveError(_("{path} holds something else, and stays as it is").format(path=path))
        return files.write(path, msgspec.json.format(msgspec.json.encode(sealed(file)), indent=1) + b"\n")
    except SaveError:
        raise
    except OSError as error:
        message = _("{path} cannot be saved to: {reason}")
        raise SaveError(message.format(path=path, reason=error.strerror or error)) from error


def read(path: str | Path, kind: type[P], mail: str = "") -> P:
    """Return the file at ``path``, of this ``kind`` and, unless ``mail`` is "", of the game with that number.

    MailError if it is of another kind or of another game, or was changed after it was written.
    """
    try:
        file = msgspec.json.decode(read_bytes(path), type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        other, tag = kind_of(path), kind.__struct_config__.tag
        if other and other != tag:
            message = _("{path} is a file of the kind {other}, and {kind} is needed here")
        else:
            message = _("{path} is not a file of the kind {kind}: {reason}")
        raise MailError(message.format(path=path, kind=tag, other=other, reason=error)) from error
    if file.check != sealed(file).check:
        raise MailError(_("{path} was changed after it was written: its check does not fit").format(path=path))
    if mail and file.mail != mail:
        message = _("{name} belongs to another game: it has the number {other}, and this game has {mail}")
        raise MailError(message.format(name=path, other=file.mail, mail=mail))
    return file


class _Tag(msgspec.Struct):
    """The field of a file that names its kind."""

    type: str = ""


def kind_of(path: str | Path) -> str:
    """Return the kind that a file says it is of, "letter" or "orders"; "" if it names none."""
    try:
        return msgspec.json.decode(read_bytes(path), type=_Tag).type
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""


class Umpire:
    """The umpire of a game by mail: ``game`` is the whole game, saved in the file ``path``, which no player may read.

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
            message = _("{path} is not a game by mail: an umpire begins one with Umpire.new, or with: roses mail new")
            raise MailError(message.format(path=path))

    @classmethod
    def new(cls, start: Callable[..., GameState], path: str | Path, game: str, *args: Any, **options: Any) -> Umpire:
        """Begin a game by mail in a new file; ``args`` and ``options`` are those of ``Game``. SaveError as there."""
        if Path(path).exists():
            raise SaveError(_("{path} holds something already, and stays as it is").format(path=path))
        headers = {NUMBER: os.urandom(8).hex()}  # not from the seed, so that it reveals nothing about the dice
        return cls(Game(start, game, *args, autosave=path, headers=headers, **options), path)

    @classmethod
    def open(cls, start: Callable[..., GameState], path: str | Path) -> Umpire:
        """Resume the game in an umpire's file; RecordError for a file that is not a playable game by mail."""
        return cls(Game.resume(start, path), path)

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The sides that must send orders now; () after the end."""
        return self.game.state.active

    def letter(self, side: str) -> Letter:
        """Return the current letter to a side; it depends, the commitment apart, only on what the side may know."""
        game, events = self.game, self._events(side, len(self.game))
        letter = Letter(
            str(game.state.header["game"]), side, len(game), chain(self.mail, side, events),
            commitment(self.mail, game.seed), isinstance(game.seed, int), msgspec.to_builtins(game.view(side)),
            tuple(events), game.record if game.state.outcome else None, mail=self.mail,
        )  # fmt: skip
        return sealed(letter)

    def write(self, folder: str | Path | None = None) -> list[Path]:
        """Write the letters to all sides, by default beside the umpire's file, and return their paths."""
        to = Path(folder) if folder else self.path.parent
        name = f"{self.path.stem}-{{side}}-{len(self.game):03}.json"
        return [write(self.letter(side), to / name.format(side=side)) for side in self.game.state.sides]

    def take(self, orders: Orders | str | Path) -> Receipt:
        """Play the orders of a side up to the first that is not legal; dice are thrown and cards dealt when due.

        MailError, and nothing is played, if the orders are stale, were tampered with, or belong to another game.
        """
        if not isinstance(orders, Orders):
            orders = read(orders, Orders, self.mail)
        self._check_current(orders)
        side = orders.side
        for number, text in enumerate(orders.actions):
            state = self.game.state
            try:
                if side not in state.active:
                    raise RuleError(_("{side} has nothing to choose any more").format(side=side), rule=state.rule)
                action = state.read(text, side)
                if action not in state.legal_actions(side):
                    not_theirs = RuleError(_("that is a choice of another side"), rule=state.rule)
                    raise state.refusal(action, side) or not_theirs
                self.game.play(action)
            except RuleError as error:
                message = _("Order {n}, {action}, was not played: {reason}.")
                return Receipt(side, number, message.format(n=number + 1, action=text, reason=error))
        return Receipt(side, len(orders.actions))

    def _check_current(self, orders: Orders) -> None:
        """Raise MailError for orders that do not answer the last letter to their side."""
        entries = self.game.record.entries
        if orders.side not in self.game.state.sides:
            raise MailError(_("there is no side {side} in this game").format(side=repr(orders.side)))
        if orders.at > len(entries) or orders.chain != chain(
            self.mail, orders.side, self._events(orders.side, orders.at)
        ):
            message = _(
                "the orders of {side} answer a letter that this game has never sent: it was changed, or a move "
                "was taken back since"
            )
            raise MailError(message.format(side=orders.side))
        later = any(entry.by in (orders.side, CHANCE) for entry in entries[orders.at :])
        if later or orders.side not in self.game.state_after(orders.at).active:
            message = _(
                "the orders of {side} are stale: they answer the letter after action {at}, and the game has "
                "gone on to action {now}; send the last letter once more"
            )
            raise MailError(message.format(side=orders.side, at=orders.at, now=len(entries)))

    def _events(self, side: str, end: int) -> list[Any]:
        """Return the events that a side saw during the first ``end`` actions, one item per action."""
        return [msgspec.to_builtins(self.game.events(number, side, number + 1)) for number in range(end)]


class LetterPlayer:
    """Plays for the side that a letter is written to, and keeps its orders in ``orders_path``, beside the letter.

    ``seat`` is the seat of the side, for a table or a bot. It can play as long as the side alone decides and nothing
    hidden is revealed; the orders end there, and are saved after every action. ``remark`` says what the letter shows
    about the seed. MailError if the letter was changed, does not continue ``earlier`` (a letter before it), or is the
    last one and the umpire has not kept to the seed.

    >>> import roses
    >>> from tempfile import mkdtemp
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
        if chain(self.letter.mail, self.letter.side, self.letter.events) != self.letter.chain:
            raise MailError(_("{path} was changed: the events in it do not give its chain").format(path=path))
        if earlier is not None:
            _check_earlier(self.letter, read(earlier, Letter, self.letter.mail))
        self.orders_path = self.path.with_name(f"{self.path.stem}-orders.json")
        self.game = LetterGame(self.letter)
        self.seat = Seat(self.game, self.letter.side)
        self.remark = self._remark(checked=earlier is not None)
        if self.orders_path.exists():  # orders written for this letter in an earlier session
            orders = read(self.orders_path, Orders, self.letter.mail)
            if orders.chain == self.letter.chain:
                with suppress(RuleError):
                    for action in orders.actions:
                        self.seat.play(action)
        self.game.saves_to(self)

    @property
    def orders(self) -> Orders:
        """The orders given so far."""
        letter, actions = self.letter, tuple(entry.action for entry in self.game.record.entries)
        return Orders(letter.side, letter.at, letter.chain, actions, mail=letter.mail)

    def _remark(self, *, checked: bool) -> str:
        """Return what the letter shows about the seed, "" for nothing; MailError if the umpire has not kept to it."""
        words = ""
        if self.letter.by_hand:
            words = _(
                "The umpire gave the seed of this game by hand, so that it is no secret: whoever tries many "
                "numbers can find out hands and dice to come. "
            )
        if self.letter.record:
            n = check_opening(self.letter, self.letter.record)
            words += _("All dice and deals, {n}, follow from the seed that the umpire opens. ").format(n=n)
            words += (
                _("It is the one to which he bound himself in the letter before.")
                if checked
                else _("To check that it is the one to which he bound himself, name a letter before this one too.")
            )
        elif self.game.state.outcome:
            raise MailError(_("the game is over, and the umpire does not open its seed"))
        return words.strip()

    def write(self, _record: Record) -> None:
        """Write the orders, when the game saves itself; SaveError if they cannot be written."""
        write(self.orders, self.orders_path)


def _check_earlier(letter: Letter, earlier: Letter) -> None:
    """Raise MailError unless a letter continues an earlier one: same side, same past, same commitment."""
    if letter.commitment != earlier.commitment:
        message = _(
            "the umpire has bound himself to another seed than in the letter after action {at}: one of the two "
            "letters was changed, or he has changed the dice"
        )
        raise MailError(message.format(at=earlier.at))
    if letter.side != earlier.side:
        message = _("this letter is for {side}, and the one before it was for {other}")
        raise MailError(message.format(side=letter.side, other=earlier.side))
    if letter.at < earlier.at:
        message = _("this letter is stale: it was written after action {at}, and there is one after action {now}")
        raise MailError(message.format(at=letter.at, now=earlier.at))
    if letter.events[: earlier.at] != earlier.events:
        message = _(
            "this letter tells another past than the one before it: one of the two was changed, or the umpire has "
            "taken a move back"
        )
        raise MailError(message)


def check_opening(letter: Letter, record: Record) -> int:
    """Check that the record in a last letter follows from its seed, and return its number of dice rolls and deals.

    MailError says what the umpire has changed: the seed, a die, a deal, or what he told this side.
    """
    if record.seed is None or commitment(letter.mail, record.seed) != letter.commitment:
        raise MailError(_("the umpire opens another seed than the one to which he bound himself at the start"))
    if isinstance(record.seed, int) and not letter.by_hand:
        raise MailError(_("the umpire gave the seed by hand, and did not say so"))
    replay, fault = None, None
    try:
        replay = Replay(record, start)
    except RecordError as error:
        fault = error
        replay = error.valid if isinstance(error.valid, Replay) else None  # the part before the fault
    dice, draws = dice_of(record.seed), 0
    for number, (state, entry) in enumerate(zip(replay.states if replay else (), record.entries, strict=False)):
        if entry.by == CHANCE and state.active == (CHANCE,):
            draws += 1
            if (due := str(state.sample(dice))) != entry.action:
                message = _(
                    "the umpire has changed the dice: action {n} of his record is {action}, and from his seed "
                    "follows {due}; or he has taken a move back across dice"
                )
                raise MailError(message.format(n=number + 1, action=repr(entry.action), due=repr(due)))
    if fault or replay is None:
        raise MailError(_("the umpire opens a game that cannot be: {reason}").format(reason=fault)) from fault
    other_game = _("the umpire opens another game than the one of which his letters told")
    if record.game != letter.game or letter.side not in replay[0].sides:
        raise MailError(other_game)
    events = [msgspec.to_builtins(replay.events(n, n + 1, letter.side)) for n in range(len(record.entries))]
    view, past = msgspec.to_builtins(replay[-1].view(letter.side)), chain(letter.mail, letter.side, events)
    if past != letter.chain or digest(view) != digest(letter.view) or not replay[-1].outcome:
        raise MailError(other_game)
    return draws


class LetterGame(Game):
    """A game that continues from a letter, without the true state: it plays several random states that agree with it.

    Only what these states have in common is shown. ``complete`` is whether the orders end here.
    """

    def __init__(self, letter: Letter) -> None:
        self.side, self.seed, self.complete = letter.side, 0, False
        self._past, samples = _decode(letter)
        self._samples = [samples]
        record = Record(**samples[0].header, entries=(), headers={VIEWER: letter.side})
        self._take_up(record, [samples[0]], None, None)

    def saves_to(self, file: Any) -> None:
        """Call ``file.write(record)`` after every action from now on."""
        self._file = file

    def open_view(self, side: str) -> Any:
        """Return the view of a side: what it did not see stays with the umpire."""
        return self.state.view(side)

    @property
    def question(self) -> str:
        """Who decides what now; once the orders are complete, the request to send them."""
        return _("Your orders are complete: send them to the umpire") if self.complete else super().question

    def prompt(self, side: str | None = None) -> str:
        """Return who chooses what now; once the orders are complete, the request to send them."""
        return self.question + "." if self.complete else super().prompt(side)

    def events(self, since: int = 0, side: str | None = None, end: int | None = None) -> tuple[Event, ...]:
        """Return the events that the side saw: from 0 those of the letter too; ``since`` and ``end`` count orders."""
        return (() if since else self._past) + super().events(since, self.side, end)

    def undo(self, **options: Any) -> None:
        """Take back the last order."""
        super().undo(**options)
        del self._samples[len(self._states) :]
        self.complete = False

    def _push(self, by: str, action: Action, comment: str = "") -> None:
        """Play an action in all states; the orders end if their views then differ or the side has no further choice."""
        del self._samples[len(self._states) :]  # states left over from an order that was refused
        try:
            after = [state.apply(action) for state in self._samples[-1]]
            first, *others = [state.view(self.side) for state in after]
        except RuleError:
            raise
        except Exception as error:  # the letter may come from a stranger and hold anything
            raise MailError(_("this letter tells of a position to which no game comes")) from error
        revealed = any(event.reveals for event in after[0].events)
        self.complete = revealed or self.side not in after[0].active or any(view != first for view in others)
        if self.complete:
            after = [structs.replace(state, active=(), events=()) for state in self._samples[-1]]
        self._samples.append(after)
        self._add(by, action, comment, after[0])


def _decode(letter: Letter) -> tuple[tuple[Event, ...], list[GameState]]:
    """Return the events in a letter, and states drawn at random that agree with its view.

    MailError if the letter cannot be read, or describes a position that no game reaches. It may come from a stranger
    and hold anything, so the states are checked here, once, and not where they are played.
    """
    try:
        game = describe(letter.game)
        view_type = type(game.start().view())
        view = msgspec.convert(letter.view, type=view_type)
        events_type = next(field.type for field in structs.fields(view_type) if field.name == "events")
        past = tuple(event for seen in letter.events for event in msgspec.convert(seen, type=events_type))
        samples: list[GameState] = [resample(view, random.Random(number)) for number in range(_SAMPLES)]
        for state in samples:
            game.invariants().look(state)
            if state.view(letter.side) != view or not state.prompt(letter.side) or not all(map(str, past)):
                raise ValueError(_("no game comes to the position of which it tells"))
    except Exception as error:
        reason = (
            error
            if isinstance(error, ValueError | msgspec.MsgspecError)
            else _("no game comes to the position of which it tells")
        )
        raise MailError(_("this letter cannot be read: {reason}").format(reason=reason)) from error
    return past, samples
