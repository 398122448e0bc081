"""What is changed at a fork, and how a reader may write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _

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


def change_of(told: ChangeLike) -> Change:
    """Return a change as it may be written: an action, several, or a mapping of fields; ValueError for anything else.

    >>> change_of("roll 3") == change_of({"play": "roll 3"}) == Change(("roll 3",))
    True
    """
    if isinstance(told, Change):
        return told
    if isinstance(told, str):
        return Change((told,))
    fields: dict[str, Any] = dict(told) if isinstance(told, Mapping) else {"play": told}
    if isinstance(fields.get("play"), str):
        fields["play"] = [fields["play"]]
    try:
        return msgspec.convert(fields, Change)
    except msgspec.ValidationError as error:
        said = _("a change is an action, several in a list, or a mapping as {example}, not {told}")
        raise ValueError(said.format(example=_EXAMPLE, told=repr(told))) from error
