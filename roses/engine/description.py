"""What the tools that serve every game must know of one: its names, how it starts, what to watch. Knows no game."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.invariants import Invariants
from roses.engine.protocol import Action
from roses.engine.rulebook import Rulebook
from roses.engine.rulesets import find
from roses.engine.state import GameState


class Description(msgspec.Struct, frozen=True):
    """One game of the kit. Of scenarios and rulesets the first is the default.

    ``begin(scenario, rules, **options)`` gives the first state; ``rules`` is a value of ``rulesets`` or a variant of
    one. ``options`` are the names of what else it may be told, each with the values that trials go through, the
    default first. ``book`` holds its rules text. ``idle`` are the kinds of actions that do nothing. ``invariants``
    gives a fresh watcher for one game. ``headings`` says where in the sequence of play a state stands, from the
    outside in. ``areas`` are the names that the marches of a narrated record may lead over.
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

    def start(
        self, scenario: str | None = None, ruleset: str | None = None, options: Mapping[str, Any] = {}
    ) -> GameState:
        """Return the first state; ValueError names what is known where a name or an option is not."""
        where, by = scenario or self.scenarios[0], ruleset or next(iter(self.rulesets))
        if where not in self.scenarios:
            raise ValueError(
                _("there is no scenario {where!r} of {name}; known are {scenarios}").format(
                    where=where, name=self.name, scenarios=_list(self.scenarios)
                )
            )
        for option in options.keys() - self.options.keys():
            known = _("known are {options}").format(options=_list(self.options)) if self.options else _("it has none")
            raise ValueError(
                _("there is no option {option!r} of {name}; {known}").format(option=option, name=self.name, known=known)
            )
        return self.begin(where, find(by, self.rulesets), **options)


def _list(names: Iterable[str]) -> str:
    return ", ".join(map(repr, names))
