"""What the page of a table is sent for a seat: its choices as a tree, the log, and the labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.engine.options import Option
from roses.engine.protocol import Action
from roses.engine.seat import Seat
from roses.figures.drawing.svg import escape, tag
from roses.figures.map.geography import ATTRIBUTION
from roses.widgets.html import div
from roses.widgets.play.adapter import adapter_of

_DIE: Final = 26  # px
_LATEST: Final = 120  # events in the log


def places_of(seat: Seat) -> dict[Action, int]:
    """Return the options of a seat with their places, by which the page names them."""
    return {action: place for place, action in enumerate(seat.options)}


def nodes(seat: Seat, options: Sequence[Option], above: Sequence[Option] = ()) -> list[dict[str, Any]]:
    """Return options for the page; an action is its place in ``seat.options``, an order several.

    Each says what the side is asked once it is chosen; ``above`` are the nodes on the way to the options.
    """
    adapter, places = adapter_of(seat), places_of(seat)

    def node(option: Option, above: Sequence[Option]) -> dict[str, Any]:
        made: dict[str, Any] = {"words": option.words, "place": option.place}
        if option.about:
            made["about"] = option.about
        if option.options:
            chosen = (*above, option)
            made["options"] = [node(below, chosen) for below in option.options]
            if question := adapter.question(seat.side, chosen):
                made["asks"] = question
        if option.several:
            made["several"] = True
        if option.action is not None:
            acts = (option.action,) if isinstance(option.action, Action) else option.action.actions
            cost = adapter.cost(option.cost)
            made |= {"play": [places[act] for act in acts], "cost": cost, "attacks": option.attacks}
            made["says"] = str(option.action)
        elif option.room > 1 or (option.room and not option.options):
            made["room"] = option.room
        return made

    return [node(option, above) for option in options]


def spoken(seat: Seat, action: Action) -> str:
    """Return one of the options of a seat in the words by which it is found in the list of choices.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=4), "York")
    >>> spoken(seat, seat.options[0])
    'play a card · Force March (card 1)'
    """
    return " · ".join(_way(seat.tree, action)) or adapter_of(seat).plain(action)


def _way(options: Sequence[Option], action: Action) -> list[str]:
    """Return the words on the way to an action, [] if it is not below."""
    for option in options:
        if option.action == action:
            return [option.words]
        if below := _way(option.options, action):
            return [option.words, *below]
    return []


def button(seat: Seat, action: Action) -> str:
    """Return a button that plays one of the options of a seat, in the words of the list of choices, as HTML."""
    return tag("button", escape(spoken(seat, action)), type="button", data_play=str(seat.options.index(action)))


def log(seat: Seat, forced: Mapping[int, Sequence[str]], since: int) -> list[dict[str, Any]]:
    """Return the latest events that a seat saw as lines for the page, the oldest first, dice as faces.

    ``forced`` are sentences that stand before the event of that number; events from number ``since`` on are ``new``.

    >>> import roses
    >>> seat = roses.sit(roses.game("richard-iii", "1483", seed=7), "York")
    >>> for line in log(seat, {1: ["There was no other choice: keep"]}, 1)[-2:]:
    ...     print(line)
    {'html': 'There was no other choice: keep.', 'new': True}
    {'html': 'Turn 1 begins.', 'chapter': True, 'new': True}
    """
    adapter, events = adapter_of(seat), seat.events()
    lines: list[dict[str, Any]] = []
    for number in range(max(0, len(events) - _LATEST), len(events) + 1):
        lines += ({"html": escape(f"{sentence}."), "new": number >= since} for sentence in forced.get(number, ()))
        if number == len(events):
            break
        event = events[number]
        line: dict[str, Any] = {"html": escape(event)}
        if event.dice:
            line["html"] = div("roll", str(adapter.dice(event, _DIE)), tag("span", escape(event)))
        elif event.kind in adapter.chapters:
            line["chapter"] = True
        lines.append(line | {"new": number >= since})
    return lines


def labels() -> dict[str, str]:
    """Return the labels of the page by name, in the language in use."""
    return {
        "undo": _("Take back (U)"),
        "hint": _("Hint (H)"),
        "end": _("End (Enter)"),
        "again": _("Play again (N)"),
        "back": _("Look back (L)"),
        "key": _("What the signs mean"),
        "place": _("Point at the board, or walk over it with the arrow keys, to read what is there."),
        "nobody": _("nobody stands there"),
        "may": _("May be chosen: {choices}."),
        "closer": _("Closer (Z)"),
        "whole": _("All of it (Z)"),
        "key_map": _(
            "A flat foot is York, a pointed one Lancaster. A crown is an heir, a rose a block that you do not see, a"
            " bar below it that it has moved. Filled squares are steps of strength. A border of yellow dashes lets four"
            " blocks cross, a blue line three, a red double line two. Hatched land is exile. A small tower is a city,"
            " in the colours of the side that its levy serves; a cross is a cathedral."
        ),
        "key_battle": _(
            "The letters act from A to D, at each the defender first. B3: acts at B, and each die of 3 or less hits;"
            " a block throws a die for each filled square. York 0/1 or Y 0/1: of one block of York at this letter none"
            " has acted yet; L or Lanc. is Lancaster. The amber counter acts now."
        ),
        "map": _("Map (M)"),
        "battle": _("Battle (M)"),
        "all": _("All choices (Esc)"),
        "open": _("{side} sits down"),
        "curtain": _("{side} must choose. What the others know is out of this page until {side} sits down."),
        "log": _("What has happened"),
        "memory": _("What you remember"),
        "table": _("Table: the board, what you may choose, what has happened"),
        "board": _("Board: the arrow keys go from place to place, Enter chooses, Z brings it closer"),
        "to_board": _("To the board"),
        "to_choices": _("To the choices"),
        "choose": _("What you may choose"),
        "hand": _("Your hand"),
        "card": _("Card {number}: {name}"),
        "attacks": _("attacks"),
        "room": _("at most {n}"),
        "full": _("At most {n} blocks may go to {area} together. Untick some."),
        "ticked": _("Who marches? Tick blocks, then click where they go"),
        "all_ticked": _("Tick all (A)"),
        "nobody_ticked": _("Untick all (A)"),
        "none": _("Tick at least one block."),
        "flags": _("On the map: a dot for each area of the way, then how many may go; swords where they attack."),
        "other": _("Other ways to {area}"),
        "further": _("{side}: {chosen}. Choose from the list."),
        "several": _("{side}: {place}. There is more than one thing to do: choose from the list."),
        "nothing": _("There is nothing to choose in {area} now. Choose from the list, or click a framed place."),
        "idle": _(
            "{area} cannot be chosen now. Choose from the list, or click a framed block. Who fires has no choice of a"
            " target: hits go to the strongest enemy."
        ),
        "saved": _("Saved in {file}"),
        "credit": ATTRIBUTION,
        "ask": _("Why not? A move, a block or an area"),
        "example": _("A move, block or area"),
        "why": _("Why not?"),
        "stop": _("Stop"),
        "go": _("Go on"),
        "gone": _("The kernel was stopped. Nothing is lost: run a cell with Table.resume({file})."),
        "rerun": _("The kernel was stopped. Run this cell again."),
        "busy": _("One moment: the kernel is still at work."),
    }
