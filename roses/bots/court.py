"""How the bots judge the court game: what things are worth, rules of thumb, and the mind that plays a round ahead."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Final, cast

from roses.bots.bot import Judgement
from roses.bots.search import Order, play_ahead
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
_BUILDS: Final = ("squires", "gold", "mixed", "upgrade", "knight", "markers")  # extensions, the best first
_WIN: Final = 25.0  # points that winning the game counts
_WIDEST: Final = 8  # choices that are tried ahead
_FIRST: Final = 16  # choices now of which the round is played to its end before the search
_GAMES: Final = 2  # how often each is played
# points that a thing is worth for each round to come, and at the end
_GOODS: Final = {"gold": (0.3, 0.1), "squires": (0.3, 0.1), "markers": (0.25, 0.0)}
_STRENGTH: Final = (0.7, 0.8)  # a point of strength in service
_EXTENSION: Final = (1.3, 0.8)
_NOBLE: Final = 0.5  # a noble, beside the points of all at the end (rule 13.4), for each round to come


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
    """Return what the next noble is worth: about as many points as the house has nobles already (rule 13.4)."""
    return 0.8 + len(house.nobles)


def goods(house: House) -> dict[str, int]:
    """Return gold and squires of a house; a guess behind a screen."""
    return {name: _HIDDEN if (n := getattr(house, name)) is None else n for name in ("gold", "squires")}


def law_worth(view: View, house: House, law: Law) -> float:
    """Return what a law would give a house as the board stands, in points."""
    each = reward_worth(view, house, law.reward)
    if law.kind == "per":
        return each * (_count(view, house, law) // law.group)
    if law.kind == "if":
        return each if law.at_least <= _count(view, house, law) <= law.at_most else 0.0
    if law.kind == "most":
        most = max(_count(view, other, law) for other in view.houses)
        return each if _count(view, house, law) == most else 0.0
    if law.kind == "trade":
        has = goods(house)
        prices = {name: getattr(law.pay, name) for name in has if getattr(law.pay, name)}
        times: int = min((has[name] // price for name, price in prices.items()), default=0)
        paid: int = sum(prices.values())
        return max(0.0, times * (each - (0.3 if is_last(view) else 0.8) * paid))
    return 1.0


def _count(view: View, house: House, law: Law) -> int:
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


class Thumb:
    """The view of one house, and what its choices are worth to it, in points."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.house: House = view.house(view.viewer or "")

    def score(self, option: Action) -> Judgement:
        """Return score and reason of an option; below 0 and no reason where no rule speaks of it."""
        view, house = self.view, self.house
        match option:
            case actions.Place(county=name, knight=knight, squires=squires):
                county = view.land(name)
                new = county.nobles and name not in house.nobles
                gains = sorted((self._worth(county.reward), noble_worth(house) if new else 0.0))
                both = 0.5 * gains[0] if (house.gold or 0) >= 3 else 0.0
                cost = KNIGHT * knight + 0.9 * squires
                reason = _("{county} gives a noble or {reward}").format(county=name, reward=county.reward.words())
                return gains[1] + both - cost, reason
            case actions.Garrison(colour=colour, space=number, knight=knight):
                castle = house.castle if colour == house.colour or house.ally is None else house.ally.castle
                space = next(space for space in castle if space.space == number)
                if (house.squires or 0) < space.price:
                    return -KNIGHT * knight, _("there are no squires to pay the castle with")
                score = self._worth(space.reward) - 0.6 * space.price - KNIGHT * knight
                return score, _("the castle gives {reward}").format(reward=space.reward.words())
            case actions.Join(card=card, knight=knight):
                reason = _("a place in the war brings points, and a favour of the king")
                return self._conflict(view.war(card), knight), reason
            case actions.Cross(card=card):  # the passage of Dorset's knight
                return self._conflict(view.war(card), 2), _("a place in the war brings points")
            case actions.Pick(favour=name):
                favour = next(favour for favour in view.favours if favour.favour == name)
                reason = _("the favour gives {reward}").format(reward=favour.reward.words())
                return self._worth(favour.reward), reason
            case actions.Vote():
                return self._vote(option)
            case actions.Trade(times=times):
                law = next(law for law in view.laws if law.current).printed
                price = sum(getattr(law.pay, name) for name in law.pay.__struct_fields__)
                each = self._worth(law.reward) - (0.3 if is_last(view) else 0.85) * price
                return times * each, _("each trade gains {n:.1f} points").format(n=each)
            case actions.Claim(what=what):
                noble, reward = noble_worth(house), self._worth(view.land(view.county).reward)
                score = {"noble": noble, "reward": reward, "both": reward + noble - 2.4, "nothing": 0.0}[what]
                reason = _("the noble is worth {noble:.1f} points, the reward {reward:.1f}")
                return score, reason.format(noble=noble, reward=reward)
            case actions.Score(space=number):
                ally = house.ally.castle if house.ally else ()
                space = next(space for space in (*house.castle, *ally) if space.space == number)
                score = self._worth(space.reward) - 3.0 * bool(space.price) + 1.0
                return score, _("what is free comes first, so that there is something to pay with")
            case actions.Upgrade(knight=knight):
                return float(knight), _("a strong knight gains most")
            case actions.Build(tile=tile):
                wish = _BUILDS.index(tile) if tile in _BUILDS else len(_BUILDS)
                return 9.0 - wish, _("this extension pays every round")
            case actions.Noble(county=name):
                return 1.0 + (not view.land(name).holder), _("each further noble is worth more")
            case actions.Name(colour=colour):
                return float(colour == house.colour), _("the start player wins ties")
            case actions.Ransom(knights=knights):
                return float(sum(knights)), _("a knight in prison serves nobody")
        return -0.5, ""

    def _conflict(self, war: ConflictView, knight: int) -> float:
        """Return the points of the rank that a knight would reach, less where England is far from winning."""
        own = sum(slot.strength for slot in war.slots if slot.colour == self.house.colour)
        others = [slot.strength for slot in war.slots if slot.colour != self.house.colour]

        def points(strength: int) -> int:
            rank = sum(other > strength for other in others)
            return war.points[rank] if rank < len(war.points) else 0

        gain = points(own + knight) - (points(own) if own else 0)
        hope = min(1.0, (war.england + knight + 1.0) / max(1, war.strength))
        favour = 2.6 if any(favour.up for favour in self.view.favours) else 0.0
        return gain * hope + 0.4 * knight * hope + favour - KNIGHT * knight

    def _vote(self, option: actions.Vote) -> Judgement:
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
        markers = min(self.house.markers, round(abs(better) / 2))
        more, less = _("the law helps this house more than the others"), _("the law helps the others more")
        return (100.0 if right else 0.0) - abs(option.markers - markers), more if better > 0 else less

    def _worth(self, reward: Reward) -> float:
        return reward_worth(self.view, self.house, reward)


def rules_of_thumb(view: View, options: Sequence[Action]) -> list[Judgement]:
    """Return score and reason of each option of the viewer, in points of the game.

    >>> import roses
    >>> state = roses.game("lancaster", players=3, seed=1).state
    >>> side = state.active[0]
    >>> len(rules_of_thumb(state.view(side), state.legal_actions(side))) == len(state.legal_actions(side))
    True
    """
    thumb = Thumb(view)
    return [thumb.score(option) for option in options]


class Court:
    """The mind of a house in any decision of the court game: a ``Mind`` for ``search``.

    It plays ahead to the end of the round, everybody by rules of thumb, and estimates the state that is reached.

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
        """Return the choices of the house now; first what brings most if all go on by rules of thumb."""
        return list(self.gains(_FIRST))

    def gains(self, number: int) -> dict[Order, float]:
        """Return that many promising choices, the best first, with their mean gain if all go on by rules of thumb."""
        gains = {}
        for order in self._rank(self.draw(0), self.side)[:number]:
            each = []
            for start in map(self.draw, range(_GAMES)):
                end = play_ahead(self, start.apply_unchecked(order[0]), self._rng)
                each.append(self.estimate(end)[self.side] - self.estimate(start)[self.side])
            gains[order] = fmean(each)
        return dict(sorted(gains.items(), key=lambda item: -item[1]))

    def orders(self, state: State) -> Sequence[Order]:
        """Return the choices of the first active side, the most promising first."""
        return self._rank(state, state.active[0])[:_WIDEST]

    def over(self, state: State) -> bool:
        """Return whether the round, or the game, is over."""
        return state.result is not None or state.round != self._view.round

    def estimate(self, state: State) -> dict[str, float]:
        """Return by side by how many points it is ahead of the best of the others, what it holds included."""
        points = [_estimate(state, player) for player in range(state.setup.players)]
        lead = {}
        for player, side in enumerate(state.sides):
            lead[side] = points[player] - max(points[:player] + points[player + 1 :])
            if state.result:
                lead[side] += _WIN if side in state.result.winner.split(" and ") else -_WIN
        return lead

    def _rank(self, s: State, side: str) -> list[Order]:
        """Return the options of a side, the best first by rules of thumb."""
        options = s.legal_actions(side)
        if len(options) == 1:
            return [(options[0],)]
        scores = [score for score, _reason in rules_of_thumb(s.view(side), options)]
        best = sorted(range(len(options)), key=lambda number: -scores[number])
        return [(options[number],) for number in best]


def _estimate(s: State, player: int) -> float:
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
