"""``roses simulate``: bots play a scenario many times; prints the shares of the wins, or every row as JSON."""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Sequence
from typing import TYPE_CHECKING

from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from roses.table import Table


def main(argv: Sequence[str]) -> int:
    """Run ``simulate ...`` and return the exit code; SystemExit with one sentence for what cannot be played."""
    from roses.lab.runs.simulating import simulate

    options = _parser().parse_args(argv[1:])
    try:
        further = {"players": options.players} if options.players else {}
        told = {name: getattr(options, name) for name in ("ruleset", "seed", "jobs", "rows", "keep")}
        bots = seats(options.seats)
        with warnings.catch_warnings(record=True) as warned:
            table = simulate(options.game, options.scenario, n=options.games, seats=bots, **told, **further)
    except (ValueError, ImportError, OSError) as error:
        raise SystemExit(_("roses: {error}.").format(error=error)) from error
    except KeyboardInterrupt:
        goes_on = _("roses: interrupted; the games so far are in {file}, and the same command goes on from there.")
        lost = _("roses: interrupted; nothing was kept, because no file was named with --keep.")
        raise SystemExit(goes_on.format(file=options.keep) if options.keep else lost) from None
    print(_json(table) if options.json else _lines(table, options.games))
    for warning in warned:  # what could not be kept
        print(_("roses: {error}.").format(error=warning.message), file=sys.stderr)
    return 1 if warned else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses simulate",
        description=_("Let bots play a scenario many times; the same command gives the same games."),
        allow_abbrev=False,
    )
    parser.add_argument("--game", default="richard-iii", help=_("the game to play (richard-iii)"))
    parser.add_argument("--scenario", help=_("the scenario to play (by default the first)"))
    parser.add_argument("--ruleset", help=_("the ruleset, or a variant of one (by default the first)"))
    parser.add_argument("--players", type=int, metavar="N", help=_("how many players, in a game for several"))
    parser.add_argument(
        "--seats",
        default="squire",
        metavar="BOTS",
        help=_("a bot for all sides, or York=squire,Lancaster=duke:50 (squire)"),
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help=_("how many games (100)"))
    parser.add_argument("--seed", type=int, default=1, metavar="S", help=_("another seed plays other games (1)"))
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help=_("how many processes play (1)"))
    parser.add_argument(
        "--rows", default="games", help=_("one row each of: games, turns, battles, blocks, luck (games)")
    )
    parser.add_argument("--keep", metavar="FILE", help=_("a Parquet file from which an interrupted run goes on"))
    parser.add_argument("--json", action="store_true", help=_("print the study and all rows as JSON"))
    return parser


def seats(text: str) -> str | dict[str, str]:
    """Return one bot, or a bot for each side; ValueError for a text that is neither.

    >>> seats("York=squire,Lancaster=page")
    {'York': 'squire', 'Lancaster': 'page'}
    """
    if "=" not in text:
        return text
    pairs = [part.partition("=") for part in text.split(",")]
    if wrong := next((part for part in pairs if not (part[0].strip() and part[2].strip())), None):
        said = _("the seats are written as York=squire,Lancaster=page, and {part} is no side with a bot")
        raise ValueError(said.format(part=repr("".join(wrong))))
    return {side.strip(): bot.strip() for side, _equals, bot in pairs}


def _json(table: Table) -> str:
    import msgspec

    return msgspec.json.encode({"study": table.attrs, "rows": table.to_dict("records")}).decode()


def _lines(table: Table, games: int) -> str:
    """Return the shares of the wins with their intervals; of other rows than games the table itself."""
    from roses.bots.arena import wilson

    if table.attrs["rows"] != "games":
        return str(table.to_string(index=False))
    won = _("{bot} as {side}: {share:.1%} of {games} games ({low:.1%} to {high:.1%})")
    shares = {side: float(table[f"share_{side}"].mean()) for side in table.attrs["seats"]}
    return "\n".join(
        won.format(bot=table.attrs["seats"][side], side=side, share=share, games=games, low=low, high=high)
        for side, share in shares.items()
        for low, high in [wilson(share, games)]
    )
