"""Odds from the tables of ``stand``: marginal probabilities for each block, and every ending."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import prod

import numpy as np

from roses.odds.endings import Fate, Fates
from roses.odds.listing import Codes, Part, coded
from roses.odds.tables.army import Army, Bools, Floats, Ints
from roses.odds.tables.rounds import Piece, Stand
from roses.richard.tables import NAMES, SIDES


def wins(stand: Stand) -> dict[tuple[str, int], float]:
    """Return (winner, last round) to probability."""
    chances: dict[tuple[str, int], float] = {}
    for piece in stand.pieces:
        key = (SIDES[piece.winner], piece.round)
        chances[key] = chances.get(key, 0.0) + float(piece.mass.sum())
    return chances


def fates(stand: Stand) -> Fates:
    """Return (block, fate, steps left) to probability."""
    chances: Fates = {}
    for side in (0, 1):
        army = stand.armies[side]
        for left, weight in _marginals(stand.pieces, side, army):
            for column, block in enumerate(stand.field.blocks[side]):
                lives: Fate = "away" if left[column] else "stands"
                for steps, chance in enumerate(_shares(army, column, weight)):
                    key = (NAMES[block], lives if steps else "eliminated", steps)
                    chances[key] = chances.get(key, 0.0) + float(chance)
    return {key: chance for key, chance in chances.items() if chance}


def _marginals(pieces: Sequence[Piece], side: int, army: Army) -> list[tuple[Bools, Floats]]:
    """Return the probability of each row of an army, separately for each set of columns that left."""
    weights: dict[tuple[bool, ...], Floats] = {}
    for piece in pieces:
        left = piece.left if piece.leaver == side else np.zeros(army.steps.shape[1], dtype=bool)
        weight = weights.setdefault(tuple(left.tolist()), np.zeros(len(army.steps)))
        if piece.side == side:
            weight[piece.rows] += piece.mass.sum(axis=1)
        else:
            weight += piece.mass.sum(axis=0)
    return [(np.array(left), weight) for left, weight in weights.items()]


def _shares(army: Army, column: int, weight: Floats) -> Floats:
    """Return the probability of each number of steps of a block; blocks of a lump have equal shares in it."""
    lump = next(lump for lump in army.lumps if column in lump)
    top = int(army.steps.max())
    shares: Floats = sum(np.bincount(army.steps[:, c], weight, top + 1) for c in lump) / len(lump)  # type: ignore[assignment]
    return shares


def parts(stand: Stand) -> Iterator[Part]:
    """Yield every ending; the blocks of a lump are told apart here, all orders of their steps being equally likely."""
    spelt = [_Spelt(army) for army in stand.armies]
    names = tuple(NAMES[block] for blocks in stand.field.blocks for block in blocks)
    for piece in stand.pieces:
        rows, columns = np.nonzero(piece.mass)
        pair = (piece.rows[rows], columns)
        steps, chance = _spell(spelt, [pair[i ^ piece.side] for i in (0, 1)], piece.mass[rows, columns])
        away = [side == piece.leaver and piece.left for side in (0, 1)]
        gone = [np.broadcast_to(left, len(blocks)) for left, blocks in zip(away, stand.field.blocks, strict=True)]
        yield Part(SIDES[piece.winner], piece.round, names, coded(steps, np.concatenate(gone)), chance)


class _Spelt:
    """The vectors of steps that each row of an army stands for: ``count`` of them, from ``first`` on in ``steps``."""

    def __init__(self, army: Army) -> None:
        orders = [_orders(army, row) for row in range(len(army.steps))]
        self.count = np.array([len(each) for each in orders])
        self.first = np.cumsum(self.count) - self.count
        self.steps = np.concatenate(orders)


def _spell(spelt: Sequence[_Spelt], pair: Sequence[Ints], chance: Floats) -> tuple[Ints, Floats]:
    """Return the steps of both armies' blocks, a row each, for pairs of rows with these probabilities."""
    ways = [one.count[rows] for one, rows in zip(spelt, pair, strict=True)]
    number = ways[0] * ways[1]
    back = np.repeat(np.arange(len(number)), number)
    place = np.arange(len(back)) - np.repeat(np.cumsum(number) - number, number)
    which = (place // ways[1][back], place % ways[1][back])
    steps = [s.steps[s.first[rows[back]] + n] for s, rows, n in zip(spelt, pair, which, strict=True)]
    return np.concatenate(steps, axis=1), (chance / number)[back]


def _orders(army: Army, row: int) -> Codes:
    """Return the vectors of steps that a row stands for."""
    steps: Ints = army.steps[row]
    orders = [sorted(set(permutations(steps[list(lump)].tolist()))) for lump in army.lumps]
    codes = np.empty((prod(map(len, orders)), len(steps)), dtype=np.uint8)
    for number, parts in enumerate(product(*orders)):
        for lump, part in zip(army.lumps, parts, strict=True):
            codes[number, list(lump)] = part
    return codes
