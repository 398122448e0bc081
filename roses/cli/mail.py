"""``roses mail``: games by mail, whose umpire holds all of the game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roses.engine.errors import RecordError, RuleError, SaveError
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from roses.engine.mail.player import LetterPlayer
    from roses.engine.mail.umpire import Umpire

_HELP = N_(
    "  roses mail new UMPIRE.json --game richard-iii --scenario 1483     begins it, and writes a letter to each side\n"
    "  roses mail play LETTER.json             shows what a side sees and may choose\n"
    "  roses mail play LETTER.json 3 done      plays the third choice, then 'done', and writes the orders\n"
    "  roses mail take UMPIRE.json ORDERS...   plays the orders, and writes the next letters\n"
    "  roses mail play LAST.json --after FIRST.json     after the end: did the umpire keep to his seed?\n\n"
    "Files that are stale, were changed, or belong to another game are named and refused. The umpire sees all.\n"
    "Nothing is encrypted or signed: who reads another's mail can read it, and could write in his name. A player\n"
    "who stops answering when he sees what is coming cannot be made to go on.\n"
)


def main(argv: Sequence[str]) -> int:
    """Run ``mail ...`` and return the exit code; SystemExit with one sentence for what cannot be done."""
    options = _parser().parse_intermixed_args(argv[1:])
    try:
        {"new": _new, "play": _play, "take": _take}[options.work](options)
    except (RecordError, RuleError, SaveError, ValueError) as error:
        raise SystemExit(_("roses: {error}.").format(error=str(error).rstrip("."))) from error
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses mail",
        description=_("Play by mail, by files that hold what their reader may know. An umpire holds all of the game."),
        epilog=_(_HELP),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("work", choices=("new", "play", "take"), help=_("what to do"))
    parser.add_argument("file", type=Path, help=_("the umpire's file, or a letter"))
    parser.add_argument("more", nargs="*", help=_("orders, or choices: their numbers or notation"))
    parser.add_argument("--game", default="richard-iii", help=_("the game to play (richard-iii)"))
    parser.add_argument("--scenario", help=_("the scenario to play (by default the first)"))
    parser.add_argument("--ruleset", help=_("the ruleset (by default the first)"))
    parser.add_argument("--players", type=int, metavar="N", help=_("how many players, in a game for several"))
    parser.add_argument("--seed", type=int, metavar="S", help=_("a number for the dice, no secret (drawn)"))
    parser.add_argument("--after", type=Path, metavar="LETTER", help=_("an earlier letter that this one must continue"))
    parser.add_argument("--undo", action="store_true", help=_("first take back the last order to the umpire"))
    return parser


def _new(options: argparse.Namespace) -> None:
    from roses.engine.games import start
    from roses.engine.mail.umpire import Umpire

    players = {} if options.players is None else {"players": options.players}
    further = {"ruleset": options.ruleset, "seed": options.seed, **players}
    _write(Umpire.new(start, options.file, options.game, options.scenario, **further))


def _play(options: argparse.Namespace) -> None:
    """Play choices on from a letter; without choices, show them."""
    from roses.engine.mail.player import LetterPlayer

    player = LetterPlayer(options.file, options.after)
    if options.undo:
        player.seat.undo()
    for text in options.more:
        player.seat.play(_choice(text, player.seat.options))
    _show(player)


def _take(options: argparse.Namespace) -> None:
    """Take orders in, and write the letters that follow from them."""
    from roses.engine.games import start
    from roses.engine.mail.umpire import Umpire

    umpire = Umpire.open(start, options.file)
    for orders in options.more:
        print(umpire.take(orders))
    _write(umpire)
    print(
        _("Orders are wanted from: {sides}.").format(sides=", ".join(umpire.waits_for) or _("nobody, the game is over"))
    )


def _choice(text: str, options: Sequence[Any]) -> Any:
    """Return the choice with a number of the list, or the notation itself."""
    number = int(text) if text.isdecimal() else 0
    return options[number - 1] if 0 < number <= len(options) else text


def _write(umpire: Umpire) -> None:
    for path in umpire.write():
        print(_("Written: {path}").format(path=path))


def _show(player: LetterPlayer) -> None:
    for event in player.seat.events()[-12:]:
        print(event)
    print(player.seat.prompt)
    if player.remark:
        print(player.remark)
    for number, action in enumerate(player.seat.options, 1):
        print(f"{number:3}  {action}")
    if player.orders.actions:
        orders = ", ".join(player.orders.actions)
        print(_("Orders in {path}: {orders}").format(path=player.orders_path, orders=orders))
