"""The decision that is due, in words that both sides may read, and the rule it falls under."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from roses.engine.i18n import gettext as _
from roses.richard.heirs import senior
from roses.richard.phases.battle import contested, group
from roses.richard.position import Phase, Position, battle_in
from roses.richard.tables import CARDS, MINOR, NAMES, PLACES, SIDES, bits

Reason = tuple[str, str]  # a rule, and why it forbids something, in half a sentence

RULES: Final = {
    Phase.DEAL: "8.5",
    Phase.MULLIGAN: "5.1",
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


def due(s: Position) -> str:
    """Return who must choose what now; it names no block and no card that one side alone knows."""
    return _WORDS[s.phase](s, s.active[0] if s.active else "")


def points(number: int) -> str:
    """Return a number of action points in words.

    >>> points(1), points(0)
    ('1 action point', '0 action points')
    """
    return f"{number} action point{'' if number == 1 else 's'}"


def blocks_in(number: int, whose: str, area: str) -> str:
    """Return how many blocks are in an area in words.

    >>> blocks_in(1, "enemy", "Kent"), blocks_in(0, "enemy", "Kent")
    ('1 enemy block is in Kent', 'no enemy block is in Kent')
    """
    return f"{number or 'no'} {whose} block{'s are' if number > 1 else ' is'} in {area}"


def card_words(number: int) -> str:
    """Return a card as it is spoken of: number and name.

    >>> card_words(4), card_words(9)
    ('card 4 (Plague)', 'card 9 (Action 4)')
    """
    return _("card {number} ({name})").format(number=number, name=_(CARDS[number].name))


def _cards(s: Position, who: str) -> str:
    both = "both sides choose a card" if len(s.active) > 1 else f"{who} chooses a card"
    return f"{both} for turn {s.turn}, as in {f'{who} plays card {next(iter(CARDS))}'!r}"


def _actions(s: Position, who: str) -> str:
    return f"{who} acts, with {points(s.ap)} left"


def _muster(s: Position, who: str) -> str:
    return f"{who} musters in {PLACES[s.spot]}"


def _battles(s: Position, who: str) -> str:
    areas = ", ".join(PLACES[a] for a in contested(s))
    return f"{who} picks the next battle: {areas}"


def _turn(s: Position, who: str) -> str:
    battle = battle_in(s)
    blocks, _, letter = group(s, battle)
    names = " or ".join(NAMES[b] for b in bits(blocks))
    return f"it is the turn of {who} at {'ABCD'[letter]} in round {battle.round}: {names}"


def _in_battle(words: str) -> Callable[[Position, str], str]:
    """Fill in the area of the battle, and the hits that are to be taken."""

    def said(s: Position, who: str) -> str:
        battle = battle_in(s)
        hits = "1 hit" if battle.hits == 1 else f"{battle.hits} hits"
        return words.format(who=who, area=PLACES[battle.area], hits=hits)

    return said


def _roll(s: Position, who: str) -> str:
    dice = s.due.dice if s.due else 0
    return "1 die is due" if dice == 1 else f"{dice} dice are due"


def _minor(s: Position, who: str) -> str:
    return f"{who} brings in {NAMES[senior(s, SIDES.index(who), s.occ[MINOR])]}, who comes of age"


def _over(s: Position, who: str) -> str:
    return f"the game is over, and {s.result.winner if s.result else 'nobody'} has won"


_WORDS: Final[dict[Phase, Callable[[Position, str], str]]] = {
    Phase.DEAL: lambda s, who: f"the cards of campaign {s.campaign} are dealt",
    Phase.MULLIGAN: lambda s, who: f"{who} keeps its hand or throws it back",
    Phase.MULLIGAN_ANSWER: lambda s, who: f"{who} keeps its hand or throws it back too",
    Phase.CARDS: _cards,
    Phase.ACTIONS: _actions,
    Phase.MUSTER_AREA: lambda s, who: f"{who} names the area of its muster",
    Phase.MUSTER: _muster,
    Phase.PLAGUE: lambda s, who: f"{who} names the city that Plague strikes",
    Phase.MAIN_ATTACK: lambda s, who: f"{who} names the border of its main attack",
    Phase.BATTLES: _battles,
    Phase.TREASON: _in_battle("{who} may use the Treason card in {area} before round 1"),
    Phase.BATTLE_TURN: _turn,
    Phase.ROLL: _roll,
    Phase.HITS: _in_battle("{who} names who takes {hits} in {area}"),
    Phase.REGROUP: _in_battle("{who} has won and regroups from {area}"),
    Phase.MINOR: _minor,
    Phase.EXECUTION: lambda s, who: f"{who} may execute {NAMES[s.spot]}",
    Phase.SUPPLY: lambda s, who: f"{who} feeds its blocks",
    Phase.HOMEWARD: lambda s, who: f"{who} goes home",
    Phase.EXILE: lambda s, who: f"{who} brings its exile areas down to their limits",
    Phase.OVER: _over,
}
