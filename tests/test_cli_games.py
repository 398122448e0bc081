"""``roses record check``, ``transcript``, and ``fuzz`` and ``bench`` for developers: what they print and write."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from roses.cli import main
from roses.engine import transcript
from roses.engine.record import load, save
from roses.engine.replay import shipped, shipped_names
from roses.richard import phases
from roses.richard.position import Phase
from tests.test_records import changed, game, second_choice, text, varied
from tests.testing.__main__ import main as tool
from tests.testing.commands import _line, _values
from tests.testing.fuzz import Case

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_passes_a_sound_record(capsys: pytest.CaptureFixture[str]) -> None:
    record = game("1483")
    save(record, "game.json")
    assert main(["record", "check", "game.json"]) == 0
    winner = record.headers["winner"]
    result = capsys.readouterr().out
    assert result.startswith(f"game.json: all {len(record.entries)} actions are legal; {winner} wins: ")


def test_check_names_the_tampered_entry_and_saves_what_is_before(capsys: pytest.CaptureFixture[str]) -> None:
    record = game("1483")
    at = second_choice(record, "marches")
    save(changed(record, at, action="Norfolk marches to Cornwall > Wilts"), "game.json")
    assert main(["record", "check", "game.json", "--save", "good.json"]) == 1
    first, second, third = capsys.readouterr().out.splitlines()
    assert first.startswith(f"game.json: action {at + 1} ({record.entries[at].by}): ") and "(rule " in first
    assert second == f"The first {at} of {len(record.entries)} actions are valid."
    assert third == f"good.json holds {at} actions."
    assert load("good.json").entries == record.entries[:at]
    assert main(["record", "check", "good.json"]) == 0


def test_check_reads_as_far_as_a_file_that_breaks_off_goes(capsys: pytest.CaptureFixture[str]) -> None:
    Path("game.json").write_bytes(text("1483")[:3000])
    assert main(["record", "check", "game.json", "--save", "good.json"]) == 1
    result = capsys.readouterr().out
    n = len(load("good.json").entries)
    assert f"game.json: action {n + 1}: the text breaks off or is damaged here." in result and n > 20


@pytest.mark.parametrize(
    ("file", "content", "sentence"),
    [
        ("none.json", None, "roses: none.json cannot be read: No such file or directory."),
        ("none", None, f"roses: none: there is no replay 'none'; choose from {', '.join(shipped_names())}."),
        ("a.txt", "hello", "roses: a.txt: line 1: 'hello' is not an action; write SIDE: ACTION."),
        ("a.json", "{", "roses: a.json: this is not a record: "),
        ("a.txt", 'York: "\\ud800"', "roses: a.txt: line 1: there is half a character at '\\ud800'."),
        ("x" * 300, None, f"roses: {'x' * 80} cannot be read: File name too long."),
    ],
)
@pytest.mark.parametrize("command", [["record", "check"], ["transcript"]])
def test_what_cannot_be_read_is_said_in_one_sentence(
    command: list[str], file: str, content: str | None, sentence: str
) -> None:
    if content is not None:
        Path(file).write_text(content)
    with pytest.raises(SystemExit) as caught:
        main([*command, file])
    assert str(caught.value).startswith(sentence) and "\n" not in str(caught.value)


def test_what_is_wrong_before_the_first_action_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.txt").write_text('game: richard-iii\nscenario: 1483\nYork: "\\ud800"\n')
    assert main(["record", "check", "a.txt"]) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first == "a.txt: line 3: there is half a character at '\\ud800'."
    assert second == "No action is valid; --save OTHER writes that part to a file."


@pytest.mark.parametrize("scenario", ["1460", "1483"])
def test_a_transcript_is_printed_with_headings_and_read_back(scenario: str, capsys: pytest.CaptureFixture[str]) -> None:
    record = varied(game(scenario), 5)
    save(record, "game.json")
    assert main(["transcript", "game.json"]) == 0
    result = capsys.readouterr().out
    assert (
        "\n# Campaign " in result
        and "\n## Turn 1\n" in result
        and "\n### Cards\n" in result
        and ", round 1\n" in result
    )
    assert transcript.read(result) == record
    Path("game.txt").write_text(result, encoding="utf-8")
    assert main(["record", "check", "game.txt"]) == 0
    capsys.readouterr()
    assert main(["transcript", "game.txt"]) == 0
    Path("back.json").write_text(capsys.readouterr().out, encoding="utf-8")
    assert load("back.json") == record


def test_a_record_that_cannot_be_played_is_printed_nevertheless(capsys: pytest.CaptureFixture[str]) -> None:
    record = changed(game("1483"), 9, action="York fires")
    save(record, "game.json")
    assert main(["transcript", "game.json"]) == 0
    printed = capsys.readouterr()
    assert transcript.read(printed.out) == record
    assert printed.err.startswith("roses: the record cannot be played to its end: game.json: action 10 ")


def test_the_kits_replay_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["transcript", "1483-richard-iii"]) == 0
    assert transcript.read(capsys.readouterr().out).entries == shipped("1483-richard-iii").entries


def fuzz(*options: str) -> int:
    named = ["--game", "richard-iii", "--scenario", "1483"]
    return tool(["fuzz", "--games", "2", "--seed", "5", *named, "--jobs", "1", *options])


def test_fuzz_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert fuzz() == 0
    result = capsys.readouterr().out
    assert result.startswith("2 games, ") and result.endswith("No defect.\n")
    assert fuzz("--json") == 0
    figures = json.loads(capsys.readouterr().out)
    assert figures["games"] == 2 and figures["failures"] == 0 and f"digest {figures['digest']:08x}" in result


def test_fuzz_writes_a_record_of_a_defect_and_the_line_to_see_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(phases.LEGAL, Phase.HITS, lambda s, side: [])
    assert fuzz("--ruleset", "classic") == 1
    result = capsys.readouterr().out
    assert (
        "DEFECT (dead end) after " in result and "type: python -m tests.testing fuzz --replay fuzz-5.json\n" in result
    )
    assert "fuzz --games 1 --seed 5 --game richard-iii --scenario 1483 --ruleset classic\n" in result
    assert tool(["fuzz", "--replay", "fuzz-5.json"]) == 1
    assert capsys.readouterr().out.startswith("DEFECT (dead end) after ")


def test_fuzz_plays_a_sound_record_under_watch(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    save(game("1483"), "game.json")
    assert tool(["fuzz", "--replay", "game.json"]) == 0
    assert capsys.readouterr().out == f"game.json: {len(game('1483').entries)} actions played, no defect.\n"
    Path("bad.json").write_text("{")
    assert tool(["fuzz", "--replay", "bad.json"]) == 0
    assert "refused in good order" in capsys.readouterr().out


@pytest.mark.parametrize("options", [["--scenario", "1066"], ["--ruleset", "tudor"], ["--ruleset", "revised+x=1"]])
def test_fuzz_refuses_what_is_unknown(options: list[str]) -> None:
    with pytest.raises(SystemExit, match=r"^roses: there is no .*; choose from .*\.$"):
        tool(["fuzz", "--game", "richard-iii", *options])
    with pytest.raises(SystemExit, match=r"^roses: name with --game the one game"):
        tool(["fuzz", *options])


@pytest.mark.parametrize(("options", "wrong"), [
    (["--game", "tudor"], "there is no game 'tudor'; choose from 'richard-iii'"),
    (["--game", "richard-iii", "--option", "players=4"], "there is no option 'players' of richard-iii"),
    (["--option", "players=4"], "name with --game"),
])  # fmt: skip
def test_games_and_options_that_are_unknown_are_refused(options: list[str], wrong: str) -> None:
    with pytest.raises(SystemExit) as caught:
        tool(["fuzz", *options])
    assert str(caught.value).startswith(f"roses: {wrong}")


def test_the_line_that_plays_a_case_again_names_its_options() -> None:
    case = Case("lancaster", "1413", "revised", 3, {"players": 2, "to": "x"})
    line = _line(case)
    assert "--game lancaster --scenario 1413 --ruleset revised --option=players=2 " in line
    options = [word.removeprefix("--option=") for word in shlex.split(line) if "--option=" in word]
    assert _values(options) == case.options


@pytest.mark.parametrize("options", [["fuzz", "--games", "0"], ["fuzz", "--jobs", "x"], ["bench", "--seconds", "nan"]])
def test_senseless_numbers_are_refused(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        tool(options)
    assert "error: argument --" in capsys.readouterr().err


def test_bench_prints_its_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert tool(["bench", "--seconds", "0.05", "--json"]) == 0
    figures: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert (figures["game"], figures["scenario"]) == ("richard-iii", "1460") and figures["games_per_second"] > 0
    assert tool(["bench", "--seconds", "0.05", "--scenario", "1483"]) == 0
    result = capsys.readouterr().out
    assert "apply, checked" in result and "apply_unchecked" in result and "legal_actions" in result


def test_transcript_needs_no_pandas_before_it_is_asked() -> None:
    code = "import sys\nfrom roses.cli import main\ntry: main(['transcript', '--help'])\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert not {"pandas", "msgspec", "tqdm"} & set(done.stdout.split())


def test_an_interrupt_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_told: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("roses.cli.records.find_record", interrupted)
    with pytest.raises(SystemExit, match=r"^roses: interrupted\.$"):
        main(["transcript", "1470-kingmaker"])


def test_a_reader_who_has_seen_enough_is_no_error() -> None:
    command = [sys.executable, "-m", "roses", "transcript", "full-game-1460"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
        assert run.stdout and run.stderr and run.stdout.readline()
        run.stdout.close()
        assert run.stderr.read() == b""


def test_letters_that_the_terminal_has_not_are_spelt() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "roses", "transcript", "1413-lancaster"], cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True,
    )  # fmt: skip
    assert b"\\u" in run.stdout and run.stderr == b""
