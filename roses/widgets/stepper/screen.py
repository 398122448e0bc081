"""The controls, the panel and the boards of a stepper as one anywidget: what it shows is set from Python."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

import anywidget
import traitlets as t

from roses.engine.i18n import gettext as _

_HERE: Final = Path(__file__).parent
_READER: Final = {"sync": True, "echo_update": False}  # what the browser sets; it need not hear it again


class Screen(anywidget.AnyWidget):
    """All of a stepper but its map. The browser sets ``index``, ``playing``, ``speed``, ``viewer``, ``frame``,
    ``map_chosen``, ``rule`` and ``space``, and sends ``{"tick": index}`` when the clock of a step has run out.
    """

    _esm = (_HERE / "screen.js").read_text(encoding="utf-8")
    _css = (_HERE / "screen.css").read_text(encoding="utf-8")

    index = t.Int(0).tag(**_READER)
    playing = t.Bool(False).tag(**_READER)
    speed = t.Unicode("normal").tag(**_READER)
    viewer = t.Unicode("all").tag(**_READER)
    frame = t.Unicode("campaign").tag(**_READER)
    map_chosen = t.Bool(False).tag(**_READER)
    rule = t.Unicode("").tag(**_READER)
    space = t.List(t.Int(), [0, 0]).tag(**_READER)  # px that the page has for the stepper

    shown = t.Int(0).tag(sync=True)  # the step that the other values below belong to
    count = t.Int(1).tag(sync=True)
    viewers = t.List(t.Unicode()).tag(sync=True)
    wait = t.Int(4000).tag(sync=True)  # ms
    shape = t.Unicode("beside").tag(sync=True)
    size = t.List(t.Int(), [746, 514, 0]).tag(sync=True)  # px of the stage, and what of it is free for the panel
    other = t.Unicode("").tag(sync=True)  # the board that can be shown in place of the map; "" for none
    head = t.Unicode("").tag(sync=True)
    panel = t.Unicode("").tag(sync=True)
    board = t.Unicode("").tag(sync=True)
    rule_text = t.Unicode("").tag(sync=True)
    error = t.Unicode("").tag(sync=True)
    ground = t.Unicode("").tag(sync=True)  # the ground of the map as an address of SVG data, the whole sheet
    names = t.Unicode("").tag(sync=True)  # of areas and seas, as SVG for the same sheet
    ground_at = t.List(t.Float(), [0.0, 0.0]).tag(sync=True)  # px of the sheet left of and above the map
    spoken = t.Unicode("").tag(sync=True)  # the step in one line, for the slider and screen readers
    stops = t.List(t.Dict()).tag(sync=True)
    words = t.Dict().tag(sync=True)


def words(viewers: Iterable[str]) -> dict[str, str]:
    """Return the labels of the controls, and the names of those whose knowledge can be shown."""
    return {
        "first": _("First step (Home)"),
        "back": _("One step back (left arrow)"),
        "forward": _("One step on (right arrow)"),
        "last": _("Last step (End)"),
        "play": _("Play"),
        "pause": _("Pause"),
        "play_tip": _("Play or pause (space)"),
        "speed": _("Speed of playing"),
        "slow": _("slow"),
        "normal": _("normal"),
        "fast": _("fast"),
        **_choices(),
        **{viewer: _(viewer) for viewer in viewers},
    }


def _choices() -> dict[str, str]:
    """Return the labels of what the reader chooses."""
    return {
        "step": _("Step"),
        "jump": _("Go to"),
        "jump_tip": _("Go to a battle or a bookmark"),
        "seen_by": _("Seen by"),
        "seer_tip": _("Show what this side can know"),
        "shown": _("Shown"),
        "map": _("Map"),
        "battle": _("Battle"),
        "count": _("Count"),
        "board_tip": _("Show the map, or the board of this step"),
        "part": _("Part of the map"),
        "campaign": _("Campaign"),
        "kingdom": _("Kingdom"),
        "frame_tip": _("Where things happen, or all England and Wales"),
        "more": _("and {n} more"),
        "stepper": _("Replay in steps. Arrow keys step, space plays."),
    }
