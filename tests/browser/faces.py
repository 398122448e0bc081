"""Pages whose texts are set in a chosen face, and the boxes of their texts as Chromium sets them."""

from __future__ import annotations

from itertools import combinations
from typing import Final, NamedTuple

from playwright.sync_api import Page

# by face: what stands in for the first name of the sans and the serif stack, and its size in per cent
FACES: Final = {
    "DejaVu": (("DejaVu Sans", "Oblique"), ("DejaVu Serif", "Italic"), 100),
    "Liberation": (("Liberation Sans", "Italic"), ("Liberation Serif", "Italic"), 100),
    "wide": (("DejaVu Sans", "Oblique"), ("DejaVu Sans", "Oblique"), 103),
}
_FIRST: Final = ("Helvetica Neue", "Palatino Linotype")
# the room of each line of text that is seen, from the height of capitals to the depth of descenders, in px of the page
_BOXES: Final = """root => {
  const at = (x, y, matrix) => new DOMPoint(x, y).matrixTransform(matrix);
  const frame = svg => {  // what a picture shows of itself; a nested one has no box of its own in the page
    if (!svg.ownerSVGElement) return svg.getBoundingClientRect();
    const parent = svg.parentNode.getScreenCTM(), value = name => svg[name].baseVal.value;
    const a = at(value("x"), value("y"), parent);
    const b = at(value("x") + value("width"), value("y") + value("height"), parent);
    return { left: a.x, top: a.y, right: b.x, bottom: b.y };
  };
  const seen = (node, a, b) => {
    for (let svg = node.ownerSVGElement; svg; svg = svg.ownerSVGElement) {
      const { left, top, right, bottom } = frame(svg);
      if (b.x <= left || a.x >= right || b.y <= top || a.y >= bottom) return false;
    }
    return true;
  };
  return [...root.querySelectorAll("text")].flatMap(text => {
    if (text.closest("defs") || !text.textContent.trim()) return [];
    const lines = text.querySelector("tspan.line") ? [...text.querySelectorAll("tspan.line")] : [text];
    return lines.map(line => {
      const size = parseFloat(getComputedStyle(line).fontSize), matrix = text.getScreenCTM();
      const count = line.getNumberOfChars();
      if (!count) return null;
      const first = line.getStartPositionOfChar(0), last = line.getEndPositionOfChar(count - 1);
      const a = at(first.x, first.y - 0.72 * size, matrix), b = at(last.x, last.y + 0.2 * size, matrix);
      return b.x > a.x && seen(text, a, b) ? { words: line.textContent, box: [a.x, a.y, b.x, b.y] } : null;
    }).filter(Boolean);
  });
}"""


class Set(NamedTuple):
    """A line of text as it is set: left, top, right, bottom in px of the page."""

    words: str
    box: tuple[float, float, float, float]


def style(face: str) -> str:
    """Return the style that sets both stacks of the kit in one face, all its weights and slants."""
    *families, size = FACES[face]
    rules = []
    for name, (family, slanted) in zip(_FIRST, families, strict=True):  # type: ignore[misc]
        for weight, bold in (("1 500", ""), ("501 1000", "Bold")):
            for look, slant in (("normal", ""), ("italic", slanted)):
                full = " ".join(filter(None, (family, bold, slant)))
                rules.append(
                    f'@font-face {{ font-family: "{name}"; src: local("{full}"); font-weight: {weight}; '
                    f"font-style: {look}; size-adjust: {size}%; }}"
                )
    return "\n".join(rules)


def show(page: Page, body: str, face: str) -> None:
    """Show a piece of HTML in a face; fail if the machine lacks one of its fonts."""
    page.set_content(f"<style>{style(face)} body {{ margin: 0 }}</style>{body}")
    loaded = page.evaluate("Promise.all([...document.fonts].map(face => face.load().then(() => true, () => false)))")
    assert all(loaded), f"the fonts of {face} are not on this machine; .ci/run installs them"


def boxes(page: Page, root: str = "svg") -> list[Set]:
    """Return the lines of text of an element that are seen at least in part."""
    values = page.locator(root).first.evaluate(_BOXES)
    return [Set(line["words"], tuple(line["box"])) for line in values]


def overlapping(lines: list[Set], spare: float = 1.0) -> list[tuple[str, str]]:
    """Return the pairs that cover each other by more than ``spare`` px both ways."""
    return [
        (one.words, other.words)
        for one, other in combinations(lines, 2)
        if min(one.box[2], other.box[2]) - max(one.box[0], other.box[0]) > spare
        and min(one.box[3], other.box[3]) - max(one.box[1], other.box[1]) > spare
    ]


def outside(lines: list[Set], width: float, height: float, spare: float = 1.0) -> list[str]:
    """Return the lines that reach beyond a picture in the upper left corner of the page by more than ``spare`` px."""
    return [
        line.words
        for line in lines
        if min(line.box[0], line.box[1], width - line.box[2], height - line.box[3]) < -spare
    ]
