"""What the table shows of a seat, as values for the page: board, strip, options, log."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from roses.engine import display
from roses.engine.hints import STEPS, Hint
from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action, Done
from roses.engine.seat import Seat
from roses.figures.battle.board import battle_svg
from roses.figures.drawing.painting import path_data
from roses.figures.drawing.svg import escape
from roses.figures.map.frames import KINGDOM
from roses.figures.map.geography import SHAPES, rings
from roses.figures.map.svg import map_svg
from roses.figures.map.text import played_before, remembered
from roses.lancaster.view import View as Court
from roses.richard.tables import CARDS
from roses.richard.view import View as War

_LATEST: Final = 80  # events in the log


def board(seat: Seat) -> tuple[str, bool]:
    """Return the board that a seat sees as SVG, and whether it is the map, whose areas can be clicked."""
    view = seat.view
    if not isinstance(view, War):
        return str(display.render(view, display.SVG)), False
    if view.battle is not None and view.battle.round:
        return str(battle_svg(view)), False
    return str(map_svg(view, "kingdom")), True


@cache
def areas() -> dict[str, str]:
    """Return the outline of each area of the map, as path data in px of the map that is shown."""
    return {
        name: path_data([tuple(KINGDOM.px(*point) for point in ring) for ring in rings(name)], closed=True)
        for name in SHAPES
    }


def strip(seat: Seat) -> list[tuple[str, str]]:
    """Return what is counted now, as pairs of label and value."""
    view = seat.view
    return _war(view) if isinstance(view, War) else _court(view) if isinstance(view, Court) else []


def _war(view: War) -> list[tuple[str, str]]:
    hand = ", ".join(f"{CARDS[card].name}" for card in view.hands.get(view.viewer or "", ()))
    rows = [
        (_("Campaign and turn"), _("{campaign}, turn {turn}").format(campaign=view.campaign, turn=view.turn)),
        (_("King"), f"{view.king or _('none')} ({view.king_side})"),
        (_("Pretender"), view.pretender),
    ]
    if view.ap:
        rows.append((_("Action points"), str(view.ap)))
    rows.append((_("Your hand"), hand or _("none")))
    before = [(_("Played before"), played_before(view)), (_("You remember"), remembered(view))]
    return rows + [(label, words) for label, words in before if words]


def _court(view: Court) -> list[tuple[str, str]]:
    house = view.house(view.viewer or "")
    scores = ", ".join(f"{colour} {points}" for colour, points in view.scores.items())
    goods = _("{gold} gold, {squires} squires, {markers} voting markers")
    own = goods.format(gold=house.gold, squires=house.squires, markers=house.markers)
    return [(_("Round"), str(view.round)), (_("Points"), scores), (_("Your house"), own)]


def options(seat: Seat) -> list[dict[str, Any]]:
    """Return the tree of options for the page; an action is its place in ``seat.options``."""
    places = {action: number for number, action in enumerate(seat.options)}
    return [_node(option, places) for option in seat.tree]


def _node(option: Option, places: dict[Action, int]) -> dict[str, Any]:
    node: dict[str, Any] = {"words": option.words, "place": option.place}
    if option.options:
        node["options"] = [_node(below, places) for below in option.options]
    if isinstance(option.action, Action):
        node |= {"number": places[option.action], "cost": option.cost, "attacks": option.attacks}
        node["says"] = str(option.action)
    return node


def end(seat: Seat) -> int | None:
    """Return the place of the option that ends this part of the turn, None where there is none."""
    return next((number for number, action in enumerate(seat.options) if isinstance(action, Done)), None)


def hint_html(hint: Hint) -> str:
    """Return one step of a hint: its title, its lines as a list, and how the next one is had.

    >>> hint_html(Hint(3, "A move", ("done: enough",)))
    '<p><b>A move</b></p><ol><li>done: enough</li></ol>'
    """
    kind = "ol" if hint.step == STEPS else "ul"
    lines = "".join(f"<li>{escape(line)}</li>" for line in hint.lines)
    more = f"<p>{escape(_('Step {n} of {last}; H again shows more.').format(n=hint.step, last=STEPS))}</p>"
    return f"<p><b>{escape(hint.title)}</b></p><{kind}>{lines}</{kind}>{more if hint.step < STEPS else ''}"


def log(seat: Seat) -> list[str]:
    """Return the latest events that the side saw, the oldest first, as sentences."""
    return [str(event) for event in seat.events()[-_LATEST:]]
