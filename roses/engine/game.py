"""A game in progress: resolves chance from a seed, keeps the record, undoes, saves to a file and resumes from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Generic, Protocol, Self, TypeVar

from msgspec import structs

from roses.engine import display
from roses.engine.dice import Dice, Seed, checked, dice_of, draw_seed
from roses.engine.errors import RecordError, RuleError, SaveError
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import CHANCE, Action, Event, Order
from roses.engine.record import UMPIRE, VIEWER, Autosave, Entry, Record, closed, loads, prefix, read
from roses.engine.replay import Replay
from roses.engine.state import GameState, S_co, happened

V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class HasView(Protocol[V_co]):
    """A state whose views are of one type."""

    def view(self, side: str | None = None) -> V_co:
        """Return the view of a side."""
        ...


class HasState(Protocol[V_co]):
    """A game in progress whose views are of one type: by it type checkers know what ``Game.view`` returns."""

    side: str | None

    @property
    def state(self) -> HasView[V_co]:
        """The present state."""
        ...


class Game(Generic[S_co]):
    """A game in progress. In ``state`` a side must choose, or the game is over: dice and deals are resolved at once.

    For type checkers a game of *Richard III* is a ``Game[roses.richard.state.State]``, and so on; ``Game`` alone is a
    game of any kind.

    ``start`` is a function like ``roses.start``, called with game, scenario, ruleset and the options. ``seed``, a whole
    number of at most 64 bits, makes dice and deals repeatable. It is no secret: who sees some of them may find it by
    trying. By default a seed of 256 bits is drawn, which nobody can find (dice.py). With ``chance=False`` they are not
    resolved: the caller plays them as actions, for instance the dice of a real table.

    ``autosave`` is a file that is written at once and after every ``play`` and ``undo``; ``Game.resume`` continues
    from it. SaveError, before the first move, if it cannot be written or holds something else. If a later save fails,
    the move is made nevertheless, SaveError says both, and the next save includes it.

    ``side`` is the side that plays at this screen: the game then displays the view of that side, ``prompt`` is for it,
    and ``undo`` takes back its own choices only. Without ``side`` the game is an umpire's, who sees all. ``state`` and
    ``record`` hold everything in both cases. ValueError if there is no such side.

    >>> import roses
    >>> game = roses.game("richard-iii", "1483", seed=7)
    >>> game.play(game.state.legal_actions("York")[0])
    >>> game.state.active, len(game.record.entries)
    (('Lancaster',), 2)
    >>> game.undo()
    >>> game.state.active
    ('Lancaster', 'York')
    >>> print(str(roses.game("richard-iii", "1483", seed=7, side="York"))[:72])
    <richard-iii 1483, 1 action played, as York sees it: both sides choose a
    """

    def __init__(
        self,
        start: Callable[..., S_co],
        game: str,
        scenario: str | None = None,
        *,
        ruleset: str | None = None,
        seed: Seed | None = None,
        chance: bool = True,
        autosave: str | Path | None = None,
        headers: dict[str, str] | None = None,
        side: str | None = None,
        **options: Any,
    ) -> None:
        self.seed = draw_seed() if seed is None else checked(seed)
        state = start(game, scenario, ruleset=ruleset, **options)
        state.check_side(side)
        self.side = side
        visible_seed = self.seed if chance else None
        record = Record(**state.header, entries=(), headers={VIEWER: UMPIRE, **(headers or {})}, seed=visible_seed)
        self._take_up(record, [state], dice_of(self.seed) if chance else None, Autosave(autosave) if autosave else None)

    @classmethod
    def resume(
        cls,
        start: Callable[..., GameState],
        path: str | Path,
        *,
        chance: bool | None = None,
        side: str | None = None,
    ) -> Self:
        """Return the game in a record file, which continues as if it had not been interrupted.

        It has the dice to come, the undo, the comments and the moments of the record, and saves to the same file.
        ``side`` and ``chance`` are as for a new game; by default chance is resolved if the record has a seed.
        RecordError if the file cannot be read or played, SaveError if it cannot be written.
        """
        try:
            content = read(path)
            record = loads(content)
            replay = Replay(record, start)
        except RecordError as error:
            message = _("the game in {path} cannot be resumed: {reason}")
            if error.valid is not None:
                message = _(
                    "the game in {path} cannot be resumed: {reason}; to keep the part that is sound, type: "
                    "roses record check {path} --save OTHER"
                )
            raise RecordError(message.format(path=str(path)[:250], reason=error), valid=error.valid) from error
        replay[-1].check_side(side)
        game = cls.__new__(cls)
        game.side = side
        game.seed = draw_seed() if record.seed is None else record.seed
        dice = None
        if chance or (chance is None and record.seed is not None):
            dice = dice_of(game.seed, record.drawn or 0)
            if record.seed is not None and record.drawn is None:  # draw the dice of its entries again
                for state, entry in zip(replay.states, record.entries, strict=False):
                    if entry.by == CHANCE:
                        state.sample(dice)
        record = structs.replace(record, seed=game.seed if dice else None)
        game._take_up(record, replay.states, dice, Autosave(path, content))
        return game

    @classmethod
    def following(cls, record: Record, states: Sequence[Any]) -> Self:
        """Return a game that goes on after a record, of which these are the states; the caller plays dice and deals.

        The last state need not be that of the record: a position may have been changed by hand. The game has no file.

        >>> import roses
        >>> replay = roses.replay("1483-richard-iii")
        >>> game = Game.following(prefix(replay.record, 140), replay.states[:141])
        >>> game.play("Gloucester charges Richmond")
        >>> game.state.active, len(game)
        (('Chance',), 141)
        """
        game = cls.__new__(cls)
        game.side, game.seed = None, 0
        headers = {**record.headers, VIEWER: UMPIRE}
        game._take_up(structs.replace(record, headers=headers, seed=None, drawn=None), list(states), None, None)
        return game

    def again(self) -> Game[S_co]:
        """Return another game from the same beginning, with other dice to come, and without a file.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7)
        >>> game.play(game.state.legal_actions("York")[0])
        >>> other = game.again()
        >>> len(other), len(game), other.state.header == game.state.header
        (1, 2, True)
        """
        game: Game[S_co] = Game.__new__(Game)
        game.side, game.seed = self.side, draw_seed()
        dice = dice_of(game.seed) if self._dice else None
        beginning = structs.replace(
            self._beginning, seed=game.seed if dice else None, drawn=None, moments=(), variations=()
        )
        game._take_up(beginning, self._states[:1], dice, None)
        return game

    def _take_up(self, record: Record, states: list[Any], dice: Dice | None, file: Autosave | None) -> None:
        """Set the fields to continue from the last of these states; ``dice`` None leaves chance to the caller."""
        self._beginning = structs.replace(record, entries=())
        self._entries = list(record.entries)
        self._actions: list[Action | None] = [None] * len(self._entries)
        self._states: list[S_co] = states
        self._orders: dict[int, int] = {}  # the number of the last action of an order to that of its first
        self._dice = dice
        self._file = file
        self._resolve()
        if file:
            file.write(self.record)

    @property
    def state(self) -> S_co:
        """The present state."""
        return self._states[-1]

    def state_after(self, number: int) -> S_co:
        """Return the state after so many actions; IndexError if there were fewer."""
        return self._states[number]

    @property
    def states(self) -> list[S_co]:
        """All states, in a list of their own: before the first action, and after each."""
        return self._states.copy()

    @property
    def actions(self) -> list[Action | None]:
        """All actions, in a list of their own; None for those that were taken up from a record."""
        return self._actions.copy()

    @property
    def question(self) -> str:
        """Who decides what now, in half a sentence that reveals nothing hidden."""
        return self.state.question

    @property
    def record(self) -> Record:
        """The record so far, with the outcome in its headers once the game is over; for an umpire: it hides nothing."""
        drawn = self._dice.drawn if self._dice else None
        return closed(structs.replace(self._beginning, entries=tuple(self._entries), drawn=drawn), self.state.outcome)

    def view(self: HasState[V], side: str | None = None) -> V:
        """Return the view of ``side``, by default that of the side of this game; of an umpire everything.

        A view displays itself, as a map or as a court. ValueError for an unknown side.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7, side="York")
        >>> sorted(game.view().hands), sorted(game.view("Lancaster").hands)
        (['York'], ['Lancaster'])
        """
        return self.state.view(side or self.side)

    def open_view(self, side: str) -> Any:
        """Return the view of a side, and once the game is over everything."""
        return self.state.view(side if self.state.outcome is None else None)

    def prompt(self, side: str | None = None) -> str:
        """Return who chooses what now and how it is written, for ``side``, by default the side of this game.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7, side="York")
        >>> print(game.prompt()[:67])
        Both sides choose a card for turn 1, as in 'Lancaster plays card 1'
        """
        return self.state.prompt(side or self.side)

    def play(self, action: Action | Order | str, comment: str = "") -> None:
        """Play an action, its notation or an order, then resolve chance; ``comment`` is kept in the record.

        RuleError, and nothing is changed, if the action, or one of an order, is not legal; its text is for the side of
        this game, or without one for the side that is to choose. SaveError if the move was made but could not be saved.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7)
        >>> game.play("York plays card 99")
        Traceback (most recent call last):
        roses.engine.errors.RuleError: York plays card 99 is not legal now: there is no card 99, but cards 1 to 25 ...
        """
        choice = self.state.read(action, self.side) if isinstance(action, str) else action
        if isinstance(choice, Order):
            lone = next((part for part in choice.actions if not part.joins), None)
            if lone is not None or not choice.actions:
                message = (
                    _("{action} cannot be part of an order; play it by itself") if lone else _("the order is empty")
                )
                raise RuleError(message.format(action=lone), rule=self.state.rule)
        begin = len(self)
        try:
            for part in choice.actions if isinstance(choice, Order) else (choice,):
                if self.side and self.state.refusal(part):  # without a side ``apply`` refuses
                    raise self.state.refusal(part, self.side)  # type: ignore[misc]  # refused whoever asks
                side, active = getattr(part, "side", ""), self.state.active
                by = side if side in active else "".join(active[:1])
                self._push(by, part, "" if len(self) > begin else comment)
        except RuleError:
            del self._entries[begin:], self._actions[begin:], self._states[begin + 1 :]
            raise
        if isinstance(choice, Order):
            self._orders[len(self) - 1] = begin
        self._resolve()
        self._save(_("the move was made ({action}), but the game could not be saved: {reason}"), action=choice)

    def events(self, since: int = 0, side: str | None = None, end: int | None = None) -> tuple[Event, ...]:
        """Return the events of all actions from number ``since`` on, up to ``end``, those of chance included.

        Actions are numbered from 0; ``len(game)`` is the number of the next one. The events are those that ``side``
        saw, by default the side of this game; without either, all.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7)
        >>> game.play(game.state.legal_actions("York")[0])
        >>> before = len(game)
        >>> game.play(game.state.legal_actions("Lancaster")[0])
        >>> [str(event) for event in game.events(before, "York")][:2]
        ['Lancaster plays Muster.', 'York plays Force March.']
        """
        return happened(self._states, since, end, side or self.side)

    def undo(self, *, side: str | None = None, across_chance: bool = False) -> None:
        """Take back the last choice and the chance actions that followed it; with ``chance=False`` the last action.

        An order is taken back as a whole; after the game was resumed from a file, action by action.

        ``side``, by default the side of this game, takes back its own choices only. If chance was resolved or something
        hidden was revealed since, only an umpire may undo, without a side and with ``across_chance=True``. RuleError if
        undoing is not allowed, or if there is nothing to undo.

        The random numbers that were used are not used again. SaveError if the choice was taken back but that could not
        be saved.
        """
        at = self._last_choice(side or self.side, across_chance)
        at = self._orders.pop(at, at)
        action = self._entries[at].action
        self._beginning = prefix(self.record, at)  # the moments and variations of the undone actions go too
        del self._entries[at:], self._actions[at:], self._states[at + 1 :]
        self._save(_("the move was taken back ({action}), but the game could not be saved: {reason}"), action=action)

    def _last_choice(self, side: str | None, across_chance: bool = False) -> int:
        """Return the number of the action that ``undo`` takes back; RuleError if it must not, or there is none."""
        self.state.check_side(side)
        choices = [i for i, entry in enumerate(self._entries) if entry.by != CHANCE or not self._dice]
        if not choices:
            raise RuleError(_("there is nothing to undo"))
        at = choices[-1]
        if side and across_chance:
            message = _(
                "{side} cannot take back what chance or the enemy has answered; an umpire can, with undo("
                "across_chance=True) and no side"
            )
            raise RuleError(message.format(side=side))
        if side and (by := self._entries[at].by) != side:
            whose = _("a fall of chance") if by == CHANCE else _("a choice of {side}").format(side=by)
            message = _("{side} takes back its own choices only, and the last one was {whose}")
            raise RuleError(message.format(side=side, whose=whose))
        chance = any(entry.by == CHANCE for entry in self._entries[at:])
        reveals = any(event.reveals for state in self._states[at + 1 :] for event in state.events)
        if (chance or reveals) and not across_chance:
            message = _(
                "chance has spoken, or something hidden has been seen since; only an umpire may go back across that, "
                "with undo(across_chance=True)"
            )
            raise RuleError(message)
        return at

    def may_undo(self, side: str | None = None) -> bool:
        """Return whether ``undo`` would take something back for ``side``, by default the side of this game.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7)
        >>> game.play(game.state.legal_actions("York")[0])
        >>> game.may_undo("York"), game.may_undo("Lancaster")
        (True, False)
        """
        try:
            self._last_choice(side or self.side)
        except RuleError:
            return False
        return True

    def _save(self, message: str, **names: object) -> None:
        """Save the game if it has a file; ``message`` is that of the SaveError, with what was done nevertheless."""
        try:
            if self._file:
                self._file.write(self.record)
        except SaveError as error:
            raise SaveError(message.format(reason=error, **names)) from error

    def _push(self, by: str, action: Action, comment: str = "") -> None:
        self._add(by, action, comment, self.state.apply(action))

    def _add(self, by: str, action: Action, comment: str, after: Any) -> None:
        self._entries.append(Entry(by, str(action), comment))
        self._actions.append(action)
        self._states.append(after)

    def _resolve(self) -> None:
        while self._dice and self.state.active == (CHANCE,):
            self._push(CHANCE, self.state.sample(self._dice))

    def __len__(self) -> int:
        """Return the number of actions played, those of chance included."""
        return len(self._entries)

    def __repr__(self) -> str:
        head, n = self.state.header, len(self)
        actions = ngettext("{n} action played", "{n} actions played", n).format(n=n)
        eyes = _("as {side} sees it").format(side=self.side) if self.side else _("as the umpire sees it")
        return f"<{head['game']} {head['scenario']}, {actions}, {eyes}: {self.state.question}>"

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self.view(), **asked)
