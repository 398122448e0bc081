"""What the table counts for a side: the strip above the choices, the hand as cards, and hints."""

from __future__ import annotations

from typing import Any

from roses.engine.hints import STEPS, Hint
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Done
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape
from roses.figures.map.text import played_before, remembered
from roses.lancaster.tables import amount
from roses.lancaster.view import View as Court
from roses.richard.position import Phase
from roses.richard.prompts import event_words
from roses.richard.support import Range, support
from roses.richard.tables import CARDS, SIDES
from roses.richard.view import View as War
from roses.widgets.play.plain import plain


Counted = tuple[str, str, str]  # a label, its value, and what it counts, in a sentence


def strip(seat: Seat) -> list[Counted]:
    """Return what is counted now: label, value, and what the label means."""
    view = seat.view
    return _war(view) if isinstance(view, War) else _court(view) if isinstance(view, Court) else []


def _war(view: War) -> list[Counted]:
    when = _("campaign {campaign}, turn {turn} of 7").format(campaign=view.campaign, turn=view.turn)
    king = _("{name} ({side})").format(name=view.king or _("none"), side=view.king_side)
    counted = support(view)
    lords = ", ".join(f"{side} {_range(counted[side])}" for side in sorted(SIDES, key=lambda side: side != view.viewer))
    rows = [
        (_("Now"), when, _("A campaign has seven turns. After the last the lords are counted for the crown (rule 8.2).")),
        (_("King"), king, _("Who wears the crown. His side keeps it unless the other has more lords in the end.")),
        (_("Pretender"), view.pretender, _("The first heir of the other side, who claims the crown.")),
        (_("Lords as known"), lords, _("Heirs, nobles and churches on the map, and one for London: they decide who is King"
                                       " (rule 8.2). Of blocks that you do not see it says between what the number lies.")),
    ]  # fmt: skip
    left = _("Each action point lets the blocks of one area march, one block sail, or one block be recruited.")
    return [*rows, (_("Points left"), str(view.ap), left)] if view.ap else rows


def _range(points: Range) -> str:
    if points.least == points.most:
        return str(points.least)
    return _("{least} to {most}").format(least=points.least, most=points.most)


def _court(view: Court) -> list[Counted]:
    house = view.house(view.viewer or "")
    scores = ", ".join(f"{colour} {points}" for colour, points in view.scores.items())
    own = ", ".join(amount(getattr(house, name), name) for name in ("gold", "squires", "markers"))
    end = _("The game ends after five rounds; who then has the most points wins.")
    uses = _("Gold pays for extensions of the castle. Each squire adds 1 to a knight in a county. Each marker is one more vote.")
    return [
        (_("Round"), _("{round} of 5").format(round=view.round), end),
        (_("Points"), scores, end),
        (_("Your house"), own, uses),
    ]


def hand(seat: Seat) -> list[tuple[int, str, str]]:
    """Return number, name and effect of the cards of a side; [] where they are the choices, or there are none."""
    view = seat.view
    if not isinstance(view, War) or (view.phase == Phase.CARDS and seat.to_choose):
        return []
    return [(card, _(CARDS[card].name), event_words(card)) for card in view.hands.get(view.viewer or "", ())]


def memory(seat: Seat) -> list[tuple[str, str]]:
    """Return what the side has seen before and sees no longer, as pairs of label and words; [] for nothing."""
    view = seat.view
    if not isinstance(view, War):
        return []
    before = [(_("Played before"), played_before(view)), (_("You have seen"), remembered(view))]
    return [(label, words) for label, words in before if words]


def end(seat: Seat) -> int | None:
    """Return the place of the option that ends this part of the turn, None where there is none."""
    return next((number for number, action in enumerate(seat.options) if isinstance(action, Done)), None)


def hint_html(hint: Hint) -> str:
    """Return one step of a hint: its title, its lines as a list, and how the next one is had.

    The lines have no numbers: on the table numbers are the keys of choices.

    >>> hint_html(Hint(3, "A move", ("done: enough",)))
    '<p><b>A move</b></p><ul><li>done: enough</li></ul>'
    """
    lines = "".join(f"<li>{escape(plain(line))}</li>" for line in hint.lines)
    more = f"<p>{escape(_('Step {n} of {last}; H again shows more.').format(n=hint.step, last=STEPS))}</p>"
    return f"<p><b>{escape(hint.title)}</b></p><ul>{lines}</ul>{more if hint.step < STEPS else ''}"


def page(seat: Seat) -> dict[str, Any]:
    """Return strip, hand, memory and end as values for the page."""
    return {"strip": strip(seat), "hand": hand(seat), "memory": memory(seat), "end": end(seat)}
