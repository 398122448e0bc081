"""Fuzzing: random games over scenarios and rulesets, with checks at every step.

The result depends only on a case (game, scenario, ruleset, seed, options): the same case gives the same game, the same
checks, the same findings.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

import msgspec

from roses.engine import transcript
from roses.engine.description import Defect, Description
from roses.engine.errors import RecordError, RuleError
from roses.engine.games import describe, names, start
from roses.engine.protocol import CHANCE, Action
from roses.engine.record import Entry, Record, closed, dumps, loads
from roses.engine.replay import Replay, first
from roses.engine.rules import variants
from roses.engine.state import GameState
from tests.testing.checks import Checks

MUTATIONS: Final = 8  # damaged copies of each game's record that are loaded
Player = Callable[[GameState, int], tuple[str, str] | None]


class Case(msgspec.Struct, frozen=True):
    """The parameters of one game to be played."""

    game: str
    scenario: str
    ruleset: str
    seed: int
    options: dict[str, Any] = {}


_NONE: Final = Case("", "", "", 0)


class Failure(msgspec.Struct, frozen=True):
    """A defect: the check that found it, after how many actions, a message, and the record that reproduces it."""

    case: Case
    check: str
    actions: int
    message: str
    record: bytes


class Finding(msgspec.Struct, frozen=True):
    """The result of one case; ``digest`` is a checksum of the game as it was played."""

    case: Case
    actions: int
    winner: str
    phases: frozenset[str]
    kinds: frozenset[str]
    digest: int
    failure: Failure | None = None


def begin(case: Case) -> GameState:
    """Return the first state of a case; ValueError for an unknown game, scenario, ruleset or option."""
    return describe(case.game).start(case.scenario, case.ruleset, case.options)


def cases(
    number: int,
    seed: int = 0,
    games: Sequence[str] = (),
    scenarios: Sequence[str] = (),
    rulesets: Sequence[str] = (),
    options: Mapping[str, Any] = {},
) -> Iterator[Case]:
    """Yield the cases of a run: games, their scenarios and options, and rulesets in turn, seeds from ``seed`` on.

    Empty arguments stand for all values; ValueError for an unknown game.

    >>> [c.scenario for c in cases(4, games=["richard-iii"])]
    ['1460', '1470', '1483', '1460']
    """
    known = [describe(name) for name in games or names()]
    starts = [list(product(scenarios or game.scenarios, _settings(game, options))) for game in known]
    rules = [rulesets or variants(game.rulesets) for game in known]
    for i in range(number):
        turn, which = divmod(i, len(known))
        lap, at = divmod(turn, len(starts[which]))
        scenario, text = starts[which][at]
        yield Case(known[which].name, scenario, rules[which][lap % len(rules[which])], seed + i, text)


def _settings(game: Description, fixed: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return all combinations of a game's options, with the fixed ones."""
    free = {name: values for name, values in game.options.items() if values and name not in fixed}
    return [dict(zip(free, choice, strict=True)) | dict(fixed) for choice in product(*free.values())]


def fuzz(case: Case) -> Finding:
    """Play one random game under checks, then damage its record; the first defect is in ``failure``.

    >>> fuzz(Case("richard-iii", "1483", "revised", 1)).failure is None
    True
    """
    finding, record = play(case, _random_player(case))
    if finding.failure is None and (failure := survive(case, record)):
        return msgspec.structs.replace(finding, failure=failure)
    return finding


def again(text: bytes) -> Finding | None:
    """Play a record that ``fuzz`` has written under checks; None if it is refused by RecordError.

    >>> again(b"{") is None
    True
    """
    try:
        record = loads(text)
        first(record, start)
    except RecordError:
        return None
    except Exception:
        return _nothing(_judge(_NONE, text))
    seed = record.seed if isinstance(record.seed, int) else 0
    case = Case(record.game, record.scenario, record.ruleset, seed, record.options)
    finding, _ = play(case, _reading_player(record.entries))
    return msgspec.structs.replace(finding, failure=finding.failure or _judge(case, text))


def _reading_player(entries: Sequence[Entry]) -> Player:
    """Return a player who follows a record as far as it is legal."""

    def choose(state: GameState, index: int) -> tuple[str, str] | None:
        if index == len(entries):
            return None
        by, action = entries[index].by, entries[index].action
        legal = _may_fall(state, action) if by == CHANCE else action in map(str, state.legal_actions(by))
        return (by, action) if legal else None

    return choose


def _may_fall(state: GameState, action: str) -> bool:
    """Whether an action of chance is legal, also where ``legal_actions`` does not list all."""
    try:
        return state.active == (CHANCE,) and state.refusal(state.parse(action)) is None
    except RuleError:
        return False


def play(case: Case, player: Player) -> tuple[Finding, Record]:
    """Play a game under checks until it is over, the player stops, or a check fails."""
    record = Record(case.game, case.scenario, (), ruleset=case.ruleset, options=case.options, seed=case.seed)
    entries: list[Entry] = []
    phases: set[str] = set()
    kinds: set[str] = set()
    failure, state = None, None
    try:
        state = begin(case)
        checks = Checks(describe(case.game), random.Random(f"watch {case.seed}"))
        while (choice := _choice(checks, state, player, len(entries))) is not None:
            entries.append(Entry(*choice))
            after = state.apply(choice[1])
            checks.step(state, choice[1], after)
            state = after
            phases.add(str(state.phase))
            kinds.update(e.kind for e in state.events)
    except Exception as error:  # any exception of the engine is a defect
        check = error.check if isinstance(error, Defect) else "exception"
        text = dumps(msgspec.structs.replace(record, entries=tuple(entries)))
        failure = Failure(case, check, len(entries), _error_line(error), text.encode())
    end = state.outcome if state else None
    record = closed(msgspec.structs.replace(record, entries=tuple(entries)), end)
    digest = zlib.crc32(dumps(record).encode())
    winner = end.winner if end else ""
    return Finding(case, len(entries), winner, frozenset(phases), frozenset(kinds), digest, failure), record


def _choice(checks: Checks, state: GameState, player: Player, index: int) -> tuple[str, str] | None:
    checks.look(state)
    return player(state, index) if state.active else None


def survive(case: Case, record: Record) -> Failure | None:
    """Save and load the record, as JSON, as a transcript, and damaged: it must come back, or give a RecordError."""
    text = dumps(record).encode()
    rng = random.Random(f"damage {case.seed}")
    if loads(text) != record:
        return Failure(case, "record", len(record.entries), "the record does not come back from its text", text)
    if transcript.read(transcript.write(record)) != record:
        return Failure(case, "record", len(record.entries), "the record does not come back from its transcript", text)
    for i in range(MUTATIONS):
        damaged = mutate(text, rng)
        if failure := _judge(case, damaged, replay=i == 0):
            return failure
    return None


def mutate(text: bytes, rng: random.Random) -> bytes:
    """Return a damaged copy: bytes changed, inserted or lost, or the end cut off.

    >>> mutate(b"abc", random.Random(1)) != mutate(b"abc", random.Random(3))
    True
    """
    raw = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(raw) + 1)
        kind = rng.randrange(10)
        if kind < 4 and at < len(raw):
            raw[at] ^= 1 << rng.randrange(8)
        elif kind < 6:
            raw[at:at] = rng.randbytes(rng.randrange(1, 4))
        elif kind < 8:
            del raw[at : at + rng.randrange(1, 40)]
        elif kind == 8:
            raw[at:at] = rng.choice((b'"', b"}", b"]", b"{", b"[", b",", b"9" * 20, b"\\ud800", b"null"))
        else:
            del raw[at:]
    return bytes(raw)


def _judge(case: Case, text: bytes, replay: bool = True) -> Failure | None:
    """Load a text, and play it if it loads; any error but RecordError is a failure."""
    record = None
    try:
        record = loads(text)
        if replay:
            Replay(record, start)
    except RecordError:
        return None
    except Exception as error:
        what = "while it was played" if record else "while it was loaded"
        return Failure(case, "record", 0, f"a damaged record gave {_error_line(error)} {what}", text)
    return None


def _random_player(case: Case) -> Player:
    """Return a player who chooses at random; how often it prefers an action to a pass depends on the seed."""
    rng, idle = random.Random(case.seed), describe(case.game).idle
    eager = rng.choice((0.0, 0.7, 0.9, 0.98))

    def choose(state: GameState, _: int) -> tuple[str, str]:
        if state.active == (CHANCE,):
            return CHANCE, str(state.sample(rng))
        side = rng.choice(state.active)
        actions: Sequence[Action] = state.legal_actions(side)
        if rng.random() < eager:
            actions = [a for a in actions if not isinstance(a, idle)] or actions
        return side, str(rng.choice(actions))

    return choose


def _nothing(failure: Failure | None) -> Finding:
    return Finding(failure.case if failure else _NONE, 0, "", frozenset(), frozenset(), 0, failure)


def _error_line(error: Exception) -> str:
    """Return the error in one line, with the line of code that raised it unless it is a Defect."""
    if isinstance(error, Defect):
        return str(error)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" at {trace.tb_frame.f_globals.get('__name__')}:{trace.tb_lineno}" if trace else ""
    kind = "RuleError for a legal action" if isinstance(error, RuleError) else type(error).__name__
    return f"{kind}: {' '.join(str(error).split())[:300]}{where}"


def run(todo: Sequence[Case], jobs: int = 1) -> Iterator[Finding]:
    """Yield the findings in the order of the cases, from ``jobs`` processes (1: from this one)."""
    if jobs <= 1:
        yield from map(fuzz, todo)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(fuzz, todo, chunksize=max(1, min(20, len(todo) // (4 * jobs))))


def summary(findings: Iterable[Finding]) -> dict[str, Any]:
    """Return the figures of a run, which depend only on its cases.

    >>> summary([fuzz(Case("richard-iii", "1483", "revised", 1))])["games"]
    1
    """
    done = list(findings)
    wins = Counter((f.case.scenario, f.winner) for f in done if f.winner)
    return {
        "games": len(done),
        "actions": sum(f.actions for f in done),
        "longest": max((f.actions for f in done), default=0),
        "rulesets": len({f.case.ruleset for f in done}),
        "winners": {f"{scenario} {winner}": n for (scenario, winner), n in sorted(wins.items())},
        "phases": sorted(frozenset().union(*(f.phases for f in done))),
        "events": sorted(frozenset().union(*(f.kinds for f in done))),
        "digest": zlib.crc32(repr([f.digest for f in done]).encode()),
        "failures": sum(f.failure is not None for f in done),
    }
