"""Every kind of picture in three faces, as Chromium sets them: no line covers another, none leaves its picture."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import plotly.graph_objects as go
import plotly.io as pio
import pytest
from playwright.sync_api import Browser, Page
from plotly.offline import get_plotlyjs

import roses
from roses.figures import map_figure
from roses.figures.court import court_data
from roses.figures.drawing.svg import Svg, document, text
from roses.figures.map.geography import LESSON
from roses.figures.map.svg import map_svg
from roses.figures.odds.figure import odds_data
from roses.widgets.richard.map_view import kingdom_frame
from roses.widgets.stepper import saved
from roses.widgets.stepper.model import StepperModel
from tests import surfaces
from tests.browser import faces
from tests.figures import positions
from tests.tools.font_widths import WIDTHS, measured, written

FIGURES: dict[str, Callable[[], Any]] = {
    "map": lambda: map_figure(positions.bosworth()),
    "kingdom": lambda: map_figure(positions.setup(), "kingdom"),
    "lesson": lambda: map_figure(positions.setup(), "lesson"),
    "court": lambda: court_data(roses.start("lancaster", players=5)),
    "odds": lambda: go.Figure(odds_data(surfaces.odds())),
}
pytestmark = pytest.mark.browser


_DRAW = """async ([style, figure]) => {
    document.querySelectorAll('.face, .figure').forEach(old => old.remove());
    document.head.append(Object.assign(document.createElement('style'), {className: 'face', textContent: style}));
    const place = Object.assign(document.createElement('div'), {className: 'figure'});
    document.body.append(place);
    const loaded = await Promise.all([...document.fonts].map(face => face.load().then(() => true, () => false)));
    await Plotly.newPlot(place, figure);
    return loaded;
}"""


@pytest.fixture(scope="module")
def plotting(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Pages by their face, into which plotly is loaded once; it remembers how wide a text was."""
    with browser.new_context(viewport={"width": 1400, "height": 1300}) as context:

        @cache
        def page(_face: str) -> Page:
            made = context.new_page()
            made.set_content("<body style='margin: 0'>")
            made.add_script_tag(content=get_plotlyjs())
            return made

        yield page


@pytest.fixture
def blank(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 1400, "height": 1300})
    yield page
    page.close()


@cache
def drawn() -> list[tuple[str, Svg]]:
    """Every kind of figure, and the lesson's steps: as pictures, with map or board, and on the map of the kingdom."""
    return list(_drawn())


def _drawn() -> Iterator[tuple[str, Svg]]:
    yield from surfaces.pictures()
    model = StepperModel(roses.timeline("1483-richard-iii"))
    for index in range(len(model)):
        model.go(index)
        yield f"step {index + 1}", saved.picture(model)
        yield f"kingdom {index + 1}", map_svg(model.view, kingdom_frame(556, 636))
        if not index % 10:
            yield f"lesson {index + 1}", map_svg(model.view, LESSON)


@pytest.mark.parametrize("face", faces.FACES)
def test_no_line_covers_another_or_leaves_its_picture(blank: Page, face: str) -> None:
    item, seen = {}, 0
    for name, svg in drawn():
        faces.show(blank, svg, face)
        lines = faces.boxes(blank)
        seen += len(lines)
        if faults := [*faces.overlapping(lines), *faces.outside(lines, svg.width, svg.height)]:
            item[name] = faults
    assert item == {} and seen > 5000


@pytest.mark.parametrize("face", faces.FACES)
@pytest.mark.parametrize("name", FIGURES)
def test_plotly_sets_no_line_on_another(plotting: Callable[[str], Page], face: str, name: str) -> None:
    page = plotting(face)
    assert all(page.evaluate(_DRAW, [faces.style(face), json.loads(pio.to_json(FIGURES[name]()))]))
    page.wait_for_selector(".main-svg text", state="attached")
    size = page.locator(".svg-container").bounding_box()
    lines = faces.boxes(page, ".svg-container")
    assert size and len(lines) > 20
    assert [*faces.overlapping(lines), *faces.outside(lines, size["width"], size["height"])] == []


def test_lines_that_overlap_or_leave_are_found(blank: Page) -> None:
    lines = [text(50, 40, "Hereford", 14, anchor="start"), text(90, 45, "Warwick", 14, anchor="start")]
    aside = text(280, 20, "Northumberland", 14, anchor="start")
    hidden = document(40, 40, [text(60, 20, "Kent", 14)], title="", description="").nested(0, 60, 40, 40)
    faces.show(blank, document(300, 100, [*lines, aside, hidden], title="", description=""), "DejaVu")
    result = faces.boxes(blank)
    assert faces.overlapping(result) == [("Hereford", "Warwick")]
    assert faces.outside(result, 300, 100) == ["Northumberland"]


def test_the_table_of_widths_is_what_the_fonts_say(blank: Page) -> None:
    assert WIDTHS.read_text(encoding="utf-8") == written(measured(blank))
