"""The right half of the court board: the war in France, the king's favours, and the laws of parliament."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.court.canvas import MAP, WIDTH, Canvas, cut, doubt_mark, reward_width
from roses.figures.court.captions import conflict_words, favour_words, law_words, ranking, standing
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.palette import INK, INK2, INK3
from roses.lancaster.tables import IN_FORCE, NEW_CONFLICTS, SLOTS
from roses.lancaster.view import ConflictView, FavourView, LawView, SlotView, View

# the war in France and the favours
LEFT: Final = MAP[2] + 8
RIGHT: Final = WIDTH - 8
_CARD_GAP: Final = 8.0
_CARD: Final = (RIGHT - LEFT - _CARD_GAP) / 2, 67.0  # px: width and height
_TOTALS: Final = 112.0  # px: width of the left part of a card, for the totals
_HALF: Final = 50.0  # px: width there of the name of a country
_ROWS: Final = (("upper", 22.0), ("lower", 93.0))  # with the px of their upper edges
FAVOURS_TOP: Final = 165.0
_FAVOUR: Final = 26.0  # px: height of a favour
_LABEL: Final = 70.0  # px: width of the word beside the favours

# the laws, in px
_TOP: Final = FAVOURS_TOP + 34
_LAW_GAP: Final = 6.0
_WIDE: Final = (RIGHT - LEFT - 2 * _LAW_GAP) / 3
_HIGH: Final = 67.0
_ROW: Final = 91.0  # from one row to the next
_LINES: Final = 3  # of the effect of a law
_VERDICT: Final = 76.0  # the most width of the result of a vote
_SIZE: Final = 12.5  # of the type
_STEP: Final = 15.0  # from one line to the next


def draw_france(canvas: Canvas, view: View) -> None:
    """Draw the war in France: both rows of conflicts, and the favours of the king below them."""
    canvas.heading(LEFT, RIGHT, 16, _("The war in France"), _("upper row, lower row; houses by rank"), 15)
    for row, top in _ROWS:
        here = [conflict for conflict in view.conflicts if conflict.row == row]
        none = _("upper row: no conflict") if row == "upper" else _("lower row: no conflict")
        wide, high = _CARD
        for number in range(NEW_CONFLICTS):
            left = LEFT + number * (wide + _CARD_GAP)
            box = left, top, left + wide, top + high
            if number < len(here):
                _conflict(canvas, here[number], box)
            else:
                canvas.box("down", box)
                x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + 5
                canvas.write(x, y, none, 13, INK3, anchor="middle", italic=True, within=wide - 8)
    _favours(canvas, view)


def _conflict(canvas: Canvas, conflict: ConflictView, box: tuple[float, float, float, float]) -> None:
    """Draw a card: English total and French strength at the left, parties by rank with their points at the right."""
    left, top, right, _low = box
    canvas.box("plates", box)
    _sides(canvas, left, top + 14)
    canvas.write(left + 29, top + 40, str(conflict.england), 25, bold=True, anchor="middle", family="serif")
    french = f"{conflict.strength}{doubt_mark(conflict.confidence, 'strength')}"
    canvas.write(left + 81, top + 40, french, 25, bold=True, anchor="middle", family="serif")
    canvas.write(left + 55, top + 38, ":", 19, INK2, anchor="middle", family="serif")
    canvas.write(left + 7, top + 59, f"{conflict.card}: {standing(conflict)}", 12, INK2, within=_TOTALS - 10)
    canvas.line("rules", (left + _TOTALS, top + 5), (left + _TOTALS, top + 62))
    mark = doubt_mark(conflict.confidence, "points")
    parties = [slot for _number, slot in ranking(conflict)]
    for rank in range(SLOTS):
        at = (left + _TOTALS + 4, top + 4 + 20.2 * rank, right)
        _rank(canvas, f"{conflict.points[rank]}{mark}", parties[rank] if rank < len(parties) else None, at)
    canvas.hover(box, conflict_words(conflict), conflict.card)


def _sides(canvas: Canvas, left: float, y: float) -> None:
    """Write the names of both countries above their totals; the longer name has the wider half."""
    names = _("England"), _("France")
    wide = [text_width(name, 12) for name in names]
    parting = 55.0 if max(wide) < _HALF else 3 + (_TOTALS - 6) * wide[0] / sum(wide)
    for name, begin, end in zip(names, (3.0, parting), (parting, _TOTALS - 5), strict=True):
        canvas.write(left + (begin + end) / 2, y, name, 12, INK2, anchor="middle", within=end - begin - 2, least=10)


def _rank(canvas: Canvas, points: str, slot: SlotView | None, at: tuple[float, float, float]) -> None:
    """Draw one rank: its points, the house that has it now, its knights and their total strength."""
    left, top, right = at
    canvas.sign("point", left + 6, top + 9.5, 0.9)
    canvas.write(left + 13, top + 14.2, points, 13, bold=True)
    x = left + 30
    if slot is None:
        canvas.line("empty", (x, top + 1), (x + 17, top + 1), (x + 17, top + 18), (x, top + 18), (x, top + 1))
        return
    canvas.chip(slot.colour, x, top + 1, 17)
    canvas.write(right - 6, top + 14.2, str(slot.strength), 14, bold=True, anchor="end")
    knights = " ".join(map(str, slot.knights)) + (f"+{slot.squires}" if slot.squires else "")
    if len(knights) > 1:
        canvas.write(x + 20, top + 14, knights, 12, INK2, within=right - x - 36)


def _favours(canvas: Canvas, view: View) -> None:
    """Draw the favours of the king; those that are turned down have a dashed edge."""
    begin = max(LEFT + _LABEL, canvas.label(LEFT, FAVOURS_TOP + 17, _("Favours"), 13.5, 2 * _LABEL) + 4)
    wide = (RIGHT - begin - 5.0 * (len(view.favours) - 1)) / len(view.favours)
    for number, favour in enumerate(view.favours):
        left = begin + number * (wide + 5)
        _favour(canvas, favour, (left, FAVOURS_TOP, left + wide, FAVOURS_TOP + _FAVOUR))


def _favour(canvas: Canvas, favour: FavourView, box: tuple[float, float, float, float]) -> None:
    canvas.box("plates" if favour.up else "down", box)
    state = _("face up") if favour.up else _("turned down")
    words = _("Favour of the king, {words}, {state}").format(words=favour_words(favour), state=state)
    canvas.hover(box, words, favour.favour)
    if favour.up:
        canvas.reward(favour.reward, box[0] + 7, (box[1] + box[3]) / 2, doubt_mark(favour.confidence, "reward"))
    else:
        x, wide = (box[0] + box[2]) / 2, box[2] - box[0]
        canvas.write(x, box[3] - 8.5, _("taken"), 12, INK3, anchor="middle", italic=True, within=wide - 4, least=10)


def draw_parliament(canvas: Canvas, view: View) -> None:
    """Draw parliament: the laws in force above the proposals."""
    for top, words, note, laws in (
        (_TOP, _("Laws in force"), _("the left one goes when a law is accepted"), view.laws),
        (_TOP + _ROW, _("Proposals in parliament"), "", view.proposals),
    ):
        canvas.heading(LEFT, RIGHT, top + 13, words, note)
        for number in range(IN_FORCE):
            left = LEFT + number * (_WIDE + _LAW_GAP)
            box = (left, top + 19, left + _WIDE, top + 19 + _HIGH)
            if number < len(laws):
                _law(canvas, laws[number], box)
            else:
                canvas.box("down", box)


def _law(canvas: Canvas, law: LawView, box: tuple[float, float, float, float]) -> None:
    """Draw a card with the name of the law and a summary of its effect."""
    left, top, right, _low = box
    if law.current:
        canvas.ring(box)
    rejected = law.verdict == "rejected"
    canvas.box("down" if rejected else "plates", box)
    room = right - left - 12
    ink = INK3 if rejected else INK
    canvas.write(left + 6, top + 15, law.name, 13.5, ink, bold=True, family="serif", within=room + 4, least=11)
    _effect(canvas, law, (left + 6, top + 31), room, ink)
    if law.verdict:
        canvas.write(right - 6, top + 61, _(law.verdict), 13, ink, bold=True, anchor="end", within=_VERDICT)
    canvas.hover(box, law_words(law))


def _effect(canvas: Canvas, law: LawView, at: tuple[float, float], room: float, ink: str) -> None:
    """Draw the effect of a law: its condition in words, then its reward as signs."""
    condition = law.printed.condition()
    lines = wrap(f"{condition}:" if condition else law.brief, _SIZE, room)
    verdict = min(text_width(_(law.verdict), 13, bold=True), _VERDICT) + 8 if law.verdict else 0.0
    reward = reward_width(law.printed.reward) if condition else 0.0
    last = [cut(" ".join(lines[_LINES - 1 :]), _SIZE, room - verdict - reward - 12)] if len(lines) >= _LINES else []
    lines = [*lines[: _LINES - 1], *last]
    x, y = at
    end = x
    for number, line in enumerate(lines):
        end = x + canvas.write(x, y + _STEP * number, line, _SIZE, ink, within=room)
    low = y + _STEP * (len(lines) - 1)
    if not condition:
        return
    if len(lines) < _LINES and end + 3 + reward > x + room:
        end, low = x - 5, low + _STEP
    canvas.reward(law.printed.reward, end + 5, low - 4.5)
