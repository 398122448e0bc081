"""The steps of a ledger, and the stretches they make: a battle, what a side did in its part of a turn, the count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.lab.chronicle import fought
from roses.lab.winning.values import How
from roses.richard.events.campaign import LordsCounted
from roses.richard.position import Phase
from roses.richard.state import State

_ACTS: Final = (Phase.ACTIONS, Phase.MUSTER, Phase.MUSTER_AREA, Phase.PLAGUE, Phase.MAIN_ATTACK)
_DEALT: Final = (Phase.DEAL, Phase.MULLIGAN_ANSWER)
_HOME: Final = (Phase.HOMEWARD, Phase.EXILE)


class Entry(msgspec.Struct, frozen=True):
    """A step of a game: the action that led to the state after ``at`` actions, and what it changed.

    ``before`` and ``after`` are the chances 0..1 that the ledger's side wins. Their difference is the sum of ``luck``
    (what fell less what was to be expected), ``decision`` (what was chosen less the best found, for the side that
    chose) and ``foresight`` (the best found less ``before``: what one step ahead shows and the model had not expected).
    ``best`` is the best action found, "" where that was chosen; ``how`` says where the values come from.
    """

    at: int
    campaign: int
    turn: int
    by: str
    deed: str
    before: float
    after: float
    luck: float = 0.0
    decision: float = 0.0
    foresight: float = 0.0
    best: str = ""
    how: How = How.MODEL

    @property
    def change(self) -> float:
        """What the step changed in all."""
        return self.after - self.before


class Stretch(msgspec.Struct, frozen=True):
    """Steps that belong together, a battle or what a side did in its part of a turn: what they changed in all.

    It ends with the state after ``at`` actions. ``area`` is that of a battle, else "".
    """

    begun: int
    at: int
    name: str
    area: str
    before: float
    after: float
    luck: float
    decision: float
    foresight: float

    @property
    def change(self) -> float:
        """What the steps changed in all."""
        return self.after - self.before


def stretches(states: Sequence[State], entries: Sequence[Entry]) -> Iterator[Stretch]:
    """Yield the stretches of a game, in order; the entries of each stand one after another.

    >>> import roses
    >>> [stretch.name for stretch in roses.ledger(roses.replay("1483-richard-iii")).stretches][:3]
    ['The deal', 'Turn 1: cards', 'Turn 1: Lancaster acts']
    """
    areas = {at: battle.area for battle in fought(states) for at in range(battle.begun + 1, battle.at + 1)}

    def place(entry: Entry) -> tuple[str, str]:
        area = areas.get(entry.at, "")
        return _name(states[entry.at - 1], states[entry.at], area), area

    for (name, area), group in groupby(entries, place):
        yield _stretch(name, area, list(group))


def _stretch(name: str, area: str, steps: list[Entry]) -> Stretch:
    first, last = steps[0], steps[-1]
    sums = (sum(getattr(step, what) for step in steps) for what in ("luck", "decision", "foresight"))
    return Stretch(first.at - 1, last.at, name, area, first.before, last.after, *sums)


def _name(before: State, after: State, area: str) -> str:
    """Return what a step belongs to."""
    words: dict[str, Any] = {"turn": before.turn, "area": area, "side": before.active[0]}
    if any(isinstance(event, LordsCounted) for event in after.events):
        return _("The lords are counted")
    if area:
        return _("Turn {turn}: battle in {area}").format(**words)
    if before.phase in _DEALT:
        return _("The deal")
    if before.phase in _HOME:
        return _("The way home")
    if before.phase is Phase.CARDS:
        return _("Turn {turn}: cards").format(**words)
    if before.phase in _ACTS:
        return _("Turn {turn}: {side} acts").format(**words)
    if before.phase is Phase.BATTLES:
        return _("Turn {turn}: which battle next").format(**words)
    return _("Turn {turn}: supply").format(**words)
