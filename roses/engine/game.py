"""A game in progress: it resolves chance from a seed, keeps the record, takes choices back, saves itself, goes on."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, Self

from msgspec import structs

from roses.engine import display
from roses.engine.autosave import Autosave
from roses.engine.dice import Dice
from roses.engine.errors import RecordError, RuleError, SaveError
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import CHANCE, Action, Event
from roses.engine.record import UMPIRE, VIEWER, Entry, Record, closed, loads, prefix, read
from roses.engine.replay import Replay
from roses.engine.state import GameState, happened

_SEEDS: Final = 2**64  # a seed lies below this, as numbers of a record do


class Game:
    """A play in progress. ``state`` is always one in which a side must choose, or the end.

    ``seed``, a whole number, makes dice and deals repeatable (None: drawn from the system); ``chance=False`` leaves
    them to the caller, who types in what fell on the table. ``start`` is a callable as ``roses.start``, which is told
    game, scenario, ruleset and the options.

    ``autosave`` is a file that is written at once and after every ``play`` and ``undo``; ``Game.resume`` goes on from
    it. SaveError, before the first move, if it cannot be written or holds something else. Where a later move cannot
    be saved the move stands all the same, SaveError says both, and the next one is saved with it.

    ``side`` is the side that sits at this screen: then displaying the game shows what that side may know, ``prompt``
    speaks to it, and ``undo`` takes back its own choices only. Without it the game is an umpire's, who sees all.
    ``state`` and ``record`` hold everything in both cases. ValueError if there is no such side.

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
        start: Callable[..., GameState],
        game: str,
        scenario: str | None = None,
        *,
        ruleset: str | None = None,
        seed: int | None = None,
        chance: bool = True,
        autosave: str | Path | None = None,
        headers: dict[str, str] | None = None,
        side: str | None = None,
        **options: Any,
    ) -> None:
        self.seed = random.SystemRandom().randrange(2**32) if seed is None else _checked(seed)
        state = start(game, scenario, ruleset=ruleset, **options)
        state.check_side(side)
        self.side = side
        drawn = self.seed if chance else None
        record = Record(**state.header, entries=(), headers={VIEWER: UMPIRE, **(headers or {})}, seed=drawn)
        self._take_up(record, [state], Dice(self.seed) if chance else None, Autosave(autosave) if autosave else None)

    @classmethod
    def resume(
        cls,
        start: Callable[..., GameState],
        path: str | Path,
        *,
        chance: bool | None = None,
        side: str | None = None,
    ) -> Self:
        """Return the game in a record file, to be played on just as if it had never been interrupted.

        Its dice, its undo, its comments and moments are those of the record, and it saves itself to the same file.
        ``chance`` is as for a new game, by default whether the record has a seed; ``side`` too. RecordError if the
        file cannot be read or played, SaveError if it cannot be written.
        """
        held, record, replay = _played(start, path)
        replay[-1].check_side(side)
        game = cls.__new__(cls)
        game.side = side
        draws = record.seed is not None if chance is None else chance
        game.seed = random.SystemRandom().randrange(2**32) if record.seed is None else record.seed
        dice = _dice_of(record, game.seed, replay) if draws else None
        record = structs.replace(record, seed=game.seed if draws else None)
        game._take_up(record, replay.states, dice, Autosave(path, held))
        return game

    def _take_up(self, record: Record, states: list[Any], dice: Dice | None, file: Autosave | None) -> None:
        """Begin from the last of these states; without dice, chance is the caller's."""
        self._begun = structs.replace(record, entries=())
        self._entries = list(record.entries)
        self._states: list[GameState] = states
        self._dice = dice
        self._file = file
        self._resolve()
        if file:
            file.write(self.record)

    @property
    def state(self) -> GameState:
        """The state now."""
        return self._states[-1]

    @property
    def record(self) -> Record:
        """What was played so far; at the end with the outcome in its headers. It is an umpire's: nothing is hidden."""
        drawn = self._dice.drawn if self._dice else None
        return closed(structs.replace(self._begun, entries=tuple(self._entries), drawn=drawn), self.state.outcome)

    def view(self, side: str | None = None) -> Any:
        """Return what ``side`` may know, by default the side of this game, and for an umpire everything.

        The value shows that side only, on the map or as a court. ValueError for an unknown side.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7, side="York")
        >>> sorted(game.view().hands), sorted(game.view("Lancaster").hands)
        (['York'], ['Lancaster'])
        """
        return self.state.view(side or self.side)

    def prompt(self, side: str | None = None) -> str:
        """Return who chooses what now and how it is written, for ``side``, by default the side of this game.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7, side="York")
        >>> print(game.prompt()[:76])
        Both sides choose a card for turn 1, as in 'Lancaster plays card 1' (rule 1.
        """
        return self.state.prompt(side or self.side)

    def play(self, action: Action | str, comment: str = "") -> None:
        """Play an action, or its notation, then let chance do what is due; RuleError changes nothing.

        SaveError if the move was made, but could not be saved. A refusal is told to the side of this game, or without
        one to whoever is to choose.
        """
        named = self.state.read(action, self.side) if isinstance(action, str) else action
        if self.side and self.state.refusal(named):
            raise self.state.refusal(named, self.side)  # type: ignore[misc]  # it is refused to everybody
        self._push(self._by(named), named, comment)
        self._resolve()
        self._save(_("the move was made ({action}), but the game could not be saved: {reason}"), action=named)

    def events(self, since: int = 0, side: str | None = None) -> tuple[Event, ...]:
        """Return what all actions from the number ``since`` on brought about, those of chance included.

        ``len(game)`` is the number of the next action. For ``side``, by default the side of this game, what that side
        saw of it; without either all of it.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7)
        >>> game.play(game.state.legal_actions("York")[0])
        >>> before = len(game)
        >>> game.play(game.state.legal_actions("Lancaster")[0])
        >>> [str(event) for event in game.events(before, "York")][:2]
        ['Lancaster plays Muster.', 'York plays Force March.']
        """
        return happened(self._states, since, side=side or self.side)

    def undo(self, *, side: str | None = None, across_chance: bool = False) -> None:
        """Take the last choice back with what chance answered, or the last fall that was typed in.

        ``side`` is who asks, by default the side of this game, and takes back its own choice only. Across chance, or
        across something hidden that has been seen since, only an umpire goes back, who is nobody's side and says
        ``across_chance=True``. RuleError if it may not be, and if there is nothing to take back.

        The dice are not taken back: what falls next is new. SaveError if the choice was taken back, but that could not
        be saved.
        """
        asks = side or self.side
        self.state.check_side(asks)
        typed = [i for i, entry in enumerate(self._entries) if entry.by != CHANCE or not self._dice]
        if not typed:
            raise RuleError(_("there is nothing to undo"))
        at = typed[-1]
        if asks:
            self._demand_own(asks, self._entries[at].by, across_chance)
        if self._is_settled(at) and not across_chance:
            raise RuleError(
                _("chance has spoken, or something hidden has been seen since; only an umpire may go back across that, "
                  "with undo(across_chance=True)")
            )  # fmt: skip
        action = self._entries[at].action
        self._begun = prefix(self.record, at)  # without the moments and variations of what is taken back
        del self._entries[at:], self._states[at + 1 :]
        self._save(_("the move was taken back ({action}), but the game could not be saved: {reason}"), action=action)

    def _save(self, told: str, **named: object) -> None:
        """Save the game if it has a file; where that fails, say in ``told`` what was done nevertheless."""
        try:
            if self._file:
                self._file.write(self.record)
        except SaveError as error:
            raise SaveError(told.format(reason=error, **named)) from error

    def _demand_own(self, side: str, by: str, across_chance: bool) -> None:
        """Refuse a side that would take back what is not its own choice, or go back across chance."""
        if across_chance:
            raise RuleError(
                _("{side} cannot take back what chance or the enemy has answered; an umpire can, with undo("
                  "across_chance=True) and no side").format(side=side)
            )  # fmt: skip
        if by != side:
            whose = _("a fall of chance") if by == CHANCE else _("a choice of {side}").format(side=by)
            raise RuleError(
                _("{side} takes back its own choices only, and the last one was {whose}").format(side=side, whose=whose)
            )

    def _is_settled(self, at: int) -> bool:
        """Whether chance has spoken, or something hidden has been seen, since the action of that index."""
        fell = any(entry.by == CHANCE for entry in self._entries[at:])
        return fell or any(event.reveals for state in self._states[at + 1 :] for event in state.events)

    def _by(self, action: Action) -> str:
        """Who an action belongs to: the side it names, else the first that is to choose."""
        side, active = getattr(action, "side", ""), self.state.active
        return side if side in active else "".join(active[:1])

    def _push(self, by: str, action: Action, comment: str = "") -> None:
        after = self.state.apply(action)
        self._entries.append(Entry(by, str(action), comment))
        self._states.append(after)

    def _resolve(self) -> None:
        while self._dice and self.state.active == (CHANCE,):
            self._push(CHANCE, self.state.sample(self._dice))

    def __len__(self) -> int:
        """Return the number of actions played, those of chance included."""
        return len(self._entries)

    def __repr__(self) -> str:
        head, n = self.state.header, len(self)
        played = ngettext("{n} action played", "{n} actions played", n).format(n=n)
        eyes = _("as {side} sees it").format(side=self.side) if self.side else _("as the umpire sees it")
        return f"<{head['game']} {head['scenario']}, {played}, {eyes}: {self.state.question}>"

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self.view(), **asked)


def _checked(seed: object) -> int:
    """Return a seed as the whole number it is; ValueError if it is something else."""
    if isinstance(seed, int) and not isinstance(seed, bool) and abs(seed) < _SEEDS:
        return seed
    raise ValueError(
        _("the seed must be a whole number of at most 64 bits, as seed=7, not {seed}").format(seed=f"{seed!r:.60}")
    )


def _played(start: Callable[..., GameState], path: str | Path) -> tuple[bytes, Record, Replay]:
    """Return the content of a record file, the record in it and its replay; RecordError says how to mend it."""
    try:
        held = read(path)
        record = loads(held)
        return held, record, Replay(record, start)
    except RecordError as error:
        said = _("the game in {path} cannot be resumed: {reason}")
        if error.valid is not None:
            said = _(
                "the game in {path} cannot be resumed: {reason}; to keep the part that is sound, type: roses record "
                "check {path} --save OTHER"
            )
        raise RecordError(said.format(path=path, reason=error), valid=error.valid) from error


def _dice_of(record: Record, seed: int, replay: Replay) -> Dice:
    """Return the dice with which a game goes on."""
    if record.seed is None or record.drawn is not None:
        return Dice(seed, record.drawn or 0)
    dice = Dice(seed)
    for state, entry in zip(replay.states, record.entries, strict=False):
        if entry.by == CHANCE:
            state.sample(dice)
    return dice
