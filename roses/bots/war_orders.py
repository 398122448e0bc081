"""The block war game played ahead: whole orders, what each gains within one ply, and the mind for ``search``."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple, cast

from roses.bots.search import Order, carry_out
from roses.bots.war_worth import Worth, worth
from roses.engine.games import resample
from roses.engine.protocol import Action, Decline, Done
from roses.richard.actions import March, Recruit, Sail
from roses.richard.phases.moves import NO_PAIR, sea_pair
from roses.richard.position import Phase, present
from roses.richard.state import State
from roses.richard.tables import BORDER_OF, CAPACITIES, HEIRS, INDEX, NAMES, PLACE, ROSTER, SIDES
from roses.richard.view import View

_ROADS: Final = 3  # the most areas from which one attack may come, since rule 6.3 allows no more borders
_ARMIES: Final = 4  # the strongest armies, from which attacks are made up
_PAIRS: Final = 3  # the strongest pairs of blocks that sail from port to port for one point


class _Way(NamedTuple):
    """A way by land: the blocks that may march along it, the strongest first, and how many of them at most."""

    path: tuple[str, ...]
    blocks: list[int]
    room: int

    def march(self, blocks: Iterable[int]) -> Order:
        """Return the marches of these blocks along the way."""
        return tuple([March(NAMES[block], self.path) for block in blocks])


def find_orders(s: State, side: int, options: Sequence[Action]) -> list[Order]:
    """Return orders for a side in its action phase, or in a muster; the first action of each is one of the options.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester, Norfolk", side="York")
    >>> orders = find_orders(state, 1, state.legal_actions("York"))
    >>> [str(action) for action in next(order for order in orders if len(order) == 2)]
    ['Gloucester marches to Middlesex', 'Norfolk marches to Middlesex']
    """
    orders: dict[Order, None] = dict.fromkeys((option,) for option in options if isinstance(option, Recruit))
    attacks: dict[int, list[_Way]] = defaultdict(list)
    for (_start, goal), way in _ways(s, options).items():
        hostile = present(s, goal, 1 - side) > 0
        orders |= dict.fromkeys(way.march(group) for group in _groups(way, hostile))
        if hostile:
            attacks[goal].append(way)
    for ways in attacks.values():
        orders |= dict.fromkeys(_joint(s, ways))
    orders |= dict.fromkeys(_voyages(s, side, options))
    orders.pop((), None)
    return list(orders)


def _strength(s: State, block: int) -> float:
    """Return the mean hits of a block in a round of battle."""
    return s.steps[block] * ROSTER[block].firepower / 6


def _ways(s: State, options: Sequence[Action]) -> dict[tuple[int, int], _Way]:
    """Return the widest way from each area to each goal, of equals the shortest (rules 5.1, 5.21)."""
    walkers: dict[tuple[int, tuple[str, ...]], list[int]] = defaultdict(list)
    for option in options:
        if isinstance(option, March):
            walkers[s.loc[INDEX[option.block]], option.path].append(INDEX[option.block])
    widest: dict[tuple[int, int], _Way] = {}
    for (start, path), blocks in walkers.items():
        areas = [start, *(PLACE[area] for area in path)]
        borders = [BORDER_OF[step] for step in pairwise(areas)]
        room = min(len(blocks), *(CAPACITIES[b] + (s.event == "surprise") - s.crossed[b] for b in borders))
        other = widest.get((start, areas[-1]))
        if other is None or (room, -len(path)) > (other.room, -len(other.path)):
            widest[start, areas[-1]] = _Way(path, sorted(blocks, key=lambda b: -_strength(s, b)), room)
    return widest


def _groups(way: _Way, hostile: bool) -> Iterator[list[int]]:
    """Yield groups that march: all, all but heirs, an heir alone, and where no enemy is, a few."""
    common = [block for block in way.blocks if not HEIRS >> block & 1]
    yield way.blocks[: way.room]
    yield common[: way.room]
    yield from ([block] for block in way.blocks if HEIRS >> block & 1)
    if not hostile:
        yield from (common[:1], common[-1:], common[:2], way.blocks[: max(1, way.room - 1)])


def _joint(s: State, ways: list[_Way]) -> Iterator[Order]:
    """Yield attacks from several areas on one, the strongest army first: with heirs, and without."""
    ways = sorted(ways, key=lambda way: -sum(_strength(s, b) for b in way.blocks[: way.room]))[:_ARMIES]
    for number in range(2, min(max(1, s.ap) + 1, _ROADS) + 1):
        for chosen in combinations(ways, number):
            for barred in (0, HEIRS):
                armies = [[b for b in way.blocks if not barred >> b & 1][: way.room] for way in chosen]
                marches = [way.march(army) for way, army in zip(chosen, armies, strict=True)]
                yield tuple([march for part in marches for march in part])


def _voyages(s: State, side: int, options: Sequence[Action]) -> Iterator[Order]:
    """Yield single sea moves, by one sea zone for each goal, and pairs from port to port (rules 5.3, 5.31)."""
    sails: dict[tuple[int, int], dict[str, Sail]] = defaultdict(dict)
    for option in options:
        if isinstance(option, Sail):
            sails[s.loc[INDEX[option.block]], PLACE[option.area]].setdefault(option.block, option)
    for (start, goal), by_block in sails.items():
        crew = sorted(by_block.values(), key=lambda sail: -_strength(s, INDEX[sail.block]))
        yield from ((sail,) for sail in crew)
        if s.ap and sea_pair(s, side, start, goal) != NO_PAIR:
            yield from list(combinations(crew, 2))[:_PAIRS]


_WORLDS: Final = 6  # states to draw for a view
_ROUGH: Final = 2  # the number of them in which every order is weighed
_FINALISTS: Final = 6  # the number of orders that are weighed with exact odds, in all of them
LEAST: Final = 0.7  # the least number of action points that an order is taken to cost


def draw_worlds(view: View, rng: random.Random) -> list[State]:
    """Return random states that agree with a view."""
    return [cast(State, resample(view, rng)) for _number in range(_WORLDS)]


def branches(s: State, chance: float = 1.0) -> Iterator[tuple[float, State]]:
    """Yield (probability, state) for each number of hits of the dice due, once the hits are taken.

    The probabilities add up to ``chance``. Of blocks that may take hits the first one does (rule 6.4).

    >>> import roses
    >>> state = roses.battle("Leicester", {"Warwick": "Oxford:2"}, "Hastings:1").apply("Oxford fires")
    >>> [round(chance, 3) for chance, _state in branches(state)]
    [0.444, 0.444, 0.111]
    """
    from roses.odds.enumeration import falls  # with numpy, which nothing loads before it is needed

    if s.phase is Phase.ROLL and s.due:
        for roll, part in falls(s, s.due):
            if part:
                yield from branches(s.apply_unchecked(roll), chance * part)
    elif s.phase is Phase.HITS:
        yield from branches(s.apply_unchecked(s.legal_actions()[0]), chance)
    else:
        yield chance, s


class Foresight:
    """What options and orders gain for the viewer, in lords, averaged over states drawn from its view.

    With ``chances`` the crown and the lives of heirs are weighed as chances to win (see ``worth``).

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester, Norfolk", side="York")
    >>> view, options = state.view("York"), state.legal_actions("York")
    >>> gains = Foresight(view, draw_worlds(view, random.Random(1))).orders(options)
    >>> {order[0] for order in gains if order} <= set(options)
    True
    """

    def __init__(self, view: View, worlds: Sequence[State], chances: bool = False) -> None:
        self.side = SIDES.index(view.viewer or "")
        self.worlds, self._chances = worlds, chances

    def options(self, options: Sequence[Action]) -> dict[Action, Worth]:
        """Return the mean worth of the states that each option leads to, over worlds and dice."""
        return {option: self._mean((option,), self.worlds) for option in options}

    def orders(self, options: Sequence[Action]) -> dict[Order, Worth]:
        """Return orders made of these options, the best first: gain for each action point, and chance of the crown.

        () is the empty order. All are weighed in two worlds with mean hits; the best of them in all worlds, with exact
        odds of small battles. The gain of no other order is set higher than the least gain of these.
        """
        every = find_orders(self.worlds[0], self.side, options)
        rough = self._gains(every, self.worlds[:_ROUGH], exact=False)
        final = self._gains(list(rough)[:_FINALISTS], self.worlds, exact=True)
        final[()] = Worth(0.0, self._mean((), self.worlds).crown)
        least = min(gain.total for gain in final.values())
        others = {o: Worth(min(least, gain.total), gain.crown) for o, gain in rough.items() if o not in final}
        return dict(sorted((final | others).items(), key=lambda item: -item[1].total))

    def _gains(self, orders: Sequence[Order], worlds: Sequence[State], exact: bool) -> dict[Order, Worth]:
        """Return the gain of orders for each action point that they cost, the best first."""
        before, points = self._mean((), worlds, exact).total, worlds[0].ap
        gains = {}
        for order in orders:
            after = self._mean(order, worlds, exact)
            cost = max(LEAST, points - carry_out(worlds[0], order).ap)
            gains[order] = Worth((after.total - before) / cost, after.crown)
        return dict(sorted(gains.items(), key=lambda item: -item[1].total))

    def _mean(self, order: Order, worlds: Sequence[State], exact: bool = False) -> Worth:
        """Return the mean worth of the states that an order leads to in these worlds."""
        total = crown = 0.0
        for world in worlds:
            for chance, after in branches(carry_out(world, order)):
                value = worth(after, self.side, exact, self._chances)
                total += chance * value.total / len(worlds)
                crown += chance * value.crown / len(worlds)
        return Worth(total, crown)


_GOOD: Final = 16  # the best orders of a side's first decision in a drawn state, which are weighed again at later ones
_WIDEST: Final = 8  # the most orders to try at a decision ahead
ACTING: Final = {Phase.ACTIONS, Phase.MUSTER, Phase.MUSTER_AREA, Phase.PLAGUE, Phase.MAIN_ATTACK}


class War:
    """The mind of a side in a decision of its action phase: a ``Mind`` for ``search``.

    The action phases of both sides are played ahead until the battles, which are estimated by the exact odds of small
    ones; the states after that are weighed as chances to win. ``draw`` returns a state that agrees with the view,
    another one each time.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester, Norfolk", Essex="Oxford", side="York")
    >>> mind = War(state.view("York"), lambda: state)
    >>> mind.over(state), (Done(),) in mind.first()
    (False, True)
    """

    def __init__(self, view: View, draw: Callable[[], State]) -> None:
        self.side = view.viewer or ""
        self._view, self._draw = view, draw
        self._worlds: list[State] = []
        self._number = -1  # the number of the state that was drawn last
        # by that number and a side, the orders that seemed good at the side's first decision in that state
        self._good: dict[tuple[int, int], set[Order]] = {}

    def draw(self, number: int) -> State:
        """Return a state that agrees with the view: the same for the same number."""
        while len(self._worlds) <= number:
            self._worlds.append(self._draw())
        self._number = number
        return self._worlds[number]

    def first(self) -> Sequence[Order]:
        """Return the orders of the side, the best by one ply first."""
        state = self.draw(_WORLDS - 1)
        foresight, options = Foresight(self._view, self._worlds, chances=True), state.legal_actions(self.side)
        if state.phase in (Phase.ACTIONS, Phase.MUSTER):
            return [order or (Done(),) for order in foresight.orders(options)]
        gains = foresight.options(options)
        return [(option,) for option in sorted(gains, key=lambda option: -gains[option].total)]

    def orders(self, state: State) -> Sequence[Order]:
        """Return the orders of the active side, the most promising first."""
        options = state.legal_actions()
        if len(options) == 1:
            return [(options[0],)]
        if state.phase in (Phase.ACTIONS, Phase.MUSTER):
            return self._campaign(state, options)
        return [(option,) for option in sorted(options, key=lambda option: not isinstance(option, Done | Decline))]

    def over(self, state: State) -> bool:
        """Return whether the action phases are over."""
        return state.phase not in ACTING or state.turn != self._view.turn

    def estimate(self, state: State) -> dict[str, float]:
        """Return by side what a state is worth to it, in lords."""
        value = worth(state, 0, exact=True, chances=True).total
        return {SIDES[0]: value, SIDES[1]: -value}

    def _campaign(self, s: State, options: Sequence[Action]) -> list[Order]:
        """Return the orders that seem best by one ply with mean hits; ending the phase is weighed as one of them.

        Attacks and recruits are weighed each time; other orders only if they seemed good at the side's first decision
        in the drawn state.
        """
        side = SIDES.index(s.active[0])
        good, now = self._good.get((self._number, side)), worth(s, side, chances=True).total

        def quiet(action: Action) -> bool:  # whether it is a move to an area without enemies
            if isinstance(action, March):
                return not present(s, PLACE[action.path[-1]], 1 - side)
            return isinstance(action, Sail) and not present(s, PLACE[action.area], 1 - side)

        gains: dict[Order, float] = {(Done(),): 0.0}
        for order in find_orders(s, side, options):
            if good is None or order in good or not quiet(order[0]):
                after = carry_out(s, order)
                gains[order] = (worth(after, side, chances=True).total - now) / max(LEAST, s.ap - after.ap)
        best = sorted(gains, key=lambda order: -gains[order])
        if good is None:
            self._good[self._number, side] = set(best[:_GOOD])
        return best[:_WIDEST]
