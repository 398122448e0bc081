"""Plays a recorded game with our engine, step by step, and reports where the two first differ."""

from __future__ import annotations

from typing import Any

import msgspec

import roses
from roses.engine.protocol import CHANCE, Action, Roll
from roses.richard.actions import Deal
from roses.richard.state import State
from tests.conformance.compare import Difference, differences
from tests.conformance.decisions import DECISIONS, Choice, Mismatch, Selection, choices, narrow, whole
from tests.conformance.layout import Game, Hands, Move, Step

RULESET = "revised+neville_calais=must"  # the recorded engine sends Salisbury and Kent to Calais unasked (rule 8.3)
SET_UP = -1  # the step of a difference that is there before the first action


class Found(msgspec.Struct, frozen=True):
    """The first difference of a game: the step (index of its action) and the recorded state in which it was taken.

    ``what`` is a block, a field of the record, "legal" (then ``expected`` has the choices only the record offers,
    ``got`` those only ours offers), "result" or "error".
    """

    step: int
    state: str
    what: str
    expected: object
    got: object


class Report(msgspec.Struct):
    """What the comparison of one game came to.

    ``agreed`` counts the steps before the first difference of state, where the game ends; ``legal_agreed`` the steps up
    to there with the same legal choices. A difference of choices alone does not end the game.
    """

    game: int
    steps: int
    agreed: int = 0
    legal_agreed: int = 0
    first_difference: Found | None = None

    @property
    def perfect(self) -> bool:
        """Whether all steps agree."""
        return self.first_difference is None

    def note(self, step: int, state: str, difference: Difference) -> None:
        """Keep the difference if it is the first."""
        if self.first_difference is None:
            self.first_difference = Found(step, state, *difference)


class Course:
    """A recorded game under way: the recorded position on one hand, our state on the other."""

    def __init__(self, game: Game) -> None:
        self.blocks = dict(game.initial.blocks)
        self.meta: dict[str, Any] = dict(game.initial.meta)
        self.state: State = roses.start("richard-iii", game.scenario, ruleset=RULESET)
        self.selection: Selection | None = None
        self._deal(game.initial.hands)

    @property
    def name(self) -> str:
        """The recorded state."""
        return str(self.meta["state"])

    def legal(self, side: str) -> set[Choice]:
        """Return what ``side`` may do by our rules, in the words of the record."""
        return choices(self._begun(side), DECISIONS[self.name])

    def follow(self, move: Move, step: Step) -> None:
        """Take one recorded step with our engine; Mismatch or RuleError if we cannot."""
        narrowed = narrow(self._begun(move.side), DECISIONS[self.name], (move.verb, move.argument))
        self.blocks.update(step.d)
        self.meta.update(step.m)
        if DECISIONS[self.name].inner:
            self.selection = narrowed
            return
        self.selection = None
        self._apply(whole(narrowed))
        self._roll(step.r)
        if "hands" in step.m:
            self._deal(msgspec.convert(step.m["hands"], Hands))

    def difference(self) -> Difference | None:
        """Return the first difference of the position, if there is one."""
        return next(differences(self.blocks, self.meta, self.state, self.selection), None)

    def _begun(self, side: str) -> Selection:
        """Return the choice that is being made in finer steps, or a new one with all that is legal."""
        return self.selection or Selection(self.state, self.state.legal_actions(side))

    def _apply(self, action: Action) -> None:
        self.state = self.state.apply(action)

    def _deal(self, hands: Hands) -> None:
        self._apply(Deal(hands.lancaster, hands.york))

    def _roll(self, dice: tuple[int, ...]) -> None:
        """Throw the recorded dice, all of them: a charge and the blow that answers it are in one step."""
        while self.state.active == (CHANCE,) and self.state.due is not None:
            count = self.state.due.dice
            self._apply(Roll(dice[:count]))
            dice = dice[count:]
        if dice:
            raise Mismatch(f"dice too many in the record: {dice}")


def play(game: Game) -> Report:
    """Return how far our engine agrees with a recorded game."""
    report = Report(game.game, len(game.steps))
    number, name, tried = SET_UP, "set-up", ""
    try:
        course = Course(game)
        if difference := course.difference():
            report.note(SET_UP, name, difference)
            return report
        for number, (move, step) in enumerate(zip(game.replay, game.steps, strict=True)):
            name, tried = course.name, f"{move.side} {move.verb} {move.argument or ''}".rstrip()
            if not _agree(course, number, move, step, report):
                return report
        _finish(course, game, report)
    except Exception as error:  # whatever an engine does wrong belongs into the report
        report.note(number, name, Difference("error", tried, f"{type(error).__name__}: {error}"))
    return report


def _agree(course: Course, number: int, move: Move, step: Step, report: Report) -> bool:
    """Compare the choices, take the step, compare the position; False if the game cannot go on."""
    name = course.name
    recorded, ours = recorded_choices(step), course.legal(move.side)
    if recorded == ours:
        report.legal_agreed += 1
    else:
        report.note(number, name, Difference("legal", _listed(recorded - ours), _listed(ours - recorded)))
    course.follow(move, step)
    if difference := course.difference():
        report.note(number, name, difference)
        return False
    report.agreed += 1
    return True


def _finish(course: Course, game: Game, report: Report) -> None:
    """Compare the winner; a game of another result does not agree in its last step."""
    outcome = course.state.outcome
    winner = outcome.winner if outcome else None
    if game.complete and winner != game.result:
        report.agreed = max(0, report.agreed - 1)
        report.note(len(game.steps) - 1, course.name, Difference("result", game.result, winner))


def recorded_choices(step: Step) -> set[Choice]:
    """Return what the record calls legal; a verb with an empty list offers nothing."""
    names: set[Choice] = set()
    for verb, arguments in step.legal.items():
        names |= {(verb, a) for a in arguments} if isinstance(arguments, list) else {(verb, None)}
    return names


def _listed(item: set[Choice]) -> list[Choice]:
    return sorted(item, key=str)
