"""Exercises for players as data: the files of ``data/exercises``, one for each, in a folder for each course."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from roses.engine.data import Data, read
from roses.engine.i18n import gettext as _
from roses.engine.loading import folder

Words = Annotated[str, msgspec.Meta(min_length=1)]
Count = Annotated[int, msgspec.Meta(ge=0)]


class Position(Data, frozen=True, kw_only=True):
    """Where an exercise begins: ``start`` in one of four ways, then ``actions`` in notation, those of chance included.

    ``scene`` and ``battle`` hold the arguments of ``roses.scene`` (of either game) and ``roses.battle``; ``record`` a
    shipped record of which the first ``at`` actions are played; ``options`` the arguments of ``roses.start``.
    """

    game: str = "richard-iii"
    start: Literal["scene", "battle", "record", "options"]
    values: dict[str, Any] = msgspec.field(default_factory=dict)
    record: str = ""
    at: Count = 0
    actions: tuple[str, ...] = ()


class _Counted(Data, frozen=True, kw_only=True):
    """The base of conditions that count something: between ``at_least`` and ``at_most`` of it."""

    at_least: Count = 1
    at_most: Count | None = None


class Chose(_Counted, frozen=True, kw_only=True, tag_field="kind", tag="chose"):
    """The learner has chosen an ``action`` of this tag, such as "march", with these values of its fields.

    A list of values stands for any of them; of a field that holds several, as a path, one must be equal.
    """

    action: Words
    where: dict[str, Any] = msgspec.field(default_factory=dict)


class Happened(_Counted, frozen=True, kw_only=True, tag_field="kind", tag="happened"):
    """An ``event`` of this kind has happened since the exercise began, with these values, as in ``Chose``."""

    event: Words
    where: dict[str, Any] = msgspec.field(default_factory=dict)


class Offered(_Counted, frozen=True, kw_only=True, tag_field="kind", tag="offered"):
    """The learner may now choose an ``action`` of this tag, with these values, as in ``Chose``."""

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
    A value that is not there, as of a battle when there is none, fulfils nothing.
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
    """A state that ends a try: when all conditions hold, ``says`` tells the learner what was thought, and why not.

    ``name`` is for tests and for reading the file; ``rule`` the paragraph that decides, "" for none.
    """

    name: Words
    when: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=1)]
    says: Words
    rule: str = ""


class Refused(Data, frozen=True, kw_only=True):
    """What is said to a move that is refused by this ``rule``; with ``words``, only if the move has one of them."""

    rule: Words
    says: Words
    words: tuple[str, ...] = ()


class Step(Data, frozen=True, kw_only=True):
    """A step of an exercise that is led: what one ``does`` and ``why``, until all conditions of ``done`` hold."""

    does: Words
    why: Words
    done: Annotated[tuple[Condition, ...], msgspec.Meta(min_length=1)]


class Behind(Data, frozen=True, kw_only=True):
    """The history behind a rule, with ids of ``data/history/sources.json``."""

    text: Words
    sources: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]


class Try(Data, frozen=True, kw_only=True):
    """A wrong try, for tests: these moves, and what must come of it, ``"refused 5.21"`` or the name of a mistake.

    Of a try that is refused it is the last move; the others are legal.
    """

    moves: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    verdict: Words


class Task(Data, frozen=True, kw_only=True):
    """One exercise: a position, a task in one sentence, and by what the engine knows that it is solved.

    ``reads`` are short paragraphs to read before; ``minutes`` how long reading and solving take. The learner plays
    ``side``; of the others, each plays the first legal move of its script in ``others``, or else does nothing, and
    ``"squire"`` leaves a side to the bot. ``seed`` makes the dice repeatable.

    All conditions of ``goal`` together solve it, and then ``solved`` is said; the first of the ``mistakes`` that is
    made ends the try. With ``steps`` the learner is led: the first that is not done is shown. ``right`` and ``wrong``
    are solutions and wrong tries, for tests.
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


def task(name: str) -> Task:
    """Return an exercise by its name, such as "war-03"; ValueError, which lists all, for an unknown name.

    DataError if the file is damaged.

    >>> task("war-01").side
    'York'
    """
    known = [one for names in courses().values() for one in names]
    if name not in known:
        message = _("there is no exercise {name}; known are {known}")
        raise ValueError(message.format(name=repr(name), known=", ".join(known)))
    return _read(name)


@lru_cache(maxsize=32)
def _read(name: str) -> Task:
    course, _dash, number = name.rpartition("-")
    return read(f"exercises/{course}/{number}.json", Task)
