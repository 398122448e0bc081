"""Shares with intervals as a picture: it says in words what it shows, and fits its frame."""

from __future__ import annotations

import re

import pytest

from roses.figures.odds.bars import shares_svg
from roses.lab.intervals import wilson


def test_the_picture_says_its_numbers_in_words_and_draws_a_point_for_each() -> None:
    svg = shares_svg({"squires": (0.25, *wilson(0.25, 40)), "pages": (0.0, 0.0, 0.1)}, "Stanley leaves")
    assert svg.description == "squires: 25.0 % (14.2 % to 40.2 %); pages: 0.0 % (0.0 % to 10.0 %)."
    assert str(svg).count("<circle") == 2 and svg.name == "Stanley leaves"


def test_points_stand_in_proportion_and_inside_their_intervals() -> None:
    drawn = str(shares_svg({"none": (0.0, 0.0, 0.2), "half": (0.5, 0.4, 0.6), "all": (1.0, 0.8, 1.0)}, "Shares"))
    none, half, all_ = (float(x) for x in re.findall(r'<circle cx="([0-9.]+)"', drawn))
    assert half == pytest.approx((none + all_) / 2) and none < half < all_


@pytest.mark.parametrize("wrong", [(0.5, 0.6, 0.7), (1.2, 1.0, 1.3), (0.5, 0.4, 1.2)])
def test_what_is_no_share_is_refused(wrong: tuple[float, float, float]) -> None:
    with pytest.raises(ValueError, match="'odd' is not a share with its interval"):
        shares_svg({"odd": wrong}, "Shares")


def test_nothing_to_draw_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no share to draw"):
        shares_svg({}, "Shares")
