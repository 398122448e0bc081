"""The political turn: every lord and every reason is shown, and the verdict follows the count."""

from __future__ import annotations

import re
from itertools import accumulate

import pytest

import roses
from roses.figures.politics import _row_of_tokens, decision, political_svg
from roses.richard.events.campaign import Usurped
from roses.richard.lords_count import Counted, London, Side, Tally, tally
from roses.richard.tables import BLOCKS
from tests.figures.positions import LANCASTER, YORK, view
from tests.figures.reading import span, texts, words


def lords(blocks: tuple[str, ...], n: int) -> Side:
    results = [b for b in blocks if BLOCKS[b].kind in ("heir", "noble", "church")][:n]
    return Side(tuple(Counted(b, "Northumbria") for b in results), ("Pembroke (in exile, France)",) * 3)


@pytest.mark.parametrize("width", [1180, 900, 780])
@pytest.mark.parametrize(("n", "m"), [(0, 0), (0, 9), (3, 6), (6, 3), (12, 12), (5, 5), (20, 18)])
def test_everything_is_shown_and_stays_inside(n: int, m: int, width: int) -> None:
    tally = Tally({"Lancaster": lords(LANCASTER, n), "York": lords(YORK, m)}, London("York", 1, "held by Essex"))
    svg = political_svg(view(), tally, width=width)
    text = words(svg)
    assert str(n) in text
    assert str(m + 1) in text
    assert text.count("Northumbria") == n + m
    assert text.count("Not counted") == 2
    assert "held by Essex" in text
    for element in texts(svg):
        left, right = span(element)
        assert left >= -0.5
        assert right <= width + 0.5


@pytest.mark.parametrize("width", [360, 780, 1100, 1180])
def test_king_and_pretender_keep_clear_of_the_totals(width: int) -> None:
    tally = Tally({"Lancaster": lords(LANCASTER, 4), "York": lords(YORK, 9)}, London("York", 1, "held by Essex"))
    drawn = texts(political_svg(view(), tally, width=width))
    totals = [element for element in drawn if element.get("font-size") == "44"]
    parts = [element for element in drawn if element.text in ("King", "Pretender")]
    assert [total.text for total in totals] == ["4", "10"] and len(parts) == 2
    for part, total in zip(parts, totals, strict=True):
        assert span(part)[1] < span(total)[0]


def test_the_two_rows_of_the_tally_do_not_cover_each_other() -> None:
    paths = re.findall(r'<path d="([^"]+)z"', _row_of_tokens(_many(), 20, 100, 350))
    outlines = [list(accumulate(map(float, re.findall(r"-?[\d.]+", path)[1::2]))) for path in paths]
    tall = [ys for ys in outlines if max(ys) - min(ys) > 24]
    assert len(tall) == 2 * 14  # each body with its casing
    above, below = ([ys for ys in tall if (min(ys) < 82) == is_above] for is_above in (True, False))
    assert max(map(max, above)) < min(map(min, below))


def _many() -> Tally:
    return Tally({"Lancaster": lords(LANCASTER, 4), "York": lords(YORK, 10)})


def test_a_tie_keeps_the_crown() -> None:
    tie = Tally({"Lancaster": lords(LANCASTER, 4), "York": lords(YORK, 4)})
    assert decision(view(), tie) == "York holds the crown."


def test_one_point_more_takes_it() -> None:
    won = Tally({"Lancaster": lords(LANCASTER, 4), "York": lords(YORK, 4)}, London("Lancaster", 1))
    assert decision(view(), won) == "Lancaster has more: the Pretender takes the crown."
    assert decision(view(events=[Usurped("York", "Edward IV")]), won) == "York takes the crown."
    assert decision(view(winner="Lancaster"), won) == "Lancaster has won."


def test_london_shows_nought_and_why() -> None:
    tally = Tally({"Lancaster": Side(), "York": Side()}, London("", 0, "no block there at all"))
    text = words(political_svg(view(), tally))
    assert text.count("no block there at all") == 2
    assert text.count("nobody") == 2


def test_8_2_london_counts_for_one_side_where_both_stand_in_it_for_a_battle() -> None:
    state = roses.replay("1470-kingmaker")[92]
    assert {"Henry VI", "March"} <= roses.stands(state, "Middlesex").keys()
    count = tally(state)
    assert (count.london.holder, count.total("York"), count.total("Lancaster")) == ("Lancaster", 12, 9)
