"""Support turn by turn: the lords that each side would have if they were counted at the end of every turn."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Final

import msgspec

from roses.engine.display import Displayed
from roses.engine.i18n import gettext as _
from roses.engine.record import Moment
from roses.engine.replay import Replay, Timeline
from roses.richard.events.campaign import LordsCounted
from roses.richard.lords_count import Tally, tally
from roses.richard.position import Phase
from roses.richard.state import State, demand_war
from roses.richard.tables import BLOCKS, SIDES
from roses.table import Table


class Turn(msgspec.Struct, frozen=True):
    """The lords at the end of a turn, 0 before the first: the state after ``at`` actions, and its ``date``.

    The tally is a shadow count, except where the game counts; where it ended on the field, ``ended`` says who won.
    """

    campaign: int
    turn: int
    at: int
    tally: Tally
    king_side: str
    date: str = ""
    ended: str = ""

    def names(self, side: str) -> tuple[str, ...]:
        """Return the blocks that count for a side, and "London" for the side that holds it."""
        london = ("London",) if self.tally.london.holder == side and self.tally.london.points else ()
        return (*(lord.block for lord in self.tally.sides[side].counted), *london)

    @property
    def would_be_king(self) -> str:
        """The side that has the crown after such a count: a tie leaves it where it is (rule 8.2)."""
        rival = next(side for side in SIDES if side != self.king_side)
        return rival if self.tally.total(rival) > self.tally.total(self.king_side) else self.king_side


class Support(Displayed, msgspec.Struct, frozen=True):
    """The swing of support in a game: its turns in order. It shows itself as a figure; ``table`` has the numbers.

    >>> import roses
    >>> swing = support(roses.timeline("1470-kingmaker"))
    >>> [(turn.turn, turn.tally.total("Lancaster"), turn.tally.total("York")) for turn in swing.turns][3]
    (3, 8, 6)
    """

    title: str
    turns: tuple[Turn, ...]

    def table(self) -> Table:
        """Return a row for each turn: the points of both sides, who would have the crown, who is new and who is gone.

        >>> import roses
        >>> table = support(roses.timeline("1470-kingmaker")).table()
        >>> table.set_index("turn").loc[3, "would be crowned"]
        'Lancaster'
        """
        first = self.turns[0]
        rows = []
        for before, turn in pairwise((first, *self.turns)):
            points = [turn.tally.total(side) for side in SIDES]
            king = turn.ended or turn.would_be_king
            rows.append((turn.turn, turn.date, *points, king, _newcomers(before, turn), _newcomers(turn, before)))
        return Table(rows, columns=["turn", "until", *SIDES, "would be crowned", "new", "gone"])


def support(timeline: Timeline) -> Support:
    """Return the support of both sides at the end of each turn of a game of the block war game.

    ValueError for a timeline of another game.

    >>> import roses
    >>> len(support(roses.timeline("1483-richard-iii")).turns)
    8
    """
    if not isinstance(timeline, Timeline):
        kind = type(timeline).__name__
        raise ValueError(f"support() needs a timeline, such as roses.timeline() returns, not {kind}")
    replay: Replay[Any] = timeline.replay
    if replay.record.game != "richard-iii":
        raise ValueError(f"lords are counted in the block war game only, not in a game of {replay.record.game}")
    title = replay.record.headers.get("title", replay[0].setup.title)
    moments, turns, since = replay.record.moments, [], -1
    for at in range(len(replay)):
        state: State = replay[at]
        counts = any(isinstance(event, LordsCounted) for event in state.events)
        begins = state.phase is Phase.CARDS and (at == 0 or replay[at - 1].phase is not Phase.CARDS)
        if not (state.outcome or counts or begins):  # the set-up counts as the end of turn 0
            continue
        count = msgspec.structs.replace(tally(state), shadow=not counts)
        turn, king = state.turn - (state.phase is Phase.CARDS), SIDES[state.king_side]
        date = _date_at(moments, since, at)
        ended = state.outcome.winner if state.outcome and not counts else ""
        turns.append(Turn(state.campaign, turn, at, count, king, date, ended))
        since = at
    return Support(title, tuple(turns))


_COLLAPSE: Final = 5  # the least change of a lead, in points, that is a collapse


def collapse(swing: Support) -> str:
    """Return the largest loss of a lead in a campaign as one sentence; "" if none is of five points at least.

    >>> import roses
    >>> print(collapse(support(roses.timeline("1483-richard-iii"))))
    From turn 4 to turn 7 York fell from 8 points against 0 to 5 against 3; it lost Gloucester, Norfolk, Stanley.
    """
    falls: list[tuple[int, int, Turn, Turn, str]] = []  # of equal falls the shortest is told
    for number, first in enumerate(swing.turns):
        for last in swing.turns[number + 1 :]:
            if last.campaign != first.campaign:
                break
            for side in SIDES:
                loss = _lead(first, side) - _lead(last, side)
                if _lead(first, side) > 0 and loss >= _COLLAPSE:
                    falls.append((loss, first.turn - last.turn, first, last, side))
    if not falls:
        return ""
    _loss, _turns, first, last, side = max(falls, key=lambda fall: fall[:2])
    other = next(one for one in SIDES if one != side)
    gone = [_("London") if n == "London" else BLOCKS[n].name for n in first.names(side) if n not in last.names(side)]
    words = _(
        "From turn {first} to turn {last} {side} fell from {had} points against {theirs} to {has} against {now};"
        " it lost {names}."
    )
    points = {"had": first.tally.total(side), "theirs": first.tally.total(other)}
    points |= {"has": last.tally.total(side), "now": last.tally.total(other)}
    return words.format(first=first.turn, last=last.turn, side=side, names=", ".join(gone) or _("nobody"), **points)


def _lead(turn: Turn, side: str) -> int:
    return sum(turn.tally.total(one) * (1 if one == side else -1) for one in SIDES)


def _date_at(moments: tuple[Moment, ...], since: int, at: int) -> str:
    """Return the date of a state: of its shadow count, its first moment, or the last moment after ``since``."""
    here = sorted((moment for moment in moments if moment.at == at), key=lambda moment: not moment.shadow)
    before = [moment.date for moment in moments if since < moment.at < at]
    return here[0].date if here else before[-1] if before else ""


def _newcomers(before: Turn, turn: Turn) -> str:
    """Return who counts in a turn for a side, and did not in another."""
    parts = []
    for side in SIDES:
        blocks = [block for block in turn.names(side) if block not in before.names(side)]
        if names := ", ".join(_("London") if block == "London" else BLOCKS[block].name for block in blocks):
            parts.append(_("{side}: {names}").format(side=side, names=names))
    return "; ".join(parts)


def who_counts(state: State) -> Table:
    """Return who would count if the lords were counted now, who would not, and why (rules 8.1 and 8.2).

    A row is a lord, a church or London; ``points`` is 1, or 0 for those who do not count.

    >>> import roses
    >>> table = who_counts(roses.replay("1470-kingmaker")[39])
    >>> table[table["lord"] == "March"][["points", "why"]].values.tolist()
    [[0, 'in exile, Calais']]
    """
    count = tally(demand_war(state))
    rows = []
    for side in SIDES:
        for lord in count.sides[side].counted:
            why = _("in {area}, a prisoner") if lord.why else _("in {area}")
            rows.append((side, BLOCKS[lord.block].name, lord.points, why.format(area=lord.place)))
        if count.london.holder == side:
            rows.append((side, _("London"), 1, count.london.why))
        for words in count.sides[side].not_counted:
            name, _open, why = words.rstrip(")").rpartition(" (")
            rows.append((side, name, 0, why))
    return Table(rows, columns=["side", "lord", "points", "why"])
