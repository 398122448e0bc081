"""Small views for tests of figures, made by hand so that no engine is needed."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

from roses.engine.protocol import Event
from roses.figures.drawing.svg import text_width
from roses.richard.tables import BLOCKS
from roses.richard.view import BattleView, Piece, View

SVG = "{http://www.w3.org/2000/svg}"
HERE = "Leicester"
YORK = tuple(b for b in BLOCKS if BLOCKS[b].side == "York")
LANCASTER = tuple(b for b in BLOCKS if BLOCKS[b].side == "Lancaster")


def piece(block: str, steps: int | None = None, **state: bool) -> Piece:
    return Piece(BLOCKS[block].side, HERE, block, BLOCKS[block].steps if steps is None else steps, **state)


def view(
    pieces: Iterable[Piece] = (), battle: BattleView | None = None, events: Iterable[Event] = (), winner: str = ""
) -> View:
    return View(
        viewer=None,
        scenario="1483",
        campaign=3,
        turn=7,
        phase="battle",
        active=("York",),
        king="Gloucester",
        pretender="Richmond",
        king_side="York",
        pieces=tuple(pieces),
        hands={},
        hand_sizes={},
        played={},
        battle=battle,
        winner=winner or None,
        events=tuple(events),
    )


def fight(york: Iterable[str], lancaster: Iterable[str], round_: int = 2, **more: object) -> View:
    battle = BattleView(HERE, "Lancaster", round_, **more)  # type: ignore[arg-type]
    return view([piece(b) for b in (*york, *lancaster)], battle)


def texts(svg: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(f"{SVG}text"))


def words(svg: str) -> list[str]:
    return ["".join(t.itertext()) for t in texts(svg)]


def span(element: ElementTree.Element) -> tuple[float, float]:
    """Left and right end of a line of text in px, as Helvetica sets it."""
    x, size = float(element.get("x", 0)), float(element.get("font-size", 0))
    bold = element.get("font-weight", "400") != "400"
    wide = text_width("".join(element.itertext()), size, bold=bold, slack=1)
    wide = min(wide, float(element.get("textLength", wide)))
    share = {"middle": 0.5, "end": 1.0}.get(element.get("text-anchor", "start"), 0.0)
    return x - share * wide, x + (1 - share) * wide
