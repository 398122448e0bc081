"""Odds of battles, and chances to win, as figures; here their words and the parts of which their bars consist.

``bars`` draws the odds of one battle and of several, the course of a battle and shares as SVG, ``figure`` the odds of a
battle as a plotly figure; ``changes`` shows what a change is worth, and ``games`` the course of a whole game.
"""

from __future__ import annotations

from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.blocks import short_name
from roses.odds.endings import Entrant
from roses.odds.result import BattleOdds

FATES: Final = ("stands", "away", "turned", "eliminated")  # from left to right
ROW: Final = 58.0  # px: height of the row of a block
_GAP: Final = 44.0  # px between the two sides


class Part(msgspec.Struct, frozen=True):
    """A stretch of a block's bar: its fate, the steps it has left then, and the probability."""

    fate: str
    left: int
    chance: float


class Row(msgspec.Struct, frozen=True):
    """The row of a block: what it is and what it was when it entered, the row's upper edge in px.

    ``leads`` tells that it is the first row of its side.
    """

    entrant: Entrant
    first: Entrant
    top: float
    leads: bool


def origins(odds: BattleOdds) -> list[Entrant]:
    """Return for each of ``odds.entrants`` the block that entered the battle, which is another for one that turned."""
    blocks: list[Entrant] = []
    for entrant in odds.entrants:
        blocks.append(entrant if entrant in odds.blocks else blocks[-1])
    return blocks


def rows(odds: BattleOdds, top: float) -> list[Row]:
    """Return the rows of the blocks from ``top`` px down, with a gap for the heading of the second side."""
    lines: list[Row] = []
    for entrant, first in zip(odds.entrants, origins(odds), strict=True):
        leads = not lines or first.role != lines[-1].first.role
        if lines:
            top += ROW + (_GAP if leads else 0)
        lines.append(Row(entrant, first, top, leads))
    return lines


def title(odds: BattleOdds) -> str:
    """Return the title of the figure."""
    return _("{house} attacks {area}: the odds").format(house=odds.attacker, area=odds.area)


def subtitle(odds: BattleOdds) -> str:
    """Return the subtitle: the policies of the battle, and whether the odds are exact."""
    how = {
        "stand": _("Everybody stands and fires."),
        "orders": _("What is ordered is done, else all stand and fire."),
        "<lambda>": _("Both sides play by a policy without a name."),
    }
    words = how.get(odds.policy, _("Both sides play by the policy {name}.")).format(name=f"“{odds.policy}”")
    order = _("Those of one letter fire in random order.") if odds.order == "random" else ""
    return " ".join(filter(None, (words, order, sureness(odds))))


def sureness(odds: BattleOdds) -> str:
    """Return in a sentence whether the odds are exact, and else how far off they may be."""
    if odds.sampled:
        sentence = _("Not exact: {n:,} battles fought by lot, each chance within {off} in 95 of 100 cases.")
        return sentence.format(n=odds.sampled, off=f"±{100 * odds.half_width:.1f} %")
    if odds.undecided:
        return _("Interrupted: {share} of the battles are not decided.").format(share=percent(odds.undecided))
    return _("Exact: every fall of the dice is counted.")


def describe(odds: BattleOdds) -> str:
    """Return the odds in a sentence or two."""
    wins = ", ".join(_("{house} wins {chance}").format(house=h, chance=percent(p)) for h, p in odds.win.items())
    dead = "; ".join(
        _("{block} is eliminated {chance}").format(block=short_name(b), chance=percent(p))
        for b, p in odds.eliminated.items()
    )
    return f"{wins}. {dead}." if odds.exact else f"{wins}. {dead}. {sureness(odds)}"


def side_words(entrant: Entrant) -> str:
    """Return in words that a side attacks or defends."""
    return f"{entrant.house} {_('attacks') if entrant.role == 'attacker' else _('defends')}"


def note(odds: BattleOdds, entrant: Entrant) -> str:
    """Return the note below a block's name: its probability of loss, and whether it is in reserve or turned."""
    if entrant not in odds.blocks:
        return _("if he turns")
    loss = _("lost {chance}").format(chance=percent(odds.eliminated[entrant.block]))
    return _("reserve, {lost}").format(lost=loss) if entrant.reserve else loss


def legend(odds: BattleOdds) -> dict[str, str]:
    """Return the legend: the words for each fate; "changed sides" only where a block may do so."""
    words = {
        "stands": _("in the area, squares are steps"),
        "away": _("safely away"),
        "eliminated": _("eliminated"),
    }
    return words | ({"turned": _("changed sides")} if any(odds.turned.values()) else {})


def percent(chance: float) -> str:
    """Return a probability as a percentage, rounded to 0 or 100 only where it is exactly that.

    >>> percent(0.7996), percent(0.0004), percent(0.99999), percent(1.0)
    ('80.0 %', '<0.1 %', '>99.9 %', '100 %')
    """
    if chance <= 1e-12 or chance >= 1 - 1e-12:
        return f"{round(100 * chance)} %"
    if chance < 0.0005:
        return "<0.1 %"
    return ">99.9 %" if chance >= 0.9995 else f"{100 * chance:.1f} %"


def parts(odds: BattleOdds, block: str) -> list[Part]:
    """Return the stretches of a block's bar from left to right: strongest first, the lost ones last."""
    stretches = [Part(fate, left, chance) for (name, fate, left), chance in odds.fates.items() if name == block]
    return sorted(stretches, key=lambda part: (FATES.index(part.fate), -part.left))
