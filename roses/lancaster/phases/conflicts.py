"""Phase 3c: conflicts in France; ranks, points, prisoners and ransom (rules 11.1 to 11.7, 14.5, 14.10)."""

from __future__ import annotations

from functools import cache
from itertools import combinations

from roses.engine.draft import put
from roses.engine.protocol import Action, Decline
from roses.lancaster.actions import Ransom
from roses.lancaster.events import service
from roses.lancaster.events.base import Source
from roses.lancaster.phases.effects import pay, take
from roses.lancaster.position import Conflict, Draft, Knights, Phase, Position, Slot, order, without
from roses.lancaster.tables import CARDS, COLOURS, ROUNDS

_DECLINE = Decline()


def begin(d: Draft) -> None:
    """Stage "conflicts": score all in their order: the lower row, then the upper, left to right (rule 11.1)."""
    d.at = len(d.conflicts)
    d.stage = "conflict"


def strength(slot: Slot) -> int:
    """Return the strength of a slot, squires of law M05 included (rule 11.3)."""
    return sum(slot.knights) + slot.squires


def total(conflict: Conflict) -> int:
    """Return the strength of England in a conflict (rule 11.2)."""
    return sum(map(strength, conflict.slots))


def ranks(conflict: Conflict) -> tuple[int, ...]:
    """Return the colours by rank: the stronger first, among equals the one that came later (rule 11.3).

    >>> ranks(Conflict(5, False, (Slot(0, (2,)), Slot(1, (1,)), Slot(3, (2,)))))
    (3, 0, 1)
    """
    later = reversed(conflict.slots)
    return tuple(slot.party for slot in sorted(later, key=strength, reverse=True))


def next_conflict(d: Draft) -> None:
    """Stage "conflict": score the next one (rules 11.2 to 11.4)."""
    if not d.at:
        d.stage = "final" if d.round == ROUNDS else "round"
        return
    conflict, d.conflicts = d.conflicts[0], d.conflicts[1:]
    d.at -= 1
    card = d.parts.conflicts[conflict.card]
    england = total(conflict) >= card.strength
    d.log((service.EnglandWon if england else service.FranceWon)(card.id, total(conflict), card.strength))
    values = card.points if england else card.points[1:]
    for rank, (party, points) in enumerate(zip(ranks(conflict), values, strict=False), 1):
        take(d, party, "points", points, "11.4", Source("conflict", card.id, rank))
    d.stage = "conflict"
    if england:
        _go_home(d, conflict)
    elif conflict.lower:
        _capture(d, conflict)
    else:
        kept = tuple(Slot(slot.party, slot.knights) for slot in conflict.slots)
        d.conflicts += (Conflict(conflict.card, True, kept),)
        d.log(service.MovedDown(card.id))


def _go_home(d: Draft, conflict: Conflict) -> None:
    for slot in conflict.slots:
        for knight in slot.knights:
            d.come(slot.party, knight)
        d.log(service.WentToCourt(COLOURS[slot.party], slot.knights, CARDS[conflict.card]))
    d.log(service.ConflictEnded(CARDS[conflict.card], "11.4"))


def _capture(d: Draft, conflict: Conflict) -> None:
    """Capture all knights; players may ransom theirs, in player order, those of allies go to reserve (11.5, 14.10)."""
    for slot in conflict.slots:
        d.log(service.Captured(COLOURS[slot.party], slot.knights, CARDS[conflict.card]))
    d.log(service.ConflictEnded(CARDS[conflict.card], "11.6"))
    players = order(d)
    mine = {slot.party: slot.knights for slot in conflict.slots}
    for party in mine.keys() - set(players):
        _lose(d, party, mine[party])
    d.captured = tuple((player, mine[player]) for player in players if player in mine)
    d.stage = "ransom"


def ransom(d: Draft) -> None:
    """Stage "ransom": ask the next player with captured knights (rule 11.5)."""
    if d.captured:
        d.mover = d.captured[0][0]
        d.ask(Phase.RANSOM, d.mover)
    else:
        d.mover = -1
        d.stage = "conflict"


def legal(s: Position, player: int) -> list[Action]:
    """Return each set of captured knights that the gold can ransom, and decline (rule 11.5)."""
    price, gold = s.parts.numbers.ransom, s.gold[player]
    return [*(r for r in _ransoms(s.captured[0][1]) if price * sum(r.knights) <= gold), _DECLINE]


@cache
def _ransoms(knights: Knights) -> tuple[Ransom, ...]:
    sets = (chosen for n in range(1, len(knights) + 1) for chosen in combinations(knights, n))
    return tuple(Ransom(chosen) for chosen in dict.fromkeys(sets))


def apply(d: Draft, player: int, action: Action) -> None:
    """Move ransomed knights to court and the others to the reserve (rule 11.5)."""
    (_, knights), d.captured = d.captured[0], d.captured[1:]
    if isinstance(action, Ransom):
        pay(d, player, "gold", d.parts.numbers.ransom * sum(action.knights), "11.5")
        for knight in action.knights:
            d.come(player, knight)
        d.log(service.Ransomed(COLOURS[player], action.knights))
        knights = without(knights, *action.knights)
    if knights:
        _lose(d, player, knights)
    d.stage = "ransom"


def _lose(d: Draft, party: int, knights: Knights) -> None:
    d.reserve = put(d.reserve, party, tuple(sorted((*d.reserve[party], *knights))))
    d.log(service.Lost(COLOURS[party], knights, "11.5" if party < d.setup.players else "14.10"))
