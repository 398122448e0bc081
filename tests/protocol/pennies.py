"""A third, minimal game, which shows that the suite runs over a game it was not written for.

Both sides show a penny at once, heads or tails. Alike, Even scores; else Odd does. Then a die falls: on a six the
scorer has a second point. Most points after some rounds win, Even on a tie.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Annotated, Any, ClassVar, Final

import msgspec

from roses.engine import display, games, protocol
from roses.engine.description import Description, Invariants, demand
from roses.engine.i18n import N_
from roses.engine.options import Part, Parts
from roses.engine.protocol import CHANCE, DICE, Action, Notation, Outcome, Roll, Written, alternatives
from roses.engine.rules import Field, Rulebook
from roses.engine.state import GameState
from roses.figures.drawing.svg import Svg
from roses.figures.drawing.svg import text as written

SIDES: Final = ("Even", "Odd")


class Ruleset(msgspec.Struct, frozen=True):
    """The rules in force."""

    name: str = "revised"
    six_counts: Annotated[bool, Field("2", "Does a six give a second point?")] = True


class Phase(StrEnum):
    """What is being decided."""

    PENNIES = "pennies"
    DIE = "die"
    OVER = "over"


class Show(Written, frozen=True, tag="show"):
    """Show a penny."""

    text: ClassVar[str] = "{side} shows {penny}"
    side: str
    penny: str


class Shown(protocol.Event, frozen=True, tag="show"):
    """A side has shown its penny to nobody yet."""

    text = N_("{side} shows a penny.")
    side: str
    rule: str = "1"


class Scored(protocol.Event, frozen=True, tag="score"):
    """A side scores; both pennies have been seen."""

    text = N_("{side} scores {points}.")
    reveals = True
    side: str
    points: int
    dice: tuple[int, ...]
    rule: str = "2"


class View(msgspec.Struct, frozen=True):
    """What a side may know: the score, and its own penny."""

    score: tuple[int, int]
    shown: tuple[str, ...]
    events: tuple[Shown | Scored, ...]

    def _repr_mimebundle_(self, **asked: Any) -> dict[str, Any]:
        return display.mimebundle(self, **asked)


NOTATION: Final = Notation(
    (Roll, Show),
    {"dice": DICE, "side": (alternatives(SIDES), str), "penny": (alternatives(["heads", "tails"]), str)},
)


class State(GameState, frozen=True):
    """A position."""

    rules: Ruleset
    rounds: int
    score: tuple[int, int] = (0, 0)
    shown: tuple[str, str] = ("", "")
    left: int = 0
    active: tuple[str, ...] = SIDES
    events: tuple[Shown | Scored, ...] = ()

    @property
    def sides(self) -> tuple[str, ...]:
        """Even and Odd."""
        return SIDES

    @property
    def phase(self) -> Phase:
        """What is being decided."""
        return Phase.DIE if self.active == (CHANCE,) else Phase.PENNIES if self.active else Phase.OVER

    @property
    def rule(self) -> str:
        """The paragraph of the decision due."""
        return "2" if self.phase is Phase.DIE else "1"

    @property
    def outcome(self) -> Outcome | None:
        """The winner after the last round."""
        return None if self.active else Outcome(SIDES[self.score[1] > self.score[0]], "it has the higher score")

    @property
    def header(self) -> dict[str, Any]:
        """What a record begins with."""
        return {"game": "pennies", "scenario": "kerb", "ruleset": self.rules.name, "options": {"rounds": self.rounds}}

    @property
    def subjects(self) -> Collection[str]:
        """The two sides of a penny."""
        return ("heads", "tails")

    def view(self, side: str | None = None) -> View:
        """Return what a side may know."""
        if side not in (None, *SIDES):
            raise ValueError(f"there is no side {side!r}; choose from 'Even' and 'Odd'")
        shown = tuple(p if s in (side, side or s) else "" for s, p in zip(SIDES, self.shown, strict=True))
        return View(self.score, shown, self.events)

    def parse(self, text: str) -> Action:
        """Return the action that a notation names."""
        return NOTATION.parse(text)

    def split(self, action: Action) -> Parts:
        """Return the penny as the only part, which may be clicked on the board."""
        if isinstance(action, Show):
            return Parts((Part(f"show {action.penny}", action.penny),))
        return super().split(action)

    def reason(self, action: Action, who: str) -> tuple[str, str] | None:
        """Return why an action is not legal here; who asks does not matter."""
        if isinstance(action, Show) and action.side not in self.active:
            return "1", f"{action.side} has nothing to show"
        return None

    def _choices(self, side: str) -> Sequence[Action]:
        if side == CHANCE:
            return [Roll((n,)) for n in range(1, 7)]
        return [Show(side, "heads"), Show(side, "tails")]

    def apply_unchecked(self, action: Action) -> State:
        if isinstance(action, Roll):
            return self._fall(action.dice[0])
        assert isinstance(action, Show)
        shown = tuple(action.penny if s == action.side else p for s, p in zip(SIDES, self.shown, strict=True))
        active = tuple(s for s in self.active if s != action.side) or (CHANCE,)
        results = (Shown(action.side),)
        return msgspec.structs.replace(self, shown=shown, active=active, events=results)

    def _fall(self, die: int) -> State:
        scorer, n = int(self.shown[0] != self.shown[1]), 1 + (die == 6 and self.rules.six_counts)
        score = tuple(points + n * (i == scorer) for i, points in enumerate(self.score))
        return msgspec.structs.replace(
            self, score=score, shown=("", ""), left=self.left - 1, active=SIDES if self.left > 1 else (),
            events=(Scored(SIDES[scorer], n, (die,)),),
        )  # fmt: skip


class Score(Invariants):
    """The score never falls."""

    def step(self, before: State, action: str, after: State) -> None:
        """Compare the two scores."""
        demand(sum(before.score) <= sum(after.score), "score", f"the score fell to {after.score}")


class Rules(Rulebook, frozen=True):
    """A rule book of two paragraphs that nobody has printed."""

    def numbers(self) -> tuple[str, ...]:
        """Their numbers."""
        return "1", "2"


def begin(scenario: str, rules: Ruleset, rounds: Any = 3) -> State:
    """Return the first position."""
    if rounds not in (1, 2, 3):
        raise ValueError(f"there are 1 to 3 rounds, not {rounds!r}")
    return State(rules, rounds, left=rounds)


def text(view: View) -> str:
    """Return the score and the pennies shown."""
    pennies = ", ".join(f"{side} {penny or '?'}" for side, penny in zip(SIDES, view.shown, strict=True))
    return f"{view.score[0]} : {view.score[1]} ({pennies})"


def svg(view: View) -> Svg:
    """Return the same as a picture."""
    return Svg(300, 40, written(0, 30, text(view), 16, anchor="start"), name="Pennies")


def register() -> None:
    """Add this game to those there are."""
    shows = {display.TEXT: f"{__name__}:text", display.SVG: f"{__name__}:svg"}
    games.register(
        "pennies",
        f"{__name__}:GAME",
        adapter="tests.protocol.pennies_adapter:PenniesAdapter",
        table="tests.protocol.pennies_adapter:PenniesTable",
        shows={f"{__name__}:View": shows},
    )


GAME: Final = Description(
    name="pennies",
    scenarios=("kerb",),
    rulesets={"revised": Ruleset()},
    begin=begin,
    book=Rules("", str),
    idle=(),
    invariants=Score,
    headings=lambda state: (f"Round {state.rounds - state.left + 1}",),
    options={"rounds": (3, 1)},
)
