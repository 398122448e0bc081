"""Records, rulesets and transcripts of strangers: no other file is read, time is bounded, errors are one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time
from typing import Any

import msgspec
import pytest

import roses
from roses.cli import main
from roses.engine import transcript
from roses.engine.errors import RecordError
from roses.engine.record import Moment, Record, Variation, dumps, load, loads, save
from roses.engine.replay import Replay, check, shipped
from roses.engine.rules import fields, find, variants
from roses.lancaster import components
from roses.lancaster.ruleset import RULESETS as COURT
from roses.richard.rules import RULESETS
from tests.test_records import game

BOM = b"\xef\xbb\xbf"


# ---- values, never a path


@pytest.mark.parametrize("value", ["/dev/zero", "mine.json", "//host/share/mine.json", ""])
def test_a_record_names_components_as_values_and_never_as_a_path(
    value: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.json").write_text("{}")
    record = Record("lancaster", "1413", (), options={"players": 4, "components": value})
    save(record, "game.json")

    def opened(path: object) -> Any:
        raise AssertionError(f"{path} was opened")

    monkeypatch.setattr(components, "_load", opened)
    with pytest.raises(RecordError, match="a record holds values, never a path"):
        Replay(record, roses.start)
    with pytest.raises(RecordError, match="a record holds values, never a path"):
        roses.resume("game.json")
    with pytest.raises(RecordError, match="a record holds values, never a path"):
        roses.replay("game.json")


def test_components_from_a_file_are_recorded_as_values(tmp_path: Path) -> None:
    own = tmp_path / "mine.json"
    own.write_bytes(BOM + b'{"counties": {"York": {"minimum": 2}}}')
    path = tmp_path / "game.json"
    play = roses.game("lancaster", seed=1, components=str(own), autosave=path)
    own.unlink()
    assert play.record.options["components"] == {"counties": {"York": {"minimum": 2}}}
    assert roses.resume(path).state == play.state


def test_the_name_of_a_replay_is_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("../replays/1483-richard-iii", "x" * 5000, "a\0b", "."):
        with pytest.raises(RecordError, match=r"there is no replay .*; choose from 1413-lancaster, 14") as caught:
            roses.replay(name)
        assert len(str(caught.value)) < 250


@pytest.mark.parametrize("name", ["x" * 5000 + ".json", "a\0b.json"])
def test_a_file_name_that_cannot_be_is_refused_by_a_record_error(name: str) -> None:
    for open_it in (load, roses.replay, roses.resume):
        with pytest.raises(RecordError, match="cannot be re"):
            open_it(name)


# ---- a byte order mark


def test_a_byte_order_mark_before_a_record_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = game("1483")
    assert loads(BOM + dumps(record).encode()) == loads("\ufeff" + dumps(record)) == record
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_bytes(BOM + dumps(record).encode())
    Path("game.txt").write_bytes(BOM + transcript.write(record).encode())
    for name in ("game.json", "game.txt"):
        assert main(["record", "check", name]) == 0
    capsys.readouterr()
    assert main(["transcript", "game.json"]) == 0
    assert transcript.read(capsys.readouterr().out) == record


@pytest.mark.parametrize("name", ["game.json", "game.txt"])
def test_a_record_in_utf_16_is_refused_in_one_sentence(name: str, tmp_path: Path) -> None:
    written = dumps(game("1483")) if name == "game.json" else transcript.write(game("1483"))
    (tmp_path / name).write_bytes(written.encode("utf-16"))
    for command in (["record", "check"], ["transcript"]):
        with pytest.raises(SystemExit, match="this is not a record: it is not text in UTF-8") as caught:
            main([*command, str(tmp_path / name)])
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("field", ["by", "action"])
@pytest.mark.parametrize("command", [["record", "check"], ["transcript"]])
def test_a_record_tells_the_terminal_nothing(
    field: str, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What clears a screen, sets its title or turns the text round is written out, and no message is long."""
    play = game("1483")
    bad = msgspec.structs.replace(play.entries[4], **{field: "\x1b[2J\x1b]0;title\x07\n\u202e" + "x" * 9000})
    save(msgspec.structs.replace(play, entries=(*play.entries[:4], bad)), tmp_path / "game.json")
    main([*command, str(tmp_path / "game.json")])
    output = capsys.readouterr()
    assert all(line.isprintable() for line in (output.out + output.err).splitlines())
    result = (output.out.splitlines()[0] if command[0] == "record" else output.err).strip()
    assert "action 5" in result and "\\x1b[2J" in result and "\n" not in result and len(result) < 2500


# ---- rulesets


@pytest.mark.parametrize("rulesets", [RULESETS, COURT])
def test_a_ruleset_of_any_length_is_refused_at_once_and_shortly(rulesets: Any) -> None:
    """44 kB of a field that is named again and again took 15 s."""
    change = variants(rulesets)[-1].partition("+")[2]
    base = next(iter(rulesets))
    field = change.partition("=")[0]
    long = "+".join([base, *[change] * 2000])
    begun = process_time()
    for name, wrong in (
        (long, f"names the field '{field}' twice"),
        ("x" * 44_000, "there is no ruleset"),
        (f"{base}+{'x' * 44_000}", "there is no field"),
        (f"{base}+{field}={'x' * 44_000}", "cannot be"),
    ):
        with pytest.raises(ValueError, match=wrong) as caught:
            find(name, rulesets)
        assert len(str(caught.value)) < 2000
    least = process_time()
    find("+".join([base, change]), rulesets)
    assert least - begun < 100 * max(process_time() - least, 1e-3)


def test_all_fields_may_be_changed_at_once() -> None:
    name = "+".join(["classic", *(f"{field}={values[-1]}" for field, (_, values) in fields(RULESETS).items())])
    assert find(name, RULESETS).name == name


# ---- much of something


@pytest.mark.parametrize("field", ["a field", "an entry", "an option", "a side", "a way", "a place", "a header"])
def test_what_is_wrong_in_a_record_is_told_shortly_however_long_it_is(field: str) -> None:
    """20 kB were repeated."""
    long, record = "x" * 5000, json.loads(dumps(game("1483")))
    first = record["entries"][0]
    moment = {"at": 1, "date": "", "place": "", "text": ""}
    changed: dict[str, dict[str, Any]] = {
        "a field": {long: 1},
        "an entry": {"entries": [{**first, long: 1}]},
        "an option": {"options": {long: 1}},
        "a side": {"variations": [{"at": 0, "entries": [{**first, "by": long}]}]},
        "a way": {"moments": [{**moment, "paths": [["York", [long] * 4]]}]},
        "a place": {"moments": [{**moment, "places": [long]}]},
        "a header": {"headers": {"winner": long}},
    }
    with pytest.raises(RecordError) as caught:
        check(loads(json.dumps(record | changed[field])), roses.start)
    assert "xxx" in str(caught.value) and len(str(caught.value)) < 1000


@pytest.mark.parametrize("more", ["moments", "headers"])
def test_twenty_thousand_variations_are_checked_in_a_time_that_grows_as_their_number(more: str) -> None:
    """They took as long as the square of it: 7.6 s for empty ones, and far more beside many moments."""
    play = game("1483")
    other = {
        "moments": {"moments": (Moment(1, "1455", "", ""),) * 3000},
        "headers": {"headers": {f"name {n}": "x" for n in range(3000)}},
    }[more]

    def needed(number: int) -> float:
        record = msgspec.structs.replace(play, variations=(Variation(0, ()),) * number, **other)
        begun = process_time()
        check(record, roses.start)
        return process_time() - begun

    few, many = needed(1), needed(20_000)
    assert many < few + 2.0


# ---- what `check` must find


def narrated(*paths: tuple[str, tuple[str, ...]]) -> Record:
    moments = (Moment(1, "1455", "", ""), Moment(2, "1455", "", "", paths=paths))
    return msgspec.structs.replace(game("1483"), moments=moments)


def test_marches_over_known_areas_pass() -> None:
    check(narrated(("York", ("Middlesex", "Essex")), ("Lancaster", ())), roses.start)
    check(shipped("1483-richard-iii"), roses.start)


@pytest.mark.parametrize(
    ("side", "way", "wrong"),
    [
        ("York", ("Middlesex", "Atlantis"), "there is no 'Atlantis'"),
        ("York", ("Rivers", "Essex"), "there is no 'Rivers'"),
        ("Tudor", ("Middlesex", "Essex"), "there is no 'Tudor'"),
    ],
)
def test_a_march_of_nobody_or_over_an_unknown_area_is_found(
    side: str, way: tuple[str, ...], wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = narrated(("York", ("Middlesex", "Essex")), (side, way))
    with pytest.raises(RecordError, match=f"^moment 2 draws a march of {side} over .*{wrong}") as caught:
        check(record, roses.start)
    assert caught.value.valid == msgspec.structs.replace(record, moments=record.moments[:1])
    save(record, tmp_path / "game.json")
    assert main(["record", "check", str(tmp_path / "game.json")]) == 1
    assert "All 100 actions, 1 of 2 moments are valid" in capsys.readouterr().out


def test_a_game_without_a_map_has_no_marches() -> None:
    play = roses.game("lancaster", seed=1)
    moment = Moment(1, "1413", "", "", paths=((play.state.sides[0], ("York",)),))
    with pytest.raises(RecordError, match="there is no 'York' in this game"):
        check(msgspec.structs.replace(play.record, moments=(moment,)), roses.start)


def test_a_record_without_steps_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = Record("richard-iii", "1483", ())
    with pytest.raises(RecordError, match="no action and no moment: there is no step to show"):
        check(empty, roses.start)
    check(msgspec.structs.replace(empty, moments=(Moment(0, "1483", "", "The king is dead."),)), roses.start)
    save(empty, tmp_path / "game.json")
    assert main(["record", "check", str(tmp_path / "game.json")]) == 1
    assert capsys.readouterr().out == (
        f"{tmp_path / 'game.json'}: this record holds no action and no moment: there is no step to show.\n"
    )
