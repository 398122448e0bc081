"""Hidden information in games in progress, records and steps: a side sees what it may know, an umpire all."""

from __future__ import annotations

import random

import pytest

import roses
from roses.cli import main
from roses.engine import display
from roses.engine.errors import RuleError
from roses.engine.game import Game
from roses.engine.protocol import CHANCE, Action
from roses.engine.record import Entry, Record, dumps, loads
from roses.engine.replay import Replay, Timeline
from roses.engine.state import GameState
from tests.protocol.conftest import Step
from tests.protocol.test_plays import begun, played
from tests.testing.fuzz import Case


def shown(monkeypatch: pytest.MonkeyPatch, play: Game) -> list[object]:
    """The values that a game asks to have displayed."""
    asked: list[object] = []
    monkeypatch.setattr(display, "mimebundle", lambda view, *_, **__: asked.append(view) or {})
    play._repr_mimebundle_()
    return asked


# ---- a game in progress


def test_a_game_shows_the_side_that_sits_there(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    for side in begun(case).state.sides:
        play = played(case, 6, side=side)
        assert shown(monkeypatch, play) == [play.state.view(side)] == [play.view()]
        assert f"as {side} sees it" in repr(play)
        other = next(s for s in play.state.sides if s != side)
        assert play.view(other) == play.state.view(other)


def test_a_game_without_a_side_is_an_umpires(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    play = played(case, 6)
    assert shown(monkeypatch, play) == [play.state.view()] == [play.view()]
    assert "as the umpire sees it" in repr(play) and play.state.question in repr(play)


def test_a_game_for_an_unknown_side_is_refused(case: Case) -> None:
    first = begun(case).state.sides[0]
    for ask in (lambda: begun(case, side=first.lower()), lambda: begun(case).view("Tudor")):
        with pytest.raises(ValueError, match="there is no side"):
            ask()


def chosen(play: Game, rng: random.Random) -> str:
    """Let somebody choose, and return who."""
    side = rng.choice(play.state.active)
    play.play(rng.choice(play.state.legal_actions(side)))
    return side


def test_undo_belongs_to_the_side_that_moved(case: Case) -> None:
    play, rng, taken_back = begun(case), random.Random(2), 0
    while play.state.active and taken_back < 5:
        before, entries = play.state, len(play)
        side = chosen(play, rng)
        for other in play.state.sides:
            if other != side:
                with pytest.raises(RuleError, match=f"{other} takes back its own choices only"):
                    play.undo(side=other)
        with pytest.raises(RuleError, match="an umpire can"):
            play.undo(side=side, across_chance=True)
        if len(play) == entries + 1 and not any(e.reveals for e in play.state.events):
            play.undo(side=side)
            assert play.state == before
            play.play(rng.choice(before.legal_actions(side)))
            taken_back += 1
        else:
            with pytest.raises(RuleError, match="only an umpire may go back across that"):
                play.undo(side=side)
    assert taken_back
    with pytest.raises(ValueError, match="there is no side 'Tudor'"):
        play.undo(side="Tudor")


def test_the_side_of_a_game_is_the_one_that_takes_back(case: Case) -> None:
    side, other = begun(case).state.sides[:2]
    play = begun(case, side=side)
    rng, by = random.Random(3), ""
    while play.state.active and by != other:
        by = chosen(play, rng)
    with pytest.raises(RuleError, match=f"{side} takes back its own choices only"):
        play.undo()


def test_a_fall_that_was_typed_in_is_nobodys_choice(case: Case) -> None:
    play, rng = begun(case, chance=False), random.Random(4)
    while play.state.active != (CHANCE,):
        play.play(rng.choice(play.state.legal_actions()))
    play.play(str(play.state.sample(rng)))
    with pytest.raises(RuleError, match="the last one was a fall of chance"):
        play.undo(side=play.state.sides[0])


def test_prompts_and_hints_tell_nothing_of_what_others_choose_in_secret(steps: list[Step]) -> None:
    secret = [state for state, _ in steps if len(state.active) > 1]
    for state in secret[:: max(1, len(secret) // 6)]:
        by, *waiting = state.active
        after = [state.apply(action) for action in state.legal_actions(by)]
        for other in waiting:
            assert len({(s.prompt(other), str(refused(s, "xyzzy", other))) for s in after}) == 1
            assert other in after[0].prompt(other)


def refused(state: GameState, text: str, side: str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        state.read(text, side)
    return caught.value


# ---- records


def test_a_record_says_that_it_is_an_umpires_file(case: Case) -> None:
    play = begun(case, headers={"place": "Leeds"})
    assert play.record.headers == {"viewer": "umpire", "place": "Leeds"}
    assert '"viewer":"umpire"' in dumps(play.record)
    assert begun(case, side=play.state.sides[0]).record == begun(case).record


def test_records_of_before_that_load(case: Case) -> None:
    record = played(case, 4).record
    old = loads(dumps(Record(record.game, record.scenario, record.entries, options=record.options)))
    assert not old.headers and Replay(old, roses.start)[-1] == Replay(record, roses.start)[-1]


def test_the_check_of_a_record_says_whose_file_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "check", "1483-richard-iii"]) == 0
    assert "an umpire's file" in capsys.readouterr().out


# ---- the steps of a record without narration


def test_a_step_without_narration_tells_a_side_its_own_action_and_what_it_saw(case: Case) -> None:
    timeline = Timeline(Replay(played(case, 60).record, roses.start))
    hidden = 0
    for index, entry in enumerate(timeline.replay.record.entries):
        assert timeline.moment(index).text == entry.action == timeline[index].text
        for side in timeline.replay[0].sides:
            text = timeline.moment(index, side).text
            events = timeline.state(index).view(side).events
            if entry.by == side:
                assert text == entry.action
            else:
                assert text == (" ".join(map(str, events)) or f"{entry.by} has made a choice.")
                hidden += entry.action not in text
    assert hidden > 3


def test_what_others_choose_in_secret_changes_no_step(steps: list[Step]) -> None:
    """Of choices made at once, a side reads of the others that they have chosen."""
    secret = [state for state, _ in steps if len(state.active) > 1]
    for state in secret[:: max(1, len(secret) // 6)]:
        by, *waiting = state.active
        results = [step(state, action, by) for action in state.legal_actions(by)]
        assert waiting and all(len({one.moment(0, other).text for one in results}) == 1 for other in waiting)
        assert len({one.moment(0, by).text for one in results}) == len(results)


def step(state: GameState, action: Action, by: str) -> Timeline:
    """The one step of an action in the midst of a game."""
    replay = Replay.__new__(Replay)
    replay.record = Record(**state.header, entries=(Entry(by, str(action)),))
    replay.states = [state, state.apply(action)]
    return Timeline(replay)
