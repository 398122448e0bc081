"""Odds from the tables of ``stand``: marginal probabilities for each block, and every ending."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import TypeAlias

import numpy as np

from roses.odds.endings import Ending, Fate, Fates, told
from roses.odds.tables.army import Army, Bools, Floats, Ints
from roses.odds.tables.rounds import Piece, Stand
from roses.richard.tables import NAMES, SIDES

Steps: TypeAlias = tuple[int, ...]


def wins(stand: Stand) -> dict[tuple[str, int], float]:
    """Return (winner, last round) to probability."""
    found: dict[tuple[str, int], float] = {}
    for piece in stand.pieces:
        key = (SIDES[piece.winner], piece.round)
        found[key] = found.get(key, 0.0) + float(piece.mass.sum())
    return found


def fates(stand: Stand) -> Fates:
    """Return (block, fate, steps left) to probability."""
    found: Fates = {}
    for side in (0, 1):
        army = stand.armies[side]
        for left, weight in _marginals(stand.pieces, side, army):
            for column, block in enumerate(stand.field.blocks[side]):
                lives: Fate = "away" if left[column] else "stands"
                for steps, chance in enumerate(_shares(army, column, weight)):
                    key = (NAMES[block], lives if steps else "eliminated", steps)
                    found[key] = found.get(key, 0.0) + float(chance)
    return {key: chance for key, chance in found.items() if chance}


def _marginals(pieces: Sequence[Piece], side: int, army: Army) -> list[tuple[Bools, Floats]]:
    """Return the probability of each row of an army, separately for each set of columns that left."""
    found: dict[tuple[bool, ...], Floats] = {}
    for piece in pieces:
        left = piece.left if piece.leaver == side else np.zeros(army.steps.shape[1], dtype=bool)
        weight = found.setdefault(tuple(left.tolist()), np.zeros(len(army.steps)))
        if piece.side == side:
            weight[piece.rows] += piece.mass.sum(axis=1)
        else:
            weight += piece.mass.sum(axis=0)
    return [(np.array(left), weight) for left, weight in found.items()]


def _shares(army: Army, column: int, weight: Floats) -> Floats:
    """Return the probability of each number of steps of a block; blocks of a lump have equal shares in it."""
    lump = next(lump for lump in army.lumps if column in lump)
    top = int(army.steps.max())
    found: Floats = sum(np.bincount(army.steps[:, c], weight, top + 1) for c in lump) / len(lump)  # type: ignore[assignment]
    return found


def endings(stand: Stand) -> list[Ending]:
    """Return every ending; the blocks of a lump are told apart here, all orders of their steps being equally likely."""
    spelt: tuple[dict[int, list[Steps]], ...] = ({}, {})
    found: dict[Ending, float] = {}
    for piece in stand.pieces:
        for row, column in np.argwhere(piece.mass > 0).tolist():
            pair = (int(piece.rows[row]), column)
            ways = [_spelt(stand.armies[i], pair[i ^ piece.side], spelt[i]) for i in (0, 1)]
            share = float(piece.mass[row, column]) / (len(ways[0]) * len(ways[1]))
            for steps in product(*ways):
                end = _ending(stand.field.blocks, steps, piece)
                found[end] = found.get(end, 0.0) + share
    return told(found)


def _spelt(army: Army, row: int, known: dict[int, list[Steps]]) -> list[Steps]:
    """Return the vectors of steps that a row stands for."""
    if row not in known:
        steps: Ints = army.steps[row]
        orders = [sorted(set(permutations(steps[list(lump)].tolist()))) for lump in army.lumps]
        known[row] = []
        for parts in product(*orders):
            vector = [0] * len(steps)
            for lump, part in zip(army.lumps, parts, strict=True):
                for column, left in zip(lump, part, strict=True):
                    vector[column] = left
            known[row].append(tuple(vector))
    return known[row]


def _ending(armies: Sequence[Sequence[int]], steps: Sequence[Steps], piece: Piece) -> Ending:
    """Return the ending in which the blocks have these steps; its probability is left at 1."""
    stands, away, lost = [], [], []
    for side, blocks in enumerate(armies):
        for column, block in enumerate(blocks):
            if not steps[side][column]:
                lost.append(NAMES[block])
            elif side == piece.leaver and piece.left[column]:
                away.append((NAMES[block], steps[side][column]))
            else:
                stands.append((NAMES[block], steps[side][column]))
    return Ending(1.0, SIDES[piece.winner], piece.round, tuple(stands), tuple(away), tuple(lost))
