"""Rules of thumb for the action phase of the block war game: marches, sailings, recruits, and when to end it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property
from typing import Final

from roses.bots.bot import Scored
from roses.bots.richard.board import Board, is_heir, strength
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action
from roses.richard.actions import March, Recruit, Sail
from roses.richard.tables import AREAS, BLOCKS
from roses.richard.view import Piece

_ENOUGH: Final = 1.4  # own strength for each of the enemy's with which an attack begins
_FOR_HEIRS: Final = 2.0  # the same for an heir
_FEW: Final = 3  # with fewer heirs than this, none of them attacks
_PLENTY: Final = 2.5  # with so much there already, nobody more is needed
_LITTLE: Final = 0.3  # the least strength that an enemy is taken for
_COUNTS: Final = {"heir", "noble", "church"}  # blocks that count for the crown (8.2)


class Marches:
    """The choices of an action phase: each has a score, from what all of them together could bring to an area."""

    def __init__(self, board: Board, options: Sequence[Action]) -> None:
        self.board = board
        self._options = options

    def score(self, option: Action) -> Scored:
        """Return score and reason of one of the options."""
        if isinstance(option, Recruit):
            return self._recruit(option)
        if isinstance(option, (March, Sail)):
            piece, goal = self.board.mine[option.block], goal_of(option)
            if self.board.count(goal, own=False):
                return self._attack(piece, goal)
            return self._go(piece, goal)
        return 1.0, _("no move is worth a point now")

    def _recruit(self, option: Recruit) -> Scored:
        block = BLOCKS[option.block]
        score = 4.0 + block.steps * block.firepower / 6 - 0.8 * self.board.danger(option.area)
        if block.kind in _COUNTS:
            return score + 2.0, _("{block} fights, and counts for the crown").format(block=option.block)
        return score, _("{block} fights").format(block=option.block)

    def _attack(self, piece: Piece, goal: str) -> Scored:
        board, name = self.board, str(piece.block)
        enemy = max(_LITTLE, board.force(goal, own=False))
        there = board.force(goal, own=True)
        ratio = (there + self._reach[goal]) / enemy
        words = {"block": name, "area": goal, "ratio": f"{ratio:.1f}"}
        if ratio < _ENOUGH:
            return -2.0, _("the enemy in {area} is too strong").format(**words)
        if is_heir(name) and (ratio < _FOR_HEIRS or board.heirs < _FEW):
            return -1.0, _("an heir stays out of a fight that may be lost").format(**words)
        if board.leaves_heir(piece):
            return -1.0, _("{block} guards an heir").format(**words)
        if there > _PLENTY * enemy:
            return -2.0, _("enough of ours are in {area}").format(**words)
        score = 7.0 + min(ratio, 3.0) + strength(piece) + 0.5 * board.count(goal, own=False) + 2.0 * bool(there)
        if board.count(piece.place, own=False):
            score -= 4.0  # he would leave a battle
        return score, _("we can be {ratio} times as strong in {area}").format(**words)

    def _go(self, piece: Piece, goal: str) -> Scored:
        board, name = self.board, str(piece.block)
        words = {"block": name, "area": goal}
        if AREAS[goal].kind == "exile":
            return -3.0, _("nobody counts in exile").format(**words)
        if board.count(piece.place, own=False):
            return -3.0, _("{block} is needed where he fights").format(**words)
        if board.leaves_heir(piece):
            return -1.0, _("{block} guards an heir").format(**words)
        danger = board.danger(goal, arriving=strength(piece))
        if AREAS[piece.place].kind == "exile":
            score = 5.0 + 0.5 * board.force(goal, own=True) - 1.2 * danger + (BLOCKS[name].kind in _COUNTS)
            return score, _("{block} lands in {area}, for nobody counts in exile").format(**words)
        safer = min(board.danger(piece.place) - danger, 2.0)
        if safer > 0:
            return 0.5 + safer + 0.2 * board.force(goal, own=True), _("{block} is safer in {area}").format(**words)
        return 0.5 + safer, _("nothing calls {block} to {area}").format(**words)

    @cached_property
    def _reach(self) -> dict[str, float]:
        """The strength that can be brought to each area now, from as many areas as there are action points."""
        by_goal: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
        for option in self._options:
            if isinstance(option, (March, Sail)):
                piece = self.board.mine[option.block]
                by_goal[goal_of(option)][piece.place][option.block] = strength(piece)
        points = max(1, self.board.view.ap)
        return {
            goal: sum(sorted((sum(blocks.values()) for blocks in origins.values()), reverse=True)[:points])
            for goal, origins in by_goal.items()
        }


def goal_of(option: March | Sail) -> str:
    """Return the area in which a march or a sailing ends."""
    return option.path[-1] if isinstance(option, March) else option.area
