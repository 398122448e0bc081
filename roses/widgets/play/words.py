"""The labels of a table's page."""

from __future__ import annotations

from roses.engine.i18n import gettext as _
from roses.figures.map.geography import ATTRIBUTION


def words() -> dict[str, str]:
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
