"""Twins: for a position and a side that looks on, another position that this side cannot tell apart from it.

What is taken as known to the side, and is the same in both (rules 1.1, 3.0, 3.22, 4.1, 4.5, 5.1, 6.1, 6.8):

* its own blocks, hand and committed card, and all that is public: King and Pretender (who, not where), the minors, who
  is out of play, which version of a two-sided block is in play, borders crossed, points left, the course of a battle;
* how many enemy blocks stand in each area, which of them came or were recruited this turn, how many are in the pool;
* the enemies whose place or strength it remembers by roses/richard/knowledge.py;
* the enemies who lie open: a front line from the start of its battle until that is won, whoever has changed sides in
  it, a prisoner, mercenaries face down at home, and whoever the last action has named aloud (who retreats, who is King
  and where, who comes of age);
* how many cards the enemy holds, the cards lying face up, and a hand that was shown to be thrown back.

All else is changed: which enemy stands where on the map, waits in a reserve, lies in the pool or lies there face down;
how strong he is; who lost a step or went home; the enemy's hand, the card he has committed, and with them the deck.
What a player could infer (a block that came by sea is no levy) is changed as well, so the tests ask for more than the
rules of the fog promise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from roses.engine.protocol import CHANCE, Action, Event
from roses.richard.actions import Deal, March, Sail
from roses.richard.events.campaign import CardRevealed
from roses.richard.position import Phase
from roses.richard.resampling import move_blocks, swap_places
from roses.richard.rules import Ruleset
from roses.richard.state import State, start
from roses.richard.tables import (
    CARDS,
    LAND,
    NAMES,
    PLACE,
    POOL,
    SIDES,
    STEPS,
    bits,
    mask,
)

ALL_CARDS = sum(1 << card for card in CARDS)
KINDS = ("identity", "pool", "reserve", "face down", "moved", "settled", "title", "strength", "hand", "card", "event")


class Step(NamedTuple):
    """A state of a random game, what was chosen in it, and the cards that lay face up, as bits."""

    state: State
    action: Action
    open_cards: int


class Twin(NamedTuple):
    """The other state, who stands where each changed block stood, and in what the two differ (of ``KINDS``)."""

    state: State
    names: dict[str, str]
    kinds: frozenset[str]


def play(scenario: str, rules: Ruleset, rng: random.Random) -> Iterator[Step]:
    """A game in which both sides choose at random, but attack and reinforce more, and wait less, than chance would."""
    state, open_cards = start(scenario, rules), 0
    while state.active:
        action = state.sample(rng) if state.active == (CHANCE,) else _choose(state, rng)
        yield Step(state, action, open_cards)
        state = state.apply_unchecked(action)
        if isinstance(action, Deal):
            open_cards = 0
        open_cards |= sum(1 << e.card for e in state.events if isinstance(e, CardRevealed))


def _choose(state: State, rng: random.Random) -> Action:
    side = rng.choice(state.active)
    actions = state.legal_actions(side)
    if state.phase is Phase.ACTIONS and rng.random() < 0.4:
        enemy = state.own[1 - SIDES.index(side)]
        bold = [a for a in actions if isinstance(a, March | Sail) and state.occ[PLACE[goal(a)]] & enemy]
        if bold:
            return rng.choice(bold)
    eager = [a for a in actions if str(a) != "done" and not str(a).endswith("passes")]
    return rng.choice(eager if eager and rng.random() < 0.8 else actions)


def goal(action: March | Sail) -> str:
    """The area where a move ends."""
    return action.path[-1] if isinstance(action, March) else action.area


def unseen(state: State, side: int) -> int:
    """The enemy blocks, on the map and in the pool, of whom ``side`` knows no more than that they are there."""
    pool = state.occ[POOL]
    aloud = (n for e in state.events if not _secret(e, side) for n in (e.block, e.target) if n)
    known = mask(sorted(set(aloud))) | state.prisoner | (state.down & ~pool)
    if state.battle is not None:
        known |= state.battle.turned
        if state.phase is not Phase.REGROUP:
            known |= state.occ[state.battle.area] & ~state.battle.reserve
    return state.own[1 - side] & (pool | sum(state.occ[area] for area in LAND)) & ~known & ~state.traced


def _secret(event: Event, side: int) -> bool:
    return bool(event.seen_by) and SIDES[side] not in event.seen_by


def twin(state: State, side: int, open_cards: int, rng: random.Random) -> Twin | None:
    """A position that differs from ``state`` in something hidden from ``side``; None if nothing is hidden."""
    wanted = rng.choice(("blocks", "strength", "cards", "all", "all"))
    slots = list(bits(unseen(state, side)))
    pairs = rng.choice((1, 2, 3 * len(slots))) if wanted in ("blocks", "all") else 0
    new = swap_places(state, slots, pairs, rng)
    moved = move_blocks(state, new)
    if wanted in ("strength", "all"):
        moved = msgspec.structs.replace(moved, steps=_weaken(moved, side, rng))
    hand, card = _cards(state, 1 - side, open_cards, rng) if wanted in ("cards", "all") else (None, 0)
    if hand is not None:
        moved = msgspec.structs.replace(
            moved, hands=_with(state.hands, 1 - side, hand), played=_with(state.played, 1 - side, card)
        )
    names = {NAMES[old]: NAMES[there] for old, there in new.items()}
    kinds = frozenset(_kinds(state, moved, new))
    return Twin(moved, names, kinds) if kinds else None


def _with(pair: tuple[int, int], index: int, value: int) -> tuple[int, int]:
    return (value, pair[1]) if index == 0 else (pair[0], value)


# ---- how strong, and with what cards


def _weaken(state: State, side: int, rng: random.Random) -> bytes:
    """Any strength from 1 to the printed one, for those on the map who are not seen."""
    steps = bytearray(state.steps)
    for block in bits(unseen(state, side)):
        known = state.gauged >> block & 1 and state.phase not in (Phase.HOMEWARD, Phase.EXILE)
        if state.loc[block] in LAND and not known and rng.random() < 0.6:
            steps[block] = rng.randint(1, STEPS[block])
    return bytes(steps)


def _cards(state: State, enemy: int, open_cards: int, rng: random.Random) -> tuple[int | None, int]:
    """Another hand of the enemy, and another card that he has committed; None for the hand if it was shown."""
    hand, card = state.hands[enemy], state.played[enemy]
    if state.phase is Phase.MULLIGAN_ANSWER and SIDES[enemy] not in state.active:
        return None, card
    committed = state.phase is Phase.CARDS and card
    own = state.hands[1 - enemy] | (1 << state.played[1 - enemy] if state.played[1 - enemy] else 0)
    free = list(bits(ALL_CARDS & ~own & ~open_cards & ~(0 if committed or not card else 1 << card)))
    drawn = rng.sample(free, hand.bit_count() + bool(committed))
    return sum(1 << c for c in drawn[: hand.bit_count()]), drawn[-1] if committed else card


# ---- what has changed


def _kinds(state: State, other: State, new: dict[int, int]) -> Iterator[str]:
    reserves = state.battle.reserve if state.battle else 0
    for front in state.fronts:
        reserves |= front.reserve
    yield from ("identity" for old in new if state.loc[old] in LAND and state.loc[old] != other.loc[old])
    yield from ("reserve" for old in new if reserves >> old & 1)
    yield from ("title" for old in new if old in (state.king, state.pretender) and state.loc[old] != other.loc[old])
    if state.occ[POOL] != other.occ[POOL]:
        yield "pool"
    if state.down != other.down:
        yield "face down"
    if state.moved != other.moved:
        yield "moved"
    if state.settled != other.settled:
        yield "settled"
    if any(a != b and state.loc[n] in LAND for n, (a, b) in enumerate(zip(state.steps, other.steps, strict=True))):
        yield "strength"
    if state.hands != other.hands:
        yield "hand"
    if state.played != other.played:
        yield "card"
    if state.events != other.events:
        yield "event"


def valid(state: State) -> bool:
    """Whether a position holds together: each block in one place, of legal strength, one version of each in play."""
    whole = all(state.occ[place] >> block & 1 for block, place in enumerate(state.loc))
    once = sum(state.occ) == (1 << len(NAMES)) - 1 and not state.hands[0] & state.hands[1]
    strong = all(bool(n) == (state.loc[b] != PLACE["Out"]) and n <= STEPS[b] for b, n in enumerate(state.steps))
    return whole and once and strong
