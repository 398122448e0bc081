"""The state of the block war game: ``legal_actions`` lists the choices, ``apply`` returns the next state."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Final

import msgspec

from roses.engine.errors import RuleError
from roses.engine.i18n import gettext as _
from roses.engine.options import Parts
from roses.engine.protocol import CHANCE, Action, Order, Outcome, Roll
from roses.engine.state import GameState, freeze, thaw
from roses.richard import knowledge, phases, tables
from roses.richard.actions import Deal, Mulligan, Play, read
from roses.richard.events import AnyEvent, seen
from roses.richard.options import cost, detail, split, words
from roses.richard.phases import cards, march
from roses.richard.position import Draft, Phase, Position, full_strength, occupants, own_masks, prisoner_bit
from roses.richard.prompts import RULES, due, points
from roses.richard.refusals import SUBJECTS, idle, reason
from roses.richard.rules import Ruleset
from roses.richard.tables import INDEX, OUT, PAIR, PLACE, SIDES
from roses.richard.view import View, make_view

GAME: Final = "richard-iii"
_OF_A_SIDE: Final = (Play, Mulligan)  # both sides choose at once


class State(Position, GameState, frozen=True):  # type: ignore[misc]  # see Known in knowledge.py
    """A complete position, for an umpire's eyes; players get ``view(side)``.

    Places, borders and blocks are indices into ``PLACES``, ``BORDERS`` and ``NAMES`` of tables.py; sides are 0 for
    Lancaster and 1 for York, -1 for none; cards are their numbers. Sets are the bits of an int; "by side" is a pair
    (Lancaster, York).

    * Game: ``setup``: the scenario; ``rules``: the Ruleset in force (rules.py holds it and the text of the rules);
      ``campaign``: 1 to 3; ``turn``: 1 to 7, 0 before the first; ``phase``: the decision due; ``active``: who must
      choose; ``events``: of the last action; ``result``: the Outcome or None;
      ``line_up``: the battle with which the game began, or None.
    * Blocks: ``occ``: the set in each place; ``loc``: the place of each; ``steps``: the strength of each, 0 if out;
      ``own``: by side, the set it controls, the Rebel included (3.26); ``down``: the set that was eliminated and lies
      face down until the campaign ends (6.8); ``prisoner``: the set of prisoners, Henry VI or none (Kingmaker).
    * Titles: ``king``, ``pretender``: blocks; ``king_side``; ``king_dead``: whether the crown is vacant until
      the supply phase (6.81); ``owed``: by side, the minors due for dead heirs (6.82); ``votes``: by side, the
      lords as counted in the last political turn (8.2).
    * Cards: ``hands``: by side, a set; ``played``: by side, the card of this turn, 0 if none yet; ``mulligan``: sum of
      1 if Lancaster and 2 if York gets a new hand in the deal due, and 4 if a hand was returned in this campaign (5.1).
      ``spent``: by side, the set of the cards played in earlier turns of the campaign, which lie face up (1.1).
    * Memory: ``traced`` and ``gauged``: the sets of blocks whose place and strength the enemy knows (knowledge.py).
    * Action phase: ``first``: the first player; ``mover``: the side whose part it is, also in the supply phase and the
      political turn; ``ap``: action points left; ``event``: that of the card in play, "" for an action card;
      ``treason``: the side that still has the roll of its Treason card; ``moved``: the set of blocks that moved, were
      recruited or changed sides in this turn; ``activated``: the set of areas paid for (5.2); ``crossed``: how many
      blocks have crossed each border (5.21); ``credits``: (start, goal) of port pairs half used (5.31).
    * Battles: ``fronts``: the areas attacked in this turn; ``battle``: the one being fought or None; ``due``: the dice
      to be thrown or None (the decision due is ``phase``).
    * Fields with several meanings: ``spot`` is an area, that of the muster (5.1), or a block, the traitor who may be
      executed (9.1), else -1. ``settled`` is the set of what the phase has dealt with: areas whose main attack is named
      (6.3), sides whose minor waits (6.82), traitors decided on (9.1), blocks that starved (7.1), or blocks that went
      home (8.3, 8.4); there the bit ``len(NAMES)``, no block, says that the traitor was alone in a home of his (9.1).

    >>> state = start("1483")
    >>> state.active, state.phase
    (('Chance',), <Phase.DEAL: 'deal'>)
    >>> state = state.apply(state.sample(random.Random(1)))
    >>> state.active, str(state.legal_actions("York")[0])
    (('Lancaster', 'York'), 'York plays card 1')
    """

    @property
    def outcome(self) -> Outcome | None:
        """Winner and reason, or None while the game goes on (rule 9.0)."""
        return self.result

    @property
    def sides(self) -> tuple[str, ...]:
        """``("Lancaster", "York")``."""
        return SIDES

    @property
    def rule(self) -> str:
        """The rule number of the decision due."""
        return RULES[self.phase]

    @property
    def question(self) -> str:
        """Who decides what now, in half a sentence."""
        return due(self)

    @property
    def header(self) -> dict[str, Any]:
        """The first fields of a record of this game."""
        options: dict[str, Any] = {"line_up": msgspec.to_builtins(self.line_up)} if self.line_up else {}
        if self.last != tables.SCENARIOS[self.setup.id].campaigns[1]:
            options["campaigns"] = self.last - self.setup.campaigns[0] + 1
        return {"game": GAME, "scenario": self.setup.id, "ruleset": self.rules.name, "options": options}

    @property
    def title(self) -> str:
        """The title of the scenario."""
        return self.setup.title

    @property
    def subjects(self) -> Collection[str]:
        """The areas, seas, blocks and the Treason card, which ``explain`` knows besides actions."""
        return SUBJECTS

    def parse(self, text: str) -> Action:
        """Return the action that a notation names, legal or not; RuleError if it names none."""
        return read(text)

    def reason(self, action: Action, who: str) -> tuple[str, str]:
        """Return (rule that forbids ``action`` in this state, reason), as a text for ``who``."""
        return reason(self, who, action)

    def idle(self, thing: str, who: str) -> tuple[str, str] | None:
        """Return (rule, reason why a block has nothing to do now), as a text for ``who``."""
        return idle(self, who, thing)

    def detail(self, action: Action | Order) -> str:
        """Return the price of a move or of an order, or the name of a card."""
        if not isinstance(action, Order):
            return detail(self, action)
        state, total = self, 0
        for part in action.actions:
            total += cost(state, SIDES.index(self.active[0]), part)
            state = state.apply_unchecked(part)
        return points(total)

    def split(self, action: Action) -> Parts:
        """Return the parts of an action that may be chosen now: its kind, what acts, where or what for."""
        return split(self, action)

    def unlikely(self, name: str, who: str) -> int:
        """Return 0 for areas and own blocks, 1 for other blocks, 2 for those whose other version is in play (3.22)."""
        if name not in INDEX or who not in SIDES:
            return 0
        block = INDEX[name]
        if PAIR[block] >= 0 and self.loc[block] == OUT != self.loc[PAIR[block]]:
            return 2
        return int(not self.own[SIDES.index(who)] >> block & 1)

    @property
    def synonyms(self) -> Mapping[str, str]:
        """Words of players to the words of the notation they may stand for."""
        return words().words

    @property
    def also_called(self) -> Mapping[str, str]:
        """Event cards by name, and cities for the areas they lie in."""
        return words().names

    def _choices(self, side: str) -> Sequence[Action]:
        """Return the actions of a side, all rolls of the dice due, or one example of the 15 billion deals."""
        if side != CHANCE:
            return phases.LEGAL[self.phase](self, SIDES.index(side))
        return _rolls(self.due.dice) if self.due else (cards.specimen(self),)

    def _offered(self, side: str, action: Action) -> Sequence[Action]:
        """Return the legal actions of a side; in the action phase those of the block of ``action`` alone (1.2)."""
        if self.phase is not Phase.ACTIONS:
            return self.legal_actions(side)
        block = getattr(action, "block", None)
        only = 1 << INDEX[block] if isinstance(block, str) and block in INDEX else 0
        return march.legal(self, SIDES.index(side), only)

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Return every roll of the dice due with its probability, 0 to 1; RuleError if no dice are due.

        >>> [p for _, p in start("1483").chance_outcomes()]
        Traceback (most recent call last):
        roses.engine.errors.RuleError: no dice are due, but cards; draw a deal with sample(rng) (rule 8.5)
        """
        if self.phase is Phase.DEAL:
            raise RuleError(_("no dice are due, but cards; draw a deal with sample(rng)"), rule="8.5")
        return super().chance_outcomes()

    def sample(self, rng: random.Random) -> Action:
        """Return one chance action drawn by its probability: dice or a deal."""
        self._demand_chance()
        if self.due:
            return Roll(tuple(rng.randrange(1, 7) for _ in range(self.due.dice)))
        return cards.draw(self, rng)

    def _mischance(self, action: Action) -> RuleError | None:
        """Return the error for an impossible roll or deal, None for a possible one."""
        if self.due:
            if isinstance(action, Roll) and len(action.dice) == self.due.dice and all(1 <= n <= 6 for n in action.dice):
                return None
            return RuleError(
                _("{action} does not fit: {dice} dice of 1 to 6 are due").format(action=action, dice=self.due.dice),
                rule="6.4",
            )
        if not isinstance(action, Deal):
            return RuleError(
                _("{action} does not fit: the cards must be dealt first").format(action=action), rule="8.5"
            )
        wrong = cards.deal_error(self, action)
        return (
            RuleError(_("{action} does not fit: {wrong}").format(action=action, wrong=wrong), rule="8.5")
            if wrong
            else None
        )

    def apply_unchecked(self, action: Action) -> State:
        """Return the state after an action without checking that it is legal."""
        d, due = thaw(self, Draft), self.due
        if due and isinstance(action, Roll):
            phases.ROLLED[due.kind](d, due, action.dice)
            if d.due is due or d.phase is not Phase.ROLL:
                d.due = None
        elif type(action) is Deal:
            cards.apply_deal(d, action)
        else:
            who = action.side if len(self.active) > 1 and isinstance(action, _OF_A_SIDE) else self.active[0]
            phases.APPLY[self.phase](d, SIDES.index(who), action)
        phases.run(d)
        if blocks := knowledge.revealed(d):
            knowledge.see(d, blocks)
        return freeze(d, State)

    def events_for(self, side: str | None = None) -> tuple[AnyEvent, ...]:
        """Return the events as ``side`` may know them; None sees all."""
        return seen(self.events, side)

    def view(self, side: str | None = None) -> View:
        """Return the View of ``side``; None is an umpire, who sees all."""
        self.check_side(side)
        return make_view(self, side)

    def __repr__(self) -> str:
        return f"<{self.setup.title}: campaign {self.campaign}, turn {self.turn}, {self.phase}, {self.active}>"


@cache
def _rolls(dice: int) -> tuple[Action, ...]:
    return tuple(Roll(dice) for dice in product(range(1, 7), repeat=dice))


def start(name: str = "1460", rules: Ruleset | None = None, campaigns: int | None = None) -> State:
    """Return the set-up of a scenario, with the first deal due (rules 4.0 to 4.6).

    ``campaigns`` are how many are played, by default those of the scenario; that of 1470 may go on to a second (1.0).
    ValueError for an unknown scenario or another number.

    >>> start("1470").setup.title
    'Kingmaker'
    """
    setup = tables.scenario(name, campaigns)
    loc = bytearray([OUT]) * len(INDEX)
    for place, names in setup.placements.items():
        for member in names:
            loc[INDEX[member]] = PLACE[place]
    king, pretender = INDEX[setup.king], INDEX[setup.pretender]
    king_side = 0 if tables.COLOUR[0] >> king & 1 else 1
    d = Draft(
        rules=rules or Ruleset(), setup=setup, campaign=setup.campaigns[0], turn=0, phase=Phase.DEAL, active=(CHANCE,),
        events=(), occ=occupants(loc), loc=bytes(loc), steps=full_strength(loc), own=own_masks(king_side),
        prisoner=prisoner_bit(setup.prisoner), king=king, king_dead=False, king_side=king_side, pretender=pretender,
        owed=(0, 0), votes=(0, 0), hands=(0, 0), played=(0, 0), spent=(0, 0), mulligan=0, first=-1, mover=-1, ap=0,
        event="", treason=-1, spot=-1, down=0, moved=0, settled=0, activated=0, credits=(),
        crossed=bytes(len(tables.BORDERS)), fronts=(), battle=None, due=None, traced=knowledge.EVERYBODY,
        gauged=knowledge.EVERYBODY, result=None, line_up=None, stage="deal",
    )  # fmt: skip
    phases.run(d)
    return freeze(d, State)


def demand_war(value: object) -> State:
    """Return a state of the block war game as it is; ValueError, in one sentence, for anything else.

    >>> import roses
    >>> demand_war(roses.start("lancaster", players=3))
    Traceback (most recent call last):
    ValueError: this needs a state of richard-iii, not one of lancaster
    """
    if isinstance(value, State):
        return value
    if isinstance(value, GameState):
        message = _("this needs a state of richard-iii, not one of {game}")
        raise ValueError(message.format(game=value.header["game"]))
    message = _("this needs a state of richard-iii, such as roses.start() returns, not {kind}")
    raise ValueError(message.format(kind=type(value).__name__))
