"""The family tree from Edward III to Henry VII as a picture, and the line of descent of a claim in it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from typing import Any, Final

from roses.engine.i18n import gettext as _
from roses.figures.drawing import Layer, text_width, wrap
from roses.figures.drawing import palette as p
from roses.figures.drawing.geometry import Box, Line, at, round_box, swords
from roses.figures.drawing.picture import Chart, plotly_figure
from roses.figures.drawing.svg import Svg, number, path_data, tag
from roses.figures.people.layout import HOUSES, LABELS, TREE, Layout, house_look, layout, main_parent
from roses.history.claims import Claim, reigns
from roses.history.dates import day
from roses.history.people import Person, ended, person, spouses

_CROWN: Final = ((-9, 5), (-10, -4), (-5, 0), (0, -6), (5, 0), (10, -4), (9, 5), (-9, 5))
_DIAMOND: Final = ((0, -6.5), (5.5, 0), (0, 6.5), (-5.5, 0), (0, -6.5))
_NAME: Final = 14.0
_RING: Final = 7.5
_VIOLENT: Final = ("executed", "murdered", "killed")
_LAYERS: Final = (
    Layer("edge", "line", edge=p.INK2, width=1.5),
    Layer("line", "line", edge=p.INK, width=5.0),
    *(Layer(f"house {house}", "fill", fill, p.INK2, 1.0) for house, (_letter, fill, _ink) in HOUSES.items()),
    Layer("chip", "fill", p.INK),
    Layer("frame", "line", edge=p.INK, width=3.6),
    Layer("crown", "fill", p.GOLD, p.GOLD_EDGE, 1.2),
    Layer("ring", "fill", p.PANEL, p.INK, 1.2),
    Layer("badge", "fill", p.INK),
    Layer("sign", "line", edge=p.INK, width=1.7),
)


def family_svg(claim: Claim | None = None) -> Svg:
    """Return the family tree as an SVG document, with a claim's line of descent drawn thick and its heirs numbered.

    >>> from roses.history.claims import claim
    >>> family_svg(claim("primogeniture", 1460)).name
    'The family of Edward III. 25 October 1460: Richard, 3rd Duke of York by: Eldest line first; a daughter ...'
    """
    return _chart(claim).svg(title(claim), text_family(claim))


def family_figure(claim: Claim | None = None) -> Any:
    """Return the same picture as a plotly figure.

    >>> type(family_figure()).__name__
    'Figure'
    """
    return plotly_figure(_chart(claim).figure(title(claim), text_family(claim)))


def title(claim: Claim | None = None) -> str:
    """Return the title of the picture."""
    words = _("The family of Edward III")
    if claim is None:
        return words
    best = claim.best.short if claim.best else _("nobody")
    short = claim.rule.title if len(claim.rule.title) < 40 else f"{claim.rule.title.split(' where')[0]} ..."
    return _("{words}. {day}: {best} by: {rule}").format(words=words, day=day(claim.date), best=best, rule=short)


def text_family(claim: Claim | None = None) -> str:
    """Return the tree in words, a line for each person in it under the parent; with a claim, its heirs and reasons.

    >>> print(text_family()[:150].splitlines()[1])
      John of Gaunt (Lancaster), 1340-1399, died
    """
    lines: list[str] = []
    for name in TREE:
        who, depth, above = person(name), 0, main_parent(name)
        while above:
            depth, above = depth + 1, main_parent(above)
        how = ended(who).split(",")[0]
        years = f"{who.born.short}-{who.died.short}"
        lines.append(f"{'  ' * depth}{who.short} ({who.house}), {years}, {how}")
    head = [str(claim)] if claim else []
    if claim and claim.heirs:
        head += [f"{person(branch.person).short}: {branch.why}" for branch in claim.heirs[0].line]
    return "\n".join([*head, *lines])


def marks_svg(claim: Claim, among: Iterable[Claim] = ()) -> str:
    """Return marks of lines of descent, each edge, frame and number an element; those of a claim are visible.

    There are marks for this claim and for those in ``among``, between which a reader may choose. Lines have
    ``data-edge`` (two ids), frames ``data-frame`` and numbers ``data-badge``; a script shows others. It lies over the
    tree.

    >>> from roses.history.claims import claim
    >>> marks_svg(claim("primogeniture", 1460)).count('display="inline"')
    18
    """
    line = claim.heirs[0].descent if claim.heirs else ()
    heirs = {heir.person: str(n) for n, heir in enumerate(claim.heirs[:9], 1)}
    every = (claim, *among)
    lines = {name for one in every if one.heirs for name in one.heirs[0].descent}
    heirs_of_all = {heir.person for one in every for heir in one.heirs[:9]}
    edges, frames, badges = [], [], []
    for (above, below), path in layout().edges.items():
        if not {above, below} <= lines:
            continue
        display = _show((above, below) in pairwise(line))
        edges.append(tag("path", d=path_data([path], closed=False), data_edge=f"{above} {below}", **display))
    for name, box in layout().boxes.items():
        if name in lines:
            d = path_data(_frame(name, box), closed=False)
            frames.append(tag("path", d=d, data_frame=name, **_show(name in line)))
        if name not in heirs_of_all:
            continue
        x, y = number(box[2] - 8), number(box[1])
        disc = tag("circle", cx=x, cy=y, r=9.5)
        digit = tag("text", heirs.get(name, ""), x=x, y=number(box[1] + 4.6), fill=p.WHITE)
        badges.append(tag("g", disc, digit, data_badge=name, **_show(name in heirs)))
    style = {"font_family": p.SANS, "font_size": 13.0, "font_weight": 700, "text_anchor": "middle"}
    return "".join(
        (
            tag("g", *edges, fill="none", stroke=p.INK, stroke_width=5.0),
            tag("g", *frames, fill="none", stroke=p.INK, stroke_width=3.6),
            tag("g", *badges, fill=p.INK, **style),
        )
    )


def _show(visible: bool) -> dict[str, str]:
    return {"display": "inline" if visible else "none"}


def _frame(name: str, box: Box) -> list[Line]:
    """Return the frame of a person, open where crown and rings stand on its upper edge."""
    left, top, right, low = box
    many = len(rings().get(name, ""))
    begin = left + (1 + 17 * many if many else 0)
    middle = (left + right) / 2
    down: Line = ((right, top), (right, low), (left, low), (left, top + (9 if many else 0)))
    if name not in kings():
        return [((begin, top), *down)]
    return [((begin, top), (middle - 11, top)), ((middle + 11, top), *down)]


def _chart(claim: Claim | None) -> Chart:
    tree = layout()
    chart = Chart(tree.width, tree.height, _LAYERS)
    chart.write(_("The family of Edward III"), 14, 30, 22, bold=True, family="serif", anchor="start")
    _key(chart, tree)
    for path in tree.edges.values():
        chart.add("edge", path)
    for name, box in tree.boxes.items():
        _person(chart, person(name), box)
    if claim:
        _mark(chart, tree, claim)
    return chart


def _mark(chart: Chart, tree: Layout, claim: Claim) -> None:
    """Draw the line of the best claim thick, frame its people, and number the heirs who are in the tree."""
    line = claim.heirs[0].descent if claim.heirs else ()
    for above, below in pairwise(line):
        if (above, below) in tree.edges:
            chart.add("line", tree.edges[above, below])
    for name in line:
        if name in tree.boxes:
            chart.add("frame", *_frame(name, tree.boxes[name]))
    for place, heir in enumerate(claim.heirs[:9], 1):
        if heir.person in tree.boxes:
            _badge(chart, tree.boxes[heir.person], place)


def _person(chart: Chart, who: Person, box: Box) -> None:
    """Draw one person: name, house letter, years, how he died, crown, and rings of marriage."""
    left, top, right, low = box
    chart.add(f"house {who.house if who.house in HOUSES else 'Plantagenet'}", round_box(box, 4))
    words = (
        LABELS.get(who.id, "").split("|") if who.id in LABELS else wrap(who.short, _NAME, right - left - 6, bold=True)
    )
    down = top + (19 if len(words) > 1 else 26)
    for i, part in enumerate(words[:2]):
        chart.write(part, (left + right) / 2, down + 15 * i, _NAME, bold=True, within=right - left - 5)
    letter = house_look(who.house)[0]
    chip = (left + 1.5, low - 16, left + 14.5, low - 2)
    chart.box("chip", chip)
    chart.write(letter, left + 8, low - 5, 12.5, p.WHITE, bold=True)
    chart.write(_years(who), left + 16.5, low - 5, 12.5, p.INK, anchor="start")
    _death(chart, who, right - 9, low - 10)
    _signs(chart, who, box)
    chart.hover(box, f"{who.name}, {who.born} - {ended(who)}")


def _signs(chart: Chart, who: Person, box: Box) -> None:
    """Draw what stands on the upper edge of a box: a crown, and the rings of marriage."""
    left, top, right, _low = box
    if who.id in kings():
        chart.add("crown", at(_CROWN, (left + right) / 2, top, 0.95))
    for i, mark in enumerate(rings().get(who.id, "")):
        x = left + 9 + 17 * i
        chart.add("ring", at(tuple((a * _RING, b * _RING) for a, b in _circle_points()), x, top))
        chart.write(mark, x, top + 4, 12.5, bold=True)


def _years(who: Person) -> str:
    end = "?" if who.death.how == "vanished" else str(who.died.year or "?")
    return f"{who.born.year or '?'}-{end}"


def _death(chart: Chart, who: Person, x: float, y: float) -> None:
    """Draw the sign of a death by violence: swords for battle, a diamond for execution or murder, ? for unknown."""
    if who.death.how == "battle":
        chart.add("sign", *swords(x, y, 9))
    elif who.death.how in _VIOLENT:
        chart.add("chip", at(_DIAMOND, x, y))
    elif who.death.how == "vanished":
        chart.write("?", x, y + 5, 14, bold=True)


def _badge(chart: Chart, box: Box, number: int) -> None:
    x, y = box[2] - 8, box[1]
    chart.add("badge", at(tuple((a * 9.5, b * 9.5) for a, b in _circle_points()), x, y))
    chart.write(str(number), x, y + 4.6, 13, p.WHITE, bold=True)


def _key(chart: Chart, tree: Layout) -> None:
    """Write what the letters and signs mean: at the head the houses, at the foot the signs."""
    x, y = 326.0, 26.0
    for house, (letter, _fill, _ink) in HOUSES.items():
        if house not in {person(name).house for name in TREE}:
            continue
        chart.box(f"house {house}", (x, y - 14, x + 17, y + 4))
        chart.write(letter, x + 8.5, y, 12.5, bold=True)
        chart.write(house, x + 22, y, 13.5, anchor="start")
        x += 30 + 0.9 * text_width(house, 13.5)
    y, x = tree.height - 17, 24.0
    chart.add("crown", at(_CROWN, x, y - 4, 0.95))
    x = _entry(chart, _("was King"), x + 16, y)
    chart.add("sign", *swords(x + 8, y - 5, 9))
    x = _entry(chart, _("killed in battle"), x + 22, y)
    chart.add("chip", at(_DIAMOND, x + 6, y - 5))
    x = _entry(chart, _("executed or murdered"), x + 18, y)
    chart.write("?", x + 6, y, 14, bold=True)
    x = _entry(chart, _("vanished"), x + 16, y)
    chart.add("ring", at(tuple((a * _RING, b * _RING) for a, b in _circle_points()), x + 8, y - 4))
    chart.write("a", x + 8, y, 12.5, bold=True)
    x = _entry(chart, _("same letter: married"), x + 22, y)
    _entry(chart, _("Sons of Edward III by age: Edward, Lionel, John, Edmund, Thomas"), x + 2, y)


def _entry(chart: Chart, words: str, x: float, y: float) -> float:
    chart.write(words, x, y, 13, p.INK2, anchor="start")
    return x + text_width(words, 13) + 14


@cache
def kings() -> frozenset[str]:
    """Return the ids of those in the tree who held the crown of England."""
    return frozenset({reign.person for reign in reigns()} | {"edward3"})


@cache
def rings() -> dict[str, str]:
    """Return for each of a couple in the tree the letters of the marriages.

    >>> rings()["york3"] == rings()["cecily"], len(rings()["anne-neville"])
    (True, 2)
    """
    letters: dict[str, str] = {}
    pairs = [
        (one, other) for one in TREE for other in spouses(one) if other in TREE and TREE.index(one) < TREE.index(other)
    ]
    for letter, pair in zip("abcdefghij", pairs, strict=False):
        for name in pair:
            letters[name] = letters.get(name, "") + letter
    return letters


@cache
def _circle_points() -> tuple[tuple[float, float], ...]:
    return tuple((cos(a * pi / 8), sin(a * pi / 8)) for a in range(17))
