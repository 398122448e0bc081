"""All that a Stepper can show of a timeline: the values of its screen for each size, viewer, step and board."""

from __future__ import annotations

import re
from typing import Any, Final, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.engine.replay import Timeline
from roses.progress import ProgressBar
from roses.widgets.stepper import panel
from roses.widgets.stepper.model import StepperModel
from roses.widgets.stepper.screen import Screen
from roses.widgets.stepper.widget import Stepper

# px: the pages that a file is made for, from the widest to the narrowest; a page between two of them is scaled
SPACES: Final = ((1110, 606), (620, 700), (390, 700))
# the page has these from elsewhere
_APART: Final = frozenset({"library", "rule_text", "error", "wait", "shown", "answered"})
_LIVE: Final = frozenset({"sides", "table", "table_title"})  # a step is played on where there is a kernel
_UNDER: Final = ("map", "names", "ground", "ground_at", "picture")  # out of sight under a board
_OPENS: Final = re.compile(r'data-rule="([^"]+)"')

Way: TypeAlias = tuple[str, str, int]  # stage; part of the map, or variant of the board; number of the state


class States(msgspec.Struct, frozen=True):
    """The values of a Stepper's screen, by name.

    ``fixed`` are those that stay. ``shown`` has for each other name a list with one value a state, None where it is out
    of sight and the value before stays. ``ways[i][j][k]`` lists the states for page size ``i`` of ``spaces``, viewer
    ``j`` and step ``k``, those that are shown by themselves first. ``waits`` are the ms of each step at normal speed,
    ``rules`` the texts of all rules that a panel opens, by number.
    """

    fixed: dict[str, Any]
    shown: dict[str, list[Any]]
    ways: list[list[list[list[Way]]]]
    waits: list[int]
    rules: dict[str, str]


def states_of(timeline: Timeline, chances: str = "") -> States:
    """Return every state of the Stepper of a timeline; ``chances`` is the side whose chance to win is drawn.

    >>> import roses
    >>> found = states_of(roses.timeline("hexham-1464"))
    >>> len(found.ways[0]) == len(found.fixed["viewers"])
    True
    """
    stepper = Stepper(timeline, chances=chances)
    try:
        return _states(stepper)
    finally:
        stepper.close()


def _states(stepper: Stepper) -> States:
    screen, model = stepper.screen, stepper.model
    begins = {name: screen.trait_defaults(name) for name in sorted(_reader())}  # no hands of a class go into a file
    found: list[dict[str, Any]] = []
    ways = []
    with ProgressBar(_("views of the steps"), _("view"), len(SPACES) * len(model.adapter.viewers) * len(model)) as bar:
        for space in SPACES:
            screen.space = list(space)
            ways.append([_seen(stepper, viewer, found, bar) for viewer in model.adapter.viewers])
    _number(found)
    fixed = {name: value for name, value in found[0].items() if all(other[name] == value for other in found)}
    shown = {name: [values[name] for values in found] for name in found[0] if name not in fixed}
    rules = sorted({number for values in found for number in _OPENS.findall(values["panel"])})
    waits = []
    for index in range(len(model)):
        model.index = index
        waits.append(model.wait)
    return States(fixed | begins, shown, ways, waits, {number: panel.rule_html(model, number) for number in rules})


def _seen(stepper: Stepper, viewer: str, found: list[dict[str, Any]], bar: ProgressBar) -> list[list[Way]]:
    """Add the states of all steps for a viewer to ``found``, and return for each step where they are."""
    model = stepper.model
    model.viewer = viewer
    ways = []
    for index in range(len(model)):
        model.index, model.chosen, here = index, "", []
        boards = model.adapter.boards(model)
        for stage in (*boards, "map") if model.adapter.frames else boards:
            model.frame, model.variant, model.chosen = "campaign", "", stage
            for part in _parts(model):
                model.frame, model.variant = (part, "") if stage == "map" else (model.frame, part)
                here.append((stage, part, len(found)))
                found.append(_values(stepper))
        ways.append(here)
        bar.update()
    return ways


def _number(found: list[dict[str, Any]]) -> None:
    """Give each map one number in all states that show it, so that a page draws it again only where it differs."""
    numbers: dict[str, int] = {}
    for values in found:
        if values["map"] and values["map"]["number"]:
            svg = values["map"]["svg"]
            values["map"] = {"number": numbers.setdefault(svg, len(numbers) + 1), "svg": svg}


def _parts(model: StepperModel) -> tuple[str, ...]:
    """Return what the reader can choose of the stage: parts of the map, or variants of the board; ("",) for nothing."""
    return model.adapter.frames if model.stage == "map" else tuple(model.adapter.variants(model)) or ("",)


def _values(stepper: Stepper) -> dict[str, Any]:
    """Return the values of the screen for the choices in the Stepper's model."""
    stepper.show()
    own = set(Screen.class_own_traits(sync=True)) - _APART - _LIVE - _reader()
    hidden = _UNDER if stepper.model.adapter.frames and stepper.model.stage != "map" else ()
    return {name: None if name in hidden else getattr(stepper.screen, name) for name in sorted(own)}


def _reader() -> frozenset[str]:
    """Return the names of the values that the reader sets."""
    return frozenset(Screen.class_own_traits(sync=True, echo_update=False))
