"""The price of actions of the action phase, the names of cards, and what players call both (rules 1.2 to 5.4)."""

from __future__ import annotations

from functools import cache
from typing import Final

from roses.engine.data import read
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.engine.wording import Words
from roses.richard.actions import March, Play, Recruit, Sail
from roses.richard.phases.moves import march_cost, sea_pair
from roses.richard.position import Phase, Position
from roses.richard.prompts import points
from roses.richard.tables import AREAS, CARDS, INDEX, PLACE, SIDES

_ACTING: Final = (Phase.ACTIONS, Phase.MUSTER)


@cache
def words() -> Words:
    """Return what players call things and actions besides the notation: cities, cards, and words of other languages.

    >>> words().names["London"], words().words["bribe"]
    ('Middlesex', 'treachery')
    """
    cities = {about.city: area for area, about in AREAS.items() if about.city}
    cards = {f"plays {card.name}": f"plays card {card.id}" for card in CARDS.values() if card.event}
    for name in dict.fromkeys(card.name for card in CARDS.values() if not card.event):
        cards[name] = " ".join(str(card.id) for card in CARDS.values() if card.name == name)
    by_word = {word: area.casefold() for city, area in cities.items() for word in city.casefold().split()}
    own = read("richard/words.json", Words)
    return Words({**cities, **cards, **own.names}, {**by_word, **own.words})


def cost(s: Position, side: int, action: Action) -> int:
    """Return the action points that a legal action of ``side`` (0 Lancaster, 1 York) costs.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester, Norfolk")
    >>> cost(state, 1, March("Gloucester", ("Sussex",)))
    1
    >>> cost(state.apply("Gloucester marches to Sussex"), 1, March("Norfolk", ("Sussex",)))
    0
    """
    if s.phase not in _ACTING:
        return 0
    if isinstance(action, March):
        return march_cost(s, s.loc[INDEX[action.block]])
    if isinstance(action, Sail):
        return int(sea_pair(s, side, s.loc[INDEX[action.block]], PLACE[action.area]) not in s.credits)
    return int(isinstance(action, Recruit))


def detail(s: Position, action: Action) -> str:
    """Return the price of a move in action points, or the name of a card; "" for other choices.

    >>> import roses
    >>> detail(roses.scene(Kent="Gloucester"), March("Gloucester", ("Sussex",))), detail(roses.scene(), Play("York", 4))
    ('1 action point', 'Plague')
    """
    if isinstance(action, Play):
        return _(CARDS[action.card].name) if action.card in CARDS else ""
    if isinstance(action, (March, Sail, Recruit)) and s.active and s.active[0] in SIDES:
        return points(cost(s, SIDES.index(s.active[0]), action))
    return ""
