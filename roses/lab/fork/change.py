"""What is changed at a fork, and how a reader may write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

_EXAMPLE: Final = (
    "{'play': 'roll 3', 'strength': {'Norfolk': 1}, 'place': {'Oxford': 'Pool'}, 'loyalty': {'Stanley/Y': None}, "
    "'ruleset': 'classic'}"
)


class Change(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is different after the fork.

    * ``play``: actions in notation, decisions or rolls of dice, in place of the recorded one;
    * ``strength``: blocks to steps; ``place``: blocks to areas, ``"Pool"`` or ``"Out"``;
    * ``loyalty``: blocks to the dice that must all be even to turn them, 0 to 9, or None: nobody turns them. The bots
      do not know it, and weigh treachery by the printed number;
    * ``ruleset``: the name of a ruleset or a variant of one.
    """

    play: tuple[str, ...] = ()
    strength: dict[str, int] = {}
    place: dict[str, str] = {}
    loyalty: dict[str, int | None] = {}
    ruleset: str = ""


ChangeLike: TypeAlias = str | Sequence[str] | Mapping[str, Any] | Change


def change_of(change: ChangeLike) -> Change:
    """Return a change as it may be written: an action, several, or a mapping of fields; ValueError for anything else.

    >>> change_of("roll 3") == change_of({"play": "roll 3"}) == Change(("roll 3",))
    True
    """
    if isinstance(change, Change):
        return change
    if isinstance(change, str):
        return Change((change,))
    fields: dict[str, Any] = dict(change) if isinstance(change, Mapping) else {"play": change}
    if isinstance(fields.get("play"), str):
        fields["play"] = [fields["play"]]
    try:
        return msgspec.convert(fields, Change)
    except msgspec.ValidationError as error:
        raise ValueError(
            f"a change must be an action, a list of actions, or a mapping such as {_EXAMPLE}, not {change!r}"
        ) from error
