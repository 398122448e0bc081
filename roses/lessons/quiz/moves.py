"""Questions on moves, answered by the engine: the position of a record, and what the rules say to each move."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from roses.engine.games import start
from roses.engine.i18n import cached
from roses.engine.i18n import gettext as _
from roses.engine.replay import Replay, find
from roses.lessons.quiz.questions import Legal


def position(question: Legal) -> Any:
    """Return the state in which the moves are asked about.

    RecordError if the record cannot be read or played, ValueError if it is shorter.
    """
    replay = _replay(question.record)
    if not 0 <= question.at < len(replay):
        said = _("there is no position {at} in {record}; its last is {last}")
        raise ValueError(said.format(at=question.at, record=question.record, last=len(replay) - 1))
    return replay[question.at]


def actions(question: Legal) -> tuple[Any, ...]:
    """Return the moves that are asked about; RuleError if a notation names no action."""
    state = position(question)
    return tuple(state.read(move.action, question.side) for move in question.answers)


class Verdict(msgspec.Struct, frozen=True):
    """What the engine says to the move ``asked``: whether it is ``legal``, by which ``rule``, and the ``reason``."""

    asked: str
    legal: bool
    rule: str
    reason: str


@cached(maxsize=128)
def verdicts(question: Legal) -> tuple[Verdict, ...]:
    """Return what the engine says to each move, in words for the side that is asked.

    RuleError if a notation names no action, ValueError if there is no such side or position.

    >>> from roses.lessons.quiz.questions import Move
    >>> moves = tuple(Move(f"Oxford marches to {area}") for area in ("Glamorgan", "Ireland"))
    >>> question = Legal(text="Whither?", record="1483-richard-iii", at=91, side="Lancaster", answers=moves)
    >>> [(verdict.legal, verdict.rule) for verdict in verdicts(question)]
    [(True, '1.2'), (False, '2.7')]
    """
    state = position(question)
    return tuple(_verdict(state, action, question.side) for action in actions(question))


def _verdict(state: Any, action: Any, side: str) -> Verdict:
    if action in state.legal_actions(side):
        said = _("Rule {rule}: {detail}.") if (detail := state.detail(action)) else _("Rule {rule}.")
        return Verdict(str(action), True, state.rule, said.format(rule=state.rule, detail=detail))
    rule, why = state.reason(action, side) or (state.rule, state.question)
    said = _("{reason} (rule {rule}).").format(reason=why[:1].upper() + why[1:], rule=rule)
    return Verdict(str(action), False, rule, said)


@lru_cache(maxsize=8)
def _replay(name: str) -> Replay:
    return Replay(find(name), start)
