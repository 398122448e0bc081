"""Line-ups: the state before a battle, built from the names of its blocks and checked against the rules.

``roses.battle`` and ``roses.battle_odds`` use it. The battle itself is begun by ``State.apply``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from roses.engine.errors import brief, demand
from roses.engine.i18n import gettext as _
from roses.richard import tables
from roses.richard.naming import Blocks, blocks, known
from roses.richard.position import Front, LineUp, Phase, own_masks
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
) -> State:
    """Return the state in which this battle is the only one to be fought; arguments as in ``roses.battle_odds``.

    ``attacker`` is by default the side of the first attacking block. ValueError, in one sentence, for unknown names
    and for battles that the rules exclude.

    >>> state = line_up(area="Leicester", attackers="Richmond, Oxford:2", defenders="Hastings")
    >>> state.phase, [str(action) for action in state.legal_actions()]
    (<Phase.BATTLES: 'battles'>, ['fight in Leicester'])
    """
    return _arrayed(
        area=area, attacker=attacker, attackers=attackers, defenders=defenders, reserves=reserves, entry=entry,
        reserve_entry=reserve_entry, king=king, pretender=pretender, rules=rules,
    )  # fmt: skip


def _arrayed(
    *,
    area: str,
    attackers: Blocks,
    defenders: Blocks,
    attacker: str = "",
    reserves: Mapping[str, Blocks] | None = None,
    entry: str | None = None,
    reserve_entry: Entries | None = None,
    king: str | None = None,
    pretender: str | None = None,
    rules: str | Ruleset = "revised",
    scenario: str = "1460",
) -> State:
    """Return the state of a line-up, in a game of this scenario."""
    place = PLACE[known("area", area, AREAS)]
    _demand_open(place)
    lines = (blocks(attackers), blocks(defenders))
    side = SIDES.index(known("house", attacker or _side_of(lines[0]), SIDES))
    held = reserves or {}
    demand(Mapping, reserves=held)
    for role in held:
        known("role", role, ROLES)
    kept = tuple(blocks(held.get(role, ())) for role in ROLES)
    for role in reserve_entry if isinstance(reserve_entry, Mapping) else ():
        known("role", role, ROLES)
    if reserve_entry and not any(kept):
        raise ValueError(
            _("nobody is in reserve to come from {reserve_entry!r}: name him in reserves (rule 6.3)").format(
                reserve_entry=brief(reserve_entry)
            )
        )
    if not isinstance(rules, str | Ruleset):
        raise ValueError(
            _("there is no ruleset {rules!r}; its name is wanted, such as 'revised' (roses.rulesets)").format(
                rules=rules
            )
        )
    named = tuple(b for part in (*lines, *kept) for b, _n in part)
    crown = _titles(king, pretender, named)
    own = own_masks(0 if HEIRS >> crown[0] & 1 and ROSTER[crown[0]].side == SIDES[0] else 1)
    armies = tuple(
        Army(who, lines[i], kept[i], _borders(ROLES[i], place, entry, reserve_entry, kept, who))
        for i, who in enumerate((side, 1 - side))
    )
    _check(armies, own)
    return _state(armies, place, crown, own, ruleset(rules), scenario)


def begin(
    scenario: str = "1460",
    rules: Ruleset | None = None,
    line_up: Mapping[str, Any] | None = None,
    campaigns: int | None = None,
) -> State:
    """Return the first state of a game: the set-up of a scenario, or of a battle if there is a ``line_up``.

    ``line_up`` holds the fields of a LineUp; ``campaigns`` are how many are played, as in ``start``. ValueError, in one
    sentence, for what the rules exclude.

    >>> begin(line_up={"area": "Kent", "attackers": "March", "defenders": "Somerset:2"}).header["options"]
    {'line_up': {'area': 'Kent', 'attackers': 'March', 'defenders': 'Somerset:2'}}
    """
    if line_up is None or line_up == {}:
        return start(scenario, rules, campaigns)
    try:
        given = msgspec.convert(line_up, LineUp)
    except msgspec.ValidationError as error:
        raise ValueError(_("this is no line-up of a battle: {error}").format(error=error)) from error
    state = _arrayed(rules=rules or Ruleset(), scenario=scenario, **given.arguments)
    return msgspec.structs.replace(state, line_up=given, setup=tables.scenario(scenario, campaigns))


def _side_of(line: Sequence[tuple[int, int]]) -> str:
    """Return the side of the first block of a line; ValueError for none, and for the Rebel (rule 3.26)."""
    if not line:
        raise ValueError(
            _("nobody attacks: name the attackers, or where they come from, {'Derby': 'Norfolk'} (rule 6.3)")
        )
    side = ROSTER[line[0][0]].side
    if side not in SIDES:
        raise ValueError(_("the Rebel fights for either house: say for which, attacker='York' (rule 3.26)"))
    return side


def _titles(king: str | None, pretender: str | None, named: Sequence[int]) -> tuple[int, int]:
    """Return King and Pretender: those given, else the senior heirs in the battle, else those of the houses (3.21)."""
    heirs = {role: _heir(name) for role, name in (("King", king), ("Pretender", pretender)) if name}
    for role, heir in heirs.items():
        if not HEIRS >> heir & 1:
            raise ValueError(
                _("{block} cannot be {role}: only an heir of his own house can be (rule 3.21)").format(
                    block=NAMES[heir], role=role
                )
            )
        if PAIR[heir] in named:
            raise ValueError(
                _("{block} cannot be {role} while {other} serves the enemy (rule 9.1)").format(
                    block=NAMES[heir], role=role, other=NAMES[PAIR[heir]]
                )
            )
    houses = {role: SIDES.index(ROSTER[heir].side) for role, heir in heirs.items()}
    crowned = houses.get("King", 1 - houses["Pretender"] if "Pretender" in houses else 0)
    if houses.get("Pretender") == crowned:
        raise ValueError(
            _("King and Pretender cannot both be of {side}: they head the two houses (rule 3.21)").format(
                side=SIDES[crowned]
            )
        )
    first = heirs.get("King", _senior(crowned, named)), heirs.get("Pretender", _senior(1 - crowned, named))
    return first


def _heir(name: str) -> int:
    """Return the block of a name; ValueError, which names the heirs, if there is no such one."""
    is_block = isinstance(name, str) and name in BLOCKS
    return INDEX[name if is_block else known("heir", name, [NAMES[heir] for heirs in SENIORITY for heir in heirs])]


def _senior(side: int, named: Sequence[int]) -> int:
    """Return the senior heir of a house in the battle, else the senior one who is not in it in enemy service."""
    free = [heir for heir in SENIORITY[side] if PAIR[heir] not in named]
    return next((heir for heir in free if heir in named), free[0])


def _borders(
    role: str,
    place: int,
    entry: str | None,
    reserve_entry: Entries | None,
    kept: tuple[tuple[tuple[int, int], ...], ...],
    side: int,
) -> tuple[int, ...]:
    """Return the borders a side came over, that of the main attack first; by default the widest free ones."""
    areas: list[str] = [entry] if role == "attacker" and entry else []
    if isinstance(reserve_entry, Mapping):
        given = reserve_entry.get(role, ())
    else:
        alone = bool(kept[ROLES.index(role)]) and (role == "attacker" or not kept[0])
        given = reserve_entry if alone and reserve_entry else ()
    areas += [given] if isinstance(given, str) else list(given)
    wanted = int(role == "attacker") + bool(kept[ROLES.index(role)])
    found = [_border(place, area, side) for area in areas]
    if len(set(found)) > _MOST[role] or (len(found) > 1 and found[0] in found[1:] and role == "attacker"):
        raise ValueError(_too_many(role, areas))
    for area, border in NEIGHBOURS[place]:
        if len(found) < wanted and border not in found and AREAS[PLACES[area]].exile_of in ("", SIDES[side]):
            found.append(border)
    return tuple(found)


def _too_many(role: str, areas: Sequence[str]) -> str:
    if len(set(areas)) <= _MOST[role]:
        return _("{areas} cannot be the border of the main attack and of reserves too (rule 6.3)").format(
            areas=areas[0]
        )
    return _(
        "{names} are {n} borders: the {role} may come over {most} at most, the main attack's among them (rule 6.3)"
    ).format(names=", ".join(areas), n=len(set(areas)), role=role, most=_MOST[role])


def _border(place: int, area: str, side: int) -> int:
    """Return the border between an area and that of the battle; ValueError if there is none."""
    origin = PLACE[known("area", area, AREAS)]
    if (place, origin) not in BORDER_OF:
        around = ", ".join(PLACES[a] for a, _n in NEIGHBOURS[place]) or _("no area")
        raise ValueError(
            _("{area} does not border {here}: that has borders with {around} (rule 6.3)").format(
                area=area, here=PLACES[place], around=around
            )
        )
    if AREAS[area].exile_of not in ("", SIDES[side]):
        raise ValueError(
            _("{side} cannot come from {area}, an exile area of {exile_of} (rule 2.7)").format(
                side=SIDES[side], area=area, exile_of=AREAS[area].exile_of
            )
        )
    return BORDER_OF[place, origin]


def _check(armies: Sequence[Army], own: tuple[int, int]) -> None:
    """Raise ValueError for an army without blocks, a block of the wrong side, or a lord twice."""
    for role, army in zip(ROLES, armies, strict=True):
        if not army.line:
            raise ValueError(
                _("there are no {role}s: name a block of {side} that is not in reserve (rule 6.3)").format(
                    role=role, side=SIDES[army.side]
                )
            )
        for block, _n in army.all:
            if not own[army.side] >> block & 1:
                raise ValueError(
                    _("{block} cannot fight for {side}: it is a block of the other side").format(
                        block=NAMES[block], side=SIDES[army.side]
                    )
                )
    seen: set[int] = set()
    for block in (b for army in armies for b, _n in army.all):
        if block in seen:
            raise ValueError(_("{block} is named twice: there is one such block").format(block=NAMES[block]))
        if PAIR[block] in seen:
            raise ValueError(
                _("{block} and {other} are one lord: one version fights (rule 3.22)").format(
                    block=NAMES[PAIR[block]], other=NAMES[block]
                )
            )
        seen.add(block)


def _demand_open(place: int) -> None:
    """Raise ValueError for an exile area, in which no battle can be."""
    if closed := AREAS[PLACES[place]].exile_of:
        other = SIDES[1 - SIDES.index(closed)]
        raise ValueError(
            _("there is no battle in {area}: {other} may never enter this exile area (rule 2.7)").format(
                area=PLACES[place], other=other
            )
        )


def _state(
    armies: Sequence[Army], place: int, crown: tuple[int, int], own: tuple[int, int], rules: Ruleset, scenario: str
) -> State:
    """Return the state before the battle is picked; heirs who are not in it are minors, other blocks in the pool."""
    steps, loc = bytearray(STEPS), bytearray([POOL]) * len(NAMES)
    fighting = {block: strength for army in armies for block, strength in army.all}
    for block in range(len(NAMES)):
        if HEIRS >> block & 1:
            loc[block] = MINOR
        if PAIR[block] in fighting or (block not in fighting and PAIR[block] >= 0 and _shadow(block)):
            loc[block], steps[block] = OUT, 0
    for block, strength in fighting.items():
        loc[block], steps[block] = place, strength
    occ = [0] * (OUT + 1)
    for block, where in enumerate(loc):
        occ[where] |= 1 << block
    via = [0, 0]
    for army in armies:
        via[army.side] = sum(1 << border for border in army.borders)
    reserve = sum(1 << block for army in armies for block, _n in army.reserve)
    main = armies[0].borders[0] if armies[0].borders else -1
    front = Front(place, armies[0].side, main, (via[0], via[1]), reserve)
    side = armies[0].side
    return msgspec.structs.replace(
        start(scenario), phase=Phase.BATTLES, active=(SIDES[side],), turn=1, mulligan=0, occ=tuple(occ), loc=bytes(loc),
        steps=bytes(steps), own=own, king=crown[0], pretender=crown[1], rules=rules, first=side, mover=-1,
        king_side=0 if ROSTER[crown[0]].side == SIDES[0] else 1, fronts=(front,), events=(), prisoner=0,
        traced=0, gauged=0,
    )  # fmt: skip


def _shadow(block: int) -> bool:
    """Return whether a block outside the battle is out of play, because its other version is in the pool."""
    return not HEIRS >> block & 1 and (bool(HEIRS >> PAIR[block] & 1) or ROSTER[block].side == SIDES[1])
