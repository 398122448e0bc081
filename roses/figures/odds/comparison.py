"""Odds of several battles side by side, and the course of a battle, action by action, as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.blocks.captions import other_side
from roses.figures.drawing.measure import text_width, wrap
from roses.figures.drawing.palette import AMBER, HOUSES, INK, INK2, INK3, PANEL, PAPER, RULE, SERIF
from roses.figures.drawing.svg import PAGE, Svg, document, hatch, line, rect, tag, text
from roses.figures.odds.bars import percent, sureness
from roses.odds.result import BattleOdds
from roses.richard.tables import HEIRS, INDEX
from roses.table import Table

WIDTH: Final = PAGE
_PAD: Final = 20.0
_LEFT: Final = 240.0  # where bars begin
_RIGHT: Final = 112.0  # from where they end to the edge
_ROW: Final = 46.0
_BAR: Final = 28.0
_LINE: Final = 27.0  # px: a line of an action
_THICK: Final = 15.0
_AXIS: Final = WIDTH - _LEFT - _RIGHT  # from 0 to 100 per cent
_TITLE: Final = 22.0
_KEY: Final = 26.0  # px: a line of the legend
_LEAST: Final = 0.0005  # a change that is drawn
_SEEN: Final = 0.4  # px of a stretch that is drawn


class _Part(msgspec.Struct, frozen=True):
    """A part of a bar: its label, the house of its colours, whether it is hatched, and the probability."""

    words: str
    house: str
    open: bool
    chance: float


def compare_svg(cases: Mapping[str, BattleOdds], title: str) -> Svg:
    """Return one bar for each case, labelled by its key, in one SVG, 780 px wide.

    A bar shows who wins and whether an heir fell. It suits battles in which each side has one heir and his death ends
    the game, as in the scenario of 1483. ValueError if a side has no heir in the battle.

    >>> import roses
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> "Richmond dies" in compare_svg({"alone": roses.battle_odds(battle)}, "The two rivals")
    True
    """
    drawn, y = heading(title)
    words = _("Lancaster wins")
    drawn_key, y = _legend(_parts(next(iter(cases.values()))), y + _KEY, text_width(words, 13.5))
    drawn += [*drawn_key, text(WIDTH - _PAD, y, words, 13.5, INK2, anchor="end")]
    y += 12
    for label, odds in cases.items():
        drawn += _case(_("{case}, by lot").format(case=label) if odds.sampled else label, odds, y)
        y += _ROW
    each = _("{case}: Lancaster {chance}")
    said = "; ".join(each.format(case=label, chance=percent(odds.win["Lancaster"])) for label, odds in cases.items())
    unsure = next((sureness(odds) for odds in cases.values() if not odds.exact), "")
    if unsure:
        y += 18
        drawn.append(text(_PAD, y, unsure, 13.5, INK2, anchor="start", within=WIDTH - 2 * _PAD))
    return framed(drawn, y + 10, title, " ".join(filter(None, (f"{said}.", unsure))))


def _parts(odds: BattleOdds) -> list[_Part]:
    """Return the stretches of a bar from left to right: Lancaster's on the left, deaths at the ends."""
    found = {}
    for house in ("Lancaster", "York"):
        enemy = next((e.block for e in odds.blocks if e.house != house and HEIRS >> INDEX[e.block] & 1), "")
        if not enemy:
            why = _("{house} has no heir in {area}, and these bars tell of heirs")
            raise ValueError(why.format(house=other_side(house), area=odds.area))
        killed = odds.eliminated[enemy]
        fell = _Part(_("{heir} dies").format(heir=enemy), house, False, killed)
        held = _Part(_("{house} holds the field, both live").format(house=house), house, True, odds.win[house] - killed)
        found[house] = [fell, held]
    return found["Lancaster"] + found["York"][::-1]


def _case(label: str, odds: BattleOdds, y: float) -> Iterator[str]:
    middle = y + _ROW / 2
    yield text(_PAD, middle + 5, label, 15, INK, anchor="start", within=_LEFT - _PAD - 14)
    x = _LEFT
    for part in _parts(odds):
        if _AXIS * part.chance >= _SEEN:
            yield from _stretch(part, x, middle - _BAR / 2, _AXIS * part.chance)
        x += _AXIS * part.chance
    yield text(
        WIDTH - _PAD, middle + 7, percent(odds.win["Lancaster"]), 20, INK, weight=600, anchor="end", family=SERIF
    )


def _stretch(part: _Part, x: float, y: float, wide: float) -> Iterator[str]:
    look = HOUSES[part.house]
    yield from _ground(part, x, y, wide, _BAR)
    share = f"{100 * part.chance:.0f}"
    if wide >= text_width(share, 13) + 6:
        ink = look.edge if part.open else look.ink
        yield text(x + wide / 2, y + _BAR / 2 + 4.5, share, 13, ink, weight=600, halo=3.0 if part.open else 0)


def _ground(part: _Part, x: float, y: float, wide: float, high: float) -> Iterator[str]:
    look = HOUSES[part.house]
    yield rect(x, y, wide, high, look.ground if part.open else look.fill)
    if part.open:
        yield hatch(x, y, wide, high, 8, RULE, 2.2)
    yield tag("rect", x=x, y=y, width=wide, height=high, fill="none", stroke=look.edge, stroke_width=1.1)


def _legend(parts: list[_Part], y: float, beside: float) -> tuple[list[str], float]:
    """Draw the legend of the parts from baseline ``y`` on, clear of ``beside`` px at the right; the last baseline."""
    x, drawn = _PAD, list[str]()
    for part in parts:
        wide = 37 + text_width(part.words, 13.5)
        if x + wide > WIDTH - _PAD - beside:
            x, y = _PAD, y + _KEY
        drawn += [*_ground(part, x, y - 13, 30, 17), text(x + 37, y, part.words, 13.5, INK2, anchor="start")]
        x += wide + 22
    return drawn, y


def course_svg(course: Table, title: str) -> Svg:
    """Return how a battle went, as one SVG, 780 px wide: a line for each charge and each action that changed the odds.

    ``course`` is a table of ``judged``, its values probabilities for Lancaster. A bar leads from the value before
    to the value after; its colour shows whose action it was, York's, Lancaster's or the dice's.

    >>> import roses
    >>> from roses.lab import judged
    >>> battle = roses.battle("Leicester", {"Warwick": "Richmond"}, "Gloucester", scenario="1483")
    >>> tree = roses.odds.best_play(battle).root
    >>> "Gloucester charges" in course_svg(judged(tree, ["Gloucester charges Richmond", "roll 6 5 4"]), "A start")
    True
    """
    told = course[(abs(course["change"]) >= _LEAST) | course["deed"].str.contains(" charges ")]
    drawn, low = heading(title)
    top = low + 46
    bottom = top + _LINE * len(told)
    drawn += _scale(top, bottom)
    for n, row in enumerate(told.itertuples()):
        drawn += _action(row.by, _plain(row.deed), row.before, row.after, top + n * _LINE, first=not n)
    drawn += _authors(bottom + 40)
    said = "; ".join(f"{_plain(row.deed)}: {percent(row.after)}" for row in told.itertuples())
    return framed(drawn, bottom + 68, title, f"{said}.")


def _plain(action: str) -> str:
    return action.replace("/Y", "").replace("/L", "")


def _scale(top: float, bottom: float) -> Iterator[str]:
    yield text(_LEFT, top - 26, _("Lancaster's chance, per cent"), 13.5, INK2, anchor="start")
    yield text(WIDTH - _PAD, top - 26, _("points"), 13.5, INK2, anchor="end")
    for share in range(0, 101, 25):
        x = _LEFT + _AXIS * share / 100
        yield line([(x, top - 4), (x, bottom + 2)], RULE)
        yield text(x, top - 10, str(share), 13, INK2)


def _action(by: str, action: str, before: float, after: float, y: float, *, first: bool) -> Iterator[str]:
    """Draw one action: its words, the bar from before to after, joined to the line above, and the change in points."""
    middle = y + _LINE / 2
    yield text(_PAD, middle + 5, action, 14.5, INK, anchor="start", within=_LEFT - _PAD - 14)
    low, high = sorted((before, after))
    yield _block(by, _LEFT + _AXIS * low, middle - _THICK / 2, max(_AXIS * (high - low), 2.0))
    start = _LEFT + _AXIS * before
    if not first:
        yield line([(start, middle - _LINE + _THICK / 2), (start, middle - _THICK / 2)], INK3, 1.2)
    big = abs(after - before) >= 0.1
    change = f"{100 * (after - before):+.1f}".replace("-", "−")
    yield text(WIDTH - _PAD, middle + 5, change, 15, INK if big else INK2, weight=600 if big else 400, anchor="end")


def _block(by: str, x: float, y: float, wide: float) -> str:
    fill, edge = (HOUSES[by].fill, HOUSES[by].edge) if by in HOUSES else (AMBER, INK)
    return rect(x, y, wide, _THICK, fill, stroke=edge, stroke_width=1.2, rx=7 if by not in HOUSES else 0)


def _authors(y: float) -> Iterator[str]:
    yield line([(_PAD, y - 26), (WIDTH - _PAD, y - 26)], RULE)
    authors = (("York", _("York chose")), ("Lancaster", _("Lancaster chose")), ("Chance", _("the dice fell")))
    wide = sum(56 + text_width(words, 13.5) for _by, words in authors)
    x = max(_PAD, min(_LEFT, WIDTH - _PAD - wide))
    for by, words in authors:
        yield _block(by, x, y - 7, 30)
        yield text(x + 38, y + 5, words, 13.5, INK2, anchor="start")
        x += 38 + text_width(words, 13.5) + 18


def heading(title: str) -> tuple[list[str], float]:
    """Return the title, in as many lines as it needs in the widest font, and the lower edge of its ground.

    >>> heading("The two rivals")[1]
    52.0
    """
    lines = wrap(title, _TITLE, WIDTH - 2 * _PAD, bold=True, family="serif")
    low = 24 + 28.0 * len(lines)
    drawn = [rect(0, 0, WIDTH, low, PANEL), line([(0, low), (WIDTH, low)], RULE)]
    for n, words in enumerate(lines):
        drawn.append(text(_PAD, 35 + 28 * n, words, _TITLE, INK, weight=600, anchor="start", family=SERIF))
    return drawn, low


def framed(drawn: list[str], height: float, title: str, description: str) -> Svg:
    """Return what was drawn in a frame, as a document with its title and description.

    >>> framed([], 60, "Nothing", "There is nothing to see.").name
    'Nothing'
    """
    edge = tag("rect", x="0.5", y="0.5", width=WIDTH - 1, height=height - 1, fill="none", stroke=RULE)
    inside = [rect(0, 0, WIDTH, height, PAPER), *drawn, edge]
    return document(WIDTH, height, inside, title=title, description=description)
