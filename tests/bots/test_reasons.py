"""Reasons that bots give: none contradicts a rule, by the engine, in positions of random games and of squires."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest

import roses
from roses.bots.play import bot_seed, make_bot
from roses.bots.war_thumb import rules_of_thumb
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.protocol import CHANCE, Action
from roses.engine.seat import Seat
from roses.richard import actions as act
from roses.richard.events import army
from roses.richard.phases.cards import MULLIGAN, points
from roses.richard.phases.political import lords
from roses.richard.position import Phase, present
from roses.richard.state import State
from roses.richard.tables import (
    ALL_EXILES,
    CARDS,
    HEIRS,
    HEIRS_OF,
    INDEX,
    NEIGHBOURS,
    PLACE,
    SCENARIOS,
    SIDES,
)
from tests.proof import Sample, sampled

Check = Callable[[State, int, Any, dict[str, str]], bool]


def place(s: State, block: str) -> int:
    return s.loc[INDEX[block]]


def goal(option: Any) -> int:
    return PLACE[option.path[-1] if isinstance(option, act.March) else option.area]


def counts_there(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    """Whether the block is among those who count, once the option is carried out (rule 8.2)."""
    after = s.apply(option)
    return bool(lords(after, side) >> INDEX[option.block] & 1)


def counts_unlike_before(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    block = INDEX[option.block]
    return counts_there(s, side, option, words) and not lords(s, side) >> block & 1 and s.loc[block] in ALL_EXILES


def fights_unlike_before(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    """The block leaves an exile in which no enemy stands, for an area that is none."""
    left = place(s, option.block)
    return left in ALL_EXILES and not present(s, left, 1 - side) and goal(option) not in ALL_EXILES


def guards(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    with_him = s.occ[place(s, option.block)] & s.own[side] & HEIRS & ~s.prisoner
    return bool(with_him & ~(1 << INDEX[option.block]))


def strong(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    """Enemies stand at the goal."""
    return bool(present(s, goal(option), 1 - side))


def alone(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    return not any(present(s, near, 1 - side) for near, _border in NEIGHBOURS[PLACE[words["area"]]])


def some_near(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    near = [any(present(s, n, 1 - side) for n, _b in NEIGHBOURS[PLACE[words[name]]]) for name in ("area", "place")]
    return all(near) and place(s, option.block) == PLACE[words["place"]]


def turns(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    """The dice of the engine turn the block with the chance that is told, in whole percent (rule 6.9)."""
    due = s.apply(option)
    chance = sum(
        part
        for roll, part in due.chance_outcomes()
        if any(isinstance(event, army.Turned) for event in due.apply(roll).events)
    )
    return f"{chance:.0%}" == words["chance"]


def is_event(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    return CARDS[option.card].name == words["name"] and bool(CARDS[option.card].event)


def danger(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    assert s.battle is not None
    return bool(present(s, s.battle.area, 1 - side)) and bool(HEIRS_OF[side] >> INDEX[option.block] & 1)


def plagued(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    return present(s, PLACE[option.area], 1 - side).bit_count() == int(words["n"])


def smallest(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    """It is the block that the option names; what a block is worth is an estimate."""
    return bool(option.block == words["block"])


def charges(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    """An heir charges an enemy that fights (rule 6.5)."""
    assert s.battle is not None
    target = present(s, s.battle.area, 1 - side) >> INDEX[option.target] & 1
    return bool(
        (option.heir, option.target) == (words["heir"], words["target"]) and HEIRS >> INDEX[option.heir] & target
    )


def opinion(s: State, side: int, option: Any, words: dict[str, str]) -> bool:
    """What states no rule and no fact of the board, but an estimate: there is nothing to check."""
    return True


# every kind of reason, with what the engine has to say of it
KINDS: Final[dict[str, Check]] = {
    r"(?P<block>.+) fights, and counts for the crown": counts_there,
    r"(?P<block>.+) counts for the crown in (?P<area>.+), and not in exile": counts_unlike_before,
    r"(?P<block>.+) can fight from (?P<area>.+), and nothing is fought over in exile": fights_unlike_before,
    r"nobody counts for the crown in exile": lambda s, side, option, words: (
        goal(option) in ALL_EXILES and not counts_there(s, side, option, words)
    ),
    r"with all who can reach (?P<area>.+) we are up to (?P<ratio>.+) times as strong as the enemy seems there": strong,
    r"nobody in (?P<area>.+) can fight": lambda s, side, option, words: not present(s, goal(option), 1 - side),
    r"(?P<block>.+) guards a prisoner": lambda s, side, option, words: bool(
        s.prisoner & s.occ[place(s, option.block)]
    ),
    r"the enemy in (?P<area>.+) is too strong": strong,
    r"enough of our blocks are in (?P<area>.+)": lambda s, side, option, words: bool(present(s, goal(option), side)),
    r"an heir stays out of a fight that may be lost": lambda s, side, option, words: (
        strong(s, side, option, words) and bool(HEIRS >> INDEX[option.block] & 1)
    ),
    r"(?P<block>.+) guards an heir": guards,
    r"(?P<block>.+) is needed where he fights": lambda s, side, option, words: bool(
        present(s, place(s, option.block), 1 - side)
    ),
    r"(?P<block>.+) fights": lambda s, side, option, words: place(s.apply(option), option.block) == PLACE[option.area],
    r"no enemy stands next to (?P<area>.+)": alone,
    r"the enemies next to (?P<area>.+) outweigh us less than those next to (?P<place>.+)": some_near,
    r"(?P<target>.+) may turn with a chance of (?P<chance>.+)": turns,
    r"all hits of (?P<heir>.+) fall on (?P<target>.+)": charges,
    r"(?P<block>.+) may score hits": lambda s, side, option, words: bool(s.apply(option).due),
    r"the hand is poor": lambda s, side, option, words: points(s.hands[side]) <= MULLIGAN,
    r"an event: (?P<name>.+)": is_event,
    r"(?P<points>\d) action points": lambda s, side, option, words: (
        not CARDS[option.card].event and CARDS[option.card].points == int(words["points"])
    ),
    r"the heir is in danger here": danger,
    r"the enemy here seems (?P<ratio>.+) times as strong as we are": lambda s, side, option, words: (
        s.battle is not None and bool(present(s, s.battle.area, 1 - side))
    ),
    r"(?P<block>.+) is the smallest loss": smallest,
    r"(?P<n>\d+) blocks? of the enemy stands? there": plagued,
    r"(?P<area>.+) is a home of his": lambda s, side, option, words: place(s.apply(option), option.block)
    == PLACE[words["area"]],
    r"it is better saved for another battle": lambda s, side, option, words: s.phase is Phase.TREASON,
    r"the surest victory first": opinion,
    r"it is better not done now": opinion,
    r"no move seems to gain anything now": opinion,
    r"there is nothing more to gain": opinion,
    r"(?P<block>.+) has no reason to go to (?P<area>.+)": opinion,
    # of the knight, who reckons
    r"[+-]\d+\.\d lords (for each point|in all), then the crown with a chance of \d+%": opinion,
    r"[+-]\d+\.\d lords compared with the mean of all choices": opinion,
    r"no order seems to gain anything now": opinion,
}  # fmt: skip
_PATTERNS: Final = [(re.compile(kind), check) for kind, check in KINDS.items()]
RARE: Final = {Phase.CARDS: 0.3, Phase.HITS: 0.3, Phase.BATTLE_TURN: 0.5, Phase.ACTIONS: 0.35}  # which come too often


def positions(scenario: str, rng: random.Random) -> Iterator[State]:
    """Positions of a game of random moves and of one of squires, by turns."""
    for number in range(10**6):
        game = Game(start, "richard-iii", scenario, seed=rng.randrange(10**6))
        bots = {side: make_bot(("page", "squire")[number % 2], bot_seed(number, side)) for side in SIDES}
        seats = {side: Seat(game, side) for side in SIDES}
        while game.state.outcome is None:
            if game.state.active != (CHANCE,) and rng.random() < RARE.get(game.state.phase, 1.0):
                yield game.state
            side = game.state.active[0]
            seats[side].play(bots[side].choose(seats[side]).action)


def contradictions(state: State, side: int, option: Action, reason: str) -> list[str]:
    """The kinds that a reason has, if the engine contradicts it; its words if it has no kind that is known."""
    matches = [(kind, check, result) for kind, check in _PATTERNS if (result := kind.fullmatch(reason))]
    if not matches:
        return [f"no kind has {reason!r}"]
    _kind, check, result = matches[0]
    return [] if check(state, side, option, result.groupdict()) else [f"{option}: {reason!r} in {state.phase}"]


@pytest.mark.parametrize(
    "case",
    sampled(
        [*(Sample(s, 60) for s in SCENARIOS), *(Sample(s, 350) for s in SCENARIOS)], *(Sample(s, 60) for s in SCENARIOS)
    ),
    ids=str,
)
def test_no_reason_of_a_rule_of_thumb_contradicts_the_engine(case: Sample) -> None:
    rng, kinds = random.Random(case.number), Counter[str]()
    for _number, state in zip(range(case.number), positions(case.scenario, rng), strict=False):
        name = rng.choice(state.active)
        side, options = SIDES.index(name), list(state.legal_actions(name))
        judgements = list(zip(options, rules_of_thumb(state.view(name), options), strict=True))
        for option, (_score, reason) in rng.sample(judgements, min(8, len(judgements))):
            if reason:
                assert contradictions(state, side, option, reason) == []
                kinds[re.sub(r"[A-Z0-9].*", "", reason)] += 1
    assert len(kinds) >= 8


def test_a_mercenary_is_never_told_to_count() -> None:
    state = roses.scene("1483", Calais="Burgundian Mercenary, Gloucester", Kent="Norfolk", side="York")
    options = state.legal_actions("York")
    reasons = dict(zip(map(str, options), rules_of_thumb(state.view("York"), options), strict=True))
    landing = {
        name: why for name, (_score, why) in reasons.items() if name.endswith("to Middlesex") and "sails" in name
    }
    assert any(name.startswith("Burgundian") for name in landing) and any(name.startswith("Gl") for name in landing)
    for name, why in landing.items():
        assert ("counts for the crown" in why) is name.startswith("Gloucester")
