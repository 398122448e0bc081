"""Sets a scene in one line: blocks in areas, a card each, and the engine itself plays on from there. No test here.

Only where the blocks stand is made by hand. Cards are revealed, moves made and battles begun by ``State.apply``, so
that no scene holds what the rules could not bring about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
import pytest

import roses
from roses.engine.errors import RuleError
from roses.engine.protocol import Action, Event
from roses.richard.actions import Done, Fight, March, Pass, Play, Retreat, Sail, Trapped
from roses.richard.heirs import senior
from roses.richard.position import Phase, own_masks, prisoner_bit
from roses.richard.roster import BLOCKS, CARDS, HEIRS, HENRY, INDEX, LONDON, MINOR, OUT, PAIR, PLACE, SIDES, STEPS
from roses.richard.ruleset import Ruleset, ruleset
from roses.richard.state import State

_FILLERS = ((9, 18, 19, 25, 11, 12), (10, 16, 17, 24, 7, 8))  # cards for later turns, Lancaster's and York's


def _read(text: str) -> Iterator[tuple[int, int]]:
    """Yield (block, strength) of ``"Exeter/L:2, Henry VI"``; without a number the block is at full strength."""
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, _, strength = part.partition(":")
        yield INDEX[name], int(strength or STEPS[INDEX[name]])


def _placed(areas: Mapping[str, str], scenario: str, dead: str) -> tuple[bytearray, bytearray]:
    """Return place and strength of each block; heirs of the scenario whom nobody names are minors, the rest is out."""
    loc, steps = bytearray([OUT]) * len(BLOCKS), bytearray(len(BLOCKS))
    gone = {block for block, _ in _read(dead)}
    for area, text in areas.items():
        for block, strength in _read(text):
            assert loc[block] == OUT, f"{block} stands twice"
            loc[block], steps[block] = PLACE[area.replace("_", " ")], strength
    for names in roses.start("richard-iii", scenario).setup.placements.values():
        for block in (INDEX[n] for n in names if HEIRS >> INDEX[n] & 1):
            traitor = PAIR[block] >= 0 and loc[PAIR[block]] != OUT
            if loc[block] == OUT and block not in gone and not traitor:
                loc[block], steps[block] = MINOR, STEPS[block]
    return loc, steps


def _title(loc: bytes, side: int, prisoner: int) -> int:
    """Return the senior heir of a side: of those in play before the minors, never a prisoner."""
    living = sum(1 << b for b, place in enumerate(loc) if place != OUT and not prisoner >> b & 1)
    played = sum(1 << b for b, place in enumerate(loc) if place not in (OUT, MINOR) and not prisoner >> b & 1)
    found = senior(None, side, played)  # type: ignore[arg-type]
    return found if found >= 0 else senior(None, side, living)  # type: ignore[arg-type]


def ruling(**fields: Any) -> Ruleset:
    """Return the revised rules with these fields changed."""
    return msgspec.structs.replace(Ruleset(), **fields)


def place(scenario: str = "1460", *, king: str = "Lancaster", turn: int = 1, dead: str = "",
          rules: Ruleset | str = "revised", **areas: str) -> State:  # fmt: skip
    """Return a state with these blocks on the map (``Pool`` and ``Minor`` too) and a card still to be played."""
    start = roses.start("richard-iii", scenario)
    loc, steps = _placed(areas, scenario, dead)
    occ = [0] * (OUT + 1)
    for block, area in enumerate(loc):
        occ[area] |= 1 << block
    side = SIDES.index(king)
    prisoner = prisoner_bit(start.setup.prisoner) if loc[HENRY] == LONDON else 0
    return msgspec.structs.replace(
        start, phase=Phase.CARDS, active=SIDES, turn=turn, mulligan=0, occ=tuple(occ), loc=bytes(loc),
        steps=bytes(steps), own=own_masks(side), prisoner=prisoner, king_side=side, king=_title(loc, side, prisoner),
        pretender=_title(loc, 1 - side, prisoner), rules=ruleset(rules),
    )  # fmt: skip


def scene(lancaster: str = "2", york: str = "3", *, side: str = "", **given: Any) -> State:
    """Return the state after both cards are revealed; ``side`` has the move, if need be as second player.

    Cards are called ``"2"`` to ``"4"`` or by their event; other arguments as in ``place``.
    """
    state = place(**given)
    played: list[int] = []
    for name in (lancaster, york):
        number = next(c.id for c in CARDS.values() if c.name in (name, f"Action {name}") and c.id not in played)
        played.append(number)
    later = [[c for c in cards if c not in played][: 7 - state.turn] for cards in _FILLERS]
    hands = [sum(1 << c for c in (*later[i], played[i])) for i in (0, 1)]
    state = msgspec.structs.replace(state, hands=tuple(hands))
    state = state.apply(Play("Lancaster", played[0])).apply(Play("York", played[1]))
    return state if side in ("", state.active[0]) else finish(state)


def finish(state: State) -> State:
    """End the phase of the side that has the move."""
    return state.apply("done" if Done() in state.legal_actions() else "decline")


def battle(area: str, attacker: str, attackers: Mapping[str, str], defenders: str, *, help: Mapping[str, str] = {},
           card: str = "4", answer: str = "3", round: int = 1, **given: Any) -> State:  # fmt: skip
    """Return a battle in its first turn of ``round``: attackers come from adjacent areas, the main attack first.

    ``help`` are the defender's reinforcements, by area. ``card`` is the attacker's, ``answer`` the defender's.
    """
    cards = (card, answer) if attacker == "Lancaster" else (answer, card)
    armies = {**attackers, **help, area: defenders}
    state = scene(*cards, **{k.replace(" ", "_"): v for k, v in armies.items()}, **given)
    while state.phase is Phase.ACTIONS:
        for origin, names in (attackers if state.active[0] == attacker else help).items():
            for name in names.split(","):
                state = state.apply(March(name.partition(":")[0].strip(), (area,)))
                assert origin in str(state.events[0].note)
        state = finish(state)
    state = state.apply(Fight(area))
    return state if round == 1 else until(state, lambda s: s.battle is not None and s.battle.round == round)


def go(state: State, *actions: str) -> State:
    """Apply actions given in notation; the events of all of them are those of the state that is returned."""
    events: tuple[Event, ...] = ()
    for action in actions:
        state = state.apply(action)
        events += state.events
    return msgspec.structs.replace(state, events=events)


def until(state: State, reached: Callable[[State], bool]) -> State:
    """Play on without anybody doing anything until ``reached``; attackers who must retreat do."""
    for _ in range(200):
        if reached(state):
            return state
        idle = (Pass, Done, Retreat, Trapped)
        state = state.apply(next((a for kind in idle for a in legal(state, kind)), state.legal_actions()[-1]))
    raise AssertionError(f"never reached from {state!r}")


def round_is(number: int) -> Callable[[State], bool]:
    """Return a condition for ``until``: the battle in hand is in this round."""
    return lambda s: s.battle is not None and s.battle.round == number


def turn_of(state: State, action: str) -> State:
    """Let all others pass until ``action`` is legal, then choose it."""
    return until(state, lambda s: action in texts(s)).apply(action)


def fired(state: State, block: str, *dice: int) -> Event:
    """Let a block fire in its turn and return the event: ``note`` is its rating, ``n`` the hits."""
    state = turn_of(state, f"{block} fires")
    return event(state.apply("roll " + " ".join(map(str, dice or [6] * state.due.dice))), "fire")  # type: ignore[union-attr]


def event(state: State, kind: str) -> Event:
    """Return the first event of this kind."""
    return next(e for e in state.events if e.kind == kind)


def kinds(state: State) -> list[str]:
    return [e.kind for e in state.events]


def texts(state: State) -> list[str]:
    return [str(a) for a in state.legal_actions()]


def legal(state: State, *wanted: type[Action]) -> list[Any]:
    """Return the legal actions of these kinds."""
    return [a for a in state.legal_actions() if isinstance(a, wanted)]


def reach(state: State, block: str, kind: type[March] | type[Sail] = March) -> set[str]:
    """Return the areas where a block may end a march, or land from the sea."""
    return {a.path[-1] if isinstance(a, March) else a.area for a in legal(state, kind) if a.block == block}


def refused(state: State, *actions: str) -> None:
    """Assert that each of these actions is refused by a rule."""
    for action in actions:
        with pytest.raises(RuleError):
            state.apply(action)


def front(state: State, side: str) -> set[str]:
    """Return the blocks of a side's front line, as the other side sees them."""
    view = state.view("York" if side == "Lancaster" else "Lancaster")
    assert view.battle is not None
    return {p.block for p in view.pieces if p.place == view.battle.area and p.side == side and p.block}


def stands(state: State, area: str) -> dict[str, int]:
    """Return who stands in an area (or Pool) and how strong."""
    return {p.block: p.steps for p in state.view().pieces if p.place == area and p.block and p.steps is not None}
