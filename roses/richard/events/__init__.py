"""The events of the block war game: a struct for each kind, and the events as a side sees them.

The kinds are in ``army`` (moves and battles) and ``campaign`` (all else).

>>> print(army.Retreated("York", "Northumberland/Y", area="Derby"))
Northumberland retreats to Derby.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, TypeAlias, get_args

from msgspec import json, structs

from roses.richard.events import army, campaign

AnyEvent: TypeAlias = army.ArmyEvent | campaign.CampaignEvent
KINDS: Final[dict[str, type[army.Event]]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyEvent)}


def seen(events: Sequence[AnyEvent], side: str | None) -> tuple[AnyEvent, ...]:
    """Return the events of an action as ``side`` may know them; None sees all.

    An event of a block that a side may not see loses the name of the block. Consecutive events of such blocks are
    sorted by what is left, because their original order could identify the blocks.

    >>> recruits = army.Recruited("York", "Norfolk", "Kent"), army.Recruited("York", "Hastings", "Essex")
    >>> print(*seen(recruits, "Lancaster"), sep="\\n")
    York recruits a block in Essex.
    York recruits a block in Kent.
    """
    secret = [event for event in events if (witnesses := event.seen_by) and side not in witnesses] if side else []
    if not secret:
        return tuple(events)
    if len(events) == 1:
        return tuple(_unseen(events))
    runs = groupby(events, lambda event: event.rule if event in secret else "")
    return tuple(event for rule, run in runs for event in (_unseen(run) if rule else run))


def _unseen(events: Iterable[AnyEvent]) -> list[AnyEvent]:
    """Return the events without their blocks, sorted by what is left."""
    blank = [structs.replace(event, block="") for event in events]
    return sorted(blank, key=json.encode) if len(blank) > 1 else blank
