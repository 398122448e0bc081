"""Options as a tree: what may be chosen now, by kind, then what acts, then where or what for. Widgets walk down it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from roses.engine.protocol import Action, Order


class Part(NamedTuple):
    """One part of an action, as a reader chooses it: its words, and the place on the board that one may click for it.

    ``place`` is "" for what stands in a list only. ``several`` is whether some of the parts that follow may be chosen
    at once, and go on together as one order. ``about`` says to somebody who does not know it what it is or does.
    """

    words: str
    place: str = ""
    several: bool = False
    about: str = ""


class Parts(NamedTuple):
    """The parts of an action, the kind first; ``origin`` is the place it leaves, ``attacks`` whether it attacks.

    ``room`` is how many actions with the same parts but one can be an order.
    """

    chosen: tuple[Part, ...]
    origin: str = ""
    attacks: bool = False
    room: int = 1


class Option(msgspec.Struct, frozen=True):
    """A node of the tree: either several further ``options``, or the ``action`` that all choices up to here make.

    ``words`` are what is chosen here, ``place`` where on the board one may click for it, "" for none, ``about`` what it
    is or does. With ``several``, any of the options may be chosen at once: ``together`` says what these can do. An
    action has its ``cost`` in words ("" for none), its ``origin``, whether it ``attacks``, and for how many there is
    ``room`` on its way.
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
    room: int = 0

    def actions(self) -> Iterator[Action | Order]:
        """Yield all actions that can be reached from here."""
        if self.action is not None:
            yield self.action
        for option in self.options:
            yield from option.actions()


Known = tuple[Action, Parts, str]  # an action, its parts, and its cost


def tree(known: Sequence[Known]) -> tuple[Option, ...]:
    """Return the options of these actions as a tree; each action is reached by choosing its parts in order.

    Parts of the same words and place are one node, in the order in which they first occur.

    >>> from roses.engine.protocol import Done, Decline
    >>> end, no = Parts((Part("end"), Part("the turn"))), Parts((Part("decline"),))
    >>> found = tree([(Done(), end, ""), (Decline(), no, "")])
    >>> [option.words for option in found], found[0].options[0].action
    (['end', 'decline'], Done())
    """
    return _below(known, 0)


def _below(known: Sequence[Known], depth: int) -> tuple[Option, ...]:
    """Return the nodes of the parts at this depth."""
    groups: dict[Part, list[Known]] = {}
    for one in known:
        groups.setdefault(one[1].chosen[depth], []).append(one)
    nodes = []
    for part, group in groups.items():
        ends = [one for one in group if len(one[1].chosen) == depth + 1]  # actions of which this is the last part
        below = _below([one for one in group if len(one[1].chosen) > depth + 1], depth + 1)
        if ends:
            action, parts, cost = ends[0]
            same = (Option(str(other), part.place, action=other, cost=price) for other, _parts, price in ends[1:])
            below = (*same, *below)
            nodes.append(Option(*part, below, action, cost, parts.origin, parts.attacks, parts.room))
        else:
            nodes.append(Option(*part, below))
    return tuple(nodes)


def together(chosen: Sequence[Option]) -> tuple[Option, ...]:
    """Return what all of these options, sisters below a node with ``several``, can do at once, as a tree of orders.

    A way without room for so many has ``room`` for fewer, and no ``action``.

    >>> import roses
    >>> march = roses.scene(Kent="Gloucester, Norfolk", side="York").option_tree("York")[0]
    >>> [str(option.action) for option in together(march.options[0].options)][:1]
    ['Gloucester marches to Middlesex; Norfolk marches to Middlesex']
    """
    first, *others = chosen
    return _common(first.options, [other.options for other in others]) if others else first.options


def _common(first: tuple[Option, ...], others: Sequence[tuple[Option, ...]]) -> tuple[Option, ...]:
    """Return the options that occur in all of these levels, each with an order of their actions for its action."""
    levels = [{(option.words, option.place): option for option in level} for level in others]
    common = []
    for one in first:
        same = [one, *(level[one.words, one.place] for level in levels if (one.words, one.place) in level)]
        if len(same) <= len(levels):
            continue
        options = _common(one.options, [other.options for other in same[1:]])
        acts = [other.action for other in same if isinstance(other.action, Action)]
        room = min(other.room for other in same) if len(acts) == len(same) else 0
        order = Order(tuple(acts)) if 0 < len(same) <= room else None
        if options or room:
            common.append(msgspec.structs.replace(one, options=options, action=order, room=room))
    return tuple(common)
