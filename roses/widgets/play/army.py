"""An army at a table: where some of its blocks may march together, as choices and on the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from roses.engine.errors import RuleError
from roses.engine.i18n import gettext as _
from roses.engine.options import Option, together
from roses.engine.protocol import Action
from roses.engine.seat import Seat
from roses.figures.map.flags import Flag, Reach
from roses.richard.actions import March
from roses.richard.prompts import points
from roses.widgets.play.questions import question


def army(seat: Seat, kind: int, area: int, ticked: Sequence[int]) -> tuple[Reach | None, list[str], tuple[Option, ...]]:
    """Return the reach of some blocks of an army, their ids, and what they may choose together.

    ``kind`` and ``area`` are the places of the army in the tree of the seat, ``ticked`` those of its blocks. The reach
    is None where nobody is ticked. RuleError for a click that comes too late.
    """
    try:
        node = seat.tree[kind].options[area]
        chosen = [node.options[number] for number in ticked]
    except IndexError:
        raise RuleError(_("that choice is gone: the game has gone on since; choose again")) from None
    if not chosen or not node.several:
        return None, [], ()
    found = together(chosen)
    marches = [action for option in chosen for action in option.actions() if isinstance(action, March)]
    flags = {goal.place: _flag(goal, len(chosen), marches) for goal in found}
    cost = 0 if any(_cost(goal) == points(0) for goal in found) else 1
    return Reach(node.words, len(chosen), flags, cost=cost), sorted({march.block for march in marches}), found


def _flag(goal: Option, count: int, marches: Sequence[March]) -> Flag:
    """Return the flag of a goal: areas of the shortest way, how many of the blocks may go, whether they attack."""
    ends = list(_ends(goal))
    steps = min(len(march.path) for march in marches if march.path[-1] == goal.place)
    return Flag(steps, min(count, max(end.room for end in ends)), any(end.attacks for end in ends))


def _ends(option: Option) -> Iterator[Option]:
    """Yield the options that are a way to the goal."""
    if option.room:
        yield option
    for below in option.options:
        yield from _ends(below)


def _cost(goal: Option) -> str:
    return next((end.cost for end in _ends(goal) if end.cost), "")


def nodes(
    options: Sequence[Option], places: dict[Action, int], side: str, above: Sequence[Option] = ()
) -> list[dict[str, Any]]:
    """Return options for the page; an action is its number in ``seat.options``, an order several.

    Each says what ``side`` is asked once it is chosen; ``above`` are the nodes on the way to the options.
    """
    return [_node(option, places, side, (*above, option)) for option in options]


def _price(cost: str) -> str:
    return _("paid for") if cost == points(0) else cost


def _node(option: Option, places: dict[Action, int], side: str, chosen: Sequence[Option]) -> dict[str, Any]:
    node: dict[str, Any] = {"words": option.words, "place": option.place}
    if option.about:
        node["about"] = option.about
    if option.options:
        node["options"] = nodes(option.options, places, side, chosen)
        if asked := question(side, chosen):
            node["asks"] = asked
    if option.several:
        node["several"] = True
    if option.action is not None:
        acts = (option.action,) if isinstance(option.action, Action) else option.action.actions
        node |= {"play": [places[act] for act in acts], "cost": _price(option.cost), "attacks": option.attacks}
        node["says"] = str(option.action)
    elif option.room > 1 or (option.room and not option.options):
        node["room"] = option.room
    return node
