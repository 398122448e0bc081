"""The board of a political turn as HTML: both houses with the lords who count, those who do not, and all steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from roses.engine.i18n import N_
from roses.engine.i18n import gettext as _
from roses.figures.blocks.captions import short_name
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing.svg import escape, tag
from roses.lab.political_turn import Course, Stop
from roses.richard.state import State
from roses.richard.tables import BLOCKS, INDEX, PLACES
from roses.richard.view import Piece

NOTHING: Final = "&#160;"  # inside an element that is empty until the script fills it
_PARTS: Final = {
    "8.0": N_("Begin"),
    "8.1": N_("Levies disband"),
    "8.2": N_("Usurpation"),
    "8.3": N_("The Pretender goes home"),
    "8.4": N_("The King goes home"),
    "8.5": N_("Campaign reset"),
    "9.0": N_("Victory"),
}


def board(state: State, held: Course) -> str:
    """Return both houses side by side, with what each lord adds to the count."""
    houses = "".join(_house(state, held, side) for side in ("Lancaster", "York"))
    return tag("div", houses, **{"class": "houses"})


def chosen_tabs(held: Course) -> str:
    """Return a button for each part of the turn, which leads to its first step."""
    parts: dict[str, int] = {}
    for n, stop in enumerate(held.stops):
        parts.setdefault(stop.rule, n)
    buttons = (
        tag("button", escape(f"{rule} {_(_PARTS[rule])}"), type="button", **{"data-to": n}) for rule, n in parts.items()
    )
    return tag("span", *buttons, **{"class": "parts"})


def stops_html(held: Course) -> str:
    """Return all steps as a numbered list, each with its rule."""
    items = "".join(_stop_html(stop, n) for n, stop in enumerate(held.stops))
    return tag("ol", items, **{"class": "stops"})


def _stop_html(stop: Stop, number: int) -> str:
    head = tag("b", escape(f"{stop.rule} · {stop.who}"))
    what, why = (tag("span", escape(w), **{"class": c}) for w, c in ((stop.text, "what"), (stop.why, "why")))
    return tag("li", f"{head} {what} {why}", **{"data-n": number})


def part_of(held: Course, side: str, after: bool = False) -> str:
    """Return whether a side has the King or the Pretender, before the count or after it."""
    return _("King") if side == (held.crowned if after else held.king_side) else _("Pretender")


def _house(state: State, held: Course, side: str) -> str:
    part = part_of(held, side)
    total = held.points[0 if side == "Lancaster" else 1]
    name = tag("span", escape(side), **{"class": f"chip {side.lower()}"})
    label, sum_ = tag("span", escape(part), **{"class": "part"}), tag("b", str(total), **{"class": "total"})
    head = tag("header", name + label + sum_)
    rows = "".join(_rows(state, held, side))
    caption = tag("caption", escape(_("{side}: who counts and who does not").format(side=side)))
    return tag("section", head + tag("table", caption + rows), **{"class": "house", "data-side": side})


def _rows(state: State, held: Course, side: str) -> Iterator[str]:
    """Yield a row for each step of the count that is about this side, and one for London."""
    moves = {stop.blocks[0]: (n, stop.to) for n, stop in enumerate(held.stops) if stop.to}
    counted = [(n, stop) for n, stop in enumerate(held.stops) if stop.rule == "8.2"]
    for n, stop in counted:
        if stop.side == side and stop.counts and stop.blocks:
            yield _lord(state, stop, n, moves.get(stop.blocks[0]))
    for n, stop in counted:
        if stop.side == side and not stop.counts and stop.blocks:
            heading = stop.who.split(": ", 1)[-1]
            names = ", ".join(BLOCKS[block].name for block in stop.blocks)
            yield _row("", heading, names, 0, n)
    london, n = next((stop, n) for n, stop in reversed(counted) if not stop.blocks and stop.who == _("London"))
    yield _row("+1", _("London"), london.why if london.side in (side, "") else london.text, int(london.side == side), n)


def _lord(state: State, stop: Stop, number: int, move: tuple[int, str] | None) -> str:
    """Return the row of a lord who counts; the place he goes to stands in it, for the script to show."""
    block = BLOCKS[stop.blocks[0]]
    area = PLACES[state.loc[INDEX[block.id]]]
    where = escape(area)
    if move:
        where += tag("span", escape(f" → {move[1]}"), **{"class": "to", "data-n": move[0]})
    return _row(_token(stop.side, block.id, area), short_name(block.id), where, 1, number, plain=False)


def _row(sign: str, name: str, about: str, points: int, number: int, *, plain: bool = True) -> str:
    words = tag("b", escape(name)) + tag("small", escape(about) if plain else about)
    cells = tag("td", sign or NOTHING) + tag("td", words)
    return tag("tr", cells + tag("td", str(points), **{"class": "point"}), **{"data-n": number})


def _token(side: str, block: str, area: str) -> str:
    piece = Piece(side, area, block, BLOCKS[block].steps)
    drawn = token_svg(piece, 24, 39, 0.94, size="kingdom", bare=True, cased=False)
    top = 15 if BLOCKS[block].kind == "noble" else 4  # heirs have a crown above, churches a gable
    return tag("svg", drawn, width=36, viewBox=f"4 {top} 40 {68 - top}", aria_hidden="true")
