"""Odds of a battle as SVG: who wins and in which round, and the fate of each block."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from roses.engine.i18n import gettext as _
from roses.figures.blocks import other_side, short_name
from roses.figures.blocks.tokens import token_svg
from roses.figures.drawing import text_width, wrap
from roses.figures.drawing.palette import HOUSES, INK, INK2, INK3, PANEL, PAPER, RULE, SERIF
from roses.figures.drawing.svg import Svg, document, hatch, line, rect, tag, text
from roses.odds.endings import Entrant
from roses.odds.result import BattleOdds
from roses.richard.view import Piece

WIDTH: Final = 900.0
_PAD: Final = 24.0
_HEAD: Final = 232.0
ROW: Final = 58.0
_BAR: Final = 30.0
_LEFT: Final = 196.0  # px: where the bars of the blocks begin
_RIGHT: Final = 118.0  # px for the expected steps of a block
_FOOT: Final = 56.0
_GAP: Final = 44.0  # px between the two sides
FATES: Final = ("stands", "away", "turned", "eliminated")  # from left to right
_STEP: Final = 7.0
_ROUND: Final = 46.0
_ROUNDS: Final = 636.0  # px: where the columns of the rounds begin


class Part(msgspec.Struct, frozen=True):
    """A stretch of a block's bar: its fate, the steps it has left then, and the probability."""

    fate: str
    left: int
    chance: float


class Row(msgspec.Struct, frozen=True):
    """The row of a block: what it is and what it was when it entered, the row's upper edge in px.

    ``leads`` tells that it is the first row of its side.
    """

    entrant: Entrant
    first: Entrant
    top: float
    leads: bool


def odds_svg(odds: BattleOdds) -> Svg:
    """Return the odds as one SVG, 900 px wide: who wins on top, below a bar for each block.

    >>> import roses
    >>> odds = roses.battle_odds(area="Kent", attacker="York", attackers=["March"], defenders=["Somerset"])
    >>> "York attacks Kent" in odds_svg(odds)
    True
    """
    elements = [*_title(odds), *_winners(odds), *_rounds(odds)]
    for row in (lines := rows(odds, _HEAD)):
        elements += [_side(row.first, row.top)] if row.leads else []
        elements.append(_row(odds, row.entrant, row.top))
    bottom = lines[-1].top + ROW
    elements += _legend(odds, bottom + 14)
    height = bottom + _FOOT
    frame = tag("rect", x="0.5", y="0.5", width=WIDTH - 1, height=height - 1, fill="none", stroke=RULE)
    inside = [rect(0, 0, WIDTH, height, PAPER), *elements, frame]
    return document(WIDTH, height, inside, title=title(odds), description=describe(odds))


def origins(odds: BattleOdds) -> list[Entrant]:
    """Return for each of ``odds.entrants`` the block that entered the battle, which is another for one that turned."""
    blocks: list[Entrant] = []
    for entrant in odds.entrants:
        blocks.append(entrant if entrant in odds.blocks else blocks[-1])
    return blocks


def rows(odds: BattleOdds, top: float) -> list[Row]:
    """Return the rows of the blocks from ``top`` px down, with a gap for the heading of the second side."""
    lines: list[Row] = []
    for entrant, first in zip(odds.entrants, origins(odds), strict=True):
        leads = not lines or first.role != lines[-1].first.role
        if lines:
            top += ROW + (_GAP if leads else 0)
        lines.append(Row(entrant, first, top, leads))
    return lines


def title(odds: BattleOdds) -> str:
    """Return the title of the figure."""
    return _("{house} attacks {area}: the odds").format(house=odds.attacker, area=odds.area)


def subtitle(odds: BattleOdds) -> str:
    """Return the subtitle: the policies of the battle, and whether the odds are exact."""
    how = {
        "stand": _("Everybody stands and fires."),
        "orders": _("What is ordered is done, else all stand and fire."),
        "<lambda>": _("Both sides play by a policy without a name."),
    }
    words = how.get(odds.policy, _("Both sides play by the policy {name}.")).format(name=f"“{odds.policy}”")
    order = _("Those of one letter fire in random order.") if odds.order == "random" else ""
    return " ".join(filter(None, (words, order, sureness(odds))))


def sureness(odds: BattleOdds) -> str:
    """Return in a sentence whether the odds are exact, and else how far off they may be."""
    if odds.sampled:
        sentence = _("Not exact: {n:,} battles fought by lot, each chance within {off} in 95 of 100 cases.")
        return sentence.format(n=odds.sampled, off=f"±{100 * odds.half_width:.1f} %")
    if odds.undecided:
        return _("Interrupted: {share} of the battles are not decided.").format(share=percent(odds.undecided))
    return _("Exact: every fall of the dice is counted.")


def describe(odds: BattleOdds) -> str:
    """Return the odds in a sentence or two."""
    wins = ", ".join(_("{house} wins {chance}").format(house=h, chance=percent(p)) for h, p in odds.win.items())
    dead = "; ".join(
        _("{block} is eliminated {chance}").format(block=short_name(b), chance=percent(p))
        for b, p in odds.eliminated.items()
    )
    return f"{wins}. {dead}." if odds.exact else f"{wins}. {dead}. {sureness(odds)}"


def side_words(entrant: Entrant) -> str:
    """Return in words that a side attacks or defends."""
    return f"{entrant.house} {_('attacks') if entrant.role == 'attacker' else _('defends')}"


def note(odds: BattleOdds, entrant: Entrant) -> str:
    """Return the note below a block's name: its probability of loss, and whether it is in reserve or turned."""
    if entrant not in odds.blocks:
        return _("if he turns")
    loss = _("lost {chance}").format(chance=percent(odds.eliminated[entrant.block]))
    return _("reserve, {lost}").format(lost=loss) if entrant.reserve else loss


def legend(odds: BattleOdds) -> dict[str, str]:
    """Return the legend: the words for each fate; "changed sides" only where a block may do so."""
    words = {
        "stands": _("in the area, squares are steps"),
        "away": _("safely away"),
        "eliminated": _("eliminated"),
    }
    return words | ({"turned": _("changed sides")} if any(odds.turned.values()) else {})


def percent(chance: float) -> str:
    """Return a probability as a percentage, rounded to 0 or 100 only where it is exactly that.

    >>> percent(0.7996), percent(0.0004), percent(0.99999), percent(1.0)
    ('80.0 %', '<0.1 %', '>99.9 %', '100 %')
    """
    if chance <= 1e-12 or chance >= 1 - 1e-12:
        return f"{round(100 * chance)} %"
    if chance < 0.0005:
        return "<0.1 %"
    return ">99.9 %" if chance >= 0.9995 else f"{100 * chance:.1f} %"


def parts(odds: BattleOdds, block: str) -> list[Part]:
    """Return the stretches of a block's bar from left to right: strongest first, the lost ones last."""
    stretches = [Part(fate, left, chance) for (name, fate, left), chance in odds.fates.items() if name == block]
    return sorted(stretches, key=lambda part: (FATES.index(part.fate), -part.left))


# ---- SVG


def _title(odds: BattleOdds) -> Iterator[str]:
    room = _ROUNDS - _PAD - 12
    yield text(_PAD, 40, title(odds), 23, INK, weight=600, anchor="start", family=SERIF, within=room - 48)
    first, *more = wrap(subtitle(odds), 14.5, room)
    for n, words in enumerate(filter(None, (first, " ".join(more)))):
        yield text(_PAD, 63 + 17 * n, words, 14.5, INK2, anchor="start", within=room)


def _winners(odds: BattleOdds) -> Iterator[str]:
    """Draw one bar for the winner, the attacker on the left, with the figures in large type above."""
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


def _rounds(odds: BattleOdds) -> Iterator[str]:
    """Draw columns for the round in which the battle ends, split by winner."""
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


def _side(entrant: Entrant, y: float) -> str:
    """Draw the heading above the blocks of a side."""
    words = text(_PAD, y - 12, side_words(entrant), 15, INK, weight=600, anchor="start", family=SERIF)
    head = text(WIDTH - _PAD, y - 12, _("steps to expect"), 13.5, INK2, anchor="end")
    return tag("g", words, head, line([(_PAD, y - 3), (WIDTH - _PAD, y - 3)], RULE))


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
    """Draw one fate: solid in the area, hatched when away, in the other's colours when turned, outlined when lost."""
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
    yield from _inside(part, ink, x, y, wide)


def _inside(part: Part, ink: str, x: float, y: float, wide: float) -> Iterator[str]:
    """Draw squares for the steps left, as on the token, and the percentage where it fits."""
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
    x = _LEFT
    yield line([(_PAD, y - 8), (WIDTH - _PAD, y - 8)], RULE)
    for fate, words in legend(odds).items():
        yield from _sample(fate, x, y + 6)
        yield text(x + 40, y + 19, words, 13.5, INK2, anchor="start")
        x += 52 + text_width(words, 13.5)
    yield text(_PAD, y + 19, _("Figures are per cent."), 13.5, INK2, anchor="start", within=_LEFT - _PAD - 8)


def _sample(fate: str, x: float, y: float) -> Iterator[str]:
    house, edge = HOUSES["York"], HOUSES["York"].edge
    if fate == "stands":
        yield rect(x, y, 32, 17, house.fill, stroke=edge, stroke_width=1.1)
        yield rect(x + 8, y + 5, _STEP, _STEP, edge)
        yield rect(x + 17.4, y + 5, _STEP, _STEP, edge)
    elif fate == "away":
        yield rect(x, y, 32, 17, house.ground)
        yield hatch(x, y, 32, 17, 8, RULE, 2.2)
        yield tag("rect", x=x, y=y, width=32, height=17, fill="none", stroke=edge, stroke_width=1.1)
    elif fate == "eliminated":
        yield tag("rect", x=x, y=y, width=32, height=17, fill=PANEL, stroke=INK3, stroke_dasharray="4 3")
    else:
        yield rect(x, y, 16, 17, house.fill, stroke=edge, stroke_width=1.1)
        yield rect(x + 16, y, 16, 17, HOUSES["Lancaster"].fill)
