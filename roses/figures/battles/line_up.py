"""The line-up of a battle in the game: who attacks from where, who waits in reserve, and whom each block stands for."""

from __future__ import annotations

import itertools
from typing import Any, Final, NamedTuple

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.blocks.captions import piece_words, short_name
from roses.figures.blocks.tokens import draw_token, token_layers
from roses.figures.drawing.drawing import Layer
from roses.figures.drawing.geometry import Box, hatch, outline
from roses.figures.drawing.measure import wrap
from roses.figures.drawing.palette import HOUSES, INK2, RESERVE_GROUND, RESERVE_HATCH, RULE
from roses.figures.drawing.picture import Chart, plotly_figure
from roses.figures.drawing.svg import PAGE, Svg
from roses.history.battles import Model, account, known_battle
from roses.richard.naming import blocks
from roses.richard.position import LineUp
from roses.richard.tables import NAMES, ROSTER
from roses.richard.view import Piece

WIDTH: Final = PAGE
_PAD: Final = 16.0
_TOP: Final = 44.0
_CELL: Final = 176.0  # px of a block at most
_HIGH: Final = 164.0  # px of a side with its heading, tokens and names, without the lines below them
_LINE: Final = 16.0
_SCALE: Final = 1.42  # px per u of the tokens
_LAYERS: Final = (
    *(Layer(side, "fill", HOUSES[side].ground) for side in ("York", "Lancaster")),
    Layer("reserve", "fill", RESERVE_GROUND),
    Layer("hatch", "line", edge=RESERVE_HATCH, width=2.0),
    Layer("frame", "line", edge=RULE, width=1.0),
)


class Member(NamedTuple):
    """A block of a line-up: its steps, whether it waits in reserve, whom it stands for, and whether as a stand-in."""

    block: str
    steps: int
    reserve: bool
    part: str
    stand_in: bool


def line_up_svg(name: str) -> Svg:
    """Return the line-up of a battle, York above, as an SVG; ValueError for a battle outside the game.

    >>> "Towton in the game" in line_up_svg("towton-1461")
    True
    """
    model = _model(name)
    return _chart(_title(name), model).svg(_title(name), _words(model))


def line_up_figure(name: str) -> Any:
    """Return the same picture as a plotly figure; a block says under the pointer what it can and whom it stands for.

    >>> type(line_up_figure("towton-1461")).__name__
    'Figure'
    """
    model = _model(name)
    return plotly_figure(_chart(_title(name), model).figure(_title(name), _words(model)))


def text_line_up(name: str) -> str:
    """Return the line-up in words, a line for each side.

    >>> print(text_line_up("twt-hill-1461"))
    York attacks Caernarvon from Chester: Herbert: 3 steps (Herbert)
    Lancaster defends Caernarvon: Pembroke: 1 step (Jasper Tudor); Exeter: 1 step (Exeter)
    """
    return _words(_model(name))


def army(model: Model) -> dict[str, list[Member]]:
    """Return the blocks of both sides, those in the line first; the attacker's side comes first.

    >>> [member.block for member in army(account("ferrybridge-1461").model)["York"]]
    ['Warwick/Y', 'Kent/Y']
    """
    line_up = LineUp(**model.line_up)
    attacker = line_up.attacker or ROSTER[blocks(line_up.attackers)[0][0]].side
    defender = "Lancaster" if attacker == "York" else "York"
    armies: dict[str, list[Member]] = {}
    forces = ((attacker, line_up.attackers, line_up.reserve), (defender, line_up.defenders, line_up.relief))
    for side, line, waiting in forces:
        armies[side] = [
            Member(NAMES[block], steps, reserve, model.parts[NAMES[block]], NAMES[block] in model.stand_ins)
            for part, reserve in ((line, False), (waiting, True))
            for block, steps in blocks(part)
        ]
    return armies


def _model(name: str) -> Model:
    model = account(name).model
    if model is None:
        raise ValueError(_("{name} is outside the game: it has no line-up").format(name=name))
    return model


def _title(name: str) -> str:
    return _("{name} in the game").format(name=known_battle(name).name)


def _rows(model: Model) -> list[tuple[str, list[Member]]]:
    """Return both armies in the order of the rows, York first."""
    return sorted(army(model).items(), key=lambda item: item[0] != "York")


def _heading(model: Model, side: str) -> str:
    """Return who attacks from where, or who defends, with the way of the reserves."""
    line_up = LineUp(**model.line_up)
    attacks = side == next(iter(army(model)))
    entry = line_up.reserve_entry if attacks else line_up.relief_entry
    if attacks:
        words = _("{side} attacks {area} from {entry}").format(side=side, area=line_up.area, entry=line_up.entry)
    else:
        words = _("{side} defends {area}").format(side=side, area=line_up.area)
    return words + (_("; the reserve comes from {entry}").format(entry=entry) if entry else "")


def _words(model: Model) -> str:
    return "\n".join(f"{_heading(model, side)}: {'; '.join(map(_in_words, members))}" for side, members in _rows(model))


def _in_words(member: Member) -> str:
    steps = ngettext("{n} step", "{n} steps", member.steps).format(n=member.steps)
    state = ", ".join([steps, *_states(member)])
    return f"{short_name(member.block)}: {state} ({member.part})"


def _states(member: Member) -> list[str]:
    return [words for holds, words in ((member.reserve, _("in reserve")), (member.stand_in, _("stand-in"))) if holds]


def _piece(side: str, member: Member, *, reserve: bool = False) -> Piece:
    return Piece(side, "", member.block, member.steps, reserve=reserve)


def _chart(title: str, model: Model) -> Chart:
    rows = _rows(model)
    everybody = [(side, member) for side, members in rows for member in members]
    cell = min(_CELL, (WIDTH - 2 * _PAD) / max(len(members) for _side, members in rows))
    high = _HIGH + _LINE * max(len(_lines(member, cell)) for _side, member in everybody)
    layers = token_layers(itertools.starmap(_piece, everybody), _SCALE)
    chart = Chart(WIDTH, _TOP + 2 * high + 8, (*_LAYERS, *layers))
    chart.box("frame", (0.5, 0.5, chart.width - 0.5, chart.height - 0.5))
    chart.write(title, _PAD, 30, 19, bold=True, family="serif", anchor="start")
    for row, (side, members) in enumerate(rows):
        y = _TOP + row * high
        chart.box(side, (_PAD / 2, y, WIDTH - _PAD / 2, y + high - 8))
        room = WIDTH - 2 * _PAD
        chart.write(_heading(model, side), _PAD, y + 21, 14.5, bold=True, anchor="start", within=room)
        for number, member in enumerate(members):
            left = _PAD + number * cell
            _member(chart, side, member, (left, y + 30, left + cell - 6, y + high - 16))
    return chart


def _lines(member: Member, cell: float) -> list[str]:
    """Return what stands below the name of a block: its state, and whom it stands for."""
    return [*filter(None, [", ".join(_states(member))]), *wrap(member.part, 12.5, cell - 14)]


def _member(chart: Chart, side: str, member: Member, box: Box) -> None:
    """Draw a block with its name and part, on a hatched ground if it waits in reserve."""
    left, top, right, _low = box
    if member.reserve:
        chart.box("reserve", box)
        chart.add("hatch", *hatch([outline(box)], 12.0))
    middle = (left + right) / 2
    draw_token(chart, _piece(side, member), middle, top + 51, _SCALE)
    chart.write(short_name(member.block), middle, top + 112, 13.5, bold=True, within=right - left)
    for i, words in enumerate(_lines(member, right - left + 6), 1):
        chart.write(words, middle, top + 112 + _LINE * i, 12.5, INK2, italic=i == 1 and bool(_states(member)))
    template = _("{block}. Here it stands for {part}.")
    if member.stand_in:
        template = _("{block}. Here a stand-in for {part}.")
    block = piece_words(_piece(side, member, reserve=member.reserve))
    chart.hover(box, template.format(block=block, part=member.part))
