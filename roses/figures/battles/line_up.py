"""The line-up of a battle in the game: who attacks from where, who waits in reserve, and whom each block stands for."""

from __future__ import annotations

from typing import Final, NamedTuple

from roses.engine.i18n import gettext as _
from roses.figures.blocks.captions import short_name
from roses.figures.blocks.tokens import SHARED, token_svg
from roses.figures.drawing.measure import wrap
from roses.figures.drawing.palette import HOUSES, INK, INK2, PAPER, RESERVE_GROUND, RESERVE_HATCH, RULE, SERIF
from roses.figures.drawing.svg import PAGE, Svg, document, hatch, rect, tag, text
from roses.history.battles import Model, account, known_battle
from roses.richard.naming import blocks
from roses.richard.position import LineUp
from roses.richard.tables import NAMES, ROSTER
from roses.richard.view import Piece

WIDTH: Final = PAGE
_PAD: Final = 16.0
_CELL: Final = 138.0
_HIGH: Final = 206.0  # px of a side: heading, token, name and part
_SCALE: Final = 1.42
_MOST: Final = 7  # blocks in a row


class Member(NamedTuple):
    """A block of a line-up: its name and steps, whether it waits in reserve, and whom it stands for."""

    block: str
    steps: int
    reserve: bool
    part: str


def line_up_svg(name: str) -> Svg:
    """Return the line-up of a battle, York above, as an SVG; ValueError for a battle outside the game.

    >>> "Towton in the game" in line_up_svg("towton-1461")
    True
    """
    model = account(name).model
    if model is None:
        raise ValueError(_("{name} is outside the game: it has no line-up").format(name=name))
    title = _("{name} in the game").format(name=known_battle(name).name)
    armies = army(model)
    cell = min(_CELL, (WIDTH - 2 * _PAD) / max(len(members) for members in armies.values()))
    drawn = [text(_PAD, 30, title, 19, INK, weight=600, anchor="start", family=SERIF)]
    said = []
    for row, (side, members) in enumerate(sorted(armies.items(), key=lambda item: item[0] != "York")):
        heading = _heading(model, side)
        drawn.append(_side(side, heading, members, 44 + row * _HIGH, cell, model))
        said.append(f"{heading}: " + ", ".join(f"{m.block} {m.steps} ({m.part})" for m in members))
    high = 44 + 2 * _HIGH + 10
    frame = tag("rect", x="0.5", y="0.5", width=WIDTH - 1, height=high - 1, fill="none", stroke=RULE)
    inside = [rect(0, 0, WIDTH, high, PAPER), *drawn, frame]
    return document(WIDTH, high, inside, title=title, description=". ".join(said))


def army(model: Model) -> dict[str, list[Member]]:
    """Return the blocks of both sides, those in the line first; the attacker's side comes first.

    >>> [member.block for member in army(account("ferrybridge-1461").model)["York"]]
    ['Warwick/Y', 'Kent/Y']
    """
    given = LineUp(**model.line_up)
    attacker = given.attacker or ROSTER[blocks(given.attackers)[0][0]].side
    defender = "Lancaster" if attacker == "York" else "York"
    found: dict[str, list[Member]] = {}
    for side, line, held in ((attacker, given.attackers, given.reserve), (defender, given.defenders, given.relief)):
        found[side] = [
            Member(NAMES[block], steps, reserve, model.parts[NAMES[block]])
            for part, reserve in ((line, False), (held, True))
            for block, steps in blocks(part)
        ]
    return found


def _heading(model: Model, side: str) -> str:
    """Return who attacks from where, or who defends, with the way of the reserves."""
    given = LineUp(**model.line_up)
    attacks = side == next(iter(army(model)))
    held = given.reserve_entry if attacks else given.relief_entry
    if attacks:
        words = _("{side} attacks {area} from {entry}").format(side=side, area=given.area, entry=given.entry)
    else:
        words = _("{side} defends {area}").format(side=side, area=given.area)
    return words + (_("; the reserve comes from {entry}").format(entry=held) if held else "")


def _side(side: str, heading: str, members: list[Member], y: float, cell: float, model: Model) -> str:
    house = HOUSES[side]
    parts = [
        rect(_PAD / 2, y, WIDTH - _PAD, _HIGH - 8, house.ground),
        text(_PAD, y + 21, heading, 14.5, INK, weight=600, anchor="start", within=WIDTH - 2 * _PAD),
    ]
    for number, member in enumerate(members):
        left = _PAD + number * cell
        if member.reserve:
            parts += [
                rect(left, y + 30, cell - 6, _HIGH - 46, RESERVE_GROUND),
                hatch(left, y + 30, cell - 6, _HIGH - 46, 12, RESERVE_HATCH, 2),
            ]
        parts.append(_member(side, member, left, y + 30, cell, member.block in model.stand_ins))
    return tag("g", *parts)


def _member(side: str, member: Member, left: float, y: float, cell: float, stands_in: bool) -> str:
    middle = left + (cell - 6) / 2
    piece = Piece(side, "", member.block, member.steps)
    marks = [_("reserve") if member.reserve else "", _("stand-in") if stands_in else ""]
    name = " · ".join(filter(None, (short_name(member.block), *marks)))
    lines = wrap(member.part, 12.5, cell - 12)[:4]
    return tag(
        "g",
        tag("g", token_svg(piece, middle, y + 51, _SCALE, bare=True), **SHARED),
        text(middle, y + 112, name, 13.5, INK, weight=600, within=cell - 8),
        *(text(middle, y + 128 + 15 * i, words, 12.5, INK2, within=cell - 8) for i, words in enumerate(lines)),
    )
