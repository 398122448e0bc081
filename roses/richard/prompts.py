"""The decision that is due: its rule, and a sentence for both sides."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.protocol import with_example
from roses.richard.actions import Play
from roses.richard.heirs import senior
from roses.richard.phases.battle import contested, group
from roses.richard.position import Phase, Position, battle_in
from roses.richard.tables import BLOCKS, CARDS, MINOR, NAMES, PLACES, SIDES, bits

Reason = tuple[str, str]  # (rule, why it forbids something, in half a sentence)

RULES: Final = {
    Phase.DEAL: "8.5",
    Phase.MULLIGAN_ANSWER: "5.1",
    Phase.CARDS: "1.1",
    Phase.ACTIONS: "1.2",
    Phase.MUSTER_AREA: "muster",
    Phase.MUSTER: "muster",
    Phase.PLAGUE: "plague",
    Phase.MAIN_ATTACK: "6.3",
    Phase.BATTLES: "6.1",
    Phase.TREASON: "treason",
    Phase.BATTLE_TURN: "6.2",
    Phase.ROLL: "6.4",
    Phase.HITS: "6.4",
    Phase.REGROUP: "6.7",
    Phase.MINOR: "6.82",
    Phase.EXECUTION: "9.1",
    Phase.SUPPLY: "7.1",
    Phase.HOMEWARD: "8.3",
    Phase.EXILE: "7.2",
    Phase.OVER: "9.0",
}
_EVENTS: Final = {
    "force_march": N_("1 action point: the blocks of one area march up to three areas"),
    "muster": N_("No action point: blocks from any areas march to one area that is vacant or your own"),
    "piracy": N_("2 action points: blocks sail, also to coasts where the enemy stands"),
    "plague": N_("No action point: each enemy block in one city loses a step"),
    "surprise": N_("1 action point: the blocks of one area march, and one more of them crosses each border"),
    "treason": N_("1 action point to march; in one battle a throw of dice may win an enemy lord over"),
}


_QUESTIONS: Final = {
    Phase.DEAL: N_("the cards of campaign {campaign} are dealt"),
    Phase.MULLIGAN_ANSWER: N_("{who} keeps its hand or throws it back too"),
    Phase.CARDS: N_("{who} chooses a card for turn {turn}"),
    Phase.ACTIONS: N_("{who} acts, with {points} left"),
    Phase.MUSTER_AREA: N_("{who} names the area of its muster"),
    Phase.MUSTER: N_("{who} musters in {area}"),
    Phase.PLAGUE: N_("{who} names the city that Plague strikes"),
    Phase.MAIN_ATTACK: N_("{who} names the border of its main attack"),
    Phase.BATTLES: N_("{who} picks the next battle: {areas}"),
    Phase.TREASON: N_("{who} may use the Treason card in {area} before round 1"),
    Phase.BATTLE_TURN: N_("it is the turn of {who} at {letter} in round {round}: {blocks}"),
    Phase.HITS: N_("{who} names who takes {hits} in {area}"),
    Phase.REGROUP: N_("{who} has won and regroups from {area}"),
    Phase.MINOR: N_("{who} brings in {heir}, who comes of age"),
    Phase.EXECUTION: N_("{who} may execute {block}"),
    Phase.SUPPLY: N_("{who} feeds its blocks"),
    Phase.HOMEWARD: N_("{who} goes home"),
    Phase.EXILE: N_("{who} brings its exile areas down to their limits"),
    Phase.OVER: N_("the game is over, and {winner} has won"),
}


def due(s: Position) -> str:
    """Return who must choose what now, without blocks and cards that only one side knows."""
    if s.phase is Phase.ROLL:
        dice = s.due.dice if s.due else 0
        return ngettext("{n} die is due", "{n} dice are due", dice).format(n=dice)
    words, who = _(_QUESTIONS[s.phase]), s.active[0] if s.active else ""
    match s.phase:
        case Phase.CARDS:
            if len(s.active) > 1:
                words = _("both sides choose a card for turn {turn}")
            example = _(" or ").join(repr(str(Play(side, next(iter(CARDS))))) for side in s.active)
            return with_example(words.format(who=who, turn=s.turn), example)
        case Phase.BATTLES:
            return words.format(who=who, areas=", ".join(PLACES[a] for a in contested(s)))
        case Phase.BATTLE_TURN:
            battle = battle_in(s)
            blocks, _side, letter = group(s, battle)
            names = _(" or ").join(NAMES[b] for b in bits(blocks))
            return words.format(who=who, letter="ABCD"[letter], round=battle.round, blocks=names)
        case Phase.TREASON | Phase.HITS | Phase.REGROUP:
            battle = battle_in(s)
            hits = ngettext("{n} hit", "{n} hits", battle.hits).format(n=battle.hits)
            return words.format(who=who, area=PLACES[battle.area], hits=hits)
        case Phase.MINOR:
            return words.format(who=who, heir=NAMES[senior(SIDES.index(who), s.occ[MINOR])])
        case Phase.MUSTER:
            return words.format(who=who, area=PLACES[s.spot])
        case Phase.EXECUTION:
            return words.format(who=who, block=NAMES[s.spot])
        case Phase.OVER:
            return words.format(winner=s.result.winner) if s.result else _("the game is over, and nobody has won")
    return words.format(who=who, campaign=s.campaign, points=points(s.ap))


def points(number: int) -> str:
    """Return a number of action points in words.

    >>> points(1), points(0)
    ('1 action point', '0 action points')
    """
    return ngettext("{n} action point", "{n} action points", number).format(n=number)


def blocks_in(number: int, whose: str, area: str) -> str:
    """Return how many blocks of a side, or of ``"enemy"``, are in an area in words.

    >>> blocks_in(1, "enemy", "Kent"), blocks_in(0, "enemy", "Kent"), blocks_in(2, "York", "Kent")
    ('1 enemy block is in Kent', 'no enemy block is in Kent', '2 York blocks are in Kent')
    """
    if whose == "enemy" and not number:
        words = _("no enemy block is in {area}")
    elif whose == "enemy":
        words = ngettext("{n} enemy block is in {area}", "{n} enemy blocks are in {area}", number)
    elif not number:
        words = _("no {side} block is in {area}")
    else:
        words = ngettext("{n} {side} block is in {area}", "{n} {side} blocks are in {area}", number)
    return words.format(n=number, side=whose, area=area)


def card_words(number: int) -> str:
    """Return number and name of a card.

    >>> card_words(4), card_words(9)
    ('card 4 (Plague)', 'card 9 (Action 4)')
    """
    return _("card {number} ({name})").format(number=number, name=_(CARDS[number].name))


def event_words(number: int) -> str:
    """Return what an event card gives and does, "" for an action card, whose name says it.

    >>> event_words(4), event_words(9)
    ('No action point: each enemy block in one city loses a step', '')
    """
    return _(_EVENTS[event]) if (event := CARDS[number].event) else ""


def rating(block: str) -> str:
    """Return the combat rating of a block: the letter at which it acts, and the highest die that hits (rule 3.12).

    >>> rating("Norfolk")
    'B2'
    """
    return f"{BLOCKS[block].initiative}{BLOCKS[block].firepower}" if block in BLOCKS else ""


def strength_words(block: str, steps: int | None = None) -> str:
    """Return combat rating and steps of a block, by default at full strength; "" for none that exists.

    >>> strength_words("Norfolk"), strength_words("Norfolk", 1)
    ('B2 with 4 steps', 'B2 with 1 step')
    """
    if block not in BLOCKS:
        return ""
    left = BLOCKS[block].steps if steps is None else steps
    words = ngettext("{rating} with {n} step", "{rating} with {n} steps", left)
    return words.format(rating=rating(block), n=left)
