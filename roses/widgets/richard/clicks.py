"""What clicks on the board mean in the block war game: who is chosen, where he goes, and by which road."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.options import Option, together
from roses.engine.protocol import Action, Order
from roses.engine.seat import Seat
from roses.richard.actions import Charge, March, Recruit, Sail, Treachery
from roses.richard.prompts import points
from roses.richard.tables import AREAS, BORDER_NAMES, SEAS
from roses.widgets.play.adapter import Chosen, adapter_of
from roses.widgets.play.page import labels

_WAYS: Final = {*BORDER_NAMES, *SEAS}
BLOCK: Final = "block "  # begins the name of the spot of a block
_ACTORS: Final = ("block", "heir", "roller")  # fields of actions that name who acts
_NAMED: Final = 3  # so many blocks are named in a sentence; of more the number is told


NOBODY: Final = Chosen()


class Goal(NamedTuple):
    """Where the chosen blocks may go: the ``move``, the areas of the ``road`` from the first, and ``other`` roads.

    Where so many may not go together, there is no move.
    """

    move: Action | Order | None
    road: tuple[str, ...]
    option: Option
    other: tuple[tuple[str, ...], ...] = ()


Tree = Sequence[Option]


def click(
    seat: Seat, tree: Tree, chosen: Chosen, place: str, *, whole: bool = False, road: bool = False
) -> Chosen | Action | Order | str | None:
    """Return what is chosen after a click on a place, the move that it makes, or why it does nothing.

    None is for a goal out of reach.

    ``place`` is an area, a border such as "Derby/Leicester", or a block such as "block Norfolk"; ``tree`` is that of
    the seat. A ``whole`` click chooses all blocks of an area; a ``road`` click names an area on the way.

    >>> import roses
    >>> from roses.engine.game import Game
    >>> state = roses.scene(Kent="Gloucester, Norfolk", side="York")
    >>> seat = Seat(Game(lambda *_game, **_options: state, "richard-iii", seed=1), "York")
    >>> norfolk = click(seat, seat.tree, NOBODY, "block Norfolk")
    >>> str(click(seat, seat.tree, norfolk, "Sussex"))
    'Norfolk marches to Sussex'
    >>> str(click(seat, seat.tree, click(seat, seat.tree, norfolk, "block Gloucester"), "Sussex"))
    'Gloucester marches to Sussex; Norfolk marches to Sussex'
    """
    block = place.removeprefix(BLOCK) if place.startswith(BLOCK) else ""
    stands = next((one.place for one in seat.view.pieces if one.block == block), "") if block else place
    if chosen.army:
        blocks = _army(tree, chosen).options
        if place in _WAYS or (road and stands in AREAS):
            named = place if place in _WAYS else stands
            ways = tuple(way for way in chosen.by if way != named)
            return chosen._replace(by=ways if named in chosen.by else (*ways, named))
        number = next((n for n, one in enumerate(blocks) if actor(one) == block), None) if block else None
        if number is not None and not whole:
            rest = {*chosen.numbers} ^ {number}
            return chosen._replace(numbers=tuple(sorted(rest))) if rest else NOBODY
        if stands == _army(tree, chosen).place:
            every = tuple(range(len(blocks)))
            return NOBODY if every == chosen.numbers and not whole else chosen._replace(numbers=every)
        if goal := goals(tree, chosen).get(stands):
            return goal.move or preview(seat, tree, chosen, goal)
    elif chosen.place and place != chosen.place:
        moves = [act for act in choices(seat, chosen.place) if place in _aims(act) or stands in _aims(act)]
        if len(moves) == 1:
            return moves[0]
    for kind, node in enumerate(tree):
        for number, army in enumerate(node.options):
            if not army.several or army.place != stands:
                continue
            numbers = tuple(n for n, one in enumerate(army.options) if whole or not block or actor(one) == block)
            if numbers:
                return Chosen((kind, number), numbers)
    spot = stands if not choices(seat, place) and not (block and seat.view.battle) else place
    moves = choices(seat, spot)
    if not moves and not chosen.army:
        words = labels()["idle" if block else "nothing"].format(area=place.removeprefix(BLOCK))
        return adapter_of(seat.game).plain(words)
    if not moves:
        return None
    if len(moves) == 1 and not isinstance(moves[0], Recruit | Charge | Treachery):
        return moves[0]
    return Chosen(place=spot)


def turn_to(tree: Tree, chosen: Chosen, *, sea: bool) -> Chosen:
    """Return the same blocks, as far as they can, by sea or by land."""
    if not chosen.army or is_sail(tree[chosen.army[0]]) == sea:
        return chosen
    army = _army(tree, chosen)
    names = {actor(army.options[number]) for number in chosen.numbers}
    for kind, node in enumerate(tree):
        for number, other in enumerate(node.options if isinstance(_first(node), Sail if sea else March) else ()):
            if numbers := tuple(n for n, one in enumerate(other.options) if actor(one) in names):
                return Chosen((kind, number), numbers)
    return chosen


def goals(tree: Tree, chosen: Chosen) -> dict[str, Goal]:
    """Return by area where the chosen blocks may go together: by land, else by sea; by sea only, if they sail.

    Of several roads the shortest is taken, of equal ones that of the main attack, then the wider one.
    """
    result: dict[str, Goal] = {}
    for party in dict.fromkeys((chosen, turn_to(tree, chosen, sea=True))) if chosen.numbers else ():
        army = _army(tree, party)
        for goal in together([army.options[number] for number in party.numbers]):
            if goal.place == army.place:  # a click there chooses; a march in a circle stands in the list
                continue
            ends = {_road(army.place, goal, end): end for end in _ends(goal)}
            roads = [road for road, end in ends.items() if end.action and _leads(road, chosen.by)]
            best = min(roads, key=lambda road: (len(road), ends[road].reserve, -ends[road].room), default=None)
            if best:
                other = tuple(road for road in roads if road != best)
                result.setdefault(goal.place, Goal(ends[best].action, best, ends[best], other))
            elif not chosen.by:
                widest = max(ends.values(), key=lambda end: end.room)
                result.setdefault(goal.place, Goal(None, (army.place, goal.place), widest))
    return result


def preview(seat: Seat, tree: Tree, chosen: Chosen, goal: Goal) -> str:
    """Return in sentences what a click on a goal does: who goes, by which road, for what, and how he attacks."""
    army = _army(tree, chosen)
    if goal.move is None:
        message = _("At most {n} blocks may go to {area} together. Choose fewer.")
        return message.format(n=goal.option.room, area=goal.road[-1])
    going = {doer(act) for act in moves_of(goal.move)}  # by sea some stay behind
    names = [block.words for block in army.options if actor(block) in going]
    count = len(names)
    who = ngettext("{n} block", "{n} blocks", count).format(n=count) if count > _NAMED else _list(names)
    words = (
        ngettext("{who} sails to {goal} for {cost}.", "{who} sail to {goal} for {cost}.", count)
        if is_sail(goal.option)
        else ngettext("{who} marches to {goal} for {cost}.", "{who} march to {goal} for {cost}.", count)
    )
    cost = seat.detail(goal.move)
    cost = _("no further point") if cost == points(0) else cost
    sentences = [words.format(who=who, goal=goal.road[-1], cost=cost)]
    other = next((way for way in goal.other if len(way) == len(goal.road) > 2), ())
    if is_sail(goal.option):
        message = _("The way is over the {sea}; another is over the {other}.") if other else ""
        sentences.append(message.format(sea=goal.road[1], other="".join(other[1:2])))
    elif len(goal.road) > 2:
        sentences.append(_("The road is by {areas}.").format(areas=_list(goal.road[1:-1])))
        message = _("Another is by {areas}.") if other else ""
        sentences.append(message.format(areas=_list(other[1:-1])))
    if goal.option.reserve:
        sentences.append(_("This attacks as the reserve, from round 2 on."))
    elif goal.option.attacks:
        sentences.append(_("This is the main attack."))
    return " ".join(filter(None, sentences))


def choices(seat: Seat, place: str) -> list[Action]:
    """Return what may be done by a click on a place, besides to march and to sail: by who acts, else by where."""
    name = place.removeprefix(BLOCK)
    others = [act for act in seat.options if not isinstance(act, March | Sail)]
    if place.startswith(BLOCK):
        own = [act for act in others if name == doer(act)]
        return own or [act for act in others if place in _aims(act)]
    stands = {one.block for one in seat.view.pieces if one.place == place and one.block}
    here = [act for act in others if {doer(act), getattr(act, "target", None)} & stands]
    return here or [act for act in others if place in _aims(act)]


def ways(tree: Tree, chosen: Chosen) -> list[str]:
    """Return the borders and seas by which another road to one of the goals leads than the one that is taken."""
    roads = [way for goal in goals(tree, chosen._replace(by=())).values() for way in goal.other]
    names = (name for way in roads for name in (*map("/".join, map(sorted, pairwise(way))), *way[1:-1]))
    return [name for name in dict.fromkeys(names) if name in _WAYS]


def actors(seat: Seat) -> list[str]:
    """Return the spots of the blocks that may be chosen by a click."""
    return [f"{BLOCK}{name}" for name in dict.fromkeys(map(doer, seat.options)) if name]


def doer(act: Action | None) -> str:
    """Return the block that acts, "" for none."""
    return next(filter(None, (getattr(act, field, "") for field in _ACTORS)), "")


def _army(tree: Tree, chosen: Chosen) -> Option:
    kind, army = chosen.army
    return tree[kind].options[army]


def moves_of(move: Action | Order) -> tuple[Action, ...]:
    """Return the actions of a move, one for each block that goes."""
    return (move,) if isinstance(move, Action) else move.actions


def _first(option: Option) -> Action | None:
    move = next(option.actions(), None)
    return moves_of(move)[0] if move else None


def is_sail(option: Option) -> bool:
    """Tell whether the first action of an option is a sea move."""
    return isinstance(_first(option), Sail)


def actor(option: Option) -> str:
    """Return the block that acts in the first action of an option, "" for none."""
    return doer(_first(option))


def _aims(act: Action) -> tuple[str, ...]:
    """Return the places at which an action aims: its area, its border, or the block that it is aimed at."""
    target = getattr(act, "target", "")
    return tuple(filter(None, (getattr(act, "area", ""), getattr(act, "border", ""), target and f"{BLOCK}{target}")))


def _ends(option: Option) -> Iterator[Option]:
    """Yield the options in a tree that each stand for a road to a goal."""
    if option.room:
        yield option
    for below in option.options:
        yield from _ends(below)


def _road(origin: str, goal: Option, end: Option) -> tuple[str, ...]:
    """Return the areas of a road from the first on, with the sea between; where too many are chosen, its words."""
    act = moves_of(end.action)[0] if end.action else None
    if isinstance(act, March):
        return origin, *act.path
    return origin, act.sea if isinstance(act, Sail) else end.words, goal.place


def _leads(road: Sequence[str], by: Sequence[str]) -> bool:
    steps = {"/".join(sorted(step)) for step in pairwise(road)}
    return all(name in steps or name in road[1:-1] for name in by)


def _list(names: Sequence[str]) -> str:
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {last}").format(names=", ".join(names[:-1]), last=names[-1])
