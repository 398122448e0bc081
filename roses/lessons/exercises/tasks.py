"""Exercises for players: the files of ``data/exercises``, how each begins, and whether a play solves it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from msgspec import structs

from roses.bots.bot import Advice, Bot
from roses.engine.data import Data, read
from roses.engine.game import Game
from roses.engine.games import describe, start
from roses.engine.i18n import gettext as _
from roses.engine.loading import folder
from roses.engine.options import Option
from roses.engine.protocol import Action
from roses.engine.record import Entry
from roses.engine.replay import Replay, find
from roses.engine.seat import Seat
from roses.engine.state import GameState
from roses.lancaster import scene as court
from roses.richard import scenes as war
from roses.widgets.play.model import PERSON

Words = Annotated[str, msgspec.Meta(min_length=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]

_SCENES: Final[dict[str, Callable[..., GameState]]] = {"richard-iii": war.scene, "lancaster": court.scene}
# the fields of members of tuples by which ``Value.of`` may name them
_NAMES: Final = ("colour", "name", "card", "law", "favour", "space")


class Position(Data, frozen=True, kw_only=True):
    """Where an exercise begins: ``start`` in one of four ways, then ``actions`` in notation, those of chance included.

    For "scene", "battle" and "options", ``values`` are the arguments of ``roses.scene`` (of either game),
    ``roses.battle`` and ``roses.start``. For "record", the first ``at`` actions of the shipped ``record`` are played.
    """

    game: str = "richard-iii"
    start: Literal["scene", "battle", "record", "options"]
    values: dict[str, Any] = msgspec.field(default_factory=dict)
    record: str = ""
    at: Count = 0
    actions: tuple[str, ...] = ()


class _Counted(Data, frozen=True, kw_only=True):
    """The base of conditions that count something, which must be from ``at_least`` to ``at_most``."""

    at_least: Count = 1
    at_most: Count | None = None


class Chose(_Counted, frozen=True, kw_only=True, tag_field="kind", tag="chose"):
    """The learner has chosen an ``action`` of this tag, such as "march", with the values of ``where`` in its fields.

    A list in ``where`` stands for any of its values; a field that is a tuple, such as a path, must contain the value.
    """

    action: Words
    where: dict[str, Any] = msgspec.field(default_factory=dict)


class Happened(_Counted, frozen=True, kw_only=True, tag_field="kind", tag="happened"):
    """An ``event`` of this kind has happened since the exercise began; ``where`` is as in ``Chose``."""

    event: Words
    where: dict[str, Any] = msgspec.field(default_factory=dict)


class Offered(_Counted, frozen=True, kw_only=True, tag_field="kind", tag="offered"):
    """The learner may now choose an ``action`` of this tag; ``where`` is as in ``Chose``."""

    action: Words
    where: dict[str, Any] = msgspec.field(default_factory=dict)


class Stands(Data, frozen=True, kw_only=True, tag_field="kind", tag="stands"):
    """All these ``blocks`` stand in one of these places: areas, Pool or Minor; "" for blocks that are out of play.

    ``steps`` is the strength that each has at least.
    """

    blocks: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    places: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    steps: Count = 0


class Value(Data, frozen=True, kw_only=True, tag_field="kind", tag="value"):
    """A value of the position, such as "ap", "king" or "battle.round", is one of ``among``, or in range.

    ``of`` names fields of what an umpire sees (``state.view()``), keys of mappings, and members of tuples by place or
    name, with dots between them: "laws.L08", "counties.York.holder", "conflicts.K5a.slots.Blue.strength".
    If there is no such value, such as that of a battle when there is none, the condition does not hold.
    """

    of: Words
    among: tuple[str | int | bool, ...] = ()
    at_least: int | None = None
    at_most: int | None = None


class Either(Data, frozen=True, kw_only=True, tag_field="kind", tag="either"):
    """At least one of these conditions holds."""

    conditions: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=2)]


class Not(Data, frozen=True, kw_only=True, tag_field="kind", tag="not"):
    """This condition does not hold."""

    condition: Condition


Condition: TypeAlias = Chose | Happened | Offered | Stands | Value | Either | Not


class Mistake(Data, frozen=True, kw_only=True):
    """A mistake, which ends a try when all its conditions hold; ``says`` tells the idea behind it and why it fails.

    ``name`` is for tests and for reading the file; ``rule`` the paragraph that decides, "" for none.
    """

    name: Words
    when: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=1)]
    says: Words
    rule: str = ""


class Refused(Data, frozen=True, kw_only=True):
    """What the learner is told if this ``rule`` refuses a move; with ``words``, only if the move has one of them."""

    rule: Words
    says: Words
    words: tuple[str, ...] = ()


class Step(Data, frozen=True, kw_only=True):
    """A step of a guided exercise: what the learner ``does`` and ``why``, until all conditions of ``done`` hold."""

    does: Words
    why: Words
    done: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=1)]


class Behind(Data, frozen=True, kw_only=True):
    """The history behind a rule, with ids of ``data/history/sources.json``."""

    text: Words
    sources: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class Try(Data, frozen=True, kw_only=True):
    """A wrong try, for tests: these moves, and what must come of it, ``"refused 5.21"`` or the name of a mistake.

    In a try that is refused, the last move is illegal, and the others are legal.
    """

    moves: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    verdict: Words


class Task(Data, frozen=True, kw_only=True):
    """One exercise: a position, a task in one sentence, and the conditions under which it is solved.

    ``reads`` are short paragraphs to read before; ``minutes`` how long reading and solving take. The learner plays
    ``side``. Each other side plays the first legal move of its script in ``others``, or else does nothing; instead of a
    script, ``"squire"`` leaves a side to the bot. ``seed`` makes the dice repeatable.

    When all conditions of ``goal`` hold, it is solved, and the learner is told ``solved``; the first of the
    ``mistakes`` that is made ends the try. ``steps`` guide the learner: the first that is not done is shown. ``right``
    and ``wrong`` are solutions and wrong tries, for tests.
    """

    title: Words
    minutes: Annotated[int, msgspec.Meta(ge=1, le=15)]
    reads: Annotated[tuple[Words, ...], msgspec.Meta(min_length=1, max_length=4)]
    position: Position
    side: Words
    others: dict[str, tuple[str, ...] | Literal["squire"]] = msgspec.field(default_factory=dict)
    seed: int = 1
    task: Words
    steps: tuple[Step, ...] = ()
    goal: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=1)]
    solved: Words
    mistakes: tuple[Mistake, ...]
    refusals: tuple[Refused, ...] = ()
    hints: Annotated[tuple[Words, ...], msgspec.Meta(min_length=2, max_length=4)]
    rules: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    history: Behind
    right: Annotated[tuple[tuple[str, ...], ...], msgspec.Meta(min_length=1)]
    wrong: Annotated[tuple[Try, ...], msgspec.Meta(min_length=3)]


def courses() -> dict[str, tuple[str, ...]]:
    """Return the names of all exercises in order, by course.

    >>> courses()["war"][0]
    'war-01'
    """
    names: dict[str, tuple[str, ...]] = {}
    for path in sorted((folder("data") / "exercises").glob("*/*.json")):
        course = path.parent.name
        names[course] = (*names.get(course, ()), f"{course}-{path.stem}")
    return names


@lru_cache(maxsize=32)
def task(name: str) -> Task:
    """Return an exercise by its name, such as "war-03"; ValueError, which lists all, for an unknown name.

    DataError if the file is damaged.

    >>> task("war-01").side
    'York'
    """
    every = [one for names in courses().values() for one in names]
    if name not in every:
        message = _("there is no exercise {name}; choose from {known}")
        raise ValueError(message.format(name=repr(name), known=", ".join(every)))
    course, _dash, number = name.rpartition("-")
    return read(f"exercises/{course}/{number}.json", Task)


# ---- play


def first_state(position: Position) -> GameState:
    """Return the state in which an exercise begins; ValueError, RuleError or RecordError if it cannot be set up.

    >>> first_state(Position(start="scene", values={"Kent": "Gloucester", "side": "York"}, actions=("done",))).active
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
    state = first_state(task.position)
    return Game(lambda *_game, **_options: state, task.position.game, seed=task.seed)


def replay_of(task: Task, game: Game) -> Replay:
    """Return the replay, with all its states, of a game that ``begin`` returned."""
    state = first_state(task.position)
    return Replay(game.record, lambda *_game, **_options: state)


def seats(task: Task, sides: Sequence[str]) -> dict[str, str | Bot]:
    """Return who has which seat: the learner at this screen, the squire, or scripts."""
    players: dict[str, str | Bot] = {}
    for side in sides:
        script = task.others.get(side, ())
        if side == task.side:
            players[side] = PERSON
        else:
            players[side] = script if isinstance(script, str) else Script(script)
    return players


class Script(Bot):
    """A bot that plays the first of its ``moves`` that is legal, attacks before other moves, or else does nothing.

    It keeps no account of what it has played, so that a move may be taken back.
    """

    name = "script"

    def __init__(self, moves: Sequence[str]) -> None:
        super().__init__()
        self.moves = tuple(moves)

    def advise(self, seat: Seat) -> list[Advice]:
        """Return the options: moves of the script first, then those that change nothing, then the others."""
        idle, number = describe(seat.game).idle, len(self.moves)
        attacks = {str(one.action) for one in _with_actions(seat.tree) if one.attacks}

        def score(text: str, is_idle: bool) -> float:
            if text not in self.moves:
                return float(is_idle)
            return number + 1 - self.moves.index(text) + number * (text in attacks)

        advice = [Advice(action, score(str(action), isinstance(action, idle))) for action in seat.options]
        return sorted(advice, key=lambda one: -one.score)


def _with_actions(options: Sequence[Option]) -> Iterator[Option]:
    """Yield the options of a tree that have an action."""
    for option in options:
        if option.action is not None:
            yield option
        yield from _with_actions(option.options)


class Verdict(msgspec.Struct, frozen=True):
    """What has come of a try: ``open``, ``solved``, or ``failed`` by a ``mistake``, after ``at`` actions."""

    kind: Literal["open", "solved", "failed"]
    at: int = 0
    mistake: Mistake | None = None


class Play(msgspec.Struct, frozen=True):
    """The play of an exercise up to a state: all ``states``, the ``entries`` between them, the learner's ``side``."""

    states: tuple[Any, ...]
    entries: tuple[Entry, ...]
    side: str


def verdict(task: Task, replay: Replay) -> Verdict:
    """Return what has come of a try: the first state with the goal or a mistake decides; without one it is open."""
    for at in range(len(replay)):
        play = Play(tuple(replay.states[: at + 1]), replay.record.entries[:at], task.side)
        if all(holds(condition, play) for condition in task.goal):
            return Verdict("solved", at)
        for mistake in task.mistakes:
            if all(holds(condition, play) for condition in mistake.when):
                return Verdict("failed", at, mistake)
    return Verdict("open", len(replay) - 1)


def due(task: Task, replay: Replay) -> int | None:
    """Return the index of the first step of a task that is not done, None if there is none."""
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
            return _is_in_range(condition, (one for one in choices if _tag(one) == condition.action))
        case Offered():
            options = state.legal_actions(play.side)
            return _is_in_range(condition, (one for one in options if _tag(one) == condition.action))
        case Happened():
            events = (event for later in play.states[1:] for event in later.events)
            return _is_in_range(condition, (event for event in events if event.kind == condition.event))
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


def _is_in_range(condition: Chose | Happened | Offered, things: Iterable[Any]) -> bool:
    """Return whether the number of things with the values of a condition is in its range."""
    values = condition.where.items()
    n = sum(1 for one in things if all(_fits(getattr(one, name, None), value) for name, value in values))
    return condition.at_least <= n and (condition.at_most is None or n <= condition.at_most)


def _fits(value: Any, target: Any) -> bool:
    """Return whether a value equals the target, or is a tuple that contains it; of a list of targets, any will do."""
    if isinstance(target, list):
        return any(_fits(value, one) for one in target)
    return target in value if isinstance(value, tuple) else bool(value == target)
