"""The state of the court game: frozen, asked by ``legal_actions``, changed by ``apply`` into another state."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from roses.engine.draft import freeze, thaw
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action, Outcome
from roses.lancaster import sequence
from roses.lancaster.actions import read
from roses.lancaster.components import components as load
from roses.lancaster.phases import effects
from roses.lancaster.phases.setup import favours
from roses.lancaster.position import Draft, Fields, Phase
from roses.lancaster.prompts import SYNONYMS, due
from roses.lancaster.refusals import reason
from roses.lancaster.ruleset import Ruleset
from roses.lancaster.subjects import RULES, SUBJECTS, idle
from roses.lancaster.tables import COLOURS, COUNTIES, PLAYERS, SPACES, Components, Setup
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
    def question(self) -> str:
        """Who decides what now, in half a sentence."""
        return due(self)

    @property
    def synonyms(self) -> Mapping[str, str]:
        """Words that players use, each with the words of the notation it may stand for."""
        return SYNONYMS

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
        d = thaw(self, Draft)
        if self.active == (CHANCE,):
            sequence.DRAWN[self.phase](d, action)
        else:
            side = getattr(action, "side", self.active[0])
            sequence.APPLY[self.phase](d, COLOURS.index(side), action)
        sequence.run(d)
        return freeze(d, State)

    def view(self, side: str | None = None) -> View:
        """Return what ``side`` may know; None is the umpire who sees all."""
        return make_view(self, side)

    def __repr__(self) -> str:
        return f"<1413: {self.setup.players} players, round {self.round}, {self.phase}, {self.active}>"


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
        raise ValueError(
            _("Lancaster is a game for {least} to {most} players, not for {players!r:.20}").format(
                least=PLAYERS[0], most=PLAYERS[-1], players=players
            )
        )
    parts = load(components)
    setup = next(setup for setup in parts.setups if setup.players == players)
    house = parts.house
    colours = [house] * players + [parts.ally] * (players if setup.allies else 0)  # rules 3.2, 14.2
    d = Draft(
        parts, rules or Ruleset(), setup, round=0, phase=Phase.START, active=(), first=0, mover=-1,
        waiting=(), court=[tuple(sorted(colour.court)) for colour in colours], deck=_deck(parts, setup), favours=0,
        reserve=[tuple(sorted(colour.reserve)) for colour in colours], castle=[(0,) * len(SPACES)] * len(colours),
        built=[0] * players, turned=[0] * players, nobles=[0] * players, gold=[house.gold] * players,
        squires=[house.squires] * players, markers=[house.markers] * players, leftover=[0] * players,
        score=[0] * players, counties=[None] * len(COUNTIES), stacks=[setup.nobles] * len(COUNTIES), removed=0,
        conflicts=(), laws=(), pile=0, proposals=(), passed=(), votes=(), at=0, items=0, captured=(), owed=(), then="",
        result=None, events=[], stage="set-up",
    )  # fmt: skip
    d.favours = favours(d)
    sequence.run(d)
    return freeze(d, State)


def _deck(parts: Components, setup: Setup) -> int:
    """The conflicts of the game: one is removed for each strength that is named, the last of its kind (rule 3.6)."""
    left = list(range(len(parts.conflicts)))
    for strength in setup.conflicts_removed:
        left.remove(max(i for i in left if parts.conflicts[i].strength == strength))
    return sum(1 << i for i in left)
