"""Bars as SVG: the odds of a battle, the odds of several battles, the course of a battle, and shares with intervals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.blocks import other_side, short_name
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.palette import AMBER, HOUSES, INK, INK2, INK3, PANEL, PAPER, RULE, SERIF
from roses.figures.drawing.svg import PAGE, Svg, document, hatch, line, rect, tag, text
from roses.figures.odds import (
    ROW,
    Part,
    describe,
    legend,
    note,
    parts,
    percent,
    rows,
    side_words,
    subtitle,
    sureness,
    title,
)  # fmt: skip
from roses.odds.endings import Entrant
from roses.odds.result import BattleOdds
from roses.richard.tables import HEIRS, INDEX
from roses.richard.view import Piece
from roses.table import Table

Share: TypeAlias = tuple[float, float, float]  # a share and the ends of its interval, 0..1

# the odds of one battle, in px
WIDTH: Final = 900.0
_PAD: Final = 24.0
_HEAD: Final = 232.0
_BAR: Final = 30.0
_LEFT: Final = 196.0  # px: where the bars of the blocks begin
_RIGHT: Final = 118.0  # px for the expected steps of a block
_FOOT: Final = 56.0
_STEP: Final = 7.0
_ROUND: Final = 46.0
_ROUNDS: Final = 636.0  # px: where the columns of the rounds begin

# the other pictures, in px
_EDGE: Final = 20.0
_TITLE: Final = 22.0  # px of the type of a title

# the bars of cases and of actions, in px
_CASE_LEFT: Final = 240.0  # where bars begin
_CASE_RIGHT: Final = 112.0  # from where they end to the edge
_AXIS: Final = PAGE - _CASE_LEFT - _CASE_RIGHT  # from 0 to 100 per cent
_CASE: Final = 46.0  # height of a case
_CASE_BAR: Final = 28.0
_KEY: Final = 26.0  # height of a line of the legend
_LEAST: Final = 0.4  # a narrower stretch is not drawn
_ACTION: Final = 27.0  # height of an action
_THICK: Final = 15.0
_LEAST_CHANGE: Final = 0.0005  # a smaller change of a probability is not drawn

# the points of shares, in px
_SHARES_LEFT: Final = 270.0  # where the scale begins
_SHARES_AXIS: Final = PAGE - _SHARES_LEFT - 190.0
_SHARE: Final = 40.0  # height of a share


# ---- one battle


def odds_svg(odds: BattleOdds) -> Svg:
    """Return the odds as one SVG, 900 px wide: who wins on top, below a bar for each block.

    >>> import roses
    >>> odds = roses.battle_odds(area="Kent", attacker="York", attackers=["March"], defenders=["Somerset"])
    >>> "York attacks Kent" in odds_svg(odds)
    True
    """
    elements = [*_head(odds)]
    for row in rows(odds, _HEAD):
        if row.leads:
            words = text(_PAD, row.top - 12, side_words(row.first), 15, INK, weight=600, anchor="start", family=SERIF)
            expected = text(WIDTH - _PAD, row.top - 12, _("steps to expect"), 13.5, INK2, anchor="end")
            elements.append(tag("g", words, expected, line([(_PAD, row.top - 3), (WIDTH - _PAD, row.top - 3)], RULE)))
        elements.append(_row(odds, row.entrant, row.top))
    bottom = row.top + ROW
    elements += _legend(odds, bottom + 14)
    height = bottom + _FOOT
    frame = tag("rect", x="0.5", y="0.5", width=WIDTH - 1, height=height - 1, fill="none", stroke=RULE)
    inside = [rect(0, 0, WIDTH, height, PAPER), *elements, frame]
    return document(WIDTH, height, inside, title=title(odds), description=describe(odds))


def _head(odds: BattleOdds) -> Iterator[str]:
    """Draw the title, a bar for the winner with the attacker on the left, and columns for the round of the end."""
    room = _ROUNDS - _PAD - 12
    yield text(_PAD, 40, title(odds), 23, INK, weight=600, anchor="start", family=SERIF, within=room - 48)
    first, *more = wrap(subtitle(odds), 14.5, room)
    for n, words in enumerate(filter(None, (first, " ".join(more)))):
        yield text(_PAD, 63 + 17 * n, words, 14.5, INK2, anchor="start", within=room)

    x, y, wide, high = _PAD, 128.0, 560.0, 34.0
    begin = x
    for i, (house, chance) in enumerate(odds.win.items()):
        look = HOUSES[house]
        stretch = wide * chance
        yield rect(begin, y, stretch, high, look.fill)
        yield tag("rect", x=begin, y=y, width=stretch, height=high, fill="none", stroke=look.edge, stroke_width=1.6)
        at, anchor = (x, "start") if not i else (x + wide, "end")
        yield text(at, y - 12, percent(chance), 34, INK, weight=600, anchor=anchor, family=SERIF)
        words = _("{house} wins").format(house=house)
        shift = text_width(percent(chance), 34, bold=True, family="serif") + 8
        yield text(at + (shift if not i else -shift), y - 12, words, 15, INK2, anchor=anchor)
        begin += stretch

    x, base, tall = _ROUNDS, 162.0, 84.0
    numbers = list(odds.rounds)
    most = max(odds.rounds.values())
    step = (WIDTH - _PAD - x) / len(numbers)
    yield text(x, 52, _("Ends in round"), 14.5, INK2, anchor="start")
    yield line([(x, base), (WIDTH - _PAD, base)], INK3)
    for i, number in enumerate(numbers):
        left, y = x + i * step + (step - _ROUND) / 2, base
        for house in reversed(odds.win):
            chance = odds.wins.get((house, number), 0.0)
            high = tall * chance / most
            if high >= 0.4:
                y -= high
                look = HOUSES[house]
                yield rect(left, y, _ROUND, high, look.fill, stroke=look.edge, stroke_width=1.4)
        yield text(left + _ROUND / 2, y - 6, percent(odds.rounds[number]).removesuffix(" %"), 13, INK)
        yield text(left + _ROUND / 2, base + 18, str(number), 14.5, INK, weight=600)


def _row(odds: BattleOdds, entrant: Entrant, y: float) -> str:
    """Draw one block: token, name, the bar of its fates, and its expected steps."""
    piece = Piece(entrant.house, odds.area, entrant.block, entrant.steps)
    middle = y + ROW / 2
    elements = [token_svg(piece, _PAD + 22, middle + 2, 0.82, size="kingdom")]
    elements.append(
        text(_PAD + 52, middle - 1, short_name(entrant.block), 15, INK, weight=600, anchor="start", within=112)
    )
    elements.append(text(_PAD + 52, middle + 16, note(odds, entrant), 13, INK2, anchor="start", within=116))
    x, wide = _LEFT, WIDTH - _PAD - _LEFT - _RIGHT
    for part in parts(odds, entrant.block):
        stretch = wide * part.chance
        elements += _stretch(part, entrant.house, x, middle - _BAR / 2, stretch)
        x += stretch
    elements.append(tag("rect", x=_LEFT, y=middle - _BAR / 2, width=wide, height=_BAR, fill="none", stroke=RULE))
    strength = f"{odds.strength[entrant.block]:.2f}"
    of = _("of {steps}").format(steps=entrant.steps)
    wide_of = max(36.0, text_width(of, 14) + 8)
    elements.append(text(WIDTH - _PAD - wide_of, middle + 7, strength, 21, INK, weight=600, anchor="end", family=SERIF))
    elements.append(text(WIDTH - _PAD, middle + 7, of, 14, INK2, anchor="end"))
    return tag("g", *elements)


def _stretch(part: Part, house: str, x: float, y: float, wide: float) -> Iterator[str]:
    """Draw one fate: solid in the area, hatched when away, in the other's colours when turned, outlined when lost.

    Squares are the steps left, as on the token, and the figure is per cent, where they fit.
    """
    look = HOUSES[other_side(house) if part.fate == "turned" else house]
    ink = look.ink
    if part.fate == "eliminated":
        ink = INK2
        yield tag("rect", x=x, y=y, width=wide, height=_BAR, fill=PANEL, stroke=INK3, stroke_dasharray="4 3")
    elif part.fate == "away":
        ink = look.edge
        yield rect(x, y, wide, _BAR, look.ground)
        yield hatch(x, y, wide, _BAR, 8, RULE, 2.2)
        yield tag("rect", x=x, y=y, width=wide, height=_BAR, fill="none", stroke=look.edge, stroke_width=1.1)
    else:
        edge = PAPER if house == "Lancaster" and part.fate == "stands" else look.edge
        yield rect(x, y, wide, _BAR, look.fill, stroke=edge, stroke_width=1.1)

    across = part.left * (_STEP + 2.4) - 2.4 if part.left else 0.0
    share = f"{100 * part.chance:.0f}"
    tall = 13.0 if wide >= max(across, text_width(share, 13)) + 5 and part.chance >= 0.005 else 0.0
    if part.fate in ("stands", "away") and wide >= across + 5:
        top = y + (6 if tall else (_BAR - _STEP) / 2)
        begin = x + (wide - across) / 2
        for i in range(part.left):
            yield rect(begin + i * (_STEP + 2.4), top, _STEP, _STEP, ink)
        if tall:
            yield text(x + wide / 2, y + 25.5, share, 12.5, ink)
    elif tall:
        yield text(x + wide / 2, y + _BAR / 2 + 4.5, share, 13, ink)


def _legend(odds: BattleOdds, y: float) -> Iterator[str]:
    x, york = _LEFT, HOUSES["York"]
    yield line([(_PAD, y - 8), (WIDTH - _PAD, y - 8)], RULE)
    for fate, words in legend(odds).items():
        if fate == "stands":
            yield rect(x, y + 6, 32, 17, york.fill, stroke=york.edge, stroke_width=1.1)
            yield rect(x + 8, y + 11, _STEP, _STEP, york.edge)
            yield rect(x + 17.4, y + 11, _STEP, _STEP, york.edge)
        elif fate == "away":
            yield rect(x, y + 6, 32, 17, york.ground)
            yield hatch(x, y + 6, 32, 17, 8, RULE, 2.2)
            yield tag("rect", x=x, y=y + 6, width=32, height=17, fill="none", stroke=york.edge, stroke_width=1.1)
        elif fate == "eliminated":
            yield tag("rect", x=x, y=y + 6, width=32, height=17, fill=PANEL, stroke=INK3, stroke_dasharray="4 3")
        else:
            yield rect(x, y + 6, 16, 17, york.fill, stroke=york.edge, stroke_width=1.1)
            yield rect(x + 16, y + 6, 16, 17, HOUSES["Lancaster"].fill)
        yield text(x + 40, y + 19, words, 13.5, INK2, anchor="start")
        x += 52 + text_width(words, 13.5)
    yield text(_PAD, y + 19, _("Figures are per cent."), 13.5, INK2, anchor="start", within=_LEFT - _PAD - 8)


# ---- several battles


class _HeirPart(msgspec.Struct, frozen=True):
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
    x, y, room = _EDGE, y + _KEY, PAGE - _EDGE - text_width(words, 13.5)
    for part in _heir_parts(next(iter(cases.values()))):
        wide = 37 + text_width(part.words, 13.5)
        if x + wide > room:
            x, y = _EDGE, y + _KEY
        elements += [*_heir_bar(part, x, y - 13, 30, 17), text(x + 37, y, part.words, 13.5, INK2, anchor="start")]
        x += wide + 22
    elements.append(text(PAGE - _EDGE, y, words, 13.5, INK2, anchor="end"))
    y += 12
    for label, odds in cases.items():
        elements += _case(_("{case}, by lot").format(case=label) if odds.sampled else label, odds, y)
        y += _CASE
    each = _("{case}: Lancaster {chance}")
    sentence = "; ".join(each.format(case=name, chance=percent(odds.win["Lancaster"])) for name, odds in cases.items())
    unsure = next((sureness(odds) for odds in cases.values() if not odds.exact), "")
    if unsure:
        y += 18
        elements.append(text(_EDGE, y, unsure, 13.5, INK2, anchor="start", within=PAGE - 2 * _EDGE))
    return frame_svg(elements, y + 10, title, " ".join(filter(None, (f"{sentence}.", unsure))))


def _heir_parts(odds: BattleOdds) -> list[_HeirPart]:
    """Return the parts of a bar from left to right: Lancaster's on the left, deaths at the ends."""
    halves = {}
    for house in ("Lancaster", "York"):
        enemy = next((e.block for e in odds.blocks if e.house != house and HEIRS >> INDEX[e.block] & 1), "")
        if not enemy:
            raise ValueError(
                f"{other_side(house)} has no heir in {odds.area}; these bars compare battles in which each side has one"
            )
        death = odds.eliminated[enemy]
        both_live = _("{house} holds the field, both live").format(house=house)
        halves[house] = [
            _HeirPart(_("{heir} dies").format(heir=enemy), house, False, death),
            _HeirPart(both_live, house, True, odds.win[house] - death),
        ]
    return halves["Lancaster"] + halves["York"][::-1]


def _case(label: str, odds: BattleOdds, y: float) -> Iterator[str]:
    """Draw the label of a case, its bar with percentages, and Lancaster's chance to win."""
    middle, x = y + _CASE / 2, _CASE_LEFT
    yield text(_EDGE, middle + 5, label, 15, INK, anchor="start", within=_CASE_LEFT - _EDGE - 14)
    for part in _heir_parts(odds):
        wide, look, share = _AXIS * part.chance, HOUSES[part.house], f"{100 * part.chance:.0f}"
        if wide >= _LEAST:
            yield from _heir_bar(part, x, middle - _CASE_BAR / 2, wide, _CASE_BAR)
            if wide >= text_width(share, 13) + 6:
                ink, halo = (look.edge, 3.0) if part.open else (look.ink, 0)
                yield text(x + wide / 2, middle + 4.5, share, 13, ink, weight=600, halo=halo)
        x += wide
    chance = percent(odds.win["Lancaster"])
    yield text(PAGE - _EDGE, middle + 7, chance, 20, INK, weight=600, anchor="end", family=SERIF)


def _heir_bar(part: _HeirPart, x: float, y: float, wide: float, high: float) -> Iterator[str]:
    """Draw a part of a bar, or its sample in the legend, without words."""
    look = HOUSES[part.house]
    yield rect(x, y, wide, high, look.ground if part.open else look.fill)
    if part.open:
        yield hatch(x, y, wide, high, 8, RULE, 2.2)
    yield tag("rect", x=x, y=y, width=wide, height=high, fill="none", stroke=look.edge, stroke_width=1.1)


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
    elements, head = heading(title)
    top = head + 46
    bottom = top + _ACTION * len(rows)
    elements.append(text(_CASE_LEFT, top - 26, _("Lancaster's chance, per cent"), 13.5, INK2, anchor="start"))
    elements.append(text(PAGE - _EDGE, top - 26, _("points"), 13.5, INK2, anchor="end"))
    for share in range(0, 101, 25):
        x = _CASE_LEFT + _AXIS * share / 100
        elements += [line([(x, top - 4), (x, bottom + 2)], RULE), text(x, top - 10, str(share), 13, INK2)]
    for n, row in enumerate(rows.itertuples()):
        elements += _action(row.by, _short(row.deed), row.before, row.after, top + n * _ACTION, first=not n)
    elements.append(line([(_EDGE, bottom + 14), (PAGE - _EDGE, bottom + 14)], RULE))
    authors = (("York", _("York chose")), ("Lancaster", _("Lancaster chose")), ("Chance", _("the dice fell")))
    wide = sum(56 + text_width(words, 13.5) for _by, words in authors)
    x = max(_EDGE, min(_CASE_LEFT, PAGE - _EDGE - wide))
    for by, words in authors:
        elements.append(_block(by, x, bottom + 33, 30))
        elements.append(text(x + 38, bottom + 45, words, 13.5, INK2, anchor="start"))
        x += 38 + text_width(words, 13.5) + 18
    sentence = "; ".join(f"{_short(row.deed)}: {percent(row.after)}" for row in rows.itertuples())
    return frame_svg(elements, bottom + 68, title, f"{sentence}.")


def _short(action: str) -> str:
    """Return an action without the letters that tell blocks of one name apart."""
    return action.replace("/Y", "").replace("/L", "")


def _action(by: str, action: str, before: float, after: float, y: float, *, first: bool) -> Iterator[str]:
    """Draw one action: its words, the bar from before to after, joined to the line above, and the change in points."""
    middle = y + _ACTION / 2
    yield text(_EDGE, middle + 5, action, 14.5, INK, anchor="start", within=_CASE_LEFT - _EDGE - 14)
    low, high = sorted((before, after))
    yield _block(by, _CASE_LEFT + _AXIS * low, middle - _THICK / 2, max(_AXIS * (high - low), 2.0))
    start = _CASE_LEFT + _AXIS * before
    if not first:
        yield line([(start, middle - _ACTION + _THICK / 2), (start, middle - _THICK / 2)], INK3, 1.2)
    big = abs(after - before) >= 0.1
    change = f"{100 * (after - before):+.1f}".replace("-", "−")
    yield text(PAGE - _EDGE, middle + 5, change, 15, INK if big else INK2, weight=600 if big else 400, anchor="end")


def _block(by: str, x: float, y: float, wide: float) -> str:
    fill, edge = (HOUSES[by].fill, HOUSES[by].edge) if by in HOUSES else (AMBER, INK)
    return rect(x, y, wide, _THICK, fill, stroke=edge, stroke_width=1.2, rx=7 if by not in HOUSES else 0)


# ---- shares with intervals


def shares_svg(shares: Mapping[str, Share], title: str) -> Svg:
    """Return a point with its interval for each share, labelled by its key, in one SVG, 780 px wide.

    A share is a triple: the share and the lower and upper end of its interval, all 0..1, as ``(0.5, *wilson(0.5, 40))``
    with ``wilson`` of ``roses.lab.intervals``. ValueError if there is none, or if one is not in order between 0 and 1.

    >>> shares_svg({"squires": (0.5, 0.4, 0.6)}, "York wins").description
    'squires: 50.0 % (40.0 % to 60.0 %).'
    """
    if not shares:
        raise ValueError("there is no share to draw; pass one, such as {'squires': (0.5, 0.4, 0.6)}")
    for label, (share, low, high) in shares.items():
        if not 0 <= low <= share <= high <= 1:
            raise ValueError(
                f"{label!r} is not a share with its interval; give the share, its lower and its upper end, "
                "all from 0 to 1"
            )
    elements, head = heading(title)
    top = head + 40
    bottom = top + _SHARE * len(shares)
    elements.append(text(_SHARES_LEFT, top - 22, _("per cent"), 13.5, INK2, anchor="start"))
    for tick in range(0, 101, 25):
        x = _SHARES_LEFT + _SHARES_AXIS * tick / 100
        elements += [line([(x, top - 2), (x, bottom)], RULE), text(x, top - 7, str(tick), 13, INK2)]
    sentences, template = [], _("{share:.1f} % ({low:.1f} % to {high:.1f} %)")
    for number, (label, (share, low, high)) in enumerate(shares.items()):
        y = top + _SHARE * (number + 0.5)
        middle, begin, end = (_SHARES_LEFT + _SHARES_AXIS * part for part in (share, low, high))
        point = _("{share:.1f} %").format(share=100 * share)
        ends = _("{low:.0f} to {high:.0f} %").format(low=100 * low, high=100 * high)
        elements += [
            text(_EDGE, y + 5, label, 15, INK, anchor="start", within=_SHARES_LEFT - _EDGE - 14),
            rect(begin, y - 6, max(end - begin, 2.0), 12, AMBER, stroke=INK, stroke_width=1.0),
            tag("circle", cx=middle, cy=y, r=6, fill=INK),
            text(PAGE - _EDGE - 96, y + 6, point, 17, INK, weight=600, anchor="end", family=SERIF),
            text(PAGE - _EDGE, y + 5, ends, 13.5, INK2, anchor="end"),
        ]
        words = template.format(share=100 * share, low=100 * low, high=100 * high)
        sentences.append(_("{case}: {share}").format(case=label, share=words))
    return frame_svg(elements, bottom + 18, title, f"{'; '.join(sentences)}.")


# ---- the frame of all of them


def heading(title: str) -> tuple[list[str], float]:
    """Return the title, in as many lines as it needs in the widest font, and the lower edge of its ground in px.

    >>> heading("The two rivals")[1]
    52.0
    """
    lines = wrap(title, _TITLE, PAGE - 2 * _EDGE, bold=True, family="serif")
    low = 24 + 28.0 * len(lines)
    elements = [rect(0, 0, PAGE, low, PANEL), line([(0, low), (PAGE, low)], RULE)]
    for n, words in enumerate(lines):
        elements.append(text(_EDGE, 35 + 28 * n, words, _TITLE, INK, weight=600, anchor="start", family=SERIF))
    return elements, low


def frame_svg(elements: list[str], height: float, title: str, description: str) -> Svg:
    """Return elements in a frame, as a document with its title and description, 780 px wide.

    >>> frame_svg([], 60, "Nothing", "There is nothing to see.").name
    'Nothing'
    """
    edge = tag("rect", x="0.5", y="0.5", width=PAGE - 1, height=height - 1, fill="none", stroke=RULE)
    inside = [rect(0, 0, PAGE, height, PAPER), *elements, edge]
    return document(PAGE, height, inside, title=title, description=description)
