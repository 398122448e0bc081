"""A game in progress: resolves chance from a seed, keeps the record, undoes, saves itself. Knows no rules."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE, Action
from roses.engine.record import Entry, Record, closed, save


class Game:
    """A play in progress. ``state`` is always one in which a side must choose, or the end.

    ``seed`` makes dice and deals repeatable (None: drawn from the system); ``chance=False`` leaves them to the caller,
    who types in what fell on the table. ``autosave`` is a file written after every action.

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
        start: Any,
        game: str,
        scenario: str,
        *,
        ruleset: str = "revised",
        seed: int | None = None,
        chance: bool = True,
        autosave: str | Path | None = None,
        headers: dict[str, str] | None = None,
    ) -> None:
        self.seed = random.SystemRandom().randrange(2**32) if seed is None else seed
        self._rng = random.Random(self.seed)
        self._names = (game, scenario, ruleset)
        self._chance = chance
        self._headers = dict(headers or {})
        self._autosave = Path(autosave) if autosave else None
        self._states = [start(game, scenario, ruleset=ruleset)]
        self._entries: list[Entry] = []
        self._resolve()

    @property
    def state(self) -> Any:
        """The state now."""
        return self._states[-1]

    @property
    def record(self) -> Record:
        """What was played so far; at the end with the outcome in its headers."""
        game, scenario, ruleset = self._names
        played = Record(
            game, scenario, tuple(self._entries), ruleset=ruleset, headers=dict(self._headers), seed=self.seed
        )
        return closed(played, self.state.outcome)

    def play(self, action: Action | str, comment: str = "") -> None:
        """Play an action, or its notation, then let chance do what is due; RuleError changes nothing."""
        by = self._by(action)
        self._push(by, action, comment)
        self._resolve()
        if self._autosave:
            save(self.record, self._autosave)

    def undo(self, *, across_chance: bool = False) -> None:
        """Take the last choice back; RuleError across dice, cards or a reveal unless asked to."""
        if not self._entries:
            raise RuleError("there is nothing to undo", rule="1.0")
        back = 1
        while back < len(self._entries) and self._entries[-back].by == CHANCE:
            back += 1
        known = [e.by == CHANCE for e in self._entries[-back:]]
        revealed = any(e.kind in ("reveal", "battle") for s in self._states[-back:] for e in s.events)
        if (any(known) or revealed) and not across_chance:
            raise RuleError("dice, cards or hidden blocks have been seen since; undo(across_chance=True)", rule="1.0")
        del self._entries[-back:], self._states[-back:]

    def _by(self, action: Action | str) -> str:
        """Who an action belongs to: the side it names, else the first that is to choose."""
        active = self.state.active
        named = getattr(action, "side", None) or (str(action).split(" ")[0] if len(active) > 1 else None)
        return str(named) if named in active else (str(active[0]) if active else "")

    def _push(self, by: str, action: Action | str, comment: str = "") -> None:
        after = self.state.apply(action)
        self._entries.append(Entry(by, str(action), comment))
        self._states.append(after)

    def _resolve(self) -> None:
        while self._chance and self.state.active == (CHANCE,):
            self._push(CHANCE, self.state.sample(self._rng))

    def __len__(self) -> int:
        """Return the number of actions played, those of chance included."""
        return len(self._entries)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        bundle: dict[str, Any] = self.state._repr_mimebundle_()
        return bundle
