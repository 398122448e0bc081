"""What the states of a game are worth to York: exact inside small battles, the model of the crown between them.

Where dice or a deal are due it is the mean over what may fall, each with its probability; so what falls can be better
or worse than that, but never on average.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise, product
from math import comb
from typing import Final, NamedTuple

from roses.lab.winning.model import york_wins
from roses.odds.endings import over
from roses.odds.enumeration import key, moves
from roses.richard.actions import Deal
from roses.richard.phases.cards import HAND, deck, who_draws
from roses.richard.position import Phase, battle_in, present
from roses.richard.state import State
from roses.richard.tables import CARDS, bits

_Cards = tuple[int, ...]
SMALL: Final = 3000  # positions, roughly, up to which a battle is played through


class How(StrEnum):
    """Where a value comes from."""

    END = "end"  # the game is over
    EXACT = "exact"  # the battle in hand played through, everybody standing and firing; the model where it ends
    DICE = "dice"  # the model after each number of hits, with its probability, once they are taken
    DEAL = "deal"  # the model after each pair of hands, with its probability
    MODEL = "model"


class Value(NamedTuple):
    """The chance 0..1 that York wins, and where it comes from."""

    york: float
    how: How


class Values:
    """The values of the states of one game; each position is valued once, so that equal ones are worth the same.

    >>> import roses
    >>> game, values = roses.replay("1483-richard-iii"), Values()
    >>> values.of(game[-1])
    Value(york=0.0, how=<How.END: 'end'>)
    >>> values.of(game[131]).how
    <How.DICE: 'dice'>
    """

    def __init__(self) -> None:
        self._battle: Hashable = None
        self._exact: dict[Hashable, float] = {}

    def of(self, s: State) -> Value:
        """Return the value of a state."""
        if s.result is not None:
            return Value(york_wins(s), How.END)
        if s.phase is Phase.DEAL:
            return Value(sum(chance * york_wins(s.apply_unchecked(deal)) for chance, deal in hands(s)), How.DEAL)
        if s.battle is None or over(s):
            return Value(york_wins(s), How.MODEL)
        if s.due is not None:
            return self._ahead(s)
        if small(s):
            place = s.setup.id, s.campaign, s.turn, battle_in(s).area
            if self._battle != place:
                self._battle, self._exact = place, {}
            return Value(self._mean(s), How.EXACT)
        return self._ahead(s) if s.phase is Phase.HITS else Value(york_wins(s), How.MODEL)

    def _ahead(self, s: State) -> Value:
        """Return the mean over the dice that are due, or over the tied blocks that may take the hits."""
        ways = [(chance, self.of(s.apply_unchecked(action))) for action, chance in moves(s, None)]
        rough = any(chance and value.how in (How.MODEL, How.DICE) for chance, value in ways)
        return Value(sum(chance * value.york for chance, value in ways), How.DICE if rough else How.EXACT)

    def _mean(self, s: State) -> float:
        """Return the mean over all ends of the battle in hand, if everybody stands and fires (``roses.odds.stand``)."""
        if over(s):  # by all that a battle can change and the model looks at
            blocks = s.loc, s.steps, s.own, s.down, s.prisoner
            end = (s.result, *blocks, s.king, s.king_dead, s.pretender, s.fronts, s.active)
            if end not in self._exact:
                self._exact[end] = york_wins(s)
            return self._exact[end]
        if s.due is not None:  # but one position leads here
            return self._sum(s)
        same = key(s)
        if same not in self._exact:
            self._exact[same] = self._sum(s)
        return self._exact[same]

    def _sum(self, s: State) -> float:
        return sum([part * self._mean(s.apply_unchecked(action)) for action, part in moves(s, None)])


def changes(states: Sequence[State]) -> Iterator[tuple[str, float]]:
    """Yield for each action of a game who acted, a side or Chance, and what that changed in York's chance 0..1.

    These are the numbers of ``roses.ledger``: what chance changed is luck, what a side did is its choice. No better
    choice is looked for, so this is quicker than a ledger.

    >>> import roses
    >>> game = roses.replay("1483-richard-iii")
    >>> steps = list(changes(game.states))
    >>> round(sum(change for by, change in steps if by == "Chance") - roses.ledger(game).luck, 9)
    0.0
    """
    values = Values()
    before = values.of(states[0]).york
    for state, after in pairwise(states):
        now = values.of(after).york
        both = state.active  # of two sides that choose at once that one acted which has nothing left to choose
        yield both[0] if len(both) == 1 else next(side for side in both if side not in after.active), now - before
        before = now


def small(s: State) -> bool:
    """Return whether the battle in hand is played through: by the losses that may come, the blocks and the rounds.

    >>> import roses
    >>> small(roses.battle("Leicester", {"Warwick": "Richmond, Oxford"}, "Gloucester, Norfolk"))
    True
    """
    battle = battle_in(s)
    there = [present(s, battle.area, side) for side in (0, 1)]
    ways = [_losses(tuple(sorted(s.steps[block] for block in bits(blocks)))) for blocks in there]
    turns = (there[0] | there[1]).bit_count() * (5 - max(1, battle.round))
    return ways[0] * ways[1] * turns <= SMALL


@lru_cache(maxsize=4096)
def _losses(steps: tuple[int, ...]) -> int:
    """Return how many different strengths an army may come to, each hit falling on one of its strongest blocks."""
    seen, edge = {steps}, [steps]
    while edge:
        now = edge.pop()
        most = max(now, default=0)
        for at, left in enumerate(now):
            after = (*now[:at], left - 1, *now[at + 1 :])
            if left == most > 0 and after not in seen:
                seen.add(after)
                edge.append(after)
    return len(seen)


def hands(s: State) -> list[tuple[float, Deal]]:
    """Return a deal for each difference of action points between the hands that may be dealt, with its probability.

    For the model all hands of so many points are equal, so these stand for the 15 billion deals of a campaign.

    >>> import roses
    >>> deals = hands(roses.start("richard-iii", "1483"))
    >>> len(deals), round(sum(chance for chance, _deal in deals), 12)
    (41, 1.0)
    """
    hands_left = [None if new else bits(hand) for new, hand in zip(who_draws(s), s.hands, strict=True)]
    return _deals(deck(s), *hands_left)


@lru_cache(maxsize=8)
def _deals(pack: _Cards, lancaster: _Cards | None, york: _Cards | None) -> list[tuple[float, Deal]]:
    """Return the deals from a pack to those who keep no hand."""
    ways: dict[int, float] = {}
    example: dict[int, Deal] = {}
    for first, n, rest in [(lancaster, 1, pack)] if lancaster else _drawn(pack):
        for second, m, _rest in [(york, 1, rest)] if york else _drawn(rest):
            lead = sum(CARDS[card].points for card in second) - sum(CARDS[card].points for card in first)
            ways[lead] = ways.get(lead, 0) + n * m
            example[lead] = Deal(first, second)
    total = sum(ways.values())
    return [(number / total, example[lead]) for lead, number in sorted(ways.items())]


def _drawn(pack: _Cards) -> Iterator[tuple[_Cards, int, _Cards]]:
    """Yield a hand for each way to have so many cards of each worth: (hand, in how many ways, what is left)."""
    by_points: dict[int, list[int]] = {}
    for card in pack:
        by_points.setdefault(CARDS[card].points, []).append(card)
    kinds = list(by_points.values())
    for numbers in product(*(range(min(HAND, len(kind)) + 1) for kind in kinds)):
        if sum(numbers) == HAND:
            hand = tuple(sorted(card for kind, n in zip(kinds, numbers, strict=True) for card in kind[:n]))
            ways = 1
            for kind, n in zip(kinds, numbers, strict=True):
                ways *= comb(len(kind), n)
            yield hand, ways, tuple(card for card in pack if card not in hand)
