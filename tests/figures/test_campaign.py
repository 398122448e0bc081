"""The routes of a campaign on one map: each march once, as far as it leads, in words too, and no block."""

from __future__ import annotations

import re

import pytest

import roses
from roses.figures import campaign_map, campaign_words
from roses.figures.map.figure import INDEX

TIMELINE = roses.timeline("1459-yorks-rising")


def test_each_march_is_told_once_and_as_far_as_it_leads() -> None:
    lines = campaign_words(TIMELINE).splitlines()
    assert len(lines) == len(set(lines)) == 7
    assert "York: Calais, Sandwich (26 Jun), London (2 Jul), Northampton (10 Jul)" in lines
    assert not any(one != two and two.startswith(one) for one in lines for two in lines)


def test_the_picture_says_in_words_what_it_draws() -> None:
    result = campaign_map(TIMELINE, 0, "Wakefield")._repr_mimebundle_()["image/svg+xml"]
    match = re.search(r"<desc[^>]*>(.*?)</desc>", result, re.DOTALL)
    assert match and all(name in match[1] for name in ("Sandwich", "26 Jun", "Northampton", "Sandal", "21 Dec"))


def test_no_block_stands_on_the_map_of_routes() -> None:
    figure = campaign_map(TIMELINE)
    assert not [text for text in figure.data[INDEX["blocks"]].text or () if text]


@pytest.mark.parametrize(("first", "last"), [(2, 5), (38, None)])
def test_steps_without_a_march_are_refused(first: int, last: int | None) -> None:
    with pytest.raises(ValueError, match="no march of history in these steps"):
        campaign_map(TIMELINE, first, last)
