"""What the table counts for a side: the strip above the choices, the hand as cards, and hints."""

from __future__ import annotations

from typing import Any

from roses.engine.hints import STEPS, Hint
from roses.engine.i18n import gettext as _
from roses.engine.protocol import Action, Done
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.text import discards_words, memory_words
from roses.lancaster.tables import amount
from roses.lancaster.view import View as Court
from roses.richard.position import Phase
from roses.richard.prompts import event_words
from roses.richard.support import Range, support
from roses.richard.tables import CARDS, SIDES
from roses.richard.view import View as War
from roses.widgets.play.plain import plain, spoken
from roses.widgets.play.prompts import prompt

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
    turns = _("A campaign has seven turns. After the last the lords are counted for the crown (rule 8.2).")
    crown = _("Who wears the crown. His side keeps it unless the other has more lords in the end.")
    counts = _(
        "Heirs, nobles and churches on the map, and one for London: they decide who is King (rule 8.2). Because of"
        " blocks that you do not see, it says between which numbers theirs lies."
    )
    left = _("Each action point lets the blocks of one area march, one block sail, or one block be recruited.")
    return [
        (_("Now"), when, turns),
        (_("King"), king, crown),
        (_("Pretender"), plain(view.pretender), _("The first heir of the other side, who claims the crown.")),
        (_("Lords"), lords, counts),
        (_("Points left"), str(view.ap), left),
    ]


def _range(points: Range) -> str:
    if points.least == points.most:
        return str(points.least)
    return _("{least} to {most}").format(least=points.least, most=points.most)


def _court(view: Court) -> list[Counted]:
    house = view.house(view.viewer or "")
    scores = ", ".join(f"{colour} {points}" for colour, points in view.scores.items())
    own = ", ".join(amount(getattr(house, name), name) for name in ("gold", "squires", "markers"))
    end = _("The game ends after five rounds; who then has the most points wins.")
    more = _("The points of each house so far. After the last round nobles, knights and castles bring more.")
    uses = _("Gold buys extensions of the castle. A squire adds 1 to a knight in a county, a marker is a vote more.")
    return [
        (_("Round"), _("{round} of 5").format(round=view.round), end),
        (_("Points"), scores, more),
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
    before = [(_("Played before"), discards_words(view)), (_("You have seen"), memory_words(view))]
    return [(label, words) for label, words in before if words]


def end(seat: Seat) -> int | None:
    """Return the place of the option that ends this part of the turn, None where there is none."""
    return next((number for number, action in enumerate(seat.options) if isinstance(action, Done)), None)


def hint_html(hint: Hint, seat: Seat) -> str:
    """Return one step of a hint: its title, its lines as a list, and how the next one is had.

    What is due is said as above the board; a move is a button that plays it, in the words of the list of choices. The
    lines have no numbers: on the table numbers are the keys of choices.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> hint_html(Hint(3, "A move", ("",), seat.options[:1], ("enough",)), seat).partition("<ul>")[2]
    '<li><button type="button" data-play="0">play a card · Force March (card 1)</button> enough</li></ul>'
    """
    due = [prompt(seat)] if hint.step == 1 and seat.options else []
    said = [*due, *map(plain, hint.lines[len(due) :])]
    moves = zip(hint.moves, hint.reasons, strict=True)
    lines = "".join(
        f"<li>{line}</li>" for line in ([_move(seat, *move) for move in moves] if hint.moves else map(escape, said))
    )
    more = f"<p>{escape(_('Step {n} of {last}; H again shows more.').format(n=hint.step, last=STEPS))}</p>"
    return f"<p><b>{escape(hint.title)}</b></p><ul>{lines}</ul>{more if hint.step < STEPS else ''}"


def _move(seat: Seat, action: Action, reason: str) -> str:
    play = str(seat.options.index(action))
    made = tag("button", escape(spoken(seat, action)), type="button", data_play=play)
    return f"{made} {escape(plain(reason))}" if reason else made


def page(seat: Seat) -> dict[str, Any]:
    """Return strip, hand, memory and end as values for the page."""
    return {"strip": strip(seat), "hand": hand(seat), "memory": memory(seat), "end": end(seat)}
