"""How the bots judge the court game: what things are worth, rules of thumb, and the mind that plays a round ahead."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any, Final, cast

from roses.bots.bot import Scored
from roses.bots.search import Order, ahead
from roses.engine.games import resample
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.lancaster import actions
from roses.lancaster.phases.final import in_service
from roses.lancaster.state import State
from roses.lancaster.tables import ROUNDS, Law, Reward
from roses.lancaster.view import ConflictView, House, View

KNIGHT: Final = 0.8  # points that a point of strength may bring elsewhere
_HIDDEN: Final = 3  # gold, and squires, behind a screen
_EACH: Final = {
    "gold": 0.9, "squires": 0.9, "markers": 0.6, "points": 1.0, "knights": 3.0, "upgrades": 3.0, "extensions": 3.6,
    "passages": 2.2,
}  # fmt: skip


def is_last(view: View) -> bool:
    """Return whether this is the last round, after which goods are worth little."""
    return view.round == ROUNDS


def reward_worth(view: View, house: House, reward: Reward) -> float:
    """Return what a reward is worth to a house, in points; what comes too late to be used is worth less."""
    late = 0.4 if is_last(view) else 1.0
    value = 0.0
    for name, each in _EACH.items():
        value += each * getattr(reward, name) * (1.0 if name == "points" else late)
    if reward.knights and 1 not in house.reserve:
        value -= _EACH["knights"] * late
    return value + reward.nobles * noble_worth(house)


def noble_worth(house: House) -> float:
    """Return what the next noble is worth: about as many points as one has nobles already (rule 13.4)."""
    return 0.8 + len(house.nobles)


def goods(house: House) -> dict[str, int]:
    """Return gold and squires of a house; a guess behind a screen."""
    return {name: _HIDDEN if (n := getattr(house, name)) is None else n for name in ("gold", "squires")}


def law_worth(view: View, house: House, law: Law) -> float:
    """Return what a law would give a house as the board stands, in points."""
    each = reward_worth(view, house, law.reward)
    if law.kind == "per":
        return each * (_counted(view, house, law) // law.group)
    if law.kind == "if":
        return each if law.at_least <= _counted(view, house, law) <= law.at_most else 0.0
    if law.kind == "most":
        most = max(_counted(view, other, law) for other in view.houses)
        return each if _counted(view, house, law) == most else 0.0
    if law.kind == "trade":
        has = goods(house)
        prices = {name: getattr(law.pay, name) for name in has if getattr(law.pay, name)}
        times: int = min((has[name] // price for name, price in prices.items()), default=0)
        paid: int = sum(prices.values())
        return max(0.0, times * (each - (0.3 if is_last(view) else 0.8) * paid))
    return 1.0


def _counted(view: View, house: House, law: Law) -> int:
    count = _COUNTS.get(law.counts)
    return count(view, house) if count else 0


def _lands(view: View, house: House) -> list[int]:
    """Return the squires in each county that a house holds."""
    return [county.squires for county in view.counties if county.holder == house.colour]


def _fielded(view: View, house: House) -> list[int]:
    """Return the strengths of the knights of a house in conflicts."""
    slots = (slot for conflict in view.conflicts for slot in conflict.slots)
    return [knight for slot in slots if slot.colour == house.colour for knight in slot.knights]


def _deployed(view: View, house: House) -> list[int]:
    """Return the strengths of all knights of a house that are not at court."""
    lands = [county.knight for county in view.counties if county.holder == house.colour]
    return [*lands, *(space.knight for space in house.castle if space.knight), *_fielded(view, house)]


_COUNTS: Final[dict[str, Callable[[View, House], int]]] = {
    "gold": lambda _view, house: goods(house)["gold"],
    "squires": lambda view, house: goods(house)["squires"] + sum(_lands(view, house)),
    "squires_in_hand": lambda _view, house: goods(house)["squires"],
    "leftover": lambda _view, house: house.markers,
    "counties": lambda view, house: len(_lands(view, house)),
    "conflicts": lambda view, house: sum(any(s.colour == house.colour for s in c.slots) for c in view.conflicts),
    "extensions": lambda _view, house: sum(space.built for space in house.castle),
    "nobles": lambda _view, house: len(house.nobles),
    "deployed_1": lambda view, house: _deployed(view, house).count(1),
    "deployed_2": lambda view, house: _deployed(view, house).count(2),
    "deployed_ranks": lambda view, house: len(set(_deployed(view, house))),
    "castle_knights": lambda _view, house: sum(bool(space.knight) for space in house.castle),
    "conflict_knights": lambda view, house: len(_fielded(view, house)),
    "county_squires": lambda view, house: sum(_lands(view, house)),
    "bare_counties": lambda view, house: sum(c.holder == house.colour and not c.nobles for c in view.counties),
}


_BUILDS: Final = ("squires", "gold", "mixed", "upgrade", "knight", "markers")  # extensions, the best first


class Thumb:
    """The view of one house, and what its choices are worth to it, in points."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.house: House = view.house(view.viewer or "")

    def score(self, option: Action) -> Scored:
        """Return score and reason of an option; below 0 and no reason where no rule speaks of it."""
        rule = _RULES.get(type(option))
        return rule(self, option) if rule else (-0.5, "")

    def place(self, option: actions.Place) -> Scored:
        """Weigh a knight in a county: the noble or the reward, less what knight and squires could do elsewhere."""
        county = self.view.land(option.county)
        new = county.nobles and option.county not in self.house.nobles
        gains = sorted((self._worth(county.reward), noble_worth(self.house) if new else 0.0))
        both = 0.5 * gains[0] if (self.house.gold or 0) >= 3 else 0.0
        cost = KNIGHT * option.knight + 0.9 * option.squires
        said = _("{county} gives a noble or {reward}").format(county=option.county, reward=county.reward.words())
        return gains[1] + both - cost, said

    def garrison(self, option: actions.Garrison) -> Scored:
        """Weigh a knight in the castle: what his space gives, less its price."""
        ally = self.house.ally
        own = option.colour == self.house.colour or ally is None
        castle = self.house.castle if own else ally.castle  # type: ignore[union-attr]  # own is True without an ally
        space = next(found for found in castle if found.space == option.space)
        if (self.house.squires or 0) < space.price:
            return -KNIGHT * option.knight, _("there is nobody to pay the castle with")
        score = self._worth(space.reward) - 0.6 * space.price - KNIGHT * option.knight
        return score, _("the castle gives {reward}").format(reward=space.reward.words())

    def join(self, option: actions.Join) -> Scored:
        """Weigh a knight in a conflict."""
        score = self._conflict(self.view.war(option.card), option.knight)
        return score, _("a place in the war brings points, and a favour of the king")

    def cross(self, option: actions.Cross) -> Scored:
        """Weigh the passage of Dorset's knight to a conflict."""
        return self._conflict(self.view.war(option.card), 2), _("a place in the war brings points")

    def _conflict(self, war: ConflictView, knight: int) -> float:
        """Points by the rank that a knight would bring, less where England is far from winning; and a favour."""
        own = sum(slot.strength for slot in war.slots if slot.colour == self.house.colour)
        others = [slot.strength for slot in war.slots if slot.colour != self.house.colour]
        rank, before = (sum(other > mine for other in others) for mine in (own + knight, own))
        gain = _points(war, rank) - (_points(war, before) if own else 0)
        hope = min(1.0, (war.england + knight + 1.0) / max(1, war.strength))
        favour = 2.6 if any(found.up for found in self.view.favours) else 0.0
        return gain * hope + 0.4 * knight * hope + favour - KNIGHT * knight

    def pick(self, option: actions.Pick) -> Scored:
        """Weigh a favour of the king."""
        favour = next(found for found in self.view.favours if found.favour == option.favour)
        return self._worth(favour.reward), _("the favour gives {reward}").format(reward=favour.reward.words())

    def vote(self, option: actions.Vote) -> Scored:
        """Weigh a vote: yes to a law that helps this house more than the others, the more markers the better."""
        proposal = next(law for law in self.view.proposals if law.current).printed
        oldest = self.view.laws[0].printed
        gains = {
            house.colour: law_worth(self.view, house, proposal) - law_worth(self.view, house, oldest)
            for house in self.view.houses
        }
        own = gains.pop(self.house.colour)
        better = own - sum(gains.values()) / max(1, len(gains))
        right = (option.choice == "yes") == (better > 0)
        wanted = min(self.house.markers, round(abs(better) / 2))
        said = _("the law helps this house more than the others") if better > 0 else _("the law helps the others more")
        return (100.0 if right else 0.0) - abs(option.markers - wanted), said

    def trade(self, option: actions.Trade) -> Scored:
        """Weigh using a law so many times."""
        law = next(found for found in self.view.laws if found.current).printed
        price = sum(getattr(law.pay, name) for name in law.pay.__struct_fields__)
        each = self._worth(law.reward) - (0.3 if is_last(self.view) else 0.85) * price
        return option.times * each, _("each trade gains {n:.1f} points").format(n=each)

    def claim(self, option: actions.Claim) -> Scored:
        """Weigh noble, reward or both of a county."""
        county = self.view.land(self.view.county)
        noble, reward = noble_worth(self.house), self._worth(county.reward)
        score = {"noble": noble, "reward": reward, "both": reward + noble - 2.4, "nothing": 0.0}[option.what]
        return score, _("the noble is worth {noble:.1f} points, the reward {reward:.1f}").format(
            noble=noble, reward=reward
        )

    def score_space(self, option: actions.Score) -> Scored:
        """Weigh a space of the castle to be scored next."""
        ally = self.house.ally.castle if self.house.ally else ()
        space = next(found for found in (*self.house.castle, *ally) if found.space == option.space)
        score = self._worth(space.reward) - 3.0 * bool(space.price) + 1.0
        return score, _("what is free comes first, so that there is something to pay with")

    def upgrade(self, option: actions.Upgrade) -> Scored:
        """Weigh a stronger knight."""
        return float(option.knight), _("a strong knight gains most")

    def build(self, option: actions.Build) -> Scored:
        """Weigh an extension."""
        wish = _BUILDS.index(option.tile) if option.tile in _BUILDS else len(_BUILDS)
        return 9.0 - wish, _("this extension pays every round")

    def noble(self, option: actions.Noble) -> Scored:
        """Weigh a noble to be taken from a county; one that nobody holds first."""
        free = not self.view.land(option.county).holder
        return 1.0 + free, _("a noble is worth more with each that one has")

    def name(self, option: actions.Name) -> Scored:
        """Weigh who becomes start player."""
        return float(option.colour == self.house.colour), _("the start player wins ties")

    def ransom(self, option: actions.Ransom) -> Scored:
        """Weigh knights to be bought back."""
        return float(sum(option.knights)), _("a knight in prison serves nobody")

    def _worth(self, reward: Any) -> float:
        return reward_worth(self.view, self.house, reward)


def _points(war: ConflictView, rank: int) -> int:
    return war.points[rank] if rank < len(war.points) else 0


_RULES: Final[dict[type[Action], Callable[[Thumb, Any], Scored]]] = {
    actions.Place: Thumb.place,
    actions.Garrison: Thumb.garrison,
    actions.Join: Thumb.join,
    actions.Cross: Thumb.cross,
    actions.Pick: Thumb.pick,
    actions.Vote: Thumb.vote,
    actions.Trade: Thumb.trade,
    actions.Claim: Thumb.claim,
    actions.Score: Thumb.score_space,
    actions.Upgrade: Thumb.upgrade,
    actions.Build: Thumb.build,
    actions.Noble: Thumb.noble,
    actions.Name: Thumb.name,
    actions.Ransom: Thumb.ransom,
}


def rules_of_thumb(view: View, options: Sequence[Action]) -> list[Scored]:
    """Return score and reason of each option of the viewer, in points of the game.

    >>> import roses
    >>> state = roses.game("lancaster", players=3, seed=1).state
    >>> side = state.active[0]
    >>> len(rules_of_thumb(state.view(side), state.legal_actions(side))) == len(state.legal_actions(side))
    True
    """
    thumb = Thumb(view)
    return [thumb.score(option) for option in options]


_WON: Final = 25.0  # points that the game is worth
_WIDEST: Final = 8  # choices that are tried ahead
_FIRST: Final = 16  # choices now of which the round is played to its end before the search
_GAMES: Final = 2  # how often each is
# what is worth how many points, for each round to come and at the end
_GOODS: Final = {"gold": (0.3, 0.1), "squires": (0.3, 0.1), "markers": (0.25, 0.0)}
_STRENGTH: Final = (0.7, 0.8)  # a point of strength in service
_EXTENSION: Final = (1.3, 0.8)
_NOBLE: Final = 0.5  # a noble, beside the points of all at the end (rule 13.4), for each round to come


class Court:
    """The mind of a house in any decision of the court game: a ``Mind`` for ``search``.

    >>> import roses
    >>> game = roses.game("lancaster", players=3, seed=1)
    >>> side = game.state.active[0]
    >>> mind = Court(game.view(side), random.Random(1))
    >>> set(mind.estimate(game.state)) == set(game.state.sides)
    True
    """

    def __init__(self, view: View, rng: random.Random) -> None:
        self.side = view.viewer or ""
        self._view, self._rng = view, rng
        self._worlds: list[State] = []

    def draw(self, number: int) -> State:
        """Return a state that agrees with the view, for the same number the same."""
        while len(self._worlds) <= number:
            self._worlds.append(cast(State, resample(self._view, self._rng)))
        return self._worlds[number]

    def first(self) -> Sequence[Order]:
        """Return what the house may do now, what brings most by rules of thumb first."""
        return list(self.tried(_FIRST))

    def tried(self, number: int) -> dict[Order, float]:
        """Return so many choices that seem best, with the mean gain if all go on by rules of thumb, the best first."""
        found = self._ranked(self.draw(0), self.side)[:number]
        gains = {order: fmean([self._gain(order, n) for n in range(_GAMES)]) for order in found}
        return dict(sorted(gains.items(), key=lambda item: -item[1]))

    def _gain(self, order: Order, number: int) -> float:
        begun = self.draw(number)
        end = ahead(self, begun.apply_unchecked(order[0]), self._rng)
        return self.estimate(end)[self.side] - self.estimate(begun)[self.side]

    def orders(self, state: State) -> Sequence[Order]:
        """Return what the first side to choose may do, what seems best first."""
        return self._ranked(state, state.active[0])[:_WIDEST]

    def over(self, state: State) -> bool:
        """Return whether the round, or the game, is over."""
        return state.result is not None or state.round != self._view.round

    def estimate(self, state: State) -> dict[str, float]:
        """Return by side by how many points it is ahead of the best of the others, what it holds included."""
        held = [_held(state, player) for player in range(state.setup.players)]
        ahead = {}
        for player, side in enumerate(state.sides):
            ahead[side] = held[player] - max(held[:player] + held[player + 1 :])
            if state.result:
                ahead[side] += _WON if side in state.result.winner.split(" and ") else -_WON
        return ahead

    def _ranked(self, s: State, side: str) -> list[Order]:
        options = s.legal_actions(side)
        if len(options) == 1:
            return [(options[0],)]
        scores = [score for score, _reason in rules_of_thumb(s.view(side), options)]
        best = sorted(range(len(options)), key=lambda number: -scores[number])
        return [(options[number],) for number in best]


def _held(s: State, player: int) -> float:
    """Return the points of a player, with what goods, strength, extensions and nobles will bring."""
    value = float(s.score[player])
    if s.result:
        return value
    left = ROUNDS + 1 - s.round
    for name, (each, end) in _GOODS.items():
        value += getattr(s, name)[player] * (min(0.9, each * left) + end)
    nobles = s.nobles[player].bit_count()
    value += nobles * (nobles - 1) / 2 + _NOBLE * left * nobles
    value += in_service(s)[player] * (_STRENGTH[0] * left + _STRENGTH[1])
    return value + s.built[player].bit_count() * (_EXTENSION[0] * left + _EXTENSION[1])
