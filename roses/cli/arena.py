"""``roses arena``: lets bots play whole games against each other, and prints their shares of the wins."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from roses.bots.arena import Result


def main(argv: Sequence[str]) -> int:
    """Run ``arena ...`` and return the exit code; SystemExit with one sentence for what cannot be played."""
    import msgspec

    from roses.bots.arena import Arena

    options = _parser().parse_args(argv[1:])
    try:
        further = {"players": options.players} if options.players else {}
        if options.minutes is not None:
            further["minutes"] = options.minutes
        arena = Arena(options.game, options.scenario, options.games, swap=options.swap, **further)
        result = arena.run([name.strip() for name in options.seats.split(",")], options.seed)
    except ValueError as error:
        raise SystemExit(_("roses: {error}.").format(error=error)) from error
    except KeyboardInterrupt:
        raise SystemExit(_("roses: interrupted before every pair had played a game.")) from None
    print(msgspec.json.format(msgspec.json.encode(result)).decode() if options.json else _table(result))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses arena",
        description=_("Let bots play whole games against each other, each from the seat of its side."),
        allow_abbrev=False,
    )
    parser.add_argument("--game", default="richard-iii", help=_("the game to play (richard-iii)"))
    parser.add_argument("--scenario", help=_("the scenario to play (by default the first)"))
    parser.add_argument("--players", type=int, metavar="N", help=_("how many players, in a game for several"))
    parser.add_argument(
        "--seats",
        default="squire,page",
        metavar="BOT,BOT",
        help=_("two or more of: page, squire, knight, duke, duke:50 (squire,page)"),
    )
    parser.add_argument("--games", type=int, default=100, metavar="N", help=_("games of each pairing (100)"))
    parser.add_argument("--minutes", type=float, metavar="M", help=_("after so many begin no more; Ctrl+C does so too"))
    parser.add_argument("--swap", action="store_true", help=_("each bot plays each side"))
    parser.add_argument("--seed", type=int, default=0, metavar="S", help=_("another seed plays other games (0)"))
    parser.add_argument("--json", action="store_true", help=_("print the figures as JSON"))
    return parser


def _table(result: Result) -> str:
    """Return the result in lines: pairings with their intervals, then ratings and times."""
    import msgspec

    won = _("{a} as {side} against {b}: {share:.1%} of {games} games ({low:.1%} to {high:.1%}); random play {base:.1%}")
    lines = [
        won.format(a=p.a, b=p.b, side=p.side_a, games=p.games, share=p.share, low=p.low, high=p.high, base=p.baseline)
        for p in result.pairs
    ]
    both = _("{a} against {b} on all sides: {share:.1%} of {games} games ({low:.1%} to {high:.1%})")
    lines += [both.format(**msgspec.structs.asdict(meeting)) for meeting in result.swapped]
    told = _("{bot}: Elo {elo:+.0f}, 95 of 100 decisions within {ms} ms of processor time")
    return "\n".join([*lines, *(told.format(bot=bot, elo=elo, ms=result.ms[bot]) for bot, elo in result.elo.items())])
