"""The houses on the court board, as a view shows them: score track, goods, knights, castles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.court.canvas import CREDIT_TOP, HOUSES_TOP, WIDTH, Canvas, amounts, doubt_mark, shield
from roses.figures.court.captions import ballot_words, house_words, space_words
from roses.figures.drawing import text_width
from roses.figures.drawing.palette import INK2
from roses.lancaster.view import House, SpaceView, View

_TRACK: Final = HOUSES_TOP + 18  # the line of the score track
_LEAST: Final = 40  # the fewest points that the track shows
_TOP: Final = HOUSES_TOP + 37
_SPACE: Final = 25.0  # px of a castle space; 2 px lie between two
_KNIGHT: Final = 16.0


def draw(canvas: Canvas, view: View) -> None:
    """Draw the score track and a box for each house, clockwise."""
    _track(canvas, view)
    wide = WIDTH / len(view.houses)
    for number, house in enumerate(view.houses):
        box = (number * wide + 4.5, _TOP, (number + 1) * wide - 4.5, CREDIT_TOP - 3)
        _house(canvas, view, house, box)


def _track(canvas: Canvas, view: View) -> None:
    """Draw the score track with the houses on it; houses that do not fit stand to the right."""
    most = max(_LEAST, -(-max(view.scores.values()) // 10) * 10)
    left, right = max(60.0, canvas.label(8, _TRACK + 3, _("Score"), 14, 120) + 8), WIDTH - 110
    canvas.line("track", (left, _TRACK), (WIDTH - 8, _TRACK))
    for points in range(0, most + 1, 10):
        x = left + (right - left) * points / most
        canvas.line("track", (x, _TRACK - 4), (x, _TRACK + 4))
        canvas.write(x, _TRACK + 13.5, str(points), 12, INK2, anchor="middle")
    free = left
    for colour, score in sorted(view.scores.items(), key=lambda item: item[1]):
        free = max(free, left + (right - left) * score / most - 8)
        canvas.chip(colour, free, _TRACK - 17, 16)
        free += 17


def _house(canvas: Canvas, view: View, house: House, box: tuple[float, float, float, float]) -> None:
    """Draw the box of a house: score, vote or captives, goods, knights and castle; beside them those of its ally."""
    left, top, right, low = box
    if house.colour in view.active:
        canvas.ring(box)
    canvas.box("plates", box)
    canvas.hover(box, house_words(view, house))
    canvas.chip(house.colour, left + 5, top + 3)
    score = canvas.write(right - 7, top + 18, str(house.score), 19, bold=True, anchor="end", family="serif")
    begin, end = left + 28, right - 9 - score
    vote = ballot_words(view, house.colour)
    room = end - begin - (text_width(vote, 12) + 3 if vote else 0)
    begin += canvas.write(begin, top + 17, house.colour, 14, bold=True, family="serif", within=room)
    if words := vote or _captured(house, end - begin - 3):
        canvas.write(begin + 3, top + 17, words, 12.5, INK2, italic=True, within=end - begin - 3)
    _goods(canvas, house, left + 6, top + 31, right)
    if house.colour == view.start_player:
        canvas.sign("start", right - 10, top + 31)
    half = (left + right) / 2 if house.ally else right
    _knights(canvas, house.colour, house.court, house.reserve, (left + 6, top + 48.5), half)
    own = house.colour == view.viewer
    _castle(canvas, house.colour, house.castle, (left + 5, half - 3, low - 3), own=own)
    if house.ally:
        canvas.line("rules", (half, top + 42), (half, low - 4))
        _knights(canvas, house.ally.colour, house.ally.court, house.ally.reserve, (half + 6, top + 48.5), right)
        _castle(canvas, house.ally.colour, house.ally.castle, (half + 28, right - 3, low - 3), own=own)
        canvas.chip(house.ally.colour, half + 6, low - 24)


def _captured(house: House, room: float) -> str:
    """Return the captured knights of a house in the longest words that fit, "" if it has none."""
    numbers = " ".join(map(str, house.prisoners))
    sayings = [_("captured {list}").format(list=numbers), _("taken {list}").format(list=numbers), f"[{numbers}]"]
    return next((words for words in sayings if text_width(words, 12) <= room), sayings[-1]) if numbers else ""


def _goods(canvas: Canvas, house: House, x: float, y: float, right: float) -> None:
    """Draw gold, squires, markers and nobles; a question mark for what is behind a screen."""
    step = min(40.0, (right - x - 14) / 4)
    goods = (("gold", house.gold), ("squire", house.squires), ("marker", house.markers), ("noble", len(house.nobles)))
    for number, (kind, n) in enumerate(goods):
        canvas.sign(kind, x + 6 + number * step, y)
        canvas.write(x + 15 + number * step, y + 5, "?" if n is None else str(n), 14, bold=True)


def _knights(
    canvas: Canvas, colour: str, court: Sequence[int], reserve: Sequence[int], at: tuple[float, float], right: float
) -> None:
    """Draw the knights at court as shields in colour, then those in reserve as outlines."""
    x, y = at
    x += canvas.write(x, y + 4.5, _("court"), 12, INK2, within=60) + 9
    step = min(_KNIGHT, (right - x - 8) / max(1, len(court) + len(reserve)))
    for number, strength in enumerate((*court, *reserve)):
        middle = x + number * step + (4 if number >= len(court) else 0)
        if number < len(court):
            canvas.knight(colour, strength, middle, y, 1.3)
        else:
            canvas.drawing.add("hollow", shield(middle, y, 1.2))
            canvas.write(middle, y + 3.6, str(strength), 12, INK2, anchor="middle")


def _castle(
    canvas: Canvas, colour: str, spaces: Sequence[SpaceView], at: tuple[float, float, float], *, own: bool
) -> None:
    """Draw the spaces of a castle with their rewards, and add their hover texts.

    ``at`` are left and right end and lower edge in px. A space that is the viewer's ``own`` may be chosen. Extensions
    are dark with battlements, knights are shields.
    """
    left, right, low = at
    step = min(_SPACE + 2, (right - left) / len(spaces))
    for number, space in enumerate(spaces):
        x = left + number * step
        box = (x, low - _SPACE, x + step - 2, low)
        _space(canvas, colour, space, box)
        canvas.hover(box, f"{colour}: {space_words(space)}", f"castle {space.space}" if own else "")


def _space(canvas: Canvas, colour: str, space: SpaceView, box: tuple[float, float, float, float]) -> None:
    left, top, right, low = box
    x, y = (left + right) / 2, (top + low) / 2
    if space.due:
        canvas.ring(box)
    canvas.box("pips", box, 2)
    if space.built:
        teeth = ((left, low), (left, top - 2), (left + 5, top - 2), (left + 5, top + 2), (x - 2.5, top + 2),
                 (x - 2.5, top - 2), (x + 2.5, top - 2), (x + 2.5, top + 2), (right - 5, top + 2),
                 (right - 5, top - 2), (right, top - 2), (right, low), (left, low))  # fmt: skip
        canvas.drawing.add("built", teeth)
        canvas.box("disc", (left + 3, top + 5, right - 3, low - 2.5), 2)
        y += 1.5
    if space.knight:
        canvas.knight(colour, space.knight, x, y, 1.6)
    else:
        _gives(canvas, space, x, y)


def _gives(canvas: Canvas, space: SpaceView, x: float, y: float) -> None:
    kinds = [kind for kind, _n in amounts(space.reward)]
    for i, kind in enumerate(kinds):
        canvas.sign(kind, x + (i - (len(kinds) - 1) / 2) * 8.5, y, 0.8 if len(kinds) == 1 else 0.62)
    if mark := doubt_mark(space.confidence, "reward"):
        canvas.write(x + 7.5, y, mark, 12, bold=True, anchor="middle")
