"""Watches a game for what must never be: blocks lost, dead ends, endless battles, limits passed. Changes nothing."""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from roses.engine.errors import RuleError
from roses.engine.protocol import CHANCE, Action
from roses.richard.actions import Deal, read
from roses.richard.events import sentence
from roses.richard.phases.battle import LAST_ROUND
from roses.richard.position import Phase
from roses.richard.roster import EXILES, LAND, LOCALS, NAMES, OUT, PAIR, PLACES, SIDES, STEPS, SUPPLY, bits
from roses.richard.state import State

GAME_LIMIT: Final = 6000  # actions; random games have up to about 1000
BATTLE_LIMIT: Final = 600  # actions; 4 rounds of 20 blocks, with dice and hits for each
_ALL: Final = (1 << len(NAMES)) - 1
_TWINS: Final = tuple(1 << b | 1 << other for b, other in enumerate(PAIR) if other > b)
_REMEMBERED: Final = 60  # actions kept to be tried where they are not legal


class Defect(Exception):
    """What the watch found: ``check`` is the name of the check, the text one sentence."""

    def __init__(self, check: str, reason: str) -> None:
        self.check = check
        super().__init__(reason)


class Watch:
    """Looks at every state of one game and at every step between two; Defect is raised at the first thing wrong.

    What is dear is sampled with ``rng``: notation, views, refusals.

    >>> import roses
    >>> Watch(random.Random(1)).look(roses.start("richard-iii", "1483"))
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._steps = 0
        self._battle = 0
        self._due: Counter[str] = Counter()
        self._asked: set[str] = set()
        self._pool: list[Action] = []

    def look(self, state: State) -> None:
        """Check one state."""
        _blocks(state)
        _versions(state)
        _exiles(state)
        self._choices(state)
        if self._rng.random() < 0.06:
            for side in (None, *SIDES):
                state.view(side)
        if self._rng.random() < 0.02:
            self._refusal(state)

    def step(self, before: State, action: str, after: State) -> None:
        """Check what an action has brought about."""
        self._steps += 1
        _demand(self._steps <= GAME_LIMIT, "endless", f"the game is not over after {GAME_LIMIT} actions")
        self._lasts(after)
        self._supply(before, action, after)
        for e in after.events:
            said = sentence(e)
            _demand(said.endswith(".") and "{" not in said, "sentence", f"the event {e.kind} reads {said!r}")

    def _choices(self, state: State) -> None:
        over = state.phase is Phase.OVER
        _demand(over == (not state.active) == (state.outcome is not None), "dead end", f"nobody is active at {state!r}")
        for side in (*SIDES, CHANCE):
            actions = state.legal_actions(side)
            can, must = bool(actions), side in state.active
            who = f"{side} is to choose" if must else f"{side} is not to choose"
            _demand(can == must, "dead end", f"{who}, and has {len(actions)} legal actions at {state!r}")
            if not can:
                continue
            _demand(len(set(actions)) == len(actions), "notation", f"{side} has the same action twice at {state!r}")
            for action in {self._rng.choice(actions), self._rng.choice(actions)}:
                _demand(read(str(action)) == action, "notation", f"{action} is read back as {read(str(action))!r}")
            self._remember(self._rng.choice(actions))

    def _remember(self, action: Action) -> None:
        if len(self._pool) < _REMEMBERED:
            self._pool.append(action)
        else:
            self._pool[self._rng.randrange(_REMEMBERED)] = action

    def _refusal(self, state: State) -> None:
        """What was legal elsewhere is refused with a rule, and the nearest actions that are offered are legal."""
        action = self._rng.choice(self._pool)
        legal = {a for side in state.active for a in state.legal_actions(side)}
        if action in legal or (isinstance(action, Deal) and state.phase is Phase.DEAL):
            return
        try:
            state.apply(action)
        except RuleError as error:
            wrong = [a for a in error.nearest if a not in legal]
            _demand(not wrong, "refusal", f"{action} is refused at {state!r}, and {wrong} offered")
        else:
            raise Defect("refusal", f"{action} is not legal at {state!r} and is played")

    def _lasts(self, state: State) -> None:
        if state.battle is None or any(e.kind == "battle" for e in state.events):
            self._battle = 0
            return
        self._battle += 1
        where = PLACES[state.battle.area]
        _demand(state.battle.round <= LAST_ROUND, "endless", f"the battle in {where} is in round {state.battle.round}")
        _demand(self._battle <= BATTLE_LIMIT, "endless", f"the battle in {where} has lasted {BATTLE_LIMIT} actions")

    def _supply(self, before: State, action: str, after: State) -> None:
        """Rules 7.1 and 7.2: each block above a limit costs one step of another in the same area."""
        kinds = {e.kind for e in after.events}
        if "supply" in kinds:
            self._asked = set()
        for e in after.events:
            if e.kind == "starve":
                self._due[e.area] -= 1
        if before.phase is Phase.SUPPLY and action == "done":
            left = {area: n for area, n in self._due.items() if n}
            _demand(not left, "supply", f"{before.active[0]} has ended supply with steps to lose {left}")
        if after.phase is Phase.SUPPLY and (before.phase, before.active) != (after.phase, after.active):
            self._due = excess(after, SIDES.index(after.active[0]))
            self._asked.add(after.active[0])
            _demand(bool(self._due), "supply", f"{after.active[0]} must lose steps, and is above no limit")
        if "turn" in kinds and after.turn > 1:
            for i, side in enumerate(SIDES):
                over = excess(after, i) if side not in self._asked else {}
                _demand(not over, "supply", f"{side} stands above its limits and has not been asked: {dict(over)}")


def excess(state: State, side: int) -> Counter[str]:
    """Return by area how many blocks of a side stand above the limit (rules 7.1, 7.2).

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


_HAVENS: Final = ("Calais", "France", "Ireland", "Scotland")


def _blocks(state: State) -> None:
    whole = sum(state.occ) == _ALL and all(state.occ[place] >> b & 1 for b, place in enumerate(state.loc))
    _demand(whole, "blocks", f"a block is lost or doubled at {state!r}")
    for block, steps in enumerate(state.steps):
        fits = 1 <= steps <= STEPS[block] if state.loc[block] != OUT else not steps
        _demand(fits, "blocks", f"{NAMES[block]} stands in {PLACES[state.loc[block]]} with {steps} steps")
    _demand(not state.own[0] & state.own[1], "blocks", f"a block serves both sides at {state!r}")


def _versions(state: State) -> None:
    playing = _ALL & ~state.occ[OUT]
    for twins in _TWINS:
        if playing & twins == twins:
            raise Defect("versions", f"both versions are in play: {' and '.join(NAMES[b] for b in bits(twins))}")


def _exiles(state: State) -> None:
    for side in (0, 1):
        for area in EXILES[1 - side]:
            if blocks := state.occ[area] & state.own[side]:
                names = ", ".join(NAMES[b] for b in bits(blocks))
                raise Defect("exile", f"{names} of {SIDES[side]} in {PLACES[area]}, an exile of the enemy")


def _demand(holds: bool, check: str, reason: str) -> None:
    if not holds:
        raise Defect(check, reason)
