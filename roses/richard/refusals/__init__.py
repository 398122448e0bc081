"""Refusals: the rule that forbids an action, and one sentence with the figures of the position.

Each sentence is for one reader and uses only what that side may know: its own blocks and cards, and open information.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action, Roll
from roses.richard import actions as act
from roses.richard.phases.cards import HAND, MULLIGAN, points
from roses.richard.position import Phase, Position
from roses.richard.prompts import RULES, Reason, card_words, due
from roses.richard.refusals import battles, moves
from roses.richard.tables import (
    AREAS,
    BLOCKS,
    CARDS,
    INDEX,
    LAND,
    MINOR,
    NAMES,
    OUT,
    PAIR,
    PERMANENT,
    PLACES,
    POOL,
    SEAS,
    SIDES,
    bits,
)

_ACTING: Final = (Phase.ACTIONS, Phase.MUSTER)
_HAND: Final = (
    (Phase.MULLIGAN_ANSWER,),
    N_("a hand is kept, or thrown back too, when the opponent has thrown his back"),
)
_TURN: Final = (Phase.BATTLE_TURN,)
# kind of action: its phases, and a sentence on when that is
_WHEN: Final[Mapping[type[Action], tuple[tuple[Phase, ...], str]]] = {
    act.Mulligan: ((Phase.CARDS,), N_("a hand is thrown back before the first card of a campaign is chosen")),
    act.Redeal: _HAND,
    act.Keep: _HAND,
    act.March: (_ACTING, N_("blocks march in an action phase")),
    act.Sail: (_ACTING, N_("blocks sail in an action phase")),
    act.Recruit: (_ACTING, N_("blocks are recruited in an action phase")),
    act.Done: ((*_ACTING, Phase.REGROUP, Phase.SUPPLY, Phase.HOMEWARD, Phase.EXILE), N_("there is nothing to end")),
    act.Decline: (
        (Phase.MUSTER_AREA, Phase.PLAGUE, Phase.TREASON, Phase.MINOR, Phase.EXECUTION),
        N_("nothing is offered that could be declined"),
    ),
    act.Muster: ((Phase.MUSTER_AREA,), N_("a muster is named when its card is played")),
    act.Plague: ((Phase.PLAGUE,), N_("Plague strikes when its card is played")),
    act.MainAttack: (
        (Phase.MAIN_ATTACK,),
        N_("main attacks are named when a side has moved, and only where the ruleset asks for it"),
    ),
    act.Fight: ((Phase.BATTLES,), N_("battles are picked when both sides have moved, and one has ended")),
    act.Treachery: ((*_TURN, Phase.TREASON), N_("treachery is tried in a battle")),
    act.Fire: (_TURN, N_("a block fires in its battle turn")),
    act.Pass: (_TURN, N_("a block passes in its battle turn")),
    act.Charge: (_TURN, N_("an heir charges in his battle turn")),
    act.Retreat: (_TURN, N_("a block retreats in its battle turn")),
    act.Trapped: (_TURN, N_("a block is trapped in its battle turn")),
    act.Hit: ((Phase.HITS,), N_("hits are taken when an enemy has scored them")),
    act.Regroup: ((Phase.REGROUP,), N_("the victor regroups when a battle has been won")),
    act.Enter: ((Phase.MINOR,), N_("minors come of age in a supply phase")),
    act.Execute: ((Phase.EXECUTION,), N_("Clarence and Exeter are executed in a supply phase")),
    act.Starve: ((Phase.SUPPLY,), N_("blocks starve in a supply phase")),
    act.GoHome: ((Phase.HOMEWARD,), N_("blocks go home in the political turn")),
    act.Disperse: ((Phase.HOMEWARD, Phase.EXILE), N_("exile areas are emptied in the political turn")),
}


def reason(s: Position, who: str, action: Action) -> Reason:
    """Return (rule that forbids an illegal action, reason); ``who`` is the reader: a side, chance, or "" for any.

    >>> import roses
    >>> reason(roses.scene(Kent="Gloucester"), "York", act.Fire("Gloucester"))[1]
    'a block fires in its battle turn, and now York acts, with 4 action points left'
    """
    if isinstance(action, Roll | act.Deal) and s.active != (CHANCE,):
        return RULES[s.phase], _("nothing is left to chance now, and {due}").format(due=due(s))
    if isinstance(action, act.Play):
        return _card(s, who, action)
    if isinstance(action, act.Mulligan | act.Redeal) and s.phase is Phase.CARDS:
        return "5.1", _mulligan(s, who, action)
    if who not in SIDES:
        return RULES[s.phase], due(s)
    if who not in s.active:
        return RULES[s.phase], _("{who} has nothing to choose: {due}").format(who=who, due=due(s))
    if not_yours := _block(s, who, action):
        return not_yours
    phases, when = _WHEN[type(action)]
    if s.phase not in phases:
        return RULES[s.phase], _("{when}, and now {due}").format(when=_(when), due=due(s))
    return _WHY[s.phase, type(action)](s, SIDES.index(who), action)


def _mulligan(s: Position, who: str, action: Action) -> str:
    """Return why a hand may not be thrown back before the first card of a campaign (rule 5.1)."""
    hand = s.hands[SIDES.index(who)] if who in SIDES and getattr(action, "side", who) == who else 0
    if s.turn == 1 and hand.bit_count() == HAND and points(hand) > MULLIGAN:
        rich = _("the hand of {side} has {points} points, and only one of {limit} points or fewer may be thrown back")
        return rich.format(side=who, points=points(hand), limit=MULLIGAN)
    once = _("once in a campaign, before its first card, a side may throw back a hand of {limit} points or fewer")
    return once.format(limit=MULLIGAN)


def _card(s: Position, who: str, action: act.Play) -> Reason:
    """Return why a side may not choose a card (rules 1.1 and 5.1)."""
    if s.phase is not Phase.CARDS:
        return RULES[s.phase], _("cards are chosen at the start of a turn, and now {due}").format(due=due(s))
    if who != action.side:
        return "1.1", _("{side} chooses its card in secret").format(side=action.side)
    if action.side not in SIDES:
        return "1.1", _("there is no side {side!r}").format(side=action.side)
    if action.side not in s.active:
        return "1.1", _("{side} has chosen its card, and {due}").format(side=action.side, due=due(s))
    if action.card not in CARDS:
        return "5.1", _("there is no card {card}, but cards 1 to {n}").format(card=action.card, n=len(CARDS))
    hand = ", ".join(card_words(card) for card in bits(s.hands[SIDES.index(who)]))
    wrong = _("{card} is not in the hand of {side}, which holds {hand}")
    return "1.1", wrong.format(card=card_words(action.card), side=action.side, hand=hand)


def _block(s: Position, who: str, action: Action) -> Reason | None:
    """Return why the block of an action is not there for a side to choose; None if it is, or there is none."""
    name = getattr(action, "block", "") or getattr(action, "heir", "") or getattr(action, "roller", "")
    if not name or name == act.TREASON:
        return None
    if name not in INDEX:
        return "3.0", _("there is no block {name!r}").format(name=name)
    block = INDEX[name]
    pair, place = PAIR[block], s.loc[block]
    if not s.own[SIDES.index(who)] >> block & 1:
        return "3.0", _("{name} does not serve {who}, who must choose now").format(name=name, who=who)
    if place == OUT and pair >= 0 and s.loc[pair] != OUT:
        return "3.22", _("{name} is not in play while {block} is").format(name=name, block=NAMES[pair])
    if place == OUT:
        members = {member for names in s.setup.placements.values() for member in names}
        if PERMANENT >> block & 1 and {name, NAMES[pair] if pair >= 0 else name} & members:
            return "6.8", _("{name} is dead").format(name=name)
        return "4.1", _("{name} is not in play").format(name=name)
    if place == MINOR and not isinstance(action, act.Enter):
        return "4.5", _("{name} is a minor and not yet in play").format(name=name)
    if place == POOL and isinstance(action, act.March | act.Sail):
        return "5.4", _("{name} is in the pool and must be recruited first").format(name=name)
    return None


_WHY: Final[Mapping[tuple[Phase, type[Action]], Callable[[Any, int, Any], Reason]]] = {
    **moves.WHY,
    **battles.WHY,
}


SUBJECTS: Final = frozenset({*AREAS, *SEAS, *BLOCKS, act.TREASON})
_ANYWHERE: Final = next(iter(AREAS))
# phases of movement, to the reason why a block on the map cannot move
_STUCK: Final[Mapping[Phase, Callable[[Position, int, int], Reason]]] = {
    Phase.ACTIONS: moves.stuck,
    Phase.MUSTER: moves.stuck,
    Phase.REGROUP: battles.stuck,
}
# phases, to an action that (block, its place) would take; its refusal is the reason
_ATTEMPTS: Final[Mapping[Phase, Callable[[str, str], Action]]] = {
    Phase.ACTIONS: lambda block, _: act.Recruit(block, _ANYWHERE),
    Phase.MUSTER: lambda block, _: act.Recruit(block, _ANYWHERE),
    Phase.BATTLE_TURN: lambda block, _: act.Pass(block),
    Phase.HITS: lambda block, _: act.Hit(block),
    Phase.REGROUP: act.Regroup,
    Phase.MINOR: lambda block, _: act.Enter(block, _ANYWHERE),
    Phase.EXECUTION: lambda block, _: act.Execute(block),
    Phase.SUPPLY: lambda block, _: act.Starve(block),
    Phase.HOMEWARD: act.GoHome,
    Phase.EXILE: lambda block, _: act.Disperse(block),
}


def idle(s: Position, who: str, thing: str) -> Reason | None:
    """Return (rule, reason why a block has nothing to do now); None for other things and other phases."""
    if thing not in BLOCKS or who not in s.active or s.phase not in _ATTEMPTS:
        return None
    block, side = INDEX[thing], SIDES.index(who)
    if s.phase in _STUCK and s.own[side] >> block & 1 and s.loc[block] in LAND:
        return _STUCK[s.phase](s, side, block)
    return reason(s, who, _ATTEMPTS[s.phase](thing, PLACES[s.loc[block]]))
