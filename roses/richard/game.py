"""What the tools that serve every game ask of this one: its description, the headings of transcripts, invariants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from roses.engine.description import Defect, Description, Invariants, demand
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.richard import line_up as line_ups
from roses.richard import tables
from roses.richard.actions import Decline, Done, Pass
from roses.richard.battles import find_record
from roses.richard.hints import left, matters
from roses.richard.phases.battle import LAST_ROUND
from roses.richard.position import LineUp, Phase, Position
from roses.richard.resampling import exchange, resample
from roses.richard.rules import BOOK, RULESETS, Ruleset
from roses.richard.state import GAME as NAME
from roses.richard.state import State, start
from roses.richard.tables import (
    AREAS,
    EXILES,
    LAND,
    LOCALS,
    NAMES,
    OUT,
    PAIR,
    PLACES,
    SCENARIOS,
    SIDES,
    STEPS,
    SUPPLY,
    bits,
)


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
        battle = msgspec.convert(line_up, LineUp)
    except msgspec.ValidationError as error:
        raise ValueError(f"this is not a line-up of a battle: {error}") from error
    state = line_ups.line_up(rules=rules or Ruleset(), scenario=scenario, **battle.arguments)
    return msgspec.structs.replace(state, line_up=battle, setup=tables.scenario(scenario, campaigns))


_CAMP: Final = {Phase.ACTIONS, Phase.MUSTER_AREA, Phase.MUSTER, Phase.PLAGUE, Phase.MAIN_ATTACK}
_PARTS: Final = {
    Phase.DEAL: N_("Cards"),
    Phase.MULLIGAN_ANSWER: N_("Cards"),
    Phase.CARDS: N_("Cards"),
    Phase.MINOR: N_("Supply"),
    Phase.EXECUTION: N_("Supply"),
    Phase.SUPPLY: N_("Supply"),
}


def headings(state: Position) -> tuple[str, ...]:
    """Return campaign, turn, part of the turn, battle and round, as far as they apply, in this order.

    >>> import roses
    >>> headings(roses.replay("1483-richard-iii")[1])
    ('Campaign 3', 'Turn 1', 'Cards')
    """
    campaign = _("Campaign {campaign}").format(campaign=state.campaign)
    if state.phase is Phase.DEAL and not state.turn:
        return campaign, _("The deal")
    if state.phase in (Phase.HOMEWARD, Phase.EXILE):
        return campaign, _("Political turn"), _("{side} goes home").format(side=state.active[0])
    turn = _("Turn {turn}").format(turn=state.turn)
    if state.phase in _CAMP:
        return campaign, turn, _("{side} moves").format(side=state.active[0])
    if state.battle is not None:
        part = _("round {round}").format(round=state.battle.round) if state.battle.round else _("before the battle")
        if state.phase is Phase.REGROUP:
            part = _("regrouping")
        return campaign, turn, _("Battles"), f"{PLACES[state.battle.area]}, {part}"
    return campaign, turn, _(_PARTS.get(state.phase, N_("Battles")))


BATTLE_LIMIT: Final = 600  # actions in a battle: 4 rounds of 20 blocks, with dice and hits
_ALL: Final = (1 << len(NAMES)) - 1
_TWINS: Final = tuple(1 << b | 1 << other for b, other in enumerate(PAIR) if other > b)
_HAVENS: Final = ("Calais", "France", "Ireland", "Scotland")


class Limits(Invariants):
    """Checks one game: blocks and their two versions, exiles, the length of battles, and the supply limits."""

    def __init__(self) -> None:
        self._battle = 0
        self._due: Counter[str] = Counter()
        self._asked: set[str] = set()

    def look(self, state: State) -> None:
        """Check one state."""
        if sum(state.occ) != _ALL or not all(state.occ[place] >> b & 1 for b, place in enumerate(state.loc)):
            raise Defect("blocks", f"a block is lost or doubled at {state!r}")
        for block, steps in enumerate(state.steps):
            fits = 1 <= steps <= STEPS[block] if state.loc[block] != OUT else not steps
            demand(fits, "blocks", f"{NAMES[block]} stands in {PLACES[state.loc[block]]} with {steps} steps")
        if state.own[0] & state.own[1]:
            raise Defect("blocks", f"a block serves both sides at {state!r}")
        playing = _ALL & ~state.occ[OUT]
        for twins in _TWINS:
            if playing & twins == twins:
                raise Defect("versions", f"both versions are in play: {' and '.join(NAMES[b] for b in bits(twins))}")
        for side in (0, 1):
            for area in EXILES[1 - side]:
                if blocks := state.occ[area] & state.own[side]:
                    names = ", ".join(NAMES[b] for b in bits(blocks))
                    raise Defect("exile", f"{names} of {SIDES[side]} in {PLACES[area]}, an exile of the enemy")

    def step(self, before: State, action: str, after: State) -> None:
        """Check the change by an action."""
        if after.battle is None or any(e.kind == "battle" for e in after.events):
            self._battle = 0
        else:
            self._battle += 1
            where, number = PLACES[after.battle.area], after.battle.round
            demand(number <= LAST_ROUND, "endless", f"the battle in {where} is in round {number}")
            demand(self._battle <= BATTLE_LIMIT, "endless", f"the battle in {where} has lasted {BATTLE_LIMIT} actions")
        self._check_supply(before, action, after)

    def _check_supply(self, before: State, action: str, after: State) -> None:
        """Check that each block above a limit has cost one step of a block in that area (rules 7.1, 7.2)."""
        kinds = {e.kind for e in after.events}
        if "supply" in kinds:
            self._asked = set()
        for e in after.events:
            if e.kind == "starve":
                self._due[e.area] -= 1
        if before.phase is Phase.SUPPLY and action == "done":
            left = {area: n for area, n in self._due.items() if n}
            demand(not left, "supply", f"{before.active[0]} has ended supply with steps to lose {left}")
        if after.phase is Phase.SUPPLY and (before.phase, before.active) != (after.phase, after.active):
            self._due = excess(after, SIDES.index(after.active[0]))
            self._asked.add(after.active[0])
            demand(bool(self._due), "supply", f"{after.active[0]} must lose steps, and is above no limit")
        if "turn" in kinds and after.turn > 1:
            for i, side in enumerate(SIDES):
                over = excess(after, i) if side not in self._asked else {}
                demand(not over, "supply", f"{side} stands above its limits and has not been asked: {dict(over)}")


def excess(state: State, side: int) -> Counter[str]:
    """Return for each area how many blocks of a side exceed its limit (rules 7.1, 7.2).

    >>> import roses
    >>> excess(roses.start("richard-iii", "1460"), 0)
    Counter()
    """
    over: Counter[str] = Counter()
    absent = state.down | state.prisoner
    for area in LAND:
        fed = state.occ[area] & state.own[side] & ~absent & ~(LOCALS[area] if PLACES[area] in _HAVENS else 0)
        if (n := fed.bit_count() - SUPPLY[area]) > 0:
            over[PLACES[area]] = n
    return over


GAME: Final = Description(
    name=NAME,
    scenarios=tuple(SCENARIOS),
    rulesets=RULESETS,
    begin=begin,
    book=BOOK,
    idle=(Done, Decline, Pass),
    invariants=Limits,
    headings=headings,
    left=left,
    matters=matters,
    options={"line_up": (), "campaigns": ()},
    areas=tuple(AREAS),
    record=find_record,
    resample=resample,
    exchange=exchange,
)
