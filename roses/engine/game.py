"""A game in progress: it resolves chance from a seed, keeps the record, takes choices back and saves itself."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from roses.engine import display
from roses.engine.errors import RuleError
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import CHANCE, Action, Event
from roses.engine.record import UMPIRE, VIEWER, Entry, Record, closed, save
from roses.engine.state import GameState, happened


class Game:
    """A play in progress. ``state`` is always one in which a side must choose, or the end.

    ``seed`` makes dice and deals repeatable (None: drawn from the system); ``chance=False`` leaves them to the caller,
    who types in what fell on the table. ``autosave`` is a file written after every action. ``start`` is a callable as
    ``roses.start``, which is told game, scenario, ruleset and the options.

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
        self.seed = random.SystemRandom().randrange(2**32) if seed is None else seed
        self._rng = random.Random(self.seed)
        self._chance = chance
        self._headers = {VIEWER: UMPIRE, **(headers or {})}
        self._autosave = Path(autosave) if autosave else None
        self._states = [start(game, scenario, ruleset=ruleset, **options)]
        self._entries: list[Entry] = []
        self.state.check_side(side)
        self.side = side
        self._resolve()

    @property
    def state(self) -> GameState:
        """The state now."""
        return self._states[-1]

    @property
    def record(self) -> Record:
        """What was played so far; at the end with the outcome in its headers. It is an umpire's: nothing is hidden."""
        entries, headers = tuple(self._entries), dict(self._headers)
        played = Record(**self._states[0].header, entries=entries, headers=headers, seed=self.seed)
        return closed(played, self.state.outcome)

    def view(self, side: str | None = None) -> Any:
        """Return what ``side`` may know, by default the side of this game, and for an umpire everything.

        The value shows that side only, on the map or as a court. ValueError for an unknown side.

        >>> import roses
        >>> game = roses.game("richard-iii", "1483", seed=7, side="York")
        >>> sorted(game.view().hands), sorted(game.view("Lancaster").hands)
        (['York'], ['Lancaster'])
        """
        return self.state.view(side or self.side)

    def play(self, action: Action | str, comment: str = "") -> None:
        """Play an action, or its notation, then let chance do what is due; RuleError changes nothing."""
        named = self.state.parse(action) if isinstance(action, str) else action
        self._push(self._by(named), named, comment)
        self._resolve()
        if self._autosave:
            save(self.record, self._autosave)

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
        """
        asks = side or self.side
        self.state.check_side(asks)
        typed = [i for i, entry in enumerate(self._entries) if entry.by != CHANCE or not self._chance]
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
        del self._entries[at:], self._states[at + 1 :]

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
        while self._chance and self.state.active == (CHANCE,):
            self._push(CHANCE, self.state.sample(self._rng))

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
