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
from roses.figures.drawing.svg import Svg, tag
from roses.figures.drawing.svg import document as svg_document
from roses.figures.field import field_svg
from roses.figures.map.geography import ATTRIBUTION
from roses.figures.map.places import km
from roses.figures.map.scene import scene
from roses.figures.map.svg import ground_svg, outlines_svg, overlay_svg
from roses.history import battles as history
from roses.history.battlefields import battlefield, battlefields
from roses.history.battles import known_battles
from roses.richard.battles import place_of
from roses.richard.scenes import scene as empty_map
from roses.widgets import interactive
from roses.widgets.export.states import pack_record
from roses.widgets.interactive import join
from roses.widgets.pages.battles import Battle, summary
from roses.widgets.richard.map_view import campaign_frames
from roses.widgets.stepper import panel
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.screen import ScreenView

# a page may use only what it contains and send nothing, and runs only the scripts with these hashes
_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "script-src {hashes}"
)
_THUMBNAIL: Final = (400, 340)  # px
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


def battle_html(name: str, index: str = "") -> str:
    """Return a battle as an HTML page that does not use the network; ``index`` is the address of a list of battles.

    ValueError for an unknown id.

    >>> page = battle_html("ludford-1459")
    >>> "Gone to supper" in page, "default-src 'none'" in page
    (True, True)
    """
    battle, players = Battle(name), Players()

    def player_html(timeline: Timeline, first: int) -> str:
        return tag("div", players.html(timeline, index=first), **{"class": "roses-output"})

    back = tag("p", tag("a", escape(_("All battles")), href=index)) if index else ""
    head = tag("header", back, tag("h1", escape(battle.facts.name)), tag("p", escape(summary(battle.facts))))
    body = tag("main", head, battle_body(battle, player_html), **{"class": "roses-battle-page"})
    return document(battle.title, body, kind="lesson", script="edges.js")


def battles_html() -> str:
    """Return a page with a thumbnail of each battle in order of date, each a link to its page.

    >>> battles_html().count("<li>")
    18
    """
    cards = []
    for battle in known_battles().values():
        won = _("won by {winner}").format(winner=battle.winner)
        words = tag("b", escape(battle.name)) + tag("span", escape(battle.shown)) + tag("span", escape(won))
        picture = tag("figure", _thumbnail(battle), aria_hidden="true")
        cards.append(tag("li", tag("a", picture, words, href=f"{battle.id}.html")))
    title = _("The battles of the Wars of the Roses")
    head, foot = tag("h1", escape(title)), tag("p", tag("small", escape(ATTRIBUTION)))
    body = tag("main", outlines_svg(), head, tag("ol", *cards), foot, **{"class": "roses-battles-page"})
    return document(title, body, kind="lesson")


def _thumbnail(battle: history.Battle) -> Svg:
    """Return the ground of a battle with both armies where it is known; else the place on the map."""
    wide, high = _THUMBNAIL
    if battle.id in battlefields():
        return field_svg(battlefield(battle.id), width=wide, story=False).cropped((0, 14, wide, 14 + high))
    place = place_of(battle)
    frame = campaign_frames(((km(place),),), wide, high)[0]
    over = overlay_svg(scene(empty_map(), frame, places=[place], here=[place.name]), without=("attribution",))
    return svg_document(wide, high, [ground_svg(frame), over.inside], title=battle.name, description="")


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
