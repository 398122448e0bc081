"""Pictures of the eighteen battles: the map of their sites, forces and losses, and the line-up of each in the game.

In the pictures of forces and losses a bar is a range; a tall stroke is one figure; a triangle on a dotted line is an
upper limit; a disputed figure has diamonds at its ends. What is not known is said in words.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from roses.engine.i18n import gettext as _
from roses.engine.i18n import ngettext
from roses.figures.blocks import piece_words, short_name
from roses.figures.blocks.tokens import draw_token, token_layers
from roses.figures.drawing import Dot, Layer, Text, text_width, wrap
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import Box, Line, Point, clip_outline, diamond, hatch, outline, thin
from roses.figures.drawing.palette import HOUSES, INK, INK2
from roses.figures.drawing.picture import Chart, Picture, doors
from roses.figures.drawing.svg import PAGE, Svg
from roses.figures.map.geography import SHAPES, Frame, add_credit, km_at
from roses.figures.map.geography import outline as coast
from roses.figures.map.scene import land
from roses.history.battles import Battle, Figure, Model, account, known_battle, known_battles
from roses.richard.naming import blocks
from roses.richard.position import LineUp
from roses.richard.tables import NAMES, ROSTER
from roses.richard.view import Piece

WIDTH: Final = PAGE
_HOUSE: Final = {  # the house in whose colours a side is drawn
    "the King's party": "York", "Warwick's party": "Lancaster", "the Lincolnshire rebels": "Rebel",
    "Richard III": "York", "Henry Tudor": "Lancaster", "Lincoln": "York", "Henry VII": "Lancaster",
    "York": "York", "Lancaster": "Lancaster",
}  # fmt: skip
_MARKS: Final = (
    Layer("open", "line", edge=INK2, width=1.8, dash=(2.0, 3.5)),
    *(Layer(name, "fill", house.fill, house.edge, 1.6) for name, house in HOUSES.items()),
    Layer("apart", "fill", p.CHIP, INK2, 1.6),
)

# the map of the sites, in px
_FRAME: Final = Frame("battles", 175.0, 240.0, 470, 660, 1.165)
_MAP: Final = (8.0, 48.0)  # the upper left corner of the map
_LIST: Final = 496.0  # the left edge of the list
_ENTRY: Final = 32.6  # the height of a row of the list
_REBELS: Final = "Warwick's party"  # they won in the name of no claimant
_HALF: Final = 9.5  # half the width of a mark
_NEAR: Final = 2.2  # a point of a coast nearer than this to the point before it is left out
_PUSHED: Final[dict[str, Point]] = {  # offset from the site to its mark, where two marks would overlap
    "st-albans-1455": (-22, -14), "st-albans-1461": (-26, 12), "barnet-1471": (26, -12), "wakefield-1460": (-24, 8),
    "ferrybridge-1461": (24, 14), "towton-1461": (-24, -10), "ludford-1459": (22, -10),
    "mortimers-cross-1461": (-24, 4),
    "northampton-1460": (22, -4), "edgcote-1469": (-20, 14),
}  # fmt: skip
_TOWNS: Final = (("London", -0.09, 51.513), ("York", -1.08, 53.96))
_SITE_LAYERS: Final = (
    Layer("sea", "fill", p.SEA),
    Layer("near", "fill", p.SEA_NEAR),
    Layer("abroad", "fill", p.NOT_IN_PLAY, p.COAST, 0.7),
    Layer("land", "fill", p.LAND[0], p.COAST, 0.8),
    Layer("rim", "line", edge=p.INK3, width=1.0),
    Layer("leader", "line", edge=INK2, width=1.2),
    Layer("dot", "dots"),
    *_MARKS,
)

# forces and losses, in px
_PAD: Final = 14.0
_HEAD: Final = 84.0  # height of the part above the rows
_ROW: Final = 24.0
_GAP: Final = 9.0  # between battles
_SIDE: Final = 104.0  # width of the name of a side
_NAME: Final = 154.0  # width of name and year of a battle
_WORDS: Final = 122.0  # width of a figure in words, right of its bar
_TALL: Final = 11.0  # height of a bar
_LEAST: Final = 7.0  # the least length of a bar
_FOOT: Final = 58.0  # height of the part below the rows
_ENDS: Final = (100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 30_000, 60_000)  # men at which a scale may end
_NUMBER_LAYERS: Final = (Layer("rule", "line", edge=p.RULE, width=1.0), *_MARKS)

# line-ups, in px
_EDGE: Final = 16.0
_TOP: Final = 44.0
_CELL: Final = 176.0  # the most width of a block with its words
_HIGH: Final = 164.0  # height of a side with its heading, tokens and names, without the lines below them
_LINE: Final = 16.0  # from one line of text to the next
_SCALE: Final = 1.42  # px per u of the tokens
_LINE_UP_LAYERS: Final = (
    *(Layer(side, "fill", HOUSES[side].ground) for side in ("York", "Lancaster")),
    Layer("reserve", "fill", p.RESERVE_GROUND),
    Layer("hatch", "line", edge=p.RESERVE_HATCH, width=2.0),
    Layer("frame", "line", edge=p.RULE, width=1.0),
)


def _shield(x: float, y: float, half: float) -> Line:
    """Return an outline like the token of Lancaster: flat above, pointed below."""
    return (
        (x - half, y - half), (x + half, y - half), (x + half, y + half * 0.35), (x + half * 0.55, y + half),
        (x, y + half * 1.35), (x - half * 0.55, y + half), (x - half, y + half * 0.35), (x - half, y - half),
    )  # fmt: skip


def _fit(words: str, size: float, room: float) -> float:
    """Return the largest size of type, ``size`` px at most, at which the words are no wider than ``room`` px."""
    return size * room / max(room, text_width(words, size))


# ---- the map of the sites


def draw_sites() -> Picture:
    """Draw a list of the battles, and the map with their numbers: square where York won, pointed where its enemies did.

    >>> sites_svg().name
    'Eighteen battles, 1455 to 1487'
    """
    left, top = _MAP
    chart = Chart(WIDTH, top + _FRAME.height + 8, _SITE_LAYERS, p.PANEL)
    battles = list(known_battles().values())
    title = _("Eighteen battles, 1455 to 1487")
    chart.write(title, 15, 31, 20, family="serif", bold=True, anchor="start")
    sea = (left, top, left + _FRAME.width, top + _FRAME.height)
    chart.box("sea", sea)
    coasts = {name: land()[name] for name in ("near", "abroad")} | {"land": coast(frozenset(SHAPES))}
    for layer, lines in coasts.items():
        for line in lines:
            shape = clip_outline(tuple(_FRAME.px(*point) for point in line), (0.0, 0.0, _FRAME.width, _FRAME.height))
            if len(shape) > 3:
                chart.add(layer, tuple((x + left, y + top) for x, y in thin(shape, _NEAR)))
    chart.box("rim", sea)
    for name, lon, lat in _TOWNS:
        x, y = _on_map(lon, lat)
        chart.drawing.dot("dot", Dot(x, y, 2.6, INK2))
        label = Text(name, x + 6, y + 4, 12, INK2, "serif", italic=True, anchor="start", halo=2.5)
        chart.drawing.write("text", label)
    for number, battle in enumerate(battles, 1):
        x, y = _on_map(battle.lon, battle.lat)
        dx, dy = _PUSHED.get(battle.id, (0.0, 0.0))
        if dx or dy:
            chart.add("leader", ((x, y), (x + dx, y + dy)))
            chart.box("apart", (x - 2.4, y - 2.4, x + 2.4, y + 2.4))
        x, y = x + dx, y + dy
        _site_mark(chart, battle, number, x, y)
        chart.hover((x - _HALF, y - _HALF, x + _HALF, y + _HALF), f"{number} {battle.name}, {battle.shown}")
        row = top + 18 + (number - 1) * _ENTRY  # its baseline in the list
        _site_mark(chart, battle, number, _LIST + 12, row + 2)
        name, winner = battle.name.replace("the second battle", "second"), f"{battle.shown}: {battle.winner}"
        chart.drawing.write("text", Text(name, _LIST + 32, row, 14.5, INK, bold=True, anchor="start"))
        size = _fit(winner, 12.5, 244)
        chart.drawing.write("text", Text(winner, _LIST + 32, row + 15, size, INK2, anchor="start"))
    y = top + 18 + len(battles) * _ENTRY + 4
    chart.box("York", (_LIST + 12 - _HALF, y - 4 - _HALF, _LIST + 12 + _HALF, y - 4 + _HALF))
    chart.add("Lancaster", _shield(_LIST + 12, y + 18, _HALF))
    chart.add("apart", diamond(_LIST + 12, y + 41, _HALF * 1.2))
    key = (_("York won, or its King's party"), _("Lancaster or Henry Tudor won"), _("rebels of neither house won"))
    for low, words in zip((y, y + 22, y + 45), key, strict=True):
        chart.drawing.write("text", Text(words, _LIST + 32, low, 12.5, INK2, anchor="start"))
    description = ". ".join(f"{n} {b.name}, {b.shown}: {b.winner}" for n, b in enumerate(battles, 1))
    return Picture(chart, title, description)


def _on_map(lon: float, lat: float) -> Point:
    """Return where a place lies on the map of the sites, in px of the picture."""
    x, y = _FRAME.px(*km_at(lon, lat))
    return x + _MAP[0], y + _MAP[1]


def _site_mark(chart: Chart, battle: Battle, number: int, x: float, y: float) -> None:
    """Draw the number of a battle on the shape and in the colours of its winner."""
    house = _HOUSE.get(battle.winner, "apart")
    if battle.winner == _REBELS:
        chart.add("apart", diamond(x, y, _HALF * 1.35))
    elif house == "York":
        chart.box(house, (x - _HALF, y - _HALF, x + _HALF, y + _HALF))
    else:
        chart.add(house, _shield(x, y, _HALF))
    ink = INK if battle.winner == _REBELS else HOUSES[house].ink
    chart.drawing.write("text", Text(str(number), x, y + 4.4, 12.5, ink, bold=True))


_sites_svg, _sites_data, sites_figure = doors(draw_sites)


def sites_svg() -> Svg:
    """Return what ``draw_sites`` draws as an SVG document, with the credit of the map."""
    return add_credit(_sites_svg())


# ---- forces and losses


class _Panel(NamedTuple):
    """A scale of men: its heading, the field of ``Battle`` that it shows, its ends in px, the number at its end."""

    title: str
    figures: str
    left: float
    right: float
    most: int

    def x(self, men: float) -> float:
        """Return the px at which a number of men lies."""
        return self.left + (self.right - self.left) * min(men, self.most) / self.most


def draw_numbers(battle: str | Battle) -> Picture:
    """Draw forces and losses of a battle; ValueError for an unknown id.

    >>> numbers_svg("towton-1461").name
    'Towton, 29 March 1461: the armies and the dead'
    """
    known = known_battle(battle) if isinstance(battle, str) else battle
    return _numbers([known], _("{name}, {date}: the armies and the dead").format(name=known.name, date=known.shown))


def draw_war() -> Picture:
    """Draw forces and losses of all battles, in order of date.

    >>> war_figure().layout.meta[0]
    'Eighteen battles: the armies and the dead'
    """
    return _numbers(list(known_battles().values()), _("Eighteen battles: the armies and the dead"))


numbers_svg, numbers_data, numbers_figure = doors(draw_numbers)
war_svg, war_data, war_figure = doors(draw_war)


def _numbers(battles: Sequence[Battle], title: str) -> Picture:
    """Draw a row for each side of each battle; where there are several, each begins with its name."""
    indent = _NAME if len(battles) > 1 else 0
    left = _PAD + indent + _SIDE
    half = (WIDTH - _PAD - left) / 2
    panels = []
    for number, (heading, figures) in enumerate(((_("men in the field"), "forces"), (_("dead"), "losses"))):
        ends = [f.high or f.low or 0 for battle in battles for f in getattr(battle, figures).values()]
        most = next((end for end in _ENDS if end >= max(ends, default=0)), _ENDS[-1])
        begin = left + number * half
        panels.append(_Panel(heading, figures, begin, begin + half - _WORDS - 14, most))
    rows = []
    for battle in battles:
        both = ["both"] if "both" in {*battle.forces, *battle.losses} else []
        rows.append((battle, [*battle.sides, *both]))
    high = _HEAD + sum(len(sides) for _battle, sides in rows) * _ROW + (len(battles) - 1) * _GAP + _FOOT
    chart = Chart(WIDTH, high, _NUMBER_LAYERS)
    large = min(19.0, 19.0 * (WIDTH - 2 * _PAD) / text_width(title, 19, bold=True, family="serif"))
    chart.drawing.write("text", Text(title, _PAD, 29, large, INK, "serif", bold=True, anchor="start"))
    for panel in panels:
        chart.write(panel.title, panel.left, 54, 13.5, INK2, anchor="start", bold=True)
        for part in range(3):
            x = panel.left + (panel.right - panel.left) * part / 2
            chart.add("rule", ((x, _HEAD - 6), (x, high - _FOOT + 2)))
            chart.write(f"{panel.most * part // 2:,}", x, 73, 12, INK2)
    unknown = Figure(None, None, ())
    y, sentences = _HEAD, []
    for number, (battle, sides) in enumerate(rows):
        if indent:
            if number:
                chart.add("rule", ((_PAD, y - _GAP / 2), (WIDTH - _PAD, y - _GAP / 2)))
            name = battle.name.split(",")[0]
            size = min(14.0, 14.0 * 112 / max(112.0, text_width(name, 14, bold=True)))
            chart.drawing.write("text", Text(name, _PAD, y + 16.5, size, INK, bold=True, anchor="start"))
            chart.write(battle.date[:4], _PAD + 116, y + 16.5, 13, INK2, anchor="start")
        for side in sides:
            words = _("both sides") if side == "both" else side.removeprefix("the ")
            size = max(_fit(words, 13.5, _SIDE - 8), 11.0)
            chart.drawing.write("text", Text(words, _PAD + indent, y + 16.5, size, INK, anchor="start"))
            for panel in panels:
                _draw_number(chart, battle, side, panel, y + _ROW / 2)
            men, dead = battle.forces.get(side, unknown), battle.losses.get(side, unknown)
            template = _("{battle}, {side}: {men} men, {lost} dead")
            sentences.append(template.format(battle=battle.name, side=side, men=men, lost=dead))
            y += _ROW
        y += _GAP
    _number_key(chart, high - _FOOT + 22)
    return Picture(chart, title, "; ".join(sentences))


def _draw_number(chart: Chart, battle: Battle, side: str, panel: _Panel, y: float) -> None:
    """Draw what is known of a side on a scale, with its middle at ``y`` px, and write it in words."""
    figure: Figure = getattr(battle, panel.figures).get(side, Figure(None, None, ()))
    layer = _HOUSE.get(side, "apart")
    if figure.low is not None and figure.high is not None:
        low, high = panel.x(figure.low), panel.x(figure.high)
        if figure.low == figure.high:
            chart.box(layer, (low - 2, y - 8, low + 2, y + 8))
        else:
            chart.box(layer, (low, y - _TALL / 2, max(high, low + _LEAST), y + _TALL / 2))
        if figure.disputed:
            chart.add(layer, *(diamond(x, y, 8.5) for x in sorted({low, high})))
    elif figure.high is not None:
        end = panel.x(figure.high)
        if end - panel.left > 16:
            chart.add("open", ((panel.left, y), (end - 11, y)))
        chart.add(layer, _pointing_left(end, y))
    words = f"{figure} *" if figure.disputed else str(figure)
    size = _fit(words, 13.0, _WORDS - 4)
    chart.drawing.write("text", Text(words, panel.right + 14, y + 4.5, size, INK, anchor="start"))
    note = f" ({figure.note})" if figure.note else ""
    box = (panel.left, y - _ROW / 2, panel.right + _WORDS, y + _ROW / 2)
    chart.hover(box, f"{battle.name}, {side}, {panel.title}: {figure}{note}")


def _pointing_left(x: float, y: float) -> Line:
    """Return a triangle that points left, with its flat side at ``x``, for an upper limit."""
    return ((x, y - 6.5), (x, y + 6.5), (x - 9.75, y), (x, y - 6.5))


def _number_key(chart: Chart, y: float) -> None:
    """Draw the key of the marks on baseline ``y``, and a warning below it."""

    def draw_most(x: float) -> None:
        chart.add("open", ((x, y - 4.5), (x + 22, y - 4.5)))
        chart.add("apart", _pointing_left(x + 32, y - 4.5))

    def draw_disputed(x: float) -> None:
        chart.box("apart", (x + 6, y - 10, x + 28, y + 1))
        chart.add("apart", diamond(x + 6, y - 4.5, 8.5), diamond(x + 28, y - 4.5, 8.5))

    x = _PAD
    samples: tuple[tuple[str, Callable[[float], None]], ...] = (
        (_("from ... to ..."), lambda at: chart.box("apart", (at, y - 10, at + 30, y + 1))),
        (_("one figure"), lambda at: chart.box("apart", (at + 24, y - 12.5, at + 28, y + 3.5))),
        (_("at most"), draw_most),
        (_("* disputed"), draw_disputed),
    )
    for words, draw in samples:
        draw(x)
        chart.write(words, x + 40, y, 13, INK2, anchor="start")
        x += 62 + text_width(words, 13)
    note = _("Nearly all numbers are weak: read them as orders of magnitude.")
    chart.write(note, _PAD, y + 22, 13, INK2, anchor="start", italic=True)


# ---- the line-up of a battle in the game


class Member(NamedTuple):
    """A block of a line-up: its steps, whether it waits in reserve, whom it stands for, whether it is a stand-in."""

    block: str
    steps: int
    reserve: bool
    part: str
    stand_in: bool

    @property
    def states(self) -> list[str]:
        """Return in words that the block waits in reserve and is a stand-in, each only if it holds."""
        states = ((self.reserve, _("in reserve")), (self.stand_in, _("stand-in")))
        return [words for holds, words in states if holds]


def draw_line_up(name: str) -> Picture:
    """Draw the line-up of a battle in the game, York above; ValueError for a battle outside the game.

    The hover text of a block says what it can do and whom it stands for.

    >>> "Towton in the game" in line_up_svg("towton-1461")
    True
    """
    model, title = _model(name), _("{name} in the game").format(name=known_battle(name).name)
    rows = _rows(model)
    pairs = [(side, member) for side, members in rows for member in members]
    cell = min(_CELL, (WIDTH - 2 * _EDGE) / max(len(members) for _side, members in rows))
    high = _HIGH + _LINE * max(len(_lines(member, cell)) for _side, member in pairs)
    layers = token_layers(itertools.starmap(_piece, pairs), _SCALE)
    chart = Chart(WIDTH, _TOP + 2 * high + 8, (*_LINE_UP_LAYERS, *layers))
    chart.box("frame", (0.5, 0.5, chart.width - 0.5, chart.height - 0.5))
    chart.write(title, _EDGE, 30, 19, bold=True, family="serif", anchor="start")
    for row, (side, members) in enumerate(rows):
        y = _TOP + row * high
        chart.box(side, (_EDGE / 2, y, WIDTH - _EDGE / 2, y + high - 8))
        room = WIDTH - 2 * _EDGE
        chart.write(_heading(model, side), _EDGE, y + 21, 14.5, bold=True, anchor="start", within=room)
        for number, member in enumerate(members):
            left = _EDGE + number * cell
            _draw_member(chart, side, member, (left, y + 30, left + cell - 6, y + high - 16))
    return Picture(chart, title, text_line_up(name))


line_up_svg, line_up_data, line_up_figure = doors(draw_line_up)


def text_line_up(name: str) -> str:
    """Return the line-up in words, a line for each side.

    >>> print(text_line_up("twt-hill-1461"))
    York attacks Caernarvon from Chester: Herbert: 3 steps (Herbert)
    Lancaster defends Caernarvon: Pembroke: 1 step (Jasper Tudor); Exeter: 1 step (Exeter)
    """
    model, lines = _model(name), []
    for side, members in _rows(model):
        words = []
        for member in members:
            steps = ngettext("{n} step", "{n} steps", member.steps).format(n=member.steps)
            words.append(f"{short_name(member.block)}: {', '.join([steps, *member.states])} ({member.part})")
        lines.append(f"{_heading(model, side)}: {'; '.join(words)}")
    return "\n".join(lines)


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
    """Return the battle as the game models it; ValueError for a battle outside the game."""
    model = account(name).model
    if model is None:
        raise ValueError(_("{name} is outside the game: it has no line-up").format(name=name))
    return model


def _rows(model: Model) -> list[tuple[str, list[Member]]]:
    """Return both armies in the order of the rows, York first."""
    return sorted(army(model).items(), key=lambda item: item[0] != "York")


def _heading(model: Model, side: str) -> str:
    """Return who attacks from where, or who defends, and where the reserve comes from."""
    line_up = LineUp(**model.line_up)
    if side == next(iter(army(model))):
        entry = line_up.reserve_entry
        words = _("{side} attacks {area} from {entry}").format(side=side, area=line_up.area, entry=line_up.entry)
    else:
        entry = line_up.relief_entry
        words = _("{side} defends {area}").format(side=side, area=line_up.area)
    return words + (_("; the reserve comes from {entry}").format(entry=entry) if entry else "")


def _piece(side: str, member: Member, *, reserve: bool = False) -> Piece:
    """Return the block as a piece of the game that stands nowhere."""
    return Piece(side, "", member.block, member.steps, reserve=reserve)


def _lines(member: Member, cell: float) -> list[str]:
    """Return the lines below the name of a block: its states, and whom it stands for."""
    return [*filter(None, [", ".join(member.states)]), *wrap(member.part, 12.5, cell - 14)]


def _draw_member(chart: Chart, side: str, member: Member, box: Box) -> None:
    """Draw a block with its name and part, on a hatched ground if it waits in reserve."""
    left, top, right, _low = box
    if member.reserve:
        chart.box("reserve", box)
        chart.add("hatch", *hatch([outline(box)], 12.0))
    middle = (left + right) / 2
    draw_token(chart, _piece(side, member), middle, top + 51, _SCALE)
    chart.write(short_name(member.block), middle, top + 112, 13.5, bold=True, within=right - left)
    for i, words in enumerate(_lines(member, right - left + 6), 1):
        chart.write(words, middle, top + 112 + _LINE * i, 12.5, INK2, italic=i == 1 and bool(member.states))
    template = _("{block}. Here it stands for {part}.")
    if member.stand_in:
        template = _("{block}. Here a stand-in for {part}.")
    block = piece_words(_piece(side, member, reserve=member.reserve))
    chart.hover(box, template.format(block=block, part=member.part))
