"""The test of the fog: it finds nothing in the kit, and finds whatever is let out on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import msgspec
import pytest

from roses.bots.bot import Advice, Page
from roses.bots.play import BOTS
from roses.engine.seat import Seat
from roses.lancaster import state as court
from roses.richard import knowledge, prompts, state
from roses.richard.knowledge import EVERYBODY
from roses.widgets.richard.table import WarTable
from tests.proof import sampled
from tests.testing import fogtest
from tests.testing.__main__ import main
from tests.testing.fuzz import Case, cases
from tests.testing.page import content

GAMES = ("richard-iii", "lancaster")
PAGE = {"page": content}
WAR, COURT = Case("richard-iii", "1460", "revised", 3), Case("lancaster", "1413", "revised", 3, {"players": 4})


def found(case: Case, bots: Sequence[str] = (), more: Any = None) -> set[str]:
    """The surfaces by which something leaks in one game."""
    return {leak.surface for leak in fogtest.fogtest(case, bots, more or {}).leaks}


@pytest.mark.parametrize(("game", "number"), sampled(product(GAMES, (1, 25)), *product(GAMES, (1,))))
def test_a_side_is_shown_nothing_that_it_may_not_know(game: str, number: int) -> None:
    findings = list(fogtest.run(list(cases(number, 5, [game])), list(BOTS), PAGE))
    figures = fogtest.summary(findings, list(BOTS), PAGE)
    assert figures["differences"] == 0, [f.leaks for f in findings]
    made = figures["made"]
    assert figures["pairs"] == made["resample"] + made["exchange"]
    assert all(0.99 * 10 * number <= made[way] <= 10 * number for way in made)  # fewer where next to nothing is hidden


def test_the_two_games_of_a_pair_differ_in_truth_seed_and_record() -> None:
    for pair in fogtest.pairs(WAR):
        assert pair.game.state.view(pair.side) == pair.other.state.view(pair.side)
        assert pair.game.state.view() != pair.other.state.view()
        assert pair.game.record.seed != pair.other.record.seed and pair.game.record.entries != pair.other.record.entries


# ---- what is let out on purpose


@pytest.fixture
def let_out(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Exchange a function of the kit for one that says too much."""
    return monkeypatch.setattr


def test_a_question_that_names_a_hidden_block_is_found(let_out: Callable[..., None]) -> None:
    let_out(state, "due", lambda s: f"{prompts.due(s)} {s.occ[0]} {s.hands}")
    assert found(WAR) >= {"prompt"}


def test_a_view_that_holds_the_places_of_hidden_blocks_is_found(let_out: Callable[..., None]) -> None:
    whole = knowledge.known
    let_out("roses.richard.view.known", lambda s, *of: whole(msgspec.structs.replace(s, traced=EVERYBODY), *of))
    assert "view" in found(WAR)


def test_a_view_of_the_court_that_holds_the_gold_of_others_is_found(let_out: Callable[..., None]) -> None:
    whole = court.make_view
    let_out(court, "make_view", lambda s, side: msgspec.structs.replace(whole(s, side), removed=sum(s.gold)))
    assert "view" in found(COURT)


def test_options_that_depend_on_hidden_things_are_found(let_out: Callable[..., None]) -> None:
    let_out(Seat, "detail", lambda seat, action: str(seat._game.state.view().pieces))
    assert found(WAR) == {"details"}


def test_a_bot_that_looks_behind_the_seat_is_found(let_out: Callable[..., None]) -> None:
    def peek(bot: Page, seat: Seat) -> list[Advice]:
        options = seat.options
        return [Advice(options[hash(seat._game.state.view()) % len(options)], 0.0)]

    let_out(Page, "advise", peek)
    assert found(WAR, ["page"]) == {"bot page"}


def test_a_bot_that_would_think_for_a_time_is_given_iterations_and_asked_now_and_then(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    class Slow(Page):
        def __init__(self, seed: int = 0, *, iterations: int | None = None) -> None:
            super().__init__(seed)
            asked.append(iterations)

    monkeypatch.setitem(BOTS, "slow", Slow)
    assert found(WAR, ["slow"]) == set()
    assert 0 < len(asked) <= 4 and set(asked) == {20}  # two games of a pair, one pair of ten


def test_a_page_that_holds_the_seed_is_found(let_out: Callable[..., None]) -> None:
    let_out(WarTable, "unused", lambda _table, seat: str(seat._game.seed))
    assert found(WAR, more=PAGE) == {"page"}


def test_the_command_prints_the_figures_and_fails_where_something_leaks(
    let_out: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["fogtest", "--game", "richard-iii", "--games", "1", "--json", "--bots", "page"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["pairs"], figures["differences"], figures["found"]) == (20, 0, [])
    let_out(state, "due", lambda s: str(s.hands))
    assert main(["fogtest", "--game", "richard-iii", "--games", "1", "--bots", "page"]) == 1
    assert "LEAK to" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="no bot 'merlin'"):
        main(["fogtest", "--bots", "merlin"])
    for number in ("--games", "--jobs"):  # no game would show no difference
        with pytest.raises(SystemExit, match="2"):
            main(["fogtest", number, "0"])
        assert "0 is less than 1" in capsys.readouterr().err
