"""The parts of the court board: England and its counties, the war in France, parliament, and the houses."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from roses.engine.i18n import gettext as _
from roses.figures.blocks.tokens import circle
from roses.figures.court.canvas import (
    CREDIT_TOP,
    HOUSES_TOP,
    MAP,
    REBUILT,
    WIDTH,
    Canvas,
    amounts,
    cut,
    doubt_mark,
    legend,
    reward_width,
    shield,
)
from roses.figures.court.captions import (
    FRANCE,
    PHASES,
    ballot_words,
    conflict_words,
    county_words,
    favour_words,
    house_words,
    law_words,
    ranking,
    space_words,
    standing,
)
from roses.figures.drawing import geometry, text_width, wrap
from roses.figures.drawing.geometry import Line, at
from roses.figures.drawing.palette import INK, INK2, INK3, PANEL
from roses.figures.map.geography import SHAPES, Frame, area_at, km_at, rings
from roses.figures.map.scene import land
from roses.lancaster.tables import CONFLICT_NAMES, IN_FORCE, NEW_CONFLICTS, ROUNDS, SLOTS
from roses.lancaster.view import ConflictView, CountyView, House, LawView, SlotView, SpaceView, View

Ends = tuple[float, float]  # the left and the right end of a part, in px

# England
FRAME: Final = Frame("court", 105.0, 86.0, round(MAP[2]), round(MAP[3]), 0.62)
# by county: longitude and latitude of a place in its middle, then left and top of its plate in px
PLACES: Final = {
    "Northumberland": (-1.90, 55.30, 160.0, 40.0),
    "Stafford": (-2.12, 52.81, 113.0, 157.0),
    "York": (-1.08, 53.96, 124.0, 82.0),
    "Gloucester": (-2.24, 51.86, 22.0, 226.0),
    "Bedford": (-0.47, 52.14, 206.0, 196.0),
    "Suffolk": (1.00, 52.20, 234.0, 255.0),
    "Somerset": (-2.90, 51.10, 6.0, 272.0),
    "Dorset": (-2.40, 50.78, 20.0, 337.0),
    "Surrey": (-0.40, 51.25, 200.0, 320.0),
}
PLATE: Final = 35.0  # px high
_TOKEN: Final = 29.0  # px: width of the left end of a plate, where the knight stands
# the legends on both seas, in px: x and y of the first sign, width of the words
_LEGENDS: Final = ((14.0, 64.0, 90.0), (262.0, 94.0, 64.0))
_PHASE: Final = 162.0  # px: width of the name of the phase, under the round
_LEFT_SIGNS: Final = 5  # how many signs the left legend explains
_NEAR: Final = 1.4  # px: a point of an outline nearer than this to the point before it is left out
_ROUND: Final = (10.0, 10.0)  # px: left and top of the row of rounds

# the war in France and the favours
LEFT: Final = MAP[2] + 8
RIGHT: Final = WIDTH - 8
_CARD_GAP: Final = 8.0
_CARD: Final = 67.0  # height of a card
_TOTALS: Final = 116.0  # px: width of the left part of a card, for the totals
_ROWS: Final = 22.0, 71.0  # px: upper edge of the first row of conflicts, and from one row to the next
_FAVOUR: Final = 26.0  # px: height of a favour
_LABEL: Final = 70.0  # px: width of the word beside the favours

# the laws, in px
_LAW_GAP: Final = 6.0  # between cards
_LINES: Final = 5, 2  # the most lines for the effect of a law, on cards side by side and on wide ones
_VERDICT: Final = 12.0  # height of the result of a vote, below the effect of a proposal
_SIZE: Final = 12.0  # of the type of an effect
_STEP: Final = 13.0  # from one line of it to the next

# the houses, in px
_TRACK: Final = 18.0  # the line of the score track below the upper edge of this part
_LEAST_TRACK: Final = 40  # the fewest points that the track shows
_HOUSES: Final = 37.0  # the upper edge of the boxes below that of this part
_HOUSE: Final = CREDIT_TOP - 3 - HOUSES_TOP - _HOUSES  # height of a box
_SPACE: Final = 25.0  # side of a castle space; 2 px lie between two
_KNIGHT: Final = 16.0  # from one knight to the next, at most


# ---- England


@cache
def seat(county: str) -> tuple[float, float]:
    """Return the point of the map, in km, that stands for a county."""
    lon, lat, *_ = PLACES[county]
    return km_at(lon, lat)


@cache
def area_of(county: str) -> str:
    """Return the area of the map in which a county lies.

    >>> area_of("Suffolk"), area_of("Somerset")
    ('East Anglia', 'Somerset')
    """
    area = area_at(*seat(county))
    if area is None:
        raise ValueError(f"the seat of {county} lies in no area of the map")
    return area


@cache
def ground() -> dict[str, tuple[Line, ...]]:
    """Return the outlines of land and sea inside the frame, in px, by layer."""
    counties = {area_of(county) for county in PLACES}
    layers: dict[str, tuple[Line, ...]] = {name: land()[name] for name in ("far", "near", "abroad")}
    layers["elsewhere"] = tuple(ring for area in SHAPES if area not in counties for ring in rings(area))
    layers["county"] = tuple(ring for area in SHAPES if area in counties for ring in rings(area))
    return {name: _clip(lines) for name, lines in layers.items()}


def _clip(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return closed outlines in px, cut to the frame; they are given in km."""
    box = (MAP[0] - 3, MAP[1] - 3, MAP[2] + 3, MAP[3] + 3)
    px = (geometry.clip_outline(FRAME.line(line), box) for line in lines)
    return tuple(geometry.thin(line, _NEAR) for line in px if len(line) > 3)


def _disc(x: float, y: float, radius: float, corners: int) -> Line:
    """Return a disc as a closed outline."""
    disc = circle(x, y, radius, corners)
    return (*disc, disc[0])


def draw_england(canvas: Canvas, view: View) -> None:
    """Draw the map of England with its counties, the round, the phase, and the legend of the signs."""
    for layer, lines in ground().items():
        canvas.drawing.add(layer, *lines)
    if view.county:
        canvas.drawing.add("here", *_clip(rings(area_of(view.county))))
    for county in view.counties:
        _draw_county(canvas, county, now=county.name == view.county)
    left, top = _ROUND
    begin = canvas.label(left, top + 13, _("Round"), 15, 120, halo=3) + 14
    for number in range(1, ROUNDS + 1):
        x, y = begin + (number - 1) * 20.5, top + 8.5
        layer = "now" if number == view.round else "past" if number < view.round else "pips"
        canvas.drawing.add(layer, _disc(x, y, 9, 20))
        ink = PANEL if layer == "past" else INK
        canvas.write(x, y + 4.6, str(number), 13, ink, bold=True, anchor="middle")
    words = _(PHASES[view.phase])
    canvas.write(left, top + 32, words, 13, italic=True, halo=3, family="serif", within=_PHASE, least=10)
    _draw_legend(canvas)


def _draw_county(canvas: Canvas, county: CountyView, *, now: bool) -> None:
    """Draw the plate of a county: its holder at the left end, letter and name above minimum, reward and nobles left."""
    *_, left, top = PLACES[county.name]
    minimum, mark = str(county.minimum), doubt_mark(county.confidence, "minimum")
    doubts = sum(bool(doubt_mark(county.confidence, name)) for name in ("minimum", "reward"))
    second_line = 17 + reward_width(county.reward) + 9 * doubts + 5 + 18 + 12
    wide = max(text_width(f"{county.letter} {county.name}", 13, bold=True, family="serif") + 4, second_line)
    box = (left, top, left + _TOKEN + wide, top + PLATE)
    x, y = FRAME.px(*seat(county.name))
    end = (min(max(x, box[0] + 8), box[2] - 8), min(max(y, box[1] + 6), box[3] - 6))
    for layer in ("leader casing", "leader"):
        canvas.line(layer, (x, y), end)
    canvas.drawing.add("seats", _disc(x, y, 3.4, 16))
    if now:
        canvas.ring(box)
    canvas.box("plates", box)
    across = left + _TOKEN
    letter = canvas.write(across, top + 14.5, county.letter, 13, INK2, bold=True)
    canvas.write(across + letter + 5, top + 14.5, county.name, 13, bold=True, family="serif")
    low = top + 25.5
    canvas.drawing.add("pips", shield(across + 5.5, low, 1.05))
    canvas.write(across + 5.5, low + 3.8, minimum, 12, bold=True, anchor="middle")
    after = across + 13 + (canvas.write(across + 11.5, low + 4.8, mark, bold=True) if mark else 0)
    after = canvas.reward(county.reward, after + 4, low, doubt_mark(county.confidence, "reward")) + 5
    canvas.line("rules", (after, low - 7), (after, low + 7))
    canvas.sign("noble", after + 10, low, 0.95)
    canvas.write(after + 18, low + 4.8, str(county.nobles), bold=True)
    x, y = left + _TOKEN / 2 - 0.5, top + PLATE / 2 - 0.5
    if not county.holder:
        canvas.line("empty", *shield(x, y, 2.0))
    elif county.squires:
        canvas.token(county.holder, str(county.knight), x, y - 4.5, 1.95)
        canvas.box("plates", (x - 12.0, y + 6.5, x + 12.0, y + 19.5))
        canvas.sign("squire", x - 4.5, y + 13, 0.75)
        canvas.write(x + 1, y + 17.4, str(county.squires), 12, bold=True)
    else:
        canvas.token(county.holder, str(county.knight), x, y, 2.1)
    canvas.hover(box, county_words(county), county.name)


def _draw_legend(canvas: Canvas) -> None:
    """Draw the legend of the signs, one part on each sea."""
    signs = legend()
    for (x, top, wide), part in zip(_LEGENDS, (signs[:_LEFT_SIGNS], signs[_LEFT_SIGNS:]), strict=True):
        for number, (kind, words) in enumerate(part):
            y = top + number * 16.5
            canvas.drawing.add("disc", at(_disc(0, 0, 7.4, 18), x, y))
            canvas.sign(kind, x, y, 0.85)
            canvas.write(x + 12, y + 4.4, words, 12.5, halo=2.5, within=wide, least=10)
    x, top, wide = _LEGENDS[0]
    y = top + _LEFT_SIGNS * 16.5
    canvas.drawing.add("hollow", shield(x, y, 1.1))
    canvas.write(x + 12, y + 4.4, _("in reserve"), 12.5, halo=2.5, within=wide, least=10)
    canvas.write(x - 3, y + 23, REBUILT, 15, bold=True, halo=2.5)
    canvas.write(x + 12, y + 20.9, _("reconstructed"), 12.5, halo=2.5, within=wide, least=10)


# ---- France and parliament


def draw_france(canvas: Canvas, view: View, ends: Ends = (LEFT, RIGHT), columns: int = NEW_CONFLICTS) -> float:
    """Draw the war in France: the conflicts, and the favours of the king below them; return the lower edge in px.

    In one column there are no empty places.
    """
    left, right = ends
    note = _("England : France; the houses by rank") if columns > 1 else _("England : France")
    canvas.heading(left, right, 16, _("The war in France"), note, 15)
    wide = (right - left - _CARD_GAP * (columns - 1)) / columns
    places: list[tuple[ConflictView | None, str]] = []
    for row, none in (("upper", _("upper row: no conflict")), ("lower", _("lower row: no conflict"))):
        cards = [conflict for conflict in view.conflicts if conflict.row == row]
        empty = NEW_CONFLICTS - len(cards) if columns > 1 else 0
        places += [(conflict, "") for conflict in cards] + [(None, none)] * empty
    first, step = _ROWS
    for number, (conflict, none) in enumerate(places):
        x, y = left + number % columns * (wide + _CARD_GAP), first + number // columns * step
        box = x, y, x + wide, y + _CARD
        if conflict:
            _draw_conflict(canvas, conflict, box)
        else:
            canvas.box("down", box)
            canvas.write(x + wide / 2, y + 38.5, none, 13, INK3, anchor="middle", italic=True, within=wide - 8)

    top = first + -(-len(places) // columns) * step + 1
    low = top + _FAVOUR
    begin = max(left + _LABEL, canvas.label(left, top + 17, _("Favours"), 13.5, 2 * _LABEL) + 4)
    wide = (right - begin - 5.0 * (len(view.favours) - 1)) / len(view.favours)
    for number, favour in enumerate(view.favours):
        x = begin + number * (wide + 5)
        box = (x, top, x + wide, low)
        canvas.box("plates" if favour.up else "down", box)
        state = _("face up") if favour.up else _("turned down")
        words = _("Favour of the king, {words}, {state}").format(words=favour_words(favour), state=state)
        canvas.hover(box, words, favour.favour)
        if favour.up:
            mark = doubt_mark(favour.confidence, "reward")
            canvas.reward(favour.reward, x + min(7, wide / 2 - 16), (top + low) / 2, mark)
        else:
            taken = _("taken")
            canvas.write(
                x + wide / 2, low - 8.5, taken, 12, INK3, anchor="middle", italic=True, within=wide - 4, least=10
            )
    return low


def _draw_conflict(canvas: Canvas, conflict: ConflictView, box: tuple[float, float, float, float]) -> None:
    """Draw a card: English total and French strength at the left, houses by rank with their points at the right."""
    left, top, right, _low = box
    canvas.box("plates", box)
    canvas.label(left + 7, top + 16, CONFLICT_NAMES[conflict.card], 14.5, _TOTALS - 10)
    canvas.write(left + 29, top + 42, str(conflict.england), 25, bold=True, anchor="middle", family="serif")
    french = f"{conflict.strength}{doubt_mark(conflict.confidence, 'strength')}"
    canvas.write(left + 81, top + 42, french, 25, bold=True, anchor="middle", family="serif")
    canvas.write(left + 55, top + 40, ":", 19, INK2, anchor="middle", family="serif")
    canvas.write(left + 7, top + 60.5, standing(conflict), 12, INK2, within=_TOTALS - 10, least=10)
    canvas.line("rules", (left + _TOTALS, top + 5), (left + _TOTALS, top + 62))
    mark = doubt_mark(conflict.confidence, "points")
    parties = [slot for _number, slot in ranking(conflict)]
    for rank in range(SLOTS):
        slot = parties[rank] if rank < len(parties) else None
        place = (left + _TOTALS + 4, top + 4 + 20.2 * rank, right)
        _draw_rank(canvas, f"{conflict.points[rank]}{mark}", slot, place)
    name = CONFLICT_NAMES[conflict.card]
    canvas.hover(box, f"{conflict_words(conflict)}. {FRANCE[conflict.card].text}", name)


def _draw_rank(canvas: Canvas, points: str, slot: SlotView | None, place: tuple[float, float, float]) -> None:
    """Draw one rank: its points, the house that holds it now, and its knights with their total strength.

    ``place`` is left, top and right in px.
    """
    left, top, right = place
    canvas.sign("point", left + 6, top + 9.5, 0.9)
    canvas.write(left + 13, top + 14.2, points, 13, bold=True)
    x = left + 30
    if slot is None:
        canvas.line("empty", (x, top + 1), (x + 17, top + 1), (x + 17, top + 18), (x, top + 18), (x, top + 1))
        return
    canvas.chip(slot.colour, x, top + 1, 17)
    canvas.write(right - 6, top + 14.2, str(slot.strength), 14, bold=True, anchor="end")
    knights = " ".join(map(str, slot.knights)) + (f"+{slot.squires}" if slot.squires else "")
    if len(knights) > 1:
        canvas.write(x + 20, top + 14, knights, 12, INK2, within=right - x - 36)


def draw_parliament(
    canvas: Canvas, view: View, top: float, ends: Ends = (LEFT, RIGHT), columns: int = IN_FORCE
) -> float:
    """Draw parliament from ``top`` on: the laws in force above the proposals; return the lower edge in px."""
    left, right = ends
    most = _LINES[columns == 1]
    wide, high = (right - left - _LAW_GAP * (columns - 1)) / columns, (19 if columns > 1 else 23) + _STEP * most
    for words, note, laws, more in (
        (_("Laws in force"), _("the left one goes when a law is accepted"), view.laws, 0.0),
        (_("Proposals in parliament"), "", view.proposals, _VERDICT if columns > 1 else 0.0),
    ):
        canvas.heading(left, right, top + 13, words, note if columns > 1 else "")
        top += 19
        for number in range(IN_FORCE):
            x, y = left + number % columns * (wide + _LAW_GAP), top + number // columns * (high + more + _LAW_GAP)
            box = (x, y, x + wide, y + high + more)
            if number < len(laws):
                _draw_law(canvas, laws[number], box, most)
            else:
                canvas.box("down", box)
        top = y + high + more + (4 if columns > 1 else 8)
    return top


def _draw_law(canvas: Canvas, law: LawView, box: tuple[float, float, float, float], most: int) -> None:
    """Draw a card with the name of a law, its effect as a sentence of at most so many lines, and its verdict."""
    left, top, right, low = box
    if law.current:
        canvas.ring(box)
    rejected = law.verdict == "rejected"
    canvas.box("down" if rejected else "plates", box)
    room = right - left - 12
    ink = INK3 if rejected else INK
    canvas.write(left + 6, top + 15, law.name, 13.5, ink, bold=True, family="serif", within=room + 4, least=11)
    lines = wrap(f"{law.brief[:1].upper()}{law.brief[1:]}.", _SIZE, room)
    for number, line in enumerate([*lines[: most - 1], cut(" ".join(lines[most - 1 :]), _SIZE, room)]):
        canvas.write(left + 6, top + 29 + _STEP * number, line, _SIZE, ink, within=room)
    if law.verdict:
        y = low - 4.5 if most > _LINES[1] else top + 15
        canvas.write(right - 6, y, _(law.verdict), 13, ink, bold=True, anchor="end", within=room)
    canvas.hover(box, law_words(law))


# ---- the houses


def draw_houses(canvas: Canvas, view: View, top: float, width: float = WIDTH, columns: int = 0) -> float:
    """Draw from ``top`` on the score track, where houses of nearly the same score stand side by side, and their boxes.

    The boxes lie clockwise, in rows of so many, by default in one; return the lower edge in px.
    """
    track = top + _TRACK
    most = max(_LEAST_TRACK, -(-max(view.scores.values()) // 10) * 10)
    left, right = max(60.0, canvas.label(8, track + 3, _("Score"), 14, 120) + 8), width - 110
    canvas.line("track", (left, track), (width - 8, track))
    for points in range(0, most + 1, 10):
        x = left + (right - left) * points / most
        canvas.line("track", (x, track - 4), (x, track + 4))
        canvas.write(x, track + 13.5, str(points), 12, INK2, anchor="middle")
    free = left  # the px from which the track is free
    for colour, score in sorted(view.scores.items(), key=lambda item: item[1]):
        free = max(free, left + (right - left) * score / most - 8)
        canvas.chip(colour, free, track - 17, 16)
        free += 17

    columns = columns or len(view.houses)
    wide = width / columns
    for number, house in enumerate(view.houses):
        x, y = number % columns * wide, top + _HOUSES + number // columns * (_HOUSE + 7)
        _draw_house(canvas, view, house, (x + 4.5, y, x + wide - 4.5, y + _HOUSE))
    return y + _HOUSE


def _draw_house(canvas: Canvas, view: View, house: House, box: tuple[float, float, float, float]) -> None:
    """Draw the box of a house: score, vote or captives, goods; knights and castle, its own and those of its ally."""
    left, top, right, low = box
    if house.colour in view.active:
        canvas.ring(box)
    canvas.box("plates", box)
    canvas.hover(box, house_words(view, house))
    canvas.chip(house.colour, left + 5, top + 3)
    score = canvas.write(right - 7, top + 18, str(house.score), 19, bold=True, anchor="end", family="serif")
    begin, end = left + 28, right - 9 - score
    vote = ballot_words(view, house.colour)
    room = end - begin - (text_width(vote, 12) + 3 if vote else 0)
    begin += canvas.write(begin, top + 17, house.colour, 14, bold=True, family="serif", within=room)
    captives = ""
    if numbers := " ".join(map(str, house.prisoners)):
        choices = [_("captured {list}").format(list=numbers), _("taken {list}").format(list=numbers), f"[{numbers}]"]
        captives = next((words for words in choices if text_width(words, 12) <= end - begin - 3), choices[-1])
    if words := vote or captives:
        canvas.write(begin + 3, top + 17, words, 12.5, INK2, italic=True, within=end - begin - 3)
    goods = (("gold", house.gold), ("squire", house.squires), ("marker", house.markers), ("noble", len(house.nobles)))
    step = min(40.0, (right - left - 20) / 4)
    for number, (kind, n) in enumerate(goods):
        canvas.sign(kind, left + 12 + number * step, top + 31)
        amount = "?" if n is None else str(n)  # goods behind a screen are not known
        canvas.write(left + 21 + number * step, top + 36, amount, 14, bold=True)
    if house.colour == view.start_player:
        canvas.sign("start", right - 10, top + 31)
    half = (left + right) / 2 if house.ally else right
    _draw_knights(canvas, house.colour, house.court, house.reserve, (left + 6, top + 48.5), half)
    own = house.colour == view.viewer
    _draw_castle(canvas, house.colour, house.castle, (left + 5, half - 3, low - 3), own=own)
    if house.ally:
        canvas.line("rules", (half, top + 42), (half, low - 4))
        _draw_knights(canvas, house.ally.colour, house.ally.court, house.ally.reserve, (half + 6, top + 48.5), right)
        _draw_castle(canvas, house.ally.colour, house.ally.castle, (half + 28, right - 3, low - 3), own=own)
        canvas.chip(house.ally.colour, half + 6, low - 24)


def _draw_knights(
    canvas: Canvas, colour: str, court: Sequence[int], reserve: Sequence[int], place: tuple[float, float], right: float
) -> None:
    """Draw the knights at court as shields in colour, then those in reserve as outlines."""
    x, y = place
    x += canvas.write(x, y + 4.5, _("court"), 12, INK2, within=60) + 9
    step = min(_KNIGHT, (right - x - 8) / max(1, len(court) + len(reserve)))
    for number, strength in enumerate((*court, *reserve)):
        middle = x + number * step + (4 if number >= len(court) else 0)
        if number < len(court):
            canvas.knight(colour, strength, middle, y, 1.3)
        else:
            canvas.drawing.add("hollow", shield(middle, y, 1.2))
            canvas.write(middle, y + 3.6, str(strength), 12, INK2, anchor="middle")


def _draw_castle(
    canvas: Canvas, colour: str, spaces: Sequence[SpaceView], ends: tuple[float, float, float], *, own: bool
) -> None:
    """Draw the spaces of a castle with their rewards, and add their hover texts.

    ``ends`` are left end, right end and lower edge in px. The spaces of the viewer's ``own`` castle can be chosen.
    Extensions are dark with battlements, knights are shields.
    """
    left, right, low = ends
    step = min(_SPACE + 2, (right - left) / len(spaces))
    for number, space in enumerate(spaces):
        x = left + number * step
        box = (x, low - _SPACE, x + step - 2, low)
        _draw_space(canvas, colour, space, box)
        canvas.hover(
            box,
            _("{colour}, castle space for {space}").format(colour=colour, space=space_words(space)),
            f"castle {space.space}" if own else "",
        )


def _draw_space(canvas: Canvas, colour: str, space: SpaceView, box: tuple[float, float, float, float]) -> None:
    """Draw a space of a castle: its knight, or the signs of its reward."""
    left, top, right, low = box
    x, y = (left + right) / 2, (top + low) / 2
    if space.due:
        canvas.ring(box)
    canvas.box("pips", box, 2)
    if space.built:
        teeth = ((left, low), (left, top - 2), (left + 5, top - 2), (left + 5, top + 2), (x - 2.5, top + 2),
                 (x - 2.5, top - 2), (x + 2.5, top - 2), (x + 2.5, top + 2), (right - 5, top + 2),
                 (right - 5, top - 2), (right, top - 2), (right, low), (left, low))  # fmt: skip
        canvas.drawing.add("built", teeth)
        canvas.box("disc", (left + 3, top + 5, right - 3, low - 2.5), 2)
        y += 1.5
    if space.knight:
        canvas.knight(colour, space.knight, x, y, 1.6)
        return
    kinds, mark = [kind for kind, _n in amounts(space.reward)], doubt_mark(space.confidence, "reward")
    for i, kind in enumerate(kinds):  # the mark of doubt stands at the upper right
        canvas.sign(kind, x - 1.2 * len(mark) + (i - (len(kinds) - 1) / 2) * 10, y, 1.05 if len(kinds) == 1 else 0.76)
    canvas.write(right - 4.1, y - 1, mark, 12, bold=True, anchor="middle")
