"""The fog, tested: pairs of games in which a side knows the same and the truth is not, held against each other.

Along random games the last state is replaced by another one that a side cannot tell from it: by turns one drawn from
its view (``roses.resample``), and one in which hidden things have changed places (``exchange`` of the game). All that
the seat of that side answers must then be the same byte for byte; so must what is shown of it, if the caller adds that.
The pairs of a run depend only on its games and seed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from inspect import signature
from typing import Any, Final

import msgspec

from roses.bots.bot import Bot
from roses.bots.play import BOTS
from roses.engine.errors import RuleError
from roses.engine.game import Game
from roses.engine.games import describe, resample
from roses.engine.mail import NUMBER, Umpire
from roses.engine.protocol import CHANCE, Action
from roses.engine.record import Entry, Record
from roses.engine.seat import STEPS, Seat
from roses.engine.state import GameState
from tests.testing.fuzz import Case, begin

PER_GAME: Final = 20  # pairs of each game
_EAGER: Final = 0.8  # how often a player does something if there is something to do
_LAPS: Final = 5  # how often the positions of a game are gone through where few of them hide anything
_PROBES: Final = 6  # questions asked in each position
_MAIL: Final = "fog"  # the number of the game for the letters of an umpire
_QUICK: Final = ("page", "squire")  # bots that answer in no time; others are asked in one pair of so many
_RARELY: Final = 10
_ITERATIONS: Final = 20
_FAR: Final = 40  # characters of context around the first difference
_NONSENSE: Final = ("", "Falstaff marches to Eastcheap", "roll 7", "York plays card 99", "Blue votes maybe")
Surface = Callable[[Game, str], object]  # what is shown of a game to a side; its ``repr`` is compared


class Pair(msgspec.Struct, frozen=True):
    """Two games that differ in what is hidden from ``side``; ``made`` is how, ``at`` after how many actions.

    ``number`` counts the pairs of a game from 0.
    """

    case: Case
    number: int
    at: int
    side: str
    made: str
    game: Game
    other: Game
    probes: tuple[Action | str, ...]


class Leak(msgspec.Struct, frozen=True):
    """A difference: on which surface, in which pair, and the two texts from a little before where they part."""

    surface: str
    case: Case
    at: int
    side: str
    phase: str
    made: str
    here: str
    there: str


class Finding(msgspec.Struct, frozen=True):
    """The result of one game: how many pairs were made in which way, and in which phase, and the leaks."""

    case: Case
    made: dict[str, int]
    phases: dict[str, int]
    leaks: tuple[Leak, ...]


class _Moment(Game):
    """A game that has come to the last of these states; nothing falls of itself, and nothing is saved."""

    def __init__(self, record: Record, states: Sequence[GameState], seed: int) -> None:
        self.side, self.seed = None, seed
        self._take_up(msgspec.structs.replace(record, seed=seed), list(states), None, None)


def pairs(case: Case, number: int = PER_GAME) -> Iterator[Pair]:
    """Yield pairs along one random game, rare phases more often; fewer only where next to nothing is hidden.

    >>> found = list(pairs(Case("richard-iii", "1483", "revised", 1), 2))
    >>> [pair.made for pair in found], len(found[0].game) == len(found[0].other)
    (['resample', 'exchange'], True)
    """
    rng = random.Random(case.seed)
    record, states = _played(case, rng)
    known = describe(case.game)
    text = 0
    for at in _mixed(states, rng) * _LAPS:
        if text == number:
            return
        state = states[at]
        side, made = rng.choice(state.sides), ("resample", "exchange")[text % 2]
        if made == "resample" or known.exchange is None:
            other = resample(state.view(side), rng)
        else:
            other = known.exchange(state, side, rng)
        if other.view() != state.view():
            yield _pair(case, text, record, states[: at + 1], other, side, made, rng)
            text += 1


def _pair(case: Case, number: int, record: Record, states: Sequence[GameState], other: GameState, side: str, made: str,
          rng: random.Random) -> Pair:  # fmt: skip
    """Return the pair of a game up to a state and of one that ends in the other, of another seed and record."""
    at = len(states) - 1
    entries = record.entries[:at]
    changed = tuple([e if e.by == side else msgspec.structs.replace(e, action=f"hidden {e.by}") for e in entries])
    here = _Moment(msgspec.structs.replace(record, entries=entries), states, case.seed)
    there = _Moment(msgspec.structs.replace(record, entries=changed), [*states[:at], other], case.seed + 1)
    probes = tuple(_probes(states, side, rng))
    return Pair(case, number, at, side, made, here, there, probes)


def _played(case: Case, rng: random.Random) -> tuple[Record, list[GameState]]:
    """Return the record and the states of a random game, whose players end their parts early only now and then."""
    states, entries = [begin(case)], []
    idle = describe(case.game).idle
    while (state := states[-1]).active:
        side = rng.choice(state.active)
        options: Sequence[Action] = (state.sample(rng),) if side == CHANCE else state.legal_actions(side)
        if rng.random() < _EAGER:
            options = [a for a in options if not isinstance(a, idle)] or options
        action = rng.choice(options)
        entries.append(Entry(side, str(action)))
        states.append(state.apply_unchecked(action))
    return Record(**states[0].header, entries=tuple(entries), headers={NUMBER: _MAIL}), states


def _mixed(states: Sequence[GameState], rng: random.Random) -> list[int]:
    """Return the numbers of the states in which somebody chooses, one of each phase in turn, in random order."""
    by_phase: dict[str, list[int]] = {}
    for at, state in enumerate(states):
        if state.active and state.active != (CHANCE,):
            by_phase.setdefault(str(state.phase), []).append(at)
    for numbers in by_phase.values():
        rng.shuffle(numbers)
    longest = max(map(len, by_phase.values()), default=0)
    return [numbers[lap] for lap in range(longest) for numbers in by_phase.values() if lap < len(numbers)]


def _probes(states: Sequence[GameState], side: str, rng: random.Random) -> Iterator[Action | str]:
    """Yield what a curious player would ask: things by name, actions of both sides from all over the game, nonsense."""
    state = states[-1]
    yield rng.choice(_NONSENSE)
    yield from rng.sample(sorted(state.subjects), min(_PROBES, len(state.subjects)))
    for _again in range(_PROBES):
        asked = rng.choice(states)
        if asked.active and asked.active != (CHANCE,):
            yield rng.choice(asked.legal_actions(rng.choice(asked.active)))


# ---- what a seat holds


def _asked(seat: Seat, probe: Action | str) -> object:
    try:
        return seat.why_not(probe)
    except RuleError as error:
        return str(error)


def _refused(seat: Seat, probe: Action | str) -> object:
    """Return how a seat refuses to play what is none of its options."""
    if probe in seat.options or str(probe) in map(str, seat.options):
        return ""
    try:
        seat.play(probe)
    except RuleError as error:
        return str(error)
    return "played"


def _undone(seat: Seat) -> object:
    return seat.may_undo or _answer(seat.undo)


def _answer(call: Callable[[], object]) -> object:
    try:
        return call()
    except (RuleError, ValueError) as error:
        return str(error)


SEAT: Final[dict[str, Callable[[Seat], object]]] = {
    "view": lambda seat: msgspec.json.encode(seat.view),
    "shown": lambda seat: sorted(seat._repr_mimebundle_(include=("text/plain",)).items()),
    "prompt": lambda seat: (seat.prompt, seat.question, seat.rule, repr(seat)),
    "options": lambda seat: (seat.to_choose, seat.options, seat.forced),
    "tree": lambda seat: seat.tree,
    "details": lambda seat: [seat.detail(option) for option in seat.options],
    "hints": lambda seat: [_answer(lambda step=step: seat.hint(step)) for step in range(1, STEPS + 1)],  # type: ignore[misc]
    "events": lambda seat: (len(seat), [str(event) for event in seat.events()], seat.events()),
    "outcome": lambda seat: seat.outcome,
    "undo": _undone,
}


def answers(pair: Pair, game: Game, bots: Sequence[str], more: Mapping[str, Surface]) -> Iterator[tuple[str, str]]:
    """Yield each surface of the seat of a pair in one of its games, with all that it holds as a text."""
    seat = Seat(game, pair.side)
    for name, held in SEAT.items():
        yield name, repr(held(seat))
    letter = Umpire(game, f"{_MAIL}.json").letter(pair.side)
    yield "letter", repr(msgspec.structs.replace(letter, commitment="", check=""))  # the two games differ in their seed
    yield "why not", repr([_asked(seat, probe) for probe in pair.probes])
    yield "refusals", repr([_refused(seat, probe) for probe in pair.probes])
    for bot in bots if seat.to_choose else ():
        if bot in _QUICK or pair.number % _RARELY == 0:
            yield f"bot {bot}", repr(_bot(bot, pair.case.seed).advise(seat)[:3])
    for name, shown in more.items():
        yield name, repr(shown(game, pair.side))


def _bot(name: str, seed: int) -> Bot:
    """Return a bot; one that would think for a time gets a number of iterations instead, so that it repeats itself."""
    kind: Any = BOTS[name]
    result: Bot = kind(seed, iterations=_ITERATIONS) if "iterations" in signature(kind).parameters else kind(seed)
    return result


def leaks(pair: Pair, bots: Sequence[str] = (), more: Mapping[str, Surface] = {}) -> list[Leak]:
    """Return the differences between the two games of a pair, as far as the side can see them."""
    results = []
    both = zip(answers(pair, pair.game, bots, more), answers(pair, pair.other, bots, more), strict=True)
    for (surface, here), (_same, there) in both:
        if here != there:
            at = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), 0)
            part = slice(max(0, at - _FAR), at + _FAR)
            phase = str(pair.game.state.phase)
            results.append(Leak(surface, pair.case, pair.at, pair.side, phase, pair.made, here[part], there[part]))
    return results


def fogtest(case: Case, bots: Sequence[str] = (), more: Mapping[str, Surface] = {}) -> Finding:
    """Return what was met and found in the pairs of one game.

    ``bots`` are names of ``roses.bots.play.BOTS``, whose choice by one seed must be the same; those that take their
    time are asked in one pair of ten. ``more`` are further surfaces by name.

    >>> finding = fogtest(Case("lancaster", "1413", "revised", 1, {"players": 3}), ["page"])
    >>> sum(finding.made.values()), finding.leaks
    (20, ())
    """
    made: Counter[str] = Counter()
    phases: Counter[str] = Counter()
    results: list[Leak] = []
    for pair in pairs(case):
        made[pair.made] += 1
        phases[str(pair.game.state.phase)] += 1
        results += leaks(pair, bots, more)
    return Finding(case, dict(made), dict(phases), tuple(results))


def run(
    todo: Sequence[Case], bots: Sequence[str] = (), more: Mapping[str, Surface] = {}, jobs: int = 1
) -> Iterator[Finding]:
    """Yield the findings in the order of the cases, from ``jobs`` processes (1: from this one)."""
    test = partial(fogtest, bots=bots, more=more)
    if jobs <= 1:
        yield from map(test, todo)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(test, todo)


def summary(findings: Sequence[Finding], bots: Sequence[str] = (), more: Iterable[str] = ()) -> dict[str, Any]:
    """Return the figures of a run: pairs, differences, how the pairs were made, the phases met, and the surfaces."""
    made = sum((Counter(finding.made) for finding in findings), Counter())
    phases = sum((Counter(finding.phases) for finding in findings), Counter())
    return {
        "games": len(findings),
        "pairs": made.total(),
        "differences": sum(len(finding.leaks) for finding in findings),
        "made": dict(made),
        "phases": dict(sorted(phases.items())),
        "surfaces": [*SEAT, "letter", "why not", "refusals", *(f"bot {bot}" for bot in bots), *more],
    }
