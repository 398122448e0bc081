"""What matters to a side of the block war game now, from its view and options alone: heirs, crown, supply, battles."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.engine.options import Option
from roses.engine.protocol import Matter
from roses.richard.actions import March, Sail
from roses.richard.lords_count import support
from roses.richard.position import Phase
from roses.richard.tables import (
    ALL_EXILES,
    AREAS,
    BLOCKS,
    LOCALS,
    NEIGHBOURS,
    PLACE,
    PLACES,
    SIDES,
    SUPPLY,
    mask,
)
from roses.richard.view import Piece, View

TURNS: Final = 7
_LAST_ROUND: Final = 4
_GOALS: Final = 2  # areas that may be attacked which are named
_COUNT: Final = frozenset({"heir", "noble", "church"})  # the kinds of blocks that count for the crown (8.2)
_LONDON: Final = "Middlesex"
_FIGHTING: Final = frozenset({Phase.BATTLE_TURN, Phase.HITS})


def matters(view: View, tree: Sequence[Option]) -> list[Matter]:
    """Return what matters to the viewer now, the most urgent first: dangers, chances, and how far it is to the crown.

    The tree is that of the viewer's options, () while the other side chooses.

    >>> import roses
    >>> state = roses.scene("1483", Kent="Gloucester:1", Middlesex="Richmond, Oxford", side="York")
    >>> for matter in matters(state.view("York"), state.option_tree("York"))[:2]:
    ...     print(matter.words)
    Gloucester is the last heir of York, and without heirs the game is lost
    Gloucester, in Kent with 1 step, has 2 enemy blocks next to him and 0 of yours beside him
    """
    board = _Board(view)
    if view.winner is not None:
        return []
    now: list[Matter] = []
    if len(heirs := board.heirs()) == 1:
        words = _("{heir} is the last heir of {side}, and without heirs the game is lost")
        now.append(Matter("9.0", words.format(heir=heirs[0].block, side=board.side)))
    now += [*_battle(board), *_threats(board), *_supply(board), *_attacks(board, tree)]
    return [*now, *_crown(board), *_end_of_campaign(board)]


class _Board:
    """A view by areas, without blocks that lie face down and prisoners, who count nowhere but for the crown (2.1)."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.side = view.viewer or SIDES[0]
        self.enemy = next(side for side in SIDES if side != self.side)
        self.at: dict[tuple[str, str], list[Piece]] = defaultdict(list)
        for piece in view.pieces:
            if not piece.face_down and not piece.prisoner:
                self.at[piece.place, piece.side].append(piece)

    def mine(self, area: str) -> list[Piece]:
        return self.at.get((area, self.side), [])

    def enemies(self, area: str) -> list[Piece]:
        return self.at.get((area, self.enemy), [])

    def heirs(self) -> list[Piece]:
        return [piece for piece in self.view.pieces if piece.side == self.side and _is_heir(piece)]


def _is_heir(piece: Piece) -> bool:
    return piece.block is not None and BLOCKS[piece.block].kind == "heir" and BLOCKS[piece.block].side == piece.side


def _threats(board: _Board) -> Iterator[Matter]:
    """Yield the heirs that have more enemy blocks next to them than own ones around them."""
    for heir in board.heirs():
        if heir.place not in AREAS or board.enemies(heir.place):
            continue
        near = sum(len(board.enemies(PLACES[area])) for area, _border in NEIGHBOURS[PLACE[heir.place]])
        beside = len(board.mine(heir.place)) - 1
        if near > beside + 1:
            steps = ngettext("{n} step", "{n} steps", heir.steps or 0).format(n=heir.steps)
            words = ngettext(
                "{heir}, in {area} with {steps}, has {n} enemy block next to him and {own} of yours beside him",
                "{heir}, in {area} with {steps}, has {n} enemy blocks next to him and {own} of yours beside him",
                near,
            )
            yield Matter("5.2", words.format(heir=heir.block, area=heir.place, steps=steps, n=near, own=beside))


def _supply(board: _Board) -> Iterator[Matter]:
    """Yield the areas in which more own blocks stand than are fed, so that some would lose a step."""
    for area, limit in zip(AREAS, SUPPLY, strict=True):
        own = mask([str(piece.block) for piece in board.mine(area)])
        exile = PLACE[area] in ALL_EXILES
        fed = (own & ~LOCALS[PLACE[area]] if exile else own).bit_count()
        over = fed - limit
        if over > 0:
            words = ngettext(
                "{area} feeds {limit} blocks and {n} of yours would have to eat there, so {over} block loses a step",
                "{area} feeds {limit} blocks and {n} of yours would have to eat there, so {over} blocks lose a step",
                over,
            )
            named = words.format(area=area, limit=limit, n=fed, over=over)
            yield Matter("7.2" if exile else "7.1", named)


def _attacks(board: _Board, tree: Sequence[Option]) -> Iterator[Matter]:
    """Yield the areas of the enemy that can be entered now, those where the most own blocks can go."""
    able: dict[str, set[str]] = defaultdict(set)
    for option in _leaves(tree):
        if option.attacks and isinstance(move := option.action, March | Sail):
            able[move.path[-1] if isinstance(move, March) else move.area].add(BLOCKS[move.block].name)
    for area, blocks in sorted(able.items(), key=lambda goal: (-len(goal[1]), goal[0]))[:_GOALS]:
        words = ngettext(
            "{n} block of yours can attack {area}, held by {enemies}: {names}",
            "{n} blocks of yours can attack {area}, held by {enemies}: {names}",
            len(blocks),
        )
        number = len(board.enemies(area))
        enemies = ngettext("{n} enemy block", "{n} enemy blocks", number).format(n=number)
        named = words.format(area=area, enemies=enemies, n=len(blocks), names=", ".join(sorted(blocks)[:6]))
        yield Matter("5.2", named)


def _leaves(tree: Sequence[Option]) -> Iterator[Option]:
    """Yield the options that are actions."""
    for option in tree:
        if option.action is not None:
            yield option
        yield from _leaves(option.options)


def _battle(board: _Board) -> Iterator[Matter]:
    """Yield how the battle stands: expected hits of those who are seen, the last round, heirs with one step."""
    battle = board.view.battle
    if battle is None or board.view.phase not in _FIGHTING:
        return
    own, enemy = (_hits(pieces) for pieces in (board.mine(battle.area), board.enemies(battle.area)))
    words = _("in {area} your blocks score {own} hits in a round on average, those of {enemy} that are seen {theirs}")
    named = {"area": battle.area, "own": f"{own:.1f}", "enemy": board.enemy, "theirs": f"{enemy:.1f}"}
    yield Matter("6.4", words.format(**named))
    if battle.round == _LAST_ROUND:
        last = _("this is round 4, in which {side}, the attacker, must retreat")
        yield Matter("6.6", last.format(side=battle.attacker))
    for piece in board.mine(battle.area):
        if _is_heir(piece) and piece.steps == 1:
            yield Matter("6.4", _("{heir} has one step left: the next hit kills him").format(heir=piece.block))


def _hits(pieces: Sequence[Piece]) -> float:
    """Return the hits that the blocks seen in the front line score in a round on average, by their printed ratings."""
    fit = [(BLOCKS[piece.block].firepower, piece.steps or 0) for piece in pieces if piece.block and not piece.reserve]
    return sum(firepower * steps / 6 for firepower, steps in fit)


def _crown(board: _Board) -> Iterator[Matter]:
    """Yield what counts for the crown: what one has for sure, the enemy at most, and how many more would surely do."""
    known = support(board.view)
    own, most = known[board.side].least, known[board.enemy].most
    points = ngettext("{n} point", "{n} points", own).format(n=own)
    if board.view.king_side == board.side:
        short, words = most - own, _("the crown is safe: you have {points}, and the enemy {most} at most")
        if short > 0:
            words = _("you have {points} for the crown, and the enemy {most} at most: {short} more would make it safe")
    else:
        short, words = most + 1 - own, _("the crown would be yours: you have {points}, and the King {most} at most")
        if short > 0:
            words = _("you have {points} for the crown, and the King {most} at most: {short} more would surely take it")
    yield Matter("8.2", words.format(points=points, most=most, short=short))
    if not board.mine(_LONDON):
        yield Matter("8.2", _("nobody of yours is in Middlesex, where London gives a point for the crown"))


def _end_of_campaign(board: _Board) -> Iterator[Matter]:
    left = TURNS - board.view.turn
    if left <= 2:
        words = ngettext(
            "after this one there is {n} turn before the lords are counted",
            "after this one there are {n} turns before the lords are counted",
            left,
        )
        yield Matter("8.0", words.format(n=left) if left else _("this is the last turn before the lords are counted"))
    away = [
        str(piece.block)
        for piece in board.view.pieces
        if piece.side == board.side and piece.block and PLACE[piece.place] in ALL_EXILES and not piece.face_down
        if BLOCKS[piece.block].kind in _COUNT
    ]
    if away:
        words = _("in exile nobody counts for the crown: {names}")
        yield Matter("8.2", words.format(names=", ".join(away)))


def left(view: View) -> list[str]:
    """Return what the viewer has left: the cards in hand and the blocks of its pool that may be recruited."""
    pool = [
        str(piece.block)
        for piece in view.pieces
        if piece.side == view.viewer and piece.place == "Pool" and not piece.face_down
    ]
    if view.phase not in (Phase.ACTIONS, Phase.CARDS) or not pool:
        return []
    waiting = ngettext("{n} block waits in your pool.", "{n} blocks wait in your pool.", len(pool))
    return [waiting.format(n=len(pool))]
