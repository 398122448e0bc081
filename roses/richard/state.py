"""The state of a block war game: frozen, asked by ``legal_actions``, changed by ``apply`` into another state."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from operator import attrgetter
from typing import Any

import msgspec

from roses.engine import show
from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE, Action, Event, Outcome, Roll
from roses.richard import roster, sequence
from roses.richard.actions import Deal, Play, read
from roses.richard.explain import Explanation, explain
from roses.richard.nearest import nearest
from roses.richard.phases import cards
from roses.richard.position import FIELDS, Battle, Draft, Due, Front, Phase, own_masks, prisoner_bit
from roses.richard.roster import INDEX, OUT, PLACE, SIDES, STEPS, Scenario
from roses.richard.ruleset import Ruleset
from roses.richard.view import View, make_view


class State(msgspec.Struct, frozen=True, dict=True):
    """A position of the game, complete; nobody should see it whole but an umpire: give players ``view(side)``.

    Sets of blocks are the bits of ints, places and blocks the indices of roster.py. ``occ`` holds the blocks in each
    place, ``loc`` the place of each block, ``steps`` its strength; ``down`` are the face-down blocks.

    >>> state = start("1483")
    >>> state.active, state.phase
    (('Chance',), <Phase.DEAL: 'deal'>)
    >>> state = state.apply(state.sample(random.Random(1)))
    >>> state.active, str(state.legal_actions("York")[0])
    (('Lancaster', 'York'), 'York plays card 1')
    """

    setup: Scenario
    rules: Ruleset
    campaign: int
    turn: int
    phase: Phase
    active: tuple[str, ...]
    occ: tuple[int, ...]
    loc: bytes
    steps: bytes
    down: int
    own: tuple[int, int]
    prisoner: int
    king: int
    king_dead: bool
    king_side: int
    pretender: int
    owed: tuple[int, int]
    hands: tuple[int, int]
    played: tuple[int, int]
    mulligan: int
    first: int
    mover: int
    ap: int
    event: str
    treason: int
    moved: int
    activated: int
    crossed: bytes
    credits: tuple[tuple[int, int], ...]
    spot: int
    fronts: tuple[Front, ...]
    battle: Battle | None
    due: Due | None
    settled: int
    votes: tuple[int, int]
    result: Outcome | None
    events: tuple[Event, ...]

    @property
    def outcome(self) -> Outcome | None:
        """Winner and reason, or None while the game goes on (rule 9.0)."""
        return self.result

    def legal_actions(self, side: str | None = None) -> tuple[Action, ...]:
        """Return what ``side`` may choose, in fixed order; without a side, the first that is still to choose.

        Never empty before the end. At dice all falls are listed; at a deal, of which there are 15 billion, one
        specimen stands for all. A side that has nothing to choose gets ().
        """
        who = side or (self.active[0] if self.active else "")
        if who not in self.active:
            return ()
        known: dict[str, tuple[Action, ...]] = self.__dict__.setdefault("_legal", {})
        if who not in known:
            known[who] = self._chances() if who == CHANCE else tuple(self._choices(SIDES.index(who)))
        return known[who]

    def _choices(self, side: int) -> list[Action]:
        return sequence.LEGAL[self.phase](self, side)

    def _chances(self) -> tuple[Action, ...]:
        return _rolls(self.due.dice) if self.due else (cards.specimen(self),)

    def chance_outcomes(self) -> list[tuple[Action, float]]:
        """Return every fall of the dice that are due with its probability; RuleError if no dice are due.

        >>> [p for _, p in start("1483").chance_outcomes()]
        Traceback (most recent call last):
        roses.engine.errors.RuleError: no dice are due, but cards; draw a deal with sample(rng) (rule 8.5)
        """
        if not self.due or self.active != (CHANCE,):
            due = "cards; draw a deal with sample(rng)" if self.phase is Phase.DEAL else f"a choice ({self.phase})"
            raise RuleError(f"no dice are due, but {due}", rule="8.5" if self.phase is Phase.DEAL else "6.4")
        rolls = _rolls(self.due.dice)
        return [(roll, 1 / len(rolls)) for roll in rolls]

    def sample(self, rng: random.Random) -> Action:
        """Return one chance action drawn by its probability: dice or a deal."""
        if self.active != (CHANCE,):
            raise RuleError(f"nothing is left to chance now; {' and '.join(self.active)} must choose", rule="1.2")
        if self.due:
            return Roll(tuple(rng.randrange(1, 7) for _ in range(self.due.dice)))
        return cards.draw(self, rng)

    def apply(self, action: Action | str) -> State:
        """Return the state after ``action`` (or its notation); RuleError if it is not legal here."""
        if isinstance(action, str):
            action = read(action)
        if self.active == (CHANCE,):
            self._check_chance(action)
        else:
            side = action.side if isinstance(action, Play) else None
            if action not in self.legal_actions(side):
                raise nearest(self, action)
        return self._step(action)

    def _check_chance(self, action: Action) -> None:
        """Refuse what chance cannot do here."""
        if self.due:
            if isinstance(action, Roll) and len(action.dice) == self.due.dice and all(1 <= n <= 6 for n in action.dice):
                return
            raise RuleError(f"{action} does not fit: {self.due.dice} dice of 1 to 6 are due", rule="6.4")
        if not isinstance(action, Deal):
            raise RuleError(f"{action} does not fit: the cards must be dealt first", rule="8.5")
        if wrong := cards.deal_error(self, action):
            raise RuleError(wrong, rule="8.5")

    def _step(self, action: Action) -> State:
        """Apply an action that is known to be legal."""
        d = _thaw(self)
        if isinstance(action, Roll):
            sequence.ROLLED[d.due.kind](d, action.dice)  # type: ignore[union-attr]
            if d.phase is not Phase.ROLL or d.due is self.due:
                d.due = None
        elif isinstance(action, Deal):
            cards.apply_deal(d, action)
        else:
            side = SIDES.index(action.side if isinstance(action, Play) else self.active[0])
            sequence.APPLY[self.phase](d, side, action)
        sequence.run(d)
        return _freeze(d)

    def explain(self, asked: Action | str) -> Explanation:
        """Say whether an action, a block or an area is open now, by which rule, and why or why not.

        >>> state = start("1483").apply("deal Lancaster 13 20 21 22 8 17 19 York 14 7 15 23 16 18 9")
        >>> print(state.explain("York plays card 13"))
        York plays card 13 is not legal now: card 13 is not in the hand of York (rule 1.1). Legal: York plays card ...
        """
        return explain(self, asked)

    def view(self, side: str | None = None) -> View:
        """Return what ``side`` may know; None is the umpire who sees all."""
        return make_view(self, side)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        return show.mimebundle(self.view())

    def __repr__(self) -> str:
        return f"<{self.setup.title}: campaign {self.campaign}, turn {self.turn}, {self.phase}, {self.active}>"


_FIELD_VALUES = attrgetter(*FIELDS)


def _thaw(state: State) -> Draft:
    d = Draft.__new__(Draft)
    d.__dict__ = dict(zip(FIELDS, _FIELD_VALUES(state), strict=True))
    d.occ = list(state.occ)
    d.loc = bytearray(state.loc)
    d.steps = bytearray(state.steps)
    d.crossed = bytearray(state.crossed)
    d.events = []
    d.stage = ""
    return d


def _freeze(d: Draft) -> State:
    values = list(_FIELD_VALUES(d))
    values[_OCC] = tuple(d.occ)
    values[_LOC] = bytes(d.loc)
    values[_STEPS] = bytes(d.steps)
    values[_CROSSED] = bytes(d.crossed)
    values[_EVENTS] = tuple(d.events)
    return State(*values)


_OCC, _LOC, _STEPS, _CROSSED, _EVENTS = (FIELDS.index(n) for n in ("occ", "loc", "steps", "crossed", "events"))


@cache
def _rolls(dice: int) -> tuple[Action, ...]:
    return tuple(Roll(dice) for dice in product(range(1, 7), repeat=dice))


def start(name: str = "1460", rules: Ruleset | None = None) -> State:
    """Return the set-up of a scenario, with the first deal due (rules 4.0 to 4.6)."""
    setup = roster.scenario(name)
    loc = bytearray([OUT]) * len(INDEX)
    for place, names in setup.placements.items():
        for member in names:
            loc[INDEX[member]] = PLACE[place]
    occ = [0] * (OUT + 1)
    for block, where in enumerate(loc):
        occ[where] |= 1 << block
    king_side = 0 if roster.COLOUR[0] >> INDEX[setup.king] & 1 else 1
    d = Draft.__new__(Draft)
    d.setup, d.rules, d.campaign, d.turn = setup, rules or Ruleset(), setup.campaigns[0], 0
    d.occ, d.loc, d.steps = occ, loc, bytearray(0 if loc[b] == OUT else STEPS[b] for b in range(len(loc)))
    d.down, d.own, d.prisoner = 0, own_masks(king_side), prisoner_bit(setup.prisoner)
    d.king, d.king_dead, d.king_side, d.pretender = INDEX[setup.king], False, king_side, INDEX[setup.pretender]
    d.owed, d.votes, d.result, d.events, d.stage = (0, 0), (0, 0), None, [], "deal"
    d.played, d.first, d.mover, d.ap, d.event, d.treason = (0, 0), -1, -1, 0, "", -1
    d.moved = d.activated = d.settled = 0
    d.crossed, d.credits, d.spot, d.fronts, d.battle, d.due = bytearray(len(roster.BORDERS)), (), -1, (), None, None
    sequence.run(d)
    return _freeze(d)
