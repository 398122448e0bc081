"""``roses mail``: games by mail, with an umpire or without one."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from roses.engine.errors import RecordError, RuleError, SaveError
from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _

if TYPE_CHECKING:
    from roses.engine.mail.peer import Peer
    from roses.engine.mail.player import LetterPlayer

_HELP = N_(
    "With an umpire, who holds the whole game and sees all:\n"
    "  roses mail new UMPIRE.json --game richard-iii --scenario 1483     begins it, and writes a letter to each side\n"
    "  roses mail play LETTER.json             shows what a side sees and may choose\n"
    "  roses mail play LETTER.json 3 done      plays the third choice, then 'done', and writes the orders\n"
    "  roses mail take UMPIRE.json ORDERS...   plays the orders, and writes the next letters\n\n"
    "Without an umpire, each player with a file of his own, sending the others his post:\n"
    "  roses mail begin BLUE.json --game lancaster --players 3 --side Blue\n"
    "  roses mail join GREEN.json BLUE-post.json --side Green\n"
    "  roses mail play GREEN.json ...          and: roses mail take GREEN.json POST...\n\n"
    "Files that are stale, were changed, or belong to another game are named and refused. Nothing is encrypted or\n"
    "signed: who reads another's mail can read it, and could write in his name. A player who stops answering when he\n"
    "sees what is coming cannot be made to go on.\n"
)


def main(argv: Sequence[str]) -> int:
    """Run ``mail ...`` and return the exit code; SystemExit with one sentence for what cannot be done."""
    options = _parser().parse_intermixed_args(argv[1:])
    work = {"new": _new, "begin": _begin, "join": _join, "play": _play, "take": _take}[options.work]
    try:
        work(options)
    except (RecordError, RuleError, SaveError, ValueError) as error:
        raise SystemExit(_("roses: {error}.").format(error=str(error).rstrip("."))) from error
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="roses mail",
        description=_("Play by mail, by files that hold what their reader may know."),
        epilog=_(_HELP),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("work", choices=("new", "begin", "join", "play", "take"), help=_("what to do"))
    parser.add_argument("file", type=Path, help=_("the umpire's file, a letter, or a player's own file"))
    parser.add_argument("more", nargs="*", help=_("orders, posts of others, or choices: their numbers or notation"))
    parser.add_argument("--game", default="richard-iii", help=_("the game to play (richard-iii)"))
    parser.add_argument("--scenario", help=_("the scenario to play (by default the first)"))
    parser.add_argument("--ruleset", help=_("the ruleset (by default the first)"))
    parser.add_argument("--players", type=int, metavar="N", help=_("how many players, in a game for several"))
    parser.add_argument("--seed", type=int, metavar="S", help=_("the umpire's dice (by default drawn)"))
    parser.add_argument("--side", default="", help=_("the side of a player"))
    parser.add_argument("--open", action="store_true", help=_("all agree that hands and blocks lie open in the files"))
    parser.add_argument("--after", type=Path, metavar="LETTER", help=_("the letter that this one must continue"))
    parser.add_argument("--undo", action="store_true", help=_("first take back the last order to the umpire"))
    return parser


def _further(options: argparse.Namespace) -> dict[str, Any]:
    """Return the options of a game that were given."""
    given = {"ruleset": options.ruleset, "players": options.players}
    return {name: value for name, value in given.items() if value is not None}


def _new(options: argparse.Namespace) -> None:
    from roses.engine.games import start
    from roses.engine.mail.umpire import Umpire

    umpire = Umpire.new(start, options.file, options.game, options.scenario, seed=options.seed, **_further(options))
    _written(umpire.write())


def _begin(options: argparse.Namespace) -> None:
    from roses.engine.mail.peer import Peer

    further = _further(options)
    peer = Peer.begin(options.file, options.game, options.side, options.scenario, lies_open=options.open, **further)
    _written([peer.post_path])


def _join(options: argparse.Namespace) -> None:
    from roses.engine.mail.peer import Peer

    if len(options.more) != 1:
        raise ValueError(_("to join a game, name your new file and the post of one player, as in: roses mail join "
                           "GREEN.json BLUE-post.json --side Green"))  # fmt: skip
    _written([Peer.join(options.file, options.more[0], options.side).post_path])


def _play(options: argparse.Namespace) -> None:
    """Play choices on from a letter, or in a player's own file; without choices, show them."""
    if _is(options.file, "player"):
        from roses.engine.mail.peer import Peer

        peer = Peer(options.file)
        for text in options.more:
            peer.play(_chosen(text, peer.ledger.state.legal_actions(peer.side) if peer.to_choose else ()))
        return _show_peer(peer)
    from roses.engine.mail.player import LetterPlayer

    player = LetterPlayer(options.file, options.after)
    if options.undo:
        player.seat.undo()
    for text in options.more:
        player.seat.play(_chosen(text, player.seat.options))
    _show_player(player)


def _take(options: argparse.Namespace) -> None:
    """Take orders or posts in, and write what follows from them; a stale post is named and passed over."""
    from roses.engine.mail.mail_file import StaleError

    if _is(options.file, "player"):
        from roses.engine.mail.peer import Peer

        peer = Peer(options.file)
        for post in options.more:
            try:
                peer.take(post)
            except StaleError as error:
                print(_("{file}: {reason}.").format(file=post, reason=error))
        return _show_peer(peer)
    from roses.engine.games import start
    from roses.engine.mail.umpire import Umpire

    umpire = Umpire.open(start, options.file)
    for orders in options.more:
        print(umpire.take(orders))
    _written(umpire.write())
    print(
        _("Orders are wanted from: {sides}.").format(sides=", ".join(umpire.waits_for) or _("nobody, the game is over"))
    )


def _is(path: Path, kind: str) -> bool:
    from roses.engine.mail.mail_file import kind_of

    return kind_of(path) == kind


def _chosen(text: str, options: Sequence[Any]) -> Any:
    """Return the choice with a number of the list, or the notation itself."""
    number = int(text) if text.isdecimal() else 0
    return options[number - 1] if 0 < number <= len(options) else text


def _written(paths: Sequence[Path]) -> None:
    for path in paths:
        print(_("Written: {path}").format(path=path))


def _show_player(player: LetterPlayer) -> None:
    for event in player.seat.events()[-12:]:
        print(event)
    print(player.seat.prompt)
    _list(player.seat.options)
    if player.orders.actions:
        orders = ", ".join(player.orders.actions)
        print(_("Orders in {path}: {orders}").format(path=player.orders_path, orders=orders))


def _show_peer(peer: Peer) -> None:
    state = peer.state
    for event in [event for past in peer.ledger.states[-4:] for event in past.events_for(peer.side)][-12:]:
        print(event)
    print(state.prompt(peer.side))
    _list(state.legal_actions(peer.side) if peer.to_choose else ())
    if waits := [side for side in peer.ledger.missing if side != peer.side]:
        print(_("Post is wanted from: {sides}.").format(sides=", ".join(waits)))
    _written([peer.post_path])


def _list(options: Sequence[Any]) -> None:
    for number, action in enumerate(options, 1):
        print(f"{number:3}  {action}")
