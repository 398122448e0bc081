"""The court at the Table in a page without JupyterLab: two rounds by clicks, on a beamer and on a telephone."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

import roses
from roses.widgets.play.table import Table

pytestmark = pytest.mark.browser
_PAGE = """<!doctype html><meta charset="utf-8"><style>body {{ margin: 0 }} {css}</style><div id="table"></div>
<script type="module">{script}
const values = {values}, heard = {{}};
const send = async (message) => {{
    const sent = await window.hear(message);
    for (const [name, value] of Object.entries(sent)) {{
        if (JSON.stringify(value) === JSON.stringify(values[name])) continue;
        values[name] = value;
        heard[`change:${{name}}`]?.();
    }}
}};
const on = (name, hear) => {{ heard[name] = hear; }};
const model = {{ get: (name) => values[name], on, off() {{}}, send, comm_live: true }};
display({{ model, el: document.querySelector("#table") }});
</script>"""
_SEEN = """() => ['.roses-prompt', '.roses-board', '.roses-options button'].map(part => document.querySelector(part))
    .every(one => one && one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().top < innerHeight - 20)"""
_SCALE = """() => { const svg = document.querySelector('.roses-board > svg');
    return svg.getBoundingClientRect().width / svg.viewBox.baseVal.width; }"""


def values_of(table: Table) -> dict[str, Any]:
    names = [name for name in table.values.traits(sync=True) if not name.startswith("_") and name != "below"]
    return json.loads(json.dumps({name: getattr(table.values, name) for name in names} | {"below": None}))


def show(page: Page, table: Table) -> None:
    """Show the table in a page that sends its messages to it."""
    table._thinking.begin = table.model.go_on  # type: ignore[method-assign]  # bots answer at once

    def hear(message: dict[str, Any]) -> dict[str, Any]:
        table._hear(table, message, [])
        return values_of(table)

    page.expose_function("hear", hear)
    script = table._esm.replace("export default drawValues(display);", "")
    text = json.dumps(values_of(table)).replace("</", "<\\/")
    page.set_content(_PAGE.format(css=table._css, script=script, values=text))
    expect(page.locator(".roses-board > svg")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_two_rounds_at_court_are_played_by_clicks(browser: Browser, width: int, height: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    seats = {"Blue": "me", "Green": "page", "Yellow": "page"}
    table = Table.at(roses.game("lancaster", players=3, seed=2), seats)
    show(page, table)
    expect(page.locator(".roses-table")).not_to_have_attribute("aria-busy", "true")
    on_board = 0
    for _choice in range(120):
        if table.model.seat.view.round == 3:
            break
        assert page.evaluate(_SEEN), table.screen["prompt"]
        spots = page.locator(".roses-board rect.roses-open")
        at = table.screen["at"]
        if spots.count():
            on_board += 1
            spots.first.dispatch_event("click") if width < 500 else spots.first.click(force=True)
        for _part in range(4):
            expect(page.locator(".roses-table")).not_to_have_attribute("aria-busy", "true")
            if table.screen["at"] != at:
                break
            page.locator(".roses-options button").first.click()
    text = page.locator(".roses-table").inner_text()
    assert table.model.seat.view.round == 3 and on_board > 5 and not errors
    assert "Parliament passed" in text and not re.search(r"\bK\d+[ab]?\b", text)
    assert page.evaluate(_SCALE) > 0.95
    page.close()
