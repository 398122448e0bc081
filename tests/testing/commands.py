"""``python -m tests.testing fuzz`` and ``bench``: random games, for defects or speed."""

from __future__ import annotations

import argparse
import json
import os
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.testing.fuzz import Case, Failure, Finding


def main(argv: Sequence[str]) -> int:
    """Run ``fuzz ...`` or ``bench ...`` and return the exit code: 1 if a defect was found."""
    options = _parser().parse_args(argv)
    try:
        code: int = options.run(options)
    except ValueError as error:
        raise SystemExit(f"roses: {error}.") from error
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.testing", allow_abbrev=False)
    tools = parser.add_subparsers(required=True)
    fuzz = tools.add_parser("fuzz", help="play random games and look for defects", allow_abbrev=False)
    fuzz.set_defaults(run=_fuzz)
    fuzz.add_argument("--games", type=positive, default=300, metavar="N", help="how many games (300)")
    fuzz.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first game (0); each has its own")
    fuzz.add_argument("--game", action="append", default=[], help="only this one (may be repeated; default: all)")
    fuzz.add_argument("--scenario", action="append", default=[], help="only this one of that --game (may be repeated)")
    fuzz.add_argument("--ruleset", action="append", default=[], help="only this one, also classic+FIELD=VALUE")
    fuzz.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of that --game")
    fuzz.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="J", help="processes (one a core)")
    fuzz.add_argument("--json", action="store_true", help="print the figures as JSON")
    fuzz.add_argument("--replay", metavar="FILE", help="play a record again under the same watch, and nothing else")
    bench = tools.add_parser("bench", help="measure the speed of the engine", allow_abbrev=False)
    bench.set_defaults(run=_bench)
    bench.add_argument("--seconds", type=_seconds, default=5.0, metavar="S", help="how long to measure (5)")
    bench.add_argument("--game", default="richard-iii", help="the game to play (richard-iii)")
    bench.add_argument("--scenario", help="the scenario to play (by default the first)")
    bench.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    bench.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser


def positive(text: str) -> int:
    """Return a whole number from 1 on, the type of an argument; argparse tells what is none.

    >>> positive("3")
    3
    """
    if (number := int(text)) < 1:
        raise argparse.ArgumentTypeError(f"{text} is less than 1")
    return number


def _seconds(text: str) -> float:
    if not 0 < (number := float(text)) < 1e6:
        raise argparse.ArgumentTypeError(f"{text} is no length of time in seconds")
    return number


def _fuzz(options: argparse.Namespace) -> int:
    from tqdm import tqdm

    from tests.testing import fuzz

    if options.replay:
        return _replay(options.replay)
    if (options.scenario or options.ruleset or options.option) and len(options.game) != 1:
        raise ValueError("name with --game the one game whose scenario, ruleset or option this is")
    result = _values(options.option)
    todo = list(fuzz.cases(options.games, options.seed, options.game, options.scenario, options.ruleset, result))
    for case in {str([c.game, c.scenario, c.ruleset, c.options]): c for c in todo}.values():
        fuzz.begin(case)  # its message names the known values
    begun = perf_counter()
    findings = list(tqdm(fuzz.run(todo, options.jobs), total=len(todo), unit="game", disable=None, leave=False))
    figures = fuzz.summary(findings) | {"seconds": round(perf_counter() - begun, 2)}
    results = [_kept(failure) for failure in _failures(findings)]
    if options.json:
        print(json.dumps(figures | {"found": results}, indent=1))
    else:
        _print_figures(figures, results)
    return 1 if results else 0


def _failures(findings: Iterable[Finding]) -> list[Failure]:
    return [finding.failure for finding in findings if finding.failure]


def _kept(failure: Failure) -> dict[str, Any]:
    """Write the record of a failure into the working directory and return its fields for the report."""
    from roses.engine.files import write

    file = Path(f"fuzz-{failure.case.seed}.json")
    try:
        write(file, failure.record)
    except OSError as error:
        raise SystemExit(f"roses: {file} cannot be written: {error.strerror}.") from error
    return {
        "check": failure.check,
        "message": failure.message,
        "actions": failure.actions,
        "file": str(file),
        "replay": f"python -m tests.testing fuzz --replay {file}",
        "play": _line(failure.case),
    }


def _line(case: Case) -> str:
    results = [f"--option={name}={json.dumps(value)}" for name, value in case.options.items()]
    names = ["--game", case.game, "--scenario", case.scenario, "--ruleset", case.ruleset]
    command = ["python", "-m", "tests.testing", "fuzz", "--games", "1", "--seed", str(case.seed)]
    return shlex.join([*command, *names, *results])


def _values(texts: Sequence[str]) -> dict[str, Any]:
    """Read NAME=VALUE, the value as JSON if it is that, else as text."""
    results: dict[str, Any] = {}
    for name, _, value in (text.partition("=") for text in texts):
        try:
            results[name] = json.loads(value)
        except ValueError:
            results[name] = value
    return results


def _print_figures(figures: dict[str, Any], item: Sequence[dict[str, Any]]) -> None:
    print(
        f"{figures['games']} games, {figures['actions']} actions (longest game {figures['longest']}),"
        f" {figures['rulesets']} rulesets, {figures['seconds']} s, digest {figures['digest']:08x}"
    )
    print(f"won: {', '.join(f'{who} {n}' for who, n in figures['winners'].items())}")
    print(f"met: {len(figures['phases'])} phases, {len(figures['events'])} kinds of events")
    for failure in item:
        print(f"DEFECT ({failure['check']}) after {failure['actions']} actions: {failure['message']}")
        print(f"        to see it again, type: {failure['replay']}\n        or:   {failure['play']}")
    print(f"{len(item)} defects." if item else "No defect.")


def _replay(file: str) -> int:
    from tests.testing.fuzz import again

    try:
        text = Path(file).read_bytes()
    except OSError as error:
        raise SystemExit(f"roses: {file} cannot be read: {error.strerror}.") from error
    finding = again(text)
    if finding is None:
        print(f"{file} is refused in good order; type: roses record check {file}")
    elif finding.failure:
        failure = finding.failure
        print(f"DEFECT ({failure.check}) after {failure.actions} actions: {failure.message}")
        return 1
    else:
        print(f"{file}: {finding.actions} actions played, no defect.")
    return 0


def _bench(options: argparse.Namespace) -> int:
    from tests.testing.bench import bench

    figures = bench(options.seconds, options.game, options.scenario, **_values(options.option))
    if options.json:
        print(json.dumps(figures, indent=1))
        return 0
    text = "".join(f", {name} {value}" for name, value in figures["options"].items())
    print(
        f"random games of {figures['game']}, {figures['scenario']} ({figures['ruleset']}{text}), seed {figures['seed']}"
    )
    for label, name in (("apply, checked", ""), ("apply_unchecked", "_unchecked")):
        rates = figures[f"games_per_second{name}"], figures[f"actions_per_second{name}"]
        print(f"{label:18}{rates[0]:9.1f} games/s {rates[1]:9.0f} actions/s  ({figures[f'games{name}']} games)")
    for call in ("legal_actions", "apply", "view"):
        print(f"{call:18}{figures[f'{call}_us']:9.1f} µs")
    print(f"a state           {figures['bytes_per_state']:9.0f} bytes")
    return 0
