"""Parliament on the court board: the three laws in force and the three proposals with their results."""

from __future__ import annotations

from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.court.canvas import Canvas, cut, reward_width
from roses.figures.court.captions import law_words
from roses.figures.court.france import FAVOURS_TOP, LEFT, RIGHT
from roses.figures.drawing.measure import text_width, wrap
from roses.figures.drawing.palette import INK, INK3
from roses.lancaster.tables import IN_FORCE
from roses.lancaster.view import LawView, View

_TOP: Final = FAVOURS_TOP + 34
_GAP: Final = 6.0
_WIDE: Final = (RIGHT - LEFT - 2 * _GAP) / 3
_HIGH: Final = 67.0
_ROW: Final = 91.0  # from one row to the next
_LINES: Final = 3
_VERDICT: Final = 76.0  # px
_SIZE: Final = 12.5
_STEP: Final = 15.0


def draw(canvas: Canvas, view: View) -> None:
    """Draw the laws in force above the proposals."""
    for top, words, note, laws in (
        (_TOP, _("Laws in force"), _("the left one goes when a law is accepted"), view.laws),
        (_TOP + _ROW, _("Proposals in parliament"), "", view.proposals),
    ):
        canvas.heading(LEFT, RIGHT, top + 13, words, note)
        for number in range(IN_FORCE):
            left = LEFT + number * (_WIDE + _GAP)
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
    said = wrap(f"{condition}:" if condition else law.brief, _SIZE, room)
    verdict = min(text_width(_(law.verdict), 13, bold=True), _VERDICT) + 8 if law.verdict else 0.0
    reward = reward_width(law.printed.reward) if condition else 0.0
    last = [cut(" ".join(said[_LINES - 1 :]), _SIZE, room - verdict - reward - 12)] if len(said) >= _LINES else []
    said = [*said[: _LINES - 1], *last]
    x, y = at
    end = x
    for number, line in enumerate(said):
        end = x + canvas.write(x, y + _STEP * number, line, _SIZE, ink, within=room)
    low = y + _STEP * (len(said) - 1)
    if not condition:
        return
    if len(said) < _LINES and end + 3 + reward > x + room:
        end, low = x - 5, low + _STEP
    canvas.reward(law.printed.reward, end + 5, low - 4.5)
