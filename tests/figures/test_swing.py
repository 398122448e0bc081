"""The swing of support: its figure says what the counts are in squares, numbers and words, and by more than colour."""

from __future__ import annotations

import json
import re

import pytest

import roses
from roses.figures.drawing.palette import contrast, grey
from roses.figures.odds.games import SWING_LAYERS, WIDTH, swing_data, swing_svg, text_swing
from roses.lab import Support, support, who_counts
from roses.richard.lords_count import tally
from tests.figures.reading import span, texts

LAYER = {layer.name: layer for layer in SWING_LAYERS}


@pytest.fixture(scope="module")
def swing() -> Support:
    return support(roses.timeline("1470-kingmaker"))


def test_a_turn_ends_where_the_next_begins_and_the_set_up_is_turn_0(swing: Support) -> None:
    counts = [(t.turn, t.tally.total("Lancaster"), t.tally.total("York")) for t in swing.turns]
    assert counts == [
        (0, 1, 11), (1, 4, 10), (2, 5, 10), (3, 8, 6), (4, 9, 11), (5, 9, 11), (6, 4, 14), (7, 3, 14)
    ]  # fmt: skip
    assert [turn.turn for turn in swing.turns if turn.would_be_king != "York"] == [3]
    assert [turn.tally.shadow for turn in swing.turns] == [True] * 7 + [False]
    assert swing.turns[3].date == "26 November 1470"


def test_a_campaign_that_ends_on_the_field_has_no_count_at_its_end() -> None:
    last = support(roses.timeline("1483-richard-iii")).turns[-1]
    assert (last.ended, last.tally.shadow, last.tally.total("York")) == ("Lancaster", True, 5)


def test_the_table_says_who_is_new_and_who_is_gone(swing: Support) -> None:
    row = swing.table().set_index("turn").loc[3]
    assert row["gone"] == "York: March, Gloucester, Hastings, Rivers"
    assert row["new"] == "Lancaster: Shrewsbury, York (church), London"


def test_there_is_a_square_for_every_point_and_a_bar_for_who_is_new(swing: Support) -> None:
    drawn = swing_svg(swing)
    points = sum(turn.tally.total(side) for turn in swing.turns for side in ("Lancaster", "York"))
    squares = ("Lancaster", "York", "Lancaster prisoner", "York prisoner")
    assert sum(_shapes(drawn, name) for name in squares) == points + 2  # and two in the key
    assert _shapes(drawn, "Lancaster prisoner") == 3 + 1  # Henry VI, until turn 3
    assert _shapes(drawn, "new") == 3 + 1 + 3 + 6 + 4 + 1


def _shapes(drawn: str, name: str) -> int:
    """Return the number of outlines on a layer."""
    return sum(data.count("M") for data in re.findall(rf'<path d="([^"]*)" class="{name}"', drawn))


def test_the_text_alternative_has_every_count_and_what_it_would_decide(swing: Support) -> None:
    lines = text_swing(swing).splitlines()
    assert len(lines) == 8 and swing_svg(swing).description == text_swing(swing)
    assert lines[3].endswith("Lancaster 8, York 6. Counted now, Lancaster would take the crown.")
    assert lines[7].endswith("Lancaster 3, York 14. Counted: York has the crown.")


def test_words_are_legible_and_stay_inside(swing: Support) -> None:
    for element in texts(swing_svg(swing)):
        left, right = span(element)
        assert left >= 0 and right <= WIDTH
        assert float(element.get("font-size", "0")) >= 11


def test_sides_and_prisoners_differ_without_colour() -> None:
    lancaster, york, held = (LAYER[name] for name in ("Lancaster", "York", "Lancaster prisoner"))
    assert contrast(grey(lancaster.fill), grey(york.fill)) > 4.5
    assert held.dash and not lancaster.dash and not york.dash


def test_the_plotly_figure_has_the_same_words(swing: Support) -> None:
    text = json.dumps(swing_data(swing))
    assert all(f"{words}" in text for words in ("26 November 1470", "Lancaster by 2", "the game counts", "Ebor"))


def test_who_counts_gives_every_point_of_the_count_and_a_reason_for_everybody() -> None:
    state = roses.replay("1470-kingmaker")[39]
    table, item = who_counts(state), tally(state)
    for side in ("Lancaster", "York"):
        assert table[table["side"] == side]["points"].sum() == item.total(side)
    assert (table["why"] != "").all()
    assert table.set_index("lord").loc["Northumberland", "why"] == "in the pool"


def test_each_of_several_campaigns_begins_with_its_number() -> None:
    lines = text_swing(support(roses.timeline("full-game-1460"))).splitlines()
    assert [line.split(",")[0] for line in lines[::8]] == ["Campaign 1", "Campaign 2", "Campaign 3"]


def test_a_turn_of_which_nothing_is_told_has_no_date_of_another_turn() -> None:
    turns = support(roses.timeline("full-game-1460")).turns
    assert [turn.date for turn in turns[1:4]] == ["Campaign 1, turn 1", "", "Campaign 1, turn 3"]


def test_where_squares_are_narrow_a_name_has_three_letters() -> None:
    result = [element.text for element in texts(swing_svg(support(roses.timeline("full-game-1460"))))]
    assert "Can" in result and "Cant" not in result


def test_another_game_has_no_lords() -> None:
    with pytest.raises(ValueError, match="in the block war game only, not in a game of lancaster"):
        support(roses.timeline("1413-lancaster"))
