"""Who stands where in the block war game, from a view, as an HTML table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import ATTRIBUTION
from roses.figures.map.layout import order
from roses.figures.map.text import discards_words, memory_words, standing
from roses.richard.tables import BLOCKS, SIDES
from roses.richard.view import Piece, View
from roses.widgets.html import table_html

_NONE = "–"


def standings_html(view: View) -> str:
    """Return the blocks by area and side, with their strengths, then the pools and the dead, as far as they are known.

    Blocks that are not seen are counted. Below stand the cards of earlier turns, the enemy's blocks that the viewer
    remembers, and the attribution of the map data.

    >>> import roses
    >>> "Norfolk, 4 of 4" in standings_html(roses.scene(Kent="Norfolk").view())
    True
    """
    sides = [*SIDES[::-1], *(["Rebel"] if any(piece.side == "Rebel" for piece in view.pieces) else [])]
    rows = [
        [_battle(area, view), *(_listed(piece for piece in pieces if piece.side == side) for side in sides)]
        for area, pieces in standing(view).items()
    ]
    seen = _("as {side} may know them").format(side=view.viewer) if view.viewer else _("none hidden")
    caption = _("Blocks on the map and the steps they have left, {seen}").format(seen=seen)
    table = table_html(caption, [_("Area"), *(_("Rebels") if side == "Rebel" else side for side in sides)], rows)
    return table + "".join(tag("p", escape(words)) for words in (*_away(view), ATTRIBUTION))


def _battle(area: str, view: View) -> str:
    return _("{area} (battle)").format(area=area) if view.battle and view.battle.area == area else area


def _listed(pieces: Iterable[Piece]) -> str:
    """Return blocks in words, and how many are not seen."""
    here = sorted(pieces, key=order)
    unseen = sum(piece.block is None for piece in here)
    said = [", ".join(_details(piece)) for piece in here if piece.block is not None]
    return "; ".join(said + ([_("{n} unseen").format(n=unseen)] if unseen else [])) or _NONE


def _details(piece: Piece) -> Iterator[str]:
    block = BLOCKS[piece.block or ""]
    steps = block.steps if piece.steps is None else piece.steps
    yield _("{block}, {steps} of {most}").format(block=block.name, steps=steps, most=block.steps)
    for true, words in (
        (piece.turned, _("changed sides")),
        (piece.prisoner, _("prisoner")),
        (piece.reserve, _("in reserve")),
    ):
        if true:
            yield words


def _away(view: View) -> Iterator[str]:
    """Yield who is in the pools, as far as the viewer knows, who is dead, the cards played, and what is remembered."""
    for side, n in view.pool_sizes.items():
        known = [BLOCKS[p.block].name for p in view.pieces if p.place == "Pool" and p.side == side and p.block]
        words = ngettext("Pool of {side}: {n} block", "Pool of {side}: {n} blocks", n).format(side=side, n=n)
        if n:
            yield f"{words}: {', '.join(sorted(known))}." if known else f"{words}."
    if view.dead:
        yield _("Dead: {names}.").format(names=", ".join(BLOCKS[block].name for block in view.dead))
    if cards := discards_words(view):
        yield _("Cards of earlier turns: {cards}.").format(cards=cards)
    if blocks := memory_words(view):
        yield _("What {side} has seen and remembers: {blocks}.").format(side=view.viewer, blocks=blocks)
