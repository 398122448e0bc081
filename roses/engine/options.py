"""Legal actions as a tree for widgets: one chooses a kind of action, then what acts, then where or what for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from roses.engine.protocol import Action, Order


class Part(NamedTuple):
    """One part of an action, as a player chooses it: its words, and the place on the board that one may click for it.

    ``place`` is "" for a part that is only in a list. ``several`` is whether several of the parts that follow may be
    chosen at once, to act together as one order. ``about`` explains the part to somebody who does not know it.
    """

    words: str
    place: str = ""
    several: bool = False
    about: str = ""


class Parts(NamedTuple):
    """The parts of an action, the kind first; ``origin`` is the place it leaves, ``attacks`` whether it attacks.

    ``reserve`` is whether it attacks as the reserve; ``room`` is how many actions that differ in one part only may be
    joined in one order.
    """

    chosen: tuple[Part, ...]
    origin: str = ""
    attacks: bool = False
    reserve: bool = False
    room: int = 1


class Option(msgspec.Struct, frozen=True):
    """A node of the tree: it has further ``options``, or the ``action`` that the choices down to here make, or both.

    ``words``, ``place``, ``several`` and ``about`` are those of ``Part``; where ``several`` is true, ``together`` gives
    what several of the options can do at once. ``cost`` is the cost of the action in words, "" for none; ``origin``,
    ``attacks``, ``reserve`` and ``room`` are those of ``Parts``.
    """

    words: str
    place: str = ""
    several: bool = False
    about: str = ""
    options: tuple[Option, ...] = ()
    action: Action | Order | None = None
    cost: str = ""
    origin: str = ""
    attacks: bool = False
    reserve: bool = False
    room: int = 0

    def actions(self) -> Iterator[Action | Order]:
        """Yield all actions that can be reached from here."""
        if self.action is not None:
            yield self.action
        for option in self.options:
            yield from option.actions()


Known = tuple[Action, Parts, str]  # an action, its parts, and its cost in words


def tree(known: Sequence[Known]) -> tuple[Option, ...]:
    """Return the options of these actions as a tree; each action is reached by choosing its parts in order.

    Equal parts are one node; nodes are in the order in which their parts first occur.

    >>> from roses.engine.protocol import Done, Decline
    >>> end, no = Parts((Part("end"), Part("the turn"))), Parts((Part("decline"),))
    >>> options = tree([(Done(), end, ""), (Decline(), no, "")])
    >>> [option.words for option in options], options[0].options[0].action
    (['end', 'decline'], Done())
    """
    return _level(known, 0)


def _level(known: Sequence[Known], depth: int) -> tuple[Option, ...]:
    """Return the nodes for the parts at this depth, with all that is below them."""
    groups: dict[Part, list[Known]] = {}
    for item in known:
        groups.setdefault(item[1].chosen[depth], []).append(item)
    nodes = []
    for part, group in groups.items():
        ends = [item for item in group if len(item[1].chosen) == depth + 1]  # actions whose last part this is
        below = _level([item for item in group if len(item[1].chosen) > depth + 1], depth + 1)
        if ends:
            action, parts, cost = ends[0]
            # further actions with the very same parts, told apart by their notation
            twins = (Option(str(other), part.place, action=other, cost=price) for other, _parts, price in ends[1:])
            below = (*twins, *below)
            nodes.append(Option(*part, below, action, cost, parts.origin, parts.attacks, parts.reserve, parts.room))
        else:
            nodes.append(Option(*part, below))
    return tuple(nodes)


def together(chosen: Sequence[Option]) -> tuple[Option, ...]:
    """Return what all of these options, children of one node with ``several``, can do at once, as a tree of orders.

    An option that has no room for all of them has no ``action``; its ``room`` says for how many there is room.

    >>> import roses
    >>> march = roses.scene(Kent="Gloucester, Norfolk", side="York").option_tree("York")[0]
    >>> [str(option.action) for option in together(march.options[0].options)][:1]
    ['Gloucester marches to Middlesex; Norfolk marches to Middlesex']
    """
    first, *others = chosen
    return _common(first.options, [other.options for other in others]) if others else first.options


def _common(first: tuple[Option, ...], others: Sequence[tuple[Option, ...]]) -> tuple[Option, ...]:
    """Return the options that all of these levels have, each with the order that joins their actions as its action."""
    levels = [{(other.words, other.place): other for other in level} for level in others]
    common = []
    for option in first:
        key = option.words, option.place
        same = [option, *(level[key] for level in levels if key in level)]
        if len(same) <= len(levels):  # not every level has it
            continue
        options = _common(option.options, [other.options for other in same[1:]])
        actions = [other.action for other in same if isinstance(other.action, Action)]
        room = min(other.room for other in same) if len(actions) == len(same) else 0
        order = Order(tuple(actions)) if 0 < len(same) <= room else None
        if options or room:
            common.append(msgspec.structs.replace(option, options=options, action=order, room=room))
    return tuple(common)
