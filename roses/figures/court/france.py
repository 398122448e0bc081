"""France on the court board: the conflicts in two rows with their parties by rank, and the king's favours."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.court.canvas import Canvas, marked
from roses.figures.court.captions import conflict_words, favour_words, ranked, standing
from roses.figures.court.style import MAP, WIDTH
from roses.figures.drawing.measure import text_width
from roses.figures.drawing.palette import INK2, INK3
from roses.lancaster.tables import NEW_CONFLICTS, SLOTS
from roses.lancaster.view import ConflictView, FavourView, SlotView, View

LEFT: Final = MAP[2] + 8
RIGHT: Final = WIDTH - 8
_GAP: Final = 8.0
_CARD: Final = (RIGHT - LEFT - _GAP) / 2, 67.0
_TOTALS: Final = 112.0  # px of a card's left part
_HALF: Final = 50.0  # px for the name of a side there
_ROWS: Final = (("upper", 22.0), ("lower", 93.0))
FAVOURS_TOP: Final = 165.0
_FAVOUR: Final = 26.0
_LABEL: Final = 70.0


def draw(canvas: Canvas, view: View) -> None:
    """Draw both rows of conflicts, and the favours."""
    canvas.heading(LEFT, RIGHT, 16, _("The war in France"), _("upper row, lower row; houses by rank"), 15)
    for row, top in _ROWS:
        here = [conflict for conflict in view.conflicts if conflict.row == row]
        for number in range(NEW_CONFLICTS):
            box = _place(number, top)
            if number < len(here):
                _conflict(canvas, here[number], box)
            else:
                _none(canvas, row, box)
    _favours(canvas, view)


def _place(number: int, top: float) -> tuple[float, float, float, float]:
    wide, high = _CARD
    left = LEFT + number * (wide + _GAP)
    return left, top, left + wide, top + high


def _none(canvas: Canvas, row: str, box: tuple[float, float, float, float]) -> None:
    canvas.box("down", box)
    words = _("upper row: no conflict") if row == "upper" else _("lower row: no conflict")
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2 + 5
    canvas.write(x, y, words, 13, INK3, anchor="middle", italic=True, within=_CARD[0] - 8)


def _conflict(canvas: Canvas, conflict: ConflictView, box: tuple[float, float, float, float]) -> None:
    """Draw a card: English total and French strength at the left, parties by rank with their points at the right."""
    left, top, right, _low = box
    canvas.box("plates", box)
    _sides(canvas, left, top + 14)
    canvas.write(left + 29, top + 40, str(conflict.england), 25, bold=True, anchor="middle", family="serif")
    french = f"{conflict.strength}{marked(conflict.confidence, 'strength')}"
    canvas.write(left + 81, top + 40, french, 25, bold=True, anchor="middle", family="serif")
    canvas.write(left + 55, top + 38, ":", 19, INK2, anchor="middle", family="serif")
    canvas.write(left + 7, top + 59, f"{conflict.card}: {standing(conflict)}", 12, INK2, within=_TOTALS - 10)
    canvas.line("rules", (left + _TOTALS, top + 5), (left + _TOTALS, top + 62))
    mark = marked(conflict.confidence, "points")
    parties = [slot for _number, slot in ranked(conflict)]
    for rank in range(SLOTS):
        at = (left + _TOTALS + 4, top + 4 + 20.2 * rank, right)
        _rank(canvas, f"{conflict.points[rank]}{mark}", parties[rank] if rank < len(parties) else None, at)
    canvas.hover(box, conflict_words(conflict), conflict.card)


def _sides(canvas: Canvas, left: float, y: float) -> None:
    """Write above the totals whose they are; the longer word has the wider half."""
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
    said = _("Favour of the king, {words}, {state}").format(words=favour_words(favour), state=state)
    canvas.hover(box, said, favour.favour)
    if favour.up:
        canvas.reward(favour.reward, box[0] + 7, (box[1] + box[3]) / 2, marked(favour.confidence, "reward"))
    else:
        x, wide = (box[0] + box[2]) / 2, box[2] - box[0]
        canvas.write(x, box[3] - 8.5, _("taken"), 12, INK3, anchor="middle", italic=True, within=wide - 4, least=10)
