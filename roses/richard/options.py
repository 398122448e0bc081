"""The parts in which a player chooses an action (kind, then block, then goal), its price, and what players call it."""

from __future__ import annotations

from functools import cache
from typing import Final

from roses.engine.data import read
from roses.engine.explain import Words
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.options import Part, Parts
from roses.engine.protocol import Action, Decline, Done
from roses.richard import actions
from roses.richard.actions import March, Play, Recruit, Sail
from roses.richard.phases.moves import march_cost, room, sea_pair, sea_room
from roses.richard.position import Phase, Position, front_at, present
from roses.richard.prompts import event_words, points, strength_words
from roses.richard.tables import AREAS, BORDER_OF, CARDS, INDEX, PLACE, PLACES, ROSTER, SEA_BORDER, SIDES

_KINDS: Final[dict[type[Action], str]] = {
    actions.Mulligan: N_("throw the hand back"),
    actions.Redeal: N_("throw the hand back too"),
    actions.Keep: N_("keep the hand"),
    actions.Play: N_("play a card"),
    actions.March: N_("march"),
    actions.Sail: N_("sail"),
    actions.Recruit: N_("recruit"),
    actions.Muster: N_("muster"),
    actions.MainAttack: N_("main attack"),
    actions.Plague: N_("plague"),
    actions.Fight: N_("fight"),
    actions.Fire: N_("fire"),
    actions.Pass: N_("pass"),
    actions.Charge: N_("charge"),
    actions.Treachery: N_("treachery"),
    actions.Hit: N_("take the hits"),
    actions.Retreat: N_("retreat"),
    actions.Trapped: N_("no way to retreat"),
    actions.Regroup: N_("regroup"),
    actions.Enter: N_("come of age"),
    actions.Execute: N_("execute"),
    actions.Starve: N_("go hungry"),
    actions.GoHome: N_("go home"),
    actions.Disperse: N_("go to the pool"),
    Done: N_("end"),
    Decline: N_("decline"),
}


def split(s: Position, action: Action) -> Parts:
    """Return the parts of an action that the side to choose may take: its kind, the block, the goal.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester", Sussex="Rivers/L", side="York")
    >>> parts = split(state, state.parse("Gloucester marches to Sussex"))
    >>> [part.words for part in parts.chosen], parts.attacks, parts.room
    (['march', 'Kent', 'Gloucester', 'Sussex'], True, 4)
    """
    origin, attacks, reserve, most = "", False, False, 1
    if isinstance(action, actions.March | actions.Sail):
        origin = _place(s, action.block)
        goal = action.path[-1] if isinstance(action, actions.March) else action.area
        side = SIDES.index(s.active[0]) if s.active else s.mover
        attacks = bool(present(s, PLACE[goal], 1 - side))
        if isinstance(action, actions.March):
            most = room(s, PLACE[origin], [PLACE[area] for area in action.path])
            border = BORDER_OF[PLACE[(origin, *action.path)[-2]], PLACE[goal]]
        else:
            most, border = sea_room(s, side, PLACE[origin], PLACE[goal]), SEA_BORDER
        front = front_at(s, PLACE[goal])
        reserve = attacks and front is not None and (front.attacker != side or front.main != border)
    return Parts((Part(_(_KINDS[type(action)])), *_parts(s, action)), origin, attacks, reserve, most)


def _parts(s: Position, action: Action) -> tuple[Part, ...]:
    """Return the parts of an action after its kind; in battle a block is a place that can be clicked."""
    match action:
        case actions.March():
            way = (Part(_("by {areas}").format(areas=", ".join(action.path[:-1]))),) if len(action.path) > 1 else ()
            return (*_leaving(s, action.block), Part(action.path[-1], action.path[-1]), *way)
        case actions.Sail():
            ports = AREAS[action.area].major_port and AREAS[_place(s, action.block)].major_port
            sea = Part(_("over the {sea}").format(sea=action.sea), about=_("between major ports") if ports else "")
            return (*_leaving(s, action.block), Part(action.area, action.area), sea)
        case actions.Recruit():
            return (Part(_name(action.block), about=strength_words(action.block)), Part(action.area, action.area))
        case actions.Play() if action.card in CARDS:
            words = _("{name} (card {number})").format(name=_(CARDS[action.card].name), number=action.card)
            return (Part(words, about=event_words(action.card) or points(CARDS[action.card].points)),)
        case actions.Play():
            return (Part(_("card {number}").format(number=action.card)),)
        case actions.MainAttack():
            return (Part(action.area, action.area), Part(action.border))
        case actions.Charge():
            return (_fighter(action.heir), _fighter(action.target))
        case actions.Treachery():
            return (_fighter(action.roller), _fighter(action.target))
        case actions.Retreat():
            return (_fighter(action.block), Part(action.area, action.area))
        case actions.Fire() | actions.Pass() | actions.Hit() | actions.Trapped():
            return (_fighter(action.block),)
    parts = []
    if block := getattr(action, "block", ""):
        parts.append(Part(_name(block), _place(s, block)))
    if area := getattr(action, "area", ""):
        parts.append(Part(area, area))
    return tuple(parts)


def _name(block: str) -> str:
    return ROSTER[INDEX[block]].name if block in INDEX else block


def _fighter(name: str) -> Part:
    """Return a block on the battle board as a part."""
    return Part(_name(name), f"block {name}" if name in INDEX else "")  # an area may have the same name


def _place(s: Position, name: str) -> str:
    """Return the area in which a block stands, "" for none."""
    where = PLACES[s.loc[INDEX[name]]] if name in INDEX else ""
    return where if where in AREAS else ""


def _leaving(s: Position, name: str) -> tuple[Part, ...]:
    """Return the area that a block leaves, which others may leave with it, and the block."""
    origin, number = _place(s, name), INDEX[name]
    return (Part(origin, origin, several=True), Part(ROSTER[number].name, about=strength_words(name, s.steps[number])))


# ---- what it costs, and what players call it

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
