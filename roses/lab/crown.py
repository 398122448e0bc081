"""The smallest change of a position that alters who wears the crown after the count (rules 8.0 to 8.2)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import combinations
from typing import Final, Literal, TypeAlias

import msgspec

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.state import thaw
from roses.richard.heirs import check_extinction, eliminate, next_in_line, release
from roses.richard.phases import political, supply
from roses.richard.phases.moves import ground, recruit_areas
from roses.richard.phases.political import homes, lords
from roses.richard.position import Draft, Phase, Position, present
from roses.richard.state import State, demand_war
from roses.richard.tables import (
    ALL_EXILES,
    BLOCKS,
    CROWNS,
    EXILES,
    HEIRS,
    HEIRS_OF,
    INDEX,
    LONDON,
    LORDS,
    MAN,
    NAMES,
    OUT,
    PAIR,
    PLACE,
    POOL,
    RATED,
    ROSTER,
    SEA_WAYS,
    SIDES,
    bits,
    mask,
)

Kind: TypeAlias = Literal["dies", "out", "in", "turns", "london", "empty"]
_ORDER = {"dies": 0, "out": 1, "in": 2, "turns": 3, "empty": 4, "london": 5}


class Change(msgspec.Struct, frozen=True, order=True):
    """One change of a position before the lords are counted.

    * ``dies``: an heir in England or Wales is killed (rule 6.8);
    * ``out``: a lord who counts does not: a noble or church is still in the pool, an heir has fled to exile;
    * ``in``: a lord who does not count does: he is recruited at home (5.4), or lands from exile (5.3);
    * ``turns``: a lord with a loyalty figure serves the other side (6.9);
    * ``london``: a lord of ``side`` holds London, and whoever was there has left; ``empty``: nobody holds it.

    ``block`` is the lord, "" for London; ``side`` is the side he is on before, or the side that gets London.

    >>> str(Change("turns", "Stanley/Y", "York"))
    'Stanley turns from York to Lancaster'
    """

    kind: Kind
    block: str
    side: str

    def __str__(self) -> str:
        name = BLOCKS[self.block].name if self.block else ""
        other = SIDES[1 - SIDES.index(self.side)] if self.side else ""
        return _(_WORDS[self.kind]).format(name=name, side=self.side, other=other)

    @property
    def person(self) -> str:
        """Return the lord whom the change is about, the same for both versions of a block; "" for London."""
        return min(self.block, BLOCKS[self.block].pair or self.block) if self.block else ""


class Impossible(Exception):
    """A change that the rules exclude in this position; the text says why, for a reader."""


_WORDS: Final[dict[Kind, str]] = {
    "dies": N_("{name} is killed"),
    "out": N_("{name} stays away"),
    "in": N_("{name} comes in for {side}"),
    "turns": N_("{name} turns from {side} to {other}"),
    "london": N_("a lord of {side} holds London"),
    "empty": N_("nobody holds London"),
}


def changes(state: Position) -> tuple[Change, ...]:
    """Return every change of a position: Lancaster's lords, York's, then London.

    No change is offered after the end of a game, for minors, or for lords who lie face down until 8.5.

    >>> import roses
    >>> for change in changes(roses.scene(Kent="York", Middlesex="Henry VI", dead="March, Rutland")):
    ...     print(change)
    Henry VI is killed
    Henry VI stays away
    York is killed
    York stays away
    a lord of York holds London
    nobody holds London
    """
    if state.result is not None:
        return ()
    lords_of, london = [], []
    for side, name in enumerate(SIDES):
        voters = lords(state, side)
        for block in bits(voters & ~state.prisoner):  # those who count come first, then those who could
            if 1 << block & HEIRS:
                lords_of.append(Change("dies", NAMES[block], name))
            if 1 << block & RATED and PAIR[block] >= 0 and block not in (state.king, state.pretender):
                lords_of.append(Change("turns", NAMES[block], name))
            lords_of.append(Change("out", NAMES[block], name))
        away = state.occ[POOL] | state.occ[MAN]
        for area in EXILES[side]:
            away |= state.occ[area]
        able = away & state.own[side] & LORDS & ~(state.down | state.prisoner)
        lords_of += [Change("in", NAMES[block], name) for block in bits(able)]
        if not present(state, LONDON, side) & LORDS:
            london.append(Change("london", "", name))
    if len(london) < 2:
        london.append(Change("empty", "", ""))
    return (*lords_of, *london)


def make(d: Draft, wanted: Iterable[Change]) -> None:
    """Make changes in a draft: deaths first, London last. Impossible if the rules exclude one."""
    for change in sorted(wanted, key=lambda c: _ORDER[c.kind]):
        if d.result is not None:
            break
        block, side = INDEX.get(change.block, -1), SIDES.index(change.side) if change.side else -1
        match change.kind:
            case "dies":
                eliminate(d, block)
            case "out":
                d.place(block, EXILES[side][0] if 1 << block & HEIRS else POOL)
            case "in":
                _bring_in(d, block, side)
            case "turns":
                _turn(d, block, 1 - side)
            case "empty":
                _clear_london(d)
            case "london":
                able = [*bits(lords(d, side) & ~d.prisoner)]
                if not able:
                    words = _("no lord of {side} is in England or Wales to hold London; a levy goes home first (8.1)")
                    raise Impossible(words.format(side=change.side))
                _clear_london(d)
                if not present(d, LONDON, side) & LORDS:
                    d.place(able[0], LONDON)
    release(d)


def _bring_in(d: Draft, block: int, side: int) -> None:
    """Recruit a lord at home (5.4), or land him from exile (5.3); Impossible if the enemy holds every place."""
    d.restore(block)
    stand = ground(d, side)
    if d.loc[block] == POOL:
        areas = [a for a in bits(recruit_areas(d, block, side, stand)) if a not in (*ALL_EXILES, MAN)]
        why = _("{name} cannot come in: the enemy holds every place where he could be recruited (5.4)")
    else:
        coasts = dict.fromkeys(coast for _sea, coast in SEA_WAYS[d.loc[block]])
        areas = [a for a in coasts if not stand.hostile >> a & 1 and a not in (*ALL_EXILES, MAN)]
        why = _("{name} cannot land: the enemy holds every coast (5.3)")
    if not areas:
        raise Impossible(why.format(name=ROSTER[block].name))
    d.place(block, min(areas, key=lambda a: (a == LONDON, areas.index(a))))


def _turn(d: Draft, block: int, to: int) -> None:
    """Let a lord serve the other side (6.9); Impossible for the King and the Pretender."""
    new, area = PAIR[block], d.loc[block]
    if block in (d.king, d.pretender):
        raise Impossible(_("{name} is King or Pretender and cannot turn (6.9)").format(name=ROSTER[block].name))
    d.place(block, OUT)
    d.restore(new)
    d.set_steps(block, 0)
    d.place(new, area)
    if d.occ[area] & d.own[1 - to] & ~d.prisoner:  # he rides off to his new friends
        d.place(new, _refuge(d, to, new))
    if 1 << block & HEIRS:
        check_extinction(d)


def _refuge(d: Draft, side: int, block: int) -> int:
    """Return an area in which a lord counts: a home of his without enemies, else one where his side stands alone."""
    stand = ground(d, side)
    safe = stand.friendly & ~stand.hostile
    candidates = [*homes(d, side, block), *bits(safe), *CROWNS]
    fit = (a for a in candidates if a not in (*ALL_EXILES, MAN, POOL, LONDON) and not stand.hostile >> a & 1)
    area = next(fit, -1)
    if area < 0:
        raise Impossible(_("{name} has nowhere to go").format(name=ROSTER[block].name))
    return area


def _clear_london(d: Draft) -> None:
    for side in (0, 1):
        for block in bits(present(d, LONDON, side)):
            d.place(block, _refuge(d, side, block) if 1 << block & LORDS else POOL)


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
    d = eve_of_count(state)
    before = d.king_side
    try:
        make(d, wanted)
    except Impossible as reason:
        return Count(why_not=str(reason))
    if d.result is not None:  # the winner has the crown whatever the lords say (rule 9.0)
        political.disband(d)
        winner = SIDES.index(d.result.winner)
        extinct = "" if HEIRS_OF[1 - winner] & ~d.occ[OUT] else SIDES[1 - winner]
        heir, points = NAMES[next_in_line(d, winner)], (political.count(d, 0), political.count(d, 1))
        return Count(*points, SIDES[winner], heir, winner != before, extinct)
    enter_minors(d)
    political.begin(d)
    return Count(*d.votes, SIDES[d.king_side], NAMES[d.king], d.king_side != before)


def conflict(wanted: tuple[Change, ...]) -> str:
    """Return why changes cannot go together, "" if they can."""
    persons = [change.person for change in wanted]
    twice = next((p for p in persons if persons.count(p) > 1), None)
    if twice is None:
        return ""
    if twice:
        return _("both changes are about {name}: choose one").format(name=twice.split("/")[0])
    return _("both changes are about London: choose one")


def eve_of_count(state: State) -> Draft:
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


_LONGEST: Final = 40


class Smallest(msgspec.Struct, frozen=True):
    """The smallest sets of changes that alter who wears the crown after the count.

    ``before`` is the count without a change. ``size`` is the least number of changes that was found, 0 for none;
    ``sets`` are all sets of that size if it is 1 or 2, else one of them. ``least`` is proved: fewer changes than that
    never suffice. Where ``least`` equals ``size`` the size is exact.
    """

    before: Count
    size: int
    least: int
    sets: tuple[tuple[Change, ...], ...]

    @property
    def exact(self) -> bool:
        """Return whether it is proved that no smaller set does it."""
        return self.size == self.least


def smallest_changes(state: State, *, deaths: bool = True) -> Smallest:
    """Return the smallest sets of changes after which the count gives the crown to the other side than it does now.

    All sets of one or two changes are counted by the engine, and those of three where fewer cannot be excluded. Beyond
    that, one change after the other is added that brings the crown nearest. Without ``deaths`` no heir is killed.

    >>> import roses
    >>> smallest = smallest_changes(roses.scene(Kent="York", Lincoln="Henry VI", Pool="Clifford, Norfolk"))
    >>> smallest.before.york, smallest.before.lancaster, smallest.size
    (1, 1, 1)
    >>> [str(change) for (change,) in smallest.sets]
    ['Henry VI stays away', 'Norfolk comes in for York', 'a lord of York holds London']
    """
    there = tuple(c for c in changes(demand_war(state)) if deaths or c.kind != "dies")
    before = count_after(state)
    for size in (1, 2):
        if sets := _altering(state, there, size, before):
            return Smallest(before, size, size, sets)
    least, witness = _least(state, before, there), _climb(state, before, there)
    if least <= 3 < len(witness) and (sets := _altering(state, there, 3, before)):
        return Smallest(before, 3, 3, sets)
    least = max(least, 4) if len(witness) > 3 else least
    return Smallest(before, len(witness), least, (witness,) if witness else ())


def _altering(state: State, there: tuple[Change, ...], size: int, before: Count) -> tuple[tuple[Change, ...], ...]:
    return tuple(some for some in combinations(there, size) if _alters(count_after(state, some), before))


Trials: TypeAlias = dict[tuple[Change, ...], Count]


def trials_of(state: State) -> tuple[Trials, Trials]:
    """Return the count after each single change, and after each pair.

    >>> import roses
    >>> singles, pairs = trials_of(roses.scene(Kent="York", Lincoln="Henry VI"))
    >>> len(singles), len(pairs)
    (6, 15)
    """
    there = changes(state)
    return (
        {(change,): count_after(state, (change,)) for change in there},
        {pair: count_after(state, pair) for pair in combinations(there, 2)},
    )


def _alters(count: Count, before: Count) -> bool:
    """Return whether a count that the rules allow gives the crown to the other side."""
    return not count.why_not and count.king_side != before.king_side


def _climb(state: State, before: Count, there: tuple[Change, ...]) -> tuple[Change, ...]:
    """Return changes that alter the crown, each chosen because it brings that nearest; () if it cannot be altered."""
    path: tuple[Change, ...] = ()
    left = set(there)
    while left and len(path) < _LONGEST:
        counts = {change: count_after(state, (*path, change)) for change in sorted(left)}
        possible = {c: count for c, count in counts.items() if not count.why_not}
        if not possible:
            return ()
        best = max(possible, key=lambda c: (_alters(possible[c], before), _lead(possible[c], before)))
        path, left = (*path, best), {c for c in left if c.person != best.person}
        if _alters(possible[best], before):
            return path
    return ()


def _lead(count: Count, before: Count) -> int:
    """Return by how many points the side that has no crown after the count before leads, minus if it is behind."""
    rival = SIDES[1 - SIDES.index(before.king_side)]
    return count.points(rival) - count.points(before.king_side)


def _least(state: State, before: Count, there: tuple[Change, ...]) -> int:
    """Return a number of changes; no smaller set suffices.

    A lord who turns is worth two points, another lord one. London is worth at most two: it goes by a change of its
    own, or with the lord who holds it alone. An extinct house is the other way.
    """
    holder = SIDES.index(before.king_side)
    worth: dict[str, int] = {}  # the most points that one change about a block takes from the lead of the holder
    for change in there:
        if change.block:
            ours = change.side == before.king_side
            points = {"dies": 1, "out": int(ours), "in": int(not ours), "turns": 2 if ours else 0}[change.kind]
            worth[change.block] = max(worth.get(change.block, 0), points)
    best = sorted(worth.values(), reverse=True)
    needed = int(state.king_side == holder) - _lead(before, before)
    alone = present(state, LONDON, holder) & LORDS
    own = max((worth.get(NAMES[b], 0) for b in bits(alone)), default=0) if alone.bit_count() == 1 else 0
    mortal = mask([change.block for change in there if change.kind == "dies" and change.side == before.king_side])
    safe = HEIRS_OF[holder] & ~state.occ[OUT] & ~mortal  # a minor, or an exile
    heirs = math.inf if safe else mortal.bit_count()
    for size in range(1, len(best) + 2):
        if size >= heirs or max(sum(best[:size]) + own, sum(best[: size - 1]) + 2) >= needed:
            return size
    return len(best) + 2
