"""A side by mail sits at a table, or types its choices: both write the file that is to be sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import roses
from roses import cli
from roses.engine.mail import Orders, Umpire, read
from roses.widgets.play.table import Table
from tests.widgets.test_table import leaves


def ask(table: Table, **message: Any) -> dict[str, Any]:
    table._on_message(table, {"at": table.screen["at"], **message}, [])
    return json.loads(json.dumps(table.screen))  # type: ignore[no-any-return]


def test_orders_are_given_by_clicks_at_a_table(tmp_path: Path) -> None:
    umpire = Umpire.new(roses.start, tmp_path / "war.json", "richard-iii", "1483", seed=4)
    for _round in range(12):
        due = umpire.waits_for
        for side, letter in zip(umpire.game.state.sides, umpire.write(), strict=True):
            if side not in due:
                assert Table.by_mail(letter).screen["options"] == []
                continue
            table = Table.by_mail(letter)
            while table.screen["options"]:
                screen = ask(table, play=leaves(table.screen["options"])[0])
                assert screen["kind"] != "error", screen["note"]
            assert table.screen["prompt"] == "Your orders are complete: send them to the umpire."
            assert table.file and umpire.take(table.file).refused == ""
    assert len(umpire.game) > 15 and umpire.game.state.turn >= 2


def test_a_click_is_taken_back_and_the_orders_with_it(tmp_path: Path) -> None:
    umpire = Umpire.new(roses.start, tmp_path / "war.json", "richard-iii", "1483", seed=4)
    table = Table.by_mail(umpire.write()[1])
    ask(table, play=0)
    assert table.file and len(read(table.file, Orders).actions) == 1 and table.screen["undo"]
    ask(table, undo=True)
    assert read(table.file, Orders).actions == () and table.screen["options"]


def test_a_game_by_mail_is_played_by_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def typed(*words: str) -> str:
        assert cli.main(["mail", *words]) == 0
        return capsys.readouterr().out

    assert "Written: u-York-001.json" in typed("new", "u.json", "--scenario", "1483", "--seed", "4")
    assert "  2  York plays card 9" in typed("play", "u-York-001.json")
    assert "Orders in u-York-001-orders.json: York plays card 9" in typed("play", "u-York-001.json", "2")
    assert "York plays card 1\n" in typed("play", "u-York-001.json", "--undo", "York plays card 1")
    typed("play", "u-Lancaster-001.json", "1")
    result = typed("take", "u.json", "u-York-001-orders.json", "u-Lancaster-001-orders.json")
    assert "York: 1 action was played." in result and "Orders are wanted from: " in result
    with pytest.raises(SystemExit, match=r"^roses: the orders of York are stale: .*once more\.$"):
        typed("take", "u.json", "u-York-001-orders.json")
