"""What a game at court comes to, from its events alone: a round in three lines, and points by their source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Event
from roses.lancaster.events import EnglandWon, FranceWon
from roses.lancaster.gains import PointsScored, listed
from roses.lancaster.law_events import LawAccepted
from roses.lancaster.tables import amount

SOURCES: Final = {  # kinds of a Source that bring points, with the words of a table; the last three pay at the end
    "conflict": N_("Conflicts"),
    "law": N_("Laws"),
    "county": N_("Counties"),
    "castle": N_("Castle"),
    "favour": N_("Favours of the king"),
    "nobles": N_("Nobles"),
    "knights prize": N_("Knights in service"),
    "castle prize": N_("Extensions built"),
}
_FINAL: Final = ("nobles", "knights prize", "castle prize")


def points_by_source(events: Iterable[Event]) -> dict[str, Counter[str]]:
    """Return how many points each house has scored, by kind of source; together they are its score.

    >>> from roses.lancaster.gains import Source
    >>> won = PointsScored("Red", 4, Source("conflict", "K8", 2), "11.4")
    >>> points_by_source([won, PointsScored("Red", 3, Source("nobles"), "13.4")])
    {'Red': Counter({'conflict': 4, 'nobles': 3})}
    """
    points: dict[str, Counter[str]] = {}
    for event in events:
        if isinstance(event, PointsScored):
            points.setdefault(event.side, Counter())[event.source.kind] += event.amount
    return points


def round_lines(events: Iterable[Event]) -> list[str]:
    """Return the events of one round in three sentences: the war, the laws, and who gained most.

    What nobles, knights and castles bring when the game is over belongs to no round.

    >>> for line in round_lines([EnglandWon("K8", 9, 8), LawAccepted("L05", "Open house", 3, 1)]):
    ...     print(line)
    England won at Agincourt.
    Parliament passed Open house.
    No house gained a point.
    """
    events = list(events)
    won, lost, laws = (
        _(" and ").join(filter(None, (listed(names[:-1]), listed(names[-1:]))))
        for names in (
            [event.conflict for event in events if isinstance(event, EnglandWon)],
            [event.conflict for event in events if isinstance(event, FranceWon)],
            [event.name for event in events if isinstance(event, LawAccepted)],
        )
    )
    gains = Counter[str]()
    for side, points in points_by_source(events).items():
        gains[side] = sum(n for kind, n in points.items() if kind not in _FINAL)
    most = max(gains.values(), default=0)
    first = _(" and ").join(side for side, n in gains.items() if n == most)
    if won and lost:
        war = _("England won at {won}; at {lost} the French held out.")
    elif won:
        war = _("England won at {won}.")
    else:
        war = _("At {lost} the French held out.") if lost else _("Nothing was decided in France.")
    return [
        war.format(won=won, lost=lost),
        _("Parliament passed {laws}.").format(laws=laws) if laws else _("Parliament passed no law."),
        _("{side} gained most: {points}.").format(side=first, points=amount(most, "points"))
        if most
        else _("No house gained a point."),
    ]
