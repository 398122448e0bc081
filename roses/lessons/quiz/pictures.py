"""What a question shows: the map on which a place is clicked, and the position in which a move is asked about."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, Final

from msgspec import structs

from roses.engine import display
from roses.engine.games import start
from roses.engine.i18n import cached
from roses.engine.i18n import gettext as _
from roses.figures.battle.board import describe
from roses.figures.battle.layout import Standing, line_up
from roses.figures.map.frames import KINGDOM, Frame, campaign_frame, closeup
from roses.figures.map.geography import SHAPES
from roses.figures.map.plain import areas_svg, position_svg, spot
from roses.lessons.quiz.moves import actions, position
from roses.lessons.quiz.questions import Legal, Place, Question
from roses.richard.queries import ratings
from roses.richard.state import State
from roses.richard.view import View
from roses.widgets.html import table_html

_MARGIN: Final = 36.0  # px from an area that is asked about to the edge of its picture


def has_map(question: Question) -> bool:
    """Tell whether the picture of a question needs the outlines of the plain map."""
    if isinstance(question, Legal):
        if not question.picture:
            return False
        view = position(question).view(question.side)
        return isinstance(view, View) and not _is_fought(view)
    return isinstance(question, Place)


def picture(question: Question) -> str:
    """Return a map as SVG or the line-up of a battle as a table, "" for questions that show nothing."""
    if isinstance(question, Place):
        return _areas()
    return _position(question) if isinstance(question, Legal) and question.picture else ""


@cached(maxsize=1)
def _areas() -> str:
    says = _("Map of England and Wales with the names of its areas.")
    empty = structs.replace(start("richard-iii", "1483").view("York"), pieces=())
    return areas_svg(_("Map of the areas"), says, _button, empty)


@cache
def _button(area: str) -> dict[str, Any]:
    """Return the attributes of an area that can be chosen on the map; the script makes it a button."""
    x, y = spot(area)
    return {"data_area": area, "data_x": x, "data_y": y}


@cached(maxsize=32)
def _position(question: Legal) -> str:
    """Return what the side that chooses sees: the line-up, the map round the moves, or the board of another game."""
    state = position(question)
    view = state.view(question.side)
    if not isinstance(view, View):
        return str(display.render(view, display.SVG))
    return _lines(state, view) if _is_fought(view) else position_svg(view, _frame({*_named(question, view)}))


def _is_fought(view: View) -> bool:
    return bool(view.battle and view.battle.round)


def _lines(state: State, view: View) -> str:
    """Return the blocks of a battle as a table: house, name, rating, steps, and what has become of them."""
    rated = ratings(state)
    rows = []
    for standing in sorted(line_up(view), key=lambda standing: standing.side):
        block = standing.piece.block
        if standing.fate != "turned":
            steps = "" if standing.fate else str(standing.piece.steps or "?")
            rows.append((standing.side, block or _("unseen block"), rated.get(block or "", ""), steps, _now(standing)))
    columns = (_("House"), _("Block"), _("Rating"), _("Steps"), _("Now"))
    return table_html(f"{view.battle.area if view.battle else ''}: {describe(view)}", columns, rows)


def _now(standing: Standing) -> str:
    """Return in words whether a block may act now, has acted, waits or has fallen."""
    if standing.fate:
        return _("lost")
    if standing.piece.reserve:
        return _("in reserve")
    return _("acts now") if standing.acts else _("has acted") if standing.piece.acted else _("still to act")


def _named(question: Legal, view: View) -> Iterator[str]:
    """Yield the areas that the moves name, and those in which the blocks stand that they name."""
    named = {name for action in actions(question) for name in _names(action)}
    yield from named & SHAPES.keys()
    yield from (piece.place for piece in view.pieces if piece.block in named and piece.place in SHAPES)


def _names(action: Any) -> Iterator[str]:
    for field in action.__struct_fields__:
        value = getattr(action, field)
        yield from value if isinstance(value, tuple) else (value,)


def _frame(areas: set[str]) -> Frame:
    """Return the smallest frame that holds the middles of all areas."""
    near = sorted(areas) or ["Leicester"]
    spots = [SHAPES[area].label for area in near]
    frames = (closeup(*near), campaign_frame(near))
    return next((frame for frame in frames if all(frame.holds(x, y, _MARGIN) for x, y in spots)), KINGDOM)
