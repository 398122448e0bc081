"""Scenes (states with chosen blocks in chosen areas), and questions to a state in one call, for lessons and tests.

Only the first position is set directly; ``State.apply`` then reveals the cards, makes the moves and begins the battles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from roses.engine.errors import RuleError, brief, demand
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Event
from roses.engine.state import GameState
from roses.richard.actions import Done, Fight, MainAttack, March, Pass, Play, Retreat, Trapped
from roses.richard.combat import early, in_letter, line, rating
from roses.richard.heirs import senior
from roses.richard.line_up import line_up
from roses.richard.naming import Blocks, blocks, check_name
from roses.richard.position import Phase, occupants, own_masks, prisoner_bit
from roses.richard.rules import Ruleset, ruleset
from roses.richard.state import State, demand_war, start
from roses.richard.tables import (
    AREAS,
    BLOCKS,
    CARDS,
    COLOUR,
    HEIRS,
    HENRY,
    INDEX,
    LONDON,
    MINOR,
    NAMES,
    OUT,
    PAIR,
    PLACE,
    PLACES,
    POOL,
    ROSTER,
    SIDES,
    STEPS,
    bits,
)

_IDLE = (Pass, Done, Retreat, Trapped)


def scene(scenario: str = "1460", *, king: str = "", turn: int = 1, dead: str = "", rules: Ruleset | str = "revised",
          cards: tuple[str, str] | None = None, side: str = "", campaigns: int | None = None,
          **areas: str) -> State:  # fmt: skip
    """Return a state with these blocks in these areas, both cards revealed and the first player to act.

    Areas are keywords with ``_`` for a space, and Pool or Minor; their text is ``"Exeter/L:2, Henry VI"``: blocks with
    their strength in steps, by default full strength. Heirs of the scenario whom nobody names are minors, unless they
    are ``dead``; all other blocks not named are out of play. So a Neville (Warwick, Salisbury or Kent) whom nobody
    names counts as dead, and his cousins may use his shields to go home (8.3); in Pool he is alive.

    ``king`` is the side with the crown, by default that of the scenario; its senior heir on the map is King. ``cards``
    are Lancaster's and York's, such as ``("4", "Plague")``. ``side`` has the move, by default as first player; if
    ``cards`` make it second player, the first has ended its turn at once. Hands for later turns are action cards.
    ``campaigns`` is how many campaigns the game has, as in ``roses.start``.

    ValueError for a scene that the rules exclude; the set-up is by rules 4.0 to 4.6.

    >>> state = scene(Kent="Gloucester", Pembroke="Richmond:2, Oxford", side="Lancaster")
    >>> state.view().king, state.view().pretender, state.ap
    ('Richmond', 'Gloucester', 4)
    >>> state.explain("Oxford marches to Kent").rule
    '5.2'
    """
    crown = check_name("side", king or _side_of_king(scenario), SIDES)
    check_name("side", side or SIDES[0], SIDES)
    state = _position(start(scenario, campaigns=campaigns), areas, dead, SIDES.index(crown), ruleset(rules))
    played: list[int] = []
    demand(Iterable, cards=cards or ())
    for name in map(str, cards or (("4", "3") if side == SIDES[0] else ("3", "4"))):
        numbers = [c.id for c in CARDS.values() if c.name.removeprefix("Action ") == name]
        check_name("card", name, dict.fromkeys(c.name.removeprefix("Action ") for c in CARDS.values()))
        if not (free := [number for number in numbers if number not in played]):
            raise ValueError(f"both sides cannot play {name}: the deck has one such card (rule 5.1)")
        played.append(free[0])
    if turn not in range(1, 8):
        raise ValueError(f"there is no turn {brief(turn)}: a campaign has turns 1 to 7 (rule 1.0)")
    rest = [card.id for card in CARDS.values() if not card.event and card.id not in played]
    hands = tuple(sum(1 << c for c in (played[i], *rest[i::2][: 7 - turn])) for i in (0, 1))
    state = msgspec.structs.replace(state, hands=hands, turn=turn)
    state = play(state, *(Play(name, card) for name, card in zip(SIDES, played, strict=True)))
    return finish(state) if side and state.active == (_other(side),) else state


def battle(area: str, attackers: Mapping[str, Blocks] | Blocks, defenders: Blocks, *, help: Mapping[str, Blocks] = {},
           round: int = 1, cards: tuple[str, str] | None = None, **others: Any) -> State:  # fmt: skip
    """Return a battle in its first turn of ``round``, or where the Treason card is offered before it.

    ``attackers`` come from adjacent areas and march in by the rules: ``{"Middlesex": "Gloucester, Norfolk:2"}``, or
    with a list, ``{"Middlesex": ["Gloucester", ("Norfolk", 2)]}``. Those of the first area are the main attack, the
    others are reserves (rule 6.3). ``help`` are the defender's reinforcements, in the same form. Without ``cards`` the
    attacker is first player. Blocks that stay in other areas, and further arguments, are given as in ``scene``.
    RuleError if the borders do not let that many blocks pass.

    Or ``attackers`` are blocks that already stand in the area, a line-up as in ``roses.battle_odds``. The further
    arguments are then ``attacker`` (by default the side of the first block), ``reserves``, ``entry``,
    ``reserve_entry``, ``king``, ``pretender`` and ``rules``.

    In the rounds before ``round`` all blocks pass.

    >>> state = battle("Leicester", {"Middlesex": "Gloucester, Norfolk"}, "Richmond, Oxford:2")
    >>> [str(action) for action in state.legal_actions()]
    ['Oxford fires', 'Oxford passes']
    >>> play(state, "Oxford passes", "Richmond charges Gloucester").active
    ('Chance',)
    >>> battle("Leicester", ["Gloucester", ("Norfolk", 2)], ["Richmond"], round=2).battle.round
    2
    """
    area = area.replace("_", " ") if isinstance(area, str) else check_name("area", area, AREAS)
    demand(Mapping, help=help)
    if round not in range(1, 5):
        raise ValueError(f"there is no round {brief(round)}: a battle has rounds 1 to 4 (rule 6.0)")
    # a mapping of areas to blocks marches in; a mapping of blocks to their steps is a line-up
    if (
        isinstance(attackers, Mapping)
        and attackers
        and not any(army is None or isinstance(army, int | float) for army in attackers.values())
    ):
        coming: dict[str, Any] = dict(attackers)
        state = _march_in(area, coming, defenders, help, cards, others)
    elif help or cards:
        raise ValueError("help and cards are for attackers who march, {'Middlesex': 'Norfolk'}; a line-up has reserves")
    else:
        state = line_up(area=area, attackers=attackers, defenders=defenders, **others)
    state = state.apply(Fight(area))
    return state if round == 1 else until(state, lambda s: s.battle is not None and s.battle.round == round)


def _march_in(area: str, attackers: Mapping[str, Blocks], defenders: Blocks, help: Mapping[str, Blocks],
              cards: tuple[str, str] | None, others: dict[str, Any]) -> State:  # fmt: skip
    """Return the state after all marches, when the battles are due."""
    if misplaced := next((name for name in ("attacker", "reserves", "entry", "reserve_entry") if name in others), ""):
        raise ValueError(
            f"{misplaced} is for a line-up; attackers who march come from the areas named with them (rule 6.3)"
        )
    armies = [(name, blocks(army)) for name, army in (*attackers.items(), *help.items(), (area, defenders))]
    coming, helping = armies[: len(attackers)], armies[len(attackers) : -1]
    king = check_name("side", others.get("king") or _side_of_king(others.get("scenario", "1460")), SIDES)
    first = next((block for _area, army in coming for block, _n in army), None)
    if first is None:
        raise ValueError("nobody attacks: name the attackers by the area they come from, {'Derby': 'Norfolk'}")
    attacker = _other(king) if ROSTER[first].side == "Rebel" else ROSTER[first].side  # rule 3.26
    for name, army in armies:
        others[name] = ", ".join([others.get(name, ""), *(f"{NAMES[block]}:{steps}" for block, steps in army)])
    state = scene(cards=cards or (("4", "3") if attacker == SIDES[0] else ("3", "4")), **others)
    main = coming[0][0].replace("_", " ")
    for _player in SIDES:
        marching = coming if state.active == (attacker,) else helping
        state = finish(play(state, *(March(NAMES[block], (area,)) for _area, army in marching for block, _n in army)))
        while state.phase is Phase.MAIN_ATTACK:  # the border of the first attackers is that of the main attack (6.3)
            borders = [action for action in state.legal_actions() if isinstance(action, MainAttack)]
            state = state.apply(next((a for a in borders if main in a.border.split("/")), borders[0]))
    return state


def play(state: State, *actions: Action | str) -> State:
    """Apply actions in order and return the last state, with the events of all of them.

    >>> state = play(scene(Kent="Gloucester"), "Gloucester marches to Middlesex", "done")
    >>> [event.kind for event in state.events]
    ['march', 'card']
    """
    events: tuple[Event, ...] = demand_war(state).events[:0]
    for action in actions:
        state = state.apply(action)
        events += state.events
    return msgspec.structs.replace(state, events=events)


def finish(state: State) -> State:
    """End the turn of the side that has the move, by done or decline."""
    return state.apply("done" if Done() in state.legal_actions() else "decline")


def until(state: State, reached: Callable[[State], bool]) -> State:
    """Play until ``reached(state)``: blocks pass, sides are done, attackers who must retreat do so, all dice show 6.

    RuntimeError if that does not happen within 200 actions.
    """
    for _again in range(200):
        if reached(state):
            return state
        legal = state.legal_actions()
        idle = (action for kind in _IDLE for action in legal if isinstance(action, kind))
        state = state.apply(next(idle, legal[-1]))
    raise RuntimeError(f"200 actions were played and the awaited state did not come; play stopped at {state!r}")


def _side_of_king(scenario: str) -> str:
    """Return the side that has the crown at the start of a scenario."""
    setup = start(scenario).setup
    return SIDES[0] if COLOUR[0] >> INDEX[setup.king] & 1 else SIDES[1]


def _other(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


def _position(first: State, areas: Mapping[str, str], dead: str, king_side: int, rules: Ruleset) -> State:
    """Return the state before the cards are chosen, with these blocks in these areas and empty hands."""
    loc, steps = bytearray([OUT]) * len(BLOCKS), bytearray(len(BLOCKS))
    for area, text in areas.items():
        place = PLACE[check_name("area", area.replace("_", " "), PLACES[:OUT])]
        for block, strength in blocks(text):
            _demand_room(block, place, loc)
            loc[block], steps[block] = place, strength
    fallen = {block for block, _n in blocks(dead)}
    for block in fallen:
        if loc[block] != OUT:
            raise ValueError(f"{NAMES[block]} cannot be dead and in {PLACES[loc[block]]}")
    for block in (INDEX[name] for names in first.setup.placements.values() for name in names):
        other_version = PAIR[block] >= 0 and loc[PAIR[block]] != OUT  # he is in play as a block of the other side
        if HEIRS >> block & 1 and loc[block] == OUT and block not in fallen and not other_version:
            loc[block], steps[block] = MINOR, STEPS[block]
    prisoner = prisoner_bit(first.setup.prisoner) if loc[HENRY] == LONDON else 0
    state = msgspec.structs.replace(
        first, phase=Phase.CARDS, active=SIDES, mulligan=0, occ=occupants(loc), loc=bytes(loc), steps=bytes(steps),
        own=own_masks(king_side), prisoner=prisoner, king_side=king_side, rules=rules, events=(), traced=0,
        gauged=0,
    )  # fmt: skip
    for area in AREAS:
        there = state.occ[PLACE[area]] & ~state.prisoner
        if there & state.own[0] and there & state.own[1]:
            raise ValueError(f"{area} would hold blocks of both sides: let one side march in, as roses.battle does")
    holders = []  # for each side the senior heir in play; a minor only if there is no other
    for side, name in enumerate(SIDES):
        living = ~(state.occ[OUT] | state.prisoner)
        grown = senior(side, living & ~state.occ[MINOR])
        holders.append(grown if grown >= 0 else senior(side, living))
        if holders[side] < 0:
            raise ValueError(f"{name} has no heir: such a game is over (rule 9.0); name one, or a minor")
    return msgspec.structs.replace(state, king=holders[king_side], pretender=holders[1 - king_side])


def _demand_room(block: int, place: int, loc: bytearray) -> None:
    """Raise ValueError for a block named twice, in both versions, or in a place it may not enter."""
    name, pair, where = NAMES[block], PAIR[block], PLACES[place]
    if loc[block] != OUT:
        raise ValueError(f"{name} is named twice, for {PLACES[loc[block]]} and for {where}: there is one such block")
    if pair >= 0 and loc[pair] != OUT:
        raise ValueError(f"{name} and {NAMES[pair]} are one lord: only one version may be in play (rule 3.22)")
    if place == MINOR and not HEIRS >> block & 1:
        raise ValueError(f"{name} cannot be a minor: only heirs are (rule 4.5)")
    exile_of = AREAS[where].exile_of if where in AREAS else ""
    if exile_of and exile_of != ROSTER[block].side:
        raise ValueError(f"{name} may never be in {where}, an exile area of {exile_of} (rule 2.7)")


# ---- questions to a state


def choices(state: GameState, *words: str, side: str | None = None) -> list[str]:
    """Return the legal actions of a state of any game whose notation holds all these words, in notation.

    They are the actions of ``side``, by default of the first side that has to choose. RuleError if ``side`` has nothing
    to choose now, ValueError if there is no such side.

    >>> import roses
    >>> choices(roses.scene(Kent="Gloucester", Pool="Norfolk, Bombard/Y"), "recruit", "Norfolk")
    ['recruit Norfolk in Caernarvon', 'recruit Norfolk in East Anglia', 'recruit Norfolk in Glamorgan']
    >>> choices(roses.scene(Kent="Gloucester"), side="Lancaster")
    Traceback (most recent call last):
    roses.engine.errors.RuleError: Lancaster has nothing to choose now: York acts, with 4 action points left (rule 1.2)
    """
    demand(GameState, state=state)
    for word in words:
        demand(str, word=word)
    legal = state.legal_actions(side)
    if side and not legal:
        why = state.question
        raise RuleError(f"{side} has nothing to choose now: {why}", rule=state.rule)
    return [text for text in map(str, legal) if all(word in text for word in words)]


def stands(state: State, place: str, side: str | None = None) -> dict[str, int | None]:
    """Return the steps of each block in an area, the Pool or among the Minor heirs; a block that lies face down has 0.

    With a ``side``, these are the blocks that it sees; each block that it does not see has a name such as
    ``"unseen block 1 of York"``, and None for its steps. ValueError if there is no such place, or no such side.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester:2, Norfolk")
    >>> stands(state, "Kent"), stands(state, "Kent", "Lancaster")
    ({'Gloucester': 2, 'Norfolk': 4}, {'unseen block 1 of York': None, 'unseen block 2 of York': None})
    """
    demand_war(state)
    if place not in PLACES[:OUT]:
        raise ValueError(f"there is no place {brief(place)!r}; there is {', '.join(PLACES[:OUT])}")
    state.check_side(side)
    if not side:
        return {NAMES[b]: 0 if state.down >> b & 1 else state.steps[b] for b in bits(state.occ[PLACE[place]])}
    view = state.view(side)
    pieces = [piece for piece in view.pieces if piece.place == place]
    blocks_there = {str(p.block): 0 if p.face_down else p.steps for p in pieces if p.block}
    for owner in SIDES:
        seen = sum(p.side == owner and p.block is not None for p in pieces)
        number = view.pool_sizes[owner] if place == PLACES[POOL] else sum(p.side == owner for p in pieces)
        for n in range(1, number - seen + 1):
            blocks_there[_("unseen block {n} of {side}").format(n=n, side=owner)] = None
    return blocks_there


def ratings(state: State) -> dict[str, str]:
    """Return the combat rating, bonuses included, of each front-line block of the battle (rules 2.2 to 3.12).

    The blocks are in the order in which they act: by letter, and for each letter the defender first (rule 6.2).
    ValueError if no battle is being fought.

    >>> import roses
    >>> ratings(roses.battle("Leicester", {"Middlesex": "Richmond, Oxford"}, "Hastings"))
    {'Oxford': 'A2', 'Hastings': 'B3', 'Richmond': 'B2'}
    """
    battle = demand_war(state).battle
    if battle is None or state.phase is Phase.REGROUP:
        raise ValueError("no battle is in hand, and a rating counts only there; roses.battle begins one")
    groups = (
        in_letter(battle, line(state, battle, side), letter, early(state, battle))
        for letter in range(4)
        for side in (1 - battle.attacker, battle.attacker)
    )
    return {NAMES[b]: rating(state, battle, b) for group in groups for b in bits(group)}
