"""A side by mail sits at a table, or types its choices: both write the file that is to be sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import roses
from roses import cli
from roses.engine.mail.mail_file import read
from roses.engine.mail.peer import Peer
from roses.engine.mail.umpire import Orders, Umpire
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


def test_players_without_an_umpire_sit_at_tables_of_their_own(tmp_path: Path) -> None:
    blue = Peer.begin(tmp_path / "blue.json", "lancaster", "Blue", players=2)
    Peer.join(tmp_path / "green.json", blue.post_path, "Green")
    files = {"blue": [tmp_path / "green-post.json"], "green": [tmp_path / "blue-post.json"]}
    table = Table.by_mail(tmp_path / "blue.json", *files["blue"])
    for name in ["green", "blue"] * 8:
        table = Table.by_mail(tmp_path / f"{name}.json", *files[name])
        while table.screen["options"]:
            screen = ask(table, play=leaves(table.screen["options"])[0])
            assert screen["kind"] != "error", screen["note"]
        assert not table.screen["undo"] and table.file == tmp_path / f"{name}-post.json"
        if not table.model.is_over:
            assert "is wanted" in table.screen["prompt"]
    assert len(table.model.seat) > 10 and table.model.by_mail and not table.screen["over"]


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
    told = typed("take", "u.json", "u-York-001-orders.json", "u-Lancaster-001-orders.json")
    assert "York: 1 action was played." in told and "Orders are wanted from: " in told
    with pytest.raises(SystemExit, match=r"^roses: the orders of York are stale: .*once more\.$"):
        typed("take", "u.json", "u-York-001-orders.json")
    typed("begin", "r.json", "--game", "lancaster", "--players", "2", "--side", "Blue")
    typed("join", "g.json", "r-post.json", "--side", "Green")
    both = {"r.json": typed("take", "r.json", "g-post.json"), "g.json": typed("take", "g.json", "r-post.json")}
    first, other = sorted(both, key=lambda file: "  1  build" not in both[file])
    assert "Post is wanted from: " in both[other] and "Post is wanted from: " not in both[first]
    assert "Post is wanted from: " in typed("play", first, "1")
    with pytest.raises(SystemExit, match="roses: without an umpire richard-iii can only be played with hands and"):
        typed("begin", "y.json", "--side", "York")


def test_a_cell_is_run_again_with_a_stale_post_and_says_so(tmp_path: Path) -> None:
    blue = Peer.begin(tmp_path / "blue.json", "lancaster", "Blue", players=2)
    green = Peer.join(tmp_path / "green.json", blue.post_path, "Green")
    table = Table.by_mail(blue.path, green.post_path)
    assert table.screen["note"] == ""
    again = Table.by_mail(blue.path, green.post_path)
    assert "green-post.json: this post is stale" in again.screen["note"]
    assert again.screen["options"] == table.screen["options"]
