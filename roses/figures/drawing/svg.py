"""Small pieces of SVG text: escaped tags, text with halo, documents with title and description. Knows no game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape as _escape
from typing import Final

from roses.figures.drawing.palette import HALO, INK, SANS

Point = tuple[float, float]

# Widths in Helvetica, in thousandths of the type size; letters that are not listed are 556.
_WIDTHS: Final = {
    **dict.fromkeys("ijl'’|", 222),
    **dict.fromkeys(" .,:;!/\\tfI[]·", 278),
    **dict.fromkeys("r()-`", 333),
    **dict.fromkeys("ckszvxyJ", 500),
    **dict.fromkeys("ABEKPSVXYé", 667),
    **dict.fromkeys("CDHNRUw", 722),
    **dict.fromkeys("GOQ", 778),
    **dict.fromkeys("mM", 833),
    "W": 944,
}
SLACK: Final = 1.12  # DejaVu, where it stands in for Helvetica
_BOLD: Final = 1.06


def escape(text: object) -> str:
    """Make any text safe inside SVG and HTML, as content and as a quoted attribute.

    >>> escape('Lord "Stanley" & <sons>')
    'Lord &quot;Stanley&quot; &amp; &lt;sons&gt;'
    """
    return _escape(str(text), quote=True)


def number(value: float) -> str:
    """Write a length in px as short as a picture needs: one decimal, no trailing zero.

    >>> number(12.04), number(-0.01), number(3.25)
    ('12', '0', '3.2')
    """
    return _short(value, 1)


def _short(value: float, digits: int) -> str:
    short = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if short in ("-0", "") else short


def tag(name: str, *inside: str, **attributes: object) -> str:
    """Write one element: ``inside`` is SVG, attributes are escaped, None leaves one out, ``_`` stands for ``-``.

    >>> tag("rect", width=40.0, fill_opacity=0.55, stroke=None)
    '<rect width="40" fill-opacity="0.55"/>'
    """
    written = "".join(
        f' {key.replace("_", "-")}="{_value(value)}"' for key, value in attributes.items() if value is not None
    )
    body = "".join(inside)
    return f"<{name}{written}>{body}</{name}>" if body else f"<{name}{written}/>"


def _value(value: object) -> str:
    return _short(value, 2) if isinstance(value, float) else escape(value)


def points(outline: Iterable[Point]) -> str:
    """Write an outline for ``points="..."``.

    >>> points([(0, 1.26), (-4.5, 2)])
    '0,1.3 -4.5,2'
    """
    return " ".join(f"{number(x)},{number(y)}" for x, y in outline)


def polygon(
    outline: Iterable[Point], fill: str = "none", stroke: str | None = None, width: float = 1, **more: object
) -> str:
    """Write a closed shape with round joins; ``width`` of the stroke in px."""
    edge = {"stroke": stroke, "stroke_width": float(width), "stroke_linejoin": "round"} if stroke else {}
    return tag("polygon", points=points(outline), fill=fill, **edge, **more)


def line(outline: Iterable[Point], stroke: str, width: float = 1, **more: object) -> str:
    """Write an open line through the points; ``width`` in px."""
    return tag("polyline", points=points(outline), fill="none", stroke=stroke, stroke_width=float(width), **more)


def rect(x: float, y: float, width: float, height: float, fill: str, **more: object) -> str:
    """Write a box; lengths in px."""
    return tag("rect", x=number(x), y=number(y), width=number(width), height=number(height), fill=fill, **more)


def text(
    x: float,
    y: float,
    words: str,
    size: float,
    fill: str = INK,
    *,
    weight: int = 400,
    anchor: str = "middle",
    family: str = SANS,
    italic: bool = False,
    halo: float = 0,
    within: float = 0,
) -> str:
    """Write one line of text on baseline ``y``; ``halo`` is the width in px of a light rim under the letters.

    ``within`` px the line must stay: it shrinks to 12 px, then its letters are squeezed.

    >>> 'paint-order="stroke"' in text(0, 0, "Kent", 13.5, halo=3.2)
    True
    """
    room = within / text_width(words, 1, bold=weight >= 600) if within and words else size
    style: dict[str, object] = {"font_family": family, "font_size": max(min(size, room), min(size, 12.0)), "fill": fill}
    style |= {"textLength": number(within), "lengthAdjust": "spacingAndGlyphs"} if room < min(size, 12.0) else {}
    style |= {"font_weight": weight} if weight != 400 else {}
    style |= {"font_style": "italic"} if italic else {}
    style |= {"text_anchor": anchor} if anchor != "start" else {}
    if halo:
        style |= {"stroke": HALO, "stroke_width": float(halo), "stroke_linejoin": "round", "paint_order": "stroke"}
    return tag("text", escape(words), x=number(x), y=number(y), **style)


def hatch(x: float, y: float, width: float, height: float, step: float, stroke: str, thickness: float = 1.6) -> str:
    """Fill a box with rising lines, ``step`` px apart. One path and no ids, so figures never collide on a page."""
    lines = []
    offset = step
    while offset < width + height:
        left, top = max(0.0, offset - height), max(0.0, offset - width)
        low = (x + left, y + offset - left)
        high = (x + offset - top, y + top)
        lines.append(f"M{number(low[0])} {number(low[1])}L{number(high[0])} {number(high[1])}")
        offset += step
    return tag("path", d="".join(lines), fill="none", stroke=stroke, stroke_width=float(thickness))


def text_width(words: str, size: float, *, bold: bool = False, slack: float = SLACK) -> float:
    """Estimate the width in px of a line in the sans stack, with slack for its widest font.

    >>> 95 < text_width("Northumberland", 13, bold=True) < 125
    True
    """
    thousandths = sum(_WIDTHS.get(letter, 556) for letter in words)
    return thousandths / 1000 * size * slack * (_BOLD if bold else 1)


def wrap(words: str, size: float, width: float) -> list[str]:
    """Break a sentence into lines of at most ``width`` px.

    >>> wrap("held by a levy only", 14, 90)
    ['held by a', 'levy only']
    """
    lines: list[str] = []
    for word in words.split():
        if lines and text_width(f"{lines[-1]} {word}", size) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def document(width: float, height: float, inside: Sequence[str], *, title: str, description: str) -> str:
    """Wrap a figure as a document that screen readers can name and describe.

    >>> document(10, 10, [], title="Barnet", description="fog").startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    True
    """
    box = f"0 0 {number(width)} {number(height)}"
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("desc", escape(description)),
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        width=number(width),
        height=number(height),
        viewBox=box,
        style="max-width:100%;height:auto",
        role="img",
    )
