"""The blocks that wait beside the map of a table: the pools of both sides, and heirs who are not of age."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.blocks.tokens import PX_PER_U, SHARED, token_svg
from roses.figures.drawing.palette import INK, INK3, PANEL, SERIF
from roses.figures.drawing.svg import Svg, document, rect, tag, text
from roses.figures.map.layout import RESERVES, order
from roses.richard.tables import MINOR, PLACES, POOL
from roses.richard.view import View

_PER_ROW, _ACROSS, _DOWN, _HEAD = 6, 25.0, 31.0, 17.0  # tokens in a row; px from token to token, and of a line of text


def with_reserves(picture: Svg, view: View) -> Svg:
    """Return a map of the frame of the table with the blocks that wait, in the corner that is kept free for them.

    Of an enemy pool only the size is known (rule 4.5).

    >>> import roses
    >>> from roses.figures.map.svg import map_svg
    >>> view = roses.start("richard-iii", "1460").view("York")
    >>> "Heirs in waiting" in str(with_reserves(map_svg(view, "table"), view))
    True
    """
    pool, minors = ([p for p in view.pieces if p.place == PLACES[place]] for place in (POOL, MINOR))
    sides = dict.fromkeys(piece.side for piece in pool)
    counts = [(side, n) for side, n in view.pool_sizes.items() if n and side not in sides]
    unseen = [_("{side}'s pool: {n}").format(side=side, n=n) for side, n in counts]
    lists = [(_("{side}'s pool").format(side=", ".join(sides)), pool), (_("Heirs in waiting"), minors)]
    (left, y, right, _lower), parts = RESERVES, []
    for head, pieces in [*(one for one in lists if one[1]), *((line, []) for line in unseen)]:
        y += _HEAD
        parts.append(text(left + 6, y - 4, head, 11.5, INK, weight=600, anchor="start", family=SERIF))
        ordered = sorted(pieces, key=order)
        for first in range(0, len(ordered), _PER_ROW):
            row = ordered[first : first + _PER_ROW]
            y += _DOWN + (6 if order(row[0])[0] == 0 else 0)  # for the crowns of heirs
            for i, piece in enumerate(row):
                x = left + 16 + i * _ACROSS
                parts.append(token_svg(piece, x, y - 14, PX_PER_U["tab"], size="kingdom", bare=True))
    if not parts:
        return picture
    box = rect(left, RESERVES[1], right - left, y + 5 - RESERVES[1], PANEL, rx=4, stroke=INK3)
    inside = [picture.inside, box, tag("g", *parts, **SHARED)]
    return document(picture.width, picture.height, inside, title=picture.name, description=picture.description)
