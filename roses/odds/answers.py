"""The odds of the answers to a question of a record: what its battle or its roll brings, as exact probabilities."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from roses.engine.errors import demand
from roses.engine.record import Answer
from roses.odds.enumeration import falls
from roses.odds.result import BattleOdds
from roses.richard.state import State

_NOT: Final = {"lives": "falls", "stays": "turns"}  # outcomes, and those they are the opposite of


def answer_odds(answers: Iterable[Answer], odds: BattleOdds | State) -> tuple[float | None, ...]:
    """Return the probability 0..1 of each answer's outcome; None for an answer without an outcome.

    ``odds`` are those of a battle, ``roses.battle_odds(state)``, or a state with a roll due, for the odds of that roll.
    ValueError for a house that ``wins`` by a roll, or a state without a roll.

    >>> import roses
    >>> state = roses.replay("1483-richard-iii")[131]  # Richmond rolls one die to win Stanley over
    >>> answer_odds([Answer("He turns.", ("turns", "Stanley/Y")), Answer("He waits.")], state)
    (0.5, None)
    """
    demand(Iterable, answers=answers)
    return tuple(None if answer.outcome is None else _chance(*answer.outcome, odds) for answer in answers)


def _chance(kind: str, name: str, odds: BattleOdds | State) -> float:
    if kind in _NOT:
        return 1 - _chance(_NOT[kind], name, odds)
    if isinstance(odds, BattleOdds):
        return {"wins": odds.win, "falls": odds.eliminated, "turns": odds.turned}[kind].get(name, 0.0)
    if odds.due is None or kind == "wins":
        raise ValueError(f"the outcome {f'{kind} {name}'!r} needs the odds of a battle, or a state with a roll due")
    event, field = {"falls": ("eliminated", "block"), "turns": ("turned", "target")}[kind]
    rolled = ((odds.apply(roll).events, chance) for roll, chance in falls(odds, odds.due))
    return sum(p for events, p in rolled if any(e.kind == event and getattr(e, field) == name for e in events))
