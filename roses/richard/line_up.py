"""Line-ups: the state before a battle, built from the names of its blocks and checked against the rules.

``roses.battle`` and ``roses.battle_odds`` use it. The battle itself is begun by ``State.apply``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from roses.engine.errors import brief, demand
from roses.richard.naming import Blocks, blocks, check_name
from roses.richard.position import Front, Phase, occupants, own_masks
from roses.richard.rules import Ruleset, ruleset
from roses.richard.state import State, start
from roses.richard.tables import (
    AREAS,
    BLOCKS,
    BORDER_OF,
    HEIRS,
    INDEX,
    MINOR,
    NAMES,
    NEIGHBOURS,
    OUT,
    PAIR,
    PLACE,
    PLACES,
    POOL,
    ROSTER,
    SENIORITY,
    SIDES,
    STEPS,
)

Entries: TypeAlias = "str | Sequence[str] | Mapping[str, str | Sequence[str]]"
ROLES: Final = ("attacker", "defender")
_MOST: Final = {"attacker": 3, "defender": 2}  # most borders into one battle, rule 6.3


class Army(msgspec.Struct, frozen=True):
    """One side of a line-up: (block, steps) of its front line and of its reserve, and the borders they came over."""

    side: int
    line: tuple[tuple[int, int], ...]
    reserve: tuple[tuple[int, int], ...]
    borders: tuple[int, ...]

    @property
    def all(self) -> tuple[tuple[int, int], ...]:
        """The blocks of line and reserve."""
        return self.line + self.reserve


def line_up(
    *,
    area: str,
    attacker: str = "",
    attackers: Blocks,
    defenders: Blocks,
    reserves: Mapping[str, Blocks] | None = None,
    entry: str | None = None,
    reserve_entry: Entries | None = None,
    king: str | None = None,
    pretender: str | None = None,
    rules: str | Ruleset = "revised",
    scenario: str = "1460",
) -> State:
    """Return the state in which this battle is the only one to be fought; arguments as in ``roses.battle_odds``.

    ``attacker`` is by default the side of the first attacking block; ``scenario`` is the one of which the game has the
    title. ValueError, in one sentence, for unknown names and for battles that the rules exclude.

    >>> state = line_up(area="Leicester", attackers="Richmond, Oxford:2", defenders="Hastings")
    >>> state.phase, [str(action) for action in state.legal_actions()]
    (<Phase.BATTLES: 'battles'>, ['fight in Leicester'])
    """
    place = PLACE[check_name("area", area, AREAS)]
    if closed := AREAS[area].exile_of:
        other = SIDES[1 - SIDES.index(closed)]
        raise ValueError(f"there is no battle in {area}: {other} may never enter this exile area (rule 2.7)")
    lines = (blocks(attackers), blocks(defenders))
    if not (attacker or lines[0]):
        raise ValueError("nobody attacks: name the attackers, or where they come from, {'Derby': 'Norfolk'} (rule 6.3)")
    attacker = attacker or ROSTER[lines[0][0][0]].side
    if attacker == "Rebel":
        raise ValueError("the Rebel fights for either house: say for which, attacker='York' (rule 3.26)")
    side = SIDES.index(check_name("house", attacker, SIDES))
    waiting = reserves or {}
    demand(Mapping, reserves=waiting)
    for role in waiting:
        check_name("role", role, ROLES)
    reserve = tuple(blocks(waiting.get(role, ())) for role in ROLES)
    for role in reserve_entry if isinstance(reserve_entry, Mapping) else ():
        check_name("role", role, ROLES)
    if reserve_entry and not any(reserve):
        raise ValueError(f"nobody is in reserve to come from {brief(reserve_entry)!r}: name him in reserves (rule 6.3)")
    if not isinstance(rules, str | Ruleset):
        raise ValueError(f"there is no ruleset {rules!r}; give its name, such as 'revised' (roses.rulesets lists them)")
    fighters = tuple(b for part in (*lines, *reserve) for b, _n in part)
    crown = _titles(king, pretender, fighters)
    own = own_masks(0 if HEIRS >> crown[0] & 1 and ROSTER[crown[0]].side == SIDES[0] else 1)
    armies = tuple(
        Army(who, lines[i], reserve[i], _borders(ROLES[i], place, entry, reserve_entry, reserve, who))
        for i, who in enumerate((side, 1 - side))
    )
    _check(armies, own)
    return _state(armies, place, crown, own, ruleset(rules), scenario)


def _titles(king: str | None, pretender: str | None, fighters: Sequence[int]) -> tuple[int, int]:
    """Return King and Pretender: those given, else the senior heirs in the battle, else those of the houses (3.21)."""
    candidates = [NAMES[heir] for heirs in SENIORITY for heir in heirs]
    heirs = {
        role: INDEX[name if isinstance(name, str) and name in BLOCKS else check_name("heir", name, candidates)]
        for role, name in (("King", king), ("Pretender", pretender))
        if name
    }
    for role, heir in heirs.items():
        if not HEIRS >> heir & 1:
            raise ValueError(f"{NAMES[heir]} cannot be {role}: only an heir of his own house can be (rule 3.21)")
        if PAIR[heir] in fighters:
            raise ValueError(f"{NAMES[heir]} cannot be {role} while {NAMES[PAIR[heir]]} serves the enemy (rule 9.1)")
    houses = {role: SIDES.index(ROSTER[heir].side) for role, heir in heirs.items()}
    crowned = houses.get("King", 1 - houses["Pretender"] if "Pretender" in houses else 0)
    if houses.get("Pretender") == crowned:
        raise ValueError(f"King and Pretender cannot both be of {SIDES[crowned]}: they head the two houses (rule 3.21)")
    return heirs.get("King", _senior(crowned, fighters)), heirs.get("Pretender", _senior(1 - crowned, fighters))


def _senior(side: int, fighters: Sequence[int]) -> int:
    """Return the senior heir of a house in the battle, else the senior one who is not in it in enemy service."""
    free = [heir for heir in SENIORITY[side] if PAIR[heir] not in fighters]
    return next((heir for heir in free if heir in fighters), free[0])


def _borders(
    role: str,
    place: int,
    entry: str | None,
    reserve_entry: Entries | None,
    reserve: tuple[tuple[tuple[int, int], ...], ...],
    side: int,
) -> tuple[int, ...]:
    """Return the borders a side came over, that of the main attack first; by default the widest free ones."""
    areas: list[str] = [entry] if role == "attacker" and entry else []
    if isinstance(reserve_entry, Mapping):
        more = reserve_entry.get(role, ())
    else:
        alone = bool(reserve[ROLES.index(role)]) and (role == "attacker" or not reserve[0])
        more = reserve_entry if alone and reserve_entry else ()
    areas += [more] if isinstance(more, str) else list(more)
    least = int(role == "attacker") + bool(reserve[ROLES.index(role)])
    borders = [_border(place, area, side) for area in areas]
    if len(set(borders)) > _MOST[role]:
        raise ValueError(
            f"{', '.join(areas)} are {len(set(areas))} borders: the {role} may come over {_MOST[role]} at most, "
            "the main attack's among them (rule 6.3)"
        )
    if role == "attacker" and borders[0:1] and borders[0] in borders[1:]:
        raise ValueError(f"{areas[0]} cannot be the border of the main attack and of reserves too (rule 6.3)")
    for area, border in NEIGHBOURS[place]:
        if len(borders) < least and border not in borders and AREAS[PLACES[area]].exile_of in ("", SIDES[side]):
            borders.append(border)
    return tuple(borders)


def _border(place: int, area: str, side: int) -> int:
    """Return the border between an area and that of the battle; ValueError if there is none."""
    origin = PLACE[check_name("area", area, AREAS)]
    if (place, origin) not in BORDER_OF:
        around = ", ".join(PLACES[a] for a, _n in NEIGHBOURS[place]) or "no area"
        raise ValueError(f"{area} does not border {PLACES[place]}: that has borders with {around} (rule 6.3)")
    if AREAS[area].exile_of not in ("", SIDES[side]):
        raise ValueError(f"{SIDES[side]} cannot come from {area}, an exile area of {AREAS[area].exile_of} (rule 2.7)")
    return BORDER_OF[place, origin]


def _check(armies: Sequence[Army], own: tuple[int, int]) -> None:
    """Raise ValueError for an army without blocks, a block of the wrong side, or a lord twice."""
    for role, army in zip(ROLES, armies, strict=True):
        if not army.line:
            raise ValueError(
                f"there are no {role}s: name a block of {SIDES[army.side]} that is not in reserve (rule 6.3)"
            )
        for block, _n in army.all:
            if not own[army.side] >> block & 1:
                raise ValueError(f"{NAMES[block]} cannot fight for {SIDES[army.side]}: it is a block of the other side")
    seen: set[int] = set()
    for block in (b for army in armies for b, _n in army.all):
        if block in seen:
            raise ValueError(f"{NAMES[block]} is named twice: there is one such block")
        if PAIR[block] in seen:
            raise ValueError(f"{NAMES[PAIR[block]]} and {NAMES[block]} are one lord: one version fights (rule 3.22)")
        seen.add(block)


def _state(
    armies: Sequence[Army], place: int, crown: tuple[int, int], own: tuple[int, int], rules: Ruleset, scenario: str
) -> State:
    """Return the state before the battle is picked; heirs who are not in it are minors, other blocks in the pool."""
    steps, loc = bytearray(STEPS), bytearray([POOL]) * len(NAMES)
    fighting = {block: strength for army in armies for block, strength in army.all}
    for block, pair in enumerate(PAIR):
        heir = HEIRS >> block & 1
        if heir:
            loc[block] = MINOR
        # of two versions that do not fight, the pool holds the heir, else that of Lancaster
        second = pair >= 0 and not heir and (HEIRS >> pair & 1 or ROSTER[block].side == SIDES[1])
        if pair in fighting or (block not in fighting and second):
            loc[block], steps[block] = OUT, 0
    for block, strength in fighting.items():
        loc[block], steps[block] = place, strength
    via = [0, 0]
    for army in armies:
        via[army.side] = sum(1 << border for border in army.borders)
    reserve = sum(1 << block for army in armies for block, _n in army.reserve)
    main = armies[0].borders[0] if armies[0].borders else -1
    front = Front(place, armies[0].side, main, (via[0], via[1]), reserve)
    side = armies[0].side
    return msgspec.structs.replace(
        start(scenario), phase=Phase.BATTLES, active=(SIDES[side],), turn=1, mulligan=0, occ=occupants(loc),
        loc=bytes(loc), steps=bytes(steps), own=own, king=crown[0], pretender=crown[1], rules=rules, first=side,
        mover=-1, king_side=0 if ROSTER[crown[0]].side == SIDES[0] else 1, fronts=(front,), events=(), prisoner=0,
        traced=0, gauged=0,
    )  # fmt: skip
