"""The key to the tokens: it explains every sign, in its description too, and no label lies on another or on a token."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree

from roses.figures import key_svg
from roses.figures.drawing import text_width

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]


def labels() -> list[tuple[Box, str]]:
    """Return the boxes of the labels in the widest of the fonts; the letters on the tokens are bold."""
    results = []
    for text in ElementTree.fromstring(key_svg()).iter(f"{SVG}text"):
        if "font-weight" in text.attrib:
            continue
        x, y, size, words = float(text.attrib["x"]), float(text.attrib["y"]), float(text.attrib["font-size"]), text.text
        width = min(text_width(words or "", size), float(text.attrib.get("textLength", 999)))
        left = x - width / 2 if text.attrib.get("text-anchor") == "middle" else x
        results.append(((left, y - 0.75 * size, left + width, y + 0.2 * size), words or ""))
    return results


def test_the_key_explains_letters_squares_crown_rose_ring_and_feet() -> None:
    description = key_svg().description
    signs = "crown:, B3: acts after A, squares:, rose:, loyalty, ring:, Lancaster, York, levy, mercenaries, rebels"
    for words in (*signs.split(", "), "unseen", "has moved", "changed sides", "fallen"):
        assert words in description
    drawn = " ".join(words for _box, words in labels())
    assert {*re.findall(r"\w+", description)} <= {*re.findall(r"\w+", drawn)}


def test_labels_stay_inside_and_apart_in_the_widest_font() -> None:
    picture, item = key_svg(), labels()
    for box, words in item:
        assert box[0] > 0 and box[2] < picture.width and box[3] < picture.height, words
    for (one, first), (other, second) in combinations(item, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (first, second)
