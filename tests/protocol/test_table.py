"""A game that registers itself is played at a Table by clicks: with an adapter of its own, and without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from roses.engine import games
from roses.widgets import Table
from roses.widgets.play.adapter import adapter_of

SEATS = {"Even": "me", "Odd": "page"}


def click(table: Table, place: str) -> None:
    """Click a place on the board, or else choose what is called so in the list."""
    results = [node for node in table.screen["options"] if place in (node["place"], node["text"])]
    assert len(results) == 1, table.screen
    table._on_message(table, {"play": results[0]["play"], "at": table.screen["at"]}, [])
    assert table.screen["kind"] != "error", table.screen["note"]


def ask(table: Table, **message: Any) -> dict[str, Any]:
    """What the page shows after a message."""
    table._on_message(table, {"at": table.screen.get("at"), **message}, [])
    return table.screen


def test_a_third_game_is_played_to_its_end_by_clicks_on_its_board(tmp_path: Path) -> None:
    table = Table("pennies", seats=SEATS, seed=3, save=tmp_path / "pennies.json")
    assert table.screen["board"]["kind"] == "pennies" and table.areas == {}
    assert {name for name, *_box in table.screen["board"]["spots"]} == {one["place"] for one in table.screen["options"]}
    assert table.screen["strip"][0][:2] == ("Score", "0 to 0")
    for penny in ("heads", "tails", "heads"):
        assert table.screen["prompt"] == "Even must choose: pennies."
        click(table, penny)
    assert table.screen["over"] and "has won" in table.screen["prompt"]
    assert [line["html"].partition(" shows")[0] for line in table.screen["log"]].count("Even") == 3
    score = table.screen["strip"][0][1]
    again = Table.resume(tmp_path / "pennies.json")
    assert again.screen["over"] and again.screen["strip"][0][1] == score


def test_hints_reasons_and_taking_back_serve_a_third_game_too() -> None:
    table = Table("pennies", seats={"Even": "me", "Odd": "me"}, seed=3)
    ask(table, open=True)
    assert "show heads: 1 choice" in ask(table, hint=True)["note"]
    assert "Play it:" in ask(table, why="Odd shows heads")["note"] or table.model.side == "Even"
    assert "show tails" in ask(table, why="Even shows tails")["note"]
    click(table, "heads")
    assert table.screen["closed"] and table.screen["waits"] == "Odd"


@pytest.fixture
def without_adapter() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        shows = games._GAMES["pennies"]
        patch.setitem(games._GAMES, "pennies", (*shows[:2], "", shows[3]))
        adapter_of.cache_clear()
        yield
    adapter_of.cache_clear()


@pytest.mark.usefixtures("without_adapter")
def test_a_game_without_an_adapter_for_the_table_has_its_picture_and_a_list() -> None:
    table = Table("pennies", seats=SEATS, seed=3)
    assert table.screen["board"]["kind"] == "other" and "Even ?" in table.screen["board"]["svg"]
    assert (table.screen["strip"], table.screen["hand"], table.screen["memory"]) == ([], [], [])
    while not table.screen["over"]:
        click(table, "show heads")
    assert "has won" in table.screen["prompt"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are saved in a folder of the test."""
    monkeypatch.chdir(tmp_path)
