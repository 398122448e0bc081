"""Recorded games of an independent engine agree with ours in every step; planted differences are found."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roses.richard.tables import AREAS
from tests.conformance.__main__ import main
from tests.conformance.compare import murdered
from tests.conformance.course import Course, Report, play
from tests.conformance.decisions import DECISIONS
from tests.conformance.layout import SCENARIO_OF, Game, Unreadable, decode, read
from tests.proof import sampled

RECORDED = Path(__file__).resolve().parents[1] / "data/conformance/games.jsonl.gz"
KNOWN = Path(__file__).with_name("KNOWN.md")
SHORT, LONG = 128, 6  # the numbers of a short and of a long game
UNREACHED = {"exile_limits_king"}  # see KNOWN.md

Raw = dict[str, Any]


@pytest.fixture(scope="module")
def games() -> dict[int, Game]:
    items = list(read(RECORDED))
    assert not [game for game in items if isinstance(game, Unreadable)]
    return {game.game: game for game in items if isinstance(game, Game)}


@pytest.fixture(scope="module")
def texts(games: dict[int, Game]) -> dict[int, bytes]:
    with gzip.open(RECORDED) as file:
        return dict(zip(games, file, strict=True))


@pytest.fixture
def short(texts: dict[int, bytes]) -> bytes:
    return texts[SHORT]


# ---- the recorded games


@pytest.mark.parametrize("every", sampled((1, 8), 8))
@pytest.mark.parametrize("scenario", SCENARIO_OF)
def test_every_recorded_game_agrees_in_every_step(games: dict[int, Game], scenario: str, every: int) -> None:
    recorded = [game for game in games.values() if game.setup.scenario == scenario]
    reports = [play(game) for game in recorded[::every]]
    assert [r.first_difference for r in reports if r.first_difference] == []
    assert [r.game for r in reports if not r.steps == r.agreed == r.legal_agreed > 0] == []
    assert len(reports) * every == 40


def test_the_recorded_games_reach_every_decision(games: dict[int, Game]) -> None:
    reached = {game.initial.meta["state"] for game in games.values()}
    reached |= {step.m["state"] for game in games.values() for step in game.steps if "state" in step.m}
    assert reached == set(DECISIONS) - UNREACHED


def test_w41_the_known_cases_are_york_s_wins_over_a_prisoner(games: dict[int, Game]) -> None:
    last = {number: _followed(game) for number, game in games.items() if game.setup.scenario == "Kingmaker"}
    cases = {
        f"{number}:{len(games[number].steps) - 1}"
        for number, course in last.items()
        if murdered(course.state) and course.state.outcome and course.state.outcome.winner == "York"
    }
    listed = set(re.findall(r"\d+:\d+", KNOWN.read_text(encoding="utf-8")))
    assert cases == listed
    for case in listed:
        course = last[int(case.split(":")[0])]
        assert course.blocks["Henry VI"][0] == "Middlesex"
        assert [e.kind for e in course.state.events if e.block == "Henry VI"] == ["eliminated"]


def _followed(game: Game) -> Course:
    course = Course(game)
    for move, step in zip(game.replay, game.steps, strict=True):
        course.follow(move, step)
    return course


# ---- the comparison can fail


def spoilt(text: bytes, spoil: Callable[[Raw], int]) -> tuple[int, Report]:
    """Play a game that ``spoil`` has changed; return the step it says it spoilt, and the report."""
    raw = msgspec.json.decode(text)
    step = spoil(raw)
    return step, play(msgspec.convert(raw, Game))


def states(raw: Raw) -> Iterator[tuple[int, Raw, str, str]]:
    """Yield index, entry, and the recorded states before and after each step."""
    state = raw["initial"]["meta"]["state"]
    for index, entry in enumerate(raw["steps"]):
        after = entry["m"].get("state", state)
        yield index, entry, state, after
        state = after


def step_into(raw: Raw, wanted: str) -> int:
    return next(i for i, _, before, after in states(raw) if i > 10 and after == wanted != before)


def step_with_block(raw: Raw) -> tuple[int, str]:
    """Return a step of a battle after which a block is still on the map, and the block."""
    for index, entry, before, _ in states(raw):
        for name, (place, *_) in entry["d"].items():
            if before == "battle_hits" and place in AREAS:
                return index, name
    raise AssertionError("no such step")


@pytest.mark.parametrize(("part", "wrong"), [(0, "Pool"), (1, 9), (2, 1)])
def test_a_changed_block_is_found_at_its_step(texts: dict[int, bytes], part: int, wrong: object) -> None:
    def spoil(raw: Raw) -> int:
        step, name = step_with_block(raw)
        raw["steps"][step]["d"][name][part] = wrong
        return step

    step, report = spoilt(texts[LONG], spoil)
    value = report.first_difference
    assert value and value.step == step == report.agreed
    assert value.what == step_with_block(msgspec.json.decode(texts[LONG]))[1]
    assert isinstance(value.expected, tuple) and isinstance(value.got, tuple)
    assert [i for i in range(3) if value.expected[i] != value.got[i]] == [part]


@pytest.mark.parametrize(
    ("field", "state", "wrong"),
    [
        ("king", "action_phase", "Rutland"),
        ("pretender", "battle_phase", "Rutland"),
        ("campaign", "battle_round", 0),
        ("active", "battle_hits", "Both"),
        ("moves", "action_phase", 9),
        ("p1", "battle_phase", None),
        ("where", "battle_round", "Cornwall"),
        ("where", "muster_who", "Pembroke"),
        ("round", "battle_round", 5),
        ("attacker", "battle_round", None),
        ("hits", "battle_hits", 9),
        ("owed", "action_phase", "5,5"),
        ("who", "enter_royal_heir", "Oxford"),
        ("who", "execute_clarence", "Exeter/Y"),
        ("state", "regroup", "battle_phase"),
    ],
)
def test_a_changed_field_is_found_at_its_step(texts: dict[int, bytes], field: str, state: str, wrong: object) -> None:
    def spoil(raw: Raw) -> int:
        step = step_into(raw, state)
        raw["steps"][step]["m"][field] = wrong
        return step

    step, report = spoilt(next(text for text in texts.values() if f'"state":"{state}"'.encode() in text), spoil)
    assert report.first_difference
    assert (report.first_difference.step, report.first_difference.what) == (step, field)
    assert (report.agreed, report.legal_agreed) == (step, step + 1)


def test_a_choice_left_out_is_found_and_the_game_goes_on(texts: dict[int, bytes]) -> None:
    def spoil(raw: Raw) -> int:
        step = step_into(raw, "move_to") + 1
        raw["steps"][step]["legal"]["area"] = raw["steps"][step]["legal"]["area"][1:]
        return step

    step, report = spoilt(texts[LONG], spoil)
    assert (report.agreed, report.legal_agreed) == (report.steps, report.steps - 1)
    assert report.first_difference and report.first_difference.what == "legal"
    assert report.first_difference.step == step
    assert report.first_difference.expected == []
    assert [verb for verb, _ in report.first_difference.got] == ["area"]  # type: ignore[attr-defined]


def test_a_choice_too_many_is_found(short: bytes) -> None:
    def spoil(raw: Raw) -> int:
        raw["steps"][5]["legal"]["pass"] = 1
        return 5

    step, report = spoilt(short, spoil)
    assert report.legal_agreed == report.steps - 1
    assert report.first_difference and report.first_difference.step == step
    assert report.first_difference.expected == [("pass", None)]


def test_an_action_that_is_not_legal_ends_the_game_with_its_message(short: bytes) -> None:
    def spoil(raw: Raw) -> int:
        raw["replay"][5][1:] = ["battle_fire", "Henry VI"]
        return 5

    step, report = spoilt(short, spoil)
    assert report.first_difference and report.first_difference.step == step == report.agreed
    assert report.first_difference.what == "error"
    assert "no legal action of ours reads battle_fire Henry VI" in str(report.first_difference.got)


@pytest.mark.parametrize("change", ["fewer", "more"])
def test_dice_that_do_not_fit_are_found(texts: dict[int, bytes], change: str) -> None:
    def spoil(raw: Raw) -> int:
        step, entry = next((i, e) for i, e, *_ in states(raw) if len(e.get("r", ())) > 1)
        entry["r"] = entry["r"][1:] if change == "fewer" else [*entry["r"], 1]
        return step

    step, report = spoilt(texts[LONG], spoil)
    assert report.first_difference and report.first_difference.step == step == report.agreed
    assert report.first_difference.what == "error"


def test_another_set_up_is_found_before_the_first_step(short: bytes) -> None:
    def spoil(raw: Raw) -> int:
        raw["initial"]["blocks"]["Richmond"][0] = "Cornwall"
        return -1

    step, report = spoilt(short, spoil)
    assert report.agreed == report.legal_agreed == 0
    assert report.first_difference and report.first_difference.step == step


def test_another_winner_is_found_in_the_last_step(short: bytes) -> None:
    def spoil(raw: Raw) -> int:
        raw["result"] = "York" if raw["result"] == "Lancaster" else "Lancaster"
        return len(raw["steps"]) - 1

    step, report = spoilt(short, spoil)
    assert report.first_difference and (report.first_difference.step, report.first_difference.what) == (step, "result")
    assert report.agreed == step


# ---- the command


def write(path: Path, *lines: bytes) -> str:
    path.write_bytes(gzip.compress(b"\n".join(line.rstrip(b"\n") for line in lines)))
    return str(path)


def printed(capsys: pytest.CaptureFixture[str]) -> list[Raw]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_command_prints_a_line_for_each_game_and_the_sum(
    tmp_path: Path, short: bytes, texts: dict[int, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    single = write(tmp_path / "g.json.gz", short)
    several = write(tmp_path / "g.jsonl.gz", short, b"", texts[23])
    assert main([single, several]) == 0
    *lines, total = printed(capsys)
    assert [line["game"] for line in lines] == [SHORT, SHORT, 23]
    steps = lines[0]["steps"]
    assert lines[0] == {
        "game": SHORT, "steps": steps, "agreed": steps, "legal_agreed": steps, "first_difference": None
    }  # fmt: skip
    assert list(total) == ["games", "steps", "agreed", "legal_agreed", "seconds"]
    assert (total["games"], total["steps"]) == (3, sum(line["steps"] for line in lines))


def test_the_command_goes_on_after_a_truncated_file(
    tmp_path: Path, short: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = write(tmp_path / "whole.json.gz", short)
    torn = tmp_path / "torn.json.gz"
    torn.write_bytes(Path(whole).read_bytes()[:-200])
    assert main([str(torn), whole]) == 1
    error, game, total = printed(capsys)
    assert error["file"] == str(torn) and "EOFError" in error["error"]
    assert game["first_difference"] is None and total["games"] == 1


def test_the_command_names_the_bad_line_and_plays_the_others(
    tmp_path: Path, short: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([write(tmp_path / "g.jsonl.gz", short, short[:500], short)]) == 1
    first, error, third, total = printed(capsys)
    assert (first["game"], third["game"], total["games"]) == (SHORT, SHORT, 2)
    assert error["line"] == 2 and error["error"].startswith("DecodeError: ")


def test_the_command_survives_what_is_no_file_of_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain = tmp_path / "plain.json.gz"
    plain.write_bytes(b"no gzip at all")
    empty = tmp_path / "empty.jsonl.gz"
    empty.write_bytes(b"")
    bad = [str(tmp_path / "missing.json.gz"), str(plain), str(empty), write(tmp_path / "a.json.gz", b"[1, 2]")]
    assert main(bad) == 1
    *errors, total = printed(capsys)
    assert ["error" in line for line in errors] == [True] * 4
    assert total["games"] == total["steps"] == 0


def test_the_command_says_no_to_a_game_that_differs(
    tmp_path: Path, short: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = msgspec.json.decode(short)
    raw["steps"][5]["m"]["king"] = "Rutland"
    assert main([write(tmp_path / "g.json.gz", msgspec.json.encode(raw))]) == 1
    game, _ = printed(capsys)
    assert (game["agreed"], game["first_difference"]["what"]) == (5, "king")


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda raw: raw["setup"].update(scenario="Bosworth"), "unknown scenario 'Bosworth'"),
        (lambda raw: raw["replay"].pop(), r"\d+ actions, but \d+ steps"),
        (lambda raw: raw["initial"]["blocks"].pop("Rebel"), "blocks missing or unknown in initial: Rebel"),
        (lambda raw: raw["initial"]["meta"].pop("king"), "fields missing in initial.meta: king"),
        (lambda raw: raw.pop("steps"), "missing required field `steps`"),
    ],
)
def test_a_wrong_layout_is_named(short: bytes, spoil: Callable[[Raw], object], message: str) -> None:
    raw = msgspec.json.decode(short)
    spoil(raw)
    with pytest.raises(ValueError, match=message):
        decode(msgspec.json.encode(raw))
