"""Questions to a state in one call: legal actions by words, blocks by place, combat ratings.

With a ``side`` the answers hold what that side may know; without one they are an umpire's, who sees everything.
"""

from __future__ import annotations

from roses.engine.errors import RuleError, brief, demand
from roses.engine.i18n import gettext as _
from roses.engine.state import GameState
from roses.richard.combat import early, in_letter, line, rating
from roses.richard.position import Phase
from roses.richard.state import State, demand_war
from roses.richard.tables import NAMES, OUT, PLACE, PLACES, POOL, SIDES, bits
from roses.richard.view import View


def choices(state: GameState, *words: str, side: str | None = None) -> list[str]:
    """Return, in notation, the legal actions of a state of any game in which all these words occur.

    They are those of ``side``, or without it of the first side that is to choose. RuleError if ``side`` has nothing to
    choose now, ValueError if there is no such side.

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
        raise RuleError(_("{side} has nothing to choose now: {why}").format(side=side, why=why), rule=state.rule)
    return [text for text in map(str, legal) if all(word in text for word in words)]


def stands(state: State, place: str, side: str | None = None) -> dict[str, int | None]:
    """Return block to steps in an area, the Pool or among the Minor heirs; blocks that lie face down have 0.

    With a ``side`` these are the blocks that it sees; each block it does not see is counted as
    ``"unseen block 1 of York"``, with None for its steps. ValueError if there is no such place, or no such side.

    >>> import roses
    >>> state = roses.scene(Kent="Gloucester:2, Norfolk")
    >>> stands(state, "Kent"), stands(state, "Kent", "Lancaster")
    ({'Gloucester': 2, 'Norfolk': 4}, {'unseen block 1 of York': None, 'unseen block 2 of York': None})
    """
    demand_war(state)
    if place not in PLACES[:OUT]:
        raise ValueError(_no_such_place(place))
    state.check_side(side)
    if side:
        return _seen_in(state.view(side), place)
    there = state.occ[PLACE[place]]
    return {NAMES[b]: 0 if state.down >> b & 1 else state.steps[b] for b in bits(there)}


def _no_such_place(name: str) -> str:
    return _("there is no place {name}; there is {known}").format(name=repr(brief(name)), known=", ".join(PLACES[:OUT]))


def _seen_in(view: View, place: str) -> dict[str, int | None]:
    """Return the blocks of a place in a view; unseen ones are numbered by side."""
    there = [piece for piece in view.pieces if piece.place == place]
    found = {str(p.block): 0 if p.face_down else p.steps for p in there if p.block}
    for side in SIDES:
        known = sum(p.side == side and p.block is not None for p in there)
        all_of_them = view.pool_sizes[side] if place == PLACES[POOL] else sum(p.side == side for p in there)
        for n in range(1, all_of_them - known + 1):
            found[_("unseen block {n} of {side}").format(n=n, side=side)] = None
    return found


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
        raise ValueError(_("no battle is in hand, and a rating counts only there; roses.battle begins one"))
    groups = (
        in_letter(battle, line(state, battle, side), letter, early(state, battle))
        for letter in range(4)
        for side in (1 - battle.attacker, battle.attacker)
    )
    return {NAMES[b]: rating(state, battle, b) for group in groups for b in bits(group)}
