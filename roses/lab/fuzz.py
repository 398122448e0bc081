"""Fuzzing: random games over scenarios and rulesets, watched at every step for what must never be. Decides no rules.

Everything follows from a case (scenario, ruleset, seed): the same case gives the same game, the same checks, the same
findings. A ruleset is named as in a record, or as a variant with one field changed: ``revised+bombard_sea_move=False``.
"""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

import msgspec

from roses.engine.errors import RecordError, RuleError
from roses.engine.protocol import CHANCE, Action
from roses.engine.record import Entry, Record, closed, dumps, loads
from roses.engine.replay import Replay
from roses.lab.watch import Defect, Watch
from roses.richard.actions import Decline, Done, Pass
from roses.richard.position import Phase
from roses.richard.roster import SCENARIOS
from roses.richard.ruleset import RULESETS, Ruleset, fields, ruleset
from roses.richard.state import State
from roses.richard.state import start as begin

GAME: Final = "richard-iii"
MUTATIONS: Final = 8  # damaged copies of each game's record that are loaded
Player = Callable[[State, int], tuple[str, str] | None]


class Case(msgspec.Struct, frozen=True):
    """One game to be played: all that decides it."""

    scenario: str
    ruleset: str
    seed: int


class Failure(msgspec.Struct, frozen=True):
    """A defect: which check found it, after how many actions, what it is, and the record that brings it about."""

    case: Case
    check: str
    actions: int
    message: str
    record: bytes


class Finding(msgspec.Struct, frozen=True):
    """What came of one case; ``digest`` is a checksum of the game as it was played."""

    case: Case
    actions: int
    winner: str
    phases: frozenset[str]
    kinds: frozenset[str]
    digest: int
    failure: Failure | None = None


def named(name: str) -> Ruleset:
    """Return the ruleset of that name, or a variant of one; ValueError says what is known.

    >>> named("classic+bombard_sea_move=False").bombard_sea_move
    False
    """
    base, *changes = name.split("+")
    values: dict[str, Any] = {"name": name}
    for change in changes:
        field, _, value = change.partition("=")
        known = {str(v): v for v in fields()[field][1]} if field in fields() else {}
        if value not in known:
            raise ValueError(f"there is no variant {change!r}; known are {', '.join(map(repr, variants()))}")
        values[field] = known[value]
    return msgspec.structs.replace(ruleset(base), **values) if changes else ruleset(base)


def variants() -> tuple[str, ...]:
    """Return the names of all rulesets, and of those that differ from the first in one field.

    >>> variants()[2:4]
    ('russian', 'revised+both_events_tiebreak=pretender')
    """
    return (*RULESETS, *(f"revised+{name}={v}" for name, (_, values) in fields().items() for v in values[1:]))


def start(game: str, scenario: str, *, ruleset: str = "revised") -> State:
    """Return the first state of a game as ``roses.start`` does, variants of rulesets included."""
    if game != GAME:
        raise ValueError(f"there is no game {game!r}; known is {GAME!r}")
    return begin(scenario, named(ruleset))


def cases(games: int, seed: int = 0, scenarios: Sequence[str] = (), rulesets: Sequence[str] = ()) -> Iterator[Case]:
    """Yield the cases of a run: scenarios and rulesets in turn, seeds counted from ``seed``.

    >>> [c.scenario for c in cases(4)]
    ['1460', '1470', '1483', '1460']
    """
    where, by = tuple(scenarios) or tuple(SCENARIOS), tuple(rulesets) or variants()
    for i in range(games):
        yield Case(where[i % len(where)], by[i // len(where) % len(by)], seed + i)


def fuzz(case: Case) -> Finding:
    """Play one random game under watch, then damage its record; whatever goes wrong is in ``failure``.

    >>> fuzz(Case("1483", "revised", 1)).failure is None
    True
    """
    finding, record = play(case, _random_player(case.seed))
    if finding.failure is None and (failure := survive(case, record)):
        return msgspec.structs.replace(finding, failure=failure)
    return finding


def again(text: bytes) -> Finding | None:
    """Play a record under watch, as ``fuzz`` writes them; None if it is refused in good order (RecordError).

    >>> again(b"{") is None
    True
    """
    case = Case("", "", 0)
    try:
        record = loads(text)
        case = Case(record.scenario, record.ruleset, record.seed or 0)
        start(record.game, record.scenario, ruleset=record.ruleset)
    except ValueError as error:
        return None if type(error) in (RecordError, ValueError) else _nothing(_judge(case, text))
    except Exception:
        return _nothing(_judge(case, text))
    finding, _ = play(case, _reading_player(record.entries))
    return msgspec.structs.replace(finding, failure=finding.failure or _judge(case, text))


def _reading_player(entries: Sequence[Entry]) -> Player:
    """A player who follows a record as far as it is legal."""

    def choose(state: State, index: int) -> tuple[str, str] | None:
        if index == len(entries):
            return None
        by, action = entries[index].by, entries[index].action
        legal = (by == CHANCE and state.phase is Phase.DEAL) or action in map(str, state.legal_actions(by))
        return (by, action) if legal else None

    return choose


def play(case: Case, player: Player) -> tuple[Finding, Record]:
    """Play a game under watch until it is over, the player stops, or something is wrong."""
    record = Record(GAME, case.scenario, (), ruleset=case.ruleset, seed=case.seed)
    entries: list[Entry] = []
    phases: set[str] = set()
    kinds: set[str] = set()
    failure, state = None, None
    try:
        state = start(GAME, case.scenario, ruleset=case.ruleset)
        watch = Watch(random.Random(f"watch {case.seed}"))
        while (choice := _choice(watch, state, player, len(entries))) is not None:
            entries.append(Entry(*choice))
            after = state.apply(choice[1])
            watch.step(state, choice[1], after)
            state = after
            phases.add(str(state.phase))
            kinds.update(e.kind for e in state.events)
    except Exception as error:  # an engine that breaks is what is looked for
        check = error.check if isinstance(error, Defect) else "exception"
        text = dumps(msgspec.structs.replace(record, entries=tuple(entries)))
        failure = Failure(case, check, len(entries), _said(error), text.encode())
    end = state.outcome if state else None
    record = closed(msgspec.structs.replace(record, entries=tuple(entries)), end)
    digest = zlib.crc32(dumps(record).encode())
    winner = end.winner if end else ""
    return Finding(case, len(entries), winner, frozenset(phases), frozenset(kinds), digest, failure), record


def _choice(watch: Watch, state: State, player: Player, index: int) -> tuple[str, str] | None:
    watch.look(state)
    return player(state, index) if state.active else None


def survive(case: Case, record: Record) -> Failure | None:
    """Save and load the record, whole and damaged: it must come back, or be refused by a RecordError."""
    text = dumps(record).encode()
    rng = random.Random(f"damage {case.seed}")
    if loads(text) != record:
        return Failure(case, "record", len(record.entries), "the record does not come back from its text", text)
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
    """Load a text, and play it if it loads; RecordError is the only error that may come of it."""
    record = None
    try:
        record = loads(text)
        if replay:
            Replay(record, start)
    except RecordError:
        return None
    except Exception as error:
        what = "while it was played" if record else "while it was loaded"
        return Failure(case, "record", 0, f"a damaged record gave {_said(error)} {what}", text)
    return None


def _random_player(seed: int) -> Player:
    """A player without a plan; how eager it is to do something rather than nothing changes with the seed."""
    rng = random.Random(seed)
    eager = rng.choice((0.0, 0.7, 0.9, 0.98))

    def choose(state: State, _: int) -> tuple[str, str]:
        if state.active == (CHANCE,):
            return CHANCE, str(state.sample(rng))
        side = rng.choice(state.active)
        actions: Sequence[Action] = state.legal_actions(side)
        if rng.random() < eager:
            actions = [a for a in actions if not isinstance(a, Done | Decline | Pass)] or actions
        return side, str(rng.choice(actions))

    return choose


def _nothing(failure: Failure | None) -> Finding:
    case = failure.case if failure else Case("", "", 0)
    return Finding(case, 0, "", frozenset(), frozenset(), 0, failure)


def _said(error: Exception) -> str:
    """Return the error in one line, with the place where it arose unless it is a finding of the watch."""
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
    """Return the figures of a run; all of them follow from its cases.

    >>> summary([fuzz(Case("1483", "revised", 1))])["games"]
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
