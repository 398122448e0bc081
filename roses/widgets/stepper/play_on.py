"""Play on from here: who may sit where at a step of a Stepper, and the table that opens below it."""

from __future__ import annotations

from typing import Any, Final

from roses.bots.play import BOTS
from roses.engine.i18n import gettext as _
from roses.widgets.play.model import PERSON
from roses.widgets.stepper.model import StepperModel

_RIVAL: Final = "squire"


def sides(model: StepperModel) -> list[tuple[str, str, str]]:
    """Return each side with its name and who sits there unless the reader says otherwise; [] where the game is over.

    The reader sits down on the side whose view is shown, of an umpire's on the last one.

    >>> import roses
    >>> sides(StepperModel(roses.timeline("1483-richard-iii")))
    [('Lancaster', 'Lancaster', 'squire'), ('York', 'York', 'me')]
    """
    state = model.timeline.state(model.index)
    if state.outcome is not None:
        return []
    own = model.side or state.sides[-1]
    return [(side, _(side), PERSON if side == own else _RIVAL) for side in state.sides]


def words() -> dict[str, Any]:
    """Return the labels of the button and its panel."""
    return {
        "play_on": _("Play on from here (P)"),
        "play_on_from": _("Play on from step {n}"),
        "play_on_tip": _("A new game begins at this step, with new dice, and is saved. The replay stays as it is."),
        "seat_of": _("Who plays"),
        "sit_down": _("Sit down"),
        "players": {PERSON: _("I, at this screen")} | {bot: _bots().get(bot, bot) for bot in reversed(BOTS)},
    }


def _bots() -> dict[str, str]:
    """Return what the bots do, in a few words."""
    return {
        "page": _("a page: moves by chance"),
        "squire": _("a squire: rules of thumb"),
        "knight": _("a knight: looks one order ahead"),
        "duke": _("a duke: looks several orders ahead"),
    }


def title(step: int, count: int, file: str) -> str:
    """Return the line above a table at which a step, counted from 0, of so many is played on."""
    return _("Played on from step {n} of {count}, kept in {file}").format(n=step + 1, count=count, file=file)
