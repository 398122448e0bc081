"""The opening of a game by mail: whether an umpire kept to the seed to which he bound himself in the first letter."""

from __future__ import annotations

import msgspec

from roses.engine.dice import dice_of
from roses.engine.errors import RecordError
from roses.engine.games import start
from roses.engine.i18n import gettext as _
from roses.engine.mail.mail_file import MailError, chain, commitment, digest
from roses.engine.mail.umpire import Letter
from roses.engine.protocol import CHANCE
from roses.engine.record import Record
from roses.engine.replay import Replay


def demand_opening(letter: Letter, record: Record) -> int:
    """Return how many dice and deals of the record in a last letter follow from its seed: all.

    MailError names the umpire, and what he has changed: the seed, a die, a deal, or the story that he told this side.
    """
    if record.seed is None or commitment(letter.mail, record.seed) != letter.commitment:
        raise MailError(_("the umpire opens another seed than the one to which he bound himself at the start"))
    if isinstance(record.seed, int) and not letter.by_hand:
        raise MailError(_("the umpire gave the seed by hand, and did not say so"))
    replay, broken = None, None
    try:
        replay = Replay(record, start)
    except RecordError as error:
        broken = error
        replay = error.valid if isinstance(error.valid, Replay) else None  # the part before the fault
    dice, fallen = dice_of(record.seed), 0
    for number, (state, entry) in enumerate(zip(replay.states if replay else (), record.entries, strict=False)):
        if entry.by == CHANCE and state.active == (CHANCE,):
            fallen += 1
            if (due := str(state.sample(dice))) != entry.action:
                said = _("the umpire has changed the dice: action {n} of his record is {action}, and from his seed "
                         "follows {due}; or he has taken a move back across dice")  # fmt: skip
                raise MailError(said.format(n=number + 1, action=repr(entry.action), due=repr(due)))
    if broken or replay is None:
        raise MailError(_("the umpire opens a game that cannot be: {reason}").format(reason=broken)) from broken
    another = _("the umpire opens another game than the one of which his letters told")
    if record.game != letter.game or letter.side not in replay[0].sides:
        raise MailError(another)
    seen = [msgspec.to_builtins(replay.events(n, n + 1, letter.side)) for n in range(len(record.entries))]
    view, past = msgspec.to_builtins(replay[-1].view(letter.side)), chain(f"{letter.mail} {letter.side}", seen)
    if past != letter.chain or digest(view) != digest(letter.view) or not replay[-1].outcome:
        raise MailError(another)
    return fallen
