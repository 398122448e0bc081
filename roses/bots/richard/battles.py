"""Rules of thumb for the block war game outside the action phase: cards, battles, supply and the way home."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from roses.bots.bot import Scored
from roses.bots.richard.board import Board, is_heir, strength
from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.protocol import Action, Decline, Done
from roses.richard import actions
from roses.richard.tables import AREAS, BLOCKS, CARDS

_LOST: Final = 1.6  # enemy strength for each of ours with which a battle counts as lost


def score(board: Board, option: Action) -> Scored:
    """Return score and reason of an option; 0 and no reason where no rule speaks of it."""
    rule = _RULES.get(type(option))
    return rule(board, option) if rule else (0.0, "")


def _card(_board: Board, option: actions.Play) -> Scored:
    points = CARDS[option.card].points
    return float(points), _("{points} action points").format(points=points)


def _mulligan(_board: Board, _option: Action) -> Scored:
    return 5.0, _("the hand is poor")


def _redeal(_board: Board, _option: Action) -> Scored:
    return 1.0, _("the hand is poor")


def _fire(_board: Board, option: actions.Fire) -> Scored:
    return 5.0, _("{block} may score hits").format(block=option.block)


def _charge(board: Board, option: actions.Charge) -> Scored:
    target = board.seen[option.target]
    over = strength(board.mine[option.heir]) - (target.steps or 1)
    prize = 1.0 if is_heir(option.target) else -0.5
    said = _("all hits of {heir} fall on {target}").format(heir=option.heir, target=option.target)
    return 5.5 + 2.0 * over + prize, said


def _treachery(board: Board, option: actions.Treachery) -> Scored:
    target = BLOCKS[option.target]
    chance = 0.5**target.loyalty
    gain = 4.0 * chance * strength(board.seen[option.target])
    said = _("{target} may turn with a chance of {chance:.0%}").format(target=option.target, chance=chance)
    if option.roller == actions.TREASON:
        return 1.5 + gain, said  # it costs nobody his turn
    return 5.0 + gain - strength(board.mine[option.roller]), said


def _retreat(board: Board, option: actions.Retreat) -> Scored:
    area = board.view.battle.area if board.view.battle else ""
    own, enemy = board.force(area, own=True), board.force(area, own=False)
    heir, steps = is_heir(option.block), board.mine[option.block].steps or 1
    value = 3.0 - 0.5 * board.danger(option.area)
    if heir and (enemy > own or steps == 1):
        return value + 3.0, _("the heir must live")
    if enemy > _LOST * own:
        return value + 3.0, _("the battle is lost")
    return value, _("the battle is not lost")


def _hit(_board: Board, option: actions.Hit) -> Scored:
    block = BLOCKS[option.block]
    loss = 3.0 * is_heir(option.block) + block.firepower + block.rose
    return -loss, _("{block} is missed least").format(block=option.block)


def _fight(board: Board, option: actions.Fight) -> Scored:
    ahead = board.force(option.area, own=True) - board.force(option.area, own=False)
    return ahead, _("the surest victory first")


def _regroup(board: Board, option: actions.Regroup) -> Scored:
    here = board.danger(board.mine[option.block].place)
    safer = here - board.danger(option.area, arriving=strength(board.mine[option.block]))
    return 0.1 + safer, _("{area} is safer").format(area=option.area)


def _starve(board: Board, option: actions.Starve) -> Scored:
    block, steps = BLOCKS[option.block], board.mine[option.block].steps
    loss = block.firepower + 3.0 * is_heir(option.block) + 2.0 * block.rose
    last = 5.0 if steps == 1 and block.kind in ("heir", "noble") else 0.0
    return -loss - last, _("{block} is missed least").format(block=option.block)


def _plague(board: Board, option: actions.Plague) -> Scored:
    blocks = board.count(option.area, own=False)
    return 1.5 + blocks, ngettext("{n} block stands there", "{n} blocks stand there", blocks).format(n=blocks)


def _home(board: Board, option: actions.GoHome) -> Scored:
    at_home = 0.5 if AREAS[option.area].kind != "exile" else 0.0
    return 1.0 + at_home - board.danger(option.area), _("{area} is safe").format(area=option.area)


def _end(_board: Board, _option: Action) -> Scored:
    return 0.3, _("nothing is gained by more")


def _decline(_board: Board, _option: Action) -> Scored:
    return 1.0, _("it is kept for later")


_RULES: Final[dict[type[Action], Callable[[Board, Any], Scored]]] = {
    actions.Play: _card,
    actions.Mulligan: _mulligan,
    actions.Redeal: _redeal,
    actions.Fire: _fire,
    actions.Charge: _charge,
    actions.Treachery: _treachery,
    actions.Retreat: _retreat,
    actions.Hit: _hit,
    actions.Fight: _fight,
    actions.Regroup: _regroup,
    actions.Starve: _starve,
    actions.Plague: _plague,
    actions.GoHome: _home,
    Done: _end,
    Decline: _decline,
}
