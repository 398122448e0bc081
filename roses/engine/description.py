"""The description of a game, for tools that work with every game: names, start, rules text, checks, headings.

``Invariants`` is the base class of the checks that every state and every action of a game must pass.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import msgspec

from roses.engine.errors import brief
from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action, Matter
from roses.engine.record import Record
from roses.engine.rules import Rulebook, find
from roses.engine.state import GameState


class Defect(Exception):
    """A check failed: ``check`` is its name, the message says in one sentence what is wrong."""

    def __init__(self, check: str, reason: str) -> None:
        self.check = check
        super().__init__(reason)


def demand(holds: bool, check: str, reason: str) -> None:
    """Raise a Defect unless ``holds``.

    >>> demand(3 < 2, "order", "3 is not less than 2")
    Traceback (most recent call last):
    roses.engine.description.Defect: 3 is not less than 2
    """
    if not holds:
        raise Defect(check, reason)


class Invariants:
    """Checks one game while it is played.

    Each game derives its own class; its instances may store values for later checks to compare with. Both methods raise
    a Defect for the first check that fails.
    """

    def look(self, state: Any) -> None:
        """Check one state by itself."""

    def step(self, before: Any, action: str, after: Any) -> None:
        """Check the change from one state to the next by an action, given in notation."""


class Description(msgspec.Struct, frozen=True):
    """One game of the kit. The first scenario and the first ruleset are the defaults.

    * ``name``: the name given to ``roses.start``, such as ``"lancaster"``;
    * ``scenarios``: the names of the scenarios; ``rulesets``: the rulesets by name;
    * ``begin(scenario, rules, **options)``: returns the first state; ``rules`` is a value of ``rulesets`` or a variant;
    * ``options``: the further arguments of ``begin``, each with the values that fuzzing tries, the default first;
    * ``book``: the rules text;
    * ``idle``: the classes of actions that change nothing, such as Pass;
    * ``invariants()``: returns a new checker for one game;
    * ``headings(state)``: returns the headings of a state in the sequence of play, the widest first;
    * ``resample(view, rng)``: returns a state drawn at random that agrees with a view, None if the game has no such
      function;
    * ``exchange(state, side, rng)``: returns a state that differs only in what is hidden from a side; None as above;
    * ``areas``: the areas that a march of a narrated record may name;
    * ``left(view)``: returns sentences on what the viewer has left to spend, for the first step of a hint;
    * ``matters(view, tree)``: returns what matters to the viewer now, the most urgent first, for the second step; both
      depend on the view and the tree of options alone;
    * ``record(name)``: returns a record that the game can make by itself; None for an unknown name.

    >>> from roses.richard.game import GAME
    >>> GAME.name, GAME.scenarios[0], next(iter(GAME.rulesets))
    ('richard-iii', '1460', 'revised')
    """

    name: str
    scenarios: tuple[str, ...]
    rulesets: Mapping[str, Any]
    begin: Callable[..., GameState]
    book: Rulebook
    idle: tuple[type[Action], ...]
    invariants: Callable[[], Invariants]
    headings: Callable[[Any], tuple[str, ...]]
    options: Mapping[str, tuple[Any, ...]] = {}
    areas: Collection[str] = ()
    left: Callable[[Any], Sequence[str]] = lambda _view: ()
    matters: Callable[[Any, Sequence[Option]], Sequence[Matter]] = lambda _view, _tree: ()
    record: Callable[[str], Record | None] = lambda _name: None
    resample: Callable[[Any, random.Random], GameState] | None = None
    exchange: Callable[[Any, str, random.Random], GameState] | None = None

    def start(
        self, scenario: str | None = None, ruleset: str | None = None, options: Mapping[str, Any] = {}
    ) -> GameState:
        """Return the first state; ValueError lists the known names if a scenario, ruleset or option is unknown."""
        chosen, rules = scenario or self.scenarios[0], ruleset or next(iter(self.rulesets))
        if chosen not in self.scenarios:
            message = _("there is no scenario {where!r} of {name}; choose from {scenarios}")
            scenarios = ", ".join(map(repr, self.scenarios))
            raise ValueError(message.format(where=brief(chosen), name=self.name, scenarios=scenarios))
        for option in options.keys() - self.options.keys():
            message = _("there is no option {option!r} of {name}; it has none")
            if self.options:
                message = _("there is no option {option!r} of {name}; choose from {options}")
            names = ", ".join(map(repr, self.options))
            raise ValueError(message.format(option=option, name=self.name, options=names))
        return self.begin(chosen, find(rules, self.rulesets), **options)
