"""Events of a step in groups, each action with its results, the most important first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

import msgspec

from roses.engine.protocol import Event

_USUAL: Final = 3  # the weight of kinds of events that are not listed


class EventGroup(msgspec.Struct, frozen=True):
    """An event with its direct results: hits after fire, a change of sides after treachery."""

    event: Event
    after: tuple[Event, ...] = ()

    @property
    def ends(self) -> tuple[Event, ...]:
        """Return the results, of each block only the last: an elimination without the losses before it."""
        last = {(e.block or e.kind): e for e in self.after}
        return tuple(e for e in self.after if last[e.block or e.kind] is e)


def groups(events: Iterable[Event], came_of: Collection[str] = ()) -> list[EventGroup]:
    """Return events in groups: events of the kinds ``came_of`` after a roll belong to the roll.

    >>> import roses
    >>> state = roses.battle("Oxford", {"Wilts": "York"}, "Somerset")
    >>> state = roses.play(state, "Somerset fires", "roll 1 2 3", "York takes the hits")
    >>> group = groups(state.events, {"hit"})[0]
    >>> print(group.event, *group.after)
    Somerset fires at A2: 2 hits. York loses 2 steps.
    """
    found: list[EventGroup] = []
    for event in events:
        if found and found[-1].event.dice and event.kind in came_of:
            found[-1] = EventGroup(found[-1].event, (*found[-1].after, event))
        else:
            found.append(EventGroup(event))
    return found


def grouped(events: Iterable[Event], weights: Mapping[str, int], came_of: Collection[str] = ()) -> list[EventGroup]:
    """Return the groups in order of weight: the heaviest first, then rolls, then the rest in order of time.

    ``weights`` gives the importance of each kind of event. Events of weight 0, such as the choice of a card or the
    start of a turn, are returned only if there are no others.
    """
    found = [(_weight(group, weights), group) for group in groups(events, came_of)]
    if not found:
        return []
    most = max(weight for weight, _group in found)
    main = next(group for weight, group in found if weight == most)
    others = [group for weight, group in found if group is not main and weight]
    return [main, *sorted(others, key=lambda group: not group.event.dice)]


def _weight(group: EventGroup, weights: Mapping[str, int]) -> int:
    return max(weights.get(e.kind, _USUAL) for e in (group.event, *group.after))


def weights(*ranks: tuple[str, ...]) -> dict[str, int]:
    """Return the weights of kinds that are listed from the lightest up.

    >>> weights(("turn",), ("march", "sail"))
    {'turn': 0, 'march': 1, 'sail': 1}
    """
    return {kind: weight for weight, kinds in enumerate(ranks) for kind in kinds}
