"""Where an exercise begins: its first state, the game in progress from there, and those who play the other sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import structs

from roses.bots.bot import Advice, Bot
from roses.engine.game import Game
from roses.engine.games import describe, start
from roses.engine.options import Option
from roses.engine.replay import Replay, find
from roses.engine.seat import Seat
from roses.engine.state import GameState
from roses.lancaster import scene as court
from roses.lessons.exercises.tasks import Position, Task
from roses.richard import scenes as war
from roses.widgets.play.model import PERSON, TableModel

_SCENES: Final[dict[str, Callable[..., GameState]]] = {"richard-iii": war.scene, "lancaster": court.scene}


def first(position: Position) -> GameState:
    """Return the state in which an exercise begins; ValueError, RuleError or RecordError if it cannot be set up.

    >>> first(Position(start="scene", values={"Kent": "Gloucester", "side": "York"}, actions=("done",))).active
    ('Lancaster',)
    """
    state: GameState = _begun(position)
    for action in position.actions:
        state = state.apply(action)
    return structs.replace(state, events=())


def _begun(position: Position) -> Any:
    """Return the state before the actions of a position."""
    if position.start == "record":
        return Replay(find(position.record), start)[position.at]
    if position.start == "battle":
        return war.battle(**position.values)
    if position.start == "scene":
        return _SCENES[position.game](**position.values)
    return start(position.game, **position.values)


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
    found: dict[str, str | Bot] = {}
    for side in sides:
        given = task.others.get(side, ())
        found[side] = PERSON if side == task.side else given if isinstance(given, str) else Script(given)
    return found


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
        idle, known = describe(seat.game).idle, len(self.moves)
        attacks = {str(one.action) for one in _ends(seat.tree) if one.attacks}

        def worth(text: str, is_idle: bool) -> float:
            if text not in self.moves:
                return float(is_idle)
            return known + 1 - self.moves.index(text) + known * (text in attacks)

        found = [Advice(action, worth(str(action), isinstance(action, idle))) for action in seat.options]
        return sorted(found, key=lambda advice: -advice.score)


def _ends(options: Sequence[Option]) -> Iterator[Option]:
    """Yield the options of a tree that are actions."""
    for option in options:
        if option.action is not None:
            yield option
        yield from _ends(option.options)
