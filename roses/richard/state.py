"""The state of a block war game: frozen, asked by ``legal_actions``, changed by ``apply`` into another state."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, Final

from roses.engine.draft import freeze, thaw
from roses.engine.errors import RuleError
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action, Outcome, Roll
from roses.richard import sequence, tables
from roses.richard.actions import Deal, Play, read
from roses.richard.costs import ALSO_CALLED, SYNONYMS, detail
from roses.richard.events import AnyEvent, seen
from roses.richard.phases import cards, political
from roses.richard.position import Draft, Fields, Phase, own_masks, prisoner_bit
from roses.richard.prompts import RULES, due
from roses.richard.refusals import reason
from roses.richard.ruleset import Ruleset
from roses.richard.subjects import SUBJECTS, idle
from roses.richard.tables import INDEX, OUT, PLACE, SIDES, STEPS
from roses.richard.view import View, make_view

GAME: Final = "richard-iii"


class State(Fields, frozen=True):
    """A position of the game, complete; nobody should see it whole but an umpire: give players ``view(side)``.

    Sets of blocks are the bits of ints, places and blocks the indices of tables.py. ``occ`` holds the blocks in each
    place, ``loc`` the place of each block, ``steps`` its strength; ``down`` are the face-down blocks.

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
        """Lancaster and York."""
        return SIDES

    @property
    def rule(self) -> str:
        """The paragraph of the decision that is due."""
        return RULES[self.phase]

    @property
    def question(self) -> str:
        """The decision that is due, in half a sentence."""
        return due(self)

    @property
    def header(self) -> dict[str, Any]:
        """What a record of this game begins with."""
        return {"game": GAME, "scenario": self.setup.id, "ruleset": self.rules.name, "options": {}}

    @property
    def subjects(self) -> Collection[str]:
        """Areas and blocks, for ``explain``."""
        return SUBJECTS

    def parse(self, text: str) -> Action:
        """Return the action that a notation names, legal or not; RuleError if it names none."""
        return read(text)

    def reason(self, action: Action, who: str) -> tuple[str, str]:
        """Return the rule that forbids ``action`` here and why, in words for ``who``."""
        return reason(self, who, action)

    def idle(self, thing: str, who: str) -> tuple[str, str] | None:
        """Return the rule and why a block has nothing to do now, in words for ``who``."""
        return idle(self, who, thing)

    @property
    def formerly(self) -> Action | None:
        """Earlier versions sent Salisbury and Kent of York to Calais unasked (rule 8.3)."""
        return political.formerly(self.legal_actions()) if self.phase is Phase.HOMEWARD else None

    def detail(self, action: Action) -> str:
        """Return what a move costs, or what a card is called."""
        return detail(self, action)

    @property
    def synonyms(self) -> Mapping[str, str]:
        """Words that players use, each with the words of the notation it may stand for."""
        return SYNONYMS

    @property
    def also_called(self) -> Mapping[str, str]:
        """Event cards by name, and cities for the areas they lie in."""
        return ALSO_CALLED

    def _choices(self, side: str) -> Sequence[Action]:
        """Return what a side may choose; at dice all falls, at a deal, of which there are 15 billion, one specimen."""
        if side != CHANCE:
            return sequence.LEGAL[self.phase](self, SIDES.index(side))
        return _rolls(self.due.dice) if self.due else (cards.specimen(self),)

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Return every fall of the dice that are due with its probability; RuleError if no dice are due.

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
        """Return why chance cannot bring this here."""
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
        """Apply an action that is known to be legal."""
        d = thaw(self, Draft)
        if isinstance(action, Roll) and d.due is not None:
            sequence.ROLLED[d.due.kind](d, d.due, action.dice)
            if d.phase is not Phase.ROLL or d.due is self.due:
                d.due = None
        elif isinstance(action, Deal):
            cards.apply_deal(d, action)
        else:
            side = SIDES.index(action.side if isinstance(action, Play) else self.active[0])
            sequence.APPLY[self.phase](d, side, action)
        sequence.run(d)
        return freeze(d, State)

    def events_for(self, side: str | None = None) -> tuple[AnyEvent, ...]:
        """Return the events as ``side`` may know them; None sees all."""
        return seen(self.events, side)

    def view(self, side: str | None = None) -> View:
        """Return what ``side`` may know; None is the umpire who sees all."""
        return make_view(self, side)

    def __repr__(self) -> str:
        return f"<{self.setup.title}: campaign {self.campaign}, turn {self.turn}, {self.phase}, {self.active}>"


@cache
def _rolls(dice: int) -> tuple[Action, ...]:
    return tuple(Roll(dice) for dice in product(range(1, 7), repeat=dice))


def start(name: str = "1460", rules: Ruleset | None = None) -> State:
    """Return the set-up of a scenario, with the first deal due (rules 4.0 to 4.6)."""
    setup = tables.scenario(name)
    loc = bytearray([OUT]) * len(INDEX)
    for place, names in setup.placements.items():
        for member in names:
            loc[INDEX[member]] = PLACE[place]
    occ = [0] * (OUT + 1)
    for block, where in enumerate(loc):
        occ[where] |= 1 << block
    king, pretender = INDEX[setup.king], INDEX[setup.pretender]
    king_side = 0 if tables.COLOUR[0] >> king & 1 else 1
    d = Draft(
        occ, loc, bytearray(0 if where == OUT else STEPS[b] for b, where in enumerate(loc)),
        crossed=bytearray(len(tables.BORDERS)), events=[], setup=setup, rules=rules or Ruleset(),
        campaign=setup.campaigns[0], turn=0, phase=Phase.DEAL, active=(CHANCE,), down=0, own=own_masks(king_side),
        prisoner=prisoner_bit(setup.prisoner), king=king, king_dead=False, king_side=king_side, pretender=pretender,
        owed=(0, 0), hands=(0, 0), played=(0, 0), mulligan=0, first=-1, mover=-1, ap=0, event="", treason=-1, moved=0,
        activated=0, credits=(), spot=-1, fronts=(), battle=None, due=None, settled=0, votes=(0, 0), result=None,
        stage="deal",
    )  # fmt: skip
    sequence.run(d)
    return freeze(d, State)
