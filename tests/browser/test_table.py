"""The table in JupyterLab: whole turns by mouse and by keys, three seats, a curtain, and a kernel that is killed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from roses.richard.tables import AREAS
from roses.widgets import play
from roses.widgets.interactive import join
from roses.widgets.richard.table import WarTable
from tests.browser.harness import Server
from tests.browser.person import Person, sit

pytestmark = pytest.mark.browser
_TABLE = """from roses.widgets import Table
table = Table("richard-iii", "1483", {"York": "me", "Lancaster": %r}, seed=4, save=%r)
table"""
_COURT = """from roses.widgets import Table
Table("lancaster", players=3, seats={"Blue": "me", "Green": "me", "Yellow": "me"}, seed=4, save=%r)"""
_BOSWORTH = """import roses
from roses.widgets import Table
Table.play_on(roses.timeline("1483-richard-iii"), "The lines are drawn", seed=7, save=%r)"""
_RETREAT = """import roses
from roses.engine.game import Game
from roses.widgets import Table
state = roses.battle("Northumbria", {"Scotland": "Scots Mercenary"}, "Northumberland/Y", scenario="1483")
game = Game(lambda *_game, **_options: state, "richard-iii", seed=4)
while not any("retreats" in str(one) for one in game.state.legal_actions("York")):
    game.play(next(one for one in game.state.legal_actions() if "passes" in str(one)))
Table.at(game, {"York": "me", "Lancaster": "squire"})"""
_ARMY = """import roses
from roses.engine.game import Game
from roses.widgets import Table
state = roses.scene(Kent="Gloucester, Norfolk, Suffolk, Essex, Arundel", Scotland="Richmond", side="York")
Table.at(Game(lambda *_game, **_options: state, "richard-iii", seed=4), {"York": "me", "Lancaster": "squire"})"""
_OVER = """from roses.bots.squire import Squire
from roses.widgets import Table
begun = Table("lancaster", players=2, seats={"Blue": "me", "Green": "page"}, seed=1, save=%r)
while not begun.model.is_over:
    begun.model.play(Squire().choose(begun.model.seat).action)
Table.resume(begun.file)"""
_KILL = "import os; os.kill(os.getpid(), 9)"
_PLACES = join(Path(play.__file__).with_name("places.js"))
_WAYS = f"""([centres, here]) => {{
    {_PLACES}
    const ways = {{ [here]: [] }}, met = [here];
    for (const name of met) for (const [key, way] of Object.entries(WAYS)) {{
        const next = ahead(centres, name, way);
        if (next && !ways[next]) ways[next] = [...ways[name], key], met.push(next);
    }}
    return ways;
}}"""
_IN_SIGHT = """board => {
    const seen = board.getBoundingClientRect(), ring = board.querySelector('.roses-ring-in').getBoundingClientRect();
    const x = (ring.left + ring.right) / 2, y = (ring.top + ring.bottom) / 2;
    return x > seen.left && x < seen.right && y > seen.top && y < seen.bottom;
}"""
_TEXT = "() => document.querySelector('.roses-table').textContent"


@pytest.fixture(scope="module")
def base(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("table")
    names = ("mouse", "walked", "1460-mouse", "1460-keys", "1460-touch")
    names += ("two", "court", "killed", "over-lab", "over-notebook")
    saved = {name: str(folder / f"{name}.json") for name in names}
    notebooks = {
        "mouse": [_TABLE % ("squire", saved["mouse"])],
        "walked": [_TABLE % ("squire", saved["walked"])],
        "1460-mouse": [_TABLE.replace("1483", "1460") % ("squire", saved["1460-mouse"])],
        "1460-keys": [_TABLE.replace("1483", "1460") % ("squire", saved["1460-keys"])],
        "1460-touch": [_TABLE.replace("1483", "1460") % ("squire", saved["1460-touch"])],
        "two": [_TABLE % ("me", saved["two"])],
        "court": [_COURT % saved["court"]],
        **{f"alone-{how}": [_ARMY] for how in ("mouse", "touch", "keys")},
        "anew": [_RETREAT],
        "retreat": [_RETREAT],
        "signs": [_RETREAT],
        "over-lab": [_OVER % saved["over-lab"]],
        "over-notebook": [_OVER % saved["over-notebook"]],
        "killed": [_BOSWORTH % saved["killed"], _KILL],
        "resumed": [f"from roses.widgets import Table\nTable.resume({saved['killed']!r})"],
    }
    with server.serving("table", notebooks) as address:
        yield address


@pytest.fixture
def page(lab_page: Page) -> Page:
    return lab_page


def wait_for(page: Page, words: str) -> None:
    expect(page.locator(".roses-table .roses-prompt")).to_contain_text(words, timeout=60_000)


def options(page: Page) -> list[str]:
    return page.locator(".roses-table .roses-options button").all_inner_texts()


def test_blocks_are_chosen_on_the_map_and_march_sail_or_are_dragged_to_their_goal(page: Page, base: str) -> None:
    sit(page, base, "mouse")
    page.locator(".roses-options button", has_text="Action 4").click()
    wait_for(page, "York: 4 action points")
    Person(page, keys=False).wait()
    norfolk, suffolk = (on_map(page, f"block {name}") for name in ("Norfolk", "Suffolk"))
    ticked = page.locator(".roses-blocks button[aria-pressed=true]")
    norfolk.click()
    wait_for(page, "York: 1 block marches from East Anglia")
    expect(ticked).to_contain_text("Norfolk")
    suffolk.click()
    wait_for(page, "York: 2 blocks march from East Anglia")
    essex = page.locator(".roses-board path[data-area='Essex']")
    essex.hover(position={"x": 30, "y": 12}, force=True)
    wait_for(page, "York: Suffolk and Norfolk march to Essex for 1 action point.")
    expect(page.locator(".roses-way[d]")).to_have_count(1)
    essex.click(position={"x": 30, "y": 12}, force=True)
    wait_for(page, "York: 3 action points")
    expect(page.locator(".roses-log .roses-new")).to_have_count(2)
    page.locator(".roses-tools button", has_text="Take back").click()
    wait_for(page, "York: 4 action points")
    suffolk.click(modifiers=["Shift"])
    wait_for(page, "York: 2 blocks march from East Anglia")
    norfolk.click()
    expect(ticked).to_have_count(1)
    expect(ticked).to_contain_text("Suffolk")
    page.locator(".roses-sea").click()
    wait_for(page, "York: 1 block sails from East Anglia")
    page.keyboard.press("Escape")
    wait_for(page, "York: 4 action points")
    norfolk.drag_to(page.locator(".roses-board path[data-area='Lincoln']"), force=True)
    wait_for(page, "York: 3 action points")
    expect(page.locator(".roses-log")).to_contain_text("Norfolk marches East Anglia → Rutland → Lincoln")
    page.locator(".roses-tools button", has_text="Take back").click()
    wait_for(page, "York: 4 action points")
    page.locator(".roses-tools button", has_text="Hint").click()
    expect(page.locator(".roses-note")).to_contain_text("What can I do?")
    page.locator(".roses-ask").fill("Gloucester marches to Ireland")
    page.locator(".roses-why button").click()
    expect(page.locator(".roses-note")).to_contain_text("rule 5.2")
    page.locator(".roses-tools button", has_text="End").click()
    expect(page.locator(".roses-note")).to_contain_text("4 action points would be lost")


@pytest.mark.parametrize("how", ["mouse", "touch", "keys"])
def test_one_of_five_blocks_is_sent_alone_by_two_clicks_taps_or_keys(browser: Browser, base: str, how: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 720}, has_touch=how == "touch")
    page = context.new_page()
    sit(page, base, f"alone-{how}")
    table = page.locator(".roses-table")
    table.locator(".roses-options button", has_text="march").click()
    ticked = table.locator(".roses-blocks button[aria-pressed=true]")
    expect(ticked).to_have_count(5)
    for key, button in (("a", "Untick all (A)"), ("4", "Norfolk")):
        result = table.get_by_role("button", name=button)
        expect(result).to_be_in_viewport(ratio=1)
        if how == "keys":
            page.keyboard.press(key)
        else:
            result.tap() if how == "touch" else result.click()
    expect(ticked).to_have_text(re.compile("Norfolk"))
    expect(table.locator(".roses-prompt")).to_contain_text("1 block marches from Kent")
    expect(table.get_by_role("button", name="Untick all (A)")).to_be_visible()
    if how == "keys":
        table.get_by_role("button", name="Untick all (A)").focus()
        page.keyboard.press("Enter")
        expect(table.get_by_role("button", name="Tick all (A)", exact=True)).to_be_focused()
    context.close()


def test_the_first_click_on_a_page_that_is_loaded_anew_is_answered(page: Page, base: str) -> None:
    notebook, table = sit(page, base, "anew"), page.locator(".roses-table")
    for loaded in (1, 2):
        table.locator(".roses-tools button", has_text="Hint").click()
        expect(table.locator(".roses-note")).to_contain_text("What ")
        expect(page.locator(".roses-table:not([aria-busy])")).to_be_visible()
        if loaded == 1:
            notebook.save_and_reload()
            expect(table.locator(".roses-prompt")).not_to_be_empty(timeout=30_000)


def test_every_area_is_walked_to_by_arrow_keys_and_told_and_enter_clicks_it(page: Page, base: str) -> None:
    sit(page, base, "walked")
    person, spot, table = Person(page, keys=True), page.locator(".roses-place"), page.locator(".roses-table")
    person.choose()
    person.wait()
    table.focus()
    page.keyboard.press("ArrowRight")
    assert set(ways(page)) == set(AREAS)
    go(page, "Middlesex")
    expect(spot).to_contain_text("Middlesex: York with Gloucester (B3 with 3 steps). You may choose: march · Middlesex")
    expect(spot).to_contain_text("city of London, York's levy")
    page.keyboard.press("z")
    expect(page.get_by_role("button", name="The whole board (Z)")).to_be_visible()
    assert page.locator(".roses-board").evaluate(_IN_SIGHT), "the place on which the keys stand"
    page.keyboard.press("Enter")
    expect(page.locator(".roses-prompt")).to_contain_text("1 block marches from Middlesex")
    expect(page.locator(".roses-board")).to_be_focused()
    before = person.at()
    go(page, "Oxford")
    expect(spot).to_contain_text("Oxford: nobody stands there. You may choose: march · Oxford, 1 action point.")
    page.keyboard.press("Enter")
    person.wait()
    assert person.at() > before
    page.keyboard.press("Escape")
    expect(page.locator(".roses-log")).to_contain_text("Gloucester marches Middlesex → Oxford")


def ways(page: Page) -> dict[str, list[str]]:
    """The fewest arrow keys that lead to each area from the one on which the board stands."""
    here = page.locator(".roses-place").inner_text().partition(":")[0]
    return dict(page.evaluate(_WAYS, [{name: area["at"] for name, area in WarTable().areas().items()}, here]))


def go(page: Page, area: str) -> None:
    for key in ways(page)[area]:
        page.keyboard.press(key)


def test_what_is_counted_is_explained_by_keys_and_by_a_tap_and_the_signs_of_each_board_too(
    page: Page, base: str
) -> None:
    sit(page, base, "retreat")
    page.locator(".roses-strip button", has_text="Lords").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".roses-note")).to_contain_text("they decide who is King")
    page.locator(".roses-key summary").click()
    expect(page.locator(".roses-key")).to_contain_text("York 0/1")
    expect(page.locator(".roses-board title", has_text="1 block of York has acted")).to_have_count(1)
    page.locator(".roses-table").focus()
    page.keyboard.press("m")
    expect(page.locator(".roses-key")).to_contain_text("Hatched land is exile")


@pytest.mark.parametrize("how", ["mouse", "keys"])
def test_a_whole_turn_of_1460_against_the_squire(page: Page, base: str, how: str) -> None:
    sit(page, base, f"1460-{how}")
    Person(page, keys=how == "keys").until("Turn 2 begins")


def on_map(page: Page, area: str) -> Any:
    """The army in an area of the map."""
    return page.locator(f".roses-board rect[data-area='{area}']")


def test_the_curtain_takes_a_hand_out_of_the_page(page: Page, base: str) -> None:
    sit(page, base, "two")
    wait_for(page, "Lancaster must choose")
    assert "Your hand" not in page.evaluate(_TEXT)
    page.get_by_role("button", name="Lancaster sits down").click()
    wait_for(page, "Lancaster: turn 1")
    page.locator(".roses-options button").first.click()
    wait_for(page, "York must choose")
    assert not options(page) and page.locator(".roses-board svg").count() == 0
    assert "Richmond" not in page.evaluate(_TEXT) and "Buckingham" not in page.evaluate(_TEXT)


def test_a_round_at_court_with_three_seats_and_sealed_ballots(page: Page, base: str) -> None:
    frames: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))))
    sit(page, base, "court")
    person, ballots = Person(page, keys=False), []
    while len(ballots) < 3:
        person.sit_down()
        house, _colon, due = page.locator(".roses-prompt").inner_text().partition(": ")
        frames.clear()
        person.choose()
        if due.startswith("your sealed ballot"):
            ballots.append(house)
            if len(ballots) < 3:  # the last one opens all
                assert frames and not any(f"{house} votes" in frame for frame in frames)
                assert not page.locator(".roses-board svg").count(), "the curtain is closed"
    assert sorted(ballots) == ["Blue", "Green", "Yellow"]
    person.until("Round 2")


def test_a_kernel_killed_in_a_battle_loses_nothing_and_the_battle_is_finished(page: Page, base: str) -> None:
    notebook = sit(page, base, "killed")
    table = page.locator(".roses-table")
    expect(table).to_have_attribute("data-board", "battle")
    person = Person(page, keys=False)
    person.choose()
    person.wait()
    at = person.at()
    notebook.run(1)
    page.wait_for_timeout(1500)
    sit(page, base, "resumed")
    assert person.at() == at
    expect(table).to_have_attribute("data-board", "battle")
    while table.get_attribute("data-board") == "battle" and page.locator(".roses-options button").count():
        person.choose()
        person.wait()
    expect(page.locator(".roses-log, .roses-prompt").filter(has_text="won").first).to_be_visible()


def test_a_retreat_is_chosen_on_the_map_by_mouse_and_the_board_is_turned_by_a_key(page: Page, base: str) -> None:
    sit(page, base, "retreat")
    person, table, turn = Person(page, keys=False), page.locator(".roses-table"), page.locator(".roses-tools button")
    expect(table).to_have_attribute("data-shows", "battle")
    table.focus()
    page.keyboard.press("m")
    expect(table).to_have_attribute("data-shows", "map")
    expect(turn.filter(has_text="Battle (M)")).to_be_visible()
    page.keyboard.press("m")
    expect(table).to_have_attribute("data-shows", "battle")
    page.locator(".roses-options button", has_text="retreat").first.click()
    expect(table).to_have_attribute("data-shows", "map")
    expect(page.locator(".roses-board svg").first).to_contain_text("Retreat from Northumbria")
    person.wait()
    before = person.at()
    page.locator(".roses-board path[data-area='Cumbria'][data-near]").click(force=True)
    person.wait()
    assert person.at() > before
    expect(page.locator(".roses-log")).to_contain_text("Northumberland retreats to Cumbria")


@pytest.mark.parametrize("app", ["lab", "notebook"])
def test_at_the_end_another_game_begins_by_a_key_and_the_one_before_is_looked_back_at(
    page: Page, base: str, app: str
) -> None:
    sit(page, base, f"over-{app}", app)
    person, table = Person(page, keys=True), page.locator(".roses-table")
    wait_for(page, "wins with")
    expect(page.locator(".roses-note .roses-rule")).to_have_text("rule 13.5")
    page.locator(".roses-note .roses-rule").click()
    expect(page.locator(".roses-note h3")).to_contain_text("13.5")
    expect(page.locator(".roses-tools button:visible")).to_have_text(["Play again (N)", "Look back (L)", "Sound: off"])
    table.focus()
    page.keyboard.press("l")
    expect(page.locator(".roses-below .roses-stepper").first).to_be_visible(timeout=30_000)
    table.focus()
    page.keyboard.press("n")
    wait_for(page, "Blue: choose")
    person.wait()
    expect(page.locator(".roses-below .roses-stepper")).to_have_count(0)
    expect(page.locator(".roses-saved")).to_contain_text(f"over-{app}-1.json")
    person.choose()


def test_on_a_telephone_prompt_board_and_choices_stay_in_one_window_after_a_tap(browser: Browser, base: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    sit(page, base, "1460-touch", app="notebook")
    table = page.locator(".roses-table")
    table.locator(".roses-options button", has_text="Action 4").tap()
    wait_for(page, "York: 4 action points")
    table.locator(".roses-prompt").scroll_into_view_if_needed()
    together = [table.locator(f".roses-{name}") for name in ("prompt", "board", "choices")]
    on_map(page, "block Warwick/Y").dispatch_event("click")  # it may lie outside the part that is seen
    expect(table.locator(".roses-crumbs")).to_contain_text("Calais")
    expect(table.locator(".roses-blocks button")).not_to_have_count(0)
    for part in together:
        expect(part).to_be_in_viewport(ratio=0.97)
    table.locator(".roses-story").scroll_into_view_if_needed()
    expect(table.locator(".roses-prompt")).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("() => document.documentElement.scrollWidth") == 390
    context.close()
