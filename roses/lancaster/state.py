"""The state of the court game: frozen, asked by ``legal_actions``, changed by ``apply`` into another state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

from roses.engine.protocol import CHANCE, Action, Outcome
from roses.lancaster import sequence
from roses.lancaster.actions import read
from roses.lancaster.components import components as load
from roses.lancaster.phases import effects
from roses.lancaster.phases.setup import favours
from roses.lancaster.position import FIELDS, LISTS, Draft, Fields, Phase
from roses.lancaster.refusals import reason
from roses.lancaster.ruleset import Ruleset
from roses.lancaster.subjects import RULES, SUBJECTS, idle
from roses.lancaster.tables import COLOURS, COUNTIES, PLAYERS, SPACES
from roses.lancaster.view import View, make_view

GAME: Final = "lancaster"
SCENARIO: Final = "1413"


class State(Fields, frozen=True):
    """A position of the game, complete; nobody should see it whole but an umpire: give players ``view(side)``.

    Colours are numbers, players first, in a game for two then their allies; counties, conflicts, castle spaces, favours
    and laws are the places in the lists of roster.py, sets of them the bits of ints. Knights are their strengths.
    ``deck`` and ``pile`` are the conflicts and laws still to come, as sets: nobody's state holds their order.

    >>> state = start(players=3)
    >>> state.active, state.phase
    (('Chance',), <Phase.START: 'start player'>)
    >>> state = state.apply("draw Green as start player")
    >>> state.active, str(state.legal_actions()[0])
    (('Green',), 'build knight')
    """

    @property
    def outcome(self) -> Outcome | None:
        """Winner and reason, or None while the game goes on (rule 13.5)."""
        return self.result

    @property
    def sides(self) -> tuple[str, ...]:
        """The players' colours, clockwise."""
        return COLOURS[: self.setup.players]

    @property
    def rule(self) -> str:
        """The paragraph of the decision that is due."""
        return RULES[self.phase]

    @property
    def header(self) -> dict[str, Any]:
        """What a record of this game begins with; components as values, so that it replays anywhere."""
        own = {"components": self.parts.own} if self.parts.own else {}
        options = {"players": self.setup.players, **own}
        return {"game": GAME, "scenario": SCENARIO, "ruleset": self.rules.name, "options": options}

    @property
    def subjects(self) -> Collection[str]:
        """Counties, conflicts, favours, castle spaces, laws and colours, for ``explain``."""
        return SUBJECTS

    def parse(self, text: str) -> Action:
        """Return the action that a notation names, legal or not; RuleError if it names none."""
        return read(text)

    def reason(self, action: Action, who: str) -> tuple[str, str] | None:
        """Return the rule that forbids ``action`` here and why; None if only the moment is wrong."""
        return reason(self, action, who)

    def idle(self, thing: str, who: str) -> tuple[str, str] | None:
        """Return the rule and why a thing has no part in the decision due."""
        return idle(self, thing, who)

    @property
    def formerly(self) -> Action | None:
        """Earlier versions took a lone extension of law L06, or the lone noble of a favour, unasked (8.4, 6.3)."""
        return effects.formerly(self.legal_actions()) if self.phase in (Phase.BUILDING, Phase.NOBLE) else None

    def _choices(self, side: str) -> Sequence[Action]:
        if side == CHANCE:
            return sequence.DRAWS[self.phase](self)
        return sequence.LEGAL[self.phase](self, COLOURS.index(side))

    def apply_unchecked(self, action: Action) -> State:
        """Apply an action that is known to be legal."""
        d = thaw(self)
        if self.active == (CHANCE,):
            sequence.DRAWN[self.phase](d, action)
        else:
            side = getattr(action, "side", self.active[0])
            sequence.APPLY[self.phase](d, COLOURS.index(side), action)
        sequence.run(d)
        return freeze(d)

    def view(self, side: str | None = None) -> View:
        """Return what ``side`` may know; None is the umpire who sees all."""
        return make_view(self, side)

    def __repr__(self) -> str:
        return f"<1413: {self.setup.players} players, round {self.round}, {self.phase}, {self.active}>"


_FIELD_VALUES: Final = attrgetter(*FIELDS)
_LISTS: Final = tuple(FIELDS.index(name) for name in LISTS)
_EVENTS: Final = FIELDS.index("events")


def thaw(state: State) -> Draft:
    """Return the draft on which the next state is worked out."""
    d = Draft.__new__(Draft)
    values = list(_FIELD_VALUES(state))
    for i in _LISTS:
        values[i] = list(values[i])
    values[_EVENTS] = []
    d.__dict__ = dict(zip(FIELDS, values, strict=True))
    d.stage = ""
    return d


def freeze(d: Draft) -> State:
    """Return the state that a draft has become."""
    values = list(_FIELD_VALUES(d))
    for i in _LISTS:
        values[i] = tuple(values[i])
    values[_EVENTS] = tuple(d.events)
    return State(*values)


def start(
    scenario: str = SCENARIO,
    rules: Ruleset | None = None,
    *,
    players: int = 4,
    components: str | Path | Mapping[str, Any] | None = None,
) -> State:
    """Return the set-up for so many players, with the start player to be drawn (rules 3.1 to 3.7).

    ``components`` is a JSON file, or a dict, with values of one's own. ValueError for a number of players that cannot
    be; DataError names what is wrong with the components.

    >>> start(players=6)
    Traceback (most recent call last):
    ValueError: Lancaster is a game for 2 to 5 players, not for 6
    """
    if type(players) is not int or players not in PLAYERS:
        raise ValueError(f"Lancaster is a game for {PLAYERS[0]} to {PLAYERS[-1]} players, not for {players!r:.20}")
    parts = load(components)
    d = Draft.__new__(Draft)
    d.parts, d.rules = parts, rules or Ruleset()
    d.setup = next(setup for setup in parts.setups if setup.players == players)
    _board(d)
    _colours(d)
    d.stage = "set-up"
    sequence.run(d)
    return freeze(d)


def _board(d: Draft) -> None:
    """What lies on the board before the first round (rules 3.1, 3.5, 3.6)."""
    d.round, d.first, d.mover, d.waiting = 0, 0, -1, ()
    d.counties, d.stacks, d.removed = [None] * len(COUNTIES), [d.setup.nobles] * len(COUNTIES), 0
    d.conflicts, d.deck, d.favours = (), _deck(d), favours(d)
    d.laws, d.pile, d.proposals, d.passed, d.votes = (), 0, (), (), ()
    d.at, d.items, d.captured, d.owed, d.then, d.result, d.events = 0, 0, (), (), "", None, []


def _colours(d: Draft) -> None:
    """What each colour begins with: players, then in a game for two their allies (rules 3.2, 14.2)."""
    players = d.setup.players
    house, ally = d.parts.house, d.parts.ally
    colours = [house] * players + [ally] * (players if d.setup.allies else 0)
    d.court = [tuple(sorted(colour.court)) for colour in colours]
    d.reserve = [tuple(sorted(colour.reserve)) for colour in colours]
    d.castle = [(0,) * len(SPACES)] * len(colours)
    d.built, d.turned, d.nobles, d.leftover, d.score = ([0] * players for _ in range(5))
    d.gold, d.squires, d.markers = ([amount] * players for amount in (house.gold, house.squires, house.markers))


def _deck(d: Draft) -> int:
    """The conflicts of the game: one is removed for each strength that is named, the last of its kind (rule 3.6)."""
    left = list(range(len(d.parts.conflicts)))
    for strength in d.setup.conflicts_removed:
        left.remove(max(i for i in left if d.parts.conflicts[i].strength == strength))
    return sum(1 << i for i in left)
