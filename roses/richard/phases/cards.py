"""Cards: the deal, the mulligan, the secret choice and who is first player (rules 1.1, 5.1, 8.5)."""

from __future__ import annotations

import random

from roses.engine.i18n import gettext as _
from roses.engine.protocol import CHANCE, Action
from roses.richard.actions import Deal, Keep, Mulligan, Play, Redeal
from roses.richard.events import campaign
from roses.richard.position import Draft, Phase, Position
from roses.richard.rules import Ruleset
from roses.richard.tables import CARDS, SIDES, bits

HAND = 7
ALL = sum(1 << card for card in CARDS)
_PLAYS = tuple({card: Play(side, card) for card in CARDS} for side in SIDES)
MULLIGAN = 13  # a hand with this many points or fewer may be returned, rule 5.1
_LANCASTER_REDEALS, _YORK_REDEALS, _USED = 1, 2, 4


def points(hand: int) -> int:
    """Return the action points of a hand, events at their printed value (rule 5.1)."""
    return sum(CARDS[card].points for card in bits(hand))


def begin_campaign(d: Draft) -> None:
    """Stage "deal": make a deal from all 25 cards due (rule 8.5)."""
    d.hands = d.played = d.spent = (0, 0)
    d.mulligan = _LANCASTER_REDEALS | _YORK_REDEALS
    d.turn = 0
    d.phase, d.active = Phase.DEAL, (CHANCE,)


def draw(s: Position, rng: random.Random) -> Deal:
    """Return a random deal: seven cards for each side whose hand is due; the other side keeps its hand."""
    due = who_draws(s)
    left = list(deck(s))
    rng.shuffle(left)
    hands = [tuple(left.pop() for _ in range(HAND)) if due[side] else bits(s.hands[side]) for side in (0, 1)]
    return Deal(hands[0], hands[1])


def who_draws(s: Position) -> list[bool]:
    """Return by side whether it gets a hand in the deal due."""
    return [bool(s.mulligan & bit) for bit in (_LANCASTER_REDEALS, _YORK_REDEALS)]


def deck(s: Position) -> tuple[int, ...]:
    """Return the cards to deal from: all but a kept hand, or by the ruleset those never dealt, if enough (5.1)."""
    due = who_draws(s)
    undealt = ALL & ~(s.hands[0] | s.hands[1])
    if s.rules.mulligan_reshuffle == "undealt_only" and undealt.bit_count() >= HAND * sum(due):
        return bits(undealt)
    return bits(ALL & ~sum(hand for hand, new in zip(s.hands, due, strict=True) if not new))


def specimen(s: Position) -> Deal:
    """Return one legal deal, the example in ``legal_actions``; the same for equal states."""
    return draw(s, random.Random(0))


def deal_error(s: Position, deal: Deal) -> str:
    """Return what is wrong with a deal, "" for a legal one."""
    both = (*deal.lancaster, *deal.york)
    if (
        len(deal.lancaster) != HAND
        or len(deal.york) != HAND
        or len(set(both)) != 2 * HAND
        or not set(both) <= set(CARDS)
    ):
        return _("a deal is seven different cards of the numbers 1 to 25 for each side")
    hands = sorted(zip(who_draws(s), SIDES, s.hands, (deal.lancaster, deal.york), strict=True))  # kept hands first
    for new, side, old, hand in hands:
        if not new and sum(1 << c for c in hand) != old:
            return _("{side} keeps the hand {names}").format(side=side, names=" ".join(map(str, bits(old))))
        if new and not set(hand) <= set(deck(s)):
            return _("the new hand of {side} comes from the cards {names}").format(
                side=side, names=" ".join(map(str, deck(s)))
            )
    return ""


def apply_deal(d: Draft, deal: Deal) -> None:
    """Deal the cards; the first turn of the campaign begins, or goes on after a mulligan (rules 5.1, 8.5)."""
    d.hands = (sum(1 << c for c in deal.lancaster), sum(1 << c for c in deal.york))
    d.mulligan &= _USED
    d.log(campaign.Dealt())
    if d.turn:
        d.ask(Phase.CARDS, 0, 1)
    else:
        d.stage = "turn"


def may_throw_back(s: Position, side: int) -> bool:
    """Return whether a side may throw back its hand: a poor one, before its first card, once in a campaign (5.1)."""
    hand = s.hands[side]
    return s.turn == 1 and not s.mulligan & _USED and hand.bit_count() == HAND and points(hand) <= MULLIGAN


def legal_answer(s: Position, side: int) -> list[Action]:
    """Return the choices of the opponent of a side that has thrown its hand back: keep his, or not (rule 5.1)."""
    return [Keep(), Redeal()]


def apply_answer(d: Draft, side: int, action: Action) -> None:
    """Apply the opponent's answer, then make a deal due."""
    if isinstance(action, Redeal):
        d.mulligan |= _LANCASTER_REDEALS if side == 0 else _YORK_REDEALS
        d.log(campaign.HandChanged(SIDES[side]))  # this hand need not be shown
    d.phase, d.active = Phase.DEAL, (CHANCE,)


def begin_turn(d: Draft) -> None:
    """Stage "turn": begin a turn; both sides choose a card in secret (rule 1.1)."""
    d.turn += 1
    d.moved = 0
    d.treason = d.first = d.mover = -1
    d.spent = (_with(d.spent[0], d.played[0]), _with(d.spent[1], d.played[1]))
    d.played = (0, 0)
    d.log(campaign.TurnBegun(d.turn))
    d.ask(Phase.CARDS, 0, 1)


def _with(cards: int, card: int) -> int:
    return cards | 1 << card if card else cards


def legal_cards(s: Position, side: int) -> list[Action]:
    """Return a choice for each card of the hand, and to throw a poor hand back; passing is not allowed (1.1, 5.1).

    Whether a side may throw its hand back shows to itself only: to the other it has to choose a card.
    """
    hand = s.hands[side]
    plays = _PLAYS[side]
    cards: list[Action] = [plays[card] for card in bits(hand)]
    return [*cards, Mulligan(SIDES[side])] if may_throw_back(s, side) else cards


def apply_card(d: Draft, side: int, action: Play | Mulligan) -> None:
    """Choose a card, or throw the hand back; after the second card both decide who is first player (1.1, 5.1)."""
    if isinstance(action, Mulligan):  # the hand is shown; the card of the other, if chosen, is in its hand again
        other, chosen = 1 - side, d.played[1 - side]
        d.hands = (d.hands[0], _with(d.hands[1], chosen)) if other else (_with(d.hands[0], chosen), d.hands[1])
        d.played = (0, 0)
        d.mulligan = _USED | (_LANCASTER_REDEALS if side == 0 else _YORK_REDEALS)
        d.log(campaign.HandShown(SIDES[side], points(d.hands[side])))
        d.ask(Phase.MULLIGAN_ANSWER, other)
        return
    card = 1 << action.card
    if side == 0:
        d.hands, d.played = (d.hands[0] & ~card, d.hands[1]), (action.card, d.played[1])
    else:
        d.hands, d.played = (d.hands[0], d.hands[1] & ~card), (d.played[0], action.card)
    d.active = tuple([s for s in d.active if s != SIDES[side]])
    if d.active:
        d.log(campaign.CardChosen(SIDES[side]))
        return
    for who in (0, 1):
        d.log(campaign.CardRevealed(SIDES[who], d.played[who]))
    d.first = d.mover = first_player(d.played, d.king_side, d.rules)
    d.log(campaign.FirstPlayer(SIDES[d.first]))
    d.stage = "actions"


def first_player(played: tuple[int, int], king_side: int, rules: Ruleset) -> int:
    """Return the side of the first player: event before action card, then more points, then the Pretender (1.1).

    >>> first_player((5, 7), 0, Ruleset())  # Surprise, 1 point, against an action card of 4
    0
    """
    rank = [(bool(CARDS[c].event), CARDS[c].points) for c in played]
    both_events = rank[0][0] and rank[1][0]
    if rank[0] == rank[1] or (both_events and rules.both_events_tiebreak == "pretender"):
        return 1 - king_side
    return 0 if rank[0] > rank[1] else 1
