"""Checks that hold in every game: no dead end, a limited length, notation that reads back, rules that exist.

Checks of one game alone are its invariants.
"""

from __future__ import annotations

import random
from typing import Any, Final

from roses.engine.description import Defect, Description, demand
from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE, Action
from roses.engine.state import GameState

GAME_LIMIT: Final = 6000  # actions; random games have up to about 1000
_REMEMBERED: Final = 60  # actions kept to be tried in states where they are not legal


class Checks:
    """Checks of one random game: ``look`` for each state, ``step`` for each action. Defect at the first fault.

    Slow checks (notation, views, refusals, explanations) are made on a random sample of states, drawn with ``rng``.

    >>> import roses
    >>> from roses.engine.games import describe
    >>> Checks(describe("richard-iii"), random.Random(1)).look(roses.start("richard-iii", "1483"))
    """

    def __init__(self, game: Description, rng: random.Random) -> None:
        self._own = game.invariants()
        self._paragraphs = frozenset(game.book.numbers())
        self._rng = rng
        self._steps = 0
        self._pool: list[Action] = []
        self._seen: dict[str | None, Any] = {}

    def look(self, state: GameState) -> None:
        """Check one state."""
        self._own.look(state)
        self._choices(state)
        self._seen = self._views(state) if self._rng.random() < 0.04 else {}
        if self._rng.random() < 0.02:
            self._refusal(state)
        if self._rng.random() < 0.01:
            self._explains(state)

    def step(self, before: GameState, action: str, after: GameState) -> None:
        """Check an action by the states before and after it."""
        self._steps += 1
        demand(self._steps <= GAME_LIMIT, "endless", f"the game is not over after {GAME_LIMIT} actions")
        self._own.step(before, action, after)
        for e in after.events:
            text = str(e)
            demand(text.endswith(".") and "{" not in text, "sentence", f"the event {e.kind} reads {text!r}")
            demand(e.rule in self._paragraphs, "rule", f"the event {e.kind} names a rule {e.rule!r} without a text")
        for side, view in self._seen.items():
            demand(before.view(side) == view, "view", f"{side} sees {before!r} otherwise once {action} is applied")

    def _choices(self, state: GameState) -> None:
        if (state.outcome is None) == (not state.active):
            raise Defect("dead end", f"the outcome is {state.outcome}, and active are {state.active} at {state!r}")
        for side in (*state.sides, CHANCE):
            actions = state.legal_actions(side)
            can, must = bool(actions), side in state.active
            if can != must:
                who = f"{side} is to choose" if must else f"{side} is not to choose"
                raise Defect("dead end", f"{who}, and has {len(actions)} legal actions at {state!r}")
            if can:
                self._written(state, side, actions)

    def _written(self, state: GameState, side: str, actions: tuple[Action, ...]) -> None:
        if len(set(actions)) < len(actions):
            raise Defect("notation", f"{side} has the same action twice at {state!r}")
        for action in {self._rng.choice(actions), self._rng.choice(actions)}:
            if (back := state.parse(str(action))) != action:
                raise Defect("notation", f"{action} is read back as {back!r}")
        self._remember(self._rng.choice(actions))

    def _remember(self, action: Action) -> None:
        if len(self._pool) < _REMEMBERED:
            self._pool.append(action)
        else:
            self._pool[self._rng.randrange(_REMEMBERED)] = action

    def _views(self, state: GameState) -> dict[str | None, Any]:
        """Return each side's view; ``step`` checks that applying an action has not changed it."""
        views = {side: state.view(side) for side in (None, *state.sides)}
        for side, view in views.items():
            demand(not isinstance(view, GameState), "view", f"{side} sees the state itself at {state!r}")
        return views

    def _refusal(self, state: GameState) -> None:
        """Check that an action legal elsewhere is refused with a rule, and that the actions it offers are legal."""
        action = self._rng.choice(self._pool)
        legal = {a for side in state.active for a in state.legal_actions(side)}
        if action in legal or (type(action) in map(type, legal) and not _listed(state)):
            return
        try:
            state.apply(action)
        except RuleError as error:
            self._cites(error.rule, f"the refusal of {action}", state)
            wrong = [a for a in error.nearest if a not in legal]
            demand(not wrong, "refusal", f"{action} is refused at {state!r}, and {wrong} offered")
        else:
            raise Defect("refusal", f"{action} is not legal at {state!r} and is played")

    def _explains(self, state: GameState) -> None:
        """Check that legal actions are explained as legal, and that every subject has a rule and a sentence."""
        for side in state.active:
            action = self._rng.choice(state.legal_actions(side))
            demand(state.explain(action).legal, "explain", f"{action} is legal at {state!r}, and is explained away")
        for asked in (self._rng.choice(self._pool), self._rng.choice(sorted(state.subjects))):
            answer = state.explain(asked)
            demand(len(answer.sentence) > len(answer.asked), "explain", f"{asked} is not explained at {state!r}")
            self._cites(answer.rule, f"the explanation of {asked}", state)

    def _cites(self, rule: str, what: str, state: GameState) -> None:
        demand(rule in self._paragraphs, "rule", f"{what} at {state!r} names the rule {rule!r}; there is none")


def _listed(state: GameState) -> bool:
    """Whether ``legal_actions`` is complete; of a deal of cards it lists one of many."""
    try:
        return state.active != (CHANCE,) or bool(state.chance_outcomes())
    except RuleError:
        return False
