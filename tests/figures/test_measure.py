"""Widths of texts: in the order of faces, as wide as real faces at least, and complete for the kit's languages."""

from __future__ import annotations

import pytest

from roses.figures.drawing import Text, text_width, wrap

# px of "Northumberland" in type of 100 px as DejaVu Sans, DejaVu Serif and their bold faces set it
DEJAVU = {("sans", False): 822.6, ("sans", True): 929.8, ("serif", False): 854.5, ("serif", True): 937.0}


@pytest.mark.parametrize(("family", "bold"), DEJAVU)
def test_a_line_is_measured_wider_than_the_widest_face_sets_it(family: str, bold: bool) -> None:
    wide = text_width("Northumberland", 100, bold=bold, family=family)  # type: ignore[arg-type]
    assert DEJAVU[family, bold] < wide < 1.06 * DEJAVU[family, bold]


def test_bold_and_serif_lines_are_wider() -> None:
    for words in ("Hereford", "Warwick", "45 %", "campaign 3, turn 4"):
        bold = text_width(words, 12, bold=True)
        assert text_width(words, 12) < bold <= text_width(words, 12, family="serif", bold=True)


def test_letters_of_german_and_russian_are_in_the_table_and_others_take_a_whole_em() -> None:
    assert text_width("ÄÖÜäöüß", 10) < 55
    assert text_width("Йорк против Ланкастера", 10) < 150
    assert text_width("王冠", 10) == 20


def test_a_text_covers_the_box_of_its_widest_face_on_the_side_of_its_anchor() -> None:
    boxes = [Text("Kent", 100, 50, 10, bold=True, anchor=anchor).box for anchor in ("start", "middle", "end")]
    wide = text_width("Kent", 10, bold=True)
    assert [box[0] for box in boxes] == [100, 100 - wide / 2, 100 - wide]
    assert [box[2] for box in boxes] == pytest.approx([100 + wide, 100 + wide / 2, 100])


def test_lines_are_broken_where_the_bold_face_would_not_fit() -> None:
    assert wrap("Richmond, for Lancaster", 12, 160) == ["Richmond, for Lancaster"]
    assert wrap("Richmond, for Lancaster", 12, 160, bold=True) == ["Richmond, for", "Lancaster"]
