"""A player: the Stepper of a timeline as HTML that works without a kernel and without a network."""

from __future__ import annotations

import base64
import gzip
import json
import zlib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, Final

from roses.engine.games import start
from roses.engine.i18n import cached
from roses.engine.i18n import gettext as _
from roses.engine.record import dumps, loads
from roses.engine.replay import Replay, Timeline
from roses.widgets.export import pieces
from roses.widgets.export.states import SPACES, States, states_of
from roses.widgets.stepper.model import SPEEDS
from roses.widgets.stepper.screen import ScreenView

_HERE: Final = Path(__file__).parent
_SVG_URL: Final = "data:image/svg+xml;base64,"
_LONG: Final = 40  # characters: texts up to this length stand where they are used


class Players:
    """The players of one page. Script and style stand before the first; a timeline's states before its first player."""

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}  # of the elements that hold states, by record and chances

    def html(self, timeline: Timeline, *, chances: str = "", **start: Any) -> str:
        """Return a player as HTML; ``start`` holds values of the screen to begin with, such as ``index=12``.

        ``chances`` is the side whose chance to win is drawn.
        """
        parts = [] if self._names else [code_html()]
        shown = dumps(timeline.replay.record), chances
        if shown not in self._names:
            data = _packed(*shown)
            self._names[shown] = f"roses-{zlib.crc32(data.encode()):08x}"
            parts.append(f'<script type="application/octet-stream" id="{self._names[shown]}">{data}</script>')
        return "\n".join((*parts, _box(self._names[shown], start)))


@cached(maxsize=16)
def _packed(record: str, chances: str) -> str:
    """Return the states of a record as text; remembered, since several pages often show the same record."""
    return packed(states_of(Timeline(Replay(loads(record), start)), chances))


def _box(name: str, start: dict[str, Any]) -> str:
    """Return the place of a player whose states stand in the element ``name`` of the page."""
    wants = escape(_("This replay needs a browser with JavaScript, not older than 2023."))
    attributes = f'data-states="{name}" data-start="{escape(json.dumps(start))}"'
    screen = '<div class="roses-page"><div class="roses-stepper"><div class="anywidget"></div></div></div>'
    sorry = f'<p class="roses-sorry" hidden>{wants}</p><noscript>{wants}</noscript>'
    return f'<div class="roses-player" {attributes}>{screen}{sorry}</div>'


def code_html() -> str:
    """Return style and script of all players of a page."""
    style = "\n".join((ScreenView._css, (_HERE / "player.css").read_text(encoding="utf-8")))
    return f'<style>{style}</style>\n<script type="module">{script()}</script>'


def script() -> str:
    """Return the script of all players of a page: that of the Stepper, and the model in place of a kernel."""
    return f"{ScreenView._esm}\n{{\n{(_HERE / 'player.js').read_text(encoding='utf-8')}}}\n"


def packed(states: States) -> str:
    """Return states as text: JSON, compressed and written in base64."""
    said = json.dumps(_data(states), ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(said.encode(), 9, mtime=0)).decode()


def _data(states: States) -> dict[str, Any]:
    """Return states as JSON: long texts are numbers of pieces, and each value of a name is listed once."""
    lists = {name: _listed(values) for name, values in states.shown.items()}
    shown = {name: found for name, (found, _at) in lists.items()}
    held = {"fixed": states.fixed, "rules": states.rules, "shown": shown}
    texts = dict.fromkeys(_texts(held))
    stored, numbers = pieces.split(texts)
    places = dict(zip(texts, numbers, strict=True))
    return {
        **{name: _numbered(value, places) for name, value in held.items()},
        "pieces": stored,
        "at": {name: at for name, (_found, at) in lists.items()},
        "ways": states.ways,
        "spaces": SPACES,
        "waits": states.waits,
        "speeds": SPEEDS,
    }


def _listed(values: list[Any]) -> tuple[list[Any], list[int]]:
    """Return the distinct values, and for each value its place among them."""
    places: dict[str, int] = {}
    found: list[Any] = []
    at = []
    for value in values:
        key = json.dumps(value)
        if key not in places:
            places[key] = len(found)
            found.append(value)
        at.append(places[key])
    return found, at


def _texts(value: Any) -> Iterator[str]:
    """Yield the long texts of a value."""
    if isinstance(value, str):
        if len(value) > _LONG:
            yield _plain(value)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _texts(part)


def _plain(text: str) -> str:
    """Return the SVG of a data URL, any other text as it is."""
    return base64.b64decode(text.removeprefix(_SVG_URL)).decode() if text.startswith(_SVG_URL) else text


def _numbered(value: Any, numbers: dict[str, int]) -> Any:
    """Return a value with numbers of pieces in place of long texts: {"text": 7}, for a data URL {"svg": 7}."""
    if isinstance(value, str):
        kind = "svg" if value.startswith(_SVG_URL) else "text"
        return {f"${kind}": numbers[_plain(value)]} if len(value) > _LONG else value
    if isinstance(value, dict):
        return {name: _numbered(part, numbers) for name, part in value.items()}
    return [_numbered(part, numbers) for part in value] if isinstance(value, list) else value
