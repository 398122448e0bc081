"""A game in progress: resolves chance from a seed, keeps the record, undoes, saves itself. Knows no rules."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE, Action
from roses.engine.record import Entry, Record, closed, save
from roses.engine.state import GameState


class Game:
    """A play in progress. ``state`` is always one in which a side must choose, or the end.

    ``seed`` makes dice and deals repeatable (None: drawn from the system); ``chance=False`` leaves them to the caller,
    who types in what fell on the table. ``autosave`` is a file written after every action. ``start`` is a callable as
    ``roses.start``, which is told game, scenario, ruleset and the options.

    >>> import roses
    >>> game = roses.game("richard-iii", "1483", seed=7)
    >>> game.play(game.state.legal_actions("York")[0])
    >>> game.state.active, len(game.record.entries)
    (('Lancaster',), 2)
    >>> game.undo()
    >>> game.state.active
    ('Lancaster', 'York')
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
        **options: Any,
    ) -> None:
        self.seed = random.SystemRandom().randrange(2**32) if seed is None else seed
        self._rng = random.Random(self.seed)
        self._chance = chance
        self._headers = dict(headers or {})
        self._autosave = Path(autosave) if autosave else None
        self._states = [start(game, scenario, ruleset=ruleset, **options)]
        self._entries: list[Entry] = []
        self._resolve()

    @property
    def state(self) -> GameState:
        """The state now."""
        return self._states[-1]

    @property
    def record(self) -> Record:
        """What was played so far; at the end with the outcome in its headers."""
        entries, headers = tuple(self._entries), dict(self._headers)
        played = Record(**self._states[0].header, entries=entries, headers=headers, seed=self.seed)
        return closed(played, self.state.outcome)

    def play(self, action: Action | str, comment: str = "") -> None:
        """Play an action, or its notation, then let chance do what is due; RuleError changes nothing."""
        named = self.state.parse(action) if isinstance(action, str) else action
        self._push(self._by(named), named, comment)
        self._resolve()
        if self._autosave:
            save(self.record, self._autosave)

    def undo(self, *, across_chance: bool = False) -> None:
        """Take the last choice back with what chance answered, or the last fall that was typed in.

        RuleError if there is none, and across chance or a reveal unless asked to.
        """
        typed = [i for i, entry in enumerate(self._entries) if entry.by != CHANCE or not self._chance]
        if not typed:
            raise RuleError("there is nothing to undo")
        at = typed[-1]
        fell = any(entry.by == CHANCE for entry in self._entries[at:])
        revealed = any(event.reveals for state in self._states[at + 1 :] for event in state.events)
        if (fell or revealed) and not across_chance:
            raise RuleError("chance has spoken, or something hidden has been seen since; undo(across_chance=True)")
        del self._entries[at:], self._states[at + 1 :]

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

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = self.state._repr_mimebundle_(**asked)
        return bundle
