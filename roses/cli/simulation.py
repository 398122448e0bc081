"""``roses simulate``: lets bots play a scenario many times; prints each side's share of the wins, or all rows."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from roses.table import Table


def main(argv: Sequence[str]) -> int:
    """Run ``simulate ...`` and return the exit code; SystemExit with one sentence for what cannot be played."""
    parser = argparse.ArgumentParser(
        prog="roses simulate",
        description="Let bots play a scenario many times; the same command gives the same games.",
        epilog="roses simulate --scenario 1483 --seats knight --games 400 --jobs 2       what each side is worth\n"
        "roses simulate --scenario 1483 --seats York=squire,Lancaster=page --swap     which bot is stronger",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--game", default="richard-iii", help="the game to play (richard-iii)")
    parser.add_argument("--scenario", help="the scenario to play (by default the first)")
    parser.add_argument("--ruleset", help="the ruleset, or a variant of one (by default the first)")
    parser.add_argument("--players", type=int, metavar="N", help="how many players, in a game for several")
    parser.add_argument(
        "--seats",
        default="squire",
        metavar="BOTS",
        help="a bot for all sides, or York=squire,Lancaster=duke:50; bots: page, squire, knight, knight:bold, duke:50",
    )
    parser.add_argument(
        "--swap", action="store_true", help="play the games again with other seats, until each bot has had each side"
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help="how many games of each seating (100)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="another seed plays other games (1)")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="how many processes play (1)")
    parser.add_argument("--rows", default="games", help="one row for each: games, turns, battles, blocks, luck (games)")
    parser.add_argument("--keep", metavar="FILE", help="a Parquet file from which an interrupted run goes on")
    parser.add_argument(
        "--json", action="store_true", help="print the study and all rows as JSON; with --swap a list, one a seating"
    )
    options = parser.parse_args(argv[1:])

    from roses.lab.runs.simulation import simulate
    from roses.lab.runs.study import study

    setup = {"ruleset": options.ruleset, "seed": options.seed}
    if options.players:
        setup["players"] = options.players
    run = {"n": options.games, "jobs": options.jobs, "rows": options.rows, "keep": options.keep}
    try:
        if options.swap and options.keep:
            raise ValueError("a file keeps the games of one seating; leave out --swap or --keep")
        first = study(options.game, options.scenario, seats(options.seats), **setup)
        seatings = [first.seats]
        if options.swap:  # each bot has each side once; equal seatings are played once
            bots = tuple(first.seats.values())
            orders = dict.fromkeys(bots[i:] + bots[:i] for i in range(len(bots)))
            seatings = [dict(zip(first.seats, names, strict=True)) for names in orders]
        with warnings.catch_warnings(record=True) as caught:
            tables = [simulate(options.game, options.scenario, seats=bots, **run, **setup) for bots in seatings]
    except (ValueError, ImportError, OSError) as error:
        raise SystemExit(f"roses: {error}.") from error
    except KeyboardInterrupt:
        if options.keep:
            raise SystemExit(
                f"roses: interrupted; the games so far are in {options.keep}, and the same command goes on from there."
            ) from None
        raise SystemExit("roses: interrupted; no game was kept, because --keep named no file.") from None
    if options.json:
        import msgspec

        studies = [{"study": table.attrs, "rows": table.to_dict("records")} for table in tables]
        print(msgspec.json.encode(studies if options.swap else studies[0]).decode())
    else:
        print(_report(tables, options.games))
    for warning in caught:  # games that could not be kept
        print(f"roses: {warning.message}.", file=sys.stderr)
    return 1 if caught else 0


def seats(text: str) -> str | dict[str, str]:
    """Return one bot, or a bot for each side; ValueError for a text that is neither.

    >>> seats("York=squire,Lancaster=page")
    {'York': 'squire', 'Lancaster': 'page'}
    """
    if "=" not in text:
        return text
    pairs = [part.partition("=") for part in text.split(",")]
    for pair in pairs:
        if not (pair[0].strip() and pair[2].strip()):
            raise ValueError(
                f"{''.join(pair)!r} does not name a side and its bot; write the seats as York=squire,Lancaster=page"
            )
    return {side.strip(): bot.strip() for side, _equals, bot in pairs}


def _report(tables: Sequence[Table], games: int) -> str:
    """Return the shares of the wins with their intervals; if the rows are not games, the tables as text.

    After several seatings, the share of each bot on all sides follows. Its interval counts a game once, even if the bot
    had several sides in it.
    """
    from roses.lab.intervals import wilson

    if tables[0].attrs["rows"] != "games":
        return "\n\n".join(str(table.to_string(index=False)) for table in tables)

    def line(who: str, share: float, games: int) -> str:
        low, high = wilson(share, games)
        return f"{who}: {share:.1%} of {games} games ({low:.1%} to {high:.1%})"

    lines = []
    shares: dict[str, list[float]] = {}  # by bot
    for table in tables:
        for side, bot in table.attrs["seats"].items():
            share = float(table[f"share_{side}"].mean())
            lines.append(line(f"{bot} as {side}", share, games))
            shares.setdefault(bot, []).append(share)
    if len(tables) > 1:
        lines += [line(f"{bot} on all sides", fmean(parts), games * len(tables)) for bot, parts in shares.items()]
    return "\n".join(lines)
