"""Pages to hand out, which do not use the network: a timeline, or a battle, with its player."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode
from collections.abc import Callable, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.i18n import language
from roses.engine.record import dumps
from roses.engine.replay import Timeline
from roses.figures.drawing.svg import tag
from roses.widgets import interactive
from roses.widgets.export.states import pack_record
from roses.widgets.interactive import join
from roses.widgets.pages.battles import Battle
from roses.widgets.stepper import panel
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.screen import ScreenView

# a page may use only what it contains and send nothing, and runs only the scripts with these hashes
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "script-src {hashes}"
)
_HERE: Final = Path(__file__).parent
_PAGE: Final = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>{style}</style>{script}
</head>
<body class="roses-{kind}">
{body}
</body>
</html>
"""


def page_html(timeline: Timeline) -> str:
    """Return a timeline as an HTML page that holds every state of its Stepper."""
    title = panel.title(StepperModel(timeline))
    return document(title, f"<main>{Players().html(timeline)}</main>", kind="alone", script="edges.js")


def battle_html(name: str) -> str:
    """Return a battle as an HTML page that does not use the network; ValueError for an unknown id.

    >>> page = battle_html("ludford-1459")
    >>> "Gone to supper" in page, "default-src 'none'" in page
    (True, True)
    """
    battle, players = Battle(name), Players()

    def player_html(timeline: Timeline, first: int) -> str:
        return tag("div", players.html(timeline, index=first), **{"class": "roses-output"})

    body = f"<main>{battle_body(battle, player_html)}</main>"
    return document(battle.title, body, kind="lesson", script="edges.js")


def battle_body(battle: Battle, steps_html: Callable[[Timeline, int], str]) -> str:
    """Return the page of a battle; ``steps_html`` returns its timeline from the step at which the battle begins."""
    parts = []
    for part in battle.parts():
        if isinstance(part, Timeline):
            parts.append(steps_html(part, part.find(battle.start)))
        elif picture := part.get("image/svg+xml"):
            parts.append(tag("div", tag("figure", picture), **{"class": "roses-output"}))
        else:
            parts.append(part["text/html"])
    return "".join(parts)


def document(title: str, body: str, *, kind: str, style: Sequence[str] = ("page.css",), script: str = "") -> str:
    """Return an HTML page of the kit in the language in use.

    ``style`` names the files that style its ``kind``: those of this folder by name, others by their whole paths;
    ``script`` names a file of this folder. Of the scripts in its body the page runs only the kit's own.
    """
    code = _read(script) if script else ""
    scripts = [text for text in (player_script(), *interactive.scripts().values()) if f">{text}</script>" in body]
    scripts += [code] if code else []
    hashes = sorted(f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in scripts)
    return _PAGE.format(
        kind=kind,
        body=body,
        script=f"\n<script>{code}</script>" if code else "",
        lang=language(),
        policy=_POLICY.format(hashes=" ".join(hashes) or "'none'"),
        title=escape(title),
        style="\n".join(map(_read, style)),
    )


def _read(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


class Players:
    """The players of one page: Steppers that work without a kernel and without a network.

    Script and style are written before the first of them, the states of a timeline before its first player.
    """

    def __init__(self) -> None:
        self._names: dict[tuple[str, str], str] = {}  # ids of the elements that hold states, by record and chances

    def html(self, timeline: Timeline, *, chances: str = "", **start: Any) -> str:
        """Return a player as HTML; ``start`` holds values of the screen to begin with, such as ``index=12``.

        ``chances`` is the side whose chance to win is drawn.
        """
        parts = []
        if not self._names:
            style = "\n".join((ScreenView._css, _read("player.css")))
            parts.append(f'<style>{style}</style>\n<script type="module">{player_script()}</script>')
        key = dumps(timeline.replay.record), chances
        if key not in self._names:
            data = pack_record(*key)
            self._names[key] = f"roses-{zlib.crc32(data.encode()):08x}"
            parts.append(f'<script type="application/octet-stream" id="{self._names[key]}">{data}</script>')
        wants = escape(_("This replay needs a browser with JavaScript, not older than 2023."))
        attributes = f'data-states="{self._names[key]}" data-start="{escape(json.dumps(start))}"'
        screen = '<div class="roses-page"><div class="roses-stepper"><div class="anywidget"></div></div></div>'
        sorry = f'<p class="roses-sorry" hidden>{wants}</p><noscript>{wants}</noscript>'
        return "\n".join((*parts, f'<div class="roses-player" {attributes}>{screen}{sorry}</div>'))


@cache
def player_script() -> str:
    """Return the script of all players of a page: that of the Stepper, and the model in place of a kernel."""
    return join(Path(__file__).parent / "player.js")
