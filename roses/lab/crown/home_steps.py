"""The second part of the political turn in steps: both sides go home and a campaign is prepared (rules 8.3 to 8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Event
from roses.engine.state import freeze, thaw
from roses.lab.crown.stop import Stop
from roses.richard import phases
from roses.richard.actions import Done
from roses.richard.events.campaign import WentHome, WentToPool
from roses.richard.phases.political import homes, travellers
from roses.richard.position import Draft, Phase, Position, present
from roses.richard.state import State
from roses.richard.tables import (
    CHURCHES,
    EXILES,
    HEIRS_OF,
    INDEX,
    LORDS,
    NAMES,
    PLACE,
    PLACES,
    POOL,
    ROSTER,
    SHIELDS,
    SIDES,
    bits,
)


def homecoming(s: State, choices: Sequence[Action]) -> Iterator[Stop]:
    """Yield a step for each block that goes home, one a side for those who stay, and the reset.

    ``s`` is the state after the count; ``choices`` are the actions that the sides chose. Where they end, the first way
    that is legal is taken, and nobody moves who may stay.
    """
    walk = thaw(s, Draft)
    moves = list(_moves(s, choices))
    for side in (1 - s.king_side, s.king_side):
        rule, name = ("8.3" if side != s.king_side else "8.4"), SIDES[side]
        there = travellers(walk, side) | _abroad(walk, side)
        for event in (e for e in moves if e.rule == rule and e.side == name):
            there &= ~(1 << INDEX[event.block])
            yield _goes(walk, event, side, rule)
            _place(walk, event)
        if there:
            yield _stays(walk, [*bits(there)], side, rule)
    yield _reset(s, [event for event in moves if event.rule == "8.5"])


def _abroad(s: Position, side: int) -> int:
    """Return the lords of a side who are in exile, as bits."""
    return s.own[side] & LORDS & sum(s.occ[area] for area in EXILES[side])


def _moves(s: State, choices: Sequence[Action]) -> Iterator[WentHome | WentToPool]:
    """Yield the events of all blocks that go home or to the pool, in order."""
    d = thaw(s, Draft)
    d.mover, d.stage = 1 - s.king_side, "homecoming"
    phases.run(d)
    state = freeze(d, State)
    yield from _of_homes(state.events)
    left = list(choices)
    while state.phase in (Phase.HOMEWARD, Phase.EXILE):
        legal = state.legal_actions()
        wanted = left.pop(0) if left else None
        state = state.apply(wanted if wanted in legal else _usual(legal))
        yield from _of_homes(state.events)


def _usual(legal: Sequence[Action]) -> Action:
    """Return done where that is legal, else the first way home."""
    return Done() if Done() in legal else legal[0]


def _of_homes(events: Iterable[Event]) -> Iterator[WentHome | WentToPool]:
    return (event for event in events if isinstance(event, WentHome | WentToPool))


def _place(d: Draft, event: WentHome | WentToPool) -> None:
    d.place(INDEX[event.block], PLACE[event.area] if isinstance(event, WentHome) else POOL)


def _goes(s: Position, event: WentHome | WentToPool, side: int, rule: str) -> Stop:
    """Return the step of a block that goes home or to the pool."""
    block = INDEX[event.block]
    name, area = ROSTER[block].name, PLACES[s.loc[block]]
    if isinstance(event, WentToPool):
        text = _("From {area} he goes to the pool.").format(area=area)
        return Stop(rule, name, text, _no_home(s, block, side), (event.block,), SIDES[side], to=_("the pool"))
    text = _("From {area} he goes to {goal}.").format(area=area, goal=event.area)
    why = _why_there(s, block, side, rule)
    return Stop(rule, name, text, why, (event.block,), SIDES[side], to=event.area)


def _why_there(s: Position, block: int, side: int, rule: str) -> str:
    """Return why a block goes home to where it goes, with the homes that were open to it."""
    opened = [PLACES[a] for a in homes(s, side, block) if a != POOL]
    if rule == "8.3" and 1 << block & HEIRS_OF[side]:
        why = _("Every heir of the Pretender's side must leave the realm (8.3).")
    elif 1 << block & HEIRS_OF[side]:
        why = _("An heir of the King goes to a shield of his or to any crown area without enemies (8.4).")
    elif 1 << block & CHURCHES:
        why = _("A bishop goes to his cathedral ({rule}).").format(rule=rule)
    else:
        why = _("A noble goes to a shield of his that no enemy holds ({rule}).").format(rule=rule)
    if len(opened) > 1:
        why += " " + _("Open to him: {areas}.").format(areas=", ".join(opened))
    return why


def _no_home(s: Position, block: int, side: int) -> str:
    """Return why no home is open to a block, with who holds each."""
    own = (PLACE[ROSTER[block].cathedral],) if 1 << block & CHURCHES else SHIELDS[block]
    held = [
        _("{area} is held by {names}").format(area=PLACES[a], names=", ".join(ROSTER[b].name for b in bits(enemies)))
        for a in own
        if (enemies := present(s, a, 1 - side))
    ]
    reason = "; ".join(held) or _("he has no home there")
    return _("No home is open to him: {reason}. He can be recruited again (8.3, 8.4).").format(reason=reason)


def _stays(s: Position, blocks: list[int], side: int, rule: str) -> Stop:
    """Return the step of those who stay: at home, or in exile."""
    there = ", ".join(f"{ROSTER[b].name} ({PLACES[s.loc[b]]})" for b in blocks)
    why = _("Who is at a home of his may stay; who is in exile stays there ({rule}).").format(rule=rule)
    who = _("{side}: already there").format(side=SIDES[side])
    return Stop(rule, who, there + ".", why, tuple(NAMES[b] for b in blocks), SIDES[side])


def _reset(s: State, surplus: list[WentHome | WentToPool]) -> Stop:
    """Return the step in which the next campaign is prepared (rule 8.5)."""
    names = ", ".join(ROSTER[b].name for b in bits(s.down))
    risen = _("They stand up again: {names}.").format(names=names) if names else _("Nobody lies face down.")
    moved = ", ".join(ROSTER[INDEX[event.block]].name for event in surplus)
    crowd = _("Too many for an exile area, so to the pool: {names}.").format(names=moved) if moved else ""
    why = _("Every block is at full strength; the 25 cards are shuffled, and seven are dealt to each side (8.5).")
    return Stop("8.5", _("A new campaign"), " ".join(filter(None, (crowd, risen))), why)
