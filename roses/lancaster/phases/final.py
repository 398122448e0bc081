"""The end: strength in service, castles, nobles, and who has won (rules 13.1 to 13.5, 14.11)."""

from __future__ import annotations

from roses.engine.protocol import Outcome
from roses.lancaster import gains
from roses.lancaster.gains import Source
from roses.lancaster.phases.effects import take
from roses.lancaster.position import Draft, Phase, Position
from roses.lancaster.tables import COLOURS


def in_service(s: Position) -> list[int]:
    """Return, by colour, the strength of the knights that are not in reserve (rule 13.1)."""
    strengths = [sum(court) + sum(castle) for court, castle in zip(s.court, s.castle, strict=True)]
    for stack in filter(None, s.counties):
        strengths[stack.party] += stack.knight
    for conflict in s.conflicts:
        for slot in conflict.slots:
            strengths[slot.party] += sum(slot.knights)
    return strengths


def prizes(marks: list[tuple[int, int]], first: int, second: int) -> list[int]:
    """Return the points of each player; ``marks`` are (count, tie-break), shares are rounded down (rule 13.3).

    >>> prizes([(9, 2), (9, 2), (7, 5), (4, 0)], 8, 4)
    [6, 6, 0, 0]
    >>> prizes([(9, 2), (7, 1), (7, 1), (7, 1)], 8, 4)
    [8, 1, 1, 1]
    """
    best = max(marks)
    if marks.count(best) > 1:
        return [(first + second) // marks.count(best) if mark == best else 0 for mark in marks]
    next_best = max(mark for mark in marks if mark != best)
    share = second // marks.count(next_best)
    return [first if mark == best else share if mark == next_best else 0 for mark in marks]


def score(d: Draft) -> None:
    """Stage "final": score the two prizes and the nobles; the most points win, equal ones share (13.1, 13.5)."""
    players = range(d.setup.players)
    scoring = d.parts.scoring
    strengths = in_service(d)
    knights = [(strengths[p], d.squires[p]) for p in players]
    _prize(d, gains.KnightsPrize, "13.1", knights, scoring.knights)
    castles = [(d.built[p].bit_count(), d.gold[p]) for p in players]
    _prize(d, gains.CastlePrize, "13.2", castles, scoring.castle)
    for player in players:
        if points := scoring.nobles[d.nobles[player].bit_count()]:
            take(d, player, "points", points, "13.4", Source("nobles"))
    top = max(d.score)
    names = [COLOURS[p] for p, points in enumerate(d.score) if points == top]
    verb = "wins" if len(names) == 1 else "share the victory"
    reason = f"{' and '.join(names)} {verb} with {top} points"
    d.log(gains.GameWon(tuple(names), top))
    d.result = Outcome(" and ".join(names), f"{reason} ({', '.join(map(str, d.score))})")
    d.phase, d.active, d.mover = Phase.OVER, (), -1


def _prize(
    d: Draft,
    event: type[gains.KnightsPrize] | type[gains.CastlePrize],
    rule: str,
    marks: list[tuple[int, int]],
    values: tuple[int, int],
) -> None:
    """Score first and second prize; the event also shows what breaks ties (rules 13.3, 14.11)."""
    two = d.setup.players == 2
    counts, ties = zip(*marks, strict=True)
    d.log(event(COLOURS[: len(marks)], counts, ties, rule))
    first, second = d.parts.scoring.two_players if two else values
    won = prizes(marks, first, second)
    if two and marks[0] == marks[1] and d.rules.two_player_tie != "split":
        won = [first if d.rules.two_player_tie == "both" else 0] * 2
    source = Source("knights prize" if event is gains.KnightsPrize else "castle prize")
    for player, points in enumerate(won):
        if points:
            take(d, player, "points", points, "14.11" if two else rule, source)
