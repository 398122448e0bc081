"""What a screen reader says of the pages: names, pictures, headings, the focus, what is announced after an action."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator

from tests.browser.harness import Notebook, Server
from tests.browser.spoken import CONTROLS, Said, announced, focused, listen, read, ring

pytestmark = pytest.mark.browser
_OUTPUT: Final = ".jp-Cell.jp-mod-active .jp-Cell-outputArea"
_TO: Final = """async index => {
  const { content } = window.jupyterapp.shell.currentWidget;
  content.activeCellIndex = index;
  await content.scrollToItem(index, "start");
}"""
_SQUIRES: Final = 'Table("richard-iii", "1460", {"York": "me", "Lancaster": "squire"}, seed=3)'
_CELLS: Final = {
    "stepper": 'from roses.widgets import Stepper\nStepper("1483-richard-iii", start="The charge")',
    "war": f"from roses.widgets import Table\n{_SQUIRES}",
    "court": 'from roses.widgets import Table\nTable("lancaster", players=4, seed=3)',
    "exercise": 'from roses.lessons import Exercise\nExercise("war")',
    "quiz": 'from roses.lessons import Quiz\nQuiz("05a")',
    "battle": 'from roses.widgets import Battle, BattleIndex\ndisplay(BattleIndex(), Battle("towton-1461"))',
    "back": 'import roses\nfrom roses.widgets import LookingBack\nLookingBack(roses.replay("full-game-1460").record)',
    "field": 'from roses.widgets import FieldView\nFieldView("bosworth-1485")',
    "parliament": "from roses.lessons.parliament import Parliament\nParliament(4)",
    "political": 'from roses.widgets import PoliticalTurn\nPoliticalTurn("full-game-1460")',
}


_FIGURES: Final = {
    "map_figure": ("from roses.figures import map_figure\nmap_figure(roses.scene(Kent='York'))", "Kent: York of York"),
    "state": ("roses.start('richard-iii', '1483')", "Map of England and Wales"),
    "court": ("roses.start('lancaster', players=3)", "Northumberland"),
    "family": ("from roses.figures import family_figure\nfamily_figure()", "John of Gaunt"),
    "odds": ("roses.battle_odds(area='Kent', attacker='York', attackers=['March'], defenders=['Somerset'])", "41.3 %"),
    "field": ("roses.battlefield('towton-1461')", "Towton"),
}


class Shown:
    """The widgets in the cells of one notebook: ``show`` runs a cell when it is first asked for, and scrolls to it."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook, self.page = notebook, notebook.page
        self._known: set[str] = set()

    def show(self, name: str) -> Locator:
        """Return the output of a cell."""
        self.page.evaluate(_TO, list(_CELLS).index(name))
        if name not in self._known:
            self.notebook.run(1)
            assert not self.notebook.errors()
            self._known.add(name)
            self.page.evaluate(_TO, list(_CELLS).index(name))
            self.page.wait_for_timeout(1000)
        return self.page.locator(_OUTPUT)


@pytest.fixture(scope="module")
def shown(browser: Browser, server: Server) -> Iterator[Shown]:
    """One page, opened once for all tests of this file."""
    with server.serving("spoken", {"all": list(_CELLS.values())}) as base:
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        yield Shown(Notebook(context.new_page(), base, "all.ipynb", workspace="all"))
        context.close()


@pytest.fixture(scope="module", params=_CELLS)
def said(shown: Shown, request: pytest.FixtureRequest) -> list[Said]:
    shown.show(request.param)
    if request.param == "field":  # its controls come when its pictures are unpacked
        shown.page.locator(f"{_OUTPUT} .phases").wait_for()
    record = read(shown.page, _OUTPUT)
    assert len(record) > 10
    return record


def test_every_control_and_every_group_to_walk_in_has_a_name_in_words(said: list[Said]) -> None:
    named = CONTROLS | {"application", "toolbar", "dialog", "region", "table", "image"}
    wrong = [one for one in said if one.role in named and not re.search(r"\w\w|^\d+$", one.name)]
    assert wrong == []


def test_a_picture_is_one_thing_and_its_letters_are_not_read_one_by_one(said: list[Said]) -> None:
    inside = [one for one in said if one.inside in ("image", "SvgRoot", "graphics-symbol")]
    assert inside == []


def test_headings_do_not_leave_out_a_level(said: list[Said]) -> None:
    levels = [int(state[6:]) for one in said if one.role == "heading" for state in one.states if state[:6] == "level="]
    assert [(above, below) for above, below in pairwise(levels) if below > above + 1] == []


def test_tab_shows_where_it_is(shown: Shown, said: list[Said]) -> None:
    page, thin, count = shown.page, [], 0
    shown.page.locator(_OUTPUT).evaluate("output => { output.tabIndex = -1; output.focus(); }")
    while count < 24:
        page.keyboard.press("Tab")
        count += 1
        if not page.evaluate("output => document.activeElement.closest(output) !== null", _OUTPUT):
            break
        if ring(page) < 2:
            thin.append(str(focused(page)))
    assert count > 4 and thin == [] and said


def test_a_move_at_the_table_says_what_has_come_and_no_more(shown: Shown) -> None:
    page, table = shown.page, shown.show("war")
    listen(page)
    table.locator(".roses-options button", has_text="Action 4").first.focus()
    page.keyboard.press("Enter")
    table.locator(".roses-prompt", has_text="action points").wait_for()
    heard = announced(page)
    assert any("4 action points" in words for words in heard), heard
    assert any("is first player" in words for words in heard), heard
    assert not any("The cards are shuffled" in words for words in heard), heard
    assert len(heard) == len(set(heard))
    assert table.locator(".roses-options :focus").count() == 1, focused(page)


def test_an_exercise_does_not_read_its_task_again_after_each_click(shown: Shown) -> None:
    page, output = shown.page, shown.show("exercise")
    listen(page)
    output.locator(".roses-options button", has_text="South Yorks").focus()
    page.keyboard.press("Enter")
    output.locator(".roses-blocks button").first.wait_for()
    page.keyboard.press("Escape")
    heard = announced(page)
    assert heard and not any("Your task" in words for words in heard), heard


def test_a_ballot_says_whose_it_is_when_it_has_the_focus(shown: Shown) -> None:
    page, output = shown.page, shown.show("parliament")
    output.locator(".parliament-row button", has_text="Blue votes").focus()
    page.keyboard.press("Enter")
    groups = [one.name for one in read(page, ".parliament-stage") if one.role == "group"]
    assert any("Blue" in name for name in groups), groups
    assert output.locator(".parliament-stage :focus").count() == 1


def test_a_step_of_the_stepper_is_announced_once(shown: Shown) -> None:
    page, output = shown.page, shown.show("stepper")
    output.locator(".roses-stepper").first.focus()
    listen(page)
    page.keyboard.press("ArrowRight")
    output.locator(".roses-counter", has_text="32 / 37").wait_for()
    page.wait_for_timeout(300)
    heard = announced(page)
    assert [words for words in heard if "32 / 37" in words] and [words for words in heard if "22 August 1485" in words]
    assert len(heard) == 2, heard


@pytest.mark.parametrize("app", ["lab", "notebook"])
def test_a_figure_of_plotly_is_one_image_with_a_name_and_a_description(
    browser: Browser, server: Server, app: str
) -> None:
    cells = ["import roses", *(cell for cell, _words in _FIGURES.values())]
    with server.serving(f"figures-{app}", {"all": cells}) as base:
        context = browser.new_context(viewport={"width": 1280, "height": 4000})
        notebook = Notebook(context.new_page(), base, "all.ipynb", workspace="all" if app == "lab" else "", app=app)
        notebook.run(len(cells))
        assert not notebook.errors()
        notebook.page.locator(".js-plotly-plot[role=img]").nth(len(_FIGURES) - 1).wait_for(state="attached")
        images = [one for one in read(notebook.page) if one.role == "image" and len(one.name) > 30]
        assert [name for name, (_cell, words) in _FIGURES.items() if not any(words in one.name for one in images)] == []
        assert not [one for one in read(notebook.page) if one.inside == "image"]
        context.close()
