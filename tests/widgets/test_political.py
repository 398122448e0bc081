"""The political turn that one walks through: what it shows without a script, and what the script is given."""

from __future__ import annotations

import re
import time
from itertools import combinations

import pytest

import roses
from roses.lab.crown import changes, count_after
from roses.widgets import PoliticalTurn


@pytest.fixture(scope="module")
def turn() -> PoliticalTurn:
    return PoliticalTurn("1483-richard-iii", at="Bosworth")


def test_it_is_whole_without_a_script(turn: PoliticalTurn) -> None:
    shown, text = turn.content(), turn.words()
    for stop in turn.course.stops:
        assert stop.who in text and stop.text in text and stop.why in text
    assert shown.count("<li data-n=") == len(turn.course.stops)
    totals = re.findall(r'class="total">(\d+)', shown)
    assert totals == ["2", "8"]


def test_the_script_is_given_the_count_after_every_change_and_every_pair(turn: PoliticalTurn) -> None:
    data, there = turn.data(), changes(turn.state)
    assert len(data["single"]) == len(there)
    pairs = list(combinations(range(len(there)), 2))
    assert len(data["pair"]) == len(pairs)
    for number in range(0, len(pairs), 7):
        i, j = pairs[number]
        count = count_after(turn.state, (there[i], there[j]))
        text = data["said"][data["pair"][number]]
        begins = (
            f"{count.extinct} has no heir left" if count.extinct else f"Lancaster {count.lancaster}, York {count.york}"
        )
        assert text.startswith("Not possible" if count.why_not else begins)


def test_a_tick_that_moves_the_crown_says_so_and_one_that_does_not_says_why(turn: PoliticalTurn) -> None:
    data, there = turn.data(), [str(change) for change in changes(turn.state)]
    moved = data["said"][data["single"][there.index("Gloucester is killed")]]
    assert moved == "York has no heir left and has lost at once (9.0): Lancaster has the crown. No smaller set does it."
    kept = data["said"][data["single"][there.index("Stanley turns from York to Lancaster")]]
    assert kept == "Lancaster 3, York 7. The result is the same: Lancaster lacks 5 points, and Gloucester is King."


def test_the_panel_waits_for_the_end_of_the_count(turn: PoliticalTurn) -> None:
    panel = turn.content().split('<section class="panel">', 1)[1]
    assert re.search(r'<p hidden="hidden" class="wait[^>]*>Step to the end of the count', panel)
    assert panel.index('class="wait') < panel.index("As things stand: Lancaster 2, York 8")
    stop = turn.course.stops[turn.data()["crown"]]
    assert stop.rule == "8.2" and (stop.lancaster, stop.york) == turn.course.points


def test_after_the_end_of_a_game_nobody_counts_and_there_is_nothing_to_tick() -> None:
    over = PoliticalTurn(roses.replay("1483-richard-iii")[-1])
    assert over.course.points == (3, 5)
    assert over.course.stops[0].rule == "9.0" and "data-change" not in over.content()


def test_an_unknown_bookmark_is_refused() -> None:
    with pytest.raises(ValueError, match="'Bosworth'"):
        PoliticalTurn("1483-richard-iii", at="Towton")


def test_the_whole_board_of_1460_is_worked_out_quickly() -> None:
    begun = time.process_time()
    PoliticalTurn(roses.start("richard-iii", "1460")).html()
    assert time.process_time() - begun < 2
