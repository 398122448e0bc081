"""Measures letters in Chromium, in the widest of the usual faces: ``python -m tests.tools.font_widths`` writes
data/look/widths.json. It needs the fonts DejaVu and Liberation."""

from __future__ import annotations

import json
from itertools import chain
from math import ceil
from typing import Final

from playwright.sync_api import Page

from tests.browser.harness import ROOT, chromium

WIDTHS: Final = ROOT / "data" / "look" / "widths.json"
# a reader may have set one face without serifs for everything, so those count for serif lines too
SANS: Final = ("DejaVu Sans", "Liberation Sans")
SERIF: Final = (*SANS, "DejaVu Serif", "Liberation Serif")
STYLES: Final = {"regular": ("", "Oblique", "Italic"), "bold": ("Bold", "Bold Oblique", "Bold Italic")}
SPARE: Final = 1.03  # for faces a little wider, such as Verdana, and for letters that are set on whole px
_RANGES: Final = ((0x20, 0x7F), (0xA0, 0xAD), (0xAE, 0x180), (0x400, 0x460), (0x490, 0x492))
_SIGNS: Final = "\u2009\u202f–—‘’‚“”„†‡•…′″‹›€№⅓⅔←↑→↓−≈≠≤≥■□●○★✓✗⟦⟧"
LETTERS: Final = "".join(map(chr, chain.from_iterable(range(*part) for part in _RANGES))) + _SIGNS
_MEASURE: Final = """async ([names, letters]) => {
  const found = {}, canvas = document.createElement("canvas").getContext("2d");
  for (const name of names) {
    const face = new FontFace("measured", `local("${name}")`);
    document.fonts.add(await face.load());
    canvas.font = '1000px "measured", monospace';
    found[name] = Array.from(letters, letter => canvas.measureText(letter).width);
    document.fonts.delete(face);
  }
  return found;
}"""


def measured(page: Page) -> dict[str, dict[str, dict[str, str]]]:
    """Return letters by their width in thousandths of the type size, for each family and weight."""
    names = {
        (family, weight): [name for face in faces for name in _names(face, styles)]
        for family, faces in (("sans", SANS), ("serif", SERIF))
        for weight, styles in STYLES.items()
    }
    values = page.evaluate(_MEASURE, [sorted(set(chain.from_iterable(names.values()))), LETTERS])
    made: dict[str, dict[str, dict[str, str]]] = {}
    for (family, weight), faces in names.items():
        widest = map(max, zip(*(values[face] for face in faces), strict=True))
        made.setdefault(family, {})[weight] = _by_width(list(widest))
    return made


def _names(face: str, styles: tuple[str, ...]) -> list[str]:
    """Return the full names of those styles that a face has; DejaVu's italics without serifs are called oblique."""
    slanted = "Oblique" if face == "DejaVu Sans" else "Italic"
    return [f"{face} {style}".strip() for style in styles if style.split(" ")[-1] in ("", "Bold", slanted)]


def _by_width(widths: list[float]) -> dict[str, str]:
    letters: dict[int, str] = {}
    for letter, width in zip(LETTERS, widths, strict=True):
        wide = ceil(width * SPARE)
        letters[wide] = letters.get(wide, "") + letter
    return {str(wide): letters[wide] for wide in sorted(letters)}


def written(table: dict[str, dict[str, dict[str, str]]]) -> str:
    """Return the table as the file holds it."""
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write the table."""
    with chromium() as browser:
        table = measured(browser.new_page())
    WIDTHS.write_text(written(table), encoding="utf-8")
    print(f"{WIDTHS.relative_to(ROOT)} holds {len(LETTERS)} letters")


if __name__ == "__main__":
    main()
