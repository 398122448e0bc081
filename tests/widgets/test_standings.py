"""Who stands where, as tables: every block the viewer may know of, the others counted, and proper headings."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import roses
from roses.figures.map.geography import ATTRIBUTION, SHAPES
from roses.richard.tables import BLOCKS
from roses.widgets import Stepper
from roses.widgets.lancaster.adapter import standings_html as at_court
from roses.widgets.richard.panel import standings_html
from roses.widgets.stepper.model import StepperModel


def tables(html: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(f"<div>{html}</div>").iter("table"))


def rows(table: ElementTree.Element) -> dict[str, list[str]]:
    """The cells by the heading of their row."""
    results = {}
    for row in table.iter("tr"):
        head, *cells = ["".join(cell.itertext()) for cell in row]
        results[head] = cells
    return results


def test_blocks_stand_in_the_row_of_their_area_and_the_column_of_their_side() -> None:
    state = roses.scene("1483", Kent="Norfolk", Leicester="Richmond, Oxford")
    (table,) = tables(standings_html(state.view()))
    assert rows(table)["Area"] == ["York", "Lancaster"]
    assert rows(table)["Kent"] == ["Norfolk, 4 of 4", "–"]
    assert rows(table)["Leicester"] == ["–", "Richmond, 3 of 3; Oxford, 3 of 3"]


def test_what_a_side_has_not_seen_is_only_counted() -> None:
    state = roses.scene("1483", Kent="Norfolk", Leicester="Richmond, Oxford")
    (table,) = tables(standings_html(state.view("York")))
    assert rows(table)["Leicester"] == ["–", "2 unseen"]
    assert "Richmond" not in standings_html(state.view("York"))
    assert "as York may know them" in "".join(table.itertext())


def test_what_a_side_has_seen_before_is_told_to_it_alone() -> None:
    state = roses.start("richard-iii", "1483")
    assert "What York has seen and remembers: France: Richmond 3" in standings_html(state.view("York"))
    assert "remembers" not in standings_html(state.view())
    later = roses.replay("1483-richard-iii")[-1]
    assert "Cards of earlier turns: Lancaster: " in standings_html(later.view("York"))


@pytest.mark.parametrize("viewer", ["York", "Lancaster", "all"])
def test_the_tables_of_a_lesson_hold_every_block_of_the_view_and_no_other(viewer: str) -> None:
    model = StepperModel(roses.timeline("1483-richard-iii"))
    model.viewer = viewer
    for index in range(0, len(model), 4):
        model.go(index)
        cells = {area: " ".join(cells) for area, cells in rows(tables(model.adapter.standings(model))[0]).items()}
        cells = {area.removesuffix(" (battle)"): words for area, words in cells.items()}
        here = [piece for piece in model.view.pieces if piece.place in SHAPES]
        assert all(BLOCKS[p.block].name in cells[p.place] for p in here if p.block)
        total = sum(words.count(" of ") + sum(int(n) for n in unseen(words)) for words in cells.values())
        assert total == len(here)


def unseen(words: str) -> list[str]:
    return [words.split()[i - 1] for i, word in enumerate(words.replace(";", "").split()) if word == "unseen"]


@pytest.mark.parametrize("name", ["1483-richard-iii", "1413-lancaster"])
def test_every_table_has_a_caption_and_every_heading_a_scope(name: str) -> None:
    stepper = Stepper(roses.timeline(name), start=8)
    result = tables(stepper.screen.standings)
    for table in result:
        assert [part.tag for part in table] == ["caption", "thead", "tbody"] and table[0].text
        assert {head.get("scope") for head in table[1].iter("th")} == {"col"}
        assert all((row[0].tag, row[0].get("scope")) == ("th", "row") for row in table[2])
        assert {len(row) for row in table.iter("tr")} == {len(table[1][0])}
    assert result and ATTRIBUTION in stepper.screen.standings
    stepper.close()


def test_what_a_screen_hides_at_court_is_a_question_mark() -> None:
    state = roses.start("lancaster", players=3)
    houses, knights, counties, conflicts = map(rows, tables(at_court(state.view("Blue"))))
    others = [cells for house, cells in houses.items() if house not in ("House", "Blue")]
    assert all((cells[1] == "?") == state.view("Blue").screens for cells in others)
    assert len(knights) == 4 and len(counties) == 10 and "Conflict" in conflicts


def test_the_map_is_named_and_described_for_its_step() -> None:
    stepper = Stepper(roses.timeline("1483-richard-iii"), start="Milford Haven")
    before = stepper.screen.picture
    assert before["name"].startswith("Map of England and Wales") and "Milford Haven" in before["description"]
    stepper.model.go(0)
    stepper.show()
    assert stepper.screen.picture != before
    stepper.close()


def test_the_tables_of_a_stepper_follow_its_step_and_its_viewer() -> None:
    timeline = roses.timeline("1483-richard-iii")
    stepper = Stepper(timeline)
    for step in (7, 12):
        stepper.screen.index = step
        for viewer in ("York", "Lancaster"):
            stepper.screen.viewer = viewer
            assert stepper.screen.standings == standings_html(timeline.state(step).view(viewer))
    stepper.close()
