"""The prompt line of a table: who chooses what now, how much is left, and where to click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from roses.engine.i18n import N_, ngettext
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Done, Outcome
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.flags import Reach
from roses.lancaster.position import Phase as CourtPhase
from roses.lancaster.view import View as Court
from roses.richard.position import Phase
from roses.richard.prompts import points
from roses.richard.view import View as War
from roses.widgets.errors import rule_chip
from roses.widgets.play.model import TableModel

_WAR: Final = {
    Phase.CARDS: N_("{side}: turn {turn}. Choose a card; both sides choose at once"),
    Phase.ACTIONS: N_("{side}: {points}. Click an army, or choose from the list"),
    Phase.MUSTER_AREA: N_("{side}: Muster. Click the area in which your blocks meet"),
    Phase.MUSTER: N_("{side}: Muster. Click an army; it marches free"),
    Phase.PLAGUE: N_("{side}: Plague. Click the city that it strikes"),
    Phase.MAIN_ATTACK: N_("{side}: name the border of the main attack"),
    Phase.BATTLES: N_("{side}: click the battle that is fought next"),
    Phase.TREASON: N_("{side}: Treason. Choose an enemy block in {area}, or decline"),
    Phase.BATTLE_TURN: N_("{side}: round {round} in {area}. Your blocks at {letter} act: fire, or choose otherwise"),
    Phase.HITS: N_("{side}: battle in {area}. Choose who takes the hits"),
    Phase.REGROUP: N_("{side}: {area} is won. Regroup: move blocks to areas next to it, or end"),
    Phase.MINOR: N_("{side}: an heir comes of age. Click where he enters"),
    Phase.EXECUTION: N_("{side}: the traitor may be executed, or spared"),
    Phase.SUPPLY: N_("{side}: supply. Too many blocks in one area: choose who loses a step"),
    Phase.HOMEWARD: N_("{side}: political turn. Choose a block and where it goes home"),
    Phase.EXILE: N_("{side}: too many in exile. Choose who goes to the pool"),
}
_COURT: Final = {
    CourtPhase.PLACING: N_("{side}: place a knight. Click a county, a conflict or your castle"),
    CourtPhase.FAVOUR: N_("{side}: click a favour of the king"),
    CourtPhase.VOTE: N_("{side}: your sealed ballot on the law {law} ({effect}). Yes or no, and how many markers"),
    CourtPhase.EXTENSION: N_("{side}: choose the first extension of your castle"),
    CourtPhase.BUILDING: N_("{side}: choose the extension that you build"),
    CourtPhase.UPGRADE: N_("{side}: choose the knight that is exchanged for the next stronger one"),
    CourtPhase.NOBLE: N_("{side}: choose the county from which a noble comes to your table"),
    CourtPhase.COUNTY: N_("{side}: {county} pays you. Take the noble, the reward, or both"),
    CourtPhase.CASTLE: N_("{side}: your castle pays. Choose which space comes next"),
    CourtPhase.NAMING: N_("{side}: you hold Surrey. Name who begins the next round"),
    CourtPhase.PASSAGE: N_("{side}: the knight of Dorset may go on to a conflict"),
    CourtPhase.RANSOM: N_("{side}: choose the captured knights that you buy back, or nobody"),
    CourtPhase.TRADE: N_("{side}: the law {law} is in force ({effect}). Choose how often you use it"),
    CourtPhase.BARTER: N_("{side}: the law {law} is in force ({effect}). Choose what you give, and how often"),
    CourtPhase.COMMIT: N_("{side}: the law {law} is in force ({effect}). Choose where your squires go"),
    CourtPhase.UPKEEP: N_("{side}: the law {law} is in force ({effect}). Pay, or do without"),
}
_SPENT: Final = {  # where a move may still be taken back, and nothing is left but to end
    Phase.ACTIONS: N_("{side}: no action points are left. End your part of the turn"),
    Phase.MUSTER: N_("{side}: Muster. Nobody else can march there. End the muster"),
    Phase.REGROUP: N_("{side}: {area} is won, and nobody can regroup any more. End the battle"),
    Phase.SUPPLY: N_("{side}: supply. No area has too many blocks any more. End your supply"),
    Phase.HOMEWARD: N_("{side}: political turn. Nobody has to go home any more. End your political turn"),
    Phase.EXILE: N_("{side}: no place of exile has too many any more. End your political turn"),
}


def prompt(seat: Seat) -> str:
    """Return what is due, as a sentence for the side of a seat.

    >>> import roses
    >>> prompt(roses.sit(roses.game("richard-iii", "1483", seed=7), "York"))
    'York: turn 1. Choose a card; both sides choose at once.'
    """
    view = seat.view
    if seat.outcome is not None:
        return _won(seat.outcome, view)
    words = _words(view, seat.options) if seat.to_choose else ""
    said = _(words).format(side=seat.side, **_fields(view)) if words else seat.question
    return _("{sentence}.").format(sentence=said[:1].upper() + said[1:])


def _won(outcome: Outcome, view: Any) -> str:
    """Return who has won and why; the points of all houses stand on the strip."""
    if isinstance(view, Court):
        return _("{sentence}.").format(sentence=outcome.reason.partition(" (")[0])
    return _("{winner} has won: {reason}.").format(winner=outcome.winner, reason=outcome.reason)


def ended(model: TableModel, file: str) -> str:
    """Return by which rule the game of a table has ended, and what may follow, as HTML.

    To a person who plays alone it says too whether that person has won.

    >>> import roses
    >>> table = TableModel(roses.game("richard-iii", "1483", seed=7), {"York": "me", "Lancaster": "squire"})
    >>> "rule 1.1" in ended(table, "war.json")
    True
    """
    seat = model.seat
    rule = tag("p", escape(_("The game is over, by this rule:")), " ", rule_chip(seat.rule))
    if len(model.people) == 1 and seat.outcome:
        won = seat.side in seat.outcome.winner.split()
        rule = tag("p", tag("b", escape(_("You have won.") if won else _("You have lost.")))) + rule
    return rule + tag("p", escape(_next(model.by_mail, file).format(file=file)))


def _next(by_mail: bool, file: str) -> str:
    """Return what may follow a game that has ended."""
    if by_mail:
        return _(
            "This game was played by mail: look back at it with LookingBack and the file of the umpire, which holds all"
            " of the game. The command roses mail begins another."
        )
    if not file:
        return _("Another game has the same players and new dice; this table keeps neither in a file.")
    return _("Another game has the same players and new dice, and a file of its own; this one stays in {file}.")


def marching(side: str, reach: Reach | None) -> str:
    """Return what is due of a side while it chooses where ticked blocks march.

    >>> marching("York", Reach("Kent", 2, {})), marching("York", None)
    ('York: 2 blocks march from Kent for 1 action point. Click where they go.', 'York: tick who marches.')
    >>> marching("York", Reach("Kent", 1, {}, cost=0))
    'York: 1 block marches from Kent, which is paid for. Click where it goes.'
    """
    if reach is None:
        return _("{side}: tick who marches.").format(side=side)
    if not reach.cost:
        said = ngettext(
            "{side}: {n} block marches from {area}, which is paid for. Click where it goes.",
            "{side}: {n} blocks march from {area}, which is paid for. Click where they go.",
            reach.count,
        )
        return said.format(side=side, n=reach.count, area=reach.origin)
    said = ngettext(
        "{side}: {n} block marches from {area} for {points}. Click where it goes.",
        "{side}: {n} blocks march from {area} for {points}. Click where they go.",
        reach.count,
    )
    return said.format(side=side, n=reach.count, area=reach.origin, points=points(reach.cost))


def unused(seat: Seat) -> str:
    """Return what would be lost if the side ended its part of the turn now, as a sentence; "" for nothing."""
    view = seat.view
    if isinstance(view, War) and view.ap and view.phase == Phase.ACTIONS and seat.to_choose:
        return _("{points} would be lost. Press Enter, or End, once more to end.").format(points=points(view.ap))
    return ""


def _words(view: Any, options: Sequence[Action]) -> str:
    if isinstance(view, War):
        known = _WAR | (_SPENT if all(isinstance(one, Done) for one in options) else {})
        return next((words for phase, words in known.items() if phase == view.phase), "")
    if isinstance(view, Court):
        return next((words for phase, words in _COURT.items() if phase == view.phase), "")
    return ""


def _fields(view: Any) -> dict[str, Any]:
    """Return what the prompts name."""
    if isinstance(view, Court):
        law = next((one for one in (*view.laws, *view.proposals) if one.current), None)
        return {"county": view.county, "law": law.name if law else "", "effect": law.brief if law else ""}
    if not isinstance(view, War):
        return {}
    battle = view.battle
    about = {"area": battle.area, "round": battle.round, "letter": battle.letter} if battle else {}
    return {"turn": view.turn, "points": points(view.ap), "area": "", **about}
