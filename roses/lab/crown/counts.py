"""The count of the lords after changes of a position, as the engine takes it (rules 8.0 to 8.2)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.state import thaw
from roses.lab.crown.change import Change, Impossible, make
from roses.richard.heirs import next_in_line
from roses.richard.phases import political, supply
from roses.richard.position import Draft, Phase
from roses.richard.state import State
from roses.richard.tables import HEIRS_OF, LONDON, NAMES, OUT, PLACE, SIDES


class Count(msgspec.Struct, frozen=True):
    """A count of the lords and what follows from it.

    ``lancaster`` and ``york`` are the points; ``king_side`` has the crown after the count and ``king`` wears it;
    ``moved`` tells whether it has changed sides. ``extinct`` names the house without heirs, "" for none: then the
    other has won and nobody counts (rule 9.0). ``why_not`` says why the rules exclude the changes, "" if they do not.

    >>> import roses
    >>> count_after(roses.scene(Kent="York, Norfolk", Lincoln="Henry VI"))
    Count(lancaster=1, york=2, king_side='York', king='York', moved=True, extinct='', why_not='')
    """

    lancaster: int = 0
    york: int = 0
    king_side: str = ""
    king: str = ""
    moved: bool = False
    extinct: str = ""
    why_not: str = ""

    def points(self, side: str) -> int:
        """Return the points of a side."""
        return self.york if side == "York" else self.lancaster


def count_after(state: State, changes: Iterable[Change] = ()) -> Count:
    """Return the count as it would be now, after these changes; ``why_not`` says which of them the rules exclude.

    The engine does all of it: deaths with what they bring (6.8 to 6.82: the next heir is King, a minor comes in, and
    into London if that is free), then 8.1 and 8.2. Battles and supply losses that are still due are left out.
    """
    wanted = tuple(changes)
    if why := conflict(wanted):
        return Count(why_not=why)
    d = drafted(state)
    before = d.king_side
    try:
        make(d, wanted)
    except Impossible as reason:
        return Count(why_not=str(reason))
    if d.result is not None:
        return _won(d, before)
    enter_minors(d)
    political.begin(d)
    return Count(*d.votes, SIDES[d.king_side], NAMES[d.king], d.king_side != before)


def _won(d: Draft, before: int) -> Count:
    """Return the count where the game is over: the winner has the crown whatever the lords say (rule 9.0)."""
    political.disband(d)
    winner = SIDES.index(d.result.winner) if d.result else before
    extinct = "" if HEIRS_OF[1 - winner] & ~d.occ[OUT] else SIDES[1 - winner]
    heir = NAMES[next_in_line(d, winner)]
    return Count(political.count(d, 0), political.count(d, 1), SIDES[winner], heir, winner != before, extinct)


def conflict(wanted: tuple[Change, ...]) -> str:
    """Return why changes cannot go together, "" if they can."""
    persons = [change.person for change in wanted]
    twice = next((p for p in persons if persons.count(p) > 1), None)
    if twice is None:
        return ""
    if twice:
        return _("both changes are about {name}: choose one").format(name=twice.split("/")[0])
    return _("both changes are about London: choose one")


def drafted(state: State) -> Draft:
    """Return a draft of the position in which nothing is left to be done before the political turn."""
    d = thaw(state, Draft)
    d.battle = d.due = None
    d.fronts = ()
    d.turn = supply.TURNS
    return d


def enter_minors(d: Draft) -> None:
    """Name the successor and bring in the minors who are due (6.81, 6.82), the King's into London if that is free."""
    supply.begin(d)
    while d.stage == "minors":
        d.stage, d.phase = "", Phase.SUPPLY
        supply.begin_minors(d)
        if d.phase is Phase.MINOR:
            side = SIDES.index(d.active[0])
            entries = supply.legal_minor(d, side)
            best = [e for e in entries if PLACE.get(getattr(e, "area", ""), -1) == LONDON]
            supply.apply_minor(d, side, (best or entries)[0])
    d.settled = 0
