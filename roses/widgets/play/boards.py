"""The board of a table: map, battle board or court, and what on it may be clicked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from roses.engine import display
from roses.engine.i18n import gettext as _
from roses.engine.seat import Seat
from roses.figures.battle.board import battle_svg, narrow_svg
from roses.figures.battle.layout import plan
from roses.figures.blocks.captions import piece_words
from roses.figures.court.canvas import HEIGHT, WIDTH
from roses.figures.court.figure import board_svg, court_canvas
from roses.figures.drawing.picture import path_data
from roses.figures.drawing.svg import PAGE
from roses.figures.map.flags import Flag, Reach
from roses.figures.map.frames import KINGDOM
from roses.figures.map.geography import SHAPES, rings
from roses.figures.map.placement import place
from roses.figures.map.svg import map_svg
from roses.figures.map.text import area_facts, armies_words
from roses.lancaster.view import View as Court
from roses.richard.actions import Retreat
from roses.richard.view import View as War

_PHONE: Final = 390.0  # px: the width for which the narrow battle board is drawn

Spot = tuple[str, float, float, float, float]  # a place by its name, and its box: left, top, right, bottom in px


class Board(NamedTuple):
    """The ``svg`` of a board, its ``kind`` (map, battle, court or other), and the ``spots`` that may be clicked.

    ``said`` are sentences on what stands there, by the names of spots and areas. A block on the battle board has a name
    such as "block Gloucester", for there is an area of Gloucester too.

    The attribution of the map data stands below the table, not in the picture.
    """

    svg: str
    kind: str
    spots: tuple[Spot, ...] = ()
    said: Mapping[str, str] = {}


def board(
    seat: Seat, *, narrow: bool = False, reach: Reach | None = None, chosen: Collection[str] = ()
) -> dict[str, Any]:
    """Return the board that a seat sees, as values for the page.

    ``narrow`` is for a telephone; with ``reach`` the map shows where the ``chosen`` blocks may march.
    """
    view = seat.view
    if isinstance(view, War):
        found = _war(view, narrow, reach, chosen)
    elif isinstance(view, Court):
        canvas = court_canvas(view)
        boxes, about = tuple((name, *box) for name, box in canvas.spots), dict(canvas.hovers)
        said = {name: _("{sentence}.").format(sentence=about[box]) for name, box in canvas.spots}
        found = Board(str(board_svg(canvas, view).cropped((0, 0, WIDTH, HEIGHT)).filling()), "court", boxes, said)
    else:
        found = Board(str(display.render(view, display.SVG)), "other")
    return found._asdict()


def field_map(seat: Seat, way: Sequence[int]) -> dict[str, Any]:
    """Return the map, as the values of a ``Board``, while the board shows a battle; {} where there is no battle.

    ``way`` are the places of what is chosen in the tree of the seat, level by level. The goals of the retreats that are
    left to choose are marked on it, as those of a march are.
    """
    view, nodes = seat.view, seat.tree
    if not isinstance(view, War) or not _on_battle_board(view) or view.battle is None:
        return {}
    for number in way:
        nodes = nodes[number].options if number < len(nodes) else ()
    acts = (action for node in nodes for action in node.actions() if isinstance(action, Retreat))
    goals = {action.area: Flag(1, 1) for action in acts}
    return _map(view, Reach(view.battle.area, 1, goals, cost=None) if goals else None)._asdict()


def _war(view: War, narrow: bool, reach: Reach | None, chosen: Collection[str]) -> Board:
    if not _on_battle_board(view):
        return _map(view, reach, chosen)
    if narrow:
        return Board(str(narrow_svg(view, width=_PHONE).filling()), "battle")
    laid = plan(view, PAGE)
    half = laid.slot / 2
    boxes = tuple(
        (f"block {one.standing.piece.block}", one.x - half, one.y, one.x + half, one.y + laid.row)
        for one in laid.places
        if one.standing.piece.block
    )
    pieces = (one.standing.piece for one in laid.places)
    said = {f"block {one.block}": _("{sentence}.").format(sentence=piece_words(one)) for one in pieces if one.block}
    return Board(str(battle_svg(view).filling()), "battle", boxes, said)


def _on_battle_board(view: War) -> bool:
    return view.battle is not None and bool(view.battle.round)


def _map(view: War, reach: Reach | None, chosen: Collection[str] = ()) -> Board:
    boxes = tuple((area, *box) for area, box in place(view, KINGDOM).boxes.items())
    land = map_svg(view, "kingdom", reach=reach, chosen=chosen, cities=True)
    return Board(str(land.cropped((0, 0, KINGDOM.width, KINGDOM.height)).filling()), "map", boxes, armies_words(view))


@cache
def areas() -> dict[str, dict[str, Any]]:
    """Return each area of the map: its outline ``d`` as path data and the point ``at`` it, in px, and what it is.

    The key ``about`` has the latter.
    """
    return {
        name: {
            "d": path_data([tuple(KINGDOM.px(*point) for point in ring) for ring in rings(name)], closed=True),
            "at": KINGDOM.px(*SHAPES[name].label),
            "about": _("{sentence}.").format(sentence=facts[:1].upper() + facts[1:]),
        }
        for name in SHAPES
        for facts in (area_facts(name),)
    }
