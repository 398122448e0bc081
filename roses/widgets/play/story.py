"""The log of a table: what a side saw, turn by turn, dice as faces, and what played itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roses.engine.protocol import Event
from roses.figures.battle.dice import dice_svg
from roses.figures.drawing.svg import escape, tag
from roses.richard.events.army import TreacheryTried, Volley
from roses.widgets.html import div

_DIE: Final = 26  # px
_LATEST: Final = 120  # events in the log
_CHAPTERS: Final = ("turn", "round", "reset")  # kinds of events that begin a chapter
_BATTLE_ROUND: Final = "6.2"  # a round of a battle is none


def story(events: Sequence[Event], forced: Mapping[int, Sequence[str]], since: int) -> list[dict[str, Any]]:
    """Return the latest events as lines for the page, the oldest first.

    ``forced`` are sentences that stand before the event of that number; events from number ``since`` on are ``new``.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> for line in story(seat.events(), {1: ["There was no other choice: keep"]}, 1)[-2:]:
    ...     print(line)
    {'html': 'There was no other choice: keep.', 'new': True}
    {'html': 'Turn 1 begins.', 'chapter': True, 'new': True}
    """
    begin = max(0, len(events) - _LATEST)
    lines: list[dict[str, Any]] = []
    for number in range(begin, len(events) + 1):
        lines += ({"html": escape(f"{said}."), "new": number >= since} for said in forced.get(number, ()))
        if number < len(events):
            lines.append(_line(events[number]) | {"new": number >= since})
    return lines


def _line(event: Event) -> dict[str, Any]:
    if event.dice:
        hits_on = event.firepower if isinstance(event, Volley) else None
        faces = dice_svg(event.dice, hits_on, even=isinstance(event, TreacheryTried), size=_DIE)
        return {"html": div("roll", str(faces), tag("span", escape(event)))}
    chapter = event.kind in _CHAPTERS and event.rule != _BATTLE_ROUND
    return {"html": escape(event)} | ({"chapter": True} if chapter else {})
