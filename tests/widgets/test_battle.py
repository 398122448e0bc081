"""The Battle widget: its parts in order, what a notebook keeps of them, its odds, and its page as an export."""

from __future__ import annotations

import re
from typing import Any

import pytest
from IPython.display import display

from roses.cli import main
from roses.engine.replay import Timeline
from roses.history.battlefields import battlefield, battlefields
from roses.history.battles import account, known_battles
from roses.widgets import Battle
from roses.widgets.export.page import battle_html
from roses.widgets.export.printed import printed_battle_html
from roses.widgets.stepper import saved
from tests.figures.reading import words
from tests.proof import sampled
from tests.test_battles import FOUGHT, HOUSE

IDS = tuple(known_battles())


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The outputs that are displayed."""
    results: list[dict[str, Any]] = []

    def keep(output: Any, raw: bool = False) -> None:
        assert raw
        results.append(output)

    monkeypatch.setattr("roses.widgets.interactive.display", keep)
    monkeypatch.setattr("roses.widgets.stepper.widget.display", keep)
    assert display is not keep
    return results


def kinds(outputs: list[dict[str, Any]]) -> list[str]:
    """The richest form of each output."""
    order = (saved.MIME, "image/svg+xml", "text/html", "application/vnd.jupyter.widget-view+json")
    return [next(kind for kind in order if kind in output) for output in outputs]


def test_a_battle_shows_account_numbers_line_up_stepper_odds_and_limits(shown: list[dict[str, Any]]) -> None:
    Battle("ferrybridge-1461")._ipython_display_()
    html, svg, view = "text/html", "image/svg+xml", "application/vnd.jupyter.widget-view+json"
    assert kinds(shown) == [svg, html, svg, html, svg, html, saved.MIME, html, view, html, svg, html]
    assert shown[6][saved.MIME]["record"] == "ferrybridge-1461" and svg in shown[6]
    assert "Where it was: Ferrybridge on the Aire" in shown[0][svg]
    assert "Dintingdale" in shown[1][html] and "What it cannot show" in shown[-1][html]


def test_a_brief_battle_keeps_no_picture_of_line_up_odds_and_step(shown: list[dict[str, Any]]) -> None:
    Battle("towton-1461", brief=True)._ipython_display_()
    pictures = [output["image/svg+xml"] for output in shown if "image/svg+xml" in output]
    assert len(pictures) == 1 and "the armies and the dead" in pictures[0]
    kept = sum(len(str(output)) for output in shown)
    assert kept < 20_000, "eighteen of them fit into a notebook"


def test_a_battle_outside_the_game_has_no_stepper_and_says_why(shown: list[dict[str, Any]]) -> None:
    battle = Battle("stoke-1487")
    battle._ipython_display_()
    assert kinds(shown) == ["text/html", "text/html", "image/svg+xml", "text/html", "text/html"]
    assert "Outside the game." in shown[3]["text/html"] and battle.odds() == {} and battle.timeline is None
    with pytest.raises(ValueError, match="Lincoln and Simnel were not"):
        battle.stepper()


def test_bosworth_opens_in_the_replay_of_its_campaign() -> None:
    stepper = Battle("bosworth-1485").stepper()
    assert stepper.model.moment.mark == "Bosworth" and stepper.model.index > 20


@pytest.mark.parametrize("name", IDS)
def test_every_page_names_date_winner_confidence_and_all_its_sources(name: str) -> None:
    head, *_others, end = (part for part in Battle(name, brief=True).parts() if not isinstance(part, Timeline))
    battle = known_battles()[name]
    for told in (battle.shown, battle.winner, f"confidence in the numbers: {battle.confidence}"):
        assert told.replace("'", "&#x27;") in head["text/html"] or told in head["text/html"], told
    assert end["text/html"].count(" · ") == len(account(name).sources) - 1


@pytest.mark.parametrize("name", sampled(IDS, "towton-1461", "twt-hill-1461"))
def test_every_page_opens_on_its_field_or_on_a_map_of_where_it_was(name: str) -> None:
    opening = next(Battle(name).parts())
    assert isinstance(opening, dict)
    if name in battlefields():
        phases = [phase.id for phase in battlefield(name).phases]
        assert re.findall('data-phase="([^"]+)"', opening["text/html"]) == phases
    else:
        assert known_battles()[name].name in words(opening["image/svg+xml"])


def test_a_primary_source_shows_when_it_was_written() -> None:
    head = next(Battle("barnet-1471", brief=True).parts())
    assert isinstance(head, dict) and "Arrivall, ed. 1838 (written 1471, for Edward IV)" in head["text/html"]


def test_an_unknown_battle_is_refused_with_similar_names() -> None:
    with pytest.raises(ValueError, match="choose from 'tewkesbury-1471'"):
        Battle("tewksbury-1471")


@pytest.mark.parametrize("name", sampled(FOUGHT, "wakefield-1460", "edgcote-1469"))
def test_odds_are_exact_and_those_compared_differ(name: str) -> None:
    result = Battle(name).odds()
    for odds in result.values():
        assert sum(odds.win.values()) == pytest.approx(1)
    battle = known_battles()[name]
    winner = HOUSE.get(battle.winner, battle.winner)
    assert len({round(odds.win[winner], 3) for odds in result.values()}) == len(result) > 1


def test_what_the_pages_say_of_their_odds_is_so() -> None:
    """Where a text compares two odds, the odds are as it says."""
    york = {name: {title: odds.win["York"] for title, odds in Battle(name).odds().items()} for name in (
        "wakefield-1460", "hedgeley-moor-1464", "st-albans-1461", "edgcote-1469")}  # fmt: skip
    assert york["wakefield-1460"]["York stays in the castle and is attacked there"] > 0.8 > york["wakefield-1460"][""]
    assert york["hedgeley-moor-1464"][""] == pytest.approx(0.5, abs=0.05)
    assert york["hedgeley-moor-1464"]["Percy alone, the others gone"] > 0.95
    assert york["st-albans-1461"][""] < 0.5 < york["st-albans-1461"]["Norfolk and Arundel stand in the line"]
    assert york["edgcote-1469"][""] < 0.5 < york["edgcote-1469"]["Clapham does not come"]


@pytest.mark.parametrize(("name", "without", "most"), sampled([
    ("towton-1461", "Norfolk does not come", 0.25), ("ferrybridge-1461", "Nobody crosses at Castleford", 0.8),
], ("ferrybridge-1461", "Nobody crosses at Castleford", 0.8)))  # fmt: skip
def test_without_its_reserve_york_has_less(name: str, without: str, most: float) -> None:
    odds = Battle(name).odds()
    assert odds[without].win["York"] < most < odds[""].win["York"]


# ---- pages


def test_a_page_asks_the_network_for_nothing_and_holds_its_player() -> None:
    page = battle_html("hexham-1464")
    assert "default-src 'none'" in page and page.count('class="roses-player"') == 1
    assert re.findall(r'(?:src|href)="(?!data:|#)[^"]*"', page) == []


def test_a_printed_page_has_the_steps_of_the_battle_only() -> None:
    page = printed_battle_html("ferrybridge-1461")
    assert [f"{n} / 4" in page for n in (1, 2, 3, 4)] == [True] * 4 and "<script" not in page


def test_battles_are_exported_by_their_ids_and_all_by_one_word(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    from roses.cli import export

    monkeypatch.setattr(export, "_page", lambda source, printed, index: f"{source.id} {printed}")
    assert main(["export", "battles", "--html", str(tmp_path / "all")]) == 0
    assert sorted(path.stem for path in (tmp_path / "all").iterdir()) == sorted([*IDS, "index"])
    assert main(["export", "towton-1461", "--print", str(tmp_path / "one.html")]) == 0
    assert (tmp_path / "one.html").read_text() == "towton-1461 True"
