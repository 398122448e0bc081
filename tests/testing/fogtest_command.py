"""``python -m tests.testing fogtest``: looks for anything that tells a side at the table what it may not know."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tests.testing.commands import positive

if TYPE_CHECKING:
    from tests.testing.fogtest import Finding


def main(argv: Sequence[str]) -> int:
    """Run ``fogtest ...`` and return the exit code: 1 if a difference was found."""
    options = _parser().parse_args(argv[1:])
    try:
        return _run(options)
    except ValueError as error:
        raise SystemExit(f"roses: {error}.") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.testing fogtest",
        description="Hold against each other pairs of games in which a side knows the same and the truth is not.",
        allow_abbrev=False,
    )
    parser.add_argument("--game", action="append", default=[], help="only this one (may be repeated; default: all)")
    parser.add_argument(
        "--games", type=positive, default=50, metavar="N", help="random games of each, with 20 pairs (50)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first game (0); each has its own")
    parser.add_argument("--bots", help="bots whose choice is compared, such as page,squire (all)")
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes (1)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    return parser


def _run(options: argparse.Namespace) -> int:
    from tqdm import tqdm

    from roses.bots.play import BOTS
    from roses.engine.games import names
    from tests.testing import fogtest, fuzz
    from tests.testing.page import content

    bots = options.bots.split(",") if options.bots else list(BOTS)
    if unknown := [bot for bot in bots if bot not in BOTS]:
        raise ValueError(f"there is no bot {unknown[0]!r}; choose from {', '.join(BOTS)}")
    todo = [case for game in options.game or names() for case in fuzz.cases(options.games, options.seed, [game])]
    begun, more = perf_counter(), {"page": content}
    running = fogtest.run(todo, bots, more, options.jobs)
    findings = list(tqdm(running, total=len(todo), unit="game", disable=None, leave=False))
    figures = fogtest.summary(findings, bots, more) | {"seconds": round(perf_counter() - begun, 2)}
    _print(figures, findings, as_json=options.json)
    return 1 if figures["differences"] else 0


def _print(figures: dict[str, Any], findings: Sequence[Finding], *, as_json: bool) -> None:
    import msgspec

    leaks = [msgspec.to_builtins(leak) for finding in findings for leak in finding.leaks]
    if as_json:
        print(json.dumps(figures | {"found": leaks}, indent=1))
        return
    print(f"{figures['games']} games, {figures['pairs']} pairs, {figures['seconds']} s")
    for leak in leaks:
        print(f"LEAK to {leak['side']} by {leak['surface']} in {leak['case']} after {leak['at']} actions:")
        print(f"        {leak['here']}\n        {leak['there']}")
    print(f"{len(leaks)} differences." if leaks else "No difference.")
