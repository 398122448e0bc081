"""The forks of the kit: each is legal and runs, rests on sources that exist, and has results of two kinds of bots."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import roses
from roses.engine.loading import folder
from roses.lab import what_if, what_if_results, what_ifs
from roses.lab.fork.result import Forked, forks
from roses.lab.fork.study import ARMS, fork_of
from roses.lessons.handouts import known_sets
from tests.proof import sampled
from tests.test_history import SOURCES
from tests.tools.make_what_if import (
    BOTS,
    FIRST,
    FORKS,
    PAIRS,
    RESULTS,
    SEED,
    figures,
    games,
    pairs_of,
    played,
    told,
)

LESSON, QUIZ = folder("notebooks") / "16_what_if.ipynb", folder("data") / "quizzes" / "16.json"
FIVE = {
    "stanley-loyal-1485", "northumberland-rides-1485", "warwick-true-1470", "mist-lifts-1471", "margaret-early-1471",
}  # fmt: skip
AS_KEPT = {one["id"]: one for one in json.loads(FORKS.read_text(encoding="utf-8"))}
KEPT = {(one["id"], one["bot"]): one for one in json.loads(RESULTS.read_text(encoding="utf-8"))}


def test_there_are_ten_forks_and_more_of_each_campaign_and_five_to_begin_with() -> None:
    of = Counter(one.record for one in forks().values())
    assert set(of) == {"1459-yorks-rising", "1470-kingmaker", "1483-richard-iii"} and min(of.values()) >= 10
    assert {one.id for one in forks().values() if one.five} == FIVE == set(what_ifs(five=True)["id"])
    assert len(forks()) == len(json.loads(FORKS.read_text(encoding="utf-8"))) == len(what_ifs())


@pytest.mark.parametrize("name", list(forks()))
def test_a_fork_is_legal_changes_something_and_runs_to_the_end_of_its_campaign(name: str) -> None:
    one = forks()[name]
    told = fork_of(one.record, one.at, one.change, "page", until="campaign")
    before, after = (told.arms[arm].state for arm in ARMS)
    assert before != after or one.change.loyalty
    pair = told.rows("pairs", [0])[0]
    assert pair[1] + pair[2] == 1.0 == pair[5] + pair[6]


@pytest.mark.parametrize("name", list(forks()))
def test_what_a_fork_tells_rests_on_sources_and_keeps_history_model_and_invention_apart(name: str) -> None:
    one = forks()[name]
    assert set(one.sources) <= {source["id"] for source in SOURCES}
    assert one.id.rpartition("-")[2] in one.history or one.record.startswith(("1459", "1470", "1483"))
    assert all(
        text.endswith((".", "?")) and len(text.split()) <= 45 for text in (one.history, one.model, one.invention)
    )
    assert len({one.history, one.model, one.invention}) == 3


def test_a_result_is_of_both_kinds_of_bots_and_has_the_call_that_repeats_it() -> None:
    played = {name for name, _bot in KEPT}
    assert FIVE <= played <= set(forks()) and set(KEPT) == {(name, bot) for name in played for bot in BOTS}
    for (name, bot), one in KEPT.items():
        assert one["pairs"] == PAIRS and one["seed"] == SEED
        fork = forks()[name]
        study = fork_of(fork.record, fork.at, fork.change, bot, SEED, "campaign")
        assert one["call"] == Forked(study, ((0,),) * PAIRS).call
        for measure in ("wins", "lead"):
            kept = one[measure]
            assert kept["counted"]["value"] == pytest.approx(kept["changed"] - kept["as it was"], abs=2e-4)
            assert kept["low"] <= kept["value"] <= kept["high"]
            assert name in FIVE or kept["counted"].items() <= kept.items()
    assert RESULTS.stat().st_size + FORKS.stat().st_size < 500_000
    assert len(what_if_results()) == len(KEPT)


def test_the_figures_in_lesson_sheet_and_quiz_are_those_kept() -> None:
    def told(name: str, bot: str = "squire") -> list[str]:
        lead = KEPT[name, bot]["lead"]
        return [f"{lead[end]:+.1f}".replace("-", "−") for end in ("value", "low", "high")]

    titles = {one.title: name for name, one in forks().items() if one.five}
    form = next(form for form in known_sets()["16"].forms if form.id == "order")
    assert set(form.rows) == set(titles)
    lesson = LESSON.read_text(encoding="utf-8")
    for title, cells in zip(form.rows, form.answers, strict=True):
        value, low, high = told(titles[title])
        assert cells[1:3] == (value, f"{low} to {high}")
        assert f"{value} ({low} to {high})" in lesson
        lead = KEPT[titles[title], "squire"]["lead"]
        for ratio in (lead["variance ratio"], lead["counted"]["variance ratio"]):
            assert f"{ratio:.2f}" in lesson or ratio < 0.1
    clear = sum(
        one["lead"]["low"] > 0 or one["lead"]["high"] < 0 for (_name, bot), one in KEPT.items() if bot == "squire"
    )
    assert f"York's lead does not hold 0 in {clear} of them" in lesson
    asked = QUIZ.read_text(encoding="utf-8")
    for bot in BOTS:
        value, low, high = told("northumberland-rides-1485", bot)
        assert f"{value} lords, {low} to {high}" in asked or f"{value}, {low} to {high}" in asked
    value, low, high = told("margaret-early-1471")
    assert f"by {value.strip('+')}, with an interval of 95 % from {low} to {high}" in asked


def test_the_variance_of_the_difference_is_at_most_half_of_the_unpaired_one_in_all_five() -> None:
    """Common random numbers alone leave 0.72 with Warwick, who is changed at the very beginning: the games drift apart.

    Squires are chaotic: with the same dice and other choices among equals the lead varies as much as with both new, and
    the other way round seven to nine tenths of it. Choices by exponential clocks, with dice kept for block and round,
    block and turn, or side and turn, gave 0.82, 0.69 and 0.79 of 400 pairs. A fixed taste of each squire gave 0.61,
    but such a squire is another player. What dice and choices changed at once in the numbers of ``winning.features``,
    as control variates whose weights come from other pairs, gave 0.64 in place of 0.72 of 200 pairs at best. What
    helps is to learn from other pairs what a position is worth, and to take the luck away that this shows in the dice.
    """
    for name in FIVE:
        lead = KEPT[name, "squire"]["lead"]
        assert lead["variance ratio"] <= 0.5, name
        assert lead["counted"]["variance ratio"] <= (0.75 if name == "warwick-true-1470" else 0.5), name


@pytest.mark.parametrize(("name", "bot"), [(name, bot) for name in sorted(FIVE) for bot in BOTS])
def test_the_figures_of_the_five_are_those_of_their_games(name: str, bot: str) -> None:
    kept = KEPT[name, bot]
    fork = forks()[name]
    study = fork_of(fork.record, fork.at, fork.change, bot, SEED, "campaign")
    result = figures(Forked(study, pairs_of(kept["games"])))
    assert len(kept["games"]) == PAIRS
    for measure, counted in result.items():
        assert {name: kept[measure][name] for name in ("as it was", "changed", "counted")}.items() <= counted.items()


LATE = "northumberland-rides-1485"  # its games are short


@pytest.mark.parametrize(("name", "bot"), sampled([(LATE, bot) for bot in BOTS], (LATE, "page")))
def test_a_result_is_what_the_tool_makes_today(name: str, bot: str) -> None:
    assert told(AS_KEPT[name], bot) == KEPT[name, bot]


@pytest.mark.parametrize(
    ("name", "bot"),
    sampled([(name, bot) for name in sorted(FIVE - {LATE}) for bot in BOTS], ("stanley-loyal-1485", "page")),
)
def test_the_first_games_of_a_result_are_those_that_are_played_today(name: str, bot: str) -> None:
    """Of both arms, and what they alone say without luck; the tool plays all the others too."""
    item, kept = played(AS_KEPT[name], bot, FIRST), KEPT[name, bot]
    assert games(item) == kept["games"][:FIRST] and figures(item) == kept["first"]


def test_a_fork_of_the_kit_is_played_by_its_id() -> None:
    result = what_if("northumberland-rides-1485", n=3, seats="page")
    assert eval(result.call, {"roses": roses}).pairs == result.pairs
    for wrong, near in (("agincourt", "'earls-wait-1460', "), ("stanley-loyal", "'stanley-loyal-1485'; "), (7, "")):
        with pytest.raises(ValueError, match=rf"there is no fork {wrong!r}; similar: {near}.* lists them all"):
            what_if(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="there are no forks of 1413-lancaster"):
        what_ifs("1413-lancaster")
