"""Probabilities that a class can check by hand: treachery rolls and charges, counted over all rolls of the dice."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from roses.engine.errors import demand
from roses.table import Table


def treachery_chances() -> Table:
    """Return the chance that a treachery roll succeeds, for loyalty 1 to 3: all dice even (rule 6.9).

    >>> treachery_chances()["chance"].tolist()
    ['1/2', '1/4', '1/8']
    """
    rows = []
    for loyalty in (1, 2, 3):
        falls = list(product(range(1, 7), repeat=loyalty))
        won = Fraction(sum(all(die % 2 == 0 for die in fall) for fall in falls), len(falls))
        rows.append(
            {"loyalty": loyalty, "falls of the dice": len(falls), "chance": str(won), "per cent": float(100 * won)}
        )
    return Table(rows)


def hits(dice: int, firepower: int) -> dict[int, Fraction]:
    """Return the chance of each number of hits: ``dice`` dice, each a hit at ``firepower`` or less (rule 6.4).

    >>> hits(3, 3)[3]
    Fraction(1, 8)
    """
    falls = list(product(range(1, 7), repeat=dice))
    count = [sum(die <= firepower for die in fall) for fall in falls]
    return {n: Fraction(count.count(n), len(falls)) for n in range(dice + 1)}


def charge_chances(dice: int = 3, firepower: int = 3, reply: int = 2, steps: int = 3) -> Table:
    """Return the effect of a charge on a target of 1 to ``steps`` steps, and of the target's reply (rule 6.5).

    ``dice`` and ``firepower`` are the heir's, ``reply`` is the target's firepower. The last column is the expected
    number of hits of the reply, 0 where the target is dead.

    >>> charge_chances()["killed"].tolist()
    ['7/8', '1/2', '1/8']
    """
    demand(int, dice=dice, firepower=firepower, reply=reply, steps=steps)
    chances = hits(dice, firepower)
    rows = []
    for left in range(1, steps + 1):
        killed = sum((p for n, p in chances.items() if n >= left), Fraction(0))
        back = sum((p * (left - n) * Fraction(reply, 6) for n, p in chances.items() if n < left), Fraction(0))
        row = {"steps of the target": left, "killed": str(killed), "survives": str(1 - killed)}
        rows.append({**row, "hits in reply": round(float(back), 3)})
    return Table(rows)
