"""Properties of every game in progress and every record: undo, autosave, round trips, replays, transcripts, fuzz."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import roses
from roses.cli.records import headings
from roses.engine import transcript
from roses.engine.description import Description
from roses.engine.errors import RecordError, RuleError
from roses.engine.game import Game
from roses.engine.games import start
from roses.engine.protocol import CHANCE
from roses.engine.record import Entry, Record, Variation, dumps, load, loads, prefix
from roses.engine.replay import Replay, Timeline, check
from roses.engine.rules import fields, find, variants
from tests.protocol.conftest import Step
from tests.testing.fuzz import Case, again, fuzz


def begun(case: Case, **told: object) -> Game:
    return roses.game(case.game, case.scenario, ruleset=case.ruleset, seed=case.seed, **case.options, **told)


def played(case: Case, choices: int = 10_000, **told: object) -> Game:
    """A game in progress after so many random choices, or over."""
    play, rng = begun(case, **told), random.Random(case.seed)
    while play.state.active and choices:
        play.play(rng.choice(play.state.legal_actions(rng.choice(play.state.active))))
        choices -= 1
    return play


@pytest.fixture
def record(case: Case) -> Record:
    return played(case).record


# ---- names


@pytest.mark.parametrize(("told", "wrong"), [
    ({"scenario": "1066"}, "there is no scenario '1066'"),
    ({"ruleset": "tudor"}, "there is no ruleset 'tudor'"),
    ({"ruleset": "revised+tudor=1"}, "there is no field 'tudor'"),
    ({"ruleset": "revised+"}, "there is no field ''"),
    ({"tudor": 1}, "there is no option 'tudor'"),
])  # fmt: skip
def test_an_unknown_name_is_refused_in_one_sentence(game: Description, told: dict[str, object], wrong: str) -> None:
    with pytest.raises(ValueError) as caught:
        start(game.name, **told)  # type: ignore[arg-type]
    assert str(caught.value).startswith(wrong) and "\n" not in str(caught.value)
    known = game.scenarios if "1066" in wrong else game.rulesets if "ruleset" in wrong else fields(game.rulesets)
    assert all(repr(name) in str(caught.value) for name in (game.options if "option" in wrong else known))


def test_without_names_the_first_are_meant(game: Description) -> None:
    first = next(iter(game.rulesets))
    assert start(game.name) == start(game.name, game.scenarios[0], ruleset=first) == roses.game(game.name)._states[0]
    assert start(game.name).header["ruleset"] == first


def test_every_variant_is_named_by_the_fields_it_changes(game: Description) -> None:
    first, default = next(iter(game.rulesets.items()))
    for name in variants(game.rulesets):
        rules = find(name, game.rulesets)
        changed = [f for f in rules.__struct_fields__[1:] if getattr(rules, f) != getattr(default, f)]
        assert rules.name == name and (name in game.rulesets or (len(changed) == 1 and changed[0] in name))
    every = {field: values[-1] for field, (_, values) in fields(game.rulesets).items()}
    name = "+".join([first, *(f"{field}={value}" for field, value in every.items())])
    assert find(name, game.rulesets) == msgspec.structs.replace(default, name=name, **every)


def test_every_variant_of_the_rules_is_played_and_recorded(game: Description) -> None:
    for name in variants(game.rulesets):
        play = roses.game(game.name, ruleset=name, seed=3)
        play.play(play.state.legal_actions()[0])
        assert play.record.ruleset == name
        assert Replay(loads(dumps(play.record)), roses.start)[-1] == play.state
    for name, (about, values) in fields(game.rulesets).items():
        assert about.rule and about.question.endswith("?") and len(values) > 1
        with pytest.raises(ValueError, match=f"'{name}' cannot be 'tudor'"):
            start(game.name, ruleset=f"{variants(game.rulesets)[0]}+{name}=tudor")


@pytest.mark.parametrize("value", [None, -1, 10**9, 2.5, "tudor", [], {}, {"tudor": 1}, [[1]]], ids=str)
def test_a_bad_value_of_an_option_is_refused_in_one_sentence(game: Description, value: object) -> None:
    """A value that a game takes all the same, as an empty change, is one that its record begins with."""
    for name in game.options:
        try:
            result = start(game.name, **{name: value})
        except ValueError as error:
            assert str(error) and "\n" not in str(error)
        else:
            assert value in (None, {}) and start(game.name, **result.header["options"]) == result


# ---- a game in progress


def test_a_game_resolves_chance_and_keeps_the_record(case: Case) -> None:
    play = played(case, 12)
    assert play.state.active != (CHANCE,) and len(play) == len(play.record.entries) > 1
    assert {entry.by for entry in play.record.entries} <= {CHANCE, *play.state.sides}
    assert Replay(play.record, roses.start)[-1] == play.state == played(case, 12).state
    assert play.record.options == play.state.header["options"]


def test_without_chance_the_caller_types_it_in(case: Case, steps: list[Step], end: object) -> None:
    play = begun(case, chance=False)
    for state, action in steps:
        assert play.state == state
        play.play(str(action))
    assert play.state == end and play.record.headers["winner"]


def test_a_game_and_its_replay_know_their_states_and_actions(case: Case) -> None:
    play = played(case, 12)
    results = [state.parse(entry.action) for state, entry in zip(play.states, play.record.entries, strict=False)]
    replay = Replay(play.record, roses.start)
    assert play.actions == replay.actions == results and play.states == replay.states
    after = Game.following(play.record, play.states)
    assert after.actions == [None] * len(play) and after.states == play.states
    play.undo(across_chance=True)
    assert play.actions == results[: len(play)] and play.states == replay.states[: len(play) + 1]
    play.states.clear()
    play.actions.clear()
    assert len(play.states) == len(play) + 1 == len(play.actions) + 1


def test_undo_takes_choices_back_one_by_one(case: Case) -> None:
    play = begun(case)
    opening, states, rng = play.state, [play.state], random.Random(2)
    while play.state.active and len(states) < 9:
        play.play(rng.choice(play.state.legal_actions(rng.choice(play.state.active))))
        states.append(play.state)
    for before in reversed(states[:-1]):
        play.undo(across_chance=True)
        assert play.state == before
    assert play.state == opening
    play.play(opening.legal_actions()[0])  # and it can be played on


def test_undo_stops_at_chance_and_at_what_has_been_seen(case: Case) -> None:
    play, rng, stopped = begun(case), random.Random(6), 0
    while play.state.active and stopped < 3:
        before, entries = play.state, play.record.entries
        play.play(rng.choice(before.legal_actions(rng.choice(before.active))))
        new = play.record.entries[len(entries) :]
        seen = len(new) > 1 or any(e.reveals for e in play.state.events)
        if not seen:
            play.undo()
            assert play.state == before and play.record.entries == entries
            play.play(new[0].action)
            continue
        stopped += 1
        with pytest.raises(RuleError, match="across_chance"):
            play.undo()
        assert play.record.entries[len(entries) :] == new
    assert stopped


@pytest.mark.parametrize("chance", [True, False])
def test_there_is_nothing_to_undo_at_the_start(case: Case, chance: bool) -> None:
    play = begun(case, chance=chance)
    with pytest.raises(RuleError, match="nothing to undo"):
        play.undo(across_chance=True)
    assert play.state.active != (CHANCE,) or not chance


def test_what_was_typed_in_for_chance_is_taken_back_alone(case: Case) -> None:
    play, rng = begun(case, chance=False), random.Random(4)
    while play.state.active != (CHANCE,):
        play.play(rng.choice(play.state.legal_actions()))
    before = play.state
    play.play(str(before.sample(rng)))
    play.undo(across_chance=True)
    assert play.state == before


def test_a_refused_action_changes_nothing(case: Case) -> None:
    play = played(case, 3)
    state, record = play.state, play.record
    with pytest.raises(RuleError):
        play.play("xyzzy")
    assert play.state is state and play.record == record


def test_a_game_saves_itself(case: Case, tmp_path: Path) -> None:
    play = played(case, 5, autosave=tmp_path / "game.json", headers={"place": "Leeds"})
    assert load(tmp_path / "game.json") == play.record and play.record.headers["place"] == "Leeds"


# ---- records


def test_a_whole_game_comes_back_with_its_outcome(record: Record) -> None:
    back = loads(dumps(record))
    end = check(back, roses.start)[-1].outcome
    assert back == record and end is not None
    assert (back.headers["winner"], back.headers["reason"]) == (end.winner, end.reason)


def test_a_transcript_is_read_back(record: Record) -> None:
    labels = headings(Replay(record, roses.start))
    written = transcript.write(record, labels)
    assert transcript.read(written) == record
    assert labels[0] and all(part in written for parts in labels.values() for part in parts)


def test_a_replay_gives_every_state_and_what_happened_between(record: Record) -> None:
    replay = Replay(record, roses.start)
    assert len(replay) == len(record.entries) + 1
    assert replay.events(0, len(record.entries)) == tuple(e for state in replay.states[1:] for e in state.events)
    for i in range(0, len(record.entries), max(1, len(record.entries) // 20)):
        assert replay[i].apply(record.entries[i].action) == replay[i + 1]
    timeline = Timeline(replay)
    assert len(timeline) == len(record.entries) and timeline.state(0) == replay[1]


def test_events_since_any_point_are_one_call_those_of_chance_included(case: Case) -> None:
    play, rng, text = begun(case), random.Random(3), []
    while play.state.active and len(play) < 200:
        before = len(play)
        play.play(rng.choice(play.state.legal_actions(rng.choice(play.state.active))))
        text.append(play.events(before))
        last = len(text[-1]) - len(play.state.events)
        assert text[-1][last:] == play.state.events  # what a loop over the state finds is the end of it
    replay = Replay(play.record, roses.start)
    assert sum(text, play.events()[: -len(sum(text, ()))]) == play.events() == replay.events()
    for side in replay[0].sides:
        seen = tuple(event for state in replay.states[1:] for event in state.view(side).events)
        assert play.events(side=side) == replay.events(side=side) == seen
        assert Timeline(replay).events(0, side) == replay[1].view(side).events
    with pytest.raises(ValueError, match="there is no side 'Tudor'"):
        play.events(side="Tudor")


def test_a_variation_departs_from_the_game(record: Record) -> None:
    replay = Replay(record, roses.start)
    at = next(i for i, s in enumerate(replay.states) if s.active != (CHANCE,) and len(s.legal_actions()) > 1)
    state = replay[at]
    for action in state.legal_actions():
        other = Variation(at, (Entry(state.active[0], str(action)),))
        branch = Replay(msgspec.structs.replace(record, variations=(other,)), roses.start).variation(0)
        assert branch[-1] == state.apply(action)


def test_the_first_wrong_entry_is_named_and_what_stands_before_it_is_kept(record: Record) -> None:
    at = len(record.entries) // 2
    for wrong in (Entry(record.entries[at].by, "xyzzy"), Entry("Tudor", record.entries[at].action)):
        entries = (*record.entries[:at], wrong, *record.entries[at + 1 :])
        with pytest.raises(RecordError) as caught:
            check(msgspec.structs.replace(record, entries=entries), roses.start)
        assert caught.value.index == at and caught.value.valid == prefix(record, at)


def test_a_record_with_bad_options_is_refused(record: Record) -> None:
    for options in ({"tudor": 1}, {"ruleset": "revised"}, {"game": record.game}, {"scenario": record.scenario}):
        with pytest.raises(RecordError, match="option") as caught:
            check(msgspec.structs.replace(record, options=options), roses.start)
        assert caught.value.valid is None


def test_a_wrong_outcome_in_the_headers_is_found(record: Record) -> None:
    with pytest.raises(RecordError, match="the headers give winner as Tudor"):
        check(msgspec.structs.replace(record, headers=record.headers | {"winner": "Tudor"}), roses.start)


# ---- fuzz


def test_the_fuzzer_finds_nothing(case: Case) -> None:
    finding = fuzz(case)
    assert finding.failure is None and finding.winner and finding.phases
    once_more = again(dumps(played(case).record).encode())
    assert once_more is not None and once_more.failure is None and once_more.winner
