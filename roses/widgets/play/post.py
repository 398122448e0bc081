"""The game behind a file of a game by mail, for a table: a letter of an umpire, or a player's own file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from roses.engine.game import Game
from roses.engine.i18n import gettext as _
from roses.engine.mail.mail_file import StaleError, kind_of
from roses.engine.mail.peer import Peer, PeerGame
from roses.engine.mail.player import LetterPlayer


class ByMail(NamedTuple):
    """A game as one ``side`` has it by mail, and the ``file`` that is to be sent when it has chosen.

    ``stale`` says which of the posts brought what was known already, "" if none did.
    """

    game: Game
    side: str
    file: Path
    stale: str = ""


def opened(path: str | Path, post: Sequence[str | Path]) -> ByMail:
    """Return the game in a letter, or in a player's own file after the post of others was taken in.

    MailError, in one sentence, for a file that was changed, is of another game, or is none of these, and for a letter
    that is stale. A stale post harms nobody: the cell of a table may be run again.
    """
    if kind_of(path) == "player":
        peer, stale = Peer(path), []
        for file in post:
            try:
                peer.take(file)
            except StaleError as error:
                stale.append(_("{file}: {reason}.").format(file=Path(file).name, reason=error))
        return ByMail(PeerGame(peer), peer.side, peer.post_path, " ".join(stale))
    player = LetterPlayer(path, *post[:1])
    return ByMail(player.game, player.letter.side, player.orders_path)
