"""Records: round trips through files, the sound part of damaged ones, transcripts, and the first wrong entry."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from time import process_time
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import roses
from roses.engine import transcript
from roses.engine.errors import RecordError
from roses.engine.protocol import Outcome
from roses.engine.record import Entry, Moment, Record, Variation, closed, dumps, load, loads, prefix, save
from roses.engine.replay import Replay, check, shipped
from roses.engine.rules import variants
from roses.richard.rules import RULESETS
from tests.testing.fuzz import mutate

SCENARIOS = ("1460", "1470", "1483")


@cache
def game(scenario: str, ruleset: str = "revised", seed: int = 3) -> Record:
    """A whole random game as ``roses.game`` records it, with its outcome in the headers."""
    rng = random.Random(seed)
    play = roses.game("richard-iii", scenario, ruleset=ruleset, seed=seed, headers={"place": "Leeds"})
    while play.state.active:
        side = rng.choice(play.state.active)
        play.play(rng.choice(play.state.legal_actions(side)), comment="hm {" if rng.random() < 0.02 else "")
    return closed(play.record, play.state.outcome)


def changed(record: Record, index: int, **fields: str) -> Record:
    entries = list(record.entries)
    entries[index] = msgspec.structs.replace(entries[index], **fields)
    return msgspec.structs.replace(record, entries=tuple(entries))


def varied(record: Record, at: int) -> Record:
    """The record with a variation that departs from it by another choice."""
    state = Replay(record, roses.start)[at]
    other = next(a for a in state.legal_actions() if str(a) != record.entries[at].action)
    deeds = (Entry(state.active[0], str(other), "else"),)
    return msgspec.structs.replace(record, variations=(Variation(at, deeds, "what if?"),))


def second_choice(record: Record, kind: str) -> int:
    """The index of the second entry whose action has this word."""
    return [i for i, e in enumerate(record.entries) if kind in e.action][1]


# ---- there and back


@pytest.mark.parametrize("ruleset", ["revised", "classic", "russian"])
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_saved_game_comes_back_with_its_outcome(scenario: str, ruleset: str, tmp_path: Any) -> None:
    record = game(scenario, ruleset)
    back = load(save(record, tmp_path / "game.json"))
    assert back == record and back.headers["winner"]
    assert Replay(back, roses.start)[-1] == check(record, roses.start)[-1]


def test_a_record_has_one_entry_a_line() -> None:
    record = game("1483")
    assert sum('"by"' in line for line in dumps(record).splitlines()) == len(record.entries)


def test_the_text_of_a_record_does_not_depend_on_which_copy_of_a_string_it_holds() -> None:
    copy = "".join(list("revised"))
    assert dumps(Record("richard-iii", "1483", (), ruleset=copy)) == dumps(Record("richard-iii", "1483", ()))


def test_the_kits_replay_comes_back() -> None:
    record = shipped("1483-richard-iii")
    assert record.moments and loads(dumps(record)) == record


def test_a_variation_plays_from_where_it_departs() -> None:
    record = varied(game("1483"), 5)
    replay = Replay(record, roses.start)
    other = replay.variation(0)
    assert len(other) == 7 and other[5] is replay[5] and other[6] != replay[6]
    assert other.record.entries[5].comment == "else"
    with pytest.raises(RecordError, match="there is no variation 1; this record has 1"):
        replay.variation(1)


# ---- damage


@cache
def text(scenario: str) -> bytes:
    return dumps(varied(game(scenario), 5)).encode()


def survives(raw: bytes) -> None:
    """A text loads, or is refused by a RecordError whose valid part loads and plays or is refused in turn."""
    try:
        record = loads(raw)
    except RecordError as error:
        assert str(error)
        if error.valid is not None:
            assert isinstance(error.valid, Record)
            assert loads(dumps(error.valid)) == error.valid
        return
    with suppress(RecordError):
        check(record, roses.start)


@settings(max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(("flip", "cut", "drop", "add")), st.floats(0, 1), st.binary(max_size=6)),
                min_size=1, max_size=4))  # fmt: skip
@example([("cut", 0.5, b"")])
@example([("add", 0.5, b"\\ud80")])
def test_a_damaged_record_is_loaded_or_refused_by_a_record_error(changes: list[tuple[str, float, bytes]]) -> None:
    raw = bytearray(text("1483"))
    for kind, where, content in changes:
        at = int(where * max(0, len(raw) - 1))
        if kind == "flip" and content and raw:
            raw[at] ^= content[0]
        elif kind == "cut":
            del raw[at:]
        elif kind == "drop":
            del raw[at : at + 1 + 20 * len(content)]
        else:
            raw[at:at] = content
    survives(bytes(raw))


def test_mutations_of_the_fuzzer_survive_too() -> None:
    rng = random.Random(5)
    for _ in range(60):
        survives(mutate(text("1483"), rng))


DEEP = '{"game": "richard-iii", "scenario": "1483", "entries": ['


@pytest.mark.parametrize("raw", ["", "\ud800", "null", "[]", DEEP + "[" * 90000, DEEP + '{"a":' * 90000 + "}",
                                 DEEP + "[" * 90000 + "]" * 90000 + "]}", DEEP + '], "seed": 1e999}'])  # fmt: skip
def test_odd_texts_are_refused_by_a_record_error(raw: str) -> None:
    with pytest.raises(RecordError):
        loads(raw)


def test_a_text_that_breaks_off_keeps_its_ruleset_and_its_whole_entries() -> None:
    record = game("1483", "classic")
    raw = dumps(record)
    cut = raw.index(dumps(record).splitlines()[-30].strip())
    with pytest.raises(RecordError) as caught:
        loads(raw[: cut + 9])
    error = caught.value
    assert isinstance(error.valid, Record) and error.index == len(error.valid.entries) > 10
    assert error.valid.ruleset == "classic" and error.valid.headers == {"viewer": "umpire", "place": "Leeds"}
    assert error.valid.entries == record.entries[: error.index]


# ---- the first wrong entry


def test_check_finds_the_first_impossible_entry_and_why() -> None:
    record = game("1483")
    at = second_choice(record, "marches")
    with pytest.raises(RecordError, match=r"\(rule .*\); legal: ") as caught:
        check(changed(record, at, action="Norfolk marches to Cornwall > Wilts"), roses.start)
    assert caught.value.index == at
    assert caught.value.valid == prefix(record, at)
    check(prefix(record, at), roses.start)


def test_check_finds_an_entry_of_the_wrong_side() -> None:
    record = game("1483")
    at = next(i for i, e in enumerate(record.entries) if "plays card" in e.action)
    other = "York" if record.entries[at].by == "Lancaster" else "Lancaster"
    with pytest.raises(RecordError, match=f"not a choice of {other}") as caught:
        check(changed(record, at, by=other), roses.start)
    assert caught.value.index == at


def test_check_finds_what_is_played_after_the_end() -> None:
    record = game("1483")
    longer = msgspec.structs.replace(record, entries=(*record.entries, Entry("York", "done")))
    with pytest.raises(RecordError, match="nobody, the game is over") as caught:
        check(longer, roses.start)
    assert caught.value.index == len(record.entries) and caught.value.valid == prefix(longer, len(record.entries))


def test_check_refuses_numbers_without_end() -> None:
    record = game("1483")
    at = next(i for i, e in enumerate(record.entries) if "plays card" in e.action)
    with pytest.raises(RecordError, match="too long to be an action"):
        check(changed(record, at, action="York plays card " + "9" * 5000), roses.start)


@pytest.mark.parametrize(("header", "wrong"), [("winner", "Tudor"), ("reason", "rain")])
def test_check_holds_a_record_to_the_outcome_in_its_headers(header: str, wrong: str) -> None:
    record = game("1483")
    lying = msgspec.structs.replace(record, headers=record.headers | {header: wrong})
    with pytest.raises(RecordError, match=f"the headers give {header} as {wrong}, but it is ") as caught:
        check(lying, roses.start)
    assert caught.value.valid == record


def test_check_finds_an_outcome_before_the_end() -> None:
    record = closed(prefix(game("1483"), 9), Outcome("York", "who knows"))
    with pytest.raises(RecordError, match="not over after its last action") as caught:
        check(record, roses.start)
    assert caught.value.valid == prefix(game("1483"), 9)


def test_check_plays_the_variations() -> None:
    record = varied(game("1483"), 5)
    good = record.variations[0]
    bad = msgspec.structs.replace(good, entries=(*good.entries, Entry("York", "York fires")))
    with pytest.raises(RecordError, match=r"^action 6: in variation 1: ") as caught:
        check(msgspec.structs.replace(record, variations=(bad,)), roses.start)
    assert caught.value.valid == record
    beyond = msgspec.structs.replace(record, variations=(good, Variation(9999, ())))
    with pytest.raises(RecordError, match="in variation 2: it departs after action 9999") as caught:
        check(beyond, roses.start)
    assert caught.value.valid == record


@pytest.mark.parametrize("at", [-1, 2, 9999])
def test_check_finds_moments_out_of_order(at: int) -> None:
    record = msgspec.structs.replace(game("1483"), moments=(Moment(3, "1485", "Bosworth", "Rain."),))
    wrong = msgspec.structs.replace(record, moments=(*record.moments, Moment(at, "", "", "")))
    with pytest.raises(RecordError, match="moments") as caught:
        check(wrong, roses.start)
    assert caught.value.valid == record


# ---- transcripts


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_transcript_is_read_back(scenario: str) -> None:
    record = varied(game(scenario), 5)
    written = transcript.write(record, {0: ["Campaign"], 7: ["", "Turn"]})
    assert transcript.read(written) == record
    assert "\n## Turn\n" in written
    assert transcript.write(transcript.read(written)) == transcript.write(record)


def test_a_transcript_has_the_dice_on_the_line_of_the_action() -> None:
    lines = transcript.write(game("1483")).splitlines()
    fires = [line for line in lines if " fires" in line]
    assert fires and all(" => roll " in line for line in fires)


WORDS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('{}"=>:#[]. \n\\'), max_size=12)
ENTRIES = st.lists(st.builds(Entry, WORDS | st.sampled_from(["York", "Chance"]), WORDS, WORDS), max_size=4).map(tuple)


@settings(max_examples=200)
@given(st.builds(
    Record, WORDS, WORDS, ENTRIES, ruleset=WORDS, headers=st.dictionaries(WORDS, WORDS, max_size=2),
    variations=st.lists(st.builds(Variation, st.integers(-9, 99), ENTRIES, WORDS), max_size=2).map(tuple),
    seed=st.none() | st.integers(-9, 2**32), drawn=st.none() | st.integers(0, 999),
    options=st.dictionaries(WORDS, st.integers(-9, 9) | WORDS, max_size=2),
))  # fmt: skip
@example(Record("game: x", "", (Entry("12. York", "a => b"), Entry("Chance", "")), headers={"a] b": "#"}))
def test_any_record_is_read_back_from_its_transcript(record: Record) -> None:
    assert transcript.read(transcript.write(record)) == record


@settings(max_examples=150)
@given(st.text(st.sampled_from('abgme:{}"=>#[] \n\\1.\ud800'), max_size=60))
def test_no_text_breaks_the_reader_of_transcripts(tail: str) -> None:
    for whole in (tail, "game: g\nscenario: s\n" + tail):
        with suppress(RecordError):
            transcript.read(whole)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3. York: done", "line 4: it has the number 3, but action 2 is due"),
        ("York done", "line 4: 'York done' is not an action; write SIDE: ACTION"),
        ("York: done {", "line 4: it cannot be read from 'done {' on"),
        ('York: "do\\x" => roll 1', "line 4: Invalid"),
    ],
)
def test_a_wrong_line_of_a_transcript_is_named(line: str, why: str) -> None:
    with pytest.raises(RecordError) as caught:
        transcript.read(f"game: richard-iii\nscenario: 1483\n1. York: keep\n{line}\n")
    assert str(caught.value).startswith(why)
    assert caught.value.valid == Record("richard-iii", "1483", (Entry("York", "keep"),))


HEAD = "game: richard-iii\nscenario: 1483\n"
LONG = {
    "blanks in an action": lambda n: f"York: a{' ' * n}b{{",
    "blanks after a number": lambda n: f"1.{' ' * n}x",
    "blanks before a comment": lambda n: f'York: "a"{" " * n}b',
    "blanks in a header": lambda n: f"[{' a' * n}",
    "a field of blanks": lambda n: f"seed:{' ' * n}x",
    "an open comment": lambda n: f"York: a {{{' ' * n}",
    "arrows": lambda n: f'York: a{"=>" * n}"',
    "answers of chance": lambda n: f"York: {'a => ' * n}{{",
    "quotes that do not close": lambda n: f'York: "{chr(92) * n}',
    "digits": lambda n: f"seed: {'9' * n}",
}


def seconds(text: str) -> float:
    """The least time of some tries to read a transcript."""
    results = []
    for _ in range(5):
        begun = process_time()
        with suppress(RecordError):
            transcript.read(HEAD + text)
        results.append(process_time() - begun)
    return min(results)


@pytest.mark.parametrize("made", LONG.values(), ids=LONG)
def test_the_time_to_read_a_transcript_grows_with_its_length_only(made: Callable[[int], str]) -> None:
    """Ten times the length took a hundred times as long; a part of a millisecond is below what can be measured."""
    assert seconds(made(50_000)) < 40 * max(seconds(made(5_000)), 1e-4)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ('York: "\\ud800"', "line 3: there is half a character at"),
        ("York: \ud800", "line 3: there is half a character at"),
        ('[place "\\udfff"]', "line 3: there is half a character at"),
        ("seed: seven", "line 3: 'seven' is not a number such as 1485"),
        ("seed: " + "9" * 5000, "line 3: '9999"),
        ("drawn: -1", "line 3: drawn is the number of dice words that were used, from 0 to 1000000"),
        ("York: => roll 1", "line 3: it cannot be read from '=> roll 1' on"),
    ],
)
def test_a_transcript_that_could_not_be_kept_is_refused_in_one_sentence(line: str, why: str) -> None:
    with pytest.raises(RecordError) as caught:
        transcript.read(HEAD + line)
    assert str(caught.value).startswith(why) and "\n" not in str(caught.value)
    str(caught.value).encode()


@pytest.mark.parametrize("name", variants(RULESETS))
def test_a_variant_of_a_ruleset_is_recorded_and_replayed(name: str) -> None:
    play = roses.game("richard-iii", "1483", ruleset=name, seed=2)
    play.play(play.state.legal_actions()[0])
    replay = check(loads(dumps(play.record)), roses.start)
    assert replay.record.ruleset == replay[-1].rules.name == name
    assert replay[-1] == play.state


# ---- options


@pytest.mark.parametrize("record", [Record("richard-iii", "1483", (), options={"players": 4}),
                                    Record("richard-iii", "1483", (), options={"ruleset": "classic"}),
                                    Record("richard-iii", "1483", (), options={"game": "lancaster"})])  # fmt: skip
def test_a_record_with_options_that_its_game_has_not_is_refused(record: Record) -> None:
    assert loads(dumps(record)) == record == transcript.read(transcript.write(record))
    with pytest.raises(RecordError, match="option"):
        Replay(record, roses.start)


@pytest.mark.parametrize("options", ["[1]", "3", '"players"', '{"a": NaN}', "{", "[" * 90000, '{"a": 1e999}'])
def test_options_that_are_none_are_refused_by_a_record_error(options: str) -> None:
    with pytest.raises(RecordError):
        loads(f'{{"game": "g", "scenario": "s", "entries": [], "options": {options}}}')
    with pytest.raises(RecordError, match="line 3: options must be written like"):
        transcript.read(f"game: g\nscenario: s\noptions: {options}")


def test_a_record_that_breaks_off_keeps_its_options() -> None:
    record = Record("g", "s", (Entry("York", "keep"),) * 3, options={"players": 4})
    with pytest.raises(RecordError) as caught:
        loads(dumps(record)[:-20])
    assert caught.value.valid == msgspec.structs.replace(record, entries=record.entries[:2])


def test_no_possessive_group_is_in_a_pattern_of_transcripts() -> None:
    """Python below 3.11.5 reads ``(?:a|b)*+`` wrongly, so that a transcript could not be read there."""
    patterns = (transcript._FIELD, transcript._HEADER, transcript._VARIATION, transcript._LINE, transcript._CHOICE)
    assert not [pattern.pattern for pattern in patterns if re.search(r"\)[*+?]\+", pattern.pattern)]
