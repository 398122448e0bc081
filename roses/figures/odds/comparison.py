"""Bars below each other as SVG: the odds of several battles, the course of a battle, and shares with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.blocks import other_side
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.palette import AMBER, HOUSES, INK, INK2, INK3, PANEL, PAPER, RULE, SERIF
from roses.figures.drawing.svg import PAGE, Svg, document, hatch, line, rect, tag, text
from roses.figures.odds.bars import percent, sureness
from roses.odds.result import BattleOdds
from roses.richard.tables import HEIRS, INDEX
from roses.table import Table

Share: TypeAlias = tuple[float, float, float]  # a share and the ends of its interval, 0..1
WIDTH: Final = PAGE
_PAD: Final = 20.0
_TITLE: Final = 22.0  # px of the type of a title

# the bars of cases and of actions, in px
_LEFT: Final = 240.0  # where bars begin
_RIGHT: Final = 112.0  # from where they end to the edge
_AXIS: Final = WIDTH - _LEFT - _RIGHT  # from 0 to 100 per cent
_CASE: Final = 46.0  # height of a case
_BAR: Final = 28.0
_KEY: Final = 26.0  # height of a line of the legend
_LEAST: Final = 0.4  # a narrower stretch is not drawn
_ACTION: Final = 27.0  # height of an action
_THICK: Final = 15.0
_LEAST_CHANGE: Final = 0.0005  # a smaller change of a probability is not drawn

# the points of shares, in px
_SHARES_LEFT: Final = 270.0  # where the scale begins
_SHARES_AXIS: Final = WIDTH - _SHARES_LEFT - 190.0
_SHARE: Final = 40.0  # height of a share


# ---- several battles


class _Part(msgspec.Struct, frozen=True):
    """A part of a bar: its label, the house of its colours, whether it is hatched, and the probability (0..1)."""

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
    elements, y = heading(title)
    words = _("Lancaster wins")
    legend, y = _legend(_parts(next(iter(cases.values()))), y + _KEY, text_width(words, 13.5))
    elements += [*legend, text(WIDTH - _PAD, y, words, 13.5, INK2, anchor="end")]
    y += 12
    for label, odds in cases.items():
        elements += _case(_("{case}, by lot").format(case=label) if odds.sampled else label, odds, y)
        y += _CASE
    each = _("{case}: Lancaster {chance}")
    sentence = "; ".join(each.format(case=name, chance=percent(odds.win["Lancaster"])) for name, odds in cases.items())
    unsure = next((sureness(odds) for odds in cases.values() if not odds.exact), "")
    if unsure:
        y += 18
        elements.append(text(_PAD, y, unsure, 13.5, INK2, anchor="start", within=WIDTH - 2 * _PAD))
    return frame_svg(elements, y + 10, title, " ".join(filter(None, (f"{sentence}.", unsure))))


def _parts(odds: BattleOdds) -> list[_Part]:
    """Return the parts of a bar from left to right: Lancaster's on the left, deaths at the ends."""
    halves = {}
    for house in ("Lancaster", "York"):
        enemy = next((e.block for e in odds.blocks if e.house != house and HEIRS >> INDEX[e.block] & 1), "")
        if not enemy:
            why = _("{house} has no heir in {area}, and these bars tell of heirs")
            raise ValueError(why.format(house=other_side(house), area=odds.area))
        death = odds.eliminated[enemy]
        both_live = _("{house} holds the field, both live").format(house=house)
        halves[house] = [
            _Part(_("{heir} dies").format(heir=enemy), house, False, death),
            _Part(both_live, house, True, odds.win[house] - death),
        ]
    return halves["Lancaster"] + halves["York"][::-1]


def _case(label: str, odds: BattleOdds, y: float) -> Iterator[str]:
    """Draw the label of a case, its bar with percentages, and Lancaster's chance to win."""
    middle, x = y + _CASE / 2, _LEFT
    yield text(_PAD, middle + 5, label, 15, INK, anchor="start", within=_LEFT - _PAD - 14)
    for part in _parts(odds):
        wide, look, share = _AXIS * part.chance, HOUSES[part.house], f"{100 * part.chance:.0f}"
        if wide >= _LEAST:
            yield from _ground(part, x, middle - _BAR / 2, wide, _BAR)
            if wide >= text_width(share, 13) + 6:
                ink, halo = (look.edge, 3.0) if part.open else (look.ink, 0)
                yield text(x + wide / 2, middle + 4.5, share, 13, ink, weight=600, halo=halo)
        x += wide
    chance = percent(odds.win["Lancaster"])
    yield text(WIDTH - _PAD, middle + 7, chance, 20, INK, weight=600, anchor="end", family=SERIF)


def _ground(part: _Part, x: float, y: float, wide: float, high: float) -> Iterator[str]:
    """Draw a part of a bar, or its sample in the legend, without words."""
    look = HOUSES[part.house]
    yield rect(x, y, wide, high, look.ground if part.open else look.fill)
    if part.open:
        yield hatch(x, y, wide, high, 8, RULE, 2.2)
    yield tag("rect", x=x, y=y, width=wide, height=high, fill="none", stroke=look.edge, stroke_width=1.1)


def _legend(parts: list[_Part], y: float, beside: float) -> tuple[list[str], float]:
    """Draw the legend of the parts from baseline ``y`` on; return it with its last baseline.

    ``beside`` px at the right stay free.
    """
    x, elements = _PAD, list[str]()
    for part in parts:
        wide = 37 + text_width(part.words, 13.5)
        if x + wide > WIDTH - _PAD - beside:
            x, y = _PAD, y + _KEY
        elements += [*_ground(part, x, y - 13, 30, 17), text(x + 37, y, part.words, 13.5, INK2, anchor="start")]
        x += wide + 22
    return elements, y


# ---- the course of a battle


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
    rows = course[(abs(course["change"]) >= _LEAST_CHANGE) | course["deed"].str.contains(" charges ")]
    elements, low = heading(title)
    top = low + 46
    bottom = top + _ACTION * len(rows)
    elements.append(text(_LEFT, top - 26, _("Lancaster's chance, per cent"), 13.5, INK2, anchor="start"))
    elements.append(text(WIDTH - _PAD, top - 26, _("points"), 13.5, INK2, anchor="end"))
    for share in range(0, 101, 25):
        x = _LEFT + _AXIS * share / 100
        elements += [line([(x, top - 4), (x, bottom + 2)], RULE), text(x, top - 10, str(share), 13, INK2)]
    for n, row in enumerate(rows.itertuples()):
        elements += _action(row.by, _short(row.deed), row.before, row.after, top + n * _ACTION, first=not n)
    elements += _authors(bottom + 40)
    sentence = "; ".join(f"{_short(row.deed)}: {percent(row.after)}" for row in rows.itertuples())
    return frame_svg(elements, bottom + 68, title, f"{sentence}.")


def _short(action: str) -> str:
    """Return an action without the letters that tell blocks of one name apart."""
    return action.replace("/Y", "").replace("/L", "")


def _action(by: str, action: str, before: float, after: float, y: float, *, first: bool) -> Iterator[str]:
    """Draw one action: its words, the bar from before to after, joined to the line above, and the change in points."""
    middle = y + _ACTION / 2
    yield text(_PAD, middle + 5, action, 14.5, INK, anchor="start", within=_LEFT - _PAD - 14)
    low, high = sorted((before, after))
    yield _block(by, _LEFT + _AXIS * low, middle - _THICK / 2, max(_AXIS * (high - low), 2.0))
    start = _LEFT + _AXIS * before
    if not first:
        yield line([(start, middle - _ACTION + _THICK / 2), (start, middle - _THICK / 2)], INK3, 1.2)
    big = abs(after - before) >= 0.1
    change = f"{100 * (after - before):+.1f}".replace("-", "−")
    yield text(WIDTH - _PAD, middle + 5, change, 15, INK if big else INK2, weight=600 if big else 400, anchor="end")


def _block(by: str, x: float, y: float, wide: float) -> str:
    fill, edge = (HOUSES[by].fill, HOUSES[by].edge) if by in HOUSES else (AMBER, INK)
    return rect(x, y, wide, _THICK, fill, stroke=edge, stroke_width=1.2, rx=7 if by not in HOUSES else 0)


def _authors(y: float) -> Iterator[str]:
    """Draw the legend of the course: whose action a bar is."""
    yield line([(_PAD, y - 26), (WIDTH - _PAD, y - 26)], RULE)
    authors = (("York", _("York chose")), ("Lancaster", _("Lancaster chose")), ("Chance", _("the dice fell")))
    wide = sum(56 + text_width(words, 13.5) for _by, words in authors)
    x = max(_PAD, min(_LEFT, WIDTH - _PAD - wide))
    for by, words in authors:
        yield _block(by, x, y - 7, 30)
        yield text(x + 38, y + 5, words, 13.5, INK2, anchor="start")
        x += 38 + text_width(words, 13.5) + 18


# ---- shares with intervals


def shares_svg(shares: Mapping[str, Share], title: str) -> Svg:
    """Return a point with its interval for each share, labelled by its key, in one SVG, 780 px wide.

    A share is a triple: the share and the lower and upper end of its interval, all 0..1, as ``(0.5, *wilson(0.5, 40))``
    with ``wilson`` of ``roses.lab.intervals``. ValueError if there is none, or if one is not in order between 0 and 1.

    >>> shares_svg({"squires": (0.5, 0.4, 0.6)}, "York wins").description
    'squires: 50.0 % (40.0 % to 60.0 %).'
    """
    if not shares:
        raise ValueError(_("there is no share to draw; give {example}").format(example="{'squires': (0.5, 0.4, 0.6)}"))
    for label, (share, low, high) in shares.items():
        if not 0 <= low <= share <= high <= 1:
            message = _("{label} is no share with its interval: the share, its lower and its upper end are from 0 to 1")
            raise ValueError(message.format(label=repr(label)))
    elements, low = heading(title)
    top = low + 40
    bottom = top + _SHARE * len(shares)
    elements.append(text(_SHARES_LEFT, top - 22, _("per cent"), 13.5, INK2, anchor="start"))
    for tick in range(0, 101, 25):
        x = _SHARES_LEFT + _SHARES_AXIS * tick / 100
        elements += [line([(x, top - 2), (x, bottom)], RULE), text(x, top - 7, str(tick), 13, INK2)]
    sentences, template = [], _("{share:.1f} % ({low:.1f} % to {high:.1f} %)")
    for number, (label, (share, low, high)) in enumerate(shares.items()):
        elements += _share(label, (share, low, high), top + _SHARE * (number + 0.5))
        words = template.format(share=100 * share, low=100 * low, high=100 * high)
        sentences.append(_("{case}: {share}").format(case=label, share=words))
    return frame_svg(elements, bottom + 18, title, f"{'; '.join(sentences)}.")


def _share(label: str, share: Share, y: float) -> Iterator[str]:
    """Draw the label of a share, the interval as a bar with a point in it, and the numbers."""
    middle, low, high = (_SHARES_LEFT + _SHARES_AXIS * part for part in share)
    yield text(_PAD, y + 5, label, 15, INK, anchor="start", within=_SHARES_LEFT - _PAD - 14)
    yield rect(low, y - 6, max(high - low, 2.0), 12, AMBER, stroke=INK, stroke_width=1.0)
    yield tag("circle", cx=middle, cy=y, r=6, fill=INK)
    point = _("{share:.1f} %").format(share=100 * share[0])
    yield text(WIDTH - _PAD - 96, y + 6, point, 17, INK, weight=600, anchor="end", family=SERIF)
    ends = _("{low:.0f} to {high:.0f} %").format(low=100 * share[1], high=100 * share[2])
    yield text(WIDTH - _PAD, y + 5, ends, 13.5, INK2, anchor="end")


# ---- the frame of all of them


def heading(title: str) -> tuple[list[str], float]:
    """Return the title, in as many lines as it needs in the widest font, and the lower edge of its ground in px.

    >>> heading("The two rivals")[1]
    52.0
    """
    lines = wrap(title, _TITLE, WIDTH - 2 * _PAD, bold=True, family="serif")
    low = 24 + 28.0 * len(lines)
    elements = [rect(0, 0, WIDTH, low, PANEL), line([(0, low), (WIDTH, low)], RULE)]
    for n, words in enumerate(lines):
        elements.append(text(_PAD, 35 + 28 * n, words, _TITLE, INK, weight=600, anchor="start", family=SERIF))
    return elements, low


def frame_svg(elements: list[str], height: float, title: str, description: str) -> Svg:
    """Return elements in a frame, as a document with its title and description, 780 px wide.

    >>> frame_svg([], 60, "Nothing", "There is nothing to see.").name
    'Nothing'
    """
    edge = tag("rect", x="0.5", y="0.5", width=WIDTH - 1, height=height - 1, fill="none", stroke=RULE)
    inside = [rect(0, 0, WIDTH, height, PAPER), *elements, edge]
    return document(WIDTH, height, inside, title=title, description=description)
