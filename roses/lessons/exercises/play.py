"""Where an exercise begins, who plays the other sides, and whether the play has solved it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import structs

from roses.bots.bot import Advice, Bot
from roses.engine.game import Game
from roses.engine.games import describe, start
from roses.engine.options import Option
from roses.engine.protocol import Action
from roses.engine.record import Entry
from roses.engine.replay import Replay, find
from roses.engine.seat import Seat
from roses.engine.state import GameState
from roses.lancaster import scene as court
from roses.lessons.exercises.tasks import (
    Chose,
    Condition,
    Either,
    Happened,
    Mistake,
    Not,
    Offered,
    Position,
    Stands,
    Task,
    Value,
)
from roses.richard import scenes as war
from roses.widgets.play.model import PERSON, TableModel

_SCENES: Final[dict[str, Callable[..., GameState]]] = {"richard-iii": war.scene, "lancaster": court.scene}


def first(position: Position) -> GameState:
    """Return the state in which an exercise begins; ValueError, RuleError or RecordError if it cannot be set up.

    >>> first(Position(start="scene", values={"Kent": "Gloucester", "side": "York"}, actions=("done",))).active
    ('Lancaster',)
    """
    state: Any
    if position.start == "record":
        state = Replay(find(position.record), start)[position.at]
    elif position.start == "battle":
        state = war.battle(**position.values)
    elif position.start == "scene":
        state = _SCENES[position.game](**position.values)
    else:
        state = start(position.game, **position.values)
    for action in position.actions:
        state = state.apply(action)
    result: GameState = structs.replace(state, events=())
    return result


def begin(task: Task) -> Game:
    """Return the game in progress of an exercise, with dice that fall the same way each time it is begun anew."""
    state = first(task.position)
    return Game(lambda *_game, **_options: state, task.position.game, seed=task.seed)


def replayed(task: Task, game: Game) -> Replay:
    """Return all states of a game that ``begin`` returned."""
    state = first(task.position)
    return Replay(game.record, lambda *_game, **_options: state)


def seats(task: Task, sides: Sequence[str]) -> dict[str, str | Bot]:
    """Return who sits where: the learner at this screen, the squire, or scripts."""
    players: dict[str, str | Bot] = {}
    for side in sides:
        script = task.others.get(side, ())
        players[side] = PERSON if side == task.side else script if isinstance(script, str) else Script(script)
    return players


def table(task: Task) -> tuple[Game, TableModel]:
    """Return game and table of an exercise, without a widget, as tests play it."""
    game = begin(task)
    return game, TableModel(game, seats(task, game.state.sides))


class Script(Bot):
    """A bot that plays the first of its ``moves`` that is legal, one that attacks before the others, or does nothing.

    It keeps no account of what it has played, so that a move may be taken back.
    """

    name = "script"

    def __init__(self, moves: Sequence[str]) -> None:
        super().__init__()
        self.moves = tuple(moves)

    def advise(self, seat: Seat) -> list[Advice]:
        """Return the options: moves of the script first, then those that change nothing, then the others."""
        idle, number = describe(seat.game).idle, len(self.moves)
        attacks = {str(one.action) for one in _ends(seat.tree) if one.attacks}

        def worth(text: str, is_idle: bool) -> float:
            if text not in self.moves:
                return float(is_idle)
            return number + 1 - self.moves.index(text) + number * (text in attacks)

        advice = [Advice(action, worth(str(action), isinstance(action, idle))) for action in seat.options]
        return sorted(advice, key=lambda one: -one.score)


def _ends(options: Sequence[Option]) -> Iterator[Option]:
    """Yield the options of a tree that are actions."""
    for option in options:
        if option.action is not None:
            yield option
        yield from _ends(option.options)


_NAMES: Final = ("colour", "name", "card", "law", "favour", "space")  # by which members of views are called


class Verdict(msgspec.Struct, frozen=True):
    """What has come of a try: ``open``, ``solved``, or ``failed`` by a ``mistake``, after so many actions ``at``."""

    kind: Literal["open", "solved", "failed"]
    at: int = 0
    mistake: Mistake | None = None


class Play(msgspec.Struct, frozen=True):
    """The play of an exercise up to one of its states: ``states`` from the first, ``entries`` one fewer, the learner's
    ``side``."""

    states: tuple[Any, ...]
    entries: tuple[Entry, ...]
    side: str


def verdict(task: Task, replay: Replay) -> Verdict:
    """Return what has come of a try: the first state that fulfils the goal or a mistake decides, else it is open."""
    for at in range(len(replay)):
        play = Play(tuple(replay.states[: at + 1]), replay.record.entries[:at], task.side)
        if all(holds(condition, play) for condition in task.goal):
            return Verdict("solved", at)
        for mistake in task.mistakes:
            if all(holds(condition, play) for condition in mistake.when):
                return Verdict("failed", at, mistake)
    return Verdict("open", len(replay) - 1)


def due(task: Task, replay: Replay) -> int | None:
    """Return the place of the first step of a task that is not done now, None where there is none."""
    play = Play(tuple(replay.states), replay.record.entries, task.side)
    steps = enumerate(task.steps)
    return next((n for n, step in steps if not all(holds(condition, play) for condition in step.done)), None)


def holds(condition: Condition, play: Play) -> bool:
    """Return whether a condition holds in the last state of a play."""
    state = play.states[-1]
    match condition:
        case Chose():
            steps = zip(play.states, play.entries, strict=False)
            choices = (before.read(entry.action, play.side) for before, entry in steps if entry.by == play.side)
            return _count(condition, (one for one in choices if _tag(one) == condition.action))
        case Offered():
            options = state.legal_actions(play.side)
            return _count(condition, (one for one in options if _tag(one) == condition.action))
        case Happened():
            events = (event for later in play.states[1:] for event in later.events)
            return _count(condition, (event for event in events if event.kind == condition.event))
        case Stands():
            pieces = {piece.block: piece for piece in state.view().pieces}
            for block in condition.blocks:
                piece = pieces.get(block)
                if (piece.place if piece else "") not in condition.places:
                    return False
                if piece and (piece.steps or 0) < condition.steps:
                    return False
            return True
        case Value():
            value = state.view()
            for name in condition.of.split("."):
                value = _part(value, name)
            if value is None or (condition.among and value not in condition.among):
                return False
            above = condition.at_least is None or value >= condition.at_least
            return above and (condition.at_most is None or value <= condition.at_most)
        case Either():
            return any(holds(one, play) for one in condition.conditions)
        case Not():
            return not holds(condition.condition, play)


def _part(value: Any, name: str) -> Any:
    """Return a key of a mapping, a member of a tuple or a field of anything else; None if it is not there."""
    if isinstance(value, Mapping):
        return value.get(name)
    if not isinstance(value, tuple):
        return getattr(value, name, None)
    if name.isdigit():
        return value[int(name)] if int(name) < len(value) else None
    return next((one for one in value if name == one or name in (getattr(one, key, "") for key in _NAMES)), None)


def _tag(action: Action) -> str:
    """Return the kind of an action, as "march"."""
    return str(action.__struct_config__.tag)


def _count(condition: Chose | Happened | Offered, things: Iterable[Any]) -> bool:
    """Return whether the number of those with the wanted values is in range."""
    wanted = condition.where.items()
    n = sum(1 for one in things if all(_equal(getattr(one, name, None), value) for name, value in wanted))
    return condition.at_least <= n and (condition.at_most is None or n <= condition.at_most)


def _equal(value: Any, wanted: Any) -> bool:
    """Return whether a value is the wanted one, or one of several, or holds it."""
    if isinstance(wanted, list):
        return any(_equal(value, one) for one in wanted)
    return wanted in value if isinstance(value, tuple) else bool(value == wanted)
