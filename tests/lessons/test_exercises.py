"""The exercises for players: of each, the solution passes, and every wrong try meets the named rule or mistake."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from roses.engine.errors import SaveError
from roses.engine.game import Game
from roses.engine.games import describe
from roses.engine.loading import folder
from roses.history.battles import works
from roses.lancaster.scene import scene
from roses.lessons import Exercise
from roses.lessons.exercises import Progress, Tutor, tasks
from roses.lessons.exercises.tasks import (
    Play,
    Position,
    Script,
    Task,
    Try,
    Value,
    Verdict,
    begin,
    courses,
    first_state,
    holds,
    replay_of,
    seats,
    task,
    verdict,
)  # fmt: skip
from roses.widgets.play.model import TableModel

ALL = [name for names in courses().values() for name in names]
WRONG = [(name, number) for name in ALL for number in range(len(task(name).wrong))]


def table(task: Task) -> tuple[Game, TableModel]:
    """Game and table of an exercise, without a widget."""
    game = begin(task)
    return game, TableModel(game, seats(task, game.state.sides))


def played(task: Task, moves: tuple[str, ...]) -> Verdict:
    """The verdict after the learner's moves, which are all legal."""
    game, model = table(task)
    for move in moves:
        model.play(move)
    return verdict(task, replay_of(task, game))


def said_to(name: str, wrong: Try) -> tuple[str, str]:
    """The verdict on a wrong try, and what the learner is told."""
    tutor = Tutor(name)
    *moves, last = wrong.moves
    if not wrong.verdict.startswith("refused"):
        result = played(tutor.task, wrong.moves)
        assert result.mistake, f"{result.kind} after {wrong.moves}"
        return result.mistake.name, result.mistake.says
    _game, model = table(tutor.task)
    for move in moves:
        model.play(move)
    refused = model.seat.why_not(last)
    assert not refused.legal, last
    return f"refused {refused.rule}", tutor.answer(refused)


@pytest.mark.parametrize(("name", "number"), [(name, n) for name in ALL for n in range(len(task(name).right))])
def test_a_solution_of_an_exercise_solves_it_with_its_last_move(name: str, number: int) -> None:
    one = task(name)
    assert played(one, one.right[number]).kind == "solved"
    assert played(one, one.right[number][:-1]).kind == "open"


@pytest.mark.parametrize(("name", "number"), WRONG)
def test_a_wrong_try_meets_its_rule_or_mistake_and_is_answered(name: str, number: int) -> None:
    wrong = task(name).wrong[number]
    item, says = said_to(name, wrong)
    assert item == wrong.verdict
    assert len(says.split()) >= 8, "the answer says nothing"
    before = wrong.moves[:-1]
    assert not before or played(task(name), before).kind == "open", "it was wrong before its last move"


@pytest.mark.parametrize("name", ALL)
def test_every_mistake_and_every_answer_to_a_refusal_is_met_by_a_wrong_try(name: str) -> None:
    one = task(name)
    met = {said_to(name, wrong)[1] for wrong in one.wrong}
    assert {mistake.says for mistake in one.mistakes} | {refused.says for refused in one.refusals} <= met


def test_surprise_whoever_would_recruit_with_its_point_is_told_that_it_pays_for_a_sea_move() -> None:
    tutor = Tutor("war-05")
    _game, model = table(tutor.task)
    model.play("York plays card 5")
    assert any(" sails " in str(action) for action in model.seat.options)
    refused = next(w for w in tutor.task.wrong if w.verdict == "refused 5.1").moves[-1]
    assert "or pays for a sea move" in tutor.answer(model.seat.why_not(refused))


def test_10_5_what_is_read_of_the_round_table_leaves_out_the_last_round() -> None:
    read = " ".join(task("court-04").reads)
    for number in (4, 5):
        events = scene(4, "castles", round=number, Red={"nobles": "York"}).events
        markers = [e for e in events if "round table" in str(e)]
        assert bool(markers) is (number < 5) and "in every round but the last" in read


@pytest.mark.parametrize("name", ALL)
def test_no_play_of_an_exercise_stays_without_a_verdict(name: str) -> None:
    one = task(name)
    for seed in range(8):
        rng, (game, model) = random.Random(seed), table(one)
        for _again in range(60):
            if verdict(one, replay_of(one, game)).kind != "open":
                break
            model.play(rng.choice(model.seat.options))
        assert verdict(one, replay_of(one, game)).kind != "open", [entry.action for entry in game.record.entries]


@pytest.mark.parametrize("name", ALL)
def test_rules_and_sources_of_an_exercise_are_there(name: str) -> None:
    one = task(name)
    book = describe(one.position.game).book
    cited = {*one.rules, *(m.rule for m in one.mistakes if m.rule), *(r.rule for r in one.refusals)}
    assert {book.paragraph(number).number for number in cited} == cited
    assert set(one.history.sources) <= works().keys()
    assert one.side in begin(one).state.active


def test_no_file_lies_beside_the_exercises() -> None:
    there = {path.relative_to(folder("data") / "exercises") for path in (folder("data") / "exercises").rglob("*.*")}
    assert there == {Path(f"{name.replace('-', '/')}.json") for name in ALL}


def example(**changes: Any) -> Task:
    held = json.loads((folder("data") / "exercises" / "war" / "01.json").read_text(encoding="utf-8"))
    return msgspec.convert(held | changes, Task)


CONDITIONS = [
    ({"kind": "chose", "action": "march"}, True),
    ({"kind": "chose", "action": "march", "where": {"block": ["Hastings", "Suffolk"], "path": "Middlesex"}}, True),
    ({"kind": "chose", "action": "march", "at_least": 2}, False),
    ({"kind": "chose", "action": "march", "at_least": 0, "at_most": 0}, False),
    ({"kind": "happened", "event": "march", "where": {"block": "Suffolk"}}, True),
    ({"kind": "happened", "event": "march", "where": {"block": "Norfolk"}}, False),
    ({"kind": "offered", "action": "march", "where": {"block": "Norfolk"}}, True),
    ({"kind": "offered", "action": "march", "where": {"block": "Suffolk"}}, False),
    ({"kind": "stands", "blocks": ["Suffolk"], "places": ["Middlesex"], "steps": 3}, True),
    ({"kind": "stands", "blocks": ["Suffolk"], "places": ["Middlesex"], "steps": 4}, False),
    ({"kind": "stands", "blocks": ["Suffolk", "Norfolk"], "places": ["Middlesex"]}, False),
    ({"kind": "stands", "blocks": ["Rivers/L"], "places": [""]}, True),
    ({"kind": "value", "of": "ap", "among": [3]}, True),
    ({"kind": "value", "of": "ap", "at_least": 2, "at_most": 3}, True),
    ({"kind": "value", "of": "ap", "at_least": 4}, False),
    ({"kind": "value", "of": "battle.round", "at_least": 0}, False),
    ({"kind": "value", "of": "hand_sizes.York", "at_least": 1}, True),
    ({"kind": "value", "of": "active.0", "among": ["York"]}, True),
    ({"kind": "not", "condition": {"kind": "value", "of": "ap", "among": [3]}}, False),
    (
        {
            "kind": "either",
            "conditions": [{"kind": "value", "of": "turn", "among": [7]}, {"kind": "value", "of": "ap", "among": [3]}],
        },
        True,
    ),
]


@pytest.mark.parametrize(("condition", "holds"), CONDITIONS)
def test_a_condition_is_decided_by_the_engine(condition: dict[str, Any], holds: bool) -> None:
    one = example(goal=[condition, {"kind": "chose", "action": "march"}], mistakes=[])
    assert (played(one, ("Suffolk marches to Middlesex",)).kind == "solved") is holds


COURT = [
    ("counties.York.holder", {"among": ["Blue"]}, True),
    ("counties.York.holder", {"among": ["Green"]}, False),
    ("conflicts.K5a.slots.Blue.strength", {"at_least": 3}, True),
    ("conflicts.K5a.slots.Blue.strength", {"at_least": 4}, False),
    ("conflicts.K5a.slots.Green", {}, False),
    ("conflicts.K9.slots.Blue", {}, False),
    ("scores.Blue", {"at_least": 5, "at_most": 5}, True),
    ("laws.L02", {}, True),
    ("laws.L04", {}, False),
    ("proposals.L04.verdict", {"among": ["accepted"]}, False),
    ("houses.Blue.castle.gold.built", {"among": [True]}, True),
    ("houses.Blue.castle.mixed.built", {"among": [True]}, False),
    ("houses.Blue.nobles.Surrey", {}, True),
    ("houses.Blue.nobles.York", {}, False),
    ("houses.Blue.court.0", {"among": [1]}, True),
    ("houses.Blue.court.2", {}, False),
    ("favours.noble.up", {"among": [True]}, True),
]


@pytest.mark.parametrize(("of", "wanted", "held"), COURT)
def test_values_of_the_court_are_called_by_their_names(of: str, wanted: dict[str, Any], held: bool) -> None:
    blue = {"court": "1 1", "built": "gold", "nobles": "Surrey", "score": 5}
    state = scene(counties={"York": "Blue 4"}, upper={"K5a": "Blue 1 2"}, Blue=blue)
    assert holds(msgspec.convert({"of": of} | wanted, Value), Play((state,), (), "Blue")) is held


def test_the_first_state_that_decides_is_the_verdict_and_undoing_takes_it_back() -> None:
    one = example()
    game, model = table(one)
    model.play("Norfolk marches to Middlesex")
    model.play("Suffolk marches to Middlesex")
    assert verdict(one, replay_of(one, game)).kind == "failed"
    model.undo()
    model.undo()
    model.play("Suffolk marches to Middlesex")
    assert verdict(one, replay_of(one, game)).kind == "solved"


def test_positions_begin_in_each_of_the_four_ways() -> None:
    fight = {"area": "Leicester", "attackers": {"Middlesex": "Gloucester, Norfolk"}, "defenders": "Richmond, Oxford:2"}
    assert first_state(Position(start="battle", values=fight)).battle.round == 1  # type: ignore[attr-defined]
    record = Position(start="record", record="1483-richard-iii", at=143)
    assert first_state(record).turn > 1  # type: ignore[attr-defined]
    court = Position(game="lancaster", start="options", values={"players": 2})
    assert len(first_state(court).sides) == 2
    assert first_state(Position(game="lancaster", start="scene", values={"players": 3})).active


def test_a_script_is_followed_where_it_can_be_and_else_nothing_is_done() -> None:
    fight = {"area": "Leicester", "attackers": {"Middlesex": "Gloucester, Norfolk"}, "defenders": "Richmond, Oxford:2"}
    one = example(position={"start": "battle", "values": fight}, side="York", others={"Lancaster": ["Oxford fires"]})
    _game, model = table(one)
    texts = [str(event) for event in model.seat.events()]
    assert texts[0].startswith("Oxford fires") and texts[-1] == "Richmond passes.", texts
    both = Script(("Norfolk fires", "Norfolk passes")), Script(())
    assert [str(script.choose(model.seat).action) for script in both] == ["Norfolk fires", "Gloucester passes"]


def test_a_side_may_be_left_to_the_squire() -> None:
    one = example(others={"Lancaster": "squire"}, goal=[{"kind": "value", "of": "turn", "among": [2]}], mistakes=[])
    game, model = table(one)
    model.play("done")
    assert [entry.by for entry in game.record.entries][:2] == ["York", "Lancaster"]
    assert model.seat.to_choose or model.is_over


def test_the_dice_of_an_exercise_fall_the_same_way_again() -> None:
    assert begin(example(seed=5)).seed == begin(example(seed=5)).seed == 5


# ---- the widget


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def press(exercise: Exercise, ask: str) -> None:
    exercise._on_message(exercise.panel, {"ask": ask}, [])


def tell(exercise: Exercise, **message: Any) -> dict[str, Any]:
    """What the table shows after a message of its page."""
    exercise.table._on_message(exercise.table, {"at": exercise.table.screen["at"], **message}, [])
    return exercise.table.screen  # type: ignore[no-any-return]


def move(exercise: Exercise, text: str) -> dict[str, Any]:
    options = [str(option) for option in exercise.table.model.seat.options]
    return tell(exercise, play=options.index(text))


def test_a_wrong_try_is_answered_and_the_right_one_is_kept(here: Path) -> None:
    exercise = Exercise("war-01")
    assert "Your task:" in exercise.table.screen["coach"]
    assert "long way round" in tell(exercise, why="Suffolk marches to Rutland > Essex > Middlesex")["coach"]
    assert "only one square is filled" in move(exercise, "Norfolk marches to Middlesex")["coach"]
    assert "✓" not in exercise.panel.html and 'data-ask="again">' in exercise.panel.html
    tell(exercise, coach="again")
    assert 'data-ask="again" disabled=""' in exercise.panel.html, "nothing is to be begun again"
    assert "✗" not in exercise.table.screen["coach"]
    solved = move(exercise, "Suffolk marches to Middlesex")["coach"]
    assert "✓</b> Solved." in solved and "Behind the rule:" in solved and 'data-ask="next"' in solved
    assert "1 of" in exercise.panel.html and "1 ✓" in exercise.panel.html
    assert list(Progress().solved) == ["war-01"]
    assert "1 ✓" in Exercise("war-01").panel.html, "another kernel"


def test_who_is_led_sees_the_step_that_is_due_and_a_step_taken_back_is_due_again(here: Path) -> None:
    exercise = Exercise("first-01")
    steps = exercise.tutor.task.steps
    assert f"Step 1 of {len(steps)}:" in exercise.table.screen["coach"] and "Plague" in exercise.tutor.comment()
    move(exercise, "York plays card 7")
    assert "Step 2 of" in exercise.table.screen["coach"]
    move(exercise, "recruit Northumberland/Y in Northumbria")
    assert "Step 2 of" in exercise.table.screen["coach"], "the second is not done yet"
    assert "Step 4 of" in move(exercise, "recruit London (levy) in Middlesex")["coach"]
    assert "Step 2 of" in tell(exercise, undo=True)["coach"]
    assert "Your task:" not in exercise.table.screen["coach"]


def test_hints_come_in_steps_and_survive_a_new_start(here: Path) -> None:
    exercise = Exercise("war-01")
    hints = exercise.tutor.task.hints
    assert hints[0] in tell(exercise, hint=True)["note"]
    press(exercise, "again")
    assert [hint in tell(exercise, hint=True)["note"] for hint in hints[1:]] == [True, True]
    assert hints[0] in tell(exercise, hint=True)["note"], "the first follows the last"


def test_an_exercise_is_opened_from_the_list_and_next_leads_to_what_is_not_solved(here: Path) -> None:
    for name in courses()["war"][1:11]:
        Progress().solve(name)
    exercise = Exercise("war-12")
    assert "turn 7" in str(exercise.table.screen["strip"])
    press(exercise, "next")
    assert exercise.tutor.name == "war-01"
    assert 'data-ask="next"' in move(exercise, "Suffolk marches to Middlesex")["coach"]
    press(exercise, "next")
    assert exercise.tutor.name == "war-12"
    press(exercise, "war-07")
    assert exercise.tutor.name == "war-07"


def test_the_last_of_a_course_says_so(here: Path) -> None:
    for name in courses()["war"][1:]:
        Progress().solve(name)
    exercise = Exercise("war")
    coach = move(exercise, "Suffolk marches to Middlesex")["coach"]
    assert "all exercises of this course are solved" in coach and 'data-ask="next"' not in coach


def test_what_is_solved_stays_when_the_file_is_damaged_and_it_is_said(here: Path) -> None:
    file = here / "roses-games" / "exercises" / "progress.json"
    file.parent.mkdir(parents=True)
    file.write_text("[]")
    exercise = Exercise("war")
    assert "cannot be read as a list of solved exercises" in exercise.panel.html
    assert "Solved." in move(exercise, "Suffolk marches to Middlesex")["coach"]
    assert file.read_text() == "[]"
    with pytest.raises(SaveError, match="move it away"):
        Progress().solve("war-01")


def test_the_file_of_progress_is_no_game(here: Path) -> None:
    from roses.widgets.play.saves import games

    Progress().solve("war-01")
    assert games() == []


def test_an_exercise_that_is_not_there_is_named(here: Path) -> None:
    with pytest.raises(ValueError, match=r"there is no exercise 'war-99'; choose from .*war-01, war-02"):
        Exercise("war-99")


def test_readers_without_a_kernel_read_the_task(here: Path) -> None:
    bundle = Exercise("war-01")._repr_mimebundle_()
    shown = bundle[0] if isinstance(bundle, tuple) else bundle
    assert all(task(name).title in shown["text/html"] for name in courses()["war"])
    words = shown["text/plain"]
    assert words.startswith("An exercise to play: Three of your blocks stand in Leicester,")


def test_unknown_fields_of_a_file_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        example(answer="Suffolk")
    assert tasks.task("war-01").title == example().title


TERMS = {  # words of the trade, and the exercise that explains them
    "war-01": "block, step, area",
    "war-02": "action point, vacant, friendly",
    "war-03": "border",
    "war-04": "exile, major port, sail",
    "war-05": "action card, event card, Pretender",
    "war-06": "pool, recruit, noble, levy, shield",
    "war-07": "rounds, defender, attacker, heir, charge",
    "war-08": "retreat, regroup",
    "war-09": "bonus",
    "war-10": "loyalty, treachery",
    "war-12": "church block",
    "court-01": "house, knight, strength, court, county, castle, squire",
    "court-02": "conflict, slot, point, favour, upgrade, reserve, rank",
    "court-03": "law, parliament, proposal, marker",
    "court-04": "reward, round table, extension, do without",
    "court-05": "screen",
}


def read_in(one: Task) -> str:
    """All that a learner may read of an exercise, but for the buttons."""
    mistakes = [text.says for text in (*one.mistakes, *one.refusals)]
    return " ".join((one.title, *one.reads, one.task, one.solved, one.history.text, *one.hints, *mistakes)).lower()


@pytest.mark.parametrize(("name", "terms"), TERMS.items())
def test_no_word_of_the_trade_is_used_before_the_exercise_that_explains_it(name: str, terms: str) -> None:
    course = courses()[name.rpartition("-")[0]]
    before = {one: read_in(task(one)) for one in course[: course.index(name)]}
    own = " ".join(task(name).reads).lower()
    for term in terms.lower().split(", "):
        assert term in own, f"{term} is not explained"
        assert [one for one, text in before.items() if re.search(rf"\b{term}", text)] == [], term


def test_what_is_to_be_read_stands_beside_the_board_and_is_folded_once_one_has_begun(here: Path) -> None:
    exercise = Exercise("war-02")
    assert '<details class="roses-reads" open="">' in exercise.table.screen["coach"]
    coach = move(exercise, exercise.tutor.task.right[0][0])["coach"]
    assert '<details class="roses-reads">' in coach and exercise.tutor.task.reads[0][:40] in coach


def test_whoever_was_led_through_a_turn_is_not_told_of_a_course(here: Path) -> None:
    exercise = Exercise("first-01")
    for step in exercise.tutor.task.right[0]:
        coach = move(exercise, step)["coach"]
    assert "That was the last step." in coach and "course" not in coach
