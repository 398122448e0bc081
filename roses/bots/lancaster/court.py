"""Rules of thumb for the court game, each with its reason, from the view of one house."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from roses.bots.bot import Scored
from roses.bots.lancaster.worth import KNIGHT, is_last, law_worth, noble_worth, reward_worth
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.lancaster import actions
from roses.lancaster.view import ConflictView, House, View

_BUILDS: Final = ("squires", "gold", "mixed", "upgrade", "knight", "markers")  # extensions, the best first


class Court:
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


_RULES: Final[dict[type[Action], Callable[[Court, Any], Scored]]] = {
    actions.Place: Court.place,
    actions.Garrison: Court.garrison,
    actions.Join: Court.join,
    actions.Cross: Court.cross,
    actions.Pick: Court.pick,
    actions.Vote: Court.vote,
    actions.Trade: Court.trade,
    actions.Claim: Court.claim,
    actions.Score: Court.score_space,
    actions.Upgrade: Court.upgrade,
    actions.Build: Court.build,
    actions.Noble: Court.noble,
    actions.Name: Court.name,
    actions.Ransom: Court.ransom,
}


def rules_of_thumb(view: View, options: Sequence[Action]) -> list[Scored]:
    """Return score and reason of each option of the viewer, in points of the game.

    >>> import roses
    >>> state = roses.game("lancaster", players=3, seed=1).state
    >>> side = state.active[0]
    >>> len(rules_of_thumb(state.view(side), state.legal_actions(side))) == len(state.legal_actions(side))
    True
    """
    court = Court(view)
    return [court.score(option) for option in options]
