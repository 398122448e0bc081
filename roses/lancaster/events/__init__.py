"""The events of the court game: a struct for each kind; all are seen by all players.

The kinds are in ``service`` (knights: placing, counties, conflicts), ``court`` (rounds, parliament, laws) and ``gains``
(what is taken and paid, castles, the end).

>>> print(service.Displaced("Blue", "Surrey", 1))
The knight of Blue in Surrey, strength 1, goes back to court.
"""

from __future__ import annotations

from typing import Final, TypeAlias, get_args

from roses.lancaster.events import court, gains, service
from roses.lancaster.events.base import Event

AnyEvent: TypeAlias = service.ServiceEvent | court.CourtEvent | gains.GainsEvent
KINDS: Final[dict[str, type[Event]]] = {kind.__struct_config__.tag: kind for kind in get_args(AnyEvent)}
