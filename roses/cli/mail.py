"""``roses mail``: games by mail, with an umpire who holds the whole game."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from roses.engine.errors import RecordError, RuleError, SaveError

_EPILOG = """\
  roses mail new UMPIRE.json --game richard-iii --scenario 1483     begins a game, and writes a letter to each side
  roses mail play LETTER.json             shows what a side sees and may choose
  roses mail play LETTER.json 3 done      plays the third choice, then 'done', and writes the orders
  roses mail take UMPIRE.json ORDERS...   plays the orders, and writes the next letters
  roses mail play LAST.json --after FIRST.json     after the end: checks that the umpire kept to his seed

Files that are out of date, were changed, or belong to another game are named and refused. The umpire sees all.
Nothing is encrypted or signed: somebody who gets a player's mail can read it and answer in his name. Nothing can
make a player go on who stops answering when he sees what is coming.
"""


def main(argv: Sequence[str]) -> int:
    """Run ``mail ...`` and return the exit code; SystemExit with one sentence for what cannot be done."""
    parser = argparse.ArgumentParser(
        prog="roses mail",
        description="Play by mail, with files that hold what their reader may know. An umpire holds the whole game.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("work", choices=("new", "play", "take"), help="what to do")
    parser.add_argument("file", type=Path, help="the umpire's file, or a letter")
    parser.add_argument("more", nargs="*", help="files of orders; or choices, by number or notation")
    parser.add_argument("--game", default="richard-iii", help="the game to play (richard-iii)")
    parser.add_argument("--scenario", help="the scenario to play (by default the first)")
    parser.add_argument("--ruleset", help="the ruleset (by default the first)")
    parser.add_argument("--players", type=int, metavar="N", help="how many players, in a game for several")
    parser.add_argument("--seed", type=int, metavar="S", help="the seed of the dice, not secret (drawn by lot)")
    parser.add_argument("--after", type=Path, metavar="LETTER", help="an earlier letter that this one must continue")
    parser.add_argument("--undo", action="store_true", help="first take back the last order to the umpire")
    options = parser.parse_intermixed_args(argv[1:])
    try:
        {"new": _new, "play": _play, "take": _take}[options.work](options)
    except (RecordError, RuleError, SaveError, ValueError) as error:
        raise SystemExit(f"roses: {str(error).rstrip('.')}.") from error
    return 0


def _new(options: argparse.Namespace) -> None:
    """Begin a game, and write the umpire's file and the first letters."""
    from roses.engine.games import start
    from roses.engine.mail import Umpire

    players = {} if options.players is None else {"players": options.players}
    more = {"ruleset": options.ruleset, "seed": options.seed, **players}
    for path in Umpire.new(start, options.file, options.game, options.scenario, **more).write():
        print(f"Written: {path}")


def _play(options: argparse.Namespace) -> None:
    """Play choices on from a letter, by notation or by their number in the list; show what comes next."""
    from roses.engine.mail import LetterPlayer

    player = LetterPlayer(options.file, options.after)
    seat = player.seat
    if options.undo:
        seat.undo()
    for text in options.more:
        number = int(text) if text.isdecimal() else 0
        seat.play(seat.options[number - 1] if 0 < number <= len(seat.options) else text)
    for event in seat.events()[-12:]:
        print(event)
    print(seat.prompt)
    if player.remark:
        print(player.remark)
    for number, action in enumerate(seat.options, 1):
        print(f"{number:3}  {action}")
    if player.orders.actions:
        print(f"Orders in {player.orders_path}: {', '.join(player.orders.actions)}")


def _take(options: argparse.Namespace) -> None:
    """Play orders, and write the letters that follow from them."""
    from roses.engine.games import start
    from roses.engine.mail import Umpire

    umpire = Umpire.open(start, options.file)
    for orders in options.more:
        print(umpire.take(orders))
    for path in umpire.write():
        print(f"Written: {path}")
    print(f"Orders are wanted from: {', '.join(umpire.waits_for) or 'nobody, the game is over'}.")
