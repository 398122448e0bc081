"""Simulated games: the table depends on the seed alone, and an interrupted run goes on from its file."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from pandas.testing import assert_frame_equal

import roses
from roses import lab
from roses.bots.play import BOTS
from roses.cli import main
from roses.engine import files
from roses.engine.replay import Replay
from roses.lab import frames, to_frame
from roses.lab.intervals import wilson
from roses.lab.runs import simulation
from roses.lab.runs.study import Study, study
from roses.richard.events.army import BattleBegun
from roses.richard.lords_count import tally
from tests.proof import sampled

ROOT = Path(__file__).resolve().parents[2]
WAR: dict[str, Any] = {"game": "richard-iii", "scenario": "1483", "seats": {"York": "squire", "Lancaster": "page"}}
COURT: dict[str, Any] = {"game": "lancaster", "players": 3}


def csv(table: Any) -> str:
    return str(table.to_csv())


@pytest.mark.parametrize(("call", "rows"), sampled(
    [*((WAR, name) for name in ("games", "battles", "blocks", "luck")), (COURT, "turns")],
    (WAR, "blocks"), (COURT, "turns"),
))  # fmt: skip
def test_the_table_is_the_same_for_any_number_of_jobs(call: dict[str, Any], rows: str) -> None:
    pytest.importorskip("joblib")
    one, two = (roses.simulate(**call, n=5, rows=rows, jobs=jobs) for jobs in (1, 2))
    assert csv(one) == csv(two)
    assert_frame_equal(one, two)


def test_the_table_is_the_same_whatever_python_makes_of_hashes() -> None:
    code = "import roses; print(roses.simulate('richard-iii', '1483', n=1).to_csv())"
    results = [
        subprocess.run([sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": salt},
                       capture_output=True, text=True, check=True).stdout
        for salt in ("1", "2")
    ]  # fmt: skip
    assert results[0] == results[1] != ""


@pytest.mark.parametrize("call", [WAR, COURT])
def test_more_games_begin_with_the_same_rows(call: dict[str, Any]) -> None:
    few, more = (roses.simulate(**call, n=n) for n in (3, 6))
    assert_frame_equal(few, more.head(3))
    assert more["seed"].is_unique
    assert csv(few) != csv(roses.simulate(**call, n=3, seed=2))


def test_the_table_is_the_same_whenever_its_rows_are_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once = roses.simulate(**WAR, n=17, rows="blocks")
    monkeypatch.setattr(simulation, "_PART", 100)
    assert_frame_equal(at_once, roses.simulate(**WAR, n=17, rows="blocks"))
    assert at_once["game"].nunique() == 17


def test_a_row_tells_of_the_game_that_its_study_plays_again() -> None:
    table = roses.simulate(**WAR, n=4)
    result = Study(**{name: value for name, value in table.attrs.items() if name != "rows"})
    assert result == study(**WAR)
    for number, row in enumerate(table.to_dict("records")):
        game = result.play(number)
        end = game.state.outcome
        assert (row["seed"], row["actions"]) == (game.seed, len(game))
        assert end and (row["winner"], row["reason"]) == (end.winner, end.reason)
        assert row[f"share_{end.winner}"] == 1.0 == row["share_York"] + row["share_Lancaster"]
        assert [row["lords_Lancaster"], row["lords_York"]] == [
            tally(game.state).total(side)
            for side in ("Lancaster", "York")  # type: ignore[arg-type]
        ]
        fought = [event for event in game.events() if isinstance(event, BattleBegun)]
        assert row["battles"] == len(fought) or (row["turn"] < 7 and row["battles"] == len(fought) - 1)


def test_games_turns_and_battles_agree() -> None:
    games, turns, battles = (roses.simulate(**WAR, n=8, rows=rows) for rows in ("games", "turns", "battles"))
    last = turns.groupby("game").last()
    assert (last["turn"].values == games["turn"].values).all()
    assert (turns.groupby("game")["battles"].sum().values == games["battles"].values).all()
    assert (battles.groupby("game").size().values == games["battles"].values).all()
    assert (turns.groupby("game")["fell_York"].sum().values == games["fell_York"].values).all()
    counted = battles["fell_York"].map(lambda names: len(names.split(", ")) if names else 0)
    assert (counted.groupby(battles["game"]).sum().values == games["fell_York"].values).all()
    assert turns["lords_York"].between(0, 20).all() and (battles[["blocks_York", "blocks_Lancaster"]] > 0).all().all()
    assert not turns.duplicated(["game", "campaign", "turn"]).any()


def test_blocks_agree_with_games_battles_and_the_games_played_again() -> None:
    result = study(**WAR)
    games, battles, blocks = (roses.simulate(**WAR, n=6, rows=rows) for rows in ("games", "battles", "blocks"))
    assert not blocks.duplicated(["game", "block"]).any()
    for number, rows in blocks.groupby("game"):
        replay = Replay(result.play(number).record, roses.start)
        last = to_frame(replay[-1]).set_index("block")
        here = rows[rows["place"] != "Out"].set_index("block")
        assert here[["side", "place", "steps"]].sort_index().equals(last[["side", "place"]].assign(
            steps=last["steps"].astype("int64")).sort_index())  # fmt: skip
        events = frames(replay)["events"]
        gone = events[events["kind"] == "eliminated"]
        assert rows["eliminated"].sum() == len(gone)
        for row in rows[rows["left"] == "eliminated"].to_dict("records"):
            assert row["left_area"] == gone[gone["block"] == row["block"]]["area"].iloc[-1]
        fell = games.loc[number, ["fell_York", "fell_Lancaster"]].sum()
        when = events["kind"].where(events["kind"].isin(["battle", "won"])).ffill()
        assert fell == (when[gone.index] == "battle").sum()  # the others died of plague or hunger
        turned = [name for names in battles.query("game == @number")[["turned_York", "turned_Lancaster"]].values.ravel()
                  for name in names.split(", ") if name]  # fmt: skip
        assert set(turned) == set(events.loc[events["kind"] == "turned", "target"])
        assert set(rows.loc[rows["left"] == "turned", "block"]) <= set(turned)
    stood = blocks.groupby(["game", "side"])["battles"].sum()
    assert (stood >= battles.groupby("game")[["blocks_Lancaster", "blocks_York"]].sum().stack().values - 2).all()


def test_a_game_of_three_campaigns_has_at_most_twenty_one_turns_in_order() -> None:
    turns = roses.simulate("richard-iii", "1460", n=3, rows="turns")
    for _game, rows in turns.groupby("game"):
        when = list(zip(rows["campaign"], rows["turn"], strict=True))
        assert when == sorted(set(when)) and when[0] == (1, 1) and set(rows["turn"]) <= set(range(1, 8))


@pytest.mark.parametrize("players", [2, 5])
def test_the_court_game_gives_points_by_house(players: int) -> None:
    games, rounds = (roses.simulate("lancaster", n=3, players=players, rows=rows) for rows in ("games", "turns"))
    assert len(rounds) == 5 * len(games)
    last = rounds.groupby("game").last()
    for side in games.attrs["seats"]:
        assert (last[f"points_{side}"].values == games[f"points_{side}"].values).all()
    assert (rounds.groupby("game")["laws"].sum().values == games["laws"].values).all()


@pytest.mark.parametrize(("call", "rows"), [(WAR, "blocks"), (COURT, "games")])
def test_the_call_of_a_study_makes_its_table_again(call: dict[str, Any], rows: str) -> None:
    again = eval(study(**call, seed=3).call(2, rows), {"roses": roses})
    assert_frame_equal(again, roses.simulate(**call, seed=3, n=2, rows=rows))
    assert set(lab.__all__) <= set(dir(lab))


@pytest.mark.parametrize("bot", sorted(BOTS))
def test_a_seat_takes_any_bot(bot: str) -> None:
    name = "duke:2" if bot == "duke" else bot
    one, two = (roses.simulate("lancaster", n=1, seats=name, players=2) for _again in range(2))
    assert csv(one) == csv(two)


@pytest.mark.parametrize(
    ("call", "kind"),
    [*((WAR, name) for name in ("games", "turns", "battles", "blocks", "luck")), (COURT, "games"), (COURT, "turns")],
)
def test_every_column_has_the_dtype_that_is_told_and_a_meaning(call: dict[str, Any], kind: str) -> None:
    table = roses.simulate(**call, n=1, rows=kind)
    columns = study(**call).columns(kind)
    assert table.columns.tolist() == [column.name for column in columns]
    assert [str(dtype) for dtype in table.dtypes] == [column.dtype for column in columns]
    assert all(column.meaning for column in columns)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"n": 0}, "n must be a whole number from 1 on, not 0"),
        ({"jobs": 0}, "jobs must be a whole number from 1 on, not 0"),
        ({"seed": -1}, "the seed must be a whole number from 0"),
        ({"seats": "baron"}, "there is no bot 'baron'; choose from page, squire, knight"),
        ({"seats": "duke"}, "a duke that thinks by the clock .* write 'duke:50'"),
        ({"seats": "duke:-1"}, "a duke that thinks by the clock"),
        ({"seats": {"York": "page", "Tudor": "page"}}, "there is no side 'Tudor'"),
        ({"seats": {"York": "page"}}, "every side needs a bot, and Lancaster has none"),
        ({"rows": "sieges"}, "a game of richard-iii gives no rows 'sieges'; choose from 'games', .*, 'blocks'"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(told: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        roses.simulate("richard-iii", "1483", **told)


def test_what_is_finished_is_kept_and_the_same_call_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first run breaks off in its third game; the second plays the rest, and nothing twice."""
    pytest.importorskip("pyarrow")
    path, begun, make = tmp_path / "games.parquet", list[int](), Study.rows

    def rows(text: Study, kind: str, numbers: range) -> Any:
        begun.append(numbers.start)
        if len(begun) == 3:
            raise KeyboardInterrupt
        return make(text, kind, numbers)

    monkeypatch.setattr(Study, "rows", rows)
    with pytest.raises(KeyboardInterrupt):
        roses.simulate(**WAR, n=5, keep=path)
    again = roses.simulate(**WAR, n=5, keep=path)
    assert begun == [0, 1, 2, 2, 3, 4]
    monkeypatch.undo()
    assert_frame_equal(again, roses.simulate(**WAR, n=5))
    assert_frame_equal(roses.simulate(**WAR, n=3, keep=path), again.head(3))


def full(*_told: Any) -> Any:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "anywhere")


def test_a_place_that_cannot_be_written_to_is_found_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(files, "write", full)
    monkeypatch.setattr(Study, "rows", lambda *_told: pytest.fail("a game was played"))
    with pytest.raises(OSError, match=r"^games cannot be kept in .*games.parquet: No space left on device$"):
        roses.simulate(**WAR, n=2, keep=tmp_path / "games.parquet")


def test_a_disk_that_becomes_full_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A warning says what is not kept; the table is whole, and the command prints it and fails."""
    pytest.importorskip("pyarrow")
    path, make, write = tmp_path / "games.parquet", Study.rows, files.write

    def rows(text: Study, kind: str, numbers: range) -> Any:
        monkeypatch.setattr(files, "write", full if numbers.start == 2 else write)
        return make(text, kind, numbers)

    monkeypatch.setattr(Study, "rows", rows)
    monkeypatch.setattr(simulation, "_PAUSE", 0.0)
    with pytest.warns(UserWarning, match=r"left on device; .* games that are not kept so far: 1") as warned:
        games = roses.simulate(**WAR, n=3, keep=path)
    assert warned[0].filename == __file__
    monkeypatch.setattr(files, "write", write)
    assert simulation.GameFile(path, study(**WAR), "games").read()[0] == 2
    assert_frame_equal(games, roses.simulate(**WAR, n=3))
    monkeypatch.setattr(files, "write", write)
    words = f"simulate --scenario 1483 --seats York=squire,Lancaster=page --games 3 --keep {path}"
    assert main(words.split()) == 1
    text = capsys.readouterr()
    assert "squire as York: " in text.out and text.err.startswith("roses: games cannot be kept in ")


def test_of_two_calls_that_keep_one_file_the_one_ahead_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyarrow")
    path, make, ahead = tmp_path / "games.parquet", Study.rows, list[Any]()

    def rows(text: Study, kind: str, numbers: range) -> Any:
        if not ahead:
            ahead.append(None)
            ahead[0] = roses.simulate(**WAR, n=4, keep=path)
        return make(text, kind, numbers)

    monkeypatch.setattr(Study, "rows", rows)
    assert_frame_equal(roses.simulate(**WAR, n=2, keep=path), ahead[0].head(2))
    monkeypatch.setattr(Study, "rows", lambda *_told: pytest.fail("a game was played again"))
    assert_frame_equal(roses.simulate(**WAR, n=4, keep=path), ahead[0])


def test_a_file_of_another_study_is_left_as_it_is(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path = tmp_path / "games.parquet"
    roses.simulate(**WAR, n=2, keep=path)
    held = path.read_bytes()
    with pytest.raises(ValueError, match=r"keeps games of another study, with seed=1, not 2; name another file"):
        roses.simulate(**WAR, n=2, seed=2, keep=path)
    with pytest.raises(ValueError, match=r"with rows='games', not 'turns'"):
        roses.simulate(**WAR, n=2, rows="turns", keep=path)
    assert path.read_bytes() == held
    path.write_text("my diary", encoding="utf-8")
    with pytest.raises(ValueError, match="holds no simulated games of this version, and is left as it is"):
        roses.simulate(**WAR, n=2, keep=path)
    assert path.read_text(encoding="utf-8") == "my diary"


def test_whatever_is_damaged_in_the_file_one_line_that_names_it_says_so(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    path, text = tmp_path / "games.parquet", set()
    roses.simulate(**COURT, n=1, keep=path)
    held = path.read_bytes()
    footer = len(held) - 8 - int.from_bytes(held[-8:-4], "little")
    for at in (*range(footer, footer + 217, 7), *range(footer + 217, len(held), 91)):
        path.write_bytes(held[:at] + b"\xff" * 7 + held[at + 7 :])
        try:
            roses.simulate(**COURT, n=1, keep=path)
        except ValueError as error:
            text.add(str(error))
    assert len(text) > 1
    assert all(result.startswith(str(path)) and result.isprintable() and len(result) < 400 for result in text), text


def at_work(path: Path, then: Callable[[int], None]) -> str:
    """Return what the command says on stderr, once its two processes have played some games and this was done to it."""
    code = "import sys; from roses.cli import main; sys.exit(main(sys.argv[1:]))"
    words = f"simulate --scenario 1483 --seats page --games 4000 --jobs 2 --keep {path}".split()
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", f"{_PATIENT}{code}", *words]
    kept = simulation.GameFile(path, study("richard-iii", "1483", "page"), "games")
    with subprocess.Popen(command, env=env, stderr=subprocess.PIPE, start_new_session=True) as run:
        while run.poll() is None and not kept.read()[0]:
            time.sleep(0.05)
        then(run.pid)
        data = run.communicate(timeout=60)[1].decode()
    assert "Traceback" not in data, data
    done = roses.simulate("richard-iii", "1483", seats="page", n=1, keep=path)
    assert_frame_equal(done, roses.simulate("richard-iii", "1483", seats="page", n=1))
    return data


def test_an_interrupt_of_several_processes_keeps_what_is_finished(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow"), pytest.importorskip("joblib")
    result = at_work(tmp_path / "games.parquet", lambda pid: os.killpg(pid, signal.SIGINT))  # as Ctrl-C does
    assert "the same command goes on from there" in result


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are found in /proc")
def test_a_process_that_is_killed_is_told_in_a_sentence_and_what_is_finished_is_kept(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow"), pytest.importorskip("joblib")
    result = at_work(tmp_path / "games.parquet", lambda pid: os.kill(players(pid)[0], signal.SIGKILL))
    assert "roses: one of the 2 processes that play was killed, perhaps for want of memory" in result


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="processes are found in /proc")
def test_the_processes_that_play_end_when_the_one_that_began_them_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("joblib")
    play = "roses.simulate('richard-iii', '1483', seats='page', jobs=2, n={n})"
    code = f"import roses; {play.format(n=60)}; print('they play', flush=True); {play.format(n=100_000)}"
    with subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE, text=True) as begun:
        assert begun.stdout and begun.stdout.readline() == "they play\n"
        ours = players(begun.pid)
        begun.kill()
    assert len(ours) == 2
    end = time.monotonic() + 15
    while (left := [pid for pid in ours if Path(f"/proc/{pid}").exists()]) and time.monotonic() < end:
        time.sleep(0.2)
    for pid in left:
        os.kill(pid, signal.SIGKILL)
    assert left == []


def players(pid: int) -> list[int]:
    """Return the processes that play for another one."""
    results = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            parent = (path / "stat").read_text().rpartition(")")[2].split()[1]
            if parent == str(pid) and b"LokyProcess" in (path / "cmdline").read_bytes():
                results.append(int(path.name))
    return results


# every game is written at once, and Ctrl-C is heard also where the tests were begun in the background of a shell
_PATIENT = """\
import signal
from roses.lab.runs import simulation
signal.signal(signal.SIGINT, signal.default_int_handler)
simulation._PAUSE = 0.0
"""


# The peak of this process alone; the figure of getrusage holds that of the process that began it.
_MEMORY = """\
import pathlib, re, roses, sys
table = roses.simulate("richard-iii", "1483", seats="page", n=int(sys.argv[1]), rows="blocks")
status = pathlib.Path("/proc/self/status").read_text()
print(table["game"].nunique(), re.search(r"VmHWM:\\s+(\\d+) kB", status)[1])
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="the peak of a process is read from /proc")
@pytest.mark.parametrize(("n", "most"), sampled([(30, 150_000), (1_000, 158_000)], (30, 150_000)))
def test_games_in_one_process_need_little_memory(n: int, most: int) -> None:
    """What 1,000 games add to the first 143 MB is so little that 10,000 stay under 300 MB."""
    command = [sys.executable, "-c", _MEMORY, str(n)]
    value = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    games, kilobytes = map(int, value.split())
    assert games == n and kilobytes < most


def test_wilsons_interval_is_that_of_the_books() -> None:
    """Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662, 0 of 20 gives 0 to 0.1611."""
    assert wilson(81 / 263, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0, 0.1611), abs=5e-5)


def command(capsys: pytest.CaptureFixture[str], line: str) -> str:
    """Return what ``roses simulate`` prints."""
    assert main(["simulate", *line.split()]) == 0
    return capsys.readouterr().out


def test_the_command_prints_shares_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--scenario 1483 --seats York=squire,Lancaster=page --games 3"
    assert "squire as York: " in command(capsys, line)
    printed = json.loads(command(capsys, f"{line} --json"))
    assert printed["study"]["seats"] == WAR["seats"]
    assert printed["rows"] == roses.simulate(**WAR, n=3).to_dict("records")


def test_with_swapped_seats_each_bot_has_each_side(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--game lancaster --players 3 --seats Blue=squire,Green=page,Yellow=page --games 2 --swap"
    studies = json.loads(command(capsys, f"{line} --json"))
    assert [list(one["study"]["seats"].values()).index("squire") for one in studies] == [0, 2, 1]
    for one in studies:
        table = roses.simulate(**COURT, n=2, seats=one["study"]["seats"])
        assert one["rows"] == table.to_dict("records")
    shares = [row[f"share_{side}"] for one in studies for row in one["rows"] for side in one["study"]["seats"]
              if one["study"]["seats"][side] == "squire"]  # fmt: skip
    lines = command(capsys, line).splitlines()
    assert len(lines) == 9 + 2 and sum(line.startswith("page as ") for line in lines) == 6
    assert f"squire on all sides: {sum(shares) / 6:.1%} of 6 games (" in lines[-2]


def test_a_bot_that_has_all_sides_has_no_seats_to_swap(capsys: pytest.CaptureFixture[str]) -> None:
    line = "--game lancaster --players 2 --seats page --games 2"
    assert command(capsys, f"{line} --swap") == command(capsys, line)
    assert len(json.loads(command(capsys, f"{line} --swap --json"))) == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("--seats York=", "'York=' does not name a side and its bot"),
        ("--seats king", "there is no bot 'king'; choose from page, squire, knight, duke"),
        ("--seats page:2", "there is no bot 'page:2'"),
        ("--seats squire:2", "a squire errs in a share of his choices from 0 to 1, as in 'squire:0.3', not '2'"),
        ("--games 0", "n must be a whole number from 1 on, not 0"),
        ("--scenario 1066", "there is no scenario '1066'"),
        ("--swap --keep games.parquet", "a file keeps the games of one seating; leave out --swap or --keep"),
    ],
)
def test_the_command_says_in_a_sentence_why_nothing_can_be_played(line: str, reason: str) -> None:
    with pytest.raises(SystemExit, match=f"^roses: [^\n]*{re.escape(reason)}") as stop:
        main(["simulate", *line.split()])
    assert "\n" not in str(stop.value)


def test_what_is_kept_is_saved_now_and_then(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyarrow")
    monkeypatch.setattr(simulation, "_PAUSE", 0.0)
    saved = list[int]()
    write = simulation.GameFile.write
    monkeypatch.setattr(simulation.GameFile, "write", lambda self, n, frame: (saved.append(n), write(self, n, frame)))
    roses.simulate(**COURT, n=3, keep=tmp_path / "games.parquet")
    assert saved == [0, 1, 2, 3]
