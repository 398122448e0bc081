"""The state of the court game: ``legal_actions`` lists the choices, ``apply`` returns the next state."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.options import Parts
from roses.engine.protocol import CHANCE, Action, Outcome
from roses.engine.state import GameState, freeze, thaw
from roses.lancaster import phases
from roses.lancaster.actions import read
from roses.lancaster.components import components as load
from roses.lancaster.options import split
from roses.lancaster.phases.setup import favours
from roses.lancaster.position import Draft, Phase, Position
from roses.lancaster.prompts import DECISIONS, due, words
from roses.lancaster.refusals import SUBJECTS, idle, reason
from roses.lancaster.ruleset import Ruleset
from roses.lancaster.tables import COLOURS, CONFLICT_NAMES, COUNTIES, PLAYERS, SPACES
from roses.lancaster.view import View, make_view

GAME: Final = "lancaster"
SCENARIO: Final = "1413"


class State(Position, GameState, frozen=True):  # type: ignore[misc]  # see Known in position.py
    """A complete position, which only an umpire may see; players get ``view(side)``.

    Colours are indices into ``COLOURS`` of tables.py: first the players, then in a game for two their allies. Counties,
    conflicts, castle spaces, favours and laws are indices into ``COUNTIES``, ``CARDS``, ``SPACES``, ``FAVOURS`` and
    ``LAWS``. A set is the bits of an int, a knight is its strength; a tuple "by colour" includes the allies.

    * Game: ``parts``: the Components; ``setup``: what the number of players changes; ``rules``: the Ruleset in force
      (the text of the rules is ``game.BOOK``); ``round``: 1 to 5, 0 in the set-up; ``phase``: the decision due;
      ``active``: who must choose; ``first``: the start player; ``mover``: the player whose turn it is, -1 for none;
      ``waiting``: the players who still have to choose in this phase, in order; ``events``: those of the last action;
      ``result``: the Outcome or None.
    * Knights, by colour: ``court``, ``reserve``: their strengths; ``castle``: the strength on each space, 0 for nobody.
    * Goods, by player: ``built``: the set of extensions; ``turned``: those that yield nothing this round (law M14);
      ``nobles``: the set of counties with a noble at his table; ``gold``; ``squires``: in hand; ``markers``: for votes;
      ``leftover``: markers left after the third vote, for laws (8.7); ``score``: points.
    * Board: ``counties``: by county, the knight there with his squires (``Stack``) or None; ``stacks``: by county, how
      many nobles are left there, not the ``Stack``; ``removed``: how many nobles allies took out of the game (14.6);
      ``conflicts``: in the order in which they are scored, the lower row first; ``favours``: the set face up.
    * Laws: ``laws``: in force, left to right; ``proposals``: of the round; ``passed``: whether each was accepted, as
      far as voted; ``votes``: by player (yes, markers), None until cast, empty outside the votes; ``deck``, ``pile``:
      the sets of conflicts and laws to come, without an order.
    * Effects: ``owed``: those still to be given out, in order; ``then``: the stage that follows when there are none;
      ``captured``: (player, knights) who may be ransomed (11.5).
    * Fields with several meanings: ``at`` is the colour that earned a favour (6.1), the place in ``laws`` of the law
      applied (7.5), the county resolved (9.1), or how many conflicts are still to be scored (11.1). ``items`` is the
      set of castle spaces still to be scored (10.2), or of counties or extensions still to be paid for (M11, M14).

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
    def rule(self) -> str:
        """The rule number of the decision due."""
        return DECISIONS[self.phase][0]

    @property
    def question(self) -> str:
        """Who decides what now, in half a sentence."""
        return due(self)

    def split(self, action: Action) -> Parts:
        """Return the parts of an action that may be chosen now: its kind, what acts, where or what for."""
        return split(self, action)

    @property
    def synonyms(self) -> Mapping[str, str]:
        """Words that players use, mapped to the words of the notation that they may stand for."""
        return words().words

    @property
    def also_called(self) -> Mapping[str, str]:
        """Names that players use for colours, goods and the like, mapped to those of the notation."""
        return words().names | {name: card for card, name in CONFLICT_NAMES.items()}

    @property
    def header(self) -> dict[str, Any]:
        """The first fields of a record of this game; they hold a user's own components, so that it replays anywhere."""
        own = {"components": self.parts.own} if self.parts.own else {}
        agreed = {"laws": list(self.parts.agreed)} if self.parts.agreed else {}
        options = {"players": self.setup.players, **own, **agreed}
        return {"game": GAME, "scenario": SCENARIO, "ruleset": self.rules.name, "options": options}

    @property
    def subjects(self) -> Collection[str]:
        """The counties, conflicts, favours, castle spaces, laws and colours that ``explain`` knows besides actions."""
        return SUBJECTS

    def parse(self, text: str) -> Action:
        """Return the action that a notation names, legal or not; RuleError if it names none."""
        return read(text)

    def reason(self, action: Action, who: str) -> tuple[str, str] | None:
        """Return (rule that forbids ``action``, reason), for ``who``; None if the action belongs to another phase."""
        return reason(self, action, who)

    def idle(self, thing: str, who: str) -> tuple[str, str] | None:
        """Return (rule, reason why a thing has no part in the decision due), for ``who``; None if no rule says why."""
        return idle(self, thing, who)

    def _choices(self, side: str) -> Sequence[Action]:
        if side == CHANCE:
            return phases.DRAWS[self.phase][0](self)
        return phases.CHOICES[self.phase][0](self, COLOURS.index(side))

    def sample(self, rng: random.Random) -> Action:
        """Return one of the draws of chance, all equally likely."""
        self._demand_chance()
        draws = self.legal_actions(CHANCE)
        return rng.choices(draws, cum_weights=_cumulative_weights(len(draws)))[0]

    def apply_unchecked(self, action: Action) -> State:
        """Return the state after an action without checking that it is legal."""
        d = thaw(self, Draft)
        if self.active == (CHANCE,):
            phases.DRAWS[self.phase][1](d, action)
        else:
            side = getattr(action, "side", self.active[0])
            phases.CHOICES[self.phase][1](d, COLOURS.index(side), action)
        phases.run(d)
        return freeze(d, State)

    def view(self, side: str | None = None) -> View:
        """Return the View of ``side``; None is an umpire, who sees all."""
        self.check_side(side)
        return make_view(self, side)

    def __repr__(self) -> str:
        return f"<1413: {self.setup.players} players, round {self.round}, {self.phase}, {self.active}>"


@cache
def _cumulative_weights(number: int) -> list[float]:
    """Return the running sums of ``number`` equal probabilities, up to 1."""
    return list(accumulate([1 / number] * number))


def start(
    scenario: str = SCENARIO,
    rules: Ruleset | None = None,
    *,
    players: int = 4,
    components: str | Path | Mapping[str, Any] | None = None,
    laws: Sequence[str] | None = None,
) -> State:
    """Return the set-up for 2 to 5 players, with the draw of the start player due (rules 3.1 to 3.7).

    ``components`` is a JSON file or a dict with a user's own values (see components.py). ``laws`` are those that the
    players agree on, old and new ones mixed: for each section, 0 to 4, ``"base"``, ``"expansion"`` or names such as
    ``"L10 M11 L12"`` (rule 8.7). ValueError for another number of players, and for laws that do not fit; DataError
    names what is wrong with the components.

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
    if laws is not None and rules is not None and rules.expansion_laws != "none":
        message = _("the laws are agreed on, so the ruleset cannot say expansion_laws={value}")
        raise ValueError(message.format(value=rules.expansion_laws))
    parts = load(components, laws)
    setup = next(setup for setup in parts.setups if setup.players == players)
    house = parts.house
    colours = [house] * players + [parts.ally] * (players if setup.allies else 0)  # rules 3.2, 14.2
    deck = list(range(len(parts.conflicts)))
    for strength in setup.conflicts_removed:  # the last card of each of these strengths is left out (rule 3.6)
        deck.remove(max(card for card in deck if parts.conflicts[card].strength == strength))
    d = Draft(
        parts, rules or Ruleset(), setup, round=0, phase=Phase.START, active=(), first=0, mover=-1,
        waiting=(), court=tuple([tuple(sorted(colour.court)) for colour in colours]), deck=sum(1 << i for i in deck),
        favours=0, reserve=tuple([tuple(sorted(colour.reserve)) for colour in colours]),
        castle=((0,) * len(SPACES),) * len(colours),
        built=(0,) * players, turned=(0,) * players, nobles=(0,) * players, gold=(house.gold,) * players,
        squires=(house.squires,) * players, markers=(house.markers,) * players, leftover=(0,) * players,
        score=(0,) * players, counties=(None,) * len(COUNTIES), stacks=(setup.nobles,) * len(COUNTIES), removed=0,
        conflicts=(), laws=(), pile=0, proposals=(), passed=(), votes=(), at=0, items=0, captured=(), owed=(), then="",
        result=None, events=(), stage="set-up",
    )  # fmt: skip
    d.favours = favours(d)
    phases.run(d)
    return freeze(d, State)
