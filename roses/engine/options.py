"""Options as a tree: what may be chosen now, by kind, then what acts, then where or what for. Widgets walk down it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from roses.engine.protocol import Action


class Part(NamedTuple):
    """One part of an action, as a reader chooses it: its words, and the place on the board that one may click for it.

    ``place`` is "" for what stands in a list only.
    """

    words: str
    place: str = ""


class Parts(NamedTuple):
    """The parts of an action, the kind first; ``origin`` is the place it leaves, ``attacks`` whether it attacks."""

    chosen: tuple[Part, ...]
    origin: str = ""
    attacks: bool = False


class Option(msgspec.Struct, frozen=True):
    """A node of the tree: either several further ``options``, or the ``action`` that all choices up to here make.

    ``words`` are what is chosen here, ``place`` where on the board one may click for it, "" for none. Of an action
    there are its ``cost`` in words ("" for none), its ``origin`` and whether it ``attacks``.
    """

    words: str
    place: str = ""
    options: tuple[Option, ...] = ()
    action: Action | None = None
    cost: str = ""
    origin: str = ""
    attacks: bool = False

    def actions(self) -> Iterator[Action]:
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
    return tuple(_node(part, group, depth) for part, group in groups.items())


def _node(part: Part, group: Sequence[Known], depth: int) -> Option:
    """Return the node of a part: an action if it is the last part of one, with those that go on from it below."""
    ends = [one for one in group if len(one[1].chosen) == depth + 1]
    below = _below([one for one in group if len(one[1].chosen) > depth + 1], depth + 1)
    if not ends:
        return Option(*part, below)
    action, parts, cost = ends[0]
    same = tuple(Option(str(other), part.place, (), other, price) for other, _parts, price in ends[1:])
    return Option(*part, (*same, *below), action, cost, parts.origin, parts.attacks)
